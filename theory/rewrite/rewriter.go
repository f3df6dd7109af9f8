package rewrite

import (
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// Rewriter builds canonical terms in a Store. It is not safe for concurrent use.
type Rewriter struct {
	st    *term.Store
	mons  []monomial            // a stack of polynomials under construction
	quot  []monomial            // the quotient part of a division
	terms []term.Term           // a stack of argument lists under construction
	keys  []uint64              // for sorting literals
	bits  []bitMonomial         // a stack of polynomials modulo a power of two
	cuts  []int                 // a stack of places to cut bit-vectors at
	depth int                   // of slices pushed inwards
	small term.Paged[term.Term] // by numeral

	fired [numRules]int64 // how often each rule was applied
	off   [numRules]bool  // see Without

	memo term.Paged[term.Term] // of Simplify, by term
	fold term.Fold[term.Term]
}

// The numerals smallMin..smallMax-1 are cached.
const (
	smallMin = -64
	smallMax = 1024
)

// New returns a Rewriter for st.
func New(st *term.Store) *Rewriter { return &Rewriter{st: st} }

// KeepValues switches off the rules that turn arithmetic on values of bit-vectors into operations
// on these: for proofs, whose checker knows none of them.
func (r *Rewriter) KeepValues() {
	for _, x := range []Rule{bvToIntBound, bvToIntLe, bvToIntEq, bvToIntDiv, bvToIntMod, intToBvBvToInt} {
		r.off[x] = true
	}
}

// by counts an application of a rule, and returns what it made.
func (r *Rewriter) by(rule Rule, t term.Term) term.Term {
	r.fired[rule]++
	return t
}

// countIf counts an application of a rule, if there was one.
func (r *Rewriter) countIf(rule Rule, applied bool) {
	if applied {
		r.fired[rule]++
	}
}

// keep pushes t on the stack of arguments, which making t may use.
func (r *Rewriter) keep(t term.Term) { r.terms = append(r.terms, t) }

// apply pops the arguments r.terms[base:], and returns what op makes of them.
func (r *Rewriter) apply(base int, op func(...term.Term) term.Term) term.Term {
	t := op(r.terms[base:]...)
	r.terms = r.terms[:base]
	return t
}

// Optional returns the names of the rules that can be switched off.
func Optional() (rules []string) {
	for _, x := range optional {
		rules = append(rules, x.String())
	}
	return rules
}

// Without switches optional rules off. Names of no such rule are without effect.
func (r *Rewriter) Without(rules ...string) {
	for _, x := range optional {
		if slices.Contains(rules, x.String()) {
			r.off[x] = true
		}
	}
}

// Stats calls add with the names of the rules that were applied, and how often. Rules also count where they were
// applied to terms that others then dropped.
func (r *Rewriter) Stats(add func(name string, n int64)) {
	for x, name := range ruleNames {
		if n := r.fired[x]; n > 0 {
			add(name, n)
		}
	}
}

// Terms returns the store that r builds in.
func (r *Rewriter) Terms() *term.Store { return r.st }

// Numeral returns an integer numeral.
func (r *Rewriter) Numeral(v num.Int) term.Term {
	w, ok := v.Int64()
	if !ok || w < smallMin || w >= smallMax {
		return r.st.Numeral(v)
	}
	t := r.small.Ref(uint32(w - smallMin))
	if *t == 0 {
		*t = r.st.Numeral(v)
	}
	return *t
}

// Int returns an integer numeral.
func (r *Rewriter) Int(v int64) term.Term { return r.Numeral(num.FromInt64(v)) }

// Rebuild returns the canonical form of t with other arguments. It implements term.Maker.
func (r *Rewriter) Rebuild(t term.Term, args []term.Term) term.Term {
	switch op := r.st.Op(t); op {
	case term.OpNot:
		return r.st.Not(args[0])
	case term.OpAnd:
		return r.And(args...)
	case term.OpOr:
		return r.Or(args...)
	case term.OpEq:
		return r.Eq(args[0], args[1])
	case term.OpDistinct:
		return r.Distinct(args...)
	case term.OpIte:
		return r.Ite(args[0], args[1], args[2])
	case term.OpAdd:
		return r.Add(args...)
	case term.OpMul:
		return r.Mul(args[0], args[1])
	case term.OpLe:
		return r.Le(args[0], args[1])
	case term.OpDiv:
		return r.Div(args[0], args[1])
	case term.OpMod:
		return r.Mod(args[0], args[1])
	case term.OpQuo:
		return r.Quo(args[0], args[1])
	case term.OpToReal:
		return r.ToReal(args[0])
	case term.OpToInt:
		return r.ToInt(args[0])
	case term.OpSelect:
		return r.Select(args[0], args[1])
	case term.OpStore:
		return r.Store(args[0], args[1], args[2])
	case term.OpForall, term.OpExists: // QUANT_CONST_BODY
		if r.st.IsValue(args[0]) {
			return r.by(quantConstBody, args[0])
		}
	default:
		if op >= term.OpBits {
			return r.rebuildBits(op, t, args)
		}
	}
	return r.st.Rebuild(t, args)
}

// Simplify returns the canonical form of t. It uses no recursion.
func (r *Rewriter) Simplify(t term.Term) term.Term {
	image, _ := r.SimplifyUntil(nil, t)
	return image
}

// SimplifyUntil is Simplify, but polls stopped (numerals may become long). Once stopped
// returns true it returns false; the next call reuses what was done.
func (r *Rewriter) SimplifyUntil(stopped func() bool, t term.Term) (image term.Term, ok bool) {
	return r.fold.Of(t, r.st.Args, r.known, r.canonical, stopped)
}

// known returns the canonical form of t if that needs no work.
func (r *Rewriter) known(t term.Term) (term.Term, bool) {
	if u := r.memo.At(uint32(t)); u != 0 {
		return u, true
	}
	return t, r.st.NumArgs(t) == 0
}

// canonical returns the canonical form of t, given those of its arguments.
func (r *Rewriter) canonical(t term.Term, args []term.Term) term.Term {
	image := r.Rebuild(t, args)
	r.remember(t, image)
	r.remember(image, image)
	return image
}

func (r *Rewriter) remember(t, image term.Term) {
	*r.memo.Ref(uint32(t)) = image
}
