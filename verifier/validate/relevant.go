package validate

import (
	"context"
	"slices"

	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/inline"
)

// The limits of the instances that a question about a path begins with.
const (
	relevantRounds = 3       // the terms of instances are relevant, too
	relevantTerms  = 20      // for one variable
	relevantEach   = 200     // for one quantifier, in one round
	relevantVisits = 300_000 // formulas and terms that are looked at; the rest is left out
	relevantUnfold = 20_000  // instances of definitions at numerals
)

// relevant makes instances of quantifiers at the terms that matter to them: those that are arguments where a variable
// of the quantifier is one, of the same function, and those at which a comparison changes its truth value (roots.go).
// For formulas that use variables in no other way these are all instances that there need be (Ge and de Moura, CAV
// 2009), and they refute where no pattern matches and models have too many values to choose from.
//
// What a function is compared with matters, too, to a variable that is compared with the function: so C(n) is found
// from i(p) = n and i(C(x)) = x. The definition of a function is unfolded at numerals as far as it goes.
type relevant struct {
	st     *term.Store
	mk     *rewrite.Rewriter
	chosen *term.Subst // of variables of a quantifier
	at     *term.Subst // of what a comparison is solved for
	other  *term.Subst // of a function in it
	seen   map[polarized]bool
	args   map[argument][]term.Term  // ground terms
	has    map[argOf]bool            // what is in args
	uses   map[term.Term][]argument  // by variable: where it is an argument
	atoms  map[term.Term][]term.Term // by variable: the comparisons in which it occurs
	ranges map[argument][]term.Term  // by function (argument -1): ground terms that it is compared with
	all    map[term.Sort][]term.Term // ground terms of uninterpreted sorts
	quant  []term.Term               // ground quantifiers
	unfold unfolding
	known  map[term.Term]bool // what is in quant
	made   map[term.Term]bool // instances
	named  map[term.Term]bool // quantifiers that have witnesses
	out    []term.Term
	bodies []polarized // of instances, to be visited
}

// polarized is a formula with its polarity: 1 if it matters that it holds, -1 if it matters that it does not, 0 for
// both.
type polarized struct {
	t   term.Term
	pol int8
}

// argument is a place of a function where terms may be: a symbol's, or the index of an array.
type argument struct {
	sym term.Sym // 0 for arrays
	i   int
}

type argOf struct {
	argument
	t term.Term
}

// relevantInstances returns formulas that can be assumed besides any facts: that a quantifier in them implies an
// instance of it, or an instance it, and that a quantifier which fails, or an existential one which holds, has a
// witness, a new constant.
func relevantInstances(st *term.Store, facts []term.Term) []term.Term {
	mk := rewrite.New(st)
	r := &relevant{
		st: st, mk: mk, chosen: term.NewSubst(st, mk), at: term.NewSubst(st, mk), other: term.NewSubst(st, mk),
		seen: map[polarized]bool{}, args: map[argument][]term.Term{}, has: map[argOf]bool{},
		uses: map[term.Term][]argument{}, atoms: map[term.Term][]term.Term{}, ranges: map[argument][]term.Term{},
		all: map[term.Sort][]term.Term{}, known: map[term.Term]bool{}, made: map[term.Term]bool{},
		named:  map[term.Term]bool{},
		unfold: newUnfolding(),
	}
	for _, f := range facts {
		r.bodies = append(r.bodies, polarized{f, 1})
	}
	for range relevantRounds {
		r.visit()
		for r.definitions() {
			r.visit()
		}
		r.round()
	}
	return r.out
}

// instantiating is a solver that helps out with relevant instances where patterns find too few.
type instantiating struct {
	inline.Solver
	st    *term.Store
	facts []term.Term
}

// Assert implements inline.Solver.
func (s *instantiating) Assert(t term.Term) {
	s.facts = append(s.facts, t)
	s.Solver.Assert(t)
}

