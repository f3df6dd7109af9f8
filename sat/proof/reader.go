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
	switch {
	case r.format.Binary:
		return r.binaryStep(s)
	case r.format.LRAT:
		return r.textLRAT(s)
	}
	return r.textDRAT(s)
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

func (r *Reader) textDRAT(s *Step) error {
	c := r.skip()
	r.start = r.at
	if c < 0 {
		return io.EOF
	}
	s.Kind = Addition
	if c == 'd' || c == 'o' {
		s.Kind = Kind(c)
		c = r.skip()
	}
	return r.textLits(s, c)
}

func (r *Reader) textLRAT(s *Step) error {
	c := r.skip()
	r.start = r.at
	if c < 0 {
		return io.EOF
	}
	id, err := r.textNumber(c)
	if err != nil {
		return err
	}
	s.Kind, s.ID = Addition, id
	switch c = r.skip(); c {
	case 'd':
		s.Kind = Deletion
		return r.textHints(s)
	case 'o':
		s.Kind = Lemma
		return r.textLits(s, r.skip())
	}
	if err := r.textLits(s, c); err != nil {
		return err
	}
	return r.textHints(s)
}

// textLits reads literals up to a 0; c is the first byte.
func (r *Reader) textLits(s *Step, c int) error {
	for ; ; c = r.skip() {
		n, err := r.textNumber(c)
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

// textHints reads numbers up to a 0.
func (r *Reader) textHints(s *Step) error {
	for {
		n, err := r.textNumber(r.skip())
		if err != nil || n == 0 {
			return err
		}
		s.Hints = append(s.Hints, n)
	}
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

func (r *Reader) binaryStep(s *Step) error {
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
	if r.format.LRAT && s.Kind == Deletion {
		return r.binaryHints(s)
	}
	if r.format.LRAT {
		var err error
		if s.ID, err = r.binaryNumber(); err != nil {
			return err
		}
	}
	for {
		n, err := r.binaryNumber()
		switch {
		case err != nil:
			return err
		case n > maxVar || n < -maxVar:
			return r.Errorf("literal %d is too large", n)
		case n != 0:
			s.Lits = append(s.Lits, sat.FromDimacs(int(n)))
			continue
		}
		break
	}
	if r.format.LRAT && s.Kind == Addition {
		return r.binaryHints(s)
	}
	return nil
}

func (r *Reader) binaryHints(s *Step) error {
	for {
		n, err := r.binaryNumber()
		if err != nil || n == 0 {
			return err
		}
		s.Hints = append(s.Hints, n)
	}
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
