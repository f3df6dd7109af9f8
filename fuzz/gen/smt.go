package gen

import (
	"math/rand/v2"
	"slices"

	"github.com/muster-smt/muster/fuzz/smtscript"
)

// SMTFamily is a family of random scripts.
type SMTFamily struct {
	Profile
	Weight int
	Make   func(*rand.Rand, Profile) *smtscript.Script
}

// SMTFamilies returns all families.
func SMTFamilies() []SMTFamily {
	var all []SMTFamily
	for _, k := range []struct {
		profiles []Profile
		weight   int
		make     func(*rand.Rand, Profile) *smtscript.Script
	}{
		{Profiles(), 100, random},
		{boxes(), 100, boxed},
		{vcs(), 100, vcScript},
		{[]Profile{{Name: "vclong", Arrays: true, Pointers: true, Values: true, Depth: 2, Decided: true}}, 1, longVC}, // one takes as long as a hundred others
		{[]Profile{{Name: "flags", Depth: 3, Plain: true}}, 100, flags},
		{[]Profile{{Name: "copies", Depth: 2, Arrays: true, Values: true}}, 100, copies},
		{quantified(), 100, random},
		{prepared(), 100, preparedScript},
		{ofBits(), 100, random},
		{withBits(), 100, random},
		{preparedBits(), 100, preparedScript},
		{bitBoxes(), 100, boxed},
	} {
		for _, p := range k.profiles {
			all = append(all, SMTFamily{p, k.weight, k.make})
		}
	}
	return all
}

// Script makes a script of the family, with a random plan.
func (f *SMTFamily) Script(r *rand.Rand) *smtscript.Script {
	p := f.Profile
	peers := f.Weight > 1 && r.IntN(100) == 0
	p.Values = p.Values || peers // other solvers support no more
	s := f.Make(r, p)
	s.Family, s.Decided, s.Peers = p.Name, p.Decided, peers
	s.Plan, s.Seed = smtscript.RandomPlan(r), r.Uint64()
	return s
}

// SMT makes a script of one of the families, by their weights.
func SMT(r *rand.Rand, families []SMTFamily) *smtscript.Script {
	total := 0
	for _, f := range families {
		total += f.Weight
	}
	k := r.IntN(total)
	for i := range families {
		if k -= families[i].Weight; k < 0 {
			return families[i].Script(r)
		}
	}
	return nil
}

// TermScript makes a script of terms, most of them small, for the plan smtscript.Terms.
func TermScript(r *rand.Rand) *smtscript.Script {
	all := slices.Concat(Profiles(), quantified(), ofBits(), withBits())
	p := all[r.IntN(len(all))]
	g := NewTerms(r, p)
	s := &smtscript.Script{Store: g.Store, Family: p.Name, Plan: smtscript.Terms, Seed: r.Uint64()}
	for range 2 + r.IntN(6) {
		sort := choose(g, g.sorts)
		d := 1 + r.IntN(4)
		s.Add(smtscript.Assert, g.Store.Eq(g.Term(sort, d), g.Term(sort, d)))
		s.Add(smtscript.Assert, g.Formula(d))
		g.share()
	}
	return s
}

