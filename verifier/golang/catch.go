package golang

import (
	"go/types"
	"iter"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// catching says which panics may be recovered.
type catching struct {
	recovers map[*ssa.Function]bool // functions that call recover, or pass a call on to one that does
	sites    map[*ssa.Defer]bool    // deferred calls of such
	under    map[*ssa.Function]bool // functions that may be called while such a call is pending
	bare     map[*ssa.Function]bool // and those that may be while none is
	deep     bool                   // some function is both
}

// protection says what is known of a place.
type protection uint8

const (
	never     protection = iota // a panic is not recovered
	always                      // a deferred call is pending that may recover it
	sometimes                   // that is so if $depth says so
)

// catch finds which panics may be recovered, once all is known that is reached.
func (a *facts) catch(roots []*ssa.Function) {
	c := &catching{
		recovers: map[*ssa.Function]bool{}, sites: map[*ssa.Defer]bool{}, under: map[*ssa.Function]bool{},
		bare: map[*ssa.Function]bool{},
	}
	a.catches = c
	for more := true; more; {
		more = false
		for _, f := range a.funcs {
			if !c.recovers[f] && a.passesRecover(f) {
				c.recovers[f], more = true, true
			}
		}
	}
	for _, f := range a.funcs {
		for i := range calls(f) {
			d, ok := i.(*ssa.Defer)
			if !ok {
				continue
			}
			if b, ok := d.Call.Value.(*ssa.Builtin); ok && b.Name() == "recover" {
				a.caught = "recover that is deferred itself"
			}
			if slices.ContainsFunc(a.callees(&d.Call), func(g *ssa.Function) bool { return c.recovers[g] }) {
				c.sites[d] = true
				c.deep = c.deep || d.Block() != f.Blocks[0]
			}
		}
	}
	if len(c.sites) == 0 {
		return
	}
	a.becomes(a.source.panicType())
	a.protect(roots)
	for f := range c.under {
		c.deep = c.deep || c.bare[f]
	}
}

// calls lists the calls in a function, also those that are deferred.
func calls(f *ssa.Function) iter.Seq[ssa.CallInstruction] {
	return func(yield func(ssa.CallInstruction) bool) {
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				if c, ok := i.(ssa.CallInstruction); ok && !yield(c) {
					return
				}
			}
		}
	}
}

// passesRecover reports whether a function calls recover. A wrapper does if what it calls does.
func (a *facts) passesRecover(f *ssa.Function) bool {
	for i := range calls(f) {
		if callsRecover(i) {
			return true
		}
		if wraps(f) && slices.ContainsFunc(a.callees(i.Common()), func(g *ssa.Function) bool {
			return a.catches.recovers[g]
		}) {
			return true
		}
	}
	return false
}

// wraps reports whether a function only calls another one, as a promoted or a bound method does. Instances of generic
// functions, and the bodies of ranges over functions, are synthetic, too, but come from the source.
func wraps(f *ssa.Function) bool { return f.Synthetic != "" && f.Syntax() == nil }

func callsRecover(i ssa.CallInstruction) bool {
	b, ok := i.Common().Value.(*ssa.Builtin)
	_, call := i.(*ssa.Call)
	return ok && call && b.Name() == "recover"
}

// protect finds which functions are called while a call is pending that recovers, and which while none is.
func (a *facts) protect(roots []*ssa.Function) {
	c := a.catches
	called := map[*ssa.Function]bool{}
	for _, f := range a.funcs {
		for i := range calls(f) {
			for _, g := range a.callees(i.Common()) {
				called[g] = true
			}
		}
	}
	for _, f := range a.funcs { // what only models and initialisers call is called by none of the functions
		if !called[f] {
			roots = append(roots, f)
		}
	}
	for _, x := range a.order() {
		for i := range calls(x.f) {
			roots = append(roots, a.callees(i.Common())...)
		}
	}
	var reach func(f *ssa.Function, under bool)
	reach = func(f *ssa.Function, under bool) {
		set := c.bare
		if under {
			set = c.under
		}
		if set[f] {
			return
		}
		set[f] = true
		for i := range calls(f) {
			d, later := i.(*ssa.Defer)
			others := c.count(f) // that may be pending when a deferred call runs
			if later && c.sites[d] && d.Block() == f.Blocks[0] {
				others--
			}
			for _, g := range a.callees(i.Common()) {
				if under || !later && c.may(i) || later && others > 0 {
					reach(g, true)
				}
				if !under && (later && (c.sites[d] || !c.pending(i)) || !later && !c.pending(i)) {
					reach(g, false)
				}
			}
		}
	}
	for _, f := range roots {
		reach(f, false)
	}
}

// count returns how many deferred calls of a function recover; one in a loop, or none in the first block, may be many.
func (c *catching) count(f *ssa.Function) (n int) {
	for i := range calls(f) {
		if d, ok := i.(*ssa.Defer); ok && c.sites[d] {
			if n++; d.Block() != f.Blocks[0] {
				n++
			}
		}
	}
	return n
}

// pending reports whether a call is certain to be pending at an instruction that recovers.
func (c *catching) pending(at ssa.Instruction) bool {
	for i := range calls(at.Parent()) {
		d, ok := i.(*ssa.Defer)
		if !ok || !c.sites[d] {
			continue
		}
		if d.Block() != at.Block() {
			if d.Block().Dominates(at.Block()) {
				return true
			}
			continue
		}
		for _, k := range d.Block().Instrs {
			if k == ssa.Instruction(d) {
				return true
			}
			if k == at {
				break
			}
		}
	}
	return false
}

// may reports whether a call may be pending at an instruction that recovers.
func (c *catching) may(at ssa.Instruction) bool {
	f := at.Parent()
	if c.count(f) == 0 {
		return false
	}
	return at.Block() != f.Blocks[0] || len(f.Blocks[0].Preds) > 0 || c.pending(at)
}

// protection says what is known of an instruction.
func (c *catching) protection(at ssa.Instruction) protection {
	if len(c.sites) == 0 || at == nil {
		return never
	}
	f := at.Parent()
	switch {
	case c.pending(at):
		return always
	case c.under[f] && c.bare[f]:
		return sometimes
	case c.under[f]:
		return always
	case c.may(at):
		return sometimes
	}
	return never
}

// panicType is the type of what recover returns of a panic of the runtime.
func (s *source) panicType() types.Type { return s.own.Type("Panic").Type() }
