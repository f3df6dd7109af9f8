package execute

import (
	"context"
	"fmt"
	"slices"

	"github.com/muster-smt/muster/fuzz/bpl"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// Budgets of the query.
const (
	queryConflicts = 20_000
	queryModels    = 20
)

// FailsSymbolically answers the question of Fails by one query: it unfolds the program up to
// the bound, with calls and loops counted as in this package, and defines the values of the
// variables in each control state by those in its predecessors. It handles numbers of all
// sizes, but gives up if there are many states.
func (p *Program) FailsSymbolically(ctx context.Context, bound int) (answer Answer) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(lost); !ok {
				panic(r)
			}
			answer = Unknown
		}
	}()
	for _, q := range p.procs {
		if q.body != nil && q.body.messy {
			return Unknown
		}
	}
	nodes := p.unfold(bound)
	if nodes == nil {
		return Unknown
	}
	st := term.NewStore()
	x := &symbolic{p: p, st: st, solver: solver.New(st, solver.Options{}), sorts: map[*sort]term.Sort{}, tables: map[int]term.Sym{}}
	x.solver.SetConflictBudget(queryConflicts)
	x.solver.SetModelBudget(queryModels)
	x.start(nodes[0])
	for _, n := range nodes {
		x.node(n)
	}
	x.solver.Assert(st.Or(append(x.failures, st.False())...))
	switch x.solver.Check(ctx).Status {
	case sat.Sat:
		return Yes
	case sat.Unsat:
		return No
	}
	return Unknown
}

// symbolic builds the query.
type symbolic struct {
	p        *Program
	st       *term.Store
	solver   *solver.Solver
	sorts    map[*sort]term.Sort
	tables   map[int]term.Sym // functions by slot
	failures []term.Term
	names    int
	w        *world // of the current node
	bound    []term.Term
}

// world is the symbolic state of a node: when it is reached, and the values there.
type world struct {
	reached term.Term
	globals []term.Term // 0 for functions
	frames  []scope
}

type scope struct{ vars, old []term.Term }

func (w *world) clone() *world {
	v := &world{reached: w.reached, globals: slices.Clone(w.globals)}
	for _, f := range w.frames {
		v.frames = append(v.frames, scope{slices.Clone(f.vars), slices.Clone(f.old)})
	}
	return v
}

func (w *world) top() *scope { return &w.frames[len(w.frames)-1] }

// values returns pointers to all values.
func (w *world) values() []*term.Term {
	var out []*term.Term
	add := func(ts []term.Term) {
		for i := range ts {
			out = append(out, &ts[i])
		}
	}
	add(w.globals)
	for _, f := range w.frames {
		add(f.vars)
		add(f.old)
	}
	return out
}

func (x *symbolic) fresh(s term.Sort) term.Term {
	x.names++
	return x.st.FreshConst(fmt.Sprintf("v%d", x.names), s)
}

func (x *symbolic) arbitrary(sorts []*sort) []term.Term {
	out := make([]term.Term, len(sorts))
	for i, s := range sorts {
		out[i] = x.fresh(x.sort(s))
	}
	return out
}

func (x *symbolic) sort(s *sort) term.Sort {
	if t, ok := x.sorts[s]; ok {
		return t
	}
	var t term.Sort
	switch s.kind {
	case boolSort:
		t = term.Bool
	case intSort:
		t = term.Int
	case bitsSort:
		t = x.st.BitVecSort(s.width)
	case ownSort:
		t = x.st.UninterpretedSort(fmt.Sprintf("S%d", len(x.sorts)))
	default: // a map of several indices is one of maps
		t = x.sort(s.elem)
		for _, i := range slices.Backward(s.index) {
			t = x.st.ArraySort(x.sort(i), t)
		}
	}
	x.sorts[s] = t
	return t
}

// start makes the world before the entry, and asserts the axioms.
func (x *symbolic) start(entry *node) {
	w := &world{reached: x.st.True(), globals: make([]term.Term, len(x.p.globals))}
	functions := map[int]bool{}
	for _, f := range x.p.funcs {
		if f.body == nil && f.op == 0 && f.bits == nil {
			functions[f.slot] = true
		}
	}
	for slot, s := range x.p.globals {
		if !functions[slot] {
			w.globals[slot] = x.fresh(x.sort(s))
			continue
		}
		var params []term.Sort
		for _, k := range s.index {
			params = append(params, x.sort(k))
		}
		x.tables[slot] = x.st.DeclareFun(fmt.Sprintf("f%d", slot), params, x.sort(s.elem))
	}
	x.w = w
	for _, a := range x.p.axioms {
		x.solver.Assert(x.expr(a))
	}
	for i, a := range x.p.consts {
		for _, b := range x.p.consts[:i] {
			if a.sort == b.sort {
				x.solver.Assert(x.st.Not(x.st.Eq(w.globals[a.slot], w.globals[b.slot])))
			}
		}
	}
	w.frames = []scope{x.scope(x.p.procs[x.p.entry], nil)}
	entry.ins = []*world{w}
}

