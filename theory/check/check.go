package check

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/proof"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/term"
)

// Report is the result of a check.
type Report struct {
	Log proof.Summary
	// Answers to the script's checks, or the log's queries.
	Unsat, Sat, Unknown int
	Evaluated           int // evaluations of trusted steps
	Refused             int // commands of the script that are not understood, about which nothing is proved
}

// TrustedLemmas is the number of theory lemmas that are trusted.
func (r *Report) TrustedLemmas() int {
	n := 0
	for _, k := range r.Log.Unverified {
		n += k
	}
	return n
}

func (r *Report) count(s sat.Status) {
	switch s {
	case sat.Unsat:
		r.Unsat++
	case sat.Sat:
		r.Sat++
	default:
		r.Unknown++
	}
}

// Rejected is the error of a log that proves nothing, and its place.
type Rejected struct {
	Line, Col int // Col is 0 for the line as a whole
	Msg       string
}

func (e *Rejected) Error() string {
	if e.Col == 0 {
		return fmt.Sprintf("%d: %s", e.Line, e.Msg)
	}
	return fmt.Sprintf("%d:%d: %s", e.Line, e.Col, e.Msg)
}

// Script verifies a log against a script of the given name. The error is a
// *Rejected if the log does not prove its answers for this script, a
// *smtlib.Error if the script is malformed, the cause of ctx if that ended the
// check, or an error of reading.
func Script(ctx context.Context, name string, script, log io.Reader) (Report, error) {
	c := newChecker(log)
	c.script = newSteps(name, script)
	return c.run(ctx)
}

// Log verifies a log without a script: its assertions are taken as they are.
func Log(ctx context.Context, log io.Reader) (Report, error) {
	return newChecker(log).run(ctx)
}

// Answers verifies the proofs among the answers of a script, each by itself as Log
// does, and skips other answers. A *Rejected counts the lines of the proofs only,
// one proof after the other. The error is ErrNoProof if there is no proof.
func Answers(ctx context.Context, name string, in io.Reader) (Report, error) {
	var log bytes.Buffer
	err := smtlib.ProofLines(name, in, func(line string) error {
		log.WriteString(line)
		return log.WriteByte('\n')
	})
	if err != nil {
		return Report{}, err
	}
	if log.Len() == 0 {
		return Report{}, ErrNoProof
	}
	return Log(ctx, &log)
}

// ErrNoProof is the error of Answers for answers without a proof.
var ErrNoProof = errors.New("there is no proof: this is neither a log nor an answer to get-proof")

func newChecker(log io.Reader) *checker { return &checker{log: proof.NewChecker(log)} }

// checker goes through a log and a script side by side.
type checker struct {
	log    *proof.Checker
	script *steps // nil: the log stands alone
	match  *matcher
	eval   evaluator
	rep    Report

	guards []int // assertions with a guard: outside of all scopes, then by open scope
	dirty  bool  // there have been assertions or scopes since the solver started
	asked  bool  // the last check was answered by unsat, and nothing has changed since
	extra  bool  // the query is none of the script's checks
}

func (c *checker) run(ctx context.Context) (Report, error) {
	c.start()
	err := c.events(ctx)
	if err == nil {
		err = c.ended()
	}
	c.rep.Log = c.log.Summary()
	if c.script != nil {
		c.rep.Refused = c.script.refused
	}
	return c.rep, rejection(err)
}

// ended returns the error of a log that must not end here, else nil.
func (c *checker) ended() error {
	err := c.log.End()
	if err == nil && c.script != nil {
		err = c.rest()
	}
	return err
}

// rejection turns the log's faults into a *Rejected.
func rejection(err error) error {
	if e, ok := err.(*proof.Error); ok {
		return &Rejected{e.Line, e.Col, e.Msg}
	}
	return err
}

// start begins the log of a solver.
func (c *checker) start() {
	c.guards, c.dirty, c.asked = []int{0}, false, false
	c.eval = newEvaluator(c.log.Store())
	if c.script != nil {
		c.match = newMatcher(c.script.st, c.log.Store())
	}
}

const pollEvery = 1024 // events

