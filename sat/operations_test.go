package sat_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/fuzz/shrink"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
)

// The test runs traces of calls on a solver and compares with the set of satisfying
// assignments. There is a propagator that propagates nothing and mirrors the trail, or
// there is none and inprocessing runs, or a proof is checked. A trace that fails is
// shrunk by leaving out calls.

type callKind uint8

const (
	callVar     callKind = iota
	callObserve          // also after its assignment
	callAdd
	callAssume // one more assumption for the next calls
	callRelax  // fewer assumptions
	callSolve
	callImply
	callReset
	callFreeze
	callMelt
	callClone
	callPush
	callPop
	callActivate
	callGuard // a clause under the last activation literal
	callRetire
	callConstrain
	callMinimize // solve, and minimize the core
	callBudget   // solve with a small budget
	callCancel   // solve, stopped by a callback
	callPoll     // solve, stopped at some poll
	numCallKinds
)

var callNames = [...]string{
	"var", "observe", "add", "assume", "relax", "solve", "imply", "reset", "freeze", "melt", "clone",
	"push", "pop", "activate", "guard", "retire", "constrain", "minimize", "budget", "cancel", "poll",
}

// call has literals by number, modulo the number of variables, so that it remains valid
// when other calls are left out.
type call struct {
	kind callKind
	lits []int
}

func (c call) String() string { return fmt.Sprintf("{%s %v}", callNames[c.kind], c.lits) }

func randomCalls(r *rand.Rand) []call {
	weights := [numCallKinds]int{
		8, 14, 40, 14, 4, 14, 4, 6, 2, 2, 2,
		6, 4, 3, 6, 2, 6, 4, 3, 3, 6,
	}
	total := 0
	for _, w := range weights {
		total += w
	}
	var calls []call
	for range 20 + r.IntN(80) {
		c := call{}
		for k := r.IntN(total); k >= weights[c.kind]; c.kind++ {
			k -= weights[c.kind]
		}
		for range 1 + r.IntN(2) + r.IntN(2) + r.IntN(2) {
			c.lits = append(c.lits, r.IntN(1000))
		}
		calls = append(calls, c)
	}
	return calls
}

// mirror is a Propagator that keeps the trail as it is reported.
type mirror struct {
	s      *sat.Solver
	p      *player
	trail  []sat.Lit
	levels []int
}

func (m *mirror) Assign(lits []sat.Lit) { m.trail = append(m.trail, lits...) }
func (m *mirror) NewLevel()             { m.levels = append(m.levels, len(m.trail)) }
func (m *mirror) Backtrack(level int) {
	m.trail, m.levels = m.trail[:m.levels[level]], m.levels[:level]
}
func (m *mirror) Propagate()       { m.p.event() }
func (m *mirror) Final() sat.Final { return sat.FinalSat }
func (m *mirror) Explain(sat.Lit, uint32, []sat.Lit) ([]sat.Lit, sat.Origin) {
	panic("nothing was propagated")
}

// chooser lets assumptions wait and decides all variables.
type chooser struct{ *mirror }

func (c chooser) Eligible(sat.Var) (sat.Lit, bool) { return sat.NoLit, true }
func (c chooser) MayWait(a sat.Lit) bool           { return a.Var()%3 > 0 }

// player runs a trace. Its own literals number the variables from 1 to maxVars; the
// number of a removed variable is given to another one.
type player struct {
	s         *sat.Solver
	m         *mirror
	proof     *tee
	choose    bool // the propagator is a Decider
	stack     bool // assumptions are scopes
	scopes    []playScope
	vars      [maxVars + 1]sat.Var // by own number
	acts      []sat.Lit            // activation literals
	frozen    []sat.Var            // calls of Freeze without Melt
	assumed   []sat.Lit
	constr    []sat.Lit // the constraint, if constrain
	constrain bool
	lim       *limit.Limit // of a solve that is to be stopped
	events    int          // callbacks until then
}

