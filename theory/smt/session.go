package smt

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync/atomic"
	"time"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// The answers of a check.
const (
	Sat     = sat.Sat
	Unsat   = sat.Unsat
	Unknown = sat.Unknown
)

// Result is the answer of a check: Sat, Unsat, or Unknown with a reason.
type Result = solver.Result

// Counter is a named statistic; see Stats.
type Counter = stat.Counter

// Reason says why an answer is Unknown, or what an internal fault is: errors of
// the kind reason.Internal wrap one.
type Reason = reason.Reason

// Config configures a Session. The zero value is the good default.
type Config struct {
	Seed uint64
	// Limits of each check, which answers Unknown with the reason when it reaches one;
	// 0 means no limit.
	Conflicts int64 // of the search; the same on every machine
	// candidates in which quantifiers are checked; without this limit such a check may not terminate
	Models  int64
	Timeout time.Duration // by the clock
	Memory  int64         // bytes that the whole process may hold during a check, not counting garbage
	// Quantifiers says what ends a check with quantifiers.
	Quantifiers QuantifierMode
	// CheckModels evaluates all assertions in each model, as Model returns it.
	CheckModels bool
	// Proof is where a proof log goes (its format: theory/proof; muster check and
	// package theory/check verify it). It is complete up to the last check when Check
	// returns. Core and MinimizeCore, which solve again, and forks write none.
	Proof io.Writer
}

// ID is the number of an assertion of a Session, from 1.
type ID int

// Session is an incremental solver for the terms of a Store: formulas are
// asserted, in scopes if wanted, and checked under assumptions.
//
// A Session serves one goroutine at a time: its methods panic with a *Misuse if two
// calls overlap. Sessions over one Store may run at the same time.
type Session struct {
	store  *Store
	cfg    Config
	busy   atomic.Bool
	live   []asserted // in the open scopes
	scopes []int      // len(live) at the start of each
	next   ID

	main    *kernel // nil: to be built from live and scopes
	tracked *kernel // for cores; nil: to be built
	last    Result  // of the last check; zero after a change
	assumed []Bool  // by the last check
	checks  int64
	past    []stat.Counter // of earlier kernels

	unwritten error // of writing the proof logs of earlier kernels

	rec *recorder // nil: nobody wants the calls
}

// asserted is an assertion with its number.
type asserted struct {
	id ID
	f  Bool
}

// NewSession returns a Session without assertions.
func NewSession(st *Store, cfg Config) *Session { return &Session{store: st, cfg: cfg} }

// Store returns the store of the Session's terms.
func (s *Session) Store() *Store { return s.store }

// enter panics if another call is in progress.
func (s *Session) enter(method string) (leave func()) {
	if !s.busy.CompareAndSwap(false, true) {
		panic(misuse("Session."+method, "the session is in use: by another goroutine, or by the loop over Models that "+
			"this call is in"))
	}
	return func() { s.busy.Store(false) }
}

// want panics unless f is a formula of the session's store.
func (s *Session) want(method string, f Bool) {
	if why := s.unfit(f.Term, true); why != "" {
		panic(misuse("Session."+method, "%s", why))
	}
}

// unfit returns what is wrong with a term that a method got, if anything.
func (s *Session) unfit(t Term, formula bool) string {
	switch {
	case t.store == nil:
		return "the zero term"
	case t.store != s.store:
		return "a term of another store"
	case formula && t.Sort().id != term.Bool:
		return "a term of sort " + t.Sort().String() + " is not a formula"
	}
	return ""
}

// Assert adds a formula to the innermost scope and returns its number, which is unique
// in this Session.
func (s *Session) Assert(f Bool) ID {
	defer s.enter("Assert")()
	s.want("Assert", f)
	s.next++
	s.add(f)
	return s.next
}

func (s *Session) add(f Bool) {
	s.changed()
	a := asserted{s.next, f}
	s.rec.assert(a)
	s.live = append(s.live, a)
	if s.main != nil {
		s.main.assert(a)
	}
}

