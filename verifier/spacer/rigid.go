package spacer

import (
	"errors"
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/learn"
)

// rigid knows the literals over constants of the program alone, whose values no execution changes. Many hold in all
// executions of the entry, such as the order of the addresses of globals. Queries would carry those that were met on
// the way to them, a thousand on some drivers. They are left out (learn.Frames.Assume), and a procedure takes one
// when what it does contradicts it.
type rigid struct {
	s      *search
	iface  map[term.Term]bool // constants of interfaces; nil until needed
	always map[term.Term]bool // by literal that was tried: whether executions of the entry all satisfy it
	list   []term.Term        // those that do

	solver inline.Solver // of its own; nil until needed
	st     *term.Store
	copier *term.Copier
	names  map[term.Term]term.Term // by literal: the assumption that it holds
	lits   map[term.Term]term.Term // and back
}

// errContradiction says that an execution contradicts a literal of rigid, which the procedure has taken now.
var errContradiction = errors.New("an execution contradicts what holds in all")

// try looks for literals, among those of an execution that answers q, that hold in all. Each is tried once.
func (r *rigid) try(lits []term.Term, q *query) {
	var untried []term.Term
	for _, t := range lits {
		if _, tried := r.always[t]; !tried && r.isRigid(t) {
			r.always[t] = false
			untried = append(untried, t)
		}
	}
	r.establish(untried, q)
}

// drop returns literals of an execution of p without those that hold in all. Together with others, which hold in this
// one, they must not contradict these.
func (r *rigid) drop(p *pred, lits, others []term.Term) ([]term.Term, error) {
	lits = slices.DeleteFunc(lits, func(t term.Term) bool { return r.always[t] })
	core, err := r.contradicted(append(slices.Clip(lits), others...))
	if err != nil {
		return nil, err
	}
	for _, t := range core {
		if p.Take(t) {
			err = errContradiction
		}
	}
	return lits, err
}

// isRigid reports whether no constant of an interface occurs in a literal.
func (r *rigid) isRigid(t term.Term) bool {
	if r.iface == nil {
		r.iface = map[term.Term]bool{}
		for _, p := range r.s.sys.Procs {
			for _, list := range [][]term.Term{p.In, p.Out} {
				for _, v := range list {
					r.iface[v] = true
				}
			}
		}
	}
	return !r.s.sys.Store.Any(func(u term.Term) bool { return r.iface[u] }, t)
}

// establish finds the literals that all executions of the entry satisfy since each procedure on the way to q does,
// once it returns. It says so of each.
func (r *rigid) establish(lits []term.Term, q *query) {
	for ; q != nil && len(lits) > 0; q = q.from {
		if q.about != nil {
			continue // it has the procedure of the next one
		}
		p, err := r.s.pred(q.proc)
		if err != nil {
			return
		}
		lits = r.satisfied(p, lits)
		for _, t := range lits {
			r.s.frames.Add(q.proc, []term.Term{r.s.sys.Store.Not(t)}, learn.AllLevels)
		}
	}
	for _, t := range lits {
		r.always[t] = true
	}
	r.list = append(r.list, lits...)
	r.s.frames.Assume(lits...)
}

// satisfied returns the literals that executions of a procedure all satisfy, by what is known for all levels.
func (r *rigid) satisfied(p *pred, lits []term.Term) []term.Term {
	for len(lits) > 0 {
		out := p.Ask(r.s.ctx, learn.AllLevels, []term.Term{p.Assume("violates", p.Copy(r.s.not(lits)))})
		if out.Status == inline.StatusUnsat {
			return lits
		}
		if !out.HasModel() {
			return nil
		}
		m, err := p.Model()
		if err != nil {
			return nil
		}
		env, n := m.NewEnv(), len(lits)
		lits = slices.DeleteFunc(slices.Clone(lits), func(t term.Term) bool {
			v, err := env.Eval(p.Copy(t))
			return err != nil || !v.IsTrue()
		})
		if len(lits) == n {
			return nil
		}
	}
	return nil
}

// not returns that one of some literals does not hold.
func (s *search) not(lits []term.Term) term.Term {
	out := make([]term.Term, len(lits))
	for i, t := range lits {
		out[i] = s.sys.Store.Not(t)
	}
	return s.sys.Store.Or(out...)
}

// contradicted returns literals that hold in all executions and contradict the given ones; none if these are
// consistent, or that is not known.
func (r *rigid) contradicted(lits []term.Term) (core []term.Term, err error) {
	if len(r.list) == 0 {
		return nil, nil
	}
	if r.solver == nil {
		r.st = term.NewStore()
		r.copier = term.NewCopier(r.s.sys.Store, r.st)
		r.names, r.lits = map[term.Term]term.Term{}, map[term.Term]term.Term{}
		if r.solver, err = r.s.run.Config.NewSolver(r.st); err != nil {
			return nil, err
		}
	}
	// what stays the same comes first: the solver keeps what follows from it
	as := make([]term.Term, 0, len(r.list)+len(lits))
	for _, list := range [][]term.Term{r.list, lits} {
		for _, t := range list {
			as = append(as, r.name(t))
		}
	}
	if out := r.solver.Check(r.s.ctx, as); out.Status != inline.StatusUnsat {
		return nil, nil
	}
	for _, c := range r.solver.Core() {
		if t := r.lits[c]; r.always[t] {
			core = append(core, t)
		}
	}
	slices.Sort(core)
	return core, nil
}

// name returns the assumption that a literal holds.
func (r *rigid) name(t term.Term) term.Term {
	c := r.names[t]
	if c == 0 {
		c = r.st.FreshConst("holds", term.Bool)
		r.names[t], r.lits[c] = c, t
		inline.AssertUnder(r.solver, r.st, c, r.copier.Term(t))
	}
	return c
}
