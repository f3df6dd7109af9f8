package learn

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// TestTightest: what is dropped follows from what stays, by evaluation in a box.
func TestTightest(t *testing.T) {
	st := term.NewStore()
	rw := rewrite.New(st)
	m := model.New(st, model.Options{})
	for _, sort := range []term.Sort{term.Int, term.Real} {
		x, y := st.FreshConst("x", sort), st.FreshConst("y", sort)
		numeral := func(v int64) term.Term { return rw.Number(sort, num.RatFromInt64(v)) }
		rng := rand.New(rand.NewPCG(1, uint64(sort)))
		for range 300 {
			var lits []term.Term
			for range 1 + rng.IntN(6) {
				sum := []term.Term{x, y, rw.Add(x, y), rw.Sub(x, y)}[rng.IntN(4)]
				v := numeral(int64(rng.IntN(5) - 2))
				lits = append(lits, []term.Term{rw.Le(sum, v), st.Not(rw.Le(sum, v)), rw.Le(v, sum), st.Not(rw.Eq(sum, v))}[rng.IntN(4)])
			}
			got := Tightest(rw, st, lits)
			for _, u := range got {
				if !slices.Contains(lits, u) {
					t.Fatalf("%s is new", st.String(u))
				}
			}
			for a := range int64(9) {
				for b := range int64(9) {
					env := m.NewEnv()
					for _, c := range []struct {
						x term.Term
						v int64
					}{{x, a - 4}, {y, b - 4}} {
						v, err := m.Eval(numeral(c.v))
						if err != nil {
							t.Fatal(err)
						}
						env.Set(c.x, v)
					}
					before, after := holds(t, env, lits), holds(t, env, got)
					if before != after {
						t.Fatalf("%s became %s", st.String(st.And(lits...)), st.String(st.And(got...)))
					}
				}
			}
		}
	}
}

// TestCommon: what cubes that differ in numbers have in common.
func TestCommon(t *testing.T) {
	st := term.NewStore()
	rw := rewrite.New(st)
	x, y := st.FreshConst("x", term.Int), st.FreshConst("y", term.Int)
	is := func(t term.Term, v int64) []term.Term { return []term.Term{rw.Le(t, st.Int(v)), rw.Le(st.Int(v), t)} }
	for _, c := range []struct {
		name string
		a, b []term.Term
		want term.Term // 0 if nothing
	}{
		{"congruent", is(x, 7), is(x, 4), rw.Eq(rw.Mod(x, st.Int(3)), st.Int(1))},
		{"negative", is(x, -1), is(x, -3), rw.Eq(rw.Mod(x, st.Int(2)), st.Int(1))},
		{"neighbours", is(x, 7), is(x, 8), 0},
		{"of another sum", is(x, 7), is(y, 4), 0},
		{"a bound", is(x, 7), is(x, 4)[:1], 0},
	} {
		if got := Congruences(rw, st, c.a, c.b); (c.want == 0) != (len(got) == 0) || c.want != 0 && got[0] != c.want {
			t.Errorf("%s: %s", c.name, st.String(st.And(got...)))
		}
	}
	sums := func(k int64) []term.Term {
		return Sums(rw, st, []term.Term{rw.Le(x, st.Int(k)), rw.Le(st.Int(k+1), y)})
	}
	if a, b := sums(3), sums(9); len(a) != 1 || len(b) != 1 || a[0] != b[0] {
		t.Errorf("sums of x <= 3 and y >= 4: %s, of x <= 9 and y >= 10: %s", st.String(st.And(a...)), st.String(st.And(b...)))
	}
}

// holds reports whether all formulas are true.
func holds(t *testing.T, env *model.Env, fs []term.Term) bool {
	t.Helper()
	for _, f := range fs {
		v, err := env.Eval(f)
		if err != nil {
			t.Fatal(err)
		}
		if !v.IsTrue() {
			return false
		}
	}
	return true
}