// Check implements inline.Solver.
func (s *instantiating) Check(ctx context.Context, assumptions []term.Term) inline.Outcome {
	out := s.Solver.Check(ctx, assumptions)
	if out.Status != inline.StatusUnknown || !out.Candidate || ctx.Err() != nil {
		return out
	}
	instances := relevantInstances(s.st, s.facts)
	for _, t := range instances {
		s.Solver.Assert(t)
	}
	if len(instances) == 0 {
		return out
	}
	return s.Solver.Check(ctx, assumptions)
}

// Instantiating returns a configuration whose solvers make these instances, too.
func Instantiating(c inline.Config) inline.Config {
	plain := c.NewSolver
	c.NewSolver = func(st *term.Store) (inline.Solver, error) {
		s, err := plain(st)
		if err != nil {
			return nil, err
		}
		return &repeating{instantiating{Solver: s, st: st}}, nil
	}
	return c
}

// repeating is for what repeats proofs: it can do what else the solver can. An instance counts as part of the assertion
// before it.
type repeating struct{ instantiating }

// Tag implements inline.Coner.
func (s *repeating) Tag(n int32) {
	if c, ok := s.Solver.(inline.Coner); ok {
		c.Tag(n)
	}
}

// Cone implements inline.Coner.
func (s *repeating) Cone() []int32 {
	if c, ok := s.Solver.(inline.Coner); ok {
		return c.Cone()
	}
	return nil
}

// SetBudget implements inline.Budgeter.
func (s *repeating) SetBudget(conflicts int64) { inline.Limit(s.Solver, conflicts) }

// Close implements io.Closer.
func (s *repeating) Close() error { return inline.Close(s.Solver) }

// visit collects the terms and the quantifiers in what is to be visited.
func (r *relevant) visit() {
	for len(r.bodies) > 0 && len(r.seen) < relevantVisits {
		p := r.bodies[len(r.bodies)-1]
		r.bodies = r.bodies[:len(r.bodies)-1]
		if r.seen[p] {
			continue
		}
		r.seen[p] = true
		t, below := p.t, int8(0)
		switch r.st.Op(t) {
		case term.OpForall, term.OpExists:
			r.quantifier(p)
			r.bodies = append(r.bodies, polarized{r.st.Quant(t).Body, 0})
			continue
		case term.OpAnd, term.OpOr:
			below = p.pol
		case term.OpNot:
			below = -p.pol
		case term.OpApp:
			for i, a := range r.st.Args(t) {
				r.place(argument{r.st.Sym(t), i}, a)
			}
			r.unfold.meet(r.st, t)
		case term.OpSelect, term.OpStore:
			r.place(argument{0, 1}, r.st.Arg(t, 1))
		case term.OpEq, term.OpLe:
			r.compare(t)
		}
		if s := r.st.Sort(t); r.st.Ground(t) && r.st.SortKind(s) == term.KindUninterpreted && len(r.all[s]) < relevantTerms {
			r.all[s] = append(r.all[s], t)
		}
		for _, a := range r.st.Args(t) {
			r.bodies = append(r.bodies, polarized{a, below})
		}
	}
}

// quantifier notes a quantifier, and names a witness where its truth value asks for one.
func (r *relevant) quantifier(p polarized) {
	q := p.t
	if !r.st.Ground(q) {
		return
	}
	if !r.known[q] {
		r.known[q] = true
		r.quant = append(r.quant, q)
		r.unfold.define(r.st, q)
	}
	if want := r.holds(q); p.pol == want || r.named[q] {
		return
	}
	r.named[q] = true
	parts := r.st.Quant(q)
	witnesses := make([]term.Term, len(parts.Vars))
	for i, v := range parts.Vars {
		witnesses[i] = r.st.FreshConst("witness", r.st.Sort(v))
	}
	r.bind(parts.Vars, witnesses)
	r.add(q, r.chosen.Apply(parts.Body), -r.holds(q))
}

// holds returns the polarity in which all instances of a quantifier follow from it.
func (r *relevant) holds(q term.Term) int8 {
	if r.st.Op(q) == term.OpForall {
		return 1
	}
	return -1
}

