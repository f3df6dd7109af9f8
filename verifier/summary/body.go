package summary

import (
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/vc"
)

// symbol is a value that forms are over: that of a term, or the deviation of a
// joined value.
type symbol struct {
	term     term.Term // 0 for a deviation
	concrete form      // of a deviation: in symbols that have terms
	in       interval
}

// definition says what value a constant has wherever a node dominates: an integer
// that of a form, any other that of a term.
type definition struct {
	node int32
	f    form
	same term.Term
}

// node is a block, or an edge with a guard of its own.
type node struct {
	idom, depth int32
	dead        bool
	defined     []term.Term
	limits      []limit // of symbols, ascending, narrower than their own
}

// limit is what conditions on the way to a node say about a symbol.
type limit struct {
	s  sym
	in interval
}

// Limits of the walk of one template. What exceeds them is only forgotten.
const (
	maxLimits = 64   // symbols whose range a node narrows
	maxForm   = 8    // deviations in a form
	maxJoin   = 400  // values joined at one merge
	maxCases  = 64   // edges into a merge whose values are joined
	maxEval   = 4000 // terms visited by one evaluation
)

// body walks one template.
type body struct {
	a  *analysis
	st *term.Store
	p  *vc.Proc

	symbols []symbol
	symOf   map[term.Term]sym
	rank    map[term.Term]int // of the constants that an equation can define
	value   map[term.Term]term.Term
	defs    map[term.Term][]definition
	nodes   []node
	edges   [][]int32 // by block and edge: the node from which it is taken
	grouped map[string]sym
	exits   []int32
	found   [][]found             // by block: what is joined there, for the solver
	calls   map[*vc.Site]*outcome // in place of what is known of all calls of a callee (Contexts)
	work    []scaled

	ins, outs []term.Term      // In and Out, and what else Contexts knows the interface by
	elements  map[valueAt]form // of maps, as they were evaluated
	nested    int              // elements that are being evaluated
}

// found is a constant with the value that it has at a merge: for an integer a form,
// for any other a term.
type found struct {
	t    term.Term
	f    form
	same term.Term
}

// scaled is a term to be evaluated, times c.
type scaled struct {
	t term.Term
	c num.Int
}

func newBody(a *analysis, p *vc.Proc) *body {
	b := &body{
		a: a, st: a.sys.Store, p: p, symOf: map[term.Term]sym{}, rank: map[term.Term]int{},
		value: map[term.Term]term.Term{}, defs: map[term.Term][]definition{}, grouped: map[string]sym{},
		found: make([][]found, len(p.Blocks)), edges: make([][]int32, len(p.Blocks)), elements: map[valueAt]form{},
	}
	b.symbols = append(b.symbols, symbol{in: exactly(num.FromInt64(1))})
	b.ins, b.outs = a.interfaceOf(p)
	for _, t := range b.ins {
		b.symbol(t)
	}
	for i, t := range p.Owned {
		b.rank[t] = i + 1
	}
	for i, t := range p.Out {
		b.rank[t] = len(p.Owned) + i + 1
	}
	for _, d := range p.Defs {
		b.value[d.Name] = d.Value
		delete(b.rank, d.Name)
	}
	return b
}

// symbol returns the symbol of a term.
func (b *body) symbol(t term.Term) sym {
	s, ok := b.symOf[t]
	if !ok {
		s = sym(len(b.symbols))
		b.symbols = append(b.symbols, symbol{term: t})
		if b.st.Sort(t) == term.Bool {
			b.symbols[s].in = exactly(num.Int{}).hull(exactly(num.FromInt64(1)))
		}
		b.symOf[t] = s
	}
	return s
}

// deviation returns a new symbol for what t exceeds base by.
func (b *body) deviation(t term.Term, base form, in interval) form {
	if in.lo.ok && in.lo.equal(in.hi) {
		return constant(in.lo.v)
	}
	concrete := single(b.symbol(t)).minus(b.concrete(base))
	s := sym(len(b.symbols))
	b.symbols = append(b.symbols, symbol{concrete: concrete, in: in})
	return single(s)
}

// concrete returns f in symbols that have terms.
func (b *body) concrete(f form) form {
	var out form
	for _, m := range f {
		if x := &b.symbols[m.s]; m.s == one || x.term != 0 {
			out = out.plus(form{{m.s, num.FromInt64(1)}}, m.c)
		} else {
			out = out.plus(x.concrete, m.c)
		}
	}
	return out
}

