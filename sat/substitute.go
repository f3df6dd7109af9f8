package sat

import "slices"

// Literals that imply each other by binary clauses are equivalent: the classes are the
// strongly connected components of the implication graph (Aspvall, Plass, Tarjan 1979;
// the algorithm is Tarjan's). In all clauses a representative replaces the other
// literals of its component. The record of a replaced variable is the two clauses of
// its equivalence.

// components is the working memory of a round.
type components struct {
	index  []int32 // by literal: order of discovery; 0: not seen; maxIndex: its component is complete
	stack  []Lit   // literals whose components are not complete
	work   []componentFrame
	count  int32         // literals discovered
	repr   []Lit         // by literal: itself, or its representative
	member []int32       // by literal: number of its component
	number int32         // of the component at hand
	forth  componentTree // paths from the representative, for proofs
	back   componentTree // paths to it
	queue  []Lit
	equal  [][2]ClauseID // by variable v replaced by r: (-v r), (v -r); nil without a proof
	ids    []ClauseID
}

// componentTree has, for each literal of a component, the next literal towards the
// representative and the clause that connects them.
type componentTree struct {
	up []Lit
	by []cref
}

// componentFrame is a literal of the depth-first search.
type componentFrame struct {
	l    Lit
	low  int32 // least index reached
	next int32 // watch to follow next
}

const maxIndex = 1<<31 - 1

// substitute finds the components and replaces literals. It is linear, so it ignores its
// effort.
func (s *Solver) substitute(ticks int64) {
	n := len(s.vals)
	c := &components{
		index: make([]int32, n), repr: make([]Lit, n), member: make([]int32, n),
	}
	if s.tracer != nil {
		c.equal = make([][2]ClauseID, len(s.vars))
	}
	var replaced []Var
	for l := Lit(2); int(l) < n; l++ {
		c.repr[l] = l
	}
	for l := Lit(2); int(l) < n; l++ {
		if c.index[l] != 0 || s.vals[l] != Undef || s.ext.inactive[l.Var()] {
			continue
		}
		if replaced = s.component(c, l, replaced); s.conflict.found || s.lim.Stopped() {
			break
		}
	}
	switch {
	case s.conflict.found || len(replaced) == 0:
	case s.lim.Stopped():
		s.dropEqual(c, replaced)
	default:
		s.replaceAll(c, replaced)
	}
}

// component searches depth first from a literal, and merges the components that it
// finds.
func (s *Solver) component(c *components, from Lit, replaced []Var) []Var {
	c.work = append(c.work[:0], componentFrame{l: from})
	for len(c.work) > 0 {
		f := &c.work[len(c.work)-1]
		if f.low == 0 {
			c.count++
			if c.count&1023 == 0 && s.lim.Stopped() {
				return replaced
			}
			f.low = c.count
			c.index[f.l] = c.count
			c.stack = append(c.stack, f.l)
		}
		ws := s.watches.of(f.l ^ 1) // clauses with the negation: what f.l implies
		down := false
		for int(f.next) < len(ws) {
			w := ws[f.next]
			f.next++
			if w.ref&binaryFlag == 0 || s.vals[w.blocker] != Undef {
				continue
			}
			s.stats.Ticks++
			if c.index[w.blocker] == 0 {
				c.work = append(c.work, componentFrame{l: w.blocker})
				down = true
				break
			}
			f.low = min(f.low, c.index[w.blocker])
		}
		if down {
			continue
		}
		l, low := f.l, f.low
		c.work = c.work[:len(c.work)-1]
		if len(c.work) > 0 {
			up := &c.work[len(c.work)-1]
			up.low = min(up.low, low)
		}
		if low < c.index[l] {
			continue
		}
		if members := c.pop(l); len(members) > 1 {
			if replaced = s.merge(c, members, replaced); s.conflict.found {
				return replaced
			}
		}
	}
	return replaced
}

// pop takes the component whose first literal is l off the stack. It is valid until
// another literal is pushed.
func (c *components) pop(l Lit) []Lit {
	i := len(c.stack) - 1
	for c.stack[i] != l {
		i--
	}
	members := c.stack[i:]
	for _, m := range members {
		c.index[m] = maxIndex
	}
	c.stack = c.stack[:i]
	return members
}

// merge chooses the representative of a component and derives the equivalences, unless
// the component of the negated literals was merged before.
func (s *Solver) merge(c *components, members []Lit, replaced []Var) []Var {
	r := members[0]
	for _, m := range members {
		if c.repr[m] != m {
			return replaced
		}
		if a, b := s.ext.frozen[m.Var()], s.ext.frozen[r.Var()]; a && !b || a == b && m < r {
			r = m
		}
	}
	c.number++
	for _, m := range members {
		c.member[m] = c.number
	}
	if s.tracer != nil {
		s.reach(c, r)
	}
	if c.member[r^1] == c.number {
		s.stats.Failed++
		var id ClauseID
		if s.tracer != nil {
			id = s.derive([]Lit{r ^ 1}, c.path(s, &c.forth, r^1, r))
		}
		s.rootUnit(r^1, id) // which implies r
		return replaced
	}
	for _, m := range members {
		if m == r || !s.removable(m.Var()) {
			continue
		}
		v := m.Var()
		c.repr[m], c.repr[m^1] = r, r^1
		if s.tracer != nil {
			forth := s.derive([]Lit{r ^ 1, m}, c.path(s, &c.forth, m, r))
			back := s.derive([]Lit{m ^ 1, r}, c.path(s, &c.back, m, r))
			c.equal[v] = [2]ClauseID{back, forth}
			if m.Sign() {
				c.equal[v] = [2]ClauseID{forth, back}
			}
		}
		replaced = append(replaced, v)
	}
	return replaced
}

