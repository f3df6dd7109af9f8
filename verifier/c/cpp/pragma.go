package cpp

import "strings"

// pragma obeys what is meant for the preprocessor, and returns the text of what is not. toks are behind #pragma.
func (p *preprocessor) pragma(at *tok, toks []tok) (text string, keep bool) {
	word := func(i int) string {
		if i < len(toks) && toks[i].kind == Ident {
			return toks[i].sym.name
		}
		return ""
	}
	switch {
	case len(toks) == 0:
		return "", false // it asks for nothing
	case word(0) == "once":
		if len(p.bufs) == 1 {
			p.warn(at, "#pragma once in main file")
		} else if f := p.loaded[p.buf.path]; f != nil {
			*f.once = true
		}
		return "", false
	case word(0) == "push_macro" || word(0) == "pop_macro":
		p.keepMacro(toks)
		return "", false
	case word(0) == "redefine_extname" || word(0) == "scalar_storage_order":
		a := arg{toks: p.toks.keep(toks[1:])}
		p.expand(&a)
		return line(append(toks[:1:1], a.expanded...)), true
	case word(0) != "GCC":
	case word(1) == "poison":
		p.poison(toks[2:])
		return "", false
	case word(1) == "error":
		p.fail(&toks[len(toks)-1], "%s", diagnostic(toks[2:]))
	case word(1) == "warning":
		p.warn(&toks[1], diagnostic(toks[2:]))
		return "", false
	}
	return line(toks), true
}

// diagnostic returns the text of #pragma GCC error or warning.
func diagnostic(toks []tok) string {
	var b strings.Builder
	for _, t := range toks {
		if t.kind == String {
			b.WriteString(strings.Trim(t.text, `"`))
		}
	}
	return b.String()
}

// line returns tokens as they are in the source.
func line(toks []tok) string {
	var b strings.Builder
	for i := range toks {
		t := &toks[i]
		if b.Len() > 0 && t.flags&white != 0 {
			b.WriteByte(' ')
		}
		b.WriteString(t.spelled())
	}
	return b.String()
}

// keepMacro obeys #pragma push_macro("x") and pop_macro.
func (p *preprocessor) keepMacro(toks []tok) {
	if len(toks) < 4 || !toks[1].is("(") || toks[2].kind != String || !toks[3].is(")") {
		p.warn(&toks[0], "invalid #pragma "+toks[0].text+" directive")
		return
	}
	s := p.syms.get(strings.Trim(toks[2].text, `"`))
	if toks[0].text == "push_macro" {
		s.pushed = append(s.pushed, definition{s.macro, s.builtin})
	} else if n := len(s.pushed); n > 0 {
		s.macro, s.builtin = s.pushed[n-1].macro, s.pushed[n-1].builtin
		s.pushed = s.pushed[:n-1]
	}
}

// poison forbids names.
func (p *preprocessor) poison(toks []tok) {
	for i := range toks {
		if toks[i].kind != Ident {
			p.fail(&toks[i], "invalid #pragma GCC poison directive")
		}
		s := toks[i].sym
		if s.macro != nil {
			p.warn(&toks[i], "poisoning existing macro \""+s.name+"\"")
		}
		s.macro, s.builtin, s.poisoned = nil, notBuiltin, true
	}
}

// pragmaOperator obeys _Pragma("...").
func (p *preprocessor) pragmaOperator(at *tok) {
	var t tok
	expect := func(ok func() bool) {
		if p.skipPadding(&t); !ok() {
			p.fail(at, "_Pragma takes a parenthesized string literal")
		}
	}
	expect(func() bool { return t.is("(") })
	expect(func() bool { return t.kind == String })
	text := t.text
	expect(func() bool { return t.is(")") })
	text = text[strings.IndexByte(text, '"')+1 : len(text)-1]
	text = strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(text)
	l := newLexer(text, p.cfg.Std, p.syms, func(_, _ int32, msg string) { p.fail(at, "%s", msg) })
	l.directive, l.fresh = true, false
	var toks []tok
	for l.token(&t); t.kind != EOF; l.token(&t) {
		t.line, t.col = at.line, at.col
		toks = append(toks, t)
	}
	if text, keep := p.pragma(at, toks); keep {
		p.pushOne(tok{kind: Pragma, text: text, line: at.line, col: at.col})
	}
}
