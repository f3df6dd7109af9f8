package term

import (
	"fmt"

	"github.com/muster-smt/muster/theory/num"
)

func (s *Store) want(op Op, t Term, sort Sort) {
	if s.nodes.at(uint32(t)).sort != sort {
		panic(fmt.Sprintf("term: argument of %v has sort %s, want %s", op, s.SortString(s.nodes.at(uint32(t)).sort),
			s.SortString(sort)))
	}
}

// True returns the term true.
func (s *Store) True() Term { return s.tru }

// False returns the term false.
func (s *Store) False() Term { return s.fls }

// Bool returns true or false.
func (s *Store) Bool(b bool) Term {
	if b {
		return s.tru
	}
	return s.fls
}

// Not returns the negation of a; a double negation is dropped.
func (s *Store) Not(a Term) Term {
	s.want(OpNot, a, Bool)
	switch s.nodes.at(uint32(a)).op {
	case OpTrue:
		return s.fls
	case OpFalse:
		return s.tru
	case OpNot:
		return s.Arg(a, 0)
	}
	return s.mk(OpNot, Bool, 0, a)
}

// And returns the conjunction of its arguments; of none it is true.
func (s *Store) And(args ...Term) Term { return s.junction(OpAnd, s.tru, args) }

// Or returns the disjunction of its arguments; of none it is false.
func (s *Store) Or(args ...Term) Term { return s.junction(OpOr, s.fls, args) }

func (s *Store) junction(op Op, unit Term, args []Term) Term {
	for _, a := range args {
		s.want(op, a, Bool)
	}
	switch len(args) {
	case 0:
		return unit
	case 1:
		return args[0]
	}
	return s.mk(op, Bool, 0, args...)
}

// Implies returns (or (not a) b).
func (s *Store) Implies(a, b Term) Term { return s.Or(s.Not(a), b) }

// Eq returns the equality of two terms of one sort.
func (s *Store) Eq(a, b Term) Term {
	s.want(OpEq, b, s.nodes.at(uint32(a)).sort)
	return s.mk(OpEq, Bool, 0, a, b)
}

// Distinct returns the formula that its arguments, of one sort, are pairwise
// different.
func (s *Store) Distinct(args ...Term) Term {
	for _, a := range args[1:] {
		s.want(OpDistinct, a, s.nodes.at(uint32(args[0])).sort)
	}
	return s.mk(OpDistinct, Bool, 0, args...)
}

// Ite returns a if c holds, else b.
func (s *Store) Ite(c, a, b Term) Term {
	s.want(OpIte, c, Bool)
	s.want(OpIte, b, s.nodes.at(uint32(a)).sort)
	return s.mk(OpIte, s.nodes.at(uint32(a)).sort, 0, c, a, b)
}

// App applies a symbol.
func (s *Store) App(f Sym, args ...Term) Term {
	y := s.syms.at(uint32(f))
	if len(y.args) != len(args) {
		panic(fmt.Sprintf("term: %s takes %d arguments, not %d", y.name, len(y.args), len(args)))
	}
	for i, a := range args {
		s.want(OpApp, a, y.args[i])
	}
	return s.mk(OpApp, y.res, uint32(f), args...)
}

// Int returns an integer numeral.
func (s *Store) Int(v int64) Term { return s.Numeral(num.FromInt64(v)) }

// Numeral returns an integer numeral.
func (s *Store) Numeral(v num.Int) Term {
	return s.integer(OpNum, Int, v)
}

// integer interns a numeral or a bit-vector.
func (s *Store) integer(op Op, sort Sort, v num.Int) Term {
	w, isWord := v.Int64()
	return s.number(op, v.Hash()^uint64(sort)<<40, func(n *node) bool {
		if n.sort != sort {
			return false
		}
		if isWord {
			return n.payload == 0 && n.word() == w
		}
		return n.payload > 0 && s.nums[n.payload].Equal(v)
	}, func() node {
		n := node{op: op, ground: true, sort: sort}
		if isWord {
			n.inline[0], n.inline[1] = Term(uint64(w)), Term(uint64(w)>>32)
			return n
		}
		n.payload = uint32(len(s.nums))
		s.nums = append(s.nums, v)
		return n
	})
}

// Rat returns a numeral of sort Real.
func (s *Store) Rat(v num.Rat) Term {
	return s.number(OpRat, v.Hash(), func(n *node) bool { return s.rats[n.payload].Equal(v) }, func() node {
		s.rats = append(s.rats, v)
		return node{op: OpRat, ground: true, sort: Real, payload: uint32(len(s.rats) - 1)}
	})
}

