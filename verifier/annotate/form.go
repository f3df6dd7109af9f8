package annotate

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/vc"
)

// implication returns the fact with what is about the entry only as one premise, which is how it is
// read: pre ==> post. The parts of a disjunction that mention no result are the premise, negated.
func (b *builder) implication(p *vc.Proc, t term.Term) term.Term {
	st := b.core.Store
	if st.Op(t) != term.OpOr {
		return t
	}
	var pre, post []term.Term
	for _, a := range st.Args(t) {
		if b.mentions(a, p.Out) {
			post = append(post, a)
		} else {
			pre = append(pre, st.Not(a))
		}
	}
	if len(pre) == 0 || len(post) == 0 {
		return t
	}
	if len(post) == 1 && st.Op(post[0]) == term.OpAnd {
		post[0] = st.And(b.tidy(st.Args(post[0]))...)
	}
	return st.Or(append([]term.Term{st.Not(st.And(b.tidy(pre)...))}, post...)...)
}

// tidy drops the conjuncts that follow from another one: from an equality with a value, or from a bound. Candidates
// often say the same several times.
func (b *builder) tidy(conjuncts []term.Term) []term.Term {
	st := b.core.Store
	kept := slices.Clone(conjuncts)
	for _, e := range conjuncts {
		if st.Op(e) == term.OpLe {
			kept = slices.DeleteFunc(kept, func(t term.Term) bool { return t != e && b.weaker(e, t) })
		}
		if st.Op(e) != term.OpEq {
			continue
		}
		x, v := st.Arg(e, 0), st.Arg(e, 1)
		if st.IsValue(x) {
			x, v = v, x
		}
		if !st.IsConst(x) || !st.IsValue(v) {
			continue
		}
		b.simple.Reset()
		b.simple.Bind(x, v)
		kept = slices.DeleteFunc(kept, func(t term.Term) bool { return t != e && b.simple.Apply(t) == st.True() })
	}
	return kept
}

// weaker reports whether t is a bound that is implied by the bound e of the same variable, or says that the variable
// is not a value outside of e.
func (b *builder) weaker(e, t term.Term) bool {
	st := b.core.Store
	lower := st.IsNum(st.Arg(e, 0))
	at := 0
	if !lower {
		at = 1
	}
	if c, x := st.Arg(e, at), st.Arg(e, 1-at); st.IsNum(c) && st.IsConst(x) {
		differs := st.Op(t) == term.OpNot && st.Op(st.Arg(t, 0)) == term.OpEq
		if differs {
			t = st.Arg(t, 0)
			if st.IsNum(st.Arg(t, 1-at)) {
				at = 1 - at
			}
		} else if st.Op(t) != term.OpLe {
			return false
		}
		d := st.Arg(t, at)
		if !st.IsNum(d) || st.Arg(t, 1-at) != x {
			return false
		}
		order := st.Num(d).Cmp(st.Num(c))
		if !lower {
			order = -order
		}
		return order < 0
	}
	return false
}

// mentions reports whether one of the constants occurs in t.
func (b *builder) mentions(t term.Term, consts []term.Term) bool {
	st := b.core.Store
	seen := map[term.Term]bool{}
	work := []term.Term{t}
	for len(work) > 0 {
		t := work[len(work)-1]
		work = work[:len(work)-1]
		if slices.Contains(consts, t) {
			return true
		}
		for _, a := range st.Args(t) {
			if !seen[a] {
				seen[a] = true
				work = append(work, a)
			}
		}
	}
	return false
}

// extensionality returns instances of the axiom that maps with equal elements are equal, for the equalities
// between maps that a proof of t has to show. Boogie does not know the axiom, as long as no option says so.
func (b *builder) extensionality(t term.Term) []term.Term {
	type part struct {
		t        term.Term
		positive bool
	}
	st := b.core.Store
	var out []term.Term
	seen := map[part]bool{}
	work := []part{{t, true}}
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[x] {
			continue
		}
		seen[x] = true
		switch st.Op(x.t) {
		case term.OpNot:
			work = append(work, part{st.Arg(x.t, 0), !x.positive})
		case term.OpAnd, term.OpOr:
			for _, a := range st.Args(x.t) {
				work = append(work, part{a, x.positive})
			}
		case term.OpEq:
			if x.positive && st.IsArray(st.Sort(st.Arg(x.t, 0))) {
				out = append(out, b.extensional(st.Arg(x.t, 0), st.Arg(x.t, 1)))
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// extensional returns that x equals y if their elements do.
func (b *builder) extensional(x, y term.Term) term.Term {
	st := b.core.Store
	equal := st.Eq(x, y)
	var vars []term.Term
	for st.IsArray(st.Sort(x)) {
		index, _ := st.ArraySorts(st.Sort(x))
		i := st.BoundVar("i", index)
		vars = append(vars, i)
		x, y = st.Select(x, i), st.Select(y, i)
	}
	all := st.Quantify(term.OpForall, term.Quant{Vars: vars, Body: st.Eq(x, y)})
	return st.Or(st.Not(all), equal)
}

// assumeExtensional assumes at the returns of q what Boogie does not know of the maps that its contracts equate.
func (b *builder) assumeExtensional(q *prog.Proc) {
	var known []term.Term
	for _, c := range q.Ensures {
		if !c.Free {
			known = append(known, b.extensionality(c.Cond)...)
		}
	}
	if len(known) == 0 {
		return
	}
	b.atReturns(q, func(cmds []prog.Cmd) []prog.Cmd {
		for _, t := range known {
			cmds = append(cmds, prog.Cmd{Kind: prog.Assume, Cond: t, Pos: q.Pos})
		}
		return cmds
	})
}
