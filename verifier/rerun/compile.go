package rerun

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// status says how a run goes on after a command.
type status uint8

const (
	goesOn status = iota
	ends          // an assumption is false
	calls         // machine.callee is called
)

// command is a compiled command.
type command func(m *machine) status

// procedure is a compiled procedure. Its variables are in frames.
type procedure struct {
	name      string
	words     int // scalars in a frame
	maps      int
	levels    []int     // of each of these maps
	olds      [][2]slot // where the value at entry of a global is kept, and the global
	ins, outs []slot
	modifies  []slot
	requires  []command
	ensures   []command
	blocks    []block // empty if there is no body
	frames    []*frame
	vars      []variable
	heads     []int32 // blocks where loops begin
	active    int     // calls that have not ended,
	most      int     // at most
}

// variable is a variable and its slot.
type variable struct {
	t term.Term
	slot
}

// mark says of a jump that it goes to the beginning of a loop.
type mark struct {
	head  int // an index of procedure.heads; -1 if it is none
	back  bool
	trips int   // prog.Block.Trips of the head
	inner []int // the heads of loops that begin again there
}

// block is a compiled block.
type block struct {
	cmds   []command
	succs  []int32
	guards [][]node                       // by successor: the assumptions that it begins with
	either func(m *machine) (int64, bool) // if there are two whose first ones exclude each other: that of the first
	dead   bool
	marks  []mark // by successor; nil if none begins a loop
	steps  int64  // blocks of the program that it consists of
}

// call is a compiled call.
type call struct {
	callee  prog.ProcID
	args    []node
	maps    []mapNode
	isMap   []bool
	targets []slot
}

// compiler compiles a program.
type compiler struct {
	terms
	p          *prog.Program
	uses       *prog.Uses
	words      int // scalars among the globals and constants
	maps       int
	procs      []*procedure
	defs       []command
	globalVars []variable
}

// compile compiles a program. It panics with unsupported where it cannot.
func compile(p *prog.Program, defs []prog.Def) *compiler {
	c := &compiler{p: p, uses: prog.NewUses(p)}
	c.st, c.slots = p.Store, map[term.Term]slot{}
	for _, v := range slices.Concat(p.Consts, p.Globals) {
		t := p.Var(v).Term
		c.globalVars = append(c.globalVars, variable{t, c.place(t, true, &c.words, &c.maps)})
	}
	for _, d := range defs {
		c.defs = append(c.defs, c.assign([]prog.VarID{d.Const}, []term.Term{d.Value}))
	}
	for _, q := range p.Procs {
		c.procs = append(c.procs, c.procedure(q))
	}
	return c
}

// place gives a variable a slot.
func (c *compiler) place(t term.Term, global bool, words, maps *int) slot {
	s := slot{global: global, levels: c.levels(c.st.Sort(t)), at: *words}
	if s.isMap = s.levels > 0; s.isMap {
		s.at = *maps
		*maps++
	} else {
		*words++
	}
	c.slots[t] = s
	return s
}

func (c *compiler) slot(v prog.VarID) slot { return c.slots[c.p.Var(v).Term] }

func (c *compiler) slotsOf(vs []prog.VarID) (out []slot) {
	for _, v := range vs {
		out = append(out, c.slot(v))
	}
	return out
}

func (c *compiler) procedure(q *prog.Proc) *procedure {
	x := &procedure{name: q.Name}
	for _, v := range slices.Concat(q.Ins, q.Outs, q.Locals) {
		t := c.p.Var(v).Term
		x.vars = append(x.vars, variable{t, c.place(t, false, &x.words, &x.maps)})
	}
	for _, g := range c.uses.Olds(q) {
		v := c.p.Var(g)
		old := c.place(v.Old, false, &x.words, &x.maps)
		x.olds, x.vars = append(x.olds, [2]slot{old, c.slot(g)}), append(x.vars, variable{v.Old, old})
	}
	for _, v := range x.vars {
		if v.isMap {
			x.levels = append(x.levels, v.levels)
		}
	}
	x.ins, x.outs, x.modifies = c.slotsOf(q.Ins), c.slotsOf(q.Outs), c.slotsOf(q.Modifies)
	for _, r := range q.Requires {
		x.requires = append(x.requires, c.assume(r.Cond))
	}
	for _, r := range q.Ensures {
		x.ensures = append(x.ensures, c.assume(r.Cond))
	}
	for i := range q.Blocks {
		x.blocks = append(x.blocks, c.block(q, &q.Blocks[i]))
	}
	x.markLoops(q)
	x.join()
	return x
}

func (c *compiler) block(q *prog.Proc, b *prog.Block) block {
	x := block{succs: b.Succs, dead: b.Dead, steps: 1}
	for i := range b.Cmds {
		c.size = 0
		if i > 0 && b.Cmds[i].Kind == prog.Assume && b.Cmds[i-1].Kind == prog.Havoc {
			if f := c.searches(b.Cmds, i); f != nil {
				x.cmds = append(x.cmds, f)
			}
		}
		if f := c.command(&b.Cmds[i]); f != nil {
			x.cmds = append(x.cmds, f)
		}
	}
	if len(b.Succs) < 2 {
		return x
	}
	for _, s := range b.Succs {
		var guards []node
		for i := range q.Blocks[s].Cmds {
			if q.Blocks[s].Cmds[i].Kind != prog.Assume {
				break
			}
			c.size = 0
			guards = append(guards, c.node(q.Blocks[s].Cmds[i].Cond))
		}
		x.guards = append(x.guards, guards)
	}
	if s, t := guard(q, b.Succs[0]), guard(q, b.Succs[1]); len(b.Succs) == 2 && s != 0 && t != 0 &&
		(c.st.Not(s) == t || c.st.Not(t) == s) {
		x.either = x.guards[0][0].fast
	}
	return x
}

