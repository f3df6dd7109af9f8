package simplex

import (
	"github.com/muster-smt/muster/theory/num"
)

// Var is a column of the tableau.
type Var int32

// NoVar stands for the absence of a variable.
const NoVar Var = -1

// Reason is a token of the caller that stands for why a bound holds.
type Reason uint32

// Monomial is one summand of a linear combination.
type Monomial struct {
	V Var
	C num.Rat
}

// Value is R plus D times an infinitesimal.
type Value struct{ R, D num.Rat }

// IsInt reports whether x is an integer.
func (x Value) IsInt() bool { return x.D.IsZero() && x.R.IsInt() }

// Floor returns the greatest integer not above x.
func (x Value) Floor() num.Int {
	k := x.R.Floor()
	if x.D.Sign() < 0 && x.R.IsInt() {
		k = k.Sub(num.FromInt64(1))
	}
	return k
}

// Result is the answer of Check.
type Result uint8

// The answers of Check.
const (
	Feasible Result = iota
	Infeasible
	Stopped
)

func (r Result) String() string {
	return [...]string{"feasible", "infeasible", "stopped"}[r]
}

// Stats counts what the tableau did.
type Stats struct {
	Activated    int64 // rows that entered the tableau
	Dropped      int64 // rows that left it because they were not needed
	Checks       int64
	Pivots       int64
	Nudged       int64 // moves that saved a pivot
	GCDConflicts int64
	DioConflicts int64
	Patched      int64
	Cuts         int64
	Directions   int64 // returned by Direction
}

// Places of a variable that has no row.
const (
	nonbasic int32 = -1
	dormant  int32 = -2 // a slack variable outside the tableau
)

type varFlags uint8

const (
	isInt varFlags = 1 << iota
	watched
	shared
	changedMark // in Tableau.changed
	fixedMark   // in Tableau.fixed
	pendingMark // in Tableau.pending
)

type variable struct {
	val    num.Rat
	lo, up int32 // the present bounds in Tableau.recs; 0: none
	row    int32 // the row if basic, otherwise nonbasic or dormant
	def    int32 // the definition of a slack variable; -1: not a slack variable
	saved  uint32
	nudged uint64 // the last check with a nudge, and the number of nudges in it
	flags  varFlags
}

// term is a summand with an integer coefficient.
type term struct {
	c num.Int
	v Var
}

// definition is the equation den*slack = sum of terms, over variables that are not
// slack variables.
type definition struct {
	slack Var
	den   num.Int
	terms []term
	seen  uint32 // round of the last visit by propagation
}

// Tableau is a set of linear equalities with bounds and an assignment.
// It is not safe for concurrent use.
type Tableau struct {
	vars []variable
	del  []num.Rat // infinitesimal parts; empty until a strict bound is asserted

	rows     []row
	freeRows []int32
	cols     [][]colEntry
	defs     []definition
	occ      [][]int32 // definitions by variable

	entries    pool[entry]
	colEntries pool[colEntry]
	terms      pool[term]
	indices    pool[int32]
	pos        []int32 // by variable, all zero between row operations

	recs   []boundRec
	levels []levelMark

	violated   heap
	pending    []Var // slack variables whose rows must enter before a check
	saved      []savedValue
	entered    []Var // slack variables whose rows entered since the last feasible check
	epoch      uint32
	feasibleAt int32 // number of bound records that the saved assignment satisfies

	conflict  []Farkas
	confRecs  []int32
	confOrder []int32

	changed []Var // bound changed since the last PropagateBounds
	fixed   []Var // became fixed since the last Offsets
	touched []int32
	round   uint32
	derivs  []derivation
	copies  []term // rows copied for explanations
	scratch []term

	directions directions

	pivotOnly bool // no nudges: tests of pivoting

	stats Stats
}

// New returns an empty tableau.
func New() *Tableau {
	return &Tableau{recs: make([]boundRec, 1), epoch: 1, feasibleAt: 1}
}

// Stats returns the counters.
func (t *Tableau) Stats() Stats { return t.stats }

// NewVar makes a variable without bounds.
func (t *Tableau) NewVar(integer bool) Var {
	v := t.newVar(nonbasic, -1)
	if integer {
		t.vars[v].flags |= isInt
	}
	return v
}

func (t *Tableau) newVar(place, def int32) Var {
	v := Var(len(t.vars))
	t.vars = append(t.vars, variable{row: place, def: def})
	t.cols = append(t.cols, nil)
	t.occ = append(t.occ, nil)
	t.pos = append(t.pos, 0)
	t.violated.grow(len(t.vars))
	if len(t.del) > 0 {
		t.del = append(t.del, num.Rat{})
	}
	return v
}

