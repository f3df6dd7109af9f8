package golang

import (
	"go/constant"
	"go/token"
	"go/types"
	"math/big"

	"golang.org/x/tools/go/ssa"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/machine"
	"github.com/muster-smt/muster/verifier/prog"
)

// value returns that of an operand.
func (f *fn) value(v ssa.Value) value {
	if out, ok := f.vals[v]; ok {
		return out
	}
	switch v := v.(type) {
	case *ssa.Const:
		return f.constant(v)
	case *ssa.Function:
		return value{f.b.Small(f.facts.codes[v]), f.b.Small(0)}
	case *ssa.Global:
		f.follows(v)
		return value{{Term: f.st.Int(f.globalObject(v))}, f.b.Small(0)}
	}
	if p, ok := f.places[v]; ok {
		if p.vars != nil || p.of != nil {
			refuse("the address of a variable")
		}
		return value{{Term: p.obj}, {Term: p.idx}}
	}
	refuse("a value of %T", v)
	return nil
}

func (f *fn) constant(v *ssa.Const) value {
	if v.Value == nil {
		return f.zero(v.Type())
	}
	switch v.Value.Kind() {
	case constant.Bool:
		return value{f.b.Boolean(f.st.Bool(constant.BoolVal(v.Value)))}
	case constant.String:
		if !isString(v.Type()) { // ssa leaves out conversions in instances of generic functions
			refuse("a conversion of the constant %s", v.Value)
		}
		return f.text(constant.StringVal(v.Value))
	}
	if isString(v.Type()) {
		n, ok := new(big.Int).SetString(constant.ToInt(v.Value).ExactString(), 10)
		if !ok {
			refuse("the constant %s", v.Value)
		}
		return f.runeText(f.b.Constant(n))
	}
	if isFloat(v.Type()) {
		return value{f.b.Small(f.float(v.Value, v.Type()))}
	}
	n, ok := new(big.Int).SetString(constant.ToInt(v.Value).ExactString(), 10)
	if !ok {
		refuse("the constant %s", v.Value)
	}
	lo, hi := f.integer(v.Type()).Range() // ssa may leave out a conversion
	if n.Cmp(lo) < 0 || n.Cmp(hi) > 0 {
		return value{f.b.Wrap(f.b.Constant(n), f.integer(v.Type()))}
	}
	return value{f.b.Constant(n)}
}

// place returns where an address points to.
func (f *fn) place(addr ssa.Value) place {
	if p, ok := f.places[addr]; ok {
		return p
	}
	if g, ok := addr.(*ssa.Global); ok {
		f.follows(g)
		return f.globalPlace(g)
	}
	v := f.value(addr)
	return f.at(pointee(addr.Type()), v[0].Term, f.b.Number(v[1]))
}

// accessed returns the place that an address points to, which is checked.
func (f *fn) accessed(addr ssa.Value) place {
	p := f.place(addr)
	f.notNil(p)
	return p
}

// notNil checks that there is something at a place.
func (f *fn) notNil(p place) {
	if p.vars == nil {
		f.check(NilPointer, f.st.Not(f.st.Eq(p.obj, f.st.Int(0))), said(nilDereference))
	}
}

// define lowers an instruction that has a value.
func (f *fn) define(i ssa.Value) {
	switch v := i.(type) {
	case *ssa.Phi:
		return
	case *ssa.Alloc:
		f.alloc(v)
		return
	case *ssa.FieldAddr:
		if headerField(v) != nil {
			return
		}
		p := f.place(v.X)
		f.notNil(p)
		f.places[v] = f.member(p, v.Field)
		return
	case *ssa.IndexAddr:
		f.places[v] = f.indexed(v)
		return
	case *ssa.Range:
		f.iterate(v)
		return
	case *ssa.Slice:
		if arguments(v) {
			return
		}
	}
	t := i.Type()
	out, state := f.compute(i)
	if state || f.nameOf(i)[0] != '$' { // traces show variables of the source
		out = f.settled(f.nameOf(i), t, out)
	}
	f.vals[i] = out
}

