package lazyann

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/project"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/learn"
)

// annotate learns from a conflict between the template of a procedure, with the annotation of its callees, and a
// context: an interpolant, made more general. If there is none, the core is a no-good of this goal (exclude).
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
	if s.without.Sharing || s.without.Learning {
		s.frames.Confine(n.at)
	}
	ok, err := s.interpolate(p, at, context, level)
	s.noGood = !ok
	if s.noGood {
		at.NoGoods++
	}
	if s.turn {
		return errTurn
	}
	s.frames.Share(s.port)
	return err
}

// add adds what the last check refutes to the annotation, made more general, and returns it as a formula.
func (s *search) add(p *pred, level int32) term.Term {
	lits := p.Core()
	if s.without.Generalization {
		p.ExcludeCore()
	} else {
		lits, _ = p.Exclude(s.ctx, level)
		if !s.without.Primes && len(lits) > enoughLiterals {
			s.primes.generalize(p, level, lits)
		}
	}
	s.turn = s.turn || s.turns.wanted(p.id, lits)
	return s.sys.Store.Not(s.sys.Store.And(lits...))
}

// interpolate adds an interpolant: the negation of literals over the interface of a procedure that follow from the
// context, and which its template refutes. The core of the conflict comes first. Then all of the context is weakened,
// for what the core does not need may say what a local constant is. It reports whether there is one.
func (s *search) interpolate(p *pred, at *verifier.Learning, context []term.Term, level int32) (bool, error) {
	refutes := s.refutes(p, level)
	// The check that found the conflict assumed more, such as proposals, so nothing is learned from it but the core.
	switch {
	case !slices.ContainsFunc(s.core, s.hasLocal) && refutes(s.core):
		at.Core++
	case refutes(s.weakener.Weaken(s.core)) || refutes(s.weakener.Weaken(context)):
		at.Weakened++
	case !s.without.Quantified && s.quantify(s.core, refutes):
		at.AllIndices++
	default:
		if !s.without.Quantified {
			if ok, err := s.cases(p, level); err != nil {
				return false, err
			} else if ok {
				at.Cases++
				return true, nil
			}
		}
		if ok, err := s.project(s.core, refutes); !ok {
			return false, cmp.Or(err, s.ctx.Err())
		}
		at.Projected++
	}
	s.add(p, level)
	return true, nil
}

func (s *search) hasLocal(t term.Term) bool { return len(s.names.symbols(t)) > 0 }

// refutes returns what asks whether a procedure's template refutes literals over its interface. If they contradict
// each other as they stand, it is not the template that does, and nothing would be learned.
func (s *search) refutes(p *pred, level int32) func([]term.Term) bool {
	return func(cube []term.Term) bool {
		return !slices.Contains(cube, s.sys.Store.False()) &&
			p.Ask(s.ctx, level, p.Hold(nil, cube)).Status == inline.StatusUnsat
	}
}

// maxValues bounds the interpolants that are projections with values of a model, which may come one after the other
// without end. What is decided of the bench has at most 273 projections.
const maxValues = 1000

// project has the last check refute the projection of literals. It reports whether it did.
func (s *search) project(lits []term.Term, refutes func([]term.Term) bool) (bool, error) {
	cube, byValue, err := s.models.project(lits)
	if err != nil || !refutes(cube) {
		return false, err
	}
	if byValue {
		s.values++
	}
	if s.values > maxValues {
		why := fmt.Sprintf("%d annotations that hold for values of a model do not suffice", maxValues)
		return false, reason.Reason{Kind: reason.GaveUp, Detail: why}
	}
	return true, nil
}

// quantify has the last check refute what literals say of some indices of the interface's arrays. It reports whether
// it did: that no index is like that is an interpolant.
func (s *search) quantify(lits []term.Term, refutes func([]term.Term) bool) bool {
	lits = s.weakener.Abstract(lits)
	closed := s.weakener.Close(lits)
	if !slices.ContainsFunc(closed, s.sys.Store.HasQuantifier) || !refutes(closed) {
		return false
	}
	for i := 0; i < len(lits) && s.ctx.Err() == nil; {
		if rest := slices.Delete(slices.Clone(lits), i, i+1); refutes(s.weakener.Close(rest)) {
			lits = rest
		} else {
			i++
		}
	}
	lits = learn.Crossing(s.ctx, s.rw, lits, func(lits []term.Term) bool { return refutes(s.weakener.Close(lits)) })
	return refutes(s.weakener.Close(lits))
}

