package syntax

import (
	"cmp"
	"math/big"
	"slices"

	"github.com/muster-smt/muster/verifier/c/cpp"
)

// initializer reads what an object of type t begins with. It also returns the type, which is another one if the
// initialiser says how long an array is.
func (p *parser) initializer(t *Type, static bool) (*Init, *Type) {
	defer p.deeper()()
	i := &initial{parser: p, in: &Init{}, static: static, length: -1}
	at := p.pos()
	switch {
	case p.is("{") && t.Kind == Other:
		p.skip()
		return i.in, t
	case p.is("{"):
		i.braced(target{typ: t})
		i.order()
		i.in.Whole = t.Scalar() && len(i.in.Items) == 1
	case t.Kind == Array:
		i.array(t, p.assignment(), at)
	default:
		v := p.assigned(p.rvalue(p.assignment()), t, at, initialising)
		i.in.Whole, i.in.Items = true, []InitItem{{Type: t, Len: 1, Value: v}}
	}
	if i.length >= 0 && t.Kind == Array && t.Len < 0 {
		t = p.arrayOf(t.Elem, i.length)
	}
	if static {
		p.constants(i.in)
	}
	if i.flexible > 0 {
		t = p.grown(t, i.flexible)
	}
	return i.in, t
}

// initial is an initialiser that is read.
type initial struct {
	*parser
	in       *Init
	static   bool
	length   int64 // how many elements the array has that is initialised; -1 if it is none
	flexible int64 // how many elements of a flexible array member are initialised
	end      int64 // no item so far goes beyond
	ranges   bool  // an item is for several elements
	depth    int
}

// order puts items into the order of what they initialise, in which gcc evaluates them. Those for ranges may be
// overridden in part by later ones, and these by ranges, so there the order stays that of the text.
func (i *initial) order() {
	at := func(it InitItem) int64 {
		if it.Field != nil {
			return 8*it.Offset + int64(it.Field.BitOff)
		}
		return 8 * it.Offset
	}
	if !i.ranges {
		slices.SortStableFunc(i.in.Items, func(a, b InitItem) int { return cmp.Compare(at(a), at(b)) })
	}
}

// target is what a value is for: an object, or a part of it.
type target struct {
	typ    *Type
	off    int64
	field  *Field // of a bit-field
	times  []repetition
	ranged int64 // the last of times is that of the elements of this array up to here
}

// repetition says that a value is for several elements.
type repetition struct{ count, stride int64 }

// level is an aggregate whose parts are initialised one after the other.
type level struct {
	of    target
	next  int64 // the element, or the index into the members
	begun bool
}

// array initialises an array by one expression.
func (i *initial) array(t *Type, e *Expr, at Pos) {
	switch {
	case e.Op == Hole:
		i.in.Items = append(i.in.Items, InitItem{Type: i.int, Len: 1, Value: e})
	case e.Op == Text && i.fits(t, e, at):
		i.string(target{typ: t}, e)
		i.length = e.Type.Len
	case (e.Op == Compound || e.Op == Var && e.Obj.Name == "literal") && compatible(t.Elem.plain(), e.Type.Elem.plain()):
		i.in.Items = slices.Clone(e.Obj.Init.Items)
		i.length = e.Type.Len
	default:
		i.fail(at, "invalid initializer")
	}
}

// fits checks whether a string may initialise an array.
func (i *initial) fits(t *Type, e *Expr, at Pos) bool {
	if t.Elem.Kind != Int {
		return false
	}
	if e.Type.Elem == i.char && t.Elem.Size == 1 && !t.Elem.Bool || basic(t.Elem) == basic(e.Type.Elem) {
		return true
	}
	i.fail(at, "array of inappropriate type initialized from string constant")
	return false
}

// string initialises an array by a string.
func (i *initial) string(x target, e *Expr) {
	if x.typ.Len >= 0 && e.Type.Len-1 > x.typ.Len {
		i.warn(e.Pos, "initializer-string for array is too long")
	}
	if x.typ.Len < 0 {
		x.typ = i.arrayOf(x.typ.Elem, e.Type.Len)
		if x.field != nil {
			i.flexible = max(i.flexible, e.Type.Len)
		}
	}
	i.add(x, e)
}

