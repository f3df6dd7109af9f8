package cert

import (
	"maps"
	"slices"

	"github.com/muster-smt/muster/theory/term"
)

// facts are formulas that are true, under which others are simplified: atoms
// have values, and equalities replace terms.
type facts struct {
	z     *normalizer
	known map[node]bool
	order []node // of known
	rows  []row
	same  map[node]node // what a term that is not a number is replaced by
	memo  map[node]node
	clash bool // the facts contradict each other
}

// row is a polynomial that is 0; its pivot is replaced.
type row struct {
	p     poly
	pivot mono
}

const (
	maxRounds = 4 // of simplifying facts by each other
	// maxWork bounds the monomials that are built; beyond it nothing is simplified.
	// Products that facts replace by longer ones can grow without end.
	maxWork = 500_000
)

func newFacts(z *normalizer) *facts {
	return &facts{z: z, known: map[node]bool{}, same: map[node]node{}, memo: map[node]node{}}
}

// add assumes that n has a value. It must not be called during a simplification.
func (f *facts) add(n node, value bool) {
	z := f.z
	if z.nodes[n].op == term.OpNot {
		n, value = z.nodes[n].args[0], !value
	}
	if old, ok := f.known[n]; ok || n == z.tru || n == z.fls {
		f.clash = f.clash || ok && old != value || !ok && (n == z.tru) != value
		return
	}
	f.known[n] = value
	f.order = append(f.order, n)
	clear(f.memo)
	d := &z.nodes[n]
	switch {
	case !value:
	case d.op == term.OpAnd:
		for _, a := range d.args {
			f.add(a, true)
		}
	case d.op == term.OpEq && len(d.args) == 1:
		f.addRow(z.poly(d.args[0]))
	case d.op == term.OpEq && z.nodes[d.args[0]].sort != term.Bool:
		a, b := f.find(d.args[0]), f.find(d.args[1])
		if a != b {
			f.same[max(a, b)] = min(a, b)
		}
	}
}

func (f *facts) find(n node) node {
	for {
		m, ok := f.same[n]
		if !ok {
			return n
		}
		n = m
	}
}

// addRow assumes p = 0. It replaces the youngest term that has coefficient 1 or -1
// and is not part of a younger one, or else the youngest term. If the term were
// part of another, its replacement would be replaced in turn, without end.
func (f *facts) addRow(p poly) {
	p = f.reduce(p)
	if len(p.mons) == 0 {
		f.clash = f.clash || !p.c.IsZero()
		return
	}
	pivot := p.mons[len(p.mons)-1]
	for i, m := range slices.Backward(p.mons) {
		if m.k.Abs().IsOne() && !f.z.partOf(m.n, p.mons[i+1:]) {
			pivot = m
			break
		}
	}
	f.rows = append(f.rows, row{p, pivot})
}

// partOf reports whether n is part of one of the monomials.
func (z *normalizer) partOf(n node, mons []mono) bool {
	seen := map[node]bool{}
	var stack []node
	for _, m := range mons {
		stack = append(stack, m.n)
	}
	for len(stack) > 0 {
		m := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if m == n {
			return true
		}
		if m < n || seen[m] { // parts are older
			continue
		}
		seen[m] = true
		d := &z.nodes[m]
		stack = append(stack, d.args...)
		if d.poly != nil {
			for _, o := range d.poly.mons {
				stack = append(stack, o.n)
			}
		}
	}
	return false
}

// reduce replaces pivots in p.
func (f *facts) reduce(p poly) poly {
	for _, r := range f.rows {
		i, ok := slices.BinarySearchFunc(p.mons, r.pivot.n, func(m mono, n node) int { return int(m.n - n) })
		if !ok {
			continue
		}
		if k := p.mons[i].k.Div(r.pivot.k); k.IsInt() || f.z.nodes[r.pivot.n].sort != term.Int {
			p = p.plus(r.p, k.Neg())
		}
	}
	return p
}

// decide returns what is known of a node.
func (f *facts) decide(n node) node {
	switch sort := f.z.nodes[n].sort; {
	case sort == term.Bool:
		if v, ok := f.known[n]; ok {
			return f.z.truth(v)
		}
	case isNumber(sort):
		return f.z.fromPoly(f.z.poly(n))
	default:
		return f.find(n)
	}
	return n
}

// simplify returns the normal form of n, given what is known.
func (f *facts) simplify(n node) node {
	f.z.facts = f
	defer func() { f.z.facts = nil }()
	return f.under(n)
}

func (f *facts) under(n node) node {
	if m, ok := f.memo[n]; ok {
		return m
	}
	m := n
	if v, ok := f.known[n]; ok {
		m = f.z.truth(v)
	} else if f.z.work < maxWork {
		m = f.rebuild(n)
	}
	f.memo[n] = m
	return m
}

