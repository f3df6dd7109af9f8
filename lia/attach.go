package lia

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

type nodeKind uint8

const (
	foreign  nodeKind = iota // not attached
	opaque                   // a variable, an application, an element of an array
	sum                      // a linear combination
	multiple                 // a numeral times a term, or an Int as Real
	numeral                  // an Int numeral too large for an offset of Zero, or any Real one
	divConst                 // div by a numeral other than 0
	modConst                 // mod by a numeral other than 0
	product                  // of two terms other than numerals
	divTerm                  // div by a term
	modTerm                  // mod by a term
	quoTerm                  // / of Reals by a term
	toInt                    // the integral part of a Real
)

// node is what is permanently known about an e-graph node, and its place in the ring
// of its class.
type node struct {
	term    term.Term
	kind    nodeKind
	real    bool        // it has sort Real
	active  bool        // it takes part in linear constraints
	defined bool        // its definition has been sent
	ring    theory.Node // the next member of the class
	first   int32       // its first atom, in links; -1: none
	atoms   int32       // how many it has
}

// class is what is known about an e-graph class with Int or Real members. Bounds are
// those of the root; record 0 means that there is none. A class of Reals has bounds only
// if a numeral is a member: their records name the numeral, and loVal and hiVal are 0.
type class struct {
	lo, hi       recID
	loVal, hiVal int64
	rep          theory.Node // the representative: an active member; 0: none
}

type atomKind uint8

const (
	atomOther atomKind = iota // an inequality that is not canonical
	atomLe                    // x <= c
	atomLeBig                 // x <= consts[c]
	atomUpper                 // x <= consts[c], for a Real x
	atomLower                 // x >= consts[c], for a Real x
	atomEq                    // x = y + c, with y = Zero
	atomPair                  // x = y + c
)

type atom struct {
	kind  atomKind
	lit   sat.Lit
	x, y  theory.Node
	c     int64
	term  term.Term
	split bool // the trichotomy of a disequality has been sent
	cut   cutUse
}

// end returns the side of an equality atom that is not n.
func (a *atom) end(n theory.Node) theory.Node {
	if a.x == n {
		return a.y
	}
	return a.x
}

type atomLink struct{ atom, next int32 }

// atomTable holds the atoms.
type atomTable struct {
	atoms  []atom
	atomOf []int32 // by sat.Var: index in atoms plus one
	links  []atomLink
	ranks  map[theory.Node]*ranked
	moved  []int32   // scratch
	consts []num.Rat // constants of atoms of Reals, and those of Ints that are no machine words
	fresh  []int32   // atoms added since the last Propagate
}

// maxBound is the limit of class bounds; larger numbers are left to the tableau.
const maxBound = 1 << 60

func fits(c num.Int) (int64, bool) {
	v, ok := c.Int64()
	return v, ok && -maxBound < v && v < maxBound
}

// grow makes room for node n.
func (s *Solver) grow(n theory.Node) {
	if s.terms == nil {
		s.terms = s.host.Maker().Terms()
		s.grow(theory.Zero)
		s.nodes[theory.Zero].kind = numeral
		s.setAlways(theory.Zero, 0)
	}
	for len(s.nodes) <= int(n) {
		i := theory.Node(len(s.nodes))
		s.nodes = append(s.nodes, node{ring: i, first: -1})
		s.class = append(s.class, class{})
		s.pending = append(s.pending, false)
	}
}

// setAlways gives the new node n the permanent value v.
func (s *Solver) setAlways(n theory.Node, v int64) {
	s.alwaysAtLeast(n, v)
	s.alwaysAtMost(n, v)
}

func (s *Solver) alwaysAtLeast(n theory.Node, v int64) {
	s.fixed = append(s.fixed, rec{kind: recAlways, node: n, val: v})
	c := &s.class[n]
	c.lo, c.loVal = permanent|recID(len(s.fixed)-1), v
}

func (s *Solver) alwaysAtMost(n theory.Node, v int64) {
	s.fixed = append(s.fixed, rec{kind: recAlways, node: n, val: v, upper: true})
	c := &s.class[n]
	c.hi, c.hiVal = permanent|recID(len(s.fixed)-1), v
}

