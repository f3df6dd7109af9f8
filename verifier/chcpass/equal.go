package chcpass

import (
	"context"
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/vc"
)

// equal finds arguments that always have one value, and those that always equal another one, by a data flow analysis.
// Callers get the value in place of the result, and the arguments are left out.
func equal(p *pass) back {
	n := len(p.sys.Procs)
	a := &equality{p: p, before: p.sys, args: make([][]argument, n), dead: make([][]bool, n),
		subst: make([]map[term.Term]term.Term, n)}
	called := vc.Closure(p.sys, []vc.ProcID{p.sys.Entry})
	for changed := true; changed; {
		changed = false
		for _, id := range called {
			args := a.analyse(id)
			if p.stopped() {
				return nil
			}
			if args != nil && (a.args[id] == nil || !slices.Equal(args, a.args[id])) {
				a.args[id], changed = args, true
			}
		}
	}
	return a.rewrite(called)
}

// argument is what an argument of a procedure always equals: a value, or else the argument with an index, perhaps its
// own.
type argument struct {
	value term.Term
	same  int
}

// equality is the analysis; it leads back.
type equality struct {
	p      *pass
	before *vc.System
	isOut  map[term.Term]bool        // of the procedure that is analysed
	args   [][]argument              // by vc.ProcID; nil if the procedure never returns
	dead   [][]bool                  // by vc.ProcID: blocks that are never reached
	facts  []verifier.Fact           // what it has found
	subst  []map[term.Term]term.Term // by vc.ProcID: what replaces results of calls
}

// analyse returns what the arguments of a procedure equal, given what is known of its callees; nil if it does not
// return, or the pass is stopped.
func (a *equality) analyse(id vc.ProcID) (args []argument) {
	p := a.p.sys.Procs[id]
	states := make([]*classes, len(p.Blocks)) // where blocks end; nil if that is not reached
	a.dead[id] = make([]bool, len(p.Blocks))
	a.isOut = map[term.Term]bool{}
	for _, o := range p.Out {
		a.isOut[o] = true
	}
	for i := range p.Blocks {
		if a.p.stopped() {
			return nil
		}
		b := &p.Blocks[i]
		var s *classes
		if i == 0 {
			s = newClasses()
		}
		for _, x := range b.Preds {
			switch in := states[x.Block]; {
			case in == nil:
			case s == nil:
				s = in.clone()
			default:
				s = s.meet(a.p.st, in)
			}
		}
		if s == nil || !a.learn(p, b, s) {
			a.dead[id][i] = true
			continue
		}
		states[i] = s
		if len(b.Succs) == 0 {
			args = a.exit(p, args, s)
		}
	}
	return args
}

// exit returns what holds of the arguments at an exit, and at others, if there are any.
func (a *equality) exit(p *vc.Proc, others []argument, s *classes) []argument {
	args := make([]argument, len(p.Out))
	type key struct {
		here  term.Term
		other argument
	}
	first := map[key]int{}
	for k, o := range p.Out {
		x := key{here: s.find(o)}
		isValue := !a.p.st.IsConst(x.here)
		if others != nil {
			x.other = others[k]
			isValue = isValue && x.other.value == x.here
		}
		if isValue {
			args[k] = argument{value: x.here}
			continue
		}
		if _, ok := first[x]; !ok {
			first[x] = k
		}
		args[k] = argument{same: first[x]}
	}
	return args
}

// rewrite replaces results of calls by what they equal, and leaves the arguments out. It returns nil if there are none.
func (a *equality) rewrite(called []vc.ProcID) back {
	e := a.p.edit()
	changed := false
	for _, id := range called {
		switch p := a.p.sys.Procs[id]; {
		case isDead(p, a.p.st):
		case a.args[id] == nil:
			if changed = true; id != a.p.sys.Entry {
				a.facts = append(a.facts, verifier.Fact{Proc: id, Formula: a.p.st.False()})
			}
			e.dead(id)
		default:
			changed = a.blocks(e, id) || changed
			changed = a.arguments(e, id) || changed
		}
	}
	if !changed {
		return nil
	}
	for _, id := range called {
		if a.args[id] != nil {
			a.results(e, id)
		}
	}
	e.commit()
	return a
}

// blocks marks blocks that are never reached. It reports whether there are new ones.
func (a *equality) blocks(e *edit, id vc.ProcID) (changed bool) {
	never := []term.Term{a.p.st.False()}
	for i := range a.p.sys.Procs[id].Blocks {
		if a.dead[id][i] && !slices.Equal(a.p.sys.Procs[id].Blocks[i].Conds, never) {
			e.proc(id).Blocks[i].Conds = never
			changed = true
		}
	}
	return changed
}

// arguments leaves out arguments that equal something else. It reports whether there are any.
func (a *equality) arguments(e *edit, id vc.ProcID) bool {
	p := a.p.sys.Procs[id]
	var keep []int
	for k, x := range a.args[id] {
		switch {
		case x.value != 0:
			a.facts = append(a.facts, verifier.Fact{Proc: id, Formula: a.p.rw.Eq(p.Out[k], x.value)})
		case x.same != k:
			a.facts = append(a.facts, verifier.Fact{Proc: id, Formula: a.p.rw.Eq(p.Out[k], p.Out[x.same])})
		default:
			keep = append(keep, k)
		}
	}
	if len(keep) == len(p.Out) {
		return false
	}
	keepOuts(e.proc(id), keep)
	return true
}

// keepOuts leaves out all arguments but some. The others become owned constants.
func keepOuts(p *vc.Proc, keep []int) {
	var out []term.Term
	for k, o := range p.Out {
		if slices.Contains(keep, k) {
			out = append(out, o)
		} else {
			p.Owned = append(p.Owned, o)
		}
	}
	p.Out = out
}

// results replaces results in a caller.
func (a *equality) results(e *edit, id vc.ProcID) {
	p := a.p.sys.Procs[id]
	subst := map[term.Term]term.Term{}
	a.p.sub.Reset()
	for i := range p.Sites {
		x := &p.Sites[i]
		if len(x.Outs) == len(e.procs[x.Callee].Out) {
			continue
		}
		q := e.proc(id)
		q.Sites[i].Outs = nil
		for k, y := range a.args[x.Callee] {
			to := y.value
			switch {
			case to == 0 && y.same == k:
				q.Sites[i].Outs = append(q.Sites[i].Outs, x.Outs[k])
				continue
			case to == 0:
				to = x.Outs[y.same]
			}
			subst[x.Outs[k]] = to
			a.p.sub.Bind(x.Outs[k], to)
		}
	}
	if len(subst) == 0 {
		return
	}
	q := e.proc(id)
	for i := range q.Blocks {
		q.Blocks[i].Conds = a.p.substituted(q.Blocks[i].Conds)
	}
	a.subst[id] = subst
}

// solution: the facts that were found, and those about the arguments that were kept.
func (a *equality) solution(_ context.Context, facts []verifier.Fact) ([]verifier.Fact, error) {
	return slices.Concat(facts, a.facts), nil
}

// derivation: the results have the values that replaced them.
func (a *equality) derivation(to inline.Derivation) inline.Derivation {
	return lift(to, a.before, func(down downer, p *vc.Proc, blocks []int32, calls []int, value valuation) (int, error) {
		return down(p.ID, blocks, calls, a.p.replacing(a.subst[p.ID], value))
	})
}
