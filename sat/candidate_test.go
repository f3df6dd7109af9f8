package sat

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestRevert asks a question without a model between others: the candidate is the last
// model again, each clause has a witness in it or is among the broken ones.
func TestRevert(t *testing.T) {
	s := New(Options{})
	s.inproc.off = true
	gates(s, rand.New(rand.NewPCG(1, 5)), 50, 400)
	r := rand.New(rand.NewPCG(1, 6))
	refuted := 0
	for range 200 {
		var assume []Lit
		for range 4 {
			assume = append(assume, Lit(2+r.IntN(2*s.NumVars())))
		}
		before := slices.Clone(s.repairs.values)
		if s.Solve(nil, assume, Budget{}) == Sat || s.repairs.models == 0 {
			continue
		}
		refuted++
		for v, x := range before {
			if v > 0 && s.repairs.values[v] != x && s.vals[Var(v).Pos()] == Undef {
				t.Fatalf("the candidate has another value for variable %d", v)
			}
		}
		checkWitnesses(t, s)
	}
	if refuted < 20 {
		t.Errorf("%d questions had no model", refuted)
	}
}

// TestExtendCandidate brings variables and clauses back after an answer: all clauses are true
// in the candidate then.
func TestExtendCandidate(t *testing.T) {
	restored := int64(0)
	for seed := range uint64(300) {
		s := New(Options{Stress: true, Seed: seed})
		r := rand.New(rand.NewPCG(seed, 7))
		gates(s, r, 10, 60)
		for range 8 {
			a := Lit(2 + r.IntN(2*s.NumVars()))
			if s.Solve(nil, []Lit{a}, Budget{}) != Sat {
				continue
			}
			s.Freeze(Var(1 + r.IntN(s.NumVars())))
			checkCandidateHolds(t, s, seed)
			s.restoreAllVars()
			checkCandidateHolds(t, s, seed)
			checkWitnesses(t, s)
		}
		restored += s.stats.Restored + s.stats.Unblocked
	}
	if restored < 1000 {
		t.Errorf("only %d variables and clauses came back", restored)
	}
}

func checkCandidateHolds(t *testing.T, s *Solver, seed uint64) {
	t.Helper()
	s.takeModel()
	for ref := cref(arenaStart); int(ref) < len(s.db.arena); ref += cref(hdrWords + s.db.arena[ref]) {
		if *s.meta(ref)&(metaDead|metaRedun) == 0 && !s.inCandidate(s.lits(ref)) {
			t.Fatalf("seed %d: %v is false in the candidate", seed, s.lits(ref))
		}
	}
}

// checkWitnesses checks that each clause is where it belongs.
func checkWitnesses(t *testing.T, s *Solver) {
	t.Helper()
	r := &s.repairs
	if !r.built {
		return
	}
	known := map[cref]bool{}
	for l, i := range r.first {
		for ; i != 0; i = r.clauses[i].next {
			ref := r.clauses[i].ref
			if r.values[l/2] != value(Lit(l)) || !slices.Contains(s.lits(ref), Lit(l)) {
				t.Fatalf("%v is not a witness of %v", Lit(l), s.lits(ref))
			}
			known[ref] = true
		}
	}
	for i := r.broken; i != 0; i = r.clauses[i].next {
		known[r.clauses[i].ref] = true
	}
	for ref := cref(arenaStart); int(ref) < len(s.db.arena); ref += cref(hdrWords + s.db.arena[ref]) {
		if *s.meta(ref)&(metaDead|metaRedun) == 0 && !known[ref] {
			t.Fatalf("%v is in no list", s.lits(ref))
		}
	}
}
