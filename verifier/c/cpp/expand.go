package cpp

// context is a sequence of tokens that is read before anything else.
type context struct {
	toks      []tok
	at        int
	sym       *symbol // the macro whose expansion this is
	line, col int32   // of the tokens, if line is not 0
	argument  bool    // the end of it is an EOF
}

func (p *preprocessor) push(c context) {
	p.spend(len(c.toks) + 1)
	if c.sym != nil {
		c.sym.disabled = true
	}
	p.stack = append(p.stack, c)
}

// pushOne makes one token the next to be read.
func (p *preprocessor) pushOne(t tok) {
	one := p.toks.room(1)
	one[0] = t
	p.push(context{toks: one})
}

func (p *preprocessor) pop() {
	n := len(p.stack) - 1
	if s := p.stack[n].sym; s != nil {
		s.disabled = false
	}
	p.stack = p.stack[:n]
}

// spend accounts for work of macros.
func (p *preprocessor) spend(n int) {
	if p.work += n; p.work > p.limit {
		panic(p.fault(p.outer, "macros make too many tokens"))
	}
}

// next reads a token after macro expansion, as gcc does: a macro is disabled as long as there is something left to
// read of its expansion. Between tokens there may be padding.
func (p *preprocessor) next(t *tok) {
	for {
		if n := len(p.stack); n == 0 {
			p.lex(t)
		} else if c := &p.stack[n-1]; c.at == len(c.toks) {
			if c.argument {
				*t = tok{flags: made}
				return
			}
			p.pop()
			if p.directive {
				continue
			}
			*t = tok{kind: padding, flags: unwritten}
			return
		} else {
			*t = c.toks[c.at]
			c.at++
			if c.line != 0 {
				t.line, t.col = c.line, c.col
			}
			t.flags |= made
			if t.flags&pasteLeft != 0 {
				p.paste(t)
			}
		}
		s := t.sym
		if t.kind != Ident || s.macro == nil && s.builtin == notBuiltin || t.flags&noExpand != 0 {
			return
		}
		if s.disabled {
			t.flags |= noExpand
			return
		}
		if p.prevent > 0 || !p.enter(t) {
			return
		}
		if !p.directive {
			t.kind, t.flags = padding, t.flags&white
			return
		}
	}
}

// skipPadding reads a token that is no padding.
func (p *preprocessor) skipPadding(t *tok) {
	for p.next(t); t.kind == padding; p.next(t) {
	}
}

// enter makes what a macro stands for the next to be read. It reports whether the name is an invocation.
func (p *preprocessor) enter(t *tok) bool {
	if t.flags&made == 0 {
		p.outer = Pos{t.line, t.col, p.buf.file}
		p.first = p.first || t.flags&bol != 0
		if len(p.stack) == 0 && p.busy == 0 {
			p.toks.reset()
			p.args.reset()
		}
	}
	p.buf.headers = false
	m := t.sym.macro
	switch {
	case m == nil:
		return p.enterBuiltin(t)
	case !m.function:
		p.push(context{toks: m.body, sym: t.sym, line: t.line, col: t.col})
		return true
	}
	held := len(p.held)
	args, ok := p.invocation(t, m)
	if !ok {
		return false
	}
	if len(args) == 0 {
		p.push(context{toks: m.body, sym: t.sym, line: t.line, col: t.col})
	} else {
		p.busy++
		toks := p.replace(t, m, args)
		p.busy--
		p.push(context{toks: toks, sym: t.sym})
	}
	if len(p.held) > held { // pragmas in the arguments
		p.push(context{toks: p.toks.keep(p.held[held:])})
		p.held = p.held[:held]
	}
	return true
}