// playScope is the clauses and variables of a group and those around it.
type playScope struct {
	t    truth // satisfying assignments, in which dead variables are false
	live [maxVars + 1]bool
}

const maxVars = 9

func (p *player) top() *playScope { return &p.scopes[len(p.scopes)-1] }

// event is called by callbacks, and stops the search after a while.
func (p *player) event() {
	if p.events--; p.events < 0 {
		p.lim.Stop(limit.Interrupt)
	}
}

// play runs a trace and returns what goes wrong. The options depend on the seed.
func play(seed uint64, calls []call) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	p := &player{scopes: []playScope{{t: truth{0}}}, lim: new(limit.Limit), stack: seed&128 == 0}
	opt := sat.Options{
		Phase: seed&1 == 0, ForgetTrail: seed&2 == 0, Seed: seed & 4, Stress: seed&8 == 0,
		Progress: func(sat.Stats) { p.event() },
	}
	if seed&64 == 0 {
		p.proof = newTee()
		opt.Tracer = p.proof
	}
	p.s = sat.New(opt)
	switch p.choose = seed&48 == 0; {
	case p.choose:
		p.m = &mirror{s: p.s, p: p}
		p.s.Connect(chooser{p.m})
	case seed&48 == 16:
		p.m = &mirror{s: p.s, p: p}
		p.s.Connect(p.m)
	}
	for range 3 {
		p.newVar(p.s.NewVar)
	}
	for i, c := range append(slices.Clone(calls), call{kind: callReset}) {
		err := p.step(c)
		if err == nil {
			err = p.mirrored()
		}
		if err == nil && p.proof != nil {
			err = p.proof.err()
		}
		if err != nil {
			return fmt.Errorf("call %d %v: %w", i, c, err)
		}
	}
	return nil
}

// newVar gives a new variable a number, unless all are taken.
func (p *player) newVar(make func() sat.Var) (own sat.Var, ok bool) {
	scope := p.top()
	own = 1
	for own <= maxVars && scope.live[own] {
		own++
	}
	if own > maxVars {
		return 0, false
	}
	v := make()
	if p.choose {
		p.s.Offer(v)
	}
	p.vars[own] = v
	scope.live[own] = true
	for _, m := range scope.t {
		scope.t = append(scope.t, m|1<<(own-1))
	}
	return own, true
}

// theirs translates own literals to those of the solver.
func (p *player) theirs(lits []sat.Lit) []sat.Lit {
	var out []sat.Lit
	for _, l := range lits {
		out = append(out, p.vars[l.Var()].Pos()|l&1)
	}
	return out
}

func (p *player) ours(lits []sat.Lit) []sat.Lit {
	var out []sat.Lit
	for _, l := range lits {
		own := sat.Var(slices.Index(p.vars[:], l.Var()))
		out = append(out, own.Pos()|l&1)
	}
	return out
}

