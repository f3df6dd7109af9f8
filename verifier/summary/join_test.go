package summary

import (
	"math/rand/v2"
	"testing"

	"github.com/muster-smt/muster/theory/num"
)

// kept is the first symbol that a join in the tests does not keep.
const kept = 4

// TestJoin joins random forms and evaluates both sides at random points: a value is
// its base plus deviations, each of which lies in its range.
func TestJoin(t *testing.T) {
	dependent := 0
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 1))
		limits := map[sym]interval{one: exactly(num.FromInt64(1))}
		for s := sym(1); s < 8; s++ {
			var in interval
			if r.IntN(3) > 0 {
				in.lo = bound{num.FromInt64(int64(-r.IntN(3))), true}
			}
			if r.IntN(3) > 0 {
				in.hi = bound{num.FromInt64(int64(r.IntN(4))), true}
			}
			limits[s] = in
		}
		randomForm := func() form {
			var f form
			for s := range sym(8) {
				if r.IntN(3) == 0 {
					f = f.plus(single(s), num.FromInt64(int64(r.IntN(5)-2)))
				}
			}
			return f
		}
		cases := 1 + r.IntN(3)
		values := make([][]form, 1+r.IntN(4))
		for i := range values {
			values[i] = make([]form, cases)
			shared := randomForm()
			for e := range cases {
				values[i][e] = shared.plus(constant(num.FromInt64(int64(r.IntN(3)))), num.FromInt64(1))
				switch {
				case i > 0 && r.IntN(2) == 0:
					values[i][e] = shared.plus(values[i-1][e], num.FromInt64(int64(r.IntN(3)-1)))
				case r.IntN(2) == 0:
					values[i][e] = randomForm()
				}
			}
		}
		js := join(values, func(s sym) bool { return s < kept }, func(_ int, f form) interval {
			in := exactly(num.Int{})
			for _, m := range f {
				in = in.plus(limits[m.s], m.c)
			}
			return in
		})
		for e := range cases {
			point := map[sym]num.Int{one: num.FromInt64(1)}
			for s := sym(1); s < 8; s++ {
				v := int64(r.IntN(9) - 4)
				if in := limits[s]; in.lo.ok {
					v = max(v, in.lo.v.Big().Int64())
				}
				if in := limits[s]; in.hi.ok {
					v = min(v, in.hi.v.Big().Int64())
				}
				point[s] = num.FromInt64(v)
			}
			at := func(f form) (v num.Int) {
				for _, m := range f {
					v = v.Add(m.c.Mul(point[m.s]))
				}
				return v
			}
			deviations := make([]num.Int, len(js))
			for i, j := range js {
				rest := at(values[i][e]).Sub(at(j.base))
				for _, m := range j.base {
					if m.s >= kept {
						t.Fatalf("seed %d: the base of value %d contains symbol %d", seed, i, m.s)
					}
				}
				if j.fresh {
					deviations[i] = rest
					if !exactly(rest).meet(j.in).equal(exactly(rest)) {
						t.Fatalf("seed %d: value %d deviates by %v in case %d, not within %v", seed, i, rest, e, j.in)
					}
					continue
				}
				if len(j.terms) > 0 {
					dependent++
				}
				for _, p := range j.terms {
					if !js[p.of].fresh || p.of >= i {
						t.Fatalf("seed %d: value %d depends on value %d", seed, i, p.of)
					}
					rest = rest.Sub(p.c.Mul(deviations[p.of]))
				}
				if !rest.IsZero() {
					t.Fatalf("seed %d: value %d is wrong by %v in case %d: %v", seed, i, rest, e, values)
				}
			}
		}
	}
	if dependent < 300 {
		t.Errorf("only %d dependent values were found", dependent)
	}
}

func TestJoinFinds(t *testing.T) {
	n := num.FromInt64
	x, y := sym(1), sym(2)
	plus := func(s sym, k int64) form { return constant(n(k)).plus(single(s), n(1)) }
	js := join([][]form{
		{plus(x, 2), plus(x, 1)},
		{plus(y, 1), plus(y, 2)},
		{plus(x, 5), plus(x, 5)},
	}, func(sym) bool { return true }, func(_ int, f form) interval { return exactly(f.coefficient(one)) })
	if j := js[0]; !j.fresh || !j.base.equal(single(x)) || !j.in.equal(interval{bound{n(1), true}, bound{n(2), true}}) {
		t.Errorf("x + 2 and x + 1: %+v", j)
	}
	if j := js[1]; j.fresh || !j.base.equal(plus(y, 3)) || len(j.terms) != 1 || !j.terms[0].c.Equal(n(-1)) {
		t.Errorf("y + 1 and y + 2, beside them: %+v", j)
	}
	if j := js[2]; j.fresh || !j.base.equal(plus(x, 5)) || len(j.terms) > 0 {
		t.Errorf("x + 5 twice: %+v", j)
	}
}
