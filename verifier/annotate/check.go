package annotate

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/vc"
	"github.com/muster-smt/muster/verifier/vcgen"
)

// checkBudget limits a check, in conflicts.
const checkBudget = 20000

// checker verifies a procedure with loops as any Boogie does: calls have contracts, but for those that are inlined, and
// loops have invariants, which hold before the loop and where it continues, and then at the head for arbitrary
// values of what the loop changes. A program stands for this, which returns if and only if the obligation that is
// asked for is violated. Each invariant is an obligation with a number from 1; the others together have the number 0.
type checker struct {
	x      *placer
	p      prog.Program
	failed prog.VarID
	goal   prog.VarID
	use    []term.Term // by invariant: a constant that implies it at the head

	called  map[prog.ProcID]bool // by what is checked; never ranged over
	clauses []clause             // contracts that hold under constants, if these are wanted
	under   []term.Term          // by index of clauses: their constants
	index   map[clause]int       // in clauses; never ranged over

	s   inline.Solver
	ask []term.Term // by number of an obligation: assumed to ask for it
	own []term.Term // use, in the terms of s

	small  *term.Store // of s
	number term.Term   // that of the obligation that is violated
}

// newChecker returns one for what a placer has. With apart, contracts are obligations of their own, and used under
// constants.
func newChecker(x *placer, apart bool) (*checker, error) {
	c := &checker{x: x, p: *x.p, called: map[prog.ProcID]bool{}, index: map[clause]int{}}
	c.p.Vars, c.p.Globals, c.p.Consts = slices.Clone(c.p.Vars), slices.Clone(c.p.Globals), slices.Clone(c.p.Consts)
	c.failed = c.p.NewVar("failed", prog.Global, term.Bool, 0)
	c.p.Globals = append(c.p.Globals, c.failed)
	c.goal = c.constant("goal", term.Int)
	for range x.invs {
		c.use = append(c.use, c.p.Var(c.constant("use", term.Bool)).Term)
	}
	for _, id := range x.procs {
		eachCall(x.p.Procs[id], func(call *prog.Cmd) { c.called[call.Callee] = true })
	}
	if apart {
		c.activate(x.procs[len(x.procs)-1])
	}
	c.program()
	if err := c.stamp(); err != nil {
		inline.Close(c.s)
		return nil, err
	}
	return c, nil
}

func (c *checker) constant(name string, sort term.Sort) prog.VarID {
	v := c.p.NewVar(name, prog.Constant, sort, 0)
	c.p.Consts = append(c.p.Consts, v)
	return v
}

// program makes the procedures. The root is a copy, the last one: it may call itself.
func (c *checker) program() {
	root := c.x.procs[len(c.x.procs)-1]
	list := make([]*prog.Proc, len(c.p.Procs))
	for i, q := range c.p.Procs {
		if id := prog.ProcID(i); id != root && slices.Contains(c.x.procs, id) {
			list[i] = c.cut(id)
			c.lower(list[i])
			continue
		}
		r := *q
		r.Blocks, r.Requires, r.Candidates = nil, nil, nil
		if r.Ensures = c.guarded(r.ID, false, r.Ensures); !c.called[r.ID] {
			r.Ensures = nil
		}
		c.apart(&r)
		list[i] = &r
	}
	q := c.cut(root)
	q.Requires = c.guarded(root, true, q.Requires)
	c.ends(q)
	c.lower(q)
	c.starts(q)
	q.ID, q.Name = prog.ProcID(len(list)), q.Name+"#root"
	c.p.Procs, c.p.Entries = append(list, q), []prog.ProcID{q.ID}
}

// apart gives a procedure formals of its own, if it has those of one with a body.
func (c *checker) apart(q *prog.Proc) {
	if !slices.ContainsFunc(c.x.procs, func(id prog.ProcID) bool { return c.x.from[id] == c.x.from[q.ID] }) {
		return
	}
	sub := term.NewSubst(c.p.Store, c.p.Store)
	renamed := func(list []prog.VarID) (out []prog.VarID) {
		for _, v := range list {
			d := *c.p.Var(v)
			w := c.p.NewVar(d.Name, d.Kind, c.p.Sort(v), d.Node)
			sub.Bind(d.Term, c.p.Var(w).Term)
			out = append(out, w)
		}
		return out
	}
	q.Ins, q.Outs = renamed(q.Ins), renamed(q.Outs)
	q.Ensures = slices.Clone(q.Ensures)
	for k := range q.Ensures {
		q.Ensures[k].Cond = sub.Apply(q.Ensures[k].Cond)
	}
}

