package syntax

import (
	"github.com/muster-smt/muster/verifier/c/cpp"
)

// unary reads an operation of one operand, or what binds more strongly.
func (p *parser) unary() *Expr {
	start := p.at
	t := p.tok()
	at := t.Pos
	if t.Kind == cpp.Ident {
		switch canonical(t.Text) {
		case "sizeof", "_Alignof":
			defer p.deeper()()
			return p.mark(start, p.sizeOf(t.Text, at))
		case "__extension__":
			defer p.deeper()()
			p.advance()
			return p.castExpression()
		case "__real__", "__imag__":
			defer p.deeper()()
			p.advance()
			p.castExpression()
			return p.mark(start, p.hole(at, "complex arithmetic"))
		}
		return p.postfix(start, p.primary())
	}
	if t.Kind != cpp.Punct {
		return p.postfix(start, p.primary())
	}
	switch t.Text {
	case "++", "--":
		defer p.deeper()()
		p.advance()
		op, what := Add, "increment"
		if t.Text == "--" {
			op, what = Sub, "decrement"
		}
		e := p.unary()
		p.modifiable(e, at, what+" operand", what)
		return p.mark(start, p.update(at, at, op, e, num(1, p.int, at), false))
	case "&&":
		p.advance()
		name := p.name()
		if name == "" || p.fn == nil {
			p.expected("identifier")
		}
		if p.fn.outer == nil || !p.jumpsOut(name) {
			p.labelled(name, at)
		}
		h := p.hole(at, "the address of a label")
		h.Type = p.pointerTo(p.void)
		return p.mark(start, h)
	case "&", "*", "+", "-", "~", "!":
		defer p.deeper()()
		p.advance()
		return p.mark(start, p.operated(at, t.Text, p.castExpression()))
	}
	return p.postfix(start, p.primary())
}

// operated returns an operation of one operand.
func (p *parser) operated(at Pos, op string, e *Expr) *Expr {
	if op == "&" {
		return p.addressOf(at, e)
	}
	e = p.rvalue(e)
	t := e.Type
	if t.Vector && op != "*" {
		return p.vectorUnary(at, op, e)
	}
	if t.Kind == Other && op != "*" {
		return p.hole(at, t.Name)
	}
	if t.Kind == Void {
		p.fail(at, "void value not ignored as it ought to be")
	}
	switch op {
	case "*":
		return p.deref(e, at)
	case "!":
		return &Expr{Op: Not, X: p.condition(e, at), Type: p.int, Pos: at}
	case "+":
		if !arithmetic(e) && e.Op != Hole {
			p.fail(at, "wrong type argument to unary plus")
		}
		if e = p.promote(e); field(e) != nil {
			e = converted(e, e.Type, at) // no longer a member
		}
		return e
	case "-":
		if !arithmetic(e) && e.Op != Hole {
			p.fail(at, "wrong type argument to unary minus")
		}
		e = p.promote(e)
		if e.real != nil {
			h := *e
			h.source, h.real = nil, rounded(negated(e.real), e.Type)
			return &h
		}
		return &Expr{Op: Neg, X: e, Type: e.Type, Pos: at}
	}
	if t.Kind != Int && e.Op != Hole {
		p.fail(at, "wrong type argument to bit-complement")
	}
	e = p.promote(e)
	return &Expr{Op: Cpl, X: e, Type: e.Type, Pos: at}
}

// addressOf returns &e.
func (p *parser) addressOf(at Pos, e *Expr) *Expr {
	switch f := field(e); {
	case e.Op == Hole:
		return e
	case e.Op == Deref:
		return e.X
	case !lvalue(e):
		p.fail(at, "lvalue required as unary '&' operand")
	case e.Op == Member && f.Big && f.Type.Scalar() && !f.bit:
		p.fail(at, "cannot take address of scalar with reverse storage order")
	case e.Op == Member && f.bit:
		p.fail(at, "cannot take address of bit-field '%s'", f.Name)
	case e.Op == Var && e.Obj.register:
		p.fail(at, "address of register variable '%s' requested", e.Obj.Name)
	}
	return p.pointing(&Expr{Op: AddrOf, X: e, Type: p.pointerTo(e.Type), Pos: at})
}

