package cpp

// replacement is what a macro stands for, with its arguments in place.
type replacement struct {
	p     *preprocessor
	name  *tok
	macro *macro
	args  []arg
	out   []tok
	opt   options
	start int // within __VA_OPT__: the last token before it; else outside
}

// outside is no index of a token.
const outside = -2

// replace puts the arguments into the body of a macro.
func (p *preprocessor) replace(name *tok, m *macro, args []arg) []tok {
	r := replacement{p: p, name: name, macro: m, args: args, start: outside,
		opt: options{p: p, macro: m, rest: &args[len(args)-1]}}
	if m.optional {
		r.expandAll()
	}
	r.out = p.toks.room(len(m.body) + 2*len(args))[:0]
	for i := range m.body {
		src := &m.body[i]
		pasted := i > 0 && m.body[i-1].flags&pasteLeft != 0
		if m.optional {
			switch r.opt.update(src) {
			case begins:
				if i > 0 && !pasted {
					r.pad(src)
				}
				r.start = len(r.out) - 1
				continue
			case ends:
				r.endOption(src)
				continue
			case dropped:
				continue
			}
		}
		if src.kind == param {
			r.put(src, i == 0, pasted)
			continue
		}
		r.out = append(r.out, *src)
		t := &r.out[len(r.out)-1]
		t.line, t.col = name.line, name.col
	}
	return r.out
}

// expandAll expands the arguments in order, also those in a __VA_OPT__ that comes to nothing, as gcc does: expanding
// has effects.
func (r *replacement) expandAll() {
	pasted := false
	for i := range r.macro.body {
		src := &r.macro.body[i]
		if src.kind == param && !pasted && src.flags&(stringify|pasteLeft) == 0 {
			r.p.expand(&r.args[src.arg-1])
		}
		pasted = src.flags&pasteLeft != 0
	}
}

// pad leaves the white space before a token of the body.
func (r *replacement) pad(src *tok) {
	r.out = append(r.out, tok{kind: padding, flags: src.flags & white})
}

// avoid keeps two tokens apart.
func (r *replacement) avoid() { r.out = append(r.out, tok{kind: padding, flags: unwritten}) }

// beginsOption reports whether nothing has come within __VA_OPT__ so far.
func (r *replacement) beginsOption() bool { return r.start >= 0 && len(r.out)-1 == r.start }

// paste has the token at an index pasted to the next one if what it came from is.
func (r *replacement) paste(i int, src *tok) {
	r.out[i].flags = r.out[i].flags&^pasteLeft | src.flags&pasteLeft
}

// put puts an argument in the place of a parameter.
func (r *replacement) put(src *tok, first, pasted bool) {
	a := &r.args[src.arg-1]
	last := len(r.out) - 1
	flag := -1 // the token whose pasteLeft is set anew
	var toks []tok
	switch {
	case src.flags&stringify != 0:
		if a.str.kind != String {
			a.str = r.p.stringify(a.toks)
			a.str.line, a.str.col = r.name.line, r.name.col
		}
		one := [...]tok{a.str}
		toks = one[:]
	case src.flags&pasteLeft != 0:
		toks = a.toks
	case pasted:
		toks = a.toks
		switch {
		case last < 0:
		case r.out[last].is(",") && r.macro.variadic && int(src.arg) == len(r.args):
			if a.absent {
				r.out = r.out[:last]
			} else {
				flag = last
			}
		case len(toks) == 0 && last != r.start:
			flag = last
		}
	default:
		r.p.expand(a)
		toks = a.expanded
		for r.beginsOption() && len(toks) > 0 && toks[0].kind == padding {
			toks = toks[1:]
		}
	}
	if !r.p.directive && !first && !pasted && !r.beginsOption() {
		r.pad(src)
	}
	r.p.spend(len(toks))
	r.out = append(r.out, toks...)
	if len(toks) > 0 && src.flags&pasteLeft != 0 {
		flag = len(r.out) - 1
	}
	if !r.p.directive && src.flags&pasteLeft == 0 {
		r.avoid()
	}
	if flag >= 0 && flag < len(r.out) {
		r.paste(flag, src)
	}
}

// endOption ends __VA_OPT__(...). src is its parenthesis.
func (r *replacement) endOption(src *tok) {
	start := r.start
	r.start = outside
	last := func() int { return len(r.out) - 1 }
	for last() > start && r.out[last()].kind == padding {
		r.out = r.out[:last()]
	}
	if r.opt.at.flags&stringify != 0 {
		t := r.p.stringify(r.p.pasted(r.out[start+1:]))
		t.line, t.col = r.name.line, r.name.col
		r.out = append(r.out[:start+1], t)
		r.paste(last(), src)
		return
	}
	if start >= 0 && last() == start && r.out[start].flags&pasteLeft != 0 {
		r.out[start].flags &^= pasteLeft
	}
	if src.flags&pasteLeft == 0 {
		r.avoid()
		return
	}
	if n := last(); n >= 0 && r.out[n].kind != padding {
		r.paste(n, src)
	}
}
