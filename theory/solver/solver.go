package solver

import (
	"io"
	"log/slog"
	"math"
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/cnf"
	"github.com/muster-smt/muster/theory/game"
	"github.com/muster-smt/muster/theory/mbqi"
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
	Cone        bool // remember what refutations rest on; see Solver.Cone
	// NoPreprocess asserts everything as it is, at once. Cone, Certify and Proof
	// imply it, since they account for the assertions as they are.
	NoPreprocess bool
	// Candidates makes a candidate model enough where there are quantifiers: a check
	// ends as soon as E-matching finds nothing more, and deep terms are not matched.
	// The verifier replays its candidates; callers that only want answers want sat
	// or unsat.
	Candidates bool
	// Quantifiers says what ends a check with quantifiers, and Matching how far matching
	// goes before it; nil stands for quant.DefaultLimits.
	Quantifiers QuantifierMode
	Matching    *quant.Limits
	// Combine makes bit-vectors a theory of the combination also where package bv could
	// decide them: it knows no relevancy. Cone and Certify imply it.
	Combine bool
	// Certify is called with the certificate of every theory conflict, explanation
	// and lemma, which it must not keep.
	Certify func(*cert.Certificate)
	// Lemmas says when redundant lemmas are forgotten.
	Lemmas LemmaPolicy
	// Proof is where the proof log (theory/proof) goes, during the checks; see
	// FlushProof.
	Proof io.Writer
	// Without names rules of rewriting, passes of preprocessing and techniques of inprocessing that are not used, of those
	// that Optional returns.
	Without []string
	// Observe is preprocess.Pipeline.Observe.
	Observe func(pass string, formulas []term.Term)
	// Log receives what the search does, at the debug level (sat.Options, combine.Options).
	Log *slog.Logger
	// Stress is sat.Options.Stress, for tests.
	Stress bool
}

// Solver is an incremental SMT solver.
type Solver struct {
	common
	way     way            // which backend decides; see way.go
	backend backend        // see backend.go
	past    []stat.Counter // of earlier backends
	fault   reason.Reason  // the internal fault that ended the solver, if any

	// What is in force.
	scopes   []scope
	stacked  bool        // there was a scope
	sat      int         // open scopes that were satisfiable
	live     []assertion // in the open scopes
	content  content     // of live and flow
	contents contents
	flow     []assertion // by AssertFlow
	hints    []hint
	asserts  int32 // calls of Assert and AssertFlow so far
	garbage  Garbage
	closed   []term.Term // guards of popped scopes, which the backend knows
	retired  []term.Term // those that are false for the backend, too
	free     []term.Term // guards of popped scopes that it does not know
	renewals int64
	asleep   sleeping // see sweep.go
	finder   finder   // see finder.go
	facts    guardedFacts

	// Preprocessing; see preprocess.go.
	pre     *preprocess.Pipeline // nil: assertions are not preprocessed
	pending []pending
	ready   []pending // preprocessed, but not yet known to the backend

	expectation expectation // see expect.go

	// The last check.
	checks  int64
	budget  sat.Budget
	last    Result
	assumed []assumption
	lits    []sat.Lit           // all that it assumed: guards of scopes, then assumed
	litOf   term.Paged[sat.Lit] // by assumption: its literal, if it is kept; see assume
	core    []term.Term         // of MinimizeCore, if that was the last to find one

	constraint constraint // see constrain.go
	lazy       lazyModel  // see lazy.go
}

// assumption is an assumption of the last check with the literal that stands for it.
type assumption struct {
	t term.Term
	l sat.Lit
}

// scope is an open scope.
type scope struct {
	guard   term.Term // a Boolean constant that implies what the scope asserts
	live    int       // len(Solver.live) at its start
	content content   // Solver.content at its start
}

// assertion is an asserted formula.
type assertion struct {
	t     term.Term // simplified; as it came, if it is to be preprocessed
	tag   int32     // its number
	given term.Term // as it came
}

// hint is the value of a Boolean constant that the search tries first.
type hint struct {
	t     term.Term
	phase bool
}

// Optional returns the names that Options.Without takes.
func Optional() []string {
	return slices.Concat(rewrite.Optional(), preprocess.Names(), sat.Techniques())
}

// New returns a solver for terms of st.
func New(st *term.Store, opt Options) *Solver {
	rw := rewrite.New(st)
	s := &Solver{
		common: common{
			st: st, rw: rw, opt: opt, symbols: cnf.NewSymbols(), resolver: newResolver(rw), checked: newChecked(rw),
			products: math.MaxInt64, games: map[term.Term]*game.Game{},
		},
		contents: contents{st: st},
	}
	if opt.Proof != nil {
		s.proof = proof.NewWriter(opt.Proof, st)
	}
	rw.Without(opt.Without...)
	if s.certifies() {
		rw.KeepValues()
	}
	s.checker = mbqi.New(st, rw, func() mbqi.Solver { return s.question() }, func() bool { return s.ctx.Err() != nil })
	if !opt.NoPreprocess && !opt.Cone && opt.Certify == nil && opt.Proof == nil {
		s.pre = preprocess.New(rw)
		s.pre.Without(opt.Without...)
		s.pre.Observe(opt.Observe)
	}
	if opt.expects() {
		s.expectation.joins = preprocess.New(rw)
	}
	s.backend = s.newBackend()
	return s
}

