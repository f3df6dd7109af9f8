package sat_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/sat"
)

// The test runs traces of calls on a solver against the set of satisfying
// assignments, while a propagator that propagates nothing keeps a trail of its
// own, or there is none and inprocessing goes on. A trace that fails is made smaller by leaving calls out.

type callKind uint8

const (
	callVar     callKind = iota
	callObserve          // also after its assignment
	callAdd
	callAssume // one more assumption for the next calls
	callRelax  // no assumptions
	callSolve
	callImply
	callReset
	callFreeze
	callClone
	numCallKinds
)

var callNames = [...]string{"var", "observe", "add", "assume", "relax", "solve", "imply", "reset", "freeze", "clone"}

// call has literals by number, modulo the variables that there are, so that it
// goes on to mean something when other calls are left out.
type call struct {
	kind callKind
	lits []int
}

func (c call) String() string { return fmt.Sprintf("{%s %v}", callNames[c.kind], c.lits) }

func randomCalls(r *rand.Rand) []call {
	weights := [numCallKinds]int{6, 14, 40, 14, 4, 14, 6, 6, 2, 2}
	total := 0
	for _, w := range weights {
		total += w
	}
	var calls []call
	for range 20 + r.IntN(60) {
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

// mirror keeps the trail as the solver tells it.
type mirror struct {
	s      *sat.Solver
	trail  []sat.Lit
	levels []int
}

func (m *mirror) Assign(lits []sat.Lit) { m.trail = append(m.trail, lits...) }
func (m *mirror) NewLevel()             { m.levels = append(m.levels, len(m.trail)) }
func (m *mirror) Backtrack(level int) {
	m.trail, m.levels = m.trail[:m.levels[level]], m.levels[:level]
}
func (m *mirror) Propagate()       {}
func (m *mirror) Final() sat.Final { return sat.FinalSat }
func (m *mirror) Explain(sat.Lit, uint32, []sat.Lit) []sat.Lit {
	panic("nothing was propagated")
}

// chooser lets assumptions wait and decides all variables.
type chooser struct{ *mirror }

func (c chooser) Eligible(sat.Var) (sat.Lit, bool) { return sat.NoLit, true }
func (c chooser) MayWait(a sat.Lit) bool           { return a.Var()%3 > 0 }

// player runs a trace.
type player struct {
	s       *sat.Solver
	m       *mirror
	t       truth
	vars    int
	choose  bool // the propagator is a Decider
	assumed []sat.Lit
}

const maxVars = 9

// play returns what goes wrong in a trace. Its options are those of its seed.
func play(seed uint64, calls []call) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	p := &player{s: sat.New(sat.Options{Phase: seed&1 == 0, ForgetTrail: seed&2 == 0, Seed: seed & 4, Stress: seed&8 == 0}), t: truth{0}}
	switch p.choose = seed&16 == 0; {
	case p.choose:
		p.m = &mirror{s: p.s}
		p.s.Connect(chooser{p.m})
	case seed&32 == 0:
		p.m = &mirror{s: p.s}
		p.s.Connect(p.m)
	}
	for range 3 {
		p.newVar()
	}
	for i, c := range append(slices.Clone(calls), call{kind: callReset}) {
		if err := p.step(c); err != nil {
			return fmt.Errorf("call %d %v: %w", i, c, err)
		}
		if err := p.mirrored(); err != nil {
			return fmt.Errorf("call %d %v: %w", i, c, err)
		}
	}
	return nil
}

func (p *player) newVar() {
	if p.vars == maxVars {
		return
	}
	if v := p.s.NewVar(); p.choose {
		p.s.Offer(v)
	}
	for _, m := range p.t {
		p.t = append(p.t, m|1<<p.vars)
	}
	p.vars++
}

func (p *player) step(c call) error {
	var lits []sat.Lit
	for _, l := range c.lits {
		lits = append(lits, sat.Lit(2+l%(2*p.vars)))
	}
	switch c.kind {
	case callVar:
		p.newVar()
	case callObserve:
		p.s.Observe(lits[0].Var())
	case callAdd:
		p.t = p.t.filter(func(m uint32) bool { return anyHolds(m, lits) })
		if !p.s.Add(lits, sat.Irredundant) && len(p.t) > 0 {
			return fmt.Errorf("unsat, but the clauses can hold")
		}
	case callAssume:
		p.assumed = append(p.assumed, lits[0])
	case callRelax:
		p.assumed = nil
	case callSolve:
		st := p.s.Solve(nil, p.assumed, sat.Budget{})
		if err := judge(p.s, p.t, st, p.assumed); err != nil {
			return err
		}
		if m := model(p.s, p.vars); st == sat.Sat && (!slices.Contains(p.t, m) || !allHold(m, p.assumed)) {
			return fmt.Errorf("wrong model %b", m)
		}
	case callImply:
		st, implied := p.s.Imply(nil, p.assumed, nil)
		if st == sat.Unsat {
			return judge(p.s, p.t, st, p.assumed)
		}
		for _, l := range implied {
			if p.t.some(append(slices.Clone(p.assumed), l.Not())) {
				return fmt.Errorf("%v is not implied by %v", l, p.assumed)
			}
		}
	case callFreeze:
		p.s.Freeze(lits[0].Var())
	case callClone:
		if p.m == nil {
			p.s = p.s.Clone()
		}
	case callReset:
		p.s.Reset()
		return p.undone()
	}
	return nil
}

// mirrored compares the trail that was told with the solver's.
func (p *player) mirrored() error {
	if p.m == nil {
		return nil
	}
	if len(p.m.levels) != p.s.Level() {
		return fmt.Errorf("level %d, but %d were told", p.s.Level(), len(p.m.levels))
	}
	seen := map[sat.Var]bool{}
	level := 0
	for i, l := range p.m.trail {
		for level < len(p.m.levels) && p.m.levels[level] <= i {
			level++
		}
		if p.s.Value(l) != sat.True || seen[l.Var()] || p.s.LevelOf(l.Var()) > level {
			return fmt.Errorf("%v was told on level %d", l, level)
		}
		seen[l.Var()] = true
	}
	return nil
}

// undone checks that what is left on the trail is fixed, and follows.
func (p *player) undone() error {
	if p.s.Level() != 0 {
		return fmt.Errorf("level %d after Reset", p.s.Level())
	}
	for v := sat.Var(1); int(v) <= p.vars; v++ {
		for _, l := range []sat.Lit{v.Pos(), v.Neg()} {
			if p.s.Value(l) != p.s.FixedValue(l) {
				return fmt.Errorf("%v has a value after Reset", l)
			}
			if p.s.Value(l) == sat.True && p.t.some([]sat.Lit{l.Not()}) {
				return fmt.Errorf("%v is fixed, but need not hold", l)
			}
		}
	}
	return nil
}

func shrinkCalls(seed uint64, calls []call) []call {
	for size := len(calls) / 2; size > 0; {
		smaller := false
		for i := 0; i+size <= len(calls); {
			less := slices.Delete(slices.Clone(calls), i, i+size)
			if play(seed, less) != nil {
				calls, smaller = less, true
			} else {
				i++
			}
		}
		if !smaller || size > len(calls) {
			size /= 2
		}
	}
	return calls
}

func TestTraces(t *testing.T) {
	traces := uint64(3000)
	if testing.Short() {
		traces = 500
	}
	for seed := range traces {
		calls := randomCalls(rand.New(rand.NewPCG(seed, 3)))
		if play(seed, calls) == nil {
			continue
		}
		calls = shrinkCalls(seed, calls)
		var b strings.Builder
		for _, c := range calls {
			fmt.Fprintf(&b, "\n\t%v", c)
		}
		t.Fatalf("seed %d: %v%s", seed, play(seed, calls), b.String())
	}
}
