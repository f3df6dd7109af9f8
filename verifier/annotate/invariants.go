// This file finds invariants for reports (Invariants), which need not suffice for a proof. Candidates are what facts
// propose for loops (placer.propose), and what suggest.go adds. The loops of the program are cut, as for an annotated
// one, and those candidates stay that hold before the loops and are kept by their iterations, all together. Where few
// calls lead to the procedures with loops, these are inlined, so that the candidates are about the states with which
// the entry begins; else a procedure begins with any. All executions count that get to a loop, also those of which
// the search knows that they do not get to its question.

package annotate

import (
	"cmp"
	"context"
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/prog"
)

const (
	// maxContexts bounds the calls that are inlined to find invariants of the loops of callees.
	maxContexts = 200
	// maxTried bounds the formulas that are tried as invariants of the loops of one program.
	maxTried = 300
	// impliedBudget limits the question whether an invariant is implied by others, in conflicts.
	impliedBudget = 1000
)

// Invariant is what holds whenever control is at the head of a loop.
type Invariant struct {
	Proc *prog.Proc  // of the core program, the procedure that the loop is in
	Head *prog.Block // of that
	Cond term.Term   // over the variables of the procedure
	Text string
}

// Say writes a formula over variables of a procedure of the core program, for the head of a loop; "" if that cannot be.
type Say func(q *prog.Proc, head *prog.Block, t term.Term) string

// Invariants returns invariants of the loops of a program that is safe for all bounds, as far as they can be said.
// They speak of present values of variables of the source only, and are shown to hold together (invariants.go). With
// an error there are those found so far.
func Invariants(ctx context.Context, in Input, say Say) ([]Invariant, error) {
	b := newBuilder(in)
	b.promises()
	b.inlined = map[string]bool{}
	var out []Invariant
	for _, procs := range b.groups() {
		last := len(procs) - 1
		for _, id := range procs[:last] { // without contracts, which are of calls that are not inlined
			b.p.Procs[id] = b.plain(b.core.Procs[id])
			b.inlined[b.p.Procs[id].Name] = true
		}
		root := b.plain(b.core.Procs[procs[last]]) // a copy: its contract is of calls
		root.Name, root.Ensures = root.Name+"#root", nil
		procs[last] = b.add(root, procs[last])
		some, err := b.invariants(ctx, procs, say)
		if err != nil {
			return out, err
		}
		out = append(out, some...)
	}
	return out, nil
}

// promises gives every procedure of core contracts that hold of all calls. What has one value at the calls from which
// control may return to the caller's caller need not have it at others, where control may be at a loop all the same:
// it is a premise.
func (b *builder) promises() {
	st := b.p.Store
	known := b.known(b.all())
	for i, src := range b.core.Procs {
		q := b.plain(src)
		b.p.Procs[i] = q
		if b.Prepared.Uncalled[i] {
			continue
		}
		var otherwise []term.Term
		for _, c := range b.fixed(q) {
			otherwise = append(otherwise, st.Not(c.Cond))
		}
		for _, t := range known[i] {
			q.Ensures = append(q.Ensures, prog.Contract{Cond: st.Or(append(slices.Clip(otherwise), t)...), Node: q.Node})
		}
	}
}

// groups returns lists of procedures of which the last one inlines the others, so that each procedure with loops is
// in one.
func (b *builder) groups() [][]prog.ProcID {
	loops := make([]bool, len(b.p.Procs))
	for _, l := range b.Prepared.Loops {
		loops[l.Of] = true
	}
	order, size := b.below(loops)
	if root := b.core.Entry; size[root] > 0 && size[root] <= maxContexts {
		return [][]prog.ProcID{order}
	}
	var out [][]prog.ProcID
	for i, reached := range b.reached() {
		if reached && loops[i] {
			out = append(out, []prog.ProcID{prog.ProcID(i)})
		}
	}
	return out
}

