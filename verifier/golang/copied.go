package golang

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// copies are the loads of variables, in the initialisation of a package, that only put their values into maps, arrays
// or structures that it makes and that other variables get, which it then leaves alone. By these copies it changes
// nothing; what runs later may, so they are kept with the variables that hold them.
type copies map[ssa.Instruction][]*ssa.Global

// copied returns the copies of an initialisation. It is about packages that initialise without calls: other code could
// change by one variable what another one leads to.
func copied(init *ssa.Function) copies {
	out := copies{}
	if init == nil {
		return out
	}
	uses := map[*ssa.Global]int{}
	for _, b := range init.Blocks {
		for _, i := range b.Instrs {
			if c, ok := i.(ssa.CallInstruction); ok && !initialises(c.Common()) {
				return out
			}
			for _, p := range i.Operands(nil) {
				if g, ok := (*p).(*ssa.Global); ok {
					uses[g]++
				}
			}
		}
	}
	for _, b := range init.Blocks {
		for _, i := range b.Instrs {
			load, ok := i.(*ssa.UnOp)
			if !ok || !isGlobal(load.X) {
				continue
			}
			h := holding{uses: uses}
			if h.value(load) {
				out[load] = h.by
			}
		}
	}
	return out
}

// holds notes of variables that they hold copies of another one.
func (a *facts) holds(c copies) {
	for i, by := range c {
		for _, g := range by {
			a.held[g] = append(a.held[g], i.(*ssa.UnOp).X.(*ssa.Global))
		}
	}
}

// concerns reports whether a variable is reached, or holds a copy of one that is.
func (a *facts) concerns(g *ssa.Global) bool {
	return a.known[g] || slices.ContainsFunc(a.held[g], func(x *ssa.Global) bool { return a.known[x] })
}

// initialises reports whether a call is one of the initialisation of a package that is imported.
func initialises(c *ssa.CallCommon) bool {
	g := c.StaticCallee()
	return g != nil && g.Synthetic == "package initializer"
}

func isGlobal(v ssa.Value) bool {
	_, ok := v.(*ssa.Global)
	return ok
}

// holding finds the variables that hold a value.
type holding struct {
	uses map[*ssa.Global]int
	by   []*ssa.Global
}

// value reports whether a value is only put into what variables hold that are used once.
func (h *holding) value(v ssa.Value) bool {
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef:
		case *ssa.MapUpdate:
			if r.Map == v || r.Key == v || !h.in(r.Map) {
				return false
			}
		case *ssa.Store:
			if r.Addr == v || !h.in(r.Addr) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// in reports whether a map, or the object of an address, is new, is filled, and is given to a variable that is used
// once.
func (h *holding) in(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.FieldAddr:
		return h.in(x.X)
	case *ssa.IndexAddr:
		return h.in(x.X)
	case *ssa.MakeMap, *ssa.Alloc:
		return h.filled(v)
	}
	return false
}

// filled reports whether a value is used only to put others into it, and as the value of a variable that is used once.
func (h *holding) filled(v ssa.Value) bool {
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef:
		case *ssa.MapUpdate:
			if r.Value == v || r.Key == v {
				return false
			}
		case *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Slice:
			if !h.filled(r.(ssa.Value)) {
				return false
			}
		case *ssa.Store:
			if r.Val != v {
				continue
			}
			g, ok := r.Addr.(*ssa.Global)
			if !ok || h.uses[g] != 1 {
				return false
			}
			h.by = append(h.by, g)
		default:
			return false
		}
	}
	return true
}
