package syntax

import (
	"strings"

	"github.com/muster-smt/muster/verifier/c/cpp"
)

// builtin reads a builtin that is no function, but is given types, or is known before the program runs; nil if there
// is none of that name.
func (p *parser) builtin(name string, at Pos) *Expr {
	if !strings.HasPrefix(name, "__builtin_") || p.scope.lookup(name) != nil {
		return nil
	}
	read, ok := map[string]func(Pos) *Expr{
		"__builtin_va_arg":              p.vaArg,
		"__builtin_va_start":            p.vaStart,
		"__builtin_va_end":              p.vaEnd,
		"__builtin_va_copy":             p.vaCopy,
		"__builtin_offsetof":            p.offsetOf,
		"__builtin_types_compatible_p":  p.typesCompatible,
		"__builtin_choose_expr":         p.chooseExpr,
		"__builtin_constant_p":          p.constantP,
		"__builtin_classify_type":       p.classify,
		"__builtin_object_size":         p.objectSize,
		"__builtin_dynamic_object_size": p.objectSize,
		"__builtin_add_overflow":        p.overflow(Add),
		"__builtin_sub_overflow":        p.overflow(Sub),
		"__builtin_mul_overflow":        p.overflow(Mul),
		"__builtin_add_overflow_p":      p.overflows(Add),
		"__builtin_sub_overflow_p":      p.overflows(Sub),
		"__builtin_mul_overflow_p":      p.overflows(Mul),
		"__builtin_assume_aligned":      p.assumeAligned,
		"__builtin_FUNCTION":            func(at Pos) *Expr { return p.rvalue(p.functionName(at)) },
	}[name]
	if ok {
		p.advance()
		p.expect("(")
		e := read(at)
		p.expect(")")
		return e
	}
	if p.prototype(name) != nil {
		p.advance()
		return p.reference(p.prototype(name), at)
	}
	if row, ok := builtinRows()[name]; ok && row.class == unsupported {
		p.packs = p.packs || strings.HasPrefix(name, "__builtin_va_arg_pack")
		p.advance()
		if p.is("(") {
			p.skip()
		}
		return p.hole(at, name)
	}
	return nil
}

// unevaluated reads an expression that is not evaluated.
func (p *parser) unevaluated(read func() *Expr) *Expr {
	later := p.later
	e := read()
	p.later = later
	return e
}

// list checks that an expression is a va_list, and returns it as an lvalue, or as a pointer to one that is an array.
func (p *parser) list(e *Expr) *Expr {
	if e.Op == Hole {
		return e
	}
	t := p.rvalue(e).Type
	want := p.decayed(p.valist)
	if !t.Same(want) {
		if t.Kind == Pointer {
			return p.hole(e.Pos, "what is no va_list") // gcc only warns
		}
		p.fail(e.Pos, "argument of type '%s' is no va_list", spell(e.Type))
	}
	if p.valist.Kind == Array {
		return p.deref(p.rvalue(e), e.Pos)
	}
	return e
}

func (p *parser) vaArg(at Pos) *Expr {
	ap := p.list(p.assignment())
	p.expect(",")
	t := p.typeName()
	if ap.Op == Hole {
		return ap
	}
	e := &Expr{Op: VaArg, X: ap, Type: t.plain(), Pos: at}
	switch {
	case t.Kind == Other:
		return p.hole(at, t.Name)
	case t.incomplete():
		p.fail(at, "invalid use of undefined type '%s'", spell(t))
	case t.Kind == Int && t.Rank < 3 || t.Kind == Float && t.Size < 8:
		p.warn(at, "'%s' is promoted when passed through '...'", spell(t))
		h := p.hole(at, "va_arg of a type that is promoted") // gcc: the code aborts
		h.Type = e.Type
		return h
	}
	return e
}

func (p *parser) vaStart(at Pos) *Expr {
	ap := p.list(p.assignment())
	for p.accept(",") {
		p.unevaluated(p.assignment)
	}
	if p.fn == nil || !p.fn.obj.Type.Vararg {
		p.fail(at, "'va_start' used in function with fixed arguments")
	}
	return &Expr{Op: VaStart, X: ap, Type: p.void, Pos: at}
}

func (p *parser) vaEnd(at Pos) *Expr {
	return &Expr{Op: VaEnd, X: p.list(p.assignment()), Type: p.void, Pos: at}
}

func (p *parser) vaCopy(at Pos) *Expr {
	to := p.list(p.assignment())
	p.expect(",")
	return &Expr{Op: VaCopy, X: to, Y: p.list(p.assignment()), Type: p.void, Pos: at}
}

