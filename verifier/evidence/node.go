package evidence

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
)

// node reads a term from its operator on.
func (r *reader) node(op term.Op) term.Term {
	st := r.st
	switch op {
	case term.OpNum:
		n := r.integer()
		r.arity(0, 0)
		return st.Numeral(n)
	case term.OpRat:
		n := r.rational()
		r.arity(0, 0)
		return st.Rat(n)
	case term.OpBits:
		o, n := r.sort(), r.integer()
		r.arity(0, 0)
		if r.err == nil && st.IsBitVec(o) {
			return st.Bits(o, n)
		}
	case term.OpBound:
		name, o := r.text(), r.sort()
		r.arity(0, 0)
		if r.err == nil {
			return st.BoundVar(name, o)
		}
	case term.OpApp:
		return r.application()
	case term.OpForall, term.OpExists:
		return r.quantifier(op)
	case term.OpConstArray:
		o, args := r.sort(), r.arity(1, 1)
		if r.err == nil && st.IsArray(o) {
			if _, element := st.ArraySorts(o); st.Sort(args[0]) == element {
				return st.ConstArray(o, args[0])
			}
		}
	case term.OpExtract:
		hi, lo, args := r.int(0, term.MaxWidth), r.int(0, term.MaxWidth), r.arity(1, 1)
		if r.err == nil && lo <= hi && hi < st.WidthOf(args[0]) {
			return st.Extract(hi, lo, args[0])
		}
	case term.OpSignExt:
		width, args := r.int(1, term.MaxWidth), r.arity(1, 1)
		if r.err == nil && st.WidthOf(args[0]) > 0 && st.WidthOf(args[0]) < width {
			return st.SignExtend(width-st.WidthOf(args[0]), args[0])
		}
	case term.OpIntToBv:
		width, args := r.int(1, term.MaxWidth), r.arity(1, 1)
		if r.err == nil && st.Sort(args[0]) == term.Int {
			return st.IntToBv(width, args[0])
		}
	default:
		if op < term.OpBits {
			return r.plain(op)
		}
		return r.bits(op)
	}
	r.fail("not an application of %v", op)
	return 0
}

// arity reads arguments, of which there are from least to most; no limit if that is negative.
func (r *reader) arity(least, most int) []term.Term {
	args := r.args()
	if len(args) < least || most >= 0 && len(args) > most {
		r.fail("%d arguments", len(args))
	}
	return args
}

// application reads a symbol with its arguments.
func (r *reader) application() term.Term {
	f, args := r.symbol(), r.args()
	if r.err != nil {
		return 0
	}
	sorts, _ := r.st.SymSorts(f)
	if !slices.EqualFunc(sorts, args, func(o term.Sort, t term.Term) bool { return r.st.Sort(t) == o }) {
		r.fail("arguments of %s of other sorts", r.st.SymName(f))
		return 0
	}
	return r.st.App(f, args...)
}

// quantifier reads a quantifier. No other one inside binds one of its variables.
func (r *reader) quantifier(op term.Op) term.Term {
	vars := r.length()
	patterns := make([]int, r.length())
	parts := 1 + vars
	for i := range patterns {
		patterns[i] = r.length()
		if parts += patterns[i]; parts > len(r.data) {
			r.short()
			return 0
		}
	}
	avoid, weight, name := r.length(), r.int(0, 1<<16-1), r.text()
	args := r.arity(parts+avoid, parts+avoid)
	if r.err != nil {
		return 0
	}
	st := r.st
	if r.quantifiers++; r.quantifiers > maxQuantifiers {
		r.fail("more than %d quantifiers", maxQuantifiers)
		return 0
	}
	q := term.Quant{Body: args[0], Vars: args[1 : 1+vars], Weight: term.Weight(weight), Name: name}
	rest := args[1+vars:]
	for _, n := range patterns {
		q.Patterns = append(q.Patterns, rest[:n])
		rest = rest[n:]
	}
	q.Avoid = rest
	mine := map[term.Term]bool{}
	for _, v := range q.Vars {
		if st.Op(v) != term.OpBound || mine[v] {
			r.fail("not a list of variables")
			return 0
		}
		mine[v] = true
	}
	inside := slices.Concat(args[:1], args[1+vars:])
	if vars == 0 || st.Sort(q.Body) != term.Bool || slices.Contains(patterns, 0) || r.binds(mine, inside) || r.err != nil {
		r.fail("not a quantifier")
		return 0
	}
	return st.Quantify(op, q)
}