// braced reads a list in braces.
func (i *initial) braced(x target) {
	if i.depth++; i.depth > maxDepth {
		i.fail(i.pos(), "brackets are nested too deeply")
	}
	defer func() { i.depth-- }()
	open := i.pos()
	i.expect("{")
	i.forget(x)
	switch {
	case x.typ.Scalar():
		i.scalar(x, open)
		return
	case x.typ.Kind != Array && !x.typ.record():
		i.fail(open, "invalid initializer")
	}
	stack := []level{{of: x}}
	for !i.closed(open) {
		stack = i.entry(stack, x)
		if !i.accept(",") && !i.is("}") {
			i.expected("'}'")
		}
	}
	if x.typ.Kind == Array && x.typ.Len < 0 && x.field == nil {
		i.length = max(i.length, 0)
	}
}

// scalar reads the initialiser of a scalar in braces.
func (i *initial) scalar(x target, open Pos) {
	if i.is("}") {
		i.fail(open, "empty scalar initializer")
	}
	if i.is("{") {
		i.braced(x)
	} else {
		at := i.pos()
		i.put(x, i.assignment(), at)
	}
	for i.accept(",") && !i.is("}") {
		i.warn(i.pos(), "excess elements in scalar initializer")
		i.excess()
	}
	i.expect("}")
}

// excess reads what initialises nothing.
func (i *initial) excess() {
	if i.is("{") {
		i.skip()
		return
	}
	i.unevaluated(i.assignment)
}

// entry reads an entry of a list: perhaps a designator, and a value.
func (i *initial) entry(stack []level, whole target) []level {
	at := i.pos()
	designated := i.is(".") || i.is("[") || i.named() && i.peek(1).Is(":")
	if designated {
		stack = i.designators(stack[:1])
	} else {
		for len(stack) > 1 && stack[len(stack)-1].exhausted() {
			stack = stack[:len(stack)-1]
		}
		if stack[len(stack)-1].exhausted() {
			i.warn(at, "excess elements in initializer")
			i.excess()
			return stack
		}
	}
	x := i.part(&stack[len(stack)-1])
	if i.is("{") {
		i.braced(x)
		return stack
	}
	at = i.pos()
	e := i.assignment()
	if e.Op == Text && !designated && len(stack) == 1 && !stack[0].begun && whole.typ.Kind == Array &&
		isText(whole.typ, e) {
		stack[0].next = 0
		i.string(whole, e)
		i.length = max(i.length, e.Type.Len)
		stack[0].next = max(whole.typ.Len, 1<<40)
		stack[0].begun = true
		return stack
	}
	stack[len(stack)-1].begun = true
	return i.into(stack, x, e, at)
}

// isText reports whether an array is one of characters that a string may initialise as a whole.
func isText(t *Type, e *Expr) bool {
	return t.Elem.Kind == Int && (t.Elem.Size == 1 && e.Type.Elem.Size == 1 || basic(t.Elem) == basic(e.Type.Elem))
}

// into has a value initialise a part, or the first of its parts that are not aggregates, as where braces are left out.
func (i *initial) into(stack []level, x target, e *Expr, at Pos) []level {
	for {
		t := x.typ
		switch {
		case t.Kind == Array && e.Op == Text && isText(t, e):
			i.string(x, e)
			return stack
		case t.record() && e.Type.Canonical() == t.Canonical(), !t.record() && t.Kind != Array:
			i.put(x, e, at)
			return stack
		}
		l := level{of: x}
		if l.exhausted() {
			i.warn(at, "excess elements in initializer")
			return stack
		}
		stack = append(stack, l)
		x = i.part(&stack[len(stack)-1])
	}
}

// exhausted reports whether all parts of an aggregate are initialised.
func (l *level) exhausted() bool {
	t := l.of.typ
	switch t.Kind {
	case Array:
		return t.Len >= 0 && l.next >= t.Len
	case Union:
		return l.next >= int64(min(1, len(t.Fields)))
	}
	return l.next >= int64(len(t.Fields))
}

// part returns the part of an aggregate that is next, and goes on to the one behind it.
func (i *initial) part(l *level) target {
	x := target{times: l.of.times}
	if t := l.of.typ; t.Kind == Array {
		x.typ, x.off = t.Elem, l.of.off+l.next*t.Elem.Size
		if t.Len < 0 {
			if l.of.field != nil {
				i.flexible = max(i.flexible, l.next+1)
			} else {
				i.length = max(i.length, l.next+1)
			}
		}
		if l.next++; l.of.ranged > 0 {
			l.next, l.of.times, l.of.ranged = l.of.ranged, l.of.times[:len(l.of.times)-1], 0
		}
		return x
	}
	f := l.of.typ.Fields[l.next]
	x.typ, x.off = f.Type, l.of.off+f.Offset
	if f.Bits > 0 || f.Type.Kind == Array && f.Type.Len < 0 {
		x.field = f
	}
	if l.next++; l.of.typ.Kind == Union {
		l.next = int64(len(l.of.typ.Fields))
	}
	return x
}

