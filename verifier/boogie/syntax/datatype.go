package syntax

// datatypeDecl reads a datatype with its constructors, which are functions as in the form that earlier versions have:
// type {:datatype} T a; function {:constructor} C<a>(x: a): T a;
func (p *parser) datatypeDecl() {
	p.next()
	attrs := p.attrs()
	n := p.ident("a type name")
	d := TypeDecl{Name: n.Name, Pos: n.Pos, Attrs: attrs, Data: true}
	d.Params = p.typeParams()
	p.TypeDecls = append(p.TypeDecls, d)
	p.expect(tLBrace)
	p.list(func() { p.constructor(&d) })
	p.expect(tRBrace)
}

func (p *parser) constructor(d *TypeDecl) {
	n := p.ident("a constructor")
	c := FuncDecl{Name: n.Name, Pos: n.Pos, Attrs: d.Attrs, TypeParams: d.Params, Params: p.formals(), Constructor: true}
	for _, v := range c.Params {
		if v.Where != 0 {
			p.failf(v.Pos, "'where' is not allowed on a field of a datatype")
		}
	}
	var args []TypeID
	for _, t := range d.Params {
		args = append(args, p.addType(TypeExpr{Kind: TypeNamed, Pos: n.Pos, Name: t.Name}))
	}
	c.Result = p.addType(TypeExpr{Kind: TypeNamed, Pos: n.Pos, Name: d.Name, Args: args})
	p.Funcs = append(p.Funcs, c)
}

// field reads what follows an arrow: a field, or a field and its new value between parentheses.
func (p *parser) field(pos Pos) ExprID {
	if !p.accept(tLParen) {
		return p.emit(OpField, pos, uint32(p.ident("a field").Name), 1)
	}
	n := p.ident("a field")
	p.expect(tAssign)
	p.expr()
	p.expect(tRParen)
	return p.emit(OpUpdate, pos, uint32(n.Name), 2)
}

// unpack reads C(x, y) := e;, which assigns the fields of a value made by the constructor C.
func (p *parser) unpack() {
	s := Stmt{Kind: StmtUnpack, Pos: p.tok.pos, Name: p.tok.name}
	p.next()
	p.next()
	mark := len(p.exprStack)
	p.items(tRParen, p.variable)
	p.expect(tRParen)
	s.N = uint32(len(p.exprStack) - mark)
	p.expect(tAssign)
	p.operand()
	p.expect(tSemi)
	s.Start = p.operands(mark)
	p.add(s)
}