// wantNumber returns the sort of t, and panics unless it is Int or Real.
func (s *Store) wantNumber(op Op, t Term) Sort {
	if s.nodes.at(uint32(t)).sort == Real {
		return Real
	}
	s.want(op, t, Int)
	return Int
}

// Add returns the sum of its arguments, all Int or all Real; of none it is the
// Int 0.
func (s *Store) Add(args ...Term) Term {
	if len(args) == 0 {
		return s.Int(0)
	}
	sort := s.wantNumber(OpAdd, args[0])
	for _, a := range args[1:] {
		s.want(OpAdd, a, sort)
	}
	if len(args) == 1 {
		return args[0]
	}
	return s.mk(OpAdd, sort, 0, args...)
}

// Mul returns the product of two Int or two Real terms.
func (s *Store) Mul(a, b Term) Term {
	sort := s.wantNumber(OpMul, a)
	s.want(OpMul, b, sort)
	return s.mk(OpMul, sort, 0, a, b)
}

// Div returns the Euclidean quotient.
func (s *Store) Div(a, b Term) Term { return s.integral(OpDiv, a, b) }

// Mod returns the Euclidean remainder.
func (s *Store) Mod(a, b Term) Term { return s.integral(OpMod, a, b) }

func (s *Store) integral(op Op, a, b Term) Term {
	s.want(op, a, Int)
	s.want(op, b, Int)
	return s.mk(op, Int, 0, a, b)
}

// Quo returns the quotient of two Real terms; if b is 0 it is a function of a.
func (s *Store) Quo(a, b Term) Term {
	s.want(OpQuo, a, Real)
	s.want(OpQuo, b, Real)
	return s.mk(OpQuo, Real, 0, a, b)
}

// ToReal converts an Int term to Real.
func (s *Store) ToReal(a Term) Term {
	s.want(OpToReal, a, Int)
	return s.mk(OpToReal, Real, 0, a)
}

// ToInt returns the greatest integer not above a Real term.
func (s *Store) ToInt(a Term) Term {
	s.want(OpToInt, a, Real)
	return s.mk(OpToInt, Int, 0, a)
}

// IsInt returns the formula that a Real term is integral: that it equals its
// integer part.
func (s *Store) IsInt(a Term) Term { return s.Eq(a, s.ToReal(s.ToInt(a))) }

// Neg returns -1 * a.
func (s *Store) Neg(a Term) Term {
	if s.nodes.at(uint32(a)).sort == Real {
		return s.Mul(s.Rat(num.RatFromInt64(-1)), a)
	}
	return s.Mul(s.Int(-1), a)
}

// Sub returns a + -1 * b.
func (s *Store) Sub(a, b Term) Term { return s.Add(a, s.Neg(b)) }

// Le returns a <= b.
func (s *Store) Le(a, b Term) Term {
	s.want(OpLe, b, s.wantNumber(OpLe, a))
	return s.mk(OpLe, Bool, 0, a, b)
}

// Lt returns a < b, as not b <= a.
func (s *Store) Lt(a, b Term) Term { return s.Not(s.Le(b, a)) }

// Select returns the element of array a at index i.
func (s *Store) Select(a, i Term) Term {
	index, elm := s.ArraySorts(s.nodes.at(uint32(a)).sort)
	s.want(OpSelect, i, index)
	return s.mk(OpSelect, elm, 0, a, i)
}

// Store returns array a with the element at index i replaced by v.
func (s *Store) Store(a, i, v Term) Term {
	sort := s.nodes.at(uint32(a)).sort
	index, elm := s.ArraySorts(sort)
	s.want(OpStore, i, index)
	s.want(OpStore, v, elm)
	return s.mk(OpStore, sort, 0, a, i, v)
}

// ConstArray returns the array of the given sort that holds v everywhere.
func (s *Store) ConstArray(sort Sort, v Term) Term {
	_, elm := s.ArraySorts(sort)
	s.want(OpConstArray, v, elm)
	return s.mk(OpConstArray, sort, 0, v)
}

// Rebuild returns t with other arguments, of the same sorts as before.
func (s *Store) Rebuild(t Term, args []Term) Term {
	if len(args) == 0 {
		return t
	}
	n := s.nodes.at(uint32(t))
	if n.op == OpNot {
		return s.Not(args[0]) // as everyone else makes it
	}
	u := s.mk(n.op, n.sort, n.payload, args...)
	if n.op == OpForall || n.op == OpExists {
		s.setGround(u, s.closed(s.Quant(u)))
	}
	return u
}
