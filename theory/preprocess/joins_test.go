package preprocess

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// cases draws formulas whose disjunctions have facts in common.
type cases struct {
	*rand.Rand
	st   *term.Store
	ints []term.Term
	real []term.Term
	p, q term.Term
}

func (c *cases) number(real bool) term.Term {
	k := int64(c.IntN(5) - 2)
	if real {
		return c.st.Rat(num.RatFromInt64(k).Div(num.RatFromInt64(2)))
	}
	return c.st.Int(k)
}

// related compares two terms.
func (c *cases) related(x, y term.Term, equal bool) term.Term {
	switch {
	case equal:
		return c.st.Eq(x, y)
	case c.IntN(4) == 0:
		return c.st.Not(c.st.Le(y, x))
	}
	return c.st.Le(x, y)
}

// way relates two terms, or one and a number, directly or by way of a third one.
func (c *cases) way(xs []term.Term, equal bool) term.Term {
	plus := func(x term.Term) term.Term {
		if c.IntN(2) == 0 {
			return x
		}
		return c.st.Add(x, c.number(c.st.Sort(x) == term.Real))
	}
	x, y, mid := xs[0], xs[1], xs[len(xs)-1]
	if c.IntN(4) == 0 {
		y = c.number(c.st.Sort(x) == term.Real)
	}
	if c.IntN(3) == 0 || mid == xs[1] {
		return c.related(x, plus(y), equal)
	}
	return c.st.And(c.related(x, plus(mid), equal), c.related(mid, plus(y), equal))
}

// steps lets two numbers grow by steps that depend on the case, or on an if-then-else.
func (c *cases) steps(xs []term.Term) term.Term {
	way := func() term.Term {
		by := []term.Term{c.number(false), c.number(false)}
		if k := c.IntN(3); k < 2 {
			by[k] = c.st.Ite(c.q, by[k], c.st.Add(by[k], c.st.Int(1)))
		}
		return c.st.And(c.st.Eq(xs[0], c.st.Add(xs[1], by[0])), c.st.Eq(xs[2], c.st.Add(xs[3], by[1])))
	}
	if c.IntN(2) == 0 {
		return c.st.Ite(c.p, way(), way())
	}
	return c.st.Or(way(), way())
}

// choice defines a number by an if-then-else over a comparison, as of a maximum.
func (c *cases) choice(xs []term.Term) term.Term {
	real := c.st.Sort(xs[0]) == term.Real
	branch := func() term.Term {
		if c.IntN(4) == 0 {
			return c.number(real)
		}
		return c.st.Add(xs[c.IntN(2)], c.number(real))
	}
	cond := c.related(xs[0], c.st.Add(xs[1], c.number(real)), c.IntN(4) == 0)
	t := c.st.Ite(cond, branch(), branch())
	if c.IntN(4) == 0 {
		t = c.st.Ite(c.related(t, xs[1], false), t, branch())
	}
	return c.related(t, xs[len(xs)-1], c.IntN(2) == 0)
}

func (c *cases) formula(xs []term.Term, equal bool, depth int) term.Term {
	if depth == 0 || c.IntN(6) == 0 {
		return c.way(xs, equal || c.IntN(4) == 0)
	}
	f, g := c.formula(xs, equal, depth-1), c.formula(xs, equal, depth-1)
	switch c.IntN(5) {
	case 0:
		return c.st.Ite(c.p, f, g)
	case 1:
		return c.st.And(f, g)
	}
	return c.st.Or(f, g)
}

