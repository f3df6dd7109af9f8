package btor2

import (
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// lower returns the term of an expression that is no leaf, from those of its operands.
func lower(st *term.Store, n *node, a []term.Term) term.Term {
	switch infos[n.op].shape {
	case shapeNone:
		return lowerIndexed(st, n, a)
	case shapeReduce:
		return lowerReduction(st, n.op, a[0])
	case shapeCompare, shapeEqual:
		return st.FromBool(lowerBinary(st, n.op, a[0], a[1]))
	}
	switch n.op {
	case opNot:
		return st.BvNot(a[0])
	case opNeg:
		return st.BvNeg(a[0])
	case opInc:
		return st.BvAdd(a[0], st.Uint(n.sort.Width, 1))
	case opDec:
		return st.BvSub(a[0], st.Uint(n.sort.Width, 1))
	case opIte:
		return st.Ite(st.Eq(a[0], st.Uint(1, 1)), a[1], a[2])
	case opRead:
		return st.Select(a[0], a[1])
	case opWrite:
		return st.Store(a[0], a[1], a[2])
	case opConcat:
		return st.Concat(a[0], a[1])
	case opImplies:
		return st.BvOr(st.BvNot(a[0]), a[1])
	}
	return lowerBinary(st, n.op, a[0], a[1])
}

// lowerIndexed is lower for constants, extensions and slices.
func lowerIndexed(st *term.Store, n *node, a []term.Term) term.Term {
	switch n.op {
	case opSext:
		return st.SignExtend(n.sort.Width-st.WidthOf(a[0]), a[0])
	case opUext:
		return st.ZeroExtend(n.sort.Width-st.WidthOf(a[0]), a[0])
	case opSlice:
		return st.Extract(int(n.hi), int(n.lo), a[0])
	}
	return st.Bits(n.sort.in(st), n.val)
}

// lowerReduction is lower for the reductions to a bit.
func lowerReduction(st *term.Store, o op, a term.Term) term.Term {
	switch o {
	case opRedand:
		return st.BvRedAnd(a)
	case opRedor:
		return st.BvRedOr(a)
	}
	bits := make([]term.Term, st.WidthOf(a))
	for i := range bits {
		bits[i] = st.Extract(i, i, a)
	}
	if len(bits) == 1 {
		return bits[0]
	}
	return st.BvXor(bits...)
}

// lowerBinary is lower for operators on two bit-vectors of the same width, and the formula of a comparison.
func lowerBinary(st *term.Store, o op, a, b term.Term) term.Term {
	f, ok := binaries[o]
	if !ok {
		panic("btor2: no operator: " + o.String())
	}
	return f(st, a, b)
}

// binary is an operator on two terms of one sort.
type binary = func(st *term.Store, a, b term.Term) term.Term

// swapped exchanges the operands.
func swapped(f binary) binary {
	return func(st *term.Store, a, b term.Term) term.Term { return f(st, b, a) }
}

// nary makes an operator on two terms of one on any number.
func nary(f func(*term.Store, ...term.Term) term.Term) binary {
	return func(st *term.Store, a, b term.Term) term.Term { return f(st, a, b) }
}

// binaries are the operators on two bit-vectors of the same width, and the formulas of comparisons.
var binaries = map[op]binary{
	opAnd:  nary((*term.Store).BvAnd),
	opNand: (*term.Store).BvNand,
	opNor:  (*term.Store).BvNor,
	opOr:   nary((*term.Store).BvOr),
	opXnor: (*term.Store).BvXnor,
	opIff:  (*term.Store).BvXnor,
	opXor:  nary((*term.Store).BvXor),
	opRol:  (*term.Store).ExtRotateLeft,
	opRor:  (*term.Store).ExtRotateRight,
	opSll:  (*term.Store).BvShl,
	opSra:  (*term.Store).BvAshr,
	opSrl:  (*term.Store).BvLshr,
	opAdd:  nary((*term.Store).BvAdd),
	opMul:  (*term.Store).BvMul,
	opSdiv: (*term.Store).BvSdiv,
	opUdiv: (*term.Store).BvUdiv,
	opSmod: (*term.Store).BvSmod,
	opSrem: (*term.Store).BvSrem,
	opUrem: (*term.Store).BvUrem,
	opSub:  (*term.Store).BvSub,

	opEq:    (*term.Store).Eq,
	opNeq:   func(st *term.Store, a, b term.Term) term.Term { return st.Not(st.Eq(a, b)) },
	opUgt:   swapped((*term.Store).BvUlt),
	opUgte:  swapped((*term.Store).BvUle),
	opUlt:   (*term.Store).BvUlt,
	opUlte:  (*term.Store).BvUle,
	opSgt:   swapped((*term.Store).BvSlt),
	opSgte:  swapped((*term.Store).BvSle),
	opSlt:   (*term.Store).BvSlt,
	opSlte:  (*term.Store).BvSle,
	opUaddo: (*term.Store).BvUaddo,
	opSaddo: (*term.Store).BvSaddo,
	opSdivo: (*term.Store).BvSdivo,
	opUmulo: (*term.Store).BvUmulo,
	opSmulo: (*term.Store).BvSmulo,
	opUsubo: (*term.Store).BvUsubo,
	opSsubo: (*term.Store).BvSsubo,
}

// unrolling makes the terms of one step after the other.
type unrolling struct {
	sys      *System
	st       *term.Store
	simplify func(term.Term) term.Term
	stopped  func() bool
	need     []bool
	now      []term.Term // by node: at the present step; only of needed ones
	next     []term.Term // by state
	leaves   []leaves    // by step
}

// leaves are the constants of a step. 0 stands for a leaf that is not needed or not free.
type leaves struct{ inputs, states []term.Term }

func newUnrolling(sys *System, st *term.Store) *unrolling {
	return &unrolling{sys: sys, st: st, need: sys.needed(), now: make([]term.Term, len(sys.nodes)),
		next: make([]term.Term, len(sys.states))}
}

// pollEvery is how many nodes are made between two looks at the limit.
const pollEvery = 256

// step makes the terms of the next step. It reports whether it has not been stopped, after
// which the unrolling is of no use.
func (u *unrolling) step() bool {
	first := len(u.leaves) == 0
	for i := range u.sys.states {
		if l := &u.sys.states[i]; !first && l.next != 0 && u.need[l.node] {
			u.next[i] = u.simplify(u.operand(l.next))
		}
		if i%pollEvery == 0 && u.stopped() {
			return false
		}
	}
	u.leaves = append(u.leaves, leaves{make([]term.Term, len(u.sys.inputs)), make([]term.Term, len(u.sys.states))})
	var args [3]term.Term
	for i := range u.sys.nodes {
		if i%pollEvery == 0 && u.stopped() {
			return false
		}
		n := &u.sys.nodes[i]
		switch {
		case !u.need[i]:
		case n.op == opInput:
			u.now[i] = u.fresh(&u.sys.inputs[u.sys.leaf[i]], "input", u.leaves[len(u.leaves)-1].inputs, u.sys.leaf[i])
		case n.op == opState:
			u.now[i] = u.state(u.sys.leaf[i])
		default:
			for k, a := range n.args[:n.nargs] {
				args[k] = u.operand(a)
			}
			u.now[i] = lower(u.st, n, args[:n.nargs])
		}
	}
	return true
}

// state returns the term of a state at the present step.
func (u *unrolling) state(i int32) term.Term {
	l, step := &u.sys.states[i], len(u.leaves)-1
	switch {
	case l.Free(step):
		return u.fresh(l, "state", u.leaves[step].states, i)
	case step > 0:
		return u.next[i]
	}
	v := u.operand(l.init)
	if sort := l.Sort.in(u.st); l.Sort.Index > 0 && u.st.Sort(v) != sort {
		return u.st.ConstArray(sort, v)
	}
	return v
}

// fresh makes the constant of a leaf.
func (u *unrolling) fresh(l *Leaf, kind string, into []term.Term, i int32) term.Term {
	name := l.Symbol
	if name == "" {
		name = kind + num.FromInt64(int64(i)).String()
	}
	into[i] = u.st.FreshConst(name+"@"+num.FromInt64(int64(len(u.leaves)-1)).String(), l.Sort.in(u.st))
	return into[i]
}

// operand returns the term of an operand at the present step.
func (u *unrolling) operand(r ref) term.Term {
	t := u.now[r.node()]
	if r < 0 {
		return u.st.BvNot(t)
	}
	return t
}

// holds returns the formula that one of some properties holds at the present step.
func (u *unrolling) holds(ps []property) term.Term {
	one := u.st.Uint(1, 1)
	fs := make([]term.Term, len(ps))
	for i, p := range ps {
		fs[i] = u.st.Eq(u.operand(p.at), one)
	}
	slices.Sort(fs)
	return u.simplify(u.st.Or(slices.Compact(fs)...))
}
