package syntax

func (p *parser) body() *Body {
	p.expect(tLBrace)
	b := new(Body)
	mark := len(p.varStack)
	for p.acceptWord(kwVar) {
		p.varStmt()
	}
	b.Locals = p.vars.copyOf(p.varStack[mark:])
	p.varStack = p.varStack[:mark]
	b.Stmts, b.End = p.block()
	return b
}

// block reads statements up to and including the closing brace.
func (p *parser) block() ([]Stmt, Pos) {
	p.enter()
	mark := len(p.stmtStack)
	for p.tok.kind != tRBrace {
		p.stmt()
	}
	end := p.tok.pos
	p.next()
	stmts := p.stmts.copyOf(p.stmtStack[mark:])
	p.stmtStack = p.stmtStack[:mark]
	p.leave()
	return stmts, end
}

func (p *parser) add(s Stmt) { p.stmtStack = append(p.stmtStack, s) }

func (p *parser) stmt() {
	t := p.tok
	if t.kind != tIdent {
		p.failf(t.pos, "expected a statement, found %s", p.show(t))
	}
	if t.name > lastKeyword {
		if p.peek() == tColon {
			p.next()
			p.next()
			p.add(Stmt{Kind: StmtLabel, Pos: t.pos, Name: t.name})
			return
		}
		if p.isText("measure") && (p.peek() == tIdent || p.peek() == tInt || p.peek() == tLBrace) {
			p.unsupported(t.pos, "'measure' that is not at the head of a while")
		}
		if p.peek() == tLParen {
			p.unpack()
		} else if !p.visibility() {
			p.assign()
		}
		return
	}
	switch t.name {
	case kwAssume:
		p.condition(StmtAssume)
	case kwAssert:
		p.condition(StmtAssert)
	case kwHavoc:
		p.havoc()
	case kwCall:
		p.callStmt(Stmt{})
	case kwGoto:
		p.gotoStmt()
	case kwReturn:
		p.next()
		s := Stmt{Kind: StmtReturn, Pos: t.pos}
		if p.inCode {
			s.Expr = p.expr()
		}
		p.expect(tSemi)
		p.add(s)
	case kwBreak:
		p.next()
		s := Stmt{Kind: StmtBreak, Pos: t.pos}
		if p.tok.kind != tSemi {
			s.Name = p.ident("a label").Name
		}
		p.expect(tSemi)
		p.add(s)
	case kwIf:
		p.ifStmt()
	case kwWhile:
		p.whileStmt()
	case kwAsync:
		p.next()
		if !p.is(kwCall) {
			p.failf(p.tok.pos, "expected 'call' after 'async', found %s", p.show(p.tok))
		}
		p.callStmt(Stmt{Async: true})
	case kwYield:
		p.next()
		p.expect(tSemi)
		p.add(Stmt{Kind: StmtYield, Pos: t.pos})
	case kwPar:
		p.unsupported(t.pos, "concurrency ('"+p.Names.Text(t.name)+"')")
	case kwFree:
		p.next()
		if !p.is(kwCall) {
			p.failf(p.tok.pos, "expected 'call' after 'free', found %s", p.show(p.tok))
		}
		p.callStmt(Stmt{Free: true})
	case kwVar:
		p.failf(t.pos, "local variables must be declared before the first statement")
	default:
		p.failf(t.pos, "expected a statement, found %s", p.show(t))
	}
}

// visibility reads statements that tell a verifier which functions' definitions to use. They change no meaning, so
// nothing is kept.
func (p *parser) visibility() bool {
	next := p.peek()
	switch p.Names.Text(p.tok.name) {
	case "hide", "reveal":
		if next != tStar && next != tIdent {
			return false
		}
		p.next()
		p.next()
	case "push", "pop":
		if next != tSemi {
			return false
		}
		p.next()
	default:
		return false
	}
	p.expect(tSemi)
	return true
}

func (p *parser) condition(k StmtKind) {
	s := Stmt{Kind: k, Pos: p.tok.pos}
	p.next()
	s.Attrs = p.attrs()
	s.Expr = p.expr()
	p.expect(tSemi)
	p.add(s)
}

// variable emits an OpVar as an operand of a statement.
func (p *parser) variable() {
	n := p.ident("a variable name")
	p.Exprs = append(p.Exprs, Expr{Op: OpVar, Pos: n.Pos, Val: uint32(n.Name), Size: 1})
	p.exprStack = append(p.exprStack, ExprID(len(p.Exprs)-1))
}

// operands moves the operands above mark to the file and returns where they start.
func (p *parser) operands(mark int) uint32 {
	start := uint32(len(p.Refs))
	p.Refs = append(p.Refs, p.exprStack[mark:]...)
	p.exprStack = p.exprStack[:mark]
	return start
}

func (p *parser) havoc() {
	s := Stmt{Kind: StmtHavoc, Pos: p.tok.pos}
	p.next()
	mark := len(p.exprStack)
	p.variable()
	for p.accept(tComma) {
		p.variable()
	}
	p.expect(tSemi)
	s.N = uint32(len(p.exprStack) - mark)
	s.Start = p.operands(mark)
	p.add(s)
}

