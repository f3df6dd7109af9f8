package aig_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/muster-smt/muster/bv/aig"
)

// point is a literal with its value at 64 points, computed without the graph.
type point struct {
	l aig.Lit
	v uint64
}

// combine applies a random operation to members of the pool.
func combine(g *aig.Graph, rnd *rand.Rand, pool []point) point {
	pick := func() point {
		i := rnd.IntN(len(pool))
		if rnd.IntN(2) == 0 {
			i = max(0, len(pool)-1-rnd.IntN(6)) // the newest, for deep expressions
		}
		p := pool[i]
		if rnd.IntN(2) == 0 {
			p = point{p.l.Not(), ^p.v}
		}
		return p
	}
	a, b, c := pick(), pick(), pick()
	switch rnd.IntN(9) {
	case 0, 1, 2:
		return point{g.And(a.l, b.l), a.v & b.v}
	case 3:
		return point{g.Or(a.l, b.l), a.v | b.v}
	case 4:
		return point{g.Xor(a.l, b.l), a.v ^ b.v}
	case 5:
		return point{g.Iff(a.l, b.l), ^(a.v ^ b.v)}
	case 6:
		return point{g.Ite(c.l, a.l, b.l), c.v&a.v | ^c.v&b.v}
	case 7:
		return point{g.Xor3(a.l, b.l, c.l), a.v ^ b.v ^ c.v}
	default:
		return point{g.Maj(a.l, b.l, c.l), a.v&b.v | a.v&c.v | b.v&c.v}
	}
}

// random builds a graph over n inputs, which have all values at the points if n is up to 6.
func random(rnd *rand.Rand, n, size int) (*aig.Graph, []point, []uint64) {
	g := aig.New()
	pool := []point{{aig.False, 0}}
	var inputs []uint64
	for i := range n {
		v := rnd.Uint64()
		if i < 6 {
			v = ^(^uint64(0) / (1<<(1<<i) + 1))
		}
		inputs = append(inputs, v)
		pool = append(pool, point{g.Input(), v})
	}
	for range size {
		pool = append(pool, combine(g, rnd, pool))
	}
	return g, pool, inputs
}

// TestRules compares what the graph computes with what was asked for, and looks for gates
// that are not in normal form.
func TestRules(t *testing.T) {
	for seed := range uint64(30000) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		g, pool, inputs := random(rnd, 2+rnd.IntN(5), 5+rnd.IntN(40))
		values := g.Simulate(inputs, nil)
		for i, p := range pool {
			if aig.Word(values, p.l) != p.v {
				t.Fatalf("seed %d: operation %d is wrong", seed, i)
			}
		}
		at := rnd.IntN(64)
		bools := make([]bool, len(inputs))
		for i := range inputs {
			bools[i] = inputs[i]>>at&1 != 0
		}
		for n, v := range g.Eval(bools, nil) {
			if v != (values[n]>>at&1 != 0) {
				t.Fatalf("seed %d: Eval and Simulate differ on node %d", seed, n)
			}
		}
		checkNormal(t, g)
	}
}

func checkNormal(t *testing.T, g *aig.Graph) {
	seen := map[[4]aig.Lit]bool{}
	for n := range uint32(g.Len()) {
		in := g.Fanins(n)
		key := [4]aig.Lit{aig.Lit(g.Kind(n))}
		negated := 0
		for i, l := range in {
			key[i+1] = l
			if l.IsNeg() {
				negated++
			}
			if l.IsConst() || l.Node() >= n {
				t.Fatalf("node %d has input %d", n, l)
			}
			for _, m := range in[:i] {
				if m.Node() == l.Node() || g.Kind(n) != aig.Ite && m > l {
					t.Fatalf("%s %v is not in order", g.Kind(n), in)
				}
			}
		}
		switch k := g.Kind(n); {
		case len(in) == 0:
			continue
		case k == aig.Xor && negated > 0, k == aig.Xor3 && negated > 0, k == aig.Maj && negated > 1,
			k == aig.Ite && (in[0].IsNeg() || in[1].IsNeg()):
			t.Fatalf("%s %v has signs", k, in)
		}
		if seen[key] {
			t.Fatalf("%s %v stands twice", g.Kind(n), in)
		}
		seen[key] = true
	}
}

// TestNoBlowup makes sure that an operation makes one gate at most, and none twice.
func TestNoBlowup(t *testing.T) {
	for seed := range uint64(10000) {
		rnd := rand.New(rand.NewPCG(seed, 2))
		g, pool, _ := random(rnd, 4, 4)
		for range 40 {
			before := g.Len()
			pool = append(pool, combine(g, rnd, pool))
			if g.Len() > before+2 { // a full adder is two
				t.Fatalf("seed %d: %d gates for one", seed, g.Len()-before)
			}
		}
	}
}

// TestHash makes sure that gates of neighbouring inputs do not cluster in the table.
func TestHash(t *testing.T) {
	g := aig.New()
	var in []aig.Lit
	for range 200 {
		in = append(in, g.Input())
	}
	for i, a := range in {
		for _, b := range in[:i] {
			g.And(a, b)
			g.And(a.Not(), b)
			g.Xor(a, b)
			g.Maj(in[0], a, b)
		}
	}
	if d := g.Displaced(); d > 1 {
		t.Errorf("gates are %.2f slots from where they belong", d)
	}
}

