package boogie

import (
	"slices"
	"strconv"
	"strings"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/boogie/syntax"
	"github.com/muster-smt/muster/verifier/prog"
)

// noBlock is the current block after a jump, and the successor that stands for a return.
const noBlock int32 = -1

// bodyBuilder makes basic blocks of the statements of one body at a time.
type bodyBuilder struct {
	blocks   []prog.Block
	cur      int32        // the block that takes the next command, noBlock after a jump
	blockOf  []int32      // by label: its block
	after    []int32      // by label of an if or while: where a break to it goes
	loopExit int32        // where a break without label goes
	anon     int          // number of the next generated label
	jumpedTo bool         // some jump goes to block 0
	measured []prog.VarID // locals with the measures of loops at their heads
	caller   *procedure
}

func (l *lowerer) body(p *procedure, q *prog.Proc) {
	l.caller = p
	l.makeBlocks(p.body)
	q.Blocks = l.blocks
	l.endTogether(p)
	if !l.unsupported {
		l.assumeWheres(p, q)
	}
}

// makeBlocks makes basic blocks of a body.
func (l *lowerer) makeBlocks(body *syntax.Body) {
	l.blocks, l.cur, l.anon, l.jumpedTo = nil, noBlock, 0, false
	if s := body.Stmts; len(s) == 0 || s[0].Kind != syntax.StmtLabel {
		at := body.End
		if len(s) > 0 {
			at = s[0].Pos
		}
		l.cur = l.newBlock("", at)
	}
	l.declareLabels(body.Stmts)
	if l.cur != noBlock {
		l.blocks[l.cur].Label = l.fresh("")
	}
	l.stmts(body.Stmts, noBlock, body.End)
}

// declareLabels makes the blocks of all labels, since a goto may jump to any. Generated labels get greater numbers than
// any label of the program that looks like one.
func (l *lowerer) declareLabels(list []syntax.Stmt) {
	l.f.Each(list, func(s *syntax.Stmt) {
		if s.Kind == syntax.StmtLabel {
			text := l.c.text(s.Name)
			l.blockOf[s.Name] = l.newBlock(text, s.Pos)
			if n, ok := numberAfter(anonPrefix, text); ok {
				l.anon = max(l.anon, n+1)
			}
		}
	})
}

func (l *lowerer) fresh(suffix string) string {
	l.anon++
	return anonPrefix + strconv.Itoa(l.anon-1) + suffix
}

// anonPrefix begins the generated labels, as in Boogie.
const anonPrefix = "anon"

// numberAfter returns the number of at most nine digits that follows a prefix.
func numberAfter(prefix, s string) (int, bool) {
	digits, ok := strings.CutPrefix(s, prefix)
	if !ok {
		return 0, false
	}
	end := 0
	for end < len(digits) && digits[end] >= '0' && digits[end] <= '9' {
		end++
	}
	n, err := strconv.Atoi(digits[:end])
	return n, err == nil && end <= 9
}

func (l *lowerer) newBlock(label string, at syntax.Pos) int32 {
	l.blocks = append(l.blocks, prog.Block{Label: label, Node: l.nodeAt(at)})
	return int32(len(l.blocks) - 1)
}

// jump ends the current block. A jump to noBlock is a return.
func (l *lowerer) jump(to ...int32) {
	b := &l.blocks[l.cur]
	for _, t := range to {
		if t == noBlock {
			continue
		}
		l.jumpedTo = l.jumpedTo || t == 0
		b.Succs = append(b.Succs, t)
	}
	l.cur = noBlock
}

func (l *lowerer) emit(c prog.Cmd, at syntax.Pos) {
	c.Node = l.nodeAt(at)
	b := &l.blocks[l.cur]
	b.Cmds = append(b.Cmds, c)
}

// stmts lowers a list of statements, which ends at a brace. Control that reaches its end goes to exit. The first
// commands go to the current block, if there is one.
func (l *lowerer) stmts(list []syntax.Stmt, exit int32, end syntax.Pos) {
	var label syntax.Name
	for i := range list {
		s := &list[i]
		if s.Kind == syntax.StmtLabel {
			if l.cur != noBlock {
				l.jump(l.blockOf[s.Name])
			}
			l.cur, label = l.blockOf[s.Name], s.Name
			continue
		}
		if l.cur == noBlock {
			l.cur = l.newBlock(l.fresh(""), s.Pos) // unreachable, or after an if or while
		}
		switch s.Kind {
		case syntax.StmtIf, syntax.StmtWhile:
			next := l.successor(list, i, exit)
			l.nested(s, label, next)
			l.cur = next
			if i+1 == len(list) || list[i+1].Kind == syntax.StmtLabel {
				l.cur = noBlock
			}
		default:
			l.simple(s)
		}
		label = 0
	}
	if l.cur != noBlock {
		l.leave(exit, end)
	}
}

