package vcgen

import (
	"fmt"
	"math/bits"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/vc"
)

// body generates one template after the other and reuses its tables.
type body struct {
	g    *generator
	src  *prog.Proc
	face *prog.Interface
	out  *vc.Proc
	back ProcBack
	sub  *term.Subst

	dense []int32  // by varRef: dense number + 1
	vars  []varRef // by dense number
	slots slots
	live  []bitset // by source block: the variables live at its entry
	alive []bool   // by source block: on a path from the entry to a return
	topo  []int32  // source blocks in topological order

	env      env // the present values
	known    known
	at       int32       // the present block of out
	origin   []arbitrary // by dense number: what made it arbitrary
	incoming [][]arrival // by source block
	index    []int32     // by source block: its block in out, or -1
	returns  int         // number of return blocks
	values   []Value     // of the present block
	err      error
}

// arrival is an edge with the values that it brings to its target.
type arrival struct {
	block, edge int32 // in out
	pages       []*page
}

// arbitrary identifies the command that made a variable arbitrary.
type arbitrary struct {
	block    int32 // in out; -1 means at the procedure's entry
	cmd, num int32
}

func newBody(g *generator) *body {
	return &body{g: g, sub: g.sub, dense: make([]int32, 2*len(g.p.Vars)+2)}
}

func (b *body) generate(src *prog.Proc, out *vc.Proc) error {
	b.src, b.out, b.face, b.back, b.err = src, out, &b.g.ifaces[src.ID], ProcBack{}, nil
	for _, r := range b.vars {
		b.dense[r] = 0
	}
	b.vars = b.vars[:0]
	if err := b.order(); err != nil {
		return err
	}
	b.collect()
	b.liveness()
	b.start()
	for _, i := range b.topo {
		b.block(i)
	}
	if b.err != nil {
		return b.err
	}
	b.shape()
	return nil
}

// order finds the blocks on paths from the entry to a return, topologically
// sorted: the reverse postorder of a depth-first search.
func (b *body) order() error {
	n := len(b.src.Blocks)
	b.alive = make([]bool, n)
	b.topo = b.topo[:0]
	b.returns = 0
	state := make([]uint8, n) // 1 on the stack, 2 finished
	next := make([]int32, n)
	stack := []int32{0}
	state[0] = 1
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		blk := &b.src.Blocks[i]
		if int(next[i]) < len(blk.Succs) {
			// The last successor first: so the first one comes right after i in the order.
			s := blk.Succs[len(blk.Succs)-1-int(next[i])]
			next[i]++
			switch state[s] {
			case 0:
				state[s] = 1
				stack = append(stack, s)
			case 1:
				return reason.Internalf("%s: %s has a cycle through block %s",
					b.g.p.Place(b.g.p.Pos(blk.Node)), b.src.Name, b.src.Blocks[s].Label)
			}
			continue
		}
		stack = stack[:len(stack)-1]
		state[i] = 2
		b.alive[i] = len(blk.Succs) == 0 && !blk.Dead
		if b.alive[i] {
			b.returns++
		}
		for _, s := range blk.Succs {
			b.alive[i] = b.alive[i] || b.alive[s]
		}
		if b.alive[i] || i == 0 {
			b.topo = append(b.topo, i)
		}
	}
	b.alive[0] = true
	for i, j := 0, len(b.topo)-1; i < j; i, j = i+1, j-1 {
		b.topo[i], b.topo[j] = b.topo[j], b.topo[i]
	}
	return nil
}

// start prepares the walk and sets the values at entry.
func (b *body) start() {
	n := len(b.vars)
	b.env.start(n)
	b.known.start()
	if cap(b.origin) < n {
		b.origin = make([]arbitrary, n)
	}
	b.origin = b.origin[:n]
	for i := range b.origin {
		b.origin[i] = arbitrary{block: -1}
	}
	b.incoming = make([][]arrival, len(b.src.Blocks))
	b.index = make([]int32, len(b.src.Blocks))
	for i := range b.index {
		b.index[i] = -1
	}
	for i, v := range b.face.In {
		b.back.Entry = append(b.back.Entry, Value{Var: v, Term: b.out.In[i]})
		for _, r := range []varRef{now(v), old(v)} {
			if k := b.dense[r]; k != 0 {
				b.env.set(k-1, b.out.In[i])
			}
		}
	}
	b.live[0].each(func(k int32) {
		r := b.vars[k]
		if v := b.g.p.Var(r.id()); b.env.get(k) == 0 && (v.Kind == prog.Global || v.Kind == prog.In) {
			b.fail(b.src.Node, "%s is read, but not in the interface", v.Name)
		}
	})
}

