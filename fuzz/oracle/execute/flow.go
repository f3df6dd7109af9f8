package execute

import (
	"slices"

	"github.com/muster-smt/muster/fuzz/bpl"
)

// flow is the control flow of a body.
type flow struct {
	blocks []*block // the reachable blocks; block 0 is the entry
	all    []*block
	loops  []loop // by head, which is a block
	messy  bool   // a loop has several entries
}

type block struct {
	id    int // -1 if unreachable
	cmds  []cmd
	succs []*block // none: control returns
}

// loop is a natural loop: the blocks that lead back to its head.
type loop struct {
	id int // in the program; 0 if the block is not a head
	in []bool
}

// cmd is a statement that does not jump.
type cmd struct {
	kind    bpl.StmtKind
	conds   []*expr  // of Assume: consecutive ones
	targets []target // of Assign and Call
	values  []*expr
	slots   []target // of Havoc
	callee  int
}

// target is a variable, or a part of a map.
type target struct {
	global  bool
	slot    int
	indices [][]*expr
}

type flower struct {
	*compiler
	f      *flow
	labels map[string]*block
	cur    *block // nil after a jump
	wheres []*expr
	breaks []breakTarget
}

type breakTarget struct {
	label string
	loop  bool
	to    *block
}

func (c *compiler) flow(d *bpl.Decl, wheres []*expr) *flow {
	w := &flower{compiler: c, f: &flow{}, labels: map[string]*block{}, wheres: wheres}
	w.declare(d.Body)
	w.cur = w.block()
	entry := w.cur
	end := w.block()
	w.stmts(d.Body, end)
	w.f.finish(entry, c)
	return w.f
}

func (w *flower) block() *block {
	b := &block{id: -1}
	w.f.all = append(w.f.all, b)
	return b
}

func (w *flower) declare(list []*bpl.Stmt) {
	for _, s := range list {
		if s.Kind == bpl.Label {
			if w.labels[s.Name] != nil {
				panic(bad("label " + s.Name))
			}
			w.labels[s.Name] = w.block()
		}
		w.declare(s.Body)
		w.declare(s.Else)
	}
}

// goTo ends the current block, if there is one.
func (w *flower) goTo(to ...*block) {
	if w.cur != nil {
		w.cur.succs = append(w.cur.succs, to...)
	}
	w.cur = nil
}

func (w *flower) emit(k cmd) { w.cur.cmds = append(w.cur.cmds, k) }

// assume joins consecutive assumptions, since one may bound the variables of another.
func (w *flower) assume(e *expr) {
	if n := len(w.cur.cmds); n > 0 && w.cur.cmds[n-1].kind == bpl.Assume {
		last := &w.cur.cmds[n-1]
		last.conds = conjuncts(slices.Clip(last.conds), e)
		return
	}
	w.emit(cmd{kind: bpl.Assume, conds: conjuncts(nil, e)})
}

func (w *flower) stmts(list []*bpl.Stmt, next *block) {
	label := ""
	for _, s := range list {
		if s.Kind == bpl.Label {
			w.goTo(w.labels[s.Name])
			w.cur, label = w.labels[s.Name], s.Name
			continue
		}
		if w.cur == nil {
			w.cur = w.block() // unreachable
		}
		w.stmt(s, label)
		label = ""
	}
	w.goTo(next)
}

func (w *flower) stmt(s *bpl.Stmt, label string) {
	switch s.Kind {
	case bpl.Assert:
		w.emit(cmd{kind: bpl.Assert, conds: []*expr{w.expr(s.Cond)}})
	case bpl.Assume:
		w.assume(w.expr(s.Cond))
	case bpl.Havoc:
		k := cmd{kind: bpl.Havoc}
		for _, e := range s.Targets {
			k.slots = append(k.slots, w.target(e))
		}
		w.emit(k)
		w.assumeWheres(k.slots)
	case bpl.Assign:
		k := cmd{kind: bpl.Assign, values: w.exprs(s.Values)}
		for _, e := range s.Targets {
			k.targets = append(k.targets, w.target(e))
		}
		w.emit(k)
	case bpl.Call:
		w.call(s)
	case bpl.Goto:
		var to []*block
		for _, l := range s.Labels {
			if w.labels[l] == nil {
				panic(bad("label " + l))
			}
			to = append(to, w.labels[l])
		}
		w.goTo(to...)
	case bpl.Return:
		w.cur = nil
	case bpl.Break:
		w.breakTo(s.Name)
	case bpl.If, bpl.While:
		w.nested(s, label)
	}
}

func (w *flower) target(e *bpl.Expr) target {
	var t target
	for ; e.Op == bpl.Select; e = e.Args[0] {
		t.indices = append(t.indices, w.exprs(e.Args[1:]))
	}
	slices.Reverse(t.indices)
	x := w.expr(e)
	t.global, t.slot = x.where == inGlobal, int(x.n)
	return t
}

