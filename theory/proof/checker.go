package proof

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/term"
)

// Kind is the kind of an event.
type Kind uint8

// The kinds of events.
const (
	None           Kind = iota
	Start               // the log of another solver begins: with terms of its own (Checker.Store)
	Simplification      // From is simplified to To
	Skolemization       // From, the body of quantifier Of with Constants, is simplified to To
	Tag                 // Function numbers the arguments of Of, a distinct, if that holds
	Witness             // Constants[0] is where arrays From and To differ, if they do
	Engine              // another one takes over, whose clauses are numbered anew: of gates if Gates, else of formulas
	Circuit             // the gates of From are made, or if Opaque are inputs
	Assertion           // number Assertion is formula From
	Push                // Constants[0] guards what is asserted in the scope
	Pop
	Input      // Clause is a part of assertion Assertion; if that is 0, of a scope that is closed
	Definition // Clause is a part of the definition of the formula of its first literal
	Theory     // Clause is valid, as Cert says
	Derived    // Clause follows from Antecedents
	Deletion   // of clause ID
	Query      // under Assumptions
	// Status; if that is sat.Unsat, Clause (or two contradictory assumptions) refutes the assumptions and scopes
	Answer
	numKinds
)

// Event is a verified event of a log. It is valid until the next one, as are its Antecedents; the
// other slices must not be changed.
type Event struct {
	Kind        Kind
	Line        int          // in the log, from 1
	ID          sat.ClauseID // of a clause
	Clause      []cert.Literal
	Assertion   int32
	Global      bool // the assertion stands outside all scopes
	Cert        *cert.Certificate
	Verdict     cert.Verdict // on Cert
	Antecedents []sat.ClauseID
	From, To    term.Term
	Of          term.Term
	Constants   []term.Term // new ones
	Function    term.Sym    // a new one
	Trusted     bool        // the equality of From and To was not verified
	Assumptions []term.Term
	Simplified  []term.Term // the assumptions
	Status      sat.Status
	Small       int  // of an engine of gates: the number of bits up to which arrays are words
	Gates       bool // literals of clauses are gates, not formulas; Clause is empty. If not, constants may stand for gates

	Opaque bool // of a circuit

	gates []lit // the clause then
	root  lit   // of an input: what the clause follows from
}

// Summary counts the events of a log, and what was not verified.
type Summary struct {
	Events     [numKinds]int
	Lines      int
	Verdicts   [3]int         // theory clauses by cert.Verdict
	Unverified map[string]int // theory clauses that are not cert.Accepted, by the certificate's name
	Trusted    int            // simplifications that are not verified
	Unsat      int            // answers
	Sat        int
	Unknown    int
	MaxClauses int // the most at any time
}

// Checker reads a log and verifies each event. It is for one log.
type Checker struct {
	line  line
	sum   Summary
	begun bool
	now   Event          // the last one
	lits  []lit          // scratch
	ids   []sat.ClauseID // scratch
	state
}

// state is what the checker has read of one solver's log.
type state struct {
	st    *term.Store
	certs *cert.Checker

	// What is declared, by number.
	sorts   []term.Sort
	symbols []term.Sym
	terms   []term.Term

	known   []termInfo                 // by term
	vars    map[term.Term]variables    // of the terms that have any
	image   map[term.Term]term.Term    // simplifications
	skolem  map[term.Term]term.Term    // by quantifier: its body with constants
	consts  map[term.Term][]term.Term  // by quantifier: the constants
	body    map[term.Term]term.Term    // the same, simplified
	witness map[term.Term][2]term.Term // by index: the arrays that it distinguishes
	tag     map[term.Term]term.Sym     // by distinct: the function that numbers its arguments
	private map[term.Sym]bool          // those functions

	asserted map[int32]asserted
	last     int32        // the last assertion
	before   int32        // the last one when this engine took over
	scopes   []lit        // the open ones
	shut     map[lit]bool // those that were closed

	clauses stored
	lastID  sat.ClauseID
	empty   bool // the empty clause was derived

	gates  *gates               // the circuits that were made, nil if there are none
	pure   bool                 // literals are gates, not formulas
	gateOf map[term.Term]uint32 // by constant that stands for a gate among formulas: the gate

	asking  bool // between a query and its answer
	assumed []lit
	refuted sat.ClauseID // a clause of this query that refutes the assumptions

	marks  marks // literals of the current clause
	taken  marks // literals that are assumed
	parts  parts
	values []int8 // by literal
	trail  []lit
}

