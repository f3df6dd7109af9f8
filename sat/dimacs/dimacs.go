package dimacs

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/muster-smt/muster/sat"
)

// MaxVars bounds the variables that a header may declare.
const MaxVars = 1 << 28

// Error is a mistake in the input.
type Error struct {
	File      string
	Line, Col int // from 1
	Msg       string
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, e.Msg)
}

// Formula is a formula in conjunctive normal form.
type Formula struct {
	Vars int
	lits []sat.Lit
	ends []int // of the clauses in lits
}

// Len is the number of clauses.
func (f *Formula) Len() int { return len(f.ends) }

// Clauses yields the clauses in their order. They must not be changed.
func (f *Formula) Clauses() iter.Seq[[]sat.Lit] {
	return func(yield func([]sat.Lit) bool) {
		start := 0
		for _, end := range f.ends {
			if !yield(f.lits[start:end:end]) {
				return
			}
			start = end
		}
	}
}

// Load adds the formula to a solver, making variables as needed. It returns
// false if the solver found it unsatisfiable already.
func (f *Formula) Load(s *sat.Solver) bool {
	for s.NumVars() < f.Vars {
		s.NewVar()
	}
	for c := range f.Clauses() {
		if !s.Add(c, sat.Irredundant) {
			return false
		}
	}
	return true
}

// Satisfied reports whether every clause has a literal of which value says True.
func (f *Formula) Satisfied(value func(sat.Lit) sat.Value) bool {
	start := 0
	for _, end := range f.ends {
		ok := false
		for _, l := range f.lits[start:end] {
			if value(l) == sat.True {
				ok = true
				break
			}
		}
		if !ok {
			return false
		}
		start = end
	}
	return true
}

// Read reads a formula. File names the input in errors, which are of type
// *Error unless reading itself failed.
func Read(r io.Reader, file string) (*Formula, error) {
	p := &reader{in: bufio.NewReaderSize(r, 1<<16), file: file, line: 1}
	p.next()
	f, err := p.formula()
	if p.ioErr != nil {
		return nil, fmt.Errorf("%s: %w", file, p.ioErr)
	}
	return f, err
}

// reader holds one byte of look-ahead in c, -1 at the end.
type reader struct {
	in        *bufio.Reader
	file      string
	c         int
	line, col int // of c
	ioErr     error
}

func (p *reader) next() {
	if p.c == '\n' && p.col > 0 {
		p.line++
		p.col = 0
	}
	b, err := p.in.ReadByte()
	if err != nil {
		if !errors.Is(err, io.EOF) {
			p.ioErr = err
		}
		p.c = -1
		p.col++
		return
	}
	p.c = int(b)
	p.col++
}

func (p *reader) errorf(line, col int, format string, args ...any) error {
	return &Error{p.file, line, col, fmt.Sprintf(format, args...)}
}

func isSpace(c int) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

func (p *reader) skipSpace() {
	for isSpace(p.c) {
		p.next()
	}
}

func (p *reader) skipLine() {
	for p.c != '\n' && p.c >= 0 {
		p.next()
	}
}

// skipBlank skips spaces and comments.
func (p *reader) skipBlank() {
	for {
		p.skipSpace()
		if p.c != 'c' {
			return
		}
		p.skipLine()
	}
}

func (p *reader) formula() (*Formula, error) {
	f := &Formula{}
	p.skipBlank()
	clauses, err := p.header(f)
	if err != nil {
		return nil, err
	}
	open := false
	for {
		p.skipBlank()
		line, col := p.line, p.col
		if p.c < 0 || p.c == '%' {
			break
		}
		n, err := p.literal(f.Vars)
		switch {
		case err != nil:
			return nil, err
		case len(f.ends) == clauses:
			return nil, p.errorf(line, col, "the header declares %d clauses, but here is another", clauses)
		case n == 0:
			f.ends = append(f.ends, len(f.lits))
			open = false
		default:
			f.lits = append(f.lits, sat.FromDimacs(n))
			open = true
		}
	}
	switch {
	case open:
		return nil, p.errorf(p.line, p.col, "the input ends inside a clause")
	case len(f.ends) < clauses:
		return nil, p.errorf(p.line, p.col, "the header declares %d clauses, but there are %d", clauses, len(f.ends))
	}
	return f, nil
}

// header reads "p cnf VARS CLAUSES".
func (p *reader) header(f *Formula) (clauses int, err error) {
	for _, word := range []string{"p", "cnf"} {
		p.skipSpace()
		line, col := p.line, p.col
		for i := range len(word) {
			if p.c != int(word[i]) {
				return 0, p.errorf(line, col, "expected the header p cnf VARIABLES CLAUSES")
			}
			p.next()
		}
		if !isSpace(p.c) {
			return 0, p.errorf(line, col, "expected the header p cnf VARIABLES CLAUSES")
		}
	}
	p.skipSpace()
	if f.Vars, err = p.number("the number of variables", MaxVars); err != nil {
		return 0, err
	}
	p.skipSpace()
	return p.number("the number of clauses", 1<<40)
}

func (p *reader) literal(vars int) (int, error) {
	negative := p.c == '-'
	if negative {
		p.next()
		if p.c == '0' {
			return 0, p.errorf(p.line, p.col, "expected a variable after the minus sign")
		}
	}
	line, col := p.line, p.col
	n, err := p.number("a literal", MaxVars)
	if err != nil {
		return 0, err
	}
	if n > vars {
		return 0, p.errorf(line, col, "variable %d, but the header declares %d variables", n, vars)
	}
	if negative {
		n = -n
	}
	return n, nil
}

// number reads a number up to limit, which a blank or the end must follow.
func (p *reader) number(what string, limit int) (int, error) {
	line, col := p.line, p.col
	if p.c < '0' || p.c > '9' {
		return 0, p.unexpected(what)
	}
	n := 0
	for p.c >= '0' && p.c <= '9' {
		n = n*10 + p.c - '0'
		if n > limit {
			return 0, p.errorf(line, col, "%s is larger than %d", what, limit)
		}
		p.next()
	}
	if p.c >= 0 && !isSpace(p.c) {
		return 0, p.unexpected("a blank after the number")
	}
	return n, nil
}

func (p *reader) unexpected(expected string) error {
	if p.c < 0 {
		return p.errorf(p.line, p.col, "expected %s, but the input ends", expected)
	}
	return p.errorf(p.line, p.col, "expected %s, found %q", expected, rune(p.c))
}
