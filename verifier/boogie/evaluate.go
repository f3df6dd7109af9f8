package boogie

import (
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/boogie/syntax"
)

// maxExpansion bounds the nodes visited inside function bodies: nested functions can produce terms of any size.
const maxExpansion = 1 << 22

// maxNamedQuants bounds the quantifiers that get a name of their own, which the term store must look up.
const maxNamedQuants = 1000

// evaluator builds the terms of expressions. It walks runs of nodes with a stack of terms; a function's body gets a
// frame on a stack of frames. Functions with frames are not recursive, so each has at most one frame at a time, and
// the value of a parameter is an array element.
type evaluator struct {
	val      []term.Term        // by entity: parameters and bound variables
	syms     []term.Sym         // by function: zero until it is used
	ops      map[int32]operator // by function: of those that are operators, once they are used
	sub      *term.Subst
	nums     []term.Term // by name of an integer literal
	memo     map[string]term.Term
	key      []byte
	terms    []term.Term
	frames   []frame
	triggers [][]term.Term // of the enclosing quantifiers
	bindings []term.Term   // of the enclosing quantifiers
	old      int           // number of enclosing olds
	spent    int           // of maxExpansion
	// constrained holds the symbols that unsupported axioms constrain; restsOn is set when one of them is used.
	constrained constrained
	restsOn     error
	env         map[typ]typ         // what type parameters are
	symsOf      map[string]term.Sym // of instances of functions, by their names
	codes       map[codeOf]code     // of types in maps with type parameters
	datas       map[typ]*dataTerms
	sizes       map[term.Sort]term.Sym // of values of recursive datatypes
	ranks       map[term.Sort]term.Sym // of values that contain others through maps
	isBelow     term.Sym               // the order of ranks
	rankSort    term.Sort
	typeOf      term.Sym // of keys: a number for each type; 0 until it is used
	assumed     bool     // the expression is an axiom
	used        bool     // axioms over types for which nothing is used yet are left out
	// unsupported is set in procedures that are not supported: their expressions are replaced.
	unsupported  bool
	holes        map[term.Sort]term.Term
	tags         map[string]term.Term      // the numbers of types, by what they are
	codeReadings map[syntax.ExprID]reading // of code expressions, where that is known
	quants       typeQuants
}

type frame struct {
	next, end syntax.ExprID
	fn        int32 // -1 for the outermost
	key       string
	env       map[typ]typ // of the frame below
	side      int8        // of the whole, as in below
	quants    int         // over types, that were met before
}

func newEvaluator(c *checker) evaluator {
	return evaluator{
		codeReadings: map[syntax.ExprID]reading{}, tags: map[string]term.Term{}, val: make([]term.Term, len(c.ents)),
		syms: make([]term.Sym, len(c.funcs)), ops: map[int32]operator{},
		nums: make([]term.Term, c.file.Names.Len()), memo: map[string]term.Term{}, holes: map[term.Sort]term.Term{},
		codes: map[codeOf]code{}, datas: map[typ]*dataTerms{}, sizes: map[term.Sort]term.Sym{},
		ranks: map[term.Sort]term.Sym{}, symsOf: map[string]term.Sym{},
	}
}

// hole is a term of any sort that stands for what is not supported.
func (l *lowerer) hole(s term.Sort) term.Term {
	if s == term.Bool {
		return l.st.True()
	}
	t, ok := l.holes[s]
	if !ok {
		t = l.st.FreshConst("unsupported", s)
		l.holes[s] = t
	}
	return t
}

// eval returns the term of a checked expression that is supported.
func (l *lowerer) eval(e syntax.ExprID) term.Term {
	l.terms, l.frames = l.terms[:0], l.frames[:0]
	return l.run(l.f.First(e), e, false, 0)
}

// run returns the term of the expression whose nodes are from first to last, and which is on a side (below). If once
// is set, it begins with a quantifier over types, of which the types are given.
func (l *lowerer) run(first, last syntax.ExprID, once bool, side int8) term.Term {
	bottom := len(l.frames)
	l.frames = append(l.frames, frame{next: first, end: last, fn: -1, side: side})
	for {
		f := &l.frames[len(l.frames)-1]
		if f.next > f.end {
			t := l.terms[len(l.terms)-1]
			l.frames = l.frames[:len(l.frames)-1]
			if len(l.frames) == bottom {
				l.terms = l.terms[:len(l.terms)-1]
				return t
			}
			if l.quants.met == f.quants { // what it says of types depends on the side
				l.memo[f.key] = t
			}
			l.env = f.env
			continue
		}
		x := &l.f.Exprs[f.next]
		at := f.next
		f.next++
		if f.fn >= 0 {
			if l.spent++; l.spent > maxExpansion {
				l.failf(l.f.Exprs[last].Pos, "expansion of function bodies takes more than %d steps", maxExpansion)
			}
		}
		if end := l.typeQuant(at); end != 0 && !(once && at == first) {
			f.next = end + 1
			t := l.overTypes(at, end, l.side(f, end))
			l.terms = append(l.terms, t)
			continue
		}
		base := len(l.terms) - int(x.N)
		if x.Op == syntax.OpCall {
			l.call(at, x, base)
			continue
		}
		t := l.node(at, x, l.terms[base:])
		l.terms = append(l.terms[:base], t)
	}
}