// Attach announces a node of sort Int or Real.
func (s *Solver) Attach(n theory.Node, t term.Term) {
	s.grow(n)
	sort := s.terms.Sort(t)
	if n == theory.Zero || sort != term.Int && sort != term.Real || s.nodes[n].kind != foreign {
		return
	}
	x := &s.nodes[n]
	x.term, x.kind, x.real = t, s.classify(t), sort == term.Real
	switch x.kind {
	case numeral:
		if x.real {
			s.setAlways(n, 0)
			return
		}
		// A numeral that fits in a machine word is fixed; a longer one is a variable of
		// the tableau, which tableau.sync fixes.
		if v, ok := fits(s.terms.Num(t)); ok {
			s.setAlways(n, v)
		}
	case modConst:
		if k, ok := fits(s.terms.Num(s.terms.Arg(t, 1)).Abs()); ok {
			s.alwaysAtMost(n, k-1)
		}
		s.alwaysAtLeast(n, 0)
	case opaque:
		if lo, hi, ok := s.leaves(t); ok {
			s.alwaysAtLeast(n, lo)
			s.alwaysAtMost(n, hi)
		}
	}
}

// manyLeaves bounds the work on one if-then-else term.
const manyLeaves = 64

// leaves returns the least and the greatest leaf of a tree of if-then-else terms; false
// if it is none, is large, or a leaf is not a small numeral.
func (s *Solver) leaves(t term.Term) (lo, hi int64, ok bool) {
	if s.terms.Op(t) != term.OpIte || s.terms.Sort(t) != term.Int {
		return 0, 0, false
	}
	lo, hi = maxBound, -maxBound
	tree := append(make([]term.Term, 0, 8), t)
	for i := 0; i < len(tree); i++ {
		switch u := tree[i]; {
		case len(tree) > manyLeaves:
			return 0, 0, false
		case s.terms.Op(u) == term.OpIte:
			tree = append(tree, s.terms.Args(u)[1:]...)
		case !s.terms.IsNum(u):
			return 0, 0, false
		default:
			v, small := fits(s.terms.Num(u))
			if !small {
				return 0, 0, false
			}
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	return lo, hi, true
}

func (s *Solver) classify(t term.Term) nodeKind {
	byNumeral := func(ofNumeral, otherwise nodeKind) nodeKind {
		d := s.terms.Arg(t, 1)
		switch {
		case !s.terms.IsNum(d):
			return otherwise
		case s.terms.Num(d).IsZero():
			return opaque
		}
		return ofNumeral
	}
	switch s.terms.Op(t) {
	case term.OpAdd:
		return sum
	case term.OpNum, term.OpRat:
		return numeral
	case term.OpToReal:
		return multiple
	case term.OpMul:
		if s.isNumeralTerm(s.terms.Arg(t, 0)) || s.isNumeralTerm(s.terms.Arg(t, 1)) {
			return multiple
		}
		return product
	case term.OpDiv:
		return byNumeral(divConst, divTerm)
	case term.OpMod:
		return byNumeral(modConst, modTerm)
	case term.OpToInt:
		return toInt
	case term.OpQuo:
		if !s.isNumeralTerm(s.terms.Arg(t, 1)) {
			return quoTerm
		}
	}
	return opaque
}

func (s *Solver) isNumeralTerm(t term.Term) bool { return s.terms.IsNum(t) || s.terms.IsRat(t) }

// AddAtom announces an inequality or an equality between numbers.
func (s *Solver) AddAtom(t term.Term, l sat.Lit) {
	s.grow(theory.Zero)
	a := atom{lit: l, term: t}
	switch s.terms.Op(t) {
	case term.OpLe:
		if s.terms.Sort(s.terms.Arg(t, 0)) == term.Real {
			s.realInequality(&a, s.terms.Arg(t, 0), s.terms.Arg(t, 1))
		} else {
			s.inequality(&a, s.terms.Arg(t, 0), s.terms.Arg(t, 1))
		}
	case term.OpEq:
		if s.terms.Sort(s.terms.Arg(t, 0)) == term.Bool || !s.equality(&a, s.terms.Arg(t, 0), s.terms.Arg(t, 1)) {
			return
		}
	default:
		return
	}
	s.atomOf = lengthen(s.atomOf, int(l.Var())+1, 0)
	if s.atomOf[l.Var()] != 0 {
		return // a second term for one literal adds nothing
	}
	i := int32(len(s.atoms))
	s.atoms = append(s.atoms, a)
	s.atomOf[l.Var()] = i + 1
	s.fresh = append(s.fresh, i)
	if a.kind == atomOther {
		return
	}
	s.link(a.x, i)
	if a.kind == atomPair {
		s.link(a.y, i)
	}
}

// inequality fills a in from p <= b.
func (s *Solver) inequality(a *atom, p, b term.Term) {
	x, ok := s.host.Lookup(p)
	if !ok || !s.terms.IsNum(b) {
		a.kind = atomOther
		return
	}
	a.x = x.Node
	c := s.terms.Num(b).Sub(num.FromInt64(x.Off))
	if v, ok := fits(c); ok && v+1 < maxBound { // the negation is the bound v+1
		a.kind, a.c = atomLe, v
		return
	}
	a.kind, a.c = atomLeBig, int64(len(s.consts))
	s.consts = append(s.consts, ratOf(c))
}

// realInequality fills a in from p <= q, one of which is a numeral.
func (s *Solver) realInequality(a *atom, p, q term.Term) {
	a.kind, a.c = atomUpper, int64(len(s.consts))
	if s.terms.IsRat(p) {
		p, q = q, p
		a.kind = atomLower
	}
	x, ok := s.host.Lookup(p)
	if !ok || !s.terms.IsRat(q) {
		a.kind = atomOther
		return
	}
	a.x = x.Node
	s.consts = append(s.consts, s.terms.RatValue(q))
}

// equality fills a in from p = q; false if lia cannot use it.
func (s *Solver) equality(a *atom, p, q term.Term) bool {
	x, ok1 := s.host.Lookup(p)
	y, ok2 := s.host.Lookup(q)
	if !ok1 || !ok2 || x.Node == y.Node {
		return false
	}
	if x.Node == theory.Zero || s.isRealNumeral(x.Node) {
		x, y = y, x
	}
	a.kind, a.x, a.y, a.c = atomPair, x.Node, y.Node, y.Off-x.Off
	if a.y == theory.Zero {
		a.kind = atomEq
	}
	return true
}

func (s *Solver) isRealNumeral(n theory.Node) bool {
	s.grow(n)
	return s.nodes[n].real && s.nodes[n].kind == numeral
}

func (s *Solver) link(n theory.Node, i int32) {
	s.grow(n)
	x := &s.nodes[n]
	if x.real && x.first < 0 {
		s.proc.watch(n)
	}
	s.links = append(s.links, atomLink{i, x.first})
	x.first = int32(len(s.links) - 1)
	x.atoms++
}

// atomOfLit returns the atom of a literal, or nil.
func (s *Solver) atomOfLit(l sat.Lit) *atom {
	if v := int(l.Var()); v < len(s.atomOf) && s.atomOf[v] != 0 {
		return &s.atoms[s.atomOf[v]-1]
	}
	return nil
}

// Relevant announces a relevant node.
func (s *Solver) Relevant(n theory.Node) {
	if int(n) >= len(s.nodes) || s.conflicting {
		return
	}
	s.ready = false
	switch x := &s.nodes[n]; x.kind {
	case foreign:
		return
	case divConst, modConst, toInt:
		if !x.defined {
			s.work.push(n)
		}
	case sum:
		s.work.push(n)
	case numeral:
		if s.isLong(n) {
			s.work.push(n)
		}
	case product, divTerm, modTerm, quoTerm:
		s.nonlin = append(s.nonlin, n)
	}
	s.rel = append(s.rel, n)
}