// changed forgets the last answer.
func (s *Session) changed() { s.last, s.assumed, s.tracked = Result{}, nil, nil }

// Push opens a scope.
func (s *Session) Push() {
	defer s.enter("Push")()
	s.push()
}

func (s *Session) push() {
	s.changed()
	s.rec.push()
	s.scopes = append(s.scopes, len(s.live))
	if s.main != nil {
		s.main.push()
	}
}

// Pop closes the innermost scope and drops its assertions. It panics if no scope is
// open.
func (s *Session) Pop() {
	defer s.enter("Pop")()
	if len(s.scopes) == 0 {
		panic(misuse("Session.Pop", "no scope is open"))
	}
	s.pop()
}

func (s *Session) pop() {
	s.changed()
	s.rec.pop()
	n := len(s.scopes) - 1
	s.live = s.live[:s.scopes[n]]
	s.scopes = s.scopes[:n]
	if s.main != nil && s.main.pop() {
		s.drop()
	}
}

// drop forgets the kernel; the next check builds a new one.
func (s *Session) drop() {
	s.past = stat.Sum(s.past, s.main.sol.Stats())
	s.unwritten = errors.Join(s.unwritten, s.main.sol.FlushProof())
	s.main = nil
}

// Depth returns the number of open scopes.
func (s *Session) Depth() int { return len(s.scopes) }

// Assertions calls yield for the assertions in force, in order.
func (s *Session) Assertions(yield func(ID, Bool) bool) {
	for _, a := range slices.Clone(s.live) {
		if !yield(a.id, a.f) {
			return
		}
	}
}

// Check decides the assertions under assumptions. The answer is Unknown with a reason
// if a limit of Config stops it or if the theories cannot decide. If ctx is done, the
// error is that of ctx. Any other error is a fault of the solver (it wraps
// reason.Internal) or an error of writing Config.Proof. The session can be used
// afterwards in every case.
func (s *Session) Check(ctx context.Context, assumptions ...Bool) (Result, error) {
	defer s.enter("Check")()
	for _, a := range assumptions {
		s.want("Check", a)
	}
	return s.check(ctx, assumptions)
}

func (s *Session) check(ctx context.Context, assumptions []Bool) (r Result, err error) {
	s.changed()
	s.rec.check(assumptions)
	defer func() { s.rec.answer(r, err) }()
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	s.checks++
	if s.main == nil {
		s.main = s.kernel(false)
	}
	r, err = s.main.check(ctx, s.cfg, assumptions)
	if err == nil && r.Status == Sat && s.cfg.CheckModels {
		err = s.confirm(assumptions)
	}
	unwritten := errors.Join(s.unwritten, s.main.sol.FlushProof())
	if errors.As(err, new(*fault)) || r.Reason.Kind == reason.Memory {
		s.drop() // so that the memory that this check has filled does not stop the next one
	}
	if err == nil && unwritten != nil {
		err = fmt.Errorf("smt: Config.Proof: %w", unwritten)
	}
	if err != nil {
		return Result{}, err
	}
	s.last, s.assumed = r, slices.Clone(assumptions)
	return r, nil
}

// confirm evaluates all assertions and assumptions in the model as Model returns it,
// except those that depend on quantifiers which evaluation cannot decide.
func (s *Session) confirm(assumptions []Bool) error {
	m, err := s.main.model()
	if err != nil {
		return err
	}
	all := slices.Clone(assumptions)
	for _, a := range s.live {
		all = append(all, a.f)
	}
	for _, f := range all {
		switch ok, err := m.Bool(f); {
		case errors.Is(err, model.ErrQuantifier):
		case err != nil:
			return &fault{reason.AsInternal(err)}
		case !ok:
			return &fault{reason.Internalf("wrong model: %v is false", f)}
		}
	}
	return nil
}

// kernel builds one with all assertions in force.
func (s *Session) kernel(tracked bool) *kernel {
	k := newKernel(s.store, s.cfg, tracked)
	s.repeat(k.assert, k.push)
	return k
}

