package sat_test

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
)

// constraint is a parity or a cardinality constraint over variables.
type constraint struct {
	vars []sat.Var
	xor  bool
	odd  bool // xor: an odd number is true
	max  int  // otherwise at most max are true
}

// origin of the constraint's clauses is the set of its variables.
func (c *constraint) origin() sat.Origin {
	var o sat.Origin
	for _, v := range c.vars {
		o |= 1 << v
	}
	return o
}

func (c *constraint) holds(m uint32) bool {
	n := 0
	for _, v := range c.vars {
		if holds(m, v.Pos()) {
			n++
		}
	}
	if c.xor {
		return n%2 == 1 == c.odd
	}
	return n <= c.max
}

// mock is a Propagator for constraints that behaves as badly as the contract allows: it
// propagates at random, adds lemmas that are true, units or false at any level, and makes
// variables.
type mock struct {
	s      *sat.Solver
	r      *rand.Rand
	cs     []constraint
	vars   int
	lazy   int // Propagate does nothing in lazy of 4 calls, on average
	value  []sat.Value
	trail  []sat.Lit
	levels []int
	known  []bool // observed
	gaveUp bool
	lim    *limit.Limit
	above  int // 1 if there are assumptions in this Solve
	scopes int // how many assumptions may have a level of their own
	broken error
	lemmas []bool // by number: added, and not forgotten
	search bool   // in Propagate

	counted uint32 // clauses of AddCounted

	// What Superfluous found last.
	because     []sat.Lit
	from        sat.Origin
	superfluous *int64 // how many

	// Relevancy.
	clauses [][]sat.Lit
	dropped []sat.Var
}

func (p *mock) fail(format string, args ...any) {
	if p.broken == nil {
		p.broken = fmt.Errorf(format, args...)
	}
}

// meddle does what every callback may do, and sometimes stops the search.
func (p *mock) meddle() {
	switch v := sat.Var(1 + p.r.IntN(p.vars)); p.r.IntN(100) {
	case 0:
		p.s.Bump(v)
	case 1:
		p.s.SetPhase(v, p.r.IntN(2) == 0)
	case 2:
		p.s.NewVar()
	case 3:
		if p.r.IntN(10) == 0 {
			p.lim.Stop(limit.Timeout)
		}
	}
}

func (p *mock) Assign(lits []sat.Lit) {
	p.meddle()
	for _, l := range lits {
		if !p.known[l.Var()] {
			p.fail("%v was reported but is not observed", l)
		}
		if p.valueOf(l) != sat.Undef {
			p.fail("%v was reported twice", l)
		}
		if p.s.Value(l) != sat.True {
			p.fail("%v was reported but is not true", l)
		}
		p.value[l.Var()] = sat.True
		if l.Sign() {
			p.value[l.Var()] = sat.False
		}
		p.trail = append(p.trail, l)
	}
}

func (p *mock) valueOf(l sat.Lit) sat.Value {
	v := p.value[l.Var()]
	if l.Sign() {
		return -v
	}
	return v
}

func (p *mock) NewLevel() {
	p.levels = append(p.levels, len(p.trail))
	if p.s.Level() != len(p.levels) {
		p.fail("level %d, expected %d", p.s.Level(), len(p.levels))
	}
	p.meddle()
}

func (p *mock) Backtrack(level int) {
	n := p.levels[level]
	for _, l := range p.trail[n:] {
		p.value[l.Var()] = sat.Undef
	}
	p.trail = p.trail[:n]
	p.levels = p.levels[:level]
	for _, l := range p.trail {
		if p.s.Value(l) != sat.True || p.s.LevelOf(l.Var()) > level {
			p.fail("%v is not true any more at level %d", l, level)
		}
	}
	for _, v := range p.dropped {
		p.s.Offer(v)
	}
	p.dropped = p.dropped[:0]
	p.meddle()
}

