package proof

import (
	"bufio"
	"io"
	"strconv"

	"github.com/muster-smt/muster/bv/aig"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/term"
)

// Writer writes a proof log. It stops at the first error, which Flush returns. A
// nil Writer writes nothing.
type Writer struct {
	st      *term.Store
	out     *bufio.Writer
	err     error
	line    []byte
	terms   numbering
	sorts   numbering
	symbols numbering
	image   []term.Term // by term: its latest simplification; 0: itself
	gateOf  []uint32    // by term: 1 + the gate that it stands for, see Gate; 0: none
	work    []term.Term
}

// numbering numbers things of the store in the order of their declarations.
type numbering struct {
	ids  []uint32 // 0: not declared
	last uint32
}

func (n *numbering) get(x uint32) uint32 {
	if int(x) < len(n.ids) {
		return n.ids[x]
	}
	return 0
}

func (n *numbering) add(x uint32) uint32 {
	n.ids = term.Extend(n.ids, int(x)+1)
	n.last++
	n.ids[x] = n.last
	return n.last
}

// Header is the first line of a log.
const Header = "muster-proof 1"

// NewWriter begins a log of a solver for terms of st.
func NewWriter(out io.Writer, st *term.Store) *Writer {
	w := &Writer{st: st, out: bufio.NewWriterSize(out, 1<<16)}
	for _, s := range builtinSorts {
		w.sorts.add(uint32(s))
	}
	w.terms.add(uint32(st.True()))
	w.terms.add(uint32(st.False()))
	w.begin(Header).end()
	return w
}

// Flush writes out what is buffered and returns the first error of the log.
func (w *Writer) Flush() error {
	if w == nil {
		return nil
	}
	if w.err == nil {
		w.err = w.out.Flush()
	}
	return w.err
}

// begin starts a line with a word.
func (w *Writer) begin(word string) *Writer {
	w.line = append(w.line[:0], word...)
	return w
}

func (w *Writer) num(n uint64) *Writer {
	w.line = strconv.AppendUint(append(w.line, ' '), n, 10)
	return w
}

func (w *Writer) word(s string) *Writer {
	w.line = append(append(w.line, ' '), s...)
	return w
}

func (w *Writer) quoted(s string) *Writer {
	w.line = strconv.AppendQuoteToASCII(append(w.line, ' '), s)
	return w
}

func (w *Writer) term(t term.Term) *Writer { return w.num(uint64(w.terms.get(uint32(t)))) }

// lits adds literals, stripped of negations.
func (w *Writer) lits(lits []cert.Literal) *Writer {
	for _, l := range lits {
		l = strip(w.st, l)
		w.line = append(w.line, ' ')
		if l.Neg {
			w.line = append(w.line, '-')
		}
		n := w.terms.get(uint32(l.T))
		if w.isGate(l.T) {
			w.line = append(w.line, gateMark)
			n = w.gateOf[l.T]
		}
		w.line = strconv.AppendUint(w.line, uint64(n), 10)
	}
	return w.word("0")
}

// gateMark precedes the number of a gate among formulas.
const gateMark = 'g'

// Gate makes a Boolean constant, which nothing else mentions, stand for a gate in the clauses of
// formulas.
func (w *Writer) Gate(t term.Term, node uint32) {
	w.gateOf = term.Extend(w.gateOf, w.st.Len())
	w.gateOf[t] = node + 1
}

// isGate reports whether a constant stands for a gate.
func (w *Writer) isGate(t term.Term) bool { return int(t) < len(w.gateOf) && w.gateOf[t] != 0 }

// strip moves the negations at a literal's top into its sign; false is not true.
func strip(st *term.Store, l cert.Literal) cert.Literal {
	for st.Op(l.T) == term.OpNot {
		l = cert.Literal{T: st.Arg(l.T, 0), Neg: !l.Neg}
	}
	if st.Op(l.T) == term.OpFalse {
		l = cert.Literal{T: st.True(), Neg: !l.Neg}
	}
	return l
}

func (w *Writer) declareLits(lits []cert.Literal) {
	for _, l := range lits {
		if t := strip(w.st, l).T; !w.isGate(t) {
			w.declare(t)
		}
	}
}

func (w *Writer) end() {
	if w.err == nil {
		_, w.err = w.out.Write(append(w.line, '\n'))
	}
}

// Assert logs that assertion n is formula from, which is simplified to to. It is
// in the innermost scope, or if global outside of all scopes.
func (w *Writer) Assert(n int32, global bool, from, to term.Term) {
	if w == nil {
		return
	}
	w.Simplified(from, to)
	w.declare(from)
	word := "a"
	if global {
		word = "g"
	}
	w.begin(word).num(uint64(n)).term(from).end()
}

// Simplified logs that from is simplified to to.
func (w *Writer) Simplified(from, to term.Term) {
	if w == nil {
		return
	}
	w.image = term.Extend(w.image, w.st.Len())
	if old := w.image[from]; old == to || old == 0 && from == to {
		return
	}
	w.image[from] = to
	w.declare(from)
	w.declare(to)
	w.begin("R").term(from).term(to).end()
}

// Push logs the opening of a scope, whose assertions the constant scope guards.
func (w *Writer) Push(scope term.Term) {
	if w == nil {
		return
	}
	w.begin("+").num(uint64(w.terms.add(uint32(scope)))).end()
}

// Pop logs that the innermost scope is closed.
func (w *Writer) Pop() {
	if w == nil {
		return
	}
	w.begin("-").end()
}

// Skolem logs that the constants stand for the variables of the quantifier q, and
// that its body with them is simplified to body.
func (w *Writer) Skolem(q term.Term, constants []term.Term, body term.Term) {
	if w == nil {
		return
	}
	w.declare(q)
	w.begin("K").term(q)
	for _, c := range constants {
		w.num(uint64(w.terms.add(uint32(c))))
	}
	w.end()
	w.declare(body)
	w.begin("B").term(q).term(body).end()
}

