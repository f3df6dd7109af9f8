package golang

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// formatters are the methods that package fmt calls.
var formatters = []string{"Error", "String", "Format", "GoString"}

// formatsBusily reports whether values of a type have, or contain, a method that package fmt calls and that may have
// effects.
func (a *facts) formatsBusily(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	for _, name := range formatters {
		sel := a.program.MethodSets.MethodSet(t).Lookup(nil, name)
		if sel == nil || sel.Obj().Pkg() == nil || !a.users[sel.Obj().Pkg()] || types.IsInterface(t) {
			continue
		}
		if m := a.program.MethodValue(sel); m != nil && a.busy(m, map[*ssa.Function]bool{}) {
			return true
		}
	}
	inside := func(t types.Type) bool { return a.formatsBusily(t, seen) }
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return inside(u.Elem())
	case *types.Slice:
		return inside(u.Elem())
	case *types.Array:
		return inside(u.Elem())
	case *types.Map:
		return inside(u.Key()) || inside(u.Elem())
	case *types.Struct:
		for k := range u.NumFields() {
			if inside(u.Field(k).Type()) {
				return true
			}
		}
	case *types.Interface:
		return slices.ContainsFunc(a.dynamic, inside)
	}
	return false
}

// busy reports whether a function may change what others see. What the standard library changes, no program sees.
func (a *facts) busy(f *ssa.Function, seen map[*ssa.Function]bool) bool {
	if seen[f] || modelOf(f) != nil {
		return f.Name() == "Exit"
	}
	seen[f] = true
	if f.Pkg != nil {
		f.Pkg.Build()
	}
	if !a.user(f) {
		return false
	}
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			switch v := i.(type) {
			case *ssa.Store:
				if !local(v.Addr) {
					return true
				}
			case *ssa.MapUpdate, *ssa.Send, *ssa.Go, *ssa.Select:
				return true
			case ssa.CallInstruction:
				if a.callsBusily(v.Common(), seen) {
					return true
				}
			}
		}
	}
	return false
}

// callsBusily reports whether a call may change what others see.
func (a *facts) callsBusily(c *ssa.CallCommon, seen map[*ssa.Function]bool) bool {
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return slices.Contains([]string{"append", "copy", "clear", "delete", "close"}, b.Name())
	}
	if c.IsInvoke() {
		return slices.ContainsFunc(a.dynamic, func(t types.Type) bool {
			m := a.method(t, c)
			return m != nil && a.busy(m, seen)
		})
	}
	g := c.StaticCallee()
	return g == nil || a.busy(g, seen)
}

// local reports whether an address is one in a variable that the function itself has made.
func local(addr ssa.Value) bool {
	switch v := addr.(type) {
	case *ssa.Alloc, *ssa.MakeSlice:
		return true
	case *ssa.FieldAddr:
		return local(v.X)
	case *ssa.IndexAddr:
		return local(v.X)
	case *ssa.Slice:
		return local(v.X)
	}
	return false
}
