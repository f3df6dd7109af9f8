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

// refuteSystems adds lemmas about the equations of bit-vectors that are in force under a proof. If a
// linear combination of them contradicts itself modulo two to the width, a lemma says so. The
// equations need no circuits then, which may be large.
func (b *blaster) refuteSystems(lim *limit.Limit) {
	var widths []int
	found := map[int][]term.Term{} // by width; never ranged over
	seen := map[term.Term]bool{}
	for a := range b.inForce {
		for all := []term.Term{a}; len(all) > 0; {
			t := all[0]
			if all = all[1:]; seen[t] {
				continue
			}
			seen[t] = true
			if b.st.Op(t) == term.OpAnd {
				all = append(all, b.st.Args(t)...)
			}
			if b.st.Op(t) != term.OpEq || !b.st.IsBitVec(b.st.Sort(b.st.Arg(t, 0))) {
				continue
			}
			w := b.st.WidthOf(b.st.Arg(t, 0))
			if found[w] == nil {
				widths = append(widths, w)
			}
			found[w] = append(found[w], t)
		}
	}
	for _, w := range widths {
		if !slices.Equal(found[w], b.equations[w]) && !lim.Stopped() {
			b.refuteSystem(lim, found[w])
		}
	}
	b.equations = found
}

// refuteSystem adds a lemma if equations of one width contradict each other.
func (b *blaster) refuteSystem(lim *limit.Limit, equations []term.Term) {
	multiples, sum := preprocess.Refute(b.rw, lim, equations)
	if multiples == nil {
		return
	}
	st := b.st
	sort := st.Sort(st.Arg(equations[0], 0))
	step := cert.Step{Kind: cert.Words, A: st.Bits(sort, num.FromUint64(sum)), B: st.Bits(sort, num.Int{})}
	c := &cert.Certificate{Name: "system"}
	for i, k := range multiples {
		if t := equations[i]; k != 0 {
			c.Clause = append(c.Clause, cert.Literal{T: t, Neg: true})
			step.From = append(step.From, cert.Premise{Of: st.Arg(t, 0), Other: st.Arg(t, 1),
				Coeff: num.RatFromInt(num.FromUint64(k))})
		}
	}
	c.Add(step)
	if v, _ := b.checked.certs.Check(c); v != cert.Accepted {
		return // the rewriter and the checker see other terms as linear
	}
	if b.opt.Stress || b.gates(equations) > opaqueGates {
		for _, t := range equations {
			b.Opaque(t)
		}
	}
	b.Lemma(c)
}

// opaqueGates is the number of gates above which equations get no circuits. Later checks need a
// new engine then.
const opaqueGates = 1 << 14

// gates estimates the number of gates of the circuits of terms.
func (b *blaster) gates(ts []term.Term) (n int64) {
	b.st.Visit(func(t term.Term) bool {
		n += blast.Gates(b.st, t)
		return true
	}, ts...)
	return n
}