// asserted is an assertion.
type asserted struct {
	formula term.Term // as it was given
	guard   lit       // of its scope, or 0
}

// NewChecker returns a checker of the log that in holds.
func NewChecker(in io.Reader) *Checker {
	k := &Checker{line: line{in: bufio.NewReaderSize(in, 1<<16)}}
	k.sum.Unverified = map[string]int{}
	k.start()
	return k
}

// start forgets everything except the counts.
func (k *Checker) start() {
	st := term.NewStore()
	k.state = state{
		st:      st,
		certs:   cert.NewChecker(st),
		sorts:   append([]term.Sort{term.NoSort}, builtinSorts[:]...),
		symbols: make([]term.Sym, 1),
		terms:   []term.Term{0, st.True(), st.False()},
		image:   map[term.Term]term.Term{},
		skolem:  map[term.Term]term.Term{},
		consts:  map[term.Term][]term.Term{},
		body:    map[term.Term]term.Term{},
		witness: map[term.Term][2]term.Term{},
		tag:     map[term.Term]term.Sym{},
		private: map[term.Sym]bool{},
		shut:    map[lit]bool{},

		gateOf:   map[term.Term]uint32{},
		asserted: map[int32]asserted{},
		vars:     map[term.Term]variables{},
		clauses:  newStored(),
	}
	k.note(0)
}

// Complete reports whether nothing was left unverified.
func (s *Summary) Complete() bool { return s.Trusted == 0 && len(s.Unverified) == 0 }

// Check verifies a log.
func Check(in io.Reader) (Summary, error) {
	k := NewChecker(in)
	for _, err := range k.Events() {
		if err != nil {
			return k.sum, err
		}
	}
	return k.sum, k.End()
}

// Store returns the store of the events' terms: a new one for each solver.
func (k *Checker) Store() *term.Store { return k.st }

// Summary returns the counts so far.
func (k *Checker) Summary() Summary { return k.sum }

// Events verifies the log event by event. It ends with the first error, which is
// an *Error if the log is at fault. If there is none it may be called again when
// the log has grown, by whole lines.
func (k *Checker) Events() iter.Seq2[*Event, error] {
	return func(yield func(*Event, error) bool) {
		l := &k.line
		k.begin()
		for l.next() {
			k.sum.Lines++
			e := &k.now
			*e = Event{Line: l.no}
			if string(l.text) == Header && !k.asking {
				e.Kind = Start
				k.start()
			} else {
				k.verify(e)
			}
			if l.err != nil {
				break
			}
			if e.Kind == None {
				continue
			}
			k.sum.Events[e.Kind]++
			if !yield(e, nil) {
				return
			}
		}
		if l.err != nil {
			yield(nil, l.err)
		}
	}
}

// begin reads the first line.
func (k *Checker) begin() {
	if l := &k.line; !k.begun && l.next() {
		k.begun = true
		if string(l.text) != Header {
			l.fail("this is not a log: the first line is not %q", Header)
		}
	}
}

// End returns the error of a log that must not end here, else nil.
func (k *Checker) End() error {
	l := &k.line
	l.at, l.from = 0, 0
	switch {
	case !k.begun:
		l.no = 1
		l.fail("this is not a log: it is empty")
	case k.asking:
		l.fail("the log ends within a query")
	}
	return l.err
}

// verify reads one line into e. A certificate that makes its checker panic is
// no proof.
func (k *Checker) verify(e *Event) {
	defer func() {
		if r := recover(); r != nil {
			k.line.crash(r)
		}
	}()
	k.event(e)
	k.line.done()
}

func (k *Checker) event(e *Event) {
	l := &k.line
	switch c := l.first(); c {
	case 'S':
		k.declareSort()
	case 'F':
		k.declareSymbol()
	case 'T':
		k.number(l.number())
		k.define(k.declareTerm())
	case 'R':
		k.simplification(e)
	case 'K':
		k.skolemConstants()
	case 'B':
		k.skolemization(e)
	case 'D':
		k.declareTag(e)
	case 'W':
		k.declareWitness(e)
	case 'c':
		k.circuit(e, false)
	case 'C':
		k.circuit(e, true)
	case 'a', 'g', '+', '-', 'q', 'E':
		if k.asking {
			l.fail("this is not allowed within a query")
			return
		}
		k.outside(c, e)
	case 'i', 'e', 't', 'l':
		e.ID = sat.ClauseID(l.number())
		if e.ID <= k.lastID {
			l.fail("the clause's number is not greater than those before")
			return
		}
		k.clause(c, e)
	case 'd':
		k.delete(e)
	case 'u', 's', '?':
		if !k.asking {
			l.fail("there is no query")
			return
		}
		k.answer(c, e)
		k.asking = false
	default:
		l.fail("no such event")
	}
}

