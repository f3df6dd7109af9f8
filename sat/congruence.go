package sat

import "slices"

// Congruence closure of gates (Biere, Fazekas, Fleury, Froleyks, SAT 2024): gates with
// the same inputs have equivalent outputs. The gates of the clauses (gatefind.go) are
// hashed by their inputs, each of which stands for its class of equivalent literals.
// Where classes merge or become constant, the gates with these inputs are brought to
// normal form again (gateform.go), and may turn out to be equal to others. The
// equivalences become binary clauses, whose proof is small (gateproof.go), and
// substitution does the rest.

// closures schedules the closure.
type closures struct {
	pauses
	saved int64 // effort that was not enough
	begun bool
}

// closure is the working memory of a round.
type closure struct {
	gates  []gate
	inputs []Lit     // of the gates
	refs   []cref    // clauses of the gates, if proofs are wanted
	repr   []Lit     // by literal: its representative
	next   []Var     // by variable: the next one of its class, in a circle
	size   []int32   // by representative: variables of its class
	equal  []classed // by variable: its proof, if proofs are wanted
	queue  []Var     // those that lost their class, or became constant
	units  int       // trail position up to which constants are in queue
	table  []int32   // gates by the hashes of their inputs, each plus 1; 0: free
	filled int       // entries of table
	heads  []int32   // by variable: its first use, 0 if there is none
	uses   []gateUse
	prover *gateProver // nil if no proofs are wanted
	buf    []cref
}

// gate is an output and its inputs.
type gate struct {
	out    Lit
	in     uint32 // of inputs
	refs   uint32 // of refs
	hashed uint32
	n, m   uint8 // inputs and refs
	kind   gateKind
}

// gateUse is an element of the list of gates that have a variable as an input.
type gateUse struct{ gate, next int32 }

// classed is the proof that a variable v equals its representative r.
type classed struct {
	ids  [2]ClauseID // (-v r) and (v -r)
	lent bool        // they are clauses of the formula, and not only of the proof
}

// maxClosurePause bounds the rounds that are left out.
const maxClosurePause = 7

// congruence runs the closure, and substitutes if it finds equivalences.
func (s *Solver) congruence(ticks int64) {
	k := &s.closures
	if k.pausing() {
		return
	}
	if k.saved += ticks; k.begun && k.saved < s.closureTicks() {
		return
	}
	k.begun, k.saved = true, 0
	before, trail := s.stats.Congruent, len(s.trail)
	s.close()
	k.ended(s.stats.Congruent > before || len(s.trail) > trail, maxClosurePause)
	if s.stats.Congruent > before && s.propagateRoot() && !s.stop.seen && s.clean() {
		s.substitute(ticks)
	}
}

// closureTicks is about the cost of the closure.
func (s *Solver) closureTicks() int64 { return int64(len(s.db.arena)) / 4 }

// close finds the gates, and merges until nothing changes.
func (s *Solver) close() {
	s.stats.Ticks += s.closureTicks()
	c := &closure{
		repr: make([]Lit, len(s.vals)), next: make([]Var, len(s.vars)), size: make([]int32, len(s.vars)),
		units: len(s.trail),
	}
	if s.tracer != nil || proveAlways {
		c.equal = make([]classed, len(s.vars))
		c.prover = &gateProver{known: make([]bool, len(s.vars))}
	}
	for l := range c.repr {
		c.repr[l], c.next[l/2], c.size[l/2] = Lit(l), Var(l/2), 1
	}
	if s.findGates(c) {
		s.hashGates(c)
		s.closeGates(c)
	}
	s.forgetClasses(c)
}

// hashGates enters all gates. Equal ones merge.
func (s *Solver) hashGates(c *closure) {
	c.heads, c.uses = make([]int32, len(s.vars)), make([]gateUse, 1, 1+len(c.inputs))
	for g := range c.gates {
		if s.lim.Stopped() || s.conflict.found {
			return
		}
		if s.normalizeGate(c, int32(g)) {
			s.enterGate(c, int32(g))
			for _, l := range c.in(int32(g)) {
				c.use(l.Var(), int32(g))
			}
		}
	}
}

