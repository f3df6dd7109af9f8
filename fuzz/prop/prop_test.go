package prop_test

import (
	"context"
	"fmt"
	"math/big"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/leanovate/gopter"
	gopterprop "github.com/leanovate/gopter/prop"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/fuzz/prop"
	"github.com/muster-smt/muster/theory/smt"
)

// recorder is a test whose failures are only recorded.
type recorder struct {
	testing.TB
	name         string
	errors, logs []string
}

func (r *recorder) Name() string { return r.name }
func (r *recorder) Helper()      {}
func (r *recorder) Errorf(f string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(f, args...))
}
func (r *recorder) Logf(f string, args ...any) { r.logs = append(r.logs, fmt.Sprintf(f, args...)) }
func (r *recorder) Context() context.Context   { return context.Background() }

// problem is a constraint with its first two constants.
type problem struct {
	name   string
	x, y   smt.Int
	f      smt.Bool
	lo, hi int64 // corners of x that must come; if not equal
	values int   // that x must have at least
	signs  bool  // x must be positive and negative
}

func problems(st *smt.Store) []problem {
	x, y, b, q := st.Int("x"), st.Int("y"), st.Bool("b"), st.Real("q")
	n := st.IntVal
	box := func(k int64) smt.Bool {
		return x.Ge(n(-k)).And(x.Le(n(k)), y.Ge(n(-k)), y.Le(n(k)))
	}
	return []problem{
		{"free", x, y, x.Eq(x), 0, 0, 60, true},
		{"byte", x, y, x.Ge(n(0)).And(x.Le(n(255))), 0, 255, 40, false},
		{"order", x, y, x.Lt(y).And(box(1000)), -1000, 999, 45, true},
		{"line", x, y, n(7).Mul(x).Eq(n(11).Mul(y).Add(n(3))).And(box(1_000_000)), -999_997, 999_990, 60, true},
		{"ends", x, y, x.Abs().Gt(n(1_000_000)), 0, 0, 45, true},
		{"two", x, y, x.Eq(n(-5)).Or(x.Eq(n(1 << 40))), -5, 1 << 40, 2, true},
		{"one", x, y, x.Eq(n(17)), 0, 0, 1, false},
		{"modulo", x, y, x.Mod(n(1000)).Eq(n(123)).And(b.Iff(x.Gt(n(0))), box(100_000)), -99_877, 99_123, 40, true},
		{"mixed", x, y, q.Mul(st.RealVal(2, 1)).Eq(x.ToReal()).And(b.Implies(q.Gt(st.RealVal(100, 1)))), 0, 0, 60, true},
		{"array", x, y, smt.ArrayOf(st.IntSort(), st.IntSort()).Const("a").Select(x).Gt(x.Add(y)), 0, 0, 60, true},
		{"square", x, y, x.Mul(y).Eq(n(360)), -360, 360, 12, true},
	}
}

func draw(g gopter.Gen, params *gopter.GenParameters) (*gopter.GenResult, prop.Values) {
	r := g(params)
	return r, r.Result.(prop.Values)
}

func params(seed int64) *gopter.GenParameters {
	p := gopter.DefaultGenParameters()
	p.Rng = rand.New(rand.NewSource(seed))
	return p
}

func TestGenIsDiverse(t *testing.T) {
	st := smt.NewStore()
	for _, c := range problems(st) {
		g, ps := prop.Gen(c.f, c.x, c.y), params(1)
		values := map[string]int{}
		var lo, hi, negative, positive bool
		for range 100 {
			_, v := draw(g, ps)
			if !v.Bool(c.f) {
				t.Fatalf("%s: no solution:\n%s", c.name, v)
			}
			x := v.Int(c.x)
			values[x.String()]++
			lo, hi = lo || x.Cmp(big.NewInt(c.lo)) == 0, hi || x.Cmp(big.NewInt(c.hi)) == 0
			negative, positive = negative || x.Sign() < 0, positive || x.Sign() > 0
		}
		t.Logf("%s: %d values of x in 100", c.name, len(values))
		if len(values) < c.values {
			t.Errorf("%s: %d values of x, want %d", c.name, len(values), c.values)
		}
		if c.lo != c.hi && !(lo && hi) {
			t.Errorf("%s: corners of x: %v, %v", c.name, lo, hi)
		}
		if c.signs && !(negative && positive) {
			t.Errorf("%s: signs of x: %v, %v", c.name, negative, positive)
		}
	}
}

