package sat

import (
	"math/rand/v2"
	"testing"
)

// forwardNow runs rounds of forward subsumption, until one changes nothing and leaves
// nothing for the next. It returns their number, and false after a conflict.
func forwardNow(s *Solver, ticks int64) (rounds int, ok bool) {
	s.begin(nil, nil, Budget{})
	defer s.end()
	for again := true; again; rounds++ {
		if !s.propagate() || !s.clean() {
			return rounds, false
		}
		s.subsumeForward(ticks)
		ticks += ticks / 2 // a round begins with what is small, whether it is new or not
		again = s.head < len(s.trail)
		for ref := cref(arenaStart); int(ref) < len(s.db.arena); ref += cref(hdrWords + s.db.arena[ref]) {
			again = again || *s.meta(ref)&(metaDead|metaForward) == 0
		}
	}
	return rounds, true
}

// contained reports whether all literals of d are in c, one of them possibly negated.
func contained(d, c []Lit) bool {
	flipped := 0
	for _, l := range d {
		found := false
		for _, q := range c {
			if q.Var() == l.Var() {
				found = true
				if q != l {
					flipped++
				}
			}
		}
		if !found {
			return false
		}
	}
	return flipped < 2
}

// TestForwardComplete compares all pairs of clauses that rounds of forward subsumption
// leave, after clauses were added twice, and counts the models. Rounds with little effort
// come to the same end.
func TestForwardComplete(t *testing.T) {
	var removed, shortened, units, more int64
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 8))
		n := 6 + r.IntN(6)
		s := New(Options{})
		s.Plain()
		for range n {
			s.NewVar()
		}
		var all [][]Lit
		conflict := false
		effort := int64(2 + r.IntN(40))
		for range 2 {
			for range 5 + r.IntN(15) {
				var c []Lit
				for _, v := range r.Perm(n)[:2+r.IntN(4)] {
					c = append(c, Lit(2*v+2+r.IntN(2)))
				}
				all = append(all, c)
				s.Add(c, Irredundant)
			}
			rounds, ok := forwardNow(s, effort)
			if rounds > 1 {
				more++
			}
			if conflict = !ok; conflict {
				break
			}
			for a := cref(arenaStart); int(a) < len(s.db.arena); a += cref(hdrWords + s.db.arena[a]) {
				for b := cref(arenaStart); int(b) < len(s.db.arena); b += cref(hdrWords + s.db.arena[b]) {
					if a != b && (*s.meta(a)|*s.meta(b))&metaDead == 0 && contained(s.lits(a), s.lits(b)) {
						t.Fatalf("seed %d: %v is left beside %v", seed, s.lits(b), s.lits(a))
					}
				}
			}
		}
		plain := New(Options{})
		plain.Plain()
		for range n {
			plain.NewVar()
		}
		for _, c := range all {
			plain.Add(c, Irredundant)
		}
		for m := range 1 << n {
			var a []Lit
			for v := range n {
				a = append(a, Lit(2*v+2+m>>v&1))
			}
			got, want := Unsat, plain.Solve(nil, a, Budget{})
			if !conflict { // else it was left to the search
				got = s.Solve(nil, a, Budget{})
			}
			if got != want {
				t.Fatalf("seed %d: %v under %v, want %v", seed, got, a, want)
			}
		}
		st := s.Stats()
		removed, shortened, units = removed+st.Subsumed, shortened+st.Strengthened, units+st.Fixed
	}
	if min(removed, shortened, units, more) == 0 {
		t.Errorf("%d clauses removed, %d shortened, %d units, %d times more than a round", removed, shortened, units, more)
	}
}

// TestForwardUnits finds units of two pairs of clauses in one round.
func TestForwardUnits(t *testing.T) {
	s := New(Options{})
	s.Plain()
	var l [4]Lit
	for i := range l {
		l[i] = s.NewVar().Pos()
	}
	s.AddClause(l[0], l[1])
	s.AddClause(l[0], l[1].Not())
	s.AddClause(l[2], l[3])
	s.AddClause(l[2], l[3].Not())
	s.begin(nil, nil, Budget{})
	s.subsumeForward(1 << 20)
	if n := len(s.trail); n != 2 {
		t.Errorf("%d units, want 2", n)
	}
	s.end()
}