// add adds that if q has the truth value of a polarity, so has this instance of it.
func (r *relevant) add(q, instance term.Term, pol int8) {
	t := r.st.Or(r.st.Not(q), instance)
	if pol < 0 {
		t = r.st.Or(q, r.st.Not(instance))
	}
	if !r.made[t] {
		r.made[t] = true
		r.out = append(r.out, t)
		r.bodies = append(r.bodies, polarized{instance, pol})
	}
}

// place notes that a term is an argument.
func (r *relevant) place(at argument, t term.Term) {
	switch {
	case r.st.Op(t) == term.OpBound:
		r.uses[t] = append(r.uses[t], at)
	case r.st.Ground(t) && !r.has[argOf{at, t}]:
		r.has[argOf{at, t}] = true
		r.args[at] = append(r.args[at], t)
	}
}

// terms returns the terms that matter to a variable, at most relevantTerms, if the variables before are what is chosen.
func (r *relevant) terms(v term.Term) (out []term.Term) {
	in := map[term.Term]bool{}
	add := func(ts ...term.Term) {
		for _, t := range ts {
			if len(out) < relevantTerms && r.st.Sort(t) == r.st.Sort(v) && !in[t] {
				in[t] = true
				out = append(out, t)
			}
		}
	}
	for _, at := range r.uses[v] {
		add(r.args[at]...)
	}
	for _, a := range r.atoms[v] {
		add(r.roots(r.chosen.Apply(a), v)...)
	}
	if len(out) == 0 {
		add(r.any(r.st.Sort(v))...)
	}
	return out
}

// any returns terms of a sort of which none matters more than others.
func (r *relevant) any(s term.Sort) []term.Term {
	switch s {
	case term.Bool:
		return []term.Term{r.st.True(), r.st.False()}
	case term.Int:
		return []term.Term{r.mk.Int(0)}
	}
	return r.all[s]
}

// round adds instances.
func (r *relevant) round() {
	for _, q := range r.quant {
		if d := r.unfold.defs[q]; d != nil {
			r.others(d)
			continue
		}
		parts := r.st.Quant(q)
		left := relevantEach
		r.choose(q, parts, nil, &left)
	}
}

// choose adds the instances of q in which the first variables are what is chosen, at most so many as are left. The
// depth of the recursion is the number of variables. What is an argument is chosen first: the others are compared
// with it.
func (r *relevant) choose(q term.Term, parts term.Quant, chosen []term.Term, left *int) {
	vars := r.ordered(parts.Vars)
	r.bind(vars, chosen)
	if n := len(chosen); n > 0 {
		for _, a := range r.atoms[vars[n-1]] {
			r.compareFunctions(r.chosen.Apply(a))
		}
	}
	if len(chosen) == len(vars) {
		*left--
		r.add(q, r.chosen.Apply(parts.Body), r.holds(q))
		return
	}
	for _, t := range r.terms(vars[len(chosen)]) {
		if *left <= 0 {
			return
		}
		r.choose(q, parts, append(chosen[:len(chosen):len(chosen)], t), left)
	}
}

// bind makes chosen the substitution of the first variables.
func (r *relevant) bind(vars, by []term.Term) {
	r.chosen.Reset()
	for i, t := range by {
		r.chosen.Bind(vars[i], t)
	}
}

// ordered returns the variables of a quantifier in the order in which they are chosen.
func (r *relevant) ordered(vars []term.Term) []term.Term {
	out := slices.Clone(vars)
	slices.SortStableFunc(out, func(v, w term.Term) int { return rank(r.uses[v]) - rank(r.uses[w]) })
	return out
}

// rank is less for a variable that is an argument of a function than for one that is an index only, or neither.
func rank(uses []argument) int {
	if slices.ContainsFunc(uses, func(a argument) bool { return a.sym != 0 }) {
		return 0
	}
	return 1
}
