package smtlib

import (
	"bytes"
	"fmt"
	"io"
	"strings"
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
	kind nodeKind
	off  uint32 // the text begins here in the command's text
	next uint32
	more uint32 // of a symbol its name, of another atom where the text ends
}

func (n *node) name() nameID { return nameID(n.more) }

// nameID is the number of a symbol's name.
type nameID uint32

// source reads one s-expression after the other. The text of the present one
// stays in the buffer, so atoms are ranges of it and positions are counted only
// when somebody asks.
type source struct {
	file  string
	in    io.Reader
	ended error // of in: nothing follows what is in buf
	buf   []byte
	start int // in buf: the text of the nodes begins here
	at    int // in buf: the next byte
	where Pos // of buf[start]

	nodes []node
	open  []uint32 // lists that are not closed yet
	names nameTable
	fatal error // of syntax or of reading: nothing can follow
}

const (
	bufSize = 1 << 16
	// keepNodes is how many nodes are kept from one command to the next; the
	// memory for a larger command is given back.
	keepNodes = 1 << 16
)

func newSource(file string, in io.Reader) source {
	return source{file: file, in: in, where: Pos{file, 1, 1}, names: newNameTable()}
}

// position returns where the byte buf[start+off] is in the file.
func (s *source) position(off int) Pos {
	p, skipped := s.where, s.buf[s.start:s.start+off]
	if k := bytes.LastIndexByte(skipped, '\n'); k >= 0 {
		p.Line += bytes.Count(skipped, []byte{'\n'})
		p.Col = len(skipped) - k
	} else {
		p.Col += len(skipped)
	}
	return p
}

// fail returns the error at buf[at], after which nothing can be read.
func (s *source) fail(at int, format string, args ...any) error {
	s.fatal = &Error{s.position(at - s.start), fmt.Sprintf(format, args...)}
	return s.fatal
}

// fill reads more behind what is in buf from start on, which moves to the
// front. It reports whether there is more.
func (s *source) fill() bool {
	if s.start > 0 {
		s.buf = s.buf[:copy(s.buf, s.buf[s.start:])]
		s.at -= s.start
		s.start = 0
	}
	if len(s.buf) == cap(s.buf) {
		s.buf = append(make([]byte, 0, max(bufSize, 2*cap(s.buf))), s.buf...)
	}
	for tries := 0; s.ended == nil; tries++ {
		n, err := s.in.Read(s.buf[len(s.buf):cap(s.buf)])
		s.buf, s.ended = s.buf[:len(s.buf)+n], err
		if n > 0 {
			return true
		}
		if tries > 100 {
			s.ended = io.ErrNoProgress
		}
	}
	return false
}

// skip drops the text before the next byte.
func (s *source) skip() {
	s.where = s.position(s.at - s.start)
	s.start = s.at
}

// read reads the next s-expression into s.nodes. It returns io.EOF if there is
// none.
func (s *source) read() error {
	if s.fatal != nil {
		return s.fatal
	}
	s.nodes, s.open = s.nodes[:0], s.open[:0]
	if cap(s.nodes) > keepNodes {
		s.nodes, s.open = nil, nil
		s.buf = append(make([]byte, 0, max(bufSize, len(s.buf)-s.start)), s.buf[s.start:]...)
		s.at, s.start = s.at-s.start, 0
	}
	s.skip()
	for {
		if s.at == len(s.buf) {
			if len(s.nodes) == 0 {
				s.skip()
			}
			if !s.fill() {
				return s.finished()
			}
		}
		c := s.buf[s.at]
		switch class[c] {
		case classSpace:
			s.at++
			continue
		case classOpen:
			if len(s.nodes) == 0 {
				s.skip()
			}
			s.open = append(s.open, uint32(len(s.nodes)))
			s.add(nodeList, s.at-s.start)
			s.at++
			continue
		case classClose:
			if len(s.open) == 0 {
				return s.fail(s.at, "unexpected )")
			}
			s.at++
			top := s.open[len(s.open)-1]
			s.open = s.open[:len(s.open)-1]
			s.nodes[top].next = uint32(len(s.nodes))
		default:
			if c == ';' {
				s.comment()
				continue
			}
			if err := s.atom(c); err != nil {
				return err
			}
		}
		if len(s.open) == 0 {
			return nil
		}
		if s.at-s.start > 1<<31 {
			return s.fail(s.at, "a command of more than 2 GB")
		}
	}
}

// finished turns the end of the input into the right error.
func (s *source) finished() error {
	if s.ended == io.EOF && len(s.open) > 0 {
		return s.fail(s.start+int(s.nodes[s.open[0]].off), "this ( is never closed")
	}
	s.fatal = s.ended
	return s.fatal
}

