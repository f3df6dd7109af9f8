package sat_test

import (
	"bufio"
	"bytes"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/sat/proof"
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
	runs := extent.Of(uint64(80), 400)
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
		s.Unaided()
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

// ring gives each of n points the parity of the edges to two others and to one opposite,
// all of them shuffled, so that sums have many variables. The parities contradict each
// other; but with two free variables at different points, these are equivalent.
func ring(r *rand.Rand, n int, free bool) (vars int, cs [][]sat.Lit) {
	at := make([][]sat.Lit, n)
	edge := func(a, b int) {
		vars++
		at[a] = append(at[a], sat.Var(vars).Pos())
		at[b] = append(at[b], sat.Var(vars).Pos())
	}
	points := r.Perm(n)
	for i, p := range points {
		edge(p, points[(i+1)%n])
		if i%2 == 0 {
			edge(p, r.IntN(n))
		}
	}
	if free {
		for _, p := range [...]int{0, n / 2} {
			vars++
			at[p] = append(at[p], sat.Var(vars).Pos())
		}
	}
	for i, c := range at {
		for k := range 1 << len(c) {
			if bits.OnesCount(uint(k))%2 == 1 == (i == 0) {
				continue
			}
			d := append([]sat.Lit{}, c...)
			for j := range d {
				d[j] ^= sat.Lit(k >> j & 1)
			}
			cs = append(cs, d)
		}
	}
	return vars, cs
}

// definer counts the definitions in a proof.
type definer struct {
	sat.Definer
	defined int
}

func (d *definer) Defined(id sat.ClauseID, c []sat.Lit, blocked []sat.ClauseID) {
	d.defined++
	d.Definer.Defined(id, c, blocked)
}

// TestLongSums derives sums of many variables, for which the proof defines fresh ones. Some
// solves are stopped in the middle, and then the owner makes variables with the same numbers.
func TestLongSums(t *testing.T) {
	var pieces, stopped int
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 23))
		free := seed%2 == 0
		n, cs := ring(r, 40+2*r.IntN(20), free)
		lrat := proof.NewLRAT()
		p := &definer{Definer: lrat}
		s := sat.New(sat.Options{Tracer: p, Stress: true})
		for range n {
			s.NewVar()
		}
		for _, c := range cs {
			s.AddClause(c...)
		}
		if seed%3 > 0 {
			var lim limit.Limit
			lim.Count(limit.NewCountdown(1+r.Int64N(1+r.Int64N(400)), limit.Interrupt))
			if s.Solve(&lim, nil, sat.Budget{Decisions: 1}) == sat.Unknown {
				stopped++
			}
			for range 1 + r.IntN(400) {
				s.NewVar()
			}
			for range 30 {
				s.AddClause(randomLits(r, s.NumVars(), 6)...)
			}
		}
		st := s.Solve(nil, nil, sat.Budget{Conflicts: 100})
		if !free && st != sat.Unsat {
			t.Errorf("seed %d: %v, %+v", seed, st, s.Stats())
		}
		if err := lrat.Err(); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if p.defined > 0 {
			pieces++
		}
	}
	t.Logf("%d in pieces, %d stopped", pieces, stopped)
	if min(pieces, stopped) == 0 {
		t.Error("a case does not occur")
	}
}

// TestStoppedSums stops a long sum at every seventh poll. Then the owner uses variables with the
// numbers of all fresh ones.
func TestStoppedSums(t *testing.T) {
	n, cs := ring(rand.New(rand.NewPCG(3, 23)), 44, false)
	stopped := 0
	for polls, done := int64(1), false; !done; polls += 7 {
		p := &definer{Definer: proof.NewLRAT()}
		s := sat.New(sat.Options{Tracer: p, Stress: true})
		for range n {
			s.NewVar()
		}
		for _, c := range cs {
			s.AddClause(c...)
		}
		var lim limit.Limit
		lim.Count(limit.NewCountdown(polls, limit.Interrupt))
		done = s.Solve(&lim, nil, sat.Budget{}) == sat.Unsat
		if p.defined > 0 && !done {
			stopped++
		}
		for range 2000 {
			v := s.NewVar()
			s.AddClause(v.Pos(), sat.Var(1).Pos())
		}
		if err := p.Definer.(*proof.LRAT).Err(); err != nil {
			t.Fatalf("after %d polls: %v", polls, err)
		}
	}
	if stopped == 0 {
		t.Error("no sum was stopped")
	}
}

// TestLongSumFiles checks proofs with definitions in files of all formats.
func TestLongSumFiles(t *testing.T) {
	for seed := range uint64(12) {
		format := proof.Format{LRAT: seed&1 > 0, Binary: seed&2 > 0}
		r := rand.New(rand.NewPCG(seed, 29))
		n, cs := ring(r, 50+2*r.IntN(30), false)
		var file bytes.Buffer
		w := proof.NewWriter(&file, format, len(cs))
		s := sat.New(sat.Options{Tracer: w})
		for range n {
			s.NewVar()
		}
		for _, c := range cs {
			s.AddClause(c...)
		}
		st := s.Solve(nil, nil, sat.Budget{})
		if err := w.Close(); err != nil || st != sat.Unsat {
			t.Fatalf("seed %d: %v, %v", seed, st, err)
		}
		if _, err := proof.Check(slices.Values(cs), proof.NewReader(bufio.NewReader(&file), format), proof.Options{}); err != nil {
			t.Fatalf("seed %d, %v: %v", seed, format, err)
		}
	}
}