// walk goes through the blocks in topological order.
func (b *body) walk() {
	n := len(b.p.Blocks)
	b.nodes = make([]node, n, 2*n)
	for i := range n {
		b.block(int32(i))
		if b.a.spent() {
			return
		}
	}
}

func (b *body) block(i int32) {
	blk := &b.p.Blocks[i]
	if i == 0 {
		b.nodes[0] = node{idom: -1}
	} else {
		b.enter(i)
	}
	for _, k := range blk.Sites {
		if b.nodes[i].dead {
			break
		}
		b.site(i, &b.p.Sites[k])
	}
	b.assumeAll(i, blk.Conds)
	for _, e := range blk.Succs {
		at := i
		if len(e.Eqs) > 0 {
			at = int32(len(b.nodes))
			b.nodes = append(b.nodes, b.below(i))
			b.assumeAll(at, e.Eqs)
		}
		b.edges[i] = append(b.edges[i], at)
	}
	if len(blk.Succs) == 0 && !b.nodes[i].dead {
		b.exits = append(b.exits, i)
	}
}

// below returns a node that is entered from node i only.
func (b *body) below(i int32) node {
	return node{idom: i, depth: b.nodes[i].depth + 1, dead: b.nodes[i].dead, limits: b.nodes[i].limits}
}

// enter begins block i: it joins what its live edges bring.
func (b *body) enter(i int32) {
	var from []int32
	for _, e := range b.p.Blocks[i].Preds {
		if at := b.edges[e.Block][e.Edge]; !b.nodes[at].dead && !slices.Contains(from, at) {
			from = append(from, at)
		}
	}
	switch len(from) {
	case 0:
		b.nodes[i] = node{idom: 0, depth: 1, dead: true}
		return
	case 1:
		b.nodes[i] = b.below(from[0])
		return
	}
	dom := from[0]
	for _, k := range from[1:] {
		dom = b.meet(dom, k)
	}
	b.nodes[i] = b.below(dom)
	b.nodes[i].limits = b.joinLimits(from)
	if len(from) <= maxCases {
		b.merge(i, dom, from)
	}
}

// meet returns the nearest common dominator.
func (b *body) meet(i, k int32) int32 {
	for i != k {
		if b.nodes[i].depth >= b.nodes[k].depth {
			i = b.nodes[i].idom
		} else {
			k = b.nodes[k].idom
		}
	}
	return i
}

func (b *body) dominates(i, k int32) bool {
	for b.nodes[k].depth > b.nodes[i].depth {
		k = b.nodes[k].idom
	}
	return i == k
}

// joinLimits returns the limits that hold in one of the given nodes.
func (b *body) joinLimits(from []int32) []limit {
	var out []limit
	for _, l := range b.nodes[from[0]].limits {
		for _, k := range from[1:] {
			l.in = l.in.hull(b.rangeOf(k, l.s))
		}
		if l.in.bounded() && !l.in.equal(b.symbols[l.s].in) {
			out = append(out, l)
		}
	}
	return out
}

// merge defines at block i the constants that all edges into it define, but no
// block that dominates it. Integers are joined. Any other constant is defined only
// if all edges give it the value of one term, or each the value that it gives to a
// constant before it.
func (b *body) merge(i, dom int32, from []int32) {
	var consts []term.Term
	var values [][]form
	var others tuples
	for _, t := range b.nodes[from[0]].defined {
		if _, ok := b.definition(dom, t); ok || len(values) == maxJoin {
			continue
		}
		defs, ok := b.at(from, t)
		switch {
		case !ok:
		case b.numeric(t):
			cases := make([]form, len(defs))
			for e, d := range defs {
				cases[e] = d.f
			}
			b.align(cases, from)
			consts, values = append(consts, t), append(values, cases)
		default:
			cases := make([]term.Term, len(defs))
			for e, d := range defs {
				cases[e] = d.same
			}
			if same := others.add(t, cases); same != 0 {
				b.equal(i, t, same)
				b.found[i] = append(b.found[i], found{t: t, same: same})
			} else {
				consts, values = b.mergeElements(i, from, t, cases, consts, values)
			}
		}
	}
	b.mergeIntegers(i, from, consts, values)
}

// at returns the definitions of a constant at each of the given nodes, if it has one there.
func (b *body) at(nodes []int32, t term.Term) ([]definition, bool) {
	b.a.steps += len(nodes)
	cases := make([]definition, len(nodes))
	for e, k := range nodes {
		d, ok := b.definition(k, t)
		if !ok {
			return nil, false
		}
		cases[e] = d
	}
	return cases, true
}