// Profiles returns the profiles of scripts without quantifiers, one for each logic or corner.
func Profiles() []Profile {
	return []Profile{
		{Name: "uflia", Divmod: true, Depth: 3, Decided: true},
		{Name: "uf", Elems: true, Pure: true, Depth: 3, Decided: true},
		{Name: "arrays", Arrays: true, Depth: 3, Decided: true},
		{Name: "ax", Arrays: true, Elems: true, Pure: true, Depth: 3, Decided: true},
		{Name: "mixed", Arrays: true, Elems: true, Mixed: true, Depth: 3},
		{Name: "shared", Arrays: true, Elems: true, Shared: true, Mixed: true, Depth: 3},
		{Name: "idl", Apart: true, Plain: true, Depth: 2, Decided: true},
		{Name: "ufidl", Apart: true, Depth: 3, Decided: true},
		{Name: "strays", Apart: true, Strays: true, Divmod: true, Depth: 3, Decided: true},
		{Name: "rdl", Apart: true, Plain: true, Reals: true, NoInts: true, Depth: 2, Decided: true},
		{Name: "ufrdl", Apart: true, Reals: true, NoInts: true, Elems: true, Depth: 3, Decided: true},
		{Name: "irdl", Apart: true, Reals: true, Depth: 3, Decided: true},
		{Name: "realstrays", Apart: true, Strays: true, Reals: true, Divmod: true, Depth: 3, Decided: true},
		{Name: "big", Arrays: true, Divmod: true, Big: true, Depth: 3},
		{Name: "nonlinear", Arrays: true, Products: true, Divmod: true, Depth: 3},
		{Name: "lra", Plain: true, Reals: true, NoInts: true, Depth: 3, Decided: true},
		{Name: "uflra", Reals: true, NoInts: true, Elems: true, Depth: 3, Decided: true},
		{Name: "lira", Plain: true, Reals: true, Divmod: true, Depth: 3, Decided: true},
		{Name: "uflira", Reals: true, Divmod: true, Elems: true, Depth: 3, Decided: true},
		{Name: "biglira", Plain: true, Reals: true, Divmod: true, Big: true, Depth: 3},
		{Name: "realarrays", Reals: true, Arrays: true, Mixed: true, Elems: true, Shared: true, Depth: 3},
		{Name: "nra", Reals: true, Products: true, Divmod: true, Depth: 3},
	}
}

// boxes returns the profiles of scripts whose numbers lie in small boxes.
func boxes() []Profile {
	return []Profile{
		{Name: "boxlinear", Plain: true, Divmod: true, Depth: 3, Decided: true},
		{Name: "boxbig", Plain: true, Divmod: true, Big: true, Depth: 3, Decided: true},
		{Name: "boxlira", Plain: true, Reals: true, Divmod: true, Depth: 3, Decided: true},
		{Name: "boxnra", Plain: true, Reals: true, Divmod: true, Products: true, Depth: 2},
		{Name: "boxnonlinear", Plain: true, Divmod: true, Products: true, Depth: 2},
		{Name: "boxnonlinearbig", Plain: true, Divmod: true, Products: true, Big: true, Depth: 2},
	}
}

// vcs returns the profiles of scripts in the shape of verification conditions.
func vcs() []Profile {
	return []Profile{
		{Name: "vc", Divmod: true, Values: true, Depth: 2, Decided: true},
		{Name: "vcarrays", Arrays: true, Values: true, Depth: 2, Decided: true},
		{Name: "vcbig", Arrays: true, Big: true, Values: true, Depth: 2},
		{Name: "vcmixed", Arrays: true, Big: true, Products: true, Divmod: true, Elems: true, Values: true, Depth: 2},
		{Name: "vcpointers", Arrays: true, Values: true, Pointers: true, Depth: 2, Decided: true},
		{Name: "vcpointersbig", Arrays: true, Values: true, Pointers: true, Big: true, Divmod: true, Depth: 2},
		{Name: "vcforall", Arrays: true, Elems: true, Quants: true, Pointers: true, Values: true, Depth: 3},
	}
}

func quantified() []Profile {
	return []Profile{
		{Name: "forall", Quants: true, Arrays: true, Elems: true, Values: true, Depth: 3},
		{Name: "forallreal", Quants: true, Reals: true, Elems: true, Values: true, Depth: 3},
		{Name: "forallnra", Quants: true, Reals: true, Products: true, Divmod: true, Values: true, Depth: 3},
		{Name: "forallbig", Quants: true, Arrays: true, Divmod: true, Big: true, Values: true, Depth: 3},
		{Name: "forallmixed", Quants: true, Arrays: true, Elems: true, Mixed: true, Shared: true, Values: true, Depth: 3},
	}
}

// prepared returns the profiles of scripts that give preprocessing something to do.
func prepared() []Profile {
	return []Profile{
		{Name: "prep-lia", Plain: true, Divmod: true, Depth: 2, Decided: true},
		{Name: "prep-big", Plain: true, Divmod: true, Big: true, Depth: 2},
		{Name: "prep-uf", Elems: true, Pure: true, Depth: 2, Decided: true},
		{Name: "prep-ax", Arrays: true, Elems: true, Depth: 2, Decided: true},
		{Name: "prep-mixed", Arrays: true, Elems: true, Mixed: true, Shared: true, Depth: 2},
		{Name: "prep-quants", Elems: true, Quants: true, Depth: 2},
	}
}

