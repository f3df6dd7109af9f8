package gen

import (
	"math/rand/v2"

	"github.com/muster-smt/muster/fuzz/smtscript"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// ProjectScript makes a script for the plan smtscript.Project: literals, or any script
// without quantifiers.
func ProjectScript(r *rand.Rand) *smtscript.Script { return plannedScript(r, smtscript.Project) }

// InterpolateScript makes such a script for the plan smtscript.Interpolate.
func InterpolateScript(r *rand.Rand) *smtscript.Script {
	return plannedScript(r, smtscript.Interpolate)
}

func plannedScript(r *rand.Rand, plan string) *smtscript.Script {
	var s *smtscript.Script
	if r.IntN(4) == 0 {
		all := SMTFamilies()
		f := all[r.IntN(len(all))]
		for f.Quants || f.Weight == 1 {
			f = all[r.IntN(len(all))]
		}
		s = f.Make(r, f.Profile)
		s.Family = f.Name
	} else {
		all := conjunctions()
		p := all[r.IntN(len(all))]
		s = NewTerms(r, p).conjunction()
		s.Family = p.Name
	}
	s.Plan, s.Seed, s.Box, s.Fixed = plan, r.Uint64(), nil, 0
	return s
}

// conjunctions returns the profiles of conjunctions.
func conjunctions() []Profile {
	return []Profile{
		{Name: "conj-lra", Plain: true, Reals: true, NoInts: true},
		{Name: "conj-lia", Plain: true},
		{Name: "conj-divmod", Plain: true, Divmod: true},
		{Name: "conj-lira", Plain: true, Reals: true, Divmod: true},
		{Name: "conj-uflira", Elems: true, Reals: true, Divmod: true},
		{Name: "conj-uf", Elems: true, Pure: true},
		{Name: "conj-arrays", Arrays: true},
		{Name: "conj-nested", Arrays: true, Elems: true, Mixed: true, Shared: true},
		{Name: "conj-products", Arrays: true, Products: true, Divmod: true},
		{Name: "conj-bv", Bits: FewBits, NoInts: true, Plain: true},
		{Name: "conj-abv", Bits: FewBits, NoInts: true, Arrays: true, Elems: true},
		{Name: "conj-bvint", Bits: FewBits, Divmod: true},
	}
}

// conjunction makes a script that asserts a few literals.
func (g *Terms) conjunction() *smtscript.Script {
	s := &smtscript.Script{Store: g.Store}
	for range 2 + g.IntN(8) {
		var t term.Term
		if g.Bits == NoBits && !g.Pure && g.IntN(4) > 0 {
			t = g.bounded()
		} else {
			t = g.Formula(1 + g.IntN(2))
		}
		if g.IntN(8) == 0 {
			t = g.Store.Not(t)
		}
		s.Add(smtscript.Assert, t)
	}
	return s
}

// bounded makes a comparison of a sum with a numeral.
func (g *Terms) bounded() term.Term {
	st := g.Store
	sort := g.Number()
	p := g.sum(sort)
	if sort == term.Int && g.Divmod && g.IntN(3) == 0 {
		k := st.Int(int64(2 + g.IntN(7)))
		if g.IntN(2) == 0 {
			p = st.Mod(p, k)
		} else {
			p = st.Add(st.Div(p, k), g.sum(sort))
		}
	}
	c := st.Int(int64(g.IntN(21) - 10))
	if sort == term.Real {
		c = st.Rat(num.FromInts(num.FromInt64(int64(g.IntN(21)-10)), num.FromInt64(int64(1+g.IntN(3)))))
	}
	switch g.IntN(6) {
	case 0:
		return st.Eq(p, c)
	case 1:
		return st.Lt(p, c)
	case 2:
		return st.Lt(c, p)
	case 3:
		return st.Le(c, p)
	}
	return st.Le(p, c)
}

// sum makes a sum of a few multiples of constants, and rarely of other terms.
func (g *Terms) sum(sort term.Sort) term.Term {
	st := g.Store
	var args []term.Term
	for range 1 + g.IntN(3) {
		t := choose(g, g.consts[sort])
		switch {
		case sort == term.Real && !g.NoInts && g.IntN(3) == 0:
			t = st.ToReal(choose(g, g.consts[term.Int]))
		case g.IntN(6) == 0:
			t = g.Term(sort, 1)
		}
		k := int64(g.IntN(17) - 8)
		if g.IntN(2) == 0 {
			k = int64(g.IntN(3) - 1)
		}
		if sort == term.Real {
			args = append(args, st.Mul(st.Rat(num.RatFromInt64(k)), t))
		} else {
			args = append(args, st.Mul(st.Int(k), t))
		}
	}
	return st.Add(args...)
}
