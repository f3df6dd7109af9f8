package syntax

import (
	"fmt"
	"strings"

	"github.com/muster-smt/muster/verifier/c/cpp"
)

// The parser recurses over what is nested, so there are bounds for it, and for what a structure has.
const (
	maxDepth   = 4000
	maxMembers = 1 << 16 // those of members included, but for arrays
)

// parser reads one translation unit.
type parser struct {
	*types
	files   *cpp.Files
	unit    *Unit
	toks    []cpp.Token // without pragmas; the last one is the end
	closing []int32     // where the brackets among them are closed
	at      int
	depth   int

	modes  []mode // what pragmas say, by tokens
	scope  *scope
	linked map[string]*Object // with linkage
	tags   []named            // the structures, in their order
	fn     *function
	weak   map[string]Pos    // #pragma weak
	anyLen Pos               // of the last [*]
	later  []*Stmt           // declarations of hidden objects that come before what is read
	names  map[string]string // #pragma redefine_extname

	library bool // it is a unit of the library
	reads   bool // what functions of the library read is asked about
	packs   bool // what hands on all variable arguments has been read
}

// named is a structure with a name that is the same in other translation units: that of its tag, or the place of its
// first member.
type named struct {
	name string
	typ  *Type
}

// fail ends the reading of a unit.
func (p *parser) fail(at Pos, format string, args ...any) {
	msg := fmt.Sprintf(format, args...)
	if len(msg) > longest {
		msg = strings.ToValidUTF8(msg[:longest], "") + "..."
	}
	panic(p.files.Fault(at, msg))
}

// longest is how long a message may be, which may mention what it is about.
const longest = 300

func (p *parser) warn(at Pos, format string, args ...any) {
	p.unit.Warnings = append(p.unit.Warnings, Warning{Pos: at, Msg: fmt.Sprintf(format, args...)})
}

// deeper counts what is nested; what it returns is to be called at the end of that.
func (p *parser) deeper() func() {
	if p.depth++; p.depth > maxDepth {
		p.fail(p.pos(), "brackets are nested too deeply, or operators or statements")
	}
	return func() { p.depth-- }
}

func (p *parser) tok() *cpp.Token { return &p.toks[p.at] }

// peek returns a token further on.
func (p *parser) peek(n int) *cpp.Token { return &p.toks[min(p.at+n, len(p.toks)-1)] }

func (p *parser) pos() Pos { return p.toks[p.at].Pos }

func (p *parser) advance() {
	if p.at < len(p.toks)-1 {
		p.at++
	}
}

// is reports whether the next token is a punctuator, or a word.
func (p *parser) is(text string) bool {
	t := p.tok()
	return t.Text == text && (t.Kind == cpp.Punct || t.Kind == cpp.Ident)
}

// accept reads a token if it is the next one.
func (p *parser) accept(text string) bool {
	if !p.is(text) {
		return false
	}
	p.advance()
	return true
}

// expect reads a token that has to be there.
func (p *parser) expect(text string) {
	if !p.accept(text) {
		p.expected("'" + text + "'")
	}
}

// closed reports whether the brace that closes one at a place is next, and reads it.
func (p *parser) closed(open Pos) bool {
	if p.tok().Kind == cpp.EOF {
		p.fail(open, "expected '}' before end of input")
	}
	return p.accept("}")
}

// expected fails since something else is there, in gcc's words.
func (p *parser) expected(what string) {
	p.fail(p.pos(), "expected %s before %s", what, p.found())
}

// found says what the next token is.
func (p *parser) found() string {
	kinds := map[cpp.Kind]string{cpp.EOF: "end of input", cpp.Number: "numeric constant", cpp.Char: "character constant",
		cpp.String: "string constant"}
	switch t := p.tok(); {
	case kinds[t.Kind] != "":
		return kinds[t.Kind]
	case t.Kind == cpp.Ident && !keyword(t.Text):
		return "identifier '" + t.Text + "'"
	default:
		return "'" + t.Text + "' token"
	}
}

// name reads an identifier that is no keyword; "" if there is none.
func (p *parser) name() string {
	if t := p.tok(); t.Kind == cpp.Ident && !keyword(t.Text) {
		p.advance()
		return t.Text
	}
	return ""
}

// someName reads an identifier that is no keyword and has to be there.
func (p *parser) someName(otherwise string) string {
	name := p.name()
	if name == "" {
		p.expected(otherwise)
	}
	return name
}

// since returns the tokens from one on that are read.
func (p *parser) since(start int) []cpp.Token { return p.toks[start:p.at:p.at] }

// text returns what tokens say, with the blanks of the source.
func text(list []cpp.Token) string {
	var b strings.Builder
	for i, t := range list {
		if i > 0 && (t.Space || t.First) {
			b.WriteByte(' ')
		}
		b.WriteString(t.Text)
	}
	return b.String()
}

// skip goes behind the bracket that closes the one that is next.
func (p *parser) skip() {
	end := p.closing[p.at]
	if end == 0 {
		p.fail(p.pos(), "'%s' is not closed", p.tok().Text)
	}
	p.at = int(end) + 1
}

// pair notes where brackets are closed: at 0 if they are not.
func (p *parser) pair() {
	p.closing = make([]int32, len(p.toks))
	var open []int32
	for i := range p.toks {
		t := &p.toks[i]
		if t.Kind != cpp.Punct || len(t.Text) != 1 {
			continue
		}
		switch t.Text {
		case "(", "[", "{":
			open = append(open, int32(i))
		case ")", "]", "}":
			if n := len(open); n > 0 {
				p.closing[open[n-1]] = int32(i)
				open = open[:n-1]
			}
		}
	}
}

// canonical returns how a keyword of gcc is written that has several spellings.
func canonical(s string) string {
	if len(s) < 3 || s[0] != '_' || s[1] != '_' {
		return s
	}
	switch s {
	case "__attribute":
		return "__attribute__"
	case "__real", "__imag":
		return s + "__"
	case "__alignof", "__alignof__":
		return "_Alignof"
	case "__complex__", "__complex":
		return "_Complex"
	case "__thread":
		return "_Thread_local"
	case "__const", "__const__", "__volatile", "__volatile__", "__signed", "__signed__", "__inline", "__inline__",
		"__restrict", "__restrict__", "__asm", "__asm__",
		"__typeof", "__typeof__":
		return strings.TrimSuffix(s[2:], "__")
	}
	return s
}