// repeat asserts what is in force, and opens the scopes.
func (s *Session) repeat(assert func(asserted), push func()) {
	next := 0
	for i, end := range append(slices.Clone(s.scopes), len(s.live)) {
		for ; next < end; next++ {
			assert(s.live[next])
		}
		if i < len(s.scopes) {
			push()
		}
	}
}

// Fork returns a Session with the same assertions, numbers and scopes. The two are
// independent from then on and may run at the same time. The fork does not get what s
// has learned, nor Config.Proof: it writes no proof log.
func (s *Session) Fork() *Session {
	defer s.enter("Fork")()
	cfg := s.cfg
	cfg.Proof = nil
	return &Session{store: s.store, cfg: cfg, live: slices.Clone(s.live), scopes: slices.Clone(s.scopes), next: s.next}
}

// Core is a set of assertions and assumptions that contradict each other.
type Core struct {
	Assertions  []ID
	Assumptions []Bool
	Minimal     bool // no member can be dropped
}

// Core returns a core after Unsat. It solves again, with a guard for each assertion,
// so that checks that need no core pay nothing; if ctx or a limit stops that, the core
// has all assertions.
func (s *Session) Core(ctx context.Context) (Core, error) {
	return s.explain(ctx, "Core", "core", func(sol *solver.Solver) ([]term.Term, bool) { return sol.Core(), false })
}

// MinimizeCore returns a core after Unsat that is minimal as far as ctx and a limit of
// conflicts for each step (0: a default) allow. If already the first step, which is
// that of Core, reaches a limit, the core has all assertions.
func (s *Session) MinimizeCore(ctx context.Context, conflicts int64) (Core, error) {
	call := fmt.Sprintf("(minimize-core %d)", conflicts)
	return s.explain(ctx, "MinimizeCore", call, func(sol *solver.Solver) ([]term.Term, bool) {
		return sol.MinimizeCore(ctx, conflicts)
	})
}

// explain returns the core that a tracked kernel finds; call is what a recording has of it.
func (s *Session) explain(ctx context.Context, method, call string,
	core func(*solver.Solver) ([]term.Term, bool)) (c Core, err error) {
	defer s.enter(method)()
	if s.last.Status != Unsat {
		return Core{}, misuse("Session."+method, "the last check was not unsat, or something has changed since")
	}
	s.rec.call(call)
	defer func() { s.rec.core(c, s.assumed, err) }()
	if err := s.track(ctx); err != nil {
		return Core{}, err
	}
	if !s.tracked.refuted {
		return s.whole(), nil
	}
	return s.tracked.core(core(s.tracked.sol)), nil
}

// whole returns the core that has all assertions.
func (s *Session) whole() Core {
	all := s.main.core(s.main.sol.Core(), false)
	for _, a := range s.live {
		all.Assertions = append(all.Assertions, a.id)
	}
	return all
}

// track repeats the last check with tracked assertions, unless that was done.
func (s *Session) track(ctx context.Context) error {
	if s.tracked != nil && s.tracked.refuted {
		return nil
	}
	k := s.kernel(true)
	r, err := k.check(ctx, s.cfg, s.assumed)
	switch {
	case errors.As(err, new(*fault)):
		return err
	case err == nil && r.Status == Sat:
		return &fault{reason.Internalf("unsat, and sat with tracked assertions (please report it with a recording: " +
			"Session.Record)")}
	}
	k.refuted = err == nil && r.Status == Unsat
	s.tracked = k
	return nil
}

// Stats are counters, always in the same order.
type Stats []Counter

// Stats returns the counters of the Session.
func (s *Session) Stats() Stats {
	defer s.enter("Stats")()
	out := Stats{{Name: "assertions", Value: int64(len(s.live)), Gauge: true}}
	if s.main == nil {
		return append(out, s.past...)
	}
	return append(out, stat.Sum(s.past, s.main.sol.Stats())...)
}

// fault is an internal error. Its message has the stack.
type fault struct{ reason.Reason }

func (f *fault) Error() string { return "smt: " + f.Report() }

func (f *fault) Unwrap() error { return f.Reason }
