package sat

import "slices"

// findGate looks for clauses that define v as the output of a gate: an equivalence, a
// conjunction or a disjunction, with any signs, or an if-then-else, which includes
// exclusive ors of two inputs. It leaves them in eliminator.gate. Longer exclusive ors
// are found as definitions.
func (s *Solver) findGate(d *dense, v Var) bool {
	e := &s.elim
	e.gate, e.whole = e.gate[:0], false
	return s.findAnd(d, v.Pos()) || s.findAnd(d, v.Neg()) || s.findITE(d, v.Pos())
}

// needless reports whether a resolvent is implied by others: that of two clauses outside of
// the gate, and of two clauses of it, which is a tautology, but for definitions.
func (d *dense) needless(s *Solver, i, j int32) bool {
	if in := d.inGate[i]; in == d.inGate[j] {
		return !in || !s.elim.whole
	}
	return false
}

// setGate notes that clauses are the gate's at hand, or no longer.
func (d *dense) setGate(gate []int32, in bool) {
	for _, i := range gate {
		d.inGate[i] = in
	}
}

// findAnd looks for a clause with l, each other literal of which is negated in a binary
// clause with the negation of l.
func (s *Solver) findAnd(d *dense, l Lit) bool {
	e := &s.elim
	found := false
	for _, i := range d.occurs(l ^ 1) {
		if c := s.lits(d.clauses[i].ref); len(c) == 2 {
			d.marks[c[0]^c[1]^l^1] = true
		}
	}
	for _, i := range d.occurs(l) {
		c := s.lits(d.clauses[i].ref)
		if found = !slices.ContainsFunc(c, func(q Lit) bool { return q != l && !d.marks[q^1] }); found {
			e.gate = append(e.gate, i)
			break
		}
	}
	for _, i := range d.occurs(l ^ 1) {
		if c := s.lits(d.clauses[i].ref); len(c) == 2 {
			d.marks[c[0]^c[1]^l^1] = false
		}
	}
	if !found {
		return false
	}
	c := s.lits(d.clauses[e.gate[0]].ref)
	d.mark(c, true)
	for _, i := range d.occurs(l ^ 1) {
		b := s.lits(d.clauses[i].ref)
		if len(b) != 2 {
			continue
		}
		if q := b[0] ^ b[1] ^ l ^ 1; d.marks[q^1] {
			d.marks[q^1] = false // one clause for each literal
			e.gate = append(e.gate, i)
		}
	}
	d.mark(c, false)
	return true
}

// findITE looks for l = (a ? t : e): the clauses (-l -a t), (-l a e), (l -a -t)
// and (l a -e).
func (s *Solver) findITE(d *dense, l Lit) bool {
	for x, i := range d.occurs(l ^ 1) {
		p, q, ok := s.ternary(d, i, l^1)
		if !ok {
			continue
		}
		for _, j := range d.occurs(l ^ 1)[x+1:] {
			r, t, ok := s.ternary(d, j, l^1)
			if !ok {
				continue
			}
			for _, m := range [...][2]Lit{{p, q}, {q, p}} {
				notA, then := m[0], m[1]
				els := NoLit
				switch notA ^ 1 {
				case r:
					els = t
				case t:
					els = r
				default:
					continue
				}
				k, ok := s.findTernary(d, l, notA, then^1)
				if !ok {
					continue
				}
				n, ok := s.findTernary(d, l, notA^1, els^1)
				if ok {
					s.elim.gate = append(s.elim.gate, i, j, k, n)
					return true
				}
			}
		}
	}
	return false
}

// ternary returns the other literals of a clause with l, if there are two.
func (s *Solver) ternary(d *dense, i int32, l Lit) (a, b Lit, ok bool) {
	c := s.lits(d.clauses[i].ref)
	if len(c) != 3 {
		return 0, 0, false
	}
	switch l {
	case c[0]:
		return c[1], c[2], true
	case c[1]:
		return c[0], c[2], true
	}
	return c[0], c[1], true
}

// findTernary finds a clause of three literals in the list of the first.
func (s *Solver) findTernary(d *dense, l, a, b Lit) (int32, bool) {
	s.stats.Ticks++
	for _, i := range d.occurs(l) {
		if p, q, ok := s.ternary(d, i, l); ok && (p == a && q == b || p == b && q == a) {
			return i, true
		}
	}
	return 0, false
}
