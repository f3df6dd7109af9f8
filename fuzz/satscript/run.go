package satscript

import (
	"errors"
	"fmt"
	"slices"

	"github.com/muster-smt/muster/fuzz/oracle"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
)

// Oracle says whether clauses, in groups, hold together with literals. Unknown
// is allowed, and then nothing is compared.
type Oracle interface {
	Add(clause []sat.Lit)
	Push()
	Pop()
	Holds(lits []sat.Lit) sat.Status
}

// Config says how to run a script. The zero value is the usual way.
type Config struct {
	Limit  *limit.Limit  // stops the run, with ErrStopped
	Oracle func() Oracle // makes other oracles than oracle.Formula
}

func (c *Config) oracle() Oracle {
	if c.Oracle == nil {
		return oracle.NewFormula()
	}
	return c.Oracle()
}

// ErrStopped is the error of a run that its limit has stopped.
var ErrStopped = errors.New("stopped")

// Run runs a script, and returns the counters of its solver in the end. The error
// says what is wrong with the solver; there is none of the script's own.
func (s Script) Run(c Config) (sat.Stats, error) {
	m := &machine{config: c}
	for i, o := range s {
		if err := m.step(o); err != nil {
			if !errors.Is(err, ErrStopped) {
				err = fmt.Errorf("call %d, %v: %w", i+1, o, err)
			}
			return m.stats(), err
		}
	}
	return m.stats(), nil
}

// machine runs a script.
type machine struct {
	config Config
	opt    sat.Options
	proved bool
	cancel canceller
	budget sat.Budget
	*session
	other *session // after a clone
}

// session is a solver, and what is known of its clauses.
type session struct {
	s       *sat.Solver
	oracle  Oracle
	clauses [][]sat.Lit
	proof   *witness // or nil
}

func (m *machine) step(o Op) error {
	r := &rows[o.Kind]
	if r.opening {
		return r.run(m, o)
	}
	if m.session == nil {
		m.begin()
	}
	for _, l := range o.Lits {
		for sat.Var(m.s.NumVars()) < l.Var() {
			m.s.NewVar()
		}
	}
	if err := r.run(m, o); err != nil {
		return err
	}
	if m.config.Limit.Stopped() {
		return ErrStopped
	}
	if !m.s.Okay() && m.oracle.Holds(nil) == sat.Sat {
		return fmt.Errorf("the solver is not okay, but the clauses can hold")
	}
	if m.proof == nil {
		return nil
	}
	return m.proof.check(m.s.Okay())
}

func (m *machine) begin() {
	m.session = &session{oracle: m.config.oracle()}
	m.opt.Progress = func(sat.Stats) { m.cancel.tick() }
	if m.proved {
		m.proof = newWitness(&m.cancel)
		m.opt.Tracer = m.proof
	}
	m.s = sat.New(m.opt)
}

func (m *machine) stats() sat.Stats {
	if m.session == nil {
		return sat.Stats{}
	}
	return m.s.Stats()
}

// clone is the session of a copy of the solver, with an oracle of its own.
func (s *session) clone(o Oracle) *session {
	for _, c := range s.clauses {
		o.Add(c)
	}
	return &session{s: s.s.Clone(), oracle: o, clauses: slices.Clone(s.clauses)}
}

// satisfied checks a model, and that the trail agrees with it.
func (m *machine) satisfied(assumptions []sat.Lit) error {
	holds := func(l sat.Lit) bool { return m.s.ModelValue(l) == sat.True }
	for _, c := range m.clauses {
		if !slices.ContainsFunc(c, holds) {
			return fmt.Errorf("the model does not satisfy the clause %s", Op{Kind: Clause, Lits: c})
		}
	}
	for _, a := range assumptions {
		if !holds(a) {
			return fmt.Errorf("the model does not satisfy the assumption %d", a.Dimacs())
		}
	}
	for v := sat.Var(1); int(v) <= m.s.NumVars(); v++ {
		if now := m.s.Value(v.Pos()); now != sat.Undef && now != m.s.ModelValue(v.Pos()) {
			return fmt.Errorf("variable %d is %v, but %v in the model", v, now, m.s.ModelValue(v.Pos()))
		}
	}
	return nil
}

// refuted checks that the assumptions cannot hold, because of the core.
func (m *machine) refuted(assumptions []sat.Lit) error {
	if m.oracle.Holds(assumptions) == sat.Sat {
		return errors.New("unsat, but it can hold")
	}
	core := m.s.Core()
	for _, a := range core {
		if !slices.Contains(assumptions, a) {
			return fmt.Errorf("%d of the core is no assumption", a.Dimacs())
		}
	}
	if len(core) < len(assumptions) && m.oracle.Holds(core) == sat.Sat {
		return fmt.Errorf("the core %v can hold", signed(core))
	}
	if m.proof == nil {
		return nil
	}
	return m.proof.ends(core)
}

// excused checks that an answer may be unknown.
func (m *machine) excused(lim *limit.Limit, b sat.Budget) error {
	if m.config.Limit.Stopped() {
		return ErrStopped
	}
	why := m.s.WhyUnknown()
	if lim.Stopped() && why == lim.Reason() ||
		b.Conflicts > 0 && why == limit.Conflicts ||
		b.Decisions > 0 && why == limit.Decisions ||
		b.Propagations > 0 && why == limit.Propagations {
		return nil
	}
	return fmt.Errorf("unknown because of %v, which nobody asked for", why)
}

func signed(lits []sat.Lit) []int {
	out := make([]int, len(lits))
	for i, l := range lits {
		out[i] = l.Dimacs()
	}
	return out
}
