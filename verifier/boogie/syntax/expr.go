package syntax

import "strings"

// Precedences of the binary operators, loosest first. Comparisons do not associate; && and || do not mix.
const (
	precIff = iota + 1
	precImplies
	precLogic
	precCompare
	precConcat
	precAdd
	precMul
	precPow
)

// maxDigits bounds literals: the conversion of longer ones is quadratic.
const maxDigits = 10_000

// binaryOps are the binary operators, but for those that are words.
var binaryOps = [tArrow + 1]struct {
	op   Op
	prec int
}{
	tIff: {OpIff, precIff}, tImplies: {OpImplies, precImplies}, tExplies: {OpExplies, precImplies},
	tAnd: {OpAnd, precLogic}, tOr: {OpOr, precLogic}, tEq: {OpEq, precCompare}, tNe: {OpNe, precCompare},
	tLt: {OpLt, precCompare}, tLe: {OpLe, precCompare}, tGt: {OpGt, precCompare}, tGe: {OpGe, precCompare},
	tPartial: {OpPartial, precCompare}, tConcat: {OpConcat, precConcat}, tPlus: {OpAdd, precAdd}, tMinus: {OpSub, precAdd},
	tStar: {OpMul, precMul}, tSlash: {OpQuo, precMul}, tPower: {OpPow, precPow},
}

// binaryOp returns the next token as a binary operator, with its precedence: 0 if it is none.
func (p *parser) binaryOp() (Op, int) {
	switch {
	case p.is(kwDiv):
		return OpDiv, precMul
	case p.is(kwMod):
		return OpMod, precMul
	}
	x := binaryOps[p.tok.kind]
	return x.op, x.prec
}

// emit appends a node whose n children are the last n complete subtrees.
func (p *parser) emit(op Op, pos Pos, val uint32, n int) ExprID {
	size := uint32(1)
	last := len(p.Exprs) - 1
	for range n {
		s := p.Exprs[last].Size
		size += s
		last -= int(s)
	}
	p.Exprs = append(p.Exprs, Expr{Op: op, N: uint32(n), Pos: pos, Val: val, Size: size})
	return ExprID(len(p.Exprs) - 1)
}

func (p *parser) leaf(op Op, val uint32) ExprID {
	e := p.emit(op, p.tok.pos, val, 0)
	p.next()
	return e
}

func (p *parser) expr() ExprID {
	p.enter()
	e := p.binary(precIff)
	p.leave()
	return e
}

// binary reads an expression of operators that bind at least as tight as min. Chains are read in loops, so that only
// brackets and prefix operators deepen the parser's stack.
func (p *parser) binary(min int) ExprID {
	e := p.tested()
	for {
		op, prec := p.binaryOp()
		if prec == 0 || prec < min {
			return e
		}
		switch {
		case prec == precImplies:
			e = p.implications(op)
		case prec == precLogic, op == OpAdd:
			e = p.nary(op, prec)
		case op == OpPow: // to the right, and then tighter than others
			e = p.power()
		default:
			pos := p.tok.pos
			p.next()
			p.binary(prec + 1)
			e = p.emit(op, pos, 0, 2)
		}
		if next, nextPrec := p.binaryOp(); nextPrec == prec && (prec == precCompare || prec <= precLogic && next != op) {
			p.failf(p.tok.pos, "operators '%s' and '%s' need parentheses", op, next)
		}
	}
}

// implications reads the rest of a ==> b ==> c, which associates to the right: in postfix order all operators come
// last. A chain of <== associates to the left.
func (p *parser) implications(op Op) ExprID {
	if op == OpExplies {
		pos := p.tok.pos
		p.next()
		p.binary(precLogic)
		return p.emit(op, pos, 0, 2)
	}
	mark := len(p.exprStack)
	for p.tok.kind == tImplies {
		p.exprStack = append(p.exprStack, ExprID(p.tok.pos))
		p.next()
		p.binary(precLogic)
	}
	var e ExprID
	for i := len(p.exprStack) - 1; i >= mark; i-- {
		e = p.emit(op, Pos(p.exprStack[i]), 0, 2)
	}
	p.exprStack = p.exprStack[:mark]
	return e
}

// power reads the rest of a ** b ** c, which associates to the right.
func (p *parser) power() ExprID {
	p.enter()
	defer p.leave()
	pos := p.tok.pos
	p.next()
	p.binary(precPow)
	return p.emit(OpPow, pos, 0, 2)
}

// nary reads the rest of a conjunction, disjunction or sum as one node.
func (p *parser) nary(op Op, prec int) ExprID {
	first := p.tok
	n := 1
	for p.tok.kind == first.kind {
		p.next()
		p.binary(prec + 1)
		n++
	}
	return p.emit(op, first.pos, 0, n)
}

