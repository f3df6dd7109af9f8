package proof

import (
	"math/rand/v2"
	"testing"

	"github.com/muster-smt/muster/bv/aig"
)

// TestSteps makes random gates, with many rules at work: every step is verified, and literals
// that are not what was asked for are not.
func TestSteps(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 3))
		g := aig.New()
		s := &steps{g: g}
		g.Watch = s
		lits := []aig.Lit{aig.True}
		for range 2 + r.IntN(6) {
			lits = append(lits, g.Input())
		}
		inputs := lits[1:]
		pick := func() aig.Lit {
			near := min(len(lits), 12)
			return lits[len(lits)-1-r.IntN(near)] ^ aig.Lit(r.IntN(2))
		}
		for range 400 {
			a, b, c := pick(), pick(), pick()
			var l aig.Lit
			switch r.IntN(5) {
			case 0:
				l = g.And(a, b)
			case 1:
				l = g.Xor(a, b)
			case 2:
				l = g.Xor3(a, b, c)
			case 3:
				l = g.Ite(a, b, c)
			case 4:
				l = g.Maj(a, b, c)
			}
			if s.bad != nil || len(s.open) != 0 {
				t.Fatalf("seed %d: a step was not verified", seed)
			}
			if lits = append(lits, l); r.IntN(8) == 0 {
				lits = append(lits, inputs[r.IntN(len(inputs))])
			}
		}
		// Wrong literals: compare all points.
		points := make([]uint64, len(inputs))
		for i := range points {
			points[i] = patterns[i%len(patterns)]
			if i >= len(patterns) {
				points[i] = r.Uint64()
			}
		}
		values := g.Simulate(points, nil)
		for range 400 {
			d := demand{aig.And + aig.Kind(r.IntN(5)), [3]aig.Lit{pick(), pick(), pick()}}
			for i := d.kind.Arity(); i < 3; i++ {
				d.in[i] = aig.False
			}
			l := pick()
			a, b, c := aig.Word(values, d.in[0]), aig.Word(values, d.in[1]), aig.Word(values, d.in[2])
			var want uint64
			switch d.kind {
			case aig.And:
				want = a & b
			case aig.Xor, aig.Xor3:
				want = a ^ b ^ c
			case aig.Ite:
				want = a&b | c&^a
			case aig.Maj:
				want = a&b | a&c | b&c
			}
			if s.is(d, l) && aig.Word(values, l) != want {
				t.Fatalf("seed %d: %v of %v is not %v", seed, d.kind, d.in, l)
			}
		}
	}
}
