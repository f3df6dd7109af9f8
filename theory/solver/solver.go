package solver

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/muster-smt/muster/arrays"
	"github.com/muster-smt/muster/lia"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/cnf"
	"github.com/muster-smt/muster/theory/combine"
	"github.com/muster-smt/muster/theory/mbqi"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/preprocess"
	"github.com/muster-smt/muster/theory/proof"
	"github.com/muster-smt/muster/theory/quant"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// Options of a Solver. The zero value is the good default.
type Options struct {
	Seed        uint64
	NoRelevancy bool // treat everything as relevant; for checking answers
	CheckModels bool // evaluate all assertions in the model of every sat answer
	Cone        bool // remember what refutations rest on, see Cone
	// NoPreprocess asserts everything as it is, at once. It goes without saying
	// with Cone, Certify and Proof, which account for the assertions as they are.
	NoPreprocess bool
	// Candidates says that a candidate model is enough where quantifiers are
	// concerned: a check ends as soon as E-matching finds nothing more, and deep
	// terms are not matched on. Program verification replays its candidates; who
	// only reads answers wants them sat or unsat.
	Candidates bool
	// Certify gets every theory conflict, explanation and lemma with its
	// certificate, which it must not keep.
	Certify func(*cert.Certificate)
	// Proof gets the proof log (theory/proof). It is written in the course of the
	// checks; see FlushProof.
	Proof io.Writer
	// Stress is sat.Options.Stress, for tests.
	Stress bool
}

// Result is the answer of a check. Unknown has a Reason: a limit, what the
// theories cannot decide, or a fault of this module (reason.Internal), after which
// every check answers the same. If a Candidate stands, Model and Reached may be
// asked: it satisfies all that was asserted, except for what Reason says.
type Result struct {
	Status    sat.Status
	Reason    reason.Reason
	Candidate bool
}

// HasModel reports whether Model and Reached may be asked.
func (r Result) HasModel() bool { return r.Status == sat.Sat || r.Candidate }

// String says the answer, with the reason if it is unknown.
func (r Result) String() string {
	if r.Reason.Kind == reason.None {
		return r.Status.String()
	}
	return r.Status.String() + " (" + r.Reason.String() + ")"
}

// Solver is an incremental SMT solver.
type Solver struct {
	st       *term.Store
	rw       *rewrite.Rewriter
	e        *combine.Engine
	arith    *lia.Solver // of e
	opt      Options
	budget   sat.Budget
	scopes   []scope
	live     []assertion // in the open scopes
	flow     []assertion // by AssertFlow
	hints    []hint
	garbage  Garbage
	retired  []term.Term    // constants of popped scopes, which the engine knows
	free     []term.Term    // constants of popped scopes that it does not know
	symbols  *cnf.Symbols   // that clauses speak of besides
	past     []stat.Counter // what engines counted that were replaced
	asked    []assumption
	lits     []sat.Lit            // what the check assumes
	stands   []sat.Lit            // by assumption: its literal, where that is for good
	core     []term.Term          // of MinimizeCore, if it was the last to find one
	pre      *preprocess.Pipeline // nil: assertions are not preprocessed
	pending  []pending
	ready    []pending     // preprocessed, but not yet known to the engine
	dead     reason.Reason // the internal fault that ended the solver, if any
	last     Result
	checks   int64
	renewals int64
	asserts  int32
	proof    *proof.Writer // nil without Options.Proof

	ctx         context.Context // of the check under way
	checker     *mbqi.Checker
	looked      int64 // models in which quantifiers were checked, in this check
	modelBudget int64
	nesting     int          // how many solvers wait for this one's answer
	verified    *model.Model // the model, if quantifiers were checked in it ...
	verifiedAt  int64        // ... at this one of the engine's last checks
}

// pending is an assertion that waits for the next check.
type pending struct {
	t     term.Term
	scope int // how many scopes are open
}

type assumption struct {
	t term.Term
	l sat.Lit
}

// scope is an open scope.
type scope struct {
	guard term.Term // a Boolean constant: what is asserted holds if it does
	live  int       // len(Solver.live) at its start
}