// offsetOf reads the operands of offsetof: the address of a part of what is at 0. An index that is no constant only
// adds to it, whatever the bounds of the array are.
func (p *parser) offsetOf(at Pos) *Expr {
	t := p.typeName()
	p.expect(",")
	if t.record() && t.open {
		p.fail(at, "invalid use of undefined type '%s'", spell(t))
	}
	null := &Expr{Op: Cast, X: num(0, p.int, at), Type: p.pointerTo(t), Pos: at}
	e := p.member(p.deref(null, at), at, p.pos())
	var indices *Expr // what they add
	for {
		where := p.pos()
		switch {
		case p.accept("."):
			e = p.member(e, at, where)
		case p.accept("->"):
			e = p.member(p.deref(p.rvalue(e), at), at, where)
		case p.accept("["):
			i := p.value()
			p.expect("]")
			if e.Type.Kind != Array || i.Type.Kind != Int || p.eval(i) != nil {
				e = p.index(at, where, e, i)
				continue
			}
			e = p.index(at, where, e, num(0, p.int, at))
			step := &Expr{Op: Mul, X: p.cast(p.promote(i), p.size), Y: num(e.Type.Size, p.size, at), Type: p.size, Pos: at}
			if indices != nil {
				step = &Expr{Op: Add, X: indices, Y: step, Type: p.size, Pos: at}
			}
			indices = step
		default:
			if f := field(e); e.Op == Member && f.bit {
				p.fail(at, "attempt to take address of bit-field structure member '%s'", f.Name)
			}
			base := p.folded(converted(p.addressOf(at, e), p.size, at))
			if indices == nil {
				return base
			}
			return &Expr{Op: Add, X: base, Y: indices, Type: p.size, Pos: at}
		}
	}
}

// folded returns a constant for an expression that has a constant value.
func (p *parser) folded(e *Expr) *Expr {
	if v := p.eval(e); v != nil {
		return &Expr{Op: Const, Val: v, Type: e.Type, Pos: e.Pos}
	}
	return e
}

func (p *parser) typesCompatible(at Pos) *Expr {
	t := p.typeName()
	p.expect(",")
	u := p.typeName()
	return &Expr{Op: Const, Val: truth(compatible(t.plain(), u.plain())), Type: p.int, Pos: at}
}

func (p *parser) chooseExpr(at Pos) *Expr {
	v := p.constant("first argument to '__builtin_choose_expr' not a constant")
	p.expect(",")
	read := func(wanted bool) *Expr {
		if wanted {
			return p.assignment()
		}
		return p.unevaluated(p.assignment)
	}
	a := read(v.Sign() != 0)
	p.expect(",")
	if b := read(v.Sign() == 0); v.Sign() == 0 {
		return b
	}
	return a
}

func (p *parser) constantP(at Pos) *Expr {
	e := p.unevaluated(p.assignment)
	known := p.evalReal(e) != nil || e.Op == Text
	if e.Type.Kind == Int || e.Type.Kind == Pointer {
		known = known || p.eval(p.rvalue(e)) != nil
	}
	return &Expr{Op: Const, Val: truth(known), Type: p.int, Pos: at}
}

func (p *parser) classify(at Pos) *Expr {
	e := p.rvalue(p.unevaluated(p.assignment))
	classes := map[TypeKind]int64{Void: 0, Int: 1, Pointer: 5, Float: 8, Struct: 12, Union: 13}
	n, ok := classes[e.Type.Kind]
	if !ok || e.Type.Enum != nil || e.Type.Bool {
		return p.hole(at, "__builtin_classify_type of "+e.Type.Name)
	}
	return num(n, p.int, at)
}

// assumeAligned reads a pointer that is said to be aligned: the program keeps that promise.
func (p *parser) assumeAligned(at Pos) *Expr {
	e := p.cast(p.rvalue(p.assignment()), p.pointerTo(p.void))
	for p.accept(",") {
		if x := p.rvalue(p.assignment()); !pure(x) {
			e = &Expr{Op: Comma, X: x, Y: e, Type: e.Type, Pos: at}
		}
	}
	return e
}

// overflow reads an operation that says whether its result fits where it is written.
func (p *parser) overflow(op Op) func(Pos) *Expr {
	return func(at Pos) *Expr {
		exact, r := p.overflowOperands(op, at)
		if exact.Op == Hole {
			return exact
		}
		if r = p.rvalue(r); r.Type.Kind != Pointer || r.Type.Elem.Kind != Int {
			p.fail(at, "the last argument of an overflow builtin is no pointer to an integer")
		}
		to := r.Type.Elem.plain()
		v, where := p.hidden(exact, at), p.hidden(r, at)
		set := &Expr{Op: Assign, X: p.deref(loaded(where, at), at), Y: p.cast(loaded(v, at), to), Type: to, Pos: at}
		list := []*Stmt{{Kind: Decl, Obj: v, Pos: at}, {Kind: Decl, Obj: where, Pos: at}, {Kind: Eval, X: set, Pos: at}}
		return p.before(list, p.misfit(v, to, at))
	}
}

