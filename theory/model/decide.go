package model

import (
	"errors"
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// maxDecide bounds the values at which Decide evaluates a quantifier's body.
const maxDecide = 1 << 14

// Decide determines whether quantifier q is true, in an environment that extends
// e (which may be nil), if q has one variable x of sort Int or Real and its body
// is piecewise simple: except at finitely many values of x, the entries of the
// arrays and functions that are applied to x, every number in it is a linear
// function of x. Between two roots of those functions the truth of the body
// does not change, so finitely many values of x decide it. The first result is
// a counterexample to a universal q, an example of an existential one, or invalid
// if there is none. The second is false if q is not of this kind.
func (m *Model) Decide(e *Env, q term.Term) (Value, bool) {
	quant := m.st.Quant(q)
	if len(quant.Vars) != 1 || !m.st.Sort(quant.Vars[0]).IsNumber() {
		return Value{}, false
	}
	d := &decider{m: m, x: quant.Vars[0], memo: map[term.Term]generic{}, special: map[string]bool{}}
	if e != nil {
		d.env = e.Clone()
	} else {
		d.env = m.NewEnv()
	}
	if g := d.walk(quant.Body, 0); g.kind == genericNone || d.failed || m.broken() != nil {
		return Value{}, false
	}
	return d.search(quant.Body, m.st.Op(q) == term.OpExists)
}

// number returns a number as a value of sort Int or Real.
func number(sort term.Sort, r num.Rat) Value {
	if sort == term.Real {
		return Rat(r)
	}
	return Int(r.Num())
}

// genericKind says what a term is at the values of x that are not special.
type genericKind uint8

const (
	genericNone    genericKind = iota // nothing simple
	genericConst                      // one value
	genericLinear                     // slope*x + at
	genericFormula                    // a formula that changes only at roots
	genericCases                      // one of several numbers, which changes only at roots
)

type generic struct {
	kind      genericKind
	value     Value
	slope, at num.Rat
	cases     []generic
}

// linear is slope*x + at, of sort Int or Real.
func linear(sort term.Sort, slope, at num.Rat) generic {
	if slope.IsZero() {
		return generic{kind: genericConst, value: number(sort, at)}
	}
	return generic{kind: genericLinear, slope: slope, at: at}
}

// all returns what a number may be.
func (g generic) all() []generic {
	if g.kind == genericCases {
		return slices.Clone(g.cases)
	}
	return []generic{g}
}

// parts returns a generic number as slope*x + at.
func (g generic) parts() (slope, at num.Rat, ok bool) {
	switch {
	case g.kind == genericLinear:
		return g.slope, g.at, true
	case g.kind == genericConst && g.value.Sort().IsNumber():
		return num.Rat{}, g.value.Rat(), true
	}
	return num.Rat{}, num.Rat{}, false
}

// decider is one call of Decide.
type decider struct {
	m       *Model
	env     *Env
	x       term.Term
	memo    map[term.Term]generic
	points  []num.Rat // the special values
	special map[string]bool
	roots   []num.Rat
	failed  bool
}

const (
	maxDecideDepth = 200
	maxCases       = 32
)

// walk returns what t is in general, and collects special values and roots.
func (d *decider) walk(t term.Term, depth int) generic {
	if g, ok := d.memo[t]; ok {
		return g
	}
	var g generic
	switch st := d.m.st; {
	case depth > maxDecideDepth || d.failed:
	case t == d.x:
		g = linear(st.Sort(t), num.RatFromInt64(1), num.Rat{})
	case st.Ground(t) || st.Op(t) == term.OpBound:
		if v, err := d.env.Eval(t); err == nil {
			g = generic{kind: genericConst, value: v}
		}
	case st.Op(t) == term.OpForall || st.Op(t) == term.OpExists:
	default:
		g = d.apply(t, depth)
	}
	d.failed = d.failed || g.kind == genericNone
	d.memo[t] = g
	return g
}

func (d *decider) apply(t term.Term, depth int) generic {
	st := d.m.st
	args := make([]generic, st.NumArgs(t))
	for i, a := range st.Args(t) {
		args[i] = d.walk(a, depth+1)
		if k := args[i].kind; k == genericNone || k == genericCases && st.Op(t) != term.OpIte && st.Op(t) != term.OpEq &&
			st.Op(t) != term.OpLe {
			return generic{}
		}
	}
	formula := generic{kind: genericFormula}
	switch st.Op(t) {
	case term.OpAnd, term.OpOr, term.OpNot:
		return formula
	case term.OpIte:
		switch c := args[0]; {
		case c.kind == genericConst && c.value.IsTrue():
			return args[1]
		case c.kind == genericConst:
			return args[2]
		case st.Sort(t) == term.Bool:
			return formula
		case st.Sort(t).IsNumber():
			if cases := append(args[1].all(), args[2].all()...); len(cases) <= maxCases {
				return generic{kind: genericCases, cases: cases}
			}
		}
		return generic{}
	case term.OpEq, term.OpLe:
		if st.Sort(st.Arg(t, 0)).IsNumber() {
			return d.compare(args[0], args[1])
		}
		if args[0].kind != genericLinear && args[1].kind != genericLinear {
			return formula
		}
	case term.OpAdd:
		return d.sum(st.Sort(t), args)
	case term.OpMul:
		a, b, ok := args[0].parts()
		c, e, ok2 := args[1].parts()
		if ok && ok2 && (a.IsZero() || c.IsZero()) {
			return linear(st.Sort(t), a.Mul(e).Add(b.Mul(c)), b.Mul(e))
		}
	case term.OpToReal:
		return d.sum(term.Real, args)
	case term.OpSelect:
		return d.read(t, args)
	case term.OpApp:
		return d.application(t, args)
	}
	return d.constant(t, args)
}

// constant returns the value of t if all its arguments are constant.
func (d *decider) constant(t term.Term, args []generic) generic {
	values := make([]Value, len(args))
	for i, g := range args {
		if g.kind != genericConst {
			return generic{}
		}
		values[i] = g.value
	}
	if v := d.m.ev.apply(d.m, t, values); v.IsValid() {
		return generic{kind: genericConst, value: v}
	}
	return generic{}
}

func (d *decider) sum(sort term.Sort, args []generic) generic {
	var slope, at num.Rat
	for _, g := range args {
		a, b, ok := g.parts()
		if !ok {
			return generic{}
		}
		slope, at = slope.Add(a), at.Add(b)
	}
	return linear(sort, slope, at)
}

// compare notes where the truth of an equation or inequality can change.
func (d *decider) compare(g, h generic) generic {
	if g.kind == genericCases || h.kind == genericCases {
		for _, x := range g.all() {
			for _, y := range h.all() {
				if d.compare(x, y).kind == genericNone {
					return generic{}
				}
			}
		}
		return generic{kind: genericFormula}
	}
	a, b, ok := g.parts()
	c, e, ok2 := h.parts()
	if !ok || !ok2 {
		return generic{}
	}
	if slope := a.Sub(c); !slope.IsZero() {
		r := e.Sub(b).Div(slope)
		if d.real() {
			d.roots = append(d.roots, r)
		} else {
			r, one := num.RatFromInt(r.Floor()), num.RatFromInt64(1)
			d.roots = append(d.roots, r, r.Add(one))
		}
	}
	return generic{kind: genericFormula}
}

// read handles a select: the indices at which the array has an entry are special.
func (d *decider) read(t term.Term, args []generic) generic {
	if args[0].kind != genericConst || args[1].kind == genericFormula {
		return generic{}
	}
	a := args[0].value
	if args[1].kind == genericConst {
		return generic{kind: genericConst, value: a.Select(args[1].value)}
	}
	a.Entries(func(i, _ Value) bool {
		d.solve(args[1], i)
		return !d.failed
	})
	return generic{kind: genericConst, value: a.Default()}
}

// application handles a function: the arguments in its table are special.
func (d *decider) application(t term.Term, args []generic) generic {
	values := make([]Value, len(args))
	simple := true
	for i, g := range args {
		switch g.kind {
		case genericFormula:
			return generic{}
		case genericLinear:
			simple = false
		}
		values[i] = g.value
	}
	f := d.m.Fun(d.m.st.Sym(t))
	if simple {
		if v, ok := f.At(values); ok {
			return generic{kind: genericConst, value: v}
		}
	}
	for _, e := range f.Entries() {
		for i, g := range args {
			if g.kind == genericLinear {
				d.solve(g, e.Args[i])
			}
		}
	}
	v, ok := f.Default()
	if !ok {
		if d.m.opt.Strict {
			return generic{}
		}
		var err error
		if v, err = d.m.Zero(d.m.st.Sort(t)); err != nil {
			return generic{}
		}
	}
	return generic{kind: genericConst, value: v}
}

// solve makes the value of x special at which g has value v.
func (d *decider) solve(g generic, v Value) {
	if x := v.Rat().Sub(g.at).Div(g.slope); d.real() || x.IsInt() {
		if k := x.String(); !d.special[k] {
			d.special[k] = true
			d.points = append(d.points, x)
			d.failed = d.failed || len(d.points) > maxDecide
		}
	}
}

// search evaluates the body at the special values, at the roots, and at one other
// value below, above and between any two neighbouring roots.
func (d *decider) search(body term.Term, want bool) (Value, bool) {
	slices.SortFunc(d.roots, num.Rat.Cmp)
	d.roots = slices.CompactFunc(d.roots, num.Rat.Equal)
	one := num.RatFromInt64(1)
	points := append(d.points, d.roots...)
	if len(d.roots) == 0 {
		points = append(points, d.plain(num.Rat{}, one, nil)...)
	} else {
		points = append(points, d.plain(d.roots[0], one.Neg(), nil)...)
		for i := range d.roots {
			var end *num.Rat
			if i+1 < len(d.roots) {
				end = &d.roots[i+1]
			}
			points = append(points, d.plain(d.roots[i], one, end)...)
		}
	}
	for _, x := range points {
		at := number(d.m.st.Sort(d.x), x)
		d.env.Set(d.x, at)
		v, err := d.env.Eval(body)
		if err != nil {
			return Value{}, false
		}
		if v.IsTrue() == want {
			return at, true
		}
	}
	return Value{}, true
}

// plain returns the first value after x, in steps, that is not special, if
// there is one before end. Steps of a Real become smaller near the end.
func (d *decider) plain(x, step num.Rat, end *num.Rat) []num.Rat {
	for {
		if d.real() && end != nil {
			step = end.Sub(x).Div(num.RatFromInt64(2))
		}
		x = x.Add(step)
		if end != nil && !x.Less(*end) {
			return nil
		}
		if !d.special[x.String()] {
			return []num.Rat{x}
		}
	}
}

// real reports whether x is of sort Real.
func (d *decider) real() bool { return d.m.st.Sort(d.x) == term.Real }

// EvalDeciding is EvalBool, but also evaluates the quantifiers in t that Decide
// can determine.
func (m *Model) EvalDeciding(t term.Term) (bool, error) {
	defer func() {
		if len(m.decided) > 0 { // the model may change before the next call
			clear(m.decided)
			m.ev.forget()
		}
	}()
	for {
		v, err := m.Eval(t)
		var why *EvalError
		if !errors.As(err, &why) || why.Why != ErrQuantifier || !m.st.Ground(why.Term) {
			return v.IsTrue(), err
		}
		at, ok := m.Decide(nil, why.Term)
		if !ok {
			return false, err
		}
		if m.decided == nil {
			m.decided = map[term.Term]Value{}
		}
		m.decided[why.Term] = Bool(at.IsValid() == (m.st.Op(why.Term) == term.OpExists))
		m.ev.forget()
	}
}
