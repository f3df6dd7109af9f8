package proof

import (
	"errors"
	"io"
	"slices"

	"github.com/muster-smt/muster/bv/aig"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/term"
)

// ErrNoRefutation is the error of Trim for a log without an answer unsat.
var ErrNoRefutation = errors.New("the log has no answer unsat")

// Trim verifies a log and writes the part on which the last unsat answer of its
// last solver rests, as a log of its own with only this query: the clauses that
// the answer needs, by their antecedents, the assertions that these come from, and
// the declarations of their terms. Clauses keep their numbers; deletions are left
// out.
func Trim(in io.Reader, out io.Writer) error {
	k := NewChecker(in)
	var events []*Event
	for e, err := range k.Events() {
		if err != nil {
			return err
		}
		if e.Kind == Start {
			events = events[:0]
		}
		kept := *e
		kept.Antecedents = slices.Clone(e.Antecedents)
		events = append(events, &kept)
	}
	if err := k.End(); err != nil {
		return err
	}
	for len(events) > 0 {
		if e := events[len(events)-1]; e.Kind == Answer && e.Status == sat.Unsat {
			t := trimmer{st: k.Store(), gates: k.gateOf, events: events, clauses: map[sat.ClauseID]bool{},
				inputs: map[int32]bool{}, scope: map[int]bool{}}
			t.mark()
			return t.write(out)
		}
		events = events[:len(events)-1]
	}
	return ErrNoRefutation
}

// trimmer marks what is needed, from the last event to the first.
type trimmer struct {
	st      *term.Store
	gates   map[term.Term]uint32 // see state
	events  []*Event             // the last one is the answer
	clauses map[sat.ClauseID]bool
	inputs  map[int32]bool // assertions
	terms   []bool
	lits    []aig.Lit // scratch
	work    []term.Term
	keep    []bool       // by event
	older   bool         // what follows belongs to an engine before the last one
	closed  []int        // the pops met so far whose pushes come earlier in the log
	scope   map[int]bool // pops that are kept
}

func (t *trimmer) mark() {
	n := len(t.events) - 1
	t.keep, t.terms = make([]bool, n+1), make([]bool, t.st.Len())
	t.keep[n] = true
	if id := t.events[n].ID; id != 0 {
		t.clauses[id] = true
	}
	asked := false
	for i := n - 1; i >= 0; i-- {
		e := t.events[i]
		if e.Kind == Query {
			t.keep[i], asked = !asked, true
			if t.keep[i] {
				t.need(e.Assumptions...)
			}
			continue
		}
		t.keep[i] = t.event(i, e)
	}
}

// event reports whether an event is needed, and marks what it needs.
func (t *trimmer) event(i int, e *Event) bool {
	switch e.Kind {
	case Engine:
		if t.older {
			return false
		}
		t.older, t.clauses = true, map[sat.ClauseID]bool{}
		return true
	case Circuit:
		// All are needed, since they number the gates.
		if !t.older {
			t.need(e.From)
		}
		return !t.older
	case Input, Definition, Theory, Derived:
		return t.clause(e)
	case Assertion:
		if t.inputs[e.Assertion] {
			t.need(e.From, e.To)
		}
		return t.inputs[e.Assertion]
	case Simplification:
		// To, too: it may be a literal of a definition.
		if t.terms[e.From] || t.has(e.To) {
			t.need(e.From, e.To)
			return true
		}
	case Skolemization:
		if !t.older && (t.terms[e.Of] || t.terms[e.Constants[0]]) {
			t.need(e.Of, e.To)
			return true
		}
	case Tag:
		if !t.older && t.terms[e.Of] {
			t.need(e.Of)
			return true
		}
	case Witness:
		if t.terms[e.Constants[0]] {
			t.need(e.From, e.To)
			return true
		}
	case Pop:
		t.closed = append(t.closed, i)
	case Push:
		if n := len(t.closed) - 1; n >= 0 {
			t.scope[t.closed[n]] = t.terms[e.Constants[0]]
			t.closed = t.closed[:n]
			return t.terms[e.Constants[0]]
		}
		return true
	}
	return false
}

func (t *trimmer) clause(e *Event) bool {
	if !t.clauses[e.ID] {
		return false
	}
	for _, l := range e.Clause {
		t.need(l.T)
	}
	if e.Kind == Input {
		t.inputs[e.Assertion] = true
	}
	for _, id := range e.Antecedents {
		t.clauses[id] = true
	}
	if e.Cert != nil {
		for _, l := range e.Cert.Clause {
			t.need(l.T)
		}
		termsOf(e.Cert, func(u term.Term) { t.need(u) })
	}
	return true
}

// has reports whether a formula, or what it negates, is needed; constants are.
func (t *trimmer) has(f term.Term) bool {
	l := strip(t.st, cert.Literal{T: f})
	return t.terms[l.T] || t.st.Op(l.T) == term.OpTrue
}

// need marks terms and all below them.
func (t *trimmer) need(ts ...term.Term) {
	t.work = append(t.work[:0], ts...)
	for len(t.work) > 0 {
		u := t.work[len(t.work)-1]
		t.work = t.work[:len(t.work)-1]
		if u != 0 && !t.terms[u] {
			t.terms[u] = true
			t.work = append(t.work, t.st.Args(u)...)
		}
	}
}

func (t *trimmer) write(out io.Writer) error {
	w := NewWriter(out, t.st)
	for c, n := range t.gates { // in any order
		w.Gate(c, n)
	}
	for i, e := range t.events {
		if !t.keep[i] && !t.scope[i] {
			continue
		}
		switch e.Kind {
		case Engine:
			w.Engine(e.Gates, e.Small)
		case Circuit:
			w.Circuit(e.From, e.Opaque)
		case Simplification:
			w.Simplified(e.From, e.To)
		case Skolemization:
			w.Skolem(e.Of, e.Constants, e.To)
		case Tag:
			w.Tagged(e.Of, e.Function)
		case Witness:
			w.Witness(e.From, e.To, e.Constants[0])
		case Assertion:
			w.Assert(e.Assertion, e.Global, e.From, e.To)
		case Push:
			w.Push(e.Constants[0])
		case Pop:
			w.Pop()
		case Input:
			if e.Gates {
				w.InputGates(e.ID, e.Assertion, aig.Lit(e.root), t.bits(e))
				continue
			}
			w.Input(e.ID, e.Assertion, e.Clause)
		case Definition:
			if e.Gates {
				w.DefinitionGates(e.ID, t.bits(e))
				continue
			}
			w.Definition(e.ID, e.Clause)
		case Theory:
			if e.Gates {
				w.TheoryGates(e.ID, e.Cert, t.bits(e))
				continue
			}
			w.Theory(e.ID, e.Cert)
		case Derived:
			if e.Gates {
				w.DerivedGates(e.ID, t.bits(e), e.Antecedents)
				continue
			}
			w.Derived(e.ID, e.Clause, e.Antecedents)
		case Query:
			w.Query(e.Assumptions, e.Simplified)
		case Answer:
			w.Answer(e.Status, e.ID)
		}
	}
	return w.Flush()
}

// bits returns the gates of a clause.
func (t *trimmer) bits(e *Event) []aig.Lit {
	t.lits = t.lits[:0]
	for _, l := range e.gates {
		t.lits = append(t.lits, aig.Lit(l))
	}
	return t.lits
}
