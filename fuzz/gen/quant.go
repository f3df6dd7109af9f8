package gen

import (
	"math/rand/v2"
	"strings"

	"github.com/muster-smt/muster/fuzz/smtscript"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/term"
)

// The axioms about flags in SDV drivers.
const flagAxioms = `
(declare-fun BAND (Int Int) Int)
(declare-fun BOR (Int Int) Int)
(declare-fun BNOT (Int) Int)
(declare-fun POW2 (Int) Bool)
(assert (forall ((x Int)) (! (=> (or (= x 0) (= x 1) (= x 2) (= x 4) (= x 8) (= x 1073741824) (= x 2147483648) (= x (- 2147483648))) (POW2 x)) :pattern ((POW2 x)))))
(assert (forall ((f Int)) (! (= (BAND 0 f) 0) :pattern ((BAND 0 f)))))
(assert (forall ((f Int)) (! (= (BAND f f) f) :pattern ((BAND f f)))))
(assert (forall ((f Int)) (! (= (BOR 0 f) f) :pattern ((BOR 0 f)))))
(assert (forall ((f Int)) (! (= (BOR f 0) f) :pattern ((BOR f 0)))))
(assert (forall ((x Int) (f Int)) (! (=> (and (POW2 x) (POW2 f) (distinct x f)) (= (BAND x f) 0)) :pattern ((BAND x f)))))
(assert (forall ((a Int) (b Int) (c Int)) (! (= (BOR a (BOR b c)) (BOR (BOR a b) c)) :pattern ((BOR a (BOR b c))))))
(assert (forall ((a Int) (b Int) (c Int)) (! (= (BAND a (BOR b c)) (BAND (BOR b c) a)) :pattern ((BAND a (BOR b c))))))
(assert (forall ((x Int) (f1 Int) (f2 Int)) (! (and (=> (and (distinct f1 f2) (POW2 f1) (POW2 f2)) (= (BAND (BOR x f1) f2) (BAND x f2))) (=> (= f1 f2) (= (BAND (BOR x f1) f2) f1))) :pattern ((BAND (BOR x f1) f2)))))
(assert (forall ((x Int) (f1 Int) (f2 Int)) (! (and (=> (and (distinct f1 f2) (POW2 f1) (POW2 f2)) (= (BAND (BAND x (BNOT f1)) f2) (BAND x f2))) (=> (and (= f1 f2) (POW2 f1) (POW2 f2)) (= (BAND (BAND x (BNOT f1)) f2) 0))) :pattern ((BAND (BAND x (BNOT f1)) f2)))))
(assert (forall ((x Int) (y Int) (f2 Int)) (! (=> (POW2 f2) (or (= (BAND (BAND x y) f2) 0) (= (BAND (BAND x y) f2) (BAND x f2)))) :pattern ((BAND (BAND x y) f2)))))
`

// flags makes ground scripts over the symbols of flagAxioms.
func flags(r *rand.Rand, p Profile) *smtscript.Script {
	g := NewTerms(r, p)
	s := &smtscript.Script{Store: g.Store, Candidates: true}
	cmds, err := smtlib.ReadScript("axioms", strings.NewReader(flagAxioms), g.Store)
	if err != nil {
		panic(err)
	}
	funs := map[string]term.Sym{}
	for _, c := range cmds {
		if c.Kind == smtlib.Assert {
			s.Add(smtscript.Assert, c.Terms[0])
		}
		funs[c.Name] = c.Sym
	}
	for _, name := range []string{"BAND", "BAND", "BOR", "BNOT", "POW2"} {
		f := funs[name]
		_, res := g.Store.SymSorts(f)
		g.funs[res] = append(g.funs[res], f)
	}
	for _, k := range []int64{0, 1, 2, 8, 2147483648, -2147483648} {
		g.consts[term.Int] = append(g.consts[term.Int], g.Store.Int(k))
	}
	g.Plain = false
	s.Ops = append(s.Ops, g.clausal().Ops...)
	return s
}

// piecewise says that now equals old except for length elements from dst on, which are
// those of from, from src on, or zero: memcpy and memset.
type piecewise struct {
	now, old, from   term.Term
	dst, src, length term.Term
	zero             bool
}

// formulas returns three quantifiers or a single one, some under guards.
func (c *piecewise) formulas(g *Terms) []term.Term {
	st, x := g.Store, g.Store.BoundVar("x", term.Int)
	end := st.Add(c.dst, c.length)
	old, now := st.Select(c.old, x), st.Select(c.now, x)
	v := st.Select(c.from, st.Add(st.Sub(c.src, c.dst), x))
	if c.zero {
		v = st.Int(0)
	}
	before, behind := st.Lt(x, c.dst), st.Le(end, x)
	within := st.Implies(st.And(st.Le(c.dst, x), st.Lt(x, end)), st.Eq(now, v))
	bodies := []term.Term{st.Implies(before, st.Eq(now, old)), st.Implies(behind, st.Eq(now, old)), within}
	if g.IntN(2) == 0 {
		bodies = []term.Term{st.And(st.Implies(st.Or(before, behind), st.Eq(now, old)), within)}
	}
	for i, b := range bodies {
		q := term.Quant{Vars: []term.Term{x}, Body: b}
		if g.IntN(4) == 0 {
			q.Patterns = [][]term.Term{{now}}
		}
		bodies[i] = st.Quantify(term.OpForall, q)
		if g.IntN(2) == 0 {
			bodies[i] = st.Or(st.Not(choose(g, g.consts[term.Bool])), bodies[i])
		}
	}
	return bodies
}

// define gives now its value in a model.
func (c *piecewise) define(m *model.Model) {
	var n [3]int64
	for i, t := range []term.Term{c.dst, c.src, c.length} {
		v, err := m.Eval(t)
		if err != nil {
			panic(err)
		}
		n[i], _ = v.Int().Int64()
	}
	now, _ := m.Eval(c.old)
	from, _ := m.Eval(c.from)
	for i := range n[2] {
		v := model.Int64(0)
		if !c.zero {
			v = from.Select(model.Int64(n[1] + i))
		}
		now = now.Store(model.Int64(n[0]+i), v)
	}
	m.SetConst(c.now, now)
}

// copies makes scripts in which quantifiers copy arrays piecewise, like memcpy and memset.
func copies(r *rand.Rand, p Profile) *smtscript.Script {
	g := NewTerms(r, p)
	st, s := g.Store, &smtscript.Script{Store: g.Store}
	mem := st.ArraySort(term.Int, term.Int)
	var made []piecewise
	for range 1 + g.IntN(2) {
		ints, mems := g.consts[term.Int], g.consts[mem]
		c := piecewise{now: st.FreshConst("ret", mem), old: choose(g, mems), from: choose(g, mems),
			dst: choose(g, ints), src: choose(g, ints), length: g.Term(term.Int, 0), zero: g.IntN(4) == 0}
		for _, f := range c.formulas(g) {
			s.Add(smtscript.Assert, f)
		}
		made = append(made, c)
		g.consts[mem] = append(mems, c.now)
	}
	s.Ops = append(s.Ops, g.clausal().Ops...)
	s.Small = func() *model.Model {
		m := g.Model()
		for i := range made {
			made[i].define(m)
		}
		return m
	}
	return s
}
