package smtlib

import (
	"strings"

	"github.com/muster-smt/muster/theory/term"
)

// opcode is the meaning of a name that is the same in every script.
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
	opLe
	opLt
	opGe
	opGt
	opDivisible
	opSelect
	opStore
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
		{"mod", opMod}, {"abs", opAbs}, {"<=", opLe}, {"<", opLt}, {">=", opGe}, {">", opGt}, {"select", opSelect},
		{"store", opStore}, {"let", opLet}, {"forall", opForall}, {"exists", opExists}, {"lambda", opLambda}, {"!", opBang},
		{"as", opAs}, {"_", opIndexed}, {"match", opMatch},
	} {
		id := r.intern(o.name)
		r.names()
		r.ops[id] = o.op
	}
}

// unknown says what is wrong with a name that nobody declared.
func unknown(name string) string {
	theory := ""
	switch {
	case name == "/" || name == "to_real" || name == "to_int" || name == "is_int" || name == "^":
		theory = "real arithmetic"
	case strings.HasPrefix(name, "bv") || name == "concat" || name == "int2bv":
		theory = "bit-vectors"
	case strings.HasPrefix(name, "str.") || strings.HasPrefix(name, "re."):
		theory = "strings"
	case strings.HasPrefix(name, "fp"):
		theory = "floating-point numbers"
	default:
		return "unknown symbol " + name
	}
	return "unknown symbol " + name + "; unsupported: " + theory
}

// argSort checks the sort of an argument.
func (r *Reader) argSort(f *frame, args []term.Term, k int, want term.Sort) error {
	if got := r.st.Sort(args[k]); got != want {
		at := f.at
		if f.first+k < f.end {
			at = r.todo[f.first+k]
		}
		return r.errorAt(at, "argument %d of %s has sort %s, not %s", k+1, r.headText(f.at), r.st.SortString(got), r.st.SortString(want))
	}
	return nil
}

func (r *Reader) headText(i uint32) string {
	if r.nodes[i+1].kind == nodeList {
		return r.excerpt(i + 1)
	}
	return r.textOf(i + 1)
}

func (r *Reader) argCount(f *frame, args []term.Term, least, most int) error {
	if len(args) >= least && (len(args) <= most || most < 0) {
		return nil
	}
	if most == least {
		return r.errorAt(f.at, "%s takes %d arguments, not %d", r.headText(f.at), least, len(args))
	}
	return r.errorAt(f.at, "%s takes at least %d arguments, not %d", r.headText(f.at), least, len(args))
}

func (r *Reader) applyFun(f *frame, args []term.Term) (term.Term, error) {
	sorts, _ := r.st.SymSorts(f.sym)
	if err := r.argCount(f, args, len(sorts), len(sorts)); err != nil {
		return 0, err
	}
	for k, s := range sorts {
		if err := r.argSort(f, args, k, s); err != nil {
			return 0, err
		}
	}
	return r.st.App(f.sym, args...), nil
}

func (r *Reader) applyDef(f *frame, args []term.Term) (term.Term, error) {
	e := &r.globals[r.nodes[f.at+1].name]
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
	return r.subst.Apply(e.body), nil
}

func (r *Reader) applyConst(f *frame, args []term.Term) (term.Term, error) {
	if err := r.argCount(f, args, 1, 1); err != nil {
		return 0, err
	}
	_, elm := r.st.ArraySorts(f.sort)
	if err := r.argSort(f, args, 0, elm); err != nil {
		return 0, err
	}
	return r.st.ConstArray(f.sort, args[0]), nil
}

// signature says what a built-in function takes: at least and at most (-1: any)
// so many arguments, all of this sort; NoSort means of one sort, whichever.
type signature struct {
	least, most int
	sort        term.Sort
}

