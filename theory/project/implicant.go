package project

import (
	"fmt"
	"slices"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
)

// Implicant returns literals that are true in m and imply the roots, which are true in m: of a
// disjunction one true child, of an if-then-else the condition and one branch. Terms with ite
// become those of the branch that m takes, and formulas inside terms become true or false.
func (p *Projector) Implicant(m *model.Model, roots []term.Term) ([]term.Term, error) {
	env := m.NewEnv()
	for _, t := range roots {
		if err := holds(env, t); err != nil {
			return nil, err
		}
	}
	return p.implicant(env, roots)
}

// path collects an implicant. A formula that it has to fix keeps the value it has in the model.
type path struct {
	*Projector
	env   *model.Env
	out   []term.Term
	now   []term.Term // formulas to fix
	later []term.Term // those for which one child suffices: when all others are done, more of them are fixed already
	fold  term.Fold[term.Term]
	err   error
}

func (p *Projector) implicant(env *model.Env, roots []term.Term) ([]term.Term, error) {
	p.seen.Clear()
	p.image.Clear()
	p.cost.Clear()
	s := &path{Projector: p, env: env}
	for i := len(roots) - 1; i >= 0; i-- {
		s.now = append(s.now, roots[i])
	}
	for head := 0; s.err == nil; {
		if s.stopped() {
			return nil, ErrStopped
		}
		if n := len(s.now); n > 0 {
			t := s.now[n-1]
			s.now = s.now[:n-1]
			s.fix(t)
			continue
		}
		if head == len(s.later) {
			break
		}
		s.choose(s.later[head])
		head++
	}
	for _, t := range roots {
		if s.err == nil && !s.truth(t) && s.err == nil {
			s.err = fmt.Errorf("%w: %s", errInternal, p.st.String(t))
		}
	}
	return s.out, s.err
}

// truth evaluates a formula.
func (s *path) truth(t term.Term) bool {
	v, err := s.env.Eval(t)
	if err != nil && s.err == nil {
		s.err = evalError(err)
	}
	return v.IsTrue()
}

// require sees to it that the literals imply the value of formula t.
func (s *path) require(t term.Term) { s.now = append(s.now, t) }

// fix adds what implies the value of formula t.
func (s *path) fix(t term.Term) {
	t = s.st.Atom(t)
	if s.seen.Has(t) {
		return
	}
	s.seen.Add(t)
	st := s.st
	switch op := st.Op(t); op {
	case term.OpTrue, term.OpFalse:
	case term.OpAnd, term.OpOr:
		if s.truth(t) != (op == term.OpAnd) {
			s.later = append(s.later, t)
			return
		}
		s.requireAll(t)
	case term.OpIte:
		s.require(st.Arg(t, 0))
		s.require(s.branch(t))
	case term.OpForall, term.OpExists:
		s.err = fmt.Errorf("%w: quantifier %s", ErrUnsupported, st.String(t))
	case term.OpEq, term.OpDistinct:
		if st.Sort(st.Arg(t, 0)) == term.Bool {
			s.requireAll(t)
			return
		}
		if op == term.OpDistinct && !s.truth(t) {
			s.same(t)
			return
		}
		s.literal(t)
	default:
		s.literal(t)
	}
}

func (s *path) requireAll(t term.Term) {
	args := s.st.Args(t)
	for i := len(args) - 1; i >= 0; i-- {
		s.require(args[i])
	}
}

// branch returns the branch of an ite that the model takes.
func (s *path) branch(t term.Term) term.Term {
	if s.truth(s.st.Arg(t, 0)) {
		return s.st.Arg(t, 1)
	}
	return s.st.Arg(t, 2)
}

// same requires an equality of two arguments of a false distinct.
func (s *path) same(t term.Term) {
	first := map[string]term.Term{}
	for _, a := range s.st.Args(t) {
		v, err := s.env.Eval(a)
		if err != nil {
			s.err = evalError(err)
			return
		}
		key := v.Key()
		if b, ok := first[key]; ok {
			if a != b {
				s.require(s.rw.Eq(b, a))
			}
			return
		}
		first[key] = a
	}
}

// choose takes one child of a true disjunction or a false conjunction: one that is implied
// already, else the cheapest.
func (s *path) choose(t term.Term) {
	decisive := s.st.Op(t) == term.OpOr
	var best term.Term
	for _, a := range s.st.Args(t) {
		v, err := s.env.Eval(a)
		if err != nil || v.IsTrue() != decisive {
			continue
		}
		if s.implied(a) {
			return
		}
		if best == 0 || s.price(a) < s.price(best) {
			best = a
		}
	}
	if best == 0 {
		s.err = fmt.Errorf("%w: no child decides %s", errInternal, s.st.String(t))
		return
	}
	s.require(best)
}

