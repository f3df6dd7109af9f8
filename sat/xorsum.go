package sat

import (
	"math/bits"
	"slices"

	"github.com/muster-smt/muster/sat/invariant"
)

// In a proof the sum of two exclusive ors is derived by resolution: first the clauses over
// the variables of both except one, each from a clause of the one and a clause of the
// other, and then the other common variables are resolved away one by one. That takes
// less than 2^n clauses if both together have n variables, so a long sum is put together
// in an order that keeps n small: the shortest partial sum goes to the one with which it
// has the shortest sum.

// xorSum is the derivation of a sum.
type xorSum struct {
	parts  []xorPart
	occurs map[Var][]int32 // parts that have a variable, or were added to others
	sizes  [][]int32       // parts by their number of variables, or that were added
	lines  int             // clauses to derive
	last   int             // the part that is the sum
	lits   []Lit
	ids    []ClauseID
}

// xorPart is an exclusive or of the formula, or the sum of two parts.
type xorPart struct {
	vars        []Var // in increasing order
	odd         bool
	added       bool // to another part
	left, right int32
	ids         []ClauseID // by assignment: the clause that excludes it
	kept        uint64     // of an exclusive or of the formula: assignments of its clauses
}

const (
	fewLines  = 1 << 7 // for each part; if there are more, they are derived in pieces
	mostLines = 1 << 20
)

// sumXors derives the sum of exclusive ors, which has the variables vars: two, one, or
// none; then it is a contradiction. It returns false if that ends the round.
func (s *Solver) sumXors(e *elimination, leaves []int32, vars []Var) bool {
	odd := false
	for _, i := range leaves {
		odd = odd != e.xors[i].odd
	}
	invariant.Check(odd || len(vars) > 0, "sumXors: no contradiction")
	if len(vars) == 2 && s.knownXor(vars, odd) {
		return true
	}
	ids := make([]ClauseID, 4)
	refuted := len(vars) == 0
	if refuted {
		vars = e.xors[leaves[0]].vars[:1]
	}
	if s.tracer != nil {
		last, ok := s.traceXors(e, leaves)
		if last == nil {
			return ok
		}
		vars, ids = last.vars, last.ids
	}
	switch {
	case refuted:
		s.stats.XorUnits++
		return s.learnUnit(vars[0].Pos(), ids[0]) && s.learnUnit(vars[0].Neg(), ids[1])
	case len(vars) == 2:
		s.stats.XorEquivalences++
		for k := range 4 {
			if oddOnes(k) != odd {
				s.scratch.lits = appendExcluding(s.scratch.lits[:0], vars, k)
				s.attach(s.newClause(s.scratch.lits, Learned, 1, ids[k]))
			}
		}
		return true
	case odd:
		s.stats.XorUnits++
		return s.learnUnit(vars[0].Pos(), ids[0])
	}
	s.stats.XorUnits++
	return s.learnUnit(vars[0].Neg(), ids[1])
}

// knownXor reports whether there are the two clauses of an equivalence.
func (s *Solver) knownXor(vars []Var, odd bool) bool {
	l, m := vars[0].Pos(), vars[1].Neg()
	if odd {
		m ^= 1
	}
	return s.isBinary(l, m) && s.isBinary(l^1, m^1)
}

// isBinary reports whether there is the clause of two literals.
func (s *Solver) isBinary(l, m Lit) bool {
	s.stats.Ticks += int64(1 + len(s.watches.of(l))/8)
	return s.binaryClause(l, m) != crefNone
}

// learnUnit makes l true at level 0. Id is the unit clause. It returns false after a
// conflict.
func (s *Solver) learnUnit(l Lit, id ClauseID) bool {
	if s.vals[l] == False {
		return s.falseUnit(l, id)
	}
	return s.rootUnit(l, id)
}

// oddOnes reports whether an assignment makes an odd number of variables true.
func oddOnes(k int) bool { return bits.OnesCount(uint(k))&1 == 1 }

// appendExcluding appends the literals of the clause that excludes an assignment.
func appendExcluding(c []Lit, vars []Var, k int) []Lit {
	for i, v := range vars {
		c = append(c, v.Pos()|Lit(k>>i&1))
	}
	return c
}

