package smt

import (
	"slices"
	"sync"

	"github.com/muster-smt/muster/theory/term"
)

// Store holds terms, which any number of Sessions and Models may share. Equal
// constructions give the same term, which == compares. A Store only grows; it is
// garbage once no term, Session or Model refers to it. All its methods, and those of
// its terms and sorts, may be called from any goroutine.
type Store struct {
	mu sync.RWMutex
	st *term.Store
}

// NewStore returns a Store without declarations.
func NewStore() *Store { return &Store{st: term.NewStore()} }

// AnySort is a sort of a Store that is known at run time only. Sorts can be compared
// with ==.
type AnySort struct {
	store *Store
	id    term.Sort
}

// Sort is the sort of the terms of type T.
type Sort[T Expr] struct{ AnySort }

// String returns the sort in SMT-LIB syntax.
func (s AnySort) String() string {
	if s.store == nil {
		return "no sort"
	}
	s.store.mu.RLock()
	defer s.store.mu.RUnlock()
	return s.store.st.SortString(s.id)
}

// Array returns the index sort and the element sort of an array sort.
func (s AnySort) Array() (index, element AnySort, ok bool) {
	if s.store == nil {
		return
	}
	s.store.mu.RLock()
	defer s.store.mu.RUnlock()
	if !s.store.st.IsArray(s.id) {
		return
	}
	i, e := s.store.st.ArraySorts(s.id)
	return AnySort{s.store, i}, AnySort{s.store, e}, true
}

// Uninterpreted reports whether the sort comes from Store.Sort.
func (s AnySort) Uninterpreted() bool {
	if s.store == nil {
		return false
	}
	s.store.mu.RLock()
	defer s.store.mu.RUnlock()
	return s.store.st.SortKind(s.id) == term.KindUninterpreted
}

// Store returns the store of the sort; nil for the zero sort.
func (s AnySort) Store() *Store { return s.store }

// BoolSort returns the sort Bool.
func (st *Store) BoolSort() Sort[Bool] { return Sort[Bool]{AnySort{st, term.Bool}} }

// IntSort returns the sort of the integers.
func (st *Store) IntSort() Sort[Int] { return Sort[Int]{AnySort{st, term.Int}} }

// RealSort returns the sort of the real numbers.
func (st *Store) RealSort() Sort[Real] { return Sort[Real]{AnySort{st, term.Real}} }

// Sort returns the uninterpreted sort of this name: any non-empty set.
func (st *Store) Sort(name string) Sort[Elem] {
	st.mu.Lock()
	defer st.mu.Unlock()
	return Sort[Elem]{AnySort{st, st.st.UninterpretedSort(name)}}
}

// ArrayOf returns the sort of arrays from index to element.
func ArrayOf[I, E Expr](index Sort[I], element Sort[E]) Sort[Array[I, E]] {
	return Sort[Array[I, E]]{must(ArraySort(index.AnySort, element.AnySort))}
}

// ArraySort is ArrayOf for sorts that are known at run time only.
func ArraySort(index, element AnySort) (AnySort, error) {
	st := index.store
	if st == nil || element.store != st {
		return AnySort{}, misuse("Array", "the sorts belong to different stores")
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	return AnySort{st, st.st.ArraySort(index.id, element.id)}, nil
}

// Const returns the constant of this name. The same name and sort always give the
// same constant; the same name with another sort is a Misuse.
func (s Sort[T]) Const(name string) T { return typed[T](must(s.AnySort.Const(name))) }

// Fresh returns a constant that no other call returns. The name is only shown.
func (s Sort[T]) Fresh(name string) T { return typed[T](must(s.AnySort.Fresh(name))) }

// Const is the untyped Sort.Const.
func (s AnySort) Const(name string) (Term, error) {
	f, err := s.store.Declare(name, nil, s)
	if err != nil {
		return Term{}, err
	}
	return f.Apply()
}

// Fresh is the untyped Sort.Fresh.
func (s AnySort) Fresh(name string) (Term, error) {
	if s.store == nil {
		return Term{}, misuse(name, "the zero sort")
	}
	s.store.mu.Lock()
	defer s.store.mu.Unlock()
	return Term{s.store, s.store.st.FreshConst(name, s.id)}, nil
}

// Func is a function symbol, or a constant if it has no parameters.
type Func struct {
	store *Store
	sym   term.Sym
}

// Declare returns the function of this name. The same name and sorts always give the
// same function; the same name with other sorts is an error.
func (st *Store) Declare(name string, params []AnySort, result AnySort) (Func, error) {
	if st == nil {
		return Func{}, misuse(name, "the zero sort")
	}
	sorts := make([]term.Sort, len(params))
	for i, p := range append(slices.Clone(params), result) {
		if p.store != st {
			return Func{}, misuse(name, "a sort of another store")
		}
		if i < len(params) {
			sorts[i] = p.id
		}
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	f, ok := st.st.LookupSym(name)
	if !ok {
		return Func{st, st.st.DeclareFun(name, sorts, result.id)}, nil
	}
	if args, res := st.st.SymSorts(f); res != result.id || !slices.Equal(args, sorts) {
		return Func{}, misuse(name, "it is already declared with other sorts")
	}
	return Func{st, f}, nil
}

// Name returns the name of the function.
func (f Func) Name() string {
	if f.store == nil {
		return ""
	}
	f.store.mu.RLock()
	defer f.store.mu.RUnlock()
	return f.store.st.SymName(f.sym)
}

// Sorts returns the sorts of the function's arguments and of its values.
func (f Func) Sorts() (params []AnySort, result AnySort) {
	if f.store == nil {
		return nil, AnySort{}
	}
	f.store.mu.RLock()
	defer f.store.mu.RUnlock()
	args, res := f.store.st.SymSorts(f.sym)
	for _, a := range args {
		params = append(params, AnySort{f.store, a})
	}
	return params, AnySort{f.store, res}
}

// Apply applies the function.
func (f Func) Apply(args ...Term) (Term, error) {
	if f.store == nil {
		return Term{}, misuse("apply", "the zero function")
	}
	f.store.mu.Lock()
	defer f.store.mu.Unlock()
	st := f.store.st
	params, _ := st.SymSorts(f.sym)
	ids, err := f.store.ids(st.SymName(f.sym), args)
	if err != nil {
		return Term{}, err
	}
	if len(ids) != len(params) {
		return Term{}, misuse(st.SymName(f.sym), "%d arguments, want %d", len(ids), len(params))
	}
	for i, a := range ids {
		if st.Sort(a) != params[i] {
			return Term{}, f.store.illSorted(st.SymName(f.sym), i, a, st.SortString(params[i]))
		}
	}
	return Term{f.store, st.App(f.sym, ids...)}, nil
}

// ids returns the ids of terms, which must belong to this store. The lock is held.
func (st *Store) ids(op string, args []Term) ([]term.Term, error) {
	ids := make([]term.Term, len(args))
	for i, a := range args {
		switch {
		case a.store == nil:
			return nil, misuse(op, "argument %d is the zero term", i+1)
		case a.store != st:
			return nil, misuse(op, "argument %d is of another store", i+1)
		}
		ids[i] = a.id
	}
	return ids, nil
}

func (st *Store) illSorted(op string, i int, a term.Term, want string) error {
	return misuse(op, "argument %d is of sort %s, want %s", i+1, st.st.SortString(st.st.Sort(a)), want)
}
