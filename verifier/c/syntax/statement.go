package syntax

import (
	"slices"

	"github.com/muster-smt/muster/verifier/c/cpp"
)

// statements reads a block, and returns apart what cleans up at its end, and that end, if something lives until then.
// Its caller says in what scope.
func (p *parser) statements() (s *Stmt, calls, end []*Stmt) {
	defer p.deeper()()
	outer := p.fn.live
	s = &Stmt{Kind: Seq, Pos: p.pos()}
	p.expect("{")
	for p.is("__label__") {
		p.localLabels()
	}
	for !p.is("}") {
		if p.tok().Kind == cpp.EOF {
			p.fail(p.pos(), "expected declaration or statement at end of input")
		}
		s.List = append(s.List, p.item()...)
	}
	s.End = p.pos()
	p.advance()
	calls, end = p.ending(outer, s.End)
	return s, calls, end
}

// scoped reads a block with a scope of its own.
func (p *parser) scoped() *Stmt {
	p.enter()
	defer p.leave()
	s, calls, end := p.statements()
	s.List = slices.Concat(s.List, calls, end)
	return s
}

// within reads a statement that is a block without braces.
func (p *parser) within(read func() *Stmt) *Stmt {
	p.enter()
	defer p.leave()
	outer := p.fn.live
	s := read()
	if calls, end := p.ending(outer, s.Pos); len(end) > 0 {
		s = &Stmt{Kind: Seq, List: slices.Concat([]*Stmt{s}, calls, end), Pos: s.Pos, End: s.Pos}
	}
	return s
}

// ending returns what is done where a block ends: what cleans up, and that what lives there does no more.
func (p *parser) ending(outer *live, at Pos) (calls, end []*Stmt) {
	calls, end = p.cleanups(p.fn.live, outer), crossing{here: p.fn.live, there: outer}.crossed(at)
	p.fn.live = outer
	return calls, end
}

// item reads a declaration or a statement.
func (p *parser) item() []*Stmt {
	p.later = nil
	if p.is("_Static_assert") {
		p.staticAssert()
		return nil
	}
	if p.declares(p.tok()) && !p.attributed() && !(p.named() && p.peek(1).Is(":")) {
		list := p.declaration()
		for _, s := range list {
			if s.Kind == Decl {
				s.End = p.toks[p.at-1].Pos
			}
		}
		return list
	}
	return []*Stmt{p.statement()}
}

// attributed reports whether attributes stand before a statement, and reads them if so.
func (p *parser) attributed() bool {
	start := p.at
	var a attributes
	p.attributes(&a)
	if p.at == start {
		return false
	}
	if t := p.tok(); t.Is(";") || t.Kind != cpp.Ident || !p.declares(t) {
		return true
	}
	p.at = start
	return false
}

// declaration reads the declaration of variables, or of types.
func (p *parser) declaration() (out []*Stmt) {
	s := p.specifiers()
	if p.accept(";") {
		p.empty(s)
		out, p.later = p.later, nil // lengths in a structure
		return out
	}
	for {
		d := p.declarator(s.typ, concrete)
		p.trailer(&d)
		d.typ = p.reshaped(d.typ, &d.attrs)
		if d.typ.Kind == Func && s.storage != "typedef" && d.params != nil && (p.is("{") || p.declares(p.tok())) {
			return append(out, p.nestedFunction(s, &d))
		}
		out = append(out, p.declared(s, &d)...)
		if !p.another(s, behindDeclarator) {
			return out
		}
	}
}

// statement reads a statement.
func (p *parser) statement() *Stmt {
	defer p.deeper()()
	p.later = nil
	at := p.pos()
	t := p.tok()
	switch {
	case t.Is("{"):
		return p.scoped()
	case t.Is(";"):
		p.advance()
		return &Stmt{Kind: Empty, Pos: at}
	case t.Kind == cpp.Ident:
		if s := p.worded(canonical(t.Text), at); s != nil {
			return s
		}
		if p.named() && p.peek(1).Is(":") {
			return p.label(at)
		}
		if canonical(t.Text) == "__attribute__" && p.attributed() {
			return p.statement()
		}
	}
	e := p.value()
	p.expect(";")
	return &Stmt{Kind: Eval, X: e, Pos: at}
}

// worded reads a statement that begins with a keyword; nil if there is none.
func (p *parser) worded(w string, at Pos) *Stmt {
	switch w {
	case "if":
		return p.within(func() *Stmt { return p.ifStatement(at) })
	case "switch":
		return p.within(func() *Stmt { return p.switchStatement(at) })
	case "while", "do", "for":
		return p.within(func() *Stmt { return p.loop(w, at) })
	case "case":
		return p.caseStatement(at)
	case "default":
		s := &Stmt{Kind: Default, Pos: at, sees: p.scope.sees()}
		p.advance()
		p.expect(":")
		p.other(s)
		s.Then = p.behindLabel(at)
		return s
	case "goto", "break", "continue", "return":
		return p.jump(w, at)
	case "asm":
		return p.assembly(at)
	}
	return nil
}

