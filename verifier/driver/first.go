package driver

import (
	"fmt"
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/prog"
)

// maxFirst is how often the program is asked about for the first assertion that fails.
const maxFirst = 4

// first returns the run whose answer names the assertion that fails first.
//
// A failing execution may pass assertions that nobody had to decide: if the program goes wrong whether they hold or not, the passes take
// them out. So the functions and constants in them have values that no axiom limits. If the one that fails is such, it is asked about while
// the others on the way are assumed. Otherwise, and if it does not fail, the question is asked again with it as an assumption: an
// execution in which one of the others fails takes the place of the answer; if there is none, they hold on the way.
func (r *run) first(src []byte, chosen []engine) *run {
	t := r.rep.Result.Trace()
	if t == nil || t.Failed == (prog.Pos{}) || len(r.opt.Properties) > 0 {
		return r
	}
	free := r.free(t)
	if len(free) == 0 {
		return r
	}
	opt := r.opt
	only := free[t.Failed]
	if only {
		alone := opt
		alone.Properties = []string{fmt.Sprintf("%d:%d", t.Failed.Line, t.Failed.Col)}
		for at := range free { // in any order
			if at != t.Failed {
				alone.Passed = append(slices.Clip(alone.Passed), passes.Assertion{At: at, Clause: at})
			}
		}
		if x := r.asked(alone, opt.question, src, chosen); x != nil && x.rep.Result.Verdict() == verifier.Unsafe && x.rep.Result.Trace().Failed == t.Failed {
			return x
		}
	}
	for range maxFirst {
		failed := passes.Assertion{At: t.Failed, Clause: t.Clause}
		if slices.Contains(opt.Passed, failed) {
			return r
		}
		opt.Passed = append(slices.Clip(opt.Passed), failed)
		x := r.asked(opt, opt.question, src, chosen)
		if x == nil || x.rep.Result.Verdict() != verifier.Unsafe {
			return r
		}
		if t = x.rep.Result.Trace(); only || free[t.Failed] {
			return x
		}
	}
	return r
}

// free returns the places that an execution passes where the program may be about what axioms say, in commands that the passes took out: all of
// these, if something has such a value, else the conditions that mention it.
func (r *run) free(t *verifier.Trace) map[prog.Pos]bool {
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
	about, gone, all := map[prog.Pos]bool{}, map[prog.Pos]bool{}, false
	for i, q := range core.Procs {
		for k := range q.Blocks {
			for _, c := range q.Blocks[k].Cmds {
				all = all || mention(c.Values...)
				if kept := whole.Kept[i]; c.Cond != 0 && !(int(c.ID) < len(kept) && kept[c.ID]) {
					gone[c.Pos] = true
					about[c.Pos] = about[c.Pos] || mention(c.Cond)
				}
			}
		}
	}
	out := map[prog.Pos]bool{}
	for _, s := range t.Steps {
		if about[s.Pos] || all && gone[s.Pos] {
			out[s.Pos] = true
		}
	}
	return out
}