func (p *mock) Propagate() {
	for v := sat.Var(1); int(v) <= p.vars; v++ {
		if p.known[v] && p.s.Value(v.Pos()) != p.value[v] {
			p.fail("variable %d is %v, but was reported as %v", v, p.s.Value(v.Pos()), p.value[v])
		}
	}
	decided := 0
	for v := 1; v <= p.s.NumVars(); v++ {
		if p.s.Decided(sat.Var(v)) {
			decided++
		}
	}
	if most := max(0, p.s.Level()-p.above); decided > most || decided < most-p.scopes {
		p.fail("%d decisions on %d levels", decided, p.s.Level())
	}
	p.meddle()
	if p.r.IntN(20) == 0 {
		p.observe()
	}
	if p.r.IntN(10) == 0 {
		p.search = true
		p.lemma()
		p.search = false
	}
	if p.r.IntN(40) == 0 {
		p.define()
	}
	if p.r.IntN(4) < p.lazy {
		return
	}
	for i := range p.cs {
		p.propagate(i)
	}
}

func (p *mock) observe() {
	v := sat.Var(1 + p.r.IntN(p.vars))
	p.s.Observe(v)
	p.known[v] = true
}

// propagate enqueues what constraint i implies, or reports its conflict.
func (p *mock) propagate(i int) {
	c := &p.cs[i]
	var open []sat.Var
	var on, all []sat.Lit
	for _, l := range p.trail {
		if slices.Contains(c.vars, l.Var()) {
			all = append(all, l.Not())
			if !l.Sign() {
				on = append(on, l.Not())
			}
		}
	}
	for _, v := range c.vars {
		if p.value[v] == sat.Undef {
			open = append(open, v)
		}
	}
	if c.xor {
		switch {
		case len(open) == 0 && len(on)%2 == 1 != c.odd:
			p.s.Conflict(all, c.origin())
		case len(open) == 1:
			l := open[0].Neg()
			if len(on)%2 == 1 != c.odd {
				l = l.Not()
			}
			p.s.Enqueue(l, uint32(i))
		}
		return
	}
	if len(on) > c.max {
		p.s.Conflict(on[:c.max+1], c.origin())
	} else if len(on) == c.max {
		for _, v := range open {
			if !p.s.Enqueue(v.Neg(), uint32(i)) && p.r.IntN(2) == 0 {
				return
			}
		}
	}
}

// Explain looks for the constraint's literals that were reported before.
func (p *mock) Explain(l sat.Lit, reason uint32, dst []sat.Lit) ([]sat.Lit, sat.Origin) {
	c := &p.cs[reason]
	n := 0
	for _, a := range p.trail {
		if a.Var() == l.Var() {
			break
		}
		if slices.Contains(c.vars, a.Var()) && (c.xor || !a.Sign() && n < c.max) {
			dst = append(dst, a)
			n++
		}
	}
	if c.xor && n != len(c.vars)-1 || !c.xor && n != c.max {
		p.fail("explanation of %v by %+v has %d antecedents", l, *c, n)
	}
	return dst, c.origin()
}

// Superfluous finds a literal that a constraint implies with others.
func (p *mock) Superfluous(lits []sat.Lit, dst []int32) []int32 {
	if len(p.cs) == 0 || p.r.IntN(4) == 0 {
		return dst
	}
	c := &p.cs[p.r.IntN(len(p.cs))]
	p.because = p.because[:0]
	var places []int32
	odd := false
	for i, l := range lits {
		if p.s.Value(l) != sat.True {
			p.fail("%v is to be superfluous but is not true", l)
		}
		if !slices.Contains(c.vars, l.Var()) {
			continue
		}
		odd = odd != !l.Sign()
		if i > 0 && (c.xor || l.Sign()) {
			places = append(places, int32(i))
		}
		if c.xor || !l.Sign() {
			p.because = append(p.because, l)
		}
	}
	if len(places) == 0 || c.xor && (len(p.because) < len(c.vars) || odd != c.odd) || !c.xor && len(p.because) != c.max {
		return dst
	}
	i := places[p.r.IntN(len(places))]
	p.because = slices.DeleteFunc(p.because, func(l sat.Lit) bool { return l == lits[i] })
	p.because, p.from = append(p.because, lits[i]), c.origin()
	if p.superfluous != nil {
		*p.superfluous++
	}
	return append(dst, i)
}

// ExplainSuperfluous gives what Superfluous noted.
func (p *mock) ExplainSuperfluous(_ int32, dst []sat.Lit) ([]sat.Lit, sat.Origin) {
	return append(dst, p.because[:len(p.because)-1]...), p.from
}

