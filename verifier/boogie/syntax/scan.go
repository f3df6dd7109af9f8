package syntax

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// Character classes of the first byte of a token.
const (
	cOther uint8 = 0
	cSpace uint8 = 1 << iota
	cLetter
	cDigit
)

// scanner cuts the source into tokens.
type scanner struct {
	src   []byte
	off   int
	names *Names
	class [256]uint8
	fail  func(p Pos, format string, args ...any)
}

func newScanner(names *Names, fail func(Pos, string, ...any)) *scanner {
	s := &scanner{names: names, fail: fail}
	for _, c := range []byte(" \t\r\n\f\v") {
		s.class[c] = cSpace
	}
	for c := 'a'; c <= 'z'; c++ {
		s.class[c] = cLetter
		s.class[c-'a'+'A'] = cLetter
	}
	for _, c := range []byte("'~#$^_.?`") {
		s.class[c] = cLetter
	}
	for c := '0'; c <= '9'; c++ {
		s.class[c] = cDigit
	}
	for _, kw := range strings.Fields(keywordText) {
		names.Intern(kw)
	}
	return s
}

// open has the scanner read a source from an offset on.
func (s *scanner) open(src []byte, from int) {
	s.src, s.off = src, from
	if bytes.HasPrefix(src[from:], []byte("\xEF\xBB\xBF")) {
		s.off += 3 // byte order mark
	}
}

// next returns the next token. At the end it keeps returning tEOF.
func (s *scanner) next() token {
	s.skip()
	if s.off >= len(s.src) {
		n := Pos(len(s.src))
		return token{kind: tEOF, pos: n, end: n}
	}
	start := s.off
	var t token
	switch c := s.src[start]; {
	case s.class[c] == cLetter:
		t = s.ident(start)
	case s.class[c] == cDigit:
		t = s.number()
	case c == '\\' && start+1 < len(s.src) && s.class[s.src[start+1]] == cLetter:
		s.off++
		t = s.ident(s.off)
		if t.name <= lastKeyword {
			// The backslash makes an identifier of a keyword; its name must not be the keyword's.
			t.name = s.names.Intern("\\" + s.names.Text(t.name))
		}
	case c == '"':
		t = s.str()
	default:
		t = s.punct(c)
	}
	t.pos, t.end = Pos(start), Pos(s.off)
	return t
}

// skip skips white space, line pragmas, and comments, which nest.
func (s *scanner) skip() {
	for s.off < len(s.src) {
		c := s.src[s.off]
		if s.class[c] == cSpace {
			s.off++
			continue
		}
		if c == '#' && s.pragma() {
			s.line()
			continue
		}
		if c != '/' || s.off+1 >= len(s.src) {
			return
		}
		switch s.src[s.off+1] {
		case '/':
			s.line()
		case '*':
			s.blockComment()
		default:
			return
		}
	}
}

// pragma reports whether a line such as "#line 7 a.c" begins here. Positions remain those of the file itself.
func (s *scanner) pragma() bool {
	rest, ok := bytes.CutPrefix(s.src[s.off:], []byte("#line "))
	rest = bytes.TrimLeft(rest, " -")
	return ok && (s.off == 0 || s.src[s.off-1] == '\n') && len(rest) > 0 && s.class[rest[0]] == cDigit
}

// line skips the rest of the line.
func (s *scanner) line() {
	for s.off < len(s.src) && s.src[s.off] != '\n' {
		s.off++
	}
}

func (s *scanner) blockComment() {
	start := s.off
	depth := 0
	for s.off+1 < len(s.src) {
		switch {
		case s.src[s.off] == '/' && s.src[s.off+1] == '*':
			depth++
			s.off += 2
		case s.src[s.off] == '*' && s.src[s.off+1] == '/':
			depth--
			s.off += 2
			if depth == 0 {
				return
			}
		default:
			s.off++
		}
	}
	s.off = len(s.src)
	s.fail(Pos(start), "comment is not closed")
}

func (s *scanner) ident(start int) token {
	h := uint32(hashSeed)
	i := start
	for i < len(s.src) && s.class[s.src[i]]&(cLetter|cDigit) != 0 {
		h = (h ^ uint32(s.src[i])) * hashPrime
		i++
	}
	s.off = i
	return token{kind: tIdent, name: s.names.intern(s.src[start:i], h)}
}

func (s *scanner) digits(i int) int {
	for i < len(s.src) && s.class[s.src[i]] == cDigit {
		i++
	}
	return i
}

func (s *scanner) at(i int) byte {
	if i < len(s.src) {
		return s.src[i]
	}
	return 0
}

