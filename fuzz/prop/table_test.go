package prop_test

import (
	"fmt"
	"math/big"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/fuzz/prop"
	"github.com/muster-smt/muster/theory/smt"
)

// world is a table of integers with two numbers.
type world struct {
	otherwise int64
	entries   [][2]int64 // by size of the point
	x, y      int64
}

func (w *world) at(i int64) int64 {
	for _, e := range w.entries {
		if e[0] == i {
			return e[1]
		}
	}
	return w.otherwise
}

func (w *world) String() string {
	rows := slices.SortedFunc(slices.Values(w.entries), func(a, b [2]int64) int { return int(a[0] - b[0]) })
	var b strings.Builder
	for _, e := range rows {
		fmt.Fprintf(&b, "%d: %d, ", e[0], e[1])
	}
	return fmt.Sprintf("f = [%selse: %d]\nx = %d\ny = %d", b.String(), w.otherwise, w.x, w.y)
}

// worlds calls yield for all worlds of at most two entries and numbers up to 2, in the order in
// which Check prefers them.
func worlds(yield func(*world) bool) {
	for size := range 3 {
		for norm := range int64(3) {
			leaves := make([]int64, 1+2*size+2)
			if !fill(leaves, 0, norm, func() bool {
				w := &world{otherwise: leaves[0], x: leaves[1+2*size], y: leaves[2+2*size]}
				for i := range size {
					e := [2]int64{leaves[1+2*i], leaves[2+2*i]}
					if e[1] == w.otherwise || i > 0 && !smaller(w.entries[i-1][0], e[0]) {
						return true
					}
					w.entries = append(w.entries, e)
				}
				return yield(w)
			}) {
				return
			}
		}
	}
}

// fill calls use for all leaves from the i-th on, if the greatest is the norm.
func fill(leaves []int64, i int, norm int64, use func() bool) bool {
	if i == len(leaves) {
		return max(slices.Max(leaves), -slices.Min(leaves)) != norm || use()
	}
	for n := range norm + 1 {
		for _, leaves[i] = range []int64{n, -n}[:min(n+1, 2)] {
			if !fill(leaves, i+1, norm, use) {
				return false
			}
		}
	}
	return true
}

func smaller(i, j int64) bool {
	if k := max(i, -i) - max(j, -j); k != 0 {
		return k < 0
	}
	return i > j
}

// about is a formula about a world, as a term and in Go.
type about struct {
	f    smt.Bool
	eval func(*world) bool
}

// number makes a random number of a world.
func number(r *rand.Rand, st *smt.Store, at func(smt.Int) smt.Int, depth int) (smt.Int, func(*world) int64) {
	switch k := r.Intn(6); {
	case k < 3 && depth > 0:
		n, eval := number(r, st, at, depth-1)
		return at(n), func(w *world) int64 { return w.at(eval(w)) }
	case k == 3:
		c := r.Int63n(5) - 2
		return st.IntVal(c), func(*world) int64 { return c }
	case k == 4:
		return st.Int("y"), func(w *world) int64 { return w.y }
	}
	return st.Int("x"), func(w *world) int64 { return w.x }
}

func randomly(r *rand.Rand, st *smt.Store, at func(smt.Int) smt.Int, depth int) about {
	if depth > 0 {
		l, k := randomly(r, st, at, depth-1), randomly(r, st, at, depth-1)
		if r.Intn(3) == 0 {
			return about{l.f.Or(k.f), func(w *world) bool { return l.eval(w) || k.eval(w) }}
		}
		return about{l.f.And(k.f), func(w *world) bool { return l.eval(w) && k.eval(w) }}
	}
	a, left := number(r, st, at, 2)
	b, right := number(r, st, at, 2)
	c := r.Int63n(5) - 2
	if r.Intn(2) == 0 {
		return about{a.Lt(b.Add(st.IntVal(c))), func(w *world) bool { return left(w) < right(w)+c }}
	}
	return about{a.Ne(b), func(w *world) bool { return left(w) != right(w) }}
}

