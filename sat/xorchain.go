package sat

// A sum of long exclusive ors is derived in pieces (Philipp, Rebola-Pardo, SAT 2016):
// fresh variables of the proof stand for the sums of the first variables of each, in the
// order of the variables. So an exclusive or of n variables is n-1 pieces of at most
// three. Two of them are added from left to right: what is known at each place is how
// the prefixes of both and of their sum are related, an exclusive or of at most four
// variables, to which the next pieces are added.
//
// In the end all pieces are deleted. Still the numbers of the fresh variables are not used
// for others: checkers of DRAT keep units.

// xorChain is the derivation of a sum in pieces.
type xorChain struct {
	sum  *xorSum // how the parts are added, and working memory
	rows []xorPieces
	made []*xorPart // all that has clauses in the proof
}

// xorPieces are the pieces of a part. Piece k relates the prefixes that end with variables
// k-1 and k; there is no piece 0, unless it is the only one. The last one says what the sum
// of all variables is.
type xorPieces struct {
	prefix []Var // the first variable itself, and then fresh ones; none for the last one
	pieces []*xorPart
}

// tracePieces derives the clauses of the sum of all parts, which has two variables or
// one; or it is a contradiction, and then the clauses exclude both values of a variable.
// It returns nil if it gives up, or after a stop.
func (s *Solver) tracePieces(d *xorSum, e *elimination, leaves []int32) *xorPart {
	s.proof.fresh = max(s.proof.fresh, Var(s.NumVars()))
	c := &xorChain{sum: d, rows: make([]xorPieces, len(d.parts))}
	var last *xorPart
	for i := range d.parts[:d.last+1] {
		p := &d.parts[i]
		if i < len(leaves) {
			s.traceLeaf(d, p, e.xors[leaves[i]].cover)
			last = s.cutPart(c, i)
		} else {
			last = s.addPieces(c, i)
			s.forgetPieces(c, p.left)
			s.forgetPieces(c, p.right)
		}
		if last == nil || s.lim.Stopped() {
			last = nil
			break
		}
		c.rows[i].pieces = append(c.rows[i].pieces, last)
	}
	for _, p := range c.made {
		if p != last {
			s.forgetPart(d, p)
		}
	}
	return last
}

// forgetPieces deletes the clauses of a part's pieces.
func (s *Solver) forgetPieces(c *xorChain, i int32) {
	for _, p := range c.rows[i].pieces {
		if p != nil {
			s.forgetPart(c.sum, p)
		}
	}
	c.rows[i] = xorPieces{}
}

// define makes the pieces of part i except the last one: definitions of fresh variables.
func (s *Solver) define(c *xorChain, i int) {
	r, vars := &c.rows[i], c.sum.parts[i].vars
	if len(vars) < 2 {
		return
	}
	r.prefix, r.pieces = append(r.prefix, vars[0]), append(r.pieces, nil)
	for k := 1; k < len(vars)-1; k++ {
		s.proof.fresh++
		before := r.prefix[k-1]
		p := &xorPart{vars: []Var{min(before, vars[k]), max(before, vars[k]), s.proof.fresh}, ids: make([]ClauseID, 8)}
		s.tracePiece(c.sum, p)
		c.made = append(c.made, p)
		r.prefix, r.pieces = append(r.prefix, s.proof.fresh), append(r.pieces, p)
	}
}

// tracePiece defines the last variable of a piece as the sum of the others.
func (s *Solver) tracePiece(d *xorSum, p *xorPart) {
	var blocked []ClauseID
	d.ids = d.ids[:0]
	for n, k := range [...]int{4, 7, 1, 2} { // the odd assignments
		d.lits = appendExcluding(d.lits[:0], p.vars, k)
		d.lits[0], d.lits[2] = d.lits[2], d.lits[0]
		if n == 2 {
			blocked = d.ids
		}
		p.ids[k] = s.nextID()
		s.tracer.(Definer).Defined(p.ids[k], d.lits, blocked)
		if n < 2 {
			d.ids = append(d.ids, p.ids[k])
		}
	}
}

// cutPart makes the pieces of an exclusive or of the formula. It returns the last one.
func (s *Solver) cutPart(c *xorChain, i int) *xorPart {
	s.define(c, i)
	r := relation{part: &c.sum.parts[i], owned: true}
	c.made = append(c.made, r.part)
	for _, p := range c.rows[i].pieces {
		s.relate(c, &r, p)
	}
	return r.part
}

// addPieces makes the pieces of the sum of two parts. It returns the last one, or nil if
// it gives up.
func (s *Solver) addPieces(c *xorChain, i int) *xorPart {
	s.define(c, i)
	p := &c.sum.parts[i]
	a, b := c.sum.parts[p.left].vars, c.sum.parts[p.right].vars
	inA, inB, inSum := c.rows[p.left].pieces, c.rows[p.right].pieces, c.rows[i].pieces
	var r relation
	for len(a) > 0 || len(b) > 0 {
		onlyA := len(b) == 0 || len(a) > 0 && a[0] < b[0]
		onlyB := len(a) == 0 || len(b) > 0 && b[0] < a[0]
		if !onlyB {
			s.relate(c, &r, inA[0])
			a, inA = a[1:], inA[1:]
		}
		if !onlyA {
			s.relate(c, &r, inB[0])
			b, inB = b[1:], inB[1:]
		}
		if (onlyA || onlyB) && len(inSum) > 0 {
			s.relate(c, &r, inSum[0])
			inSum = inSum[1:]
		}
	}
	if !r.owned {
		return nil
	}
	return r.part
}

// relation is what is known of the prefixes of two parts and of their sum.
type relation struct {
	part  *xorPart // nil: nothing
	owned bool     // it is not a piece
	lost  bool     // a piece has no variable in common with it
}

// relate adds a piece to a relation.
func (s *Solver) relate(c *xorChain, r *relation, p *xorPart) {
	switch {
	case p == nil || r.lost:
		return
	case r.part == nil:
		r.part = p
		return
	}
	sum := &xorPart{vars: addVars(nil, r.part.vars, p.vars), odd: r.part.odd != p.odd}
	if len(sum.vars) == len(r.part.vars)+len(p.vars) {
		*r = relation{lost: true}
		return
	}
	s.traceSum(c.sum, sum, r.part, p)
	if r.owned {
		s.forgetPart(c.sum, r.part)
	}
	c.made = append(c.made, sum)
	*r = relation{part: sum, owned: true}
}
