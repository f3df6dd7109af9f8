package boogie

import (
	"slices"

	"github.com/muster-smt/muster/verifier/boogie/syntax"
)

// dropExtern removes declarations with {:extern} of what is declared elsewhere, too. Constants and variables share a
// name space.
func dropExtern(f *syntax.File) {
	none := map[syntax.Name]int{}
	f.TypeDecls = once(f, none, f.TypeDecls, func(d *syntax.TypeDecl) (syntax.Name, syntax.List) {
		return d.Name,
			d.Attrs
	})
	f.Funcs = once(f, none, f.Funcs, func(d *syntax.FuncDecl) (syntax.Name, syntax.List) { return d.Name, d.Attrs })
	f.Procs = once(f, none, f.Procs, func(d *syntax.ProcDecl) (syntax.Name, syntax.List) { return d.Name, d.Attrs })
	consts := func(d *syntax.ConstDecl) (syntax.Name, syntax.List) { return d.Name, d.Attrs }
	globals := func(d *syntax.VarDecl) (syntax.Name, syntax.List) { return d.Name, d.Attrs }
	f.Consts = once(f, count(f.Globals, globals), f.Consts, consts)
	f.Globals = once(f, count(f.Consts, consts), f.Globals, globals)
}

// count returns how often names are declared.
func count[T any](decls []T, of func(*T) (syntax.Name, syntax.List)) map[syntax.Name]int {
	n := map[syntax.Name]int{}
	for i := range decls {
		name, _ := of(&decls[i])
		n[name]++
	}
	return n
}

// once leaves of declarations with {:extern} those whose names are declared nowhere else, or the last of several.
func once[T any](f *syntax.File, elsewhere map[syntax.Name]int, decls []T, of func(*T) (syntax.Name, syntax.List)) []T {
	left := count(decls, of)
	return slices.DeleteFunc(decls, func(d T) bool {
		name, attrs := of(&d)
		if _, extern := f.Attr(attrs, "extern"); !extern || left[name]+elsewhere[name] < 2 {
			return false
		}
		left[name]--
		return true
	})
}