// sizeOf reads sizeof and _Alignof, whose operand is not evaluated.
func (p *parser) sizeOf(word string, at Pos) *Expr {
	p.advance()
	if p.is("(") && p.typical(p.peek(1)) {
		start := p.at
		p.advance()
		t, begin := p.typeNameHere()
		p.expect(")")
		if !p.is("{") {
			if word != "sizeof" {
				return p.alignOf(t, word, at)
			}
			if computedRecord(t.origin()) {
				return p.before(begin, p.recordSize(t.origin(), at))
			}
			if !computed(t) {
				begin = nil // as in sizeof(int (*)[f()])
			}
			return p.before(begin, p.sizeOfType(t, at))
		}
		e := p.unevaluated(func() *Expr { return p.postfix(start, p.compound(t, at)) })
		return p.sizeOfType(e.Type, at)
	}
	e := p.unevaluated(p.unary)
	if bitField(e) {
		p.fail(at, "'%s' applied to a bit-field", word)
	}
	if h := p.vague(e); h != nil {
		return h
	}
	if word != "sizeof" {
		if e.Op == Var && e.Obj.Align > 0 {
			return num(max(e.Obj.Align, 1), p.size, at)
		}
		if f := field(e); e.Op == Member && f.align > 0 {
			return num(max(f.align, f.Type.Align), p.size, at)
		}
		return p.alignOf(e.Type, word, at)
	}
	if computed(e.Type) {
		return p.before(p.evaluated(e), p.sizeOfType(e.Type, at))
	}
	if f := field(e); f != nil && f.bit {
		return num(modeSize(f.Bits), p.size, at) // of an assignment: its type is as wide as the field
	}
	return p.sizeOfType(e.Type, at)
}

// modeSize returns the size of the smallest integer that has so many bits.
func modeSize(bits int64) int64 {
	n := int64(1)
	for n*8 < bits {
		n *= 2
	}
	return n
}

// alignOf returns the alignment of a type: for __alignof__ that of objects, for _Alignof that of members.
func (p *parser) alignOf(t *Type, word string, at Pos) *Expr {
	if t.incomplete() && t.Kind != Void && t.Kind != Array {
		p.fail(at, "invalid application of '_Alignof' to incomplete type '%s'", spell(t))
	}
	n := t.Align
	if word == "_Alignof" {
		n = p.fieldAlign(t)
	}
	return num(max(n, 1), p.size, at)
}

// sizeOfType returns the size of a type.
func (p *parser) sizeOfType(t *Type, at Pos) *Expr {
	switch {
	case t.Kind == Void || t.Kind == Func:
		return num(1, p.size, at) // as gcc has it
	case t.Kind == Other && t.Size == 0:
		return p.hole(at, "sizeof "+t.Name)
	case t.incomplete():
		p.fail(at, "invalid application of 'sizeof' to incomplete type '%s'", spell(t))
	case computed(t):
		return p.computedSize(t, at)
	}
	return num(t.Size, p.size, at)
}

// postfix reads what may follow an operand.
func (p *parser) postfix(start int, e *Expr) *Expr {
	for n := 0; ; n++ {
		at, where := p.toks[start].Pos, p.pos()
		p.mark(start, e)
		switch {
		case p.accept("["):
			i := p.expression()
			p.expect("]")
			if a := e; e.Op != Hole && e.Type.Kind != Array && e.Type.Kind != Pointer && !e.Type.Vector {
				e, i = i, a
			}
			e = p.index(at, where, e, p.rvalue(i))
		case p.is("("):
			e = p.call(e, at)
		case p.accept("."):
			e = p.member(e, at, where)
		case p.accept("->"):
			e = p.rvalue(e)
			if e.Type.Kind != Pointer && e.Op != Hole {
				p.fail(where, "invalid type argument of '->' (have '%s')", spell(e.Type))
			}
			e = p.member(p.deref(e, at), at, where)
		case p.is("++") || p.is("--"):
			op, what := Add, "increment"
			if p.is("--") {
				op, what = Sub, "decrement"
			}
			p.advance()
			p.modifiable(e, where, what+" operand", what)
			e = p.update(at, where, op, e, num(1, p.int, at), true)
		default:
			return e
		}
	}
}