// maxCases bounds the interpolants that one core gives.
const maxCases = 30

// cases adds interpolants for a core of which what is quantified or says what arrays are has instances: these divide
// it into cases that are literals. It reports whether there is an interpolant for each.
func (s *search) cases(p *pred, level int32) (bool, error) {
	refutes := s.refutes(p, level)
	formulas := slices.Clone(s.core)
	for n := range maxCases {
		instances, any := s.weakener.Instances(formulas)
		if !any {
			return false, nil
		}
		lits, err := s.models.implicant(instances)
		if err != nil || lits == nil {
			return n > 0, err
		}
		if !refutes(s.weakener.Weaken(lits)) && !s.quantify(lits, refutes) {
			if ok, err := s.project(lits, refutes); !ok {
				return false, cmp.Or(err, s.ctx.Err())
			}
		}
		formulas = append(formulas, s.add(p, level))
	}
	return false, nil
}

// exclude has a node not decide again what led to a conflict without an interpolant. All else that this rests on
// comes before the node in the goal, or there is no way back.
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
			return reason.Reason{Kind: reason.GaveUp, Detail: "a conflict between two calls has no interpolant"}
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

// check looks for a model of formulas, and returns them in its terms. The model is nil if there is none.
func (x *models) check(formulas []term.Term) (m *model.Model, roots []term.Term, err error) {
	if err := x.start(); err != nil {
		return nil, nil, err
	}
	var as []term.Term
	for _, t := range formulas {
		if x.s.sys.Store.HasQuantifier(t) {
			continue // what is left may do
		}
		c, u := x.holds[t], x.copier.Term(t)
		if c == 0 {
			c = x.st.FreshConst("holds", term.Bool)
			x.holds[t] = c
			inline.AssertUnder(x.solver, x.st, c, u)
		}
		as, roots = append(as, c), append(roots, u)
	}
	switch out := x.solver.Check(x.s.ctx, as); {
	case out.Status == inline.StatusUnsat:
		return nil, nil, nil
	case !out.HasModel():
		return nil, nil, out.Why()
	}
	if m, err = x.solver.Model(); err != nil {
		return nil, nil, reason.Unconfirmed(err)
	}
	return m, roots, nil
}

// core returns the formulas that a refutation of all of them needs; nil if they have a model.
func (x *models) core(formulas []term.Term) ([]term.Term, error) {
	m, _, err := x.check(formulas)
	if m != nil || err != nil {
		return nil, err
	}
	assumed := x.solver.Core()
	return slices.DeleteFunc(formulas, func(t term.Term) bool { return !slices.Contains(assumed, x.holds[t]) }), nil
}

// implicant returns literals that make formulas true in a model; nil if they have none.
func (x *models) implicant(formulas []term.Term) ([]term.Term, error) {
	m, roots, err := x.check(formulas)
	if m == nil || err != nil {
		return nil, err
	}
	lits, err := x.proj.Implicant(m, roots)
	if err != nil {
		return nil, reason.Reason{Kind: reason.GaveUp, Detail: err.Error()}
	}
	return x.back(lits), nil
}

// project returns literals without local symbols that imply that the given ones can hold, and whether they have
// values of a model.
func (x *models) project(lits []term.Term) (cube []term.Term, byValue bool, err error) {
	m, roots, err := x.check(lits)
	if err != nil {
		return nil, false, err
	}
	if m == nil {
		return nil, false, reason.Reason{Kind: reason.GaveUp, Detail: "what was decided has no model"}
	}
	back := x.copier.Back()
	res, err := x.proj.Project(m, roots, func(c term.Term) bool {
		return !x.s.names.local(x.s.sys.Store.Sym(back.Term(c)))
	})
	if err != nil {
		return nil, false, reason.Reason{Kind: reason.GaveUp, Detail: err.Error()}
	}
	return x.back(res.Cube), res.ByValue > 0, nil
}

func (x *models) back(ts []term.Term) []term.Term {
	back := x.copier.Back()
	out := make([]term.Term, len(ts))
	for i, t := range ts {
		out[i] = back.Term(t)
	}
	return out
}
