package golang

import (
	"go/types"
	"math/big"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/muster-smt/muster/theory/term"
)

// library lowers a call of a function in place of its body.
type library func(f *fn, args value, results types.Type) value

// modelOf returns the model of a function; nil if it has none.
func modelOf(g *ssa.Function) library {
	if g.Pkg == nil || g.Parent() != nil {
		return nil
	}
	switch g.RelString(nil) {
	case "fmt.Sprintf":
		return func(f *fn, args value, _ types.Type) value { return f.formatted(args[3:]) }
	case "fmt.Sprint", "fmt.Sprintln":
		return func(f *fn, args value, _ types.Type) value { return f.formatted(args) }
	case "fmt.Errorf":
		return anyError
	case "os.Exit":
		return exits
	case "runtime.Callers":
		return callers
	}
	if m := wide(g.RelString(nil)); m != nil {
		return m
	}
	return testModel(g.RelString(nil))
}

// models notes which types a function with a model makes interfaces of.
func (a *facts) models(f *ssa.Function) {
	a.formats = a.formats || f.Pkg.Pkg.Path() == "fmt"
	if f.Name() != "Errorf" {
		return
	}
	for _, t := range []*types.Pointer{a.errorText(), a.wrapping()} {
		if t != nil {
			a.becomes(t)
		}
	}
}

// anyText returns a string of any content.
func (f *fn) anyText() value {
	c := f.change()
	obj := c.allocate(types.Typ[types.Uint8])
	c.make()
	return value{{Term: obj}, f.b.Small(0), f.arbitrary("len", new(big.Int), maxLength())}
}

// formatted returns the text of operands. Their methods are not called, so they may have no effect but that text: what
// panics in them package fmt keeps to itself.
func (f *fn) formatted(operands value) value {
	var busy []types.Type
	for _, t := range f.facts.dynamic {
		if f.facts.formatsBusily(t, map[types.Type]bool{}) {
			busy = append(busy, t)
		}
	}
	if len(busy) == 0 {
		return f.anyText()
	}
	n, ok := operands[2].Const()
	if !ok || n.Cmp(big.NewInt(few)) > 0 {
		refuse("a list of operands that package fmt formats, whose methods may have effects")
	}
	var none []term.Term
	for k := range n.Int64() {
		x := f.operandOf(operands, k)
		for _, t := range busy {
			none = append(none, f.st.Not(f.st.Eq(x[0].Term, f.st.Int(f.number(t)))))
		}
	}
	c := f.st.And(none...)
	f.unless(c, "a method that package fmt calls and that may have effects")
	f.assume(c)
	return f.anyText()
}

// operandOf returns one of the operands that are formatted.
func (f *fn) operandOf(operands value, k int64) value {
	at := f.st.Add(f.b.Number(operands[1]), f.st.Int(k))
	t := types.NewInterfaceType(nil, nil)
	return f.settled("$operand", t, f.load(f.at(t, operands[0].Term, at)))
}

// anyError returns an error with a text of any content, which is no other error but wraps the operand of %w.
func anyError(f *fn, args value, _ types.Type) value {
	format, ok := f.known(args[:3])
	if !ok {
		refuse("fmt.Errorf with a format that is not constant")
	}
	wraps, ok := operandsOfW(format)
	n, fixed := args[5].Const()
	t, w := f.facts.errorText(), f.facts.wrapping()
	if !ok || t == nil || w == nil || len(wraps) > 1 || len(wraps) > 0 && !fixed {
		refuse("fmt.Errorf with such a format")
	}
	text := f.formatted(args[3:])
	if len(wraps) == 0 || n.Cmp(big.NewInt(wraps[0])) <= 0 {
		obj := f.allocate(t.Elem())
		f.store(f.at(t.Elem(), obj, f.st.Int(0)), text)
		return f.makeInterface(value{{Term: obj}, f.b.Small(0)}, t)
	}
	x := f.operandOf(args[3:], wraps[0])
	wrapped := types.Universe.Lookup("error").Type()
	is, none := f.isType(x, wrapped), f.zero(wrapped)
	for k, y := range f.leaves(wrapped) {
		text = append(text, f.choose(is, y, x[k], none[k]))
	}
	obj := f.allocate(w.Elem())
	f.store(f.at(w.Elem(), obj, f.st.Int(0)), text)
	return f.makeInterface(value{{Term: obj}, f.b.Small(0)}, w)
}

// operandsOfW returns the numbers of the operands of %w in a format. It is not ok if operands have indices, or are
// widths.
func operandsOfW(format string) (wraps []int64, ok bool) {
	operand := int64(0)
	for k := 0; k < len(format); k++ {
		if format[k] != '%' {
			continue
		}
		for k++; k < len(format) && strings.IndexByte("+-# .0123456789", format[k]) >= 0; k++ {
		}
		switch {
		case k == len(format) || format[k] == '%':
			continue
		case format[k] == '*' || format[k] == '[':
			return nil, false
		case format[k] == 'w':
			wraps = append(wraps, operand)
		}
		operand++
	}
	return wraps, true
}

// errorText returns the type of errors that are texts, as errors.New has it.
func (a *facts) errorText() *types.Pointer { return a.pointerTo("errors", "errorString") }

// wrapping returns the type of errors that wrap one, as fmt.Errorf has it.
func (a *facts) wrapping() *types.Pointer { return a.pointerTo("fmt", "wrapError") }

func (a *facts) pointerTo(path, name string) *types.Pointer {
	p := a.program.ImportedPackage(path)
	if p == nil || p.Type(name) == nil {
		return nil
	}
	return types.NewPointer(p.Type(name).Type())
}

// exits ends the program.
func exits(f *fn, _ value, _ types.Type) value {
	f.stop()
	refuse("nothing, since no execution gets here")
	return nil
}

// callers writes some of the elements of its second argument, and returns how many.
func callers(f *fn, args value, _ types.Type) value {
	f.inexact("a call of runtime.Callers")
	to := args[1:]
	n := f.arbitrary("n", new(big.Int), maxLength())
	count, from := f.b.Number(n), f.b.Number(to[1])
	f.assume(f.st.Le(count, f.b.Number(f.b.Ranged(to[2]))))
	x := f.cellsOf(types.Typ[types.Uintptr])[0]
	m := f.mapOf(x)
	data := f.temp(f.st.ArraySort(term.Int, term.Int), "callers")
	f.havoc(data)
	old := f.kept(f.st.Select(f.prog.Var(m).Term, to[0].Term), "old")
	now := f.copied(old, from, f.st.Add(from, count), func(i term.Term) term.Term {
		return f.st.Select(f.prog.Var(data).Term, i)
	})
	c := f.change()
	c.object(m, to[0].Term, now)
	c.make()
	return value{n}
}
