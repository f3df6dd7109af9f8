package driver

import (
	"fmt"
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/prog"
)

// first returns the run whose answer names the assertion that fails first.
//
// A failing execution may pass assertions that nobody had to decide: if the program goes wrong whether they hold or
// not, the passes take them out. So the functions and constants in them have values that no axiom limits. If the one
// that fails is such, it is asked about while the others on the way are assumed. Otherwise, and if it does not fail,
// the question is asked again with it as an assumption: an execution in which one of the others fails takes the place
// of the answer; if there is none, they hold on the way.
func (r *run) first() *run {
	t := r.rep.Result.Trace()
	if t == nil || t.Assertion == (prog.Assertion{}) || r.plan.follow.first == 0 {
		return r
	}
	free := r.free(t)
	if len(free) == 0 {
		return r
	}
	opt := r.opt
	only := free[t.Assertion.At]
	if only {
		alone := opt
		alone.Properties = []string{fmt.Sprintf("%d:%d", t.Failed.Line, t.Failed.Col)}
		for at := range free { // in any order
			if at != t.Assertion.At {
				alone.Passed = append(slices.Clip(alone.Passed), prog.Assertion{At: at, Clause: at})
			}
		}
		if x := r.asked(alone, r.query); x != nil && x.rep.Result.Verdict() == verifier.Unsafe {
			if x.rep.Result.Trace().Assertion.At == t.Assertion.At {
				return x
			}
		}
	}
	for range r.plan.follow.first {
		if slices.Contains(opt.Passed, t.Assertion) {
			return r
		}
		opt.Passed = append(slices.Clip(opt.Passed), t.Assertion)
		x := r.asked(opt, r.query)
		if x == nil || x.rep.Result.Verdict() != verifier.Unsafe {
			return r
		}
		if t = x.rep.Result.Trace(); only || free[t.Assertion.At] {
			return x
		}
	}
	return r
}

// free returns the nodes that an execution passes where the program may be about what axioms say, in commands that the
// passes took out: all of these, if something has such a value, else the conditions that mention it.
func (r *run) free(t *verifier.Trace) map[prog.NodeID]bool {
	whole := r.whole()
	core := whole.Core
	st := core.Store
	symbols := map[term.Sym]bool{}
	for _, a := range core.Axioms {
		st.Visit(func(t term.Term) bool {
			if st.Op(t) == term.OpApp {
				symbols[st.Sym(t)] = true
			}
			return true
		}, a.Cond)
	}
	if len(symbols) == 0 || whole.Kept == nil {
		return nil
	}
	mention := func(ts ...term.Term) bool {
		return st.Any(func(t term.Term) bool { return st.Op(t) == term.OpApp && symbols[st.Sym(t)] }, ts...)
	}
	about, gone, all := map[prog.NodeID]bool{}, map[prog.NodeID]bool{}, false
	for i, q := range core.Procs {
		for k := range q.Blocks {
			for _, c := range q.Blocks[k].Cmds {
				all = all || mention(c.Values...)
				if kept := whole.Kept[i]; c.Cond != 0 && !(int(c.ID) < len(kept) && kept[c.ID]) {
					gone[c.Node] = true
					about[c.Node] = about[c.Node] || mention(c.Cond)
				}
			}
		}
	}
	out := map[prog.NodeID]bool{}
	for _, s := range t.Steps {
		if about[s.Node] || all && gone[s.Node] {
			out[s.Node] = true
		}
	}
	return out
}
