package annotate

import (
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/graph"
	"github.com/muster-smt/muster/verifier/prog"
)

const (
	maxOrdered = 6  // variables of a loop that are compared with each other
	maxNumbers = 12 // numbers that variables of a loop are compared with,
	mostBits   = 30 // of a number: those of more say what the types are
)

// suggest adds candidates that the facts do not have: what they say of values before a loop, where those are known, and
// bounds by the numbers and variables that a loop mentions.
func (x *placer) suggest() {
	for k := range x.loops {
		l := &x.loops[k]
		known := x.knownBefore(l)
		x.fromBefore(k, known)
		x.bounds(k, known)
	}
	x.invs = x.invs[:min(len(x.invs), maxTried)]
}

// knownBefore returns, by index of changed, what variables are before a loop: a number, or a variable that keeps its
// value. It is 0 where that is not seen.
func (x *placer) knownBefore(l *placed) []term.Term {
	q := x.p.Procs[l.proc]
	known, written := make([]term.Term, len(l.changed)), map[prog.VarID]bool{}
	preds := graph.Preds(len(q.Blocks), q.Succs)
	for at := l.loop.Head; len(preds[at]) == 1; {
		at = preds[at][0]
		cmds := q.Blocks[at].Cmds
		for i := len(cmds) - 1; i >= 0; i-- {
			c := &cmds[i]
			for j, v := range c.Targets {
				k := slices.Index(l.changed, v)
				if k >= 0 && !written[v] && c.Kind == prog.Assign && x.stays(l, c.Values[j], written) {
					known[k] = c.Values[j]
				}
			}
			for _, v := range c.Targets {
				written[v] = true
			}
			if c.Kind == prog.Call {
				for _, g := range x.writes[c.Callee] {
					written[g] = true
				}
			}
		}
	}
	return known
}

// stays reports whether a term is a number, or a variable that is not written after it is read, and not in a loop.
func (x *placer) stays(l *placed, t term.Term, written map[prog.VarID]bool) bool {
	st := x.p.Store
	if st.IsNum(t) || !st.IsConst(t) {
		return st.IsNum(t)
	}
	refs := prog.NewUses(x.p).Of(t)
	return len(refs) == 1 && !refs[0].Old() && !written[refs[0].Var()] && !slices.Contains(l.changed, refs[0].Var())
}

// fromBefore adds candidates that mention values before a loop with what these are.
func (x *placer) fromBefore(k int, known []term.Term) {
	st := x.p.Store
	sub := term.NewSubst(st, x.Config.Maker(st))
	for i, v := range x.loops[k].before {
		if known[i] != 0 {
			sub.Bind(x.p.Var(v).Term, known[i])
		}
	}
	for _, y := range slices.Clone(x.invs) {
		if y.loop != k {
			continue
		}
		for _, t := range conjuncts(st, sub.Apply(y.cond)) {
			x.candidateOf(k, t, false)
		}
	}
}

func (x *placer) candidateOf(k int, t term.Term, second bool) {
	if t != x.p.Store.True() && !slices.ContainsFunc(x.invs,
		func(z invariant) bool { return z.loop == k && z.cond == t }) {
		x.invs = append(x.invs, invariant{loop: k, cond: t, second: second})
	}
}

// bounds adds bounds of what a loop changes.
func (x *placer) bounds(k int, known []term.Term) {
	st, l := x.p.Store, &x.loops[k]
	var changed []term.Term
	for i, v := range l.changed {
		if x.p.Sort(v) != term.Int || x.p.Pos(x.p.Var(v).Node).Line == 0 {
			continue
		}
		t := x.p.Var(v).Term
		changed = append(changed, t)
		if known[i] != 0 {
			x.candidateOf(k, st.Le(known[i], t), false)
			x.candidateOf(k, st.Le(t, known[i]), false)
		}
	}
	others := slices.Clone(changed)
	for _, t := range x.call(l.site).Values {
		if st.IsConst(t) && st.Sort(t) == term.Int && !slices.Contains(others, t) {
			others = append(others, t)
		}
	}
	if len(others) <= maxOrdered {
		for _, t := range changed {
			for _, u := range others {
				if t != u {
					x.candidateOf(k, st.Le(t, u), false)
					x.candidateOf(k, st.Le(u, t), false)
				}
			}
		}
	}
	for _, n := range x.numbers(l) {
		for _, t := range changed {
			x.candidateOf(k, st.Le(t, n), false)
			x.candidateOf(k, st.Le(n, t), false)
		}
	}
}

// numbers returns the numbers that the conditions of a loop mention, and those beside them.
func (x *placer) numbers(l *placed) (out []term.Term) {
	st := x.p.Store
	var work []term.Term
	for _, b := range x.core.Procs[l.loop.Proc].Blocks {
		for _, c := range b.Cmds {
			if c.Cond != 0 {
				work = append(work, c.Cond)
			}
		}
	}
	seen := map[term.Term]bool{}
	for len(work) > 0 && len(out) < maxNumbers {
		t := work[0]
		work = work[1:]
		if seen[t] {
			continue
		}
		seen[t] = true
		if work = append(work, st.Args(t)...); !st.IsNum(t) || st.Num(t).BitLen() > mostBits {
			continue
		}
		for d := int64(-1); d <= 1; d++ {
			if n := st.Numeral(st.Num(t).Add(num.FromInt64(d))); !slices.Contains(out, n) {
				out = append(out, n)
			}
		}
	}
	return out
}