// fail records the first internal error.
func (b *body) fail(at prog.NodeID, format string, args ...any) {
	if b.err == nil {
		b.err = reason.Internalf("%s: in %s: %s",
			b.g.p.Place(b.g.p.Pos(at)), b.src.Name, fmt.Sprintf(format, args...))
	}
}

// fresh returns a new constant that the template owns.
func (b *body) fresh(name string, sort term.Sort) term.Term {
	t := b.g.st.FreshConst(name, sort)
	b.out.Owned = append(b.out.Owned, t)
	return t
}

// read returns the value of a variable: a literal if it is known.
func (b *body) read(k int32) term.Term { return b.known.at(b.at, b.value(k)) }

// value returns what env has for a variable. An arbitrary one gets a constant now.
func (b *body) value(k int32) term.Term {
	if t := b.env.get(k); t != 0 {
		return t
	}
	v := b.vars[k].id()
	t := b.fresh(b.g.p.Var(v).Name, b.g.p.Sort(v))
	b.env.set(k, t)
	o := b.origin[k]
	val := Value{Cmd: o.cmd, ID: o.num, Var: v, Term: t}
	switch {
	case o.block < 0:
		b.back.Entry = append(b.back.Entry, val)
	case int(o.block) < len(b.back.Blocks):
		b.back.Blocks[o.block] = append(b.back.Blocks[o.block], val)
	default:
		b.values = append(b.values, val)
	}
	return t
}

// block generates one block, if it is reachable.
func (b *body) block(i int32) {
	src := &b.src.Blocks[i]
	arrivals := b.incoming[i]
	b.incoming[i] = nil
	if i != 0 && len(arrivals) == 0 {
		return
	}
	at := int32(len(b.out.Blocks))
	b.index[i] = at
	b.out.Blocks = append(b.out.Blocks, vc.Block{Guard: b.fresh(src.Label, term.Bool), Origin: i, IPDom: -1})
	b.values, b.at = nil, at
	b.known.enter(arrivals)
	if i == 0 {
		b.entryFacts()
	} else {
		b.merge(i, at, arrivals)
	}
	dead := src.Dead
	for j := range src.Cmds {
		if !b.command(i, at, int32(j)) {
			dead = true
			break
		}
	}
	switch {
	case dead:
		b.out.Blocks[at].Conds = append(b.out.Blocks[at].Conds, b.g.st.False())
	case len(src.Succs) == 0:
		b.leave(at)
	default:
		b.edges(i, at)
	}
	b.back.Blocks = append(b.back.Blocks, b.values)
}

// entryFacts assumes the preconditions of the program's entry, and learns what
// holds at all calls of another procedure.
func (b *body) entryFacts() {
	if b.out.ID != b.g.sys.Entry {
		for _, c := range b.out.Summary {
			b.learn(0, c)
		}
		return
	}
	for _, c := range b.src.Requires {
		b.sub.Reset()
		for i, v := range b.face.In {
			b.sub.Bind(b.g.p.Var(v).Term, b.out.In[i])
		}
		b.assume(0, b.sub.Apply(c.Cond))
	}
}

// assume adds t to the block's conditions and reports whether it is not false.
func (b *body) assume(at int32, t term.Term) bool {
	blk := &b.out.Blocks[at]
	n := len(blk.Conds)
	blk.Conds = b.g.st.Conjuncts(blk.Conds, t)
	for _, c := range blk.Conds[n:] {
		if b.g.st.Op(c) == term.OpFalse {
			return false
		}
		b.learn(at, c)
	}
	return true
}

// merge sets the values at the start of a block.
func (b *body) merge(i, at int32, arrivals []arrival) {
	b.env.enter(arrivals[0].pages, at)
	if len(arrivals) == 1 {
		return
	}
	for w, p := range arrivals[0].pages {
		same := true
		for _, a := range arrivals[1:] {
			same = same && a.pages[w] == p
		}
		if same {
			continue
		}
		b.env.pages[w] = &page{owner: at}
		for rest := b.live[i][w]; rest != 0; rest &= rest - 1 {
			b.mergeVar(i, at, int32(w<<6+bits.TrailingZeros64(rest)), arrivals)
		}
	}
}

