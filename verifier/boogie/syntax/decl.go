package syntax

import "slices"

func (p *parser) decl() {
	pos := p.tok.pos
	if p.tok.kind != tIdent {
		p.failf(pos, "expected a declaration, found %s", p.show(p.tok))
	}
	switch kw := p.tok.name; kw {
	case kwVar:
		p.next()
		mark := len(p.vars.stack)
		p.varStmt()
		p.Globals = append(p.Globals, p.vars.stack[mark:]...)
		p.vars.stack = p.vars.stack[:mark]
	case kwConst:
		p.constDecl()
	case kwFunction:
		p.funcDecl()
	case kwAxiom:
		p.next()
		attrs := p.attrs()
		cond := p.expr()
		p.expect(tSemi)
		p.Axioms = append(p.Axioms, Axiom{pos, attrs, cond})
	case kwType:
		p.typeDecl()
	case kwProcedure:
		p.procDecl(ProcDecl{})
	case kwImplementation:
		p.implDecl()
	case kwAsync, kwPar, kwYield:
		p.unsupported(pos, "concurrency ('"+p.Names.Text(kw)+"')")
	default:
		p.foreignDecl()
	}
}

// foreignDecl reads or refuses the declarations of later Boogie versions, whose keywords are names in earlier ones.
func (p *parser) foreignDecl() {
	switch text := p.Names.Text(p.tok.name); text {
	case "datatype":
		p.datatypeDecl()
		return
	case "pure":
		p.pureDecl()
		return
	case "yield", "action", "atomic", "right", "left", "both", "link", "invariant", "async", "hideable", "revealed":
		p.unsupported(p.tok.pos, "declaration '"+text+"'")
	}
	p.failf(p.tok.pos, "expected a declaration, found %s", p.show(p.tok))
}

// typeParams reads <a, b>, if it is there.
func (p *parser) typeParams() []NameRef {
	if !p.accept(tLt) {
		return nil
	}
	mark := len(p.refs.stack)
	p.list(func() { p.refs.stack = append(p.refs.stack, p.ident("a type parameter")) })
	p.expect(tGt)
	return p.refs.take(mark)
}

func (p *parser) typeDecl() {
	p.next()
	attrs := p.attrs()
	if p.isText("finite") && p.peek() == tIdent {
		p.next()
	}
	_, data := p.Attr(attrs, "datatype")
	p.list(func() {
		n := p.ident("a type name")
		d := TypeDecl{Name: n.Name, Pos: n.Pos, Attrs: attrs}
		for p.tok.kind == tIdent {
			d.Params = append(d.Params, p.ident("a type parameter"))
		}
		if p.accept(tDefine) {
			d.Body = p.typ()
		}
		d.Data = data && d.Body == 0
		p.TypeDecls = append(p.TypeDecls, d)
	})
	p.expect(tSemi)
}

func (p *parser) isText(text string) bool {
	return p.tok.kind == tIdent && p.Names.Text(p.tok.name) == text
}

func (p *parser) constDecl() {
	p.next()
	attrs := p.attrs()
	unique := p.acceptWord(kwUnique)
	mark := len(p.vars.stack)
	p.idents(attrs, "a constant name")
	t := p.typ()
	for _, v := range p.vars.stack[mark:] {
		v.Type = t
		p.Consts = append(p.Consts, ConstDecl{v, unique})
	}
	p.vars.stack = p.vars.stack[:mark]
	p.order()
	if !p.uses() {
		p.expect(tSemi)
	}
}

// order reads what a constant says of its place in the partial order <:, which is not supported where it is used.
func (p *parser) order() {
	if p.acceptWord(kwExtends) {
		for p.tok.kind == tIdent && p.tok.name != kwComplete && p.tok.name != kwUses {
			p.acceptWord(kwUnique)
			p.ident("a constant name")
			if !p.accept(tComma) {
				break
			}
		}
	}
	p.acceptWord(kwComplete)
}

// uses reads the declarations that belong to a constant or a function, which mean what they mean outside. It reports
// whether there are any.
func (p *parser) uses() bool {
	if !p.acceptWord(kwUses) {
		return false
	}
	p.enter()
	defer p.leave()
	p.expect(tLBrace)
	for p.tok.kind != tRBrace {
		if p.isText("hideable") {
			p.unsupported(p.tok.pos, "'hideable'")
		}
		if !p.is(kwAxiom) && !p.is(kwFunction) && !p.is(kwConst) {
			p.failf(p.tok.pos, "expected an axiom, found %s", p.show(p.tok))
		}
		p.decl()
	}
	p.next()
	return true
}

