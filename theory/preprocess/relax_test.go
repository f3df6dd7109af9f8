package preprocess

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/muster-smt/muster/sat/invariant"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// trial builds random formulas, which hold together, over integers between 0 and most.
type trial struct {
	*rand.Rand
	st *term.Store
	rw *rewrite.Rewriter
	xs []term.Term
	fs []term.Term
}

func newTrial(seed uint64, n int, most int64) *trial {
	st := term.NewStore()
	t := &trial{Rand: rand.New(rand.NewPCG(seed, 29)), st: st, rw: rewrite.New(st)}
	for range n {
		x := st.FreshConst("x", term.Int)
		t.xs = append(t.xs, x)
		t.hold(t.rw.Le(t.rw.Int(0), x), t.rw.Le(x, t.rw.Int(most)))
	}
	return t
}

func (t *trial) hold(fs ...term.Term) { t.fs = append(t.fs, fs...) }

// possible reports whether the formulas hold for some values.
func (t *trial) possible(test *testing.T, most int64) bool {
	at := make([]int64, len(t.xs))
	for {
		m := model.New(t.st, model.Options{})
		for i, x := range t.xs {
			m.SetConst(x, model.Int64(at[i]))
		}
		holds := true
		for _, f := range t.fs {
			v, err := m.EvalBool(f)
			if err != nil {
				test.Fatal(err)
			}
			if holds = holds && v; !holds {
				break
			}
		}
		if holds {
			return true
		}
		i := 0
		for ; i < len(at) && at[i] == most; i++ {
			at[i] = 0
		}
		if i == len(at) {
			return false
		}
		at[i]++
	}
}

// refutes reports whether a pass refutes the formulas alone.
func (t *trial) refutes(pass func(*Pipeline) int) bool {
	p := New(t.rw)
	for _, f := range t.fs {
		p.batch = append(p.batch, assertion{t: f})
	}
	pass(p)
	return len(p.batch) == 1 && p.batch[0].t == t.st.False()
}

// TestRelax: rows, clauses and choices over integers between 0 and 1 that have a solution
// are not refuted; pigeons are, in all ways to state them.
func TestRelax(t *testing.T) {
	rounds := uint64(400)
	if invariant.Enabled {
		rounds = 4000
	}
	refuted, open := 0, 0
	for seed := range rounds {
		x := newTrial(seed, 5, 1)
		rw := x.rw
		literal := func() term.Term {
			f := rw.Le(x.xs[x.IntN(5)], rw.Int(0))
			if x.IntN(2) == 0 {
				f = rw.Not(f)
			}
			return f
		}
		for range 5 + x.IntN(8) {
			if x.IntN(3) == 0 {
				x.hold(rw.Or(literal(), literal()))
				continue
			}
			var sum []term.Term
			for range 2 + x.IntN(3) {
				m := x.xs[x.IntN(5)]
				if x.IntN(4) == 0 {
					m = rw.Ite(literal(), rw.Int(x.Int64N(2)), rw.Int(x.Int64N(2)))
				}
				sum = append(sum, rw.Mul(rw.Int([]int64{1, 1, 1, -1, -1, -2}[x.IntN(6)]), m))
			}
			f := rw.Le(rw.Add(sum...), rw.Int(x.Int64N(3)-1))
			if x.IntN(2) == 0 {
				f = rw.Not(f)
			}
			x.hold(f)
		}
		switch possible := x.possible(t, 1); {
		case !x.refutes((*Pipeline).relax):
			open++
		case possible:
			t.Fatalf("seed %d: a solution is lost", seed)
		default:
			refuted++
		}
	}
	if refuted < int(rounds)/20 || open < int(rounds)/20 {
		t.Errorf("%d refuted, %d not", refuted, open)
	}
	x := newTrial(0, 3, 1)
	twice := x.rw.Add(x.rw.Mul(x.rw.Int(-2), x.xs[0]), x.xs[1], x.xs[2])
	x.hold(x.rw.Le(twice, x.rw.Int(0)), x.rw.Le(x.rw.Int(2), x.rw.Add(x.xs[1], x.xs[2])))
	if x.refutes((*Pipeline).relax) {
		t.Error("a coefficient of 2 counts as 1")
	}
	for _, kind := range []string{"rows", "pairs", "clauses", "negated"} {
		for _, n := range []int{5, 16} {
			if x := pigeons(kind, n); !x.refutes((*Pipeline).relax) {
				t.Errorf("%s: pigeons in %d holes are not refuted", kind, n)
			}
		}
	}
}

