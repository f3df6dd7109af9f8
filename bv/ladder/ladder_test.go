package ladder

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/muster-smt/muster/bv/aig"
	"github.com/muster-smt/muster/bv/circuit"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
)

// proven is a fact whose result is that of the circuit, so lemmas about it are tautologies.
type proven struct {
	b *circuit.Builder
	f *Fact
}

func newProven(width int, division bool) *proven {
	b := circuit.New(aig.New())
	f := &Fact{X: b.Inputs(width), Y: b.Inputs(width)}
	if division {
		f.Z, f.R = b.UdivRem(f.X, f.Y)
	} else {
		f.Z = b.Mul(f.X, f.Y)
	}
	return &proven{b, f}
}

// points calls yield with all points of a width up to 3 bits, with many random ones beyond.
func points(r *rand.Rand, width int, division bool, yield func(Point)) {
	v := func(n uint64) *big.Int { return new(big.Int).SetUint64(n & (1<<width - 1)) }
	if width > 3 {
		for range 4000 {
			yield(Point{v(r.Uint64() >> r.IntN(64)), v(r.Uint64()), v(r.Uint64() >> r.IntN(64)), v(r.Uint64())})
		}
		return
	}
	for k := range uint64(1) << (4 * width) {
		if at := (Point{v(k), v(k >> width), v(k >> (2 * width)), v(k >> (3 * width))}); division || at.R.Sign() == 0 {
			yield(at)
		}
	}
}

// lemmas returns each lemma of the ladder at all points, with the name of its schema.
func (p *proven) lemmas(r *rand.Rand) map[aig.Lit]string {
	all := map[aig.Lit]string{}
	division := p.f.R != nil
	for k, s := range p.f.schemas() {
		points(r, len(p.f.X), division, func(at Point) { all[p.f.lemma(p.b, k, at)] = s.name })
	}
	points(r, len(p.f.X), division, func(at Point) { all[p.f.value(p.b, at)] = "value" })
	for k := range p.f.X {
		all[p.f.equation(p.b, k+1)] = fmt.Sprint("low bits ", k+1)
	}
	all[p.f.Meaning(p.b)] = "meaning"
	return all
}

// TestSchemas proves each schema by evaluation: with all operands and with all parameters
// up to width 3, with many at 4 and 5.
func TestSchemas(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for width := 1; width <= 5; width++ {
		for _, division := range []bool{false, true} {
			p := newProven(width, division)
			all := p.lemmas(r)
			var values []uint64
			for base := 0; base < 1<<(2*width); base += 64 {
				inputs := make([]uint64, 2*width)
				for k := range inputs {
					for i := range 64 {
						inputs[k] |= uint64((base+i)>>k&1) << i
					}
				}
				values = p.b.Simulate(inputs, values)
				for l, name := range all {
					if v := aig.Word(values, l); v != ^uint64(0) {
						t.Fatalf("%s is wrong at width %d, operands from %x: %x", name, width, base, v)
					}
				}
			}
			t.Logf("width %d, division %v: %d lemmas", width, division, len(all))
		}
	}
}

// core is a SAT solver for the gates of a graph.
type core struct {
	*sat.Solver
	*aig.CNF
}

func (c core) Clause(lits []sat.Lit) { c.AddClause(lits...) }

func newCore(g *aig.Graph) core {
	c := core{Solver: sat.New(sat.Options{})}
	c.CNF = aig.NewCNF(g, c)
	return c
}

// holds returns how to evaluate gates in the core's assignment.
func (c core) holds(g *aig.Graph) func(aig.Lit) bool {
	inputs := make([]bool, g.Inputs())
	for k := range inputs {
		l := c.Known(g.InputLit(k))
		inputs[k] = l != sat.NoLit && c.ModelValue(l) == sat.True
	}
	var values []bool
	return func(l aig.Lit) bool {
		values = g.Extend(inputs, values)
		return values[l.Node()] != l.IsNeg()
	}
}