// TestJoinsHold: what the pass adds is true in all models of the assertions, by enumeration, also where p is an
// assumption.
func TestJoinsHold(t *testing.T) {
	equalities, others, sums, bounds, guarded := 0, 0, 0, 0, 0
	for seed := range uint64(200) {
		st := term.NewStore()
		c := &cases{Rand: rand.New(rand.NewPCG(seed, 1)), st: st, p: st.FreshConst("p", term.Bool), q: st.FreshConst("q", term.Bool)}
		steps, choices := seed%8 == 7, seed%4 == 2
		for range 2 + (seed+1)%2 {
			c.ints = append(c.ints, st.FreshConst("x", term.Int))
		}
		for range 2 * (seed % 2) {
			c.real = append(c.real, st.FreshConst("r", term.Real))
		}
		if steps {
			c.ints, c.real = []term.Term{st.FreshConst("x", term.Int), st.FreshConst("x", term.Int), st.FreshConst("y", term.Int), st.FreshConst("y", term.Int)}, nil
		}
		rw := rewrite.New(st)
		p := New(rw)
		if seed%3 == 0 {
			p.asked = []term.Term{c.p}
		}
		var fs []term.Term
		for range 1 + c.IntN(3) {
			xs := c.ints
			if len(c.real) > 0 && c.IntN(2) == 0 {
				xs = c.real
			}
			f := c.formula(xs, c.IntN(2) == 0, 2)
			switch {
			case steps:
				f = c.steps(xs)
			case choices:
				fs = append(fs, rw.Simplify(c.choice(xs)))
				p.batch = append(p.batch, assertion{t: fs[len(fs)-1]})
				continue
			}
			switch c.IntN(4) {
			case 0:
				f = st.Or(c.p, f)
			case 1:
				f = st.Or(st.Not(c.p), f)
			}
			fs = append(fs, rw.Simplify(f))
			p.batch = append(p.batch, assertion{t: fs[len(fs)-1]})
		}
		p.joins()
		for _, a := range p.batch[len(fs):] {
			if st.Op(a.t) == term.OpOr {
				guarded++
			}
			switch {
			case steps:
				sums++
			case choices:
				bounds++
			case st.Op(a.t) == term.OpEq:
				equalities++
			default:
				others++
			}
			c.mustFollow(t, seed, fs, a.t)
		}
	}
	if equalities < 5 || others < 40 || sums < 20 || bounds < 40 || guarded < 10 {
		t.Errorf("%d equalities, %d comparisons, %d sums, %d bounds and %d under an assumption are too few", equalities, others, sums, bounds, guarded)
	}
}

// mustFollow looks for a model of fs that refutes f.
func (c *cases) mustFollow(t *testing.T, seed uint64, fs []term.Term, f term.Term) {
	t.Helper()
	lo, hi := -2, 2 // halves for reals
	if len(c.ints) == 4 {
		lo = -1
	}
	n := 1
	for range len(c.ints) + len(c.real) {
		n *= hi - lo + 1
	}
	for i := range 4 * n {
		m := model.New(c.st, model.Options{})
		m.SetConst(c.p, model.Bool(i%2 == 0))
		m.SetConst(c.q, model.Bool(i/2%2 == 0))
		rest := i / 4
		next := func() num.Rat {
			v := int64(rest%(hi-lo+1) + lo)
			rest /= hi - lo + 1
			return num.RatFromInt64(v)
		}
		for _, x := range c.ints {
			m.SetConst(x, model.Int(next().Num()))
		}
		for _, x := range c.real {
			m.SetConst(x, model.Rat(next().Div(num.RatFromInt64(2))))
		}
		if !c.all(m, []term.Term{f}) && c.all(m, fs) {
			var texts []string
			for _, g := range fs {
				texts = append(texts, c.st.String(g))
			}
			t.Fatalf("seed %d: %q do not imply %s", seed, texts, c.st.String(f))
		}
	}
}

func (c *cases) all(m *model.Model, fs []term.Term) bool {
	for _, f := range fs {
		if ok, err := m.EvalBool(f); err != nil || !ok {
			return false
		}
	}
	return true
}

