package boogie

import (
	"slices"
	"strconv"
	"strings"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/verifier/boogie/syntax"
)

// condition checks an expression that must be a bool.
func (c *checker) condition(e syntax.ExprID, ctx context) {
	c.typed(e, boolType, ctx, "condition")
}

// typed checks an expression that must have a type.
func (c *checker) typed(e syntax.ExprID, want typ, ctx context, what string) {
	if t := c.expr(e, ctx); !c.types.unify(t, want) {
		c.failf(c.file.Exprs[e].Pos, "%s has type %s, not %s", what, c.show(t), c.show(want))
	}
}

// expr resolves an expression and returns its type. It walks the run of nodes once, with a stack of types.
func (c *checker) expr(e syntax.ExprID, ctx context) typ {
	c.stack = c.stack[:0]
	for i := c.file.First(e); i <= e; i++ {
		x := &c.file.Exprs[i]
		base := len(c.stack) - int(x.N)
		t := c.node(i, x, c.stack[base:], ctx)
		c.stack = append(c.stack[:base], t)
	}
	return c.stack[0]
}

// node returns the type of a node whose children have the given types.
func (c *checker) node(i syntax.ExprID, x *syntax.Expr, args []typ, ctx context) typ {
	switch x.Op {
	case syntax.OpTrue, syntax.OpFalse:
		return boolType
	case syntax.OpInt:
		return intType
	case syntax.OpBv:
		return c.bvLiteral(x)
	case syntax.OpReal:
		return c.realLiteral(x)
	case syntax.OpFloat, syntax.OpString:
		return c.foreignLiteral(x)
	case syntax.OpVar:
		return c.variable(i, x, ctx)
	case syntax.OpCode:
		c.code(x, ctx)
		return boolType
	case syntax.OpOldBegin:
		if ctx != twoState {
			c.failf(x.Pos, "'old' is only allowed in ensures clauses and bodies")
		}
	case syntax.OpQuantBegin:
		c.openBinder(i, x)
	case syntax.OpLetBegin:
		c.openLet(i, x)
	case syntax.OpOld:
		return args[1]
	case syntax.OpLambda:
		return c.closeLambda(i, x, args[1])
	case syntax.OpLet:
		c.closeScope()
		return args[len(args)-1]
	case syntax.OpForall, syntax.OpExists:
		return c.closeBinder(i, x, args)
	case syntax.OpCall:
		return c.apply(i, x, args)
	case syntax.OpSelect:
		return c.mapAccess(i, x, args[0], args[1:], nil)
	case syntax.OpStore:
		n := len(args) - 1
		return c.mapAccess(i, x, args[0], args[1:n], args[n:])
	case syntax.OpCoerce:
		return c.coerce(x, args[0])
	case syntax.OpField:
		return c.field(i, x, args[0])
	case syntax.OpUpdate:
		return c.fieldUpdate(i, x, args)
	case syntax.OpIs:
		c.is(i, x, args[0])
		return boolType
	case syntax.OpIte:
		if !c.types.unify(args[0], boolType) {
			c.failf(x.Pos, "condition of 'if' has type %s, not bool", c.show(args[0]))
		}
		return c.same(x, args[1:])
	case syntax.OpEq, syntax.OpNe:
		if c.types.comparable(args[0], args[1]) {
			c.unlike[i] = [2]typ{args[0], args[1]} // never equal where the types differ
		} else {
			c.same(x, args)
		}
		return boolType
	case syntax.OpExtract, syntax.OpConcat:
		return c.bits(x, args)
	case syntax.OpNot, syntax.OpAnd, syntax.OpOr, syntax.OpIff, syntax.OpImplies, syntax.OpExplies:
		return c.operands(x, args, boolType)
	case syntax.OpLt, syntax.OpLe, syntax.OpGt, syntax.OpGe:
		c.numbers(x, args)
		return boolType
	case syntax.OpAdd, syntax.OpSub, syntax.OpMul, syntax.OpNeg:
		return c.numbers(x, args)
	case syntax.OpQuo:
		for _, a := range args {
			if a := c.types.deref(a); a != intType && a != realType {
				c.failf(x.Pos, "operand of '/' has type %s, not int or real", c.show(a))
			}
		}
		return realType
	case syntax.OpPow:
		c.refuse(x.Pos, "real power '**'")
		return c.operands(x, args, realType)
	case syntax.OpPartial:
		c.refuse(x.Pos, "partial order '<:'")
		c.same(x, args)
		return boolType
	case syntax.OpDiv, syntax.OpMod:
		return c.operands(x, args, intType)
	case syntax.OpToReal:
		c.operands(x, args, intType)
		return realType
	case syntax.OpToInt:
		c.operands(x, args, realType)
		return intType
	}
	return noType // of what begins a scope, and of triggers
}