// assertion is a formula that was asserted.
type assertion struct {
	t   term.Term // simplified, or as it came if it is preprocessed
	tag int32     // its number
}

// hint is a value that the search shall try first.
type hint struct {
	t     term.Term
	phase bool
}

// New returns a solver for terms of st.
func New(st *term.Store, opt Options) *Solver {
	rw := rewrite.New(st)
	s := &Solver{st: st, rw: rw, opt: opt, symbols: cnf.NewSymbols()}
	s.checker = mbqi.New(st, rw, s.question, func() bool { return s.ctx.Err() != nil })
	if opt.Proof != nil {
		s.proof = proof.NewWriter(opt.Proof, st)
	}
	if !opt.NoPreprocess && !opt.Cone && opt.Certify == nil && opt.Proof == nil {
		s.pre = preprocess.New(rw)
	}
	s.e = s.newEngine()
	return s
}

func (s *Solver) newEngine() *combine.Engine {
	var oracle quant.Oracle
	if !s.opt.Candidates {
		oracle = s.checkQuantifiers
	}
	opt := combine.Options{
		Seed: s.opt.Seed, Stress: s.opt.Stress, NoRelevancy: s.opt.NoRelevancy,
		Cone: s.opt.Cone, Certify: s.opt.Certify, Proof: s.proof, Symbols: s.symbols,
	}
	// Piecewise quantifiers are the arrays', the others E-matching's.
	return combine.New(s.st, s.rw, opt,
		func(h theory.Host) theory.Plugin {
			a := lia.New(h)
			if s.arith != nil {
				a.SetProductBudget(s.arith.ProductBudget())
			}
			s.arith = a
			return a
		},
		func(h theory.Host) theory.Plugin {
			a := arrays.New(h)
			if oracle != nil {
				a.PreferFrequent()
			}
			return a
		},
		func(h theory.Host) theory.Plugin { return quant.New(h, oracle) })
}

// Rewriter returns the simplifying constructors over the solver's store.
func (s *Solver) Rewriter() *rewrite.Rewriter { return s.rw }

// Assert adds a formula to the innermost scope.
func (s *Solver) Assert(t term.Term) {
	if s.pre != nil {
		// The next check simplifies it: most scripts have many assertions and few checks.
		s.live = append(s.live, assertion{t, s.nextTag()})
		s.pending = append(s.pending, pending{t, len(s.scopes)})
		return
	}
	a := assertion{s.rw.Simplify(t), s.nextTag()}
	s.live = append(s.live, a)
	s.guarded(func() {
		s.proof.Assert(a.tag, false, t, a.t)
		s.e.Tag(a.tag)
		s.assert(a.t, len(s.scopes))
	})
}

// assert gives the engine a formula of the innermost of some scopes.
func (s *Solver) assert(t term.Term, scopes int) {
	if scopes == 0 {
		s.e.Assert(t)
		return
	}
	s.e.AssertUnder(s.scopes[scopes-1].guard, t)
}

// preprocess asserts what is pending, scope by scope, and returns what the
// assumptions stand for. It returns false if lim ends it; the next check goes on
// from there.
func (s *Solver) preprocess(lim *limit.Limit, assumptions []term.Term) ([]term.Term, bool) {
	if s.pre == nil {
		return assumptions, true
	}
	for {
		scope := s.pre.Depth()
		var batch []term.Term
		for _, p := range s.pending {
			if p.scope != scope {
				break
			}
			t, ok := s.rw.SimplifyUntil(lim.Stopped, p.t)
			if !ok || lim.Stopped() {
				return nil, false
			}
			batch = append(batch, t)
		}
		s.pending = s.pending[len(batch):]
		for _, t := range s.pre.Assert(batch, assumptions, lim) {
			s.ready = append(s.ready, pending{t, scope})
		}
		if !s.handOver(lim) {
			return nil, false
		}
		if scope == len(s.scopes) {
			break
		}
		s.pre.Push()
		s.garbage.Push(s.weight())
	}
	s.pending = nil
	out := make([]term.Term, len(assumptions))
	for i, a := range assumptions {
		out[i] = s.pre.Apply(a)
	}
	return out, true
}