func (p *player) step(c call) error {
	scope := p.top()
	var numbers []sat.Var
	for v := sat.Var(1); v <= maxVars; v++ {
		if scope.live[v] {
			numbers = append(numbers, v)
		}
	}
	var own []sat.Lit
	for _, l := range c.lits {
		own = append(own, numbers[l/2%len(numbers)].Pos()|sat.Lit(l%2))
	}
	lits := p.theirs(own)
	switch c.kind {
	case callVar:
		p.newVar(p.s.NewVar)
	case callObserve:
		p.s.Observe(lits[0].Var())
	case callAdd:
		return p.add(own)
	case callAssume:
		p.assumed = append(p.assumed, own[0])
	case callRelax:
		p.assumed = p.assumed[:c.lits[0]%(len(p.assumed)+1)]
	case callSolve:
		return p.solve(nil, sat.Budget{})
	case callMinimize:
		return p.minimize(c.lits)
	case callBudget:
		n := int64(1 + c.lits[0]%5)
		b := [...]sat.Budget{{Conflicts: n}, {Decisions: n}, {Propagations: n}, {Bytes: n}}
		return p.solve(nil, b[c.lits[0]%4])
	case callCancel:
		p.lim.Reset()
		p.events = c.lits[0] % 4
		return p.solve(p.lim, sat.Budget{})
	case callPoll:
		p.events = 1 << 30
		p.lim.Reset()
		p.lim.Count(limit.NewCountdown(1+int64(c.lits[0]*c.lits[0]/2000), limit.Interrupt))
		return p.solve(p.lim, sat.Budget{})
	case callImply:
		return p.imply()
	case callFreeze:
		p.s.Freeze(lits[0].Var())
		p.frozen = append(p.frozen, own[0].Var())
	case callMelt:
		if n := len(p.frozen); n > 0 {
			p.s.Melt(p.vars[p.frozen[n-1]])
			p.frozen = p.frozen[:n-1]
		}
	case callClone:
		if p.m == nil && p.proof == nil {
			p.s = p.s.Clone()
		}
	case callReset:
		p.s.Reset()
		return p.undone()
	case callPush:
		p.s.Push()
		p.scopes = append(p.scopes, playScope{slices.Clone(scope.t), scope.live})
	case callPop:
		if len(p.scopes) > 1 {
			p.s.Pop()
			p.scopes = p.scopes[:len(p.scopes)-1]
			p.forget()
		}
	case callActivate:
		if own, ok := p.newVar(func() sat.Var { return p.s.Activate().Var() }); ok {
			p.acts = append(p.acts, own.Pos())
		}
	case callGuard:
		if n := len(p.acts); n > 0 {
			own[0] = p.acts[n-1].Not()
			return p.add(own)
		}
	case callRetire:
		if len(p.acts) > 0 {
			a := p.acts[c.lits[0]%len(p.acts)]
			p.s.Retire(p.theirs([]sat.Lit{a})[0])
			for i := range p.scopes {
				p.scopes[i].t = p.scopes[i].t.filter(func(m uint32) bool { return holds(m, a.Not()) })
				p.scopes[i].live[a.Var()] = false
			}
			p.forget()
		}
	case callConstrain:
		p.constr, p.constrain = own[:c.lits[0]%(len(own)+1)], true
		p.s.Constrain(p.theirs(p.constr)...)
	}
	return nil
}

// forget removes variables that were popped.
func (p *player) forget() {
	live := p.top().live
	gone := func(l sat.Lit) bool { return !live[l.Var()] }
	p.acts = slices.DeleteFunc(p.acts, gone)
	p.assumed = slices.DeleteFunc(slices.Clone(p.assumed), gone)
	p.frozen = slices.DeleteFunc(p.frozen, func(v sat.Var) bool { return !live[v] })
	if p.constrain && slices.ContainsFunc(p.constr, gone) {
		p.constr = slices.DeleteFunc(p.constr, gone)
		p.s.Constrain(p.theirs(p.constr)...)
	}
	for v := range p.vars {
		if !live[v] {
			p.vars[v] = 0
		}
	}
}

func (p *player) add(own []sat.Lit) error {
	scope := p.top()
	scope.t = scope.t.filter(func(m uint32) bool { return anyHolds(m, own) })
	// In a group, unsatisfiable without assumptions means without the group.
	if !p.s.Add(p.theirs(own), sat.Irredundant) && len(p.scopes[0].t) > 0 {
		return fmt.Errorf("unsat, but the clauses can hold")
	}
	return nil
}

// can reports whether an assignment satisfies the literals, and the constraint if asked.
func (p *player) can(lits, constr []sat.Lit, constrain bool) bool {
	for _, m := range p.top().t {
		if allHold(m, lits) && (!constrain || anyHolds(m, constr)) {
			return true
		}
	}
	return false
}

