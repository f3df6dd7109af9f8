package combine

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// Symbol keys of the e-graph: operators below symBase, symbols above, constant
// arrays from constBase by their sort.
const (
	symBase   = 64
	constBase = 1 << 31
)

func fnOf(st *term.Store, t term.Term) uint32 {
	if st.Op(t) == term.OpApp {
		return symBase + uint32(st.Sym(t))
	}
	if st.Op(t) == term.OpConstArray {
		// The only operator whose arguments don't tell its sort.
		return constBase + uint32(st.Sort(t))
	}
	return 2 + uint32(st.Op(t)) // 1 is the key of equalities
}

// point returns the point of a term, which is 0 if it has none yet.
func (e *Engine) point(t term.Term) (theory.Point, bool) {
	if int(t) < len(e.points) && e.points[t].Node != 0 {
		return e.points[t], true
	}
	return theory.Point{}, false
}

func (e *Engine) setPoint(t term.Term, p theory.Point) {
	if int(t) >= len(e.points) {
		n := max(int(t)+1, e.st.Len(), 2*len(e.points))
		e.points = append(e.points, make([]theory.Point, n-len(e.points))...)
	}
	e.points[t] = p
}

// intern returns the point of a ground term, making nodes for it and all below.
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
			e.setPoint(t, e.make(t))
		}
	}
	return e.points[t]
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

// isApplication reports whether a term's node has its arguments' nodes below it.
func (e *Engine) isApplication(t term.Term) bool {
	switch e.st.Op(t) {
	case term.OpApp, term.OpSelect:
		return e.st.NumArgs(t) > 0
	}
	return false
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
	case op == term.OpRat:
		n := e.g.NewLeaf(t)
		e.g.SetValue(n)
		return e.attach(n, t)
	case op == term.OpNum:
		if c, ok := small(e.st.Num(t)); ok {
			return theory.Point{Node: theory.Zero, Off: c}
		}
		// No value node: x+1 = 2^64 and x = 2^64-1 put two such numerals into
		// one class. Arithmetic knows what they are.
		return e.attach(e.g.NewLeaf(t), t)
	case e.st.Sort(t) == term.Bool && !e.isApplication(t):
		n := e.g.NewLeaf(t)
		e.links = append(e.links, n)
		return e.attach(n, t)
	case op == term.OpIte:
		return e.attach(e.g.NewLeaf(t), t)
	}
	if rest, c, ok := e.offset(t); ok {
		return e.points[rest].Plus(c)
	}
	if e.st.NumArgs(t) == 0 {
		return e.attach(e.g.NewLeaf(t), t)
	}
	args := e.st.Args(t)
	points := make([]theory.Point, len(args))
	for i, a := range args {
		points[i] = e.points[a]
	}
	n := e.g.NewApp(t, fnOf(e.st, t), points)
	if !isSum(e.st.Op(t)) {
		e.share(points...)
	}
	if e.st.Sort(t) == term.Bool {
		e.links = append(e.links, n)
	}
	return e.attach(n, t)
}

// isSum reports whether arithmetic knows all about the operator.
func isSum(op term.Op) bool {
	return op == term.OpAdd || op == term.OpMul || op == term.OpToReal || op == term.OpToInt
}

// share notes that the values of points matter to others than arithmetic.
func (e *Engine) share(points ...theory.Point) {
	for _, p := range points {
		e.shared[p.Node] = true
	}
}

// nodeMade keeps the tables by node as long as the e-graph.
func (e *Engine) nodeMade(n theory.Node) {
	for len(e.rel.node) <= int(n) {
		e.rel.node = append(e.rel.node, false)
		e.shared = append(e.shared, false)
	}
}

func (e *Engine) attach(n theory.Node, t term.Term) theory.Point {
	e.nodeMade(n)
	if i := e.ownerOf(n, t); i >= 0 {
		e.plugins[i].Attach(n, t)
	}
	if e.quant >= 0 {
		e.plugins[e.quant].Attach(n, t)
	}
	return theory.Point{Node: n}
}

// ownerOf returns the plugin that a node belongs to by sort. A select of Int
// or Real sort is of interest to arithmetic and arrays: see also selectOf.
func (e *Engine) ownerOf(n theory.Node, t term.Term) int {
	switch sort := e.st.Sort(t); {
	case isNumber(sort):
		if e.arrays >= 0 && e.st.Op(t) == term.OpSelect {
			e.plugins[e.arrays].Attach(n, t)
		}
		return e.arith
	case e.st.IsArray(sort), e.st.Op(t) == term.OpSelect:
		return e.arrays
	}
	return -1
}