// behindLabel reads the statement of a label, which may be missing before a declaration or a brace.
func (p *parser) behindLabel(at Pos) *Stmt {
	if p.is("__attribute__") {
		p.attributed()
	}
	if p.is("}") || p.declares(p.tok()) && !(p.named() && p.peek(1).Is(":")) {
		return &Stmt{Kind: Empty, Pos: at}
	}
	return p.statement()
}

// label reads a label with its statement.
func (p *parser) label(at Pos) *Stmt {
	name := p.name()
	p.expect(":")
	s := &Stmt{Kind: Label, Pos: at, sees: p.scope.sees()}
	l := p.labelled(name, Pos{})
	if l.defined {
		p.fail(at, "duplicate label '%s'", name)
	}
	l.defined, l.live, l.scope = true, p.fn.live, p.scope
	s.Name = l.name
	s.Then = p.behindLabel(at)
	return s
}

// labelled returns the label of a name, and notes where it is used.
func (p *parser) labelled(name string, used Pos) *label {
	for s := p.scope; s != nil; s = s.outer {
		if l := s.labels[name]; l != nil {
			if used.Line > 0 {
				l.used = used
			}
			return l
		}
		if s == p.fn.scope {
			break
		}
	}
	l := p.fn.labels[name]
	if l == nil {
		l = &label{name: name}
		p.fn.labels[name] = l
		p.fn.order = append(p.fn.order, l)
	}
	if used.Line > 0 && l.used.Line == 0 {
		l.used = used
	}
	return l
}

// localLabels reads labels that a block declares for itself.
func (p *parser) localLabels() {
	p.advance()
	for {
		at := p.pos()
		name := p.someName("identifier")
		if p.scope.labels == nil {
			p.scope.labels = map[string]*label{}
		}
		if p.scope.labels[name] != nil {
			p.fail(at, "duplicate label declaration '%s'", name)
		}
		p.fn.locals++
		l := &label{name: name + "$" + itoa(p.fn.locals)}
		p.scope.labels[name] = l
		p.fn.order = append(p.fn.order, l)
		if !p.accept(",") {
			break
		}
	}
	p.expect(";")
}

// labelsDefined checks that the labels of a function are there to which it jumps.
func (p *parser) labelsDefined() {
	for _, l := range p.fn.order {
		if !l.defined && l.used.Line > 0 {
			p.fail(l.used, "label '%s' used but not defined", l.name)
		}
	}
}

// ifStatement reads if. What follows else is read here, too, so that long chains need no deep recursion.
func (p *parser) ifStatement(at Pos) *Stmt {
	first := &Stmt{}
	for s, n := first, 0; ; n++ {
		p.advance()
		*s = Stmt{Kind: If, Pos: at, X: p.parenthesized()}
		s.Then = p.substatement()
		if !p.accept("else") {
			return first
		}
		if !p.is("if") {
			s.Else = p.substatement()
			return first
		}
		if n > maxElse {
			p.fail(p.pos(), "statements are nested too deeply")
		}
		s.Else = &Stmt{}
		s, at = s.Else, p.pos()
	}
}

// maxElse is how many conditions may follow each other by else.
const maxElse = 5000

// substatement reads a statement that another one controls, in a scope of its own.
func (p *parser) substatement() *Stmt { return p.within(p.statement) }

// parenthesized reads a condition.
func (p *parser) parenthesized() *Expr {
	at := p.pos()
	p.expect("(")
	e := p.value()
	p.expect(")")
	return p.condition(e, at)
}

// loop reads a loop.
func (p *parser) loop(w string, at Pos) *Stmt {
	s := &Stmt{Pos: at, sees: p.scope.sees()}
	p.advance()
	switch w {
	case "while":
		s.Kind = While
		s.X = p.parenthesized()
	case "do":
		s.Kind = Do
		s.Then = p.turn()
		p.expect("while")
		s.X = p.parenthesized()
		p.expect(";")
		return s
	default:
		s.Kind = For
		p.forHead(s, at)
	}
	s.Then = p.turn()
	return s
}

// turn reads the body of a loop.
func (p *parser) turn() *Stmt {
	brk, cont := p.fn.brk, p.fn.cont
	p.fn.loops++
	p.fn.brk, p.fn.cont = p.fn.live, p.fn.live
	defer func() {
		p.fn.loops--
		p.fn.brk, p.fn.cont = brk, cont
	}()
	return p.substatement()
}