// gopter draws from one generator in several goroutines.
func TestGenInParallel(t *testing.T) {
	s := newTables()
	x, y := s.x, s.n
	f := x.Lt(y).And(y.Lt(x.Add(s.IntVal(10))), s.f.At(x).Lt(s.a.Select(y)), s.op.At(s.s, s.u).Ne(s.s))
	ps := gopter.DefaultTestParametersWithSeed(1)
	ps.Workers, ps.MinSuccessfulTests = 4, extent.Of(12, 60)
	properties := gopter.NewProperties(ps)
	properties.Property("between", gopterprop.ForAll(func(v prop.Values) bool {
		return v.Bool(f) && v.Int(x).Cmp(v.Int(y)) < 0
	}, prop.Gen(f)))
	properties.TestingRun(t)
}

// A draw depends only on the seed, not on other draws or on shrinking.
func TestGenIsDeterministic(t *testing.T) {
	sample := func(also bool) (out []string) {
		var fs []smt.Bool
		for _, c := range problems(smt.NewStore()) {
			fs = append(fs, c.f)
		}
		s := newTables()
		fs = append(fs, s.sorted().And(s.n.Gt(s.IntVal(3)), s.n.Lt(s.IntVal(9))), s.op.At(s.s, s.u).Ne(s.op.At(s.u, s.s)).And(s.f.At(s.x).Ne(s.n)))
		for _, f := range fs {
			g, ps := prop.Gen(f), params(7)
			for range 5 {
				r, v := draw(g, ps)
				out = append(out, v.String())
				if also {
					draw(g, params(8))
					r.Shrinker(v)()
				}
			}
		}
		return out
	}
	if a, b := sample(false), sample(true); !slices.Equal(a, b) {
		t.Errorf("%q\n%q", a, b)
	}
}

// shrink does what gopter does: it continues with the first value that fails.
func shrink(t *testing.T, r *gopter.GenResult, v prop.Values, f smt.Bool, fails func(prop.Values) bool) prop.Values {
	for range 200 {
		next, again := r.Shrinker(v), false
		for x, ok := next(); ok && !again; x, ok = next() {
			if !x.(prop.Values).Bool(f) {
				t.Fatalf("no solution:\n%s", x)
			}
			if again = fails(x.(prop.Values)); again {
				v = x.(prop.Values)
			}
		}
		if !again {
			return v
		}
	}
	t.Errorf("shrinking does not end:\n%s", v)
	return v
}