// outside reads an event that may only come between queries.
func (k *Checker) outside(c byte, e *Event) {
	switch c {
	case 'a', 'g':
		k.assertion(e, c == 'g')
	case '+':
		e.Kind = Push
		s := k.introduce(k.line.number(), term.Bool)
		e.Constants = []term.Term{s}
		k.scopes = append(k.scopes, litOf(s, false))
	case '-':
		e.Kind = Pop
		n := len(k.scopes) - 1
		if n < 0 {
			k.line.fail("no scope is open")
			return
		}
		k.shut[k.scopes[n]] = true
		k.scopes = k.scopes[:n]
	case 'q':
		k.query(e)
	case 'E':
		k.engine(e)
	}
}

func (k *Checker) simplification(e *Event) {
	e.Kind, e.From, e.To = Simplification, k.readTerm(), k.readTerm()
	if k.line.err == nil && k.st.Sort(e.From) != k.st.Sort(e.To) {
		k.line.fail("the terms have different sorts")
		return
	}
	k.compare(e)
	k.image[e.From] = e.To
}

// compare verifies that both sides of a simplification are equal, or else counts
// it as trusted.
func (k *Checker) compare(e *Event) {
	if k.line.err == nil && e.From != e.To && !k.certs.Equal(e.From, e.To) {
		e.Trusted = true
		k.sum.Trusted++
	}
}

// simplified returns the latest simplification of a term.
func (k *Checker) simplified(t term.Term) term.Term {
	if u, ok := k.image[t]; ok {
		return u
	}
	return t
}

// skolemConstants introduces constants for the variables of a quantifier.
func (k *Checker) skolemConstants() {
	l := &k.line
	t := k.readTerm()
	if l.err != nil {
		return
	}
	if op := k.st.Op(t); op != term.OpForall && op != term.OpExists || k.skolem[t] != 0 || !k.closed(t) {
		l.fail("not a closed quantifier, or it has constants already")
		return
	}
	q := k.st.Quant(t)
	sub := term.NewSubst(k.st, k.st)
	var cs []term.Term
	for _, v := range q.Vars {
		cs = append(cs, k.introduce(l.number(), k.st.Sort(v)))
		sub.Bind(v, cs[len(cs)-1])
	}
	if l.err == nil {
		k.skolem[t], k.consts[t] = k.note(sub.Apply(q.Body)), cs
	}
}

// skolemization reads the simplified body of a quantifier with its constants.
func (k *Checker) skolemization(e *Event) {
	q, body := k.readTerm(), k.readTerm()
	if k.line.err == nil && (k.skolem[q] == 0 || k.st.Sort(body) != term.Bool) {
		k.line.fail("the quantifier has no constants")
		return
	}
	e.Kind, e.Of, e.Constants, e.From, e.To = Skolemization, q, k.consts[q], k.skolem[q], body
	k.compare(e)
	k.body[q] = body
}

// declareTag introduces the function that numbers the arguments of a distinct.
// There is one wherever the distinct holds.
func (k *Checker) declareTag(e *Event) {
	l := &k.line
	t := k.readTerm()
	if l.err == nil && (k.st.Op(t) != term.OpDistinct || k.tag[t] != 0 || !k.closed(t)) {
		l.fail("not a closed distinct, or it has a function already")
	}
	if l.number() != uint64(len(k.symbols)) {
		l.fail("the symbol's number is not the next one")
	}
	if l.err != nil {
		return
	}
	f := k.st.FreshFun("", []term.Sort{k.st.Sort(k.st.Arg(t, 0))}, term.Int)
	k.symbols = append(k.symbols, f)
	k.tag[t], k.private[f] = f, true
	e.Kind, e.Of, e.Function = Tag, t, f
}