// forHead reads what is in the parentheses of a loop.
func (p *parser) forHead(s *Stmt, at Pos) {
	p.expect("(")
	switch {
	case p.is("_Static_assert"):
		p.staticAssert()
	case p.declares(p.tok()):
		s.Init = &Stmt{Kind: Seq, List: p.declaration(), Pos: at, End: at}
	case !p.accept(";"):
		from := p.pos()
		s.Init = &Stmt{Kind: Eval, X: p.value(), Pos: from}
		p.expect(";")
	}
	if where := p.pos(); !p.accept(";") {
		s.X = p.condition(p.value(), where)
		p.expect(";")
	}
	if !p.is(")") {
		s.Step = p.value()
	}
	p.expect(")")
}

// jump reads a jump.
func (p *parser) jump(w string, at Pos) *Stmt {
	start := p.at
	p.advance()
	s := &Stmt{Pos: at}
	var calls []*Stmt
	switch w {
	case "goto":
		s.Kind = Goto
		if p.accept("*") {
			p.value()
			s.Kind, s.Name = Unsupported, "a computed goto"
			break
		}
		where := p.pos()
		name := p.someName("identifier or '*'")
		if p.fn.outer != nil && p.jumpsOut(name) {
			s.Kind, s.Name = Unsupported, "a jump out of a nested function"
			break
		}
		l := p.labelled(name, where)
		s.Name = l.name
		p.fn.gotos = append(p.fn.gotos, jump{s, l, p.fn.live, p.scope})
	case "continue":
		if s.Kind = Continue; p.fn.loops == 0 {
			p.fail(at, "continue statement not within a loop")
		}
		calls = p.left(p.fn.cont, at)
	case "break":
		if s.Kind = Break; p.fn.loops == 0 && len(p.fn.around) == 0 {
			p.fail(at, "break statement not within loop or switch")
		}
		calls = p.left(p.fn.brk, at)
	default:
		s.Kind = Return
		if !p.is(";") {
			s.X = p.value()
		}
		p.returned(s)
	}
	p.expect(";")
	if s.source = p.since(start); s.Kind == Return {
		return p.leavingFunction(s)
	}
	return leaving(calls, s)
}

// returned checks what a function returns.
func (p *parser) returned(s *Stmt) {
	r := p.fn.obj.Type.Result
	switch {
	case s.X == nil:
		if r.Kind != Void {
			p.warn(s.Pos, "'return' with no value, in function returning non-void")
		}
	case r.Kind == Void:
		if s.X.Type.Kind != Void {
			p.warn(s.Pos, "'return' with a value, in function returning void")
		}
	default:
		s.X = p.assigned(s.X, r, s.X.Pos, returning)
	}
}

// statementExpression reads ({ ...; e; }), whose value is that of the last statement.
func (p *parser) statementExpression(at Pos, start int) *Expr {
	if p.fn == nil {
		p.fail(at, "braced-group within expression allowed only inside a function")
	}
	later := p.later
	p.enter()
	s, calls, end := p.statements()
	p.leave()
	p.later = later
	p.expect(")")
	e := &Expr{Op: Block, Body: s, Type: p.void, Pos: at}
	if len(end) > 0 {
		e.After = end[0]
	}
	p.result(e)
	calls, e.X = p.kept(e.X, calls)
	s.List = append(s.List, calls...)
	return e
}

// result takes the value out of the statements of a statement expression: that of the last one, which may have labels.
func (p *parser) result(e *Expr) {
	list := e.Body.List
	n := len(list)
	if n == 0 {
		return
	}
	last := &list[n-1]
	for (*last).Kind == Label {
		last = &(*last).Then
	}
	if x := *last; x.Kind == Eval {
		e.X, e.Type = x.X, x.X.Type
		*last = &Stmt{Kind: Empty, Pos: x.Pos}
	}
	if list[n-1].Kind == Empty {
		e.Body.List = list[:n-1]
	}
}

// assembly reads inline assembly. Without text and without outputs it only evaluates its inputs, and keeps the
// compiler from moving what is around.
func (p *parser) assembly(at Pos) *Stmt {
	p.advance()
	for p.tok().Kind == cpp.Ident {
		p.advance()
	}
	open := p.at
	p.expect("(")
	if p.tok().Kind != cpp.String {
		p.fail(p.pos(), "expected string literal before '%s'", p.tok().Text)
	}
	s := &Stmt{Kind: Seq, Pos: at, End: at}
	if p.text().Str != "\x00" || !p.inputs(s) {
		s = &Stmt{Kind: Unsupported, Name: "inline assembly", Pos: at}
	}
	p.at = open
	p.skip()
	p.expect(";")
	return s
}

// inputs reads the operands of inline assembly. It reports whether there are only inputs, which are evaluated.
func (p *parser) inputs(s *Stmt) bool {
	for colons := 2; colons > 0 && !p.accept("::"); colons-- {
		if !p.accept(":") {
			return p.is(")")
		}
	}
	for p.tok().Kind == cpp.String {
		p.text()
		p.expect("(")
		s.List = append(s.List, &Stmt{Kind: Eval, X: p.value(), Pos: s.Pos})
		p.expect(")")
		p.accept(",")
	}
	return p.is(")") || p.is(":")
}
