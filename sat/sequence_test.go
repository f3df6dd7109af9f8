package sat_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/muster-smt/muster/fuzz/sequence"
	"github.com/muster-smt/muster/sat"
)

// The contract of Propagator is tested by lists of calls: a mock takes part in the
// search while clauses, groups, observed variables, options and propagators change. The
// model of the test is the set of all assignments that satisfy theory and clauses.

// pact is the model of the test.
type pact struct {
	vars   int
	seed   uint64 // of the mock
	set    settings
	cs     []constraint
	scopes []truth // satisfying assignments of each group; the last one is the current one
}

// settings are the options of a solver and its propagator.
type settings struct {
	forget, explain, stress, choose, proof bool
}

func (o settings) String() string {
	return fmt.Sprintf("forget=%v explain=%v stress=%v choose=%v proof=%v", o.forget, o.explain, o.stress, o.choose, o.proof)
}

func (p *pact) String() string {
	return fmt.Sprintf("%d variables, seed %d, %v, theory %+v", p.vars, p.seed, p.set, p.cs)
}

func (p *pact) top() truth { return p.scopes[len(p.scopes)-1] }

// with replaces the scopes above the first n.
func (p *pact) with(n int, more ...truth) *pact {
	q := *p
	q.scopes = slices.Concat(p.scopes[:n], more)
	return &q
}

func randomSettings(r *rand.Rand) settings {
	return settings{r.IntN(3) == 0, r.IntN(2) == 0, r.IntN(4) > 0, r.IntN(2) == 0, r.IntN(2) == 0}
}

func randomPact(r *rand.Rand) *pact {
	p := &pact{vars: 3 + r.IntN(6), seed: r.Uint64(), set: randomSettings(r)}
	t := allAssignments(p.vars)
	for range r.IntN(4) {
		c := randomConstraint(r, p.vars)
		p.cs = append(p.cs, c)
		t = t.filter(c.holds)
	}
	p.scopes = []truth{t}
	return p
}

// rig is the system under test: the ride of the random tests, of which only solver and
// mock are used.
type rig struct {
	*ride
	scopes [][][]sat.Lit // the clauses by group
}

func newRig(p *pact) *rig {
	x := &rig{&ride{r: rand.New(rand.NewPCG(p.seed, 3)), vars: p.vars, theory: p.scopes[0]}, [][][]sat.Lit{nil}}
	x.begin(p.set, p.cs)
	return x
}

// begin makes a new solver with the current clauses.
func (x *rig) begin(set settings, cs []constraint) {
	opt := sat.Options{ForgetTrail: set.forget, ExplainInMinimization: set.explain, Stress: set.stress}
	x.choose, x.proofs = set.choose, nil
	if set.proof {
		x.proofs = &valid{tee: newTee(), t: &x.theory, vars: x.vars}
		opt.Tracer = x.proofs
	}
	x.s = sat.New(opt)
	for range x.vars {
		x.s.NewVar()
	}
	for i, g := range x.scopes {
		if i > 0 {
			x.s.Push()
		}
		for _, c := range g {
			x.s.AddClause(c...)
		}
	}
	x.connect(&mock{cs: cs, clauses: slices.Concat(x.scopes...)})
}

// reply is the result of a question.
type reply struct {
	st     sat.Status
	core   []sat.Lit
	failed bool // the constraint failed
	model  uint32
	err    error
}

// pactCall is a call.
type pactCall struct {
	kind   pactKind
	lits   []sat.Lit
	constr []sat.Lit // the constraint of a question, if it has one
	n      int
	set    settings
}

type pactKind uint8

const (
	addClause pactKind = iota
	openGroup
	closeGroup
	observe
	unobserve
	reconnect
	cloneSolver
	addLemma
	addDefinition
	resetSolver
	otherOptions
	ask
	numPactKinds
)

var pactNames = [numPactKinds]string{"clause", "push", "pop", "observe", "unobserve", "reconnect", "clone", "lemma",
	"define", "reset", "options", "solve"}

func (c *pactCall) String() string {
	s := pactNames[c.kind]
	switch c.kind {
	case otherOptions:
		return fmt.Sprintf("%s %v", s, c.set)
	case reconnect, cloneSolver:
		return fmt.Sprintf("%s %v", s, c.n > 0)
	case ask:
		s += fmt.Sprintf(" %d conflicts", c.n)
		if c.constr != nil {
			s += fmt.Sprintf(" constrain %v", c.constr)
		}
	}
	if len(c.lits) > 0 {
		s += fmt.Sprintf(" %v", c.lits)
	}
	return s
}

func randomPactCall(r *rand.Rand, p *pact) sequence.Call[*pact, *rig] {
	weights := [numPactKinds]int{30, 4, 4, 3, 3, 3, 2, 3, 3, 3, 2, 20}
	c := &pactCall{}
	for k := r.IntN(80); k >= weights[c.kind]; c.kind++ {
		k -= weights[c.kind]
	}
	switch c.kind {
	case addClause:
		c.lits = randomLits(r, p.vars, min(1+r.IntN(20), 2+r.IntN(3)))
	case observe, unobserve:
		c.lits = randomLits(r, p.vars, 1)
	case reconnect, cloneSolver:
		c.n = r.IntN(2)
	case otherOptions:
		c.set = randomSettings(r)
	case ask:
		c.lits = randomLits(r, p.vars, r.IntN(p.vars))
		if r.IntN(6) == 0 {
			c.constr = randomLits(r, p.vars, 1+r.IntN(3))
		}
		if r.IntN(8) == 0 {
			c.n = 1 + r.IntN(5)
		}
	}
	return c
}