// Tables of functions and arrays are smallest, compared with all worlds.
func TestTablesAgainstEnumeration(t *testing.T) {
	refuted, proved := 0, 0
	for seed := range extent.Of(int64(40), 120) {
		r, st := rand.New(rand.NewSource(seed)), smt.NewStore()
		ints := st.IntSort()
		var at func(smt.Int) smt.Int
		if seed%2 == 0 {
			at = smt.NewFun1("f", ints, ints).At
		} else {
			at = smt.ArrayOf(ints, ints).Const("f").Select
		}
		st.Int("x")
		st.Int("y")
		w := randomly(r, st, at, 1+r.Intn(2))
		f := w.f.Not().Or(at(st.Int("x")).Ne(at(st.Int("x")).Add(st.Int("y").Sub(st.Int("y"))))) // has all three in it
		tb := &recorder{name: "TestRandom"}
		ok := prop.Config{Dir: t.TempDir()}.Check(tb, f)
		var want *world
		for v := range worlds {
			if w.eval(v) {
				want = v
				break
			}
		}
		switch {
		case ok && want != nil:
			t.Errorf("seed %d: proved, but:\n%s\n%s", seed, want, f)
		case ok:
			proved++
		case want != nil:
			refuted++
			got := strings.ReplaceAll(tb.errors[0], "\n    ", "\n")
			table, _, _ := strings.Cut(got, "\nx = ")
			if fewer := strings.Count(table, ",") < len(want.entries); fewer {
				continue // with greater numbers
			}
			if !strings.Contains(got, "smallest counterexample:\n"+want.String()+"\n") {
				t.Errorf("seed %d: %s\nwant:\n%s\n%s", seed, got, want, f)
			}
		}
	}
	if proved < extent.Of(1, 5) || refuted < extent.Of(20, 60) {
		t.Errorf("only %d proved, %d refuted", proved, refuted)
	}
}

// tables are constraints with arrays, functions and elements.
type tables struct {
	*smt.Store
	a    smt.Array[smt.Int, smt.Int]
	rows smt.Array[smt.Int, smt.Array[smt.Int, smt.Bool]]
	f    smt.Fun1[smt.Int, smt.Int]
	op   smt.Fun2[smt.Elem, smt.Elem, smt.Elem]
	n, x smt.Int
	s, u smt.Elem
}

func newTables() *tables {
	st := smt.NewStore()
	ints, elems := st.IntSort(), st.Sort("S")
	return &tables{
		st, smt.ArrayOf(ints, ints).Const("a"), smt.ArrayOf(ints, smt.ArrayOf(ints, st.BoolSort())).Const("rows"),
		smt.NewFun1("f", ints, ints), smt.NewFun2("op", elems, elems, elems),
		st.Int("n"), st.Int("x"), elems.Const("s"), elems.Const("u"),
	}
}

// sorted says that a is sorted from 0 to n.
func (s *tables) sorted() smt.Bool {
	i := s.Int("i")
	in := s.IntVal(0).Le(i).And(i.Lt(s.n.Sub(s.IntVal(1))))
	return s.Forall([]smt.Expr{i}, in.Implies(s.a.Select(i).Le(s.a.Select(i.Add(s.IntVal(1))))))
}

func TestTablesAreDiverse(t *testing.T) {
	s := newTables()
	n := s.IntVal
	for _, c := range []struct {
		name   string
		f      smt.Bool
		values int // that must be different, of 40
	}{
		{"array", s.a.Select(s.x).Gt(n(5)), 38},
		{"any", smt.Eq(s.a, s.a), 35},
		{"sorted", s.sorted().And(n(2).Le(s.n), s.n.Le(n(8))), 35},
		{"nested", s.rows.Select(s.x).Select(s.n).Iff(s.rows.Select(s.n).Select(s.x)).Not(), 38},
		{"function", s.f.At(s.f.At(s.x)).Eq(s.x).And(s.f.At(s.x).Ne(s.x)), 38},
		{"all points", s.Forall([]smt.Expr{s.x}, s.f.At(s.x).Ge(n(3))), 30},
		{"elements", s.op.At(s.s, s.u).Ne(s.op.At(s.u, s.s)), 25},
	} {
		g, ps := prop.Gen(c.f), params(1)
		different := map[string]bool{}
		for range 40 {
			_, v := draw(g, ps)
			if !v.Bool(c.f) {
				t.Fatalf("%s: no solution:\n%s", c.name, v)
			}
			different[v.String()] = true
		}
		t.Logf("%s: %d different of 40", c.name, len(different))
		if len(different) < c.values {
			t.Errorf("%s: %d different values, want %d", c.name, len(different), c.values)
		}
	}
}

