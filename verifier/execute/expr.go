package execute

import (
	"github.com/muster-smt/muster/theory/term"
)

// maxNesting limits how deeply terms are nested, of which the compiler visits one inside the other.
const maxNesting = 10_000

// value compiles a term, and returns the register that holds its value. If it needs an instruction, the result is in
// dst unless that is negative.
func (c *compiler) value(t term.Term, dst reg) reg {
	if r, ok := c.memo[t]; ok {
		return r
	}
	if c.depth++; c.depth > maxNesting {
		c.refuse("a term that is nested too deeply")
		c.depth--
		return c.into(t, dst)
	}
	r := c.compute(t, dst)
	c.depth--
	if dst < 0 || r != dst { // what a target holds changes
		c.remember(t, r)
	}
	return r
}

// remember keeps a value for the rest of the command, or of the branch that is compiled.
func (c *compiler) remember(t term.Term, r reg) {
	c.memo[t] = r
	c.trail = append(c.trail, t)
}

// forget drops what was remembered since there were n values.
func (c *compiler) forget(n int) {
	for _, t := range c.trail[n:] {
		delete(c.memo, t)
	}
	c.trail = c.trail[:n]
}

// into returns dst, or a new register if that is negative.
func (c *compiler) into(t term.Term, dst reg) reg {
	if dst >= 0 {
		return dst
	}
	return c.temp(c.st.IsArray(c.st.Sort(t)))
}

func (c *compiler) compute(t term.Term, dst reg) reg {
	st := c.st
	if st.IsArray(st.Sort(t)) {
		return c.mapValue(t, dst)
	}
	if !c.scalar(st.Sort(t)) {
		c.refuse("values of " + st.SortString(st.Sort(t)))
		return c.into(t, dst)
	}
	switch op := st.Op(t); op {
	case term.OpTrue:
		return c.constant(1)
	case term.OpFalse:
		return c.constant(0)
	case term.OpNum:
		n, ok := st.Num(t).Int64()
		if !ok || !small(n) {
			return c.bigConstant(st.Num(t))
		}
		return c.constant(n)
	case term.OpBits:
		return c.constant(int64(low(st.Num(t))))
	case term.OpApp:
		if r, ok := c.regOf[t]; ok {
			return r
		}
		c.refuse("the function " + st.SymName(st.Sym(t)))
		return c.into(t, dst)
	case term.OpForall:
		return c.every(t, dst)
	case term.OpNot, term.OpAnd, term.OpOr, term.OpEq, term.OpLe, term.OpDistinct, term.OpBvUle, term.OpBvSle:
		return c.truth(t, dst)
	case term.OpIte:
		return c.ite(t, dst)
	case term.OpAdd:
		return c.sum(t, dst)
	case term.OpMul, term.OpDiv, term.OpMod:
		if st.Sort(t) != term.Int {
			break
		}
		a, b := c.value(st.Arg(t, 0), -1), c.value(st.Arg(t, 1), -1)
		r := c.into(t, dst)
		c.emit(map[term.Op]opcode{term.OpMul: opMul, term.OpDiv: opDiv, term.OpMod: opMod}[op], r, a, b)
		return r
	case term.OpSelect:
		m := c.value(st.Arg(t, 0), -1)
		i := c.value(st.Arg(t, 1), -1)
		r := c.into(t, dst)
		c.emit(opSelect, r, m, i)
		return r
	default:
		if r, ok := c.bitValue(t, dst); ok {
			return r
		}
	}
	c.refuse("the operator " + st.Op(t).String() + " over " + st.SortString(st.Sort(t)))
	return c.into(t, dst)
}

// sum compiles an addition.
func (c *compiler) sum(t term.Term, dst reg) reg {
	st := c.st
	if st.Sort(t) != term.Int {
		c.refuse("real numbers")
		return c.into(t, dst)
	}
	args := st.Args(t)
	first := 0
	for i, a := range args { // begin with what is not subtracted
		if c.negated(a) == 0 {
			first = i
			break
		}
	}
	acc := c.value(args[first], -1)
	left := len(args) - 1
	for i, a := range args {
		if i == first {
			continue
		}
		op, x := opAdd, a
		if n := c.negated(a); n != 0 {
			op, x = opSub, n
		}
		b := c.value(x, -1)
		r := reg(-1)
		if left--; left == 0 {
			r = c.into(t, dst)
		} else {
			r = c.temp(false)
		}
		c.emit(op, r, acc, b)
		acc = r
	}
	return acc
}

// negated returns x if t is -1 times x, else 0.
func (c *compiler) negated(t term.Term) term.Term {
	st := c.st
	if st.Op(t) == term.OpMul && st.IsNum(st.Arg(t, 0)) {
		if n, ok := st.Num(st.Arg(t, 0)).Int64(); ok && n == -1 {
			return st.Arg(t, 1)
		}
	}
	return 0
}

