package cmd_test

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// tree is the text of a repository.
type tree struct {
	fset     *token.FileSet
	files    map[string]string // by slash-separated path; "" for test data and what is not text
	packages map[string]*pkg   // by directory
}

// pkg is the Go code of a directory, whatever its build tags.
type pkg struct {
	dir, name string // name without "_test"
	files     []*source

	declared map[string]bool            // every name that some declaration introduces
	top      map[string]bool            // those at package level
	members  map[string]map[string]bool // fields and methods, by type
	imports  map[string]string          // paths, by the name that some file uses
}

// source is a file of Go code.
type source struct {
	path string
	test bool
	pkg  *pkg
	*ast.File
}

// complaint says what breaks a rule and where.
type complaint struct {
	dir  string // of the package
	at   string // file and line
	text string
}

// check is a rule that the whole repository keeps.
type check struct {
	name string
	find func(*tree) []complaint
}

// checks are the rules on the text of the repository.
var checks = []check{
	{"size", longFiles},
	{"columns", longLines},
	{"variables", mutableVariables},
	{"documentation", undocumented},
	{"sentence", packageSentences},
	{"commands", importsOfCommands},
	{"names", unknownNames},
	{"references", privateReferences},
	{"duplicates", duplicates},
}

func TestSource(t *testing.T) {
	m := readTree(t, "..")
	for _, c := range checks {
		t.Run(c.name, func(t *testing.T) {
			for _, x := range c.find(m) {
				t.Errorf("%s: %s", x.at, x.text)
			}
		})
	}
}

// readTree reads the repository below a directory.
func readTree(t *testing.T, root string) *tree {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		switch {
		case d.IsDir() && strings.HasPrefix(d.Name(), ".") && rel != "." && rel != ".ci":
			return filepath.SkipDir
		case !d.Type().IsRegular() || strings.HasPrefix(d.Name(), "."):
			return nil
		}
		files[rel] = ""
		if strings.Contains(rel, "testdata/") {
			return nil
		}
		text, err := os.ReadFile(name)
		if !bytes.Contains(text, []byte{0}) {
			files[rel] = string(text)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return parseTree(t, files)
}

// parseTree parses the Go files of a repository.
func parseTree(t *testing.T, files map[string]string) *tree {
	t.Helper()
	m := &tree{token.NewFileSet(), files, map[string]*pkg{}}
	for _, name := range sorted(files) {
		if path.Ext(name) != ".go" || files[name] == "" {
			continue
		}
		f, err := parser.ParseFile(m.fset, name, files[name], parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		dir := path.Dir(name)
		p := m.packages[dir]
		if p == nil {
			p = &pkg{
				dir: dir, name: strings.TrimSuffix(f.Name.Name, "_test"),
				declared: map[string]bool{}, top: map[string]bool{},
				members: map[string]map[string]bool{}, imports: map[string]string{},
			}
			m.packages[dir] = p
		}
		p.files = append(p.files, &source{name, strings.HasSuffix(name, "_test.go"), p, f})
		p.note(f)
	}
	return m
}

// note collects the names that a file of the package declares.
func (p *pkg) note(f *ast.File) {
	for _, i := range f.Imports {
		name := importPath(i)
		if i.Name != nil {
			p.imports[i.Name.Name] = name
		} else {
			p.imports[path.Base(name)] = name
		}
	}
	for name := range f.Scope.Objects {
		p.top[name] = true
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			p.declared[n.Name.Name] = true
			if n.Recv != nil {
				p.member(receiver(n), n.Name.Name)
			}
		case *ast.TypeSpec:
			p.declared[n.Name.Name] = true
			p.fieldsOf(n.Name.Name, n.Type)
		case *ast.ValueSpec:
			for _, x := range n.Names {
				p.declared[x.Name] = true
			}
		case *ast.Field:
			for _, x := range n.Names {
				p.declared[x.Name] = true
			}
		case *ast.AssignStmt:
			for _, x := range n.Lhs {
				if x, ok := x.(*ast.Ident); ok && n.Tok == token.DEFINE {
					p.declared[x.Name] = true
				}
			}
		}
		return true
	})
}

// fieldsOf notes the fields of a struct, or the methods of an interface.
func (p *pkg) fieldsOf(name string, t ast.Expr) {
	var list *ast.FieldList
	switch t := t.(type) {
	case *ast.StructType:
		list = t.Fields
	case *ast.InterfaceType:
		list = t.Methods
	default:
		return
	}
	for _, f := range list.List {
		for _, x := range f.Names {
			p.member(name, x.Name)
		}
		if len(f.Names) == 0 { // embedded
			switch t := unwrapped(f.Type).(type) {
			case *ast.Ident:
				p.member(name, t.Name)
			case *ast.SelectorExpr:
				p.member(name, t.Sel.Name)
			}
		}
	}
}

func (p *pkg) member(of, name string) {
	if p.members[of] == nil {
		p.members[of] = map[string]bool{}
	}
	p.members[of][name] = true
}

// sorted returns the keys of a map in order.
func sorted[K cmp.Ordered, V any](m map[K]V) []K {
	var keys []K
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// each calls f for every file of Go code, in order.
func (m *tree) each(f func(*source)) {
	for _, dir := range sorted(m.packages) {
		for _, s := range m.packages[dir].files {
			f(s)
		}
	}
}

// complain makes a complaint on a place in a file of Go code.
func (m *tree) complain(s *source, at token.Pos, format string, args ...any) complaint {
	p := m.fset.Position(at)
	return complaint{s.pkg.dir, fmt.Sprintf("%s:%d", p.Filename, p.Line), fmt.Sprintf(format, args...)}
}

// receiver returns the name of the type that a method belongs to.
func receiver(f *ast.FuncDecl) string {
	switch t := unwrapped(f.Recv.List[0].Type).(type) {
	case *ast.Ident:
		return t.Name
	}
	return ""
}

// unwrapped returns a type without pointers, parentheses and type arguments.
func unwrapped(t ast.Expr) ast.Expr {
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.ParenExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		default:
			return t
		}
	}
}

func importPath(i *ast.ImportSpec) string { return strings.Trim(i.Path.Value, "`\"") }

// refuses makes sure that a check finds just this in a tree of some files.
func refuses(t *testing.T, find func(*tree) []complaint, files map[string]string, want ...string) {
	t.Helper()
	var got []string
	for _, c := range find(parseTree(t, files)) {
		got = append(got, c.at+": "+c.text)
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}