func TestShrinkEndsAtTheSmallest(t *testing.T) {
	st := smt.NewStore()
	x, y, b, q, n := st.Int("x"), st.Int("y"), st.Bool("b"), st.Real("q"), st.IntVal
	least := func(i smt.Int, k int64) func(prop.Values) bool {
		return func(v prop.Values) bool { return v.Int(i).Cmp(big.NewInt(k)) >= 0 }
	}
	any := func(prop.Values) bool { return true }
	for _, c := range []struct {
		name  string
		f     smt.Bool
		vars  []smt.Expr
		fails func(prop.Values) bool
		want  string
	}{
		{"all", x.Eq(x).And(y.Eq(y)), nil, any, "x = 0\ny = 0"},
		{"sum", x.Add(y).Ge(n(101)), nil, any, "x = 50\ny = 51"},
		{"negative", x.Le(n(-7)).And(y.Ge(x)), nil, any, "x = -7\ny = 0"},
		{"holes", x.Mod(n(10)).Eq(n(3)).And(x.Ge(n(1000))), nil, any, "x = 1003"},
		{"bool", b.Or(x.Gt(n(5))), nil, any, "x = 0\nb = true"},
		{"threshold", x.Ge(n(0)).And(x.Le(n(1 << 40))), nil, least(x, 123_456_789), "x = 123456789"},
		{"threshold in a residue class", x.Mod(n(7)).Eq(n(2)), nil, least(x, 1000), "x = 1003"},
		{"thresholds", x.Add(y).Le(n(1<<20)).And(x.Ge(n(0)), y.Ge(n(0))), nil,
			func(v prop.Values) bool { return least(x, 300)(v) && least(y, 40)(v) }, "x = 300\ny = 40"},
		{"tied", x.Eq(y.Add(n(2))), nil, least(y, 77), "x = 79\ny = 77"},
		{"real", q.Gt(st.RealVal(1, 3)).And(q.Lt(st.RealVal(1, 1))), nil, any, "q = 1/2"},
		{"real threshold", q.Ge(st.RealVal(0, 1)), nil,
			func(v prop.Values) bool { return v.Real(q).Cmp(big.NewRat(7, 2)) > 0 }, "q = 4"},
		{"the same", x.Ge(n(0)).And(x.Le(n(1<<20)), y.Eq(y)), nil, func(v prop.Values) bool { return least(x, 20)(v) && v.Int(x).Cmp(v.Int(y)) == 0 }, "x = 20\ny = 20"},
		{"only x", x.Ge(n(3)).And(y.Ge(x)), []smt.Expr{x}, any, "x = 3"},
	} {
		g := prop.Gen(c.f, c.vars...)
		tries := 0
		for seed := int64(0); seed < 60 && tries < extent.Of(2, 8); seed++ {
			r, v := draw(g, params(seed))
			if !c.fails(v) {
				continue
			}
			tries++
			if got := shrink(t, r, v, c.f, c.fails).String(); !strings.HasPrefix(got, c.want) {
				t.Errorf("%s:\n%s\nfrom\n%s\nwant\n%s", c.name, got, v, c.want)
			}
		}
		if tries == 0 {
			t.Errorf("%s: nothing that fails was drawn", c.name)
		}
	}
}

// both is a formula over x, y and b, and the same in Go.
type both struct {
	f    smt.Bool
	eval func(x, y int64, b bool) bool
}

// wrong makes a random formula, which usually is false somewhere.
func wrong(r *rand.Rand, st *smt.Store, depth int) both {
	if depth > 0 {
		l, k := wrong(r, st, depth-1), wrong(r, st, depth-1)
		switch r.Intn(3) {
		case 0:
			return both{l.f.Or(k.f), func(x, y int64, b bool) bool { return l.eval(x, y, b) || k.eval(x, y, b) }}
		case 1:
			return both{l.f.And(k.f), func(x, y int64, b bool) bool { return l.eval(x, y, b) && k.eval(x, y, b) }}
		}
		return both{l.f.Xor(k.f), func(x, y int64, b bool) bool { return l.eval(x, y, b) != k.eval(x, y, b) }}
	}
	if r.Intn(6) == 0 {
		return both{st.Bool("b"), func(_, _ int64, b bool) bool { return b }}
	}
	p, q, c := r.Int63n(7)-3, r.Int63n(7)-3, r.Int63n(25)-12
	sum := st.IntVal(p).Mul(st.Int("x")).Add(st.IntVal(q).Mul(st.Int("y")))
	if r.Intn(2) == 0 {
		return both{sum.Le(st.IntVal(c)), func(x, y int64, _ bool) bool { return p*x+q*y <= c }}
	}
	return both{sum.Ne(st.IntVal(c)), func(x, y int64, _ bool) bool { return p*x+q*y != c }}
}

