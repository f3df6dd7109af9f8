package execute

import (
	"github.com/muster-smt/muster/fuzz/bpl"
)

// Evaluation panics with these. For needSymbol a value is chosen, for needCell the cell gets
// a symbol, and the evaluation is repeated; lost means that the execution cannot be followed.
type (
	needSymbol struct{ v value }
	needCell   struct {
		t   *table
		key string
	}
	lost struct{}
)

// maxRange bounds the values of a quantified variable.
const maxRange = 64

// env is the environment of an evaluation.
type env struct {
	s     *state
	f     *frame // the innermost one; nil outside all
	bound []value
}

func (e *env) number(x *expr) int64 { return e.known(x).n }

func (e *env) holds(x *expr) bool { return e.known(x).n != 0 }

// known evaluates an expression to a value that is not a symbol.
func (e *env) known(x *expr) value {
	v := e.eval(x)
	if v.symbol {
		panic(needSymbol{v})
	}
	return v
}

func (e *env) eval(x *expr) value {
	switch x.op {
	case bpl.Num:
		if x.sort != nil {
			return vector(x.sort, uint64(x.n))
		}
		if x.digits != "" {
			panic(lost{})
		}
		return integer(x.n)
	case bpl.True:
		return truth(true)
	case bpl.False:
		return truth(false)
	case bpl.Var:
		return e.variable(x)
	case bpl.Forall, bpl.Exists:
		return truth(e.quantifier(x))
	case bpl.Apply:
		return e.apply(x)
	case bpl.Extract:
		return vector(x.sort, uint64(e.number(x.args[0]))>>x.n)
	case bpl.Concat:
		return vector(x.sort, uint64(e.number(x.args[0]))<<x.args[1].sort.width|uint64(e.number(x.args[1])))
	case bpl.Select:
		m := e.eval(x.args[0])
		return e.cell(m.m, e.key(x.args[1:]))
	case bpl.Store:
		last := len(x.args) - 1
		m := e.eval(x.args[0])
		m.m = m.m.with(e.key(x.args[1:last]), e.eval(x.args[last]))
		return m
	case bpl.Ite:
		if e.holds(x.args[0]) {
			return e.eval(x.args[1])
		}
		return e.eval(x.args[2])
	case bpl.Not:
		return truth(!e.holds(x.args[0]))
	case bpl.And:
		return truth(e.holds(x.args[0]) && e.holds(x.args[1]))
	case bpl.Or:
		return truth(e.holds(x.args[0]) || e.holds(x.args[1]))
	case bpl.Implies:
		return truth(!e.holds(x.args[0]) || e.holds(x.args[1]))
	case bpl.Explies:
		return truth(!e.holds(x.args[1]) || e.holds(x.args[0]))
	case bpl.Iff:
		return truth(e.holds(x.args[0]) == e.holds(x.args[1]))
	case bpl.Eq:
		return truth(e.equal(x))
	case bpl.Ne:
		return truth(!e.equal(x))
	}
	return e.arithmetic(x)
}

func (e *env) variable(x *expr) value {
	switch x.where {
	case inGlobal:
		return e.s.globals[x.n]
	case inOld:
		return e.f.old[x.n]
	case inFrame:
		return e.f.vars[x.n]
	}
	return e.bound[x.n]
}

func (e *env) key(xs []*expr) []int64 {
	key := make([]int64, len(xs))
	for i, x := range xs {
		key[i] = e.number(x)
	}
	return key
}

func (e *env) cell(t *table, key []int64) value {
	i, ok := t.find(key)
	if !ok {
		panic(needCell{t, packed(key)})
	}
	return t.elems[i]
}

func (e *env) apply(x *expr) value {
	if x.operator != nil {
		return e.operate(x)
	}
	if x.fn.body == nil {
		return e.cell(e.s.globals[x.fn.slot].m, e.key(x.args))
	}
	args := make([]value, len(x.args), len(x.args)+2)
	for i, a := range x.args {
		args[i] = e.eval(a)
	}
	inner := env{s: e.s, bound: args}
	return inner.eval(x.fn.body)
}

func (e *env) equal(x *expr) bool {
	a, b := e.eval(x.args[0]), e.eval(x.args[1])
	if a.m != nil {
		if a.m == b.m || a.m.base == b.m.base && string(appendKey(nil, a)) == string(appendKey(nil, b)) {
			return true
		}
		panic(lost{})
	}
	if a == b {
		return true // even for a symbol
	}
	if a.symbol {
		panic(needSymbol{a})
	}
	if b.symbol {
		panic(needSymbol{b})
	}
	return false
}

func (e *env) arithmetic(x *expr) value {
	a := e.number(x.args[0])
	if x.op == bpl.Neg {
		return difference(0, a)
	}
	b := e.number(x.args[1])
	switch x.op {
	case bpl.Lt:
		return truth(a < b)
	case bpl.Le:
		return truth(a <= b)
	case bpl.Gt:
		return truth(a > b)
	case bpl.Ge:
		return truth(a >= b)
	case bpl.Add:
		if c := a + b; (c > a) == (b > 0) {
			return integer(c)
		}
	case bpl.Sub:
		return difference(a, b)
	case bpl.Mul:
		if a == 0 || b == 0 {
			return integer(0)
		}
		if c := a * b; c/b == a && !(a == -1 && b == c) && !(b == -1 && a == c) {
			return integer(c)
		}
	case bpl.Div, bpl.Mod:
		return e.divide(x, a, b)
	}
	panic(lost{})
}