func (p *parser) funcDecl() {
	p.next()
	attrs := p.attrs()
	n := p.ident("a function name")
	d := FuncDecl{Name: n.Name, Pos: n.Pos, Attrs: attrs}
	_, d.Constructor = p.Attr(attrs, "constructor")
	d.TypeParams = p.typeParams()
	p.expect(tLParen)
	mark := len(p.vars.stack)
	p.items(tRParen, p.param)
	p.nameParams(p.vars.stack[mark:])
	d.Params = p.vars.take(mark)
	p.expect(tRParen)
	if p.acceptWord(kwReturns) {
		p.expect(tLParen)
		p.param()
		d.Result = p.vars.stack[mark].Type
		p.vars.stack = p.vars.stack[:mark]
		p.expect(tRParen)
	} else {
		p.expect(tColon)
		d.Result = p.typ()
	}
	if p.accept(tLBrace) {
		d.Body = p.expr()
		p.expect(tRBrace)
	}
	if !p.uses() && d.Body == 0 {
		p.expect(tSemi)
	}
	p.Funcs = append(p.Funcs, d)
}

// param reads a function's parameter or result, whose name may be missing.
func (p *parser) param() {
	v := VarDecl{Attrs: p.attrs(), Pos: p.tok.pos}
	if p.tok.kind == tIdent && p.tok.name > lastKeyword && p.peek() == tColon {
		v.Name = p.tok.name
		p.next()
		p.next()
	}
	v.Type = p.typ()
	p.vars.stack = append(p.vars.stack, v)
}

// nameParams distinguishes names from types among the parameters without a colon: f(x, y) has two unnamed parameters,
// of types x and y, but f(x, y: int) two of type int.
func (p *parser) nameParams(params []VarDecl) {
	if !slices.ContainsFunc(params, func(v VarDecl) bool { return v.Name != 0 }) {
		return
	}
	for i := len(params) - 1; i >= 0; i-- {
		v := &params[i]
		switch t := p.Types[v.Type]; {
		case v.Name != 0:
		case i == len(params)-1:
			p.failf(v.Pos, "the last parameter needs a name and a type, since others have names")
		case t.Kind != TypeNamed || len(t.Args) > 0:
			p.failf(v.Pos, "expected a parameter name, since other parameters have names; found a type")
		default:
			v.Name, v.Type = t.Name, params[i+1].Type
		}
	}
}

// pureDecl reads a procedure or an action of Civl that changes no global.
func (p *parser) pureDecl() {
	p.next()
	d := ProcDecl{Pure: true, Action: p.isText("action")}
	if !d.Action && !p.is(kwProcedure) {
		p.failf(p.tok.pos, "expected 'procedure' or 'action' after 'pure', found %s", p.show(p.tok))
	}
	p.procDecl(d)
}

func (p *parser) procDecl(d ProcDecl) {
	d.Signature = p.signature()
	hasBody := !p.accept(tSemi)
	p.specClauses(&d)
	if hasBody {
		d.Body = p.body()
	}
	p.Procs = append(p.Procs, d)
}

func (p *parser) implDecl() {
	d := ImplDecl{Signature: p.signature()}
	d.Body = p.body()
	p.Impls = append(p.Impls, d)
}

func (p *parser) signature() Signature {
	p.next()
	attrs := p.attrs()
	n := p.ident("a procedure name")
	s := Signature{Name: n.Name, Pos: n.Pos, Attrs: attrs, TypeParams: p.typeParams()}
	s.Ins = p.formals()
	if p.acceptWord(kwReturns) {
		s.Outs = p.formals()
	}
	return s
}

func (p *parser) formals() []VarDecl {
	p.expect(tLParen)
	mark := len(p.vars.stack)
	if p.tok.kind != tRParen {
		p.varList()
	}
	p.expect(tRParen)
	out := p.vars.take(mark)
	return out
}

// varStmt pushes the variables of a declaration after var, whose attributes are shared by all of them.
func (p *parser) varStmt() {
	mark := len(p.vars.stack)
	p.varList()
	all := p.vars.stack[mark].Attrs
	for i := mark; i < len(p.vars.stack); i++ {
		v := &p.vars.stack[i]
		if v.Attrs != all && v.Attrs.N > 0 {
			p.failf(v.Pos, "the attributes of all variables of a declaration stand before the first")
		}
		v.Attrs = all
	}
	p.expect(tSemi)
}

