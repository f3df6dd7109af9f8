package golang

import (
	"go/types"
	"math/big"

	"golang.org/x/tools/go/ssa"
)

// library lowers a call of a function in place of its body.
type library func(f *fn, args value, results types.Type) value

// models are those of functions, by their full names.
var models = map[string]library{
	"fmt.Sprintf":  anyText,
	"fmt.Sprint":   anyText,
	"fmt.Sprintln": anyText,
	"fmt.Errorf":   anyError,
	"os.Exit":      exits,
}

// modelOf returns the model of a function; nil if it has none.
func modelOf(g *ssa.Function) library {
	if g.Pkg == nil || g.Parent() != nil {
		return nil
	}
	return models[g.RelString(nil)]
}

// anyText returns a string of any content.
func anyText(f *fn, _ value, _ types.Type) value {
	c := f.change()
	obj := c.allocate(types.Typ[types.Uint8])
	c.make()
	return value{{Term: obj}, f.b.Small(0), f.arbitrary("len", new(big.Int), maxLength())}
}

// anyError returns an error with a text of any content, which is no other error.
func anyError(f *fn, _ value, _ types.Type) value {
	t := f.facts.errorText()
	if t == nil {
		refuse("fmt.Errorf")
	}
	obj := f.allocate(t.Elem())
	f.store(f.at(t.Elem(), obj, f.st.Int(0)), anyText(f, nil, nil))
	return f.makeInterface(value{{Term: obj}, f.b.Small(0)}, t)
}

// errorText returns the type of errors that are texts, as errors.New has it.
func (a *facts) errorText() *types.Pointer {
	p := a.program.ImportedPackage("errors")
	if p == nil || p.Type("errorString") == nil {
		return nil
	}
	return types.NewPointer(p.Type("errorString").Type())
}

// exits ends the program.
func exits(f *fn, _ value, _ types.Type) value {
	f.stop()
	refuse("nothing, since no execution gets here")
	return nil
}
