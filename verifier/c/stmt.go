package c

import (
	"strings"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/machine"
	"github.com/muster-smt/muster/verifier/prog"
)

func (f *fn) stmt(s *syntax.Stmt) {
	f.pos = s.Pos
	switch s.Kind {
	case syntax.Eval:
		f.statement(s.X.Source)
		f.effect(s.X)
		f.executed(s.X)
	case syntax.Decl:
		f.statement(s.Source)
		f.declare(s.Obj)
		f.filled(s, f.behind)
		f.scope = append(f.scope, s.Obj)
	case syntax.Seq:
		outer := len(f.scope)
		for i, t := range s.List {
			f.behind = s.List[i+1:]
			f.stmt(t)
		}
		f.scope = f.scope[:outer]
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
	case syntax.Cross:
		f.cross(s)
	case syntax.Unsupported:
		f.hole(s.Pos, s.Name)
	}
}

// executed notes that a statement is executed that calls a function of the library, since
// it may do nothing else that is shown.
func (f *fn) executed(e *syntax.Expr) {
	if e = bare(e); f.cur != noBlock && e.Op == syntax.Call && e.Obj != nil && f.procs[e.Obj] == nil &&
		!strings.HasPrefix(e.Obj.Name, "__") {
		f.pos = e.Pos
		f.emit(prog.Cmd{Kind: prog.Record})
	}
}

func (f *fn) ifStmt(s *syntax.Stmt) {
	yes, no := f.block("then", s.Then.Pos), f.block("else", s.Pos)
	after := f.block("endif", s.Pos)
	f.statement(func() string { return "if (" + s.X.Source() + ")" })
	f.goes(yes, turn{node: f.node(s.Pos), text: f.doing.text, condition: s.X.Source, holds: true})
	f.goes(no, turn{node: f.node(s.Pos), text: f.doing.text, condition: s.X.Source})
	f.cond(s.X, yes, no)
	f.enter(yes)
	f.stmt(s.Then)
	f.jumpIf(after)
	f.enter(no)
	if s.Else != nil {
		f.stmt(s.Else)
	}
	f.jumpIf(after)
	f.enter(after)
}

// loop lowers while and for.
func (f *fn) loop(s *syntax.Stmt) {
	outer := len(f.scope)
	defer func() { f.scope = f.scope[:outer] }()
	switch {
	case s.Init != nil && s.Init.Kind == syntax.Seq: // of declarations
		for _, t := range s.Init.List {
			f.stmt(t)
		}
	case s.Init != nil:
		f.stmt(s.Init)
	}
	head, body, done := f.block("loop", s.Pos), f.block("body", s.Then.Pos), f.block("done", s.Pos)
	f.q.Blocks[head].Trips = trips(s)
	next := head
	if s.Step != nil {
		next = f.block("step", s.Step.Pos)
	}
	f.jumpIf(head)
	f.enter(head)
	f.heads(head, s, s)
	if s.X != nil {
		f.turns(s, head, body, done)
	} else {
		f.goes(body, turn{node: f.node(s.Pos), text: s.Head, condition: s.Head, holds: true, loop: true,
			head: f.q.Blocks[head].Node})
		f.jump(body)
	}
	f.exits = append(f.exits, exit{done, next})
	f.enter(body)
	f.stmt(s.Then)
	f.exits = f.exits[:len(f.exits)-1]
	f.jumpIf(next)
	if s.Step != nil {
		f.enter(next)
		f.statement(s.Step.Source)
		f.effect(s.Step)
		f.jumpIf(head)
	}
	f.cycles(head, done, s)
}

func (f *fn) doLoop(s *syntax.Stmt) {
	body, test, done := f.block("loop", s.Pos), f.block("test", s.X.Pos), f.block("done", s.Pos)
	f.jumpIf(body)
	f.exits = append(f.exits, exit{done, test})
	f.goes(body, turn{node: f.node(s.Pos), text: s.Head, condition: s.Head, holds: true, loop: true,
		head: f.q.Blocks[body].Node})
	f.enter(body)
	if first := s.First(); first != nil {
		f.heads(body, s, first)
	}
	f.stmt(s.Then)
	f.exits = f.exits[:len(f.exits)-1]
	f.jumpIf(test)
	f.enter(test)
	f.statement(s.Head)
	f.shared(s.X, body, done)
	f.cycles(body, done, s)
}

// turns goes on with another iteration of a loop, or does not.
func (f *fn) turns(s *syntax.Stmt, head, body, done int32) {
	f.statement(s.Head)
	yes, no := f.shared(s.X, body, done)
	for i, b := range []int32{yes, no} {
		f.goes(b, turn{node: f.node(s.Pos), text: s.Head, condition: s.X.Source, holds: i == 0, loop: true,
			head: f.q.Blocks[head].Node})
	}
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
	f.statement(s.Head)
	v := f.keptVal(f.value(s.X))
	done := f.block("endswitch", s.Pos)
	var others []term.Term
	var to []int32
	otherwise, last := s, turn{}
	for _, c := range casesOf(s.Then, nil) {
		b := f.block("case", c.Pos)
		f.cases[c] = b
		w := turn{node: f.node(s.Pos), text: s.Head, condition: c.Head, holds: true, several: true}
		if c.Kind == syntax.Default {
			otherwise, last = c, w
			continue
		}
		low, high := f.convert(f.constant(c.Low), s.X.Type), f.convert(f.constant(c.High), s.X.Type)
		is := f.ints.Compare(machine.Eq, v.Value, low.Value)
		if low.Lo.Cmp(high.Lo) != 0 {
			is = f.within(f.number(v), low.Lo, high.Lo)
		}
		others = append(others, f.st.Not(is))
		b = f.guarded(is, b, c)
		f.goes(b, w) // not where the case begins: one may get there from the case before
		to = append(to, b)
	}
	b, ok := f.cases[otherwise]
	if !ok {
		b = done
	}
	b = f.guarded(f.st.And(others...), b, otherwise)
	if to = append(to, b); last.several {
		f.goes(b, last)
	}
	f.jump(to...)
	f.exits = append(f.exits, exit{done, noBlock})
	f.stmt(s.Then)
	f.exits = f.exits[:len(f.exits)-1]
	f.jumpIf(done)
	f.enter(done)
}

// guarded makes a block that goes on to a case, or past a switch, only under a condition.
func (f *fn) guarded(c term.Term, to int32, s *syntax.Stmt) int32 {
	cur := f.cur
	b := f.block("when", s.Pos)
	f.cur = b
	f.assume(c)
	f.cross(s)
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
	f.q.Blocks[b].Node = f.newNode(s.Pos)
	f.jumpIf(b)
	f.enter(b)
	if s.Then.Simple() {
		f.heads(b, s, s.Then)
	}
	if s.Name == "ERROR" {
		f.fail(s.Pos, "the label ERROR is reached")
		f.announces(s.Pos, s.Name+":")
	}
	f.stmt(s.Then)
}

func (f *fn) returnStmt(s *syntax.Stmt) {
	f.statement(s.Source)
	if s.X != nil {
		f.setResult(s)
	} else {
		f.ended(s.Pos, "return", false)
	}
	f.pos = s.Pos
	f.leave(s.X == nil)
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
