package cert

import (
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// pigeonhole reports whether there are more terms than values: each of the terms in from, which
// are integers, has a lower and an upper bound, and each two of them differ.
func (r *refutation) pigeonhole(from []Premise) bool {
	var ts []term.Term
	var least, most num.Rat
	if len(from)%2 != 0 {
		return false
	}
	for i := 0; i < len(from); i += 2 {
		lo, ok1 := r.limit(&from[i])
		hi, ok2 := r.limit(&from[i+1])
		t := from[i].Of
		if !ok1 || !ok2 || from[i].Upper || !from[i+1].Upper || from[i+1].Of != t || r.st.Sort(t) != term.Int {
			return false
		}
		if len(ts) == 0 || lo.Less(least) {
			least = lo
		}
		if len(ts) == 0 || most.Less(hi) {
			most = hi
		}
		ts = append(ts, t)
	}
	if len(ts) == 0 || num.FromInt64(int64(len(ts))).Cmp(most.Floor().Sub(least.Ceil()).Add(num.FromInt64(1))) <= 0 {
		return false
	}
	differ := r.differences()
	for i, t := range ts {
		for _, u := range ts[:i] {
			if !differ[r.gap(t, u)] && !r.apart(t, u) {
				return false
			}
		}
	}
	return true
}

// limit returns the bound of a term that a premise states.
func (r *refutation) limit(p *Premise) (k num.Rat, ok bool) {
	f, ok := r.premise(p)
	if !ok || p.Of == 0 {
		return k, false
	}
	g := r.form(p.Of)
	if !p.Upper {
		f = f.scaled(num.RatFromInt64(-1))
	}
	g.addScaled(&f, num.RatFromInt64(-1))
	return g.c, len(g.coeff) == 0
}

// gap is the distance of two terms by the roots of their classes.
type gap struct {
	x, y int
	k    string
}

// gap returns the same for all pairs of terms whose equality means the same by classes.
func (r *refutation) gap(a, b term.Term) gap {
	p, q := r.find(a), r.find(b)
	if q.id < p.id {
		p, q = q, p
	}
	return gap{p.id, q.id, p.off.Sub(q.off).String()}
}

// differences returns the distances that pairs of integers do not have.
func (r *refutation) differences() map[gap]bool {
	m := map[gap]bool{}
	for _, e := range r.unequal {
		if r.st.Sort(e[0]) == term.Int {
			m[r.gap(e[0], e[1])] = true
		}
	}
	return m
}