func difference(a, b int64) value {
	if c := a - b; (c < a) == (b > 0) {
		return integer(c)
	}
	panic(lost{})
}

// divide rounds so that the remainder is not negative. The result of a division by zero is
// arbitrary, but the same for equal dividends.
func (e *env) divide(x *expr, a, b int64) value {
	if b == 0 {
		return e.cell(e.s.globals[x.fn.slot].m, []int64{a})
	}
	if b == -1 {
		if x.op == bpl.Mod {
			return integer(0)
		}
		return difference(0, a)
	}
	q, r := a/b, a%b
	if r < 0 {
		if b > 0 {
			q, r = q-1, r+b
		} else {
			q, r = q+1, r-b
		}
	}
	if x.op == bpl.Mod {
		return integer(r)
	}
	return integer(q)
}

// quantifier tries all values that the guard of the body allows.
func (e *env) quantifier(x *expr) bool {
	inner := env{s: e.s, f: e.f, bound: append(e.bound[:x.base:x.base], make([]value, len(x.bound))...)}
	return inner.tryAll(x, 0) == (x.op == bpl.Forall)
}

// tryAll tries all values of the variables from k on. It returns whether the body holds for
// all of them (forall) or for some (exists).
func (e *env) tryAll(x *expr, k int) bool {
	forall := x.op == bpl.Forall
	if k == len(x.bound) {
		return e.holds(x.args[0]) == forall
	}
	lo, hi := int64(0), int64(1)
	switch x.bound[k].kind {
	case boolSort:
	case bitsSort:
		if x.bound[k].width > 6 {
			panic(lost{})
		}
		hi = int64(mask(x.bound[k].width))
	case intSort:
		var ok bool
		if lo, hi, ok = e.guarded(x, x.base+k, x.base+len(x.bound)); !ok || hi-lo > maxRange {
			panic(lost{})
		}
	default:
		panic(lost{})
	}
	for n := lo; n <= hi; n++ {
		e.bound[x.base+k] = value{kind: x.bound[k].kind, width: x.bound[k].width, n: n}
		if !e.tryAll(x, k+1) {
			return false
		}
	}
	return true
}

// guarded returns the bounds of bound variable k in the guard of a quantifier, from
// comparisons without the variables from k up to end.
func (e *env) guarded(x *expr, k, end int) (lo, hi int64, ok bool) {
	body := x.args[0]
	var guards []*expr
	switch {
	case x.op == bpl.Exists:
		guards = conjuncts(nil, body)
	case body.op == bpl.Implies:
		for ; body.op == bpl.Implies; body = body.args[1] {
			guards = conjuncts(guards, body.args[0])
		}
	}
	var b bounds
	for _, g := range guards {
		if len(g.args) != 2 {
			continue
		}
		l, r, op := g.args[0], g.args[1], g.op
		if r.op == bpl.Var && r.where == inBound && int(r.n) == k {
			l, r, op = r, l, mirrored[op]
		}
		if l.op == bpl.Var && l.where == inBound && int(l.n) == k && !r.speaksOf(k, end) && comparison(op) {
			b.add(op, e.number(r))
		}
	}
	return b.lo, b.hi, b.hasLo && b.hasHi
}

func (x *expr) speaksOf(k, end int) bool {
	if x.op == bpl.Var && x.where == inBound && int(x.n) >= k && int(x.n) < end {
		return true
	}
	for _, a := range x.args {
		if a.speaksOf(k, end) {
			return true
		}
	}
	return false
}

func conjuncts(dst []*expr, x *expr) []*expr {
	if x.op == bpl.And {
		return conjuncts(conjuncts(dst, x.args[0]), x.args[1])
	}
	return append(dst, x)
}

// bounds of a number.
type bounds struct {
	lo, hi       int64
	hasLo, hasHi bool
}

// mirrored maps a comparison to the one with exchanged operands.
var mirrored = map[bpl.Op]bpl.Op{bpl.Eq: bpl.Eq, bpl.Lt: bpl.Gt, bpl.Le: bpl.Ge, bpl.Gt: bpl.Lt, bpl.Ge: bpl.Le}

func comparison(op bpl.Op) bool { _, ok := mirrored[op]; return ok }

// far keeps bounds away from the limits of int64.
const far = 1 << 60

// add adds the bound that the number is in relation op to n.
func (b *bounds) add(op bpl.Op, n int64) {
	if n > far || n < -far {
		return
	}
	if op == bpl.Gt {
		op, n = bpl.Ge, n+1
	}
	if op == bpl.Lt {
		op, n = bpl.Le, n-1
	}
	if (op == bpl.Ge || op == bpl.Eq) && (!b.hasLo || n > b.lo) {
		b.lo, b.hasLo = n, true
	}
	if (op == bpl.Le || op == bpl.Eq) && (!b.hasHi || n < b.hi) {
		b.hi, b.hasHi = n, true
	}
}