// leave ends the current block with a jump to where a list of statements is left for: noBlock if that is the end of
// the body, which Boogie reports at the given place.
func (l *lowerer) leave(to int32, at syntax.Pos) {
	if to == noBlock {
		l.blocks[l.cur].End = l.nodeAt(at)
	}
	l.jump(to)
}

// endTogether has all returns be at the end of the body if the blocks that return are several, and none of them does
// anything: Boogie drops such blocks.
func (l *lowerer) endTogether(p *procedure) {
	var returns []*prog.Block
	for i := range l.blocks {
		if b := &l.blocks[i]; len(b.Succs) == 0 && !b.Dead {
			if len(b.Cmds) > 0 {
				return
			}
			returns = append(returns, b)
		}
	}
	for _, b := range returns {
		if len(returns) > 1 {
			b.End = l.nodeAt(p.body.End)
		}
	}
}

// successor returns the block that follows the i-th statement.
func (l *lowerer) successor(list []syntax.Stmt, i int, exit int32) int32 {
	if i+1 == len(list) {
		return exit
	}
	next := &list[i+1]
	if next.Kind == syntax.StmtLabel {
		return l.blockOf[next.Name]
	}
	return l.newBlock(l.fresh(""), next.Pos)
}

func (l *lowerer) nested(s *syntax.Stmt, label syntax.Name, next int32) {
	outer := l.after[label]
	l.after[label] = next
	if s.Kind == syntax.StmtIf {
		l.ifStmt(s, next)
	} else {
		l.whileStmt(s, next)
	}
	l.after[label] = outer
}

// guard makes a block that begins by assuming a condition or its negation, or nothing for *.
func (l *lowerer) guard(label string, at syntax.Pos, cond term.Term, holds, loop bool) int32 {
	x := prog.Block{Label: label, Node: l.newNode(at)}
	l.ways[x.Node] = way{l.nodeAt(at), holds, loop}
	if cond != 0 {
		x.Cmds = []prog.Cmd{{Kind: prog.Assume, Cond: cond, Node: l.nodeAt(at)}}
	}
	l.blocks = append(l.blocks, x)
	return int32(len(l.blocks) - 1)
}

func (l *lowerer) condition(e syntax.ExprID) (yes, no term.Term) {
	if e == 0 {
		return 0, 0
	}
	if l.unsupported {
		return l.st.True(), l.st.True()
	}
	c := l.eval(e)
	return c, l.st.Not(c)
}

func (l *lowerer) ifStmt(s *syntax.Stmt, next int32) {
	n := &l.f.Nests[s.Start]
	yes, no := l.condition(n.Cond)
	name := l.fresh("")
	then := l.guard(name+"_Then", s.Pos, yes, true, false)
	els := l.guard(name+"_Else", s.Pos, no, false, false)
	l.jump(then, els)
	l.cur = then
	l.stmts(n.Body, next, n.End)
	l.cur = els
	if n.HasElse {
		l.stmts(n.Else, next, n.ElseEnd)
	} else {
		l.leave(next, s.Pos)
	}
}

// whileStmt keeps the loop a loop: its head checks the invariants each time control reaches it.
func (l *lowerer) whileStmt(s *syntax.Stmt, next int32) {
	n := &l.f.Nests[s.Start]
	name := l.fresh("")
	head := l.newBlock(name+"_LoopHead", s.Pos)
	l.jump(head)
	l.cur = head
	for _, inv := range n.Invs {
		if !l.unsupported && l.propose(inv.Cond, inv.Pos) {
			continue
		}
		if inv.Free {
			l.name(inv.Attrs, inv.Pos)
			l.emit(prog.Cmd{Kind: prog.Assume, Cond: l.formula(inv.Cond, l.assumption)}, inv.Pos)
			continue
		}
		l.assert(prog.Cmd{Given: true}, inv.Cond, inv.Attrs, inv.Pos)
	}
	less := l.measureAtHead(n.Measures)
	yes, no := l.condition(n.Cond)
	done := l.guard(name+"_LoopDone", s.Pos, no, false, true)
	body := l.guard(name+"_LoopBody", s.Pos, yes, true, true)
	l.jump(done, body)
	l.cur = done
	l.leave(next, s.Pos)
	outer := l.loopExit
	l.loopExit = next
	l.cur = body
	l.stmts(n.Body, head, n.End)
	l.loopExit = outer
	for i := int(body); i < len(l.blocks) && less != 0; i++ {
		if b := &l.blocks[i]; slices.Contains(b.Succs, head) {
			b.Cmds = append(b.Cmds, prog.Cmd{Kind: prog.Assert, Cond: less, Node: b.Node})
		}
	}
}

