package cmd_test

import (
	"fmt"
	"go/ast"
	"go/token"
	"path"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// maxLines bounds the lines of a product file.
const maxLines = 600

// long lists the product files that may have more than maxLines lines, and why.
var long = map[string]string{}

// longFiles finds product files that are too long.
func longFiles(m *tree) (out []complaint) {
	m.each(func(s *source) {
		n := m.fset.File(s.Package).LineCount()
		if !s.test && n > maxLines && long[s.path] == "" {
			out = append(out, complaint{s.pkg.dir, s.path, fmt.Sprintf("%d lines, more than %d", n, maxLines)})
		}
	})
	return out
}

// maxColumns bounds the characters in a line of product code, a tab among them.
const maxColumns = 120

// longLines finds lines of product code that are too long, but for what is in literals of several lines, such as help.
func longLines(m *tree) (out []complaint) {
	m.each(func(s *source) {
		if s.test || s.pkg.dir == "fuzz" || strings.HasPrefix(s.pkg.dir, "fuzz/") {
			return
		}
		literal := map[int]bool{} // by line
		ast.Inspect(s.File, func(n ast.Node) bool {
			if x, ok := n.(*ast.BasicLit); ok && x.Kind == token.STRING && strings.Contains(x.Value, "\n") {
				for i := range strings.Count(x.Value, "\n") + 1 {
					literal[m.fset.Position(x.Pos()).Line+i] = true
				}
			}
			return true
		})
		for i, l := range strings.Split(m.files[s.path], "\n") {
			if n := utf8.RuneCountInString(l); n > maxColumns && !literal[i+1] {
				at := fmt.Sprintf("%s:%d", s.path, i+1)
				out = append(out, complaint{s.pkg.dir, at, fmt.Sprintf("%d columns, more than %d", n, maxColumns)})
			}
		}
	})
	return out
}

// mutableVariables finds package-level variables of product code that are
// neither a table nor a sentinel error nor a regular expression, tables that are
// changed after their initialisation, and functions init. (That the address of an element
// is taken is no change: that is how long elements are read.)
func mutableVariables(m *tree) (out []complaint) {
	variables := map[string]map[string]bool{} // by directory and name
	m.each(func(s *source) {
		if s.test {
			return
		}
		for _, d := range s.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
				out = append(out, m.complain(s, f.Pos(), "initialisation is left to declarations"))
			}
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.VAR {
				continue
			}
			for _, spec := range g.Specs {
				v := spec.(*ast.ValueSpec)
				for i, name := range v.Names {
					if name.Name == "_" {
						continue
					}
					if variables[s.pkg.dir] == nil {
						variables[s.pkg.dir] = map[string]bool{}
					}
					variables[s.pkg.dir][name.Name] = true
					if !embedded(v) && (len(v.Values) != len(v.Names) || !constantLike(v.Values[i])) {
						out = append(out, m.complain(s, name.Pos(), "variable %s is no table, sentinel error or regular expression", name.Name))
					}
				}
			}
		}
	})
	m.each(func(s *source) {
		if !s.test {
			out = append(out, m.changes(s, variables)...)
		}
	})
	return out
}

// embedded reports whether a variable holds files of the source: its type is embed.FS, which nothing can change.
func embedded(v *ast.ValueSpec) bool {
	t, ok := v.Type.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	from, ok := t.X.(*ast.Ident)
	return ok && from.Name == "embed" && t.Sel.Name == "FS"
}

// constantLike reports whether a package-level variable may start as x.
func constantLike(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.CompositeLit:
		t, ok := x.Type.(*ast.SelectorExpr)
		return !ok || !slices.Contains([]string{"sync", "atomic"}, nameOf(t.X))
	case *ast.UnaryExpr:
		return x.Op == token.AND && constantLike(x.X)
	case *ast.SelectorExpr: // a sentinel error of another package
		return strings.HasPrefix(x.Sel.Name, "Err")
	case *ast.CallExpr:
		switch f := x.Fun.(type) {
		case *ast.FuncLit: // computes a table
			return len(x.Args) == 0
		case *ast.Ident:
			return f.Name == "make"
		case *ast.SelectorExpr:
			name := nameOf(f.X) + "." + f.Sel.Name
			if name == "sync.OnceValue" { // computes a table when it is first used
				_, ok := x.Args[0].(*ast.FuncLit)
				return ok
			}
			return slices.Contains([]string{"errors.New", "fmt.Errorf", "regexp.MustCompile"}, name)
		}
	}
	return false
}

