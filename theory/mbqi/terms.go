package mbqi

import (
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
)

// chooser finds terms for the values of a counterexample.
type chooser struct {
	*Interpretation
	q     Quantifier
	env   *model.Env
	subst *term.Subst
	atoms []term.Term // the body's comparisons of numbers
	named []term.Term // the body's ground terms of arrays
	terms []term.Term // by variable: the chosen term, which may contain variables chosen later
	way   way
}

// way is the way in which a number without a ground term becomes a term.
type way uint8

const (
	fromBelow way = iota
	fromAbove
	byValue
	numWays
)

// Terms returns ground terms, one for each variable of q, whose instance of q the
// model violates: terms for the counterexample's values, or for similar ones.
// name returns a ground term with a given value in the model. False means that there is none.
func (p *Interpretation) Terms(q Quantifier, values []model.Value,
	name func(model.Value) (term.Term, bool)) ([]term.Term, bool) {
	for w := fromBelow; w < numWays; w++ {
		if terms, ok := p.termsBy(w, q, values, name); ok && p.violates(q, terms, values) {
			return terms, true
		}
	}
	return nil, false
}

// violates reports whether the instance by these terms is false in the model.
func (p *Interpretation) violates(q Quantifier, terms []term.Term, values []model.Value) bool {
	same := true
	env := map[term.Term]term.Term{}
	for i, t := range terms {
		v, err := p.m.Eval(t)
		if err != nil {
			return false
		}
		same = same && v.Equal(values[i])
		env[q.Vars[i]] = p.value(v)
	}
	if same {
		return true
	}
	body, ok := p.encode(q.Body, env)
	if !ok || body == p.st.True() {
		return false
	}
	if body == p.st.False() {
		return true
	}
	s := p.solver()
	s.Assert(p.st.Not(body))
	satisfiable, known := s.Check(nil)
	return satisfiable && known
}

func (p *Interpretation) termsBy(w way, q Quantifier, values []model.Value,
	name func(model.Value) (term.Term, bool)) ([]term.Term, bool) {
	c := &chooser{Interpretation: p, q: q, env: p.m.NewEnv(), subst: term.NewSubst(p.st, p.mk),
		terms: make([]term.Term, len(q.Vars)), way: w}
	for i, v := range q.Vars {
		c.env.Set(v, values[i])
	}
	applied := c.survey()
	var open []int
	for i, v := range q.Vars {
		sort := p.st.Sort(v)
		if sort.IsNumber() && !applied[v] {
			open = append(open, i)
			continue
		}
		if sort != term.Bool {
			if t, ok := name(values[i]); ok {
				c.terms[i] = t
				continue
			}
		}
		if sort.IsNumber() {
			open = append(open, i)
			continue
		}
		t, ok := c.array(values[i])
		if !ok {
			var err error
			if t, err = values[i].Term(p.st); err != nil {
				return nil, false
			}
		}
		c.terms[i] = t
	}
	for _, i := range open {
		if c.stop() {
			return nil, false
		}
		c.choose(i, values[i])
	}
	return c.terms, true
}

// array returns a ground term with the given value, if that is an array: one of the body, or
// a constant.
func (c *chooser) array(value model.Value) (term.Term, bool) {
	if value.Kind() != model.KindArray {
		return 0, false
	}
	for _, t := range c.named {
		if c.st.Sort(t) != value.Sort() {
			continue
		}
		if v, err := c.m.Eval(t); err == nil && v.Equal(value) {
			return t, true
		}
	}
	for f := term.Sym(1); int(f) < c.st.NumSyms(); f++ {
		if v, ok := c.m.Const(f); ok && v.Equal(value) {
			return c.st.App(f), true
		}
	}
	return 0, false
}

// survey collects the body's comparisons of numbers and ground arrays, and returns the
// variables that occur as arguments of functions or arrays.
func (c *chooser) survey() map[term.Term]bool {
	applied := map[term.Term]bool{}
	seen := map[term.Term]bool{}
	term.TopDown(func(t term.Term) []term.Term {
		if seen[t] {
			return nil
		}
		seen[t] = true
		return c.note(t, applied)
	}, c.q.Body)
	return applied
}

// note is survey for t alone. It returns where to go on.
func (c *chooser) note(t term.Term, applied map[term.Term]bool) []term.Term {
	if c.st.Ground(t) {
		if c.st.IsArray(c.st.Sort(t)) {
			c.named = append(c.named, t)
		}
		return nil
	}
	args := c.st.Args(t)
	switch op := c.st.Op(t); op {
	case term.OpForall, term.OpExists:
		return args[:1]
	case term.OpLe:
		c.atoms = append(c.atoms, t)
	case term.OpEq:
		if c.st.Sort(args[0]).IsNumber() {
			c.atoms = append(c.atoms, t)
		}
	case term.OpApp, term.OpSelect, term.OpStore:
		for _, a := range args {
			c.variables(a, applied)
		}
	}
	return args
}

// variables notes t if it is a variable, and the variables that are summands of t.
func (c *chooser) variables(t term.Term, into map[term.Term]bool) {
	if c.st.Op(t) == term.OpBound {
		into[t] = true
	}
	if c.st.Op(t) == term.OpAdd {
		for _, a := range c.st.Args(t) {
			if c.st.Op(a) == term.OpBound {
				into[a] = true
			}
		}
	}
}

// choose finds the term for variable i, and substitutes it in those found before.
func (c *chooser) choose(i int, value model.Value) {
	var t term.Term
	if c.st.Sort(c.q.Vars[i]) == term.Real {
		t = c.realBound(i, value)
	} else {
		t = c.bound(i, value)
	}
	c.subst.Reset()
	c.subst.Bind(c.q.Vars[i], t)
	c.terms[i] = t
	for j, u := range c.terms {
		if u != 0 && j != i && !c.st.Ground(u) {
			c.terms[j] = c.subst.Apply(u)
		}
	}
}
