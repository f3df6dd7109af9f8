package smt

// The types of terms. Their values are small and can be compared with ==. Their zero
// values are not terms.
type (
	// Bool is a formula.
	Bool struct{ Term }
	// Int is an integer term.
	Int struct{ Term }
	// Real is a real term.
	Real struct{ Term }
	// Elem is a term of an uninterpreted sort; which one is checked at run time.
	Elem struct{ Term }
	// Array is an array term: a total map from I to E.
	Array[I, E Expr] struct{ Term }
)

// apply builds a term of type T in the store of the first argument.
func apply[T Expr](op string, args ...Term) T {
	if args[0].store == nil {
		panic(misuse(op, "argument 1 is the zero term"))
	}
	return typed[T](must(args[0].store.Apply(op, args...)))
}

func untyped[T Expr](first Term, rest []T) []Term {
	args := make([]Term, 0, len(rest)+1)
	args = append(args, first)
	for _, r := range rest {
		args = append(args, r.Untyped())
	}
	return args
}

// Bool returns the Boolean constant of this name; see Sort.Const.
func (st *Store) Bool(name string) Bool { return st.BoolSort().Const(name) }

// Int returns the integer constant of this name; see Sort.Const.
func (st *Store) Int(name string) Int { return st.IntSort().Const(name) }

// Real returns the real constant of this name; see Sort.Const.
func (st *Store) Real(name string) Real { return st.RealSort().Const(name) }

// And returns the conjunction of formulas: true if there are none.
func (st *Store) And(fs ...Bool) Bool { return st.junction("and", fs) }

// Or returns the disjunction of formulas: false if there are none.
func (st *Store) Or(fs ...Bool) Bool { return st.junction("or", fs) }

func (st *Store) junction(op string, fs []Bool) Bool {
	args := make([]Term, len(fs))
	for i, f := range fs {
		args[i] = f.Term
	}
	return Bool{must(st.Apply(op, args...))}
}

// Not returns the negation.
func (a Bool) Not() Bool { return apply[Bool]("not", a.Term) }

// And returns the conjunction of a and more formulas.
func (a Bool) And(more ...Bool) Bool { return apply[Bool]("and", untyped(a.Term, more)...) }

// Or returns the disjunction of a and more formulas.
func (a Bool) Or(more ...Bool) Bool { return apply[Bool]("or", untyped(a.Term, more)...) }

// Implies returns the formula that a implies b.
func (a Bool) Implies(b Bool) Bool { return apply[Bool]("=>", a.Term, b.Term) }

// Iff returns the formula that a and b have the same truth value.
func (a Bool) Iff(b Bool) Bool { return apply[Bool]("=", a.Term, b.Term) }

// Xor returns the formula that a and b have different truth values.
func (a Bool) Xor(b Bool) Bool { return apply[Bool]("xor", a.Term, b.Term) }

// Ite returns the term that is a if c holds, else b.
func Ite[T Expr](c Bool, a, b T) T { return apply[T]("ite", c.Term, a.Untyped(), b.Untyped()) }

// Eq returns the formula a = b.
func Eq[T Expr](a, b T) Bool { return apply[Bool]("=", a.Untyped(), b.Untyped()) }

// Distinct returns the formula that the terms are pairwise different.
func Distinct[T Expr](a T, more ...T) Bool {
	return apply[Bool]("distinct", untyped(a.Untyped(), more)...)
}

// Eq returns the formula a = b.
func (a Int) Eq(b Int) Bool { return Eq(a, b) }

// Ne returns the formula a != b.
func (a Int) Ne(b Int) Bool { return Eq(a, b).Not() }

// Add returns the sum of a and more terms.
func (a Int) Add(more ...Int) Int { return apply[Int]("+", untyped(a.Term, more)...) }

// Sub returns a - b.
func (a Int) Sub(b Int) Int { return apply[Int]("-", a.Term, b.Term) }

// Neg returns -a.
func (a Int) Neg() Int { return apply[Int]("-", a.Term) }

// Mul returns the product of a and more terms.
func (a Int) Mul(more ...Int) Int { return apply[Int]("*", untyped(a.Term, more)...) }

// Div returns the integer quotient as SMT-LIB defines it: a = b*Div + Mod with
// 0 <= Mod < |b|. Division by 0 is an uninterpreted function of a.
func (a Int) Div(b Int) Int { return apply[Int]("div", a.Term, b.Term) }

// Mod returns the remainder; see Div.
func (a Int) Mod(b Int) Int { return apply[Int]("mod", a.Term, b.Term) }

// Abs returns the absolute value.
func (a Int) Abs() Int { return apply[Int]("abs", a.Term) }

// Le returns the formula a <= b.
func (a Int) Le(b Int) Bool { return apply[Bool]("<=", a.Term, b.Term) }

// Lt returns the formula a < b.
func (a Int) Lt(b Int) Bool { return apply[Bool]("<", a.Term, b.Term) }

// Ge returns the formula a >= b.
func (a Int) Ge(b Int) Bool { return apply[Bool](">=", a.Term, b.Term) }