// overflows reads an operation that says whether its result fits the type of the last argument.
func (p *parser) overflows(op Op) func(Pos) *Expr {
	return func(at Pos) *Expr {
		exact, r := p.overflowOperands(op, at)
		if exact.Op == Hole {
			return exact
		}
		if r.Op == Member && field(r).bit {
			return p.hole(at, "whether a result fits a bit-field")
		}
		to := p.rvalue(r).Type.plain()
		if to.Kind != Int || to.Bool || to.Enum != nil {
			p.fail(at, "the last argument of an overflow builtin is no integer")
		}
		v := p.hidden(exact, at)
		list := []*Stmt{{Kind: Decl, Obj: v, Pos: at}, {Kind: Eval, X: p.rvalue(r), Pos: at}}
		return p.before(list, p.misfit(v, to, at))
	}
}

// overflowOperands reads the operands of such an operation, and returns its result, which is wide enough to be exact,
// and what it has to fit.
func (p *parser) overflowOperands(op Op, at Pos) (exact, r *Expr) {
	a := p.rvalue(p.assignment())
	p.expect(",")
	b := p.rvalue(p.assignment())
	p.expect(",")
	r = p.assignment()
	for _, e := range []*Expr{a, b, r} {
		if e.Op == Hole {
			return e, nil
		}
	}
	if a.Type.Kind != Int || b.Type.Kind != Int {
		p.fail(at, "an operand of an overflow builtin is no integer")
	}
	wide := &Type{Kind: Int, Name: "wide integer", Size: 64, Align: 64, Rank: 7, Signed: true}
	return &Expr{Op: op, X: p.cast(a, wide), Y: p.cast(b, wide), Type: wide, Pos: at}, r
}

// misfit says that a wide integer does not fit a type.
func (p *parser) misfit(v *Object, to *Type, at Pos) *Expr {
	fit := p.cast(p.cast(loaded(v, at), to), v.Type)
	return p.cast(&Expr{Op: Ne, X: fit, Y: loaded(v, at), Type: p.int, Pos: at}, p.boolean)
}

// loaded returns the value of an object.
func loaded(o *Object, at Pos) *Expr {
	return &Expr{Op: Load, X: &Expr{Op: Var, Obj: o, Type: o.Type, Pos: at}, Type: o.Type, Pos: at}
}

// generic reads _Generic, and returns the expression that it selects.
func (p *parser) generic(at Pos) *Expr {
	p.advance()
	p.expect("(")
	selector := p.rvalue(p.unevaluated(p.assignment))
	control := selector.Type.plain()
	var types []*Type
	var chosen, other *Expr
	for p.accept(",") {
		where := p.pos()
		if p.accept("default") {
			p.expect(":")
			if other != nil {
				p.fail(where, "duplicate 'default' case in '_Generic'")
			}
			other = p.assignment()
			continue
		}
		t := p.typeName()
		p.expect(":")
		for _, u := range types {
			if compatible(t, u) {
				p.fail(where, "'_Generic' specifies two compatible types")
			}
		}
		types = append(types, t)
		if e := p.assignment(); compatible(t, control) {
			chosen = e
		}
	}
	p.expect(")")
	switch {
	case p.vague(selector) != nil:
		return p.vague(selector)
	case chosen != nil:
		return chosen
	case other == nil:
		p.fail(at, "'_Generic' selector of type '%s' is not compatible with any association", spell(control))
	}
	return other
}

// prototype returns a function that gcc knows without a declaration; nil if there is none of that name.
func (p *parser) prototype(name string) *Object {
	if o := p.linked[name]; o != nil && o.Kind == Function {
		return o
	}
	line := strings.ReplaceAll(prototypes()[name], "size_t", p.size.Name)
	if line == "" {
		return nil
	}
	q := *p
	q.toks, q.at, q.fn, q.later, q.modes = nil, 0, nil, nil, nil
	for !q.scope.file() {
		q.scope = q.scope.outer
	}
	q.pragmas(must(cpp.Preprocess(Source{Name: "<builtin>", Text: []byte(line)}, p.files, cpp.Config{})))
	q.external()
	o := p.linked[name]
	o.Extern, o.implicit = true, true
	if !strings.HasPrefix(name, "__builtin_") {
		delete(q.scope.names, name)
	}
	return o
}