// Rewriter returns the simplifying constructors over the solver's store.
func (s *Solver) Rewriter() *rewrite.Rewriter { return s.rw }

// Assert adds a formula to the innermost scope.
func (s *Solver) Assert(t term.Term) {
	s.change()
	s.sat = min(s.sat, max(0, len(s.scopes)-1))
	s.content |= s.contents.add(t)
	if s.pre != nil { // the next check simplifies it
		s.live = append(s.live, assertion{t, s.nextTag(), t})
		s.pending = append(s.pending, pending{t, len(s.scopes)})
		return
	}
	a := assertion{s.rw.Simplify(t), s.nextTag(), t}
	s.live = append(s.live, a)
	if s.st.Op(a.t) == term.OpNot && len(s.scopes) == 0 {
		s.dropFacts(s.st.Arg(a.t, 0))
	}
	s.give(a, false, func() {
		s.backend.Tag(a.tag)
		s.assert(s.form(s.way, a), len(s.scopes))
	})
}

// give logs an assertion and gives it to the backend by a function, unless a new one gets it with
// all else that is in force.
func (s *Solver) give(a assertion, global bool, to func()) {
	s.guarded(func() {
		w := s.choose(nil)
		if s.proof != nil {
			s.proof.Assert(a.tag, global, a.given, s.form(w, a))
		}
		if !s.take(w) {
			s.wake(a.t)
			to()
		}
	})
}

// assert gives the backend a formula of the innermost of the first scopes.
func (s *Solver) assert(t term.Term, scopes int) {
	if scopes == 0 {
		s.backend.Assert(t)
	} else {
		s.backend.AssertUnder(s.scopes[scopes-1].guard, t)
	}
}

// nextTag numbers the calls of Assert and AssertFlow.
func (s *Solver) nextTag() int32 {
	s.asserts++
	return s.asserts
}

// AssertFlow adds a clause that every model must satisfy, but that the other
// assertions imply in some model if they have one: the search uses it, relevancy
// does not. It belongs to no scope. It must also hold for constants that
// preprocessing would eliminate, so the first such clause ends preprocessing.
func (s *Solver) AssertFlow(t term.Term) {
	s.change()
	a := assertion{s.rw.Simplify(t), s.nextTag(), t}
	if s.st.Op(a.t) == term.OpTrue {
		return
	}
	s.flow = append(s.flow, a)
	c := s.contents.add(t)
	s.content |= c
	for i := range s.scopes { // it belongs to none
		s.scopes[i].content |= c
	}
	if s.pre != nil {
		s.EndPreprocessing()
		return
	}
	s.give(a, true, func() { s.assertFlow(a) })
}

func (s *Solver) assertFlow(a assertion) {
	s.backend.Tag(a.tag)
	s.backend.AssertFlow(s.form(s.way, a))
}

// Prefer sets the value of a Boolean constant that the search tries first.
func (s *Solver) Prefer(t term.Term, phase bool) {
	s.change()
	h := hint{t, phase}
	s.hints = append(s.hints, h)
	s.guarded(func() { s.prefer(h) })
}

func (s *Solver) prefer(h hint) {
	if _, ok := s.asleep.at[h.t]; ok {
		return // it has a value
	}
	s.backend.prefer(h.t, h.phase)
}

// Push opens a scope.
func (s *Solver) Push() {
	s.change()
	g := s.scopeGuard()
	s.scopes, s.stacked = append(s.scopes, scope{g, len(s.live), s.content}), true
	if s.pre == nil {
		s.garbage.Push(s.backend.weight())
	}
	s.proof.Push(g)
}

// Pop closes the innermost scope. It returns false if none is open.
func (s *Solver) Pop() bool {
	s.change()
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
		s.garbage.Pop(s.backend.weight())
	}
	if s.pre != nil && s.pre.Depth() > n {
		s.pre.Pop()
	}
	s.scopes = s.scopes[:n]
	s.sat = min(s.sat, n)
	s.live, s.content = s.live[:out.live], out.content
	s.expectation.pop(n, out.live)
	if s.proof == nil && !s.backend.knows(out.guard) {
		s.free = append(s.free, out.guard)
		return true
	}
	s.closed = append(s.closed, out.guard)
	s.guarded(func() {
		s.proof.Pop()
		if s.proof != nil {
			s.retire()
		}
	})
	return true
}

// FlushProof writes the buffered end of the proof log. It returns the first error
// of writing the log, after which nothing was written.
func (s *Solver) FlushProof() error { return s.proof.Flush() }