// closeGates normalizes the gates again whose inputs have changed, until there are none.
func (s *Solver) closeGates(c *closure) {
	for !s.conflict.found && !s.stop.seen {
		for ; c.units < len(s.trail); c.units++ {
			c.queue = append(c.queue, s.trail[c.units].Var())
		}
		if len(c.queue) == 0 || s.lim.Stopped() {
			return
		}
		v := c.queue[len(c.queue)-1]
		c.queue = c.queue[:len(c.queue)-1]
		u := c.heads[v]
		c.heads[v] = 0
		for u != 0 && !s.conflict.found && !s.stop.seen {
			g := c.uses[u].gate
			next := c.uses[u].next
			s.stats.Ticks++
			if c.gates[g].kind != noGate && s.normalizeGate(c, g) {
				s.enterGate(c, g)
				w := c.repr[v.Pos()].Var()
				for _, l := range c.in(g) {
					if l.Var() == w {
						c.uses[u].next, c.heads[w] = c.heads[w], u
						break
					}
				}
			}
			u = next
		}
	}
}

// in are the inputs of a gate.
func (c *closure) in(g int32) []Lit {
	x := &c.gates[g]
	return c.inputs[x.in : x.in+uint32(x.n)]
}

// use notes that a gate has an input.
func (c *closure) use(v Var, g int32) {
	c.uses = append(c.uses, gateUse{g, c.heads[v]})
	c.heads[v] = int32(len(c.uses) - 1)
}

