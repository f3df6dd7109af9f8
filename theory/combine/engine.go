package combine

import (
	"log/slog"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/cnf"
	"github.com/muster-smt/muster/theory/euf"
	"github.com/muster-smt/muster/theory/proof"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
)

// Options of an Engine. The zero value is the recommended setting.
type Options struct {
	Seed    uint64
	Without []string // see sat.Options
	Stress  bool     // sat.Options.Stress, for tests
	// NoRelevancy makes everything relevant: for checking answers.
	NoRelevancy bool
	InOrder     bool  // see DecideInOrder
	Turn        *Turn // whose it was in earlier engines; nil if there were none
	// Lemmas says when lemmas are forgotten.
	Lemmas LemmaPolicy
	// Cone makes the engine remember what every clause follows from.
	Cone bool
	// Certify gets every theory conflict, explanation and lemma with its
	// certificate, which it must not keep.
	Certify func(*cert.Certificate)
	// Proof gets the proof.
	Proof *proof.Writer
	// Log is sat.Options.Log; it receives each lemma and conflict of a theory, too.
	Log *slog.Logger
	// Symbols are those of earlier engines over the same store; nil if there were none.
	Symbols *cnf.Symbols
}

// atomKind says what gives a Boolean variable its meaning.
type atomKind uint8

const (
	propositional atomKind = iota
	equality               // an equality node of the e-graph
	predicate              // a Boolean application of the e-graph
	claimed                // a formula that a plugin claims
	private                // no formula: a plugin's own variable; for a proof, a constant
)

// atom is what a Boolean variable stands for.
type atom struct {
	kind  atomKind
	owner int8           // the plugin to which it is an atom, or nobody
	node  theory.Node    // equality, predicate; private: while it is relevant the search may decide the variable
	also  [2]theory.Node // Boolean leaves that stand for the formula and its negation as arguments
	below uint32         // where its nodes begin in Engine.below
	n     uint32         // their number
	term  term.Term
}

// Engine combines the theories over one SAT solver.
type Engine struct {
	sat     *sat.Solver
	steps   *slog.Logger // nil: nobody wants to know them
	st      *term.Store
	mk      theory.Maker
	cnf     *cnf.Clausifier
	g       *euf.EGraph
	plugins []theory.Plugin
	claims  claims
	lim     *limit.Limit // of the current check
	within  *limit.Limit // see Within
	opt     Options
	cone    *cone
	log     *proofLog // nil if no proof is requested
	tag     int32     // the current assertion, counted from 1; 0: none

	points      pointTable
	nodes       []node // by node of the e-graph
	interns     []term.Term
	atoms       []atom        // by variable
	below       []theory.Node // of atoms: the nodes that are relevant when one is
	alien       []sat.Lit     // atoms of theories without a plugin
	links       []theory.Node // Boolean nodes that still need a literal
	ites        []theory.Node // relevant if-then-else nodes whose definition has not been sent
	splits      []sat.Lit     // literals that must be decided
	rel         relevancy
	ord         order
	constraint  constraint
	forget      forgetting
	number      uint32 // of the lemmas that are queued next, see theory.LemmaUse
	count       atomCount
	care        careIndex
	cases       cases
	expecting   expecting
	superfluous superfluous
	reasons     []cause
	marks       []int   // len(reasons) at the start of each level
	target      sat.Lit // what is being explained; NoLit: a conflict
	failed      bool    // a conflict is waiting to be handed over
	confl       []sat.Lit
	conflCert   *cert.Certificate // of confl
	found       []implied         // literals to hand over
	lemmas      []queuedLemma
	lits        []sat.Lit // arena of the queued lemmas
	asked       []sat.Lit // scratch
	ants        theory.Antecedents
	certs       certificates
	seenLit     []uint32
	seenNow     uint32
	known       map[uint64][]uint32 // lemma hash to clauses
	slices      map[[2]int]uint32   // numbers of slices of bit-vectors; never ranged over
	missing     reason.Reason       // the gravest so far why the model may be wrong
	kinds       lemmaKinds

	Resent        int64
	Checks        [theory.NumEfforts]int64 // rounds of the theories' checks, by effort
	Splits        int64
	Joins         int64 // atoms made at joins
	Superfluities int64 // literals of learned clauses that others imply
	Tried         int64 // cases of clauses tried
	Facts         int64 // what holds in every case of a clause, as far as it was derived
}

// node is what the engine knows of a node of the e-graph.
type node struct {
	plugins plugins // that claim it
	kind    nodeKind
	cares   bool // the engine decides congruence, see theory.CareGraph
	shared  bool // see theory.Sharing
}

// nodeKind says what the engine does when a node becomes relevant.
type nodeKind uint8

const (
	plainNode nodeKind = iota
	iteNode            // defines it
	boolNode           // makes sure that it gets a value
)

type implied struct {
	lit   sat.Lit
	token uint32
}

