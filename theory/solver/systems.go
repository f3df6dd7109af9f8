package solver

import (
	"slices"

	"github.com/muster-smt/muster/bv/blast"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/preprocess"
	"github.com/muster-smt/muster/theory/term"
)

// systems are the equations of bit-vectors that are asserted under a proof. If a linear combination
// of them contradicts itself modulo two to the width, a lemma says so. The equations need no
// circuits then, which may be large.
type systems struct {
	last map[int][]term.Term // by width: the equations that were looked at last; never ranged over
}

// refuteSystems adds lemmas about the equations in force.
func (s *Solver) refuteSystems(lim *limit.Limit) {
	var widths []int
	found := map[int][]term.Term{} // by width; never ranged over
	seen := map[term.Term]bool{}
	add := func(a assertion) {
		for all := []term.Term{s.form(a)}; len(all) > 0; {
			t := all[0]
			if all = all[1:]; seen[t] {
				continue
			}
			seen[t] = true
			if s.st.Op(t) == term.OpAnd {
				all = append(all, s.st.Args(t)...)
			}
			if s.st.Op(t) != term.OpEq || !s.st.IsBitVec(s.st.Sort(s.st.Arg(t, 0))) {
				continue
			}
			w := s.st.WidthOf(s.st.Arg(t, 0))
			if found[w] == nil {
				widths = append(widths, w)
			}
			found[w] = append(found[w], t)
		}
	}
	for _, a := range s.flow {
		add(a)
	}
	for _, a := range s.live {
		add(a)
	}
	for _, w := range widths {
		if !slices.Equal(found[w], s.systems.last[w]) && !lim.Stopped() {
			s.refuteSystem(lim, found[w])
		}
	}
	s.systems.last = found
}

// refuteSystem adds a lemma if equations of one width contradict each other.
func (s *Solver) refuteSystem(lim *limit.Limit, equations []term.Term) {
	multiples, sum := preprocess.Refute(s.rw, lim, equations)
	if multiples == nil {
		return
	}
	st := s.st
	sort := st.Sort(st.Arg(equations[0], 0))
	step := cert.Step{Kind: cert.Words, A: st.Bits(sort, num.FromUint64(sum)), B: st.Bits(sort, num.Int{})}
	c := &cert.Certificate{Name: "system"}
	for i, k := range multiples {
		if t := equations[i]; k != 0 {
			c.Clause = append(c.Clause, cert.Literal{T: t, Neg: true})
			step.From = append(step.From, cert.Premise{Of: st.Arg(t, 0), Other: st.Arg(t, 1), Coeff: num.RatFromInt(num.FromUint64(k))})
		}
	}
	c.Add(step)
	if v, _ := s.checked.certs.Check(c); v != cert.Accepted {
		return // the rewriter and the checker see other terms as linear
	}
	if s.opt.Stress || s.gates(equations) > opaqueGates {
		for _, t := range equations {
			s.bits.Opaque(t)
		}
	}
	s.bits.Lemma(c)
}

// opaqueGates is the number of gates above which equations get no circuits. Later checks need a
// new engine then.
const opaqueGates = 1 << 14

// gates estimates the number of gates of the circuits of terms.
func (s *Solver) gates(ts []term.Term) (n int64) {
	s.st.Visit(func(t term.Term) bool {
		n += blast.Gates(s.st, t)
		return true
	}, ts...)
	return n
}
