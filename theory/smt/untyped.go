package smt

import (
	"math/big"
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// Term is a term whose sort is known at run time only. The zero Term is not a term.
// Bool, Int, Real, BitVec, Elem and Array embed one.
type Term struct {
	store *Store
	id    term.Term
}

// Expr is a term of any type of this package.
type Expr interface{ Untyped() Term }

// Untyped returns the term without its type.
func (t Term) Untyped() Term { return t }

func (t *Term) set(u Term) { *t = u }

// typed makes a T, which embeds a Term, from a term of its sort.
func typed[T Expr](t Term) T {
	var x T
	any(&x).(interface{ set(Term) }).set(t)
	return x
}

// As returns t as a term of the Go type of a sort: As(t, st.IntSort()) is an Int.
func As[T Expr](t Term, sort Sort[T]) (T, error) {
	if t.store == nil || t.Sort() != sort.AnySort {
		var zero T
		return zero, misuse("As", "a term of sort %s, want %s", t.Sort(), sort)
	}
	return typed[T](t), nil
}

// Sort returns the sort of the term.
func (t Term) Sort() AnySort {
	if t.store == nil {
		return AnySort{}
	}
	t.store.mu.RLock()
	defer t.store.mu.RUnlock()
	return AnySort{t.store, t.store.st.Sort(t.id)}
}

// IsZero reports whether t is the zero Term.
func (t Term) IsZero() bool { return t.store == nil }

// String returns the term in SMT-LIB syntax, with deep subterms cut off.
func (t Term) String() string {
	if t.store == nil {
		return "no term"
	}
	t.store.mu.RLock()
	defer t.store.mu.RUnlock()
	return t.store.st.String(t.id)
}

// Symbols calls yield for the functions and constants in the term, in the order of
// their declarations.
func (t Term) Symbols(yield func(Func) bool) {
	if t.store == nil {
		return
	}
	for _, f := range t.symbols() {
		if !yield(Func{t.store, f}) {
			return
		}
	}
}

func (t Term) symbols() (found []term.Sym) {
	t.store.mu.RLock()
	defer t.store.mu.RUnlock()
	st := t.store.st
	st.Visit(func(u term.Term) bool {
		if st.Op(u) == term.OpApp {
			found = append(found, st.Sym(u))
		}
		return true
	}, t.id)
	slices.Sort(found)
	return slices.Compact(found)
}

// Apply builds a term from the SMT-LIB name of an operator: not and or => xor = distinct ite +
// - * div mod abs / <= < >= > to_real to_int is_int select store, and those on bit-vectors;
// ApplyIndexed is for those with indices. An error is a *Misuse that says what is wrong with
// the arguments.
func (st *Store) Apply(op string, args ...Term) (Term, error) {
	st.mu.Lock()
	defer st.mu.Unlock()
	ids, err := st.ids(op, args)
	if err != nil {
		return Term{}, err
	}
	t, err := st.apply(op, ids)
	return Term{st, t}, err
}

// ConstArray is the untyped ConstArray function.
func (st *Store) ConstArray(sort AnySort, e Term) (Term, error) {
	st.mu.Lock()
	defer st.mu.Unlock()
	ids, err := st.ids("const", []Term{e})
	if err != nil {
		return Term{}, err
	}
	if sort.store != st || !st.st.IsArray(sort.id) {
		return Term{}, misuse("const", "the sort is not an array sort of this store")
	}
	if _, elm := st.st.ArraySorts(sort.id); st.st.Sort(ids[0]) != elm {
		return Term{}, st.illSorted("const", 0, ids[0], st.st.SortString(elm))
	}
	return Term{st, st.st.ConstArray(sort.id, ids[0])}, nil
}

// shape is the number and the sorts of an operator's arguments.
type shape struct {
	min, max int // max 0: any number
	// sorts returns the sort that argument i should have; empty if it has it.
	sorts func(st *term.Store, ids []term.Term, i int) string
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

// shapeOf returns the shape of an operator.
func shapeOf(op string) (shape, bool) {
	switch op {
	case "not":
		return shape{1, 1, all(term.Bool)}, true
	case "and", "or":
		return shape{0, 0, all(term.Bool)}, true
	case "=>", "xor":
		return shape{2, 2, all(term.Bool)}, true
	case "=":
		return shape{2, 2, like}, true
	case "distinct":
		return shape{1, 0, like}, true
	case "ite":
		return shape{3, 3, choice}, true
	case "+", "*":
		return shape{1, 0, numbers}, true
	case "-":
		return shape{1, 2, numbers}, true
	case "<=", "<", ">=", ">":
		return shape{2, 2, numbers}, true
	case "div", "mod":
		return shape{2, 2, all(term.Int)}, true
	case "abs":
		return shape{1, 1, numbers}, true
	case "/":
		return shape{2, 2, all(term.Real)}, true
	case "to_real":
		return shape{1, 1, all(term.Int)}, true
	case "to_int", "is_int":
		return shape{1, 1, all(term.Real)}, true
	case "select":
		return shape{2, 2, access}, true
	case "store":
		return shape{3, 3, access}, true
	}
	return bitsShape(op)
}

// apply builds a term if the arguments fit. The lock is held.
func (st *Store) apply(op string, ids []term.Term) (term.Term, error) {
	s, ok := shapeOf(op)
	switch {
	case !ok:
		return 0, misuse(op, "no such operator")
	case len(ids) < s.min || s.max > 0 && len(ids) > s.max:
		return 0, misuse(op, "%d arguments", len(ids))
	}
	for i, a := range ids {
		if want := s.sorts(st.st, ids, i); want != "" {
			return 0, st.illSorted(op, i, a, want)
		}
	}
	if _, ok := bitsShape(op); ok {
		return buildBits(st.st, op, ids)
	}
	return build(st.st, op, ids), nil
}

func build(st *term.Store, op string, ids []term.Term) term.Term {
	switch op {
	case "not":
		return st.Not(ids[0])
	case "and":
		return st.And(ids...)
	case "or":
		return st.Or(ids...)
	case "=>":
		return st.Implies(ids[0], ids[1])
	case "xor":
		return st.Not(st.Eq(ids[0], ids[1]))
	case "=":
		return st.Eq(ids[0], ids[1])
	case "distinct":
		if len(ids) == 1 {
			return st.True()
		}
		return st.Distinct(ids...)
	case "ite":
		return st.Ite(ids[0], ids[1], ids[2])
	case "+":
		return st.Add(ids...)
	case "*":
		return product(st, ids)
	case "-":
		if len(ids) == 1 {
			return st.Neg(ids[0])
		}
		return st.Sub(ids[0], ids[1])
	case "<=":
		return st.Le(ids[0], ids[1])
	case "<":
		return st.Lt(ids[0], ids[1])
	case ">=":
		return st.Le(ids[1], ids[0])
	case ">":
		return st.Lt(ids[1], ids[0])
	case "div":
		return st.Div(ids[0], ids[1])
	case "mod":
		return st.Mod(ids[0], ids[1])
	case "abs":
		zero := st.Int(0)
		if st.Sort(ids[0]) == term.Real {
			zero = st.Rat(num.RatFromInt64(0))
		}
		return st.Ite(st.Le(zero, ids[0]), ids[0], st.Neg(ids[0]))
	case "/":
		return st.Quo(ids[0], ids[1])
	case "to_real":
		return st.ToReal(ids[0])
	case "to_int":
		return st.ToInt(ids[0])
	case "is_int":
		return st.IsInt(ids[0])
	case "select":
		return st.Select(ids[0], ids[1])
	}
	return st.Store(ids[0], ids[1], ids[2])
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

// BoolVal returns true or false.
func (st *Store) BoolVal(b bool) Bool { return Bool{Term{st, st.st.Bool(b)}} }

// IntVal returns an integer numeral.
func (st *Store) IntVal(n int64) Int { return st.intVal(num.FromInt64(n)) }

// BigInt returns an integer of any size.
func (st *Store) BigInt(n *big.Int) Int { return st.intVal(num.FromBig(n)) }

func (st *Store) intVal(n num.Int) Int {
	st.mu.Lock()
	defer st.mu.Unlock()
	return Int{Term{st, st.st.Numeral(n)}}
}

// RealVal returns the number n/d; d must not be 0.
func (st *Store) RealVal(n, d int64) Real {
	if d == 0 {
		panic(misuse("RealVal", "the denominator is 0"))
	}
	return st.BigRat(big.NewRat(n, d))
}

// BigRat returns a rational number of any size.
func (st *Store) BigRat(r *big.Rat) Real {
	return st.ratVal(num.RatFromBig(r))
}
