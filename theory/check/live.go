package check

import (
	"bytes"
	"context"
	"io"

	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/term"
)

// Live verifies a log while a solver in the same process writes it. Whoever drives
// the solver announces each call to Live first, and calls Verify after each answer unsat.
type Live struct {
	c    *checker
	text pieces
	err  error
}

// NewLive returns a Live for formulas of st.
func NewLive(st *term.Store) *Live {
	l := &Live{}
	l.c = newChecker(&l.text)
	l.c.script = &steps{st: st, err: io.EOF}
	l.c.start()
	return l
}

// pieces is the log written so far. It yields only whole lines.
type pieces struct {
	buf   []byte
	at    int // what was read of it
	whole int // up to the end of the last whole line
}

// Read implements io.Reader.
func (p *pieces) Read(b []byte) (int, error) {
	if p.at == p.whole { // the beginning of a line may be left
		p.buf = p.buf[:copy(p.buf, p.buf[p.whole:])]
		p.at, p.whole = 0, 0
		return 0, io.EOF
	}
	n := copy(b, p.buf[p.at:p.whole])
	p.at += n
	return n, nil
}

func (p *pieces) write(b []byte) {
	if i := bytes.LastIndexByte(b, '\n'); i >= 0 {
		p.whole = len(p.buf) + i + 1
	}
	p.buf = append(p.buf, b...)
}

// pieceSize is how many bytes of a log are kept before they are verified. No answer unsat may ever
// need them.
const pieceSize = 1 << 25

// Write implements io.Writer. It never fails; Verify returns the error.
func (l *Live) Write(b []byte) (int, error) {
	l.text.write(b)
	if l.text.whole > pieceSize {
		l.verify()
	}
	return len(b), nil
}

func (l *Live) verify() {
	if l.err == nil {
		l.err = rejection(l.c.events(context.Background()))
	}
}

// Assert announces an assertion.
func (l *Live) Assert(at smtlib.Pos, t term.Term) { l.c.script.add(stepAssert, at, t) }

// Push announces that a scope will be opened.
func (l *Live) Push(at smtlib.Pos) { l.c.script.add(stepPush, at) }

// Pop announces that a scope will be closed.
func (l *Live) Pop(at smtlib.Pos) { l.c.script.add(stepPop, at) }

// Check announces a check under assumptions.
func (l *Live) Check(at smtlib.Pos, assumptions []term.Term) {
	l.c.script.add(stepCheck, at, assumptions...)
}

// Reset announces that a new solver takes over.
func (l *Live) Reset(at smtlib.Pos) { l.c.script.add(stepReset, at) }

// Verify verifies all that was written, which must end with an answer. Its errors
// are those of Script; after one, every call returns it.
func (l *Live) Verify() error {
	l.verify()
	if l.err == nil {
		l.err = rejection(l.c.ended())
	}
	return l.err
}

// Report returns the results so far.
func (l *Live) Report() Report {
	l.c.rep.Log = l.c.log.Summary()
	return l.c.rep
}