// truth compiles a formula that is a value.
func (c *compiler) truth(t term.Term, dst reg) reg {
	st := c.st
	switch st.Op(t) {
	case term.OpLe:
		if st.Sort(st.Arg(t, 0)) == term.Int {
			a, b := c.value(st.Arg(t, 0), -1), c.value(st.Arg(t, 1), -1)
			r := c.into(t, dst)
			c.emit(opLe, r, a, b)
			return r
		}
	case term.OpNot:
		a := c.value(st.Arg(t, 0), -1)
		r := c.into(t, dst)
		c.emit(opNot, r, a, 0)
		return r
	case term.OpEq:
		return c.equal(t, dst)
	case term.OpBvUle, term.OpBvSle:
		if r, ok := c.bitValue(t, dst); ok {
			return r
		}
	}
	if op := st.Op(t); op != term.OpAnd && op != term.OpOr && op != term.OpDistinct {
		c.refuse("the operator " + op.String() + " over " + st.SortString(st.Sort(st.Arg(t, 0))))
		return c.into(t, dst)
	}
	r := c.temp(false)
	no := c.newLabel()
	n := len(c.trail)
	c.emit(opMove, r, c.constant(0), 0)
	c.whereUnsure(c.unknownInto(r, term.Bool, no), func() { c.jumpUnless(t, no) })
	c.emit(opMove, r, c.constant(1), 0)
	c.place(no)
	c.forget(n)
	if dst >= 0 {
		c.emit(opMove, dst, r, 0)
		return dst
	}
	return r
}

func (c *compiler) equal(t term.Term, dst reg) reg {
	if s := c.st.Sort(c.st.Arg(t, 0)); c.st.IsArray(s) {
		if n, _ := c.mapLevels(s); n > 1 {
			c.refuse("equality of maps of maps")
			return c.into(t, dst)
		}
		if !c.endless(s) {
			c.refuse("equality of maps with few indices") // it may be that all are written
			return c.into(t, dst)
		}
	}
	a, b := c.value(c.st.Arg(t, 0), -1), c.value(c.st.Arg(t, 1), -1)
	r := c.into(t, dst)
	c.emit(c.equality(c.st.Arg(t, 0)), r, a, b)
	return r
}

// endless reports whether maps of a sort have more indices than an execution writes.
func (c *compiler) endless(s term.Sort) bool {
	i, _ := c.st.ArraySorts(s)
	return i == term.Int || c.st.Width(i) >= 32
}

// equality returns the instruction that compares values of t's sort.
func (c *compiler) equality(t term.Term) opcode {
	switch sort := c.st.Sort(t); {
	case sort == term.Int:
		return opEq
	case c.st.IsArray(sort):
		if _, e := c.st.ArraySorts(sort); e == term.Int {
			return opEqIntMap
		}
		return opEqMap
	}
	return opEqWord
}

// ite compiles a choice, of which only one side is evaluated.
func (c *compiler) ite(t term.Term, dst reg) reg {
	st := c.st
	r := c.into(t, dst) // it is written last on both sides
	no, end := c.newLabel(), c.newLabel()
	n := len(c.trail)
	c.whereUnsure(c.unknownInto(r, st.Sort(t), end), func() { c.jumpUnless(st.Arg(t, 0), no) })
	if c.atomic(st.Arg(t, 0)) {
		n = len(c.trail) // all that it needs has been computed on either side
	}
	c.valueInto(st.Arg(t, 1), r)
	c.emit(opJump, end, 0, 0)
	c.forget(n)
	c.place(no)
	c.valueInto(st.Arg(t, 2), r)
	c.place(end)
	c.forget(n)
	return r
}

// jumpUnless compiles a jump to a label if t is false. What is remembered in t need not be computed there, so the
// caller forgets.
func (c *compiler) jumpUnless(t term.Term, to int32) { c.jump(t, false, to) }

// jump compiles a jump to a label if t has a truth value.
func (c *compiler) jump(t term.Term, when bool, to int32) {
	st := c.st
	switch op := st.Op(t); op {
	case term.OpNot:
		c.jump(st.Arg(t, 0), !when, to)
		return
	case term.OpTrue, term.OpFalse:
		if (op == term.OpTrue) == when {
			c.emit(opJump, to, 0, 0)
		}
		return
	case term.OpAnd, term.OpOr:
		if (op == term.OpOr) == when {
			for _, a := range c.computedFirst(st.Args(t)) {
				c.jump(a, when, to)
			}
			return
		}
		over := c.newLabel()
		n := len(c.trail)
		for _, a := range c.computedFirst(st.Args(t)) {
			c.jump(a, !when, over)
		}
		c.emit(opJump, to, 0, 0)
		c.place(over)
		c.forget(n)
		return
	case term.OpDistinct:
		c.jump(c.pairwise(t), when, to)
		return
	case term.OpLe, term.OpEq:
		if st.Sort(st.Arg(t, 0)) != term.Int {
			break
		}
		a, b := c.value(st.Arg(t, 0), -1), c.value(st.Arg(t, 1), -1)
		code := map[bool]opcode{true: opJumpLe, false: opJumpGt}[when]
		if op == term.OpEq {
			code = map[bool]opcode{true: opJumpEq, false: opJumpNe}[when]
		}
		c.emit(code, to, a, b)
		return
	}
	r := c.value(t, -1)
	code := opJumpFalse
	if when {
		code = opJumpTrue
	}
	c.emit(code, to, r, 0)
}

