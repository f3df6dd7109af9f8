package smtlib

import (
	"slices"
	"strings"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// opcode is a meaning that a name has in every script.
type opcode uint8

const (
	opNone opcode = iota
	opTrue
	opFalse
	opNot
	opAnd
	opOr
	opXor
	opImplies
	opEq
	opDistinct
	opIte
	opAdd
	opSub
	opMul
	opDiv
	opMod
	opAbs
	opQuo
	opToReal
	opToInt
	opIsInt
	opLe
	opLt
	opGe
	opGt
	opIff
	opTilde
	opPower
	opDivisible // these have indices
	opAtMost
	opAtLeast
	opPble
	opPbge
	opPbeq
	opSelect
	opStore
	opBits // functions on bit-vectors: see bits.go
	opConcat
	opBvIte
	opExtract
	opExtend
	opRepeat
	opRotate
	opIntToBv
	opLet
	opForall
	opExists
	opLambda
	opBang
	opAs
	opIndexed
	opMatch
)

func (r *Reader) initOps() {
	for _, o := range []struct {
		name string
		op   opcode
	}{
		{"true", opTrue}, {"false", opFalse}, {"not", opNot}, {"and", opAnd}, {"or", opOr}, {"xor", opXor}, {"=>", opImplies},
		{"=", opEq}, {"distinct", opDistinct}, {"ite", opIte}, {"+", opAdd}, {"-", opSub}, {"*", opMul}, {"div", opDiv},
		{"mod", opMod}, {"abs", opAbs}, {"/", opQuo}, {"to_real", opToReal}, {"to_int", opToInt}, {"is_int", opIsInt},
		{"<=", opLe}, {"<", opLt}, {">=", opGe}, {">", opGt}, {"select", opSelect},
		{"store", opStore}, {"let", opLet}, {"forall", opForall}, {"exists", opExists}, {"lambda", opLambda}, {"!", opBang},
		{"as", opAs}, {"_", opIndexed}, {"match", opMatch},
		{"iff", opIff}, {"implies", opImplies}, {"if", opIte}, {"~", opTilde}, {"^", opPower},
	} {
		r.names.all[r.names.intern([]byte(o.name))].op = o.op
	}
	r.initBits()
}

// unknown returns the error for a name that is not declared.
func unknown(name string) string {
	theory := ""
	switch {
	case name == "exp" || name == "sin" || name == "cos":
		theory = "transcendental functions"
	case strings.HasPrefix(name, "str.") || strings.HasPrefix(name, "re."):
		theory = "strings"
	case strings.HasPrefix(name, "fp"):
		theory = "floating-point numbers"
	default:
		return "unknown symbol " + name
	}
	return "unknown symbol " + name + "; unsupported: " + theory
}

// convert returns t as a term of sort want, if it has this sort, or if it is an Int and
// want is Real.
func (r *Reader) convert(t term.Term, want term.Sort) (term.Term, bool) {
	switch got := r.st.Sort(t); {
	case got == want:
		return t, true
	case got != term.Int || want != term.Real:
		return t, false
	case r.st.IsNum(t):
		return r.st.Rat(num.RatFromInt(r.st.Num(t))), true
	}
	return r.st.ToReal(t), true
}

// argSort checks the sort of an argument, and converts it if necessary.
func (r *Reader) argSort(f *frame, args []term.Term, k int, want term.Sort) error {
	t, ok := r.convert(args[k], want)
	args[k] = t
	if got := r.st.Sort(t); !ok {
		return r.errorOff(r.offs[int(f.base)+k], "argument %d of %s has sort %s, not %s", k+1, r.head(f.at),
			r.st.SortString(got), r.st.SortString(want))
	}
	return nil
}

// head returns the text of the head of the list at off.
func (r *Reader) head(off uint32) (text string) {
	_ = r.reread(off, func() error {
		err := r.next()
		if err != nil {
			return err
		}
		h, err := r.expr()
		if err == nil {
			text = r.excerpt(h)
			if r.nodes[h].kind == tokenSymbol {
				text = r.textOf(h)
			}
		}
		return err
	})
	return text
}

func (r *Reader) argCount(f *frame, args []term.Term, least, most int) error {
	if len(args) >= least && (len(args) <= most || most < 0) {
		return nil
	}
	if most == least {
		return r.errorOff(f.at, "%s takes %d arguments, not %d", r.head(f.at), least, len(args))
	}
	return r.errorOff(f.at, "%s takes at least %d arguments, not %d", r.head(f.at), least, len(args))
}

func (r *Reader) applyFun(f *frame, args []term.Term) (term.Term, error) {
	sym := term.Sym(f.ref)
	sorts, _ := r.st.SymSorts(sym)
	if err := r.argCount(f, args, len(sorts), len(sorts)); err != nil {
		return 0, err
	}
	for k, s := range sorts {
		if err := r.argSort(f, args, k, s); err != nil {
			return 0, err
		}
	}
	return r.st.App(sym, args...), nil
}

func (r *Reader) applyDef(f *frame, args []term.Term) (term.Term, error) {
	e := &r.defs[f.ref]
	if err := r.argCount(f, args, len(e.params), len(e.params)); err != nil {
		return 0, err
	}
	r.subst.Reset()
	for k, x := range e.params {
		if err := r.argSort(f, args, k, r.st.Sort(x)); err != nil {
			return 0, err
		}
		r.subst.Bind(x, args[k])
	}
	t, ok := r.subst.ApplyUntil(r.poll, e.body)
	if !ok {
		return 0, r.fatal
	}
	return t, nil
}

func (r *Reader) applyConst(f *frame, args []term.Term) (term.Term, error) {
	if err := r.argCount(f, args, 1, 1); err != nil {
		return 0, err
	}
	_, elm := r.st.ArraySorts(term.Sort(f.ref))
	if err := r.argSort(f, args, 0, elm); err != nil {
		return 0, err
	}
	return r.st.ConstArray(term.Sort(f.ref), args[0]), nil
}

// signature describes the arguments of a built-in function: the least and the greatest
// number (-1: any), and the sort of all; NoSort means any one sort, and number means
// Int or Real.
type signature struct {
	least, most int
	sort        term.Sort
}

const number = ^term.Sort(0)

func signatureOf(op opcode) signature {
	switch op {
	case opNot:
		return signature{1, 1, term.Bool}
	case opAnd, opOr:
		return signature{0, -1, term.Bool}
	case opXor, opAtMost, opAtLeast, opPble, opPbge, opPbeq:
		return signature{1, -1, term.Bool}
	case opImplies, opIff:
		return signature{2, -1, term.Bool}
	case opEq, opDistinct:
		return signature{1, -1, term.NoSort}
	case opSub, opAdd, opMul, opLe, opLt, opGe, opGt:
		return signature{1, -1, number}
	case opAbs, opTilde:
		return signature{1, 1, number}
	case opPower:
		return signature{2, 2, number}
	case opDiv:
		return signature{1, -1, term.Int}
	case opMod:
		return signature{2, 2, term.Int}
	case opQuo:
		return signature{1, -1, term.Real}
	case opToReal:
		return signature{1, 1, term.Int}
	case opToInt, opIsInt:
		return signature{1, 1, term.Real}
	}
	return signature{1, 1, term.Int} // opDivisible
}

// applyOp builds the application of a built-in function.
func (r *Reader) applyOp(f *frame, args []term.Term) (term.Term, error) {
	switch f.op {
	case opIte, opSelect, opStore:
		return r.applyMixed(f, args)
	case opBits, opConcat, opBvIte:
		return r.applyBits(f, args)
	case opTrue, opFalse:
		return 0, r.errorOff(f.at, "%s takes no arguments", r.head(f.at))
	}
	g := signatureOf(f.op)
	if err := r.argCount(f, args, g.least, g.most); err != nil {
		return 0, err
	}
	want := g.sort
	if want == term.NoSort || want == number {
		want = r.commonSort(args, want)
	}
	for k := range args {
		if err := r.argSort(f, args, k, want); err != nil {
			return 0, err
		}
	}
	st := r.st
	switch f.op {
	case opNot:
		return st.Not(args[0]), nil
	case opAnd:
		return st.And(args...), nil
	case opOr:
		return st.Or(args...), nil
	case opXor:
		return r.fold(args, func(a, b term.Term) term.Term { return st.Not(st.Eq(a, b)) }), nil
	case opImplies:
		t := args[len(args)-1]
		for k := len(args) - 2; k >= 0; k-- {
			t = st.Implies(args[k], t)
		}
		return t, nil
	case opEq, opIff:
		return r.chain(args, st.Eq), nil
	case opDistinct:
		if len(args) == 1 {
			return st.True(), nil
		}
		return st.Distinct(args...), nil
	case opDivisible, opAtMost, opAtLeast, opPble, opPbge, opPbeq:
		return r.applyIndexed(f, args)
	case opPower:
		return r.power(f, args[0], args[1])
	}
	return r.applyArith(f, args)
}

// commonSort returns the sort of args[0], but Real if that is Int and another
// argument is Real. If numbers are wanted, it returns no other sort.
func (r *Reader) commonSort(args []term.Term, want term.Sort) term.Sort {
	sort := r.st.Sort(args[0])
	if want == number && sort != term.Real {
		sort = term.Int
	}
	if sort == term.Int && slices.ContainsFunc(args, func(a term.Term) bool { return r.st.Sort(a) == term.Real }) {
		return term.Real
	}
	return sort
}

func (r *Reader) applyArith(f *frame, args []term.Term) (term.Term, error) {
	st := r.st
	switch f.op {
	case opAdd:
		return st.Add(args...), nil
	case opSub:
		if len(args) > 1 {
			return r.fold(args, st.Sub), nil
		}
		return r.negate(args[0]), nil
	case opTilde:
		return r.negate(args[0]), nil
	case opMul:
		return r.fold(args, st.Mul), nil
	case opDiv:
		return r.fold(args, st.Div), nil
	case opMod:
		return st.Mod(args[0], args[1]), nil
	case opAbs:
		zero, _ := r.convert(st.Int(0), st.Sort(args[0]))
		return st.Ite(st.Le(zero, args[0]), args[0], st.Neg(args[0])), nil
	case opQuo:
		return r.fold(args, r.quotient), nil
	case opToReal:
		return st.ToReal(args[0]), nil
	case opToInt:
		return st.ToInt(args[0]), nil
	case opIsInt:
		return st.IsInt(args[0]), nil
	case opLe:
		return r.chain(args, st.Le), nil
	case opLt:
		return r.chain(args, st.Lt), nil
	case opGe:
		return r.chain(args, func(a, b term.Term) term.Term { return st.Le(b, a) }), nil
	default: // opGt
		return r.chain(args, func(a, b term.Term) term.Term { return st.Lt(b, a) }), nil
	}
}

// negate returns -a.
func (r *Reader) negate(a term.Term) term.Term {
	switch r.st.Op(a) {
	case term.OpNum:
		return r.st.Numeral(r.st.Num(a).Neg())
	case term.OpRat:
		return r.st.Rat(r.st.RatValue(a).Neg())
	}
	return r.st.Neg(a)
}

// quotient returns a / b. A quotient of numerals is a numeral: rationals cannot be
// written otherwise.
func (r *Reader) quotient(a, b term.Term) term.Term {
	if r.st.IsRat(a) && r.st.IsRat(b) && !r.st.RatValue(b).IsZero() {
		return r.st.Rat(r.st.RatValue(a).Div(r.st.RatValue(b)))
	}
	return r.st.Quo(a, b)
}

// applyMixed builds applications with arguments of different sorts.
func (r *Reader) applyMixed(f *frame, args []term.Term) (term.Term, error) {
	n := 3
	if f.op == opSelect {
		n = 2
	}
	if err := r.argCount(f, args, n, n); err != nil {
		return 0, err
	}
	st := r.st
	if f.op == opIte {
		if err := r.argSort(f, args, 0, term.Bool); err != nil {
			return 0, err
		}
		want := r.commonSort(args[1:], term.NoSort)
		for k := 1; k < 3; k++ {
			if err := r.argSort(f, args, k, want); err != nil {
				return 0, err
			}
		}
		return st.Ite(args[0], args[1], args[2]), nil
	}
	if !st.IsArray(st.Sort(args[0])) {
		return 0, r.errorOff(r.offs[f.base], "argument 1 of %s has sort %s, which is not an array sort", r.head(f.at),
			st.SortString(st.Sort(args[0])))
	}
	index, elm := st.ArraySorts(st.Sort(args[0]))
	if err := r.argSort(f, args, 1, index); err != nil {
		return 0, err
	}
	if f.op == opSelect {
		return r.element(args[0], args[1])
	}
	if err := r.argSort(f, args, 2, elm); err != nil {
		return 0, err
	}
	return st.Store(args[0], args[1], args[2]), nil
}

// fold applies a left-associative operator.
func (r *Reader) fold(args []term.Term, op func(a, b term.Term) term.Term) term.Term {
	t := args[0]
	for _, a := range args[1:] {
		t = op(t, a)
	}
	return t
}

// chain applies a relation to adjacent arguments.
func (r *Reader) chain(args []term.Term, op func(a, b term.Term) term.Term) term.Term {
	switch len(args) {
	case 1:
		return r.st.True()
	case 2:
		return op(args[0], args[1])
	}
	links := make([]term.Term, len(args)-1)
	for k := range links {
		links[k] = op(args[k], args[k+1])
	}
	return r.st.And(links...)
}