// IsInt reports whether v is an integer variable, or a slack variable of
// integer variables with integer coefficients.
func (t *Tableau) IsInt(v Var) bool { return t.vars[v].flags&isInt != 0 }

// IsSlack reports whether v was made by NewRow.
func (t *Tableau) IsSlack(v Var) bool { return t.vars[v].def >= 0 }

// NewRow makes a slack variable that equals the sum of terms. The terms may
// repeat variables and may contain slack variables.
func (t *Tableau) NewRow(terms []Monomial) Var {
	den, sum := t.flatten(terms)
	d := int32(len(t.defs))
	s := t.newVar(dormant, d)
	ts := t.terms.get(len(sum))
	integer := den.IsOne()
	for _, m := range sum {
		ts = append(ts, m)
		t.occ[m.v] = t.indices.push(t.occ[m.v], d)
		integer = integer && t.vars[m.v].flags&isInt != 0
	}
	t.defs = append(t.defs, definition{slack: s, den: den, terms: ts})
	if integer {
		t.vars[s].flags |= isInt
	}
	return s
}

// flatten replaces slack variables by their definitions, adds up equal
// variables and clears the denominators. The terms are sorted by first
// occurrence; they are valid until the next use of t.scratch.
func (t *Tableau) flatten(ms []Monomial) (den num.Int, sum []term) {
	den = num.FromInt64(1)
	for _, m := range ms {
		d := m.C.Den()
		if k := t.vars[m.V].def; k >= 0 {
			d = d.Mul(t.defs[k].den)
		}
		den = den.LCM(d)
	}
	sum = t.scratch[:0]
	add := func(v Var, c num.Int) {
		if p := t.pos[v]; p > 0 {
			sum[p-1].c = sum[p-1].c.Add(c)
			return
		}
		sum = append(sum, term{c, v})
		t.pos[v] = int32(len(sum))
	}
	for _, m := range ms {
		scaled := m.C.Mul(num.RatFromInt(den))
		k := t.vars[m.V].def
		if k < 0 {
			add(m.V, scaled.Num())
			continue
		}
		scaled = scaled.Div(num.RatFromInt(t.defs[k].den))
		for _, s := range t.defs[k].terms {
			add(s.v, scaled.Num().Mul(s.c))
		}
	}
	g := den
	kept := sum[:0]
	for _, m := range sum {
		t.pos[m.v] = 0
		if !m.c.IsZero() {
			g = g.GCD(m.c)
			kept = append(kept, m)
		}
	}
	t.scratch = sum[:0]
	if !g.IsOne() {
		den, _ = den.QuoRem(g)
		for i := range kept {
			kept[i].c, _ = kept[i].c.QuoRem(g)
		}
	}
	return den, kept
}

// Value returns the present value of v.
func (t *Tableau) Value(v Var) Value {
	if t.vars[v].row == dormant {
		return t.evaluate(&t.defs[t.vars[v].def])
	}
	if len(t.del) == 0 {
		return Value{R: t.vars[v].val}
	}
	return Value{t.vars[v].val, t.del[v]}
}

// evaluate computes a definition under the present assignment.
func (t *Tableau) evaluate(d *definition) Value {
	var x Value
	for _, m := range d.terms {
		c := num.RatFromInt(m.c)
		x.R = x.R.AddMul(c, t.vars[m.v].val)
		if len(t.del) > 0 {
			x.D = x.D.AddMul(c, t.del[m.v])
		}
	}
	if !d.den.IsOne() {
		den := num.RatFromInt(d.den)
		x.R, x.D = x.R.Div(den), x.D.Div(den)
	}
	return x
}

// Epsilon returns a positive number such that R + Epsilon*D satisfies every
// bound that R + D*infinitesimal satisfies. It must follow a feasible Check.
func (t *Tableau) Epsilon() num.Rat {
	eps := num.RatFromInt64(1)
	for i := range t.vars {
		v := &t.vars[i]
		if len(t.del) == 0 {
			break
		}
		if v.row == dormant {
			continue
		}
		if v.lo != 0 {
			eps = narrow(eps, &t.recs[v.lo], v.val, t.del[i], 1)
		}
		if v.up != 0 {
			eps = narrow(eps, &t.recs[v.up], v.val, t.del[i], -1)
		}
	}
	return eps
}

// narrow lowers eps so that value minus bound, times side, is not negative.
func narrow(eps num.Rat, b *boundRec, r, d num.Rat, side int64) num.Rat {
	s := num.RatFromInt64(side)
	gap := r.Sub(b.b).Mul(s)
	slope := num.RatFromInt64(int64(b.delta)).Sub(d).Mul(s)
	if gap.Sign() > 0 && slope.Sign() > 0 {
		if e := gap.Div(slope); e.Less(eps) {
			return e
		}
	}
	return eps
}
