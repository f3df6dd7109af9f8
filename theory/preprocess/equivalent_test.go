package preprocess

import (
	"slices"
	"testing"

	"github.com/muster-smt/muster/sat/invariant"
	"github.com/muster-smt/muster/theory/term"
)

// formula returns a random formula over sums and choices, of some depth.
func (t *trial) formula(depth int) term.Term {
	rw := t.rw
	if depth > 0 {
		switch t.IntN(5) {
		case 0:
			return rw.And(t.formula(depth-1), t.formula(depth-1))
		case 1, 2:
			return rw.Or(t.formula(depth-1), t.formula(depth-1))
		case 3:
			return rw.Not(t.formula(depth - 1))
		}
	}
	sum := func() term.Term {
		ms := []term.Term{rw.Int(t.Int64N(3) - 1)}
		for range 1 + t.IntN(3) {
			m := t.xs[t.IntN(len(t.xs))]
			if t.IntN(4) == 0 {
				m = rw.Ite(rw.Le(t.xs[t.IntN(len(t.xs))], rw.Int(0)), rw.Int(t.Int64N(2)), rw.Mul(rw.Int(1+t.Int64N(3)), m))
			}
			ms = append(ms, rw.Mul(rw.Int([]int64{1, 1, 1, -1, -1, 2, -3}[t.IntN(7)]), m))
		}
		return rw.Add(ms...)
	}
	a, b := sum(), rw.Int(t.Int64N(3))
	if t.IntN(4) == 0 {
		b = sum()
	}
	switch t.IntN(5) {
	case 0:
		return rw.Eq(a, b)
	case 1: // what comparisons makes one of
		return rw.Or(rw.Eq(a, b), rw.Not(rw.Le(a, b)))
	}
	return rw.Le(a, b)
}

// TestEquivalent: the passes that neither eliminate nor define constants leave formulas with
// the same solutions.
func TestEquivalent(t *testing.T) {
	passes := []struct {
		name string
		run  func(*Pipeline) int
		most int64
	}{
		{"relax", (*Pipeline).relax, 1},
		{"relax and bounds", func(p *Pipeline) int { return p.relax() + p.bounds() + p.flatten() + p.bounds() }, 1},
		{"compare", (*Pipeline).comparisons, 2},
		{"residues", (*Pipeline).residues, 2},
		{"bounds", (*Pipeline).bounds, 2},
	}
	rounds := uint64(150)
	if invariant.Enabled {
		rounds = 1000
	}
	for _, pass := range passes {
		changed := 0
		for seed := range rounds {
			x := newTrial(seed, 4, pass.most)
			for i := range x.xs { // cliques
				for j := range i {
					if x.IntN(3) > 0 {
						x.hold(x.rw.Le(x.rw.Add(x.xs[i], x.xs[j]), x.rw.Int(pass.most)))
					}
				}
			}
			for range 1 + x.IntN(4) {
				x.hold(x.formula(2))
			}
			p := New(x.rw)
			for _, f := range x.fs {
				p.batch = append(p.batch, assertion{t: f})
			}
			p.flatten()
			before := slices.Clone(p.batch)
			pass.run(p)
			y := *x
			y.fs = nil
			for _, a := range p.batch {
				y.hold(a.t)
			}
			if !slices.Equal(before, p.batch) {
				changed++
			}
			if sound(t, x, &y, pass.most+1) {
				continue
			}
			t.Fatalf("%s, seed %d: the solutions differ", pass.name, seed)
		}
		if changed < int(rounds)/20 {
			t.Errorf("%s changed %d of %d", pass.name, changed, rounds)
		}
	}
}

// sound reports whether two trials have the same solutions between 0 and most.
func sound(test *testing.T, x, y *trial, most int64) bool {
	for _, s := range [...][2]*trial{{x, y}, {y, x}} {
		z := *s[0]
		z.fs = append(slices.Clone(s[0].fs), x.rw.Not(x.rw.And(s[1].fs...)))
		if z.possible(test, most) {
			return false
		}
	}
	return true
}