// numbers requires operands of one type, int or real, and returns it.
func (c *checker) numbers(x *syntax.Expr, args []typ) typ {
	for _, a := range args {
		if c.types.deref(a) == realType {
			return c.operands(x, args, realType)
		}
	}
	return c.operands(x, args, intType)
}

// operands requires operands of a type, and returns it.
func (c *checker) operands(x *syntax.Expr, args []typ, want typ) typ {
	for _, a := range args {
		if !c.types.unify(a, want) {
			c.failf(x.Pos, "operand of '%s' has type %s, not %s", x.Op, c.show(a), c.show(want))
		}
	}
	return want
}

// same requires operands of one type, and returns it.
func (c *checker) same(x *syntax.Expr, args []typ) typ {
	if !c.types.unify(args[0], args[1]) {
		c.failf(x.Pos, "operands of '%s' have different types: %s and %s", x.Op, c.show(args[0]), c.show(args[1]))
	}
	return args[0]
}

// coerce checks e : T.
func (c *checker) coerce(x *syntax.Expr, t typ) typ {
	if want := c.resolveType(syntax.TypeID(x.Val)); !c.types.unify(t, want) {
		c.failf(x.Pos, "expression of type %s is coerced to %s", c.show(t), c.show(want))
	}
	return t
}

func (c *checker) bvLiteral(x *syntax.Expr) typ {
	digits, suffix, _ := strings.Cut(c.text(syntax.Name(x.Val)), "bv")
	width, err := strconv.ParseUint(suffix, 10, 32)
	if err != nil {
		c.failf(x.Pos, "width of %s is not a number", c.quote(syntax.Name(x.Val)))
	}
	if width == 0 {
		c.foreign(x.Pos, c.types.bitVector(0))
	}
	v, err := num.ParseInt(digits)
	if err != nil || v.Big().BitLen() > int(width) {
		c.failf(x.Pos, "bit-vector literal %s does not fit its width", c.quote(syntax.Name(x.Val)))
	}
	return c.types.bitVector(uint32(width))
}

// maxExponent bounds the exponents of real literals.
const maxExponent = 10_000

// realLiteral bounds the value of a literal such as 1.5e3.
func (c *checker) realLiteral(x *syntax.Expr) typ {
	_, exp, ok := strings.Cut(c.text(syntax.Name(x.Val)), "e")
	if n, err := strconv.Atoi(exp); ok && (err != nil || n > maxExponent || n < -maxExponent) {
		c.failf(x.Pos, "exponent of %s is not between -%d and %[2]d", c.quote(syntax.Name(x.Val)), maxExponent)
	}
	return realType
}

func (c *checker) bits(x *syntax.Expr, args []typ) typ {
	total := uint64(0)
	for _, a := range args {
		w, ok := c.types.isBv(a)
		if !ok {
			c.failf(x.Pos, "operand of '%s' has type %s, not a bit-vector", x.Op, c.show(a))
		}
		total += uint64(w)
	}
	if x.Op == syntax.OpConcat {
		if total > syntax.MaxWidth {
			c.failf(x.Pos, "concatenation of %d bits: more than %d", total, syntax.MaxWidth)
		}
		return c.types.bitVector(uint32(total))
	}
	b := syntax.Bounds(x.Val)
	if uint64(b.High()) > total {
		c.failf(x.Pos, "extract [%d:%d] from a bit-vector of %d bits", b.High(), b.Low(), total)
	}
	t := c.types.bitVector(uint32(b.High() - b.Low()))
	c.foreign(x.Pos, t)
	return t
}