// Gt returns the formula a > b.
func (a Int) Gt(b Int) Bool { return apply[Bool](">", a.Term, b.Term) }

// ToReal returns a as a real number.
func (a Int) ToReal() Real { return apply[Real]("to_real", a.Term) }

// Eq returns the formula a = b.
func (a Real) Eq(b Real) Bool { return Eq(a, b) }

// Ne returns the formula a != b.
func (a Real) Ne(b Real) Bool { return Eq(a, b).Not() }

// Add returns the sum of a and more terms.
func (a Real) Add(more ...Real) Real { return apply[Real]("+", untyped(a.Term, more)...) }

// Sub returns a - b.
func (a Real) Sub(b Real) Real { return apply[Real]("-", a.Term, b.Term) }

// Neg returns -a.
func (a Real) Neg() Real { return apply[Real]("-", a.Term) }

// Mul returns the product of a and more terms.
func (a Real) Mul(more ...Real) Real { return apply[Real]("*", untyped(a.Term, more)...) }

// Div returns a / b. Division by 0 is an uninterpreted function of a.
func (a Real) Div(b Real) Real { return apply[Real]("/", a.Term, b.Term) }

// Abs returns the absolute value.
func (a Real) Abs() Real { return apply[Real]("abs", a.Term) }

// Le returns the formula a <= b.
func (a Real) Le(b Real) Bool { return apply[Bool]("<=", a.Term, b.Term) }

// Lt returns the formula a < b.
func (a Real) Lt(b Real) Bool { return apply[Bool]("<", a.Term, b.Term) }

// Ge returns the formula a >= b.
func (a Real) Ge(b Real) Bool { return apply[Bool](">=", a.Term, b.Term) }

// Gt returns the formula a > b.
func (a Real) Gt(b Real) Bool { return apply[Bool](">", a.Term, b.Term) }

// ToInt returns the greatest integer that is at most a.
func (a Real) ToInt() Int { return apply[Int]("to_int", a.Term) }

// IsInt returns the formula that a is an integer.
func (a Real) IsInt() Bool { return apply[Bool]("is_int", a.Term) }

// Eq returns the formula a = b.
func (a Elem) Eq(b Elem) Bool { return Eq(a, b) }

// Ne returns the formula a != b.
func (a Elem) Ne(b Elem) Bool { return Eq(a, b).Not() }

// Select returns the element at an index.
func (a Array[I, E]) Select(i I) E { return apply[E]("select", a.Term, i.Untyped()) }

// Store returns a with e at index i.
func (a Array[I, E]) Store(i I, e E) Array[I, E] {
	return apply[Array[I, E]]("store", a.Term, i.Untyped(), e.Untyped())
}

// Eq returns the formula that a and b have the same elements.
func (a Array[I, E]) Eq(b Array[I, E]) Bool { return Eq(a, b) }

// ConstArray returns the array of the given sort that has e at every index.
func ConstArray[I, E Expr](sort Sort[Array[I, E]], e E) Array[I, E] {
	if sort.store == nil {
		panic(misuse("const", "the zero sort"))
	}
	return Array[I, E]{must(sort.store.ConstArray(sort.AnySort, e.Untyped()))}
}

// Fun1 is an uninterpreted function of one argument.
type Fun1[A, R Expr] struct{ Func }

// Fun2 is an uninterpreted function of two arguments.
type Fun2[A, B, R Expr] struct{ Func }

// Fun3 is an uninterpreted function of three arguments.
type Fun3[A, B, C, R Expr] struct{ Func }

// NewFun1 declares a function; see Store.Declare.
func NewFun1[A, R Expr](name string, a Sort[A], r Sort[R]) Fun1[A, R] {
	return Fun1[A, R]{must(r.store.Declare(name, []AnySort{a.AnySort}, r.AnySort))}
}

// NewFun2 declares a function; see Store.Declare.
func NewFun2[A, B, R Expr](name string, a Sort[A], b Sort[B], r Sort[R]) Fun2[A, B, R] {
	return Fun2[A, B, R]{must(r.store.Declare(name, []AnySort{a.AnySort, b.AnySort}, r.AnySort))}
}

// NewFun3 declares a function; see Store.Declare.
func NewFun3[A, B, C, R Expr](name string, a Sort[A], b Sort[B], c Sort[C], r Sort[R]) Fun3[A, B, C, R] {
	return Fun3[A, B, C, R]{must(r.store.Declare(name, []AnySort{a.AnySort, b.AnySort, c.AnySort}, r.AnySort))}
}

// At applies the function.
func (f Fun1[A, R]) At(a A) R { return typed[R](must(f.Apply(a.Untyped()))) }

// At applies the function.
func (f Fun2[A, B, R]) At(a A, b B) R { return typed[R](must(f.Apply(a.Untyped(), b.Untyped()))) }

// At applies the function.
func (f Fun3[A, B, C, R]) At(a A, b B, c C) R {
	return typed[R](must(f.Apply(a.Untyped(), b.Untyped(), c.Untyped())))
}