// value returns the term of an expression, or a hole in a procedure that is not supported.
func (l *lowerer) value(e syntax.ExprID, s term.Sort) term.Term {
	if l.unsupported {
		return l.hole(s)
	}
	return l.eval(e)
}

// formula is value for what is assumed or claimed.
func (l *lowerer) formula(e syntax.ExprID, eval func(syntax.ExprID) term.Term) term.Term {
	if l.unsupported {
		return l.hole(term.Bool)
	}
	return eval(e)
}

func (l *lowerer) target(e syntax.ExprID) prog.VarID { return l.varOf[l.c.use[l.c.base(e)]] }

func (l *lowerer) simple(s *syntax.Stmt) {
	switch s.Kind {
	case syntax.StmtAssert:
		if !l.unsupported && l.propose(s.Expr, s.Pos) {
			return
		}
		l.assert(prog.Cmd{Label: l.source(s.Attrs)}, s.Expr, s.Attrs, s.Pos)
	case syntax.StmtAssume:
		l.readCodes(s.Expr, someReturns)
		c := prog.Cmd{Kind: prog.Assume, Cond: l.formula(s.Expr, l.assumption), Label: l.source(s.Attrs),
			Start: l.c.flag(s.Attrs, "start_checking_here"), Ends: l.saysFalse(s.Expr)}
		l.emit(c, s.Pos)
	case syntax.StmtHavoc:
		l.havoc(s)
	case syntax.StmtAssign:
		l.assign(s)
	case syntax.StmtUnpack:
		l.unpack(s)
	case syntax.StmtCall:
		l.callStmt(s)
	case syntax.StmtYield:
		l.emit(prog.Cmd{Kind: prog.Assume, Cond: l.st.True(), Yield: true}, s.Pos)
	case syntax.StmtGoto:
		l.gotoStmt(s)
	case syntax.StmtReturn:
		if s.Expr != 0 {
			l.emit(prog.Cmd{Kind: prog.Assert, Cond: l.eval(s.Expr)}, s.Pos)
		}
		l.blocks[l.cur].End = l.nodeAt(s.Pos)
		l.cur = noBlock
	case syntax.StmtBreak:
		to := l.loopExit
		if s.Name != 0 {
			to = l.after[s.Name]
		}
		l.leave(to, s.Pos)
	}
}

func (l *lowerer) gotoStmt(s *syntax.Stmt) {
	labels := l.f.Labels[s.Start : s.Start+s.N]
	to := make([]int32, len(labels))
	for i, name := range labels {
		to[i] = l.blockOf[name.Name]
	}
	l.jump(distinct(to)...)
}

// distinct leaves the first of equal elements.
func distinct[T comparable](list []T) []T {
	seen := make(map[T]bool, len(list))
	return slices.DeleteFunc(list, func(x T) bool {
		before := seen[x]
		seen[x] = true
		return before
	})
}

func (l *lowerer) havoc(s *syntax.Stmt) {
	refs := l.c.refs(s)
	targets := make([]prog.VarID, len(refs))
	for i, r := range refs {
		targets[i] = l.target(r)
	}
	targets = distinct(targets)
	l.emit(prog.Cmd{Kind: prog.Havoc, Targets: targets}, s.Pos)
	l.assumeWhere(targets, s.Pos)
}

// assumeWhere assumes the where clauses of variables that have just been given arbitrary values.
func (l *lowerer) assumeWhere(vars []prog.VarID, at syntax.Pos) {
	if l.unsupported {
		return
	}
	for _, v := range vars {
		if w := l.whereOf[v]; w != 0 {
			l.emit(prog.Cmd{Kind: prog.Assume, Cond: w}, at)
		}
	}
}

