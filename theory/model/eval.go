package model

import (
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// Err says why a term has no value. Use errors.Is.
type Err string

// The reasons.
const (
	ErrQuantifier  Err = "the value depends on a quantifier"
	ErrUnassigned  Err = "no value is assigned"
	ErrUnbound     Err = "a bound variable without a value"
	ErrUnsupported Err = "unsupported in evaluation"
)

func (e Err) Error() string { return string(e) }

// EvalError is the error of evaluation.
type EvalError struct {
	Why    Err
	Term   term.Term // the term without value; 0 if there is none
	Detail string
}

func (e *EvalError) Error() string {
	if e.Detail == "" {
		return "model: " + string(e.Why)
	}
	return "model: " + string(e.Why) + ": " + e.Detail
}

// Unwrap returns the reason.
func (e *EvalError) Unwrap() error { return e.Why }

// maxBits bounds the numbers that evaluation computes: repeated squaring would
// otherwise fill the memory.
const maxBits = 1 << 22

// evaluator computes values bottom-up with an explicit stack and remembers them
// until a binding changes or the environment is another one.
type evaluator struct {
	owner *Env
	memo  term.Table[uint32] // index into known
	known []Value
	why   []*EvalError // reasons of the unknown values, see unknown
	work  []evalFrame
	vals  []Value
}

type evalFrame struct {
	t    term.Term
	next int // the argument to visit next
	base int // where its arguments' values begin in vals
}

func (ev *evaluator) forget() {
	ev.memo.Clear()
	ev.known, ev.why = ev.known[:0], ev.why[:0]
}

func (ev *evaluator) run(m *Model, env *Env, t term.Term) (Value, error) {
	if ev.owner != env {
		ev.forget()
		ev.owner = env
	}
	ev.work, ev.vals = ev.work[:0], ev.vals[:0]
	ev.enter(m, t)
	for len(ev.work) > 0 {
		f := &ev.work[len(ev.work)-1]
		if k := ev.nextArg(m.st, f); k >= 0 {
			ev.enter(m, m.st.Arg(f.t, k))
			continue
		}
		done := *f
		ev.work = ev.work[:len(ev.work)-1]
		v := ev.apply(m, done.t, ev.vals[done.base:])
		ev.remember(done.t, v)
		ev.vals = append(ev.vals[:done.base], v)
	}
	v := ev.vals[0]
	if err := m.broken(); err != nil {
		return Value{}, &EvalError{Why: ErrUnassigned, Term: t, Detail: err.Error()}
	}
	if !v.IsValid() {
		i, _ := v.n.Int64()
		return Value{}, ev.why[i]
	}
	return v, nil
}

// unknown returns the value of a term that has none, for this reason.
func (ev *evaluator) unknown(why Err, t term.Term, detail string) Value {
	ev.why = append(ev.why, &EvalError{Why: why, Term: t, Detail: detail})
	return Value{n: num.FromInt64(int64(len(ev.why) - 1))}
}

func (ev *evaluator) remember(t term.Term, v Value) {
	ev.memo.Set(t, uint32(len(ev.known)))
	ev.known = append(ev.known, v)
}

func (ev *evaluator) remembers(t term.Term) bool { return ev.memo.Has(t) }

// enter pushes the value of t if it is known, else a frame.
func (ev *evaluator) enter(m *Model, t term.Term) {
	if i, ok := ev.memo.Get(t); ok {
		ev.vals = append(ev.vals, ev.known[i])
		return
	}
	switch m.st.Op(t) {
	case term.OpTrue, term.OpFalse:
		ev.vals = append(ev.vals, Bool(t == m.st.True()))
	case term.OpNum:
		ev.vals = append(ev.vals, Int(m.st.Num(t)))
	case term.OpBits:
		ev.vals = append(ev.vals, Bits(m.st, m.st.Sort(t), m.st.Num(t)))
	case term.OpRat:
		ev.vals = append(ev.vals, Rat(m.st.RatValue(t)))
	case term.OpForall, term.OpExists:
		v, ok := m.decided[t]
		if !ok || ev.owner != nil {
			v = ev.unknown(ErrQuantifier, t, m.st.Quant(t).Name)
		}
		ev.vals = append(ev.vals, v)
	case term.OpBound:
		ev.vals = append(ev.vals, ev.bound(m, t))
	default:
		if m.st.IsConst(t) {
			v := ev.constant(m, t)
			ev.remember(t, v)
			ev.vals = append(ev.vals, v)
			return
		}
		ev.work = append(ev.work, evalFrame{t: t, base: len(ev.vals)})
	}
}

func (ev *evaluator) bound(m *Model, t term.Term) Value {
	f := m.st.BoundSym(t)
	if ev.owner != nil {
		if v, ok := ev.owner.vals[f]; ok {
			return v
		}
	}
	return ev.unknown(ErrUnbound, t, m.st.SymName(f))
}

func (ev *evaluator) constant(m *Model, t term.Term) Value {
	f := m.st.Sym(t)
	if ev.owner != nil {
		if v, ok := ev.owner.vals[f]; ok {
			return v
		}
	}
	if v, ok := m.Const(f); ok {
		return v
	}
	v, ok := ev.complete(m, t)
	if ok {
		m.put(f, v)
	}
	return v
}

// complete chooses the value of an application that the model does not define.
func (ev *evaluator) complete(m *Model, t term.Term) (Value, bool) {
	if m.opt.Strict {
		return ev.unknown(ErrUnassigned, t, m.st.SymName(m.st.Sym(t))), false
	}
	v, err := m.Zero(m.st.Sort(t))
	if err != nil {
		return ev.unknown(ErrUnsupported, t, "sort "+m.st.SortString(m.st.Sort(t))), false
	}
	return v, true
}

// nextArg returns the argument of f to evaluate next, or -1 if the known ones
// decide its value.
func (ev *evaluator) nextArg(st *term.Store, f *evalFrame) int {
	k := f.next
	if k > 0 {
		switch last := ev.vals[len(ev.vals)-1]; st.Op(f.t) {
		case term.OpAnd:
			if last.IsFalse() {
				return -1
			}
		case term.OpOr:
			if last.IsTrue() {
				return -1
			}
		case term.OpIte:
			switch c := ev.vals[f.base]; {
			case c.IsValid() && k > 1:
				return -1
			case c.IsFalse():
				k = 2
			}
		}
	}
	if k == st.NumArgs(f.t) {
		return -1
	}
	f.next = k + 1
	return k
}

// apply computes the value of t from those of its arguments; And, Or and Ite may
// have only those that were needed.
func (ev *evaluator) apply(m *Model, t term.Term, args []Value) Value {
	switch op := m.st.Op(t); op {
	case term.OpAnd, term.OpOr:
		return junction(args, op == term.OpOr)
	case term.OpIte:
		if args[0].IsValid() || args[1].IsValid() && args[1].Equal(args[2]) {
			return args[1]
		}
		return args[0]
	case term.OpDistinct:
		return distinct(args)
	}
	for _, a := range args {
		if !a.IsValid() {
			return a
		}
	}
	switch m.st.Op(t) {
	case term.OpNot:
		return Bool(args[0].IsFalse())
	case term.OpEq:
		return Bool(args[0].Equal(args[1]))
	case term.OpLe:
		return Bool(args[0].cmpNumber(args[1]) <= 0)
	case term.OpAdd, term.OpMul, term.OpDiv, term.OpMod, term.OpQuo:
		if m.st.Sort(t) == term.Real {
			return ev.rational(m, t, args)
		}
		return ev.arith(m, t, args)
	case term.OpToReal:
		return Rat(args[0].Rat())
	case term.OpToInt:
		return Int(args[0].Rat().Floor())
	case term.OpBvToInt:
		return Int(args[0].n)
	case term.OpSelect:
		return args[0].Select(args[1])
	case term.OpStore:
		v := args[0].Store(args[1], args[2])
		if v.arr.big && v.Len() >= maxDomain {
			return ev.unknown(ErrUnsupported, t, "array over a large finite sort")
		}
		return v
	case term.OpConstArray:
		return ConstArray(m.st, m.st.Sort(t), args[0])
	case term.OpApp:
		return ev.application(m, t, args)
	}
	if v, ok := bitsOf(m.st, t, args); ok {
		return v
	}
	return ev.unknown(ErrUnsupported, t, "operator "+m.st.Op(t).String())
}

// junction returns the disjunction or conjunction of args: decisive if one of
// them is.
func junction(args []Value, decisive bool) Value {
	result := Bool(!decisive)
	for _, a := range args {
		switch {
		case !a.IsValid():
			result = a
		case a.IsTrue() == decisive:
			return a
		}
	}
	return result
}

func distinct(args []Value) Value {
	slices.SortFunc(args, Value.Compare)
	for i := 1; i < len(args); i++ {
		if args[i].IsValid() && args[i].Equal(args[i-1]) {
			return Bool(false)
		}
	}
	if !args[0].IsValid() { // unknown values sort first
		return args[0]
	}
	return Bool(true)
}

func (ev *evaluator) arith(m *Model, t term.Term, args []Value) Value {
	x, y := args[0].n, args[1].n
	switch m.st.Op(t) {
	case term.OpAdd:
		for _, a := range args[1:] {
			x = x.Add(a.n)
		}
		return Int(x)
	case term.OpMul:
		if x.BitLen()+y.BitLen() > maxBits {
			return ev.unknown(ErrUnsupported, t, "a product of more than four million bits")
		}
		return Int(x.Mul(y))
	case term.OpDiv:
		if y.IsZero() {
			v, _ := m.DivZero().At(args[:1])
			return v
		}
		q, _ := x.EuclidDivMod(y)
		return Int(q)
	default:
		if y.IsZero() {
			v, _ := m.ModZero().At(args[:1])
			return v
		}
		_, r := x.EuclidDivMod(y)
		return Int(r)
	}
}

// rational is arith for Reals.
func (ev *evaluator) rational(m *Model, t term.Term, args []Value) Value {
	x, y := args[0].Rat(), args[1].Rat()
	switch op := m.st.Op(t); {
	case op == term.OpAdd:
		for _, a := range args[1:] {
			x = x.Add(a.Rat())
		}
		return Rat(x)
	case op == term.OpQuo && y.IsZero():
		v, _ := m.QuoZero().At(args[:1])
		return v
	case x.BitLen()+y.BitLen() > maxBits:
		return ev.unknown(ErrUnsupported, t, "a product of more than four million bits")
	case op == term.OpQuo:
		return Rat(x.Div(y))
	}
	return Rat(x.Mul(y))
}

func (ev *evaluator) application(m *Model, t term.Term, args []Value) Value {
	f := m.st.Sym(t)
	if v, ok := m.Fun(f).At(args); ok {
		return v
	}
	v, ok := ev.complete(m, t)
	if ok {
		m.fun(f).set(args, v)
	}
	return v
}
