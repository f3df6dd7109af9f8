package pipe

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/inline"
)

// settings are the options that Boogie sends to Z3.
func settings() [][2]string {
	return [][2]string{
		{":print-success", "false"},
		{":auto_config", "false"},
		{":smt.mbqi", "false"},
		{":smt.arith.solver", "2"},
		{":smt.array.extensional", "false"},
		{":smt.qi.eager_threshold", "100"},
		{":smt.delay_units", "true"},
		{":smt.case_split", "3"},
		{":smt.relevancy", "2"},
		{":produce-models", "true"},
		{":produce-unsat-cores", "true"},
		{":smt.core.minimize", "false"},
	}
}

// rlimitPerConflict turns a budget of conflicts into Z3's resource units.
const rlimitPerConflict = 1000

// Solver is an inline.Solver over a process.
type Solver struct {
	st      *term.Store
	cmd     *exec.Cmd
	stdin   io.WriteCloser
	w       *smtlib.Writer
	answers *smtlib.Answers
	err     error
	closed  bool

	met     term.Walk   // by term: it occurs in what was asserted
	consts  []term.Term // constants that occur
	apps    []term.Term // ground applications that occur
	core    []term.Term
	bools   []term.Term // those of consts that are Bool
	values  map[term.Term]bool
	budget  int64
	checks  int64
	asserts int64
	spent   time.Duration
}

// New starts the command line.
func New(commandLine string, st *term.Store) (*Solver, error) {
	words := strings.Fields(commandLine)
	if len(words) == 0 {
		return nil, errors.New("pipe: empty solver command")
	}
	s := &Solver{st: st, cmd: exec.Command(words[0], words[1:]...)}
	stdin, err := s.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	s.stdin = stdin
	s.w = smtlib.NewWriter(stdin, st, smtlib.Options{Options: settings()})
	s.answers = smtlib.NewAnswers(stdout, st, s.w)
	return s, nil
}

// Assert implements inline.Solver.
func (s *Solver) Assert(t term.Term) {
	s.asserts++
	s.meet(t)
	s.w.Assert(t)
}

// AssertFlow implements inline.Solver, as Assert.
func (s *Solver) AssertFlow(t term.Term) {
	s.meet(t)
	s.w.Assert(t)
}

// meet records the constants and applications in t.
func (s *Solver) meet(t term.Term) {
	s.met.Visit(s.st, func(t term.Term) bool {
		if s.st.Op(t) == term.OpApp && s.st.Ground(t) {
			if s.st.IsConst(t) {
				s.consts = append(s.consts, t)
				if s.st.Sort(t) == term.Bool {
					s.bools = append(s.bools, t)
				}
			} else {
				s.apps = append(s.apps, t)
			}
		}
		return true
	}, t)
}

// Hint implements inline.Solver. SMT-LIB has no hints.
func (s *Solver) Hint(term.Term, bool) {}

// SetBudget implements inline.Budgeter.
func (s *Solver) SetBudget(conflicts int64) { s.budget = conflicts }

// raw sends a command that the writer does not know.
func (s *Solver) raw(format string, args ...any) {
	err := s.w.Flush()
	if err == nil {
		_, err = fmt.Fprintf(s.stdin, format, args...)
	}
	s.fail(err)
}

// fail records the first error.
func (s *Solver) fail(err error) {
	if s.err == nil && err != nil {
		s.err = fmt.Errorf("pipe: %w", err)
	}
}

// Check implements inline.Solver.
func (s *Solver) Check(ctx context.Context, assumptions []term.Term) inline.Outcome {
	s.values, s.core = map[term.Term]bool{}, nil
	start := time.Now()
	defer func() { s.spent += time.Since(start) }()
	stop := context.AfterFunc(ctx, func() { s.cmd.Process.Kill() })
	defer stop()
	s.checks++
	s.raw("(set-option :rlimit %d)\n", s.budget*rlimitPerConflict)
	s.w.CheckSatAssuming(assumptions)
	answer := s.symbol()
	switch {
	case ctx.Err() != nil:
		return inline.Outcome{Reason: reason.Of(limit.ContextReason(ctx))}
	case s.err != nil:
		return inline.Outcome{Reason: reason.Reason{Kind: reason.SolverFailed, Detail: s.err.Error()}}
	case answer == "sat":
		return inline.Outcome{Status: inline.StatusSat}
	case answer == "unsat":
		s.readCore()
		return inline.Outcome{Status: inline.StatusUnsat}
	case answer == "unknown":
		return s.unknown()
	}
	s.fail(fmt.Errorf("unexpected answer %q", answer))
	return inline.Outcome{Reason: reason.Reason{Kind: reason.SolverFailed, Detail: s.err.Error()}}
}

