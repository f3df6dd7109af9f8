package bv

import (
	"slices"

	"github.com/muster-smt/muster/bv/aig"
	"github.com/muster-smt/muster/bv/blast"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// Translation is a CNF of formulas, for other SAT solvers. Constants keep their meaning: each
// assignment that satisfies the CNF gives values of them that satisfy the formulas, whatever the
// values of other constants, and each model of the formulas is among them.
type Translation struct {
	blaster
	cnf     *aig.CNF
	vars    int
	clauses int
	lits    []sat.Lit // of the clauses; NoLit ends each
}

// Pure reports whether Translate knows a term: it has formulas and bit-vectors only, without
// functions and quantifiers. It does not look at the arguments.
func Pure(st *term.Store, t term.Term) bool {
	sort := st.SortKind(st.Sort(t))
	if sort != term.KindBool && sort != term.KindBitVec {
		return false
	}
	return st.IsConst(t) || blast.Supports(st.Op(t))
}

// Translate translates formulas that are pure, with all below them. It returns false if it was
// stopped, or if a circuit is too large; see TooLarge.
func Translate(rw *rewrite.Rewriter, lim *limit.Limit, formulas []term.Term) (*Translation, bool) {
	x := &Translation{blaster: blaster{st: rw.Terms(), g: aig.New(), lim: lim}}
	x.newBuilder()
	x.cnf = aig.NewCNF(x.g, (*recorder)(x))
	x.cnf.Stopped = lim.Stopped
	for _, f := range formulas {
		f, ok := rw.SimplifyUntil(lim.Stopped, f)
		if !ok || !x.blast(f) || !x.cnf.Root(x.word(f)[0]) {
			return x, false
		}
	}
	for _, c := range x.words {
		for _, l := range x.word(c) {
			x.cnf.Lit(l)
		}
	}
	return x, true
}

// recorder is the sink of a Translation.
type recorder Translation

// NewVar implements aig.Sink.
func (r *recorder) NewVar() sat.Var {
	r.vars++
	return sat.Var(r.vars)
}

// Clause implements aig.Sink.
func (r *recorder) Clause(lits []sat.Lit) {
	r.lits = append(append(r.lits, lits...), sat.NoLit)
	r.clauses++
}

// Size returns the numbers of variables, which begin at 1, and of clauses.
func (x *Translation) Size() (vars, clauses int) { return x.vars, x.clauses }

// Clauses calls yield with each clause, valid during the call, until it returns false.
func (x *Translation) Clauses(yield func([]sat.Lit) bool) {
	for rest := x.lits; len(rest) > 0; {
		n := slices.Index(rest, sat.NoLit)
		if !yield(rest[:n]) {
			return
		}
		rest = rest[n+1:]
	}
}

// Constants calls yield with each constant that occurs in the CNF and the literals of its bits,
// the least significant first.
func (x *Translation) Constants(yield func(c term.Term, bits []sat.Lit) bool) {
	var bits []sat.Lit
	for _, c := range x.words {
		bits = bits[:0]
		for _, l := range x.word(c) {
			bits = append(bits, x.cnf.Known(l))
		}
		if !yield(c, bits) {
			return
		}
	}
}
