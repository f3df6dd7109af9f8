package validate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
)

// Clause says that Formula holds for all values of Vars, which are constants. Predicates are in no quantifier of it.
type Clause struct {
	Vars    []term.Term
	Formula term.Term
}

// Derivation checks a derivation from clauses by evaluation, and has a fresh solver refute a quantified formula, or its
// negation, where evaluation does not decide it. Pred reports whether a symbol is a predicate. A
// step is right if its instance of the clause is false when all that is derived before it holds among what the clause
// presupposes, and everything but its conclusion among what the clause concludes: predicates that occur negatively in
// it and those that do positively.
//
// It must be right whatever the symbols that are no predicates, division by zero, and the number of elements of an
// uninterpreted sort are: all of these may be chosen for a solution. So evaluation knows no values for the first two,
// and only one element of a sort may occur in the values. A derivation that fails only in this is neither confirmed nor
// refuted.
func Derivation(ctx context.Context, st *term.Store, clauses []Clause, pred func(term.Sym) bool,
	d *verifier.Derivation) Report {
	c := &derivation{
		ctx: ctx, st: st, pred: pred, m: model.New(st, model.Options{Strict: true}), holds: map[string]bool{},
		zero: zero{st: st, subst: term.NewSubst(st, st), found: map[term.Term]bool{}},
	}
	if n := len(d.Steps); n == 0 || d.Steps[n-1].Pred != 0 {
		return refuted("the last step does not derive false")
	}
	var open Report
	for i := range d.Steps {
		s := &d.Steps[i]
		if s.Clause < 0 || s.Clause >= len(clauses) {
			return refuted("step %d uses no clause", i+1)
		}
		r := c.step(clauses[s.Clause], s, d.Steps[:i])
		if r.Refuted {
			r.Wrong = fmt.Sprintf("step %d %s", i+1, r.Wrong)
			return r
		}
		if !r.Confirmed && open.Why == (reason.Reason{}) {
			r.Why.Detail = fmt.Sprintf("step %d %s", i+1, r.Why.Detail)
			open = r
		}
	}
	if open.Why != (reason.Reason{}) {
		return open
	}
	if sort, several := c.elements(d); several {
		return unconfirmed("the derivation needs two elements of sort " + st.SortString(sort))
	}
	return Report{Confirmed: true, Instances: len(d.Steps)}
}

func refuted(format string, args ...any) Report {
	return Report{Refuted: true, Wrong: fmt.Sprintf(format, args...)}
}

func unconfirmed(detail string) Report {
	return Report{Why: reason.Reason{Kind: reason.UnconfirmedTrace, Detail: detail}}
}

// derivation is the check of one.
type derivation struct {
	ctx   context.Context
	st    *term.Store
	pred  func(term.Sym) bool
	m     *model.Model // has values of the variables of the step's clause, and of nothing else
	holds map[string]bool
	known map[signed]truth
	zero  zero
	why   error // of the first value that is unknown
}

// signed is a formula where it occurs positively, or negatively.
type signed struct {
	t   term.Term
	pos bool
}

// truth is a truth value of Kleene's logic.
type truth uint8

const (
	maybe truth = iota
	no
	yes
)

func (a truth) not() truth {
	switch a {
	case yes:
		return no
	case no:
		return yes
	}
	return maybe
}

func (a truth) and(b truth) truth {
	switch {
	case a == no || b == no:
		return no
	case a == yes && b == yes:
		return yes
	}
	return maybe
}

func (a truth) or(b truth) truth { return a.not().and(b.not()).not() }

func truthOf(b bool) truth {
	if b {
		return yes
	}
	return no
}

// key identifies a ground atom.
func key(f term.Sym, args []model.Value) string {
	var b strings.Builder
	fmt.Fprint(&b, f)
	for _, a := range args {
		k := a.Key()
		fmt.Fprintf(&b, " %d:%s", len(k), k)
	}
	return b.String()
}