// cause is what a token given to the SAT solver stands for: why a literal is implied.
type cause struct {
	plugin int8 // -1: the e-graph decided node
	why    theory.Reason
	node   theory.Node
	at     euf.Time
}

type queuedLemma struct {
	off, n uint32
	first  sat.Lit // see clause
	id     lemmaKind
	when   []theory.While // whenever one of these holds, it will be live
	late   bool           // a conflict came first: live only while one of these holds
	cert   *cert.Certificate
	number uint32 // see theory.LemmaUse
}

// New returns an engine over a new SAT solver, with the plugins that the functions make
// for their hosts. Plugins are called in this order.
func New(st *term.Store, mk theory.Maker, opt Options, theories ...func(theory.Host) theory.Plugin) *Engine {
	e := &Engine{st: st, mk: mk, opt: opt, known: map[uint64][]uint32{}, slices: map[[2]int]uint32{},
		kinds: newLemmaKinds()}
	e.claims = claims{st: st, claimed: map[term.Sort]plugins{}}
	e.certs.requested = opt.Certify != nil || opt.Proof != nil
	satOpt := sat.Options{Seed: opt.Seed, Without: opt.Without, Stress: opt.Stress, Log: opt.Log}
	e.steps = stat.Debug(opt.Log)
	satOpt.Tracer = e.tracer()
	e.sat = sat.New(satOpt)
	e.sat.Connect(e)
	e.g = euf.New(e)
	if opt.Symbols == nil {
		e.opt.Symbols = cnf.NewSymbols()
	}
	e.cnf = cnf.New(st, mk, e, e.opt.Symbols)
	e.atoms = make([]atom, 1)
	e.rel.init()
	if e.ord = (order{on: opt.InOrder, turn: opt.Turn}); opt.Turn == nil {
		e.ord.turn = &Turn{}
	}
	for n := range theory.Node(e.g.NumNodes()) {
		e.nodeMade(n)
	}
	e.cnf.True()
	for i, make := range theories {
		p := make(&host{e: e, index: i})
		e.plugins = append(e.plugins, p)
		e.claims.add(p)
		e.kinds.add(p.Lemmas())
	}
	return e
}

// SAT returns the SAT solver; for its statistics and values.
func (e *Engine) SAT() *sat.Solver { return e.sat }

// Graph returns the e-graph; for its statistics.
func (e *Engine) Graph() *euf.EGraph { return e.g }

// Plugins returns the theory plugins, for their statistics.
func (e *Engine) Plugins() []theory.Plugin { return e.plugins }

// Assert adds a formula. The trail of the last check stays.
func (e *Engine) Assert(t term.Term) {
	e.cnf.Assert(t, e.tag)
	e.link()
}

// AssertUnder adds a formula that holds if g does, a Boolean constant.
func (e *Engine) AssertUnder(g, t term.Term) {
	e.cnf.AssertUnder(g, t, e.tag)
	e.link()
}

// AssertFlow adds a clause that every model must satisfy, but that needs no
// justification: what is asserted otherwise must imply it for some model, if it has one.
func (e *Engine) AssertFlow(t term.Term) {
	var c []sat.Lit
	if e.st.Op(t) == term.OpOr {
		for _, a := range e.st.Args(t) {
			c = append(c, e.cnf.Lit(a, e.tag))
		}
	} else {
		c = append(c, e.cnf.Lit(t, e.tag))
	}
	e.link()
	e.add(c, input(e.tag))
}

// Within sets what may interrupt the making of clauses: once lim is stopped, the rest is
// left to the next Check within another limit. Before the first call, and with a proof,
// which has the clauses of an assertion before the next one, they are made at once.
func (e *Engine) Within(lim *limit.Limit) {
	e.within = lim
	if !e.cnf.Done() {
		e.sat.Reset()
	}
}

// Stopped implements cnf.Sink.
func (e *Engine) Stopped() bool { return e.log == nil && e.within.Stopped() }

// Lit returns the literal of a formula, for use as an assumption.
func (e *Engine) Lit(t term.Term) sat.Lit {
	l := e.cnf.Lit(t, e.tag)
	e.link()
	return l
}

// Known returns the literal that a formula has, or NoLit.
func (e *Engine) Known(t term.Term) sat.Lit { return e.cnf.Known(t) }

// Check decides the asserted formulas under assumptions. After Unknown,
// Incomplete says whether there is a candidate model.
func (e *Engine) Check(lim *limit.Limit, assumptions []sat.Lit, b sat.Budget) sat.Status {
	e.takeConstraint()
	e.collect()
	e.lim = lim
	e.cases.phase, e.cases.denied = caseIdle, sat.NoLit
	e.expecting.unpark()
	e.missing = reason.Reason{}
	e.count.nextCheck()
	e.takeTurn()
	s := sat.Unknown
	if e.cnf.Finish() {
		e.link()
		assumptions = e.constrained(assumptions)
		e.assume(assumptions)
		s = e.sat.Solve(lim, assumptions, b)
		e.constraint.failed = s == sat.Unsat && e.sat.ConstraintFailed()
	}
	if e.ord.on && (s == sat.Sat || s == sat.Unknown && e.Incomplete().Kind != reason.None) {
		e.ord.turn.spent++
	}
	if s == sat.Unsat && e.cone != nil {
		e.cone.core = e.cone.last
	}
	e.logAnswer(s)
	e.lim = nil
	return s
}

