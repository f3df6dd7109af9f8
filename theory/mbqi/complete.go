package mbqi

import (
	"slices"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// Solver is a fresh solver for one question.
type Solver interface {
	Assert(t term.Term)
	// Check reports whether the assertions have a model under assumptions; known is false if it
	// cannot decide.
	Check(assumptions []term.Term) (satisfiable, known bool)
	// Model returns the model that Check has found.
	Model() (*model.Model, error)
}

// Quantifier is a universal quantifier: its variables and its body.
type Quantifier struct {
	Vars []term.Term
	Body term.Term
}

// Checker checks quantifiers against models. It holds what does not depend on the
// model.
type Checker struct {
	// Bits makes bit-vectors stand for elements, not integers: so a question about formulas
	// over bit-vectors is one over bit-vectors.
	Bits bool

	st     *term.Store
	mk     *rewrite.Rewriter
	solver func() Solver
	stop   func() bool             // whether to stop
	consts map[term.Term]term.Term // by variable: the constant that stands for it in a query
	bound  map[term.Term]term.Term // by variable of a nested quantifier: the integer one for it
}

// New returns a Checker that puts each query to a fresh solver made by solver, until
// stopped returns true.
func New(st *term.Store, mk *rewrite.Rewriter, solver func() Solver, stopped func() bool) *Checker {
	return &Checker{st: st, mk: mk, solver: solver, stop: stopped, consts: map[term.Term]term.Term{},
		bound: map[term.Term]term.Term{}}
}

// Interpretation is a completed model.
type Interpretation struct {
	*Checker
	// Negative prefers negative integers in counterexamples. Which ones come is a matter of luck, and where only some of
	// them refute, instances at 0, 1, 2 and so on never end.
	Negative bool

	m        *model.Model
	universe [][]model.Value // by sort, in increasing order
	memo     map[term.Term]term.Term
}

// Complete gives the functions of m their defaults and the uninterpreted sorts
// their universes. Later evaluation in m agrees with both.
func (c *Checker) Complete(m *model.Model) (*Interpretation, error) {
	p := &Interpretation{Checker: c, m: m, universe: make([][]model.Value, c.st.NumSorts()),
		memo: map[term.Term]term.Term{}}
	for f := term.Sym(1); int(f) < c.st.NumSyms(); f++ {
		if v, ok := m.Const(f); ok {
			p.meet(v)
		}
		for _, e := range m.Fun(f).Entries() {
			for _, a := range e.Args {
				p.meet(a)
			}
			p.meet(e.Value)
		}
	}
	for s := range p.universe {
		sort := term.Sort(s)
		if s == 0 || c.st.SortKind(sort) != term.KindUninterpreted {
			continue
		}
		if len(p.universe[s]) == 0 {
			p.universe[s] = []model.Value{model.Elem(sort, 0)}
		}
		slices.SortFunc(p.universe[s], model.Value.Compare)
		p.universe[s] = slices.CompactFunc(p.universe[s], model.Value.Equal)
		m.SetZero(p.universe[s][0])
	}
	m.FillDefaults()
	return p, nil
}

// meet adds the elements in a value to their universes.
func (p *Interpretation) meet(v model.Value) {
	switch v.Kind() {
	case model.KindElem:
		p.universe[v.Sort()] = append(p.universe[v.Sort()], v)
	case model.KindArray:
		p.meet(v.Default())
		v.Entries(func(i, e model.Value) bool {
			p.meet(i)
			p.meet(e)
			return true
		})
	}
}