// scope returns the scope of a call.
func (x *symbolic) scope(q *procedure, args []term.Term) scope {
	return scope{append(slices.Clone(args), x.arbitrary(q.sorts[len(args):])...), slices.Clone(x.w.globals)}
}

// join merges the worlds in which control reaches a node.
func (x *symbolic) join(ins []*world) *world {
	if len(ins) == 1 {
		return ins[0].clone()
	}
	w := ins[0].clone()
	edges := make([]term.Term, len(ins))
	for i, in := range ins {
		edges[i] = x.fresh(term.Bool)
		x.solver.Assert(x.st.Implies(edges[i], in.reached))
	}
	w.reached = x.fresh(term.Bool)
	x.solver.Assert(x.st.Implies(w.reached, x.st.Or(edges...)))
	there := make([][]*term.Term, len(ins))
	for i, in := range ins {
		there[i] = in.values()
	}
	for k, v := range w.values() {
		if !slices.ContainsFunc(there, func(in []*term.Term) bool { return *in[k] != *v }) {
			continue
		}
		*v = x.fresh(x.st.Sort(*v))
		for i := range ins {
			x.solver.Assert(x.st.Implies(edges[i], x.st.Eq(*v, *there[i][k])))
		}
	}
	return w
}

func (x *symbolic) assume(conds []*expr) {
	for _, c := range conds {
		x.w.reached = x.st.And(x.w.reached, x.expr(c))
	}
}

// check records how conditions fail, unless a guess that an iteration completes is pending.
func (x *symbolic) check(n *node, conds []*expr) {
	guessed := slices.ContainsFunc(n.frames, func(f frame) bool { return len(f.loops) > 0 })
	for _, c := range conds {
		t := x.expr(c)
		if !guessed {
			x.failures = append(x.failures, x.st.And(x.w.reached, x.st.Not(t)))
		}
		x.w.reached = x.st.And(x.w.reached, t)
	}
}

func (x *symbolic) contract(n *node, list []clause) {
	for _, c := range list {
		if c.assumed {
			x.assume([]*expr{c.cond})
		} else {
			x.check(n, []*expr{c.cond})
		}
	}
}

// node executes a node and passes its world on.
func (x *symbolic) node(n *node) {
	x.w = x.join(n.ins)
	last := len(n.frames) - 1
	f := &n.frames[last]
	q := x.p.procs[f.proc]
	switch f.phase {
	case checkRequires, assumeRequires:
		if f.phase == checkRequires {
			x.contract(n, q.requires)
		}
		x.assume(q.enter)
		if q.body == nil {
			for _, g := range q.modify {
				x.w.globals[g] = x.fresh(x.sort(x.p.globals[g]))
			}
			x.leave(n, q)
		}
	case running:
		x.commands(n, q.body.blocks[f.block])
	case checkEnsures:
		x.contract(n, q.ensures)
		if last > 0 {
			x.leave(n, q)
		} else if !x.p.asserts {
			x.failures = append(x.failures, x.w.reached)
		}
	}
	for _, s := range n.succs {
		s.ins = append(s.ins, x.w)
	}
}

// leave ends the call.
func (x *symbolic) leave(n *node, q *procedure) {
	x.assume(q.exit)
	last := len(x.w.frames) - 1
	inner := x.w.frames[last]
	x.w.frames = x.w.frames[:last]
	c := &n.frames[last-1]
	for i, t := range x.p.procs[c.proc].body.blocks[c.block].cmds[c.cmd].targets {
		*x.variable(t) = inner.vars[q.ins+i]
	}
}

func (x *symbolic) variable(t target) *term.Term {
	if t.global {
		return &x.w.globals[t.slot]
	}
	return &x.w.top().vars[t.slot]
}

// commands executes the commands up to a call, which it begins, or up to the end of the block.
func (x *symbolic) commands(n *node, b *block) {
	for i := n.frames[len(n.frames)-1].cmd; i < len(b.cmds); i++ {
		switch k := &b.cmds[i]; k.kind {
		case bpl.Assert:
			x.check(n, k.conds)
		case bpl.Assume:
			x.assume(k.conds)
		case bpl.Havoc:
			for _, t := range k.slots {
				v := x.variable(t)
				*v = x.fresh(x.st.Sort(*v))
			}
		case bpl.Assign:
			values := x.exprs(k.values)
			for j, t := range k.targets {
				if len(t.indices) > 0 {
					values[j] = x.update(*x.variable(t), slices.Concat(t.indices...), values[j])
				}
			}
			for j, t := range k.targets {
				*x.variable(t) = values[j]
			}
		case bpl.Call:
			x.w.frames = append(x.w.frames, x.scope(x.p.procs[k.callee], x.exprs(k.values)))
			return
		}
	}
}

