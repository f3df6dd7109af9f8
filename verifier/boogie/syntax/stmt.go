package syntax

func (p *parser) body() *Body {
	p.expect(tLBrace)
	b := new(Body)
	mark := len(p.vars.stack)
	for p.acceptWord(kwVar) {
		p.varStmt()
	}
	b.Locals = p.vars.take(mark)
	b.Stmts, b.End = p.block()
	return b
}

// block reads statements up to and including the closing brace.
func (p *parser) block() ([]Stmt, Pos) {
	p.enter()
	mark := len(p.stmts.stack)
	for p.tok.kind != tRBrace {
		p.stmt()
	}
	end := p.tok.pos
	p.next()
	stmts := p.stmts.take(mark)
	p.leave()
	return stmts, end
}

func (p *parser) add(s Stmt) { p.stmts.stack = append(p.stmts.stack, s) }

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
	case kwCall:
		p.callStmt(Stmt{})
	case kwAsync, kwFree:
		p.next()
		if !p.is(kwCall) {
			p.failf(p.tok.pos, "expected 'call' after '%s', found %s", p.Names.Text(t.name), p.show(p.tok))
		}
		p.callStmt(Stmt{Async: t.name == kwAsync, Free: t.name == kwFree})
	case kwIf:
		p.ifStmt()
	case kwWhile:
		p.whileStmt()
	case kwPar:
		p.unsupported(t.pos, "concurrency ('"+p.Names.Text(t.name)+"')")
	case kwVar:
		p.failf(t.pos, "local variables must be declared before the first statement")
	default:
		p.simple(simpleStmts[t.name])
	}
}

// simpleStmts are the statements that are a keyword and operands.
var simpleStmts = [lastKeyword + 1]StmtKind{
	kwAssume: StmtAssume, kwAssert: StmtAssert, kwHavoc: StmtHavoc, kwGoto: StmtGoto, kwReturn: StmtReturn,
	kwBreak: StmtBreak, kwYield: StmtYield,
}

// simple reads such a statement.
func (p *parser) simple(k StmtKind) {
	if k == 0 {
		p.failf(p.tok.pos, "expected a statement, found %s", p.show(p.tok))
	}
	s := Stmt{Kind: k, Pos: p.tok.pos}
	p.next()
	switch k {
	case StmtAssume, StmtAssert:
		s.Attrs = p.attrs()
		s.Expr = p.expr()
	case StmtHavoc:
		mark := len(p.exprStack)
		p.list(p.variable)
		s.N = uint32(len(p.exprStack) - mark)
		s.Start = p.operands(mark)
	case StmtGoto:
		s.Start = uint32(len(p.Labels))
		p.list(func() { p.Labels = append(p.Labels, p.ident("a label")) })
		s.N = uint32(len(p.Labels)) - s.Start
	case StmtReturn:
		if p.inCode {
			s.Expr = p.expr()
		}
	case StmtBreak:
		if p.tok.kind != tSemi {
			s.Name = p.ident("a label").Name
		}
	}
	p.expect(tSemi)
	p.add(s)
}

// visibility reads statements that say which functions' definitions a verifier uses. They change no meaning, so
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

// variable emits an OpVar as an operand of a statement.
func (p *parser) variable() {
	n := p.ident("a variable name")
	p.exprStack = append(p.exprStack, p.emit(OpVar, n.Pos, uint32(n.Name), 0))
}

// operand reads an expression that is an operand of a statement.
func (p *parser) operand() { p.exprStack = append(p.exprStack, p.expr()) }

// operands moves the operands above mark to the file and returns where they start.
func (p *parser) operands(mark int) uint32 {
	start := uint32(len(p.Refs))
	p.Refs = append(p.Refs, p.exprStack[mark:]...)
	p.exprStack = p.exprStack[:mark]
	return start
}

func (p *parser) assign() {
	s := Stmt{Kind: StmtAssign, Pos: p.tok.pos}
	mark := len(p.exprStack)
	p.list(p.target)
	s.N = uint32(len(p.exprStack) - mark)
	p.expect(tAssign)
	p.list(p.operand)
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
		p.items(tRBrack, func() {
			p.expr()
			n++
		})
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
	_, async := p.Attr(s.Attrs, "async")
	s.Async = s.Async || async
	p.Threads = p.Threads || s.Async
	mark := len(p.exprStack)
	first := p.callName()
	if p.tok.kind != tLParen {
		p.exprStack = append(p.exprStack, p.emit(OpVar, first.Pos, uint32(first.Name), 0))
		for p.accept(tComma) {
			p.variable()
		}
		s.N = uint32(len(p.exprStack) - mark)
		p.expect(tAssign)
		first = p.callName()
	}
	s.Name = first.Name
	p.expect(tLParen)
	p.items(tRParen, func() {
		p.noWildcard()
		p.operand()
	})
	p.expect(tRParen)
	if p.tok.kind == tBar {
		p.unsupported(p.tok.pos, "parallel call")
	}
	p.expect(tSemi)
	s.M = uint32(len(p.exprStack)-mark) - s.N
	s.Start = p.operands(mark)
	p.add(s)
}

func (p *parser) noWildcard() {
	if p.tok.kind == tStar {
		p.unsupported(p.tok.pos, "call wildcard '*'")
	}
}

func (p *parser) callName() NameRef {
	p.noWildcard()
	return p.ident("a procedure or variable name")
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
			mark := len(p.stmts.stack)
			p.ifStmt()
			n.Else = p.stmts.take(mark)
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