// lemma adds a clause that a constraint implies, whatever its present value.
func (p *mock) lemma() {
	if len(p.cs) == 0 {
		return
	}
	c := &p.cs[p.r.IntN(len(p.cs))]
	var lits []sat.Lit
	if c.xor {
		odd := false
		for _, v := range c.vars {
			l := v.Pos()
			if p.r.IntN(2) == 0 {
				l, odd = v.Neg(), !odd
			}
			lits = append(lits, l)
		}
		// The clause excludes the assignment that makes all its literals false,
		// in which the negated ones are true: its parity must be wrong.
		if odd == c.odd {
			lits[0] = lits[0].Not()
		}
	} else {
		vars := slices.Clone(c.vars)
		p.r.Shuffle(len(vars), func(i, j int) { vars[i], vars[j] = vars[j], vars[i] })
		if len(vars) <= c.max {
			return
		}
		for _, v := range vars[:c.max+1] {
			lits = append(lits, v.Neg())
		}
	}
	if !p.search || p.r.IntN(2) == 0 {
		p.s.AddFrom(lits, sat.ClauseKind(p.r.IntN(2)), c.origin())
		return
	}
	if p.r.IntN(4) == 0 {
		p.counted++
		p.s.AddCounted(lits, p.counted, c.origin())
		return
	}
	p.lemmas = append(p.lemmas, true)
	p.s.AddLemma(lits, uint32(len(p.lemmas)-1), c.origin())
	if p.r.IntN(2) == 0 {
		p.s.ForgetLemmas()
	}
}

func (p *mock) MayForget(lemma uint32) bool {
	if !p.lemmas[lemma] {
		p.fail("lemma %d is forgotten already", lemma)
	}
	p.meddle()
	return p.r.IntN(3) > 0
}

func (p *mock) Forgotten(lemma uint32) {
	if !p.lemmas[lemma] {
		p.fail("lemma %d is forgotten twice", lemma)
	}
	p.lemmas[lemma] = false
}

// define makes a new variable equivalent to a conjunction.
func (p *mock) define() {
	a := sat.Lit(2 + p.r.IntN(2*p.vars))
	b := sat.Lit(2 + p.r.IntN(2*p.vars))
	y := p.s.NewVar()
	p.s.AddClause(y.Neg(), a)
	p.s.AddClause(y.Neg(), b)
	p.s.AddClause(y.Pos(), a.Not(), b.Not())
}

func (p *mock) Final() sat.Final {
	p.meddle()
	last := uint32(0)
	p.s.Used(func(number uint32) {
		if number <= last || number > p.counted {
			p.fail("use of %d after %d of %d", number, last, p.counted)
		}
		last = number
	})
	if p.r.IntN(50) == 0 {
		p.gaveUp = true
		return sat.FinalUnknown
	}
	for v := sat.Var(1); int(v) <= p.vars; v++ {
		if !p.known[v] {
			p.s.Observe(v)
			p.known[v] = true
			if p.s.Value(v.Pos()) != sat.Undef {
				return sat.FinalContinue
			}
		}
	}
	for _, i := range p.r.Perm(len(p.cs)) {
		c := &p.cs[i]
		for _, v := range c.vars {
			if p.value[v] == sat.Undef {
				p.s.Offer(v)
				return sat.FinalContinue
			}
		}
		m := uint32(0)
		for _, l := range p.trail {
			if !l.Sign() && int(l.Var()) <= p.vars {
				m |= 1 << (l.Var() - 1)
			}
		}
		if !c.holds(m) {
			p.propagate(i)
			return sat.FinalContinue
		}
	}
	for _, c := range p.clauses {
		if v := p.unsatisfied(c); v != 0 {
			p.s.Offer(v)
			return sat.FinalContinue
		}
	}
	return sat.FinalSat
}

// unsatisfied is an unassigned variable of a clause that is not true, or 0.
func (p *mock) unsatisfied(c []sat.Lit) sat.Var {
	var open sat.Var
	for _, l := range c {
		switch p.s.Value(l) {
		case sat.True:
			return 0
		case sat.Undef:
			open = l.Var()
		}
	}
	if open == 0 {
		p.fail("clause %v is false at the end", c)
	}
	return open
}

// relevant is a mock with relevancy: only variables of constraints and of
// clauses that are not yet true are eligible.
type relevant struct{ *mock }

