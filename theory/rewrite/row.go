package rewrite

import (
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// Row says that a canonical sum is 0, at most 0, or less than 0.
type Row struct {
	Sum term.Term
	Rel Relation
}

// Relation is that of a Row to 0. That of a sum of rows is the greatest of theirs.
type Relation uint8

// The relations.
const (
	Equal Relation = iota
	AtMost
	Less
)

// Row returns the row that a literal is, if it is an equation or an inequality of numbers.
func (r *Rewriter) Row(lit term.Term) (Row, bool) {
	atom := r.st.Atom(lit)
	negative := atom != lit
	op := r.st.Op(atom)
	if op != term.OpLe && (op != term.OpEq || negative) {
		return Row{}, false
	}
	a, b := r.st.Arg(atom, 0), r.st.Arg(atom, 1)
	switch sort := r.st.Sort(a); {
	case !sort.IsNumber():
		return Row{}, false
	case op == term.OpEq:
		return Row{r.Sub(a, b), Equal}, true
	case !negative:
		return Row{r.Sub(a, b), AtMost}, true
	case sort == term.Int:
		return Row{r.Add(r.Sub(b, a), r.Int(1)), AtMost}, true
	}
	return Row{r.Sub(b, a), Less}, true
}

// Literal returns a row as a literal.
func (r *Rewriter) Literal(x Row) term.Term {
	zero := r.Number(r.st.Sort(x.Sum), num.Rat{})
	switch x.Rel {
	case Equal:
		return r.Eq(x.Sum, zero)
	case AtMost:
		return r.Le(x.Sum, zero)
	}
	return r.st.Not(r.Le(zero, x.Sum))
}

// AddRows returns the sum of two rows, if they are of one sort.
func (r *Rewriter) AddRows(x, y Row) (Row, bool) {
	if r.st.Sort(x.Sum) != r.st.Sort(y.Sum) {
		return Row{}, false
	}
	return Row{r.Add(x.Sum, y.Sum), max(x.Rel, y.Rel)}, true
}

// Number returns a numeral of a sort; for Int, v is an integer.
func (r *Rewriter) Number(sort term.Sort, v num.Rat) term.Term {
	if sort == term.Real {
		return r.st.Rat(v)
	}
	return r.Numeral(v.Num())
}