// implied reports whether a formula is implied already, by looking at it and its children.
func (s *path) implied(t term.Term) bool {
	t = s.st.Atom(t)
	if s.seen.Has(t) {
		return true
	}
	if op := s.st.Op(t); op != term.OpAnd && op != term.OpOr {
		return false
	}
	return !slices.ContainsFunc(s.st.Args(t), func(a term.Term) bool { return !s.seen.Has(s.st.Atom(a)) })
}

// The prices of literals, and the greatest price.
const (
	priceConst = 1 // guards, which projection drops
	priceAtom  = 2
	priceMax   = 1 << 28
)

// price estimates how many literals it takes to fix a formula; what is shared counts twice.
func (s *path) price(t term.Term) int32 {
	stack := append(s.Projector.work[:0], t)
	for len(stack) > 0 {
		u := stack[len(stack)-1]
		if s.cost.Has(u) {
			stack = stack[:len(stack)-1]
			continue
		}
		before := len(stack)
		c := s.priceOf(u, &stack)
		if len(stack) == before {
			s.cost.Set(u, c)
		}
	}
	s.Projector.work = stack
	c, _ := s.cost.Get(t)
	return c
}

// priceOf returns the price of t, or pushes children whose prices are needed first.
func (s *path) priceOf(t term.Term, stack *[]term.Term) int32 {
	st := s.st
	sum := int32(0)
	child := func(a term.Term) int32 {
		c, ok := s.cost.Get(a)
		if !ok {
			*stack = append(*stack, a)
		}
		return c
	}
	switch op := st.Op(t); {
	case op == term.OpNot:
		return child(st.Arg(t, 0))
	case op == term.OpAnd || op == term.OpOr:
		all := s.truth(t) == (op == term.OpAnd)
		least := int32(priceMax)
		for _, a := range st.Args(t) {
			if all {
				sum = min(sum+child(a), priceMax)
				continue
			}
			if v, err := s.env.Eval(a); err == nil && v.IsTrue() == (op == term.OpOr) {
				least = min(least, child(a))
			}
		}
		if all {
			return sum
		}
		return least
	case op == term.OpIte:
		return min(child(st.Arg(t, 0))+child(s.branch(t)), priceMax)
	case op == term.OpEq && st.Sort(st.Arg(t, 0)) == term.Bool:
		return min(child(st.Arg(t, 0))+child(st.Arg(t, 1)), priceMax)
	case st.IsConst(t):
		return priceConst
	case st.IsValue(t):
		return 0
	}
	return priceAtom
}

// literal adds an atom, or its negation, with ite and formulas inside it replaced.
func (s *path) literal(t term.Term) {
	u := s.plain(t)
	if s.err != nil {
		return
	}
	if u != t {
		s.require(u) // it may have become something else than an atom
		return
	}
	if s.truth(t) {
		s.out = append(s.out, t)
	} else {
		s.out = append(s.out, s.st.Not(t))
	}
}

// plain returns an atom with ite replaced by the branch taken and formulas below the root by their
// values, which it requires.
func (s *path) plain(root term.Term) term.Term {
	if s.st.NumArgs(root) == 0 {
		return root
	}
	args := func(t term.Term) []term.Term {
		if t == root || s.st.Op(t) != term.OpIte {
			return s.st.Args(t)
		}
		s.require(s.st.Arg(t, 0))
		return []term.Term{s.branch(t)}
	}
	known := func(t term.Term) (term.Term, bool) {
		if t == root {
			return 0, false
		}
		return s.imageOf(t)
	}
	node := func(t term.Term, args []term.Term) term.Term {
		if t == root {
			return s.rebuild(t, args)
		}
		u := args[0]
		if s.st.Op(t) != term.OpIte {
			u = s.rebuild(t, args)
		}
		s.image.Set(t, u)
		return u
	}
	if u, ok := s.fold.Of(root, args, known, node, func() bool { return s.err != nil }); ok && s.err == nil {
		return u
	}
	return root
}

// imageOf returns the image of a term other than an atom, unless it is made from those of its arguments.
func (s *path) imageOf(t term.Term) (term.Term, bool) {
	st := s.st
	u, ok := s.image.Get(t)
	switch {
	case ok:
		return u, true
	case st.Op(t) == term.OpBound:
		s.err = fmt.Errorf("%w: bound variable %s", ErrUnsupported, st.String(t))
	case st.Sort(t) == term.Bool:
		s.require(t)
		return st.Bool(s.truth(t)), true
	case st.NumArgs(t) > 0:
		return 0, false
	}
	return t, true
}

func (s *path) rebuild(t term.Term, args []term.Term) term.Term { return s.st.Renewed(s.rw, t, args) }