// MayWait lets all assumptions wait: the theory of the tests judges at Final.
func (p relevant) MayWait(sat.Lit) bool { return true }

func (p relevant) Eligible(v sat.Var) (sat.Lit, bool) {
	if p.s.Value(v.Pos()) != sat.Undef {
		p.fail("Eligible was asked about an assigned variable")
	}
	for i := range p.cs {
		if slices.Contains(p.cs[i].vars, v) {
			return v.Pos() ^ sat.Lit(p.r.IntN(2)), true
		}
	}
	for _, c := range p.clauses {
		if (slices.Contains(c, v.Pos()) || slices.Contains(c, v.Neg())) && p.unsatisfied(c) != 0 {
			if p.r.IntN(4) == 0 {
				return p.unsatisfied(c).Pos(), true
			}
			return sat.NoLit, true
		}
	}
	p.dropped = append(p.dropped, v)
	return sat.NoLit, false
}

// valid checks that the axioms of the theory hold in the theory, and have their origins.
type valid struct {
	*tee
	t      *truth // satisfies the constraints, not the clauses
	vars   int
	broken error
}

func (p *valid) Axiom(id sat.ClauseID, c []sat.Lit, lemma bool, from sat.Origin) {
	p.tee.Axiom(id, c, lemma, from)
	if !lemma || p.broken != nil {
		return
	}
	for _, l := range c {
		if int(l.Var()) > p.vars {
			return
		}
	}
	for _, l := range c {
		if from>>l.Var()&1 == 0 {
			p.broken = fmt.Errorf("lemma %v is of the constraint over variables %b", c, from)
			return
		}
	}
	for _, m := range *p.t {
		if !anyHolds(m, c) {
			p.broken = fmt.Errorf("lemma %v is false in %b", c, m)
			return
		}
	}
}

// A random theory takes part in the search, with and without relevancy, with
// inprocessing, stops, groups, and changing propagators.
func TestRandomTheory(t *testing.T) {
	runs := extent.Of(2000, 12000)
	var total sat.Stats
	var superfluous int64
	for seed := range runs {
		st, err := randomTheory(uint64(seed), &superfluous)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		total.Vivified += st.Vivified
		total.VivifyImplied += st.VivifyImplied
		total.Subsumed += st.Subsumed
		total.Strengthened += st.Strengthened
		total.Substituted += st.Substituted
		total.Eliminated += st.Eliminated
		total.Restored += st.Restored
		total.TheoryPropagations += st.TheoryPropagations
		total.Met += st.Met
		total.Forgotten += st.Forgotten
	}
	t.Logf("%+v", total)
	if min(total.Vivified, total.VivifyImplied, total.Subsumed, total.Strengthened, total.Substituted, total.Eliminated, total.Restored, total.Met, total.Forgotten, superfluous) == 0 {
		t.Errorf("a technique found nothing: %+v", total)
	}
}

func randomConstraint(r *rand.Rand, vars int) constraint {
	mask := uint32(r.IntN(1<<vars-1) + 1)
	c := constraint{xor: r.IntN(2) == 0, odd: r.IntN(2) == 0}
	for v := 1; v <= vars; v++ {
		if mask>>(v-1)&1 != 0 {
			c.vars = append(c.vars, sat.Var(v))
		}
	}
	c.max = r.IntN(bits.OnesCount32(mask))
	return c
}

// ride is a solver with a mock, and the oracle: the assignments that satisfy the
// theory and the clauses.
type ride struct {
	s      *sat.Solver
	p      *mock
	r      *rand.Rand
	vars   int
	choose bool // the mock is a Decider
	proofs *valid
	theory truth
	t      truth
	groups []rideGroup
	stack  []sat.Lit // scopes of the last solve that had some
	lim    limit.Limit
}

// rideGroup is the state before a group was opened.
type rideGroup struct {
	t       truth
	clauses int
}

