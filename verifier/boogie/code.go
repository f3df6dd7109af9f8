package boogie

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/boogie/syntax"
	"github.com/muster-smt/muster/verifier/prog"
)

// code checks a code expression. What it does to globals is no part of a value, so it may change none.
func (c *checker) code(x *syntax.Expr, ctx context) {
	body := &c.file.Codes[x.Val]
	stack, binds, labels, pure := c.stack, c.binds, c.labels, c.pure
	mark := len(c.undo)
	defer func() {
		c.release(mark)
		c.stack, c.binds, c.labels, c.pure = stack, binds, labels, pure
	}()
	n := c.file.Names.Len()
	c.stack, c.binds, c.pure = nil, nil, pure || ctx == noState
	c.labels = labelScope{seen: make([]uint32, n), around: make([]bool, n), body: 1}
	locals := c.declare(localEntity, body.Locals, entID(len(c.ents)))
	if c.codeLocals == nil {
		c.codeLocals = map[uint32][]entID{}
	}
	c.codeLocals[x.Val] = locals
	c.declareLabels(body.Stmts)
	changed := make([]bool, len(c.globals))
	c.stmts(body.Stmts, changed)
	if slices.Contains(changed, true) {
		c.failf(x.Pos, "code expression that changes a global variable")
	}
	c.codeCalls(body.Stmts, map[*procedure]bool{})
	if slices.ContainsFunc(body.Locals, func(v syntax.VarDecl) bool { return v.Where != 0 }) {
		c.refuse(x.Pos, "'where' in a code expression")
	}
}

// codeCalls refuses calls in code expressions of what is not inlined, and notes what is. Lowering refuses recursion.
func (c *checker) codeCalls(list []syntax.Stmt, inlined map[*procedure]bool) {
	for i := range list {
		switch s := &list[i]; s.Kind {
		case syntax.StmtCall:
			p := &c.procs[c.procDecl[s.Name]-1]
			_, inline := c.file.Attr(p.attrs, "inline")
			if !inline || p.body == nil || len(p.decl.Specs)+len(p.decl.Measures)+len(p.typeParams) > 0 || s.Async {
				c.refuse(s.Pos, "call in a code expression of what is not {:inline} or has contracts,")
			} else if !inlined[p] {
				inlined[p] = true
				c.codeCalls(p.body.Stmts, inlined)
			}
		case syntax.StmtWhile:
			c.refuse(s.Pos, "loop in a code expression")
		case syntax.StmtIf:
			c.codeCalls(c.file.Nests[s.Start].Body, inlined)
			c.codeCalls(c.file.Nests[s.Start].Else, inlined)
		}
	}
}

// maxCodeDepth bounds what is inlined in code expressions.
const maxCodeDepth = 100

// reading says how a code expression is read that has several executions: as Boogie does, where it is asserted all of
// them must return true, where it is assumed one of them. With one execution that is the same.
type reading uint8

const (
	unread reading = iota
	allReturn
	someReturns
)

// negated returns the opposite of a reading for what is negated.
func (r reading) negated() reading {
	return [...]reading{unread, someReturns, allReturn}[r]
}

// readCodes notes how code expressions in a formula are read, where they are under connectives and quantifiers only.
func (l *lowerer) readCodes(e syntax.ExprID, as reading) {
	type part struct {
		e  syntax.ExprID
		as reading
	}
	if len(l.f.Codes) == 0 {
		return
	}
	for work := []part{{e, as}}; len(work) > 0; {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		kids := l.f.Children(nil, p.e)
		add := func(as reading, list ...syntax.ExprID) {
			for _, k := range list {
				work = append(work, part{k, as})
			}
		}
		switch l.f.Exprs[p.e].Op {
		case syntax.OpCode:
			l.codeReadings[p.e] = p.as
		case syntax.OpAnd, syntax.OpOr:
			add(p.as, kids...)
		case syntax.OpNot:
			add(p.as.negated(), kids...)
		case syntax.OpImplies:
			add(p.as.negated(), kids[0])
			add(p.as, kids[1])
		case syntax.OpExplies:
			add(p.as, kids[0])
			add(p.as.negated(), kids[1])
		case syntax.OpIte:
			add(p.as, kids[1:]...)
		case syntax.OpForall, syntax.OpExists, syntax.OpOld:
			add(p.as, kids[len(kids)-1])
		}
	}
}

// code returns what a code expression means.
func (l *lowerer) code(at syntax.ExprID, x *syntax.Expr) term.Term {
	terms, frames, builder := l.terms, l.frames, l.bodyBuilder
	l.terms, l.frames = nil, nil
	defer func() { l.terms, l.frames, l.bodyBuilder = terms, frames, builder }()
	w := codeWalk{lowerer: l, at: x.Pos}
	body, locals := &l.f.Codes[x.Val], l.c.codeLocals[x.Val]
	all := w.body(body, locals, l.st.True())
	w.some = true
	some := w.body(body, locals, l.st.True())
	switch as := l.codeReadings[at]; {
	case all == some || as == allReturn:
		return all
	case as == unread:
		l.failf(x.Pos, "code expression with several executions, or none, that is neither asserted, assumed nor assigned, "+
			"is not supported")
	}
	return some
}