// pigeons puts n+1 pigeons into n holes.
func pigeons(kind string, n int) *trial {
	x := newTrial(0, n*(n+1), 1)
	rw := x.rw
	at := func(i, j int) term.Term {
		if kind == "negated" {
			return rw.Sub(rw.Int(1), x.xs[i*n+j])
		}
		return x.xs[i*n+j]
	}
	for i := range n + 1 {
		var holes []term.Term
		for j := range n {
			holes = append(holes, at(i, j))
		}
		x.hold(rw.Le(rw.Int(1), rw.Add(holes...)))
	}
	for j := range n {
		var all []term.Term
		for i := range n + 1 {
			for k := range i {
				a, b := at(i, j), at(k, j)
				switch kind {
				case "pairs", "negated":
					x.hold(rw.Le(rw.Add(a, b), rw.Int(1)))
				case "clauses":
					x.hold(rw.Or(rw.Eq(a, rw.Int(0)), rw.Le(b, rw.Int(0))))
				}
			}
			all = append(all, at(i, j))
		}
		if kind == "rows" {
			x.hold(rw.Le(rw.Add(all...), rw.Int(1)))
		}
	}
	return x
}

// TestOverload: integers that are pairwise different, or tasks of one machine, are not refuted
// if they have a solution; those without room are.
func TestOverload(t *testing.T) {
	rounds := uint64(400)
	if invariant.Enabled {
		rounds = 2000
	}
	refuted, open := 0, 0
	for seed := range rounds {
		const most = 5
		x := newTrial(seed, 4, most)
		rw := x.rw
		plus := func(i int, k int64) term.Term { return rw.Add(x.xs[i], rw.Int(k)) }
		relative := x.IntN(2) == 0 // bounds of differences from the last
		if relative {
			x.fs = x.fs[:0]
		}
		for i := range 4 {
			lo, hi := x.Int64N(2), most-x.Int64N(3)
			if relative && i < 3 {
				x.hold(rw.Le(plus(3, lo-1), x.xs[i]), rw.Le(x.xs[i], plus(3, hi-2)))
			} else if !relative {
				x.hold(rw.Le(rw.Int(lo), x.xs[i]), rw.Le(x.xs[i], rw.Int(hi)))
			}
		}
		if x.IntN(4) == 0 {
			x.hold(rw.Distinct(x.xs[:3]...))
		}
		for i := range 4 {
			for j := range i {
				switch x.IntN(6) {
				case 0:
					x.hold(rw.Not(rw.Eq(x.xs[i], plus(j, x.Int64N(2)))))
				case 1, 2, 3:
					x.hold(rw.Or(rw.Le(plus(i, 1+x.Int64N(3)), x.xs[j]), rw.Le(plus(j, x.Int64N(4)+x.Int64N(2)-1), x.xs[i])))
				case 4:
					x.hold(rw.Or(rw.Gt(x.xs[i], plus(j, x.Int64N(3))), rw.Gt(x.xs[j], plus(i, 1))))
				}
			}
		}
		switch {
		case !x.refutes((*Pipeline).bounds):
			open++
		case x.possible(t, 9):
			t.Fatalf("seed %d: a solution is lost", seed)
		default:
			refuted++
		}
	}
	if refuted < int(rounds)/20 || open < int(rounds)/20 {
		t.Errorf("%d refuted, %d not", refuted, open)
	}
	for _, n := range []int{0, 1, 5, 9, maxPairs, 3 * maxPairs} {
		for _, slack := range []int64{-1, 0} {
			x := newTrial(0, n+3, int64(n)+2+slack)
			x.hold(x.rw.Distinct(x.xs...))
			if got := x.refutes((*Pipeline).bounds); got != (slack < 0) {
				t.Errorf("%d different integers between 0 and %d: refuted is %t", n+3, int64(n)+2+slack, got)
			}
		}
	}
}

// TestCliques: every edge of a random graph is in a clique.
func TestCliques(t *testing.T) {
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 31))
		var g graph
		want := map[string]bool{}
		for range 40 {
			x, y := int32(r.IntN(12)), int32(r.IntN(12))
			g.connect(x, y)
			if x != y {
				want[fmt.Sprint(min(x, y), max(x, y))] = true
			}
		}
		g.cliques(func(clique []int32) bool {
			for i, x := range clique {
				for _, y := range clique[:i] {
					if !g.connected(x, y) {
						t.Fatalf("seed %d: %d and %d are not connected", seed, x, y)
					}
					delete(want, fmt.Sprint(min(x, y), max(x, y)))
				}
			}
			return true
		})
		if len(want) > 0 {
			t.Errorf("seed %d: %d edges are in no clique", seed, len(want))
		}
	}
}
