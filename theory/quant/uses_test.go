package quant

import (
	"math/rand"
	"slices"
	"testing"

	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/term"
)

// useWorld is a world that tells planted uses.
type useWorld struct {
	world
	used []uint32
}

func (w *useWorld) Used(yield func(number uint32)) {
	for _, n := range w.used {
		yield(n)
	}
	w.used = nil
}

// TestGenerationsFollowUse plants uses among random instances that match nodes of earlier
// ones. A node's generation is then what it would be if each instance of use added nothing.
func TestGenerationsFollowUse(t *testing.T) {
	st := term.NewStore()
	for seed := range int64(500) {
		rng := rand.New(rand.NewSource(seed))
		w := &useWorld{world: world{points: map[term.Term]theory.Point{}}}
		m := &Matcher{host: w, st: st, quants: []quantifier{{programs: []program{{nodes: 2}}}}}
		for range 5 { // none, true, false, zero, a term of the input
			m.Attach(w.make(st.True(), nil), st.True())
		}
		const first = 4
		matches := [][]theory.Node{nil} // of the instance that made node first+i
		used := []bool{false}
		for len(matches) < 30 {
			n := len(matches)
			match := []theory.Node{theory.Node(first + rng.Intn(n)), theory.Node(first + n - 1 - rng.Intn(min(n, 2)))}
			i := int32(len(m.insts))
			g := m.greatest(match)
			m.insts = append(m.insts, instance{gen: g, sent: true})
			m.making = g + 1
			made := w.make(st.True(), nil)
			m.Attach(made, st.True())
			m.making = 0
			m.noteSent(i, match, made)
			matches, used = append(matches, match), append(used, false)
			m.found.list = append(m.found.list, newMatch(uint32(len(m.found.tops)), g))
			m.found.tops = append(m.found.tops, match...)
			if rng.Intn(4) > 0 {
				continue
			}
			for range rng.Intn(4) {
				k := 1 + rng.Intn(n)
				used[k] = true
				w.used = append(w.used, uint32(k))
			}
			m.seeUse()
			m.refresh()
			want := make([]uint16, first+len(matches))
			for k := 1; k < len(matches); k++ {
				g := max(want[matches[k][0]], want[matches[k][1]])
				if x := m.found.list[k-1]; x.gen != g || m.insts[k-1].gen != g {
					t.Fatalf("seed %d: match %d has generation %d, its instance %d, want %d", seed, k, x.gen, m.insts[k-1].gen, g)
				}
				if !used[k] {
					g++
				}
				want[first+k] = g
			}
			if got := m.gens[:len(want)]; !slices.Equal(got, want) {
				t.Fatalf("seed %d: generations %v, want %v", seed, got, want)
			}
		}
	}
}

func newMatch(tops uint32, gen uint16) match { return match{tops: tops, gen: gen} }
