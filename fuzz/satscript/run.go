package satscript

import (
	"errors"
	"fmt"
	"io"

	"github.com/muster-smt/muster/fuzz/oracle"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
)

// Oracle says whether clauses, in groups, are satisfiable together with literals. After
// Unknown nothing is compared.
type Oracle interface {
	Add(clause []sat.Lit)
	Push()
	Pop()
	Holds(lits []sat.Lit) sat.Status
}

// Config says how to run a script. The zero value is the default.
type Config struct {
	Limit  *limit.Limit  // stops the run, with ErrStopped
	Oracle func() Oracle // makes an oracle; nil means those of package oracle
	Record io.Writer     // where sat.Solver.Record writes; nil if nobody wants it
}

// ErrStopped is the error of a run that its limit has stopped.
var ErrStopped = errors.New("stopped")

// Runner runs a script step by step, for tests that mix it with other calls.
type Runner struct{ m machine }

// NewRunner returns a Runner at the beginning of a script.
func NewRunner(c Config) *Runner { return &Runner{machine{config: c}} }

// Step runs the next operation. The error says what is wrong with the solver.
func (r *Runner) Step(o Op) error { return r.m.step(o) }

// Run runs a script and returns the final counters of its solver. The error says what is
// wrong with the solver; a script cannot be wrong.
func (s Script) Run(c Config) (sat.Stats, error) {
	m := &machine{config: c}
	for i, o := range s {
		if asks := o.Kind == Solve || o.Kind == Imply; asks && i+1 < len(s) {
			if next := s[i+1]; next.Kind == Answer && next.N == 0 && m.budget == (sat.Budget{}) {
				m.cancel.count(1)
			}
		}
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
	config   Config
	opt      sat.Options
	proved   bool
	peer     bool
	recorded bool
	answer   sat.Status // of the last solve or imply
	cancel   canceller
	budget   sat.Budget // of the next question
	*session
	other *session // after a clone
}

func (m *machine) step(o Op) error {
	r := &rows[o.Kind]
	if r.opening {
		return r.run(m, o)
	}
	if m.session == nil {
		m.begin()
	}
	if o.Kind != Activate && o.Kind != Retire {
		for _, l := range o.Lits {
			if err := m.make(l.Var()); err != nil {
				return err
			}
		}
	}
	switch o.Kind {
	case Minimize, Answer, Conflicts, Decisions, Propagations, Bytes:
	default:
		m.unsat = false
	}
	if err := r.run(m, o); err != nil {
		return err
	}
	if m.config.Limit.Stopped() {
		return ErrStopped
	}
	if err := m.okay(); err != nil || m.proof == nil {
		return err
	}
	return m.proof.check(m.s.Okay())
}

func (m *machine) begin() {
	m.opt.Progress = func(sat.Stats) { m.cancel.tick() }
	var w *witness
	if m.proved {
		w = newWitness(&m.cancel)
		m.opt.Tracer = w
	}
	s := sat.New(m.opt)
	if m.config.Record != nil {
		s.Record(m.config.Record)
	}
	m.session = newSession(s, m.newOracle(), w)
	m.exact = m.recorded
}

func (m *machine) newOracle() Oracle {
	if m.config.Oracle != nil {
		return m.config.Oracle()
	}
	if m.recorded {
		return newTwin()
	}
	if m.peer {
		if c, ok := oracle.NewCadical(); ok {
			return c
		}
	}
	return oracle.NewFormula()
}

// Opening reports whether the operation is an option, which comes before all calls.
func (o Op) Opening() bool { return rows[o.Kind].opening }

func (m *machine) stats() sat.Stats {
	if m.session == nil {
		return sat.Stats{}
	}
	return m.s.Stats()
}
