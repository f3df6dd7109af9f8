package boogie

import (
	"bytes"
	"strings"

	"github.com/muster-smt/muster/verifier/prog"
)

// maxText limits the text of a statement that is shown.
const maxText = 400

// text is that of a file.
type text struct {
	text  []byte
	lines []int // where each begins
}

func newText(all []byte) *text {
	s := &text{text: all, lines: []int{0}}
	for i, c := range all {
		if c == '\n' {
			s.lines = append(s.lines, i+1)
		}
	}
	return s
}

// from returns the text from a position on.
func (s *text) from(at prog.Pos) []byte {
	if at.Line < 1 || int(at.Line) > len(s.lines) || at.Col < 1 {
		return nil
	}
	i := s.lines[at.Line-1] + int(at.Col) - 1
	if i > len(s.text) {
		return nil
	}
	return s.text[i:]
}

// statement is the text at a position: attributes are apart, and space is reduced.
type statement struct {
	word  string // the first one, if it is a keyword of statements or clauses
	text  string
	attrs string
	cond  string // of if, while, assume, assert and clauses
}

// keywords begin statements and clauses; the statements whose text ends with a condition in parentheses come first.
var keywords = [...]string{
	"if", "while", "assume", "assert", "havoc", "call", "goto", "return", "break", "requires", "ensures", "invariant",
	"free",
	"procedure", "implementation", "axiom", "var", "const", "async",
}

// at reads the statement or clause at a position.
func (s *text) at(pos prog.Pos) statement {
	rest := s.from(pos)
	if len(rest) == 0 {
		return statement{}
	}
	var st statement
	for _, k := range keywords {
		if bytes.HasPrefix(rest, []byte(k)) && (len(rest) == len(k) || !letter(rest[len(k)])) {
			st.word = k
		}
	}
	l := lexer{text: rest}
	st.text = l.statement(st.word == "if" || st.word == "while")
	st.attrs = l.attrs.String()
	switch st.word {
	case "if", "while":
		st.cond = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(strings.TrimPrefix(st.text, st.word)), "("), ")")
	case "assume", "assert", "requires", "ensures", "invariant":
		st.cond = strings.TrimSuffix(strings.TrimSpace(strings.TrimPrefix(st.text, st.word)), ";")
	}
	return st
}

// marked reports whether a statement has an attribute.
func (st *statement) marked(attr string) bool {
	rest, ok := strings.CutPrefix(st.attrs[strings.Index(st.attrs, "{:"+attr)+1:], ":"+attr)
	return ok && strings.Contains(st.attrs, "{:"+attr) && rest != "" && !letter(rest[0])
}

// callee returns the name of the procedure that a call calls.
func (st *statement) callee() string {
	text, _, _ := strings.Cut(strings.TrimPrefix(st.text, "call"), "(")
	if _, after, ok := strings.Cut(text, ":="); ok {
		text = after
	}
	return strings.TrimSpace(text)
}

func letter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("_$.#'~^?\\`", c) >= 0
}

// lexer reads one statement.
type lexer struct {
	text  []byte
	out   strings.Builder
	attrs strings.Builder
	space bool
}

// statement returns the text up to the semicolon, or up to the parenthesis that closes the first one.
func (l *lexer) statement(paren bool) string {
	depth, quoted := 0, false
	for i := 0; i < len(l.text) && l.out.Len() < maxText; i++ {
		c := l.text[i]
		switch {
		case quoted:
			quoted = c != '"'
		case c == '"':
			quoted = true
		case bytes.HasPrefix(l.text[i:], []byte("//")):
			i += max(bytes.IndexByte(l.text[i:], '\n'), 1)
			l.space = true
			continue
		case bytes.HasPrefix(l.text[i:], []byte("/*")):
			i += max(bytes.Index(l.text[i:], []byte("*/")), 1) + 1
			l.space = true
			continue
		case bytes.HasPrefix(l.text[i:], []byte("{:")) && !paren:
			i += l.attribute(l.text[i:])
			continue
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			l.space = true
			continue
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth == 0 && paren {
				l.add(c)
				return l.out.String()
			}
		case c == ';' && depth == 0, c == '{' && paren:
			l.add(c)
			return l.out.String()
		}
		l.add(c)
	}
	return l.out.String() + " ..."
}

func (l *lexer) add(c byte) {
	if l.space && l.out.Len() > 0 {
		l.out.WriteByte(' ')
	}
	l.space = false
	l.out.WriteByte(c)
}

// attribute notes an attribute, and returns how long it is, but for the last byte.
func (l *lexer) attribute(text []byte) int {
	quoted, depth := false, 0
	for i, c := range text {
		switch {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth == 0 {
				l.attrs.Write(text[:i+1])
				l.space = true
				return i
			}
		}
	}
	return len(text)
}