// number scans integers, bit-vector and real literals, and floats far enough to refuse them whole.
func (s *scanner) number() token {
	start := s.off
	k := tInt
	i := s.digits(start)
	if i == start+1 && s.src[start] == '0' && s.at(i) == 'x' {
		s.off = i + 1
		for s.off < len(s.src) && s.class[s.src[s.off]]&(cLetter|cDigit) != 0 {
			s.off++
		}
		b := s.src[start:s.off]
		return token{kind: tFloat, name: s.names.intern(b, hashOf(b))}
	}
	switch c := s.at(i); {
	case c == 'b' && s.at(i+1) == 'v' && s.class[s.at(i+2)] == cDigit:
		k = tBv
		i = s.digits(i + 2)
	case c == '.' && s.class[s.at(i+1)] == cDigit:
		k = tReal
		i = s.exponent(s.digits(i + 1))
	case c == 'e':
		if j := s.exponent(i); j > i {
			k, i = tReal, j
		}
	}
	s.off = i
	b := s.src[start:i]
	return token{kind: k, name: s.names.intern(b, hashOf(b))}
}

func (s *scanner) exponent(i int) int {
	if s.at(i) != 'e' {
		return i
	}
	j := i + 1
	if s.at(j) == '-' {
		j++
	}
	if s.class[s.at(j)] != cDigit {
		return i
	}
	return s.digits(j)
}

// str scans a string. A quote after a backslash ends it only if no later quote on the line can: that is how Boogie
// reads both "a\"b" and "c:\". Only the escapes of quotes and backslashes are undone.
func (s *scanner) str() token {
	start := s.off
	i, end := start+1, 0
	for ; i < len(s.src) && s.src[i] != '\n'; i++ {
		if s.src[i] == '"' {
			end = i
			if s.src[i-1] != '\\' {
				break
			}
		}
	}
	if end == 0 {
		s.off = i
		s.fail(Pos(start), "string is not closed")
		return token{kind: tEOF}
	}
	s.off = end + 1
	b := s.src[start+1 : end]
	if bytes.IndexByte(b, '\\') >= 0 {
		b = []byte(strings.NewReplacer(`\"`, `"`, `\\`, `\`).Replace(string(b)))
	}
	return token{kind: tString, name: s.names.intern(b, hashOf(b))}
}

func (s *scanner) punct(c byte) token {
	k, n := punctuation(c, s.at(s.off+1), s.at(s.off+2), s.at(s.off+3))
	if k == tEOF {
		r, size := utf8.DecodeRune(s.src[s.off:])
		s.fail(Pos(s.off), "unexpected character %q", r)
		s.off += size
		return token{kind: tEOF}
	}
	s.off += n
	return token{kind: k}
}

// punctuation returns the longest token with which the four bytes begin, tEOF if none, and its length.
func punctuation(c, c1, c2, c3 byte) (kind, int) {
	switch c {
	case '(':
		return tLParen, 1
	case ')':
		return tRParen, 1
	case '[':
		return tLBrack, 1
	case ']':
		return tRBrack, 1
	case '{':
		return tLBrace, 1
	case '}':
		return pick(c1 == '|' && c2 != '|', tRCode, 2, tRBrace)
	case ',':
		return tComma, 1
	case ';':
		return tSemi, 1
	case ':':
		if c1 == ':' {
			return tColons, 2
		}
		return pick(c1 == '=', tAssign, 2, tColon)
	case '&':
		return pick(c1 == '&', tAnd, 2, tEOF)
	case '|':
		if c1 == '{' {
			return tLCode, 2
		}
		return pick(c1 == '|', tOr, 2, tBar)
	case '!':
		return pick(c1 == '=', tNe, 2, tNot)
	case '=':
		if c1 == '=' && c2 == '>' {
			return tImplies, 3
		}
		return pick(c1 == '=', tEq, 2, tDefine)
	case '<':
		switch {
		case c1 == '=' && c2 == '=' && c3 == '>':
			return tIff, 4
		case c1 == '=' && c2 == '=':
			return tExplies, 3
		case c1 == '=':
			return tLe, 2
		}
		return pick(c1 == ':' && c2 != ':', tPartial, 2, tLt)
	case '>':
		return pick(c1 == '=', tGe, 2, tGt)
	case '+':
		return pick(c1 == '+', tConcat, 2, tPlus)
	case '-':
		return pick(c1 == '>', tArrow, 2, tMinus)
	case '*':
		return pick(c1 == '*', tPower, 2, tStar)
	case '/':
		return tSlash, 1
	}
	return tEOF, 0
}

// pick chooses between a token of n bytes and one of a single byte.
func pick(long bool, k kind, n int, short kind) (kind, int) {
	if long {
		return k, n
	}
	return short, 1
}
