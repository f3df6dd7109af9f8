package models

import (
	"embed"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

//go:embed testdata/*/*.go
var texts embed.FS

// model is a directory of models.
type model struct {
	dir     string
	of      string   // the path of the package
	helpers []string // functions that stand for the package's own
	// at is the file of the package to which is added what only the models declare.
	at string
}

var table = []model{
	{dir: "atomic", of: "sync/atomic"},
	{dir: "bytealg", of: "internal/bytealg"},
	{dir: "bytes", of: "bytes"},
	{dir: "errors", of: "errors", helpers: []string{"is"}, at: "wrap.go"},
	{dir: "fmt", of: "fmt", helpers: []string{"Sprintf", "Sprint", "Sprintln"}},
	{dir: "isync", of: "internal/sync", at: "mutex.go"},
	{dir: "rand", of: "math/rand", at: "rand.go"},
	{dir: "randv2", of: "math/rand/v2", at: "rand.go"},
	{dir: "slices", of: "slices"},
	{dir: "strings", of: "strings"},
	{dir: "stringslite", of: "internal/stringslite"},
	{dir: "subtle", of: "crypto/subtle", at: "xor.go"},
	{dir: "sync", of: "sync", at: "pool.go"},
}

// Prefix begins the names of files with models.
const Prefix = "muster:"

// parse parses the models of a directory.
func parse(fset *token.FileSet, dir string) (*ast.File, error) {
	files, err := texts.ReadDir(path.Join("testdata", dir))
	if err != nil {
		return nil, err
	}
	name := path.Join(dir, files[0].Name())
	text, err := texts.ReadFile(path.Join("testdata", name))
	if err != nil {
		return nil, err
	}
	return parser.ParseFile(fset, Prefix+name, text, parser.SkipObjectResolution)
}

// Own parses package own.
func Own(fset *token.FileSet) (*ast.File, error) { return parse(fset, "own") }

// key identifies a function of a package.
func key(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return f.Name.Name
	}
	return strings.TrimPrefix(types.ExprString(f.Recv.List[0].Type), "*") + "." + f.Name.Name
}

// shape is the type of a function without the names of its parameters.
func shape(f *ast.FuncDecl) string {
	out := ""
	for _, list := range []*ast.FieldList{f.Type.Params, f.Type.Results} {
		if out += ";"; list == nil {
			continue
		}
		for _, x := range list.List {
			out += strings.Repeat(types.ExprString(x.Type)+",", max(len(x.Names), 1))
		}
	}
	return out
}

// of returns the models for a file of the standard library; nil if there are none.
func of(root, file string) *model {
	rel, err := filepath.Rel(filepath.Join(root, "src"), file)
	if err != nil {
		return nil
	}
	k := slices.IndexFunc(table, func(m model) bool { return m.of == path.Dir(filepath.ToSlash(rel)) })
	if k < 0 {
		return nil
	}
	return &table[k]
}

// Bodies puts models in the place of functions in a file of the standard library of Go, which is below root. It returns
// the names of these functions with the path of the package, and those of which only the models have a declaration.
func Bodies(fset *token.FileSet, root, name string, file *ast.File) (replaced, added []string, err error) {
	m := of(root, name)
	if m == nil {
		return nil, nil, nil
	}
	from, err := parse(fset, m.dir)
	if err != nil {
		return nil, nil, err
	}
	models := map[string]*ast.FuncDecl{}
	for _, d := range from.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && !slices.Contains(m.helpers, f.Name.Name) {
			models[key(f)] = f
		}
	}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		if by := models[key(f)]; by != nil && shape(by) == shape(f) {
			f.Recv, f.Type, f.Body = by.Recv, by.Type, by.Body
			replaced = append(replaced, m.of+"."+key(f))
		}
	}
	if m.at == filepath.Base(name) {
		added = add(m, file, from)
	}
	unused(file)
	return replaced, added, nil
}

// Primitive reports whether a function has a meaning of its own: its body is not read.
func Primitive(name string) bool {
	return slices.Contains([]string{"assume", "assigns", "blocks", "hashable", "overlap"}, name) ||
		strings.HasPrefix(name, "any") && name != "any" && strings.ToUpper(name[3:4]) == name[3:4]
}

// add adds primitives and variables.
func add(m *model, to, from *ast.File) (added []string) {
	for _, d := range from.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if Primitive(d.Name.Name) {
				d.Body = nil
				to.Decls = append(to.Decls, d)
				added = append(added, m.of+"."+d.Name.Name)
			}
		case *ast.GenDecl:
			if d.Tok == token.VAR {
				to.Decls = append(to.Decls, d)
			}
		}
	}
	return added
}

// unused has a file not name imports that nothing in it uses any more.
func unused(file *ast.File) {
	used := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok {
				used[x.Name] = true
			}
		}
		return true
	})
	for _, i := range file.Imports {
		name := path.Base(strings.Trim(i.Path.Value, `"`))
		if i.Name != nil {
			name = i.Name.Name
		}
		if name != "." && !used[name] {
			i.Name = ast.NewIdent("_")
		}
	}
}
