package combine

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// fnOf returns the key of an application in the e-graph: the symbol, or the operator with
// the sort of the term, which the arguments of a constant array do not determine. For a
// slice of a bit-vector it is the operator with a number for the slice. 1 is the key of
// equalities.
func (e *Engine) fnOf(t term.Term) uint32 {
	st, op := e.st, e.st.Op(t)
	switch op {
	case term.OpApp:
		return 1<<31 | uint32(st.Sym(t))
	case term.OpExtract:
		hi, lo := st.ExtractBounds(t)
		n, ok := e.slices[[2]int{hi, lo}]
		if !ok {
			n = uint32(len(e.slices))
			e.slices[[2]int{hi, lo}] = n
		}
		return 1<<30 | n<<8 | uint32(op)
	}
	return uint32(st.Sort(t))<<8 | uint32(op)
}

// point returns the point of a term, if it has one.
func (e *Engine) point(t term.Term) (theory.Point, bool) {
	p := e.points.at(t)
	return p, p.Node != 0
}

// intern returns the point of a ground term; it makes nodes for the term and its subterms.
func (e *Engine) intern(t term.Term) theory.Point {
	if p, ok := e.point(t); ok {
		return p
	}
	base := len(e.interns)
	e.interns = append(e.interns, t)
	for len(e.interns) > base {
		t := e.interns[len(e.interns)-1]
		if _, ok := e.point(t); ok {
			e.interns = e.interns[:len(e.interns)-1]
			continue
		}
		if e.internArgs(t) {
			e.interns = e.interns[:len(e.interns)-1]
			e.points.set(t, e.make(t))
		}
	}
	return e.points.at(t)
}

// internArgs pushes the arguments that have no point yet; true if none is missing.
func (e *Engine) internArgs(t term.Term) bool {
	if e.st.Sort(t) == term.Bool && !e.isApplication(t) {
		return true // a formula: its node is a leaf with a literal
	}
	if e.st.Op(t) == term.OpIte {
		return true // defined by clauses
	}
	if rest, _, ok := e.offset(t); ok {
		if _, have := e.point(rest); !have {
			e.interns = append(e.interns, rest)
			return false
		}
		return true
	}
	ready := true
	for _, a := range e.st.Args(t) {
		if _, have := e.point(a); !have {
			e.interns = append(e.interns, a)
			ready = false
		}
	}
	return ready
}

// isApplication reports whether the e-graph sees the arguments of a Boolean term.
func (e *Engine) isApplication(t term.Term) bool {
	op := e.st.Op(t)
	return (op == term.OpApp || e.claims.byOp[op] != 0) && e.st.NumArgs(t) > 0
}

// offset splits a sum with a small numeral into the rest and the numeral.
func (e *Engine) offset(t term.Term) (rest term.Term, c int64, ok bool) {
	if e.st.Op(t) != term.OpAdd {
		return 0, 0, false
	}
	args := e.st.Args(t)
	for i, a := range args {
		if !e.st.IsNum(a) {
			continue
		}
		c, fits := small(e.st.Num(a))
		if !fits {
			return 0, 0, false
		}
		others := make([]term.Term, 0, len(args)-1)
		others = append(append(others, args[:i]...), args[i+1:]...)
		return e.st.Add(others...), c, true
	}
	return 0, 0, false
}

func small(n num.Int) (int64, bool) {
	c, ok := n.Int64()
	return c, ok && c > -theory.MaxOffset && c < theory.MaxOffset
}

