package cpp

import (
	"strings"
	"unicode/utf8"
)

// flag is a property of a tok.
type flag uint16

const (
	white     flag = 1 << iota // white space before it; of padding: before what it stands for
	bol                        // the first one on its line
	noExpand                   // the name of a macro that was met in its own expansion
	pasteLeft                  // ## is behind it
	stringify                  // # is before it
	made                       // it comes out of a macro
	unwritten                  // padding that stands for no token
	digraph
	raw // a raw string
)

// The kinds of tokens that only this package sees.
const (
	none    Kind = 100 + iota
	padding      // what a macro or an argument leaves where it begins and ends: it says whether there is white space
	param        // of a macro
	header       // <name>
)

// tok is a token on its way.
type tok struct {
	kind      Kind
	flags     flag
	arg       int32 // number of a param
	line, col int32 // of what is made by a macro: where that, or the argument it comes from, is in the file
	sym       *symbol
	text      string // as spelled, but for digraphs
}

// is reports whether the token is a punctuator.
func (t *tok) is(s string) bool { return t.kind == Punct && t.text == s }

// digraphs are other spellings of punctuators.
var digraphs = map[string]string{"<:": "[", ":>": "]", "<%": "{", "%>": "}", "%:": "#", "%:%:": "##"}

// spelled returns the text as it is in the source.
func (t *tok) spelled() string {
	if t.flags&digraph != 0 {
		for d, p := range digraphs {
			if p == t.text {
				return d
			}
		}
	}
	return t.text
}

// lexer makes tokens of a text.
type lexer struct {
	src   string // after clean
	notes []note
	next  int // where the first of the notes is
	at    int
	line  int32
	start int   // the column of a byte is its distance from here, plus 1
	width int32 // of the line before, with its end
	fresh bool  // nothing is on the line so far
	std   Std
	syms  *symbols

	directive bool // the text ends with the line
	headers   bool // < begins the name of a header
	args      bool // ends of lines are white space
	skipping  bool // nothing is looked up or complained of
	fault     func(line, col int32, msg string)
}

func newLexer(text string, std Std, syms *symbols, fault func(line, col int32, msg string)) lexer {
	l := lexer{std: std, syms: syms, fault: fault, line: 1, fresh: true, next: noNote}
	l.src, l.notes = clean(text, std)
	if len(l.notes) > 0 {
		l.next = l.notes[0].at
	}
	return l
}

// pass goes over the notes up to a place.
func (l *lexer) pass(at int) {
	for l.next <= at {
		if n := &l.notes[0]; n.line > 0 {
			l.line += n.line
			l.start = n.at
		} else {
			l.start -= n.skip
		}
		if l.notes = l.notes[1:]; len(l.notes) > 0 {
			l.next = l.notes[0].at
		} else {
			l.next = noNote
		}
	}
}

// newline goes over the end of a line.
func (l *lexer) newline() {
	l.pass(l.at)
	l.width = int32(l.at - l.start + 1)
	l.at++
	l.line++
	l.start = l.at
}

// space goes over white space.
func (l *lexer) space(t *tok) {
	for l.at < len(l.src) {
		switch l.src[l.at] {
		case ' ', '\t', '\f', '\v', 0:
			l.at++
			t.flags |= white
		case '\n':
			if l.directive {
				return
			}
			l.newline()
			l.fresh = true
			t.flags &^= white
			if l.args {
				t.flags |= white
			}
		case '/':
			if !l.comment() {
				return
			}
			t.flags |= white
		default:
			return
		}
	}
}

// comment goes over a comment.
func (l *lexer) comment() bool {
	rest := l.src[l.at:]
	switch {
	case strings.HasPrefix(rest, "//"):
		if i := strings.IndexByte(rest, '\n'); i >= 0 {
			l.at += i
		} else {
			l.at = len(l.src)
		}
		return true
	case strings.HasPrefix(rest, "/*"):
		i := strings.Index(rest[2:], "*/")
		if i < 0 {
			l.pass(l.at)
			l.fault(l.line, int32(l.at-l.start+1), "unterminated comment")
			l.at = len(l.src)
			return true
		}
		end := l.at + i + 4
		for {
			n := strings.IndexByte(l.src[l.at:end], '\n')
			if n < 0 {
				break
			}
			l.at += n
			l.newline()
		}
		l.at = end
		return true
	}
	return false
}

