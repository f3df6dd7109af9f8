package cpp

import "strings"

// paste applies ## to a token and those that come next, as long as they are followed by ##, too.
func (p *preprocessor) paste(t *tok) {
	for more := true; more; {
		c := &p.stack[len(p.stack)-1]
		if c.at == len(c.toks) {
			break
		}
		rhs := c.toks[c.at]
		c.at++
		more = rhs.flags&pasteLeft != 0
		if rhs.kind != padding {
			p.join(t, &rhs)
		}
	}
	t.flags = t.flags&^pasteLeft | made
	p.pushOne(*t)
	p.stack[len(p.stack)-1].at = 1
}

// join makes one token of two.
func (p *preprocessor) join(t, rhs *tok) {
	a, b := t.spelled(), rhs.spelled()
	p.spend((len(a) + len(b)) / 16)
	text := a + b
	l := lexer{src: text, next: noNote, std: p.cfg.Std, syms: p.syms,
		fault: func(_, _ int32, msg string) { p.fail(t, "%s", msg) }}
	var out tok
	if text != "//" && text != "/*" {
		l.token(&out)
	}
	if out.kind == EOF || l.at != len(text) {
		p.fail(t, "pasting %q and %q does not give a valid preprocessing token", a, b)
	}
	out.flags |= t.flags & (white | made)
	out.line, out.col = t.line, t.col
	*t = out
	if t.kind == Ident {
		p.checkName(t)
	}
}

// pasted applies ## within a sequence of tokens.
func (p *preprocessor) pasted(toks []tok) []tok {
	out := toks[:0]
	for i := 0; i < len(toks); i++ {
		t := toks[i]
		for t.flags&pasteLeft != 0 && i+1 < len(toks) {
			i++
			more := toks[i].flags & pasteLeft
			t.flags &^= pasteLeft
			if toks[i].kind != padding {
				p.join(&t, &toks[i])
			}
			t.flags |= more
		}
		out = append(out, t)
	}
	return out
}

// stringify applies # to tokens.
func (p *preprocessor) stringify(toks []tok) tok {
	var b strings.Builder
	b.WriteByte('"')
	var source *tok // white space is before that
	for i := range toks {
		t := &toks[i]
		if t.kind == padding {
			if source == nil || source.flags&white == 0 && t.flags&unwritten != 0 {
				source = t
				if t.flags&unwritten != 0 {
					source = nil
				}
			}
			continue
		}
		if source == nil {
			source = t
		}
		if b.Len() > 1 && source.flags&white != 0 {
			b.WriteByte(' ')
		}
		source = nil
		text := t.spelled()
		if t.kind == String || t.kind == Char {
			escape(&b, text)
		} else {
			b.WriteString(text)
		}
	}
	text := b.String()
	if n := len(text) - len(strings.TrimRight(text, `\`)); n%2 == 1 {
		text = text[:len(text)-1] // gcc warns, and leaves it out
	}
	p.spend(len(text) / 16)
	return tok{kind: String, text: text + `"`, flags: made}
}

// escape writes a string or character into a string.
func escape(b *strings.Builder, text string) {
	for i := range len(text) {
		switch c := text[i]; c {
		case '\\', '"':
			b.WriteByte('\\')
			b.WriteByte(c)
		case '\n':
			b.WriteString(`\n`)
		default:
			b.WriteByte(c)
		}
	}
}

// together reports whether two tokens would be read as something else without white space between them.
func together(a *Token, b *tok) bool {
	switch {
	case a.Kind == Ident || a.Kind == Number:
		return b.kind == Ident || b.kind == Number || b.kind == Char || b.kind == String || a.Kind == Number &&
			(b.is(".") || b.is("+") || b.is("-"))
	case a.Kind == Punct && b.kind == Number:
		return a.Text == "."
	case a.Kind != Punct || b.kind != Punct:
		return false
	}
	both := a.Text + b.text
	for _, q := range punctuators[both[0]] {
		if len(q) > len(a.Text) && strings.HasPrefix(both, q) || both == "//" || both == "/*" {
			return true
		}
	}
	return false
}

// cooked returns an ordinary string with the value of a raw one.
func cooked(text string) string {
	open := strings.IndexByte(text, '"')
	body := text[open+1:]
	from := strings.IndexByte(body, '(')
	var b strings.Builder
	b.WriteString(text[:open-1] + `"`)
	escape(&b, body[from+1:len(body)-from-2])
	b.WriteByte('"')
	return b.String()
}
