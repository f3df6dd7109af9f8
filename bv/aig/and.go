package aig

// And is the conjunction.
func (g *Graph) And(a, b Lit) Lit {
	if g.Watch != nil {
		return g.watched(And, a, b, 0)
	}
	return g.and(a, b)
}

func (g *Graph) and(a, b Lit) Lit {
	for {
		g.restate(And, a, b, 0)
		if a > b {
			a, b = b, a
		}
		switch {
		case a == False || a == b.Not():
			return False
		case a == True || a == b:
			return b
		}
		if x := g.below(a, b); x != b {
			b = x
			continue
		}
		if x := g.below(b, a); x != a {
			a = x
			continue
		}
		if l, x, y, ok := g.negatives(a, b); ok {
			if l != noLit {
				return l
			}
			a, b = x, y
			continue
		}
		return g.gate(And, a, b, 0)
	}
}

// Or is the disjunction.
func (g *Graph) Or(a, b Lit) Lit { return g.And(a.Not(), b.Not()).Not() }

// Implies is true unless a is true and b false.
func (g *Graph) Implies(a, b Lit) Lit { return g.And(a, b.Not()).Not() }

// noLit is no literal.
const noLit = ^Lit(0)

// below simplifies o where l is true: also where the inputs of l are, if l is an and.
func (g *Graph) below(l, o Lit) Lit {
	if o.IsConst() {
		return o
	}
	if x := g.given(l, o); x != o {
		return x
	}
	if n := &g.nodes[l.Node()]; !l.IsNeg() && n.kind() == And {
		if x := g.given(n.in[0], o); x != o {
			return x
		}
		return g.given(n.in[1], o)
	}
	return o
}

// given simplifies o where l is true, to a constant or an input of o, or not at all.
func (g *Graph) given(l, o Lit) Lit {
	n := &g.nodes[o.Node()]
	s := o.sign()
	if l.Node() == o.Node() {
		return True ^ l.sign() ^ s
	}
	switch n.kind() {
	case And:
		switch l {
		case n.in[0]:
			return n.in[1] ^ s
		case n.in[1]:
			return n.in[0] ^ s
		case n.in[0].Not(), n.in[1].Not():
			return False ^ s
		}
	case Xor:
		switch l.Abs() {
		case n.in[0]:
			return n.in[1] ^ s ^ l.sign() ^ 1
		case n.in[1]:
			return n.in[0] ^ s ^ l.sign() ^ 1
		}
	case Ite:
		switch l {
		case n.in[0]:
			return n.in[1] ^ s
		case n.in[0].Not():
			return n.in[2] ^ s
		}
	}
	return o
}

// negatives simplifies the conjunction of a and b by rules that need two gates, one of
// them a negated and. The result is a literal, or what to conjoin instead.
func (g *Graph) negatives(a, b Lit) (l, x, y Lit, ok bool) {
	m, n := &g.nodes[a.Node()], &g.nodes[b.Node()]
	if m.kind() != And || !a.IsNeg() {
		a, b, m, n = b, a, n, m
		if m.kind() != And || !a.IsNeg() {
			return 0, 0, 0, false
		}
	}
	p, q := m.in[0], m.in[1]
	switch {
	case n.kind() == And && b.IsNeg():
		// An equal pair resolves. What else there is makes a choice or an exclusive or.
		p, q, s, ok := opposite(m, n)
		if ok && q == s {
			return q.Not(), 0, 0, true
		}
		if ok {
			return g.Ite(p, q.Not(), s.Not()), 0, 0, true
		}
	case n.kind() == Xor && p.Abs() == n.in[0] && q.Abs() == n.in[1]:
		if b.sign() == p.sign()^q.sign() {
			return b, 0, 0, true // b says that p and q differ
		}
		return noLit, p.Not(), q.Not(), true
	}
	return 0, 0, 0, false
}

// opposite reports whether m and n, two ands, have an opposite pair of inputs: p in m. The
// other inputs are q and s.
func opposite(m, n *node) (p, q, s Lit, ok bool) {
	switch a, b := m.in[0], m.in[1]; {
	case a == n.in[0].Not():
		return a, b, n.in[1], true
	case a == n.in[1].Not():
		return a, b, n.in[0], true
	case b == n.in[0].Not():
		return b, a, n.in[1], true
	case b == n.in[1].Not():
		return b, a, n.in[0], true
	}
	return 0, 0, 0, false
}