// compute returns the value of an instruction. If it depends on the state it is to be kept.
func (f *fn) compute(i ssa.Value) (out value, state bool) {
	if passes(i) {
		return f.zero(i.Type()), false
	}
	switch v := i.(type) {
	case *ssa.BinOp:
		return f.binary(v), false
	case *ssa.UnOp:
		return f.unary(v)
	case *ssa.ChangeType:
		return f.changeType(v), false
	case *ssa.Convert:
		return f.convert(v.X, v.Type())
	case *ssa.MultiConvert:
		return f.convert(v.X, v.Type())
	case *ssa.ChangeInterface:
		return f.value(v.X), false
	case *ssa.SliceToArrayPointer:
		return f.toArray(v), false
	case *ssa.MakeInterface:
		return f.makeInterface(f.value(v.X), v.X.Type()), false
	case *ssa.MakeClosure:
		return f.closure(v), false
	case *ssa.MakeMap:
		return f.makeMap(v), false
	case *ssa.MakeSlice:
		return f.makeSlice(v), false
	case *ssa.Slice:
		return f.slice(v), false
	case *ssa.Field:
		return f.fieldOf(f.value(v.X), v.X.Type(), v.Field), false
	case *ssa.Index:
		return f.index(v)
	case *ssa.Lookup:
		return f.lookup(v)
	case *ssa.Extract:
		return f.extract(f.value(v.Tuple), v.Tuple.Type().(*types.Tuple), v.Index), false
	case *ssa.TypeAssert:
		if x := f.value(v.X); !v.CommaOk && len(*v.Referrers()) == 0 && types.Identical(v.X.Type(), v.AssertedType) {
			// So ssa checks the interface of a method value; an assertion of the source has a DebugRef.
			f.check(NilPointer, f.st.Not(f.st.Eq(x[0].Term, f.st.Int(0))), said(nilDereference))
			return x, false
		}
		return f.typeAssert(v), false
	case *ssa.Next:
		return f.advance(v), false
	case *ssa.Call:
		return f.call(&v.Call, v.Type()), false
	case *ssa.MakeChan:
		refuse("a channel")
	case *ssa.Select:
		refuse("select")
	}
	refuse("%T", i)
	return nil, false
}

// execute lowers an instruction without a value.
func (f *fn) execute(i ssa.Instruction) {
	switch v := i.(type) {
	case *ssa.DebugRef:
	case *ssa.Jump:
		f.ends[v.Block()] = f.cur
		f.cur = noBlock
	case *ssa.If:
		f.split(v)
	case *ssa.Return:
		f.returns(v.Results)
	case *ssa.Store:
		if x := headerField(v.Addr); x != nil {
			f.headerWrite(v, x)
			return
		}
		f.store(f.accessed(v.Addr), f.value(v.Val))
	case *ssa.MapUpdate:
		f.mapUpdate(v)
	case *ssa.Panic:
		f.panics(v)
	case *ssa.Defer:
		f.deferred(v)
	case *ssa.RunDefers:
		f.runDefers()
	case *ssa.Go:
		refuse("a goroutine")
	case *ssa.Send:
		refuse("a channel")
	default:
		refuse("%T", i)
	}
}

// split goes one of two ways.
func (f *fn) split(v *ssa.If) {
	var c term.Term
	if f.only != nil && !f.only[v] { // nothing that matters depends on it
		either := f.temp(term.Bool, "either")
		f.havoc(either)
		c = f.prog.Var(either).Term
	} else {
		c = f.b.Truth(f.value(v.Cond)[0])
	}
	from := f.cur
	then, els := f.branch(c, "then", "else")
	f.ends[v.Block()] = from
	f.goes(v, then, els)
}

func (f *fn) returns(results []ssa.Value) {
	k, c := 0, f.change()
	for _, r := range results {
		for i, x := range f.leaves(r.Type()) {
			c.write(f.q.Outs[k], f.term(x, f.value(r)[i]))
			k++
		}
	}
	c.make()
	f.noteRecovered()
	f.q.Blocks[f.cur].End = f.node(f.pos)
	f.jump()
}

// alloc makes a variable: a part of memory only if its address is a value.
func (f *fn) alloc(v *ssa.Alloc) {
	t := pointee(v.Type())
	if !onlyDirect(v) {
		f.vals[v] = value{{Term: f.allocate(t)}, f.b.Small(0)}
		return
	}
	p, ok := f.places[v]
	if !ok {
		p = place{typ: t, vars: map[string]prog.VarID{}, idx: f.st.Int(0)}
		name := v.Comment
		if name == "" {
			name = "$" + v.Name()
		}
		for _, x := range f.leaves(t) {
			id := f.local(name+x.path, f.sort(x))
			f.stands(id, name, x)
			p.vars[x.path] = id
		}
		f.places[v] = p
	}
	f.store(p, f.zero(t))
}