// designators reads what names a part of an aggregate.
func (i *initial) designators(stack []level) []level {
	for first := true; ; first = false {
		l := &stack[len(stack)-1]
		at := i.pos()
		switch {
		case i.accept("["):
			i.subscript(l, at)
		case i.is(".") || first && i.named():
			i.accept(".")
			stack = i.lookFor(stack, i.someName("identifier"), at)
		}
		if i.is(".") || i.is("[") {
			x := i.part(&stack[len(stack)-1])
			if x.typ.Kind != Array && !x.typ.record() {
				if i.is("[") {
					i.fail(at, "array index in non-array initializer")
				}
				i.fail(at, "field name not in record or union initializer")
			}
			stack = append(stack, level{of: x})
			continue
		}
		if !i.accept("=") && !i.accept(":") && !i.is("{") && i.tok().Kind == cpp.Punct && !i.is("(") {
			i.expected("'='")
		}
		return stack
	}
}

// subscript reads the index of an element, or of several.
func (i *initial) subscript(l *level, at Pos) {
	t := l.of.typ
	if t.Kind != Array {
		i.fail(at, "array index in non-array initializer")
	}
	low := i.index64(t, at)
	high := low
	if i.accept("...") {
		if high = i.index64(t, at); high < low {
			i.fail(at, "empty index range in initializer")
		}
	}
	i.expect("]")
	l.next = low
	if n := high - low + 1; n > 1 {
		l.of.times = append(slices.Clone(l.of.times), repetition{n, t.Elem.Size})
		if t.Len < 0 {
			i.length = max(i.length, high+1)
		}
		l.of.ranged = high + 1
	}
}

// index64 reads the index of an element.
func (i *initial) index64(t *Type, at Pos) int64 {
	v := i.constant("nonconstant array index in initializer")
	if v.Sign() < 0 || t.Len >= 0 && v.Cmp(big.NewInt(t.Len)) >= 0 || v.Cmp(big.NewInt(1<<61)) >= 0 {
		i.fail(at, "array index in initializer exceeds array bounds")
	}
	return v.Int64()
}

// lookFor goes to the member of a name, by way of members without one.
func (i *initial) lookFor(stack []level, name string, at Pos) []level {
	for {
		l := &stack[len(stack)-1]
		t := l.of.typ
		if !t.record() {
			i.fail(at, "field name not in record or union initializer")
		}
		found := slices.IndexFunc(t.Fields, func(f *Field) bool { return f.Name == name })
		if found >= 0 {
			l.next = int64(found)
			return stack
		}
		if found = slices.IndexFunc(t.Fields, func(f *Field) bool { return f.Name == "" && f.Type.has(name) }); found < 0 {
			i.fail(at, "'%s' has no member named '%s'", spell(t), name)
		}
		l.next = int64(found)
		stack = append(stack, level{of: i.part(l)})
	}
}

// put gives a part a value.
func (i *initial) put(x target, e *Expr, at Pos) {
	if x.typ.Kind == Array {
		i.fail(at, "array initialized from non-constant array expression")
	}
	i.add(x, i.assigned(i.rvalue(e), x.typ, at, initialising))
}

// forget drops what has been said of a part that is now initialised as a whole.
func (i *initial) forget(x target) {
	if x.off >= i.end || len(x.times) > 0 {
		return
	}
	to := x.off + x.typ.Size
	i.in.Items = slices.DeleteFunc(i.in.Items, func(it InitItem) bool {
		if x.field != nil && x.field.Bits > 0 || it.Field != nil {
			return x.field != nil && it.Field == x.field && it.Offset == x.off || x.field == nil && it.Offset >= x.off &&
				it.Offset+it.Type.Size <= to
		}
		return it.Offset >= x.off && it.Offset+it.Type.Size*it.Len <= to
	})
}

// maxItems bounds the items that a range of elements stands for.
const maxItems = 1 << 16