// mergeVar sets the value of one live variable.
func (b *body) mergeVar(i, at, k int32, arrivals []arrival) {
	value := func(a arrival) term.Term { return a.pages[k>>6].values[k&63] }
	v := value(arrivals[0])
	for _, a := range arrivals {
		if w := value(a); b.g.st.IsValue(v) {
			v = w // a name if there is one
		}
	}
	same, literal := true, b.known.at(arrivals[0].block, value(arrivals[0]))
	for _, a := range arrivals {
		w := b.known.at(a.block, value(a))
		same = same && (value(a) == v || w == b.known.at(a.block, v))
		if w != literal {
			literal = 0
		}
	}
	switch {
	case literal != 0 && b.g.st.IsValue(literal):
		v = literal
	case !same:
		v = b.incarnation(i, k)
		for _, a := range arrivals {
			b.equate(at, a, b.g.eq(b.known.at(a.block, v), b.known.at(a.block, value(a))))
		}
	}
	b.env.set(k, v)
}

// incarnation returns the constant for a variable merged at block i. It is the
// interface's value at exit if the procedure returns only there and the block
// does not change the variable.
func (b *body) incarnation(i, k int32) term.Term {
	r := b.vars[k]
	if b.returns == 1 && len(b.src.Blocks[i].Succs) == 0 && !r.isOld() {
		for j, v := range b.face.Out {
			if v == r.id() && !b.changed(i, v) {
				return b.out.Out[j]
			}
		}
	}
	return b.fresh(b.g.p.Var(r.id()).Name, b.g.p.Sort(r.id()))
}

func (b *body) changed(i int32, v prog.VarID) bool {
	for j := range b.src.Blocks[i].Cmds {
		c := &b.src.Blocks[i].Cmds[j]
		if contains(c.Targets, v) || c.Kind == prog.Call && contains(b.g.p.Proc(c.Callee).Modifies, v) {
			return true
		}
	}
	return false
}

// equate puts an equality on an edge: under the guard of the edge, or under that
// of its source if the source has only one edge.
func (b *body) equate(to int32, a arrival, eq term.Term) {
	if b.g.st.Op(eq) == term.OpTrue {
		return
	}
	src := &b.out.Blocks[a.block]
	if len(src.Succs) == 1 {
		src.Conds = b.g.st.Conjuncts(src.Conds, eq)
		return
	}
	e := &src.Succs[a.edge]
	if e.Guard == 0 {
		e.Guard = b.fresh("edge", term.Bool)
	}
	e.Eqs = append(e.Eqs, eq)
}

// edges passes to each successor the values of the variables that are live there.
func (b *body) edges(i, at int32) {
	blk := &b.out.Blocks[at]
	for _, s := range b.src.Blocks[i].Succs {
		if !b.alive[s] {
			continue
		}
		for w, word := range b.live[s] {
			for rest := b.env.unset(w) & word; rest != 0; rest &= rest - 1 {
				b.value(int32(w<<6 + bits.TrailingZeros64(rest)))
			}
		}
		blk.Succs = append(blk.Succs, vc.Edge{To: s}) // a source index until shape
	}
	// All values exist now, so the edges can share them.
	for k, e := range blk.Succs {
		b.incoming[e.To] = append(b.incoming[e.To], arrival{at, int32(k), b.env.pages})
	}
	if len(blk.Succs) == 0 {
		blk.Conds = append(blk.Conds, b.g.st.False())
	}
}

// leave equates the interface at a return.
func (b *body) leave(at int32) {
	blk := &b.out.Blocks[at]
	for j, v := range b.face.Out {
		k := b.number(now(v))
		if b.env.get(k) == 0 && b.origin[k].block >= 0 && b.returns == 1 {
			// It is arbitrary, so the interface constant itself can be its value.
			b.env.set(k, b.out.Out[j])
			b.values = append(b.values, Value{Cmd: b.origin[k].cmd, ID: b.origin[k].num, Var: v, Term: b.out.Out[j]})
			continue
		}
		if eq := b.g.eq(b.known.at(at, b.out.Out[j]), b.read(k)); b.g.st.Op(eq) != term.OpTrue {
			blk.Conds = append(blk.Conds, eq)
		}
	}
}