// fieldOf returns the part of a structure's value that is a field.
func (f *fn) fieldOf(v value, t types.Type, k int) value {
	u := t.Underlying().(*types.Struct)
	for i := range k {
		v = v[len(f.leaves(u.Field(i).Type())):]
	}
	return v[:len(f.leaves(u.Field(k).Type()))]
}

func (f *fn) extract(v value, t *types.Tuple, k int) value {
	for i := range k {
		v = v[len(f.leaves(t.At(i).Type())):]
	}
	return v[:len(f.leaves(t.At(k).Type()))]
}

// unary lowers operations with one operand, of which a load is one.
func (f *fn) unary(v *ssa.UnOp) (out value, state bool) {
	switch v.Op {
	case token.MUL:
		if x := headerField(v.X); x != nil {
			return f.headerRead(v, x), true
		}
		if b := bytesAsText(v.X); b != nil {
			return f.textOf(f.load(f.accessed(b)), pointee(b.Type())), true
		}
		return f.load(f.accessed(v.X)), true
	case token.NOT:
		return value{f.b.Boolean(f.st.Not(f.b.Truth(f.value(v.X)[0])))}, false
	case token.SUB, token.XOR:
		if !isInt(v.Type()) {
			return f.negated(f.value(v.X)[0], v.Type()), false
		}
		x, typ := f.value(v.X)[0], f.integer(v.Type())
		if v.Op == token.SUB {
			return value{f.b.Wrap(f.b.Exact(machine.Sub, f.b.Small(0), x), typ)}, false
		}
		return value{f.b.Wrap(f.b.Complement(x), typ)}, false
	}
	refuse("a channel")
	return nil, false
}

// index returns an element of an array's value, or a byte of a string.
func (f *fn) index(v *ssa.Index) (out value, state bool) {
	x, i := f.value(v.X), f.bounded(v.Index)[0]
	if isString(v.X.Type()) {
		f.inBounds(i, x[2])
		return value{f.byteAt(x, f.b.Number(i))}, true
	}
	a := v.X.Type().Underlying().(*types.Array)
	f.inBounds(i, f.b.Small(a.Len()))
	return f.elementIn(x, a.Elem(), f.b.Number(i)), false
}

// indexed returns the place of an element.
func (f *fn) indexed(v *ssa.IndexAddr) place {
	i := f.bounded(v.Index)[0]
	if s, ok := v.X.Type().Underlying().(*types.Slice); ok {
		x := f.value(v.X)
		f.inBounds(i, x[2])
		at := f.st.Add(f.b.Number(x[1]), f.scaled(f.b.Number(i), flat(s.Elem())))
		return f.at(s.Elem(), x[0].Term, at)
	}
	p := f.place(v.X)
	f.notNil(p)
	f.inBounds(i, f.b.Small(p.typ.Underlying().(*types.Array).Len()))
	return f.element(p, f.b.Number(i))
}

// changeType converts between types whose values are the same.
func (f *fn) changeType(v *ssa.ChangeType) value {
	if !alike(v.X.Type(), v.Type()) {
		refuse("a conversion to a type that refers to structures with other tags")
	}
	return f.value(v.X)
}

// alike reports whether values of two types that are convertible refer to the same parts of memory. Structures with
// other tags have other parts, but only where they are behind pointers, slices, maps and functions: values have none.
func alike(s, t types.Type) bool {
	switch u := s.Underlying().(type) {
	case *types.Struct:
		w, ok := t.Underlying().(*types.Struct)
		for k := 0; ok && k < u.NumFields(); k++ {
			ok = k < w.NumFields() && alike(u.Field(k).Type(), w.Field(k).Type())
		}
		return ok
	case *types.Array:
		w, ok := t.Underlying().(*types.Array)
		return ok && alike(u.Elem(), w.Elem())
	case *types.Pointer:
		w, ok := t.Underlying().(*types.Pointer)
		return ok && types.Identical(u.Elem().Underlying(), w.Elem().Underlying())
	}
	return types.Identical(s.Underlying(), t.Underlying())
}

