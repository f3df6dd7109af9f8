package sweep_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/muster-smt/muster/bv/aig"
	"github.com/muster-smt/muster/bv/circuit"
	"github.com/muster-smt/muster/bv/sweep"
	"github.com/muster-smt/muster/sat/limit"
)

// points are the values of six inputs at all points.
var points = []uint64{
	0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
	0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000,
}

// extend adds random gates to a graph of at most six inputs.
func extend(g *aig.Graph, r *rand.Rand, pool []aig.Lit, size int) []aig.Lit {
	pick := func() aig.Lit {
		l := pool[r.IntN(len(pool))]
		if r.IntN(2) == 0 {
			l = pool[max(0, len(pool)-1-r.IntN(8))]
		}
		return l ^ aig.Lit(r.IntN(2))
	}
	for range size {
		var l aig.Lit
		switch a, b, c := pick(), pick(), pick(); r.IntN(6) {
		case 0:
			l = g.Xor(a, b)
		case 1:
			l = g.Ite(a, b, c)
		case 2:
			l = g.Maj(a, b, c)
		case 3:
			l = g.Xor3(a, b, c)
		default:
			l = g.And(a, b)
		}
		pool = append(pool, l)
	}
	return pool
}

// compare looks at all pairs of nodes that the sweeper has come to: those of one class must be
// equal, and if it has proved all there is, those that are equal must be of one class.
func compare(t *testing.T, seed uint64, g *aig.Graph, s *sweep.Sweeper) {
	t.Helper()
	values := g.Simulate(points[:g.Inputs()], nil)
	classes, words := map[uint32]uint64{}, map[uint64]uint32{}
	for n, w := range values {
		l, ok := s.Class(uint32(n))
		if !ok {
			continue
		}
		if l.IsNeg() {
			w = ^w
		}
		if v, ok := classes[l.Node()]; ok && v != w {
			t.Fatalf("seed %d: node %d is not equal to the others of its class", seed, n)
		}
		classes[l.Node()] = w
		key := min(w, ^w)
		if other, ok := words[key]; ok && other != l.Node() && s.Done() {
			t.Fatalf("seed %d: node %d is not in the class of all that it is equal to", seed, n)
		}
		words[key] = l.Node()
	}
}

// TestEnumeration compares classes with enumeration, in graphs that grow between runs that are
// stopped at any point, and requires that enough effort finds all.
func TestEnumeration(t *testing.T) {
	var proved, refuted, unknown int64
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 1))
		g := aig.New()
		s := sweep.New(g, sweep.Options{Seed: seed, Stress: seed%4 != 0})
		pool := []aig.Lit{aig.False}
		for range 1 + r.IntN(3) {
			for range r.IntN(3) {
				pool = append(pool, g.Input())
			}
			pool = extend(g, r, pool, 5+r.IntN(60))
			for range r.IntN(4) {
				s.Add(pool[r.IntN(len(pool))].Node())
				if r.IntN(2) == 0 {
					pool = extend(g, r, pool, 2) // it may grow at any time
				}
				var lim limit.Limit
				if r.IntN(4) == 0 {
					lim.Count(limit.NewCountdown(1+r.Int64N(30), limit.Interrupt))
				}
				s.Run(&lim, r.Int64N(200), r.Int64N(3))
				compare(t, seed, g, s)
			}
		}
		for _, l := range pool {
			s.Add(l.Node())
		}
		s.Run(nil, 1<<40, 1<<30)
		if !s.Done() {
			t.Fatalf("seed %d: not done", seed)
		}
		compare(t, seed, g, s)
		proved, refuted, unknown = proved+s.Stats.Proved, refuted+s.Stats.Refuted, unknown+s.Stats.Unknown
	}
	if proved < 1000 || refuted < 1000 || unknown < 100 {
		t.Errorf("%d questions proved, %d refuted, %d given up: too few to tell anything", proved, refuted, unknown)
	}
}

// distributed returns a graph with x*(y+z) and x*y+x*z.
func distributed(width int) (*aig.Graph, [2][]aig.Lit) {
	g := aig.New()
	c := circuit.New(g)
	var w [3][]aig.Lit
	for range width {
		for i := range w {
			w[i] = append(w[i], g.Input())
		}
	}
	x, y, z := w[0], w[1], w[2]
	return g, [2][]aig.Lit{c.Mul(x, c.Add(y, z)), c.Add(c.Mul(x, y), c.Mul(x, z))}
}

// TestPieces: a sweep of many short runs ends as one long run does, and equal sweeps are equal.
func TestPieces(t *testing.T) {
	sweeps := func(ticks int64) (*aig.Graph, *sweep.Sweeper) {
		g, words := distributed(4)
		s := sweep.New(g, sweep.Options{Seed: 7})
		for i := range words[0] {
			s.Add(words[0][i].Node())
			s.Add(words[1][i].Node())
		}
		for runs := 0; !s.Done(); runs++ {
			if runs > 10000 {
				t.Fatal("no end")
			}
			s.Run(nil, ticks, 1<<20)
		}
		for i := range words[0] {
			a, _ := s.Class(words[0][i].Node())
			b, _ := s.Class(words[1][i].Node())
			if a^words[0][i]&1 != b^words[1][i]&1 {
				t.Errorf("bit %d differs", i)
			}
		}
		return g, s
	}
	g, long := sweeps(1 << 40)
	_, again := sweeps(1 << 40)
	_, short := sweeps(50)
	if long.Stats != again.Stats || long.Stats != short.Stats {
		t.Errorf("%+v, again %+v, in pieces %+v", long.Stats, again.Stats, short.Stats)
	}
	all := func(s *sweep.Sweeper) (out []aig.Lit) {
		for n := range uint32(g.Len()) {
			l, _ := s.Class(n)
			out = append(out, l)
		}
		return out
	}
	if !slices.Equal(all(long), all(short)) {
		t.Error("in pieces the classes are others")
	}
}

// TestStopped: a limit ends a run at its next poll, and the next one goes on.
func TestStopped(t *testing.T) {
	g, words := distributed(10)
	s := sweep.New(g, sweep.Options{})
	for i := range words[0] {
		s.Add(words[0][i].Node())
		s.Add(words[1][i].Node())
	}
	before := int64(-1)
	for polls := int64(0); polls < 2000; polls = 3*polls + 1 {
		var lim limit.Limit
		lim.Count(limit.NewCountdown(1+polls, limit.Interrupt))
		s.Run(&lim, 1<<40, 1<<20)
		if !lim.Stopped() || s.Done() {
			t.Fatalf("not stopped after %d polls", polls)
		}
		if spent := s.Stats.Ticks; spent <= before && polls > 0 {
			t.Errorf("%d polls: no progress", polls)
		}
		before = s.Stats.Ticks
	}
}
