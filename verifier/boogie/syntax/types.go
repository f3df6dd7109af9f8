package syntax

import "strings"

func (p *parser) typ() TypeID {
	p.enter()
	defer p.leave()
	t := p.tok
	switch t.kind {
	case tLParen:
		p.next()
		id := p.typ()
		p.expect(tRParen)
		return id
	case tLBrack:
		return p.mapType()
	case tLt:
		return p.mapType()
	case tIdent:
		switch {
		case t.name == kwInt:
			p.next()
			return p.addType(TypeExpr{Kind: TypeInt, Pos: t.pos})
		case t.name == kwBool:
			p.next()
			return p.addType(TypeExpr{Kind: TypeBool, Pos: t.pos})
		case t.name == kwReal:
			p.next()
			return p.addType(TypeExpr{Kind: TypeReal, Pos: t.pos})
		case t.name > lastKeyword:
			return p.namedType()
		}
	}
	p.failf(t.pos, "expected a type, found %s", p.show(t))
	return 0
}

func (p *parser) addType(t TypeExpr) TypeID {
	p.Types = append(p.Types, t)
	return TypeID(len(p.Types) - 1)
}

func (p *parser) mapType() TypeID {
	pos := p.tok.pos
	params := p.typeParams()
	p.expect(tLBrack)
	mark := len(p.typeStack)
	for p.tok.kind != tRBrack {
		p.typeStack = append(p.typeStack, p.typ())
		if !p.accept(tComma) {
			break
		}
	}
	p.expect(tRBrack)
	p.typeStack = append(p.typeStack, p.typ())
	args := p.typeIDs.copyOf(p.typeStack[mark:])
	p.typeStack = p.typeStack[:mark]
	return p.addType(TypeExpr{Kind: TypeMap, Pos: pos, Params: params, Args: args})
}

func (p *parser) namedType() TypeID {
	t := p.tok
	text := p.Names.Text(t.name)
	p.next()
	if digits, ok := strings.CutPrefix(text, "bv"); ok && isNumber(digits) {
		return p.addType(TypeExpr{Kind: TypeBv, Pos: t.pos, Width: uint32(p.width(t.pos, digits))})
	}
	mark := len(p.typeStack)
	for p.typeArg() {
	}
	args := p.typeIDs.copyOf(p.typeStack[mark:])
	p.typeStack = p.typeStack[:mark]
	return p.addType(TypeExpr{Kind: TypeNamed, Pos: t.pos, Name: t.name, Args: args})
}

// typeArg pushes an argument of a type constructor, if there is one. A constructor there has no arguments itself; a
// map is the last one.
func (p *parser) typeArg() bool {
	switch t := p.tok; {
	case t.kind == tLBrack, t.kind == tLt, t.kind == tLParen, t.kind == tIdent &&
		(t.name == kwInt || t.name == kwBool || t.name == kwReal):
		p.typeStack = append(p.typeStack, p.typ())
		return t.kind != tLBrack && t.kind != tLt
	case t.kind == tIdent && t.name > lastKeyword:
		p.next()
		x := TypeExpr{Kind: TypeNamed, Pos: t.pos, Name: t.name}
		if digits, ok := strings.CutPrefix(p.Names.Text(t.name), "bv"); ok && isNumber(digits) {
			x = TypeExpr{Kind: TypeBv, Pos: t.pos, Width: uint32(p.width(t.pos, digits))}
		}
		p.typeStack = append(p.typeStack, p.addType(x))
		return true
	}
	return false
}

// width is the width of a bit-vector.
func (p *parser) width(pos Pos, digits string) int {
	return p.number(pos, digits, "bit-vector width", MaxWidth)
}

func isNumber(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// number is the value of a string of digits, which must not exceed limit.
func (p *parser) number(pos Pos, digits, what string, limit int) int {
	n := 0
	for i := range len(digits) {
		if n = 10*n + int(digits[i]-'0'); n > limit {
			p.failf(pos, "%s %s is greater than %d", what, Quote(digits), limit)
		}
	}
	return n
}