// Incomplete returns the gravest reason why the candidate model after Unknown may be
// wrong; none if there is no candidate.
func (e *Engine) Incomplete() reason.Reason {
	if !e.cnf.Done() || e.sat.WhyUnknown() != limit.Incomplete { // with clauses missing the solver was not called
		return reason.Reason{}
	}
	return e.missing
}

// NewVar makes a variable that is observed (cnf.Sink).
func (e *Engine) NewVar(t term.Term) sat.Var {
	v := e.newVar(atom{owner: nobody, term: t})
	e.sat.Observe(v)
	return v
}

func (e *Engine) newVar(a atom) sat.Var {
	v := e.sat.NewVar()
	e.atoms = append(e.atoms, a)
	e.rel.newVar(v)
	return v
}

// Assign implements sat.Propagator.
func (e *Engine) Assign(lits []sat.Lit) {
	for _, l := range lits {
		e.nowTrue(l)
	}
}

// NewLevel implements sat.Propagator.
func (e *Engine) NewLevel() {
	e.rel.newLevel()
	e.ord.newLevel()
	e.marks = append(e.marks, len(e.reasons))
	e.g.NewLevel()
	for _, p := range e.plugins {
		p.NewLevel()
	}
	if len(e.marks) == 1 {
		e.assumptionLevel()
	}
}

// Backtrack implements sat.Propagator.
func (e *Engine) Backtrack(level int) {
	e.failed = false
	e.found = e.found[:0]
	e.dropLemmas()
	e.ites, e.splits = e.ites[:0], e.splits[:0]
	e.reasons = e.reasons[:e.marks[level]]
	e.marks = e.marks[:level]
	e.g.Backtrack(level)
	for _, p := range e.plugins {
		p.Backtrack(level)
	}
	e.undoRelevancy(level)
	e.forgetAfter(level)
}

// Propagate implements sat.Propagator.
func (e *Engine) Propagate() {
	e.makeJoins()
	e.unlist()
	for {
		e.saturate()
		// A lemma that is sent again adds no clause, but its literals become
		// relevant.
		if !e.handOver() || !e.rel.pending() {
			return
		}
	}
}

// saturate runs relevancy, the e-graph and the plugins to a fixpoint.
func (e *Engine) saturate() {
	for !e.failed {
		e.spread()
		if !e.g.Propagate() {
			e.egraphConflict()
			return
		}
		if e.failed {
			return
		}
		before := len(e.found) + len(e.lemmas)
		for _, p := range e.plugins {
			p.Propagate()
			if e.failed {
				return
			}
		}
		e.link()
		e.defineItes()
		if !e.g.Pending() && !e.rel.pending() && len(e.found)+len(e.lemmas) == before {
			return
		}
		if len(e.found) > 0 || len(e.lemmas) > 0 {
			// Units first: they are cheaper than another round of the theories.
			if !e.g.Pending() && !e.rel.pending() {
				return
			}
		}
	}
}

// handOver passes what was found to the SAT solver; false if that is a conflict.
func (e *Engine) handOver() bool {
	if e.failed || len(e.found) > 0 {
		e.rel.notices++
	}
	if e.failed {
		e.sat.Conflict(e.confl, e.certs.origin(e.conflCert))
		e.conflCert = nil
		e.failed = false
		e.found = e.found[:0]
		e.dropLemmas()
		return false
	}
	ok := true
	for _, f := range e.found {
		if ok = e.sat.Enqueue(f.lit, f.token); !ok {
			break
		}
	}
	e.found = e.found[:0]
	e.sendLemmas()
	return ok
}

// add adds a permanent clause to the SAT solver. All clauses pass through here except
// conflicts and explanations, which the solver does not keep.
func (e *Engine) add(lits []sat.Lit, from sat.Origin) { e.sat.AddFrom(lits, sat.Irredundant, from) }

// Merged implements euf.Listener.
func (e *Engine) Merged(root, other theory.Node, off int64) {
	for _, p := range e.plugins {
		p.Merged(root, other, off)
	}
}

// Decided implements euf.Listener.
func (e *Engine) Decided(n theory.Node, value bool) {
	l := e.g.Lit(n)
	if !value {
		l = l.Not()
	}
	e.imply(l, cause{plugin: -1, node: n})
}

func (e *Engine) imply(l sat.Lit, r cause) {
	if e.sat.Value(l) == sat.True {
		return
	}
	r.at = e.g.Now()
	e.reasons = append(e.reasons, r)
	e.found = append(e.found, implied{l, uint32(len(e.reasons) - 1)})
}