// node returns the term of a node that is not a call; 0 if it has no value.
func (l *lowerer) node(at syntax.ExprID, x *syntax.Expr, args []term.Term) term.Term {
	st := l.st
	switch x.Op {
	case syntax.OpTrue:
		return st.True()
	case syntax.OpFalse:
		return st.False()
	case syntax.OpInt:
		return l.numeral(*x)
	case syntax.OpBv:
		return l.bits(x)
	case syntax.OpReal:
		return l.real(x)
	case syntax.OpFloat, syntax.OpString, syntax.OpPow, syntax.OpPartial:
		l.failf(x.Pos, "'%s' is not supported", x.Op) // not reached: who uses it is refused
	case syntax.OpVar:
		return l.variable(entID(l.c.use[at]))
	case syntax.OpCode:
		return l.code(at, x)
	case syntax.OpOldBegin:
		l.old++
		return 0
	case syntax.OpOld:
		l.old--
		return args[1]
	case syntax.OpQuantBegin:
		l.openQuant(at, x)
		return 0
	case syntax.OpLetBegin:
		n := len(l.f.Binders[x.Val].Vars)
		for i, t := range l.terms[len(l.terms)-n:] {
			l.val[int(l.c.use[at])+i] = t
		}
		return 0
	case syntax.OpLet:
		return args[len(args)-1]
	case syntax.OpLambda:
		if len(l.f.Binders[x.Val].TypeParams) > 0 {
			return l.lambdaCase(x, args[1])
		}
		return l.lambda(x, args[1])
	case syntax.OpTrigger:
		l.triggers = append(l.triggers, l.patterns(args))
		return 0
	case syntax.OpForall:
		return l.quantifier(term.OpForall, x, args)
	case syntax.OpExists:
		return l.quantifier(term.OpExists, x, args)
	case syntax.OpSelect:
		return l.read(at, args[0], args[1:])
	case syntax.OpStore:
		n := len(args) - 1
		return l.write(at, args[0], args[1:n], args[n])
	case syntax.OpCoerce:
		return args[0]
	case syntax.OpField:
		return l.field(at, args[0])
	case syntax.OpUpdate:
		return l.fieldUpdate(at, args[0], args[1])
	case syntax.OpIs:
		return l.part(at, args[0])
	case syntax.OpIte:
		return st.Ite(args[0], args[1], args[2])
	case syntax.OpExtract:
		b := syntax.Bounds(x.Val)
		return st.Extract(b.High()-1, b.Low(), args[0])
	case syntax.OpConcat:
		return st.Concat(args...)
	case syntax.OpNeg:
		switch {
		case st.IsNum(args[0]):
			return st.Numeral(st.Num(args[0]).Neg())
		case st.IsRat(args[0]):
			return st.Rat(st.RatValue(args[0]).Neg())
		}
		return st.Neg(args[0])
	case syntax.OpToReal:
		return st.ToReal(args[0])
	case syntax.OpToInt:
		return st.ToInt(args[0])
	case syntax.OpNot:
		return st.Not(args[0])
	case syntax.OpAnd:
		return st.And(args...)
	case syntax.OpOr:
		return st.Or(args...)
	case syntax.OpAdd:
		return st.Add(args...)
	}
	return l.binary(at, x, args[0], args[1])
}

func (l *lowerer) binary(at syntax.ExprID, x *syntax.Expr, a, b term.Term) term.Term {
	st := l.st
	switch x.Op {
	case syntax.OpIff, syntax.OpEq:
		return l.equal(at, a, b)
	case syntax.OpNe:
		return st.Not(l.equal(at, a, b))
	case syntax.OpImplies:
		return st.Implies(a, b)
	case syntax.OpExplies:
		return st.Implies(b, a)
	case syntax.OpLt:
		return st.Lt(a, b)
	case syntax.OpLe:
		return st.Le(a, b)
	case syntax.OpGt:
		return st.Lt(b, a)
	case syntax.OpGe:
		return st.Le(b, a)
	case syntax.OpSub:
		return st.Sub(a, b)
	case syntax.OpMul:
		return l.product(a, b)
	case syntax.OpDiv:
		return st.Div(a, b)
	case syntax.OpMod:
		return st.Mod(a, b)
	case syntax.OpQuo:
		return st.Quo(l.asReal(a), l.asReal(b))
	}
	panic("boogie: operator " + x.Op.String() + " reached lowering")
}

