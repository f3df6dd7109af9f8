package c

import (
	"math/big"

	"github.com/muster-smt/muster/verifier/c/syntax"
)

// bulk reports whether a function sets or copies memory.
func bulk(name string) bool { return name == "memset" || name == "memcpy" || name == "memmove" }

// reaches notes that so many bytes are accessed by a pointer.
func (r *regions) reaches(p, n *syntax.Expr) {
	t := whole(p)
	if size, ok := constOf(n); !silent(t) && (!ok || size.Cmp(big.NewInt(t.Size)) > 0) {
		r.move(r.value(p), t)
	}
}

// whole returns the type of what a pointer points to: of the whole array, if it points to the first element of one.
func whole(e *syntax.Expr) *syntax.Type {
	if named(e) {
		return e.X.Type
	}
	return e.Type.Elem
}

// typedSet reports whether memset gives objects of a type a value without looking at their bytes.
func typedSet(t *syntax.Type, c, n *syntax.Expr) bool {
	v, ok := constOf(c)
	zero := ok && v.Sign() == 0
	if size, ok := constOf(n); ok && zero && size.Cmp(big.NewInt(t.Size)) == 0 {
		return true
	}
	u := scalarOf(t)
	return u != nil && u.Kind == syntax.Int && !u.Bool && (u.Size == 1 || zero && multiple(n, u.Size))
}

// typedCopy reports whether memcpy copies objects of a type without looking at their bytes.
func typedCopy(t, u *syntax.Type, n *syntax.Expr) bool {
	if size, ok := constOf(n); ok && t.Same(u) && size.Cmp(big.NewInt(t.Size)) == 0 && count(t) <= most {
		return true
	}
	t, u = scalarOf(t), scalarOf(u)
	return t != nil && u != nil && t.Kind != syntax.Float && alike(t, u) && t.Signed == u.Signed &&
		(t.Size == 1 || multiple(n, t.Size))
}

// constOf returns the value of an expression that is constant.
func constOf(e *syntax.Expr) (*big.Int, bool) {
	var v *big.Int
	switch e.Op {
	case syntax.Const:
		v = e.Val
	case syntax.Cast:
		x, ok := constOf(e.X)
		if !ok || e.Type.Kind != syntax.Int || e.Type.Bool {
			return nil, false
		}
		v = x
	case syntax.Add, syntax.Sub, syntax.Mul:
		x, ok := constOf(e.X)
		y, also := constOf(e.Y)
		if !ok || !also {
			return nil, false
		}
		switch v = new(big.Int); e.Op {
		case syntax.Add:
			v.Add(x, y)
		case syntax.Sub:
			v.Sub(x, y)
		default:
			v.Mul(x, y)
		}
	default:
		return nil, false
	}
	if e.Type.Kind != syntax.Int {
		return nil, false
	}
	lo, hi := e.Type.Range()
	return v, v.Cmp(lo) >= 0 && v.Cmp(hi) <= 0
}

// multiple reports whether the value of an expression is a multiple of a scalar's size, which is a power of two.
func multiple(e *syntax.Expr, size int64) bool {
	if c, ok := constOf(e); ok {
		return new(big.Int).Mod(c, big.NewInt(size)).Sign() == 0
	}
	switch e.Op {
	case syntax.Cast:
		return e.Type.Kind == syntax.Int && !e.Type.Bool && e.X.Type.Kind == syntax.Int && multiple(e.X, size)
	case syntax.Mul:
		return multiple(e.X, size) || multiple(e.Y, size)
	case syntax.Add, syntax.Sub:
		return multiple(e.X, size) && multiple(e.Y, size)
	}
	return false
}
