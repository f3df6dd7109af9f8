//go:build invariants

package sat_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/muster-smt/muster/sat"
)

// The states of the package documentation, in groups as in its table.
var (
	idleStates = []string{"Input", "Sat", "Unsat", "Unknown"}
	allStates  = append([]string{"Search", "Assign", "Propagate", "Explain", "Final", "Decide", "Level"}, idleStates...)
)

// visit brings a solver into a state and calls hook there.
type visit struct {
	s       *sat.Solver
	state   string
	hook    func()
	f, d, p sat.Lit // false by assumption; decided; enqueued after that
	act     sat.Lit
}

type visited struct{} // panic that ends a search after the hook

func (x *visit) in(state string) {
	if state == x.state && (x.s.Value(x.f) == sat.False || state == "Search") {
		x.hook()
		panic(visited{})
	}
}

func (x *visit) Assign([]sat.Lit) { x.in("Assign") }
func (x *visit) NewLevel()        {}
func (x *visit) Backtrack(int)    { x.in("Level") }
func (x *visit) Final() sat.Final { x.in("Final"); return sat.FinalSat }

func (x *visit) Propagate() {
	x.in("Propagate")
	if x.s.Value(x.d) == sat.True && x.state != "Final" {
		x.s.Enqueue(x.p, 0)
	}
}

func (x *visit) Explain(_ sat.Lit, _ uint32, dst []sat.Lit) ([]sat.Lit, sat.Origin) {
	x.in("Explain")
	return append(dst, x.d), 0
}

func (x *visit) Eligible(sat.Var) (sat.Lit, bool) { x.in("Decide"); return sat.NoLit, true }
func (x *visit) MayWait(sat.Lit) bool             { return false }
func (x *visit) MayForget(uint32) bool            { return false }
func (x *visit) Forgotten(uint32)                 {}

// The tracer is called in Search, too.
func (x *visit) Antecedents() bool                               { return true }
func (x *visit) Axiom(sat.ClauseID, []sat.Lit, bool, sat.Origin) {}
func (x *visit) Deleted(sat.ClauseID, []sat.Lit)                 {}
func (x *visit) Derived(sat.ClauseID, []sat.Lit, []sat.ClauseID) { x.in("Search") }

// enter calls hook with a solver in the state.
func enter(state string, hook func(x *visit)) {
	x := &visit{state: state}
	x.hook = func() { hook(x) }
	idle := false
	for _, st := range idleStates {
		idle = idle || st == state
	}
	opt := sat.Options{Phase: true}
	if state == "Search" {
		opt.Tracer = x
	}
	x.s = sat.New(opt)
	if !idle && state != "Search" {
		x.s.Connect(x)
	}
	var lits []sat.Lit
	for range 4 {
		v := x.s.NewVar()
		x.s.Offer(v)
		x.s.Observe(v)
		lits = append(lits, v.Pos())
	}
	x.f, x.d, x.p = lits[0], lits[1], lits[2]
	x.s.AddClause(x.p.Not(), lits[3])
	x.s.AddClause(x.p.Not(), lits[3].Not())
	x.s.Freeze(1)
	x.s.Push()
	x.act = x.s.Activate()
	defer func() {
		if r := recover(); r != nil && r != (visited{}) {
			panic(r)
		}
	}()
	switch state {
	case "Input":
	case "Sat":
		x.s.Solve(nil, nil, sat.Budget{})
	case "Unsat":
		x.s.Solve(nil, []sat.Lit{x.f, x.f.Not()}, sat.Budget{})
	case "Unknown":
		x.s.Solve(nil, nil, sat.Budget{Bytes: 1})
	case "Search":
		x.s.Solve(nil, []sat.Lit{x.p}, sat.Budget{})
		panic("no search")
	default:
		x.s.Solve(nil, []sat.Lit{x.f.Not()}, sat.Budget{})
		panic("the state was not met: " + state)
	}
	hook(x)
}

