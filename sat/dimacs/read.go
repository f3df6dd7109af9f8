package dimacs

import (
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/muster-smt/muster/sat"
)

// Error is a syntax error in the input.
type Error struct {
	File      string
	Line, Col int // from 1
	Msg       string
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, e.Msg)
}

// Read reads a formula. File names the input in errors, which are of type
// *Error unless reading itself failed.
func Read(r io.Reader, file string) (*Formula, error) {
	p := &reader{in: r, file: file, buf: make([]byte, 0, 1<<16), line: 1}
	f := &Formula{}
	err := p.formula(f)
	if p.ioErr != nil {
		return nil, fmt.Errorf("%s: %w", file, p.ioErr)
	}
	if err != nil {
		return nil, err
	}
	return f, nil
}

// reader reads the input byte by byte, through buf.
type reader struct {
	in        io.Reader
	file      string
	buf       []byte
	pos       int // of the byte to read next
	done      bool
	ioErr     error
	line      int // of that byte
	lineStart int // where that line begins in buf; negative if before it
}

// maxEmptyReads is after how many successive reads of nothing the reader gives up.
const maxEmptyReads = 100

// fill reads the next buffer. It returns false at the end of the input.
func (p *reader) fill() bool {
	if p.done {
		return false
	}
	p.lineStart -= len(p.buf)
	p.pos = 0
	p.buf = p.buf[:0]
	for range maxEmptyReads {
		n, err := p.in.Read(p.buf[:cap(p.buf)])
		p.buf = p.buf[:n]
		if err != nil {
			p.done = true
			if !errors.Is(err, io.EOF) {
				p.ioErr = err
			}
			return n > 0
		}
		if n > 0 {
			return true
		}
	}
	p.done, p.ioErr = true, io.ErrNoProgress
	return false
}

// peek returns the byte to read next, -1 at the end.
func (p *reader) peek() int {
	if p.pos == len(p.buf) && !p.fill() {
		return -1
	}
	return int(p.buf[p.pos])
}

// next skips a byte, which must be there.
func (p *reader) next() {
	if p.buf[p.pos] == '\n' {
		p.line++
		p.lineStart = p.pos + 1
	}
	p.pos++
}

func (p *reader) col() int { return p.pos - p.lineStart + 1 }

func (p *reader) errorf(line, col int, format string, args ...any) error {
	return &Error{p.file, line, col, fmt.Sprintf(format, args...)}
}

func (p *reader) unexpected(expected string) error {
	c := p.peek()
	if c < 0 {
		return p.errorf(p.line, p.col(), "expected %s, but the input ends", expected)
	}
	return p.errorf(p.line, p.col(), "expected %s, found %q", expected, rune(c))
}

func isSpace(c int) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

func (p *reader) skipSpace() {
	for isSpace(p.peek()) {
		p.next()
	}
}

// skipBlank skips white space and comments, and returns the byte after them.
func (p *reader) skipBlank() int {
	for {
		for p.pos < len(p.buf) && p.buf[p.pos] == ' ' {
			p.pos++
		}
		c := p.peek()
		switch {
		case isSpace(c):
			p.next()
		case c == 'c':
			for ; c != '\n' && c >= 0; c = p.peek() {
				p.next()
			}
		default:
			return c
		}
	}
}

// formula reads the whole input.
func (p *reader) formula(f *Formula) error {
	clauses, err := p.header(f)
	if err != nil {
		return err
	}
	open := false
	var clause []sat.Lit
	for {
		c := p.skipBlank()
		line, col := p.line, p.col()
		if c < 0 || c == '%' {
			break
		}
		if c == 'a' && f.Incremental {
			if open {
				return p.unexpected("the end of the clause")
			}
			if err := p.query(f); err != nil {
				return err
			}
			continue
		}
		l, err := p.literal(f)
		switch {
		case err != nil:
			return err
		case f.clauses == clauses && !f.Incremental:
			return p.errorf(line, col, "the header declares %d clauses, but here is another", clauses)
		case l == sat.NoLit:
			f.clauses++
		}
		if open = l != sat.NoLit; open {
			clause = append(clause, l)
			continue
		}
		f.lits += len(clause)
		f.store.add(clause)
		clause = clause[:0]
	}
	switch {
	case open:
		return p.errorf(p.line, p.col(), "the input ends inside a clause")
	case f.clauses < clauses:
		return p.errorf(p.line, p.col(), "the header declares %d clauses, but there are %d", clauses, f.clauses)
	}
	f.Vars = max(f.Vars, int(f.MaxVar))
	f.number()
	return nil
}