func (c *checker) variable(i syntax.ExprID, x *syntax.Expr, ctx context) typ {
	e := c.scope[x.Val]
	if e == 0 {
		c.failf(x.Pos, "undeclared identifier %s", c.quote(syntax.Name(x.Val)))
	}
	v := &c.ents[e]
	if c.pure && v.kind == globalEntity {
		c.failf(x.Pos, "global variable %s in a pure procedure", c.quote(v.name))
	}
	if ctx == noState && v.kind == globalEntity {
		c.failf(x.Pos, "global variable %s in an axiom or function", c.quote(v.name))
	}
	if v.existential && !c.guards[i] {
		c.failf(x.Pos, "existential constant %[1]s is supported only as in %[1]s ==> ..., in an assert, "+
			"an invariant or a contract that is not free", c.quote(v.name))
	}
	if v.hole && !c.inTemplate {
		c.failf(x.Pos, "template variable %s outside of a template", c.quote(v.name))
	}
	c.use[i] = uint32(e)
	c.foreign(x.Pos, v.typ)
	return v.typ
}

// foreignLiteral returns the type of a floating-point number or a string.
func (c *checker) foreignLiteral(x *syntax.Expr) typ {
	name := "string"
	if x.Op == syntax.OpFloat {
		text := c.text(syntax.Name(x.Val))
		i := strings.LastIndexByte(text, 'f')
		if name = "float" + text[i+1:]; i < 0 || !isFloat(name) {
			c.failf(x.Pos, "%s is not a floating-point number", c.quote(syntax.Name(x.Val)))
		}
	}
	t := c.types.constructor(c.file.Names.Intern(name))
	c.foreign(x.Pos, t)
	return t
}

// foreign notes that what is checked depends on a type without a meaning here.
func (c *checker) foreign(pos syntax.Pos, t typ) {
	if name := c.types.info[t].foreign; name != "" {
		c.refuse(pos, "type '"+name+"'")
	}
	if c.unsup == nil && len(c.datas) > 0 {
		c.unsup = c.badData(t)
	}
}

// refuse notes that a construct is not supported.
func (c *checker) refuse(pos syntax.Pos, what string) {
	if c.unsup == nil {
		c.unsup = c.file.Errorf(pos, "%s is not supported", what)
	}
}

func (c *checker) openBinder(i syntax.ExprID, x *syntax.Expr) {
	low := entID(len(c.ents))
	c.use[i] = uint32(low)
	c.binds = append(c.binds, bindFrame{len(c.undo), len(c.typeScope), low})
	b := &c.file.Binders[x.Val]
	params := c.openTypes(b.TypeParams)
	if len(params) > 0 {
		c.given[i] = params
	}
	c.declare(boundEntity, b.Vars, low)
}

func (c *checker) closeBinder(i syntax.ExprID, x *syntax.Expr, args []typ) typ {
	body := args[len(args)-1]
	if !c.types.unify(body, boolType) {
		c.failf(x.Pos, "body of the quantifier has type %s, not bool", c.show(body))
	}
	if x.N > 2 {
		c.triggers(i, c.binds[len(c.binds)-1].first)
	}
	c.closeScope()
	c.occurring(i, x)
	if len(c.file.Binders[x.Val].TypeParams) > 0 {
		c.typeQuants[c.file.First(i)] = i
	}
	return boolType
}

