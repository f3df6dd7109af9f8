package smtlib

import (
	"bufio"
	"fmt"
	"io"
)

// Pos is a place in a script.
type Pos struct {
	File      string
	Line, Col int // from 1; columns count bytes
}

func (p Pos) String() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col) }

// Error is what is wrong with a script, and where.
type Error struct {
	Pos Pos
	Msg string
}

func (e *Error) Error() string { return e.Pos.String() + ": " + e.Msg }

type nodeKind uint8

const (
	nodeList nodeKind = iota
	nodeSymbol
	nodeKeyword
	nodeNumeral
	nodeDecimal
	nodeBits // hexadecimal or binary
	nodeString
)

// node is an s-expression. The nodes of one command are an array in pre-order,
// so the first child of a list is the next node, and next leads past it all.
type node struct {
	kind      nodeKind
	line, col uint32
	off, end  uint32 // the text in source.text: without quotes; of a list nothing
	next      uint32
	name      nameID // of a symbol
}

// nameID is the number of a symbol's name.
type nameID uint32

// source reads one s-expression after the other.
type source struct {
	file      string
	in        *bufio.Reader
	line, col int // of the next byte
	nodes     []node
	text      []byte
	open      []uint32 // lists that are not closed yet
	ids       map[string]nameID
	idNames   []string
	fatal     error // of syntax or of reading: nothing can follow
}

func newSource(file string, in io.Reader) source {
	return source{file: file, in: bufio.NewReaderSize(in, 1<<16), line: 1, col: 1,
		ids: map[string]nameID{}, idNames: make([]string, 1)}
}

func (s *source) intern(name string) nameID {
	id, ok := s.ids[name]
	if !ok {
		id = nameID(len(s.idNames))
		s.ids[name] = id
		s.idNames = append(s.idNames, name)
	}
	return id
}

func (s *source) fail(line, col int, format string, args ...any) error {
	s.fatal = &Error{Pos{s.file, line, col}, fmt.Sprintf(format, args...)}
	return s.fatal
}

func (s *source) byte() (byte, error) {
	c, err := s.in.ReadByte()
	if err != nil {
		return 0, err
	}
	if c == '\n' {
		s.line++
		s.col = 1
	} else {
		s.col++
	}
	return c, nil
}

// peek returns the next byte; 0 at the end, where a space is as good.
func (s *source) peek() byte {
	b, err := s.in.Peek(1)
	if err != nil {
		return 0
	}
	return b[0]
}

// read reads the next s-expression into s.nodes. It returns io.EOF if there is
// none.
func (s *source) read() error {
	s.nodes, s.text, s.open = s.nodes[:0], s.text[:0], s.open[:0]
	if s.fatal != nil {
		return s.fatal
	}
	for {
		line, col := s.line, s.col
		c, err := s.byte()
		if err != nil {
			return s.ended(err)
		}
		switch {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			continue
		case c == ';':
			if err := s.comment(); err != nil {
				return s.ended(err)
			}
			continue
		case c == '(':
			s.open = append(s.open, uint32(len(s.nodes)))
			s.add(nodeList, line, col, len(s.text))
			continue
		case c == ')':
			if len(s.open) == 0 {
				return s.fail(line, col, "unexpected )")
			}
			top := s.open[len(s.open)-1]
			s.open = s.open[:len(s.open)-1]
			s.nodes[top].next = uint32(len(s.nodes))
		default:
			if err := s.atom(c, line, col); err != nil {
				return err
			}
		}
		if len(s.open) == 0 {
			return nil
		}
		if len(s.text) > 1<<31 {
			return s.fail(line, col, "a command of more than 2 GB")
		}
	}
}

// ended turns the error at the end of input into the right one.
func (s *source) ended(err error) error {
	if err == io.EOF && len(s.open) > 0 {
		n := s.nodes[s.open[0]]
		return s.fail(int(n.line), int(n.col), "this ( is never closed")
	}
	s.fatal = err
	return err
}

func (s *source) comment() error {
	for {
		c, err := s.byte()
		if err != nil || c == '\n' {
			return err
		}
	}
}

func (s *source) add(kind nodeKind, line, col, off int) *node {
	s.nodes = append(s.nodes, node{kind: kind, line: uint32(line), col: uint32(col), off: uint32(off),
		end: uint32(len(s.text)), next: uint32(len(s.nodes) + 1)})
	return &s.nodes[len(s.nodes)-1]
}