// assumeWheres makes the entry assume all where clauses in scope, and the assumption variables. If some jump goes to
// the first block, they need a block of their own.
func (l *lowerer) assumeWheres(p *procedure, q *prog.Proc) {
	var cmds []prog.Cmd
	for _, list := range [][]prog.VarID{l.prog.Globals, q.Ins, q.Outs, q.Locals} {
		for _, v := range list {
			if w := l.whereOf[v]; w != 0 {
				cmds = append(cmds, prog.Cmd{Kind: prog.Assume, Cond: w, Node: l.prog.Var(v).Node})
			}
		}
	}
	for i, v := range q.Locals {
		if l.c.ents[p.locals[i]].assumption {
			cmds = append(cmds, prog.Cmd{Kind: prog.Assume, Cond: l.prog.Vars[v].Term, Node: l.prog.Vars[v].Node})
		}
	}
	if len(cmds) == 0 {
		return
	}
	if !l.jumpedTo {
		q.Blocks[0].Cmds = append(cmds, q.Blocks[0].Cmds...)
		return
	}
	for i := range q.Blocks {
		for k := range q.Blocks[i].Succs {
			q.Blocks[i].Succs[k]++
		}
	}
	entry := prog.Block{Label: l.fresh("_Where"), Node: q.Node, Cmds: cmds, Succs: []int32{1}}
	q.Blocks = append([]prog.Block{entry}, q.Blocks...)
}

func (l *lowerer) assign(s *syntax.Stmt) {
	lhs := l.c.refs(s)
	rhs := l.f.Refs[s.Start+s.N : s.Start+2*s.N]
	c := prog.Cmd{Kind: prog.Assign, Targets: make([]prog.VarID, len(lhs)), Values: make([]term.Term, len(lhs))}
	for i, e := range lhs {
		c.Targets[i] = l.target(e)
		if l.unsupported {
			c.Values[i] = l.hole(l.prog.Sort(c.Targets[i]))
			continue
		}
		if l.f.Exprs[rhs[i]].Op == syntax.OpCode {
			l.readCodes(rhs[i], allReturn)
		}
		c.Values[i] = l.update(e, l.eval(rhs[i]))
	}
	l.emit(c, s.Pos)
}

// update returns the value that a target's variable gets when v is assigned to the target: for m[i][j] := v it is
// m[i := m[i][j := v]].
func (l *lowerer) update(target syntax.ExprID, v term.Term) term.Term {
	var selects []syntax.ExprID // outermost first
	for op := l.f.Exprs[target].Op; op == syntax.OpSelect || op == syntax.OpField; op = l.f.Exprs[target].Op {
		selects = append(selects, target)
		target = l.inner(target)
	}
	maps := make([]term.Term, len(selects))
	indices := make([][]term.Term, len(selects))
	m := l.eval(target)
	for k := len(selects) - 1; k >= 0; k-- {
		for _, i := range l.f.Children(nil, selects[k])[1:] {
			indices[k] = append(indices[k], l.eval(i))
		}
		maps[k] = m
		if k > 0 {
			m = l.read(selects[k], m, indices[k])
		}
	}
	for k := range selects {
		v = l.write(selects[k], maps[k], indices[k], v)
	}
	return v
}

// inner returns the map of a select.
func (l *lowerer) inner(e syntax.ExprID) syntax.ExprID {
	m := e - 1
	for range l.f.Exprs[e].N - 1 {
		m -= syntax.ExprID(l.f.Exprs[m].Size)
	}
	return m
}

// notReachable is a procedure without a body that Corral takes for an assertion that fails; Boogie does not.
const notReachable = "corral_assert_not_reachable"

func (l *lowerer) callStmt(s *syntax.Stmt) {
	callee := l.callee(s)
	p := &l.c.procs[l.declOf[callee].proc]
	args := l.f.Refs[s.Start+s.N : s.Start+s.N+s.M]
	c := prog.Cmd{Kind: prog.Call, Callee: callee, Values: make([]term.Term, len(args)), Free: s.Free, Async: s.Async}
	for i, a := range args {
		c.Values[i] = l.value(a, l.prog.Sort(l.prog.Procs[callee].Ins[i]))
	}
	if under := l.c.under(s.Attrs); under != 0 && !l.unsupported {
		c.Cond = l.eval(under)
	}
	if l.records(p) {
		c.Kind, c.Callee = prog.Record, prog.NoProc
		if a := l.f.Arg(s.Attrs, "cexpr"); a.Expr == 0 {
			c.Label = l.c.text(a.Str)
		}
		l.emit(c, s.Pos)
		return
	}
	if p.body == nil && l.c.text(s.Name) == notReachable && !l.c.options.Contracts {
		l.emit(prog.Cmd{Kind: prog.Assert, Cond: l.st.False()}, s.Pos)
		return
	}
	for _, r := range l.c.refs(s) {
		c.Targets = append(c.Targets, l.target(r))
	}
	l.measureAtCall(p, &c, s.Pos)
	l.emit(c, s.Pos)
	if s.Async {
		return
	}
	l.assumeWhere(l.prog.Procs[callee].Modifies, s.Pos)
	// Not those of the targets: these are assigned what the results are, as in Boogie.
}
