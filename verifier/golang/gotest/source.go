package gotest

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"go/format"
	"go/parser"
	"go/token"
	"go/types"
	"math"
	"os"
	"path/filepath"
	"strings"
	"unicode"
)

// Test is a test that fails as an execution does.
type Test struct {
	Entry  string // what it is about, as in Parse or (*T).Method
	Number int    // of the tests of the entry, from 1
	Calls  []Call // the last one is of the entry; none of a test that the package has, which fails as it is
	// Fuzz says that the entry is a fuzz target. Its only call has what f.Fuzz gives the function, without the
	// *testing.T.
	Fuzz bool
}

// File is a file of a test, its name below the directory of the package.
type File struct{ Name, Text string }

// Written is a test as source.
type Written struct {
	Name   string   // of the test, as go test -run has it
	File   File     // of Go, which is executed; none of a test that the package has
	Stated *Stated  // a file that is tested in place of one of the package; nil: none
	Keep   File     // what belongs to the package: the same file, or of a fuzz target what is in its corpus
	Body   []string // the statements of the test
	Decls  []string // the declarations of types that it needs
}

// Stated is a file with a check of what a comment says. Where that does not hold, it panics.
type Stated struct {
	File, Text string
	Line       int    // of the check
	Message    string // of the panic
}

// needsTests reports whether the test is among those of the package, or calls one.
func (w *Written) needsTests() bool { return w.fuzz() || w.File.Name == "" }

func (w *Written) fuzz() bool { return strings.HasPrefix(w.Name, "Fuzz") }