// pairwise says that terms are different, two by two.
func (c *compiler) pairwise(t term.Term) term.Term {
	args := c.st.Args(t)
	var parts []term.Term
	for i := range args {
		for j := range i {
			parts = append(parts, c.st.Not(c.st.Eq(args[j], args[i])))
		}
	}
	return c.st.And(parts...)
}

// mapValue compiles a term whose value is a map.
func (c *compiler) mapValue(t term.Term, dst reg) reg {
	st := c.st
	n, ok := c.mapLevels(st.Sort(t))
	if !ok {
		c.refuse("values of " + st.SortString(st.Sort(t)))
		return c.into(t, dst)
	}
	switch st.Op(t) {
	case term.OpApp:
		if r, ok := c.regOf[t]; ok {
			return r
		}
	case term.OpConstArray:
		v := c.value(st.Arg(t, 0), -1)
		r := c.into(t, dst)
		if n > 1 {
			c.emit(opConstRows, r, v, 0)
		} else {
			c.emit(opConstMap, r, v, 0)
		}
		return r
	case term.OpSelect:
		m := c.value(st.Arg(t, 0), -1)
		i := c.value(st.Arg(t, 1), -1)
		r := c.temp(true)
		c.emit(opRow, r, m, i)
		return r
	case term.OpStore:
		root := st.Arg(t, 0)
		for st.Op(root) == term.OpStore {
			root = st.Arg(root, 0)
		}
		m := c.value(root, -1)
		edits := c.changes(nil, t, root, nil)
		own := c.temp(true)
		c.emit(opMoveMap, own, m, 0)
		c.edit(own, edits)
		return own
	case term.OpIte:
		return c.ite(t, dst)
	}
	c.refuse("the operator " + st.Op(t).String() + " over maps")
	return c.into(t, dst)
}

// scalar reports whether values of a sort are words.
func (c *compiler) scalar(s term.Sort) bool {
	return s == term.Int || s == term.Bool || c.st.SortKind(s) == term.KindUninterpreted || c.st.Width(s) > 0 &&
		c.st.Width(s) <= 64
}

// bitValue compiles an operator on bit-vectors of at most 64 bits.
func (c *compiler) bitValue(t term.Term, dst reg) (reg, bool) {
	st := c.st
	op := st.Op(t)
	if op < term.OpConcat || op > term.OpIntToBv {
		return 0, false
	}
	b := bitOp{op: op, width: uint(st.Width(st.Sort(t)))}
	args := st.Args(t)
	for _, a := range append(args[:len(args):len(args)], t) {
		if !c.scalar(st.Sort(a)) {
			return 0, false
		}
	}
	if op == term.OpExtract {
		_, lo := st.ExtractBounds(t)
		b.lo = uint(lo)
	}
	b.pair = len(args) > 1
	acc := c.value(args[0], -1)
	b.from = uint(st.Width(st.Sort(args[0])))
	if len(args) == 1 {
		r := c.into(t, dst)
		c.emit(opBits, r, acc, c.bitOp(b))
		return r, true
	}
	for i, a := range args[1:] {
		x := c.value(a, -1)
		b.from = uint(st.Width(st.Sort(a)))
		r := reg(-1)
		if i == len(args)-2 {
			r = c.into(t, dst)
		} else {
			r = c.temp(false)
		}
		// Both operands and the operator: the second operand is moved to the register before the result.
		c.emit(opMove, second, x, 0)
		c.emit(opBits, r, acc, c.bitOp(b))
		acc = r
	}
	return acc, true
}

func (c *compiler) bitOp(b bitOp) int32 {
	c.bits = append(c.bits, b)
	return int32(len(c.bits) - 1)
}

// refuse compiles what is not supported: an execution that gets there ends.
func (c *compiler) refuse(what string) {
	if at := c.p.Pos(c.at); at.Line > 0 {
		what += " at " + c.p.Place(at)
	}
	c.refusals = append(c.refusals, what)
	c.emit(opRefuse, 0, int32(len(c.refusals)-1), 0)
}
