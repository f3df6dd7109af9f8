package proof

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"strconv"

	"github.com/muster-smt/muster/sat"
)

// Writer writes a proof while it is made. It is a sat.Tracer.
type Writer struct {
	w       *bufio.Writer // keeps the first error
	format  Format
	buf     []byte
	clauses int            // of the formula
	axioms  int            // clauses of the formula seen so far
	ids     []sat.ClauseID // ids in the file, by the solver's, until all axioms are seen
	shift   sat.ClauseID   // later ids in the file are the solver's plus shift
	last    sat.ClauseID   // last id in the file
	dead    []sat.ClauseID // deletions that are not yet written
	names   func(sat.Lit) sat.Lit
	err     error
}

// Names makes the writer write other literals than those that it gets.
func (w *Writer) Names(name func(sat.Lit) sat.Lit) { w.names = name }

// NewWriter returns a writer of a proof for a formula with the given number of clauses.
// They must be the first axioms, and are not written.
func NewWriter(w io.Writer, f Format, clauses int) *Writer {
	return &Writer{w: bufio.NewWriterSize(w, 1<<16), format: f, clauses: clauses, last: sat.ClauseID(clauses)}
}

// Close writes what is buffered. It does not close the underlying writer.
func (w *Writer) Close() error {
	w.flushDeletions()
	return errors.Join(w.err, w.w.Flush())
}

// Antecedents implements sat.Tracer.
func (w *Writer) Antecedents() bool { return w.format.LRAT }

// Axiom implements sat.Tracer.
func (w *Writer) Axiom(id sat.ClauseID, lits []sat.Lit, lemma bool, _ sat.Origin) {
	if lemma {
		w.begin(Lemma, id)
		w.lits(lits)
		w.end()
		return
	}
	w.axioms++
	if w.axioms > w.clauses {
		w.err = errors.New("proof: the formula has more clauses than announced")
		return
	}
	w.rename(id, sat.ClauseID(w.axioms))
	if w.axioms == w.clauses {
		w.shift = w.last - id
	}
}

// Derived implements sat.Tracer.
func (w *Writer) Derived(id sat.ClauseID, lits []sat.Lit, antecedents []sat.ClauseID) {
	w.add(id, lits, antecedents, 1)
}

// Defined implements sat.Definer: the clause has the RAT property.
func (w *Writer) Defined(id sat.ClauseID, lits []sat.Lit, blocked []sat.ClauseID) {
	w.add(id, lits, blocked, -1)
}

// add writes the addition of a clause with its hints, times a sign.
func (w *Writer) add(id sat.ClauseID, lits []sat.Lit, hints []sat.ClauseID, sign int64) {
	w.begin(Addition, id)
	w.lits(lits)
	if w.format.LRAT {
		for _, h := range hints {
			w.number(sign * int64(w.name(h)))
		}
		w.number(0)
	}
	w.end()
}

// Deleted implements sat.Tracer.
func (w *Writer) Deleted(id sat.ClauseID, lits []sat.Lit) {
	if w.format.LRAT {
		w.dead = append(w.dead, w.name(id))
		return
	}
	w.begin(Deletion, 0)
	w.lits(lits)
	w.end()
}

// rename sets the id of a clause in the file.
func (w *Writer) rename(id, name sat.ClauseID) {
	for sat.ClauseID(len(w.ids)) <= id {
		w.ids = append(w.ids, 0)
	}
	w.ids[id] = name
}

// name is the id of a clause in the file. Once the formula is complete, both the
// solver's ids and those of the file are consecutive.
func (w *Writer) name(id sat.ClauseID) sat.ClauseID {
	if id < sat.ClauseID(len(w.ids)) {
		return w.ids[id]
	}
	return id + w.shift
}

// begin begins a step for a new clause, or, in DRAT, any step.
func (w *Writer) begin(k Kind, id sat.ClauseID) {
	w.flushDeletions()
	if !w.format.LRAT {
		w.kind(k)
		return
	}
	if w.axioms < w.clauses {
		w.rename(id, w.last+1)
	}
	w.last = w.name(id)
	if w.format.Binary {
		w.kind(k)
		w.number(int64(w.last))
		return
	}
	w.number(int64(w.last))
	w.kind(k)
}

// kind writes the kind of a step.
func (w *Writer) kind(k Kind) {
	switch {
	case w.format.Binary:
		w.buf = append(w.buf, byte(k))
	case k != Addition:
		w.buf = append(w.buf, byte(k), ' ')
	}
}

func (w *Writer) lits(lits []sat.Lit) {
	for _, l := range lits {
		if w.names != nil {
			l = w.names(l)
		}
		w.number(int64(l.Dimacs()))
	}
	w.number(0)
}

func (w *Writer) number(n int64) {
	if w.format.Binary {
		u := 2 * uint64(n)
		if n < 0 {
			u = 2*uint64(-n) + 1
		}
		w.buf = binary.AppendUvarint(w.buf, u)
		return
	}
	w.buf = append(strconv.AppendInt(w.buf, n, 10), ' ')
}

// end ends a step.
func (w *Writer) end() {
	if !w.format.Binary {
		w.buf[len(w.buf)-1] = '\n'
	}
	_, _ = w.w.Write(w.buf)
	w.buf = w.buf[:0]
}

// flushDeletions writes the collected deletions of LRAT.
func (w *Writer) flushDeletions() {
	if len(w.dead) == 0 {
		return
	}
	if !w.format.Binary {
		w.number(int64(w.last))
	}
	w.kind(Deletion)
	for _, id := range w.dead {
		w.number(int64(id))
	}
	w.number(0)
	w.end()
	w.dead = w.dead[:0]
}
