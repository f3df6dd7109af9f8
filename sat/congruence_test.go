package sat_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/muster-smt/muster/sat"
)

// netlist is a random circuit: gates of the kinds that congruence closure knows.
type netlist struct {
	r       *rand.Rand
	kinds   []int
	in      [][]int // by gate: its inputs, as signed numbers of signals
	signals int     // inputs and gates, numbered from 1
	inputs  int
}

func newNetlist(r *rand.Rand, inputs, gates int) *netlist {
	n := &netlist{r: r, signals: inputs, inputs: inputs}
	for range gates {
		kind := r.IntN(4)
		size := 2 + r.IntN(2)
		if kind == 3 {
			size = 3
		}
		var in []int
		for len(in) < size {
			x := 1 + r.IntN(n.signals)
			if r.IntN(2) == 0 {
				x = max(1, n.signals-r.IntN(20))
			}
			if slices.Contains(in, x) || slices.Contains(in, -x) {
				continue
			}
			if r.IntN(2) == 0 {
				x = -x
			}
			in = append(in, x)
		}
		n.kinds, n.in = append(n.kinds, kind), append(n.in, in)
		n.signals++
	}
	return n
}

// clauses are those of the gates in a random order. Gate i is the variable inputs+i+1+shift.
func (n *netlist) clauses(shift int) (cs [][]int) {
	for i, in := range n.in {
		var a []int
		for _, x := range in {
			switch {
			case x > n.inputs:
				x += shift
			case x < -n.inputs:
				x -= shift
			}
			a = append(a, x)
		}
		out := n.inputs + i + 1 + shift
		switch n.kinds[i] {
		case 0, 1:
			long := []int{out}
			for _, x := range a {
				long = append(long, -x)
				cs = append(cs, []int{-out, x})
			}
			cs = append(cs, long)
		case 2:
			all := append(a, out)
			for m := range 1 << len(all) {
				c, odd := slices.Clone(all), false
				for j := range c {
					if m>>j&1 != 0 {
						c[j], odd = -c[j], !odd
					}
				}
				if odd {
					cs = append(cs, c)
				}
			}
		case 3:
			cs = append(cs, []int{-out, -a[0], a[1]}, []int{-out, a[0], a[2]}, []int{out, -a[0], -a[1]}, []int{out, a[0], -a[2]})
		}
	}
	for _, c := range cs {
		n.r.Shuffle(len(c), func(i, j int) { c[i], c[j] = c[j], c[i] })
	}
	n.r.Shuffle(len(cs), func(i, j int) { cs[i], cs[j] = cs[j], cs[i] })
	return cs
}

// Each gate of a copy of a circuit is equivalent to its original.
func TestCongruence(t *testing.T) {
	for seed := range uint64(40) {
		n := newNetlist(rand.New(rand.NewPCG(seed, 21)), 6+int(seed), 100)
		p := newTee()
		s := sat.New(sat.Options{Tracer: p})
		load(s, n.clauses(0)...)
		load(s, n.clauses(len(n.in))...)
		load(s, []int{n.signals, -n.signals - len(n.in)}, []int{-n.signals, n.signals + len(n.in), n.inputs + 1})
		st := s.Congruence()
		if int(st.Congruent+st.GateUnits) < len(n.in) || int(st.Substituted+st.Fixed) < len(n.in) {
			t.Errorf("seed %d: %+v", seed, st)
		}
		if s.Solve(nil, nil, sat.Budget{}) != sat.Sat {
			t.Errorf("seed %d: not satisfiable", seed)
		}
		if err := p.err(); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
}
