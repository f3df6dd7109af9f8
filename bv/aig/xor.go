package aig

// Xor is true if one of a and b is.
func (g *Graph) Xor(a, b Lit) Lit {
	if g.Watch != nil {
		return g.watched(Xor, a, b, 0)
	}
	return g.xor(a, b)
}

func (g *Graph) xor(a, b Lit) Lit {
	s := a.sign() ^ b.sign()
	a, b = a.Abs(), b.Abs()
	for ok := true; ok; {
		g.restate(Xor, a, b, 0)
		if a > b {
			a, b = b, a
		}
		switch {
		case a == False:
			return b ^ s
		case a == b:
			return s
		}
		a, b, ok = g.cancel(a, b)
	}
	if l := g.xorRules(a, b); l != noLit {
		return l ^ s
	}
	return g.gate(Xor, a, b, 0) ^ s
}

// Iff is true if a and b are equal.
func (g *Graph) Iff(a, b Lit) Lit { return g.Xor(a, b).Not() }

// cancel removes an input that a and b, both without sign, have in common, if both are
// exclusive ors of two. Long sums with a common end take many steps.
func (g *Graph) cancel(a, b Lit) (x, y Lit, ok bool) {
	m, n := &g.nodes[a.Node()], &g.nodes[b.Node()]
	if m.kind() != Xor || n.kind() != Xor {
		return a, b, false
	}
	switch p, q, r, s := m.in[0], m.in[1], n.in[0], n.in[1]; {
	case p == r:
		return q, s, true
	case p == s:
		return q, r, true
	case q == r:
		return p, s, true
	case q == s:
		return p, r, true
	}
	return a, b, false
}

// xorRules simplifies the exclusive or of two gates or inputs without signs, or
// returns noLit.
func (g *Graph) xorRules(a, b Lit) Lit {
	m, n := g.nodes[a.Node()], g.nodes[b.Node()]
	if l := g.xorWith(a, &n); l != noLit {
		return l
	}
	if l := g.xorWith(b, &m); l != noLit {
		return l
	}
	if m.kind() > n.kind() {
		a, b, m, n = b, a, n, m
	}
	p, q, r, s := m.in[0], m.in[1], n.in[0], n.in[1]
	switch {
	case m.kind() == And && n.kind() == And:
		// Two ands with an opposite pair of inputs are never true together.
		if p, q, s, ok := opposite(&m, &n); ok {
			return g.Ite(p, q, s)
		}
	case m.kind() == And && n.kind() == Xor:
		if p.Abs() == r && q.Abs() == s {
			return g.Or(p, q) ^ p.sign() ^ q.sign()
		}
	case m.kind() == Xor && n.kind() == Xor3:
		for i, l := range n.in {
			x, y := n.in[(i+1)%3], n.in[(i+2)%3]
			switch l {
			case p:
				return g.Xor3(q, x, y)
			case q:
				return g.Xor3(p, x, y)
			}
		}
	}
	// Three inputs have one order, whichever two were joined first.
	switch {
	case m.kind() == Xor && n.kind() > Xor3:
		return g.Xor3(p, q, b)
	case m.kind() < Xor && n.kind() == Xor:
		return g.Xor3(r, s, a)
	}
	return noLit
}

// xorWith simplifies the exclusive or of l, without sign, and node n, or returns noLit.
func (g *Graph) xorWith(l Lit, n *node) Lit {
	switch n.kind() {
	case And:
		p, q := n.in[0], n.in[1]
		switch l {
		case p.Abs():
			return g.And(p, q.Not()) ^ p.sign()
		case q.Abs():
			return g.And(q, p.Not()) ^ q.sign()
		}
	case Xor, Xor3:
		switch l {
		case n.in[0]:
			return g.Xor(n.in[1], n.in[2])
		case n.in[1]:
			return g.Xor(n.in[0], n.in[2])
		case n.in[2]:
			return g.Xor(n.in[0], n.in[1])
		}
	case Ite:
		if l == n.in[0] {
			return g.Ite(l, n.in[1].Not(), n.in[2])
		}
	}
	return noLit
}

// Xor3 is true if an odd number of a, b and c is.
func (g *Graph) Xor3(a, b, c Lit) Lit {
	if g.Watch != nil {
		return g.watched(Xor3, a, b, c)
	}
	return g.xor3(a, b, c)
}

func (g *Graph) xor3(a, b, c Lit) Lit {
	s := a.sign() ^ b.sign() ^ c.sign()
	a, b, c = order(a.Abs(), b.Abs(), c.Abs())
	switch {
	case a == False || b == c:
		if b == c {
			return a ^ s
		}
		return g.Xor(b, c) ^ s
	case a == b:
		return c ^ s
	}
	if l := g.xor3With(a, b, c); l != noLit {
		return l ^ s
	}
	if l := g.xor3With(b, a, c); l != noLit {
		return l ^ s
	}
	if l := g.xor3With(c, a, b); l != noLit {
		return l ^ s
	}
	return g.gate(Xor3, a, b, c) ^ s
}

// xor3With cancels b or c, which have no sign, against an input of a, or returns noLit.
func (g *Graph) xor3With(a, b, c Lit) Lit {
	n := g.nodes[a.Node()]
	if n.kind() != Xor && n.kind() != Xor3 {
		return noLit
	}
	p, q, r := n.in[0], n.in[1], n.in[2] // r is False for Xor
	switch {
	case p == b:
		return g.Xor3(q, r, c)
	case p == c:
		return g.Xor3(q, r, b)
	case q == b:
		return g.Xor3(p, r, c)
	case q == c:
		return g.Xor3(p, r, b)
	case r == b:
		return g.Xor3(p, q, c)
	case r == c:
		return g.Xor3(p, q, b)
	}
	return noLit
}

// order sorts three literals.
func order(a, b, c Lit) (Lit, Lit, Lit) {
	if a > b {
		a, b = b, a
	}
	if b > c {
		b, c = c, b
		if a > b {
			a, b = b, a
		}
	}
	return a, b, c
}