func (p *player) solve(lim *limit.Limit, b sat.Budget) error {
	if p.stack {
		p.s.Scopes(max(0, len(p.assumed)-1), len(p.assumed)/2)
	}
	st := p.s.Solve(lim, p.theirs(p.assumed), b)
	constr, constrain := p.constr, p.constrain
	p.constr, p.constrain = nil, false
	if st == sat.Unknown && (lim != nil || b != (sat.Budget{})) {
		if p.s.WhyUnknown() == limit.None || p.s.Level() != 0 {
			return fmt.Errorf("unknown because of %v, at level %d", p.s.WhyUnknown(), p.s.Level())
		}
		return nil
	}
	if want := p.can(p.assumed, constr, constrain); st == sat.Unknown || (st == sat.Sat) != want {
		return fmt.Errorf("%v under %v and %v, want %v", st, p.assumed, constr, want)
	}
	if st == sat.Sat {
		m := uint32(0)
		for v := sat.Var(1); v <= maxVars; v++ {
			if p.top().live[v] && p.s.ModelValue(p.vars[v].Pos()) == sat.True {
				m |= 1 << (v - 1)
			}
		}
		if !slices.Contains(p.top().t, m) || !allHold(m, p.assumed) || constrain && !anyHolds(m, constr) {
			return fmt.Errorf("wrong model %b", m)
		}
		return nil
	}
	if err := p.judgeCore(constr, constrain); err != nil {
		return err
	}
	return p.judgeProof()
}

// judgeCore checks the core after Unsat.
func (p *player) judgeCore(constr []sat.Lit, constrain bool) error {
	core, failed := p.ours(p.s.Core()), p.s.ConstraintFailed()
	for _, a := range core {
		if !slices.Contains(p.assumed, a) {
			return fmt.Errorf("core %v is not among the assumptions %v", core, p.assumed)
		}
	}
	if failed && !constrain {
		return fmt.Errorf("there is no constraint that could fail")
	}
	if p.can(core, constr, failed) {
		return fmt.Errorf("core %v of %v can hold; constraint failed: %v", core, p.assumed, failed)
	}
	if !failed && len(core) == 0 && len(p.scopes) == 1 && p.s.Okay() {
		return fmt.Errorf("unsatisfiable for good, but okay")
	}
	return nil
}

// judgeProof checks that the proof ends with the negations of the core, apart from
// variables that the owner did not make.
func (p *player) judgeProof() error {
	core := p.s.Core()
	if p.proof == nil || !p.s.Okay() || slices.ContainsFunc(core, func(a sat.Lit) bool { return slices.Contains(core, a.Not()) }) {
		return nil
	}
	for _, a := range core {
		if !slices.Contains(p.proof.last, a.Not()) {
			return fmt.Errorf("core %v, but the proof ends with %v", core, p.proof.last)
		}
	}
	for _, l := range p.proof.last {
		if !slices.Contains(core, l.Not()) && slices.Contains(p.vars[:], l.Var()) {
			return fmt.Errorf("core %v, but the proof ends with %v", core, p.proof.last)
		}
	}
	return nil
}

func (p *player) minimize(lits []int) error {
	constr, constrain := p.constr, p.constrain
	if err := p.solve(nil, sat.Budget{}); err != nil || !p.s.Okay() || p.can(p.assumed, constr, constrain) {
		return err
	}
	before := p.s.Core()
	before = slices.Clone(before)
	b := sat.Budget{}
	if lits[0]%3 == 0 {
		b.Conflicts = int64(1 + lits[0]%4)
	}
	minimal := p.s.MinimizeCore(nil, b)
	if err := p.judgeCore(constr, constrain); err != nil {
		return err
	}
	core, failed := p.ours(p.s.Core()), p.s.ConstraintFailed()
	if len(core) > len(before) || p.s.Level() != 0 || minimal != (p.s.WhyUnknown() == limit.None) || !minimal && b.Conflicts == 0 {
		return fmt.Errorf("core %v of %v, minimal: %v", core, before, minimal)
	}
	for i := range core {
		less := slices.Delete(slices.Clone(core), i, i+1)
		if minimal && !p.can(less, constr, failed) {
			return fmt.Errorf("core %v is not minimal: %v", core, less)
		}
	}
	return nil
}