// tuples are values at a merge, one for each edge, of constants that are no
// integers, by the first one.
type tuples map[term.Term][]tuple

type tuple struct {
	t     term.Term
	cases []term.Term
}

// add returns a term that has the value of t if one is known, and else adds t.
func (x *tuples) add(t term.Term, cases []term.Term) term.Term {
	first := cases[0]
	if !slices.ContainsFunc(cases, func(v term.Term) bool { return v != first }) {
		return first
	}
	if *x == nil {
		*x = tuples{}
	}
	for _, y := range (*x)[first] {
		if slices.Equal(y.cases, cases) {
			return y.t
		}
	}
	(*x)[first] = append((*x)[first], tuple{t, cases})
	return 0
}

// mergeIntegers joins integers that have the given values at the edges into block i.
func (b *body) mergeIntegers(i int32, from []int32, consts []term.Term, values [][]form) {
	all := func(sym) bool { return true }
	js := join(values, all, func(e int, f form) interval { return b.rangeAt(from[e], f) })
	deviations := make([]form, len(js))
	for k, j := range js {
		f := b.deviating(consts[k], j.base, j, deviations, k)
		b.define(i, consts[k], f)
		b.found[i] = append(b.found[i], found{t: consts[k], f: f})
	}
}

// deviating returns the form of joined value number k, t, of which f is the base.
func (b *body) deviating(t term.Term, f form, j joined, deviations []form, k int) form {
	if j.fresh {
		f = b.short(f)
		deviations[k] = b.deviation(t, f, j.in)
		f = f.plus(deviations[k], num.FromInt64(1))
	}
	for _, q := range j.terms {
		f = f.plus(deviations[q.of], q.c)
	}
	return f
}

// numeric reports whether forms stand for the values of a term. To Contexts Booleans are 0 and 1, so it finds which of
// them are equal, or opposite.
func (b *body) numeric(t term.Term) bool {
	s := b.st.Sort(t)
	return s == term.Int || s == term.Bool && b.a.shapes != nil
}

// site defines the results of a call.
func (b *body) site(i int32, x *vc.Site) {
	r := b.a.of[x.Callee]
	if o := b.calls[x]; o != nil {
		r = o
	}
	if r == nil {
		if b.a.callee != nil {
			b.tell(i, x)
		}
		return
	}
	if r.never {
		b.nodes[i].dead = true
		return
	}
	callee := b.a.sys.Procs[x.Callee]
	ins, outs := b.a.passed(x)
	args := make([]form, len(ins)) // of those that are integers
	for k, t := range ins {
		if b.numeric(t) {
			args[k] = b.eval(i, t)
		}
	}
	deviations := make([]form, len(r.outs))
	for k := range r.outs {
		o := &r.outs[k]
		if o.same != 0 {
			v := o.same
			if at := slices.Index(callee.In, v); at >= 0 {
				v = b.atom(i, x.Args[at])
			}
			b.equal(i, outs[k], v)
			continue
		}
		if !o.known {
			continue
		}
		var f form
		for _, m := range o.base {
			if m.s == one {
				f = f.plus(constant(m.c), num.FromInt64(1))
			} else {
				f = f.plus(args[m.s-1], m.c)
			}
		}
		t := outs[k]
		if k >= len(x.Outs) { // of a map that is not known better
			if b.definable(i, b.st.Arg(t, 0)) == 0 {
				continue
			}
			t = b.st.Select(b.st.Arg(t, 0), b.index(i, b.st.Arg(t, 1)))
		}
		b.define(i, t, b.deviating(t, f, o.joined, deviations, k))
	}
}

// define notes the value of an integer.
func (b *body) define(i int32, t term.Term, f form) { b.note(t, definition{node: i, f: f}) }

// equal notes that t, which is no integer, has the value of same.
func (b *body) equal(i int32, t, same term.Term) { b.note(t, definition{node: i, same: same}) }

func (b *body) note(t term.Term, d definition) {
	if _, ok := b.rank[t]; !ok && b.st.Op(t) != term.OpSelect {
		return
	}
	b.defs[t] = append(b.defs[t], d)
	b.nodes[d.node].defined = append(b.nodes[d.node].defined, t)
}

// definition returns the value of a constant at a node.
func (b *body) definition(i int32, t term.Term) (definition, bool) {
	ds := b.defs[t]
	for k := len(ds) - 1; k >= 0; k-- {
		if b.dominates(ds[k].node, i) {
			return ds[k], true
		}
	}
	return definition{}, false
}
