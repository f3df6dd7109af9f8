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

// apply builds a term if the arguments fit. The lock is held.
func (st *Store) apply(op string, ids []term.Term) (term.Term, error) {
	o, ok := operators[op]
	switch {
	case !ok:
		return 0, misuse(op, "no such operator")
	case len(ids) < o.min || o.max > 0 && len(ids) > o.max:
		return 0, misuse(op, "%d arguments", len(ids))
	}
	width := 0
	for i, a := range ids {
		if want := o.sorts(st.st, ids, i); want != "" {
			return 0, st.illSorted(op, i, a, want)
		}
		width += st.st.WidthOf(a)
	}
	if op == "concat" && width > term.MaxWidth {
		return 0, misuse(op, "width %d", width)
	}
	return o.build(st.st, ids), nil
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