func (p *parser) assign() {
	s := Stmt{Kind: StmtAssign, Pos: p.tok.pos}
	mark := len(p.exprStack)
	for {
		p.target()
		if !p.accept(tComma) {
			break
		}
	}
	s.N = uint32(len(p.exprStack) - mark)
	p.expect(tAssign)
	for {
		p.exprStack = append(p.exprStack, p.expr())
		if !p.accept(tComma) {
			break
		}
	}
	if n := len(p.exprStack) - mark - int(s.N); n != int(s.N) {
		p.failf(s.Pos, "assignment of %d values to %d targets", n, s.N)
	}
	p.expect(tSemi)
	s.Start = p.operands(mark)
	p.add(s)
}

// target reads x, x[i][j, k] or x->f.
func (p *parser) target() {
	p.variable()
	top := len(p.exprStack) - 1
	for p.tok.kind == tLBrack || p.tok.kind == tArrow {
		pos := p.tok.pos
		if p.accept(tArrow) {
			p.exprStack[top] = p.emit(OpField, pos, uint32(p.ident("a field").Name), 1)
			continue
		}
		p.next()
		n := 1
		for p.tok.kind != tRBrack {
			p.expr()
			n++
			if !p.accept(tComma) {
				break
			}
		}
		p.expect(tRBrack)
		p.exprStack[top] = p.emit(OpSelect, pos, 0, n)
	}
}

// callStmt reads a call from its keyword on. The words before it are in s.
func (p *parser) callStmt(s Stmt) {
	s.Kind, s.Pos = StmtCall, p.tok.pos
	p.next()
	if p.is(kwForall) {
		p.unsupported(p.tok.pos, "'call forall'")
	}
	if p.is(kwAsync) {
		p.unsupported(p.tok.pos, "concurrency ('async')")
	}
	s.Attrs = p.attrs()
	if _, ok := p.Attr(s.Attrs, "async"); ok {
		s.Async = true
	}
	p.Threads = p.Threads || s.Async
	mark := len(p.exprStack)
	first := p.callName()
	if p.tok.kind != tLParen {
		p.Exprs = append(p.Exprs, Expr{Op: OpVar, Pos: first.Pos, Val: uint32(first.Name), Size: 1})
		p.exprStack = append(p.exprStack, ExprID(len(p.Exprs)-1))
		for p.accept(tComma) {
			p.variable()
		}
		s.N = uint32(len(p.exprStack) - mark)
		p.expect(tAssign)
		first = p.callName()
	}
	s.Name = first.Name
	p.expect(tLParen)
	for p.tok.kind != tRParen {
		if p.tok.kind == tStar {
			p.unsupported(p.tok.pos, "call wildcard '*'")
		}
		p.exprStack = append(p.exprStack, p.expr())
		if !p.accept(tComma) {
			break
		}
	}
	p.expect(tRParen)
	if p.tok.kind == tBar {
		p.unsupported(p.tok.pos, "parallel call")
	}
	p.expect(tSemi)
	s.M = uint32(len(p.exprStack)-mark) - s.N
	s.Start = p.operands(mark)
	p.add(s)
}

func (p *parser) callName() NameRef {
	if p.tok.kind == tStar {
		p.unsupported(p.tok.pos, "call wildcard '*'")
	}
	return p.ident("a procedure or variable name")
}

func (p *parser) gotoStmt() {
	s := Stmt{Kind: StmtGoto, Pos: p.tok.pos, Start: uint32(len(p.Labels))}
	p.next()
	for {
		p.Labels = append(p.Labels, p.ident("a label"))
		s.N++
		if !p.accept(tComma) {
			break
		}
	}
	p.expect(tSemi)
	p.add(s)
}

// guard reads the condition of an if or while: zero for *.
func (p *parser) guard() ExprID {
	p.expect(tLParen)
	var e ExprID
	if !p.accept(tStar) {
		e = p.expr()
	}
	p.expect(tRParen)
	return e
}

func (p *parser) nest(k StmtKind, pos Pos, n NestStmt) {
	p.Nests = append(p.Nests, n)
	p.add(Stmt{Kind: k, Pos: pos, Start: uint32(len(p.Nests) - 1)})
}

func (p *parser) ifStmt() {
	p.enter()
	pos := p.tok.pos
	p.next()
	n := NestStmt{Cond: p.guard()}
	p.expect(tLBrace)
	n.Body, n.End = p.block()
	if p.acceptWord(kwElse) {
		n.HasElse = true
		if p.is(kwIf) {
			mark := len(p.stmtStack)
			p.ifStmt()
			n.Else = p.stmts.copyOf(p.stmtStack[mark:])
			p.stmtStack = p.stmtStack[:mark]
		} else {
			p.expect(tLBrace)
			n.Else, n.ElseEnd = p.block()
		}
	}
	p.nest(StmtIf, pos, n)
	p.leave()
}

func (p *parser) whileStmt() {
	pos := p.tok.pos
	p.next()
	n := NestStmt{Cond: p.guard()}
	for {
		at := p.tok.pos
		if p.isText("measure") {
			n.Measures = append(n.Measures, p.measure())
			continue
		}
		free := p.acceptWord(kwFree)
		if p.is(kwInvariant) {
			n.Invs = append(n.Invs, p.spec(Invariant, free, at))
			continue
		}
		if free {
			p.failf(p.tok.pos, "expected 'invariant' after 'free', found %s", p.show(p.tok))
		}
		break
	}
	p.expect(tLBrace)
	n.Body, n.End = p.block()
	p.nest(StmtWhile, pos, n)
}