// enterGate enters a gate in normal form, or merges its output with that of an equal
// one.
func (s *Solver) enterGate(c *closure, g int32) {
	if 2*(c.filled+1) > len(c.table) {
		c.rehash()
	}
	x := &c.gates[g]
	in := c.in(g)
	h := uint64(x.kind)
	for _, l := range in {
		h = (h ^ uint64(l)) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	x.hashed = uint32(h ^ h>>32)
	mask := uint32(len(c.table) - 1)
	i := x.hashed & mask
	for ; c.table[i] != 0; i = (i + 1) & mask {
		o := c.table[i] - 1
		y := &c.gates[o]
		if o == g && y.hashed == x.hashed {
			return
		}
		if o != g && y.kind == x.kind && y.hashed == x.hashed && slices.Equal(c.in(o), in) {
			s.equate(c, x.out, y.out, g, o)
			x.kind = noGate
			return
		}
	}
	c.table[i] = g + 1
	c.filled++
}

// rehash makes the table larger, and drops what is out of date.
func (c *closure) rehash() {
	live := 0
	old := c.table
	for _, g := range old {
		if g != 0 && c.gates[g-1].kind != noGate {
			live++
		}
	}
	size := 1024
	for size < 2*len(c.gates) || size < 4*(live+1) {
		size *= 2
	}
	c.table, c.filled = make([]int32, size), 0
	mask := uint32(size - 1)
	for _, g := range old {
		if g == 0 || c.gates[g-1].kind == noGate {
			continue
		}
		i := c.gates[g-1].hashed & mask
		for c.table[i] != 0 && c.table[i] != g {
			i = (i + 1) & mask
		}
		if c.table[i] == 0 {
			c.table[i] = g
			c.filled++
		}
	}
}

// equate makes two literals equivalent, as the given gates imply; a gate may be missing.
func (s *Solver) equate(c *closure, a, b Lit, gates ...int32) {
	if s.conflict.found || s.stop.seen {
		return
	}
	a, b = c.repr[a], c.repr[b]
	va, vb := s.vals[a], s.vals[b]
	switch {
	case a == b:
		return
	case va != Undef:
		s.gateUnit(c, b^sign(va), gates...)
		return
	case vb != Undef:
		s.gateUnit(c, a^sign(vb), gates...)
		return
	case a == b^1:
		s.gateUnit(c, a, gates...)
		s.gateUnit(c, a^1, gates...)
		return
	}
	if c.size[a.Var()] > c.size[b.Var()] {
		a, b = b, a
	}
	if forth, back := s.binaryClause(a^1, b), s.binaryClause(b^1, a); forth != crefNone && back != crefNone {
		// It was found before: substitution leaves frozen variables.
		s.mergeClasses(c, a, b, [2]ClauseID{s.clauseID(forth), s.clauseID(back)})
		return
	}
	s.stats.Congruent++
	var ids [2]ClauseID
	for i := range ids {
		x := Lit(i)
		lits := [2]Lit{a ^ 1 ^ x, b ^ x}
		if c.prover != nil {
			ids[i] = s.proveByGates(c, lits[:], gates)
		}
		s.attach(s.newClause(lits[:], Irredundant, 1, ids[i]))
	}
	s.mergeClasses(c, a, b, ids)
}

// binaryClause is a watched clause of two literals, or crefNone.
func (s *Solver) binaryClause(a, b Lit) cref {
	if len(s.watches.of(a)) > len(s.watches.of(b)) {
		a, b = b, a
	}
	for _, w := range s.watches.of(a) {
		if w.blocker == b && w.ref&binaryFlag != 0 {
			return w.ref &^ binaryFlag
		}
	}
	return crefNone
}

// sign is 1 for False: exclusive or with it makes a literal that has the value.
func sign(v Value) Lit {
	if v == False {
		return 1
	}
	return 0
}

// mergeClasses gives the members of the class of a the representative b. The ids are of
// (-a b) and (a -b).
func (s *Solver) mergeClasses(c *closure, a, b Lit, ids [2]ClauseID) {
	for v := a.Var(); ; {
		m := v.Pos()
		flip := c.repr[m] ^ a // m is equivalent to a^flip
		if s.tracer != nil {
			e := &c.equal[v]
			if v == a.Var() {
				*e = classed{[2]ClauseID{ids[a&1], ids[a&1^1]}, true}
			} else {
				r := b ^ flip
				old := *e
				s.scratch.lits = append(s.scratch.lits[:0], m^1, r)
				e.ids[0] = s.derive(s.scratch.lits, []ClauseID{old.ids[0], ids[flip]})
				s.scratch.lits = append(s.scratch.lits[:0], m, r^1)
				e.ids[1] = s.derive(s.scratch.lits, []ClauseID{old.ids[1], ids[flip^1]})
				e.lent = false
				s.dropClassed(v, a^flip, old)
			}
		}
		c.repr[m], c.repr[m^1] = b^flip, b^flip^1
		if v = c.next[v]; v == a.Var() {
			break
		}
	}
	c.next[a.Var()], c.next[b.Var()] = c.next[b.Var()], c.next[a.Var()]
	c.size[b.Var()] += c.size[a.Var()]
	c.queue = append(c.queue, a.Var())
}

// dropClassed deletes the proof that v equals r, unless its clauses are in the formula.
func (s *Solver) dropClassed(v Var, r Lit, e classed) {
	if !e.lent && e.ids[0] != 0 {
		s.tracer.Deleted(e.ids[0], []Lit{v.Neg(), r})
		s.tracer.Deleted(e.ids[1], []Lit{v.Pos(), r ^ 1})
	}
}

// forgetClasses deletes what is in the proof only.
func (s *Solver) forgetClasses(c *closure) {
	if s.tracer == nil {
		return
	}
	for v := range c.equal {
		s.dropClassed(Var(v), c.repr[Var(v).Pos()], c.equal[v])
	}
}

// gateUnit makes l true at level 0, as the given gates imply.
func (s *Solver) gateUnit(c *closure, l Lit, gates ...int32) {
	l = c.repr[l]
	if s.conflict.found || s.stop.seen || s.vals[l] == True {
		return
	}
	var id ClauseID
	if c.prover != nil {
		id = s.proveByGates(c, []Lit{l}, gates)
	}
	if s.vals[l] == Undef {
		s.stats.GateUnits++
	}
	s.learnUnit(l, id)
}
