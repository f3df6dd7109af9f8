package pipe

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/inline"
)

// prelude is what Boogie sends to Z3 (boogie.md, 2).
const prelude = `(set-option :print-success false)
(set-option :auto_config false)
(set-option :smt.mbqi false)
(set-option :smt.arith.solver 2)
(set-option :smt.array.extensional false)
(set-option :smt.qi.eager_threshold 100)
(set-option :smt.delay_units true)
(set-option :smt.case_split 3)
(set-option :smt.relevancy 2)
(set-option :type_check true)
(set-option :model.v2 true)
(set-option :produce-models true)
(set-option :produce-unsat-cores true)
(set-option :smt.core.minimize false)
`

// rlimitPerConflict turns a budget of conflicts into Z3's resource units.
const rlimitPerConflict = 1000

// Solver is an inline.Solver over a process.
type Solver struct {
	st     *term.Store
	cmd    *exec.Cmd
	in     *bufio.Writer
	stdin  io.Closer
	out    *bufio.Reader
	w      writer
	err    error
	closed bool

	core    []term.Term
	values  map[term.Term]bool
	reason  string
	budget  int64
	checks  int64
	spent   time.Duration
	asserts int64
}

// New starts the command line and sends the prelude.
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
	s.in, s.stdin, s.out = bufio.NewWriterSize(stdin, 1<<16), stdin, bufio.NewReaderSize(stdout, 1<<16)
	s.w = writer{st: st, out: s.in}
	fmt.Fprint(s.in, prelude)
	return s, nil
}

// Assert implements inline.Solver.
func (s *Solver) Assert(t term.Term) {
	s.asserts++
	s.w.assert(t)
}

// AssertFlow implements inline.Solver: the constraint is like any other.
func (s *Solver) AssertFlow(t term.Term) { s.w.assert(t) }

// Hint implements inline.Solver; Z3 takes none.
func (s *Solver) Hint(term.Term, bool) {}

// SetBudget implements inline.Budgeter.
func (s *Solver) SetBudget(conflicts int64) { s.budget = conflicts }

// Check implements inline.Solver.
func (s *Solver) Check(ctx context.Context, assumptions []term.Term) inline.Outcome {
	s.values, s.core = map[term.Term]bool{}, nil
	if s.err != nil {
		return inline.Outcome{Reason: s.err.Error()}
	}
	for _, a := range assumptions {
		s.w.declare(a)
	}
	fmt.Fprintf(s.in, "(set-option :rlimit %d)\n(check-sat-assuming (", s.budget*rlimitPerConflict)
	for i, a := range assumptions {
		if i > 0 {
			s.in.WriteByte(' ')
		}
		s.w.term(a)
	}
	fmt.Fprint(s.in, "))\n")
	s.checks++
	start := time.Now()
	defer func() { s.spent += time.Since(start) }()
	stop := context.AfterFunc(ctx, func() { s.cmd.Process.Kill() })
	defer stop()
	switch answer := s.line(); {
	case s.err != nil:
		if ctx.Err() != nil {
			return inline.Outcome{Reason: ctx.Err().Error()}
		}
		return inline.Outcome{Reason: s.err.Error()}
	case answer == "sat":
		return inline.Outcome{Status: inline.StatusSat}
	case answer == "unsat":
		s.readCore()
		return inline.Outcome{Status: inline.StatusUnsat}
	case answer == "unknown":
		return s.unknown()
	default:
		s.fail(fmt.Errorf("pipe: unexpected answer %q", answer))
		return inline.Outcome{Reason: s.err.Error()}
	}
}

// unknown asks for the reason; an incomplete solver still has a model.
func (s *Solver) unknown() inline.Outcome {
	fmt.Fprint(s.in, "(get-info :reason-unknown)\n")
	why := s.line()
	for _, limit := range []string{"timeout", "canceled", "resource", "memout", "max."} {
		if strings.Contains(why, limit) {
			if s.budget > 0 {
				why = "budget"
			}
			return inline.Outcome{Reason: why}
		}
	}
	return inline.Outcome{Reason: "incomplete: " + why, Candidate: true}
}

func (s *Solver) readCore() {
	fmt.Fprint(s.in, "(get-unsat-core)\n")
	text := s.sexpr()
	for _, name := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("() \n\r\t", r) }) {
		if c, ok := s.w.constant(name); ok {
			s.core = append(s.core, s.st.Not(c))
		}
	}
}

// Core implements inline.Solver.
func (s *Solver) Core() []term.Term { return s.core }

// Reached implements inline.Solver.
func (s *Solver) Reached(guard term.Term) bool {
	if v, ok := s.values[guard]; ok {
		return v
	}
	s.w.declare(guard)
	fmt.Fprint(s.in, "(get-value (")
	s.w.term(guard)
	fmt.Fprint(s.in, "))\n")
	v := strings.HasSuffix(strings.TrimRight(s.sexpr(), ") \n"), "true")
	s.values[guard] = v
	return v
}

// Model implements inline.Solver.
func (s *Solver) Model() (*model.Model, error) {
	return nil, errors.New("pipe: no models yet")
}

// Stats implements inline.Solver.
func (s *Solver) Stats() []verifier.Counter {
	return []verifier.Counter{
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
	s.in.Flush()
	s.stdin.Close()
	s.cmd.Process.Kill()
	s.cmd.Wait() // killed: its status tells nothing
	return s.err
}

// fail keeps the first error.
func (s *Solver) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

// line sends what is pending and reads a line of the answer. An error that
// the process reports is kept.
func (s *Solver) line() string {
	if err := s.in.Flush(); err != nil {
		s.fail(err)
		return ""
	}
	for {
		text, err := s.out.ReadString('\n')
		if err != nil {
			s.fail(fmt.Errorf("pipe: solver ended: %w", err))
			return ""
		}
		text = strings.TrimSpace(text)
		if strings.HasPrefix(text, "(error") {
			s.fail(errors.New("pipe: " + text))
			return ""
		}
		if text != "" && !strings.HasPrefix(text, "WARNING") {
			return text
		}
	}
}

// sexpr reads one parenthesised expression.
func (s *Solver) sexpr() string {
	var b strings.Builder
	depth := 0
	for {
		text := s.line()
		if s.err != nil {
			return ""
		}
		b.WriteString(text)
		b.WriteByte('\n')
		depth += strings.Count(text, "(") - strings.Count(text, ")")
		if depth <= 0 {
			return b.String()
		}
	}
}