// tested reads an operand, and "is" with a constructor behind it.
func (p *parser) tested() ExprID {
	e := p.unary()
	if p.isText("is") {
		pos := p.tok.pos
		p.next()
		e = p.emit(OpIs, pos, uint32(p.ident("a constructor").Name), 1)
	}
	return e
}

func (p *parser) unary() ExprID {
	t := p.tok
	var op Op
	switch t.kind {
	case tMinus:
		op = OpNeg
	case tNot:
		op = OpNot
	default:
		return p.postfix()
	}
	p.enter()
	p.next()
	p.unary()
	p.leave()
	return p.emit(op, t.pos, 0, 1)
}

// postfix reads selects, stores and extracts, fields, and the coercions after them.
func (p *parser) postfix() ExprID {
	e := p.atom()
	for p.tok.kind == tLBrack || p.tok.kind == tArrow {
		pos := p.tok.pos
		if p.accept(tArrow) {
			e = p.field(pos)
			continue
		}
		p.next()
		n := 1
		if p.tok.kind != tRBrack && p.tok.kind != tAssign { // a map may have no index
			index := p.expr()
			if p.tok.kind == tColon {
				e = p.extract(pos, index)
				continue
			}
			for n = 2; p.accept(tComma); n++ {
				p.expr()
			}
		}
		op := OpSelect
		if p.accept(tAssign) {
			p.expr()
			op = OpStore
			n++
		}
		p.expect(tRBrack)
		e = p.emit(op, pos, 0, n)
	}
	for p.tok.kind == tColon && p.peek() != tInt { // otherwise part of an extract
		pos := p.tok.pos
		p.next()
		e = p.emit(OpCoerce, pos, uint32(p.typ()), 1)
	}
	return e
}

// extract reads the rest of e[high:low]; high has been read as an expression.
func (p *parser) extract(pos Pos, high ExprID) ExprID {
	h := p.Exprs[high]
	if h.Op != OpInt {
		p.failf(h.Pos, "bound of an extract must be an integer literal")
	}
	p.Exprs = p.Exprs[:high]
	p.next()
	low := p.expect(tInt)
	hi := p.number(h.Pos, p.Names.Text(Name(h.Val)), "bit position", MaxWidth)
	lo := p.number(low.pos, p.Names.Text(low.name), "bit position", MaxWidth)
	if lo > hi {
		p.failf(low.pos, "bounds of the extract [%d:%d] are reversed", hi, lo)
	}
	p.expect(tRBrack)
	return p.emit(OpExtract, pos, uint32(hi)<<16|uint32(lo), 1)
}

func (p *parser) atom() ExprID {
	t := p.tok
	switch t.kind {
	case tIdent:
		if t.name <= lastKeyword {
			return p.keywordAtom()
		}
		p.next()
		if p.tok.kind == tLParen {
			return p.call(t)
		}
		return p.emit(OpVar, t.pos, uint32(t.name), 0)
	case tInt:
		return p.literal(OpInt, "integer literal of %d digits")
	case tBv:
		_, digits, _ := strings.Cut(p.Names.Text(t.name), "bv")
		p.width(t.pos, digits)
		return p.literal(OpBv, "bit-vector literal of %d digits")
	case tLParen:
		p.next()
		return p.parenthesized()
	case tReal:
		return p.literal(OpReal, "real literal of %d characters")
	case tFloat:
		return p.leaf(OpFloat, uint32(t.name))
	case tString:
		return p.leaf(OpString, uint32(t.name))
	case tLCode:
		return p.code()
	}
	p.failf(t.pos, "expected an expression, found %s", p.show(t))
	return 0
}

// literal reads a number that is not too long.
func (p *parser) literal(op Op, what string) ExprID {
	if n := int(p.tok.end - p.tok.pos); n > maxDigits {
		p.failf(p.tok.pos, what+": more than %d", n, maxDigits)
	}
	return p.leaf(op, uint32(p.tok.name))
}

func (p *parser) keywordAtom() ExprID {
	t := p.tok
	switch t.name {
	case kwTrue:
		return p.leaf(OpTrue, 0)
	case kwFalse:
		return p.leaf(OpFalse, 0)
	case kwOld:
		p.leaf(OpOldBegin, 0)
		return p.enclosed(OpOld, t.pos, 2)
	case kwIf:
		p.next()
		p.expr()
		p.expectWord(kwThen)
		p.expr()
		p.expectWord(kwElse)
		p.expr()
		return p.emit(OpIte, t.pos, 0, 3)
	case kwInt:
		p.next()
		return p.enclosed(OpToInt, t.pos, 1)
	case kwReal:
		p.next()
		return p.enclosed(OpToReal, t.pos, 1)
	}
	p.failf(t.pos, "expected an expression, found %s", p.show(t))
	return 0
}

