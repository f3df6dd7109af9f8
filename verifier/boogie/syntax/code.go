package syntax

// code passes over a code expression, whose statements are read when the file has been: the nodes of an expression
// must be contiguous.
func (p *parser) code() ExprID {
	at := p.tok.pos
	depth := 0
	for {
		switch p.tok.kind {
		case tLCode:
			depth++
		case tRCode:
			depth--
		case tEOF:
			p.failf(at, "code expression is not closed")
		}
		if depth == 0 {
			break
		}
		p.next()
	}
	p.codes = append(p.codes, int(at))
	p.Codes = append(p.Codes, Body{})
	e := p.leaf(OpCode, uint32(len(p.Codes)-1))
	p.Exprs[e].Pos = at
	return e
}

// readCodes reads the code expressions of a file, and those in them.
func (p *parser) readCodes(src []byte) {
	p.inCode = true
	first := len(p.Codes) - len(p.codes)
	for i := 0; i < len(p.codes); i++ {
		p.scan.open(src, p.codes[i])
		p.peeked = false
		p.next()
		p.next()
		b := Body{}
		mark, stmts := len(p.vars.stack), len(p.stmts.stack)
		for p.acceptWord(kwVar) {
			p.varStmt()
		}
		b.Locals = p.vars.take(mark)
		for p.tok.kind != tRCode {
			p.stmt()
		}
		b.Stmts, b.End = p.stmts.take(stmts), p.tok.pos
		p.Codes[first+i] = b
	}
	p.codes, p.inCode = nil, false
}