// TestTwoLevels has the rules by name.
func TestTwoLevels(t *testing.T) {
	g := aig.New()
	a, b, c := g.Input(), g.Input(), g.Input()
	and := g.And
	for name, pair := range map[string][2]aig.Lit{
		"contradiction":               {and(and(a, b), and(a.Not(), c)), aig.False},
		"contradiction by one":        {and(and(a, b), a.Not()), aig.False},
		"contradiction by the second": {and(and(a, b), b.Not()), aig.False},
		"idempotence":                 {and(and(a, b), a), and(a, b)},
		"subsumption":                 {and(and(a, b).Not(), and(a.Not(), c)), and(a.Not(), c)},
		"resolution":                  {and(and(a, b).Not(), and(a, b.Not()).Not()), a.Not()},
		"substitution":                {and(and(a, b).Not(), a), and(a, b.Not())},
		"substitution by an and":      {and(and(a, b).Not(), and(a, c)), and(and(a, c), b.Not())},
		"xor of ands":                 {and(and(a, b).Not(), and(a.Not(), b.Not()).Not()), g.Xor(a, b)},
		"ite of ands":                 {g.Or(and(a, b), and(a.Not(), c)), g.Ite(a, b, c)},
		"majority of ite":             {g.Ite(g.Xor(a, b), c, a), g.Maj(a, b, c)},
		"majority of ite, other":      {g.Ite(g.Xor(a, b), b, c), g.Maj(a.Not(), b, c)},
		"majority, self-dual":         {g.Maj(a.Not(), b.Not(), c).Not(), g.Maj(a, b, c.Not())},
		"and with an xor":             {and(a, g.Xor(a, b)), and(a, b.Not())},
		"and with an xor, second":     {and(b, g.Xor(a, b)), and(b, a.Not())},
		"and with an input of an and": {and(b, and(a, b).Not()), and(b, a.Not())},
		"xor cancels":                 {g.Xor(g.Xor(a, b), b), a},
		"xor3 cancels":                {g.Xor3(g.Xor3(a, b, c), b, c), a},
		"xor of three":                {g.Xor(g.Xor(a, c), b), g.Xor3(a, b, c)},
		"xor of an ite and two":       {g.Xor(g.Ite(a, b, c), g.Xor(b, c)), g.Xor(g.Xor(g.Ite(a, b, c), b), c)},
		"xor of an and and an or":     {g.Xor(and(a, b), g.Xor(a, b)), g.Or(a, b)},
		"xor with part":               {g.Xor(and(a, b), b), and(a.Not(), b)},
		"and with a half adder":       {and(and(a, b), g.Xor(a, b)), aig.False},
		"choice under its choice":     {and(g.Ite(a, b, c), a), and(a, b)},
		"implication":                 {g.Implies(and(a, b), a), aig.True},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s: %v, not %v", name, pair[0], pair[1])
		}
	}
}

// BenchmarkAnd makes ten million gates of all kinds.
func BenchmarkGates(b *testing.B) {
	for b.Loop() {
		g := aig.New()
		rnd := rand.New(rand.NewPCG(1, 3))
		lits := make([]aig.Lit, 1<<16)
		for i := range lits {
			lits[i] = g.Input()
		}
		for g.Len() < 10_000_000 {
			r := rnd.Uint64()
			x, y := lits[r&0xffff]^aig.Lit(r>>60&1), lits[r>>16&0xffff]^aig.Lit(r>>61&1)
			z := lits[r>>32&0xffff] ^ aig.Lit(r>>62&1)
			var l aig.Lit
			switch r >> 48 & 7 {
			case 0, 1, 2, 3:
				l = g.And(x, y)
			case 4:
				l = g.Xor(x, y)
			case 5:
				l = g.Ite(x, y, z)
			case 6:
				l = g.Xor3(x, y, z)
			case 7:
				l = g.Maj(x, y, z)
			}
			if !l.IsConst() {
				lits[r>>52&0xff|r&0xff00] = l
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(g.Len()), "ns/gate")
		b.ReportMetric(float64(g.Bytes())/float64(g.Len()), "bytes/gate")
	}
}

// TestTruncate: what is forgotten can be made again, with the same numbers, and what was before is
// still found.
func TestTruncate(t *testing.T) {
	for seed := range uint64(50) {
		rnd := rand.New(rand.NewPCG(seed, 9))
		g, pool, _ := random(rnd, 6, 20+rnd.IntN(200))
		size, inputs := g.Len(), g.Inputs()
		more := func() []point {
			rnd := rand.New(rand.NewPCG(seed, 10))
			all := append([]point(nil), pool...)
			for range 60 {
				all = append(all, combine(g, rnd, all))
			}
			return all[len(pool):]
		}
		first := more()
		g.Input()
		end := g.Len() - 1
		g.Truncate(size)
		if g.Len() != size || g.Inputs() != inputs {
			t.Fatalf("seed %d: %d nodes and %d inputs, want %d and %d", seed, g.Len(), g.Inputs(), size, inputs)
		}
		if again := more(); !slices.Equal(again, first) || g.Len() != end {
			t.Errorf("seed %d: %d nodes, %d at first", seed, g.Len(), end)
		}
	}
}