// enclosed reads the rest of old(e), int(e) or real(e).
func (p *parser) enclosed(op Op, pos Pos, children int) ExprID {
	p.expect(tLParen)
	p.expr()
	p.expect(tRParen)
	return p.emit(op, pos, 0, children)
}

func (p *parser) call(name token) ExprID {
	p.next()
	n := 0
	p.items(tRParen, func() {
		p.expr()
		n++
	})
	p.expect(tRParen)
	return p.emit(OpCall, name.pos, uint32(name.name), n)
}

// parenthesized reads what follows an opening parenthesis, including the closing one.
func (p *parser) parenthesized() ExprID {
	var e ExprID
	switch {
	case p.is(kwForall):
		e = p.quantifier(OpForall)
	case p.is(kwExists):
		e = p.quantifier(OpExists)
	case p.is(kwLambda):
		e = p.quantifier(OpLambda)
	case p.is(kwVar):
		e = p.let()
	default:
		e = p.expr()
	}
	p.expect(tRParen)
	return e
}

// quantifier reads the rest of a quantifier, or of a lambda expression, which has no triggers.
func (p *parser) quantifier(op Op) ExprID {
	p.enter()
	defer p.leave()
	pos := p.tok.pos
	b := p.binder()
	n := 2
	for op != OpLambda && p.tok.kind == tLBrace {
		p.trigger()
		n++
		p.skipAttrs()
	}
	p.expr()
	return p.emit(op, pos, b, n)
}

// binder reads a keyword, what it binds, and the attributes behind that. Attributes have no meaning here; they are
// read and dropped, since the nodes of an expression must be contiguous.
func (p *parser) binder() uint32 {
	b := len(p.Binders)
	p.Binders = append(p.Binders, Binder{})
	p.leaf(OpQuantBegin, uint32(b))
	p.Binders[b].TypeParams = p.typeParams()
	nodes := len(p.Exprs)
	mark := len(p.vars.stack)
	if p.tok.kind != tColons || len(p.Binders[b].TypeParams) == 0 {
		p.varList()
	}
	p.Exprs = p.Exprs[:nodes]
	for i := range p.vars.stack[mark:] {
		v := &p.vars.stack[mark+i]
		if v.Where != 0 {
			p.failf(v.Pos, "'where' is not allowed on a bound variable")
		}
		v.Attrs = List{}
	}
	p.Binders[b].Vars = p.vars.take(mark)
	p.expect(tColons)
	p.Binders[b].Skipped = p.tok.pos
	p.skipAttrs()
	p.Binders[b].Body = p.tok.pos
	return uint32(b)
}

// let reads the rest of (var x, y := e, f; body).
func (p *parser) let() ExprID {
	p.enter()
	defer p.leave()
	pos := p.tok.pos
	p.next()
	mark := len(p.vars.stack)
	p.list(func() {
		p.skipAttrs()
		n := p.ident("a variable name")
		p.vars.stack = append(p.vars.stack, VarDecl{Name: n.Name, Pos: n.Pos})
	})
	vars := p.vars.take(mark)
	p.expect(tAssign)
	n := p.exprs()
	if n != len(vars) {
		p.failf(pos, "%d values for %d variables", n, len(vars))
	}
	b := uint32(len(p.Binders))
	p.Binders = append(p.Binders, Binder{Vars: vars})
	if p.tok.kind != tSemi {
		p.expect(tSemi)
	}
	p.leaf(OpLetBegin, b)
	p.skipAttrs()
	p.expr()
	return p.emit(OpLet, pos, b, n+2)
}

func (p *parser) skipAttrs() {
	nodes, attrs, args := len(p.Exprs), len(p.Attrs), len(p.AttrArgs)
	l := p.attrs()
	for _, a := range p.Attrs[l.Start : l.Start+l.N] {
		if p.Names.Text(a.Name) == "nopats" && (a.Args.N != 1 || p.Args(a)[0].Expr == 0) {
			p.failf(a.Pos, "{:nopats} takes one expression")
		}
	}
	p.Exprs, p.Attrs, p.AttrArgs = p.Exprs[:nodes], p.Attrs[:attrs], p.AttrArgs[:args]
}

func (p *parser) trigger() {
	pos := p.expect(tLBrace).pos
	n := p.exprs()
	p.expect(tRBrace)
	p.emit(OpTrigger, pos, 0, n)
}

// exprs reads expressions between commas, and returns how many there are.
func (p *parser) exprs() int {
	for n := 1; ; n++ {
		p.expr()
		if !p.accept(tComma) {
			return n
		}
	}
}