// Tagged logs that the new function f numbers the arguments of t, a distinct, if t
// holds.
func (w *Writer) Tagged(t term.Term, f term.Sym) {
	if w == nil {
		return
	}
	w.declare(t)
	w.begin("D").term(t).num(uint64(w.symbols.add(uint32(f)))).end()
}

// Witness logs that arrays a and b, if they differ, do so at the constant index.
func (w *Writer) Witness(a, b, index term.Term) {
	if w == nil || w.terms.get(uint32(index)) != 0 {
		return // or it is known already
	}
	w.declare(a)
	w.declare(b)
	w.begin("W").term(a).term(b).num(uint64(w.terms.add(uint32(index)))).end()
}

// Input logs a clause of assertion n, or if n is 0 of a scope that is closed.
func (w *Writer) Input(id sat.ClauseID, n int32, lits []cert.Literal) {
	w.declareLits(lits)
	w.begin("i").num(uint64(id)).num(uint64(n)).lits(lits).end()
}

// Definition logs a clause of the definition of a formula, whose literal comes
// first.
func (w *Writer) Definition(id sat.ClauseID, lits []cert.Literal) {
	w.declareLits(lits)
	w.begin("e").num(uint64(id)).lits(lits).end()
}

// Theory logs the clause of c with its certificate.
func (w *Writer) Theory(id sat.ClauseID, c *cert.Certificate) {
	w.declareLits(c.Clause)
	termsOf(c, w.declare)
	w.begin("t").num(uint64(id)).lits(c.Clause)
	w.certificate(c)
	w.end()
}

// Derived logs a clause that follows from the antecedents by unit propagation.
func (w *Writer) Derived(id sat.ClauseID, lits []cert.Literal, antecedents []sat.ClauseID) {
	w.declareLits(lits)
	w.begin("l").num(uint64(id)).lits(lits)
	for _, a := range antecedents {
		w.num(uint64(a))
	}
	w.word("0").end()
}

// Delete logs that a clause is no longer an antecedent.
func (w *Writer) Delete(id sat.ClauseID) {
	w.begin("d").num(uint64(id)).end()
}

// Query logs the beginning of a check under assumptions and their simplified
// forms.
func (w *Writer) Query(assumptions, simplified []term.Term) {
	if w == nil {
		return
	}
	for i, a := range assumptions {
		w.Simplified(a, simplified[i])
		w.declare(a)
	}
	w.begin("q")
	for _, a := range assumptions {
		w.term(a)
	}
	w.word("0").end()
}

// Answer logs the end of a check. Unsat comes with the clause that refutes the
// assumptions, or 0 if two of them are each other's negation.
func (w *Writer) Answer(s sat.Status, core sat.ClauseID) {
	if w == nil {
		return
	}
	switch s {
	case sat.Unsat:
		w.begin("u").num(uint64(core)).end()
	case sat.Sat:
		w.begin("s").end()
	default:
		w.begin("?").end()
	}
}

// Words of engines.
const (
	wordFormulas = "formulas"
	wordGates    = "gates"
)

// Engine logs that another engine takes over, of gates or of formulas. It knows what is in
// force, but no clause. For gates, arrays of up to small bits are words.
func (w *Writer) Engine(gates bool, small int) {
	if w == nil {
		return
	}
	if !gates {
		w.begin("E").word(wordFormulas).end()
		return
	}
	w.begin("E").word(wordGates).num(uint64(small)).end()
}

// Circuit logs that the circuit of a term is made, or that it is opaque: a word of new inputs.
func (w *Writer) Circuit(t term.Term, opaque bool) {
	if w == nil {
		return
	}
	w.declare(t)
	word := "c"
	if opaque {
		word = "C"
	}
	w.begin(word).term(t).end()
}

// gate adds a gate.
func (w *Writer) gate(l aig.Lit) *Writer {
	w.line = append(w.line, ' ')
	if l.IsNeg() {
		w.line = append(w.line, '-')
	}
	w.line = strconv.AppendUint(w.line, uint64(l.Node())+1, 10)
	return w
}

func (w *Writer) gates(lits []aig.Lit) *Writer {
	for _, l := range lits {
		w.gate(l)
	}
	return w.word("0")
}

// InputGates logs a clause of assertion n that follows from root, a conjunct of its gate; or if n
// is 0 a clause of a scope that is closed.
func (w *Writer) InputGates(id sat.ClauseID, n int32, root aig.Lit, lits []aig.Lit) {
	w.begin("i").num(uint64(id)).num(uint64(n))
	if n > 0 {
		w.gate(root)
	}
	w.gates(lits).end()
}

// TheoryGates logs the clause of c, whose formulas have these gates: those that are false may be
// missing.
func (w *Writer) TheoryGates(id sat.ClauseID, c *cert.Certificate, lits []aig.Lit) {
	w.declareLits(c.Clause)
	termsOf(c, w.declare)
	w.begin("t").num(uint64(id)).gates(lits).lits(c.Clause)
	w.certificate(c)
	w.end()
}

// DefinitionGates logs a clause of the definition of its first literal's gate.
func (w *Writer) DefinitionGates(id sat.ClauseID, lits []aig.Lit) {
	w.begin("e").num(uint64(id)).gates(lits).end()
}

// DerivedGates logs a clause that follows from the antecedents by unit propagation.
func (w *Writer) DerivedGates(id sat.ClauseID, lits []aig.Lit, antecedents []sat.ClauseID) {
	w.begin("l").num(uint64(id)).gates(lits)
	for _, a := range antecedents {
		w.num(uint64(a))
	}
	w.word("0").end()
}