func signatureOf(op opcode) signature {
	switch op {
	case opNot:
		return signature{1, 1, term.Bool}
	case opAnd, opOr:
		return signature{0, -1, term.Bool}
	case opXor, opImplies:
		return signature{2, -1, term.Bool}
	case opEq, opDistinct:
		return signature{2, -1, term.NoSort}
	case opSub:
		return signature{1, -1, term.Int}
	case opAdd, opMul, opDiv, opMod, opLe, opLt, opGe, opGt:
		return signature{2, -1, term.Int}
	case opAbs:
		return signature{1, 1, term.Int}
	}
	return signature{2, 2, term.Int} // opDivisible
}

// applyOp builds the application of a built-in function.
func (r *Reader) applyOp(f *frame, args []term.Term) (term.Term, error) {
	switch f.op {
	case opIte, opSelect, opStore:
		return r.applyMixed(f, args)
	case opTrue, opFalse:
		return 0, r.errorAt(f.at, "%s takes no arguments", r.headText(f.at))
	}
	g := signatureOf(f.op)
	if err := r.argCount(f, args, g.least, g.most); err != nil {
		return 0, err
	}
	want := g.sort
	if want == term.NoSort {
		want = r.st.Sort(args[0])
	}
	for k := range args {
		if err := r.argSort(f, args, k, want); err != nil {
			return 0, err
		}
	}
	if want == term.Int && f.op != opEq && f.op != opDistinct {
		return r.applyInt(f, args)
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
	case opEq:
		return r.chain(args, st.Eq), nil
	default:
		return st.Distinct(args...), nil
	}
}

func (r *Reader) applyInt(f *frame, args []term.Term) (term.Term, error) {
	st := r.st
	switch f.op {
	case opAdd:
		return st.Add(args...), nil
	case opSub:
		if len(args) > 1 {
			return r.fold(args, st.Sub), nil
		}
		if st.IsNum(args[0]) {
			return st.Numeral(st.Num(args[0]).Neg()), nil
		}
		return st.Neg(args[0]), nil
	case opMul:
		return r.fold(args, st.Mul), nil
	case opDiv:
		return r.fold(args, st.Div), nil
	case opMod:
		if err := r.argCount(f, args, 2, 2); err != nil {
			return 0, err
		}
		return st.Mod(args[0], args[1]), nil
	case opAbs:
		return st.Ite(st.Le(st.Int(0), args[0]), args[0], st.Neg(args[0])), nil
	case opLe:
		return r.chain(args, st.Le), nil
	case opLt:
		return r.chain(args, st.Lt), nil
	case opGe:
		return r.chain(args, func(a, b term.Term) term.Term { return st.Le(b, a) }), nil
	case opGt:
		return r.chain(args, func(a, b term.Term) term.Term { return st.Lt(b, a) }), nil
	default: // opDivisible, with the divisor first
		if st.Num(args[0]).IsZero() {
			return 0, r.errorAt(f.at, "divisible by 0")
		}
		return st.Eq(st.Mod(args[1], args[0]), st.Int(0)), nil
	}
}

// applyMixed builds what has arguments of different sorts.
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
		if err := r.argSort(f, args, 2, st.Sort(args[1])); err != nil {
			return 0, err
		}
		return st.Ite(args[0], args[1], args[2]), nil
	}
	if !st.IsArray(st.Sort(args[0])) {
		return 0, r.errorAt(r.todo[f.first], "argument 1 of %s has sort %s, which is no array", r.headText(f.at), st.SortString(st.Sort(args[0])))
	}
	index, elm := st.ArraySorts(st.Sort(args[0]))
	if err := r.argSort(f, args, 1, index); err != nil {
		return 0, err
	}
	if f.op == opSelect {
		return st.Select(args[0], args[1]), nil
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

// chain applies a relation to neighbours.
func (r *Reader) chain(args []term.Term, op func(a, b term.Term) term.Term) term.Term {
	if len(args) == 2 {
		return op(args[0], args[1])
	}
	links := make([]term.Term, len(args)-1)
	for k := range links {
		links[k] = op(args[k], args[k+1])
	}
	return r.st.And(links...)
}