// announceRelevant tells the plugins of a relevant node.
func (e *Engine) announceRelevant(n theory.Node) {
	t := e.g.Term(n)
	if t == 0 {
		return
	}
	op, sort := e.st.Op(t), e.st.Sort(t)
	if isNumber(sort) && e.arith >= 0 {
		e.plugins[e.arith].Relevant(n)
	}
	if e.arrays >= 0 && (op == term.OpSelect || e.st.IsArray(sort)) {
		e.plugins[e.arrays].Relevant(n)
	}
	if e.quant >= 0 {
		e.plugins[e.quant].Relevant(n)
	}
	switch {
	case op == term.OpIte && sort != term.Bool:
		e.ites = append(e.ites, n)
	case sort == term.Bool:
		e.relevantBool(n)
	}
}

// relevantBool sees to it that a Boolean argument gets a value.
func (e *Engine) relevantBool(n theory.Node) {
	l := e.g.Lit(n)
	if l == sat.NoLit {
		return // it is about to be linked, by one who tells us again
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
		l := e.cnf.Lit(e.g.Term(n))
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

// Atom implements cnf.Sink.
func (e *Engine) Atom(t term.Term) sat.Lit {
	args := e.st.Args(t)
	switch op := e.st.Op(t); {
	case op == term.OpEq:
		return e.equalityAtom(t, args[0], args[1])
	case op == term.OpLe:
		e.intern(args[0])
		e.intern(args[1])
		l := e.newAtom(atom{kind: inequality, term: t, tell: int8(e.arith)})
		e.addAtom(e.arith, t, l)
		return l
	case op == term.OpForall:
		owner := e.quant
		if ts, ok := e.piecewise(t); ok {
			owner = e.arrays
			for _, u := range ts {
				e.intern(u)
			}
		}
		l := e.newAtom(atom{kind: quantifier, term: t, tell: int8(owner)})
		e.addAtom(owner, t, l)
		return l
	case e.isApplication(t):
		p := e.intern(t)
		l := e.newAtom(atom{kind: predicate, node: p.Node, term: t, tell: -1})
		e.g.SetLit(p.Node, l)
		if v := e.g.ValueNode(p.Node); v == theory.True || v == theory.False {
			e.Decided(p.Node, v == theory.True)
		}
		return l
	}
	return e.NewVar(t).Pos()
}

// piecewise returns the ground terms of a quantifier that is one of arrays.
func (e *Engine) piecewise(t term.Term) ([]term.Term, bool) {
	if e.arrays < 0 {
		return nil, false
	}
	return e.plugins[e.arrays].(ArrayPlugin).Piecewise(t)
}

func (e *Engine) equalityAtom(t, a, b term.Term) sat.Lit {
	p, q := e.intern(a), e.intern(b)
	n := e.g.NewEq(t, p, q)
	e.nodeMade(n)
	e.share(p, q)
	at := atom{kind: equality, node: n, term: t, tell: -1}
	switch sort := e.st.Sort(a); {
	case isNumber(sort):
		at.tell = int8(e.arith)
	case e.st.IsArray(sort):
		at.tell = int8(e.arrays)
	}
	l := e.newAtom(at)
	e.g.SetLit(n, l)
	if at.tell >= 0 {
		e.addAtom(int(at.tell), t, l)
	}
	if v := e.g.ValueNode(n); v == theory.True || v == theory.False {
		e.Decided(n, v == theory.True)
	}
	return l
}

func (e *Engine) newAtom(a atom) sat.Lit {
	v := e.NewVar(a.term)
	e.atoms[v] = a
	e.count.made++
	return v.Pos()
}

func (e *Engine) addAtom(plugin int, t term.Term, l sat.Lit) {
	if plugin >= 0 {
		e.plugins[plugin].AddAtom(t, l)
		return
	}
	// Nobody understands it: any model that depends on it is a guess.
	e.alien = append(e.alien, l)
}

// defineItes sends the definitions of relevant if-then-else terms. The
// equalities are not simplified: rewriting knows the definition too and would
// turn it into a truism.
func (e *Engine) defineItes() {
	for _, n := range e.ites {
		t := e.g.Term(n)
		args := e.st.Args(t)
		c, a, b := args[0], args[1], args[2]
		l := e.cnf.Lit(c)
		isA, isB := e.st.Eq(t, a), e.st.Eq(t, b)
		ifTrue, ifFalse := e.certs.lend(), e.certs.lend()
		if ifTrue != nil {
			ifTrue.Axiom(cert.IteDef, []cert.Literal{{T: c, Neg: true}, {T: isA}}, t)
			ifFalse.Axiom(cert.IteDef, []cert.Literal{{T: c}, {T: isB}}, t)
		}
		e.queueLemma([]sat.Lit{l.Not(), e.cnf.Lit(isA)}, theory.IteDef, ifTrue)
		e.queueLemma([]sat.Lit{l, e.cnf.Lit(isB)}, theory.IteDef, ifFalse)
	}
	e.ites = e.ites[:0]
	for _, l := range e.splits {
		e.split(l)
	}
	e.splits = e.splits[:0]
}
