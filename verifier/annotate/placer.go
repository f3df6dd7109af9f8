package annotate

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// placer puts loops of procedures back.
type placer struct {
	*builder
	procs []prog.ProcID // the last one may inline the others
	loops []placed
	invs  []invariant

	bare, out []*prog.Proc // by index of procs: as they were, and with the loops
}

// placed is a loop that is put back.
type placed struct {
	site
	changed []prog.VarID
	before  []prog.VarID // by index of changed: a local that holds its value before the loop
}

// invariant is a formula over variables of the procedure that may be an invariant of a loop.
type invariant struct {
	loop   int
	cond   term.Term
	second bool // tried only if the others do not suffice
	used   bool
}

// add adds a loop, and what may hold at its head: what the facts about its procedure say. A call of that executes any
// number of iterations, so what holds at its exit, and what has to hold at its entry, may hold whenever control is at
// the head.
func (x *placer) add(l site) {
	call := x.call(l)
	p := placed{site: l, changed: slices.Concat(call.Targets, x.writes[l.loop.Proc])}
	for _, v := range p.changed {
		d := *x.p.Var(v)
		p.before = append(p.before, x.p.NewVar("in_"+d.Name, prog.Local, x.p.Sort(v), d.Node))
	}
	x.loops = append(x.loops, p)
	x.propose(call)
}

// call returns the call of a loop's procedure, or of a copy of that.
func (x *placer) call(l site) *prog.Cmd {
	b := &x.p.Procs[l.proc].Blocks[l.loop.Head]
	for i := range b.Cmds {
		if c := &b.Cmds[i]; c.Kind == prog.Call {
			return c
		}
	}
	panic("annotate: no call of the procedure of a loop")
}

// bindHead prepares for formulas over the variables of the loop's procedure. Those of its entry become
// those before the loop, or those at the head.
func (x *placer) bindHead(call *prog.Cmd, before bool) {
	l := &x.loops[len(x.loops)-1]
	src := x.core.Procs[l.loop.Proc]
	x.sub.Reset()
	for i, v := range src.Ins {
		x.sub.Bind(x.core.Var(v).Term, call.Values[i])
	}
	for i, v := range src.Outs {
		x.sub.Bind(x.core.Var(v).Term, x.p.Var(call.Targets[i]).Term)
	}
	n := len(call.Targets)
	for i, v := range l.changed {
		now := x.p.Var(v).Term
		if before {
			now = x.p.Var(l.before[i]).Term
		}
		if i < n {
			x.sub.Bind(x.core.Var(src.Ins[i]).Term, now)
		} else {
			x.sub.Bind(x.p.Var(v).Old, now)
		}
	}
}

// propose adds what may be invariants of the last loop.
func (x *placer) propose(call *prog.Cmd) {
	src := x.core.Procs[x.loops[len(x.loops)-1].loop.Proc]
	id := src.ID
	results := x.results(src)
	var pre, post, guarded []term.Term
	st := x.p.Store
	for _, p := range x.System.Procs {
		if x.Back.Proc(p) != id {
			continue
		}
		for _, g := range p.Given {
			x.bindInterface(p, id)
			if !x.mentions(g.Formula, p.Owned) && !x.mentions(g.Formula, p.Out) {
				pre = append(pre, conjuncts(st, x.sub.Apply(g.Formula))...)
			}
		}
	}
	for _, d := range x.fixed(src) {
		pre = append(pre, d.Cond)
	}
	for _, g := range x.writes[id] {
		if v := x.p.Var(g); !slices.Contains(x.Prepared.Writes[id], g) {
			post = append(post, x.eq(v.Term, v.Old))
		}
	}
	if x.Prepared.Never[id] {
		post = append(post, st.False())
	}
	for _, f := range x.stated(x.all()) {
		if f.proc != id {
			continue
		}
		in, out := x.parts(f.cond, results)
		pre, post = append(pre, in...), append(post, out...)
		if len(in) == 0 {
			continue
		}
		x.bindHead(call, true)
		if premise := x.sub.Apply(st.Not(st.And(in...))); premise != st.False() {
			for _, t := range out {
				guarded = append(guarded, st.Or(premise, x.sub.Apply(t)))
			}
			x.bindHead(call, false)
			for _, t := range in {
				guarded = append(guarded, st.Or(premise, x.sub.Apply(t)))
			}
		}
	}
	x.bindHead(call, false)
	for _, t := range pre {
		x.candidate(x.sub.Apply(t), false)
	}
	x.bindHead(call, true)
	for _, t := range post {
		x.candidate(x.sub.Apply(t), false)
	}
	for _, t := range append(guarded, x.drift(post)...) {
		x.candidate(t, true)
	}
}

// drift returns that variables of the last loop which occur in formulas only grow, or only shrink. Facts about the exit
// need not say so: they follow from those about the next iteration, while invariants follow from those about the one
// before.
func (x *placer) drift(formulas []term.Term) (out []term.Term) {
	st, l := x.p.Store, &x.loops[len(x.loops)-1]
	seen := map[prog.VarID]bool{} // of the loop's procedure
	uses := prog.NewUses(x.core)
	for _, t := range formulas {
		for _, r := range uses.Of(t) {
			seen[r.Var()] = true
		}
	}
	src := x.core.Procs[l.loop.Proc]
	for i, v := range l.changed {
		in := v
		if i < len(src.Outs) {
			in = src.Ins[i]
		}
		if seen[in] && x.p.Sort(v) == term.Int {
			old, now := x.p.Var(l.before[i]).Term, x.p.Var(v).Term
			out = append(out, st.Le(old, now), st.Le(now, old))
		}
	}
	return out
}

