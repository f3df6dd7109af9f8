package quant

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/term"
)

// TestWakes makes nodes relevant and quantifiers active, in levels that it undoes, and
// gives instances new matches. After Propagate the instances that are live must be those
// whose quantifier is active and whose nodes are all relevant.
func TestWakes(t *testing.T) {
	const nodes, quants, instances = 9, 3, 12
	for seed := range int64(300) {
		rng := rand.New(rand.NewSource(seed))
		st := term.NewStore()
		w := &world{st: st, points: map[term.Term]theory.Point{}}
		for range 4 { // none, true, false, zero
			w.make(0, nil)
		}
		m := New(w, nil)
		f := st.DeclareFun("f", []term.Sort{term.Int}, term.Int)
		open := st.BoundVar("b", term.Bool) // neither true nor false
		relevant := func(n int) bool { return m.wakes.place(theory.Node(4+n)) >= 0 }
		for k := range nodes {
			w.make(st.App(f, st.Int(int64(k))), nil)
		}
		for k := range quants {
			m.quants = append(m.quants, quantifier{programs: make([]program, 1)})
			m.byVar = append(m.byVar, int32(k+1))
		}
		trigger := make([][]theory.Node, instances)
		setTrigger := func(i int) {
			in := &m.insts[i]
			var all []theory.Node
			for range 1 + rng.Intn(3) {
				if n := rng.Intn(nodes); relevant(n) {
					all = append(all, theory.Node(4+n))
				}
			}
			if len(all) == 0 {
				return
			}
			m.quants[in.quant].programs[0].nodes = uint16(len(all))
			m.found.tops = all
			if _, ok := m.wakes.last(in.trigger); !ok || in.trigger.n == 0 {
				trigger[i] = all
			}
			m.setTrigger(int32(i), &match{quant: in.quant})
		}
		var trail []string
		for range 100 {
			switch op := rng.Intn(8); {
			case op < 3:
				if n := rng.Intn(nodes); !relevant(n) {
					m.Relevant(theory.Node(4 + n))
					trail = append(trail, fmt.Sprint("node ", n))
				}
			case op == 3:
				if q := rng.Intn(quants); !m.quants[q].active {
					m.quants[q].active = true
					m.active = append(m.active, int32(q))
					m.push(record{kind: recActive})
					m.wakes.quants = append(m.wakes.quants, int32(q))
					trail = append(trail, fmt.Sprint("quantifier ", q))
				}
			case op == 4:
				m.NewLevel()
				trail = append(trail, "level")
			case op == 5 && len(m.levels) > 0:
				level := rng.Intn(len(m.levels))
				m.Backtrack(level)
				trail = append(trail, fmt.Sprint("backtrack ", level))
			case op == 6 && len(m.insts) < instances && len(m.active) > 0:
				q := m.active[rng.Intn(len(m.active))]
				m.insts = append(m.insts, instance{quant: q, body: open, sent: true, needed: useful})
				i := len(m.insts) - 1
				m.quants[q].sent = append(m.quants[q].sent, int32(i))
				m.Propagate()
				if setTrigger(i); trigger[i] == nil { // it has no nodes
					m.wake(int32(i))
				} else {
					m.enliven(int32(i))
				}
				trail = append(trail, fmt.Sprint("instance ", trigger[i]))
			case op == 7 && len(m.insts) > 0:
				m.Propagate()
				i := rng.Intn(len(m.insts))
				if in := &m.insts[i]; in.live == 0 && m.quants[in.quant].active {
					if setTrigger(i); trigger[i] != nil {
						if _, ok := m.wakes.last(in.trigger); ok {
							m.enliven(int32(i))
						}
					}
					trail = append(trail, fmt.Sprint("match ", i, trigger[i]))
				}
			}
			m.Propagate()
			if err := m.checkWatches(); err != nil {
				t.Fatalf("seed %d: %v\n%v", seed, err, trail)
			}
			for i := range m.insts {
				in := &m.insts[i]
				want := m.quants[in.quant].active
				for _, n := range trigger[i] {
					want = want && relevant(int(n)-4)
				}
				if want != (in.live > 0) {
					t.Fatalf("seed %d: instance %d has live %d, want %v\n%v", seed, i, in.live, want, trail)
				}
			}
		}
	}
}