// codeWalk computes conditions under which all executions return true, or some does.
type codeWalk struct {
	*lowerer
	at    syntax.Pos
	depth int
	some  bool
}

// choice returns the condition of a block that goes to several others: where two begin with opposite assumptions, one
// of them.
func (w *codeWalk) choice(blocks []prog.Block, succs []int32, visit func(i int32, from int) term.Term) term.Term {
	first := func(i int32) term.Term {
		if c := blocks[i].Cmds; len(c) > 0 && c[0].Kind == prog.Assume {
			return c[0].Cond
		}
		return 0
	}
	if len(succs) == 2 && first(succs[0]) != 0 && first(succs[1]) == w.st.Not(first(succs[0])) {
		return w.st.Ite(first(succs[0]), visit(succs[0], 1), visit(succs[1], 1))
	}
	next := make([]term.Term, len(succs))
	for k, s := range succs {
		next[k] = visit(s, 0)
	}
	if w.some {
		return w.st.Or(next...)
	}
	return w.st.And(next...)
}

// body returns the condition before statements for one at their end, with any values of their variables.
func (w *codeWalk) body(body *syntax.Body, locals []entID, post term.Term) term.Term {
	if w.depth++; w.depth > maxCodeDepth {
		w.failf(w.at, "code expression that calls procedures in more than %d others", maxCodeDepth)
	}
	defer func() { w.depth-- }()
	before := w.declareAnew(locals)
	n := len(w.blockOf)
	w.bodyBuilder = bodyBuilder{blockOf: make([]int32, n), after: make([]int32, n), caller: &procedure{}}
	w.makeBlocks(body)
	blocks := w.blocks
	type place struct {
		block int32
		from  int
	}
	done, open := map[place]term.Term{}, map[place]bool{}
	var visit func(i int32, from int) term.Term
	visit = func(i int32, from int) term.Term {
		at := place{i, from}
		if t, ok := done[at]; ok {
			return t
		}
		if open[at] {
			w.failf(w.at, "loop in a code expression is not supported")
		}
		open[at] = true
		t := post
		if b := &blocks[i]; len(b.Succs) > 0 {
			t = w.choice(blocks, b.Succs, visit)
		}
		for _, c := range slices.Backward(blocks[i].Cmds[from:]) {
			t = w.command(&c, t)
		}
		done[at] = t
		return t
	}
	t := visit(0, 0)
	for _, e := range locals {
		t = w.anyValue(w.varOf[e], t)
	}
	for i, e := range locals {
		w.varOf[e] = before[i]
	}
	return t
}

// declareAnew makes new variables for entities, and returns the ones before.
func (w *codeWalk) declareAnew(ents []entID) []prog.VarID {
	before := make([]prog.VarID, len(ents))
	for i, e := range ents {
		before[i] = w.varOf[e]
		w.newVar(e, prog.Local)
	}
	return before
}

// command returns the condition before a command.
func (w *codeWalk) command(c *prog.Cmd, post term.Term) term.Term {
	st := w.st
	switch c.Kind {
	case prog.Assume:
		if w.some {
			return st.And(c.Cond, post)
		}
		return st.Implies(c.Cond, post)
	case prog.Assert:
		return st.And(c.Cond, post)
	case prog.Assign:
		return w.assigned(c.Targets, c.Values, post)
	case prog.Havoc:
		for _, v := range c.Targets {
			post = w.anyValue(v, post)
		}
	case prog.Call:
		p := &w.c.procs[w.declOf[c.Callee].proc]
		before := w.declareAnew(p.ins)
		outs := w.declareAnew(p.outs)
		results := make([]term.Term, len(p.outs))
		ends := make([]prog.VarID, len(p.outs))
		for i, e := range p.outs {
			ends[i] = w.varOf[e]
			results[i] = w.prog.Var(ends[i]).Term
		}
		post = w.body(p.body, p.locals, w.assigned(c.Targets, results, post))
		ins := make([]prog.VarID, len(p.ins))
		for i, e := range p.ins {
			ins[i] = w.varOf[e]
			w.varOf[e] = before[i]
		}
		for i, e := range p.outs {
			w.varOf[e] = outs[i]
		}
		post = w.assigned(ins, c.Values, post)
		for _, v := range ends {
			post = w.anyValue(v, post)
		}
	}
	return post
}

// assigned returns a condition before an assignment.
func (w *codeWalk) assigned(targets []prog.VarID, values []term.Term, post term.Term) term.Term {
	sub := term.NewSubst(w.st, w.st)
	for i, v := range targets {
		sub.Bind(w.prog.Var(v).Term, values[i])
	}
	return sub.Apply(post)
}

// anyValue quantifies over a variable, if a condition is about it.
func (w *codeWalk) anyValue(v prog.VarID, t term.Term) term.Term {
	x := w.prog.Var(v)
	bound := w.st.BoundVar(x.Name, w.st.Sort(x.Term))
	u := w.assigned([]prog.VarID{v}, []term.Term{bound}, t)
	if u == t {
		return t
	}
	op := term.OpForall
	if w.some {
		op = term.OpExists
	}
	return w.st.Quantify(op, term.Quant{Vars: []term.Term{bound}, Body: u})
}
