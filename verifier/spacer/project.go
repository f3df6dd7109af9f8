package spacer

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/project"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/learn"
	"github.com/muster-smt/muster/verifier/vc"
)

// goal returns what an execution demands of a call: that it goes on as in the path, with summary facts for the calls
// before it and reachability facts for those after it.
func (s *search) goal(p *pred, q *query, x learn.Execution, calls []call, at int) (g goal) {
	g = goal{callee: p.Callee(x.Sites[at]), site: x.Sites[at], roots: slices.Clone(x.Conds)}
	for _, t := range q.lits {
		g.roots = append(g.roots, p.Own(t))
	}
	for i, site := range x.Sites {
		switch {
		case i < at:
			g.roots = append(g.roots, p.Asserted(site, q.bound)...)
		case i > at:
			g.roots = append(g.roots, p.At(site, s.musts[calls[i].must].formula))
		}
	}
	return g
}

// goal is a query that is not projected yet.
type goal struct {
	callee vc.ProcID
	site   int
	roots  []term.Term
}

// query asks about a call (rule Query).
func (s *search) query(p *pred, q *query, m *model.Model, g goal) error {
	eqs, err := p.Arguments(m, g.site)
	if err != nil {
		return err
	}
	lits, err := s.project(p, m, append(g.roots, eqs...))
	if err != nil {
		return err
	}
	lits = learn.Tightest(s.rw, s.sys.Store, s.undivided(s.inequalities(s.sides(p, m, lits))))
	s.rigid.try(lits, q)
	if lits, err = s.rigid.drop(p, lits, nil); err != nil {
		return err
	}
	next := &query{proc: g.callee, lits: lits, bound: p.Below(g.callee, q.bound), from: q}
	if s.reached[s.key(next)] {
		return reason.Reason{Kind: reason.GaveUp, Detail: "a query comes back"}
	}
	s.stats.queries++
	s.applied("Query", next.proc, next.lits, next.bound)
	s.queue.push(next)
	if c := s.conjecture(next); c != nil {
		s.queue.push(c)
	}
	return nil
}

// key identifies what a query asks.
func (s *search) key(q *query) string {
	var b strings.Builder
	fmt.Fprint(&b, q.proc, " ", q.bound, " ", len(s.rigid.list))
	for _, t := range q.lits {
		fmt.Fprint(&b, " ", t)
	}
	return b.String()
}

// project returns literals over the interface of a template, in the terms of the system, that imply that the roots
// can hold.
func (s *search) project(p *pred, m *model.Model, roots []term.Term) ([]term.Term, error) {
	roots = p.WithDefinitions(roots)
	all := len(roots)
	roots = slices.DeleteFunc(roots, func(t term.Term) bool { return p.Store().HasQuantifier(t) })
	res, err := p.proj.Project(m, roots, func(c term.Term) bool { return !p.Local(c) })
	if err != nil {
		if errors.Is(err, project.ErrUnsupported) || errors.Is(err, project.ErrNotModel) {
			return nil, reason.Reason{Kind: reason.GaveUp, Detail: err.Error()}
		}
		return nil, err
	}
	s.stats.byValue += res.ByValue
	if !res.Exact {
		s.stats.inexact++
	}
	if len(roots) < all {
		s.stats.quantified++
	}
	if s.eliminate != nil {
		if res.Cube, err = s.eliminate(p, roots, res); err != nil {
			return nil, err
		}
	}
	return p.Back(res.Cube), nil
}

// inequalities splits equations of numbers, of which a refutation may need one half only.
func (s *search) inequalities(lits []term.Term) (out []term.Term) {
	st := s.sys.Store
	for _, t := range lits {
		if l, r, ok := numbers(st, t); ok {
			out = append(out, s.rw.Le(l, r), s.rw.Le(r, l))
			continue
		}
		out = append(out, t)
	}
	return out
}

// sides has disequalities of sums say which one is less in the model: only inequalities are added up in facts. What
// differs from a number may be one of an enumeration.
func (s *search) sides(p *pred, m *model.Model, lits []term.Term) (out []term.Term) {
	st := s.sys.Store
	for _, t := range lits {
		if st.Op(t) == term.OpNot {
			if l, r, ok := numbers(st, st.Arg(t, 0)); ok && !st.IsValue(l) && !st.IsValue(r) {
				if less, err := m.EvalBool(p.Copy(s.rw.Le(l, r))); err == nil && less {
					t = st.Not(s.rw.Le(r, l))
				} else if err == nil {
					t = st.Not(s.rw.Le(l, r))
				}
			}
		}
		out = append(out, t)
	}
	return out
}

// numbers returns the sides of an equation of numbers, unless it says that something is divisible.
func numbers(st *term.Store, t term.Term) (l, r term.Term, ok bool) {
	if st.Op(t) != term.OpEq {
		return 0, 0, false
	}
	l, r = st.Arg(t, 0), st.Arg(t, 1)
	return l, r, isNumber(st, l) && st.Op(l) != term.OpMod && st.Op(r) != term.OpMod
}

func isNumber(st *term.Store, t term.Term) bool {
	return st.Sort(t) == term.Int || st.Sort(t) == term.Real
}