// below returns the procedures that have loops or call others that do, callees first, and by procedure how many calls
// that makes with its own: 0 if there are none, or more than can be if calls are recursive.
func (b *builder) below(loops []bool) (order []prog.ProcID, size []int) {
	size = make([]int, len(b.core.Procs))
	state := make([]int8, len(size)) // 1: being visited, 2: known
	var visit func(id prog.ProcID)
	visit = func(id prog.ProcID) {
		state[id] = 1
		n := 0
		eachCall(b.core.Procs[id], func(c *prog.Cmd) {
			if b.core.Procs[c.Callee].Loop {
				return // its calls are in the last iteration, too
			}
			switch state[c.Callee] {
			case 0:
				visit(c.Callee)
			case 1:
				n = maxContexts + 1
			}
			n = min(n+size[c.Callee], maxContexts+1)
		})
		if loops[id] || n > 0 {
			n++
			order = append(order, id)
		}
		size[id], state[id] = n, 2
	}
	visit(b.core.Entry)
	return order, size
}

// invariants finds those of the loops of some procedures.
func (b *builder) invariants(ctx context.Context, procs []prog.ProcID, say Say) ([]Invariant, error) {
	x := &placer{builder: b, procs: procs}
	sites := b.loops(procs)
	// of a loop that no execution gets to, or if something is amiss, also false holds: nothing is reported then
	for k, l := range sites {
		x.invs = append(x.invs, invariant{loop: k, cond: b.p.Store.False()})
		x.add(l)
	}
	x.suggest()
	x.exchange()
	if len(x.invs) == 0 {
		return nil, nil
	}
	c, err := newChecker(x, false)
	if err != nil {
		return nil, err
	}
	defer inline.Close(c.s)
	live := c.inductive(ctx)
	if live == nil {
		return nil, ctx.Err()
	}
	return x.reported(ctx, live, say)
}

// inductive returns the largest set of candidates that hold together; nil if it is not found. A model says of one
// candidate after the other that it does not hold.
func (c *checker) inductive(ctx context.Context) []bool {
	any, off := c.small.FreshConst("any", term.Bool), make([]term.Term, len(c.own))
	c.s.Assert(c.small.Or(c.small.Not(any), c.small.Le(c.small.Int(1), c.number)))
	c.s.Assert(c.small.Or(c.small.Not(any), c.small.Le(c.number, c.small.Int(int64(len(c.own))))))
	live := make([]bool, len(c.own))
	for k := range live {
		live[k] = true
		off[k] = c.small.FreshConst("off", term.Bool)
		c.s.Assert(c.small.Not(c.small.And(off[k], c.small.Eq(c.number, c.small.Int(int64(k+1))))))
	}
	for ctx.Err() == nil {
		with := []term.Term{any}
		for k, t := range c.own {
			if live[k] {
				with = append(with, t)
			} else {
				with = append(with, off[k])
			}
		}
		switch c.s.Check(ctx, with).Status {
		case inline.StatusUnsat:
			return live
		case inline.StatusSat:
			k := c.violated()
			if k < 0 || !live[k] {
				return nil
			}
			live[k] = false
		default:
			if ctx.Err() == nil && c.houdini(ctx, live) {
				return live
			}
			return nil
		}
	}
	return nil
}

// violated returns the candidate that does not hold in a model; -1 if there is none.
func (c *checker) violated() int {
	m, err := c.s.Model()
	if err != nil {
		return -1
	}
	v, err := m.EvalInt(c.number)
	if err != nil {
		return -1
	}
	k, ok := v.Int64()
	if !ok || k < 1 || int(k) > len(c.own) {
		return -1
	}
	return int(k - 1)
}

// reported returns the invariants among live candidates that speak of present values of source variables, and can
// be said.
func (x *placer) reported(ctx context.Context, live []bool, say Say) (out []Invariant, err error) {
	st := x.core.Store
	uses := prog.NewUses(x.p)
	sub := term.NewSubst(st, x.Config.Maker(st))
	if x.Prepared.Flag != 0 { // nothing has failed where control is at a loop
		flag := x.core.Var(x.Prepared.Flag)
		sub.Bind(flag.Term, st.False())
		sub.Bind(flag.Old, st.False())
	}
	said := func(k int) (out []Invariant) {
		q := x.core.Procs[x.loops[k].loop.Of]
		head := &q.Blocks[x.loops[k].loop.Head]
		for i, y := range x.invs {
			if !live[i] || y.loop != k {
				continue
			}
			for _, t := range conjuncts(st, sub.Apply(y.cond)) {
				if t == st.True() || !x.sayable(uses, t) {
					continue
				}
				if text := say(q, head, t); text != "" && !saysAmong(out, text) {
					out = append(out, Invariant{q, head, t, text})
				}
			}
		}
		return out
	}
	for k := range x.loops {
		copies := slices.DeleteFunc(x.copies(k), func(c int) bool { return x.unreached(c, live) })
		if len(copies) == 0 || copies[0] != k {
			continue
		}
		all := said(k)
		for _, c := range copies[1:] {
			some := said(c)
			all = slices.DeleteFunc(all, func(y Invariant) bool { return !saysAmong(some, y.Text) })
		}
		if all, err = x.irredundant(ctx, all); err != nil {
			return nil, err
		}
		out = append(out, all...)
	}
	return out, nil
}

