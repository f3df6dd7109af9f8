package smtscript

import (
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// Bounds of grounded: on the bits of the variables of one quantifier, on all instances, and on the terms that are made
// for them, since each quantifier around others multiplies what their instances take.
const (
	maxBits      = 8
	maxInstances = 3000
	maxTerms     = 300_000
)

// grounded returns a formula with each quantifier replaced by all of its instances; false if
// there is one over a sort that is not small, or if there are too many.
func grounded(st *term.Store, t term.Term) (term.Term, bool) {
	g := &grounder{st: st, done: map[term.Term]term.Term{}, left: maxInstances, most: st.Len() + maxTerms}
	t = g.term(t)
	return t, g.left >= 0
}

// instances returns formulas with quantifiers over bit-vectors replaced where that is possible.
func (s *Script) instances(fs []term.Term) []term.Term {
	fs = slices.Clone(fs)
	for i, f := range fs {
		if g, ok := grounded(s.Store, f); ok {
			fs[i] = g
		}
	}
	return fs
}

type grounder struct {
	st   *term.Store
	done map[term.Term]term.Term
	left int // instances that may still be made; below 0 it has failed
	most int // terms that the store may hold
}

func (g *grounder) term(t term.Term) term.Term {
	if u, ok := g.done[t]; ok || g.left < 0 {
		return u
	}
	u := t
	switch op := g.st.Op(t); {
	case op == term.OpForall || op == term.OpExists:
		u = g.instances(op, g.st.Quant(t))
	case g.st.NumArgs(t) > 0:
		args := make([]term.Term, g.st.NumArgs(t))
		for i := range args {
			if args[i] = g.term(g.st.Arg(t, i)); g.left < 0 {
				return t
			}
		}
		u = g.st.Rebuild(t, args)
	}
	g.done[t] = u
	return u
}

func (g *grounder) instances(op term.Op, q term.Quant) term.Term {
	st, total := g.st, 0
	for _, x := range q.Vars {
		n := bitsOf(st, st.Sort(x))
		if total += n; n == 0 || total > maxBits {
			g.left = -1
			return q.Body
		}
	}
	body := g.term(q.Body)
	var all []term.Term
	for k := range int64(1) << total {
		if g.left--; g.left < 0 || st.Len() > g.most {
			g.left = -1
			return q.Body
		}
		sub := term.NewSubst(st, st)
		for _, x := range q.Vars {
			if s := st.Sort(x); s == term.Bool {
				sub.Bind(x, st.Bool(k&1 != 0))
			} else {
				sub.Bind(x, st.Bits(s, num.FromInt64(k)))
			}
			k >>= bitsOf(st, st.Sort(x))
		}
		all = append(all, sub.Apply(body))
	}
	if op == term.OpForall {
		return st.And(all...)
	}
	return st.Or(all...)
}
