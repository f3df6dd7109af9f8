package fault

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
	"math/rand/v2"
	"slices"
	"strings"
)

// A Kind is a kind of fault.
type Kind string

// The kinds of faults.
const (
	Literal Kind = "dropped literal" // append adds one element less
	Bound   Kind = "swapped bound"   // lower for upper, min for max
	Undo    Kind = "lost undo"       // a statement of an undoing function is left out
	Guard   Kind = "negated guard"   // if !(c) for if c
	One     Kind = "off by one"      // a number or a comparison
	Rule    Kind = "broken rule"     // by hand; see Edit
)

// Kinds returns all kinds that Find finds.
func Kinds() []Kind { return []Kind{Literal, Bound, Undo, Guard, One} }

// A Fault is a change of one place of a source file.
type Fault struct {
	Kind Kind
	At   token.Position // with the path of the file
	Func string         // the enclosing function
	Old  string         // this text ...
	New  string         // ... becomes that

	offset int
}

// String returns the place and the change in one line.
func (f Fault) String() string {
	line := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	return fmt.Sprintf("%s:%d: %s: %s: %q for %q", f.At.Filename, f.At.Line, f.Func, f.Kind, line(f.New), line(f.Old))
}

// Plant returns the source with the fault.
func (f Fault) Plant(source []byte) []byte {
	return slices.Concat(source[:f.offset], []byte(f.New), source[f.offset+len(f.Old):])
}

// Edit returns the fault that replaces a text, which must occur once in a source file.
func Edit(file string, source []byte, old, replacement string) (Fault, error) {
	i := bytes.Index(source, []byte(old))
	if i < 0 || i != bytes.LastIndex(source, []byte(old)) {
		return Fault{}, fmt.Errorf("%s: this does not occur once: %s", file, old)
	}
	at := token.Position{Filename: file, Line: 1 + bytes.Count(source[:i], []byte("\n"))}
	return Fault{Kind: Rule, At: at, Old: old, New: replacement, offset: i}, nil
}

// Find returns the faults that can be planted in a file, in source order. Some do not compile.
func Find(files *token.FileSet, file *ast.File, source []byte) []Fault {
	var found []Fault
	for _, d := range file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Body == nil {
			continue
		}
		s := &finder{files: files, source: source, fn: fn.Name.Name, undoes: undoes(fn.Name.Name)}
		ast.Inspect(fn.Body, s.node)
		found = append(found, s.found...)
	}
	return found
}

// Draw returns the faults in random order, taking the kinds in turn, so that rare kinds
// come up, too.
func Draw(faults []Fault, r *rand.Rand) []Fault {
	of := map[Kind][]Fault{}
	for _, f := range faults {
		of[f.Kind] = append(of[f.Kind], f)
	}
	for _, k := range Kinds() {
		r.Shuffle(len(of[k]), func(i, j int) { of[k][i], of[k][j] = of[k][j], of[k][i] })
	}
	drawn := make([]Fault, 0, len(faults))
	for len(drawn) < len(faults) {
		for _, k := range Kinds() {
			if q := of[k]; len(q) > 0 {
				drawn, of[k] = append(drawn, q[0]), q[1:]
			}
		}
	}
	return drawn
}
