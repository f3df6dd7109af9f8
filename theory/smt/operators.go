package smt

import (
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// operator is an operator without indices: the number and the sorts of its arguments, and what builds its terms.
type operator struct {
	min, max int // max 0: any number
	// sorts returns the sort that argument i should have; empty if it has it.
	sorts func(st *term.Store, ids []term.Term, i int) string
	build func(st *term.Store, ids []term.Term) term.Term
}

// operators are the operators without indices, by their names in SMT-LIB.
var operators = map[string]operator{
	"not":      {1, 1, all(term.Bool), unary((*term.Store).Not)},
	"and":      {0, 0, all(term.Bool), nary((*term.Store).And)},
	"or":       {0, 0, all(term.Bool), nary((*term.Store).Or)},
	"=>":       {2, 2, all(term.Bool), binary((*term.Store).Implies)},
	"xor":      {2, 2, all(term.Bool), binary(xor)},
	"=":        {2, 2, like, binary((*term.Store).Eq)},
	"distinct": {1, 0, like, distinct},
	"ite":      {3, 3, choice, ternary((*term.Store).Ite)},
	"+":        {1, 0, numbers, nary((*term.Store).Add)},
	"*":        {1, 0, numbers, product},
	"-":        {1, 2, numbers, difference},
	"<=":       {2, 2, numbers, binary((*term.Store).Le)},
	"<":        {2, 2, numbers, binary((*term.Store).Lt)},
	">=":       {2, 2, numbers, swapped((*term.Store).Le)},
	">":        {2, 2, numbers, swapped((*term.Store).Lt)},
	"div":      {2, 2, all(term.Int), binary((*term.Store).Div)},
	"mod":      {2, 2, all(term.Int), binary((*term.Store).Mod)},
	"abs":      {1, 1, numbers, unary(abs)},
	"/":        {2, 2, all(term.Real), binary((*term.Store).Quo)},
	"to_real":  {1, 1, all(term.Int), unary((*term.Store).ToReal)},
	"to_int":   {1, 1, all(term.Real), unary((*term.Store).ToInt)},
	"is_int":   {1, 1, all(term.Real), unary((*term.Store).IsInt)},
	"select":   {2, 2, access, binary((*term.Store).Select)},
	"store":    {3, 3, access, ternary((*term.Store).Store)},

	"bvnot":            {1, 1, vector, unary((*term.Store).BvNot)},
	"bvneg":            {1, 1, vector, unary((*term.Store).BvNeg)},
	"bvnego":           {1, 1, vector, unary((*term.Store).BvNego)},
	"bvredor":          {1, 1, vector, unary((*term.Store).BvRedOr)},
	"bvredand":         {1, 1, vector, unary((*term.Store).BvRedAnd)},
	"ubv_to_int":       {1, 1, vector, unary((*term.Store).BvToInt)},
	"sbv_to_int":       {1, 1, vector, unary((*term.Store).BvToSigned)},
	"bvand":            {1, 0, vector, nary((*term.Store).BvAnd)},
	"bvor":             {1, 0, vector, nary((*term.Store).BvOr)},
	"bvxor":            {1, 0, vector, nary((*term.Store).BvXor)},
	"bvadd":            {1, 0, vector, nary((*term.Store).BvAdd)},
	"bvmul":            {1, 0, vector, binary((*term.Store).BvMul)},
	"concat":           {1, 0, anyVector, nary((*term.Store).Concat)},
	"bvnand":           {2, 2, vector, binary((*term.Store).BvNand)},
	"bvnor":            {2, 2, vector, binary((*term.Store).BvNor)},
	"bvxnor":           {2, 2, vector, binary((*term.Store).BvXnor)},
	"bvcomp":           {2, 2, vector, binary((*term.Store).BvComp)},
	"bvsub":            {2, 2, vector, binary((*term.Store).BvSub)},
	"bvudiv":           {2, 2, vector, binary((*term.Store).BvUdiv)},
	"bvurem":           {2, 2, vector, binary((*term.Store).BvUrem)},
	"bvsdiv":           {2, 2, vector, binary((*term.Store).BvSdiv)},
	"bvsrem":           {2, 2, vector, binary((*term.Store).BvSrem)},
	"bvsmod":           {2, 2, vector, binary((*term.Store).BvSmod)},
	"bvshl":            {2, 2, vector, binary((*term.Store).BvShl)},
	"bvlshr":           {2, 2, vector, binary((*term.Store).BvLshr)},
	"bvashr":           {2, 2, vector, binary((*term.Store).BvAshr)},
	"ext_rotate_left":  {2, 2, vector, binary((*term.Store).ExtRotateLeft)},
	"ext_rotate_right": {2, 2, vector, binary((*term.Store).ExtRotateRight)},
	"bvult":            {2, 2, vector, binary((*term.Store).BvUlt)},
	"bvule":            {2, 2, vector, binary((*term.Store).BvUle)},
	"bvugt":            {2, 2, vector, swapped((*term.Store).BvUlt)},
	"bvuge":            {2, 2, vector, swapped((*term.Store).BvUle)},
	"bvslt":            {2, 2, vector, binary((*term.Store).BvSlt)},
	"bvsle":            {2, 2, vector, binary((*term.Store).BvSle)},
	"bvsgt":            {2, 2, vector, swapped((*term.Store).BvSlt)},
	"bvsge":            {2, 2, vector, swapped((*term.Store).BvSle)},
	"bvuaddo":          {2, 2, vector, binary((*term.Store).BvUaddo)},
	"bvsaddo":          {2, 2, vector, binary((*term.Store).BvSaddo)},
	"bvusubo":          {2, 2, vector, binary((*term.Store).BvUsubo)},
	"bvssubo":          {2, 2, vector, binary((*term.Store).BvSsubo)},
	"bvumulo":          {2, 2, vector, binary((*term.Store).BvUmulo)},
	"bvsmulo":          {2, 2, vector, binary((*term.Store).BvSmulo)},
	"bvsdivo":          {2, 2, vector, binary((*term.Store).BvSdivo)},
}

func unary(f func(*term.Store, term.Term) term.Term) func(*term.Store, []term.Term) term.Term {
	return func(st *term.Store, ids []term.Term) term.Term { return f(st, ids[0]) }
}

// binary applies f from the left.
func binary(f func(*term.Store, term.Term, term.Term) term.Term) func(*term.Store, []term.Term) term.Term {
	return func(st *term.Store, ids []term.Term) term.Term {
		t := ids[0]
		for _, a := range ids[1:] {
			t = f(st, t, a)
		}
		return t
	}
}

// swapped exchanges the arguments of a relation.
func swapped(f func(*term.Store, term.Term, term.Term) term.Term) func(*term.Store, []term.Term) term.Term {
	return func(st *term.Store, ids []term.Term) term.Term { return f(st, ids[1], ids[0]) }
}

func ternary(f func(_ *term.Store, a, b, c term.Term) term.Term) func(*term.Store, []term.Term) term.Term {
	return func(st *term.Store, ids []term.Term) term.Term { return f(st, ids[0], ids[1], ids[2]) }
}

func nary(f func(*term.Store, ...term.Term) term.Term) func(*term.Store, []term.Term) term.Term {
	return func(st *term.Store, ids []term.Term) term.Term { return f(st, ids...) }
}

func xor(st *term.Store, a, b term.Term) term.Term { return st.Not(st.Eq(a, b)) }

func distinct(st *term.Store, ids []term.Term) term.Term {
	if len(ids) == 1 {
		return st.True()
	}
	return st.Distinct(ids...)
}

func difference(st *term.Store, ids []term.Term) term.Term {
	if len(ids) == 1 {
		return st.Neg(ids[0])
	}
	return st.Sub(ids[0], ids[1])
}

func abs(st *term.Store, a term.Term) term.Term {
	zero := st.Int(0)
	if st.Sort(a) == term.Real {
		zero = st.Rat(num.RatFromInt64(0))
	}
	return st.Ite(st.Le(zero, a), a, st.Neg(a))
}

// product nests binary products, with a numeral first in each.
func product(st *term.Store, ids []term.Term) term.Term {
	t := ids[0]
	for _, a := range ids[1:] {
		if _, ok := st.NumeralValue(a); ok {
			t, a = a, t
		}
		t = st.Mul(t, a)
	}
	return t
}

// vector wants bit-vectors of the width of the first.
func vector(st *term.Store, ids []term.Term, i int) string {
	if i == 0 {
		return anyVector(st, ids, 0)
	}
	return like(st, ids, i)
}

// anyVector wants bit-vectors.
func anyVector(st *term.Store, ids []term.Term, i int) string {
	if st.WidthOf(ids[i]) > 0 {
		return ""
	}
	return "bit-vector"
}

// all wants one sort throughout.
func all(sort term.Sort) func(*term.Store, []term.Term, int) string {
	return func(st *term.Store, ids []term.Term, i int) string {
		return sorted(st, ids[i], sort)
	}
}

// numbers wants Int throughout or Real throughout.
func numbers(st *term.Store, ids []term.Term, i int) string {
	if sort := st.Sort(ids[0]); i > 0 || sort == term.Int || sort == term.Real {
		return like(st, ids, i)
	}
	return "Int or Real"
}

// like wants the sort of the first argument.
func like(st *term.Store, ids []term.Term, i int) string {
	if want := st.Sort(ids[0]); st.Sort(ids[i]) != want {
		return st.SortString(want)
	}
	return ""
}

// choice wants Bool, then one sort.
func choice(st *term.Store, ids []term.Term, i int) string {
	if i == 0 {
		return all(term.Bool)(st, ids, 0)
	}
	return like(st, ids[1:], i-1)
}

// access wants an array, an index and, if there is a third argument, an element.
func access(st *term.Store, ids []term.Term, i int) string {
	array := st.Sort(ids[0])
	if !st.IsArray(array) {
		return "array"
	}
	index, elm := st.ArraySorts(array)
	switch i {
	case 1:
		return sorted(st, ids[i], index)
	case 2:
		return sorted(st, ids[i], elm)
	}
	return ""
}

// sorted returns the name of a sort; empty if t has it.
func sorted(st *term.Store, t term.Term, want term.Sort) string {
	if st.Sort(t) == want {
		return ""
	}
	return st.SortString(want)
}