func (p *player) imply() error {
	st, implied := p.s.Imply(nil, p.theirs(p.assumed), nil)
	if st == sat.Unsat {
		if core := p.ours(p.s.Core()); p.can(core, nil, false) {
			return fmt.Errorf("core %v can hold", core)
		}
		return nil
	}
	for _, l := range implied {
		if own := slices.Index(p.vars[:], l.Var()); own > 0 && p.can(append(slices.Clone(p.assumed), sat.Var(own).Pos()|l.Not()&1), nil, false) {
			return fmt.Errorf("%v is not implied by %v", l, p.assumed)
		}
	}
	return nil
}

// mirrored compares the reported trail with the solver's.
func (p *player) mirrored() error {
	if p.m == nil {
		return nil
	}
	if len(p.m.levels) != p.s.Level() {
		return fmt.Errorf("level %d, but %d were reported", p.s.Level(), len(p.m.levels))
	}
	seen := map[sat.Var]bool{}
	level := 0
	for i, l := range p.m.trail {
		for level < len(p.m.levels) && p.m.levels[level] <= i {
			level++
		}
		if p.s.Value(l) != sat.True || seen[l.Var()] || p.s.LevelOf(l.Var()) > level {
			return fmt.Errorf("%v was reported on level %d", l, level)
		}
		seen[l.Var()] = true
	}
	return nil
}

// undone checks that the literals left on the trail are at level 0 and implied, by what
// holds where their variables live.
func (p *player) undone() error {
	if p.s.Level() != 0 {
		return fmt.Errorf("level %d after Reset", p.s.Level())
	}
	for v := sat.Var(1); v <= maxVars; v++ {
		if !p.top().live[v] {
			continue
		}
		first := 0
		for !p.scopes[first].live[v] {
			first++
		}
		for _, l := range []sat.Lit{v.Pos(), v.Neg()} {
			their := p.theirs([]sat.Lit{l})[0]
			if p.s.Value(their) != p.s.FixedValue(their) {
				return fmt.Errorf("%v has a value after Reset", l)
			}
			if p.s.Value(their) == sat.True && p.scopes[first].t.some([]sat.Lit{l.Not()}) {
				return fmt.Errorf("%v is fixed, but need not hold", l)
			}
		}
	}
	return nil
}

// Regressions: what random traces have found.
func TestTraceRegressions(t *testing.T) {
	for i, c := range []struct {
		seed  uint64
		calls []call
	}{
		// 1: after a stop, the solver kept a violated waiting assumption.
		{3465, []call{
			{callAdd, []int{792, 366, 725}}, {callVar, nil}, {callAdd, []int{482, 608, 554, 636}},
			{callAssume, []int{897}}, {callAssume, []int{540}}, {callActivate, nil}, {callVar, nil},
			{callAdd, []int{483, 898}}, {callBudget, []int{850}}, {callAdd, []int{335, 940}},
			{callAdd, []int{877, 781}}, {callImply, nil},
		}},
	} {
		if err := play(c.seed, c.calls); err != nil {
			t.Errorf("%d: %v", i+1, err)
		}
	}
}

func TestTraces(t *testing.T) {
	traces := extent.Of(uint64(500), 3000)
	for seed := range traces {
		calls := randomCalls(rand.New(rand.NewPCG(seed, 3)))
		if play(seed, calls) == nil {
			continue
		}
		calls = shrink.List(calls, nil, func(less []call) bool { return play(seed, less) != nil })
		var b strings.Builder
		for _, c := range calls {
			fmt.Fprintf(&b, "\n\t%v", c)
		}
		t.Fatalf("seed %d: %v%s", seed, play(seed, calls), b.String())
	}
}