// changes finds what changes package-level variables, their elements or fields,
// or takes their address.
func (m *tree) changes(s *source, variables map[string]map[string]bool) (out []complaint) {
	unresolved := map[*ast.Ident]bool{}
	for _, x := range s.Unresolved {
		unresolved[x] = true
	}
	changed := func(x ast.Expr) {
		for {
			switch y := unwrapped(x).(type) {
			case *ast.Ident:
				here := unresolved[y] || s.Scope.Objects[y.Name] != nil && y.Obj == s.Scope.Objects[y.Name]
				if here && variables[s.pkg.dir][y.Name] {
					out = append(out, m.complain(s, y.Pos(), "variable %s is changed, or its address taken", y.Name))
				}
				return
			case *ast.SelectorExpr:
				if p, ok := y.X.(*ast.Ident); ok && unresolved[p] {
					if dir, ok := strings.CutPrefix(s.pkg.imports[p.Name], module+"/"); ok && variables[dir][y.Sel.Name] {
						out = append(out, m.complain(s, y.Pos(), "variable %s.%s is changed, or its address taken", p.Name, y.Sel.Name))
						return
					}
				}
				x = y.X
			case *ast.SliceExpr:
				x = y.X
			default:
				return
			}
		}
	}
	ast.Inspect(s.File, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			if n.Tok != token.DEFINE {
				for _, x := range n.Lhs {
					changed(x)
				}
			}
		case *ast.IncDecStmt:
			changed(n.X)
		case *ast.UnaryExpr:
			if _, ok := n.X.(*ast.IndexExpr); n.Op == token.AND && !ok {
				changed(n.X)
			}
		case *ast.RangeStmt:
			if n.Tok == token.ASSIGN {
				changed(n.Key)
				changed(n.Value)
			}
		case *ast.CallExpr:
			if f := nameOf(n.Fun); len(n.Args) > 0 && (f == "delete" || f == "clear" || f == "copy") {
				changed(n.Args[0])
			}
		}
		return true
	})
	return out
}

// nameOf returns the name that x is, or nothing.
func nameOf(x ast.Expr) string {
	if x, ok := x.(*ast.Ident); ok {
		return x.Name
	}
	return ""
}

// wellKnown are methods whose meaning everybody knows.
var wellKnown = []string{"Error", "Unwrap", "Is", "As", "String", "Len", "Less", "Swap", "Read", "Write", "Close", "MarshalJSON", "MarshalText"}

// undocumented finds exported types, functions, methods, constants and
// variables of product code whose comment does not begin with their name.
// Fields and the methods of interfaces may be explained by their type.
func undocumented(m *tree) (out []complaint) {
	m.each(func(s *source) {
		if s.test {
			return
		}
		need := func(name *ast.Ident, kind string, articles bool, docs ...*ast.CommentGroup) {
			if !name.IsExported() {
				return
			}
			for _, d := range docs {
				if begins(d, name.Name, articles) {
					return
				}
			}
			out = append(out, m.complain(s, name.Pos(), "exported %s %s has no comment that begins with its name", kind, name.Name))
		}
		for _, d := range s.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				switch {
				case d.Recv == nil:
					need(d.Name, "function", false, d.Doc)
				case ast.IsExported(receiver(d)) && !slices.Contains(wellKnown, d.Name.Name):
					need(d.Name, "method", false, d.Doc)
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					switch spec := spec.(type) {
					case *ast.TypeSpec:
						need(spec.Name, "type", true, d.Doc, spec.Doc)
					case *ast.ValueSpec:
						if d.Lparen.IsValid() && (d.Doc != nil || spec.Doc != nil || spec.Comment != nil) {
							continue
						}
						need(spec.Names[0], d.Tok.String(), false, d.Doc, spec.Doc)
					}
				}
			}
		}
	})
	return out
}

// begins reports whether a comment begins with a name, for a type perhaps after
// an article.
func begins(doc *ast.CommentGroup, name string, articles bool) bool {
	text := doc.Text()
	if articles {
		for _, a := range []string{"A ", "An ", "The "} {
			text = strings.TrimPrefix(text, a)
		}
	}
	rest, ok := strings.CutPrefix(text, name)
	return ok && (rest == "" || !isWord(rest[0]))
}

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// packageSentences finds packages without a sentence that says what they are
// for: "Package x ..." or, of a command, "Command x ..." or "X ...".
func packageSentences(m *tree) (out []complaint) {
	for _, dir := range sorted(m.packages) {
		p, found, product := m.packages[dir], false, false
		for _, s := range p.files {
			if s.test {
				continue
			}
			product = true
			starts := []string{"Package " + p.name}
			if p.name == "main" {
				binary := path.Base(dir)
				starts = []string{"Command " + binary, strings.ToUpper(binary[:1]) + binary[1:]}
			}
			for _, x := range starts {
				found = found || begins(s.Doc, x, false)
			}
		}
		if product && !found {
			out = append(out, complaint{dir, dir, "no sentence says what the package is for"})
		}
	}
	return out
}

