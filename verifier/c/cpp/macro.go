package cpp

import (
	"fmt"
	"slices"
)

// macro is a definition.
type macro struct {
	params   []*symbol
	function bool
	variadic bool // the last parameter takes the remaining arguments
	named    bool // it has a name of its own: args...
	optional bool // there is __VA_OPT__ in the body
	body     []tok
}

// define obeys #define.
func (p *preprocessor) define() {
	name := p.macroName("define")
	s := name.sym
	m := &macro{}
	defer func() {
		for _, q := range m.params {
			q.param = 0
		}
	}()
	var t tok
	p.buf.token(&t)
	if t.is("(") && t.flags&white == 0 {
		p.parameters(m)
		p.buf.token(&t)
	} else if t.kind != EOF && t.flags&white == 0 {
		p.warn(&t, "ISO C99 requires whitespace after the macro name")
	}
	p.body(m, &t)
	if s.builtin != notBuiltin && s.macro == nil {
		p.warn(&name, fmt.Sprintf("redefining %q", s.name))
	} else if s.macro != nil && !s.macro.same(m) {
		p.warn(&name, fmt.Sprintf("%q redefined", s.name))
	}
	s.builtin = notBuiltin
	s.macro = m
}

// macroName reads the name of a macro that is to be defined, undefined or asked for.
func (p *preprocessor) macroName(directive string) (t tok) {
	p.buf.token(&t)
	switch {
	case t.kind == EOF:
		p.fail(&t, "no macro name given in #%s directive", directive)
	case t.kind != Ident:
		p.fail(&t, "macro names must be identifiers")
	case t.sym == p.syms.defined && (directive == "define" || directive == "undef"):
		p.fail(&t, "\"defined\" cannot be used as a macro name")
	}
	p.checkName(&t)
	return t
}

// parameters reads the parameters of a macro.
func (p *preprocessor) parameters(m *macro) {
	m.function = true
	add := func(t *tok, s *symbol) {
		if s.param > 0 {
			p.fail(t, "duplicate macro parameter %q", s.name)
		}
		m.params = append(m.params, s)
		s.param = int32(len(m.params))
	}
	var t tok
	for {
		p.buf.token(&t)
		switch {
		case t.is(")") && len(m.params) == 0:
			return
		case t.is("..."):
			m.variadic = true
			add(&t, p.syms.vaArgs)
			p.buf.token(&t)
		case t.kind == Ident:
			if t.sym == p.syms.vaArgs {
				p.warn(&t, "__VA_ARGS__ can only appear in the expansion of a C99 variadic macro")
			}
			add(&t, t.sym)
			if p.buf.token(&t); t.is("...") {
				m.variadic, m.named = true, true
				p.buf.token(&t)
			}
		case t.kind == EOF:
			p.fail(&t, "expected ')' before end of line")
		default:
			p.fail(&t, "expected parameter name, found %q", t.text)
		}
		switch {
		case t.is(")"):
			return
		case t.kind == EOF:
			p.fail(&t, "expected ')' before end of line")
		case m.variadic:
			p.fail(&t, "expected ')' after \"...\"")
		case !t.is(","):
			p.fail(&t, "expected ',' or ')', found %q", t.text)
		}
	}
}

// body reads what a macro stands for. t is its first token.
func (p *preprocessor) body(m *macro, t *tok) {
	opt := options{p: p, macro: m}
	pasting := false // the last token was ##
	var body []tok
	for ; ; p.buf.token(t) {
		if t.kind == Ident {
			p.checkName(t)
			if n := t.sym.param; n > 0 {
				t.kind, t.arg = param, n
			} else if t.sym == p.syms.vaArgs && !m.variadic {
				p.warn(t, "__VA_ARGS__ can only appear in the expansion of a C99 variadic macro")
			}
		}
		if n := len(body); m.function && n > 0 && body[n-1].is("#") {
			switch {
			case t.kind == param || m.variadic && t.kind == Ident && t.sym == p.syms.vaOpt:
				t.flags = t.flags&^white | stringify | body[n-1].flags&white
				body = body[:n-1]
			default:
				p.fail(&body[n-1], "'#' is not followed by a macro parameter")
			}
		}
		if t.kind == EOF {
			break
		}
		if t.is("##") {
			if len(body) == 0 {
				p.fail(t, "'##' cannot appear at either end of a macro expansion")
			}
			body[len(body)-1].flags |= pasteLeft
			pasting = true
		} else {
			body = append(body, *t)
			pasting = false
		}
		opt.update(t)
	}
	switch {
	case pasting:
		p.fail(t, "'##' cannot appear at either end of a macro expansion")
	case opt.depth > 0:
		p.fail(&opt.at, "unterminated __VA_OPT__")
	}
	if len(body) > 0 {
		body[0].flags &^= white
	}
	m.body = body
}

// same reports whether a definition may be repeated so.
func (m *macro) same(o *macro) bool {
	const matter = white | pasteLeft | stringify | digraph
	return m.function == o.function && m.variadic == o.variadic && slices.Equal(m.params, o.params) &&
		slices.EqualFunc(m.body, o.body, func(a, b tok) bool {
			return a.kind == b.kind && a.text == b.text && a.flags&matter == b.flags&matter
		})
}

// options follows __VA_OPT__(...) through the body of a macro.
type options struct {
	p      *preprocessor
	macro  *macro
	rest   *arg // the variable arguments; nil while the macro is defined
	depth  int  // 0: outside; 1: ( must follow; 2: behind it; then 1 more for each (
	asked  bool // whether there are variable arguments is known
	empty  bool // there are none
	pasted bool // the last token was ##
	at     tok  // __VA_OPT__
}

// place says what a token of a macro is with respect to __VA_OPT__.
type place uint8

const (
	kept    place = iota
	dropped       // not part of what the macro stands for
	begins
	ends
)

// update looks at the next token.
func (o *options) update(t *tok) place {
	if !o.macro.variadic {
		return kept
	}
	switch {
	case t.kind == Ident && t.sym == o.p.syms.vaOpt:
		if o.depth > 0 {
			o.p.fail(t, "__VA_OPT__ may not appear in a __VA_OPT__")
		}
		o.macro.optional = true
		o.depth, o.at = 1, *t
		return begins
	case o.depth == 0:
		return kept
	case o.depth == 1:
		if !t.is("(") {
			o.p.fail(&o.at, "__VA_OPT__ must be followed by an open parenthesis")
		}
		o.depth = 2
		o.ask()
		return dropped
	}
	if o.depth == 2 {
		if t.is("##") {
			o.p.fail(t, "'##' cannot appear at either end of __VA_OPT__")
		}
		o.depth = 3
	}
	pasted := o.pasted
	o.pasted = t.is("##")
	switch {
	case t.is("("):
		o.depth++
	case t.is(")"):
		if o.depth--; o.depth == 2 {
			o.depth = 0
			if pasted && o.rest == nil {
				o.p.fail(t, "'##' cannot appear at either end of __VA_OPT__")
			}
			return ends
		}
	}
	if o.empty {
		return dropped
	}
	return kept
}

// ask finds out whether there are variable arguments.
func (o *options) ask() {
	if o.asked || o.rest == nil {
		return
	}
	o.p.expand(o.rest)
	o.asked = true
	o.empty = !slices.ContainsFunc(o.rest.expanded, func(t tok) bool { return t.kind != padding })
}
