package aig

// Ite is a if c is true, else b.
func (g *Graph) Ite(c, a, b Lit) Lit {
	if g.Watch != nil {
		return g.watched(Ite, c, a, b)
	}
	return g.ite(c, a, b)
}

func (g *Graph) ite(c, a, b Lit) Lit {
	for {
		g.restate(Ite, c, a, b)
		if c.IsNeg() {
			c, a, b = c.Not(), b, a
		}
		switch {
		case c == False || a == b:
			return b
		case a == b.Not():
			return g.Xor(c, b)
		case a == True || a == c:
			return g.Or(c, b)
		case a == False || a == c.Not():
			return g.And(c.Not(), b)
		case b == True || b == c.Not():
			return g.Or(c.Not(), a)
		case b == False || b == c:
			return g.And(c, a)
		}
		if x := g.below(c, a); x != a {
			a = x
			continue
		}
		if x := g.given(c.Not(), b); x != b {
			b = x
			continue
		}
		break
	}
	// A choice by whether two literals differ, one of them a branch, is a majority.
	if n := &g.nodes[c.Node()]; n.kind() == Xor {
		p, q := n.in[0], n.in[1]
		switch {
		case b.Abs() == p || b.Abs() == q:
			return g.Maj(p^b.sign(), q^b.sign(), a)
		case a.Abs() == p:
			return g.Maj(a, q^a.sign()^1, b)
		case a.Abs() == q:
			return g.Maj(a, p^a.sign()^1, b)
		}
	}
	s := a.sign()
	return g.gate(Ite, c, a^s, b^s) ^ s
}

// Maj is true if at least two of a, b and c are.
func (g *Graph) Maj(a, b, c Lit) Lit {
	if g.Watch != nil {
		return g.watched(Maj, a, b, c)
	}
	return g.maj(a, b, c)
}

func (g *Graph) maj(a, b, c Lit) Lit {
	a, b, c = order(a, b, c)
	switch {
	case a == False:
		return g.And(b, c)
	case a == True:
		return g.Or(b, c)
	case a == b || b == c:
		return b
	case a == b.Not():
		return c
	case b == c.Not():
		return a
	}
	var s Lit
	if a.sign()+b.sign()+c.sign() > 1 {
		s = 1
	}
	return g.gate(Maj, a^s, b^s, c^s) ^ s
}