// TestChains: the pass adds how far a step of a chain of diamonds goes at least and at most, which holds in all models
// of the step.
func TestChains(t *testing.T) {
	st := term.NewStore()
	x, y := st.FreshConst("x", term.Int), st.FreshConst("y", term.Int)
	r, s := st.FreshConst("r", term.Real), st.FreshConst("s", term.Real)
	b := st.FreshConst("b", term.Bool)
	i, j := st.FreshConst("i", term.Int), st.FreshConst("j", term.Int)
	ints := st.ArraySort(term.Int, term.Int)
	m, n := st.FreshConst("m", ints), st.FreshConst("n", ints)
	plus := func(t term.Term, k int64) term.Term {
		if st.Sort(t) == term.Real {
			return st.Add(t, st.Rat(num.RatFromInt64(k)))
		}
		return st.Add(t, st.Int(k))
	}
	next := func(m term.Term, i term.Term) term.Term { return st.Store(m, i, plus(st.Select(m, i), 1)) }
	for _, c := range []struct {
		name string
		f    term.Term
		want []string
	}{
		{"equations", st.Or(st.Eq(y, x), st.Eq(y, plus(x, 2))),
			[]string{"(<= (+ x (* -1 y)) 0)", "(not (<= (+ x (* -1 y)) -3))"}},
		{"of reals", st.Or(st.Eq(s, r), st.Eq(s, plus(r, -1)), st.Eq(s, plus(r, 3))),
			[]string{"(<= (+ r (* -1 s)) 1)", "(<= -3 (+ r (* -1 s)))"}},
		{"a number alone", st.Or(st.Eq(y, st.Int(1)), st.Eq(y, st.Int(2))), nil},
		{"a case that says nothing", st.Or(st.Eq(y, x), st.Eq(y, plus(x, 2)), b), nil},
		{"if-then-else", st.Eq(y, st.Ite(b, plus(x, 1), x)),
			[]string{"(<= (+ x (* -1 (ite b (+ x 1) x))) 0)", "(not (<= (+ x (* -1 (ite b (+ x 1) x))) -2))"}},
		{"to a number", st.Eq(y, st.Ite(b, st.Int(3), st.Int(4))), nil},
		{"maps", st.Or(st.Eq(n, m), st.Eq(n, next(m, i))),
			[]string{"(<= (+ (select m i) (* -1 (select n i))) 0)", "(not (<= (+ (select m i) (* -1 (select n i))) -2))"}},
		{"at two indices", st.Or(st.Eq(n, next(m, i)), st.Eq(n, next(m, j))), nil},
	} {
		rw := rewrite.New(st)
		p := New(rw)
		p.batch = append(p.batch, assertion{t: rw.Simplify(c.f)})
		p.joins()
		var got []string
		for _, a := range p.batch[1:] {
			got = append(got, st.String(a.t))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		satisfied, random := 0, rand.New(rand.NewPCG(1, 2))
		for range 2000 {
			md := model.New(st, model.Options{})
			small := func() int64 { return random.Int64N(5) - 1 }
			for _, k := range []term.Term{x, y, i, j} {
				md.SetConst(k, model.Int64(small()))
			}
			for _, k := range []term.Term{r, s} {
				md.SetConst(k, model.Rat(num.RatFromInt64(small())))
			}
			md.SetConst(b, model.Bool(random.IntN(2) == 0))
			at, elements := model.Int64(small()), model.ConstArray(st, ints, model.Int64(small()))
			md.SetConst(m, elements)
			md.SetConst(n, elements.Store(at, model.Int64(small())))
			if ok, err := md.EvalBool(c.f); err != nil || !ok {
				continue
			}
			satisfied++
			for _, a := range p.batch[1:] {
				if ok, err := md.EvalBool(a.t); err != nil || !ok {
					t.Fatalf("%s: %s does not follow", c.name, st.String(a.t))
				}
			}
		}
		if satisfied < 10 {
			t.Errorf("%s: only %d models satisfy it", c.name, satisfied)
		}
	}
}
