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

// goal returns what an execution demands of a call: that it goes on as in the path, with summary facts for the calls before it
// and reachability facts for those after it.
func (s *search) goal(p *pred, q *query, x learn.Execution, calls []call, at int) (g goal) {
	g = goal{callee: p.Callee(x.Sites[at]), site: x.Sites[at], roots: slices.Clone(x.Conds)}
	for _, t := range q.lits {
		g.roots = append(g.roots, p.Own(t))
	}
	for i, site := range x.Sites {
		switch {
		case i < at:
			g.roots = append(g.roots, p.Told(site, q.bound-1)...)
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
	lits = s.inequalities(lits)
	s.rigid.try(lits, q)
	if lits, err = s.rigid.drop(p, lits, nil); err != nil {
		return err
	}
	next := &query{proc: g.callee, lits: lits, bound: q.bound - 1, from: q}
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

// project returns literals over the interface of a template, in the terms of the system, that imply that the roots can hold.
func (s *search) project(p *pred, m *model.Model, roots []term.Term) ([]term.Term, error) {
	roots = p.WithDefinitions(roots)
	all := len(roots)
	roots = slices.DeleteFunc(roots, func(t term.Term) bool { return quantified(p.Store(), t) })
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

// quantified reports whether there is a quantifier in a formula.
func quantified(st *term.Store, t term.Term) (found bool) {
	st.Visit(func(u term.Term) bool {
		found = found || st.Op(u) == term.OpForall || st.Op(u) == term.OpExists
		return !found
	}, t)
	return found
}

// inequalities splits equations of numbers, of which a refutation may need one half only.
func (s *search) inequalities(lits []term.Term) (out []term.Term) {
	st := s.sys.Store
	for _, t := range lits {
		if st.Op(t) == term.OpEq {
			if l, r := st.Arg(t, 0), st.Arg(t, 1); isNumber(st, l) && st.Op(l) != term.OpMod && st.Op(r) != term.OpMod {
				out = append(out, s.rw.Le(l, r), s.rw.Le(r, l))
				continue
			}
		}
		out = append(out, t)
	}
	return out
}

func isNumber(st *term.Store, t term.Term) bool {
	return st.Sort(t) == term.Int || st.Sort(t) == term.Real
}
