package c

import (
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c/syntax"
)

func (f *fn) stmt(s *syntax.Stmt) {
	f.pos = s.Pos
	switch s.Kind {
	case syntax.Eval:
		f.effect(s.X)
	case syntax.Decl:
		f.declare(s.Obj)
	case syntax.Seq:
		for _, t := range s.List {
			f.stmt(t)
		}
	case syntax.If:
		f.ifStmt(s)
	case syntax.While, syntax.For:
		f.loop(s)
	case syntax.Do:
		f.doLoop(s)
	case syntax.Switch:
		f.switchStmt(s)
	case syntax.Case, syntax.Default:
		if b, ok := f.cases[s]; ok {
			f.jumpIf(b)
			f.enter(b)
		}
		f.stmt(s.Then)
	case syntax.Label:
		f.labelStmt(s)
	case syntax.Goto:
		f.jump(f.label(s.Name, s.Pos))
	case syntax.Break:
		f.jump(f.exits[len(f.exits)-1].brk)
	case syntax.Continue:
		f.jump(f.continueTo())
	case syntax.Return:
		f.returnStmt(s)
	case syntax.Unsupported:
		f.hole(s.Pos, s.Name)
	}
}

func (f *fn) ifStmt(s *syntax.Stmt) {
	yes, no := f.block("then", s.Then.Pos), f.block("else", s.Pos)
	after := f.block("endif", s.Pos)
	f.cond(s.X, yes, no)
	f.enter(yes)
	f.stmt(s.Then)
	f.jumpIf(after)
	f.enter(no)
	if s.Else != nil {
		f.q.Blocks[no].Pos = f.position(s.Else.Pos)
		f.stmt(s.Else)
	}
	f.jumpIf(after)
	f.enter(after)
}

// loop lowers while and for.
func (f *fn) loop(s *syntax.Stmt) {
	if s.Init != nil {
		f.stmt(s.Init)
	}
	head, body, done := f.block("loop", s.Pos), f.block("body", s.Then.Pos), f.block("done", s.Pos)
	next := head
	if s.Step != nil {
		next = f.block("step", s.Step.Pos)
	}
	f.jumpIf(head)
	f.enter(head)
	if s.X != nil {
		f.shared(s.X, body, done)
	} else {
		f.jump(body)
	}
	f.exits = append(f.exits, exit{done, next})
	f.enter(body)
	f.stmt(s.Then)
	f.exits = f.exits[:len(f.exits)-1]
	f.jumpIf(next)
	if s.Step != nil {
		f.enter(next)
		f.effect(s.Step)
		f.jumpIf(head)
	}
	f.enter(done)
}

func (f *fn) doLoop(s *syntax.Stmt) {
	body, test, done := f.block("loop", s.Pos), f.block("test", s.X.Pos), f.block("done", s.Pos)
	f.jumpIf(body)
	f.exits = append(f.exits, exit{done, test})
	f.enter(body)
	f.stmt(s.Then)
	f.exits = f.exits[:len(f.exits)-1]
	f.jumpIf(test)
	f.enter(test)
	f.shared(s.X, body, done)
	f.enter(done)
}

// continueTo returns where continue goes: switches are left.
func (f *fn) continueTo() int32 {
	for i := len(f.exits) - 1; i >= 0; i-- {
		if c := f.exits[i].cont; c != noBlock {
			return c
		}
	}
	return noBlock
}

// switchStmt goes to the case of a value, or to the default, or past it all.
func (f *fn) switchStmt(s *syntax.Stmt) {
	v := f.keptVal(f.value(s.X))
	done := f.block("endswitch", s.Pos)
	var others []term.Term
	var to []int32
	otherwise := done
	for _, c := range casesOf(s.Then, nil) {
		b := f.block("case", c.Pos)
		f.cases[c] = b
		if c.Kind == syntax.Default {
			otherwise = b
			continue
		}
		low, high := f.convert(f.constant(c.Low, s.X.Type), s.X.Type), f.convert(f.constant(c.High, s.X.Type), s.X.Type)
		is := f.truth(f.compare(syntax.Eq, v, low, s.X.Type))
		if low.lo.Cmp(high.lo) != 0 {
			is = f.within(f.number(v), low.lo, high.lo)
		}
		others = append(others, f.st.Not(is))
		to = append(to, f.guarded(is, b, c.Pos))
	}
	to = append(to, f.guarded(f.st.And(others...), otherwise, s.Pos))
	f.jump(to...)
	f.exits = append(f.exits, exit{done, noBlock})
	f.stmt(s.Then)
	f.exits = f.exits[:len(f.exits)-1]
	f.jumpIf(done)
	f.enter(done)
}

// guarded makes a block that goes on only under a condition.
func (f *fn) guarded(c term.Term, to int32, at syntax.Pos) int32 {
	cur := f.cur
	b := f.block("when", at)
	f.cur = b
	f.assume(c)
	f.jump(to)
	f.cur = cur
	return b
}

// casesOf lists the cases of a switch.
func casesOf(s *syntax.Stmt, out []*syntax.Stmt) []*syntax.Stmt {
	if s == nil || s.Kind == syntax.Switch {
		return out
	}
	if s.Kind == syntax.Case || s.Kind == syntax.Default {
		out = append(out, s)
	}
	for _, t := range s.List {
		out = casesOf(t, out)
	}
	return casesOf(s.Else, casesOf(s.Then, out))
}

// label returns the block of a label.
func (f *fn) label(name string, at syntax.Pos) int32 {
	b, ok := f.labels[name]
	if !ok {
		b = f.block(name+"_", at)
		f.labels[name] = b
	}
	return b
}

func (f *fn) labelStmt(s *syntax.Stmt) {
	b := f.label(s.Name, s.Pos)
	f.q.Blocks[b].Pos = f.position(s.Pos)
	f.jumpIf(b)
	f.enter(b)
	if s.Name == "ERROR" {
		f.fail(s.Pos)
	}
	f.stmt(s.Then)
}

func (f *fn) returnStmt(s *syntax.Stmt) {
	if s.X != nil {
		f.setResult(s)
	}
	f.pos = s.Pos
	f.jump()
}

func (f *fn) setResult(s *syntax.Stmt) {
	switch {
	case f.result == nil:
		f.effect(s.X)
	case f.result.obj.Type.Scalar():
		if v := f.value(s.X); f.result.obj.Type.Kind != syntax.Float {
			f.assign(f.whole(f.result), v)
		}
	default:
		f.copy(f.whole(f.result), f.aggregate(s.X), s.Pos)
	}
}
