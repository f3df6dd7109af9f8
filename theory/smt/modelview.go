package smt

import (
	"math/big"
	"slices"
	"sync"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/term"
)

// Model interprets the symbols of a Store. It never changes, outlives its Session, and
// may be used from any goroutine. What the assertions leave open has the simplest
// value: false, 0, or an array or a function of these.
type Model struct {
	store *Store
	syms  []term.Sym // of store, in the assertions, in the order of declaration

	// Evaluation keeps what it has computed.
	mu   sync.Mutex
	st   *term.Store
	copy *term.Copier
	m    *model.Model
}

// Model returns the model after Sat, or the candidate after Unknown, if the Result has
// one: it satisfies the assertions except for what the Reason names.
func (s *Session) Model() (*Model, error) {
	defer s.enter("Model")()
	if !s.last.HasModel() {
		return nil, misuse("Session.Model", "the last check found no model, or something has changed since")
	}
	return s.model()
}

func (s *Session) model() (*Model, error) {
	m, err := s.main.model()
	s.rec.model(m, err)
	return m, err
}

// model copies the model of the last check.
func (k *kernel) model() (*Model, error) {
	from, err := k.sol.Model()
	if err != nil {
		return nil, &fault{reason.AsInternal(err)}
	}
	k.store.mu.RLock()
	defer k.store.mu.RUnlock()
	m := &Model{store: k.store, st: term.NewStore()}
	m.copy = term.NewCopier(k.store.st, m.st)
	m.m = model.New(m.st, model.Options{})
	x := transfer{sorts: term.NewCopier(k.st, m.st), st: m.st, numbers: map[element]int{}, elements: map[term.Sort]int{}}
	for f := range term.Sym(k.store.st.NumSyms()) {
		inner, ok := k.copy.Copied(f)
		if !ok {
			continue
		}
		m.syms = append(m.syms, f)
		x.symbol(from, m.m, inner, m.copy.Sym(f))
	}
	for _, f := range m.syms {
		inner, _ := k.copy.Copied(f)
		x.rest(from, m.m, inner, m.copy.Sym(f))
	}
	x.zeros(from, m.m)
	return m, nil
}

// transfer copies values to another store. Elements are renumbered in the order in
// which they come.
type transfer struct {
	sorts    *term.Copier
	st       *term.Store
	numbers  map[element]int
	elements map[term.Sort]int // how many elements have numbers
}

// element is one of an uninterpreted sort, as the solver numbers them.
type element struct {
	sort term.Sort
	n    int
}

func (x *transfer) symbol(from, to *model.Model, f, g term.Sym) {
	if v, ok := from.Const(f); ok {
		to.SetSym(g, x.value(v))
	}
	otherwise, ok := elsewhere(from, f)
	if ok {
		to.SetDefault(g, x.value(otherwise))
	}
	for _, e := range from.Fun(f).Entries() {
		if !ok || !e.Value.Equal(otherwise) {
			to.SetFun(g, x.values(e.Args), x.value(e.Value))
		}
	}
}

// elsewhere returns the value of a function at arguments without an entry.
func elsewhere(from *model.Model, f term.Sym) (model.Value, bool) {
	params, result := from.Store().SymSorts(f)
	if len(params) == 0 {
		return model.Value{}, false
	}
	if v, ok := from.Fun(f).Default(); ok {
		return v, true
	}
	v, err := from.Zero(result)
	return v, err == nil
}

// rest copies the entries of a function that equal its default: elements that occur
// only there get the last numbers.
func (x *transfer) rest(from, to *model.Model, f, g term.Sym) {
	otherwise, ok := elsewhere(from, f)
	for _, e := range from.Fun(f).Entries() {
		if ok && e.Value.Equal(otherwise) {
			to.SetFun(g, x.values(e.Args), x.value(e.Value))
		}
	}
}