// index returns a[i].
func (p *parser) index(at, where Pos, a, i *Expr) *Expr {
	switch {
	case a.Op == Hole:
		return a
	case a.Type.Vector:
		return p.lane(a, i, at)
	case a.Type.Kind == Other:
		return p.hole(at, a.Type.Name)
	case a.Type.Kind != Array && a.Type.Kind != Pointer:
		p.fail(where, "subscripted value is neither array nor pointer nor vector")
	case i.Op != Hole && i.Type.Kind != Int:
		p.fail(where, "array subscript is not an integer")
	case a.Type.Elem.Kind == Func:
		p.fail(where, "subscripted value is pointer to function")
	case a.Type.Elem.Kind == Void:
		p.warn(where, "dereferencing 'void *' pointer")
	}
	i = p.promote(i)
	if a.Type.Kind == Array && lvalue(a) {
		return &Expr{Op: Elem, X: a, Y: i, Type: a.Type.Elem, Pos: at}
	}
	a = p.rvalue(a)
	sum := p.step(&Expr{Op: PtrAdd, X: a, Y: i, Type: a.Type, Pos: at})
	return p.deref(sum, at)
}

// deref returns *e.
func (p *parser) deref(e *Expr, at Pos) *Expr {
	if e.Op == Hole {
		return e
	}
	if e.Type.Kind != Pointer {
		p.fail(at, "invalid type argument of unary '*' (have '%s')", spell(e.Type))
	}
	if e.Type.Elem.Kind == Other {
		return p.hole(at, e.Type.Elem.Name)
	}
	switch e.Op {
	case AddrOf:
		return e.X
	case Decay:
		return &Expr{Op: Elem, X: e.X, Y: num(0, p.int, at), Type: e.Type.Elem, Pos: at}
	case PtrAdd:
		if e.X.Op == Decay {
			return &Expr{Op: Elem, X: e.X.X, Y: e.Y, Type: e.Type.Elem, Pos: at}
		}
	}
	return &Expr{Op: Deref, X: e, Type: e.Type.Elem, Pos: at}
}

// member reads the name of a member, and returns the member.
func (p *parser) member(e *Expr, at, where Pos) *Expr {
	name := p.someName("identifier")
	t := e.Type
	switch {
	case e.Op == Hole:
		return e
	case t.Kind == Other:
		return p.hole(at, t.Name)
	case !t.record():
		p.fail(where, "request for member '%s' in something not a structure or union", name)
	case t.open:
		p.fail(where, "invalid use of undefined type '%s'", spell(t))
	}
	out := p.descend(e, name, at)
	if out == nil {
		p.fail(where, "'%s' has no member named '%s'", spell(t), name)
	}
	return out
}

// descend finds a member by its name, by way of members without one; nil if there is none.
func (p *parser) descend(e *Expr, name string, at Pos) *Expr {
	for _, f := range e.Type.Fields {
		if f.Name == name {
			return p.part(e, f, at)
		}
	}
	for _, f := range e.Type.Fields {
		if f.Name == "" && f.Type.has(name) {
			return p.descend(p.part(e, f, at), name, at)
		}
	}
	return nil
}

// has reports whether a structure has a member of a name, perhaps in one without name.
func (t *Type) has(name string) bool {
	for _, f := range t.Fields {
		if f.Name == name || f.Name == "" && f.Type.has(name) {
			return true
		}
	}
	return false
}