func randomTheory(seed uint64, superfluous *int64) (sat.Stats, error) {
	r := rand.New(rand.NewPCG(seed, 2))
	vars := 3 + r.IntN(7)
	opt := sat.Options{ForgetTrail: r.IntN(3) == 0, ExplainInMinimization: r.IntN(2) == 0, Stress: r.IntN(4) > 0}
	x := &ride{r: r, vars: vars, choose: r.IntN(2) == 0, theory: allAssignments(vars)}
	if r.IntN(2) == 0 {
		x.proofs = &valid{tee: newTee(), t: &x.theory, vars: vars}
		opt.Tracer = x.proofs
	}
	x.s = sat.New(opt)
	for range vars {
		x.s.NewVar()
	}
	var cs []constraint
	for range r.IntN(4) {
		c := randomConstraint(r, vars)
		cs = append(cs, c)
		x.theory = x.theory.filter(c.holds)
	}
	x.t = slices.Clone(x.theory)
	x.connect(&mock{cs: cs, superfluous: superfluous})
	var assumptions []sat.Lit
	for range 1 + r.IntN(8) {
		if x.p.broken != nil {
			return x.s.Stats(), x.p.broken
		}
		x.edit()
		switch r.IntN(3) {
		case 0:
			assumptions = randomLits(r, vars, r.IntN(vars))
		case 1:
			assumptions = append(assumptions, randomLits(r, vars, 1)...)
		}
		if err := x.solve(assumptions); err != nil {
			return x.s.Stats(), err
		}
		if x.p.broken != nil {
			return x.s.Stats(), x.p.broken
		}
	}
	return x.s.Stats(), nil
}

// connect connects a new mock with the theory and the clauses of the one before.
func (x *ride) connect(before *mock) {
	r := x.r
	p := &mock{s: x.s, r: r, vars: x.vars, lazy: r.IntN(4), lim: &x.lim, cs: before.cs, clauses: before.clauses, superfluous: before.superfluous}
	p.value = make([]sat.Value, x.vars+1)
	p.known = make([]bool, x.vars+1)
	x.p = p
	if x.choose {
		x.s.Connect(relevant{p})
	} else {
		x.s.Connect(p)
	}
	for v := sat.Var(1); int(v) <= x.vars; v++ {
		if r.IntN(4) > 0 {
			x.s.Observe(v)
			p.known[v] = true
		}
		if x.choose && r.IntN(2) == 0 {
			x.s.Offer(v)
		}
	}
}

// edit changes solver and oracle between two calls of Solve.
func (x *ride) edit() {
	r, s := x.r, x.s
	for n := r.IntN(6); n > 0; n-- {
		switch r.IntN(20) {
		case 0:
			s.Push()
			x.groups = append(x.groups, rideGroup{slices.Clone(x.t), len(x.p.clauses)})
		case 1:
			if n := len(x.groups) - 1; n >= 0 {
				s.Pop()
				x.t, x.p.clauses = x.groups[n].t, x.p.clauses[:x.groups[n].clauses:x.groups[n].clauses]
				x.groups = x.groups[:n]
			}
		case 2:
			x.unobserve(sat.Var(1 + r.IntN(x.vars)))
		case 3:
			x.p.observe()
		case 4:
			s.Disconnect()
			x.choose = r.IntN(2) == 0
			x.connect(x.p)
		case 5:
			if c := s.Clone(); r.IntN(2) == 0 {
				x.s, s, x.proofs = c, c, nil
				x.connect(x.p)
			}
		case 6:
			x.p.lemma()
		case 7:
			s.Reset()
			if len(x.p.levels) > 0 {
				x.p.fail("levels are left after Reset")
			}
		case 8:
			x.p.define()
		default:
			for range r.IntN(x.vars) {
				c := randomLits(r, x.vars, min(1+r.IntN(20), 2+r.IntN(3)))
				x.p.clauses = append(x.p.clauses, c)
				s.AddClause(c...)
				x.t = x.t.filter(func(m uint32) bool { return anyHolds(m, c) })
			}
		}
	}
}

func (x *ride) unobserve(v sat.Var) {
	p := x.p
	x.s.Unobserve(v)
	p.known[v] = false
	p.value[v] = sat.Undef
	p.trail = slices.DeleteFunc(p.trail, func(l sat.Lit) bool { return l.Var() == v })
}

