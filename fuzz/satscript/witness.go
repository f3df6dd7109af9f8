package satscript

import (
	"errors"
	"fmt"
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/sat/proof"
)

// witness is the tracer of a solver: it checks each clause when it is derived.
type witness struct {
	lrat   *proof.LRAT
	cancel *canceller
	named  func(sat.Var) bool // variables of the script
	giving bool               // axioms are allowed now
	given  []sat.Lit          // the axiom, without variables that are not the script's
	last   []sat.Lit          // the last clause derived in this call
	fresh  bool               // last is set
	ended  bool               // the empty clause was derived
	err    error
}

func newWitness(c *canceller) *witness { return &witness{lrat: proof.NewLRAT(), cancel: c} }

func (w *witness) fail(format string, args ...any) {
	if w.err == nil {
		w.err = fmt.Errorf("proof: "+format, args...)
	}
}

// known returns a clause without activation literals and the like.
func (w *witness) known(lits []sat.Lit) []sat.Lit {
	out := make([]sat.Lit, 0, len(lits))
	for _, l := range lits {
		if w.named(l.Var()) {
			out = append(out, l)
		}
	}
	return out
}

// Antecedents implements sat.Tracer.
func (w *witness) Antecedents() bool { return true }

// Axiom implements sat.Tracer.
func (w *witness) Axiom(id sat.ClauseID, lits []sat.Lit, lemma bool, from sat.Origin) {
	if known := w.known(lits); lemma || !w.giving || !slices.Equal(known, w.given) || len(lits) > len(known)+1 {
		w.fail("%v is an axiom that was not given", signed(lits))
	}
	w.see(lits)
	w.lrat.Axiom(id, lits, lemma, from)
}

// Derived implements sat.Tracer.
func (w *witness) Derived(id sat.ClauseID, lits []sat.Lit, antecedents []sat.ClauseID) {
	w.see(lits)
	w.last, w.fresh = append(w.last[:0], lits...), true
	w.lrat.Derived(id, lits, antecedents)
	w.cancel.tick()
}

// Defined implements sat.Definer.
func (w *witness) Defined(id sat.ClauseID, lits []sat.Lit, blocked []sat.ClauseID) {
	w.see(lits)
	w.lrat.Defined(id, lits, blocked)
	w.cancel.tick()
}

// Deleted implements sat.Tracer.
func (w *witness) Deleted(id sat.ClauseID, lits []sat.Lit) { w.lrat.Deleted(id, lits) }

func (w *witness) see(lits []sat.Lit) {
	if w.ended {
		w.fail("the clause %v comes after the empty one", signed(lits))
	}
	w.ended = w.ended || len(lits) == 0
}

// check reports the first error since its last call.
func (w *witness) check(okay bool) error {
	w.giving, w.fresh = false, false
	switch {
	case w.err != nil:
		return w.err
	case w.lrat.Err() != nil:
		return fmt.Errorf("proof: %w", w.lrat.Err())
	case !okay && !w.lrat.Empty():
		return errors.New("proof: the solver is not okay, but the empty clause was not derived")
	}
	return nil
}

// ends checks that the last clause is the negation of the core.
func (w *witness) ends(core []sat.Lit) error {
	if w.ended {
		if len(core) > 0 {
			return fmt.Errorf("proof: the clauses are refuted, but the core is %v", signed(core))
		}
		return nil
	}
	if len(core) == 2 && core[0] == core[1].Not() {
		return nil // there is nothing to prove
	}
	last := w.known(w.last)
	same := w.fresh
	for _, a := range core {
		same = same && slices.Contains(last, a.Not())
	}
	for _, l := range last {
		same = same && slices.Contains(core, l.Not())
	}
	if !same {
		return fmt.Errorf("proof: the core is %v, but the last clause is %v", signed(core), signed(w.last))
	}
	return nil
}

// canceller stops a solve in the middle, always at the same place.
type canceller struct {
	lim    limit.Limit
	armed  bool
	counts bool // polls, not ticks
	left   int64
}

func (c *canceller) arm(n int64) {
	c.lim.Reset()
	c.armed, c.counts, c.left = true, false, n
	if n == 0 {
		c.lim.Stop(limit.Interrupt)
	}
}

// count does the same as arm, for polls.
func (c *canceller) count(n int64) {
	c.lim.Reset()
	c.armed, c.counts = true, true
	c.lim.Count(limit.NewCountdown(max(1, n), limit.Interrupt))
}

func (c *canceller) tick() {
	if c.armed && !c.counts {
		if c.left--; c.left == 0 {
			c.lim.Stop(limit.Interrupt)
		}
	}
}