// reach finds a path from r to each member of its component, and back.
func (s *Solver) reach(c *components, r Lit) {
	for _, forth := range [...]bool{true, false} {
		t := &c.back
		if forth {
			t = &c.forth
		}
		if t.up == nil {
			t.up, t.by = make([]Lit, len(s.vals)), make([]cref, len(s.vals))
		}
		c.queue = append(c.queue[:0], r)
		for i := 0; i < len(c.queue); i++ {
			l := c.queue[i]
			ws := s.watches.of(l)
			if forth {
				ws = s.watches.of(l ^ 1)
			}
			for _, w := range ws {
				m := w.blocker
				if !forth {
					m ^= 1
				}
				if w.ref&binaryFlag == 0 || s.vals[m] != Undef || c.member[m] != c.number || m == r || t.up[m] != NoLit {
					continue
				}
				t.up[m], t.by[m] = l, w.ref&^binaryFlag
				c.queue = append(c.queue, m)
			}
		}
	}
}

// path lists the clauses between l and the root r of the tree.
func (c *components) path(s *Solver, t *componentTree, l, r Lit) []ClauseID {
	c.ids = c.ids[:0]
	for ; l != r; l = t.up[l] {
		c.ids = append(c.ids, s.clauseID(t.by[l]))
	}
	return c.ids
}

// dropEqual deletes the equivalences from the proof, which are not used.
func (s *Solver) dropEqual(c *components, replaced []Var) {
	for _, v := range replaced {
		if s.tracer != nil {
			s.tracer.Deleted(c.equal[v][0], []Lit{v.Neg(), c.repr[v.Pos()]})
			s.tracer.Deleted(c.equal[v][1], []Lit{v.Pos(), c.repr[v.Neg()]})
		}
	}
}

// replaceAll puts the representatives into all clauses. After a stop it has changed
// some of them, and the equivalences become clauses.
func (s *Solver) replaceAll(c *components, replaced []Var) {
	end := cref(len(s.db.arena))
	for ref := cref(arenaStart); ref < end; ref += cref(hdrWords + s.db.arena[ref]) {
		if s.lim.Stopped() {
			s.keepEqual(c, replaced)
			s.loseWatches()
			return
		}
		if *s.meta(ref)&metaDead == 0 && !s.replaceIn(c, ref) {
			return
		}
	}
	for _, v := range replaced {
		s.stats.Substituted++
		s.touch(c.repr[v.Pos()].Var())
		s.beginRecord(v)
		ids := c.equalIDs(v)
		s.recordClause([]Lit{v.Neg(), c.repr[v.Pos()]}, ids[0])
		s.recordClause([]Lit{v.Pos(), c.repr[v.Neg()]}, ids[1])
	}
	s.inproc.cleanTo = 0
	s.reconnect()
}

// equalIDs are the clauses by which v equals its representative.
func (c *components) equalIDs(v Var) [2]ClauseID {
	if c.equal == nil {
		return [2]ClauseID{}
	}
	return c.equal[v]
}

// keepEqual adds the equivalences as clauses, since the variables stay.
func (s *Solver) keepEqual(c *components, vars []Var) {
	for _, v := range vars {
		ids := c.equalIDs(v)
		s.newClause([]Lit{v.Neg(), c.repr[v.Pos()]}, Irredundant, 1, ids[0])
		s.newClause([]Lit{v.Pos(), c.repr[v.Neg()]}, Irredundant, 1, ids[1])
	}
}

// replaceIn puts the representatives into a clause. It returns false after a
// conflict.
func (s *Solver) replaceIn(c *components, ref cref) bool {
	old := s.lits(ref)
	if !slices.ContainsFunc(old, func(l Lit) bool { return c.repr[l] != l }) {
		return true
	}
	kept, ids := s.scratch.lits[:0], s.scratch.ids[:0]
	taut := false
	for _, l := range old {
		r := c.repr[l]
		if r != l {
			ids = append(ids, c.equalIDs(l.Var())[l&1])
		}
		bit := uint8(1) << (r & 1)
		taut = taut || s.analysis.seen[r.Var()]&(bit^3) != 0
		if s.analysis.seen[r.Var()] == 0 {
			s.analysis.seen[r.Var()] = bit
			kept = append(kept, r)
		}
	}
	for _, l := range kept {
		s.analysis.seen[l.Var()] = 0
	}
	s.scratch.lits, s.scratch.ids = kept, ids
	if taut {
		s.kill(ref)
		return true
	}
	id := s.derive(kept, append(ids, s.clauseID(ref)))
	switch {
	case len(kept) == int(s.db.arena[ref]) && s.theory.prop == nil: // else somebody may know it by its place
		s.rewrite(ref, kept, id)
		return true
	case len(kept) > 1:
		s.replace(ref, kept, id)
		return true
	}
	s.kill(ref)
	switch s.vals[kept[0]] {
	case Undef:
		s.rootAssign(kept[0], id)
	case False:
		return s.falseUnit(kept[0], id)
	}
	return true
}
