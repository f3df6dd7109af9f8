package solver

import (
	"iter"

	"github.com/muster-smt/muster/bv"
	"github.com/muster-smt/muster/bv/blast"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/combine"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
)

// blaster is the backend of bit-vectors, with arrays and functions over them.
type blaster struct {
	*common
	*bv.Solver
	inForce iter.Seq[term.Term]

	skolemized map[term.Term]bool      // quantifiers that have their counterexample
	elements   map[term.Sort]term.Term // see element
	instances  int64                   // of quantifiers
	equations  map[int][]term.Term     // by width: those that refuteSystems has looked at; never ranged over
}

// newBlaster returns a blaster for assertions of which inForce yields those in force.
func newBlaster(c *common, inForce iter.Seq[term.Term]) *blaster {
	b := &blaster{common: c, inForce: inForce, skolemized: map[term.Term]bool{}, elements: map[term.Sort]term.Term{}}
	differ := func(x, y term.Term) term.Term { // at this index
		w := c.symbols.Diff(c.st, x, y)
		c.proof.Witness(x, y, w)
		return w
	}
	b.Solver = bv.New(c.rw, bv.Options{
		Seed: c.opt.Seed, Without: c.opt.Without, Stress: c.opt.Stress, Proof: c.proof, Log: c.opt.Log,
		Witness: differ, Verifies: c.checked.certs.Same,
	})
	return b
}

func (b *blaster) traits() traits { return traits{finder: true} }

func (b *blaster) Assert(t term.Term)         { b.Solver.Assert(b.resolved(t)) }
func (b *blaster) AssertUnder(g, t term.Term) { b.Solver.AssertUnder(g, b.resolved(t)) }
func (b *blaster) AssertFlow(t term.Term)     { b.Assert(t) }
func (b *blaster) Lit(t term.Term) sat.Lit    { return b.Solver.Lit(b.resolved(t)) }
func (b *blaster) Reached(sat.Lit) bool       { return false }
func (b *blaster) Constrain(...sat.Lit)       {}
func (b *blaster) ConstraintFailed() bool     { return false }
func (b *blaster) Cone() []int32              { return nil }
func (b *blaster) DecideInOrder(bool)         {}

func (b *blaster) expect(combine.Fact)     {}
func (b *blaster) prefer(term.Term, bool)  {}
func (b *blaster) knows(g term.Term) bool  { return b.Guards(g) || b.Known(g) != sat.NoLit }
func (b *blaster) scopes(int, int) sat.Lit { return sat.NoLit }
func (b *blaster) values() model.Source    { return nil }
func (b *blaster) limitMatching()          {}
func (b *blaster) weight() int             { return b.SAT().NumVars() }

func (b *blaster) begin(lim *limit.Limit) (end func()) {
	b.Within(lim)
	return func() { b.Within(nil) }
}

func (b *blaster) check(lim *limit.Limit, assumptions []sat.Lit, budget sat.Budget) Result {
	if b.proof != nil {
		b.refuteSystems(lim)
	}
	st, why := b.search(assumptions, budget)
	if why.Kind != reason.None {
		st = sat.Unknown
	}
	b.LogAnswer(st)
	if lim.Reason() != limit.None {
		why = reason.Reason{}
	}
	return Result{Status: st, Reason: why}
}

// search looks for an assignment in which quantifiers hold. A reason says that it cannot decide.
func (b *blaster) search(assumptions []sat.Lit, budget sat.Budget) (sat.Status, reason.Reason) {
	for {
		st := b.Solver.Check(assumptions, budget)
		if st != sat.Sat {
			return st, reason.Reason{}
		}
		added, why := b.instantiate()
		if why.Kind != reason.None || added == 0 {
			return st, why
		}
	}
}

func (b *blaster) why() reason.Reason {
	unsupported := func(why string) reason.Reason { return reason.Reason{Kind: reason.Unsupported, Detail: why} }
	switch {
	case b.Exhausted:
		return unsupported(blast.WhyTooLarge)
	case b.TooLarge != 0 && b.st.SortKind(b.st.Sort(b.TooLarge)) == term.KindUninterpreted:
		return unsupported("more than a million terms of uninterpreted sorts beside bit-vectors")
	case b.TooLarge != 0:
		return unsupported(blast.WhyTooLarge)
	case b.Small != term.NoSort:
		few := b.st.SortString(b.Small)
		return unsupported("constant arrays that stores make equal where " + few + " has few elements")
	}
	return reason.Of(b.SAT().WhyUnknown())
}

func (b *blaster) model() (*model.Model, error) {
	if b.verified != nil {
		return b.verified, nil
	}
	return b.Solver.Model()
}

func (b *blaster) count(t *tally) {
	core := b.SAT().Stats()
	t.search(&core)
	t.add("refinements", b.Rounds)
	t.add("refinement-lemmas", b.Lemmas)
	t.add("bit-quantifier-instances", b.instances)
	swept, merged := b.Sweeps()
	t.add("gate-sweep-ticks", swept.Ticks)
	t.add("gate-sweep-questions", swept.Asked)
	t.add("gate-sweep-proofs", swept.Proved)
	t.add("gates-merged", merged)
	walks := b.Walks()
	t.add("local-search-ticks", walks.Ticks)
	t.add("local-search-moves", walks.Moves)
	t.add("local-search-models", walks.Solved)
	t.gauge("gates", int64(b.Gates()))
	t.gauge("terms", int64(b.st.Len()))
	t.gauge("variables", core.Variables)
	t.clauses(&core)
}
