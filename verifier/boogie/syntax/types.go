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
	case tLBrack, tLt:
		return p.mapType()
	case tIdent:
		if t.name > lastKeyword {
			return p.namedType()
		}
		if k := basicTypes[t.name]; k != 0 {
			p.next()
			return p.addType(TypeExpr{Kind: k, Pos: t.pos})
		}
	}
	p.failf(t.pos, "expected a type, found %s", p.show(t))
	return 0
}

// basicTypes are the types that keywords name.
var basicTypes = [lastKeyword + 1]TypeKind{kwInt: TypeInt, kwBool: TypeBool, kwReal: TypeReal}

func (p *parser) addType(t TypeExpr) TypeID {
	p.Types = append(p.Types, t)
	return TypeID(len(p.Types) - 1)
}

func (p *parser) mapType() TypeID {
	pos := p.tok.pos
	params := p.typeParams()
	p.expect(tLBrack)
	mark := len(p.typeIDs.stack)
	p.items(tRBrack, func() { p.typeIDs.stack = append(p.typeIDs.stack, p.typ()) })
	p.expect(tRBrack)
	p.typeIDs.stack = append(p.typeIDs.stack, p.typ())
	return p.addType(TypeExpr{Kind: TypeMap, Pos: pos, Params: params, Args: p.typeIDs.take(mark)})
}

func (p *parser) namedType() TypeID {
	x := p.plainType()
	if x.Kind == TypeNamed {
		mark := len(p.typeIDs.stack)
		for p.typeArg() {
		}
		x.Args = p.typeIDs.take(mark)
	}
	return p.addType(x)
}

// plainType reads the name of a type, without arguments.
func (p *parser) plainType() TypeExpr {
	t := p.tok
	p.next()
	if digits, ok := strings.CutPrefix(p.Names.Text(t.name), "bv"); ok && isNumber(digits) {
		return TypeExpr{Kind: TypeBv, Pos: t.pos, Width: uint32(p.width(t.pos, digits))}
	}
	return TypeExpr{Kind: TypeNamed, Pos: t.pos, Name: t.name}
}

// typeArg pushes an argument of a type constructor, if there is one. A constructor there has no arguments itself; a
// map is the last one.
func (p *parser) typeArg() bool {
	switch t := p.tok; {
	case t.kind == tLBrack, t.kind == tLt, t.kind == tLParen,
		t.kind == tIdent && t.name <= lastKeyword && basicTypes[t.name] != 0:
		p.typeIDs.stack = append(p.typeIDs.stack, p.typ())
		return t.kind != tLBrack && t.kind != tLt
	case t.kind == tIdent && t.name > lastKeyword:
		p.typeIDs.stack = append(p.typeIDs.stack, p.addType(p.plainType()))
		return true
	}
	return false
}

// width is the width of a bit-vector.
func (p *parser) width(pos Pos, digits string) int {
	return p.number(pos, digits, "bit-vector width", MaxWidth)
}

func isNumber(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
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