// step checks a step, given those before it.
func (c *derivation) step(clause Clause, s *verifier.Inference, before []verifier.Inference) Report {
	if len(s.Values) != len(clause.Vars) {
		return refuted("has %d values for %d variables", len(s.Values), len(clause.Vars))
	}
	for k, x := range clause.Vars {
		if !s.Values[k].IsValid() || s.Values[k].Sort() != c.st.Sort(x) {
			return refuted("has a value of another sort for variable %d", k+1)
		}
		c.m.SetConst(x, s.Values[k])
	}
	clear(c.holds)
	for _, p := range s.Premises {
		if p < 0 || p >= len(before) {
			return refuted("has a premise that is no earlier step")
		}
		if before[p].Pred != 0 {
			c.holds[key(before[p].Pred, before[p].Args)] = true
		}
	}
	c.known, c.why = map[signed]truth{}, nil
	switch c.eval(clause.Formula, s) {
	case no:
		return Report{Confirmed: true}
	case maybe:
		return unconfirmed(fmt.Sprintf("depends on what is not given: %v", c.why))
	}
	return refuted("does not follow from its clause and premises")
}

// eval returns the truth value of the instance of a clause.
func (c *derivation) eval(f term.Term, s *verifier.Inference) truth {
	root := signed{f, true}
	done := func(at signed) bool { _, ok := c.known[at]; return ok }
	for at := range term.BottomUp(root, c.below, done) {
		c.known[at] = c.node(at, c.below(at), s)
	}
	return c.known[root]
}

// below returns what the truth value of a formula is made of.
func (c *derivation) below(at signed) (kids []signed) {
	args := c.st.Args(at.t)
	switch op := c.st.Op(at.t); {
	case op == term.OpNot:
		return []signed{{args[0], !at.pos}}
	case op == term.OpAnd || op == term.OpOr:
		for _, a := range args {
			kids = append(kids, signed{a, at.pos})
		}
	case op == term.OpIte && c.st.Sort(at.t) == term.Bool:
		return []signed{{args[0], at.pos}, {args[0], !at.pos}, {args[1], at.pos}, {args[2], at.pos}}
	case op == term.OpEq && c.st.Sort(args[0]) == term.Bool:
		return []signed{{args[0], at.pos}, {args[0], !at.pos}, {args[1], at.pos}, {args[1], !at.pos}}
	}
	return kids
}

// node returns the truth value of a formula. What is below an if-then-else or an equivalence has two, by the polarity
// of its occurrence in a conjunction of disjunctions, or of the negation as one.
func (c *derivation) node(at signed, kids []signed, s *verifier.Inference) truth {
	v := func(i int) truth { return c.known[kids[i]] }
	switch op := c.st.Op(at.t); {
	case op == term.OpNot:
		return v(0).not()
	case op == term.OpAnd || op == term.OpOr:
		all := truthOf(op == term.OpAnd)
		for i := range kids {
			if op == term.OpAnd {
				all = all.and(v(i))
			} else {
				all = all.or(v(i))
			}
		}
		return all
	case len(kids) == 4 && op == term.OpIte && at.pos:
		return v(1).not().or(v(2)).and(v(0).or(v(3)))
	case len(kids) == 4 && op == term.OpIte:
		return v(0).and(v(2)).or(v(1).not().and(v(3)))
	case len(kids) == 4 && at.pos:
		return v(1).not().or(v(2)).and(v(0).or(v(3).not()))
	case len(kids) == 4:
		return v(0).and(v(2)).or(v(1).not().and(v(3).not()))
	case op == term.OpApp && c.pred(c.st.Sym(at.t)):
		return c.atom(at, s)
	}
	if c.zero.divides(at.t) && c.st.HasQuantifier(at.t) { // a quotient of what is bound is no constant
		return c.quantified(at.t)
	}
	t := c.zero.settle(c.m, at.t)
	b, err := c.m.EvalDeciding(t)
	if errors.Is(err, model.ErrQuantifier) {
		return c.quantified(t)
	}
	if err != nil {
		c.unknown(err)
		return maybe
	}
	return truthOf(b)
}

// What the search for a refutation of a quantified formula about values may cost: conflicts, and models in which
// quantifiers are checked.
const (
	quantifierConflicts = 20_000
	quantifierModels    = 200
)

