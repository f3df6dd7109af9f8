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
	untyped := func(xs []Expr) []Term {
		out := make([]Term, len(xs))
		for i, x := range xs {
			out[i] = x.Untyped()
		}
		return out
	}
	groups := make([][]Term, len(patterns))
	for i, p := range patterns {
		groups[i] = untyped(p)
	}
	return Bool{must(st.Quantify(op == term.OpForall, untyped(vars), body.Term, groups...))}
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
	for i, c := range consts {
		if !st.st.IsConst(c) {
			return Term{}, misuse(op.String(), "variable %d is not a constant", i+1)
		}
		if _, twice := sub.Lookup(c); twice {
			return Term{}, misuse(op.String(), "variable %d is listed twice", i+1)
		}
		v := st.st.BoundVar(st.st.SymName(st.st.Sym(c)), st.st.Sort(c))
		sub.Bind(c, v)
		q.Vars = append(q.Vars, v)
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

// QuantifierMode says what ends a check with quantifiers; see package theory/solver.
type QuantifierMode = solver.QuantifierMode

// The modes.
const (
	AutoQuantifiers  = solver.AutoQuantifiers
	MatchQuantifiers = solver.MatchQuantifiers
	ModelQuantifiers = solver.ModelQuantifiers
)
