package smt

import (
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// Forall returns the formula that body holds for all values of the constants vars,
// which the result binds. A pattern is a list of terms that contain all of vars:
// instances are made for values for which these terms occur. Without patterns, they
// are inferred.
func (st *Store) Forall(vars []Expr, body Bool, patterns ...[]Expr) Bool {
	return st.quantify(term.OpForall, vars, body, patterns)
}

// Exists returns the formula that body holds for some values of the constants vars;
// see Forall.
func (st *Store) Exists(vars []Expr, body Bool) Bool {
	return st.quantify(term.OpExists, vars, body, nil)
}

func (st *Store) quantify(op term.Op, vars []Expr, body Bool, patterns [][]Expr) Bool {
	groups := make([][]Term, len(patterns))
	for i, p := range patterns {
		groups[i] = untypedAll(p)
	}
	return Bool{must(st.Quantify(op == term.OpForall, untypedAll(vars), body.Term, groups...))}
}

func untypedAll(xs []Expr) []Term {
	out := make([]Term, len(xs))
	for i, x := range xs {
		out[i] = x.Untyped()
	}
	return out
}

// Quantify is the untyped Forall or Exists.
func (st *Store) Quantify(forall bool, vars []Term, body Term, patterns ...[]Term) (Term, error) {
	op := term.OpExists
	if forall {
		op = term.OpForall
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	consts, err := st.ids(op.String(), vars)
	if err != nil {
		return Term{}, err
	}
	parts, err := st.ids(op.String(), []Term{body})
	if err != nil {
		return Term{}, err
	}
	if st.st.Sort(parts[0]) != term.Bool {
		return Term{}, st.illSorted(op.String(), 0, parts[0], "Bool")
	}
	sub := term.NewSubst(st.st, st.st)
	var q term.Quant
	err = st.bind(op.String(), sub, consts, func(c term.Term) term.Term {
		v := st.st.BoundVar(st.st.SymName(st.st.Sym(c)), st.st.Sort(c))
		q.Vars = append(q.Vars, v)
		return v
	})
	if err != nil {
		return Term{}, err
	}
	if len(q.Vars) == 0 {
		return body, nil
	}
	q.Body = sub.Apply(parts[0])
	for _, p := range patterns {
		ids, err := st.ids(op.String(), p)
		if err != nil {
			return Term{}, err
		}
		for i := range ids {
			ids[i] = sub.Apply(ids[i])
		}
		q.Patterns = append(q.Patterns, ids)
	}
	return Term{st, st.st.Quantify(op, q)}, nil
}

// bind binds constants to images. The lock is held.
func (st *Store) bind(op string, sub *term.Subst, consts []term.Term, image func(term.Term) term.Term) error {
	for i, c := range consts {
		if !st.st.IsConst(c) {
			return misuse(op, "variable %d is not a constant", i+1)
		}
		if _, twice := sub.Lookup(c); twice {
			return misuse(op, "variable %d is listed twice", i+1)
		}
		sub.Bind(c, image(c))
	}
	return nil
}

// Substitute returns t with terms in place of the constants vars, all at once.
func Substitute[T Expr](t T, vars, terms []Expr) T {
	st := t.Untyped().store
	if st == nil {
		panic(misuse("substitute", "the zero term"))
	}
	return typed[T](must(st.substitute(t.Untyped(), untypedAll(vars), untypedAll(terms))))
}

func (st *Store) substitute(t Term, vars, terms []Term) (Term, error) {
	const op = "substitute"
	if len(vars) != len(terms) {
		return Term{}, misuse(op, "%d variables, %d terms", len(vars), len(terms))
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	consts, err := st.ids(op, vars)
	if err != nil {
		return Term{}, err
	}
	images, err := st.ids(op, terms)
	if err != nil {
		return Term{}, err
	}
	for i, c := range consts {
		if st.st.Sort(c) != st.st.Sort(images[i]) {
			return Term{}, st.illSorted(op, i, images[i], st.st.SortString(st.st.Sort(c)))
		}
	}
	sub, next := term.NewSubst(st.st, st.st), 0
	err = st.bind(op, sub, consts, func(term.Term) term.Term { next++; return images[next-1] })
	if err != nil {
		return Term{}, err
	}
	return Term{st, sub.Apply(t.id)}, nil
}

// QuantifierMode says what ends a check with quantifiers; see package theory/solver.
type QuantifierMode = solver.QuantifierMode

// The modes.
const (
	AutoQuantifiers  = solver.AutoQuantifiers
	MatchQuantifiers = solver.MatchQuantifiers
	ModelQuantifiers = solver.ModelQuantifiers
)
