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

// Each gate of a copy of a circuit is equivalent to its original. The last circuit is too
// large for the first table.
func TestCongruence(t *testing.T) {
	for seed := range uint64(41) {
		size := 100
		if seed == 40 {
			size = 2000
		}
		n := newNetlist(rand.New(rand.NewPCG(seed, 21)), 6+int(seed), size)
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

// Equivalences of frozen gates, which substitution leaves, are found once, and those that
// follow from them are found later, too.
func TestCongruenceFrozen(t *testing.T) {
	p := newTee()
	s := sat.New(sat.Options{Tracer: p})
	load(s, and(3, 1, 2)...)
	load(s, and(4, 1, 2)...)
	for v := range 6 {
		for s.NumVars() <= v {
			s.NewVar()
		}
		s.Freeze(sat.Var(1 + v))
	}
	before := s.CloseGates()
	if before.Congruent != 1 {
		t.Fatalf("%d equivalences, want 1", before.Congruent)
	}
	if st := s.CloseGates(); st.Congruent != 1 || st.Irredundant != before.Irredundant {
		t.Errorf("%d equivalences and %d clauses after another round, want 1 and %d", st.Congruent, st.Irredundant, before.Irredundant)
	}
	load(s, and(7, 3, 5)...)
	load(s, and(8, 4, 5)...)
	load(s, []int{7, 8}, []int{-7, -8})
	s.CloseGates()
	if s.Solve(nil, nil, sat.Budget{}) != sat.Unsat {
		t.Error("not unsatisfiable")
	}
	if err := p.err(); err != nil {
		t.Error(err)
	}
}

// and are the clauses of a conjunction.
func and(out int, in ...int) (cs [][]int) {
	long := []int{out}
	for _, x := range in {
		cs, long = append(cs, []int{-out, x}), append(long, -x)
	}
	return append(cs, long)
}

// ite are the clauses of an if-then-else.
func ite(out, a, t, e int) [][]int {
	return [][]int{{-out, -a, t}, {-out, a, e}, {out, -a, -t}, {out, a, -e}}
}

// xor are the clauses of an exclusive or.
func xor(out, a, b int) [][]int { return ite(out, a, -b, b) }

// xor3 are the clauses of an exclusive or of three.
func xor3(out, a, b, c int) (cs [][]int) {
	for m := range 16 {
		cl, odd := []int{out, a, b, c}, false
		for j := range cl {
			if m>>j&1 != 0 {
				cl[j], odd = -cl[j], !odd
			}
		}
		if odd {
			cs = append(cs, cl)
		}
	}
	return cs
}

// A gate is another gate if some of its inputs are equal or opposite. Here that is known
// only after 3 and 4 are found to be the same conjunction; 5 and 6 are free.
func TestGateForms(t *testing.T) {
	for name, c := range map[string]struct {
		clauses          [][]int
		congruent, units int64
	}{
		"nothing":                    {and(7, 3, 5), 1, 0},
		"and of opposites":           {and(7, 3, -4), 1, 1},
		"and of opposites and more":  {and(7, 3, -4, 5), 1, 1},
		"and of equals":              {and(7, 3, 4), 2, 0},
		"and of equals and more":     {slices.Concat(and(7, 3, 4, 5), and(8, 3, 5)), 2, 0},
		"and with the output":        {and(3, 4, 5), 1, 0},
		"and with the output's not":  {and(3, -4, 5), 1, 1},
		"xor of opposites":           {xor(7, 3, -4), 1, 1},
		"xor of equals":              {xor(7, 3, 4), 1, 1},
		"xor with the output":        {xor(4, 3, 5), 1, 1},
		"xor with the output's not":  {xor(4, -3, 5), 1, 1},
		"xor of equals and more":     {xor3(7, 3, 5, 4), 2, 0},
		"xor of opposites and more":  {xor3(7, 3, 5, -4), 2, 0},
		"xor with output and more":   {xor3(4, 3, 5, 6), 2, 0},
		"ite of equals":              {ite(7, 5, 3, 4), 2, 0},
		"ite of opposites":           {slices.Concat(ite(7, 5, 3, -4), xor(8, 5, 3)), 2, 0},
		"ite of opposites the other": {slices.Concat(ite(7, 5, -3, 4), xor(8, 5, 3)), 2, 0},
		"ite is or":                  {slices.Concat(ite(7, 3, 4, 5), and(8, -3, -5)), 2, 0},
		"ite is and":                 {slices.Concat(ite(7, 3, -4, 5), and(8, -3, 5)), 2, 0},
		"ite is and of its first":    {slices.Concat(ite(7, 3, 5, 4), and(8, 3, 5)), 2, 0},
		"ite is or of its first":     {slices.Concat(ite(7, 3, 5, -4), and(8, 3, -5)), 2, 0},
		"ite of its condition":       {ite(7, 3, 4, -4), 1, 1},
		"ite with its output":        {ite(4, 5, 3, 6), 1, 0},
		"ite with its output's not":  {ite(4, 5, -3, 6), 2, 1},
		"ite with output's not last": {ite(4, 5, 6, -3), 2, 1},
		"ite by a condition not":     {slices.Concat(ite(7, 3, 5, 6), ite(8, -4, 6, 5)), 2, 0},
		"ite of inputs not":          {slices.Concat(ite(7, 3, 5, 6), ite(8, 4, -5, -6)), 2, 0},
	} {
		p := newTee()
		s := sat.New(sat.Options{Tracer: p})
		load(s, slices.Concat(and(3, 1, 2), and(4, 2, 1), c.clauses)...)
		if st := s.Congruence(); st.Congruent != c.congruent || st.GateUnits != c.units {
			t.Errorf("%s: %d equivalences and %d units, want %d and %d", name, st.Congruent, st.GateUnits, c.congruent, c.units)
		}
		if st := s.Solve(nil, nil, sat.Budget{}); st != sat.Sat || p.err() != nil {
			t.Errorf("%s: %v, %v", name, st, p.err())
		}
	}
}

// living is a Tracer that knows which clauses were not deleted.
type living struct {
	clauses map[sat.ClauseID]bool
}

func (t living) Antecedents() bool                                        { return true }
func (t living) Axiom(id sat.ClauseID, _ []sat.Lit, _ bool, _ sat.Origin) { t.clauses[id] = true }
func (t living) Derived(id sat.ClauseID, _ []sat.Lit, _ []sat.ClauseID)   { t.clauses[id] = true }
func (t living) Deleted(id sat.ClauseID, _ []sat.Lit)                     { delete(t.clauses, id) }

// The closure leaves its equivalences and units in the proof, and nothing else.
func TestCongruenceDeletes(t *testing.T) {
	for seed := range uint64(10) {
		n := newNetlist(rand.New(rand.NewPCG(seed, 22)), 10, 100)
		p := living{map[sat.ClauseID]bool{}}
		s := sat.New(sat.Options{Tracer: p})
		load(s, n.clauses(0)...)
		load(s, n.clauses(len(n.in))...)
		before := len(p.clauses)
		st := s.CloseGates()
		if got, want := len(p.clauses)-before, 2*int(st.Congruent)+int(st.GateUnits); st.Congruent < 50 || got != want {
			t.Errorf("seed %d: %d clauses more in the proof, want %d; %+v", seed, got, want, st)
		}
	}
}
