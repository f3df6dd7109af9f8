package sat_test

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/muster-smt/muster/sat"
)

// xorClauses says that the number of true variables is odd, or even. Variables are bits.
func xorClauses(vars uint64, odd bool) [][]sat.Lit {
	var list []sat.Var
	for ; vars != 0; vars &= vars - 1 {
		list = append(list, sat.Var(bits.TrailingZeros64(vars)+1))
	}
	var cs [][]sat.Lit
	for k := range 1 << len(list) {
		if bits.OnesCount(uint(k))%2 == 1 == odd {
			continue
		}
		var c []sat.Lit
		for i, v := range list {
			c = append(c, v.Pos()|sat.Lit(k>>i&1))
		}
		cs = append(cs, c)
	}
	return cs
}

// TestGauss compares what elimination derives from random exclusive ors with dense linear
// algebra: all units and equivalences, or a contradiction. It checks the proofs.
func TestGauss(t *testing.T) {
	runs := uint64(400)
	if testing.Short() {
		runs = 80
	}
	var units, equivalences, refuted int64
	for seed := range runs {
		r := rand.New(rand.NewPCG(seed, 17))
		n := 6 + r.IntN(30)
		const odd = 1 << 63
		var rows []uint64 // bit i is variable i+1
		p := newTee()
		opt := sat.Options{Tracer: p, Stress: true}
		if seed%4 == 0 {
			opt.Tracer = nil
		}
		s := sat.New(opt)
		for range n {
			s.NewVar()
		}
		for range r.IntN(n + 2) {
			var row uint64
			for size := 3 + r.IntN(1+r.IntN(4)); bits.OnesCount64(row) < size; {
				row |= 1 << r.IntN(n)
			}
			rows = append(rows, row|r.Uint64()&odd)
			for _, c := range xorClauses(row, rows[len(rows)-1]&odd != 0) {
				s.AddClause(c...)
			}
		}
		wantUnits, wantEquivalences, consistent := int64(0), int64(0), true
		classes := map[uint64]bool{}
		reduced := reduce(rows)
		for i := range n {
			x := reducedBy(reduced, 1<<i) &^ odd
			switch {
			case x == 0:
				wantUnits++
			case classes[x]:
				wantEquivalences++
			}
			classes[x] = true
		}
		for _, row := range reduced {
			consistent = consistent && row != odd
		}
		if !consistent {
			wantUnits, wantEquivalences = 1, 0
			refuted++
		}
		st := s.Solve(nil, nil, sat.Budget{Decisions: 1})
		got := s.Stats()
		if st == sat.Unsat == consistent || got.XorUnits != wantUnits || got.XorEquivalences != wantEquivalences {
			t.Fatalf("seed %d: %v with %d units and %d equivalences, expected %d and %d, consistent %v",
				seed, st, got.XorUnits, got.XorEquivalences, wantUnits, wantEquivalences, consistent)
		}
		if err := p.err(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		units, equivalences = units+wantUnits, equivalences+wantEquivalences
	}
	t.Logf("%d units, %d equivalences, %d contradictions", units, equivalences, refuted)
	if min(units, equivalences, refuted) == 0 {
		t.Error("a case does not occur")
	}
}

// reduce is Gauss and Jordan elimination.
func reduce(rows []uint64) []uint64 {
	var reduced []uint64
	for _, row := range rows {
		if row = reducedBy(reduced, row); row == 0 {
			continue
		}
		for i, x := range reduced {
			if x>>bits.TrailingZeros64(row)&1 == 1 {
				reduced[i] ^= row
			}
		}
		reduced = append(reduced, row)
	}
	return reduced
}

// reducedBy replaces the first variable of each row by the others.
func reducedBy(rows []uint64, x uint64) uint64 {
	for _, row := range rows {
		if x>>bits.TrailingZeros64(row)&1 == 1 {
			x ^= row
		}
	}
	return x
}