// apiMethods is the table of the package documentation.
var apiMethods = []struct {
	name    string
	allowed []string
	call    func(x *visit)
}{
	{"Solve", idleStates, func(x *visit) { x.s.Solve(nil, nil, sat.Budget{}) }},
	{"Imply", idleStates, func(x *visit) { x.s.Imply(nil, nil, nil) }},
	{"Reset", idleStates, func(x *visit) { x.s.Reset() }},
	{"Connect", idleStates, func(x *visit) { x.s.Connect(x) }},
	{"Disconnect", idleStates, func(x *visit) { x.s.Disconnect() }},
	{"Unobserve", idleStates, func(x *visit) { x.s.Unobserve(2) }},
	{"Constrain", idleStates, func(x *visit) { x.s.Constrain(x.d) }},
	{"Scopes", idleStates, func(x *visit) { x.s.Scopes(1, 0) }},
	{"Push", idleStates, func(x *visit) { x.s.Push() }},
	{"Pop", idleStates, func(x *visit) { x.s.Pop() }},
	{"Activate", idleStates, func(x *visit) { x.s.Activate() }},
	{"Retire", idleStates, func(x *visit) { x.s.Retire(x.act) }},
	{"Freeze", idleStates, func(x *visit) { x.s.Freeze(2) }},
	{"Melt", idleStates, func(x *visit) { x.s.Melt(1) }},
	{"MinimizeCore", []string{"Unsat"}, func(x *visit) { x.s.MinimizeCore(nil, sat.Budget{}) }},
	{"ConstraintFailed", []string{"Unsat"}, func(x *visit) { x.s.ConstraintFailed() }},
	{"Clone", idleStates, func(x *visit) { x.s.Clone() }},
	{"Add", append([]string{"Propagate", "Final"}, idleStates...), func(x *visit) { x.s.AddClause(x.f.Not(), x.d) }},
	{"AddLemma", []string{"Propagate", "Final"}, func(x *visit) { x.s.AddLemma([]sat.Lit{x.f.Not(), x.d}, 0, 0) }},
	{"AddCounted", []string{"Propagate", "Final"}, func(x *visit) { x.s.AddCounted([]sat.Lit{x.f.Not(), x.d}, 0, 0) }},
	{"Used", without("Explain"), func(x *visit) { x.s.Used(func(uint32) {}) }},
	{"ForgetLemmas", without("Explain"), func(x *visit) { x.s.ForgetLemmas() }},
	{"NewVar", without("Explain"), func(x *visit) { x.s.NewVar() }},
	{"Bump", without("Explain"), func(x *visit) { x.s.Bump(2) }},
	{"Offer", without("Explain"), func(x *visit) { x.s.Offer(2) }},
	{"Observe", append([]string{"Assign", "Propagate", "Final", "Decide"}, idleStates...), func(x *visit) { x.s.Observe(2) }},
	{"Enqueue", []string{"Propagate", "Final"}, func(x *visit) { x.s.Enqueue(x.f.Not(), 0) }},
	{"Conflict", []string{"Propagate", "Final"}, func(x *visit) { x.s.Conflict([]sat.Lit{x.f}, 0) }},
	{"queries", allStates, func(x *visit) {
		x.s.Value(x.f)
		x.s.FixedValue(x.f)
		x.s.LevelOf(x.f.Var())
		x.s.Level()
		x.s.ModelValue(x.f)
		x.s.Core()
		x.s.Okay()
		x.s.WhyUnknown()
		x.s.Stats()
		x.s.Decided(x.d.Var())
		x.s.Observed(x.d.Var())
		x.s.NumVars()
		x.s.Depth()
		x.s.SetPhase(x.d.Var(), true)
		x.s.PhaseLit(x.d.Var())
		x.s.Reason(x.d, nil)
		x.s.Before(x.f, x.f)
	}},
}

func without(state string) []string {
	var rest []string
	for _, st := range allStates {
		if st != state {
			rest = append(rest, st)
		}
	}
	return rest
}

// panicOf is what f panics with, or "".
func panicOf(f func()) (msg string) {
	defer func() {
		if r := recover(); r != nil {
			msg = fmt.Sprint(r)
		}
	}()
	f()
	return ""
}

// TestStates calls each method in each state.
func TestStates(t *testing.T) {
	for _, m := range apiMethods {
		for _, state := range allStates {
			want := fmt.Sprintf("invariant violated: %s in state %s; allowed in ", m.name, state)
			for _, st := range m.allowed {
				if st == state {
					want = ""
				}
			}
			enter(state, func(x *visit) {
				if got := panicOf(func() { m.call(x) }); (got == "") != (want == "") || !strings.HasPrefix(got, want) {
					t.Errorf("%s in %s: panic %q, want %q", m.name, state, got, want)
				}
			})
		}
	}
}

// TestRequires violates what methods require besides a state.
func TestRequires(t *testing.T) {
	for _, c := range []struct {
		want string
		call func(s *sat.Solver, a, b sat.Lit)
	}{
		{"Pop: no group is open", func(s *sat.Solver, a, b sat.Lit) { s.Pop() }},
		{"Retire: no activation literal", func(s *sat.Solver, a, b sat.Lit) { s.Retire(a) }},
		{"Retire: no activation literal", func(s *sat.Solver, a, b sat.Lit) { x := s.Activate(); s.Retire(x); s.Retire(x) }},
		{"Retire: no activation literal", func(s *sat.Solver, a, b sat.Lit) { s.Retire(s.Activate().Not()) }},
		{"Melt: the variable is not frozen", func(s *sat.Solver, a, b sat.Lit) { s.Melt(a.Var()) }},
		{"Connect: a propagator is connected already", func(s *sat.Solver, a, b sat.Lit) { s.Connect(&mirror{s: s}); s.Connect(&mirror{s: s}) }},
		{"Add: unknown variable", func(s *sat.Solver, a, b sat.Lit) { s.AddClause(a, sat.Var(99).Pos()) }},
		{"Add: the variable was retired", func(s *sat.Solver, a, b sat.Lit) { s.Push(); v := s.NewVar(); s.Pop(); s.AddClause(v.Pos()) }},
		{"Solve: the variable was retired", func(s *sat.Solver, a, b sat.Lit) {
			x := s.Activate()
			s.Retire(x)
			s.Solve(nil, []sat.Lit{x}, sat.Budget{})
		}},
		{"Constrain: the variable was retired", func(s *sat.Solver, a, b sat.Lit) { s.Push(); v := s.NewVar(); s.Pop(); s.Constrain(v.Pos()) }},
		{"Freeze: the variable was retired", func(s *sat.Solver, a, b sat.Lit) { s.Push(); v := s.NewVar(); s.Pop(); s.Freeze(v) }},
	} {
		s := sat.New(sat.Options{})
		a, b := s.NewVar().Pos(), s.NewVar().Pos()
		if got := panicOf(func() { c.call(s, a, b) }); !strings.Contains(got, c.want) {
			t.Errorf("panic %q, want %q", got, c.want)
		}
	}
}