func (c *pactCall) Possible(p *pact) bool { return c.kind != closeGroup || len(p.scopes) > 1 }

func (c *pactCall) Smaller() (out []sequence.Call[*pact, *rig]) {
	for i := range c.lits {
		if c.kind == ask || c.kind == addClause && len(c.lits) > 1 {
			d := *c
			d.lits = slices.Delete(slices.Clone(c.lits), i, i+1)
			out = append(out, &d)
		}
	}
	if c.constr != nil || c.kind == ask && c.n > 0 {
		d := *c
		d.constr, d.n = nil, 0
		out = append(out, &d)
	}
	return out
}

func (c *pactCall) Next(p *pact) *pact {
	n := len(p.scopes)
	switch c.kind {
	case addClause:
		return p.with(n-1, slices.Clone(p.top()).filter(func(m uint32) bool { return anyHolds(m, c.lits) }))
	case openGroup:
		return p.with(n, p.top())
	case closeGroup:
		return p.with(n - 1)
	}
	return p
}

func (c *pactCall) Run(x *rig) any {
	top := len(x.scopes) - 1
	switch c.kind {
	case addClause:
		x.scopes[top] = append(x.scopes[top], c.lits)
		x.p.clauses = append(x.p.clauses, c.lits)
		x.s.AddClause(c.lits...)
	case openGroup:
		x.scopes = append(x.scopes, nil)
		x.s.Push()
	case closeGroup:
		x.scopes = x.scopes[:top]
		x.p.clauses = slices.Concat(x.scopes...)
		x.s.Pop()
	case observe:
		x.s.Observe(c.lits[0].Var())
		x.p.known[c.lits[0].Var()] = true
	case unobserve:
		x.unobserve(c.lits[0].Var())
	case reconnect:
		x.s.Disconnect()
		x.choose = c.n > 0
		x.connect(x.p)
	case cloneSolver:
		if s := x.s.Clone(); c.n > 0 { // continue with the copy
			x.s, x.proofs = s, nil
			x.connect(x.p)
		}
	case addLemma:
		x.p.lemma()
	case addDefinition:
		x.p.define()
	case resetSolver:
		x.s.Reset()
		if len(x.p.levels) > 0 {
			x.p.fail("levels are left after Reset")
		}
	case otherOptions:
		x.begin(c.set, x.p.cs)
	case ask:
		return x.ask(c)
	}
	return reply{err: x.p.broken}
}

// ask solves, and checks everything except whether the answer is right.
func (x *rig) ask(c *pactCall) reply {
	if c.constr != nil {
		x.s.Constrain(c.constr...)
	}
	x.p.gaveUp, x.p.above = false, min(1, len(c.lits)+x.s.Depth())
	x.lim.Reset()
	x.p.scopes = len(c.lits)
	x.s.Scopes(max(0, len(c.lits)-1), c.n)
	a := reply{st: x.s.Solve(&x.lim, c.lits, sat.Budget{Conflicts: int64(c.n)})}
	switch {
	case x.p.broken != nil:
		a.err = x.p.broken
	case a.st == sat.Unknown && !x.p.gaveUp && !x.lim.Stopped() && c.n == 0:
		a.err = fmt.Errorf("unknown without cause: %v", x.s.WhyUnknown())
	case a.st == sat.Unsat:
		a.core, a.failed = x.s.Core(), x.s.ConstraintFailed()
	case a.st == sat.Sat:
		a.model = model(x.s, x.vars)
		a.err = checkPartial(x.s, x.p, c.lits)
	}
	if a.err == nil && x.proofs != nil {
		if a.err = x.proofs.broken; a.err == nil {
			a.err = x.proofs.err()
		}
	}
	return a
}

func (c *pactCall) Judge(p *pact, result any) error {
	a, t := result.(reply), p.top()
	if a.err != nil || a.st == sat.Unknown {
		return a.err
	}
	demanded := t
	if c.constr != nil {
		demanded = slices.Clone(t).filter(func(m uint32) bool { return anyHolds(m, c.constr) })
	}
	if a.st == sat.Sat {
		if !slices.Contains(demanded, a.model) || !allHold(a.model, c.lits) {
			return fmt.Errorf("sat, but %b is no model", a.model)
		}
		return nil
	}
	if demanded.some(c.lits) {
		return fmt.Errorf("unsat, but it can hold")
	}
	for _, l := range a.core {
		if !slices.Contains(c.lits, l) {
			return fmt.Errorf("core %v is not of the assumptions", a.core)
		}
	}
	if a.failed && c.constr == nil {
		return fmt.Errorf("a constraint failed that there is not")
	}
	if !a.failed {
		demanded = t
	}
	if demanded.some(a.core) {
		return fmt.Errorf("core %v can hold", a.core)
	}
	return nil
}

func TestPropagatorSequences(t *testing.T) {
	sequence.System[*pact, *rig]{Start: randomPact, New: newRig, Draw: randomPactCall, Calls: 40}.Test(t, 400)
}