const expectHeader = "expected the header p cnf VARIABLES CLAUSES"

// header reads "p cnf VARIABLES CLAUSES" or "p inccnf".
func (p *reader) header(f *Formula) (clauses int, err error) {
	p.skipBlank()
	if err := p.word("p"); err != nil {
		return 0, err
	}
	p.skipSpace()
	if p.peek() == 'i' {
		f.Incremental = true
		return 0, p.word("inccnf")
	}
	if err := p.word("cnf"); err != nil {
		return 0, err
	}
	p.skipSpace()
	if f.Vars, err = p.number("the number of variables", MaxVars); err != nil {
		return 0, err
	}
	p.skipSpace()
	return p.number("the number of clauses", min(1<<40, math.MaxInt))
}

// word reads a word of the header, which white space must follow.
func (p *reader) word(w string) error {
	line, col := p.line, p.col()
	for i := range len(w) {
		if p.peek() != int(w[i]) {
			return p.errorf(line, col, expectHeader)
		}
		p.next()
	}
	if !isSpace(p.peek()) {
		return p.errorf(line, col, expectHeader)
	}
	return nil
}

// query reads "a LITERAL... 0".
func (p *reader) query(f *Formula) error {
	p.next()
	if !isSpace(p.peek()) {
		return p.unexpected("a blank after the a")
	}
	q := Query{Clauses: f.clauses}
	for {
		p.skipSpace()
		l, err := p.literal(f)
		if err != nil {
			return err
		}
		if l == sat.NoLit {
			f.Queries = append(f.Queries, q)
			return nil
		}
		q.Assumptions = append(q.Assumptions, l)
	}
}

// literal reads a literal, or the 0 that ends a clause.
func (p *reader) literal(f *Formula) (sat.Lit, error) {
	sign := sat.Lit(0)
	if p.peek() == '-' {
		p.next()
		if p.peek() == '0' {
			return 0, p.errorf(p.line, p.col(), "expected a variable after the minus sign")
		}
		sign = 1
	}
	line, col := p.line, p.col()
	n, err := p.number("a literal", MaxVars)
	if err != nil {
		return 0, err
	}
	v := sat.Var(n)
	if v > f.MaxVar {
		if n > f.Vars && !f.Incremental {
			return 0, p.errorf(line, col, "variable %d, but the header declares %d variables", n, f.Vars)
		}
		f.MaxVar = v
	}
	return v.Pos() | sign, nil
}

// number reads a number up to limit, which white space or the end must follow.
func (p *reader) number(what string, limit int) (int, error) {
	line, col := p.line, p.col()
	n, digits := int64(0), false // int may have 32 bits
	for {
		// Read what is in the buffer, without a call for each byte.
		buf := p.buf[p.pos:]
		i := 0
		for i < len(buf) && buf[i]-'0' <= 9 && n <= int64(limit) {
			n = n*10 + int64(buf[i]-'0')
			i++
		}
		digits = digits || i > 0
		p.pos += i
		if n > int64(limit) {
			return 0, p.errorf(line, col, "%s is larger than %d", what, limit)
		}
		if p.pos < len(p.buf) || !p.fill() {
			break
		}
	}
	c := p.peek()
	switch {
	case !digits:
		return 0, p.unexpected(what)
	case c >= 0 && !isSpace(c):
		return 0, p.unexpected("a blank after the number")
	}
	return int(n), nil
}
