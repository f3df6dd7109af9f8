package smtlib

import (
	"bytes"
	"fmt"
	"io"
)

// Pos is a place in a script.
type Pos struct {
	File      string
	Line, Col int // from 1; columns count bytes; 0: File is a name for the whole place
}

func (p Pos) String() string {
	if p.Line == 0 {
		return p.File
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}

// Error is an error in a script, with its place.
type Error struct {
	Pos Pos
	Msg string
}

func (e *Error) Error() string { return e.Pos.String() + ": " + e.Msg }

type tokenKind uint8

const (
	tokenOpen tokenKind = iota
	tokenClose
	tokenSymbol
	tokenKeyword
	tokenNumeral
	tokenDecimal
	tokenBits // hexadecimal or binary
	tokenString
)

// token is a token: a range of the command's text.
type token struct {
	kind tokenKind
	off  uint32 // the text begins here in the command's text
	end  uint32
	name nameID // of a symbol
}

// source reads tokens. The text of the present command stays in the buffer, so tokens
// are ranges of it and positions are counted only for errors.
type source struct {
	file  string
	in    io.Reader
	ended error // of in: nothing follows after buf
	buf   []byte
	start int // in buf: the text of the command begins here
	at    int // in buf: the next byte
	where Pos // of buf[start]

	tok   token // the present token
	depth int   // of open parentheses after it
	names nameTable
	fatal error // the input ends in the midst of a command, or reading failed: nothing can follow

	nodes []node
	open  []uint32 // lists that are not closed yet
}

const (
	bufSize    = 1 << 16
	maxRead    = 1 << 20 // at once: the input may want to end the reading
	maxCommand = 1<<31 - 1
)

func newSource(file string, in io.Reader) source {
	return source{file: file, in: in, where: Pos{file, 1, 1}, names: newNameTable()}
}

// position returns where the byte buf[start+off] is in the file.
func (s *source) position(off uint32) Pos {
	p, skipped := s.where, s.buf[s.start:s.start+int(off)]
	if k := bytes.LastIndexByte(skipped, '\n'); k >= 0 {
		p.Line += bytes.Count(skipped, []byte{'\n'})
		p.Col = len(skipped) - k
	} else {
		p.Col += len(skipped)
	}
	return p
}

// errorOff returns an error at buf[start+off] that leaves the source usable.
func (s *source) errorOff(off uint32, format string, args ...any) error {
	return &Error{s.position(off), fmt.Sprintf(format, args...)}
}

// fail returns a fatal error at buf[start+off].
func (s *source) fail(off uint32, format string, args ...any) error {
	s.fatal = s.errorOff(off, format, args...)
	return s.fatal
}

// offset returns the offset of the next byte in the command's text.
func (s *source) offset() uint32 { return uint32(s.at - s.start) }

// fill moves the text from start on to the front of buf and reads more after it. It
// reports whether there was more.
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
		n, err := s.in.Read(s.buf[len(s.buf):min(cap(s.buf), len(s.buf)+maxRead)])
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
	s.where = s.position(s.offset())
	s.start = s.at
}

// shrink releases the memory for the text of a huge command.
func (s *source) shrink() {
	if rest := s.buf[s.at:]; cap(s.buf) > 16*bufSize && len(rest) < bufSize {
		s.skip()
		s.buf = append(make([]byte, 0, bufSize), rest...)
		s.at, s.start = 0, 0
	}
}

// next reads the next token into s.tok. It returns io.EOF if the input ends after a
// complete command. After an error about what is no token, unless it is fatal, the next
// call goes on behind that.
func (s *source) next() error {
	if s.fatal != nil {
		return s.fatal
	}
	for {
		if s.at == len(s.buf) {
			if s.depth == 0 {
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
		case classSymbol:
			return s.word(c)
		case classOpen:
			if s.depth == 0 {
				s.skip()
			}
			s.depth++
			return s.ends(tokenOpen, s.offset(), 1)
		case classClose:
			if s.depth > 0 { // else a stray one, outside commands
				s.depth--
			}
			return s.ends(tokenClose, s.offset(), 1)
		}
		switch c {
		case ';':
			s.comment()
		case '"':
			return s.str()
		case '|':
			return s.quoted()
		case ':', '#':
			return s.word(c)
		default:
			s.at++
			return s.errorOff(s.offset()-1, "unexpected character %q", c)
		}
	}
}

// ends makes the token that begins at off and ends n bytes from here the present one.
func (s *source) ends(kind tokenKind, off uint32, n int) error {
	s.at += n
	s.tok = token{kind: kind, off: off, end: s.offset()}
	if s.at-s.start > maxCommand {
		return s.fail(off, "a command of more than 2 GB")
	}
	return nil
}

// finished turns the end of the input into the right error.
func (s *source) finished() error {
	if s.ended == io.EOF && s.depth > 0 {
		return s.fail(0, "this ( is never closed")
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
		if s.depth == 0 {
			s.skip()
		}
		if !s.fill() {
			return
		}
	}
}

// word reads a token that begins with c and continues with symbol bytes.
func (s *source) word(c byte) error {
	off := s.symbolBytes()
	if err := s.ends(tokenSymbol, off, 0); err != nil {
		return err
	}
	text := s.buf[s.start+int(off) : s.at]
	switch {
	case '0' <= c && c <= '9':
		kind, ok := numeric(text)
		if !ok {
			return s.errorOff(off, "malformed number %s", text)
		}
		s.tok.kind = kind
	case c == ':':
		s.tok.kind = tokenKeyword
	case c == '#':
		if !bits(text) {
			return s.errorOff(off, "malformed constant %s", text)
		}
		s.tok.kind = tokenBits
	default:
		s.tok.name = s.names.intern(text)
	}
	return nil
}

// symbolBytes reads a byte and the symbol bytes after it. It returns their offset in the
// text.
func (s *source) symbolBytes() (off uint32) {
	off = s.offset()
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

// until reads up to and including the next byte c; s.at is after the opening one.
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

func numeric(b []byte) (tokenKind, bool) {
	kind, digits := tokenNumeral, 0
	for _, c := range b {
		switch {
		case '0' <= c && c <= '9':
			digits++
		case c == '.' && kind == tokenNumeral && digits > 0:
			kind, digits = tokenDecimal, 0
		default:
			return 0, false
		}
	}
	return kind, digits > 0 || kind == tokenDecimal // 2. is 2.0
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
	off := s.offset()
	for {
		s.at++
		if !s.until('"') {
			return s.fail(off, "this string never ends")
		}
		if s.at == len(s.buf) && !s.fill() || s.buf[s.at] != '"' {
			return s.ends(tokenString, off, 0)
		}
	}
}

func (s *source) quoted() error {
	off := s.offset()
	s.at++
	if !s.until('|') {
		return s.fail(off, "this quoted symbol never ends")
	}
	name := s.buf[s.start+int(off)+1 : s.at-1]
	if k := bytes.IndexByte(name, '\\'); k >= 0 {
		return s.errorOff(off+1+uint32(k), "a quoted symbol can't contain a backslash")
	}
	err := s.ends(tokenSymbol, off, 0)
	s.tok.name = s.names.internQuoted(name)
	return err
}

// text returns the text of a token as written in the script.
func (s *source) text(off, end uint32) []byte { return s.buf[s.start+int(off) : s.start+int(end)] }
