package cpp

import (
	"fmt"
	"strconv"
	"strings"
)

// directive is the word behind #.
type directive uint8

const (
	notDirective directive = iota
	ifDirective
	ifdefDirective
	ifndefDirective
	elifDirective
	elifdefDirective
	elifndefDirective
	elseDirective
	endifDirective // the last one of those that are obeyed in groups that are skipped
	defineDirective
	undefDirective
	includeDirective
	includeNextDirective
	importDirective
	lineDirective
	errorDirective
	warningDirective
	pragmaDirective
	identDirective
	sccsDirective
	assertDirective
	unassertDirective
)

var directives = [...]string{
	ifDirective: "if", ifdefDirective: "ifdef", ifndefDirective: "ifndef", elifDirective: "elif",
	elifdefDirective: "elifdef", elifndefDirective: "elifndef", elseDirective: "else", endifDirective: "endif",
	defineDirective: "define", undefDirective: "undef", includeDirective: "include",
	includeNextDirective: "include_next", importDirective: "import", lineDirective: "line", errorDirective: "error",
	warningDirective: "warning", pragmaDirective: "pragma", identDirective: "ident", sccsDirective: "sccs",
	assertDirective: "assert", unassertDirective: "unassert",
}

// String returns the word.
func (d directive) String() string { return directives[d] }

// obey obeys a directive. It reports whether a Pragma is in the place of it, which t becomes.
func (p *preprocessor) obey(t *tok) bool {
	b := p.buf
	prevent, parsing, skipping := p.prevent, p.parsing, p.skipping
	p.parse(noArguments)
	p.prevent, p.directive, b.directive, b.skipping = 0, true, true, false
	var name tok
	b.token(&name)
	var open func()
	keep := false
	d := notDirective
	if name.kind == Ident {
		d = name.sym.directive
	}
	if d != ifndefDirective && d != endifDirective || b.state != unguarded && d == ifndefDirective {
		b.state = b.state.token()
	}
	switch {
	case d != notDirective && d <= endifDirective:
		p.conditional(d, &name)
	case skipping || name.kind == EOF:
	case d == pragmaDirective:
		*t, keep = p.pragmaLine(&name)
	case d != notDirective:
		open = p.simple(d, &name)
	case name.kind == Number:
		p.marker(&name, true)
	default:
		p.fail(&name, "invalid preprocessing directive #%s", name.text)
	}
	p.rest()
	p.prevent, p.directive, b.directive, b.skipping = prevent, false, false, p.skipping
	p.parse(parsing)
	if open != nil {
		open()
		p.parse(parsing)
	}
	return keep
}

// rest goes to the end of the line.
func (p *preprocessor) rest() {
	p.buf.ahead = tok{}
	p.buf.skipping = true
	var t tok
	for p.buf.lexer.token(&t); t.kind != EOF; p.buf.lexer.token(&t) {
	}
}

// line reads the rest of the line without expanding it.
func (p *preprocessor) line() []tok {
	var toks []tok
	var t tok
	for p.buf.token(&t); t.kind != EOF; p.buf.token(&t) {
		toks = append(toks, t)
	}
	return toks
}

// extra warns of tokens that do not belong to a directive.
func (p *preprocessor) extra(d directive) {
	var t tok
	if p.buf.token(&t); t.kind != EOF {
		p.warn(&t, fmt.Sprintf("extra tokens at end of #%s directive", d))
	}
}

// simple obeys a directive that is no conditional. If it is to open a file, it returns how.
func (p *preprocessor) simple(d directive, name *tok) (open func()) {
	switch d {
	case defineDirective:
		p.define()
	case undefDirective:
		name := p.macroName("undef")
		s := name.sym
		if s.builtin != notBuiltin && s.macro == nil {
			p.warn(&name, fmt.Sprintf("undefining %q", s.name))
		}
		s.macro, s.builtin = nil, notBuiltin
		p.extra(d)
	case includeDirective, includeNextDirective, importDirective:
		return p.include(d)
	case lineDirective:
		var t tok
		p.skipPadding(&t)
		p.marker(&t, false)
	case errorDirective:
		p.fail(name, "%s", strings.TrimSpace("#error "+line(p.line())))
	case warningDirective:
		p.warn(name, strings.TrimSpace("#warning "+line(p.line())))
	case identDirective, sccsDirective:
		var t tok
		if p.skipPadding(&t); t.kind != String {
			p.fail(&t, "invalid #%s directive", d)
		}
		p.extra(d)
	default:
		p.fail(name, "#%s is not supported", d)
	}
	return nil
}