// update changes a map of maps at indices.
func (x *symbolic) update(m term.Term, indices []*expr, v term.Term) term.Term {
	i := x.expr(indices[0])
	if len(indices) > 1 {
		v = x.update(x.st.Select(m, i), indices[1:], v)
	}
	return x.st.Store(m, i, v)
}

func (x *symbolic) exprs(es []*expr) []term.Term {
	out := make([]term.Term, len(es))
	for i, e := range es {
		out[i] = x.expr(e)
	}
	return out
}

func (x *symbolic) expr(e *expr) term.Term {
	st := x.st
	switch e.op {
	case bpl.Num:
		return x.number(e)
	case bpl.Var:
		switch e.where {
		case inGlobal:
			return x.w.globals[e.n]
		case inOld:
			return x.w.top().old[e.n]
		case inFrame:
			return x.w.top().vars[e.n]
		}
		return x.bound[e.n]
	case bpl.Forall, bpl.Exists:
		return x.quantifier(e)
	case bpl.Store:
		last := len(e.args) - 1
		return x.update(x.expr(e.args[0]), e.args[1:last], x.expr(e.args[last]))
	}
	as := x.exprs(e.args)
	switch e.op {
	case bpl.Apply:
		if e.operator != nil {
			return x.operate(e, as)
		}
		return x.apply(e.fn, as)
	case bpl.Extract:
		return st.Extract(int(e.n)+e.sort.width-1, int(e.n), as[0])
	case bpl.Concat:
		return st.Concat(as...)
	case bpl.Select:
		t := as[0]
		for _, i := range as[1:] {
			t = st.Select(t, i)
		}
		return t
	case bpl.True, bpl.False:
		return st.Bool(e.op == bpl.True)
	case bpl.Ite:
		return st.Ite(as[0], as[1], as[2])
	case bpl.Not:
		return st.Not(as[0])
	case bpl.And:
		return st.And(as...)
	case bpl.Or:
		return st.Or(as...)
	case bpl.Implies:
		return st.Implies(as[0], as[1])
	case bpl.Explies:
		return st.Implies(as[1], as[0])
	case bpl.Iff, bpl.Eq:
		return st.Eq(as[0], as[1])
	case bpl.Ne:
		return st.Not(st.Eq(as[0], as[1]))
	case bpl.Lt:
		return st.Lt(as[0], as[1])
	case bpl.Le:
		return st.Le(as[0], as[1])
	case bpl.Gt:
		return st.Lt(as[1], as[0])
	case bpl.Ge:
		return st.Le(as[1], as[0])
	case bpl.Neg:
		return st.Neg(as[0])
	case bpl.Add:
		return st.Add(as...)
	case bpl.Sub:
		return st.Sub(as[0], as[1])
	case bpl.Mul:
		return st.Mul(as[0], as[1])
	}
	return x.divide(e, as[0], as[1])
}

func (x *symbolic) number(e *expr) term.Term {
	if e.sort != nil {
		return x.st.Uint(e.sort.width, uint64(e.n))
	}
	if e.digits == "" {
		return x.st.Int(e.n)
	}
	n, err := num.ParseInt(e.digits)
	if err != nil {
		panic(lost{})
	}
	return x.st.Numeral(n)
}

// apply applies a function, by its body if it has one.
func (x *symbolic) apply(f *function, args []term.Term) term.Term {
	if f.body == nil {
		return x.st.App(x.tables[f.slot], args...)
	}
	outer := x.bound
	x.bound = args
	t := x.expr(f.body)
	x.bound = outer
	return t
}

// divide makes the result of a division by zero a function of the dividend.
func (x *symbolic) divide(e *expr, a, b term.Term) term.Term {
	t := x.st.Mod(a, b)
	if e.op == bpl.Div {
		t = x.st.Div(a, b)
	}
	return x.st.Ite(x.st.Eq(b, x.st.Int(0)), x.st.App(x.tables[e.fn.slot], a), t)
}

func (x *symbolic) quantifier(e *expr) term.Term {
	outer := x.bound
	x.bound = slices.Clone(outer[:e.base])
	var q term.Quant
	for _, s := range e.bound {
		x.names++
		q.Vars = append(q.Vars, x.st.BoundVar(fmt.Sprintf("b%d", x.names), x.sort(s)))
	}
	x.bound = append(x.bound, q.Vars...)
	q.Body = x.expr(e.args[0])
	x.bound = outer
	if e.op == bpl.Exists {
		return x.st.Quantify(term.OpExists, q)
	}
	return x.st.Quantify(term.OpForall, q)
}
