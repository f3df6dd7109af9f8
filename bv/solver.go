package bv

import (
	"log/slog"
	"slices"

	"github.com/muster-smt/muster/bv/aig"
	"github.com/muster-smt/muster/bv/blast"
	"github.com/muster-smt/muster/bv/sweep"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/proof"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// Options of a Solver.
type Options struct {
	Seed    uint64
	Without []string      // see sat.Options
	Stress  bool          // see sat.Options; fewer arrays are words, and gates are swept at once
	Proof   *proof.Writer // gets the log of the proof
	Log     *slog.Logger  // sat.Options.Log
	// NoLocal leaves out local search, so that tests reach what comes after it.
	NoLocal bool
	// Witness returns a constant for an index at which two arrays differ, if they do: always the
	// same one, which nothing else mentions. It is nil if there is no proof.
	Witness func(x, y term.Term) term.Term
	// Verifies reports whether the checker of the log finds that two terms have one normal form.
	Verifies func(x, y term.Term) bool
}

// Solver decides formulas for which Supports holds.
type Solver struct {
	blaster
	rw  *rewrite.Rewriter
	sat *sat.Solver
	cnf *aig.CNF

	log *proofLog // nil without Options.Proof

	tag     int32
	pending []pending          // asserted, but not yet clauses
	guards  map[term.Term]bool // of all that was asserted under one; never ranged over
	refiner refiner
	merger  merger
	relevance
	witness  func(x, y term.Term) term.Term // Options.Witness
	verifies func(x, y term.Term) bool      // Options.Verifies
	Rounds   int64                          // assignments that refine has looked at
	Lemmas   int64                          // that it has added
	roots    []rooted                       // all that was asserted, but for what closed scopes had
	assumed  []sat.Lit                      // in the present check
	gates    map[sat.Var]aig.Lit            // by variable that Lit has returned; never ranged over
	formulas map[sat.Lit]term.Term          // by literal that Lit has returned; never ranged over
	right    bool                           // the last assignment is that of mended
	walker   walker
	// Small is a sort that may have too few elements for what was asserted, which is why the last
	// check is unknown; 0 if there is none.
	Small term.Sort
}

// pending is an assertion: t holds if guard does, which is 0 for always. Or it is a lemma.
type pending struct {
	guard, t term.Term
	tag      int32 // its number in the log
	lemma    *cert.Certificate
}

// New returns a Solver without assertions for terms of rw's store.
func New(rw *rewrite.Rewriter, opt Options) *Solver {
	st := rw.Terms()
	s := &Solver{rw: rw, guards: map[term.Term]bool{}, gates: map[sat.Var]aig.Lit{}, formulas: map[sat.Lit]term.Term{},
		witness: opt.Witness, verifies: opt.Verifies}
	if s.witness == nil {
		s.witness = func(x, _ term.Term) term.Term {
			index, _ := st.ArraySorts(st.Sort(x))
			return st.FreshConst("diff", index)
		}
	}
	satOpt := sat.Options{Seed: opt.Seed, Without: opt.Without, Stress: opt.Stress, Log: opt.Log}
	if opt.Proof != nil {
		s.log = &proofLog{s: s, w: opt.Proof}
		satOpt.Tracer = s.log
	}
	s.sat = sat.New(satOpt)
	g := aig.New()
	s.blaster = blaster{st: st, g: g, small: SmallArray(opt.Stress), room: 1 << blast.ElementBits}
	if opt.Proof == nil { // a lemma would be derived from the circuit
		s.abstract = newAbstraction(g, opt.Stress)
	}
	s.asked, s.apart = map[sat.Var]term.Term{}, map[term.Term]term.Term{}
	s.walker = newWalker(st, opt)
	s.merger.opt = sweep.Options{Seed: opt.Seed, Stress: opt.Stress}
	s.merger.sweeper = sweep.New(g, s.merger.opt)
	s.newBuilder()
	s.proof = opt.Proof
	s.cnf = aig.NewCNF(g, sink{s.sat, s.log})
	s.cnf.Stopped = func() bool { return s.lim.Stopped() }
	return s
}

// sink hands clauses to the SAT core.
type sink struct {
	*sat.Solver
	log *proofLog
}

func (s sink) NewVar() sat.Var {
	v := s.Solver.NewVar()
	if s.log != nil {
		s.log.newVar(v)
	}
	return v
}

func (s sink) Clause(lits []sat.Lit) { s.AddClause(lits...) }

// SAT returns the SAT core, for its counters.
func (s *Solver) SAT() *sat.Solver { return s.sat }

// Gates returns the number of nodes of the graph.
func (s *Solver) Gates() int { return s.g.Len() }

// Tag gives the assertions from now on a number in the log: 0 if they say that closed scopes do
// not hold.
func (s *Solver) Tag(n int32) { s.tag = n }

// Assert adds a formula. It becomes clauses in the next check.
func (s *Solver) Assert(t term.Term) {
	s.pending = append(s.pending, pending{t: t, tag: s.tag})
	if s.st.Op(t) == term.OpNot && s.guards[s.st.Arg(t, 0)] {
		s.forget(s.st.Arg(t, 0))
	}
}

// forget forgets what was asserted under a guard that is false from now on. A log accounts for
// all that was asserted.
func (s *Solver) forget(g term.Term) {
	s.roots = slices.DeleteFunc(s.roots, func(r rooted) bool { return r.under == g })
	if s.log == nil {
		s.pending = slices.DeleteFunc(s.pending, func(p pending) bool { return p.guard == g })
	}
}

// AssertUnder adds a formula that holds if the Boolean constant g does: if that is assumed, or asserted.
func (s *Solver) AssertUnder(g, t term.Term) {
	s.pending = append(s.pending, pending{guard: g, t: t, tag: s.tag})
	s.guards[g] = true
}

// Lemma adds a clause that its certificate proves, where a proof is written. It becomes a clause in
// the next check.
func (s *Solver) Lemma(c *cert.Certificate) {
	s.pending = append(s.pending, pending{lemma: c})
}

// Guards reports whether something was asserted under g, be it clauses or not.
func (s *Solver) Guards(g term.Term) bool { return s.guards[g] }

// Within makes lim stop what is done until the next call.
func (s *Solver) Within(lim *limit.Limit) { s.lim = lim }

// Check decides the assertions under assumptions, literals of Lit. Unknown means that the limit
// or the budget has stopped it, or that something is too large: see TooLarge.
func (s *Solver) Check(assumptions []sat.Lit, budget sat.Budget) sat.Status {
	s.Small, s.Exhausted, s.assumed, s.right = term.NoSort, false, assumptions, false
	if s.beginWalk() {
		return sat.Sat
	}
	if !s.clauses() {
		return sat.Unknown
	}
	for {
		st := s.search(assumptions, budget)
		if st != sat.Sat || s.walker.found || !s.hasTheories() {
			return st
		}
		s.Rounds++
		n, ok := s.refine()
		if !ok {
			return sat.Unknown
		}
		if n == 0 {
			return st
		}
		s.Lemmas += int64(n)
	}
}

// clauses makes clauses of what is pending. It returns false if it was stopped.
func (s *Solver) clauses() bool {
	for len(s.pending) > 0 {
		p := s.pending[0]
		if p.lemma != nil {
			if !s.addLemma(lemma{p.lemma.Clause, p.lemma}) {
				return false
			}
			for _, l := range p.lemma.Clause {
				s.relevance.lemmas = append(s.relevance.lemmas, l.T)
			}
			s.pending = s.pending[1:]
			continue
		}
		var guards []sat.Lit
		root := rooted{guard: aig.True, under: p.guard}
		if p.guard != 0 {
			g := s.Lit(p.guard)
			if g == sat.NoLit {
				return false
			}
			guards = []sat.Lit{g}
			root.guard = s.word(p.guard)[0]
		}
		if s.log != nil {
			s.log.tag = p.tag
		}
		if !s.blast(p.t) || !s.cnf.Root(s.word(p.t)[0], guards...) {
			return false
		}
		root.bit, root.t = s.word(p.t)[0], p.t
		s.roots = append(s.roots, root)
		s.pending = s.pending[1:]
	}
	return s.witnesses()
}

// Lit returns the literal of a formula; NoLit if it was stopped.
func (s *Solver) Lit(t term.Term) sat.Lit {
	if !s.blast(t) {
		return sat.NoLit
	}
	g := s.word(t)[0]
	l := s.cnf.Lit(g)
	if l != sat.NoLit {
		s.gates[l.Var()], s.asked[l.Var()] = g^aig.Lit(l&1), t
		s.formulas[l] = t
	}
	return l
}

// Known returns the literal of a formula, NoLit if it has none yet.
func (s *Solver) Known(t term.Term) sat.Lit {
	if !s.known(t) {
		return sat.NoLit
	}
	return s.cnf.Known(s.word(t)[0])
}