// zeros copies the default elements of sorts and the interpretations of division by
// zero.
func (x *transfer) zeros(from, to *model.Model) {
	for s := range term.Sort(from.Store().NumSorts()) {
		if from.Store().SortKind(s) != term.KindUninterpreted {
			continue
		}
		if v, err := from.Zero(s); err == nil {
			to.SetZero(x.value(v))
		}
	}
	for _, e := range from.DivZero().Entries() {
		to.SetDivZero(e.Args[0].Int(), e.Value.Int())
	}
	for _, e := range from.ModZero().Entries() {
		to.SetModZero(e.Args[0].Int(), e.Value.Int())
	}
	for _, e := range from.QuoZero().Entries() {
		to.SetQuoZero(e.Args[0].Rat(), e.Value.Rat())
	}
}

func (x *transfer) values(vs []model.Value) []model.Value {
	out := make([]model.Value, len(vs))
	for i, v := range vs {
		out[i] = x.value(v)
	}
	return out
}

func (x *transfer) value(v model.Value) model.Value {
	switch v.Kind() {
	case model.KindElem:
		return model.Elem(x.sorts.Sort(v.Sort()), x.number(v))
	case model.KindBits:
		return model.Bits(x.st, x.sorts.Sort(v.Sort()), v.Int())
	case model.KindArray:
		a := model.ConstArray(x.st, x.sorts.Sort(v.Sort()), x.value(v.Default()))
		v.Entries(func(i, e model.Value) bool {
			a = a.Store(x.value(i), x.value(e))
			return true
		})
		return a
	}
	return v
}

func (x *transfer) number(v model.Value) int {
	e := element{v.Sort(), v.Number()}
	n, ok := x.numbers[e]
	if !ok {
		n = x.elements[e.sort]
		x.numbers[e] = n
		x.elements[e.sort]++
	}
	return n
}

// Eval returns the value of any term of the store. It fails where a value
// depends on a quantifier that evaluation cannot decide, and for a term
// of another store.
func (m *Model) Eval(t Expr) (Value, error) {
	u := t.Untyped()
	if u.store != m.store {
		return Value{}, misuse("Model.Eval", "a term of another store")
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.store.mu.RLock()
	own := m.copy.Term(u.id)
	m.store.mu.RUnlock()
	if m.st.Sort(own) == term.Bool {
		ok, err := m.m.EvalDeciding(own)
		return Value{m, model.Bool(ok)}, err
	}
	v, err := m.m.Eval(own)
	return Value{m, v}, err
}

// Bool returns the value of a formula.
func (m *Model) Bool(t Bool) (bool, error) {
	v, err := m.Eval(t)
	return v.v.IsTrue(), err
}

// Int returns the value of an integer term.
func (m *Model) Int(t Int) (*big.Int, error) {
	v, err := m.Eval(t)
	return v.v.Int().Big(), err
}

// Real returns the value of a real term.
func (m *Model) Real(t Real) (*big.Rat, error) {
	v, err := m.Eval(t)
	if err != nil {
		return nil, err
	}
	return v.v.Rat().Big(), nil
}

// Symbols calls yield for the functions and constants in the assertions, in the order
// of their declarations.
func (m *Model) Symbols(yield func(Func) bool) {
	for _, f := range m.syms {
		if !yield(Func{m.store, f}) {
			return
		}
	}
}

// Constants calls yield for the constants in the assertions with their values, in the
// order of their declarations.
func (m *Model) Constants(yield func(Term, Value) bool) {
	for f := range m.Symbols {
		c, err := f.Apply()
		if err != nil {
			continue // it has parameters
		}
		v, err := m.Eval(c)
		if err == nil && !yield(c, v) {
			return
		}
	}
}

// Entry is a row of a function's table or of an array value.
type Entry struct {
	Args  []Value
	Value Value
}

// Table returns the interpretation of a function: its values for some arguments, in
// order, and its value for all others.
func (m *Model) Table(f Func) (entries []Entry, otherwise Value, err error) {
	if f.store != m.store {
		return nil, Value{}, misuse("Model.Table", "a function of another store")
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.store.mu.RLock()
	g := m.copy.Sym(f.sym)
	m.store.mu.RUnlock()
	_, res := m.st.SymSorts(g)
	fun := m.m.Fun(g)
	def, ok := fun.Default()
	if !ok {
		if def, err = m.m.Zero(res); err != nil {
			return nil, Value{}, err
		}
	}
	for _, e := range fun.Entries() {
		x := Entry{Value: Value{m, e.Value}}
		for _, a := range e.Args {
			x.Args = append(x.Args, Value{m, a})
		}
		entries = append(entries, x)
	}
	slices.SortFunc(entries, func(a, b Entry) int { return slices.CompareFunc(a.Args, b.Args, byValue) })
	return entries, Value{m, def}, nil
}

// ByZero returns the results of an operator (div, mod or /) for the divisor 0: those for
// some dividends, in order. For all others it is 0.
func (m *Model) ByZero(op string) (entries []Entry) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var f *model.Func
	switch op {
	case "div":
		f = m.m.DivZero()
	case "mod":
		f = m.m.ModZero()
	case "/":
		f = m.m.QuoZero()
	}
	for _, e := range f.Entries() {
		entries = append(entries, Entry{[]Value{{m, e.Args[0]}}, Value{m, e.Value}})
	}
	slices.SortFunc(entries, func(a, b Entry) int { return byValue(a.Args[0], b.Args[0]) })
	return entries
}

// String returns the model as definitions in SMT-LIB syntax.
func (m *Model) String() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.store.mu.RLock()
	defer m.store.mu.RUnlock()
	var b []byte
	for _, f := range m.syms {
		b, _ = smtlib.AppendDefinition(b, m.m, m.copy.Sym(f))
		b = append(b, '\n')
	}
	return string(b)
}