// varList pushes declarations such as {:a} x, y: int where x < y, z: bool.
func (p *parser) varList() {
	p.list(func() {
		mark := len(p.vars.stack)
		p.idents(p.attrs(), "a variable name")
		t := p.typ()
		var where ExprID
		if p.acceptWord(kwWhere) {
			where = p.expr()
		}
		for i := mark; i < len(p.vars.stack); i++ {
			p.vars.stack[i].Type, p.vars.stack[i].Where = t, where
		}
	})
}

// idents pushes the names before a colon.
func (p *parser) idents(attrs List, what string) {
	for {
		n := p.ident(what)
		p.vars.stack = append(p.vars.stack, VarDecl{Name: n.Name, Pos: n.Pos, Attrs: attrs})
		if p.accept(tColon) {
			return
		}
		if !p.accept(tComma) {
			p.failf(p.tok.pos, "expected ',' or ':' after the name, found %s", p.show(p.tok))
		}
		if p.tok.kind == tLBrace {
			attrs = p.attrs()
		}
	}
}

func (p *parser) specClauses(d *ProcDecl) {
	var specs []Spec
	mods := len(p.refs.stack)
	for {
		pos := p.tok.pos
		free := p.acceptWord(kwFree)
		switch {
		case p.is(kwRequires):
			specs = append(specs, p.spec(Requires, free, pos))
		case p.is(kwEnsures):
			specs = append(specs, p.spec(Ensures, free, pos))
		case p.isText("measure"):
			d.Measures = append(d.Measures, p.measure())
		case free:
			p.failf(p.tok.pos, "expected 'requires' or 'ensures' after 'free', found %s", p.show(p.tok))
		case p.acceptWord(kwModifies):
			p.attrs()
			if p.tok.kind != tSemi {
				p.list(func() { p.refs.stack = append(p.refs.stack, p.ident("a variable name")) })
			}
			p.expect(tSemi)
		default:
			d.Specs, d.Modifies = p.specs.copyOf(specs), p.refs.take(mods)
			return
		}
	}
}

// measure reads measure e, f;
func (p *parser) measure() Measure {
	m := Measure{Pos: p.tok.pos}
	p.next()
	p.attrs()
	p.list(func() { m.Exprs = append(m.Exprs, p.expr()) })
	p.expect(tSemi)
	return m
}

func (p *parser) spec(k SpecKind, free bool, pos Pos) Spec {
	p.next()
	attrs := p.attrs()
	cond := p.expr()
	p.expect(tSemi)
	return Spec{Kind: k, Free: free, Pos: pos, Attrs: attrs, Cond: cond}
}

// attrs reads any number of {:name args}. It leaves a brace that begins anything else.
func (p *parser) attrs() List {
	if p.tok.kind != tLBrace || p.peek() != tColon {
		return List{}
	}
	mark := len(p.attrStack)
	for p.tok.kind == tLBrace && p.peek() == tColon {
		p.attrStack = append(p.attrStack, p.attr())
	}
	l := List{uint32(len(p.Attrs)), uint32(len(p.attrStack) - mark)}
	p.Attrs = append(p.Attrs, p.attrStack[mark:]...)
	p.attrStack = p.attrStack[:mark]
	return l
}

func (p *parser) attr() Attr {
	p.enter()
	defer p.leave()
	p.next()
	p.next()
	if p.tok.kind != tIdent { // keywords too
		p.failf(p.tok.pos, "expected an attribute name, found %s", p.show(p.tok))
	}
	a := Attr{Name: p.tok.name, Pos: p.tok.pos}
	p.next()
	mark := len(p.argStack)
	p.items(tRBrace, func() {
		if p.tok.kind == tString {
			p.argStack = append(p.argStack, AttrArg{Str: p.tok.name})
			p.next()
		} else {
			p.argStack = append(p.argStack, AttrArg{Expr: p.expr()})
		}
	})
	p.expect(tRBrace)
	a.Args = List{uint32(len(p.AttrArgs)), uint32(len(p.argStack) - mark)}
	p.AttrArgs = append(p.AttrArgs, p.argStack[mark:]...)
	p.argStack = p.argStack[:mark]
	return a
}
