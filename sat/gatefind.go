package sat

import (
	"cmp"
	"slices"
)

// The gates of the clauses, for congruence.go: conjunctions of any number of inputs up to
// a bound, exclusive ors (xor.go), and if-then-elses of four ternary clauses. A clause may
// belong to several gates, and a variable may be the output of several.

const (
	gateAnd  = 100 // greatest size of a clause of a conjunction; it fits eight bits
	gateXor  = 5   // greatest number of variables of an exclusive or
	gateJoin = 16  // greatest number of if-then-elses with one condition and one output
)

// gateFinder is the working memory of findGates.
type gateFinder struct {
	first []uint32 // by literal: its clauses begin here in refs
	refs  []cref   // long clauses that a literal may be the output of, and all ternary ones
	forth []cref   // by literal: binary clause with the negated output, or crefNone
	pairs []gatePair
	equiv [2][]gateEnd // if the condition is true, and if it is false
}

// gatePair is the rest of a ternary clause.
type gatePair struct {
	key uint64 // the variables, the smaller first, and whether their signs differ
	ref cref
	neg bool // the literal of the smaller variable is negated
}

// gateEnd says that a variable is equivalent to a literal under the condition.
type gateEnd struct {
	v    Var
	l    Lit
	refs [2]cref
}

// findGates finds all gates. It returns false after a stop.
func (s *Solver) findGates(c *closure) bool {
	f := &gateFinder{forth: make([]cref, len(s.vals))}
	if !s.listGateClauses(f) {
		return false
	}
	clear(f.forth)
	for l := Lit(2); int(l) < len(s.vals); l++ {
		if s.lim.Stopped() {
			return false
		}
		s.findAnds(c, f, l)
	}
	s.findGateXors(c)
	for v := Var(1); int(v) < len(s.vars); v++ {
		if s.lim.Stopped() {
			return false
		}
		s.findITEs(c, f, v)
	}
	return !s.lim.Stopped()
}

// listGateClauses fills gateFinder.refs. It returns false after a stop.
func (s *Solver) listGateClauses(f *gateFinder) bool {
	binary := f.forth // for now, by literal: the number of its binary clauses
	for l := range binary {
		for _, w := range s.watches.of(Lit(l)) {
			if w.ref&binaryFlag != 0 {
				binary[l]++
			}
		}
	}
	f.first = make([]uint32, len(s.vals)+1)
	for _, fill := range [...]bool{false, true} {
		for ref := cref(arenaStart); int(ref) < len(s.db.arena); ref += cref(hdrWords + s.db.arena[ref]) {
			if s.lim.Stopped() {
				return false
			}
			n := s.db.arena[ref]
			if *s.meta(ref)&(metaDead|metaRedun) != 0 || n < 3 || n > gateAnd {
				continue
			}
			for _, l := range s.lits(ref) {
				if n > 3 && binary[l^1] < cref(n)-1 {
					continue
				}
				if fill {
					f.first[l]--
					f.refs[f.first[l]] = ref
				} else {
					f.first[l]++
				}
			}
		}
		if !fill {
			sum := uint32(0)
			for l := range f.first {
				sum += f.first[l]
				f.first[l] = sum
			}
			f.refs = make([]cref, sum)
		}
	}
	return true
}

// clauses are the long clauses of l.
func (f *gateFinder) clauses(l Lit) []cref { return f.refs[f.first[l]:f.first[l+1]] }

// addGate adds a gate.
func (s *Solver) addGate(c *closure, kind gateKind, out Lit, in []Lit, refs ...cref) {
	g := gate{kind: kind, out: out, in: uint32(len(c.inputs)), n: uint8(len(in)), refs: uint32(len(c.refs))}
	c.inputs = append(c.inputs, in...)
	if c.prover != nil {
		g.m = uint8(len(refs))
		c.refs = append(c.refs, refs...)
	}
	c.gates = append(c.gates, g)
	s.stats.Ticks++
}

// findAnds finds the conjunctions with the output l: a clause with l, each other literal
// of which is negated in a binary clause with the negation of l.
func (s *Solver) findAnds(c *closure, f *gateFinder, l Lit) {
	if len(f.clauses(l)) == 0 || s.vals[l] != Undef {
		return
	}
	ws := s.watches.of(l ^ 1)
	for _, w := range ws {
		if w.ref&binaryFlag != 0 {
			f.forth[w.blocker] = w.ref &^ binaryFlag
		}
	}
	s.stats.Ticks += int64(len(ws)/8 + len(f.clauses(l)))
	for _, ref := range f.clauses(l) {
		in, refs := s.scratch.lits[:0], append(c.buf[:0], ref)
		for _, q := range s.lits(ref) {
			if q == l {
				continue
			}
			b := f.forth[q^1]
			if b == crefNone {
				break
			}
			in, refs = append(in, q^1), append(refs, b)
		}
		s.scratch.lits, c.buf = in, refs
		if len(in) == len(s.lits(ref))-1 {
			s.addGate(c, andGate, l, in, refs...)
		}
	}
	for _, w := range ws {
		f.forth[w.blocker] = crefNone
	}
}