// atom reads an atom that begins with c.
func (s *source) atom(c byte, line, col int) error {
	off := len(s.text)
	switch {
	case c == '"':
		return s.str(line, col)
	case c == '|':
		return s.quoted(line, col)
	case c == '#':
		s.text = append(s.text, c)
		s.word()
		if !bits(s.text[off:]) {
			return s.fail(line, col, "malformed constant %s", s.text[off:])
		}
		s.add(nodeBits, line, col, off)
	case '0' <= c && c <= '9':
		s.text = append(s.text, c)
		s.word()
		kind, ok := numeric(s.text[off:])
		if !ok {
			return s.fail(line, col, "malformed number %s", s.text[off:])
		}
		s.add(kind, line, col, off)
	case c == ':':
		s.text = append(s.text, c)
		s.word()
		s.add(nodeKeyword, line, col, off)
	case symbolByte(c):
		s.text = append(s.text, c)
		s.word()
		n := s.add(nodeSymbol, line, col, off)
		n.name = s.internBytes(s.text[off:])
	default:
		return s.fail(line, col, "unexpected character %q", c)
	}
	return nil
}

func (s *source) internBytes(b []byte) nameID {
	if id, ok := s.ids[string(b)]; ok { // does not allocate
		return id
	}
	return s.intern(string(b))
}

// internQuoted interns a name that stood between bars: a reserved word is an
// ordinary name there, and another one than the word.
func (s *source) internQuoted(name string) nameID {
	if !reservedWord(name) {
		return s.internBytes([]byte(name))
	}
	id := s.intern("|" + name + "|")
	s.idNames[id] = name
	return id
}

// word appends the symbol bytes that follow.
func (s *source) word() {
	for symbolByte(s.peek()) {
		c, _ := s.byte()
		s.text = append(s.text, c)
	}
}

func numeric(b []byte) (nodeKind, bool) {
	kind, digits := nodeNumeral, 0
	for _, c := range b {
		switch {
		case '0' <= c && c <= '9':
			digits++
		case c == '.' && kind == nodeNumeral && digits > 0:
			kind, digits = nodeDecimal, 0
		default:
			return 0, false
		}
	}
	return kind, digits > 0
}

func bits(b []byte) bool {
	if len(b) < 3 || b[1] != 'x' && b[1] != 'b' {
		return false
	}
	for _, c := range b[2:] {
		hex := '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
		if !hex || b[1] == 'b' && c > '1' {
			return false
		}
	}
	return true
}

func (s *source) str(line, col int) error {
	off := len(s.text)
	for {
		c, err := s.byte()
		if err != nil {
			return s.fail(line, col, "this string never ends")
		}
		if c == '"' {
			if s.peek() != '"' {
				s.add(nodeString, line, col, off)
				return nil
			}
			_, _ = s.byte()
		}
		s.text = append(s.text, c)
	}
}

func (s *source) quoted(line, col int) error {
	off := len(s.text)
	for {
		c, err := s.byte()
		switch {
		case err != nil:
			return s.fail(line, col, "this quoted symbol never ends")
		case c == '|':
			s.add(nodeSymbol, line, col, off).name = s.internQuoted(string(s.text[off:]))
			return nil
		case c == '\\':
			return s.fail(s.line, s.col-1, "a quoted symbol can't contain a backslash")
		}
		s.text = append(s.text, c)
	}
}

// textOf returns the text of an atom, without quotes.
func (s *source) textOf(i uint32) string { return string(s.text[s.nodes[i].off:s.nodes[i].end]) }

// is reports whether node i is this symbol.
func (s *source) is(i uint32, symbol string) bool {
	n := &s.nodes[i]
	return n.kind == nodeSymbol && s.idNames[n.name] == symbol
}

func (s *source) pos(i uint32) Pos {
	return Pos{s.file, int(s.nodes[i].line), int(s.nodes[i].col)}
}

// errorAt returns an error that leaves the source usable.
func (s *source) errorAt(i uint32, format string, args ...any) error {
	return &Error{s.pos(i), fmt.Sprintf(format, args...)}
}

// sexpr appends node i as text.
func (s *source) sexpr(dst []byte, i uint32) []byte {
	var closes []uint32 // where the open lists end
	for k, end := i, s.nodes[i].next; k < end; k++ {
		for len(closes) > 0 && closes[len(closes)-1] == k {
			dst = append(dst, ')')
			closes = closes[:len(closes)-1]
		}
		n := &s.nodes[k]
		if k > i && (s.nodes[k-1].kind != nodeList || s.nodes[k-1].next == k) {
			dst = append(dst, ' ')
		}
		switch n.kind {
		case nodeList:
			dst = append(dst, '(')
			closes = append(closes, n.next)
		case nodeSymbol:
			if name := s.idNames[n.name]; s.ids[name] == n.name && reservedWord(name) {
				dst = append(dst, name...)
			} else {
				dst = AppendSymbol(dst, name)
			}
		case nodeString:
			dst = AppendString(dst, s.textOf(k))
		default:
			dst = append(dst, s.text[n.off:n.end]...)
		}
	}
	for range closes {
		dst = append(dst, ')')
	}
	return dst
}