func (f *facts) rebuild(n node) node {
	z, d := f.z, f.z.nodes[n]
	switch {
	case d.poly != nil:
		p := poly{c: d.poly.c}
		for _, m := range d.poly.mons {
			p = p.plus(z.poly(f.under(m.n)), m.k)
		}
		return z.fromPoly(p)
	case len(d.args) == 0:
		return f.decide(n)
	case d.op == term.OpBvAdd: // pairs of coefficients and monomials
		p := wordPoly{width: z.st.Width(d.sort), c: z.word(n).c}
		for _, m := range z.word(n).mons {
			p = p.plus(z.word(f.under(m.n)), m.k)
		}
		return z.fromWord(p)
	}
	args := make([]node, len(d.args))
	for i, a := range d.args {
		args[i] = f.under(a)
	}
	return z.apply(d.op, d.tag, d.sort, args)
}

// close simplifies each fact by the others and adds the results.
func (f *facts) close() {
	for range maxRounds {
		before := len(f.order)
		for _, n := range slices.Clone(f.order) {
			value := f.known[n]
			delete(f.known, n)
			clear(f.memo)
			m := f.simplify(n)
			f.known[n] = value
			clear(f.memo)
			if m != n {
				f.add(m, value)
			}
			if f.clash {
				return
			}
		}
		if len(f.order) == before {
			return
		}
	}
}

// with returns the facts with one more.
func (f *facts) with(n node, value bool) *facts {
	g := &facts{z: f.z, known: maps.Clone(f.known), same: maps.Clone(f.same), memo: map[node]node{}}
	g.order, g.rows = slices.Clone(f.order), slices.Clone(f.rows)
	g.add(n, value)
	return g
}

// contradict reports whether the facts contradict the formula phi, or each
// other. If they don't right away, up to *budget conditions of if-then-else
// terms and atoms of formulas are split on.
func (f *facts) contradict(phi node, budget *int) bool {
	if f.clash || f.simplify(phi) == f.z.fls {
		return true
	}
	f.close()
	if f.clash {
		return true
	}
	phi = f.simplify(phi)
	if phi == f.z.fls {
		return true
	}
	c, ok := f.condition(phi)
	for i := 0; i < len(f.order) && !ok; i++ {
		c, ok = f.condition(f.order[i])
	}
	if !ok || *budget == 0 {
		return false
	}
	*budget--
	return f.with(c, true).contradict(phi, budget) && f.with(c, false).contradict(phi, budget)
}

// condition returns an undecided atom below connectives or if-then-else in a
// formula or a term.
func (f *facts) condition(n node) (node, bool) {
	z := f.z
	seen := map[node]bool{}
	stack := []node{n}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[n] {
			continue
		}
		seen[n] = true
		d := &z.nodes[n]
		if d.op == term.OpIte || d.op == term.OpEq && len(d.args) == 2 && z.nodes[d.args[0]].sort == term.Bool ||
			d.op == term.OpAnd {
			for _, c := range d.args {
				if a := f.atom(c); a != z.tru {
					return a, true
				}
			}
		}
		if d.op == term.OpForall {
			continue
		}
		if d.poly != nil {
			for _, m := range d.poly.mons {
				stack = append(stack, m.n)
			}
		}
		stack = append(stack, d.args...)
	}
	return 0, false
}

// atom returns c without its negation if it is undecided and not a connective,
// else true.
func (f *facts) atom(c node) node {
	z := f.z
	if z.nodes[c].op == term.OpNot {
		c = z.nodes[c].args[0]
	}
	if _, ok := f.known[c]; ok || z.nodes[c].sort != term.Bool {
		return z.tru
	}
	switch d := &z.nodes[c]; {
	case d.op == term.OpAnd, d.op == term.OpIte, d.op == term.OpFalse:
		return z.tru
	case d.op == term.OpEq && len(d.args) == 2 && z.nodes[d.args[0]].sort == term.Bool:
		return z.tru
	}
	return c
}

// opposite reports whether x != y, x <= y and y <= x are among the facts.
func (f *facts) opposite() bool {
	z := f.z
	for _, n := range f.order {
		d := &z.nodes[n]
		if f.known[n] || d.op != term.OpEq || len(d.args) != 1 {
			continue
		}
		p := z.poly(d.args[0])
		below, above := z.atMostZero(p), z.atMostZero(poly{}.plus(p, rat(-1)))
		if f.holds(below) && f.holds(above) {
			return true
		}
	}
	return false
}

func (f *facts) holds(n node) bool {
	if f.z.nodes[n].op == term.OpNot {
		v, ok := f.known[f.z.nodes[n].args[0]]
		return ok && !v
	}
	return f.known[n] || n == f.z.tru
}