// findGateXors finds exclusive ors of more than two inputs: each of the variables is the
// output of one.
func (s *Solver) findGateXors(c *closure) {
	for _, x := range s.findXorsOf(4, gateXor, true) {
		refs := c.buf[:0]
		wrong := wrongParity(len(x.vars), x.odd)
		for a, ref := range x.cover {
			if wrong>>a&1 != 0 && !slices.Contains(refs, ref) {
				refs = append(refs, ref)
			}
		}
		c.buf = refs
		for i, v := range x.vars {
			in := s.scratch.lits[:0]
			for j, w := range x.vars {
				if i != j {
					in = append(in, w.Pos())
				}
			}
			s.scratch.lits = in
			out := v.Pos()
			if x.odd {
				out = v.Neg()
			}
			s.addGate(c, xorGate, out, in, refs...)
		}
	}
}

// findITEs finds if-then-elses with the condition v: literals that are equivalent to one
// literal if v is true, and to another one if it is false. Of a literal and its negation
// they are exclusive ors.
func (s *Solver) findITEs(c *closure, f *gateFinder, v Var) {
	if len(f.clauses(v.Pos())) < 2 || len(f.clauses(v.Neg())) < 2 || s.vals[v.Pos()] != Undef {
		return
	}
	for i, l := range [...]Lit{v.Neg(), v.Pos()} {
		f.equiv[i] = s.findConditional(f, l, f.equiv[i][:0])
		if len(f.equiv[i]) == 0 {
			return
		}
	}
	yes, no := f.equiv[0], f.equiv[1]
	for len(yes) > 0 && len(no) > 0 {
		i, j := sameEnds(yes), sameEnds(no)
		switch d := cmp.Compare(yes[0].v, no[0].v); {
		case d < 0:
			yes = yes[i:]
			continue
		case d > 0:
			no = no[j:]
			continue
		}
		for _, t := range yes[:i] {
			for _, e := range no[:j] {
				switch {
				case i*j > gateJoin:
				case t.l != e.l^1:
					s.addGate(c, iteGate, t.v.Pos(), []Lit{v.Pos(), t.l, e.l}, t.refs[0], t.refs[1], e.refs[0], e.refs[1])
				case v < t.l.Var(): // else it has been found already
					s.addGate(c, xorGate, t.v.Neg(), []Lit{v.Pos(), t.l}, t.refs[0], t.refs[1], e.refs[0], e.refs[1])
				}
			}
		}
		yes, no = yes[i:], no[j:]
	}
}

// sameEnds counts the first ones with the same variable.
func sameEnds(list []gateEnd) int {
	n := 1
	for n < len(list) && list[n].v == list[0].v {
		n++
	}
	return n
}

// findConditional appends the equivalences that the ternary clauses of l imply if l is
// false, in the order of the variables.
func (s *Solver) findConditional(f *gateFinder, l Lit, dst []gateEnd) []gateEnd {
	f.pairs = f.pairs[:0]
	for _, ref := range f.clauses(l) {
		cl := s.lits(ref)
		if len(cl) != 3 {
			continue
		}
		p, q := cl[0], cl[1]
		if p == l {
			p = cl[2]
		} else if q == l {
			q = cl[2]
		}
		if p > q {
			p, q = q, p
		}
		key := uint64(p&^1)<<32 | uint64(q&^1|(p^q)&1)
		f.pairs = append(f.pairs, gatePair{key, ref, p&1 != 0})
	}
	s.stats.Ticks += int64(len(f.pairs))
	slices.SortFunc(f.pairs, func(a, b gatePair) int {
		return cmp.Or(cmp.Compare(a.key, b.key),
			cmp.Compare(a.ref, b.ref))
	})
	for i := 0; i+1 < len(f.pairs); i++ {
		a, b := f.pairs[i], f.pairs[i+1]
		if a.key != b.key || a.neg == b.neg {
			continue
		}
		// (p or q) and (-p or -q), or with -q for q
		p, q := Lit(a.key>>32), Lit(uint32(a.key))^1
		refs := [2]cref{a.ref, b.ref}
		dst = append(dst, gateEnd{p.Var(), q, refs}, gateEnd{q.Var(), p ^ q&1, refs})
	}
	slices.SortFunc(dst, func(a, b gateEnd) int {
		return cmp.Or(cmp.Compare(a.v, b.v), cmp.Compare(a.l, b.l), cmp.Compare(a.refs[0], b.refs[0]))
	})
	return dst
}