// add adds an item, or several of a range.
func (i *initial) add(x target, e *Expr) {
	i.forget(x)
	i.ranges = i.ranges || len(x.times) > 0
	it := InitItem{Offset: x.off, Type: x.typ, Len: 1, Value: e}
	if x.field != nil && x.field.Bits > 0 {
		it.Field = x.field
	}
	list := []InitItem{it}
	for k := len(x.times) - 1; k >= 0; k-- {
		r := x.times[k]
		if len(list) == 1 && list[0].Len == 1 && r.stride == it.Type.Size && it.Field == nil {
			list[0].Len = r.count
			continue
		}
		if r.count > maxItems/int64(len(list)) || !pure(e) {
			h := i.hole(e.Pos, "an initialiser of many elements")
			h.Type = e.Type
			list = []InitItem{{Offset: x.off, Type: x.typ, Field: it.Field, Len: 1, Value: h}}
			break
		}
		n := len(list)
		for m := int64(1); m < r.count; m++ {
			for _, y := range list[:n] {
				y.Offset += m * r.stride
				list = append(list, y)
			}
		}
	}
	for _, y := range list {
		i.end = max(i.end, y.Offset+y.Type.Size*y.Len)
	}
	i.in.Items = append(i.in.Items, list...)
}

// constants checks that an initialiser of what is static is constant.
func (p *parser) constants(in *Init) {
	var items []InitItem
	for _, it := range in.Items {
		if e := it.Value; !p.static(e) {
			p.fail(e.Pos, "initializer element is not constant")
		}
		from := initialOf(it.Value)
		if from == nil || it.Field != nil || it.Len > 1 {
			items = append(items, it)
			continue
		}
		for _, x := range from.Items {
			x.Offset += it.Offset
			items = append(items, x)
		}
		in.Whole = in.Whole && from.Whole
	}
	in.Items = items
}

// initialOf returns the initialiser of the compound literal or the constant whose value an expression is; nil if it
// is something else. In its place it does not matter which object has its value first.
func initialOf(e *Expr) *Init {
	if e.Op != Load || e.X.Op != Var && e.X.Op != Compound {
		return nil
	}
	return e.X.Obj.Init
}

// static reports whether the value of an expression is known before the program runs.
func (p *parser) static(e *Expr) bool {
	if e == nil {
		return true
	}
	switch e.Op {
	case Const, Text, Hole:
		return true
	case Var:
		return e.Obj.Kind == Function && !e.Obj.nested || e.Obj.Kind == Static
	case AddrOf, Decay:
		return p.staticPlace(e.X)
	case Load:
		b := e.X
		for b.Op == Elem || b.Op == Member {
			b = b.X
		}
		return b.Op == Compound || b.Op == Var && b.Obj.Kind == Static &&
			(b.Obj.Name == "literal" || element(b.Type).quals&constQual != 0)
	case Call:
		return e.Obj != nil && (e.Obj.Name == "strlen" || len(e.Obj.Name) > 10 && e.Obj.Name[:10] == "__builtin_")
	case Comma, Assign, AssignOp, Block, Compound, VaArg, VaStart, VaEnd, VaCopy:
		return false
	case LAnd, LOr, Cond:
		if p.eval(e) != nil {
			return true
		}
	}
	return p.static(e.X) && p.static(e.Y) && p.static(e.Z)
}

// staticPlace reports whether the address of an lvalue is known before the program runs.
func (p *parser) staticPlace(e *Expr) bool {
	switch e.Op {
	case Var:
		return e.Obj.Kind == Function && !e.Obj.nested || e.Obj.Kind == Static
	case Deref:
		return p.static(e.X)
	case Member:
		return p.staticPlace(e.X)
	case Elem:
		return p.staticPlace(e.X) && p.static(e.Y)
	}
	return e.Op == Text || e.Op == Hole
}

// grown returns the type of a structure with a flexible member of so many elements.
func (p *parser) grown(t *Type, n int64) *Type {
	if !t.record() || len(t.Fields) == 0 {
		return t
	}
	u := *t
	u.same, u.variants, u.pointer, u.Fields = t.Canonical(), nil, nil, slices.Clone(t.Fields)
	last := *u.Fields[len(u.Fields)-1]
	if last.Type.Kind != Array || last.Type.Len >= 0 {
		return t
	}
	last.Type = p.arrayOf(last.Type.Elem, n)
	u.Fields[len(u.Fields)-1] = &last
	u.Size = max(u.Size, roundUp(last.Offset+last.Type.Size, max(u.Align, 1)))
	return &u
}
