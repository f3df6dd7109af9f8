package interpolate

import (
	"fmt"
	"slices"

	"github.com/muster-smt/muster/theory/quant"
	"github.com/muster-smt/muster/theory/term"
)

// maxVars bounds the bound variables of Abstract.
const maxVars = 4

// Abstract returns literals without local symbols that follow from others if some terms are put for bound variables:
// these stand for what arrays and functions of the vocabulary are read at. What else is local is eliminated as Weaken
// does; of literals with quantifiers only those without local symbols are kept. Close makes formulas of such
// literals.
func (w *Weakener) Abstract(lits []term.Term) []term.Term {
	s := w.s
	lits = slices.DeleteFunc(slices.Clone(lits), func(t term.Term) bool { return s.st.HasQuantifier(t) && !s.clean(t) })
	lits = s.divide(s.withReads(s.replace(lits, s.st.IsConst)))
	for n := 0; n < maxVars && (s.stop == nil || !s.stop()); n++ {
		lits = s.replace(lits, s.hidden)
		at := s.place(lits)
		if at == 0 {
			break
		}
		from, to := s.variable(at, w.variable(s.st.Sort(at), n))
		s.sub.Reset()
		s.sub.Bind(from, to)
		for i, t := range lits {
			lits[i] = s.sub.Apply(t)
		}
	}
	return s.cleaned(s.linear(s.solve(lits)))
}

// hidden reports whether a local term is a constant, or a read of a local array. Other reads say something of an array.
func (s *search) hidden(t term.Term) bool {
	return s.st.IsConst(t) || s.st.Op(t) == term.OpSelect && !s.clean(s.st.Arg(t, 0))
}

// withReads adds, for equations between an array and a store, what is read at the stored index.
func (s *search) withReads(lits []term.Term) []term.Term {
	for _, t := range slices.Clone(lits) {
		if s.st.Op(t) != term.OpEq {
			continue
		}
		for k := range 2 {
			if a, b := s.st.Arg(t, k), s.st.Arg(t, 1-k); s.st.Op(b) == term.OpStore {
				lits = append(lits, s.rw.Eq(s.rw.Select(a, s.st.Arg(b, 1)), s.st.Arg(b, 2)))
			}
		}
	}
	return lits
}

// variable returns the bound variable with a number. There is one for each sort, so that what is equal up to names is
// equal.
func (w *Weakener) variable(o term.Sort, n int) term.Term {
	for len(w.vars) <= n {
		w.vars = append(w.vars, map[term.Sort]term.Term{})
	}
	if w.vars[n][o] == 0 {
		w.vars[n][o] = w.s.st.BoundVar(fmt.Sprintf("i%d", n), o)
	}
	return w.vars[n][o]
}

// place finds a local term that an array or function of the vocabulary is read at, innermost first; 0 if there is none.
func (s *search) place(lits []term.Term) term.Term {
	var args []term.Term
	s.st.Visit(func(t term.Term) bool {
		if s.clean(t) {
			return false
		}
		switch s.st.Op(t) {
		case term.OpSelect:
			if s.clean(s.st.Arg(t, 0)) {
				args = append(args, s.st.Arg(t, 1))
			}
		case term.OpApp:
			if s.words.has(s.st.Sym(t)) {
				args = append(args, s.st.Args(t)...)
			}
		}
		return true
	}, lits...)
	args = slices.DeleteFunc(args, func(t term.Term) bool {
		o := s.st.Sort(t)
		return s.clean(t) || o == term.Bool || s.st.IsArray(o)
	})
	for _, t := range args {
		if !slices.ContainsFunc(args, func(u term.Term) bool { return u != t && s.within(u, t) }) {
			return t
		}
	}
	return 0
}

// variable returns what to put for a local constant so that t becomes the variable v, if t is such a constant and
// something clean; else t itself and v.
func (s *search) variable(t, v term.Term) (from, to term.Term) {
	if !s.isNumber(t) || s.st.Op(t) != term.OpAdd {
		return t, v
	}
	r := s.sum(t)
	m, single := r.local.Single()
	if !single || !s.st.IsConst(m.Term) || !m.Coeff.Abs().IsOne() {
		return t, v
	}
	return m.Term, s.rw.Mul(s.rw.Number(s.st.Sort(t), m.Coeff), s.rw.Sub(v, r.rest))
}

// Close returns literals of Abstract as formulas: of those that share bound variables, that there are such. Where no
// pattern would find the instances of the negation, they are dropped.
func (w *Weakener) Close(lits []term.Term) []term.Term {
	st := w.s.st
	var out []term.Term
	var groups []group
	for _, t := range lits {
		g := group{lits: []term.Term{t}}
		st.Visit(func(u term.Term) bool {
			if st.Op(u) == term.OpBound && !slices.Contains(g.vars, u) {
				g.vars = append(g.vars, u)
			}
			return !st.Ground(u)
		}, t)
		if len(g.vars) == 0 {
			out = append(out, t)
			continue
		}
		rest := groups[:0]
		for _, h := range groups {
			if slices.ContainsFunc(h.vars, func(v term.Term) bool { return slices.Contains(g.vars, v) }) {
				g = g.join(h)
			} else {
				rest = append(rest, h)
			}
		}
		groups = append(rest, g)
	}
	for _, g := range groups {
		if q := w.renamed(g); quant.Infer(st, q.Vars, q.Body) != nil {
			out = append(out, st.Quantify(term.OpExists, q))
		}
	}
	return out
}

// renamed returns the conjunction of a group with the first variables in place of its own.
func (w *Weakener) renamed(g group) term.Quant {
	slices.Sort(g.vars)
	w.s.sub.Reset()
	q := term.Quant{}
	for n, v := range g.vars {
		q.Vars = append(q.Vars, w.variable(w.s.st.Sort(v), n))
		w.s.sub.Bind(v, q.Vars[n])
	}
	slices.Sort(g.lits)
	q.Body = w.s.sub.Apply(w.s.rw.And(g.lits...))
	return q
}

// group is literals that share bound variables.
type group struct{ lits, vars []term.Term }

func (g group) join(h group) group {
	g.lits = append(h.lits, g.lits...)
	for _, v := range h.vars {
		if !slices.Contains(g.vars, v) {
			g.vars = append(g.vars, v)
		}
	}
	return g
}