// binary lowers operations with two operands.
func (f *fn) binary(v *ssa.BinOp) value {
	x, y := f.bounded(v.X), f.bounded(v.Y)
	switch v.Op {
	case token.EQL, token.NEQ:
		if isInt(v.X.Type()) && isInt(v.Y.Type()) {
			a, b := f.mutual(x[0], y[0])
			x, y = value{a}, value{b}
		}
		c := f.equal(x, y, v.X.Type(), v.Y.Type())
		if v.Op == token.NEQ {
			c = f.st.Not(c)
		}
		return value{f.b.Boolean(c)}
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		switch {
		case isString(v.X.Type()):
			return value{f.b.Boolean(f.ordered(v.Op, x, y))}
		case !isInt(v.X.Type()):
			return value{f.b.Boolean(f.compareReals(v.Op, x[0], y[0], v.X.Type()))}
		}
		a, b := f.mutual(x[0], y[0])
		return value{f.b.Boolean(f.b.Compare(comparisons[v.Op], a, b))}
	}
	switch {
	case isString(v.Type()):
		return f.concat(x, y)
	case !isInt(v.Type()):
		return f.floating(v.Type())
	}
	return value{f.arithmetic(v.Op, x[0], y[0], f.integer(v.Type()))}
}

// mutual returns integers that are compared. The solver has to know the bounds of one unless the other is far from
// them, or has the same: no row of comparisons gets there.
func (f *fn) mutual(x, y machine.Value) (a, b machine.Value) {
	if x.Lo.Cmp(y.Lo) == 0 && x.Hi.Cmp(y.Hi) == 0 {
		return x, y
	}
	if a, b = x, y; !deepWithin(y, x) {
		a = f.b.Ranged(x)
	}
	if !deepWithin(x, y) {
		b = f.b.Ranged(y)
	}
	return a, b
}

// deepWithin reports whether all values that x may be are far from the bounds of y.
func deepWithin(x, y machine.Value) bool {
	far := machine.Pow2(20)
	return new(big.Int).Sub(x.Lo, y.Lo).Cmp(far) > 0 && new(big.Int).Sub(y.Hi, x.Hi).Cmp(far) > 0
}

var comparisons = map[token.Token]machine.Op{
	token.LSS: machine.Lt, token.LEQ: machine.Le, token.GTR: machine.Gt, token.GEQ: machine.Ge,
}

var operations = map[token.Token]machine.Op{
	token.ADD: machine.Add, token.SUB: machine.Sub, token.MUL: machine.Mul, token.QUO: machine.Quo,
	token.REM: machine.Rem, token.SHL: machine.Shl, token.SHR: machine.Shr, token.AND: machine.And,
	token.OR: machine.Or, token.XOR: machine.Xor,
}

// arithmetic returns the value of an operation on integers.
func (f *fn) arithmetic(op token.Token, x, y machine.Value, typ machine.Type) machine.Value {
	switch op {
	case token.ADD, token.SUB, token.MUL:
		return f.b.Wrap(f.b.Exact(operations[op], x, y), typ)
	case token.QUO, token.REM:
		f.check(Division, f.st.Not(f.b.Compare(machine.Eq, f.b.Ranged(y), f.b.Small(0))), said("integer divide by zero"))
		return f.b.Wrap(f.b.Divide(operations[op], x, y), typ)
	case token.SHL, token.SHR:
		y = f.b.Ranged(y)
		if y.Lo.Sign() < 0 {
			f.check(Shift, f.b.Compare(machine.Le, f.b.Small(0), y), said("negative shift amount"))
			if y.Hi.Sign() < 0 {
				return f.b.Small(0)
			}
			y = y.Clip(new(big.Int), y.Hi)
		}
		return f.b.Shift(operations[op], x, y, typ)
	case token.AND_NOT:
		if x, y := f.b.Ranged(x), f.b.Ranged(y); x.Lo.Sign() >= 0 && y.Lo.Sign() >= 0 && !y.IsConst() {
			both := f.b.Bitwise(machine.And, x, y, typ) // the complement would need another bit
			return f.b.Exact(machine.Sub, x, both).Clip(new(big.Int), x.Hi)
		}
		return f.b.Bitwise(machine.And, x, f.b.Complement(y), typ)
	}
	return f.b.Bitwise(operations[op], x, y, typ)
}

// convert converts between types whose values differ.
func (f *fn) convert(from ssa.Value, to types.Type) (out value, state bool) {
	x, t := f.bounded(from), from.Type()
	switch {
	case isInt(t) && isInt(to):
		return value{f.b.Wrap(x[0], f.integer(to))}, false
	case isInt(t) && isString(to):
		return f.runeText(x[0]), false
	case isString(to) && isString(t):
		return x, false
	case isString(to):
		return f.textOf(x, t), false
	case isString(t):
		return f.sliceOf(x, to)
	case isFloat(t) || isFloat(to):
		return f.converted(x, t, to), false
	}
	refuse("unsafe")
	return nil, false
}
