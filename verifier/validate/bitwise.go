package validate

import (
	"context"
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// bitwise is an interpretation of functions over integers by operations on bits in which all quantified facts about
// them hold. It is what no search for a model finds, since a table with a default is none: in the preludes of
// drivers, axioms say of "and" and "or" that they distribute over single bits.
//
// Each integer has a code: a set of bits, as in two's complement without end, each set that of one integer. Which
// integer has which code is free but for the numerals in the facts, as long as these say nothing of order and sums: 0
// is the empty set, other numerals are single bits.
//
// A fact holds for all codes if it holds for all words of a width that has a bit for each numeral in it and two for
// each atom (holds): restricted to such bits, where the atoms that are to fail do so, values that violate the fact
// still violate it. So the facts need no instances. What is left to say is what the codes of the values are to which
// the functions are applied: these are words with as many bits as there are numerals and values, of which the last is
// the sign, so that the sets go on without end (codes).
type bitwise struct {
	st       *term.Store
	facts    []term.Term // the quantified facts
	funs     []term.Sym  // the functions, in the order in which they occur
	roles    map[term.Sym]role
	numerals []term.Term // in the facts, without 0
}

// role is the operation that a function is.
type role uint8

const (
	noRole role = iota
	roleAnd
	roleOr
	roleXor
	roleNot
	roleFew // at most one bit is set
)

// Bounds on what is interpreted.
const (
	bitwiseFuns     = 6   // functions
	bitwiseNumerals = 70  // in facts
	bitwiseValues   = 300 // to which functions are applied
	bitwisePolls    = 20_000
)

// withoutBits returns facts that can hold together only if those given can: in place of quantified facts about
// functions on bits they have what is said of the values to which these functions are applied. It returns false if
// there are no such functions.
func withoutBits(ctx context.Context, st *term.Store, facts []term.Term) ([]term.Term, bool) {
	b := &bitwise{st: st, roles: map[term.Sym]role{}}
	var rest []term.Term
	for _, f := range facts {
		if b.about(f) {
			b.facts = append(b.facts, f)
		} else {
			rest = append(rest, f)
		}
	}
	if len(b.facts) == 0 {
		return nil, false
	}
	calls, ok := b.calls(rest)
	if !ok || !b.assign(ctx, 0) {
		return nil, false
	}
	codes, ok := b.codes(calls)
	return append(rest, codes...), ok
}

// about reports whether a fact is quantified and about functions that may be operations on bits alone. If so, it
// takes note of these and of the numerals.
func (b *bitwise) about(f term.Term) bool {
	st := b.st
	if st.Op(f) != term.OpForall || !st.Ground(f) {
		return false
	}
	ok := true
	var funs []term.Sym
	var numerals []term.Term
	st.Visit(func(t term.Term) bool {
		switch st.Op(t) {
		case term.OpBound:
			ok = ok && st.Sort(t) == term.Int
		case term.OpNum:
			if !st.Num(t).IsZero() {
				numerals = append(numerals, t)
			}
		case term.OpApp:
			args, result := st.SymSorts(st.Sym(t))
			other := func(s term.Sort) bool { return s != term.Int }
			ok = ok && (len(args) == 1 || len(args) == 2 && result == term.Int) && !slices.ContainsFunc(args, other) &&
				(result == term.Int || result == term.Bool)
			funs = append(funs, st.Sym(t))
		case term.OpNot, term.OpAnd, term.OpOr, term.OpEq, term.OpTrue, term.OpFalse, term.OpIte:
		default:
			ok = false
		}
		return ok
	}, st.Quant(f).Body)
	if !ok || len(funs) == 0 {
		return false
	}
	b.funs, b.numerals = union(b.funs, funs), union(b.numerals, numerals)
	return true
}

// union appends to a list what it does not have.
func union[T comparable](list, more []T) []T {
	for _, x := range more {
		if !slices.Contains(list, x) {
			list = append(list, x)
		}
	}
	return list
}

// calls returns the applications of the functions in the other facts; false if one is not ground, or there is too
// much of all.
func (b *bitwise) calls(rest []term.Term) (calls []term.Term, ok bool) {
	if len(b.funs) > bitwiseFuns || len(b.numerals) > bitwiseNumerals {
		return nil, false
	}
	ok = true
	b.st.Visit(func(t term.Term) bool {
		if b.st.Op(t) == term.OpApp && slices.Contains(b.funs, b.st.Sym(t)) {
			ok = ok && b.st.Ground(t)
			calls = append(calls, t)
		}
		return true
	}, rest...)
	return calls, ok
}

// assign gives roles to the functions from the i-th on, so that all facts hold.
func (b *bitwise) assign(ctx context.Context, i int) bool {
	if i == len(b.funs) {
		return true
	}
	f := b.funs[i]
	for _, r := range b.possible(f) {
		b.roles[f] = r
		if b.allHold(ctx, f) && b.assign(ctx, i+1) {
			return true
		}
	}
	delete(b.roles, f)
	return false
}

// possible returns the roles that a function may have by its sorts.
func (b *bitwise) possible(f term.Sym) []role {
	switch args, result := b.st.SymSorts(f); {
	case result == term.Bool:
		return []role{roleFew}
	case len(args) == 1:
		return []role{roleNot}
	}
	return []role{roleAnd, roleOr, roleXor}
}

// allHold reports whether the facts about a function hold of which all functions have roles.
func (b *bitwise) allHold(ctx context.Context, f term.Sym) bool {
	for _, q := range b.facts {
		with, all := false, true
		b.st.Visit(func(t term.Term) bool {
			if b.st.Op(t) == term.OpApp {
				with = with || b.st.Sym(t) == f
				all = all && b.roles[b.st.Sym(t)] != noRole
			}
			return true
		}, b.st.Quant(q).Body)
		if with && all && !b.holds(ctx, q) {
			return false
		}
	}
	return true
}

// holds reports whether a fact holds for all codes.
func (b *bitwise) holds(ctx context.Context, q term.Term) bool {
	ctx, cancel := limit.NewCountdown(bitwisePolls, limit.Steps).Context(ctx)
	defer cancel()
	atoms := 0
	b.st.Visit(func(t term.Term) bool {
		if op := b.st.Op(t); op == term.OpEq || op == term.OpApp && b.st.Sort(t) == term.Bool {
			atoms++
		}
		return true
	}, b.st.Quant(q).Body)
	w := &words{bitwise: b, sort: b.st.BitVecSort(len(b.numerals) + 2*atoms + 1), of: map[term.Term]term.Term{}}
	body := w.word(b.st.Quant(q).Body)
	s := solver.New(b.st, solver.Options{})
	s.Assert(b.st.Not(body))
	return s.Check(ctx).Status == sat.Unsat
}

// words translates formulas about integers to formulas about words.
type words struct {
	*bitwise
	sort term.Sort
	of   map[term.Term]term.Term
}

// word returns the word that stands for a term, or the formula for a formula.
func (w *words) word(root term.Term) term.Term {
	done := func(t term.Term) bool { return w.of[t] != 0 }
	for t := range term.BottomUp(root, w.st.Args, done) {
		w.of[t] = w.translate(t)
	}
	return w.of[root]
}

// translate returns the word for a term whose arguments have theirs.
func (w *words) translate(t term.Term) term.Term {
	args := make([]term.Term, w.st.NumArgs(t))
	for i, a := range w.st.Args(t) {
		args[i] = w.of[a]
	}
	switch w.st.Op(t) {
	case term.OpBound:
		return w.st.FreshConst("code", w.sort)
	case term.OpNum:
		return w.numeral(t)
	case term.OpApp:
		return w.operation(w.roles[w.st.Sym(t)], args)
	case term.OpEq:
		return w.st.Eq(args[0], args[1])
	case term.OpNot:
		return w.st.Not(args[0])
	case term.OpAnd:
		return w.st.And(args...)
	case term.OpOr:
		return w.st.Or(args...)
	case term.OpIte:
		return w.st.Ite(args[0], args[1], args[2])
	}
	return t
}

// numeral returns the code of a numeral.
func (w *words) numeral(t term.Term) term.Term {
	if i := slices.Index(w.numerals, t); i >= 0 {
		return w.st.Bits(w.sort, num.FromInt64(1).Lsh(uint(i)))
	}
	return w.st.Bits(w.sort, num.Int{})
}

// operation returns the result of an operation.
func (w *words) operation(r role, args []term.Term) term.Term {
	switch r {
	case roleAnd:
		return w.st.BvAnd(args...)
	case roleOr:
		return w.st.BvOr(args...)
	case roleXor:
		return w.st.BvXor(args...)
	case roleNot:
		return w.st.BvNot(args[0])
	}
	minus := w.st.BvAdd(args[0], w.st.Bits(w.sort, num.FromInt64(-1)))
	return w.st.Eq(w.st.BvAnd(args[0], minus), w.st.Bits(w.sort, num.Int{}))
}

// codes says what the codes of the values are to which the functions are applied, and of the results.
func (b *bitwise) codes(calls []term.Term) ([]term.Term, bool) {
	if len(calls) == 0 {
		return nil, true
	}
	st := b.st
	values := append([]term.Term{st.Int(0)}, b.numerals...)
	for _, t := range calls {
		values = union(values, st.Args(t))
		if st.Sort(t) == term.Int {
			values = union(values, []term.Term{t})
		}
	}
	if len(values) > bitwiseValues {
		return nil, false
	}
	w := &words{bitwise: b, sort: st.BitVecSort(len(b.numerals) + len(values) + 1), of: map[term.Term]term.Term{}}
	code, back := st.FreshFun("code", []term.Sort{term.Int}, w.sort), st.FreshFun("decode", []term.Sort{w.sort}, term.Int)
	var out []term.Term
	for i, t := range values {
		c := st.App(code, t)
		if i <= len(b.numerals) {
			out = append(out, st.Eq(c, w.numeral(t)))
		}
		out = append(out, st.Eq(st.App(back, c), t))
	}
	for _, t := range calls {
		args := make([]term.Term, st.NumArgs(t))
		for i, a := range st.Args(t) {
			args[i] = st.App(code, a)
		}
		r := b.roles[st.Sym(t)]
		says := w.operation(r, args)
		if r == roleFew {
			says = st.Eq(t, st.And(says, st.BvSle(st.Bits(w.sort, num.Int{}), args[0])))
		} else {
			says = st.Eq(st.App(code, t), says)
		}
		out = append(out, says)
	}
	return out, true
}
