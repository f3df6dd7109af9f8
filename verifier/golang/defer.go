package golang

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// defers are the deferred calls of a function, as a stack: which call is at a height, and what it is given.
type defers struct {
	sites  []*ssa.Defer
	height prog.VarID
	which  prog.VarID                    // a map from heights
	given  map[*ssa.Defer][][]prog.VarID // maps from heights, by operands and leaves
}

// prepareDefers finds the deferred calls of a function.
func (f *fn) prepareDefers() {
	d := &defers{given: map[*ssa.Defer][][]prog.VarID{}}
	for _, b := range f.src.Blocks {
		for _, i := range b.Instrs {
			if x, ok := i.(*ssa.Defer); ok {
				d.sites = append(d.sites, x)
			}
		}
	}
	if len(d.sites) == 0 {
		return
	}
	f.defers = d
	d.height = f.temp(term.Int, "deferred")
	d.which = f.temp(f.st.ArraySort(term.Int, term.Int), "which")
	f.set(d.height, f.st.Int(0))
	for _, x := range d.sites {
		for _, v := range operandsOf(&x.Call) {
			var maps []prog.VarID
			for _, y := range f.leaves(v.Type()) {
				maps = append(maps, f.temp(f.st.ArraySort(term.Int, f.sort(y)), "given"))
			}
			d.given[x] = append(d.given[x], maps)
		}
	}
}

// operandsOf returns what a call evaluates when it is deferred.
func operandsOf(c *ssa.CallCommon) (out []ssa.Value) {
	switch v := c.Value.(type) {
	case *ssa.Builtin, *ssa.Function:
	default:
		out = append(out, v)
	}
	return append(out, c.Args...)
}

// deferred lowers a defer statement.
func (f *fn) deferred(v *ssa.Defer) {
	d := f.defers
	if d == nil || v.DeferStack != nil && v.DeferStack.Parent() != f.src {
		refuse("a defer of the function around")
	}
	if c, ok := v.DeferStack.(*ssa.Call); v.DeferStack != nil && (!ok || !strings.HasPrefix(c.Call.Value.Name(), "ssa:")) {
		refuse("a defer of the function around")
	}
	if v.Call.IsInvoke() { // which method is called is found here; a nil function panics only when it is called
		x := f.value(v.Call.Value)
		f.check(NilPointer, f.st.Not(f.st.Eq(x[0].Term, f.st.Int(0))), said(nilDereference))
	}
	at := f.prog.Var(d.height).Term
	c := f.change()
	for k, s := range d.sites {
		if s == v {
			c.write(d.which, f.st.Store(f.prog.Var(d.which).Term, at, f.st.Int(int64(k))))
		}
	}
	for k, x := range operandsOf(&v.Call) {
		given := f.value(x)
		for n, y := range f.leaves(x.Type()) {
			m := d.given[v][k][n]
			c.write(m, f.st.Store(f.prog.Var(m).Term, at, f.term(y, given[n])))
		}
	}
	c.write(d.height, f.st.Add(at, f.st.Int(1)))
	if x := f.facts.catches; x.deep && x.sites[v] {
		depth := f.panicking().depth
		c.write(depth, f.st.Add(f.prog.Var(depth).Term, f.st.Int(1)))
	}
	c.make()
}

// runDefers calls what was deferred, the last one first.
func (f *fn) runDefers() {
	if f.defers == nil {
		return
	}
	head := f.block("defers")
	f.jump(head)
	f.enter(head)
	f.eachDeferred(func(s *ssa.Defer, at term.Term) {
		f.popped(s)
		f.instr = s
		f.guarded(func() { f.runs(s, at) })
		f.jump(head)
	})
}

// eachDeferred takes the last call that is deferred, and does something with it; what follows is where there is none.
func (f *fn) eachDeferred(do func(s *ssa.Defer, at term.Term)) {
	d, done := f.defers, f.block("deferred")
	n := f.prog.Var(d.height).Term
	more, none := f.branch(f.st.Lt(f.st.Int(0), n), "pop", "none")
	f.enter(none)
	f.jump(done)
	f.enter(more)
	f.set(d.height, f.st.Sub(n, f.st.Int(1)))
	at := f.kept(n, "top")
	for k, s := range d.sites {
		is := f.st.Eq(f.st.Select(f.prog.Var(d.which).Term, at), f.st.Int(int64(k)))
		if k == len(d.sites)-1 {
			do(s, at)
			break
		}
		then, els := f.branch(is, "run", "other")
		f.enter(then)
		do(s, at)
		f.enter(els)
	}
	f.enter(done)
}

// runs makes a deferred call.
func (f *fn) runs(s *ssa.Defer, at term.Term) {
	c := s.Call
	f.pos = s.Pos()
	ops := operandsOf(&c)
	for k, v := range ops {
		if _, ok := v.(*ssa.Const); ok {
			continue
		}
		var x value
		for n, y := range f.leaves(v.Type()) {
			x = append(x, f.read(y, f.st.Select(f.prog.Var(f.defers.given[s][k][n]).Term, at)))
		}
		old, had := f.vals[v]
		f.vals[v] = f.settled("$given", v.Type(), x)
		defer func() {
			if delete(f.vals, v); had {
				f.vals[v] = old
			}
		}()
	}
	f.call(&c, c.Signature().Results())
}

// exits reports whether a deferred call may end the program: a panic that comes before is not seen then.
func (a *facts) exits() bool {
	seen := map[*ssa.Function]bool{}
	var ends func(c *ssa.CallCommon) bool
	ends = func(c *ssa.CallCommon) bool {
		for _, g := range a.callees(c) {
			if seen[g] {
				continue
			}
			if seen[g] = true; g.RelString(nil) == "os.Exit" {
				return true
			}
			for _, b := range g.Blocks {
				for _, i := range b.Instrs {
					if x, ok := i.(ssa.CallInstruction); ok && ends(x.Common()) {
						return true
					}
				}
			}
		}
		return false
	}
	for _, g := range a.funcs {
		for _, b := range g.Blocks {
			for _, i := range b.Instrs {
				if d, ok := i.(*ssa.Defer); ok && ends(&d.Call) {
					return true
				}
			}
		}
	}
	return false
}

// callees returns the functions that a call may be of.
func (a *facts) callees(c *ssa.CallCommon) (out []*ssa.Function) {
	if g := c.StaticCallee(); g != nil {
		return []*ssa.Function{g}
	}
	if c.IsInvoke() {
		for _, t := range a.dynamic {
			if g := a.method(t, c); g != nil {
				out = append(out, g)
			}
		}
		return out
	}
	return a.valued(c.Signature())
}

// valued returns the functions that a value of a type may be.
func (a *facts) valued(sig *types.Signature) (out []*ssa.Function) {
	for _, g := range a.values {
		if callable(g, sig) {
			out = append(out, g)
		}
	}
	return out
}