func TestTablesShrink(t *testing.T) {
	s := newTables()
	n := s.IntVal
	any := func(prop.Values) bool { return true }
	entries := func(k int) func(prop.Values) bool {
		return func(v prop.Values) bool { return len(v.Array(s.a).Entries) >= k }
	}
	for _, c := range []struct {
		name  string
		f     smt.Bool
		vars  []smt.Expr
		fails func(prop.Values) bool
		want  string
	}{
		{"any", smt.Eq(s.a, s.a), nil, any, "a = [else: 0]"},
		{"entries", smt.Eq(s.a, s.a), nil, entries(2), "a = [0: 0, 1: 0, else: 1]"},
		{"an element", s.x.Ge(n(0)), []smt.Expr{s.a, s.x},
			func(v prop.Values) bool { return v.Int(s.a.Select(s.x)).Cmp(big.NewInt(70)) > 0 }, "a = [else: 71]\nx = 0"},
		{"sorted", s.sorted().And(n(2).Le(s.n), s.n.Le(n(6))), nil,
			func(v prop.Values) bool {
				return v.Int64(s.n) >= 3 && v.Int(s.a.Select(n(0))).Cmp(v.Int(s.a.Select(n(2)))) < 0
			},
			"a = [0: -1, else: 0]\nn = 3 or a = [0: 0, else: 1]\nn = 3"},
		{"nested", smt.Eq(s.rows, s.rows), nil,
			func(v prop.Values) bool { return v.Bool(s.rows.Select(n(7)).Select(n(-1))) }, "rows = [else: [else: true]]"},
		{"function", s.f.At(s.x).Ne(s.x), nil, func(v prop.Values) bool { return len(v.Func(s.f.Func).Entries) > 0 }, "f = [0: 1, else: 0]\nx = 0"},
		{"elements", s.op.At(s.s, s.u).Ne(s.op.At(s.u, s.s)), nil, any, "op = [#0 #1: #1, else: #0]\ns = #0\nu = #1"},
		{"different elements", smt.Eq(s.s, s.s).And(smt.Eq(s.u, s.u)), nil,
			func(v prop.Values) bool { return v.Elem(s.s) != v.Elem(s.u) }, "s = #0\nu = #1"},
	} {
		g := prop.Gen(c.f, c.vars...)
		tries := 0
		for seed := int64(0); seed < 30 && tries < extent.Of(2, 4); seed++ {
			r, v := draw(g, params(seed))
			if !c.fails(v) {
				continue
			}
			tries++
			if got := shrink(t, r, v, c.f, c.fails).String(); !slices.Contains(strings.Split(c.want, " or "), got) {
				t.Errorf("%s:\n%s\nfrom\n%s\nwant\n%s", c.name, got, v, c.want)
			}
		}
		if tries == 0 {
			t.Errorf("%s: nothing that fails was drawn", c.name)
		}
	}
}

// Of tables with equally many entries the one with smaller points is smaller, in the order
// 0, 1, -1, 2.
func TestTablesAreSmallByTheirPoints(t *testing.T) {
	s := newTables()
	n := s.IntVal
	in := func(i int64) smt.Bool { return s.a.Select(n(i)).Eq(n(0)) }
	f := s.a.Select(s.x).Eq(n(1)).And(s.a.Select(s.x.Sub(n(3))).Eq(n(1)), in(7), in(8), in(9), s.x.Gt(n(0)), s.x.Lt(n(3)))
	any := func(prop.Values) bool { return true }
	r, v := draw(prop.Gen(f.And(s.x.Eq(n(2)))), params(1))
	from := shrink(t, r, v, f, any)
	r, _ = draw(prop.Gen(f), params(1))
	to := shrink(t, r, from, f, any)
	if from.String() != "a = [-1: 1, 2: 1, else: 0]\nx = 2" || to.String() != "a = [-2: 1, 1: 1, else: 0]\nx = 1" {
		t.Errorf("from\n%s\nto\n%s", from, to)
	}
}

// Array and Func agree with the values of terms.
func TestTablesAreTheValues(t *testing.T) {
	s := newTables()
	i, j := s.Int("i"), s.Int("j")
	f := s.a.Select(i).Gt(s.f.At(j)).And(s.rows.Select(i).Select(j))
	g, ps := prop.Gen(f), params(3)
	for range 40 {
		_, v := draw(g, ps)
		for _, k := range []int64{-1, 0, 1, 5, 1 << 40} {
			for _, c := range []struct {
				table prop.Table
				at    smt.Int
			}{{v.Array(s.a), s.a.Select(s.IntVal(k))}, {v.Func(s.f.Func), s.f.At(s.IntVal(k))}} {
				want := c.table.Else
				for _, e := range c.table.Entries {
					if n, ok := e.Args[0].Int64(); ok && n == k {
						want = e.Value
					}
				}
				if n, _ := want.Int(); n.Cmp(v.Int(c.at)) != 0 {
					t.Errorf("%s is %s in\n%s", c.at, v.Int(c.at), v)
				}
			}
		}
	}
}