// part returns a member. Qualifiers of the structure are its own.
func (p *parser) part(e *Expr, f *Field, at Pos) *Expr {
	if f.odd != "" {
		h := p.hole(at, "the attribute "+f.odd)
		h.Type = f.Type
		return h
	}
	return &Expr{Op: Member, X: e, Field: f, Type: p.narrow(f).with(e.Type.quals), Pos: at}
}

// primary reads a name, a constant, or something in parentheses.
func (p *parser) primary() *Expr {
	start := p.at
	t := *p.tok()
	switch t.Kind {
	case cpp.Number:
		p.advance()
		return p.mark(start, p.number(t.Text, t.Pos))
	case cpp.Char:
		p.advance()
		return p.mark(start, p.character(t.Text, t.Pos))
	case cpp.String:
		return p.mark(start, p.text())
	case cpp.Ident:
		return p.mark(start, p.identifier(t.Text, t.Pos))
	}
	if !p.is("(") {
		p.expected("expression")
	}
	defer p.deeper()()
	p.advance()
	if p.is("{") {
		return p.mark(start, p.statementExpression(t.Pos, start))
	}
	e := p.expression()
	p.expect(")")
	return e
}

// functionName returns the name of the function that is read.
func (p *parser) functionName(at Pos) *Expr {
	text := ""
	if p.fn != nil {
		text = p.fn.obj.Name
	}
	return p.stringOf([]byte(text+"\x00"), p.char.with(constQual), at)
}

// identifier reads a name.
func (p *parser) identifier(name string, at Pos) *Expr {
	switch name {
	case "_Generic":
		return p.generic(at)
	case "__func__", "__FUNCTION__", "__PRETTY_FUNCTION__":
		p.advance()
		return p.functionName(at)
	}
	if e := p.builtin(name, at); e != nil {
		return e
	}
	if keyword(name) {
		p.expected("expression")
	}
	p.advance()
	switch e := p.scope.lookup(name); {
	case e == nil:
		return p.undeclared(name, at)
	case e.isType:
		p.fail(at, "expected expression before '%s'", name)
		return nil
	case e.num != nil:
		return &Expr{Op: Const, Val: e.num, Type: e.typ, Pos: at}
	default:
		return p.reference(e.obj, at)
	}
}

// reference returns what an object is.
func (p *parser) reference(o *Object, at Pos) *Expr {
	o.used = true
	what := ""
	switch t := element(o.Type); {
	case o.odd != "":
		what = "the attribute " + o.odd
	case t.Kind == Other:
		what = t.Name
	}
	switch {
	case what != "":
		h := p.hole(at, what)
		h.Type = o.Type
		return h
	case o.home != nil && o.home != p.fn && (o.Kind == Auto || o.Kind == Param):
		return p.captured(o, at)
	}
	t := o.Type
	if o.declared != nil {
		t = o.declared
	}
	return &Expr{Op: Var, Obj: o, Type: t, Pos: at}
}

// undeclared is a name that is not declared. A function that is called is declared by that.
func (p *parser) undeclared(name string, at Pos) *Expr {
	if o := p.prototype(name); o != nil {
		return p.reference(o, at)
	}
	if !p.is("(") {
		if p.fn == nil {
			p.fail(at, "'%s' undeclared here (not in a function)", name)
		}
		p.fail(at, "'%s' undeclared (first use in this function)", name)
	}
	p.warn(at, "implicit declaration of function '%s'", name)
	o := p.linked[name]
	if o == nil {
		t := &Type{Kind: Func, Result: p.int, Name: "function", Loose: true, Align: 1}
		o = &Object{Name: name, Kind: Function, Type: t, Pos: at, Extern: true, implicit: true}
		p.linked[name] = o
		p.unit.Objects = append(p.unit.Objects, o)
	}
	s := p.scope
	for !s.file() {
		s = s.outer
	}
	s.names[name] = &entry{obj: o, pos: at}
	return p.reference(o, at)
}

