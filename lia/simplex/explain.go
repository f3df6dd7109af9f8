package simplex

import (
	"cmp"
	"slices"

	"github.com/muster-smt/muster/theory/num"
)

// Farkas is a bound with its positive coefficient in a certificate: V >= b
// (or V <= b if Upper), with the b that was recorded for Why. The sum of the
// coefficients times the bounds, modulo the definitions of slack variables,
// is the contradiction 0 >= positive (or 0 > 0), or the derived bound.
type Farkas struct {
	Why   Reason
	V     Var
	Upper bool
	Coeff num.Rat
}

// Conflict appends the bounds that contradict each other to dst. It is called
// after AssertLower, AssertUpper, AssertEqual, PropagateBounds, GCDTest or Diophantine
// returned false, or Check returned Infeasible, before any other call. For the integer
// tests the coefficients are those of the row, not a Farkas certificate.
func (t *Tableau) Conflict(dst []Farkas) []Farkas { return append(dst, t.conflict...) }

func (t *Tableau) clearConflict() {
	t.conflict = t.conflict[:0]
	t.confRecs = t.confRecs[:0]
}

// blame adds bound record i to the conflict.
func (t *Tableau) blame(i int32, coeff num.Rat) {
	r := &t.recs[i]
	t.conflict = append(t.conflict, Farkas{r.why, r.v, r.upper, coeff})
	t.confRecs = append(t.confRecs, i)
}

// boundConflict is between a new bound of v and record i.
func (t *Tableau) boundConflict(v Var, why Reason, upper bool, i int32) {
	one := num.RatFromInt64(1)
	t.clearConflict()
	t.blame(i, one)
	t.conflict = append(t.conflict, Farkas{why, v, upper, one})
}

// rowConflict explains why the basic variable v cannot reach its bound.
func (t *Tableau) rowConflict(v Var, below bool) {
	w := &t.rows[t.vars[v].row]
	t.clearConflict()
	i := t.vars[v].up
	if below {
		i = t.vars[v].lo
	}
	t.blame(i, num.RatFromInt(w.den))
	for k := range w.es {
		e := &w.es[k]
		i := t.vars[e.v].lo
		if (e.c.Sign() > 0) == below {
			i = t.vars[e.v].up
		}
		t.blame(i, num.RatFromInt(e.c.Abs()))
	}
	t.relax(t.excess())
}

// excess is the positive number that the conflict's bounds add up to, less
// its infinitesimal part.
func (t *Tableau) excess() num.Rat {
	var sum num.Rat
	for k, i := range t.confRecs {
		f := t.conflict[k].Coeff
		if t.recs[i].upper {
			f = f.Neg()
		}
		sum = sum.AddMul(f, t.recs[i].b)
	}
	return sum
}

// relax replaces bounds of the conflict by older, weaker ones of the same
// variables as long as they lose less than gap together. The newest are
// replaced first, since they decide how far the search can jump back.
func (t *Tableau) relax(gap num.Rat) {
	t.confOrder = t.confOrder[:0]
	for k, i := range t.confRecs {
		if t.recs[i].prev != 0 {
			t.confOrder = append(t.confOrder, int32(k))
		}
	}
	if len(t.confOrder) == 0 || gap.Sign() <= 0 {
		return
	}
	recs := t.confRecs
	slices.SortFunc(t.confOrder, func(a, b int32) int { return cmp.Compare(recs[b], recs[a]) })
	for _, k := range t.confOrder {
		i := recs[k]
		for p := t.recs[i].prev; p != 0; p = t.recs[i].prev {
			rest := gap.Sub(t.recs[i].b.Sub(t.recs[p].b).Abs().Mul(t.conflict[k].Coeff))
			if rest.Sign() <= 0 {
				break
			}
			gap, i = rest, p
		}
		recs[k] = i
		t.conflict[k].Why = t.recs[i].why
	}
}
