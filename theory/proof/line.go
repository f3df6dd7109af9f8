package proof

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/reason"
)

// Error is a fault of a log, with the place where it was found.
type Error struct {
	Line, Col int
	Msg       string
	cause     error // if the checker itself failed: of the kind reason.Internal
}

// Unwrap returns the fault of the checker, of the kind reason.Internal; nil if the log
// is wrong.
func (e *Error) Unwrap() error { return e.cause }

func (e *Error) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Col, e.Msg) }

// line reads a log line by line and word by word. It keeps the first error; from
// then on every read returns zero, as at the end of the log.
type line struct {
	in   *bufio.Reader
	text []byte
	long []byte // of a line that the buffer does not hold
	at   int    // position in text
	from int    // where the last word began
	no   int
	err  error
}

// next goes to the next line; false at the end.
func (l *line) next() bool {
	if l.err != nil {
		return false
	}
	l.text, l.long, l.at, l.from = nil, l.long[:0], 0, 0
	l.no++
	for {
		part, err := l.in.ReadSlice('\n')
		if err == nil && len(l.long) == 0 {
			l.text = part[:len(part)-1]
			return true
		}
		l.long = append(l.long, part...)
		l.text = l.long
		switch {
		case err == nil:
			l.text = l.text[:len(l.text)-1]
			return true
		case errors.Is(err, bufio.ErrBufferFull):
		case err == io.EOF && len(l.text) == 0:
			l.no--
			return false
		case err == io.EOF:
			l.fail("the log is cut off")
			return false
		default:
			l.err = err
			return false
		}
	}
}

// fail notes an error at the last word.
func (l *line) fail(format string, args ...any) {
	if l.err == nil {
		l.err = &Error{l.no, l.from + 1, fmt.Sprintf(format, args...), nil}
	}
	l.at = len(l.text)
}

// crash reports a panic of the checker, unless there is an error already.
func (l *line) crash(x any) {
	if l.err == nil {
		why := reason.Recovered(x)
		l.err = &Error{l.no, l.from + 1, why.String(), why}
	}
	l.at = len(l.text)
}

// space skips the blanks before a word.
func (l *line) space() {
	for l.at < len(l.text) && l.text[l.at] == ' ' {
		l.at++
	}
	l.from = l.at
}

// more reports whether there is another word.
func (l *line) more() bool {
	l.space()
	return l.at < len(l.text)
}

// done expects the end of the line.
func (l *line) done() {
	if l.more() {
		l.fail("the line should end here")
	}
}

// word reads up to the next blank.
func (l *line) word() string { return string(l.bytes()) }

func (l *line) bytes() []byte {
	l.space()
	for l.at < len(l.text) && l.text[l.at] != ' ' {
		l.at++
	}
	if l.from == l.at {
		l.fail("a word is missing")
	}
	return l.text[l.from:l.at]
}

// letter reads the letter of a field, if a field is next: its letter is followed
// by a number or nothing, while the name of a kind goes on with letters.
func (l *line) letter() byte {
	l.space()
	if l.at == len(l.text) || l.at+1 < len(l.text) && isLetter(l.text[l.at+1]) || !isLetter(l.text[l.at]) {
		return 0
	}
	l.at++
	return l.text[l.at-1]
}

func isLetter(c byte) bool { return c|' ' >= 'a' && c|' ' <= 'z' }

// number reads digits.
func (l *line) number() uint64 {
	l.space()
	n := uint64(0)
	for ; l.at < len(l.text) && l.text[l.at] >= '0' && l.text[l.at] <= '9'; l.at++ {
		d := uint64(l.text[l.at] - '0')
		if n > (1<<64-1-d)/10 {
			l.fail("the number is too large")
			return 0
		}
		n = 10*n + d
	}
	if l.at == l.from || l.at < len(l.text) && l.text[l.at] != ' ' && l.text[l.at] != ',' {
		l.fail("a number is missing")
		return 0
	}
	return n
}

// signed reads a number that may be negative.
func (l *line) signed() int64 {
	n, err := strconv.ParseInt(l.word(), 10, 64)
	if err != nil {
		l.fail("not a 64-bit number")
	}
	return n
}

// integer reads an integer of any size.
func (l *line) integer() num.Int {
	n, err := num.ParseInt(l.word())
	if err != nil {
		l.fail("not an integer")
	}
	return n
}

// rational reads an integer or a fraction of any size.
func (l *line) rational() num.Rat {
	r, err := num.ParseRat(l.word())
	if err != nil {
		l.fail("not a number")
	}
	return r
}

// minus reads a minus sign, if one is next.
func (l *line) minus() bool {
	l.space()
	if l.at < len(l.text) && l.text[l.at] == '-' {
		l.at++
		return true
	}
	return false
}

// gate reads the mark of a gate among formulas, if it is next.
func (l *line) gate() bool {
	if l.at < len(l.text) && l.text[l.at] == gateMark {
		l.at++
		l.from = l.at
		return true
	}
	return false
}

func (l *line) comma() {
	if l.at < len(l.text) && l.text[l.at] == ',' {
		l.at++
		return
	}
	l.fail("a comma is missing")
}

// quoted reads a quoted string.
func (l *line) quoted() string {
	l.space()
	q, err := strconv.QuotedPrefix(string(l.text[l.at:]))
	if err != nil {
		l.fail("a quoted name is missing")
		return ""
	}
	l.at += len(q)
	s, _ := strconv.Unquote(q)
	return s
}

// first reads the word that says what kind of line it is.
func (l *line) first() byte {
	if i := bytes.IndexByte(l.text, ' '); i != 1 && len(l.text) != 1 {
		l.fail("no such event")
		return 0
	}
	l.at = 1
	return l.text[0]
}
