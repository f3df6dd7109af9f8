package c

import (
	"fmt"
	"math/big"

	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/machine"
)

// shift shifts by an amount that is less than the width: else it has no meaning.
func (f *fn) shift(op machine.Op, a, b val, typ *syntax.Type, at syntax.Pos) val {
	w := typ.Width()
	a, b = f.ranged(a), f.ranged(b)
	if b.Lo.Sign() < 0 || b.Hi.Cmp(big.NewInt(w)) >= 0 {
		y := f.seen(Division, f.number(b))
		f.require(Division, f.within(y, new(big.Int), big.NewInt(w-1)), at, func(v show) string {
			return fmt.Sprintf("%s is shifted by %s, and has %d bits", spelled(typ), v(y), w)
		})
		if b.IsConst() {
			return f.small(0)
		}
		if b.Value = b.Clip(new(big.Int), big.NewInt(w-1)); b.Lo.Cmp(b.Hi) > 0 {
			return f.small(0)
		}
	}
	clipped := func(uint) machine.Value { return a.Value }
	if op == machine.Shl && typ.Signed && f.opt.Overflow != Wrap {
		a = f.fits(a, b, typ, at)
		_, most := typ.Range()
		clipped = func(k uint) machine.Value {
			x := a.Value
			x.Hi = machine.Max(a.Lo, machine.Min(a.Hi, new(big.Int).Rsh(most, k)))
			return x
		}
	}
	return plainVal(f.ints.ByAmount(b.Value, uint(w-1), func(k uint) machine.Value {
		return f.ints.ShiftBy(op, clipped(k), k, integersOf(typ))
	}))
}

// fits makes sure that a signed number may be shifted to the left: it is not negative, and the result fits.
func (f *fn) fits(a, b val, typ *syntax.Type, at syntax.Pos) val {
	_, most := typ.Range()
	least := new(big.Int).Rsh(most, uint(b.Hi.Int64()))
	if a.Lo.Sign() >= 0 && a.Hi.Cmp(least) <= 0 {
		return a
	}
	x, y, st := f.seen(Overflows, f.number(a)), f.seen(Overflows, f.number(b)), f.st
	if a.Lo.Sign() < 0 {
		f.require(Overflows, st.Le(st.Int(0), x), at, func(v show) string {
			return fmt.Sprintf("%s << %s shifts a negative %s", v(x), v(y), spelled(typ))
		})
	}
	limit := f.int(least)
	for k := b.Hi.Int64() - 1; k >= b.Lo.Int64(); k-- {
		limit = st.Ite(st.Eq(y, st.Int(k)), f.int(new(big.Int).Rsh(most, uint(k))), limit)
	}
	f.require(Overflows, st.Le(x, limit), at, func(v show) string {
		return fmt.Sprintf("%s << %s overflows %s", v(x), v(y), spelled(typ))
	})
	a.Value = a.Replaced(x)
	a.Lo = machine.Max(a.Lo, new(big.Int))
	a.Hi = machine.Max(a.Lo, machine.Min(a.Hi, new(big.Int).Rsh(most, uint(b.Lo.Int64()))))
	return a
}
