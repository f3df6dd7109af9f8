package sat

import "slices"

// Normal forms of gates, for congruence.go.

// gateKind is the function of a gate.
type gateKind uint8

const (
	noGate  gateKind = iota // dropped
	andGate                 // inputs in increasing order
	xorGate                 // positive inputs in increasing order
	iteGate                 // (a ? b : c), a and b positive
)

// normalizeGate brings a gate to normal form. It returns false if the gate is dropped, as it
// says nothing more than what was done about it.
func (s *Solver) normalizeGate(c *closure, g int32) bool {
	x := &c.gates[g]
	x.out = c.repr[x.out]
	kept := false
	switch x.kind {
	case andGate:
		kept = s.normalizeAnd(c, g)
	case xorGate:
		kept = s.normalizeXor(c, g)
	case iteGate:
		kept = s.normalizeITE(c, g)
	}
	if !kept {
		c.gates[g].kind = noGate
	}
	return kept
}

// normalizeAnd is normalizeGate of a conjunction.
func (s *Solver) normalizeAnd(c *closure, g int32) bool {
	x := &c.gates[g]
	in := c.in(g)
	kept := in[:0]
	for _, l := range in {
		l = c.repr[l]
		switch {
		case s.vals[l] == True:
		case s.vals[l] == False || l == x.out^1:
			s.gateUnit(c, x.out^1, g)
			return false
		case l == x.out:
			return false // it implies the others
		default:
			kept = append(kept, l)
		}
	}
	if s.vals[x.out] != Undef {
		return false // clauses are left
	}
	slices.Sort(kept)
	kept = slices.Compact(kept)
	x.n = uint8(len(kept))
	for i := 1; i < len(kept); i++ {
		if kept[i] == kept[i-1]^1 {
			s.gateUnit(c, x.out^1, g)
			return false
		}
	}
	switch len(kept) {
	case 0:
		s.gateUnit(c, x.out, g)
		return false
	case 1:
		s.equate(c, x.out, kept[0], g)
		return false
	}
	return true
}

// normalizeXor is normalizeGate of an exclusive or. The signs of the inputs go to the output.
func (s *Solver) normalizeXor(c *closure, g int32) bool {
	x := &c.gates[g]
	in := c.in(g)
	kept := in[:0]
	for _, l := range in {
		l = c.repr[l]
		if v := s.vals[l]; v != Undef {
			x.out ^= 1 ^ sign(v)
			continue
		}
		x.out ^= l & 1
		kept = append(kept, l&^1)
	}
	slices.Sort(kept)
	n, selfish := 0, false
	for i := 0; i < len(kept); i++ {
		switch l := kept[i]; {
		case i+1 < len(kept) && kept[i+1] == l:
			i++
		case l == x.out&^1:
			selfish = true
		default:
			kept[n] = l
			n++
		}
	}
	kept = kept[:n]
	x.n = uint8(n)
	if v := s.vals[x.out]; v != Undef || selfish {
		// The inputs have the parity of the output's value, or of its sign.
		odd := x.out & 1
		if v != Undef {
			odd = 1 ^ sign(v)
		}
		switch n {
		case 0:
			if odd != 0 {
				s.refuteGate(c, g)
			}
		case 1:
			s.gateUnit(c, kept[0]^odd^1, g)
		case 2:
			s.equate(c, kept[0], kept[1]^odd, g)
		}
		return false
	}
	switch n {
	case 0:
		s.gateUnit(c, x.out^1, g)
		return false
	case 1:
		s.equate(c, x.out, kept[0], g)
		return false
	}
	return true
}

// refuteGate derives the conflict that the clauses of a gate have.
func (s *Solver) refuteGate(c *closure, g int32) {
	l := c.gates[g].out
	s.gateUnit(c, l, g)
	s.gateUnit(c, l^1, g)
}

// normalizeITE is normalizeGate of an if-then-else, which may become another gate.
func (s *Solver) normalizeITE(c *closure, g int32) bool {
	x := &c.gates[g]
	in := c.in(g)
	a, t, e := c.repr[in[0]], c.repr[in[1]], c.repr[in[2]]
	if a&1 != 0 {
		a, t, e = a^1, e, t
	}
	if s.vals[x.out] != Undef || x.out&^1 == a {
		return false
	}
	switch s.vals[a] {
	case True:
		s.equate(c, x.out, t, g)
		return false
	case False:
		s.equate(c, x.out, e, g)
		return false
	}
	vt, ve := s.vals[t], s.vals[e]
	if t&^1 == a {
		vt = 1 - 2*Value(t&1)
	}
	if e&^1 == a {
		ve = 2*Value(e&1) - 1
	}
	switch {
	case t == e && vt == Undef && ve == Undef || vt != Undef && vt == ve:
		if vt != Undef {
			s.gateUnit(c, x.out^sign(vt), g)
		} else {
			s.equate(c, x.out, t, g)
		}
		return false
	case vt != Undef && ve != Undef:
		s.equate(c, x.out, a^sign(vt), g)
		return false
	case vt == True:
		return s.becomes(c, g, andGate, 1, a^1, e^1)
	case vt == False:
		return s.becomes(c, g, andGate, 0, a^1, e)
	case ve == True:
		return s.becomes(c, g, andGate, 1, a, t^1)
	case ve == False:
		return s.becomes(c, g, andGate, 0, a, t)
	case t == e^1:
		return s.becomes(c, g, xorGate, 1, a, t)
	case t == x.out || e == x.out:
		return false
	case t == x.out^1:
		s.gateUnit(c, a^1, g)
		s.equate(c, x.out, e, g)
		return false
	case e == x.out^1:
		s.gateUnit(c, a, g)
		s.equate(c, x.out, t, g)
		return false
	}
	flip := t & 1
	in[0], in[1], in[2] = a, t^flip, e^flip
	x.out ^= flip
	return true
}

// becomes makes a gate with two inputs of an if-then-else; its output is flipped if flip
// is 1.
func (s *Solver) becomes(c *closure, g int32, kind gateKind, flip, a, b Lit) bool {
	x := &c.gates[g]
	in := c.in(g)
	in[0], in[1] = a, b
	x.kind, x.n, x.out = kind, 2, x.out^flip
	if kind == andGate {
		return s.normalizeAnd(c, g)
	}
	return s.normalizeXor(c, g)
}