// candidate adds a formula that may be an invariant of the last loop.
func (x *placer) candidate(t term.Term, second bool) {
	x.candidateOf(len(x.loops)-1, t, second)
}

// results lists the terms for the values at the exit of a procedure.
func (b *builder) results(q *prog.Proc) (out []term.Term) {
	for _, v := range q.Outs {
		out = append(out, b.core.Var(v).Term)
	}
	for _, g := range b.writes[q.ID] {
		out = append(out, b.core.Var(g).Term)
	}
	return out
}

// parts returns the conjuncts of the premise and of the conclusion of a fact.
func (b *builder) parts(fact term.Term, results []term.Term) (pre, post []term.Term) {
	st := b.p.Store
	if st.Op(fact) != term.OpOr {
		return nil, conjuncts(st, fact)
	}
	var rest []term.Term
	for _, a := range st.Args(fact) {
		if b.mentions(a, results) {
			rest = append(rest, a)
		} else {
			pre = append(pre, conjuncts(st, st.Not(a))...)
		}
	}
	return pre, conjuncts(st, st.Or(rest...))
}

func conjuncts(st *term.Store, t term.Term) []term.Term {
	if st.Op(t) == term.OpAnd {
		return st.Args(t)
	}
	return []term.Term{t}
}

// outline returns a procedure with what depends on a loop made by f: the blocks before the loop, at its head, and
// where it continues. Back says whether control goes back from there.
func (x *placer) outline(id prog.ProcID, back bool, f func(k int, before, head, again *prog.Block)) *prog.Proc {
	q := *x.p.Procs[id]
	q.Blocks = slices.Clone(q.Blocks)
	for k := range x.loops {
		if x.loops[k].proc != id {
			continue
		}
		l := &x.loops[k].loop
		head := int32(len(q.Blocks))
		again := head + 1
		for i := range q.Blocks {
			q.Blocks[i].Succs = replaced(q.Blocks[i].Succs, l.Stops, again)
		}
		b := q.Blocks[l.Head]
		h := prog.Block{Label: b.Label + "_loop", Node: b.Node, Succs: b.Succs}
		a := prog.Block{Label: b.Label + "_again", Node: b.Node, Succs: []int32{head}}
		b.Cmds, b.Succs = nil, []int32{head}
		f(k, &b, &h, &a)
		if !back {
			a.Succs, a.Dead = nil, true
			a.Cmds = append(a.Cmds, prog.Cmd{Kind: prog.Assume, Cond: x.p.Store.False(), Node: a.Node})
		}
		q.Blocks[l.Head] = b
		q.Blocks = append(q.Blocks, h, a)
	}
	dropUnreached(&q)
	return &q
}

// replaced returns successors with one in place of some.
func replaced(succs, old []int32, by int32) []int32 {
	if !slices.ContainsFunc(succs, func(s int32) bool { return slices.Contains(old, s) }) {
		return succs
	}
	var out []int32
	for _, s := range succs {
		if slices.Contains(old, s) {
			s = by
		}
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// dropUnreached drops the blocks that control does not reach.
func dropUnreached(q *prog.Proc) {
	number := slices.Repeat([]int32{-1}, len(q.Blocks))
	term.TopDown(func(b int32) []int32 {
		if number[b] == 0 {
			return nil
		}
		number[b] = 0
		return q.Succs(b)
	}, 0)
	var kept []prog.Block
	for i := range q.Blocks {
		if number[i] == 0 {
			number[i] = int32(len(kept))
			kept = append(kept, q.Blocks[i])
		}
	}
	for i := range kept {
		succs := slices.Clone(kept[i].Succs)
		for k, t := range succs {
			succs[k] = number[t]
		}
		kept[i].Succs = succs
	}
	q.Blocks = kept
}

// save returns the command that keeps values from before a loop, for those of its locals that are wanted; none if there
// are none. It adds these to locals.
func (x *placer) save(l *placed, locals *[]prog.VarID, wanted func(prog.VarID) bool) []prog.Cmd {
	c := prog.Cmd{Kind: prog.Assign}
	for i, v := range l.before {
		if wanted(v) {
			c.Targets = append(c.Targets, v)
			c.Values = append(c.Values, x.p.Var(l.changed[i]).Term)
		}
	}
	if len(c.Targets) == 0 {
		return nil
	}
	*locals = slices.Concat(*locals, c.Targets)
	return []prog.Cmd{c}
}

// output returns a procedure with its loops, and the invariants that are used.
func (x *placer) output(id prog.ProcID) *prog.Proc {
	uses := prog.NewUses(x.p)
	wanted := map[prog.VarID]bool{}
	for _, y := range x.invs {
		if y.used {
			for _, r := range uses.Of(y.cond) {
				wanted[r.Var()] = true
			}
		}
	}
	locals := x.p.Procs[id].Locals
	q := x.outline(id, true, func(k int, before, head, again *prog.Block) {
		before.Cmds = x.save(&x.loops[k], &locals, func(v prog.VarID) bool { return wanted[v] })
		for _, y := range x.invs {
			if !y.used || y.loop != k {
				continue
			}
			head.Cmds = append(head.Cmds, prog.Cmd{Kind: prog.Assert, Cond: y.cond, Given: true, Node: head.Node})
			for _, t := range x.extensionality(y.cond) {
				c := prog.Cmd{Kind: prog.Assume, Cond: t, Node: head.Node}
				before.Cmds, again.Cmds = append(before.Cmds, c), append(again.Cmds, c)
			}
		}
	})
	q.Locals = locals
	return q
}