func (c *checker) events(ctx context.Context) error {
	n := 0
	for e, err := range c.log.Events() {
		if err != nil {
			return err
		}
		if n++; n%pollEvery == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := c.trusted(e); err != nil {
			return err
		}
		if c.script != nil {
			err = c.event(e)
		} else if e.Kind == proof.Start {
			c.start()
		}
		if err != nil {
			return err
		}
		if e.Kind == proof.Answer && !c.extra {
			c.rep.count(e.Status)
		}
	}
	return nil
}

// trusted evaluates what the checker of the log could not verify.
func (c *checker) trusted(e *proof.Event) error {
	ok := true
	switch {
	case e.Trusted:
		ok = c.eval.equal(e.From, e.To)
	case e.Kind == proof.Theory && e.Verdict != cert.Accepted:
		ok = c.eval.valid(e.Clause)
	}
	c.rep.Evaluated = c.eval.done
	if !ok {
		return reject(e, "evaluation shows that this is wrong")
	}
	return nil
}

func reject(e *proof.Event, format string, args ...any) error {
	return &Rejected{Line: e.Line, Msg: fmt.Sprintf(format, args...)}
}

// event compares an event with the script.
func (c *checker) event(e *proof.Event) error {
	switch e.Kind {
	case proof.Start:
		return c.restart(e)
	case proof.Assertion:
		return c.assertion(e)
	case proof.Push, proof.Pop:
		want := stepPush
		if e.Kind == proof.Pop {
			want = stepPop
		}
		if _, err := c.want(e, want); err != nil {
			return err
		}
		c.scope(want)
	case proof.Query:
		return c.query(e)
	case proof.Answer:
		c.asked = c.asked && c.extra || e.Status == sat.Unsat
	}
	return nil
}

// want takes the script's next step, which must be of the given kind.
func (c *checker) want(e *proof.Event, kind stepKind) (step, error) {
	s, err := c.script.next()
	if err == nil && s.kind != kind {
		err = reject(e, "the log %v, but the script %v", kind, s)
	}
	return s, err
}

func (c *checker) scope(kind stepKind) {
	c.dirty, c.asked = true, false
	if kind == stepPush {
		c.guards = append(c.guards, 0)
		return
	}
	c.guards = c.guards[:len(c.guards)-1]
}

// restart begins the log of another solver: after a reset, or while the present
// one is still unused.
func (c *checker) restart(e *proof.Event) error {
	if c.dirty || c.script.peekReset() {
		if _, err := c.want(e, stepReset); err != nil {
			return err
		}
	}
	c.start()
	return nil
}

// assertion compares an assertion, to which the log may have added a guard.
func (c *checker) assertion(e *proof.Event) error {
	s, err := c.want(e, stepAssert)
	if err != nil {
		return err
	}
	c.dirty, c.asked = true, false
	if e.Global {
		return reject(e, "a script asserts nothing outside of its scopes")
	}
	if c.match.same(s.terms[0], e.From) {
		return nil
	}
	if g, t, ok := guarded(c.log.Store(), e.From); ok && c.match.same(s.terms[0], t) && c.match.guard(g) {
		c.guards[len(c.guards)-1]++
		return nil
	}
	return reject(e, "this is not the assertion at %d:%d", s.pos.Line, s.pos.Col)
}

// guarded takes (or (not g) t) apart, g a constant.
func guarded(st *term.Store, f term.Term) (g, t term.Term, ok bool) {
	if st.Op(f) != term.OpOr || st.NumArgs(f) != 2 || st.Op(st.Arg(f, 0)) != term.OpNot {
		return 0, 0, false
	}
	g = st.Arg(st.Arg(f, 0), 0)
	return g, st.Arg(f, 1), st.IsConst(g)
}

// query compares a query with the script's next check. One that follows unsat
// under some of the same assumptions asks for a smaller core.
func (c *checker) query(e *proof.Event) error {
	var own []term.Term // the assumptions without the guards
	for _, t := range e.Assumptions {
		if !c.match.isGuard(t) {
			own = append(own, t)
		}
	}
	again := c.asked
	s, err := c.script.peek()
	if err == nil && s.kind == stepCheck && c.covers(s, len(e.Assumptions)-len(own), own) {
		_, err = c.script.next()
		c.extra = false
		return err
	}
	c.extra = true
	switch {
	case again && c.again(own):
		return nil
	case err == io.EOF:
		return reject(e, "the log has a query where the script has ended")
	case err != nil:
		return err
	case s.kind == stepCheck:
		return reject(e, "these are not the assumptions of the check at %d:%d", s.pos.Line, s.pos.Col)
	}
	return reject(e, "the log %v, but the script %v", stepCheck, s)
}

