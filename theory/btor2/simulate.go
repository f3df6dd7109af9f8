package btor2

import (
	"context"
	"fmt"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// simulation computes the values of the nodes step by step.
type simulation struct {
	sys  *System
	st   *term.Store // of the sorts of values
	need []bool
	now  []model.Value // by node
}

// Simulate executes the system with the values of a witness. It returns the bad-state
// properties that hold at its last step, or an error if a step violates a constraint.
func Simulate(ctx context.Context, sys *System, w *Witness) ([]int, error) {
	s := &simulation{sys: sys, st: w.st, need: sys.needed(), now: make([]model.Value, len(sys.nodes))}
	states := make([]model.Value, len(sys.states))
	for step := range w.Steps {
		if step > 0 {
			for i := range sys.states {
				if l := &sys.states[i]; l.next != 0 && s.need[l.node] {
					states[i] = s.operand(l.next)
				}
			}
		}
		if err := s.step(ctx, step, &w.Steps[step], states); err != nil {
			return nil, err
		}
		for i, c := range sys.constraints {
			if !s.holds(c) {
				return nil, fmt.Errorf("constraint %d is violated at step %d", i, step)
			}
		}
	}
	var bads []int
	for i, b := range sys.bads {
		if len(w.Steps) > 0 && s.holds(b) {
			bads = append(bads, i)
		}
	}
	return bads, nil
}

// step computes the values of a step. The states that are not free have those of next, but for
// the first step.
func (s *simulation) step(ctx context.Context, step int, w *Step, next []model.Value) error {
	var args [3]model.Value
	for i := range s.sys.nodes {
		if i%pollEvery == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		n := &s.sys.nodes[i]
		switch {
		case !s.need[i]:
		case n.op == opInput:
			s.now[i] = w.Inputs[s.sys.leaf[i]]
		case n.op == opState:
			at := s.sys.leaf[i]
			l := &s.sys.states[at]
			switch {
			case l.Free(step):
				s.now[i] = w.States[at]
			case step > 0:
				s.now[i] = next[at]
			default:
				s.now[i] = s.initial(l)
			}
		default:
			for k, a := range n.args[:n.nargs] {
				args[k] = s.operand(a)
			}
			s.now[i] = s.apply(n, args[:n.nargs])
		}
	}
	return nil
}

// initial returns the initial value of a state.
func (s *simulation) initial(l *Leaf) model.Value {
	v := s.operand(l.init)
	if sort := l.Sort.in(s.st); v.Sort() != sort {
		return model.ConstArray(s.st, sort, v)
	}
	return v
}

func (s *simulation) holds(p property) bool { return s.operand(p.at).Bit(0) }

// operand returns the value of an operand.
func (s *simulation) operand(r ref) model.Value {
	v := s.now[r.node()]
	if r < 0 {
		return model.Bits(s.st, v.Sort(), num.FromInt64(-1).Sub(v.Int()))
	}
	return v
}

// apply computes an expression that is no leaf.
func (s *simulation) apply(n *node, a []model.Value) model.Value {
	switch n.op {
	case opRead:
		return a[0].Select(a[1])
	case opWrite:
		return a[0].Store(a[1], a[2])
	case opIte:
		if a[0].Bit(0) {
			return a[1]
		}
		return a[2]
	case opEq:
		return s.bit(a[0].Equal(a[1]))
	case opNeq:
		return s.bit(!a[0].Equal(a[1]))
	}
	return model.Bits(s.st, n.sort.in(s.st), compute(n, a))
}

func (s *simulation) bit(b bool) model.Value {
	return model.Bits(s.st, s.st.BitVecSort(1), truth(b))
}

func truth(b bool) num.Int {
	if b {
		return num.FromInt64(1)
	}
	return num.Int{}
}

// signed returns a bit-vector as a signed number.
func signed(v model.Value) num.Int {
	if v.Bit(v.Width() - 1) {
		return v.Int().Sub(power(v.Width()))
	}
	return v.Int()
}

// power returns two to the power of k.
func power(k int) num.Int { return num.FromInt64(1).Lsh(uint(k)) }

// compute returns the value of an expression over bit-vectors, modulo two to its width.
func compute(n *node, a []model.Value) num.Int {
	switch n.op {
	case opOne, opOnes, opZero, opConst, opConstd, opConsth:
		return n.val
	case opSlice:
		return a[0].Int().FloorDiv(power(int(n.lo)))
	case opUext:
		return a[0].Int()
	case opSext:
		return signed(a[0])
	case opNot:
		return num.FromInt64(-1).Sub(a[0].Int())
	case opNeg:
		return a[0].Int().Neg()
	case opInc:
		return a[0].Int().Add(num.FromInt64(1))
	case opDec:
		return a[0].Int().Sub(num.FromInt64(1))
	case opRedand:
		return truth(a[0].Int().Equal(power(a[0].Width()).Sub(num.FromInt64(1))))
	case opRedor:
		return truth(!a[0].Int().IsZero())
	case opRedxor:
		odd := false
		for k := range a[0].Width() {
			odd = odd != a[0].Bit(k)
		}
		return truth(odd)
	case opConcat:
		return a[0].Int().Lsh(uint(a[1].Width())).Add(a[1].Int())
	}
	if infos[n.op].shape == shapeCompare {
		return truth(related(n.op, a[0], a[1]))
	}
	return combined(n.op, a[0], a[1])
}

// related reports whether a comparison holds, or an operation overflows.
func related(o op, a, b model.Value) bool {
	u, s, w := a.Int().Cmp(b.Int()), signed(a).Cmp(signed(b)), a.Width()
	switch o {
	case opUgt:
		return u > 0
	case opUgte:
		return u >= 0
	case opUlt:
		return u < 0
	case opUlte:
		return u <= 0
	case opSgt:
		return s > 0
	case opSgte:
		return s >= 0
	case opSlt:
		return s < 0
	case opSlte:
		return s <= 0
	case opUaddo:
		return !a.Int().Add(b.Int()).Less(power(w))
	case opUmulo:
		return !a.Int().Mul(b.Int()).Less(power(w))
	case opUsubo:
		return u < 0
	case opSaddo:
		return outside(signed(a).Add(signed(b)), w)
	case opSsubo:
		return outside(signed(a).Sub(signed(b)), w)
	case opSmulo:
		return outside(signed(a).Mul(signed(b)), w)
	case opSdivo:
		return !b.Int().IsZero() && outside(quotient(signed(a), signed(b)), w)
	}
	panic("btor2: no relation: " + o.String())
}

// outside reports whether n is no signed number of width w.
func outside(n num.Int, w int) bool {
	half := power(w - 1)
	return n.Less(half.Neg()) || !n.Less(half)
}

// quotient returns a divided by b, rounded towards 0.
func quotient(a, b num.Int) num.Int {
	q, _ := a.QuoRem(b)
	return q
}

// combined computes an operator on two bit-vectors of the same width.
func combined(o op, a, b model.Value) num.Int {
	x, y := a.Int(), b.Int()
	switch o {
	case opAdd:
		return x.Add(y)
	case opSub:
		return x.Sub(y)
	case opMul:
		return x.Mul(y)
	case opUdiv, opUrem, opSdiv, opSrem, opSmod:
		return divided(o, a, b)
	case opSll, opSrl, opSra, opRol, opRor:
		return shifted(o, a, b)
	}
	return bitwise(o, a, b)
}

// divided computes a quotient or a remainder.
func divided(o op, a, b model.Value) num.Int {
	x, y := a.Int(), b.Int()
	if o != opUdiv && o != opUrem {
		x, y = signed(a), signed(b)
	}
	switch {
	case y.IsZero() && o == opSdiv && x.Sign() < 0:
		return num.FromInt64(1)
	case y.IsZero() && (o == opUdiv || o == opSdiv):
		return num.FromInt64(-1)
	case y.IsZero():
		return x
	case o == opUdiv || o == opSdiv:
		return quotient(x, y)
	case o == opSmod:
		return x.Sub(y.Mul(x.FloorDiv(y)))
	}
	return x.Sub(y.Mul(quotient(x, y)))
}

// shifted computes a shift or a rotation.
func shifted(o op, a, b model.Value) num.Int {
	w := a.Width()
	if o == opRol || o == opRor {
		_, rest := b.Int().EuclidDivMod(num.FromInt64(int64(w)))
		k, _ := rest.Int64()
		if o == opRor {
			k = int64(w) - k
		}
		return a.Int().Lsh(uint(k)).Add(a.Int().FloorDiv(power(w - int(k))))
	}
	k := w
	if n, ok := b.Int().Int64(); ok && n < int64(w) {
		k = int(n)
	}
	switch o {
	case opSll:
		return a.Int().Lsh(uint(k))
	case opSra:
		return signed(a).FloorDiv(power(k))
	}
	return a.Int().FloorDiv(power(k))
}

// bitwise computes an operator on bits.
func bitwise(o op, a, b model.Value) num.Int {
	n := a.Int().Big()
	m := b.Int().Big()
	switch o {
	case opAnd, opNand:
		n.And(n, m)
	case opOr, opNor:
		n.Or(n, m)
	case opXor, opXnor, opIff:
		n.Xor(n, m)
	case opImplies:
		n.Or(n.Not(n), m)
	default:
		panic("btor2: no operator: " + o.String())
	}
	if o == opNand || o == opNor || o == opXnor || o == opIff {
		n.Not(n)
	}
	return num.FromBig(n)
}