func (s *Solver) symbol() string {
	if s.err != nil {
		return ""
	}
	answer, err := s.answers.Symbol()
	s.fail(err)
	return answer
}

// unknown asks for the reason. An incomplete solver has a candidate.
func (s *Solver) unknown() inline.Outcome {
	s.raw("(get-info :reason-unknown)\n")
	parts, err := s.answers.Literals()
	s.fail(err)
	why := strings.Join(parts, " ")
	kind := kindOf(why)
	if kind != reason.Incomplete && s.budget > 0 {
		kind = reason.Conflicts
	}
	return inline.Outcome{Reason: reason.Reason{Kind: kind, Detail: why}, Candidate: kind == reason.Incomplete}
}

// limits are the words by which solvers name limits in :reason-unknown.
var limits = []struct {
	word string
	kind reason.Kind
}{
	{"timeout", reason.Timeout}, {"canceled", reason.Interrupt}, {"resource", reason.Steps},
	{"memout", reason.Memory}, {"max.", reason.Steps},
}

// kindOf classifies what a solver says about an unknown answer. Solvers do not
// agree on words, so any text without the word of a limit means incompleteness.
func kindOf(why string) reason.Kind {
	for _, l := range limits {
		if strings.Contains(why, l.word) {
			return l.kind
		}
	}
	return reason.Incomplete
}

func (s *Solver) readCore() {
	s.w.GetUnsatCore()
	names, err := s.answers.Literals()
	s.fail(err)
	for _, name := range names {
		if t, ok := s.w.Assumed(name); ok {
			s.core = append(s.core, t)
		}
	}
}

// Core implements inline.Solver.
func (s *Solver) Core() []term.Term { return s.core }

// Reached implements inline.Solver. The first call after a check asks for all
// Bool constants at once: one question each would be thousands of round trips.
func (s *Solver) Reached(guard term.Term) bool {
	if len(s.values) == 0 {
		vs, err := s.get(s.bools)
		s.fail(err)
		for i := range vs {
			s.values[s.bools[i]] = vs[i].IsTrue()
		}
	}
	return s.values[guard]
}

func (s *Solver) get(ts []term.Term) ([]model.Value, error) {
	if s.err != nil {
		return nil, s.err
	}
	sorts := make([]term.Sort, len(ts))
	for i, t := range ts {
		sorts[i] = s.st.Sort(t)
	}
	s.w.GetValue(ts)
	return s.answers.Values(sorts)
}

// Model implements inline.Solver: the values of all constants, and of
// functions where they are applied.
func (s *Solver) Model() (*model.Model, error) {
	m := model.New(s.st, model.Options{})
	if len(s.consts) > 0 {
		vs, err := s.get(s.consts)
		if err != nil {
			return nil, err
		}
		for i, c := range s.consts {
			m.SetConst(c, vs[i])
		}
	}
	for _, a := range s.apps {
		args := s.st.Args(a)
		vs, err := s.get(append([]term.Term{a}, args...))
		if err != nil {
			return nil, err
		}
		m.SetFun(s.st.Sym(a), vs[1:], vs[0])
	}
	return m, nil
}

// Stats implements inline.Solver.
func (s *Solver) Stats() []stat.Counter {
	return []stat.Counter{
		{Name: "checks", Value: s.checks},
		{Name: "assertions", Value: s.asserts},
		{Name: "solver-ms", Value: s.spent.Milliseconds()},
	}
}

// Close ends the process.
func (s *Solver) Close() error {
	if s.closed {
		return nil
	}
	s.closed = true
	s.stdin.Close()
	s.cmd.Process.Kill()
	s.cmd.Wait() // it was killed, so its status means nothing
	return s.err
}