// cut returns a procedure with its loops cut.
func (c *checker) cut(id prog.ProcID) *prog.Proc {
	x, st := c.x, c.p.Store
	locals := c.p.Procs[id].Locals
	q := x.outline(id, false, func(k int, before, head, again *prog.Block) {
		l := &x.loops[k]
		before.Cmds = x.save(l, &locals, func(prog.VarID) bool { return true })
		if len(l.changed) > 0 {
			head.Cmds = []prog.Cmd{{Kind: prog.Havoc, Targets: l.changed, Node: head.Node}}
		}
		for i, y := range x.invs {
			if y.loop != k {
				continue
			}
			holds := prog.Cmd{Kind: prog.Assert, Cond: y.cond, ID: int32(i + 1), Node: head.Node}
			before.Cmds, again.Cmds = append(before.Cmds, holds), append(again.Cmds, holds)
			known := prog.Cmd{Kind: prog.Assume, Cond: st.Or(st.Not(c.use[i]), y.cond), Node: head.Node}
			head.Cmds = append(head.Cmds, known)
		}
	})
	q.Locals, q.Candidates = locals, nil // with candidates it would be asked whether an assertion fails
	return q
}

// ends makes what the root ensures obligations. Other returns do not count.
func (c *checker) ends(q *prog.Proc) {
	ensures := q.Ensures
	q.Ensures = nil
	for i := range q.Blocks {
		b := &q.Blocks[i]
		if len(b.Succs) > 0 || b.Dead {
			continue
		}
		b.Cmds, b.Dead = slices.Clip(b.Cmds), true
		for k, e := range ensures {
			if !e.Free {
				id := c.obligation(clause{q.ID, false, k})
				b.Cmds = append(b.Cmds, prog.Cmd{Kind: prog.Assert, Cond: e.Cond, ID: id, Node: e.Node})
			}
		}
		b.Cmds = append(b.Cmds, prog.Cmd{Kind: prog.Assume, Cond: c.p.Store.False(), Node: b.Node})
	}
}

// starts makes the root begin without failure.
func (c *checker) starts(q *prog.Proc) {
	start := prog.Cmd{Kind: prog.Assign, Targets: []prog.VarID{c.failed}, Values: []term.Term{c.p.Store.False()},
		Node: q.Node}
	q.Blocks[0].Cmds = slices.Insert(slices.Clone(q.Blocks[0].Cmds), 0, start)
}

// lower makes assertions, and what calls require, branches that set a flag and return. So do the callers, if they
// inline.
func (c *checker) lower(q *prog.Proc) {
	q.Modifies = append(slices.Clip(q.Modifies), c.failed)
	w := &lowerer{checker: c, sub: term.NewSubst(c.p.Store, c.p.Store)}
	w.blocks = make([]prog.Block, len(q.Blocks))
	for i, b := range q.Blocks {
		w.block(i, b)
	}
	q.Blocks = w.blocks
}

// lowerer rewrites the blocks of a procedure.
type lowerer struct {
	*checker
	sub    *term.Subst
	blocks []prog.Block
	at     int // of the block that takes the next command
	cur    prog.Block
}

func (w *lowerer) block(i int, b prog.Block) {
	w.at = i
	w.cur = prog.Block{Label: b.Label, Node: b.Node}
	for _, x := range b.Cmds {
		switch x.Kind {
		case prog.Assert:
			w.assert(x)
		case prog.Call:
			w.call(x)
		default:
			w.cur.Cmds = append(w.cur.Cmds, x)
		}
	}
	w.cur.Succs, w.cur.Dead = b.Succs, b.Dead
	w.blocks[w.at] = w.cur
}

// assert makes an obligation. Those of number 0 are assumed afterwards.
func (w *lowerer) assert(x prog.Cmd) {
	st := w.p.Store
	asked := st.Eq(w.p.Var(w.goal).Term, st.Int(int64(x.ID)))
	bad := prog.Cmd{Kind: prog.Assume, Cond: st.And(asked, st.Not(x.Cond)), Node: x.Node}
	set := prog.Cmd{Kind: prog.Assign, Targets: []prog.VarID{w.failed}, Values: []term.Term{st.True()}, Node: x.Node}
	good := st.True()
	if x.ID == 0 {
		good = x.Cond
	}
	w.fork(x.Node, good, bad, set)
}

// fork ends the present block: control executes some commands and returns, or goes on.
func (w *lowerer) fork(at prog.NodeID, good term.Term, last ...prog.Cmd) {
	n := int32(len(w.blocks))
	label := fmt.Sprintf("%s_%d", w.cur.Label, n)
	w.cur.Succs = []int32{n, n + 1}
	w.blocks[w.at] = w.cur
	w.blocks = append(w.blocks, prog.Block{Label: label, Node: at, Cmds: last}, prog.Block{})
	w.at = int(n) + 1
	w.cur = prog.Block{Label: w.cur.Label, Node: at, Cmds: []prog.Cmd{{Kind: prog.Assume, Cond: good, Node: at}}}
}

