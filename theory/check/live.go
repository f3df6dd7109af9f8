package check

import (
	"bytes"
	"context"
	"io"
	"slices"

	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/term"
)

// Live verifies a log while a solver writes it, in the same process: who drives
// the solver says what it is about to tell it, and asks after each answer.
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

// pieces is a log as far as it is written. Its readers see whole lines only.
type pieces struct {
	buf   []byte
	whole int // bytes up to the end of the last whole line
}

// Read implements io.Reader.
func (p *pieces) Read(b []byte) (int, error) {
	if p.whole == 0 {
		p.buf = slices.Clone(p.buf) // the beginning of a line; what was read is let go
		return 0, io.EOF
	}
	n := copy(b, p.buf[:p.whole])
	p.buf, p.whole = p.buf[n:], p.whole-n
	return n, nil
}

func (p *pieces) write(b []byte) {
	if i := bytes.LastIndexByte(b, '\n'); i >= 0 {
		p.whole = len(p.buf) + i + 1
	}
	p.buf = append(p.buf, b...)
}

// pieceSize is how much of a log is kept before it is verified.
const pieceSize = 1 << 20

// Write implements io.Writer. It never fails: see Verify.
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

// Assert says that a formula will be asserted.
func (l *Live) Assert(at smtlib.Pos, t term.Term) { l.c.script.add(stepAssert, at, t) }

// Push says that a scope will be opened.
func (l *Live) Push(at smtlib.Pos) { l.c.script.add(stepPush, at) }

// Pop says that a scope will be closed.
func (l *Live) Pop(at smtlib.Pos) { l.c.script.add(stepPop, at) }

// Check says that the solver will be asked under assumptions.
func (l *Live) Check(at smtlib.Pos, assumptions []term.Term) {
	l.c.script.add(stepCheck, at, assumptions...)
}

// Reset says that another solver will take over.
func (l *Live) Reset(at smtlib.Pos) { l.c.script.add(stepReset, at) }

// Verify verifies all that was written, which ends with an answer. An error, for
// which see Script, stays.
func (l *Live) Verify() error {
	l.verify()
	if l.err == nil {
		l.err = rejection(l.c.ended())
	}
	return l.err
}

// Report tells what was found so far.
func (l *Live) Report() Report {
	l.c.rep.Log = l.c.log.Summary()
	return l.c.rep
}