// occurring requires that each trigger of a quantifier mentions the type parameters that are in the types of none of
// its variables.
func (c *checker) occurring(i syntax.ExprID, x *syntax.Expr) {
	b := &c.file.Binders[x.Val]
	low := int(c.use[c.file.First(i)])
	for k, p := range c.given[c.file.First(i)] {
		if slices.ContainsFunc(c.ents[low:low+len(b.Vars)], func(v entity) bool { return c.types.contains(v.typ, p) }) {
			continue
		}
		for _, t := range c.file.Children(nil, i) {
			if c.file.Exprs[t].Op == syntax.OpTrigger && !c.mentionsType(t, p) {
				c.failf(c.file.Exprs[t].Pos, "trigger does not mention type parameter %s, which is in the type of no "+
					"variable", c.quote(b.TypeParams[k].Name))
			}
		}
	}
}

// mentionsType reports whether a type parameter is in what is given for those of a part of an expression, or in what
// a part is coerced to.
func (c *checker) mentionsType(e syntax.ExprID, p typ) bool {
	has := func(t typ) bool { return c.types.contains(t, p) }
	for n := c.file.First(e); n <= e; n++ {
		if y := &c.file.Exprs[n]; y.Op == syntax.OpCoerce && has(c.typeOf[y.Val]) || slices.ContainsFunc(c.given[n], has) {
			return true
		}
	}
	return false
}

// openLet brings the variables of a let into scope, whose values are the last on the stack.
func (c *checker) openLet(i syntax.ExprID, x *syntax.Expr) {
	vars := c.file.Binders[x.Val].Vars
	values := c.stack[len(c.stack)-len(vars):]
	low := entID(len(c.ents))
	c.use[i] = uint32(low)
	c.binds = append(c.binds, bindFrame{len(c.undo), len(c.typeScope), low})
	for k := range vars {
		v := &vars[k]
		if c.scope[v.Name] >= low {
			c.failf(v.Pos, "variable %s is declared twice", c.quote(v.Name))
		}
		c.ents = append(c.ents, entity{kind: boundEntity, typ: values[k], name: v.Name, pos: v.Pos})
		c.bind(v.Name, entID(len(c.ents)-1))
	}
}

// closeLambda returns the type of a lambda with a body of a type.
func (c *checker) closeLambda(i syntax.ExprID, x *syntax.Expr, body typ) typ {
	f := c.closeScope()
	n := len(c.file.Binders[x.Val].Vars)
	parts := make([]typ, n, n+1)
	for k := range parts {
		parts[k] = c.ents[int(f.first)+k].typ
	}
	parts = append(parts, body)
	first := c.file.First(i)
	params := c.given[first]
	if len(params) == 0 {
		return c.types.mapOf(0, parts)
	}
	for _, p := range params {
		if !slices.ContainsFunc(parts[:n], func(t typ) bool { return c.types.contains(t, p) }) {
			c.refuse(x.Pos, "lambda expression with a type parameter that is in no index")
		}
	}
	for _, t := range parts {
		if c.polyMap(t) || c.types.unknown(t) {
			c.refuse(x.Pos, "lambda expression with type parameters around another one, or of a type that is not determined,")
		}
	}
	m := c.types.closed(params, parts)
	c.mapAt[i], c.typeQuants[first] = m, i
	return m
}

// closeScope ends the scope of the innermost binder.
func (c *checker) closeScope() bindFrame {
	f := c.binds[len(c.binds)-1]
	c.binds = c.binds[:len(c.binds)-1]
	c.release(f.undo)
	c.closeTypes(f.types)
	return f
}