func (w *flower) call(s *bpl.Stmt) {
	callee, ok := w.procOf[s.Name]
	if !ok {
		panic(bad("procedure " + s.Name))
	}
	k := cmd{kind: bpl.Call, callee: callee, values: w.exprs(s.Values)}
	for _, e := range s.Targets {
		k.targets = append(k.targets, w.target(e))
	}
	w.emit(k)
	for _, d := range w.p.Decls {
		if d.Kind != bpl.ProcDecl || d.Name != s.Name {
			continue
		}
		for _, g := range d.Modify {
			w.assumeWheres([]target{{global: true, slot: w.slots[g]}})
		}
	}
	// Those of targets are not assumed: they are assigned.
}

// assumeWheres assumes the where clauses of variables with new values.
func (w *flower) assumeWheres(ts []target) {
	for _, t := range ts {
		if !t.global {
			if e := w.wheres[t.slot]; e != nil {
				w.assume(e)
			}
			continue
		}
		for _, d := range w.p.Decls {
			if d.Kind == bpl.GlobalDecl && w.slots[d.Var.Name] == t.slot && d.Var.Where != nil {
				frame := w.frame
				w.frame = nil
				w.assume(w.expr(d.Var.Where))
				w.frame = frame
			}
		}
	}
}

func (w *flower) breakTo(label string) {
	for i := len(w.breaks) - 1; i >= 0; i-- {
		if b := w.breaks[i]; label == "" && b.loop || label != "" && b.label == label {
			w.goTo(b.to)
			return
		}
	}
	panic(bad("a break out of nothing"))
}

func (w *flower) nested(s *bpl.Stmt, label string) {
	after, yes, no := w.block(), w.block(), w.block()
	w.breaks = append(w.breaks, breakTarget{label, s.Kind == bpl.While, after})
	head := w.cur
	if s.Kind == bpl.While {
		head = w.block()
		w.goTo(head)
		w.cur = head
		for _, i := range s.Invs {
			if e := w.expr(i.Cond); i.Free {
				w.assume(e)
			} else {
				w.emit(cmd{kind: bpl.Assert, conds: []*expr{e}})
			}
		}
	}
	w.goTo(yes, no)
	if s.Cond != nil {
		e := w.expr(s.Cond)
		w.cur = yes
		w.assume(e)
		w.cur = no
		w.assume(&expr{op: bpl.Not, args: []*expr{e}})
	}
	w.cur = yes
	if s.Kind == bpl.While {
		w.stmts(s.Body, head)
		w.cur = no
		w.goTo(after)
	} else {
		w.stmts(s.Body, after)
		w.cur = no
		w.stmts(s.Else, after)
	}
	w.breaks = w.breaks[:len(w.breaks)-1]
	w.cur = after
}

// finish numbers the reachable blocks and finds the loops.
func (f *flow) finish(entry *block, c *compiler) {
	entry.id = 0
	f.blocks = []*block{entry}
	for i := 0; i < len(f.blocks); i++ {
		for _, t := range f.blocks[i].succs {
			if t.id < 0 {
				t.id = len(f.blocks)
				f.blocks = append(f.blocks, t)
			}
		}
	}
	dom := f.dominators()
	f.loops = make([]loop, len(f.blocks))
	for _, b := range f.blocks {
		for _, t := range b.succs {
			if dom[b.id][t.id] {
				f.grow(t.id, b.id, c)
			}
		}
	}
	f.messy = f.cyclicWithout(dom)
}

// dominators returns for each block the blocks on all paths to it.
func (f *flow) dominators() [][]bool {
	n := len(f.blocks)
	dom := make([][]bool, n)
	for i := range dom {
		dom[i] = slices.Repeat([]bool{i > 0}, n)
	}
	dom[0][0] = true
	for changed := true; changed; {
		changed = false
		for _, b := range f.blocks {
			for _, t := range b.succs {
				for k, in := range dom[t.id] {
					if in && k != t.id && !dom[b.id][k] {
						dom[t.id][k], changed = false, true
					}
				}
			}
		}
	}
	return dom
}

// grow adds the blocks that lead to source to the loop of head.
func (f *flow) grow(head, source int, c *compiler) {
	l := &f.loops[head]
	if l.id == 0 {
		c.loops++
		l.id = c.loops
		l.in = make([]bool, len(f.blocks))
		l.in[head] = true
	}
	l.in[source] = true
	for changed := true; changed; {
		changed = false
		for _, b := range f.blocks {
			for _, t := range b.succs {
				if t.id != head && l.in[t.id] && !l.in[b.id] {
					l.in[b.id], changed = true, true
				}
			}
		}
	}
}

// cyclicWithout reports whether there are cycles without an edge to a dominator.
func (f *flow) cyclicWithout(dom [][]bool) bool {
	ins := make([]int, len(f.blocks))
	each := func(do func(b, t int)) {
		for _, b := range f.blocks {
			for _, t := range b.succs {
				if !dom[b.id][t.id] {
					do(b.id, t.id)
				}
			}
		}
	}
	each(func(_, t int) { ins[t]++ })
	done := make([]bool, len(f.blocks))
	for left, progress := len(f.blocks), true; progress; {
		progress = false
		for i := range f.blocks {
			if done[i] || ins[i] > 0 {
				continue
			}
			done[i], progress = true, true
			left--
			each(func(b, t int) {
				if b == i {
					ins[t]--
				}
			})
		}
		if left == 0 {
			return false
		}
	}
	return true
}
