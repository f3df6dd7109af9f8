package golang

import (
	"go/types"
	"math/big"
	"strings"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/machine"
)

// wide returns what a function of math/bits does that computes with more than a word, by exact numbers; nil of another
// one. Its source takes words apart by operations on bits, or into halves, and lia knows less of these.
func wide(name string) library {
	op, ok := strings.CutPrefix(name, "math/bits.")
	if !ok {
		return nil
	}
	switch strings.TrimRight(op, "0123456789") {
	case "Add":
		return func(f *fn, args value, results types.Type) value { return f.carried(machine.Add, name, args, results) }
	case "Sub":
		return func(f *fn, args value, results types.Type) value { return f.carried(machine.Sub, name, args, results) }
	case "Mul":
		return (*fn).wideProduct
	case "Div":
		return func(f *fn, args value, results types.Type) value { return f.wideQuotient(name, args, results) }
	}
	return nil
}

// word is the type of the words of such a function.
func (f *fn) word(results types.Type) machine.Type {
	return f.integer(results.(*types.Tuple).At(0).Type())
}

// carried adds or subtracts two words and a carry, of which math/bits wants that it is 0 or 1.
func (f *fn) carried(op machine.Op, name string, args value, results types.Type) value {
	typ, one := f.word(results), f.b.Small(1)
	carry := f.b.Ranged(args[2])
	f.require(f.b.Compare(machine.Le, carry, one), name+" with a carry that is not 0 or 1")
	carry = carry.Clip(new(big.Int), one.Hi)
	sum := f.b.Exact(op, f.b.Exact(op, f.b.Ranged(args[0]), f.b.Ranged(args[1])), carry)
	over := f.b.Compare(machine.Le, f.b.Constant(machine.Pow2(uint(typ.Bits))), sum)
	if op == machine.Sub {
		over = f.b.Compare(machine.Lt, sum, f.b.Small(0))
	}
	return value{f.b.Wrap(sum, typ), f.b.Boolean(over)}
}

// wideProduct multiplies two words.
func (f *fn) wideProduct(args value, results types.Type) value {
	typ := f.word(results)
	product := f.b.Exact(machine.Mul, f.b.Ranged(args[0]), f.b.Ranged(args[1]))
	high := f.b.ShiftBy(machine.Shr, product, uint(typ.Bits), machine.Type{Bits: 2 * typ.Bits})
	return value{high, f.b.Wrap(product, typ)}
}

// wideQuotient divides two words by one, where the quotient is a word.
func (f *fn) wideQuotient(name string, args value, results types.Type) value {
	typ := f.word(results)
	high, low, by := f.b.Ranged(args[0]), f.b.Ranged(args[1]), f.b.Ranged(args[2])
	f.require(f.b.Compare(machine.Lt, high, by), name+" of which the quotient is none, or too large")
	x := f.b.ShiftBy(machine.Shl, high, uint(typ.Bits), machine.Type{Bits: 2 * typ.Bits})
	x = f.b.Exact(machine.Add, x, low)
	return value{f.b.Divide(machine.Quo, x, by).Clip(typ.Range()), f.b.Divide(machine.Rem, x, by)}
}

// require says that what follows is all there may be where a condition holds.
func (f *fn) require(c term.Term, otherwise string) {
	f.unless(c, otherwise)
	f.assume(c)
}