// invocation looks whether arguments follow the name of a macro, and reads them.
func (p *preprocessor) invocation(name *tok, m *macro) ([]arg, bool) {
	p.prevent++
	p.busy++
	args := p.parsing
	defer func() {
		p.prevent--
		p.busy--
		p.parse(args)
	}()
	p.parse(mayBegin)
	pad := tok{}
	var t tok
	for p.next(&t); t.kind == padding; p.next(&t) {
		if pad.kind != padding || pad.flags&unwritten != 0 || pad.flags&white == 0 && t.flags&unwritten != 0 {
			pad = t
		}
	}
	if t.is("(") {
		p.parse(within)
		return p.collect(name, m), true
	}
	if t.kind == EOF && t.flags&made == 0 {
		return nil, false
	}
	if t.kind != EOF {
		p.back(&t)
	}
	if pad.kind == padding {
		p.pushOne(pad)
	}
	return nil, false
}

// back has a token read again.
func (p *preprocessor) back(t *tok) {
	if t.flags&made == 0 {
		p.buf.ahead = *t
		return
	}
	p.stack[len(p.stack)-1].at--
}

// arg is an argument of a macro.
type arg struct {
	toks     []tok
	expanded []tok
	str      tok  // # applied to it
	done     bool // expanded is known
	absent   bool // there is none, not even an empty one
}

// collect reads the arguments of a macro behind the parenthesis.
func (p *preprocessor) collect(name *tok, m *macro) []arg {
	args := p.args.room(len(m.params))
	clear(args)
	var t tok
	for n := 0; ; n++ {
		base := len(p.scratch)
		p.collectOne(name, &t, m.variadic && n+1 == len(m.params))
		toks := p.scratch[base:]
		for len(toks) > 0 && toks[len(toks)-1].kind == padding {
			toks = toks[:len(toks)-1]
		}
		if n < len(args) {
			args[n].toks = p.toks.keep(toks)
		}
		empty := len(toks) == 0
		p.scratch = p.scratch[:base]
		if !t.is(")") {
			continue
		}
		if n++; n == 1 && empty && len(args) == 0 {
			n = 0
		}
		p.checkCount(name, &t, m, n)
		if m.variadic && (n < len(args) || n == 1 && empty && p.cfg.Std == Gnu17) {
			args[len(args)-1].absent = true
		}
		return args
	}
}

// collectOne reads an argument into scratch, up to the comma or parenthesis behind it.
func (p *preprocessor) collectOne(name, t *tok, rest bool) {
	base := len(p.scratch)
	for depth := 0; ; {
		p.next(t)
		switch {
		case t.kind == padding && len(p.scratch) == base:
			continue
		case t.kind == Pragma:
			p.held = append(p.held, *t)
			continue
		case t.kind == EOF:
			if t.flags&made != 0 {
				t = name
			}
			p.fail(t, "unterminated argument list invoking macro %q", name.sym.name)
		case t.kind != Punct:
		case t.text == "(":
			depth++
		case t.text == ")":
			if depth--; depth < 0 {
				return
			}
		case t.text == "," && depth == 0 && !rest:
			return
		}
		p.spend(1)
		p.scratch = append(p.scratch, *t)
	}
}

// checkCount complains of too few or too many arguments.
func (p *preprocessor) checkCount(name, end *tok, m *macro, n int) {
	switch want := len(m.params); {
	case n == want || m.variadic && n+1 == want:
	case n < want:
		p.fail(end, "macro %q requires %d arguments, but only %d given", name.sym.name, want, n)
	default:
		p.fail(end, "macro %q passed %d arguments, but takes just %d", name.sym.name, n, want)
	}
}

// maxCalls is how deeply calls of macros may be nested in arguments.
const maxCalls = 1000

// expand expands an argument on its own.
func (p *preprocessor) expand(a *arg) {
	if a.done {
		return
	}
	if p.calls++; p.calls > maxCalls {
		panic(p.fault(p.outer, "calls of macros are nested too deeply"))
	}
	p.push(context{toks: a.toks, argument: true})
	base := len(p.scratch)
	var t tok
	for p.next(&t); t.kind != EOF; p.next(&t) {
		p.scratch = append(p.scratch, t)
	}
	p.pop()
	a.expanded, a.done = p.toks.keep(p.scratch[base:]), true
	p.scratch = p.scratch[:base]
	p.calls--
}
