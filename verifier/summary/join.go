package summary

import (
	"cmp"
	"slices"

	"github.com/muster-smt/muster/theory/num"
)

// joined describes a value where several cases meet, all of which it covers: base
// plus a deviation within a range, or plus a combination of the deviations of
// values that were joined before it.
type joined struct {
	base  form
	fresh bool // it has a deviation of its own, within in
	in    interval
	terms []part
}

// part is the deviation of value number of, times c.
type part struct {
	of int
	c  num.Int
}

// place is a coordinate of a row: a symbol in one of the cases.
type place struct {
	e int32
	s sym
}

func (p place) compare(q place) int {
	if c := cmp.Compare(p.e, q.e); c != 0 {
		return c
	}
	return cmp.Compare(p.s, q.s)
}

// entry is a coordinate other than 0 of a row.
type entry struct {
	at place
	c  num.Rat
}

// row is a sparse vector, in ascending order.
type row []entry

// plus returns r + c*q.
func (r row) plus(q row, c num.Rat) row {
	out := make(row, 0, len(r)+len(q))
	i, j := 0, 0
	for i < len(r) || j < len(q) {
		switch {
		case j == len(q) || i < len(r) && r[i].at.compare(q[j].at) < 0:
			out = append(out, r[i])
			i++
		case i == len(r) || q[j].at.compare(r[i].at) < 0:
			out = append(out, entry{q[j].at, q[j].c.Mul(c)})
			j++
		default:
			if v := r[i].c.AddMul(q[j].c, c); !v.IsZero() {
				out = append(out, entry{r[i].at, v})
			}
			i, j = i+1, j+1
		}
	}
	return out
}

// pivot is a row of the echelon form. It is the row of value of minus the
// combination parts of the rows of earlier values, divided by its first
// coordinate.
type pivot struct {
	row   row
	of    int
	parts []ratPart
	by    num.Rat // the row of value of, reduced, was row times by
}

type ratPart struct {
	of int
	c  num.Rat
}

// maxPivots limits the elimination at one merge.
const maxPivots = 40

// join joins values: values[i][e] is the value of number i in case e. What is kept
// of them, the bases, consists of symbols that keep accepts; ranges gives the
// range of a form in a case.
//
// The common part of all cases is the base of a value, and the rest its deviation
// (affine arithmetic). Two deviations that are equal in all cases but for a form
// that is the same in all, or linearly dependent so, are one (the affine hull of
// Karr): the rows in which deviations differ from case to case are eliminated one
// by the others.
func join(values [][]form, keep func(sym) bool, ranges func(e int, f form) interval) []joined {
	out := make([]joined, len(values))
	rests := make([][]form, len(values))
	var pivots []pivot
	for i, cases := range values {
		base := common(cases, keep)
		rest := make([]form, len(cases))
		for e, f := range cases {
			rest[e] = f.minus(base)
		}
		rests[i] = rest
		out[i].base = base
		r, combo := reduce(differences(rest, keep), pivots)
		if parts, ok := integral(combo); ok && len(r) == 0 {
			k := rest[0]
			for _, p := range parts {
				k = k.plus(rests[p.of][0], p.c.Neg())
			}
			out[i].base, out[i].terms = base.plus(k, num.FromInt64(1)), parts
			continue
		}
		in := ranges(0, rest[0])
		for e := 1; e < len(rest); e++ {
			in = in.hull(ranges(e, rest[e]))
		}
		out[i].fresh, out[i].in = true, in
		if len(r) > 0 && len(pivots) < maxPivots {
			lead := r[0].c
			pivots = append(pivots, pivot{row: row(nil).plus(r, lead.Inv()), of: i, parts: combo, by: lead})
		}
	}
	return out
}

// common returns the part that all cases share, over symbols to keep.
func common(cases []form, keep func(sym) bool) form {
	var out form
	for _, m := range cases[0] {
		same := keep(m.s)
		for _, f := range cases[1:] {
			same = same && f.coefficient(m.s).Equal(m.c)
		}
		if same {
			out = append(out, m)
		}
	}
	return out
}

// differences returns the row of a deviation: how each case differs from the first
// in the symbols to keep, and all of the other symbols.
func differences(rest []form, keep func(sym) bool) row {
	var out row
	for e, f := range rest {
		if e > 0 {
			for _, m := range f.minus(rest[0]) {
				if keep(m.s) {
					out = append(out, entry{place{int32(e), m.s}, num.RatFromInt(m.c)})
				}
			}
		}
		for _, m := range f {
			if !keep(m.s) {
				out = append(out, entry{place{int32(e), m.s}, num.RatFromInt(m.c)})
			}
		}
	}
	slices.SortFunc(out, func(a, b entry) int { return a.at.compare(b.at) })
	return out
}

// reduce eliminates the pivots from a row: it is the result plus the combination
// of the rows of earlier values.
func reduce(r row, pivots []pivot) (row, []ratPart) {
	var combo []ratPart
	add := func(of int, c num.Rat) {
		for k := range combo {
			if combo[k].of == of {
				combo[k].c = combo[k].c.Add(c)
				return
			}
		}
		combo = append(combo, ratPart{of, c})
	}
	for k := range pivots {
		p := &pivots[k]
		at, ok := slices.BinarySearchFunc(r, p.row[0].at, func(x entry, to place) int { return x.at.compare(to) })
		if !ok {
			continue
		}
		c := r[at].c
		r = r.plus(p.row, c.Neg())
		c = c.Div(p.by)
		add(p.of, c)
		for _, q := range p.parts {
			add(q.of, c.Mul(q.c).Neg())
		}
	}
	return r, combo
}

// integral returns the combination over the integers, if it is one.
func integral(combo []ratPart) (parts []part, ok bool) {
	for _, p := range combo {
		if !p.c.IsInt() {
			return nil, false
		}
		if !p.c.IsZero() {
			parts = append(parts, part{p.of, p.c.Num()})
		}
	}
	return parts, true
}