func (s *source) comment() {
	for {
		if k := bytes.IndexByte(s.buf[s.at:], '\n'); k >= 0 {
			s.at += k
			return
		}
		s.at = len(s.buf)
		if len(s.nodes) == 0 {
			s.skip()
		}
		if !s.fill() {
			return
		}
	}
}

// add adds a node that is no symbol and whose text is read.
func (s *source) add(kind nodeKind, off int) *node {
	if len(s.nodes) == cap(s.nodes) {
		s.nodes = append(make([]node, 0, max(64, 2*cap(s.nodes))), s.nodes...)
	}
	s.nodes = append(s.nodes, node{kind: kind, off: uint32(off), next: uint32(len(s.nodes) + 1), more: uint32(s.at - s.start)})
	return &s.nodes[len(s.nodes)-1]
}

// atom reads an atom that begins with c.
func (s *source) atom(c byte) error {
	switch {
	case c == '"':
		return s.str()
	case c == '|':
		return s.quoted()
	}
	if class[c] != classSymbol && c != ':' && c != '#' {
		if len(s.nodes) == 0 {
			s.skip()
		}
		return s.fail(s.at, "unexpected character %q", c)
	}
	off := s.word()
	text := s.buf[s.start+off : s.at]
	switch {
	case c == '#':
		if !bits(text) {
			return s.fail(s.start+off, "malformed constant %s", text)
		}
		s.add(nodeBits, off)
	case '0' <= c && c <= '9':
		kind, ok := numeric(text)
		if !ok {
			return s.fail(s.start+off, "malformed number %s", text)
		}
		s.add(kind, off)
	case c == ':':
		s.add(nodeKeyword, off)
	default:
		s.add(nodeSymbol, off).more = uint32(s.names.intern(text))
	}
	return nil
}

// word reads a byte and the symbol bytes that follow and returns where they
// begin in the text.
func (s *source) word() (off int) {
	off = s.at - s.start
	s.at++
	for {
		rest := s.buf[s.at:]
		for k, c := range rest {
			if class[c] != classSymbol {
				s.at += k
				return off
			}
		}
		s.at = len(s.buf)
		if !s.fill() {
			return off
		}
	}
}

// until reads to the next byte c and past it; s.at is behind the opening one.
func (s *source) until(c byte) bool {
	for {
		if k := bytes.IndexByte(s.buf[s.at:], c); k >= 0 {
			s.at += k + 1
			return true
		}
		s.at = len(s.buf)
		if !s.fill() {
			return false
		}
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

func (s *source) str() error {
	off := s.at - s.start
	for {
		s.at++
		if !s.until('"') {
			return s.fail(s.start+off, "this string never ends")
		}
		if s.at == len(s.buf) && !s.fill() || s.buf[s.at] != '"' {
			break
		}
	}
	n := s.add(nodeString, off+1)
	n.more--
	return nil
}

func (s *source) quoted() error {
	off := s.at - s.start
	s.at++
	if !s.until('|') {
		return s.fail(s.start+off, "this quoted symbol never ends")
	}
	name := s.buf[s.start+off+1 : s.at-1]
	if k := bytes.IndexByte(name, '\\'); k >= 0 {
		return s.fail(s.start+off+1+k, "a quoted symbol can't contain a backslash")
	}
	s.add(nodeSymbol, off).more = uint32(s.names.internQuoted(name))
	return nil
}

// textOf returns the text of an atom, without quotes.
func (s *source) textOf(i uint32) string {
	switch n := &s.nodes[i]; n.kind {
	case nodeList:
		return ""
	case nodeSymbol:
		return s.names.text[n.name()]
	case nodeString:
		return strings.ReplaceAll(string(s.raw(i)), `""`, `"`)
	}
	return string(s.raw(i))
}

// raw returns the text of an atom that is no symbol, as it stands in the script.
func (s *source) raw(i uint32) []byte {
	n := &s.nodes[i]
	return s.buf[s.start+int(n.off) : s.start+int(n.more)]
}

// is reports whether node i is this symbol.
func (s *source) is(i uint32, symbol string) bool {
	n := &s.nodes[i]
	return n.kind == nodeSymbol && s.names.text[n.name()] == symbol
}

func (s *source) pos(i uint32) Pos {
	n := &s.nodes[i]
	if n.kind == nodeString {
		return s.position(int(n.off) - 1) // its quote
	}
	return s.position(int(n.off))
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
			if name := s.names.text[n.name()]; reservedWord(name) && s.names.quoted[name] != n.name() {
				dst = append(dst, name...)
			} else {
				dst = AppendSymbol(dst, name)
			}
		case nodeString:
			dst = AppendString(dst, s.textOf(k))
		default:
			dst = append(dst, s.raw(k)...)
		}
	}
	for range closes {
		dst = append(dst, ')')
	}
	return dst
}