// Value is a value of a Model.
type Value struct {
	m *Model
	v model.Value
}

// String returns the value in SMT-LIB syntax.
func (v Value) String() string {
	if !v.v.IsValid() {
		return "no value"
	}
	v.m.mu.Lock()
	defer v.m.mu.Unlock()
	return string(smtlib.AppendValue(nil, v.m.st, v.v))
}

// Equal reports whether two values of one model are the same.
func (v Value) Equal(w Value) bool { return v.v.Equal(w.v) }

// IsTrue reports whether the value is true.
func (v Value) IsTrue() bool { return v.v.IsTrue() }

// Int returns an integer value.
func (v Value) Int() (*big.Int, bool) { return v.v.Int().Big(), v.v.Kind() == model.KindInt }

// Int64 returns an integer value that fits.
func (v Value) Int64() (int64, bool) {
	n, ok := v.v.Int().Int64()
	return n, ok && v.v.Kind() == model.KindInt
}

// Rat returns the value of a real or integer term.
func (v Value) Rat() (*big.Rat, bool) {
	if k := v.v.Kind(); k != model.KindReal && k != model.KindInt {
		return nil, false
	}
	return v.v.Rat().Big(), true
}

// Element returns the number of an element of an uninterpreted sort. Different elements
// of a model have different numbers: from 0, in the order in which they occur in the
// interpretations of Symbols.
func (v Value) Element() (int, bool) { return v.v.Number(), v.v.Kind() == model.KindElem }

// Array returns the entries of an array value that differ from its value at all other
// indices.
func (v Value) Array() (entries []Entry, otherwise Value, ok bool) {
	if v.v.Kind() != model.KindArray {
		return nil, Value{}, false
	}
	v.v.Entries(func(i, e model.Value) bool {
		entries = append(entries, Entry{[]Value{{v.m, i}}, Value{v.m, e}})
		return true
	})
	slices.SortFunc(entries, func(a, b Entry) int { return byValue(a.Args[0], b.Args[0]) })
	return entries, Value{v.m, v.v.Default()}, true
}

func byValue(a, b Value) int { return a.v.Compare(b.v) }

// literal returns the numeral, bit-vector or truth value that denotes a value, if there is one.
func (st *Store) literal(v model.Value) (Term, bool) {
	switch v.Kind() {
	case model.KindBool:
		return st.BoolVal(v.IsTrue()).Term, true
	case model.KindInt:
		return st.intVal(v.Int()).Term, true
	case model.KindReal:
		return st.ratVal(v.Rat()).Term, true
	case model.KindBits:
		return st.bitsVal(v), true
	}
	return Term{}, false
}

func (st *Store) ratVal(r num.Rat) Real {
	st.mu.Lock()
	defer st.mu.Unlock()
	return Real{Term{st, st.st.Rat(r)}}
}