// token reads the next token: EOF at the end.
func (l *lexer) token(t *tok) {
	*t = tok{}
	l.space(t)
	if l.next <= l.at {
		l.pass(l.at)
	}
	if l.fresh {
		t.flags |= bol
	}
	t.line, t.col = l.line, int32(l.at-l.start+1)
	if l.at >= len(l.src) || l.src[l.at] == '\n' {
		if l.fresh && l.line > 1 && !l.directive {
			t.line, t.col = l.line-1, l.width // as gcc has it
		}
		return
	}
	l.fresh = false
	from := l.at
	c := l.src[from]
	switch {
	case identByte[c] == 1 || (c >= utf8.RuneSelf || c == '\\') && l.wide(true):
		l.ident(t)
		return
	case identByte[c] == 2 || c == '.' && from+1 < len(l.src) && isDigit(l.src[from+1]):
		t.kind = Number
		l.number()
	case c == '"' || c == '\'':
		l.quoted(t, from)
	case l.headers && c == '<' && l.header():
		t.kind = header
	default:
		if n := l.punctuator(t); n > 0 {
			l.at += n
			return
		}
		t.kind = Other
		_, n := utf8.DecodeRuneInString(l.src[from:])
		l.at += n
	}
	t.text = l.src[from:l.at]
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// wide reports whether a character beyond ASCII that identifiers may have is next.
func (l *lexer) wide(first bool) bool {
	_, n := wideIdent(l.src[l.at:], first)
	return n > 0
}

// word goes over the characters of an identifier. wide says that some are beyond ASCII, or spelled as \u.
func (l *lexer) word() (wide bool) {
	for l.at < len(l.src) {
		c := l.src[l.at]
		if identByte[c] != 0 {
			l.at++
			continue
		}
		if c < utf8.RuneSelf && c != '\\' {
			break
		}
		_, n := wideIdent(l.src[l.at:], false)
		if n == 0 {
			break
		}
		wide = true
		l.at += n
	}
	return wide
}

// ident reads an identifier, or a string or character with a prefix.
func (l *lexer) ident(t *tok) {
	from := l.at
	wide := l.word()
	t.text = l.src[from:l.at]
	if l.at < len(l.src) && (l.src[l.at] == '"' || l.src[l.at] == '\'') {
		quote := l.src[l.at]
		prefix, isRaw := strings.CutSuffix(t.text, "R")
		switch {
		case isRaw && (quote == '\'' || l.std != Gnu17):
		case prefix == "" || prefix == "L", (prefix == "u" || prefix == "U" || prefix == "u8" && quote == '"') &&
			l.std != C99:
			if isRaw {
				l.rawString(t, from)
			} else {
				l.quoted(t, from)
				t.text = l.src[from:l.at]
			}
			return
		}
	}
	t.kind = Ident
	if l.skipping {
		return
	}
	name := t.text
	if wide {
		name = plain(name)
	}
	t.sym = l.syms.get(name)
}

// number goes over a preprocessing number.
func (l *lexer) number() {
	for l.at < len(l.src) {
		c := l.src[l.at]
		switch {
		case identByte[c] != 0 || c == '.':
			l.at++
			if c |= 0x20; (c == 'e' || c == 'p') && l.at < len(l.src) && (l.src[l.at] == '+' || l.src[l.at] == '-') {
				l.at++
			}
		case c >= utf8.RuneSelf || c == '\\':
			_, n := wideIdent(l.src[l.at:], false)
			if n == 0 {
				return
			}
			l.at += n
		default:
			return
		}
	}
}

// quoted reads a string or a character. The rest of a line that does not end it is an Other.
func (l *lexer) quoted(t *tok, from int) {
	quote := l.src[l.at]
	t.kind = String
	if quote == '\'' {
		t.kind = Char
	}
	for l.at++; l.at < len(l.src) && l.src[l.at] != '\n'; l.at++ {
		switch l.src[l.at] {
		case quote:
			l.at++
			return
		case '\\':
			if l.at+1 < len(l.src) && l.src[l.at+1] != '\n' {
				l.at++
			}
		}
	}
	t.kind = Other
}

// maxDelimiter is how long the delimiter of a raw string may be.
const maxDelimiter = 16

// rawString reads R"x(...)x", in which lines are not spliced.
func (l *lexer) rawString(t *tok, from int) {
	body := l.at + 1
	open := strings.IndexAny(l.src[body:min(len(l.src), body+maxDelimiter+1)], "( )\\\t\v\f\n\"")
	if open < 0 || l.src[body+open] != '(' {
		l.fault(t.line, t.col, "invalid delimiter of a raw string")
		l.quoted(t, from)
		t.text = l.src[from:l.at]
		return
	}
	closing := ")" + l.src[body:body+open] + `"`
	n := strings.Index(l.src[body+open:], closing)
	if n < 0 {
		l.fault(t.line, t.col, "unterminated raw string")
		n = len(l.src) - body - open - len(closing)
	}
	end := body + open + n + len(closing)
	var b strings.Builder
	for l.at = from; l.at < end; {
		for i := 0; i < len(l.notes) && l.notes[i].at <= l.at; i++ {
			b.WriteString(l.notes[i].text)
		}
		l.pass(l.at)
		c := l.src[l.at]
		b.WriteByte(c)
		if c == '\n' {
			l.newline()
		} else {
			l.at++
		}
	}
	t.kind, t.flags, t.text = String, t.flags|raw, b.String()
}

// header goes over <name>.
func (l *lexer) header() bool {
	rest := l.src[l.at:]
	i := strings.IndexAny(rest, ">\n")
	if i < 0 || rest[i] != '>' {
		return false
	}
	l.at += i + 1
	return true
}

// punctuators are all of them, the longer ones first.
var punctuators = func() (t [128][]string) {
	for _, p := range strings.Fields(`%:%: ... <<= >>= -> ++ -- << >> <= >= == != && || *= /= %= += -= &= ^= |= ## <: :>
		<% %> %: :: [ ] ( ) { } . & * + - ~ ! / % < > ^ | ? : ; = , #`) {
		t[p[0]] = append(t[p[0]], p)
	}
	return t
}()

// punctuator reads a punctuator, and returns its length: 0 if there is none.
func (l *lexer) punctuator(t *tok) int {
	c := l.src[l.at]
	if c >= utf8.RuneSelf {
		return 0
	}
	rest := l.src[l.at:]
	for _, p := range punctuators[c] {
		if len(p) > 1 && !strings.HasPrefix(rest, p) || p == "::" && l.std != Gnu17 {
			continue
		}
		t.kind, t.text = Punct, p
		if c != '<' && c != ':' && c != '%' {
			return len(p)
		}
		if d := digraphs[p]; len(p) > 1 && d != "" {
			t.text = d
			t.flags |= digraph
		}
		return len(p)
	}
	return 0
}