// covers reports whether a query makes the same assumptions as a check.
func (c *checker) covers(s step, guards int, own []term.Term) bool {
	for _, n := range c.guards {
		guards -= n
	}
	return guards == 0 && slices.EqualFunc(s.terms, own, c.match.same)
}

// again reports whether all assumptions are terms of the script.
func (c *checker) again(own []term.Term) bool {
	return !slices.ContainsFunc(own, func(t term.Term) bool { return !c.match.known(t) })
}

// rest makes sure that the log has answered every check of the script.
func (c *checker) rest() error {
	for {
		s, err := c.script.next()
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case s.kind == stepCheck:
			return &Rejected{Line: c.log.Summary().Lines + 1, Msg: fmt.Sprintf("the log ends before the script %v", s)}
		}
	}
}

// steps reads a script as a sequence of calls on a solver.
type steps struct {
	r     *smtlib.Reader
	st    *term.Store
	queue []step
	err   error

	refused int // commands
}

// step is one such call.
type step struct {
	kind  stepKind
	pos   smtlib.Pos
	terms []term.Term // the assertion, or the assumptions
}

type stepKind uint8

const (
	stepAssert stepKind = iota
	stepPush
	stepPop
	stepCheck
	stepReset
)

func (k stepKind) String() string {
	return [...]string{"asserts something", "opens a scope", "closes a scope", "asks for satisfiability", "starts over"}[k]
}

func (s step) String() string {
	if s.pos.Line == 0 {
		return "ends"
	}
	return fmt.Sprintf("%v at %d:%d", s.kind, s.pos.Line, s.pos.Col)
}

func newSteps(name string, script io.Reader) *steps {
	st := term.NewStore()
	return &steps{r: smtlib.NewReader(name, script, st), st: st}
}

// next takes the next step; the error is io.EOF if there is none.
func (s *steps) next() (step, error) {
	p, err := s.peek()
	if err == nil {
		s.queue = s.queue[1:]
	}
	return p, err
}

func (s *steps) peekReset() bool {
	p, err := s.peek()
	return err == nil && p.kind == stepReset
}

func (s *steps) peek() (step, error) {
	for len(s.queue) == 0 && s.err == nil {
		c, err := s.r.Next()
		switch {
		case err == nil:
			s.command(&c)
		case err == io.EOF || s.r.Fatal():
			s.err = err
		case s.r.Refused().Effect != smtlib.Passive:
			s.refused++ // the command has no effect
		}
	}
	if len(s.queue) == 0 {
		return step{}, s.err
	}
	return s.queue[0], nil
}

// add adds a step.
func (s *steps) add(kind stepKind, at smtlib.Pos, terms ...term.Term) {
	s.queue = append(s.queue, step{kind, at, terms})
}

// command adds the steps of a command.
func (s *steps) command(c *smtlib.Command) {
	switch c.Kind {
	case smtlib.Assert, smtlib.DefineFunsRec:
		for _, t := range c.Terms {
			s.add(stepAssert, c.Pos, t)
		}
	case smtlib.Push, smtlib.Pop:
		kind := stepPush
		if c.Kind == smtlib.Pop {
			kind = stepPop
		}
		for range c.N {
			s.add(kind, c.Pos)
		}
		s.restore(c)
	case smtlib.CheckSat, smtlib.CheckSatAssuming, smtlib.CheckSatUsing:
		s.add(stepCheck, c.Pos, c.Terms...)
	case smtlib.Reset, smtlib.ResetAssertions:
		s.add(stepReset, c.Pos)
		s.restore(c)
	case smtlib.Exit:
		s.err = io.EOF
	}
}

// restore adds the assertions of what follows from the definitions that outlive a command.
func (s *steps) restore(c *smtlib.Command) {
	for _, a := range c.Axioms {
		s.add(stepAssert, a.Pos, a.Formula)
	}
}