// call reads the arguments of a call.
func (p *parser) call(f *Expr, at Pos) *Expr {
	defer p.deeper()()
	where := p.pos()
	p.expect("(")
	e := &Expr{Op: Call, Pos: at}
	ft := f.Type
	switch {
	case f.Op == Hole:
	case f.Op == Var && f.Obj.Kind == Function:
		if e.Obj = f.Obj; e.Obj.nested {
			p.mention(e, f.Obj, p.fn.live)
		}
	case ft.Kind == Func && f.Op == Deref:
		e.X = f.X
	default:
		if e.X = p.rvalue(f); e.X.Type.Kind != Pointer || e.X.Type.Elem.Kind != Func {
			p.fail(where, "called object '%s' is not a function or function pointer", f.Source())
		}
		ft = e.X.Type.Elem
	}
	for !p.is(")") {
		e.Args = append(e.Args, p.rvalue(p.assignment()))
		if !p.accept(",") {
			break
		}
	}
	e.End = p.pos()
	p.expect(")")
	if f.Op == Hole {
		return f
	}
	e.Type = ft.Result.plain()
	p.arguments(e, ft, f)
	if t := e.Type; t.Kind == Other {
		return p.hole(at, t.Name)
	} else if t.incomplete() && t.Kind != Void {
		p.fail(at, "invalid use of undefined type '%s'", spell(t))
	}
	p.formatted(e)
	return e
}

// prototyped returns the type by which a call of a function without a prototype converts its arguments: what gcc
// knows of the function, if the arguments fit.
func (p *parser) prototyped(e *Expr, ft *Type) *Type {
	if !ft.Loose || e.Obj == nil || prototypes()["__builtin_"+e.Obj.Name] == "" {
		return ft
	}
	known := p.prototype("__builtin_" + e.Obj.Name).Type
	if len(e.Args) != len(known.Params) {
		return ft
	}
	for i, a := range e.Args {
		if !a.Type.Scalar() || a.Type.Kind == Float || !known.Params[i].Scalar() || known.Params[i].Kind == Float {
			return ft
		}
	}
	return known
}

// arguments converts arguments to the types of the parameters.
func (p *parser) arguments(e *Expr, ft *Type, f *Expr) {
	name := f.Source()
	ft = p.prototyped(e, ft)
	switch n := len(ft.Params); {
	case ft.Loose:
	case len(e.Args) < n:
		p.fail(e.Pos, "too few arguments to function '%s'", name)
	case len(e.Args) > n && !ft.Vararg:
		p.fail(e.Pos, "too many arguments to function '%s'", name)
	}
	for i, a := range e.Args {
		switch {
		case a.Type.Kind == Void:
			p.fail(a.Pos, "invalid use of void expression")
		case i < len(ft.Params):
			e.Args[i] = p.argument(a, ft.Params[i], i, name)
		default:
			e.Args[i] = p.promoted(a)
		}
	}
}

// argument converts an argument.
func (p *parser) argument(a *Expr, t *Type, i int, name string) *Expr {
	if t.Kind == Union && t.transparent && t.Canonical() != a.Type.Canonical() {
		return p.transparent(a, t)
	}
	at := a.Pos
	return p.assigned(a, t, at, purpose{what: "incompatible type for argument " + itoa(i+1) + " of '" + name +
		"': expected '%s' but argument is of type '%s'"})
}

// transparent returns the union whose first member that fits has the value of an argument.
func (p *parser) transparent(a *Expr, t *Type) *Expr {
	for _, exact := range []bool{true, false} {
		for _, f := range t.Fields {
			u := f.Type.plain()
			if compatible(u, a.Type) || !exact && u.Kind == Pointer && (a.Type.Kind == Pointer || p.null(a)) {
				return p.rvalue(p.unionOf(t, f, a, a.Pos))
			}
		}
	}
	return p.assigned(a, t, a.Pos, assigning)
}