// saysAmong reports whether some invariants have a text.
func saysAmong(list []Invariant, text string) bool {
	return slices.ContainsFunc(list, func(y Invariant) bool { return y.Text == text })
}

// copies returns the loops that are the same one in the source as a given one: itself, if that was not copied. There
// are none if control gets to the head of that one elsewhere, too.
func (x *placer) copies(k int) (out []int) {
	l := &x.loops[k]
	if !l.loop.Copied {
		return []int{k}
	}
	blocks := x.core.Procs[l.loop.Of].Blocks
	for i := range blocks {
		if b := &blocks[i]; b.Inner || b.Label != blocks[l.loop.Head].Label || b.Node != blocks[l.loop.Head].Node {
			continue
		}
		c := slices.IndexFunc(x.loops, func(m placed) bool { return m.proc == l.proc && m.loop.Head == int32(i) })
		if c < 0 {
			return nil
		}
		out = append(out, c)
	}
	return out
}

// exchange has copies of a loop try the candidates of each other.
func (x *placer) exchange() {
	uses := prog.NewUses(x.p)
	own := slices.Clone(x.invs)
	for k := range x.loops {
		if !x.loops[k].loop.Copied {
			continue
		}
		copies := x.copies(k)
		for _, y := range own {
			if y.loop == k || !slices.Contains(copies, y.loop) {
				continue
			}
			for _, t := range conjuncts(x.core.Store, y.cond) {
				if x.sayable(uses, t) {
					x.candidateOf(k, t, false)
				}
			}
		}
	}
}

// unreached reports whether false is an invariant of a loop.
func (x *placer) unreached(k int, live []bool) bool {
	i := slices.Index(x.invs, invariant{loop: k, cond: x.core.Store.False()})
	return i >= 0 && live[i]
}

// sayable reports whether a formula is over variables of the source.
func (x *placer) sayable(uses *prog.Uses, t term.Term) bool {
	return !slices.ContainsFunc(uses.Of(t), func(r prog.Ref) bool {
		return int(r.Var()) >= len(x.core.Vars) || x.p.Pos(x.p.Var(r.Var()).Node).Line == 0
	})
}

// irredundant returns invariants without those that the others imply, as far as a solver finds that soon. Large ones
// go first.
func (b *builder) irredundant(ctx context.Context, all []Invariant) ([]Invariant, error) {
	st := term.NewStore()
	copier := term.NewCopier(b.core.Store, st)
	s, err := b.Config.NewSolver(st)
	if err != nil {
		return nil, err
	}
	defer inline.Close(s)
	inline.Limit(s, impliedBudget)
	order, holds, fails := make([]int, len(all)), make([]term.Term, len(all)), make([]term.Term, len(all))
	for i := range all {
		t := copier.Term(all[i].Cond)
		order[i], holds[i], fails[i] = i, st.FreshConst("holds", term.Bool), st.FreshConst("fails", term.Bool)
		s.Assert(st.Or(st.Not(holds[i]), t))
		s.Assert(st.Not(st.And(fails[i], t)))
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Or(len(all[j].Text)-len(all[i].Text), j-i) })
	dropped := make([]bool, len(all))
	for _, i := range order {
		with := []term.Term{fails[i]}
		for j := range all {
			if j != i && !dropped[j] {
				with = append(with, holds[j])
			}
		}
		dropped[i] = s.Check(ctx, with).Status == inline.StatusUnsat
	}
	var out []Invariant
	for i := range all {
		if !dropped[i] {
			out = append(out, all[i])
		}
	}
	return out, nil
}
