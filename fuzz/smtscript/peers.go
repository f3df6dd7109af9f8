package smtscript

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
)

// forPeers returns the script with what other solvers do not know written otherwise: whether a
// product overflows.
func (s *Script) forPeers() *Script {
	done := map[term.Term]term.Term{}
	ops := slices.Clone(s.Ops)
	for i, o := range ops {
		ops[i].Terms = make([]term.Term, len(o.Terms))
		for k, t := range o.Terms {
			ops[i].Terms[k] = widened(s.Store, t, done)
		}
	}
	return s.with(ops)
}

// widened replaces the predicates of products by their definitions, in twice the width.
func widened(st *term.Store, t term.Term, done map[term.Term]term.Term) term.Term {
	if u, ok := done[t]; ok {
		return u
	}
	args := slices.Clone(st.Args(t))
	for i, a := range args {
		args[i] = widened(st, a, done)
	}
	u := t
	switch op := st.Op(t); {
	case op == term.OpBvUmulo:
		n := st.WidthOf(args[0])
		product := st.BvMul(st.ZeroExtend(n, args[0]), st.ZeroExtend(n, args[1]))
		u = st.Not(st.Eq(st.Extract(2*n-1, n, product), st.Uint(n, 0)))
	case op == term.OpBvSmulo:
		n := st.WidthOf(args[0])
		product := st.BvMul(st.SignExtend(n, args[0]), st.SignExtend(n, args[1]))
		u = st.Not(st.Eq(st.SignExtend(n, st.Extract(n-1, 0, product)), product))
	case !slices.Equal(args, st.Args(t)):
		u = st.Rebuild(t, args)
	}
	done[t] = u
	return u
}

// single returns a text for each of the wanted checks, without scopes and assumptions, for
// solvers that do not know them.
func (s *Script) single(wanted []bool) []string {
	var texts []string
	scopes, check := [][]term.Term{nil}, 0
	for _, o := range s.Ops {
		top := len(scopes) - 1
		switch {
		case o.Kind == Assert:
			scopes[top] = append(scopes[top], o.Terms[0])
		case o.Kind == Flow:
			scopes[0] = append(scopes[0], o.Terms[0])
		case o.Kind == Push:
			scopes = append(scopes, nil)
		case o.Kind == Pop && top > 0:
			scopes = scopes[:top]
		case o.Kind >= Check:
			if check++; !wanted[check-1] {
				continue
			}
			var ops []Op
			for _, f := range append(slices.Concat(scopes...), o.Terms...) {
				ops = append(ops, Op{Assert, []term.Term{f}})
			}
			one := s.with(append(ops, Op{Kind: Check}))
			texts = append(texts, one.Standard(func(int) bool { return true }))
		}
	}
	return texts
}