// ident returns a name for Go of what an entry is called: Parse, T_Method.
func ident(entry string) string {
	var out strings.Builder
	for _, part := range strings.FieldsFunc(entry, func(r rune) bool {
		return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) {
		if out.Len() > 0 {
			out.WriteByte('_')
		}
		out.WriteString(part)
	}
	return out.String()
}

// fileName returns that of a test's file. Whatever the entry is called, it is read on all systems, since before _test
// there is no name of one.
func fileName(entry string, number int) string {
	clean := strings.Map(func(r rune) rune {
		if r == '_' || 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(ident(entry)))
	return fmt.Sprintf("%s_%d_muster_test.go", cmp.Or(strings.Trim(clean, "_"), "x"), number)
}

// Write writes a test as source of its package.
func (p *Package) Write(t *Test) (*Written, error) {
	if len(t.Calls) == 0 {
		return &Written{Name: t.Entry}, nil
	}
	name := fileName(t.Entry, t.Number)
	taken, err := p.declared(name)
	if err != nil {
		return nil, err
	}
	w := &writer{
		pkg: p.Types, taken: taken, imports: map[string]string{}, base: map[string]string{}, uses: map[*Object]int{},
		vars: map[*Object]*variable{}, wanted: map[int]map[int]bool{}, results: map[Result]string{},
	}
	kind := "Test"
	if t.Fuzz {
		kind = "Fuzz"
	}
	w.test = w.fresh(fmt.Sprintf("%sMuster_%s_%d", kind, ident(t.Entry), t.Number))
	left := mostValues
	for _, c := range t.Calls {
		for _, v := range append([]Value{c.Recv}, c.Args...) {
			w.count(v, &left)
		}
	}
	if w.wrong != nil {
		return nil, w.wrong
	}
	testing := w.imported("testing", "testing")
	param := w.fresh(strings.ToLower(kind[:1]))
	if t.Fuzz {
		w.fuzz(&t.Calls[0], param)
	} else {
		for k := range t.Calls {
			w.call(k, &t.Calls[k], w.wanted[k])
		}
	}
	if w.wrong != nil {
		return nil, w.wrong
	}
	text := fmt.Sprintf("package %s\n\nimport (\n%s)\n\n// %s "+marker+" %s.\nfunc %s(%s *%s.%s) {\n%s\n}\n\n%s",
		p.Types.Name(), w.importList(), w.test, t.Entry, w.test, param, testing, kind[:1],
		strings.Join(append(w.first, w.body...), "\n"), strings.Join(w.decls, "\n"))
	formatted, err := format.Source([]byte(text))
	if err == nil {
		err = w.predeclared(string(formatted))
	}
	if err != nil {
		return nil, err
	}
	out := &Written{Name: w.test, File: File{p.free(name), string(formatted)}, Body: append(w.first, w.body...)}
	out.Decls = w.decls
	if out.Keep = out.File; t.Fuzz {
		out.Keep, err = corpus(&t.Calls[0])
	}
	return out, err
}

// marker is what the comment of a test says.
const marker = "fails as muster verify says of"

// ours reports whether a file has been written for an earlier answer. Then it is replaced.
func (p *Package) ours(name string) bool {
	text, err := os.ReadFile(filepath.Join(p.Dir, name))
	return err == nil && strings.Contains(string(text), marker)
}

// free returns a name that no file of the package has.
func (p *Package) free(name string) string {
	base := strings.TrimSuffix(name, "_test.go")
	for k := 2; ; k++ {
		if _, err := os.Lstat(filepath.Join(p.Dir, name)); err != nil || p.ours(name) {
			return name
		}
		name = fmt.Sprintf("%s%d_test.go", base, k)
	}
}

// fuzz has a fuzz target run on one more seed, its first one.
func (w *writer) fuzz(c *Call, f string) {
	var args []string
	for k, v := range c.Args {
		args = append(args, w.typed(fuzzed(c, k), v))
	}
	w.body = append(w.body, f+".Add("+strings.Join(args, ", ")+")", c.Func.Name()+"("+f+")")
}

// fuzzed returns the type of an argument of what f.Fuzz is given. Func is the target, and RecvType the type of that
// function.
func fuzzed(c *Call, k int) types.Type {
	return c.RecvType.Underlying().(*types.Signature).Params().At(k + 1).Type()
}

// predeclared makes sure that what Go declares itself is not declared otherwise in the package.
func (w *writer) predeclared(text string) error {
	file, err := parser.ParseFile(token.NewFileSet(), "", text, 0)
	if err != nil {
		return err
	}
	for _, x := range file.Unresolved {
		if types.Universe.Lookup(x.Name) != nil && w.pkg.Scope().Lookup(x.Name) != nil {
			return fmt.Errorf("package %s declares %s, which the test needs as Go has it", w.pkg.Name(), x.Name)
		}
	}
	return nil
}

// corpus returns a file that go test reads: the seed of a fuzz target.
func corpus(c *Call) (File, error) {
	text := "go test fuzz v1\n"
	for k, v := range c.Args {
		line, err := seed(fuzzed(c, k), v)
		if err != nil {
			return File{}, err
		}
		text += line + "\n"
	}
	hash := sha256.Sum256([]byte(text))
	return File{fmt.Sprintf("testdata/fuzz/%s/%x", c.Func.Name(), hash[:8]), text}, nil
}

// seed returns a value in the encoding of a corpus.
func seed(t types.Type, v Value) (string, error) {
	name := types.TypeString(t, nil)
	if s, ok := t.(*types.Slice); ok && types.Identical(s.Elem(), types.Typ[types.Uint8]) {
		bytes, ok := v.(Slice)
		if !ok || bytes.Array == nil {
			return `[]byte("")`, nil
		}
		elements, _ := bytes.Array.Value.(Array)
		out := make([]byte, bytes.Len)
		for k := range out {
			if i := bytes.From + k; i < len(elements) && !isZero(elements[i]) {
				out[k] = byte(elements[i].(Int).N.Int64())
			}
		}
		return fmt.Sprintf("[]byte(%q)", out), nil
	}
	switch v := v.(type) {
	case Int:
		return fmt.Sprintf("%s(%v)", name, v.N), nil
	case Bool:
		return fmt.Sprintf("%s(%t)", name, bool(v)), nil
	case String:
		return fmt.Sprintf("%s(%q)", name, string(v)), nil
	case Float:
		if math.IsNaN(float64(v)) && name == "float64" {
			return fmt.Sprintf("math.Float64frombits(%#x)", math.Float64bits(float64(v))), nil
		}
		return fmt.Sprintf("%s(%v)", name, float64(v)), nil
	case Zero, nil:
		switch name {
		case "string":
			return `string("")`, nil
		case "bool":
			return "bool(false)", nil
		}
		return name + "(0)", nil
	}
	return "", fmt.Errorf("a fuzz target is given no %T", v)
}