// pragmaLine obeys #pragma.
func (p *preprocessor) pragmaLine(name *tok) (tok, bool) {
	toks := p.line()
	text, keep := p.pragma(name, toks)
	return tok{kind: Pragma, flags: bol, text: text, line: name.line, col: name.col}, keep
}

// maxLine bounds the numbers of lines, as in gcc.
const maxLine = 1<<31 - 1

// marker obeys #line 7 "a.c" and # 7 "a.c" 1 3: they change __LINE__ and __FILE__. t is the number.
func (p *preprocessor) marker(t *tok, flags bool) {
	who := "#line"
	if flags {
		who = "#"
	}
	n, err := strconv.ParseUint(t.text, 10, 32)
	if t.kind != Number || err != nil && strings.Trim(t.text, "0123456789") != "" {
		p.fail(t, "%q after %s is not a positive integer", t.text, who)
	}
	if !flags && (n == 0 || n > maxLine || err != nil) {
		p.warn(t, "line number out of range")
	}
	p.skipPadding(t)
	name := p.buf.name
	switch {
	case t.kind == String && t.text[0] == '"':
		name = t.text[1 : len(t.text)-1]
		p.skipPadding(t)
	case t.kind != EOF:
		p.fail(t, "%q is not a valid filename", t.text)
	}
	for ; t.kind != EOF; p.skipPadding(t) {
		switch {
		case !flags:
			p.warn(t, "extra tokens at end of #line directive")
		case t.text == "1":
			p.markers++
		case t.text == "2" && p.markers > 0:
			p.markers--
		}
	}
	p.buf.name = name
	p.buf.delta = int32(uint32(n)) - p.buf.line - 1
}

// cond is a conditional that is open.
type cond struct {
	kind      directive
	line, col int32
	skipped   bool // all of it is in a group that is skipped
	taken     bool // one of its groups is for us
	last      bool // there was #else
}

// conditional obeys #if and those that belong to it.
func (p *preprocessor) conditional(d directive, name *tok) {
	switch d {
	case ifDirective, ifdefDirective, ifndefDirective:
		c := cond{kind: d, line: name.line, col: name.col, skipped: p.skipping}
		if !c.skipped {
			c.taken = p.holds(d)
		}
		p.conds = append(p.conds, c)
		p.skipping = !c.taken
		return
	}
	if len(p.conds) == p.buf.conds {
		p.fail(name, "#%s without #if", d)
	}
	c := &p.conds[len(p.conds)-1]
	outermost := len(p.conds) == p.buf.conds+1
	if d == endifDirective {
		if !c.skipped {
			p.extra(d)
		}
		if outermost && p.buf.state == inGuard {
			p.buf.state = guarded
		} else {
			p.buf.state = p.buf.state.token()
		}
		p.skipping = c.skipped
		p.conds = p.conds[:len(p.conds)-1]
		return
	}
	if c.last {
		p.fail(name, "#%s after #else", d)
	}
	if outermost {
		p.buf.state = noGuard
	}
	c.last = d == elseDirective
	c.kind = d
	switch {
	case c.skipped || c.taken:
		p.skipping = true
	case d == elseDirective:
		p.extra(d)
		p.skipping, c.taken = false, true
	default:
		p.skipping = false // while the condition is read
		c.taken = p.holds(d)
		p.skipping = !c.taken
	}
}

// holds evaluates the condition of a directive.
func (p *preprocessor) holds(d directive) bool {
	switch d {
	case ifDirective, elifDirective:
		return p.condition(d)
	}
	s := p.macroName(d.String()).sym
	if d == ifndefDirective && p.buf.state == unguarded {
		p.buf.state, p.buf.guard = inGuard, s
	}
	p.extra(d)
	return s.defined() == (d == ifdefDirective || d == elifdefDirective)
}