// Check finds the smallest counterexample in a box; a formula that it proves has none there.
func TestCheckAgainstEnumeration(t *testing.T) {
	proved := 0
	for seed := range extent.Of(int64(50), 150) {
		r, st := rand.New(rand.NewSource(seed)), smt.NewStore()
		st.Int("x")
		st.Int("y")
		st.Bool("b")
		w := wrong(r, st, r.Intn(4))
		tb := &recorder{name: "TestRandom"}
		got := prop.Config{Dir: t.TempDir()}.Check(tb, w.f)
		want := smallest(w)
		switch {
		case got && want != "":
			t.Errorf("seed %d: proved, but:\n%s\n%s", seed, want, w.f)
		case got:
			proved++
		case want == "":
			if strings.Contains(tb.errors[0], "not valid") && inBox(tb.errors[0]) {
				t.Errorf("seed %d: %s\n%s", seed, tb.errors[0], w.f)
			}
		case !mentions(tb.errors[0], want):
			t.Errorf("seed %d: %s\nwant:\n%s\n%s", seed, tb.errors[0], want, w.f)
		}
	}
	if proved < extent.Of(1, 5) {
		t.Errorf("only %d proved", proved)
	}
}

const box = 12

// mentions reports whether the lines of a failure agree with an assignment, for the constants
// that occur.
func mentions(failure, want string) bool {
	for _, l := range strings.Split(failure, "\n") {
		if strings.HasPrefix(l, "    ") && !slices.Contains(strings.Split(want, "\n"), strings.TrimSpace(l)) {
			return false
		}
	}
	return strings.Contains(failure, ":\n    ") && strings.Contains(failure, "smallest counterexample:")
}

func inBox(failure string) bool {
	for _, l := range strings.Split(failure, "\n") {
		var name string
		var n int64
		if _, err := fmt.Sscanf(strings.TrimSpace(l), "%s = %d", &name, &n); err == nil && (n > box || n < -box) {
			return false
		}
	}
	return true
}

// smallest finds the smallest counterexample in a box, in the order of Check.
func smallest(w both) string {
	abs := func(n int64) int64 { return max(n, -n) }
	for most := range int64(box + 1) {
		for ax := range most + 1 {
			for _, x := range []int64{ax, -ax} {
				for ay := range most + 1 {
					for _, y := range []int64{ay, -ay} {
						for _, b := range []bool{false, true} {
							if max(abs(x), abs(y)) == most && !w.eval(x, y, b) {
								return fmt.Sprintf("x = %d\ny = %d\nb = %v", x, y, b)
							}
						}
					}
				}
			}
		}
	}
	return ""
}

func TestWhatIsNotDecided(t *testing.T) {
	st := smt.NewStore()
	x, y, z := st.Int("x"), st.Int("y"), st.Int("z")
	sum := x.Mul(x, x).Add(y.Mul(y, y), z.Mul(z, z))
	tb := &recorder{name: "TestC"}
	if (prop.Config{Dir: t.TempDir(), Timeout: 1}).Check(tb, sum.Ne(st.IntVal(33))) || len(tb.errors) != 1 ||
		!strings.Contains(tb.errors[0], "neither proved nor refuted: ") {
		t.Errorf("%q", tb.errors)
	}
	tb = &recorder{name: "TestD"}
	never := x.Lt(y).And(y.Lt(x))
	prop.Config{Dir: t.TempDir()}.ForAll(tb, never, func(prop.Values) error { return nil })
	if len(tb.errors) != 1 || !strings.Contains(tb.errors[0], "the constraint has no solution") {
		t.Errorf("%q", tb.errors)
	}
	defer func() {
		if r := fmt.Sprint(recover()); !strings.Contains(r, "variable 2, z, is not of the constraint's store") {
			t.Error(r)
		}
	}()
	prop.Gen(x.Eq(y), x, smt.NewStore().Int("z"))
}