// plain reads an application of an operator that is none of bit-vectors and has nothing beside its arguments.
func (r *reader) plain(op term.Op) term.Term {
	st, args := r.st, r.args()
	if r.err != nil {
		return 0
	}
	is := func(sorts ...term.Sort) bool {
		return slices.EqualFunc(sorts, args, func(o term.Sort, t term.Term) bool { return o == st.Sort(t) })
	}
	alike := len(args) > 0 && !slices.ContainsFunc(args, func(t term.Term) bool { return st.Sort(t) != st.Sort(args[0]) })
	numbers := alike && st.Sort(args[0]).IsNumber()
	formulas := len(args) > 1 && alike && st.Sort(args[0]) == term.Bool
	array := len(args) > 1 && st.IsArray(st.Sort(args[0]))
	var index, element term.Sort
	if array {
		index, element = st.ArraySorts(st.Sort(args[0]))
	}
	switch {
	case op == term.OpTrue && len(args) == 0, op == term.OpFalse && len(args) == 0:
		return st.Bool(op == term.OpTrue)
	case op == term.OpNot && is(term.Bool):
		return st.Not(args[0])
	case op == term.OpAnd && formulas:
		return st.And(args...)
	case op == term.OpOr && formulas:
		return st.Or(args...)
	case op == term.OpEq && len(args) == 2 && alike:
		return st.Eq(args[0], args[1])
	case op == term.OpDistinct && len(args) > 1 && alike:
		return st.Distinct(args...)
	case op == term.OpIte && len(args) == 3 && st.Sort(args[0]) == term.Bool && st.Sort(args[1]) == st.Sort(args[2]):
		return st.Ite(args[0], args[1], args[2])
	case op == term.OpAdd && numbers && len(args) > 1:
		return st.Add(args...)
	case op == term.OpMul && numbers && len(args) == 2:
		return st.Mul(args[0], args[1])
	case op == term.OpLe && numbers && len(args) == 2:
		return st.Le(args[0], args[1])
	case op == term.OpDiv && is(term.Int, term.Int):
		return st.Div(args[0], args[1])
	case op == term.OpMod && is(term.Int, term.Int):
		return st.Mod(args[0], args[1])
	case op == term.OpQuo && is(term.Real, term.Real):
		return st.Quo(args[0], args[1])
	case op == term.OpToReal && is(term.Int):
		return st.ToReal(args[0])
	case op == term.OpToInt && is(term.Real):
		return st.ToInt(args[0])
	case op == term.OpSelect && array && is(st.Sort(args[0]), index):
		return st.Select(args[0], args[1])
	case op == term.OpStore && array && is(st.Sort(args[0]), index, element):
		return st.Store(args[0], args[1], args[2])
	}
	r.fail("not an application of %v", op)
	return 0
}

// bits reads an application of an operator to bit-vectors.
func (r *reader) bits(op term.Op) term.Term {
	st, args := r.st, r.args()
	if r.err != nil {
		return 0
	}
	width, same := 0, true
	for _, a := range args {
		n := st.WidthOf(a)
		if width = min(width+n, term.MaxWidth+1); n == 0 {
			r.fail("%v of what is no bit-vector", op)
			return 0
		}
		same = same && st.Sort(a) == st.Sort(args[0])
	}
	switch n := len(args); op {
	case term.OpConcat:
		if n > 1 && width <= term.MaxWidth {
			return st.Concat(args...)
		}
	case term.OpBvToInt:
		if n == 1 {
			return st.BvToInt(args[0])
		}
	case term.OpBvNot, term.OpBvNeg:
		if n == 1 {
			return st.BitVector(op, args...)
		}
	case term.OpBvAnd, term.OpBvOr, term.OpBvXor, term.OpBvAdd:
		if n > 1 && same {
			return st.BitVector(op, args...)
		}
	case term.OpBvMul, term.OpBvUdiv, term.OpBvUrem, term.OpBvShl, term.OpBvLshr, term.OpBvAshr, term.OpBvUle,
		term.OpBvSle, term.OpBvUmulo, term.OpBvSmulo:
		if n == 2 && same {
			return st.BitVector(op, args...)
		}
	}
	r.fail("not an application of %v", op)
	return 0
}