// declareWitness introduces the index at which two arrays differ.
func (k *Checker) declareWitness(e *Event) {
	l := &k.line
	a, b := k.readTerm(), k.readTerm()
	if l.err == nil && (!k.st.IsArray(k.st.Sort(a)) || k.st.Sort(a) != k.st.Sort(b)) {
		l.fail("not two arrays of one sort")
	}
	if l.err != nil {
		return
	}
	index, _ := k.st.ArraySorts(k.st.Sort(a))
	w := k.introduce(l.number(), index)
	k.witness[w] = [2]term.Term{a, b}
	e.Kind, e.From, e.To, e.Constants = Witness, a, b, []term.Term{w}
}

func (k *Checker) assertion(e *Event, global bool) {
	n, t := k.line.number(), k.readFormula()
	if n <= uint64(k.last) || n >= 1<<31 {
		k.line.fail("the assertion's number is not greater than those before")
		return
	}
	e.Kind, e.Assertion, e.From, e.To, e.Global = Assertion, int32(n), t, k.simplified(t), global
	a := asserted{formula: t}
	if top := len(k.scopes) - 1; top >= 0 && !global {
		a.guard = k.scopes[top]
	}
	k.last, k.asserted[e.Assertion] = e.Assertion, a
}

// deliver gives an event its clause.
func (k *Checker) deliver(e *Event, c []lit) {
	if !k.pure {
		e.Clause = literals(c)
		return
	}
	e.Gates, e.gates = true, c
}

func (k *Checker) contradictory() bool {
	return slices.ContainsFunc(k.assumed, func(a lit) bool { return k.taken.has(a.not()) })
}

// clause reads and verifies a new clause.
func (k *Checker) clause(kind byte, e *Event) {
	l := &k.line
	n := uint64(0)
	if kind == 'i' {
		n = l.number()
	}
	var c []lit
	if !k.pure {
		c = k.readClause()
	} else {
		if kind == 'i' && n > 0 {
			e.root, _ = k.readGate()
		}
		c = k.readGates()
	}
	if l.err != nil {
		return
	}
	k.deliver(e, c)
	var what error
	switch kind {
	case 'i':
		e.Kind, e.Assertion = Input, int32(n)
		if k.pure {
			what = k.gates.inputGates(n, e.root, c)
		} else {
			what = k.input(n, c)
		}
	case 'e':
		e.Kind = Definition
		if k.pure {
			what = k.gates.definitionGates(c)
		} else {
			what = k.definition(c)
		}
	case 't':
		e.Kind = Theory
		formulas := e.Clause
		if k.pure {
			formulas, what = k.gates.theoryGates(c)
		}
		if e.Cert = k.certificate(formulas); l.err == nil && what == nil {
			what = k.theory(e)
		}
	case 'l':
		e.Kind, e.Antecedents = Derived, k.readIDs()
		if l.err == nil {
			what = k.derived(c, e.Antecedents)
		}
	}
	if what != nil {
		l.fail("clause %d: %v", e.ID, what)
	}
	if l.err != nil {
		return
	}
	k.lastID = e.ID
	k.clauses.put(e.ID, c)
	k.sum.MaxClauses = max(k.sum.MaxClauses, k.clauses.size)
	k.empty = k.empty || len(c) == 0
	if k.asking && k.refuted == 0 && k.refutes(c) {
		k.refuted = e.ID
	}
}

// theory verifies a clause by its certificate.
func (k *Checker) theory(e *Event) error {
	if e.Cert.Rule == cert.Extensionality {
		if a := e.Cert.Args; len(a) != 3 || k.witness[a[2]] != [2]term.Term{a[0], a[1]} &&
			k.witness[a[2]] != [2]term.Term{a[1], a[0]} {
			return errors.New("the index is not a witness for the arrays")
		}
	}
	if a := e.Cert.Args; e.Cert.Rule == cert.Skolem && (len(a) == 0 || !slices.Equal(k.consts[a[0]], a[1:])) {
		return errors.New("these are not the constants of the quantifier")
	}
	v, err := k.certs.Check(e.Cert)
	e.Verdict = v
	k.sum.Verdicts[v]++
	if v == cert.Rejected {
		return fmt.Errorf("%s: %w", e.Cert.Name, err)
	}
	if v != cert.Accepted {
		k.sum.Unverified[e.Cert.Name]++
	}
	return nil
}

func (k *Checker) delete(e *Event) {
	e.Kind, e.ID = Deletion, sat.ClauseID(k.line.number())
	if !k.clauses.remove(e.ID) {
		k.line.fail("there is no clause %d", e.ID)
	}
}
