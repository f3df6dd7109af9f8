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
	return st.Or(append([]term.Term{st.Not(st.And(pre...))}, post...)...)
}

// mentions reports whether one of the constants occurs in t.
func (b *builder) mentions(t term.Term, consts []term.Term) bool {
	return b.core.Store.Any(func(u term.Term) bool { return slices.Contains(consts, u) }, t)
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
	term.TopDown(func(x part) (next []part) {
		if seen[x] {
			return nil
		}
		seen[x] = true
		switch st.Op(x.t) {
		case term.OpNot:
			next = []part{{st.Arg(x.t, 0), !x.positive}}
		case term.OpAnd, term.OpOr:
			for _, a := range st.Args(x.t) {
				next = append(next, part{a, x.positive})
			}
		case term.OpEq:
			if x.positive && st.IsArray(st.Sort(st.Arg(x.t, 0))) {
				out = append(out, b.extensional(st.Arg(x.t, 0), st.Arg(x.t, 1)))
			}
		}
		return next
	}, part{t, true})
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
			cmds = append(cmds, prog.Cmd{Kind: prog.Assume, Cond: t, Node: q.Node})
		}
		return cmds
	})
}