// traceXors derives the clauses of a sum. If it gives up, or after a stop, it returns nil,
// and false if that ends the round.
func (s *Solver) traceXors(e *elimination, leaves []int32) (sum *xorPart, ok bool) {
	d := &xorSum{occurs: map[Var][]int32{}}
	_, defines := s.tracer.(Definer)
	if d.plan(e, leaves) {
		switch {
		case defines && d.lines > fewLines*len(d.parts):
			sum = s.tracePieces(d, e, leaves)
			return sum, false
		case d.lines <= mostLines:
			if s.traceParts(d, e, leaves) {
				sum = &d.parts[d.last]
			}
			return sum, false
		}
	}
	s.stats.XorWide++
	return nil, true
}

// plan decides in which order the parts are added. It returns false if there is none in
// which each sum has common variables.
func (d *xorSum) plan(e *elimination, leaves []int32) bool {
	for _, i := range leaves {
		d.insert(xorPart{vars: e.xors[i].vars, odd: e.xors[i].odd, left: noPart})
	}
	for left := len(leaves); left > 1; left-- {
		p := d.shortest()
		if d.last = int(p); len(d.parts[p].vars) == 0 {
			if d.parts[p].odd {
				return true
			}
			d.parts[p].added = true // 0 = 0
			continue
		}
		q := d.partner(p)
		if q < 0 {
			return false
		}
		sum := xorPart{odd: d.parts[p].odd != d.parts[q].odd, left: p, right: q}
		d.parts[p].added, d.parts[q].added = true, true
		sum.vars = addVars(nil, d.parts[p].vars, d.parts[q].vars)
		union := (len(sum.vars) + len(d.parts[p].vars) + len(d.parts[q].vars)) / 2
		d.lines = min(d.lines+1<<min(union, 30), 1<<30)
		d.insert(sum)
	}
	d.last = int(d.shortest())
	return true
}

const noPart = -1

func (d *xorSum) insert(p xorPart) {
	i := int32(len(d.parts))
	d.parts = append(d.parts, p)
	for len(d.sizes) <= len(p.vars) {
		d.sizes = append(d.sizes, nil)
	}
	d.sizes[len(p.vars)] = append(d.sizes[len(p.vars)], i)
	for _, v := range p.vars {
		d.occurs[v] = append(d.occurs[v], i)
	}
}

// shortest returns one of the shortest parts that were not added.
func (d *xorSum) shortest() int32 {
	for n := range d.sizes {
		for k := len(d.sizes[n]); k > 0; k-- {
			if i := d.sizes[n][k-1]; !d.parts[i].added {
				return i
			}
			d.sizes[n] = d.sizes[n][:k-1]
		}
	}
	return noPart
}

// partner returns the part with which p has the shortest sum, among those that have
// variables of p.
func (d *xorSum) partner(p int32) int32 {
	best, least := int32(noPart), 0
	for _, v := range d.parts[p].vars {
		d.occurs[v] = slices.DeleteFunc(d.occurs[v], func(q int32) bool { return d.parts[q].added })
		for _, q := range d.occurs[v] {
			if q == p {
				continue
			}
			n := sumLen(d.parts[p].vars, d.parts[q].vars)
			if best < 0 || n < least || n == least && q < best {
				best, least = q, n
			}
		}
	}
	return best
}

// addVars appends the variables that are in one of two lists only.
func addVars(sum, a, b []Var) []Var {
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0] < b[0]:
			sum = append(sum, a[0])
			a = a[1:]
		case len(a) == 0 || b[0] < a[0]:
			sum = append(sum, b[0])
			b = b[1:]
		default:
			a, b = a[1:], b[1:]
		}
	}
	return sum
}

// sumLen is the number of variables that are in one of two lists only.
func sumLen(a, b []Var) int {
	n := len(a) + len(b)
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case b[0] < a[0]:
			b = b[1:]
		default:
			a, b = a[1:], b[1:]
			n -= 2
		}
	}
	return n
}