// TestSchemasWide proves lemmas at random widths by the SAT solver.
func TestSchemasWide(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for n := range 6 {
		p := newProven(6+r.IntN(3), n%2 == 0)
		for k, s := range p.f.schemas() {
			for range 10 {
				v := func() *big.Int { return new(big.Int).SetUint64(r.Uint64() >> r.IntN(64) & (1<<len(p.f.X) - 1)) }
				l := p.f.lemma(p.b, k, Point{v(), v(), v(), v()})
				c := newCore(p.b.Graph)
				c.Root(l.Not())
				if st := c.Solve(&limit.Limit{}, nil, sat.Budget{}); st != sat.Unsat {
					t.Fatalf("%s at width %d: its negation is %v", s.name, len(p.f.X), st)
				}
			}
		}
	}
}

// number returns the number of a word.
func number(w []aig.Lit, holds func(aig.Lit) bool) *big.Int {
	v := new(big.Int)
	for k, l := range w {
		if holds(l) {
			v.SetBit(v, k, 1)
		}
	}
	return v
}

// TestExcludes: each schema excludes wrong results.
func TestExcludes(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, division := range []bool{false, true} {
		g := aig.New()
		b := circuit.New(g)
		f := Product(g, b.Inputs(5), b.Inputs(5))
		if division {
			f = Division(g, f.X, f.Y)
		}
		for k, s := range f.schemas() {
			excluded := 0
			points(r, 5, division, func(at Point) {
				inputs := make([]bool, g.Inputs())
				for i, w := range [][]aig.Lit{f.X, f.Y, f.Z, f.R} {
					for k, l := range w {
						inputs[g.InputIndex(l.Node())] = []*big.Int{at.X, at.Y, at.Z, at.R}[i].Bit(k) != 0
					}
				}
				l := f.lemma(b, k, at)
				if values := g.Eval(inputs, nil); values[l.Node()] == l.IsNeg() {
					excluded++
				}
			})
			if excluded < 50 {
				t.Errorf("%s excludes %d points", s.name, excluded)
			}
		}
	}
}

// TestLadder climbs: each lemma excludes the assignment that asked for it, and the ladder ends
// with the operator's meaning.
func TestLadder(t *testing.T) {
	for seed := range uint64(20) {
		if f := climb(t, rand.New(rand.NewPCG(seed, 6)), seed%2 == 0); !f.Exact {
			t.Errorf("seed %d ends before the circuit", seed)
		}
	}
}

// climb refines a fact at assignments that are wrong, first for random short operands, until there are none.
func climb(t *testing.T, r *rand.Rand, division bool) *Fact {
	g := aig.New()
	b := circuit.New(g)
	x, y := b.Inputs(14), b.Inputs(14)
	f := Product(g, x, y)
	if division {
		f = Division(g, x, y)
	}
	c := newCore(g)
	for _, l := range slices.Concat(f.X, f.Y, f.Z, f.R) {
		c.Lit(l)
	}
	wrong := c.Lit(f.Meaning(b).Not())
	solve := func(assumptions ...sat.Lit) bool {
		return c.Solve(&limit.Limit{}, append(assumptions, wrong), sat.Budget{}) == sat.Sat
	}
	some := func() bool { // at one of a few random operands
		for range 3 {
			var short []sat.Lit
			for _, w := range [][]aig.Lit{f.X, f.Y} {
				v := r.Uint64N(1<<7) >> r.IntN(8)
				for k, l := range w {
					short = append(short, c.Lit(l)^sat.Lit(1&^(v>>k)))
				}
			}
			if solve(short...) {
				return true
			}
		}
		return false
	}
	for some() || solve() {
		holds := c.holds(g)
		l, _ := f.Refine(b, Point{number(f.X, holds), number(f.Y, holds), number(f.Z, holds), number(f.R, holds)}, holds)
		if holds(l) {
			t.Fatal("a lemma does not exclude the assignment")
		}
		c.Root(l)
	}
	return f
}
