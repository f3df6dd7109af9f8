package game_test

import (
	"context"
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/game"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// opponent implements game.Solver.
type opponent struct{ *solver.Solver }

func (o opponent) Check(assumptions []term.Term) (satisfiable, known bool) {
	r := o.Solver.Check(context.Background(), assumptions...)
	return r.Status == sat.Sat, r.Status != sat.Unknown
}

// TestDecomposition compares elimination and violations with truth at samples of a cylindrical
// decomposition, of which each cell has one, for some values of the free constants.
func TestDecomposition(t *testing.T) {
	violated := map[bool]int{}
	for seed := range int64(600) {
		m := &maker{Rand: rand.New(rand.NewSource(seed)), st: term.NewStore()}
		st := m.st
		free := []term.Term{st.FreshConst("a", term.Real), st.FreshConst("b", term.Real)}
		m.scope = slices.Clone(free)
		m.vars = slices.Clone(free)
		q := m.quantifier(3, 1+m.Intn(6))
		d := decompose(st, m.vars, len(free), q)
		quant := st.Quant(q)
		all := st.Op(q) == term.OpForall
		newGame := func() *game.Game {
			rw := rewrite.New(st)
			return game.New(rw, all, quant.Vars, quant.Body, func() game.Solver {
				return opponent{solver.New(st, solver.Options{NoPreprocess: true})}
			})
		}
		if !game.Supports(st, q) {
			t.Fatalf("seed %d: not supported: %s", seed, st.String(q))
		}
		eliminated, ok := newGame().Eliminate()
		if !ok {
			t.Fatalf("seed %d: not eliminated: %s", seed, st.String(q))
		}
		asked := newGame()
		env := map[term.Term]num.Rat{}
		for range 6 {
			v, w := m.value(), m.value()
			env[free[0]], env[free[1]] = v, w
			at := fmt.Sprintf("seed %d: %s at %v, %v", seed, st.String(q), v, w)
			want := d.truth(q, env)
			mod := model.New(st, model.Options{})
			mod.SetConst(free[0], model.Rat(v))
			mod.SetConst(free[1], model.Rat(w))
			if got, err := mod.EvalBool(eliminated); err != nil || got != (want != all) {
				t.Fatalf("%s: eliminated: %v %v, want %v", at, got, err, want != all)
			}
			terms, verdict := asked.Violation(mod)
			if verdict == game.Unknown || (verdict == game.Holds) != (want == all) {
				t.Fatalf("%s: verdict %v, but the truth is %v", at, verdict, want)
			}
			violated[verdict == game.Violated]++
			if verdict != game.Violated {
				continue
			}
			inside := map[term.Term]num.Rat{free[0]: v, free[1]: w}
			for i, x := range quant.Vars {
				r, err := mod.Eval(terms[i])
				if err != nil {
					t.Fatal(at, err)
				}
				inside[x] = r.Rat()
			}
			if d.truth(quant.Body, inside) == all {
				t.Fatalf("%s: no violation: %v", at, inside)
			}
		}
	}
	if violated[true] < 100 || violated[false] < 100 {
		t.Error("too few of one kind", violated)
	}
}

// maker makes random formulas.
type maker struct {
	*rand.Rand
	st    *term.Store
	scope []term.Term // the variables that may occur
	vars  []term.Term // all, the outer ones first
}

// value returns a value for a free constant.
func (m *maker) value() num.Rat {
	return num.RatFromInt64(int64(m.Intn(25) - 12)).Div(num.RatFromInt64(2))
}

// quantifier returns a formula with a number of atoms, and at most depth quantifiers within each other.
func (m *maker) quantifier(depth, atoms int) term.Term {
	x := m.st.BoundVar("x", term.Real)
	m.vars = append(m.vars, x)
	m.scope = append(m.scope, x)
	body := m.formula(depth-1, atoms)
	m.scope = m.scope[:len(m.scope)-1]
	return m.st.Quantify([]term.Op{term.OpForall, term.OpExists}[m.Intn(2)], term.Quant{Vars: []term.Term{x}, Body: body})
}

func (m *maker) formula(depth, atoms int) term.Term {
	st := m.st
	k := m.Intn(8)
	switch {
	case depth > 0 && k < 4 && len(m.vars) < 5:
		return m.quantifier(depth, atoms)
	case atoms == 1:
		return m.atom()
	}
	a, b := m.formula(depth, (atoms+1)/2), m.formula(depth, atoms/2)
	switch {
	case k < 4:
		return st.And(a, b)
	case k < 5:
		return st.Or(a, b)
	case k < 6:
		return st.Eq(a, b)
	}
	return st.Not(st.And(a, b))
}

func (m *maker) atom() term.Term {
	st := m.st
	number := func() term.Term { return st.Rat(num.RatFromInt64(int64(m.Intn(7) - 3))) }
	sum := []term.Term{number()}
	for _, x := range m.scope {
		if m.Intn(3) > 0 {
			sum = append(sum, st.Mul(number(), x))
		}
	}
	left, right := number(), number()
	if len(sum) > 1 {
		left = st.Add(sum...)
	}
	switch m.Intn(6) {
	case 0:
		return st.Eq(left, right)
	case 1, 2:
		return st.Lt(left, right)
	}
	return st.Le(left, right)
}

// form is a linear form: a coefficient for each variable, and a constant.
type form []num.Rat

// decomposition has the forms whose signs decide a formula, by the last variable that occurs.
type decomposition struct {
	st    *term.Store
	vars  []term.Term
	forms [][]form
	known map[string]bool
}

// decompose makes a decomposition in which the first variables have any values.
func decompose(st *term.Store, vars []term.Term, free int, t term.Term) *decomposition {
	d := &decomposition{st: st, vars: vars, forms: make([][]form, len(vars)), known: map[string]bool{}}
	st.Visit(func(u term.Term) bool {
		if op := st.Op(u); op == term.OpLe || op == term.OpEq && st.Sort(st.Arg(u, 0)) == term.Real {
			f := make(form, len(vars)+1)
			d.collect(f, st.Arg(u, 0), num.RatFromInt64(1))
			d.collect(f, st.Arg(u, 1), num.RatFromInt64(-1))
			d.add(f)
		}
		return true
	}, t)
	for k := len(vars) - 1; k > free; k-- {
		for i, f := range d.forms[k] {
			for _, g := range d.forms[k][:i] {
				h := make(form, len(f))
				for j := range h {
					h[j] = f[j].Mul(g[k]).Sub(g[j].Mul(f[k]))
				}
				d.add(h)
			}
		}
	}
	return d
}

// add adds a form with 1 as its last coefficient.
func (d *decomposition) add(f form) {
	for k := len(d.vars) - 1; k >= 0; k-- {
		if f[k].IsZero() {
			continue
		}
		c := f[k]
		for j := range f {
			f[j] = f[j].Div(c)
		}
		if key := fmt.Sprint(f); !d.known[key] {
			d.known[key] = true
			d.forms[k] = append(d.forms[k], f)
		}
		return
	}
}

// collect adds c*t to f.
func (d *decomposition) collect(f form, t term.Term, c num.Rat) {
	st := d.st
	if v, ok := st.NumeralValue(t); ok {
		f[len(d.vars)] = f[len(d.vars)].Add(c.Mul(v))
		return
	}
	switch st.Op(t) {
	case term.OpAdd:
		for _, a := range st.Args(t) {
			d.collect(f, a, c)
		}
	case term.OpMul:
		v, _ := st.NumeralValue(st.Arg(t, 0))
		d.collect(f, st.Arg(t, 1), c.Mul(v))
	default:
		k := slices.Index(d.vars, t)
		f[k] = f[k].Add(c)
	}
}

// samples returns values for a variable: the roots of its forms, and one between and beyond them.
func (d *decomposition) samples(k int, env map[term.Term]num.Rat) []num.Rat {
	var roots []num.Rat
	for _, f := range d.forms[k] {
		v := f[len(d.vars)].Neg()
		for j, x := range d.vars[:k] {
			v = v.Sub(f[j].Mul(env[x]))
		}
		roots = append(roots, v)
	}
	slices.SortFunc(roots, num.Rat.Cmp)
	roots = slices.CompactFunc(roots, num.Rat.Equal)
	if len(roots) == 0 {
		return []num.Rat{{}}
	}
	one, half := num.RatFromInt64(1), num.RatFromInt64(2).Inv()
	out := []num.Rat{roots[0].Sub(one)}
	for i, r := range roots {
		out = append(out, r)
		if i+1 < len(roots) {
			out = append(out, r.Add(roots[i+1]).Mul(half))
		}
	}
	return append(out, roots[len(roots)-1].Add(one))
}

// truth evaluates a formula.
func (d *decomposition) truth(t term.Term, env map[term.Term]num.Rat) bool {
	st, args := d.st, d.st.Args(t)
	switch op := st.Op(t); op {
	case term.OpTrue, term.OpFalse:
		return op == term.OpTrue
	case term.OpNot:
		return !d.truth(args[0], env)
	case term.OpAnd, term.OpOr:
		for _, a := range args {
			if d.truth(a, env) != (op == term.OpAnd) {
				return op == term.OpOr
			}
		}
		return op == term.OpAnd
	case term.OpForall, term.OpExists:
		q := st.Quant(t)
		x := q.Vars[0]
		for _, v := range d.samples(slices.Index(d.vars, x), env) {
			env[x] = v
			if d.truth(q.Body, env) == (op == term.OpExists) {
				return op == term.OpExists
			}
		}
		return op == term.OpForall
	}
	if st.Sort(args[0]) == term.Bool {
		return d.truth(args[0], env) == d.truth(args[1], env)
	}
	f := make(form, len(d.vars)+1)
	d.collect(f, args[0], num.RatFromInt64(1))
	d.collect(f, args[1], num.RatFromInt64(-1))
	v := f[len(d.vars)]
	for j, x := range d.vars {
		v = v.Add(f[j].Mul(env[x]))
	}
	if st.Op(t) == term.OpEq {
		return v.IsZero()
	}
	return v.Sign() <= 0
}