// traceParts derives the clauses of all parts, those of the last one for good. It returns
// false after a stop.
func (s *Solver) traceParts(d *xorSum, e *elimination, leaves []int32) bool {
	for i := range d.parts[:d.last+1] {
		if s.lim.Stopped() {
			return false
		}
		if i < len(leaves) {
			s.traceLeaf(d, &d.parts[i], e.xors[leaves[i]].cover)
			continue
		}
		p := &d.parts[i]
		a, b := &d.parts[p.left], &d.parts[p.right]
		if !s.traceSum(d, p, a, b) {
			return false
		}
		s.forgetPart(d, a)
		s.forgetPart(d, b)
	}
	return true
}

// traceLeaf derives the clauses of an exclusive or of which the formula has shorter
// ones only.
func (s *Solver) traceLeaf(d *xorSum, p *xorPart, cover []cref) {
	p.ids = make([]ClauseID, len(cover))
	for k, ref := range cover {
		if oddOnes(k) == p.odd {
			continue
		}
		if p.ids[k] = s.clauseID(ref); len(s.lits(ref)) == len(p.vars) {
			p.kept |= 1 << k
			continue
		}
		d.ids = append(d.ids[:0], p.ids[k])
		p.ids[k] = s.deriveExcluding(d, p.vars, k)
	}
}

// deriveExcluding derives the clause that excludes an assignment from the antecedents
// in d.ids.
func (s *Solver) deriveExcluding(d *xorSum, vars []Var, k int) ClauseID {
	d.lits = appendExcluding(d.lits[:0], vars, k)
	return s.derive(d.lits, d.ids)
}

// forgetPart deletes the derived clauses of a part.
func (s *Solver) forgetPart(d *xorSum, p *xorPart) {
	for k, id := range p.ids {
		if id != 0 && (p.left != noPart || p.kept>>k&1 == 0) {
			d.lits = appendExcluding(d.lits[:0], p.vars, k)
			s.tracer.Deleted(id, d.lits)
		}
	}
	p.ids = nil
}

// traceSum derives the clauses of the sum p of two parts; if it has no variables, the
// clauses that exclude both values of one. It returns false after a stop.
func (s *Solver) traceSum(d *xorSum, p, a, b *xorPart) bool {
	all := slices.Clone(p.vars)
	for _, v := range a.vars {
		if _, common := slices.BinarySearch(b.vars, v); common {
			all = append(all, v)
		}
	}
	n := len(all) - 1
	if n == 0 {
		p.vars, p.ids = all, []ClauseID{a.ids[0] + b.ids[0], a.ids[1] + b.ids[1]}
		a.ids, b.ids = nil, nil
		return true
	}
	inA, inB := placesOf(all, a.vars), placesOf(all, b.vars)
	ids := make([]ClauseID, 1<<n)
	for k := range ids {
		if k&1023 == 1023 && s.lim.Stopped() {
			return false
		}
		if oddOnes(k&(1<<len(p.vars)-1)) == p.odd {
			continue
		}
		d.ids = append(d.ids[:0], a.excluding(k, inA), b.excluding(k, inB))
		ids[k] = s.deriveExcluding(d, all[:n], k)
	}
	for ; n > max(len(p.vars), 1); n-- {
		less := make([]ClauseID, 1<<(n-1))
		for k := range less {
			if ids[k] == 0 {
				continue
			}
			other := k | 1<<(n-1)
			d.ids = append(d.ids[:0], ids[k], ids[other])
			less[k] = s.deriveExcluding(d, all[:n-1], k)
			d.lits = appendExcluding(d.lits[:0], all[:n], k)
			s.tracer.Deleted(ids[k], d.lits)
			d.lits[n-1] ^= 1
			s.tracer.Deleted(ids[other], d.lits)
		}
		ids = less
	}
	p.ids = ids
	if len(p.vars) == 0 {
		p.vars = all[:1]
	}
	return true
}

// placesOf are the places of some variables among others, the last one of which is one of
// them.
func placesOf(all, vars []Var) []int {
	places := make([]int, len(vars))
	for i, v := range vars {
		places[i] = slices.Index(all, v)
	}
	return places
}

// excluding returns the clause of a part that excludes an assignment k of more variables.
// The last of these has either value.
func (p *xorPart) excluding(k int, places []int) ClauseID {
	own, last := 0, 0
	for i, at := range places {
		own |= k >> at & 1 << i
		if at > places[last] {
			last = i
		}
	}
	if oddOnes(own) == p.odd {
		own |= 1 << last
	}
	return p.ids[own]
}
