package model

import (
	"fmt"
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// Options of a Model.
type Options struct {
	// Strict makes the evaluation of an unassigned constant, or of a function
	// at a point without entry and default, an error. Otherwise it gets a
	// value when it is first met (false, 0, element 0, the array of these), which
	// it keeps.
	Strict bool
	// Source is asked for what the model lacks; it comes before completion.
	Source Source
	// Fill gives the functions of the source defaults, as FillDefaults does.
	Fill bool
}

// Model interprets constants, functions, and division by zero. It is not safe
// for concurrent use, not even for evaluation.
type Model struct {
	st     *term.Store
	opt    Options
	consts term.Paged[Value] // by symbol
	funs   term.Paged[*Func] // by symbol
	div0   Func              // t div 0, a function of t
	mod0   Func
	quo0   Func    // t / 0
	zeros  []Value // by sort: what completion gives, see SetZero
	ev     evaluator
	lazy   *lazy // nil without a Source
	// decided are quantifiers whose truth is known, see EvalDeciding.
	decided map[term.Term]Value
}

// New returns a model that assigns nothing.
func New(st *term.Store, opt Options) *Model {
	m := &Model{st: st, opt: opt}
	zero := Int64(0)
	m.div0.def, m.mod0.def, m.quo0.def = zero, zero, Rat(num.Rat{})
	if opt.Source != nil {
		m.lazy = &lazy{src: opt.Source}
	}
	return m
}

// Store returns the store of m's terms.
func (m *Model) Store() *term.Store { return m.st }

// SetConst assigns a constant, given as a term.
func (m *Model) SetConst(t term.Term, v Value) {
	if !m.st.IsConst(t) {
		panic("model: SetConst of a term that is not a constant")
	}
	m.SetSym(m.st.Sym(t), v)
}

// SetSym assigns a constant, given as a symbol.
func (m *Model) SetSym(f term.Sym, v Value) {
	if _, res := m.st.SymSorts(f); v.sort != res {
		panic(fmt.Sprintf("model: value of sort %s for %s", m.st.SortString(v.sort), m.st.SymName(f)))
	}
	m.put(f, v)
	m.ev.forget()
}

// Const returns the value of a constant, if it has one.
func (m *Model) Const(f term.Sym) (Value, bool) {
	if v := m.consts.At(uint32(f)); v.IsValid() {
		return v, true
	}
	return m.fetch(f)
}

// SetFun sets the value of a function at one point. The slice is copied.
func (m *Model) SetFun(f term.Sym, args []Value, v Value) {
	sorts, res := m.st.SymSorts(f)
	ok := len(sorts) == len(args) && v.sort == res
	for i := 0; ok && i < len(args); i++ {
		ok = args[i].sort == sorts[i]
	}
	if !ok {
		panic(fmt.Sprintf("model: ill-sorted entry for %s", m.st.SymName(f)))
	}
	m.fun(f).set(args, v)
	m.ev.forget()
}

// SetDefault sets the value of a function at all points without entry.
func (m *Model) SetDefault(f term.Sym, v Value) {
	if _, res := m.st.SymSorts(f); v.sort != res {
		panic(fmt.Sprintf("model: default of sort %s for %s", m.st.SortString(v.sort), m.st.SymName(f)))
	}
	m.fun(f).def = v
	m.ev.forget()
}

// FillDefaults gives each function that has entries but no default the value that
// most of them have, the least of those on a tie.
func (m *Model) FillDefaults() {
	for _, f := range m.funs.All {
		if f != nil && len(f.entries) > 0 && !f.def.IsValid() {
			f.def = mostFrequent(f.entries)
		}
	}
	m.ev.forget()
}

func mostFrequent(entries []Entry) Value {
	values := make([]Value, len(entries))
	for i, e := range entries {
		values[i] = e.Value
	}
	slices.SortStableFunc(values, Value.Compare)
	best, count := values[0], 0
	for i := 0; i < len(values); {
		j := i
		for j < len(values) && values[j].Equal(values[i]) {
			j++
		}
		if j-i > count {
			best, count = values[i], j-i
		}
		i = j
	}
	return best
}

// Fun returns the interpretation of a function; nil if it has none.
func (m *Model) Fun(f term.Sym) *Func {
	m.fetchFun(f)
	return m.funs.At(uint32(f))
}

func (m *Model) fun(f term.Sym) *Func {
	m.fetchFun(f)
	fn := m.funs.Ref(uint32(f))
	if *fn == nil {
		*fn = &Func{}
	}
	return *fn
}

// SetDivZero sets the value of (div a 0), which is 0 unless set.
func (m *Model) SetDivZero(a, v num.Int) {
	m.DivZero().set([]Value{Int(a)}, Int(v))
	m.ev.forget()
}

// SetModZero sets the value of (mod a 0), which is 0 unless set.
func (m *Model) SetModZero(a, v num.Int) {
	m.ModZero().set([]Value{Int(a)}, Int(v))
	m.ev.forget()
}

// SetQuoZero sets the value of (/ a 0.0), which is 0 unless set.
func (m *Model) SetQuoZero(a, v num.Rat) {
	m.QuoZero().set([]Value{Rat(a)}, Rat(v))
	m.ev.forget()
}

// DivZero returns the interpretation of division by zero.
func (m *Model) DivZero() *Func {
	m.fetchZeros()
	return &m.div0
}

// ModZero returns the interpretation of the remainder by zero.
func (m *Model) ModZero() *Func {
	m.fetchZeros()
	return &m.mod0
}

// QuoZero returns the interpretation of real division by zero.
func (m *Model) QuoZero() *Func {
	m.fetchZeros()
	return &m.quo0
}

// SetZero makes v the value with which completion fills its sort, which must not
// be an array sort.
func (m *Model) SetZero(v Value) {
	m.zeros = term.Extend(m.zeros, int(v.sort)+1)
	m.zeros[v.sort] = v
}

// Zero returns the value with which completion fills a sort.
func (m *Model) Zero(sort term.Sort) (Value, error) {
	inner := sort
	for m.st.IsArray(inner) {
		_, inner = m.st.ArraySorts(inner)
	}
	if int(inner) < len(m.zeros) && m.zeros[inner].IsValid() {
		return nestConst(m.st, sort, m.zeros[inner]), nil
	}
	return Zero(m.st, sort)
}

// Zero returns the simplest value of a sort: false, 0, element 0, or the array
// that holds the simplest value of its element sort everywhere.
func Zero(st *term.Store, sort term.Sort) (Value, error) {
	inner := sort
	for st.IsArray(inner) {
		_, inner = st.ArraySorts(inner)
	}
	var v Value
	switch st.SortKind(inner) {
	case term.KindBool:
		v = Bool(false)
	case term.KindInt:
		v = Int64(0)
	case term.KindReal:
		v = Rat(num.Rat{})
	case term.KindUninterpreted:
		v = Elem(inner, 0)
	case term.KindBitVec:
		v = Bits(st, inner, num.Int{})
	default:
		return Value{}, &EvalError{Why: ErrUnsupported, Detail: "values of sort " + st.SortString(sort)}
	}
	return nestConst(st, sort, v), nil
}

// nestConst wraps the value v of the innermost element sort into constant arrays.
func nestConst(st *term.Store, sort term.Sort, v Value) Value {
	var path []term.Sort
	for st.IsArray(sort) {
		path = append(path, sort)
		_, sort = st.ArraySorts(sort)
	}
	for i := len(path) - 1; i >= 0; i-- {
		v = ConstArray(st, path[i], v)
	}
	return v
}

// Func is the interpretation of a function: a finite table and a default.
type Func struct {
	entries []Entry
	index   map[uint64][]int32 // hash of the arguments -> entries; never ranged over
	def     Value
}

// Entry is one line of a function's table.
type Entry struct {
	Args  []Value
	Value Value
}

// Entries returns the table in the order of insertion. It belongs to f.
func (f *Func) Entries() []Entry {
	if f == nil {
		return nil
	}
	return f.entries
}

// Default returns the value at all other points, if it is set.
func (f *Func) Default() (Value, bool) {
	if f == nil {
		return Value{}, false
	}
	return f.def, f.def.IsValid()
}

// At returns the value at a point: its entry, else the default.
func (f *Func) At(args []Value) (Value, bool) {
	if f == nil {
		return Value{}, false
	}
	if i := f.find(hashArgs(args), args); i >= 0 {
		return f.entries[i].Value, true
	}
	return f.def, f.def.IsValid()
}

func (f *Func) find(h uint64, args []Value) int {
	for _, i := range f.index[h] {
		if equalArgs(f.entries[i].Args, args) {
			return int(i)
		}
	}
	return -1
}

func (f *Func) set(args []Value, v Value) {
	h := hashArgs(args)
	if i := f.find(h, args); i >= 0 {
		f.entries[i].Value = v
		return
	}
	if f.index == nil {
		f.index = map[uint64][]int32{}
	}
	f.index[h] = append(f.index[h], int32(len(f.entries)))
	f.entries = append(f.entries, Entry{Args: append([]Value(nil), args...), Value: v})
}

func hashArgs(args []Value) uint64 {
	h := uint64(len(args))
	for _, a := range args {
		h = mix(h ^ a.Hash())
	}
	return h
}

func equalArgs(a, b []Value) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !a[i].Equal(b[i]) {
			return false
		}
	}
	return true
}
