package golang

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
)

// Typed is a package as those have it that check one at a time (golang.org/x/tools/go/analysis): with its own syntax,
// and of what it imports the types only.
type Typed struct {
	Fset  *token.FileSet
	Files []*ast.File
	Types *types.Package
	Info  *types.Info
	Sizes types.Sizes
	// Read returns the text of a file.
	Read func(name string) ([]byte, error)
}

// Package makes a package of it, about which questions are asked as about one that Read returns. Calls of functions of
// other packages are holes, but for those that have models, and so are the values of their variables.
func (t *Typed) Package() *Package {
	program := ssa.NewProgram(t.Fset, ssaMode)
	seen := map[*types.Package]bool{}
	var imports func([]*types.Package)
	imports = func(all []*types.Package) {
		for _, p := range all {
			if !seen[p] {
				seen[p] = true
				program.CreatePackage(p, nil, nil, true)
				imports(p.Imports())
			}
		}
	}
	imports(t.Types.Imports())
	p := &packages.Package{Types: t.Types, PkgPath: t.Types.Path(), Syntax: t.Files}
	files := map[string][]byte{}
	for _, f := range t.Files {
		name := t.Fset.PositionFor(f.FileStart, false).Filename
		p.GoFiles, p.Dir = append(p.GoFiles, name), filepath.Dir(name)
		files[name], _ = t.Read(name) // without it statements have no text
	}
	out := &Package{src: &source{
		ssa: program, fset: t.Fset, sizes: t.Sizes, main: program.CreatePackage(t.Types, t.Files, t.Info, false), pkg: p,
		files: files, contracts: &contracts{}, users: map[*types.Package]bool{t.Types: true}, own: ownPackage(program),
	}}
	out.once.Do(func() {}) // there is nothing to read
	return out
}

// Entries returns the functions of a package, in the order of their places, that others call with any arguments:
// exported ones without a receiver, type parameters, and a comment that says what they require; of a command its main
// function. Test files have none.
func (p *Package) Entries() (out []*types.Func) {
	scope, limited := p.src.main.Pkg.Scope(), map[string]bool{}
	for _, file := range p.src.pkg.Syntax {
		for _, d := range file.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Recv == nil && commented(d.Doc, directive+requires) {
				limited[d.Name.Name] = true
			}
		}
	}
	for _, name := range scope.Names() {
		f, ok := scope.Lookup(name).(*types.Func)
		switch {
		case !ok || f.Signature().TypeParams().Len() > 0 || limited[name]:
		case isTestFile(p.src.fset.PositionFor(f.Pos(), false).Filename):
		case f.Exported(), p.src.main.Pkg.Name() == "main" && name == "main":
			out = append(out, f)
		}
	}
	slices.SortStableFunc(out, func(a, b *types.Func) int { return cmp.Compare(a.Pos(), b.Pos()) })
	return out
}

func isTestFile(name string) bool { return strings.HasSuffix(name, "_test.go") }