// quantified returns the truth value of a formula with quantifiers: that of its instance by the values of the step.
func (c *derivation) quantified(t term.Term) truth {
	bind := term.NewSubst(c.st, c.st)
	var err error
	c.st.Visit(func(x term.Term) bool {
		if !c.st.IsConst(x) || err != nil {
			return err == nil
		}
		if v, e := c.m.Eval(x); e == nil {
			var value term.Term
			if value, err = v.Term(c.st); err == nil {
				bind.Bind(x, value)
			}
		}
		return true
	}, t)
	if err != nil {
		c.unknown(err)
		return maybe
	}
	copier := term.NewCopier(c.st, nil)
	instance := bind.Apply(t)
	for _, truth := range []truth{yes, no} {
		own := term.NewStore()
		copier.Reset(own)
		s := solver.New(own, solver.Options{})
		s.SetConflictBudget(quantifierConflicts)
		s.SetModelBudget(quantifierModels)
		f := copier.Term(instance)
		if truth == yes {
			f = own.Not(f)
		}
		s.Assert(f)
		if s.Check(c.ctx).Status == sat.Unsat {
			return truth
		}
	}
	c.unknown(fmt.Errorf("whether %s", shortened(c.st.String(instance))))
	return maybe
}

// shortened returns the text of a formula, cut off where it is long.
func shortened(text string) string {
	const most = 200
	if len(text) <= most {
		return text
	}
	return text[:most] + "..."
}

func (c *derivation) unknown(err error) {
	if c.why == nil {
		c.why = err
	}
}

// atom returns the truth value of an application of a predicate.
func (c *derivation) atom(at signed, s *verifier.Inference) truth {
	f := c.st.Sym(at.t)
	if at.pos && f != s.Pred {
		return yes
	}
	args := c.st.Args(at.t)
	values := make([]model.Value, len(args))
	for k, a := range args {
		var err error
		if values[k], err = c.m.Eval(c.zero.settle(c.m, a)); err != nil {
			c.unknown(err)
			return maybe
		}
	}
	if at.pos {
		return truthOf(!slices.EqualFunc(values, s.Args, model.Value.Equal))
	}
	return truthOf(c.holds[key(f, values)])
}

// elements looks for a sort of which two elements occur in the values.
func (c *derivation) elements(d *verifier.Derivation) (sort term.Sort, several bool) {
	first := map[term.Sort]int{}
	var work []model.Value
	for i := range d.Steps {
		work = append(work, d.Steps[i].Values...)
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if v.Kind() == model.KindArray {
			work = append(work, v.Default())
			v.Entries(func(i, e model.Value) bool {
				work = append(work, i, e)
				return true
			})
		}
		if v.Kind() != model.KindElem {
			continue
		}
		if n, ok := first[v.Sort()]; ok && n != v.Number() {
			return v.Sort(), true
		}
		first[v.Sort()] = v.Number()
	}
	return 0, false
}

// zero replaces divisions by zero, which may have any value.
type zero struct {
	st    *term.Store
	subst *term.Subst
	found map[term.Term]bool // whether a term has a division that might be one by zero
}

// divides reports whether t has a division by something that is no numeral, or by zero.
func (z *zero) divides(t term.Term) bool {
	known, met := z.found[t]
	if !met {
		known = z.st.Any(z.mayBe, t)
		z.found[t] = known
	}
	return known
}

// mayBe reports whether t is a division by something that is no numeral, or by zero.
func (z *zero) mayBe(t term.Term) bool {
	switch z.st.Op(t) {
	case term.OpDiv, term.OpMod, term.OpQuo:
		v, isValue := z.st.NumeralValue(z.st.Arg(t, 1))
		return !isValue || v.Sign() == 0
	}
	return false
}

// settle returns t, which has no quantifiers, with constants that have no value in place of divisions by what is zero
// in m, or has no value there.
func (z *zero) settle(m *model.Model, t term.Term) term.Term {
	if !z.divides(t) {
		return t
	}
	var all []term.Term
	z.st.Visit(func(t term.Term) bool {
		if z.mayBe(t) {
			all = append(all, t)
		}
		return true
	}, t)
	slices.Sort(all) // what is inside comes first
	z.subst.Reset()
	var free []term.Term
	for _, d := range all {
		divisor := z.st.Arg(d, 1)
		if z.st.Ground(divisor) {
			if v, err := m.Eval(z.open(free, divisor)); err == nil && v.Rat().Sign() != 0 {
				continue
			}
		}
		free = append(free, d)
	}
	return z.open(free, t)
}

// open replaces terms by constants without a value.
func (z *zero) open(ts []term.Term, t term.Term) term.Term {
	z.subst.Reset()
	for _, d := range ts {
		z.subst.Bind(d, z.st.FreshConst("by zero", z.st.Sort(d)))
	}
	return z.subst.Apply(t)
}