// handOver gives the engine what is ready. It returns false if lim ends it.
func (s *Solver) handOver(lim *limit.Limit) bool {
	for k, p := range s.ready {
		if lim.Stopped() {
			s.ready = s.ready[k:]
			return false
		}
		s.assert(p.t, p.scope)
	}
	s.ready = nil
	return true
}

// nextTag numbers the calls of Assert and AssertFlow.
func (s *Solver) nextTag() int32 {
	s.asserts++
	return s.asserts
}

// AssertFlow adds a clause that must hold in every model that is read, but
// that the other assertions imply for some model whenever they have one: the
// search uses it, relevancy does not. It belongs to no scope. It must hold for
// constants that preprocessing would eliminate, too, so with the first such clause
// that comes to an end.
func (s *Solver) AssertFlow(t term.Term) {
	a := assertion{s.rw.Simplify(t), s.nextTag()}
	if s.st.Op(a.t) == term.OpTrue {
		return
	}
	s.flow = append(s.flow, a)
	if s.pre != nil {
		s.pre, s.pending, s.ready = nil, nil, nil
		s.guarded(s.renew)
		return
	}
	s.guarded(func() {
		s.proof.Assert(a.tag, true, t, a.t)
		s.assertFlow(a)
	})
}

func (s *Solver) assertFlow(a assertion) {
	s.e.Tag(a.tag)
	s.e.AssertFlow(a.t)
}

// Cone returns the assertions that the last Unsat rests on (with the assumptions
// of its Core): the calls of Assert and AssertFlow, numbered from 1
// in order. It is nil unless Options.Cone is set.
func (s *Solver) Cone() []int32 { return s.e.Cone() }

// Prefer sets the value of a Boolean constant that the search tries first.
func (s *Solver) Prefer(t term.Term, phase bool) {
	h := hint{t, phase}
	s.hints = append(s.hints, h)
	s.guarded(func() { s.prefer(h) })
}

func (s *Solver) prefer(h hint) { s.e.SAT().SetPhase(s.e.Lit(h.t).Var(), h.phase) }

// Push opens a scope.
func (s *Solver) Push() {
	g := s.scopeGuard()
	s.scopes = append(s.scopes, scope{g, len(s.live)})
	if s.pre == nil {
		s.garbage.Push(s.weight())
	}
	s.proof.Push(g)
}

// Pop closes the innermost scope; it returns false if none is open.
func (s *Solver) Pop() bool {
	n := len(s.scopes) - 1
	if n < 0 {
		return false
	}
	out := s.scopes[n]
	if s.pre != nil {
		for k := len(s.pending); k > 0 && s.pending[k-1].scope > n; k-- {
			s.pending = s.pending[:k-1]
		}
		for k := len(s.ready); k > 0 && s.ready[k-1].scope > n; k-- {
			s.ready = s.ready[:k-1]
		}
	}
	if s.pre == nil || s.pre.Depth() > n {
		s.garbage.Pop(s.weight())
	}
	if s.pre != nil && s.pre.Depth() > n {
		s.pre.Pop()
	}
	s.scopes = s.scopes[:n]
	s.live = s.live[:out.live]
	if s.proof == nil && s.e.Known(out.guard) == sat.NoLit {
		s.free = append(s.free, out.guard)
		return true
	}
	s.retired = append(s.retired, out.guard)
	s.guarded(func() {
		s.proof.Pop()
		s.e.Tag(0)
		s.e.Assert(s.st.Not(out.guard))
	})
	return true
}

// SetConflictBudget limits each later check to so many conflicts; 0 is no limit.
func (s *Solver) SetConflictBudget(n int64) { s.budget.Conflicts = n }

// SetProductBudget limits the lemmas about products, and about division by terms, of
// all later checks together. When they are spent, checks end in candidates.
func (s *Solver) SetProductBudget(n int64) { s.arith.SetProductBudget(n) }

// ProductBudget is what is left of that budget.
func (s *Solver) ProductBudget() int64 { return s.arith.ProductBudget() }

// SetModelBudget limits each later check to so many models in which quantifiers
// are checked; 0 is no limit. Without it a check with quantifiers need not end.
func (s *Solver) SetModelBudget(n int64) { s.modelBudget = n }