// triggers requires that each trigger mentions all variables of the quantifier, the first of which is given, and that
// it consists of terms that can be matched.
func (c *checker) triggers(quant syntax.ExprID, first entID) {
	x := &c.file.Exprs[quant]
	count := len(c.file.Binders[x.Val].Vars)
	for _, t := range c.file.Children(nil, quant) {
		if c.file.Exprs[t].Op != syntax.OpTrigger {
			continue
		}
		for _, e := range c.file.Children(nil, t) {
			if c.file.Exprs[e].Op == syntax.OpVar {
				c.failf(c.file.Exprs[e].Pos, "a variable alone is not a trigger")
			}
		}
		c.epoch++
		seen := 0
		for i := c.file.First(t); i <= t; i++ {
			switch op := c.file.Exprs[i].Op; {
			case unmatchable(op):
				c.failf(c.file.Exprs[i].Pos, "'%s' is not allowed in a trigger", op)
			case op != syntax.OpVar:
				continue
			}
			e := entID(c.use[i])
			if v := &c.ents[e]; e >= first && int(e-first) < count && v.mark != c.epoch {
				v.mark = c.epoch
				seen++
			}
		}
		if seen < count {
			c.failf(c.file.Exprs[t].Pos, "trigger does not mention all variables of the quantifier")
		}
	}
}

// unmatchable reports whether no trigger may contain op: connectives, quantifiers and comparisons except !=, which
// Boogie allows.
func unmatchable(op syntax.Op) bool {
	switch op {
	case syntax.OpNot, syntax.OpAnd, syntax.OpOr, syntax.OpIff, syntax.OpImplies, syntax.OpExplies, syntax.OpEq,
		syntax.OpLt, syntax.OpLe, syntax.OpGt, syntax.OpGe, syntax.OpForall, syntax.OpExists, syntax.OpLambda:
		return true
	}
	return false
}

func (c *checker) apply(i syntax.ExprID, x *syntax.Expr, args []typ) typ {
	k := c.funcDecl[x.Val]
	if k == 0 {
		c.failf(x.Pos, "undeclared function %s", c.quote(syntax.Name(x.Val)))
	}
	fn := &c.funcs[k-1]
	if len(args) != len(fn.params) {
		c.failf(x.Pos, "function %s takes %d arguments, not %d", c.quote(fn.decl.Name), len(fn.params),
			len(args))
	}
	given := c.types.proxies(len(fn.typeParams))
	for j, a := range args {
		if want := c.types.instance(fn.params[j], fn.typeParams, given); !c.types.unify(a, want) {
			c.failf(x.Pos, "argument %d of function %s has type %s, not %s",
				j+1, c.quote(fn.decl.Name), c.show(a), c.show(want))
		}
	}
	if len(given) > 0 {
		c.given[i] = given
	}
	if c.unsup == nil && fn.unsup != nil && !c.inFunc { // among functions, recursion passes it on
		c.unsup = c.file.Errorf(x.Pos, "application of %s: %s", c.quote(fn.decl.Name), fn.unsup.Msg)
	}
	c.use[i] = uint32(k - 1)
	c.foreign(x.Pos, fn.result)
	for _, p := range fn.params {
		c.foreign(x.Pos, p)
	}
	return c.types.instance(fn.result, fn.typeParams, given)
}

// mapAccess returns the type of a select, or of a store of a value, which are node i.
func (c *checker) mapAccess(i syntax.ExprID, x *syntax.Expr, m typ, index, value []typ) typ {
	m = c.types.deref(m)
	info := c.types.info[m]
	if info.kind != syntax.TypeMap {
		c.failf(x.Pos, "%s is not a map", c.show(m))
	}
	parts, n := info.args, len(info.args)-1
	if len(index) != n {
		c.failf(x.Pos, "map of type %s takes %d indices, not %d", c.show(m), n, len(index))
	}
	if info.params > 0 {
		given := c.types.proxies(info.params)
		parts = c.types.opened(m, given)
		c.given[i], c.mapAt[i] = given, m
	}
	for j, a := range index {
		if !c.types.unify(a, parts[j]) {
			c.failf(x.Pos, "index of a map of type %s has type %s, not %s", c.show(m), c.show(a),
				c.show(parts[j]))
		}
	}
	if value == nil {
		return parts[n]
	}
	if !c.types.unify(value[0], parts[n]) {
		c.failf(x.Pos, "value stored in a map of type %s has type %s, not %s", c.show(m), c.show(value[0]),
			c.show(parts[n]))
	}
	return m
}