func (w *lowerer) call(x prog.Cmd) {
	callee := w.x.p.Procs[x.Callee]
	for k, r := range callee.Requires {
		if r.Free {
			continue
		}
		w.sub.Reset()
		for i, v := range callee.Ins {
			w.sub.Bind(w.p.Var(v).Term, x.Values[i])
		}
		id := w.obligation(clause{x.Callee, true, k})
		w.assert(prog.Cmd{Cond: w.sub.Apply(r.Cond), ID: id, Node: x.Node})
	}
	x.ID = 0
	w.cur.Cmds = append(w.cur.Cmds, x)
	if w.x.inlined[callee.Name] {
		st, flag := w.p.Store, w.p.Var(w.failed).Term
		w.fork(x.Node, st.Not(flag), prog.Cmd{Kind: prog.Assume, Cond: flag, Node: x.Node})
	}
}

// stamp asserts the program, in a store of its own: the tables of a solver are as long as its store.
func (c *checker) stamp() error {
	prep, err := passes.Run(context.Background(), &c.p, passes.Options{})
	if err != nil {
		return err
	}
	sys, _, err := vcgen.Generate(prep.Program, vcgen.Options{Interfaces: prep.Interfaces, Maker: rewrite.New(c.p.Store)})
	if err != nil {
		return err
	}
	procs := make([]vc.ProcID, len(sys.Procs))
	for i := range procs {
		procs[i] = vc.ProcID(i)
	}
	small, copier := extract(sys, procs)
	st := small.Store
	if c.s, err = c.x.Config.NewSolver(st); err != nil {
		return err
	}
	tree := inline.NewTree(small, c.x.Config.Maker(st), c.s, math.MinInt)
	for tree.NumOpen() > 0 {
		if tree.NumInstances() > maxExpanded {
			return fmt.Errorf("the proof unfolds more than %d calls, too many to write", maxExpanded)
		}
		tree.Open(tree.OpenSites()[0])
	}
	inline.Limit(c.s, checkBudget)
	for _, t := range c.use {
		c.own = append(c.own, copier.Term(t))
	}
	for i, t := range c.under {
		c.under[i] = copier.Term(t)
	}
	goal := copier.Term(c.p.Var(c.goal).Term)
	c.small, c.number = st, goal
	for k := range len(c.use) + 1 + len(c.clauses) {
		a := st.FreshConst("ask", term.Bool)
		c.s.Assert(st.Or(st.Not(a), st.Eq(goal, st.Int(int64(k)))))
		c.ask = append(c.ask, a)
	}
	return nil
}

// choose finds invariants that hold and suffice, and marks those that are needed.
func (c *checker) choose(ctx context.Context) bool {
	live := make([]bool, len(c.use))
	for i, y := range c.x.invs {
		live[i] = !y.second
	}
	if c.houdini(ctx, live) && c.holds(ctx, 0, live) {
		return c.trim(ctx, live)
	}
	if !slices.ContainsFunc(c.x.invs, func(y invariant) bool { return y.second }) {
		return false
	}
	for i := range live {
		live[i] = true
	}
	return c.houdini(ctx, live) && c.holds(ctx, 0, live) && c.trim(ctx, live)
}

// houdini drops invariants until those that are left are inductive together.
func (c *checker) houdini(ctx context.Context, live []bool) bool {
	for changed := true; changed; {
		changed = false
		for k := range live {
			if live[k] && !c.holds(ctx, k+1, live) {
				live[k] = false
				changed = true
			}
		}
		if ctx.Err() != nil {
			return false
		}
	}
	return true
}

// holds decides whether an obligation holds with the live invariants.
func (c *checker) holds(ctx context.Context, n int, live []bool) bool {
	with := []term.Term{c.ask[n]}
	for k, t := range c.own {
		if live[k] {
			with = append(with, t)
		}
	}
	return c.s.Check(ctx, with).Status == inline.StatusUnsat
}

// trim marks the invariants on which the refutations of the needed obligations rest.
func (c *checker) trim(ctx context.Context, live []bool) bool {
	for work := []int{0}; len(work) > 0; {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		if !c.holds(ctx, n, live) {
			return false
		}
		core := c.s.Core()
		for k, t := range c.own {
			if y := &c.x.invs[k]; !y.used && slices.Contains(core, t) {
				y.used = true
				work = append(work, k+1)
			}
		}
	}
	return true
}
