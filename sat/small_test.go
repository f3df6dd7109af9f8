package sat

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// holds reports whether an assignment, whose bit v is variable v, satisfies all clauses.
func holds(cs [][]Lit, bits uint) bool {
	for _, c := range cs {
		if !slices.ContainsFunc(c, func(l Lit) bool { return bits>>l.Var()&1 != uint(l&1) }) {
			return false
		}
	}
	return true
}

// TestSmall compares the answers of the small solver with enumeration, question after
// question: its models hold, also after flips, and its cores are contradictory.
func TestSmall(t *testing.T) {
	var k small
	var answers [3]int
	flips, kept := 0, 0
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 5))
		const first, n = 3, 8 // the formula's variables from first on
		var cs [][]Lit
		k.reset(first + n)
		random := func() Lit { return Lit(2*first + r.IntN(2*n)) }
		for range r.IntN(40) {
			var c []Lit
			for range 1 + r.IntN(4) {
				if l := random(); !slices.Contains(c, l) && !slices.Contains(c, l^1) {
					c = append(c, l)
				}
			}
			cs = append(cs, c)
			k.add(ClauseID(len(cs)), c...)
		}
		for range 6 {
			var assumed []Lit
			all := slices.Clone(cs)
			for range r.IntN(4) {
				l := random()
				all = append(all, []Lit{l})
				if k.local[l.Var()] == 0 {
					all = all[:len(all)-1] // it is in no clause
					continue
				}
				assumed = append(assumed, k.lit(l))
			}
			want := False
			for bits := range uint(1 << n) {
				if holds(all, bits<<first) {
					want = True
					break
				}
			}
			got := k.solve(math.MaxInt64, assumed...)
			if got != want {
				t.Fatalf("seed %d: %v, want %v", seed, got, want)
			}
			answers[got+1]++
			model := func() (bits uint) {
				for v, o := range k.outer {
					if k.vals[Var(v).Pos()] == True {
						bits |= 1 << o
					}
				}
				return bits
			}
			if got == True {
				if !holds(all, model()) {
					t.Fatalf("seed %d: not a model", seed)
				}
				for v := Var(1); int(v) < len(k.outer); v++ {
					before := model()
					could := holds(cs, before^1<<k.outer[v])
					level := k.vars[v].level
					if k.flip(k.trueLit(v)) {
						flips++
					} else if kept++; could && level > 0 {
						t.Fatalf("seed %d: a flip was refused", seed)
					}
					if !holds(cs, model()) {
						t.Fatalf("seed %d: not a model after a flip", seed)
					}
				}
				continue
			}
			core := slices.Clone(all[len(cs):])
			for i, needed := range k.needed()[:k.added] {
				if needed {
					core = append(core, cs[k.clauses[i].id-1])
				}
			}
			for bits := range uint(1 << n) {
				if holds(core, bits<<first) {
					t.Fatalf("seed %d: the core can hold", seed)
				}
			}
		}
	}
	t.Logf("%d false, %d true, %d flips, %d refused", answers[0], answers[2], flips, kept)
	if min(answers[0], answers[2], flips, kept) < 100 {
		t.Error("too few of them")
	}
}

// TestSmallEffort stops in the middle of a question, and answers the next one.
func TestSmallEffort(t *testing.T) {
	var k small
	k.reset(100)
	const holes = 6
	at := func(p, h int) Lit { return Var(1 + p*holes + h).Pos() }
	for p := range holes + 1 {
		var c []Lit
		for h := range holes {
			c = append(c, at(p, h))
			for q := range p {
				k.add(0, at(p, h)^1, at(q, h)^1)
			}
		}
		k.add(0, c...)
	}
	if got := k.solve(100); got != Undef {
		t.Fatalf("%v after 100 ticks", got)
	}
	if got := k.solve(math.MaxInt64); got != False {
		t.Fatalf("%v, want false", got)
	}
}