// Check decides the assertions under assumptions, which are formulas.
func (s *Solver) Check(ctx context.Context, assumptions ...term.Term) Result {
	s.checks++
	s.guarded(func() { s.last = s.check(ctx, assumptions) })
	if s.isDead() {
		s.last = Result{Reason: s.dead}
	}
	return s.last
}

func (s *Solver) check(ctx context.Context, assumptions []term.Term) Result {
	s.verified, s.ctx, s.looked = nil, ctx, 0
	s.asked, s.core = s.asked[:0], nil
	if s.renewing() {
		s.renew()
	}
	s.e.Tag(0)
	var lim limit.Limit
	release := lim.Watch(ctx)
	defer release()
	if s.pre != nil {
		s.e.Within(&lim) // also after the check: what is asserted after a stop waits for the next one
	}
	if !s.assume(&lim, assumptions) {
		return Result{Reason: reason.Of(lim.Reason())}
	}
	st := s.e.Check(&lim, s.lits, s.budget)
	if st != sat.Unknown {
		if st == sat.Sat && s.opt.CheckModels {
			if err := s.checkModel(assumptions); err != nil {
				return Result{Reason: reason.Internalf("wrong model: %v", err)}
			}
		}
		return Result{Status: st}
	}
	if why := s.e.Incomplete(); why != theory.Complete {
		return Result{Reason: reason.Reason{Kind: why.Kind()}, Candidate: true}
	}
	if why := lim.Reason(); why != limit.None {
		return Result{Reason: reason.Of(why)}
	}
	return Result{Reason: reason.Of(s.e.SAT().WhyUnknown())}
}

// FlushProof writes out what the proof log still buffers. It returns the first
// error in writing it, after which nothing more was written.
func (s *Solver) FlushProof() error { return s.proof.Flush() }

// checkModel evaluates everything asserted and assumed.
func (s *Solver) checkModel(assumptions []term.Term) error {
	m, err := s.model()
	if err != nil {
		return err
	}
	all := append([]term.Term(nil), assumptions...)
	for _, a := range s.live {
		all = append(all, a.t)
	}
	for _, t := range all {
		ok, err := m.EvalDeciding(t)
		if errors.Is(err, model.ErrQuantifier) {
			continue // nobody can tell
		}
		if err != nil {
			return fmt.Errorf("%s: %w", s.st.String(t), err)
		}
		if !ok {
			return fmt.Errorf("%s is false", s.st.String(t))
		}
	}
	return nil
}

// Reached reports, after a model, whether a Boolean constant is true in it and
// needed: true and relevant.
func (s *Solver) Reached(t term.Term) bool {
	l := s.e.Known(t)
	return l != sat.NoLit && s.e.Reached(l)
}

// Model returns the model after Sat, or the candidate after Unknown.
func (s *Solver) Model() (m *model.Model, err error) {
	if !s.last.HasModel() {
		return nil, fmt.Errorf("there is no model")
	}
	s.guarded(func() { m, err = s.model() })
	switch {
	case s.isDead():
		return nil, s.dead
	case err != nil:
		return nil, reason.AsInternal(err)
	}
	return m, nil
}

// model returns the engine's model, or the one in which quantifiers were checked,
// translated back.
func (s *Solver) model() (m *model.Model, err error) {
	// The search may have gone on after that, for another plugin or an assumption that
	// waited, to a model in which no quantifier counts.
	if m = s.verified; m == nil || s.verifiedAt != s.e.Checks[theory.Last] {
		m, err = s.e.Model()
		if err == nil && !s.opt.Candidates {
			m.FillDefaults() // tables are short then
		}
	}
	if err == nil && s.pre != nil {
		err = s.pre.Back(m)
	}
	return m, err
}

// guarded runs f and turns a panic into a dead solver with a reason.
func (s *Solver) guarded(f func()) {
	if s.isDead() {
		return
	}
	defer func() {
		if x := recover(); x != nil {
			s.dead = reason.Recovered(x)
			s.dead.Detail += " (please report it with the input)"
		}
	}()
	f()
}

// isDead reports whether an internal fault has left the solver in a state that
// nothing may use.
func (s *Solver) isDead() bool { return s.dead.Kind != reason.None }