// equal returns an equation, at a node. In instances of what has type parameters the types may differ.
func (l *lowerer) equal(at syntax.ExprID, a, b term.Term) term.Term {
	if l.st.Sort(a) != l.st.Sort(b) {
		l.noteCompared()
		if types, ok := l.c.unlike[at]; ok {
			l.c.insts.differ(l.concrete(types[0]), l.concrete(types[1]))
		}
		return l.st.False()
	}
	return l.equalData(a, b)
}

// product puts a numeral first, as term.Store.Mul wants it.
func (l *lowerer) product(a, b term.Term) term.Term {
	number := func(t term.Term) bool { return l.st.IsNum(t) || l.st.IsRat(t) }
	if number(b) && !number(a) {
		a, b = b, a
	}
	return l.st.Mul(a, b)
}

func (l *lowerer) asReal(t term.Term) term.Term {
	if l.st.IsNum(t) {
		return l.st.Rat(num.RatFromInt(l.st.Num(t)))
	}
	if l.st.Sort(t) == term.Int {
		return l.st.ToReal(t)
	}
	return t
}

// real returns the term of a literal such as 1.5e3.
func (l *lowerer) real(x *syntax.Expr) term.Term {
	text := l.c.text(syntax.Name(x.Val))
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		l.failf(x.Pos, "%s is not a real number", l.c.quote(syntax.Name(x.Val)))
	}
	return l.st.Rat(num.RatFromBig(r))
}

func (l *lowerer) numeral(x syntax.Expr) term.Term {
	if t := l.nums[x.Val]; t != 0 {
		return t
	}
	v, err := num.ParseInt(l.c.text(syntax.Name(x.Val)))
	if err != nil {
		l.failf(x.Pos, "%s is not an integer", l.c.quote(syntax.Name(x.Val)))
	}
	t := l.st.Numeral(v)
	l.nums[x.Val] = t
	return t
}

// bits returns the term of a literal such as 5bv32, which fits its width.
func (l *lowerer) bits(x *syntax.Expr) term.Term {
	digits, width, _ := strings.Cut(l.c.text(syntax.Name(x.Val)), "bv")
	v, err := num.ParseInt(digits)
	w, err2 := strconv.Atoi(width)
	if err != nil || err2 != nil {
		l.failf(x.Pos, "%s is not a bit-vector", l.c.quote(syntax.Name(x.Val)))
	}
	return l.st.Bits(l.st.BitVecSort(w), v)
}

func (l *lowerer) variable(e entID) term.Term {
	switch l.c.ents[e].kind {
	case boundEntity, paramEntity:
		return l.val[e]
	case constEntity:
		l.useSymbol(l.constrained.ofEntity(e))
	}
	v := l.prog.Var(l.varOf[e])
	if l.old > 0 && v.Old != 0 {
		return v.Old
	}
	return v.Term
}

func (l *lowerer) openQuant(at syntax.ExprID, x *syntax.Expr) {
	for i, v := range l.f.Binders[x.Val].Vars {
		t := l.st.BoundVar(l.c.text(v.Name), l.sort(l.c.typeOf[v.Type]))
		l.bindings = append(l.bindings, t)
		l.val[int(l.c.use[at])+i] = t
	}
}

func (l *lowerer) quantifier(op term.Op, x *syntax.Expr, args []term.Term) term.Term {
	n := len(l.bindings) - len(l.f.Binders[x.Val].Vars)
	first := len(l.triggers) - (len(args) - 2)
	q := term.Quant{Vars: append([]term.Term(nil), l.bindings[n:]...), Body: args[len(args)-1]}
	for _, p := range l.triggers[first:] {
		if l.matchable(p, q.Vars) {
			q.Patterns = append(q.Patterns, p)
		}
	}
	if len(l.f.Binders) <= maxNamedQuants {
		q.Name = l.prog.Pos(l.nodeAt(x.Pos)).String()
	}
	l.triggers, l.bindings = l.triggers[:first], l.bindings[:n]
	if len(q.Patterns) > 0 {
		return l.st.Quantify(op, q)
	}
	// Directly nested quantifiers are merged, as in Boogie, unless they have triggers of their own.
	if l.st.Op(q.Body) == op {
		if inner := l.st.Quant(q.Body); len(inner.Patterns) == 0 {
			q.Vars, q.Body = append(q.Vars, inner.Vars...), inner.Body
		}
	}
	// No pattern could bind a variable that does not occur.
	if q.Vars = l.occurring(q.Vars, q.Body); len(q.Vars) == 0 {
		return q.Body
	}
	return l.st.Quantify(op, q)
}