// ofBits returns the profiles of scripts with bit-vectors that must be decided, but for time.
func ofBits() []Profile {
	return []Profile{
		{Name: "bv", Bits: AllBits, NoInts: true, Plain: true, Depth: 3, Decided: true},
		{Name: "bvfew", Bits: FewBits, NoInts: true, Plain: true, Depth: 3, Decided: true},
		{Name: "bvproducts", Bits: AllBits, NoInts: true, Plain: true, Products: true, Depth: 2},
		{Name: "ufbv", Bits: AllBits, NoInts: true, Elems: true, Depth: 3, Decided: true},
		{Name: "ufbvfew", Bits: FewBits, NoInts: true, Elems: true, Depth: 3, Decided: true},
		{Name: "abv", Bits: AllBits, NoInts: true, Plain: true, Arrays: true, Depth: 3, Decided: true},
		{Name: "aufbv", Bits: AllBits, NoInts: true, Arrays: true, Elems: true, Depth: 3, Decided: true},
		{Name: "aufbvfew", Bits: FewBits, NoInts: true, Arrays: true, Elems: true, Depth: 3, Decided: true},
	}
}

// withBits returns the profiles of scripts with bit-vectors and what may be unknown with them.
func withBits() []Profile {
	return []Profile{
		{Name: "bvint", Bits: AllBits, Depth: 3},
		{Name: "bvintplain", Bits: FewBits, Plain: true, Depth: 3, Decided: true},
		{Name: "abvint", Bits: FewBits, Arrays: true, Depth: 3, Decided: true},
		{Name: "bvintfew", Bits: FewBits, Arrays: true, Elems: true, Divmod: true, Depth: 3},
		{Name: "forallbv", Bits: FewBits, NoInts: true, Elems: true, Quants: true, Values: true, Depth: 3},
		{Name: "forallbvplain", Bits: FewBits, NoInts: true, Plain: true, Quants: true, Depth: 3},
		{Name: "forallabv", Bits: AllBits, NoInts: true, Arrays: true, Quants: true, Values: true, Depth: 2},
		{Name: "forallbvint", Bits: FewBits, Quants: true, Values: true, Depth: 2},
		{Name: "bvnested", Bits: AllBits, NoInts: true, Arrays: true, Elems: true, Nested: true, Shared: true, Depth: 3, Decided: true},
		{Name: "bvnestedfew", Bits: FewBits, NoInts: true, Arrays: true, Nested: true, Depth: 3, Decided: true},
	}
}

// bitBoxes returns the profiles of scripts with so few bits that all values can be tried.
func bitBoxes() []Profile {
	return []Profile{
		{Name: "boxbv", Bits: BoxBits, NoInts: true, Plain: true, Depth: 3, Decided: true},
		{Name: "boxufbv", Bits: BoxBits, NoInts: true, Depth: 3, Decided: true},
		{Name: "boxabv", Bits: BoxBits, NoInts: true, Plain: true, Arrays: true, Depth: 3, Decided: true},
		{Name: "boxbvint", Bits: BoxBits, Plain: true, Depth: 3, Decided: true},
		{Name: "boxbvmod", Bits: BoxBits, Plain: true, Divmod: true, Depth: 3},
		{Name: "boxforallbv", Bits: BoxBits, NoInts: true, Plain: true, Quants: true, Depth: 2},
	}
}

func preparedBits() []Profile {
	return []Profile{
		{Name: "prep-bv", Bits: AllBits, NoInts: true, Plain: true, Depth: 2, Decided: true},
		{Name: "prep-aufbv", Bits: FewBits, NoInts: true, Arrays: true, Elems: true, Depth: 2, Decided: true},
	}
}

func random(r *rand.Rand, p Profile) *smtscript.Script { return NewTerms(r, p).Session() }

func vcScript(r *rand.Rand, p Profile) *smtscript.Script { return newVC(r, p).session(3 + r.IntN(7)) }

func longVC(r *rand.Rand, p Profile) *smtscript.Script { return newVC(r, p).long() }