// make makes the node of a term whose arguments have points.
func (e *Engine) make(t term.Term) theory.Point {
	switch op := e.st.Op(t); {
	case op == term.OpTrue:
		return theory.Point{Node: theory.True}
	case op == term.OpFalse:
		return theory.Point{Node: theory.False}
	case op == term.OpRat || op == term.OpBits:
		n := e.g.NewLeaf(t)
		e.g.SetValue(n)
		return e.attach(n, t)
	case op == term.OpNum:
		if c, ok := small(e.st.Num(t)); ok {
			return theory.Point{Node: theory.Zero, Off: c}
		}
		// No value node: x+1 = 2^64 and x = 2^64-1 put two such numerals into
		// one class. The theory of arithmetic knows what they are.
		return e.attach(e.g.NewLeaf(t), t)
	case e.st.Sort(t) == term.Bool && !e.isApplication(t):
		n := e.g.NewLeaf(t)
		e.links = append(e.links, n)
		return e.attach(n, t)
	case op == term.OpIte:
		return e.attach(e.g.NewLeaf(t), t)
	}
	switch op := e.st.Op(t); op {
	case term.OpApp, term.OpSelect, term.OpStore:
		e.cases.wanted = e.cases.wanted || e.st.NumArgs(t) > 0
	}
	if rest, c, ok := e.offset(t); ok {
		return e.points.at(rest).Plus(c)
	}
	if e.st.NumArgs(t) == 0 {
		return e.attach(e.g.NewLeaf(t), t)
	}
	args := e.st.Args(t)
	points := make([]theory.Point, len(args))
	for i, a := range args {
		points[i] = e.points.at(a)
	}
	n := e.g.NewApp(t, e.fnOf(t), points)
	if !e.claims.internal[e.st.Op(t)] {
		e.share(points...)
	}
	if e.st.Sort(t) == term.Bool {
		e.links = append(e.links, n)
	}
	return e.attach(n, t)
}

// share notes that the values of points may matter outside their theory.
func (e *Engine) share(points ...theory.Point) {
	for _, p := range points {
		e.nodes[p.Node].shared = true
	}
}

// nodeMade extends the tables by node to a new node.
func (e *Engine) nodeMade(n theory.Node) {
	for len(e.nodes) <= int(n) {
		e.rel.node = append(e.rel.node, false)
		e.nodes = append(e.nodes, node{})
	}
}

// attach gives a new node to the plugins that claim it.
func (e *Engine) attach(n theory.Node, t term.Term) theory.Point {
	e.nodeMade(n)
	x := &e.nodes[n]
	x.plugins = e.claims.node(t)
	x.cares = len(e.g.Args(n)) > 0 && e.claims.cares(t)
	switch {
	case e.st.Sort(t) == term.Bool:
		x.kind = boolNode
	case e.st.Op(t) == term.OpIte:
		x.kind = iteNode
	}
	for i := range x.plugins.each {
		e.plugins[i].Attach(n, t)
	}
	return theory.Point{Node: n}
}

// announceRelevant announces a relevant node to the plugins that claim it.
func (e *Engine) announceRelevant(n theory.Node) {
	x := &e.nodes[n]
	for s := x.plugins; s != 0; s &= s - 1 {
		e.plugins[s.first()].Relevant(n)
	}
	switch x.kind {
	case iteNode:
		e.ites = append(e.ites, n)
	case boolNode:
		e.relevantBool(n)
	}
}

// relevantBool makes sure that a Boolean argument gets a value.
func (e *Engine) relevantBool(n theory.Node) {
	l := e.g.Lit(n)
	if l == sat.NoLit {
		return // link calls this again
	}
	for _, v := range [2]sat.Lit{l, l.Not()} {
		if e.rel.lit[v] {
			e.mergeBool(n, l, v)
			return
		}
	}
	e.splits = append(e.splits, l)
}

// mergeBool merges n, whose literal is l, with the truth value that the true
// literal v gives it.
func (e *Engine) mergeBool(n theory.Node, l, v sat.Lit) {
	value := theory.True
	if v != l {
		value = theory.False
	}
	e.g.MergeLit(theory.Point{Node: n}, theory.Point{Node: value}, v)
}

// link gives literals to the Boolean nodes that were made as arguments.
func (e *Engine) link() {
	for len(e.links) > 0 {
		n := e.links[len(e.links)-1]
		e.links = e.links[:len(e.links)-1]
		if e.g.Lit(n) != sat.NoLit {
			continue
		}
		l := e.cnf.Lit(e.g.Term(n), e.tag)
		if a := &e.atoms[l.Var()]; a.node != n {
			a.also[l&1] = n
			e.g.SetLit(n, l)
		}
		if e.rel.node[n] {
			e.relevantBool(n)
		}
		if v := e.g.ValueNode(n); v == theory.True || v == theory.False {
			e.Decided(n, v == theory.True)
		}
	}
}
