package lazyann

import (
	"fmt"
	"io"
	"slices"

	"github.com/muster-smt/muster/theory/project"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/learn"
)

// annotate learns from a conflict between the template of a procedure, with the annotation of its callees, and a context: an
// interpolant, made more general. If there is none, the core is a no-good of this goal (exclude).
func (s *search) annotate(p *pred, n *node, context []term.Term, level int32) error {
	at := &s.by[n.proc]
	at.Conflicts++
	p.Count()
	s.core, s.noGood = p.core(), false
	assumed := p.CoreAssumptions()
	for _, x := range n.noGoods {
		if slices.Contains(assumed, x.assumption) {
			s.core, s.noGood = append(s.core, x.rest...), true
		}
	}
	s.needed = len(s.goal)
	for s.needed > 0 && !slices.Contains(s.core, s.goal[s.needed-1].lit) {
		s.needed--
	}
	if s.noGood {
		at.NoGoods++
		return nil
	}
	ok, err := s.interpolate(p, at, context, level)
	s.noGood = !ok
	switch {
	case err != nil || !ok:
	case s.without.Generalization:
		p.ExcludeCore()
	default:
		p.Exclude(s.ctx, level)
	}
	return err
}

// maxValues bounds the interpolants that are projections with values of a model, which may come one after the other without end. What
// is decided of the bench has at most 273 projections.
const maxValues = 1000

// interpolate has the last check of a procedure refute literals over its interface that follow from the context. The core of the
// conflict comes first: what is local to the context is eliminated from it by steps that lose something, but keep to no model.
// Then from all of the context, for what the core does not need may say what a local constant is. At last the core is projected. It
// reports whether any of these did.
func (s *search) interpolate(p *pred, at *verifier.Learning, context []term.Term, level int32) (bool, error) {
	// The check that found the conflict assumed more, such as proposals, so nothing is learned from it but the core.
	refutes := func(cube []term.Term) bool {
		return p.Ask(s.ctx, level, p.Hold(nil, cube)).Status == inline.StatusUnsat
	}
	if !slices.ContainsFunc(s.core, func(t term.Term) bool { return len(s.names.symbols(t)) > 0 }) && refutes(s.core) {
		at.Core++
		return true, nil
	}
	for _, from := range [][]term.Term{s.core, context} {
		if refutes(s.weakener.Weaken(from)) {
			at.Weakened++
			return true, nil
		}
	}
	cube, byValue, err := s.models.project(s.core)
	if err != nil {
		return false, err
	}
	if refutes(cube) {
		at.Projected++
		if byValue {
			s.values++
		}
		if s.values > maxValues {
			return false, reason.Reason{Kind: reason.GaveUp, Detail: fmt.Sprintf("%d annotations that hold for values of a model do not suffice", maxValues)}
		}
		return true, nil
	}
	at.NoGoods++
	return false, s.ctx.Err()
}

// exclude has a node not decide again what led to a conflict without an interpolant. All else that this rests on comes before the
// node in the goal, or there is no way back.
func (s *search) exclude(p *pred, n *node, decided int) error {
	own := map[term.Term]term.Term{}
	for i, t := range n.lits {
		own[t] = n.own[i]
	}
	var clause, rest []term.Term
	for _, t := range s.core {
		at := slices.IndexFunc(s.goal, func(d decision) bool { return d.lit == t })
		switch {
		case at < 0: // an equation of interfaces
		case at < decided:
			rest = append(rest, t)
		case own[t] == 0:
			return reason.Reason{Kind: reason.GaveUp, Detail: "a conflict between two calls has no interpolant without quantifiers"}
		default:
			clause = append(clause, p.Store().Not(own[t]))
		}
	}
	n.noGoods = append(n.noGoods, noGood{p.Assume("no-good", p.Store().Or(clause...)), rest})
	return nil
}

// noGood is an assumption that not all of some decisions are made. It rests on decisions before.
type noGood struct {
	assumption term.Term
	rest       []term.Term
}

// models has a solver of its own that finds models of parts of goals, to project these.
type models struct {
	s      *search
	solver inline.Solver // nil until needed
	st     *term.Store
	copier *term.Copier
	proj   *project.Projector
	holds  map[term.Term]term.Term // by literal: what implies it
}

func (x *models) start() (err error) {
	if x.solver != nil {
		return nil
	}
	x.st = term.NewStore()
	x.copier = term.NewCopier(x.s.sys.Store, x.st)
	x.holds = map[term.Term]term.Term{}
	x.proj = project.New(x.st)
	x.proj.Stop = func() bool { return x.s.ctx.Err() != nil }
	x.solver, err = x.s.run.Config.NewSolver(x.st)
	return err
}

// project returns literals without local symbols that imply that the given ones, which a model satisfies, can hold, and whether they
// have values of the model.
func (x *models) project(lits []term.Term) (cube []term.Term, byValue bool, err error) {
	if err := x.start(); err != nil {
		return nil, false, err
	}
	var as, roots []term.Term
	for _, t := range lits {
		if x.s.sys.Store.HasQuantifier(t) {
			continue // what is left may do
		}
		c, u := x.holds[t], x.copier.Term(t)
		if c == 0 {
			c = x.st.FreshConst("holds", term.Bool)
			x.holds[t] = c
			learn.AssertUnder(x.solver, x.st, c, u)
		}
		as, roots = append(as, c), append(roots, u)
	}
	if out := x.solver.Check(x.s.ctx, as); !out.HasModel() {
		return nil, false, out.Why()
	}
	m, err := x.solver.Model()
	if err != nil {
		return nil, false, reason.Unconfirmed(err)
	}
	back := x.copier.Back()
	res, err := x.proj.Project(m, roots, func(c term.Term) bool {
		return !x.s.names.local(x.s.sys.Store.Sym(back.Term(c)))
	})
	if err != nil {
		return nil, false, reason.Reason{Kind: reason.GaveUp, Detail: err.Error()}
	}
	for _, t := range res.Cube {
		cube = append(cube, back.Term(t))
	}
	return cube, res.ByValue > 0, nil
}

func (x *models) close() {
	if c, ok := x.solver.(io.Closer); ok {
		c.Close()
	}
}
