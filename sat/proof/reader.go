package proof

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/muster-smt/muster/sat"
)

// Step is a step of a proof in a file.
type Step struct {
	Kind  Kind
	ID    int64     // LRAT: of the clause that is added
	Lits  []sat.Lit // except LRAT deletions
	Hints []int64   // LRAT: antecedents, negative ones in RAT steps; ids of deleted clauses
}

// Kind is the kind of a step.
type Kind byte

// The kinds of steps, by the bytes that denote them.
const (
	Addition Kind = 'a'
	Deletion Kind = 'd'
	Lemma    Kind = 'o'
)

// Error is a step of a proof that does not hold or cannot be read.
type Error struct {
	Where string // "line 3" or, in binary, "byte 17"
	Msg   string
}

func (e *Error) Error() string { return e.Where + ": " + e.Msg }

// Reader reads a proof.
type Reader struct {
	in     *bufio.Reader
	format Format
	at     int64 // bytes or, in text, line ends that were read
	start  int64 // at at the beginning of the step
	ioErr  error
}

// NewReader returns a reader of a proof.
func NewReader(in *bufio.Reader, f Format) *Reader { return &Reader{in: in, format: f} }

// maxVar bounds variables, maxNumber ids.
const (
	maxVar    = 1<<31 - 1
	maxNumber = 1<<62 - 1
)

// Next reads a step. It returns io.EOF at the end of the proof, an *Error for a syntax
// error, and errors of reading.
func (r *Reader) Next(s *Step) error {
	s.ID, s.Lits, s.Hints = 0, s.Lits[:0], s.Hints[:0]
	err := r.step(s)
	if r.ioErr != nil {
		return r.ioErr
	}
	return err
}

// Errorf returns an *Error in the step that was read last.
func (r *Reader) Errorf(format string, args ...any) error {
	where := fmt.Sprintf("line %d", r.start+1)
	if r.format.Binary {
		where = fmt.Sprintf("byte %d", r.start)
	}
	return &Error{where, fmt.Sprintf(format, args...)}
}

func (r *Reader) step(s *Step) error {
	head := r.textHead
	if r.format.Binary {
		head = r.binaryHead
	}
	if err := head(s); err != nil {
		return err
	}
	if !r.format.LRAT || s.Kind != Deletion {
		if err := r.lits(s); err != nil {
			return err
		}
	}
	if !r.format.LRAT || s.Kind == Lemma {
		return nil
	}
	return r.hints(s)
}

// byte reads a byte. It returns -1 at the end.
func (r *Reader) byte() int {
	b, err := r.in.ReadByte()
	if err != nil {
		if !errors.Is(err, io.EOF) {
			r.ioErr = err
		}
		return -1
	}
	if r.format.Binary || b == '\n' {
		r.at++
	}
	return int(b)
}

// skip skips white space and comments, and returns the byte after them.
func (r *Reader) skip() int {
	for {
		switch c := r.byte(); c {
		case ' ', '\t', '\r', '\n':
		case 'c':
			for c != '\n' && c >= 0 {
				c = r.byte()
			}
		default:
			return c
		}
	}
}

// textHead reads the kind of a step and, in LRAT, before it the id.
func (r *Reader) textHead(s *Step) (err error) {
	c := r.skip()
	r.start = r.at
	if c < 0 {
		return io.EOF
	}
	if r.format.LRAT {
		if s.ID, err = r.textNumber(c); err != nil {
			return err
		}
		c = r.skip()
	}
	switch Kind(c) {
	case Deletion, Lemma:
		s.Kind = Kind(c)
	default:
		s.Kind = Addition
		if c >= 0 {
			return r.in.UnreadByte()
		}
	}
	return nil
}

// binaryHead reads the kind of a step and, of LRAT's additions, the id.
func (r *Reader) binaryHead(s *Step) (err error) {
	r.start = r.at
	c := r.byte()
	switch Kind(c) {
	case Addition, Deletion, Lemma:
		s.Kind = Kind(c)
	default:
		if c < 0 {
			return io.EOF
		}
		return r.Errorf("expected a or d, found byte %d", c)
	}
	if r.format.LRAT && s.Kind != Deletion {
		s.ID, err = r.binaryNumber()
	}
	return err
}

// lits reads literals up to a 0.
func (r *Reader) lits(s *Step) error {
	for {
		n, err := r.number()
		switch {
		case err != nil:
			return err
		case n == 0:
			return nil
		case n > maxVar || n < -maxVar:
			return r.Errorf("literal %d is too large", n)
		}
		s.Lits = append(s.Lits, sat.FromDimacs(int(n)))
	}
}

// hints reads numbers up to a 0.
func (r *Reader) hints(s *Step) error {
	for {
		n, err := r.number()
		if err != nil || n == 0 {
			return err
		}
		s.Hints = append(s.Hints, n)
	}
}

// number reads a number and, in text, what is around it.
func (r *Reader) number() (int64, error) {
	if r.format.Binary {
		return r.binaryNumber()
	}
	return r.textNumber(r.skip())
}

// textNumber reads a number, whose first byte c is read already, and the byte after it.
func (r *Reader) textNumber(c int) (int64, error) {
	negative := c == '-'
	if negative {
		c = r.byte()
	}
	if c < '0' || c > '9' {
		return 0, r.unexpected(c)
	}
	n := int64(0)
	for ; c >= '0' && c <= '9'; c = r.byte() {
		if n > maxNumber/10-1 {
			return 0, r.Errorf("a number is too large")
		}
		n = 10*n + int64(c-'0')
	}
	if c >= 0 && c != ' ' && c != '\t' && c != '\r' && c != '\n' {
		return 0, r.unexpected(c)
	}
	if negative {
		n = -n
	}
	return n, nil
}

func (r *Reader) unexpected(c int) error {
	if c < 0 {
		return r.Errorf("the proof ends inside a step")
	}
	return r.Errorf("expected a number, found %q", rune(c))
}

func (r *Reader) binaryNumber() (int64, error) {
	n := uint64(0)
	for shift := 0; shift < 63; shift += 7 {
		c := r.byte()
		if c < 0 {
			return 0, r.unexpected(c)
		}
		n |= uint64(c&0x7f) << shift
		if c < 0x80 {
			if n%2 != 0 {
				return -int64(n / 2), nil
			}
			return int64(n / 2), nil
		}
	}
	return 0, r.Errorf("a number is too large")
}