// solve compares an answer with the oracle.
func (x *ride) solve(assumptions []sat.Lit) error {
	s, p, t := x.s, x.p, slices.Clone(x.t)
	constrained := x.r.IntN(6) == 0
	if constrained {
		c := randomLits(x.r, x.vars, 1+x.r.IntN(3))
		s.Constrain(c...)
		t = t.filter(func(m uint32) bool { return anyHolds(m, c) })
	}
	var budget sat.Budget
	if x.r.IntN(8) == 0 {
		budget.Conflicts = 1 + int64(x.r.IntN(5))
	}
	if x.r.IntN(2) == 0 {
		x.stack = append(x.stack[:x.r.IntN(len(x.stack)+1)], assumptions...)
		s.Scopes(len(x.stack), x.r.IntN(len(x.stack)+1))
		assumptions = append(slices.Clone(x.stack), randomLits(x.r, x.vars, 1)...)
	}
	p.gaveUp, p.above, p.scopes = false, min(1, len(assumptions)+s.Depth()), len(assumptions)
	x.lim.Reset()
	st := s.Solve(&x.lim, assumptions, budget)
	if p.broken != nil {
		return p.broken
	}
	switch {
	case st == sat.Unknown && s.WhyUnknown() == limit.Incomplete:
		for _, a := range assumptions {
			if s.Value(a) != sat.True {
				return fmt.Errorf("assumption %v cannot be read after FinalUnknown", a)
			}
		}
		if !p.gaveUp {
			return fmt.Errorf("unknown without cause")
		}
		return nil
	case st == sat.Unknown:
		if !x.lim.Stopped() && budget.Conflicts == 0 {
			return fmt.Errorf("unknown without cause: %v", s.WhyUnknown())
		}
		return nil
	}
	if st == sat.Sat {
		if err := checkPartial(s, p, assumptions); err != nil {
			return err
		}
		for v := sat.Var(1); !x.choose && int(v) <= x.vars; v++ {
			if s.Observed(v) && s.Value(v.Pos()) == sat.Undef {
				return fmt.Errorf("variable %d is observed, but has no value at the end", v)
			}
		}
	}
	if err := judge(s, t, st, assumptions); err != nil {
		return err
	}
	if st == sat.Unsat && constrained && !s.ConstraintFailed() && x.t.some(s.Core()) {
		return fmt.Errorf("core %v can hold without the constraint", s.Core())
	}
	if x.proofs == nil {
		return nil
	}
	if x.proofs.broken != nil {
		return x.proofs.broken
	}
	return x.proofs.err()
}

// checkPartial checks that every clause is true by some assigned literal.
func checkPartial(s *sat.Solver, p *mock, assumptions []sat.Lit) error {
	for _, c := range p.clauses {
		if !slices.ContainsFunc(c, func(l sat.Lit) bool { return s.ModelValue(l) == sat.True && s.Value(l) == sat.True }) {
			return fmt.Errorf("clause %v is not true", c)
		}
	}
	for _, a := range assumptions {
		if s.ModelValue(a) != sat.True {
			return fmt.Errorf("assumption %v is not true", a)
		}
	}
	m := model(s, p.vars)
	for i := range p.cs {
		if !p.cs[i].holds(m) {
			return fmt.Errorf("constraint %+v does not hold in %b", p.cs[i], m)
		}
	}
	return nil
}

// stopper is a Propagator that is stopped while it propagates, and then accepts the
// assignment.
type stopper struct{ lim *limit.Limit }

func (p stopper) Assign([]sat.Lit)                                                 {}
func (p stopper) NewLevel()                                                        {}
func (p stopper) Backtrack(int)                                                    {}
func (p stopper) Propagate()                                                       { p.lim.Stop(limit.Timeout) }
func (p stopper) Final() sat.Final                                                 { return sat.FinalSat }
func (p stopper) Explain(_ sat.Lit, _ uint32, d []sat.Lit) ([]sat.Lit, sat.Origin) { return d, 0 }

// An assignment that a stopped propagator accepts is no model.
func TestStoppedPropagator(t *testing.T) {
	var lim limit.Limit
	s := sat.New(sat.Options{})
	s.Connect(stopper{&lim})
	v := s.NewVar()
	s.Observe(v)
	s.AddClause(v.Pos()) // nothing is left to decide
	if st := s.Solve(&lim, nil, sat.Budget{}); st != sat.Unknown || s.WhyUnknown() != limit.Timeout {
		t.Errorf("%v (%v), want unknown by the limit", st, s.WhyUnknown())
	}
}
