package preprocess

import (
	"slices"

	"github.com/muster-smt/muster/theory/linear"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

const (
	gapNodes = 16 // terms between which gaps are closed
	manyGaps = 8  // gaps added for one assertion
)

// gap says that x - y <= c, or = c; x or y may be 0, which counts as the number 0.
type gap struct {
	x, y  term.Term
	c     num.Rat
	equal bool
}

func (g gap) compare(h gap) int {
	if g.x != h.x {
		return int(g.x) - int(h.x)
	}
	return int(g.y) - int(h.y)
}

// gaps returns the gaps that follow from f, each pair of terms once.
func (m *meeter) gaps(f term.Term, depth int) []gap {
	return follow(m, &domain[gap]{m.literalGaps, closedGaps, commonGaps}, f, depth)
}

// literalGaps returns the gaps that a comparison says.
func (m *meeter) literalGaps(f term.Term) []gap {
	st, atom := m.st, m.st.Atom(f)
	negated := atom != f
	if op := st.Op(atom); op != term.OpLe && (op != term.OpEq || negated) {
		return nil
	}
	switch sort := st.Sort(st.Arg(atom, 0)); {
	case sort.IsNumber():
	case m.isMap(atom):
		return m.elementGaps(st.Arg(f, 0), st.Arg(f, 1))
	default:
		return nil
	}
	if negated {
		return m.between(m.rw.Sub(st.Arg(atom, 1), st.Arg(atom, 0)), false, true)
	}
	return m.between(m.rw.Sub(st.Arg(atom, 0), st.Arg(atom, 1)), st.Op(f) == term.OpEq, false)
}

// elementGaps returns the gaps of elements of two maps that are equal.
func (m *meeter) elementGaps(a, b term.Term) []gap {
	var all []gap
	for _, i := range m.at {
		if index, _ := m.st.ArraySorts(m.st.Sort(a)); m.st.Sort(i) == index {
			all = append(all, m.between(m.rw.Sub(m.rw.Select(a, i), m.rw.Select(b, i)), true, false)...)
		}
	}
	return closedGaps(all)
}

// between returns the gaps that d <= 0 says, or d = 0, or d < 0.
func (m *meeter) between(d term.Term, equal, strict bool) []gap {
	one := num.RatFromInt64(1)
	sum := linear.Of(m.st, d)
	g := gap{c: sum.Constant.Neg()}
	low := g.c // x - y is at least low and at most g.c where d = 0
	for _, u := range sum.Monomials {
		if m.st.Op(u.Term) == term.OpIte {
			if in := scaled(m.leaves(u.Term), u.Coeff); in.hasLo {
				g.c, low = g.c.Sub(in.lo), low.Sub(in.hi)
				continue
			}
		}
		switch {
		case u.Coeff.Equal(one) && g.x == 0:
			g.x = u.Term
		case u.Coeff.Equal(one.Neg()) && g.y == 0:
			g.y = u.Term
		default:
			return nil
		}
	}
	switch {
	case g.x == g.y:
		return nil
	case strict && m.st.Sort(d) == term.Int:
		g.c = g.c.Sub(one)
	}
	if !equal {
		return []gap{g}
	}
	return closedGaps([]gap{g, {x: g.y, y: g.x, c: low.Neg()}})
}

// commonGaps returns the gaps that follow from both a and b.
func commonGaps(a, b []gap) []gap {
	var out []gap
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch c := a[i].compare(b[j]); {
		case c < 0:
			i++
		case c > 0:
			j++
		default:
			g := a[i]
			if g.c.Less(b[j].c) {
				g.c = b[j].c
			}
			out = append(out, g)
			i, j = i+1, j+1
		}
	}
	return out
}

// closedGaps adds what follows by transitivity, if the terms are few, and puts the gaps
// in order, each pair once.
func closedGaps(all []gap) []gap {
	var ts []term.Term
	for _, g := range all {
		ts = append(ts, g.x, g.y)
	}
	slices.Sort(ts)
	ts = slices.Compact(ts)
	if len(ts) <= gapNodes {
		for _, z := range ts {
			for i, n := 0, len(all); i < n; i++ {
				for j := 0; j < n && all[i].y == z; j++ {
					if g, h := all[i], all[j]; h.x == z && g.x != h.y {
						all = append(all, gap{x: g.x, y: h.y, c: g.c.Add(h.c)})
					}
				}
			}
			all = least(all)
		}
	}
	return least(all)
}

// least sorts gaps and keeps the least one of each pair.
func least(all []gap) []gap {
	slices.SortFunc(all, func(g, h gap) int {
		if c := g.compare(h); c != 0 {
			return c
		}
		return g.c.Cmp(h.c)
	})
	return slices.CompactFunc(all, func(g, h gap) bool { return g.compare(h) == 0 })
}

// bare drops the gaps that follow from the others.
func bare(all []gap) []gap {
	for i := 0; i < len(all); {
		if implied(all, i) {
			all = slices.Delete(all, i, i+1)
		} else {
			i++
		}
	}
	return all
}

// implied reports whether gap i is the sum of two others.
func implied(all []gap, i int) bool {
	for j, g := range all {
		if j == i || g.x != all[i].x {
			continue
		}
		for k, h := range all {
			if k != i && h.x == g.y && h.y == all[i].y && !all[i].c.Less(g.c.Add(h.c)) {
				return true
			}
		}
	}
	return false
}

// formula returns what the gap says; false if its terms have different sorts.
func (m *meeter) formula(g gap) (term.Term, bool) {
	sort := m.st.Sort(max(g.x, g.y))
	if g.x != 0 && g.y != 0 && m.st.Sort(g.x) != m.st.Sort(g.y) {
		return 0, false
	}
	if sort == term.Int {
		g.c = num.RatFromInt(g.c.Floor()) // a gap between an Int and a Real may have contributed
	}
	x, y := m.rw.Number(sort, num.Rat{}), m.rw.Number(sort, g.c)
	if g.x != 0 {
		x = g.x
	}
	if g.y != 0 {
		y = m.rw.Add(g.y, y)
	}
	if g.equal {
		return m.rw.Eq(x, y), true
	}
	return m.rw.Le(x, y), true
}

// paired makes equalities of gaps in both directions.
func paired(all []gap) []gap {
	var out []gap
	for _, g := range all {
		i, found := slices.BinarySearchFunc(all, gap{x: g.y, y: g.x}, gap.compare)
		if g.equal = found && all[i].c.Equal(g.c.Neg()); !g.equal || g.y < g.x {
			out = append(out, g)
		}
	}
	return out
}
