package btor2

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// maxWord bounds the length of a word: the longest constants have fewer digits.
const maxWord = 1 << 20

// scanner splits a file into lines of words. A word ends at a blank; one that begins with a
// semicolon is a comment up to the end of the line.
type scanner struct {
	in        *bufio.Reader
	file      string
	line, col int // of the next byte
	word      []byte
	at        Pos // where the word begins, or where one is missing
	err       error
}

// fail returns an error at the present word.
func (s *scanner) fail(format string, args ...any) error {
	return &Error{Pos: s.at, Msg: fmt.Sprintf(format, args...)}
}

// next reads a byte; 0 at the end of the file.
func (s *scanner) next() byte {
	c, err := s.in.ReadByte()
	if err != nil {
		if s.err == nil && !errors.Is(err, io.EOF) {
			s.err = err
		}
		return 0
	}
	if s.col++; c == '\n' {
		s.line, s.col = s.line+1, 1
	}
	return c
}

// scan reads the next word of the line. It returns false at the end of the line, or of the
// file.
func (s *scanner) scan() (bool, error) {
	s.word = s.word[:0]
	c := s.peek()
	for c == ' ' || c == '\t' || c == '\r' {
		s.next()
		c = s.peek()
	}
	s.at = Pos{File: s.file, Line: s.line, Col: s.col}
	if c == ';' {
		for c != '\n' && !s.ended() {
			s.next()
			c = s.peek()
		}
	}
	for c != '\n' && c != ' ' && c != '\t' && c != '\r' && !s.ended() {
		if c < ' ' || c == 0x7f {
			s.at.Col = s.col
			return false, s.fail("unexpected byte 0x%02x", c)
		}
		if len(s.word) == maxWord {
			return false, s.fail("a word of more than %d bytes", maxWord)
		}
		s.word = append(s.word, s.next())
		c = s.peek()
	}
	return len(s.word) > 0, s.err
}

// peek returns the next byte without reading it; 0 at the end of the file.
func (s *scanner) peek() byte {
	b, err := s.in.Peek(1)
	if err != nil {
		if s.err == nil && !errors.Is(err, io.EOF) {
			s.err = err
		}
		return 0
	}
	return b[0]
}

// ended reports whether there is nothing more to read.
func (s *scanner) ended() bool {
	_, err := s.in.Peek(1)
	return err != nil
}
