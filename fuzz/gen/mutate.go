package gen

import (
	"math/rand/v2"
	"slices"

	"github.com/muster-smt/muster/fuzz/smtscript"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// maxOps bounds the operations of a mutant, maxChecks its checks.
const maxOps, maxChecks = 600, 12

// Mutant changes a script in a few places. It leaves out flow clauses, which would no longer
// be implied.
func Mutant(r *rand.Rand, s *smtscript.Script) *smtscript.Script {
	m := &mutator{Rand: r, st: s.Store}
	checks := 0
	for _, o := range s.Ops {
		if o.Kind >= smtscript.Check {
			checks++
		}
		if o.Kind != smtscript.Flow && len(m.ops) < maxOps && checks <= maxChecks {
			m.ops = append(m.ops, o)
			m.terms = append(m.terms, o.Terms...)
		}
	}
	m.terms = smtscript.Subterms(m.st, m.terms...)
	for range 1 + r.IntN(5) {
		if len(m.ops) > 0 {
			m.step()
		}
	}
	m.insert(len(m.ops), smtscript.Op{Kind: smtscript.Check})
	return &smtscript.Script{
		Store: s.Store, Ops: m.ops, Family: "mutant", Candidates: s.Candidates, Plan: smtscript.RandomPlan(r), Seed: r.Uint64(),
	}
}

type mutator struct {
	*rand.Rand
	st    *term.Store
	ops   []smtscript.Op
	terms []term.Term // all subterms
}

func (m *mutator) insert(i int, ops ...smtscript.Op) { m.ops = slices.Insert(m.ops, i, ops...) }

func (m *mutator) step() {
	i, j := m.IntN(len(m.ops)), m.IntN(len(m.ops))
	switch m.IntN(10) {
	case 0: // leave out a stretch
		m.ops = slices.Delete(m.ops, i, min(len(m.ops), i+1+m.IntN(1+len(m.ops)/4)))
	case 1:
		m.insert(j, m.ops[i])
	case 2:
		m.ops[i], m.ops[j] = m.ops[j], m.ops[i]
	case 3:
		m.insert(i, smtscript.Op{Kind: []smtscript.Kind{smtscript.Push, smtscript.Pop, smtscript.Check}[m.IntN(3)]})
	case 4: // an assertion becomes an assumption
		if m.ops[i].Kind == smtscript.Assert {
			m.ops[i].Kind = smtscript.Check
		}
	case 5:
		m.change(i, m.st.Not)
	default:
		m.replace(i)
	}
}

// change applies f to one formula of an operation.
func (m *mutator) change(i int, f func(term.Term) term.Term) {
	if ts := slices.Clone(m.ops[i].Terms); len(ts) > 0 {
		k := m.IntN(len(ts))
		ts[k] = f(ts[k])
		m.ops[i].Terms = ts
	}
}

// replace replaces a subterm by another term of its sort, in one operation or in all.
func (m *mutator) replace(i int) {
	if len(m.ops[i].Terms) == 0 {
		return
	}
	parts := smtscript.Subterms(m.st, m.ops[i].Terms...)
	from := parts[m.IntN(len(parts))]
	to := m.operated(from)
	if to == 0 {
		to = m.other(m.st.Sort(from))
	}
	if to == 0 || !m.st.Ground(from) {
		return
	}
	sub := term.NewSubst(m.st, m.st)
	sub.Bind(from, to)
	images := smtscript.QuantifiedVars(m.st, to)
	apply := func(t term.Term) term.Term {
		if len(images) > 0 && overlap(images, smtscript.QuantifiedVars(m.st, t)) {
			return t
		}
		return sub.Apply(t)
	}
	if m.IntN(3) > 0 {
		m.change(i, apply)
		return
	}
	for i := range m.ops {
		ts := slices.Clone(m.ops[i].Terms)
		for k, t := range ts {
			ts[k] = apply(t)
		}
		m.ops[i].Terms = ts
	}
}

// operated returns the application of an operator on two bit-vectors with another one in its
// place; often, and for other terms, 0.
func (m *mutator) operated(t term.Term) term.Term {
	st := m.st
	if st.NumArgs(t) != 2 || m.IntN(2) == 0 {
		return 0
	}
	type binary func(a, b term.Term) term.Term
	var others []binary
	switch st.Op(t) {
	case term.OpBvAnd, term.OpBvOr, term.OpBvXor, term.OpBvAdd, term.OpBvMul, term.OpBvUdiv, term.OpBvUrem, term.OpBvShl, term.OpBvLshr, term.OpBvAshr:
		several := func(f func(...term.Term) term.Term) binary {
			return func(a, b term.Term) term.Term { return f(a, b) }
		}
		others = []binary{
			several(st.BvAnd), several(st.BvOr), several(st.BvXor), several(st.BvAdd), st.BvSub, st.BvMul, st.BvUdiv, st.BvUrem,
			st.BvShl, st.BvLshr, st.BvAshr, st.ExtRotateLeft, st.ExtRotateRight,
		}
	case term.OpBvUle, term.OpBvSle, term.OpBvUmulo, term.OpBvSmulo:
		others = []binary{
			st.BvUle, st.BvUlt, st.BvSle, st.BvSlt, st.BvUaddo, st.BvSaddo, st.BvUsubo, st.BvSsubo, st.BvUmulo, st.BvSmulo, st.BvSdivo,
		}
	default:
		return 0
	}
	return others[m.IntN(len(others))](st.Arg(t, 0), st.Arg(t, 1))
}

func overlap(a, b map[term.Term]bool) bool {
	for v := range a {
		if b[v] {
			return true
		}
	}
	return false
}

// other returns a ground term of a sort, sometimes a number of any size; 0 if there is none.
func (m *mutator) other(s term.Sort) term.Term {
	if (s == term.Int || s == term.Real) && m.IntN(2) == 0 {
		n := num.FromInt64(1).Lsh(uint([]int{0, 1, 8, 31, 32, 62, 63, 64, 90}[m.IntN(9)])).Add(num.FromInt64(int64(m.IntN(3) - 1)))
		if m.IntN(2) == 0 {
			n = n.Neg()
		}
		if s == term.Real {
			return m.st.Rat(num.RatFromInt(n).Div(num.RatFromInt64(int64(1 + m.IntN(3)))))
		}
		return m.st.Numeral(n)
	}
	if m.st.IsBitVec(s) && m.IntN(2) == 0 {
		n := num.FromInt64(1).Lsh(uint(m.IntN(m.st.Width(s)))).Add(num.FromInt64(int64(m.IntN(3) - 1)))
		if m.IntN(2) == 0 {
			n = n.Neg()
		}
		return m.st.Bits(s, n)
	}
	for range 50 {
		if t := m.terms[m.IntN(len(m.terms))]; m.st.Sort(t) == s && m.st.Ground(t) {
			return t
		}
	}
	return 0
}