// guard returns the assumption that a block begins with, 0 if it begins with something else.
func guard(q *prog.Proc, b int32) term.Term {
	if cmds := q.Blocks[b].Cmds; len(cmds) > 0 && cmds[0].Kind == prog.Assume {
		return cmds[0].Cond
	}
	return 0
}

func (c *compiler) command(x *prog.Cmd) command {
	switch x.Kind {
	case prog.Assume:
		return c.assume(x.Cond)
	case prog.Assert:
		refuse("an assertion that is no question")
	case prog.Assign:
		return c.assign(x.Targets, x.Values)
	case prog.Havoc:
		targets := c.slotsOf(x.Targets)
		return func(m *machine) status {
			for _, s := range targets {
				m.forget(s)
			}
			return goesOn
		}
	case prog.Call:
		return c.call(x)
	}
	return nil // it has no effect
}

func (c *compiler) call(x *prog.Cmd) command {
	if x.Async {
		refuse("a thread")
	}
	k := &call{callee: x.Callee, targets: c.slotsOf(x.Targets)}
	for _, t := range x.Values {
		var n node
		var a mapNode
		isMap := c.isMap(c.st.Sort(t))
		if isMap {
			a = c.mapNode(t)
		} else {
			n = c.node(t)
		}
		k.args, k.maps, k.isMap = append(k.args, n), append(k.maps, a), append(k.isMap, isMap)
	}
	return func(m *machine) status {
		m.callee = k
		return calls
	}
}

// assign compiles an assignment.
func (c *compiler) assign(targets []prog.VarID, values []term.Term) command {
	if len(targets) == 1 {
		s, t := c.slot(targets[0]), values[0]
		if s.isMap {
			return c.assignMap(s, c.p.Var(targets[0]).Term, t)
		}
		n := c.node(t)
		if c.splits(t) {
			return func(m *machine) status {
				m.setTruth(s, n.full(m))
				return goesOn
			}
		}
		return assignScalar(s, n)
	}
	to := make([]target, len(targets))
	for i, v := range targets {
		x := target{slot: c.slot(v)}
		t := values[i]
		root := t
		for c.st.Op(root) == term.OpStore {
			root = c.st.Arg(root, 0)
		}
		switch {
		case x.isMap && root == c.p.Var(v).Term && root != t:
			x.edits = c.edits(t, root)
		case x.isMap:
			x.a = c.mapNode(t)
		default:
			x.n, x.splits = c.node(t), c.splits(t)
		}
		to[i] = x
	}
	return func(m *machine) status {
		m.assignAll(to)
		return goesOn
	}
}

// target is a variable that gets a value together with others.
type target struct {
	slot
	n      node
	splits bool
	a      mapNode // of a map that
	edits  []edit  // is not one that changes some elements
}

// assignAll reads what the values of variables are, and gives them these.
func (m *machine) assignAll(to []target) {
	word, row := len(m.scratch), len(m.scratchMaps)
	w, r := word, row
	for i := range to {
		switch x := &to[i]; {
		case !x.isMap:
			m.scratch = append(m.scratch, x.n.value(m))
		case x.edits == nil:
			m.scratchMaps = append(m.scratchMaps, held(x.a(m)))
		default:
			m.read(x.edits)
		}
	}
	for i := range to {
		switch x := &to[i]; {
		case !x.isMap && x.splits:
			m.setTruth(x.slot, m.scratch[w])
			w++
		case !x.isMap:
			m.set(x.slot, m.scratch[w])
			w++
		case x.edits == nil:
			m.setMap(x.slot, m.scratchMaps[r])
			r++
		default:
			w, r = m.change(m.owned(x.slot), x.edits, w, r)
		}
	}
	m.scratch, m.scratchMaps = m.scratch[:word], m.scratchMaps[:row]
}

// owned returns the map of a variable, which nobody else has.
func (m *machine) owned(s slot) *table {
	t := m.tableOf(s)
	if t.shared {
		t = t.clone()
		m.setMap(s, t)
	}
	return t
}

// splits reports whether a value that is unknown is chosen when it is assigned. Copies stay unknown.
func (c *compiler) splits(t term.Term) bool { return c.st.Sort(t) == term.Bool && !c.st.IsConst(t) }

func assignScalar(s slot, n node) command {
	at := s.at
	if s.global {
		return func(m *machine) status {
			x := &m.globals[at]
			if w, ok := n.fast(m); ok {
				x.w, x.kind = w, word
			} else {
				m.globals[at] = n.full(m)
			}
			return goesOn
		}
	}
	return func(m *machine) status {
		if w, ok := n.fast(m); ok {
			x := &m.locals[at]
			x.w, x.kind = w, word
		} else {
			m.locals[at] = n.full(m)
		}
		return goesOn
	}
}

// held returns a map as something that others may hold, too.
func held(t *table, fresh bool) *table {
	if !fresh {
		t.shared = true
	}
	return t
}

// assignMap compiles that a map gets a value. Where it changes some elements, it does in place.
func (c *compiler) assignMap(s slot, target, t term.Term) command {
	root := t
	for c.st.Op(root) == term.OpStore {
		root = c.st.Arg(root, 0)
	}
	if root != target || root == t {
		a := c.mapNode(t)
		return func(m *machine) status {
			m.setMap(s, held(a(m)))
			return goesOn
		}
	}
	edits := c.edits(t, root)
	return func(m *machine) status {
		word, row := len(m.scratch), len(m.scratchMaps)
		m.read(edits)
		m.change(m.owned(s), edits, word, row)
		m.scratch, m.scratchMaps = m.scratch[:word], m.scratchMaps[:row]
		return goesOn
	}
}