// importsOfCommands finds imports of commands, and of packages below them, from
// elsewhere: in tests neither.
func importsOfCommands(m *tree) (out []complaint) {
	m.each(func(s *source) {
		for _, i := range s.Imports {
			inner, _ := strings.CutPrefix(importPath(i), module+"/")
			if strings.HasPrefix(inner+"/", "cmd/") && !strings.HasPrefix(s.path, "cmd/") {
				out = append(out, m.complain(s, i.Pos(), "only commands import %s", inner))
			}
		}
	})
	return out
}

func TestShapeNotices(t *testing.T) {
	refuses(t, longFiles, map[string]string{
		"a/a.go":      "package a\n" + strings.Repeat("// line\n", maxLines),
		"a/b.go":      "package a\n" + strings.Repeat("// line\n", maxLines-2),
		"a/a_test.go": "package a\n" + strings.Repeat("// line\n", maxLines),
	}, "a/a.go: 601 lines, more than 600")

	column := "// " + strings.Repeat("x", maxColumns-3)
	refuses(t, longLines, map[string]string{
		"a/a.go":      "package a\n\n" + column + "\n" + column + "é\nconst c = `\n" + column + "x\n" + column + "x`\n",
		"a/a_test.go": "package a\n" + column + "x\n",
		"fuzz/a.go":   "package fuzz\n" + column + "x\n",
	}, "a/a.go:4: 121 columns, more than 120")

	refuses(t, mutableVariables, map[string]string{
		"a/a.go": `package a

import "sync"

var table = [...]int{1, 2}
var words = map[string]int{"a": 1}
var list = make([]int, 4)
var class = func() (t [256]bool) { return t }()
var ErrA = errors.New("a")
var digits = regexp.MustCompile("[0-9]")
var _ fmt.Stringer = (*T)(nil)
var count int
var pool = sync.Pool{}
var far = new(big.Int)
var Open = []int{1}

func f(list []int) {
	words["b"] = 2
	list[0] = 1
	table[0]++
	table := list
	table[0]++
	delete(words, "a")
	p := &words["a"]
}

var files embed.FS
`,
		"a/b.go": "package a\n\nfunc g() { list[0], ErrA = 1, nil }\n\nfunc init() {}\n",
		"b/b.go": "package b\n\nimport \"" + module + "/a\"\n\nfunc g() *[]int { return &a.Open }\n",
	},
		"a/a.go:12: variable count is no table, sentinel error or regular expression",
		"a/a.go:13: variable pool is no table, sentinel error or regular expression",
		"a/a.go:14: variable far is no table, sentinel error or regular expression",
		"a/b.go:5: initialisation is left to declarations",
		"a/a.go:18: variable words is changed, or its address taken",
		"a/a.go:20: variable table is changed, or its address taken",
		"a/a.go:23: variable words is changed, or its address taken",
		"a/b.go:3: variable list is changed, or its address taken",
		"a/b.go:3: variable ErrA is changed, or its address taken",
		"b/b.go:5: variable a.Open is changed, or its address taken",
	)

	refuses(t, undocumented, map[string]string{
		"a/a.go": `package a

// A T is documented.
type T int

// Types of things.
type U int

// F does it.
func F() {}

// Gee is another name.
func G() {}

func (T) M()         {}
func (T) String() string { return "" }
func (t) Hidden()    {}

// The numbers.
const (
	One = 1
	Two = 2
)

const Three = 3

var (
	ErrA = errors.New("a")
	ErrB = errors.New("b") // what it means
)
`,
	},
		"a/a.go:7: exported type U has no comment that begins with its name",
		"a/a.go:13: exported function G has no comment that begins with its name",
		"a/a.go:15: exported method M has no comment that begins with its name",
		"a/a.go:25: exported const Three has no comment that begins with its name",
		"a/a.go:28: exported var ErrA has no comment that begins with its name",
	)

	refuses(t, packageSentences, map[string]string{
		"a/a.go":      "// Package a is fine.\npackage a\n",
		"b/b.go":      "// Package a is fine.\npackage b\n",
		"c/c_test.go": "package c_test\n",
		"cmd/d/d.go":  "// Command d is fine.\npackage main\n",
		"cmd/e/e.go":  "// E is fine.\npackage main\n",
		"cmd/f/f.go":  "// main is the start.\npackage main\n",
	},
		"b: no sentence says what the package is for",
		"cmd/f: no sentence says what the package is for",
	)

	refuses(t, importsOfCommands, map[string]string{
		"a/a_test.go":  "package a\n\nimport _ \"" + module + "/cmd/x/y\"\n",
		"cmd/x/a.go":   "package x\n\nimport _ \"" + module + "/cmd/x/y\"\n",
		"cmd/x/y/a.go": "package y\n",
	}, "a/a_test.go:3: only commands import cmd/x/y")
}
