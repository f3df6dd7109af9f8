package gotest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"
)

// declared returns the names that the package of a test has, in its tests, too, but for an earlier version of the test.
func (p *Package) declared(earlier string) (map[string]bool, error) {
	out := map[string]bool{}
	for _, name := range p.Types.Scope().Names() {
		out[name] = true
	}
	files, err := os.ReadDir(p.Dir)
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), "_test.go") || f.Name() == earlier && p.ours(earlier) {
			continue
		}
		// What of a test file cannot be parsed, go test will say.
		file, _ := parser.ParseFile(token.NewFileSet(), filepath.Join(p.Dir, f.Name()), nil, parser.SkipObjectResolution)
		if file != nil && file.Name.Name == p.Types.Name() {
			names(file, out)
		}
	}
	return out, nil
}

// names adds what a file declares, and what its imports are called: a test of another file may be called so, but
// nothing of the package.
func names(file *ast.File, out map[string]bool) {
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				out[d.Name.Name] = true
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					out[s.Name.Name] = true
				case *ast.ValueSpec:
					for _, n := range s.Names {
						out[n.Name] = true
					}
				case *ast.ImportSpec:
					if s.Name != nil {
						out[s.Name.Name] = true
					}
				}
			}
		}
	}
}

// fresh returns a name that nothing has, and takes it.
func (w *writer) fresh(name string) string {
	name = strings.TrimLeft(name, "_")
	if name == "" {
		name = "x"
	}
	base := name
	if last := name[len(name)-1]; '0' <= last && last <= '9' {
		base += "_"
	}
	for k, try := 2, name; ; k++ {
		if !w.taken[try] && types.Universe.Lookup(try) == nil && !token.IsKeyword(try) {
			w.taken[try] = true
			return try
		}
		try = fmt.Sprintf("%s%d", base, k)
	}
}

// imported returns the name of a package in the file.
func (w *writer) imported(path, name string) string {
	if x, ok := w.imports[path]; ok {
		return x
	}
	x := w.fresh(name)
	w.imports[path] = x
	w.base[path] = name
	return x
}

// qualified returns the name of what is declared in a package.
func (w *writer) qualified(o types.Object) string {
	switch p := o.Pkg(); {
	case p == nil:
		return o.Name()
	case o.Parent() != nil && o.Parent() != p.Scope():
		w.refuse("%s is declared in a function", o.Name())
	case p.Path() == w.pkg.Path():
		return o.Name()
	case !o.Exported():
		w.refuse("%s.%s is not exported", p.Name(), o.Name())
	default:
		return w.imported(p.Path(), p.Name()) + "." + o.Name()
	}
	return o.Name()
}

// spelled returns how a type is written in the file.
func (w *writer) spelled(t types.Type) string {
	w.nameable(t, map[types.Type]bool{})
	return types.TypeString(t, func(p *types.Package) string {
		if p.Path() == w.pkg.Path() {
			return ""
		}
		return w.imported(p.Path(), p.Name())
	})
}

// nameable refuses a type that has no name in the file.
func (w *writer) nameable(t types.Type, seen map[types.Type]bool) {
	if seen[t] {
		return
	}
	seen[t] = true
	inside := func(list ...types.Type) {
		for _, x := range list {
			w.nameable(x, seen)
		}
	}
	switch t := t.(type) {
	case *types.Named:
		w.qualified(t.Obj())
		for a := range t.TypeArgs().Types() {
			inside(a)
		}
	case *types.Alias:
		w.qualified(t.Obj())
	case *types.Pointer:
		inside(t.Elem())
	case *types.Slice:
		inside(t.Elem())
	case *types.Array:
		inside(t.Elem())
	case *types.Chan:
		inside(t.Elem())
	case *types.Map:
		inside(t.Key(), t.Elem())
	case *types.Signature:
		inside(t.Params(), t.Results())
	case *types.Tuple:
		for v := range t.Variables() {
			inside(v.Type())
		}
	case *types.Struct:
		for v := range t.Fields() {
			if w.accessible(v); v.Type() != nil {
				inside(v.Type())
			}
		}
	case *types.TypeParam:
		w.refuse("the type parameter %s stands for no type", t)
	}
}

// accessible refuses a field that code of the package cannot name.
func (w *writer) accessible(v *types.Var) {
	if !v.Exported() && v.Pkg() != nil && v.Pkg().Path() != w.pkg.Path() {
		w.refuse("field %s belongs to package %s", v.Name(), v.Pkg().Name())
	}
}