// occurring returns those of some bound variables that occur in a formula, or in triggers inside.
func (l *lowerer) occurring(vars []term.Term, in term.Term) []term.Term {
	occurs := map[term.Term]bool{}
	l.st.Visit(func(t term.Term) bool {
		occurs[t] = true
		return !l.st.Ground(t)
	}, in)
	return slices.DeleteFunc(slices.Clone(vars), func(v term.Term) bool { return !occurs[v] })
}

// matchable reports whether a trigger can still be matched after functions in it were expanded: each term must be an
// application or a select without logic inside, and together they must mention all variables. A trigger is only advice,
// so one that cannot be matched is dropped.
func (l *lowerer) matchable(trigger, vars []term.Term) bool {
	for _, t := range trigger {
		if op := l.st.Op(t); op != term.OpSelect && op != term.OpStore && (op != term.OpApp || l.st.NumArgs(t) == 0) {
			return false
		}
	}
	occurs, logical := map[term.Term]bool{}, false
	l.st.Visit(func(t term.Term) bool {
		switch l.st.Op(t) {
		case term.OpNot, term.OpAnd, term.OpOr, term.OpEq, term.OpIte, term.OpLe, term.OpForall, term.OpExists:
			logical = true
		}
		occurs[t] = true
		return !logical
	}, trigger...)
	return !logical && !slices.ContainsFunc(vars, func(v term.Term) bool { return !occurs[v] })
}

func (l *lowerer) selects(m term.Term, index []term.Term) term.Term {
	for _, i := range index {
		m = l.st.Select(m, i)
	}
	return m
}

// stores updates a curried map.
func (l *lowerer) stores(m term.Term, index []term.Term, v term.Term) term.Term {
	inner := make([]term.Term, len(index))
	for k, i := range index {
		inner[k] = m
		if k+1 < len(index) {
			m = l.st.Select(m, i)
		}
	}
	for k := len(index) - 1; k >= 0; k-- {
		v = l.st.Store(inner[k], index[k], v)
	}
	return v
}

// call replaces the arguments on the stack, from base, by the application, or opens a frame for the function's body.
func (l *lowerer) call(at syntax.ExprID, x *syntax.Expr, base int) {
	i := int32(l.c.use[at])
	fn := &l.c.funcs[i]
	args := l.terms[base:]
	l.useSymbol(l.constrained.ofFunction(i))
	types := l.typeArgs(i, at)
	switch {
	case fn.builtin != notBuiltin:
		t := l.builtin(i, types, args)
		l.terms = append(l.terms[:base], t)
	case fn.role != 0:
		t := l.applyPart(i, types, args)
		l.terms = append(l.terms[:base], t)
	case !fn.expanded():
		t := l.st.App(l.symbolOf(i, types), args...)
		l.terms = append(l.terms[:base], t)
	default:
		l.key = appendWords(appendWords(appendWords(l.key[:0], i), args...), types...)
		t, done := l.memo[string(l.key)]
		if done {
			l.terms = append(l.terms[:base], t)
			return
		}
		for k, a := range args {
			if e := fn.ents[k]; e != 0 {
				l.val[e] = a
			}
		}
		l.terms = l.terms[:base]
		side := l.side(&l.frames[len(l.frames)-1], at)
		l.frames = append(l.frames, frame{next: l.f.First(fn.decl.Body), end: fn.decl.Body, fn: i, key: string(l.key),
			env: l.env, side: side, quants: l.quants.met})
		if len(types) > 0 {
			l.enter(fn.typeParams, types)
		}
	}
}

// symbol returns the term symbol of a function that is not expanded.
func (l *lowerer) symbol(i int32) term.Sym {
	if l.syms[i] == 0 {
		fn := &l.c.funcs[i]
		l.syms[i] = l.st.DeclareFun(l.c.text(fn.decl.Name), l.sorts(fn.params), l.sort(fn.result))
		l.nameFunction(l.syms[i], fn.decl)
	}
	return l.syms[i]
}

// nameFunction names a function for traces.
func (l *lowerer) nameFunction(f term.Sym, d *syntax.FuncDecl) {
	if d.Constructor {
		return
	}
	if l.prog.Functions == nil {
		l.prog.Functions = map[term.Sym]string{}
	}
	l.prog.Functions[f] = l.c.text(d.Name)
}
