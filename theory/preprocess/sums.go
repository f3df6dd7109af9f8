package preprocess

import (
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

const (
	sumGaps  = 16 // gaps of which sums are looked at
	manySums = 2  // sums added for one assertion
)

// sum says that a.x - a.y + b.x - b.y <= c, or = c.
type sum struct {
	a, b  gap
	c     num.Rat
	equal bool // an equality
}

// opposes reports whether s and t are about the same difference in opposite directions.
func (s sum) opposes(t sum) bool {
	back := func(g, h gap) bool { return g.x == h.y && g.y == h.x }
	return back(s.a, t.a) && back(s.b, t.b) || back(s.a, t.b) && back(s.b, t.a)
}

// sums returns what sums of two gaps have in common in all cases where that is more than the
// gaps alone say: two numbers grow by the same, by as much more than the other, or one by at
// least as much as the other. Other bounds of sums would only burden the tableau.
func (m *meeter) sums(f term.Term, common []gap) []sum {
	st := m.st
	if common = slices.DeleteFunc(slices.Clone(common),
		func(g gap) bool { return g.x == 0 || g.y == 0 }); len(common) < 2 || len(common) > sumGaps {
		return nil
	}
	fs := m.cases(f)
	cases := make([][]gap, len(fs)) // by case: the bounds of common
	for i, g := range fs {
		part := m.gaps(g, 1)
		for _, h := range common {
			k, found := slices.BinarySearchFunc(part, h, gap.compare)
			if !found {
				return nil // the work is done
			}
			cases[i] = append(cases[i], part[k])
		}
	}
	var out []sum
	for i, a := range common {
		for j, b := range common[:i] {
			if a.x == b.x || a.x == b.y || a.y == b.x || a.y == b.y || st.Sort(a.x) != st.Sort(b.x) {
				continue
			}
			s := sum{a: a, b: b}
			for k, c := range cases {
				if t := c[i].c.Add(c[j].c); k == 0 || s.c.Less(t) {
					s.c = t
				}
			}
			if s.c.Less(a.c.Add(b.c)) {
				out = append(out, s)
			}
		}
	}
	return kept(out)
}

// kept returns the sums that are worth a row, each equality once.
func kept(all []sum) []sum {
	var out []sum
	for i, s := range all {
		opposes := func(t sum) bool { return s.opposes(t) }
		if slices.ContainsFunc(out, func(t sum) bool { return t.equal && opposes(t) }) {
			continue
		}
		k := slices.IndexFunc(all[i:], opposes)
		s.equal = k >= 0 && all[i+k].c.Equal(s.c.Neg())
		if s.equal || s.c.IsZero() {
			out = append(out, s)
		}
	}
	return out[:min(len(out), manySums)]
}

// sumFormula returns what the sum says.
func (m *meeter) sumFormula(s sum) term.Term {
	sort := m.st.Sort(s.a.x)
	if sort == term.Int {
		s.c = num.RatFromInt(s.c.Floor()) // as for a gap
	}
	x, y := m.rw.Add(s.a.x, s.b.x), m.rw.Add(s.a.y, s.b.y, m.rw.Number(sort, s.c))
	if s.equal {
		return m.rw.Eq(x, y)
	}
	return m.rw.Le(x, y)
}
