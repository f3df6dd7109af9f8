package sat

// Transitive reduction of the implication graph of the binary clauses (Aho, Garey,
// Ullman 1972; for clauses Heule, Järvisalo, Biere, SAT 2011): a binary clause is
// removed if a path of other ones implies it. For an irredundant clause the path must
// consist of irredundant ones, since learned ones may be dropped. A literal from which
// there are paths to a literal and to its negation is a failed literal.

// implications is a search in the graph.
type implications struct {
	next  Lit    // whose clauses were tried last
	marks []bool // by literal: reached
	queue []Lit
}

// reduceTransitive tries each binary clause at most once. It begins where the round
// before ended.
func (s *Solver) reduceTransitive(ticks int64) {
	if len(s.vals) == 2 {
		return // there are no variables
	}
	g := &s.graph
	end := s.stats.Ticks + ticks
	g.marks = lengthen(g.marks, len(s.vals), false)
	for range s.vals {
		if s.stats.Ticks > end || s.lim.Stopped() {
			return
		}
		if g.next++; int(g.next) >= len(s.vals) {
			g.next = 2
		}
		if !s.reduceImplied(g.next, end) {
			return
		}
	}
}

// reduceImplied tries the clauses of the negation of l whose other literal is greater,
// until the effort is spent: there may be thousands, and for each of them it looks at all.
// It returns false after a conflict at level 0.
func (s *Solver) reduceImplied(l Lit, end int64) bool {
	s.stats.Ticks += int64(len(s.watches.of(l^1)) >> 3)
	for i := 0; i < len(s.watches.of(l^1)) && s.vals[l] == Undef; {
		if s.stats.Ticks > end || s.lim.Stopped() {
			return true
		}
		w := s.watches.of(l ^ 1)[i]
		i++
		if w.ref&binaryFlag == 0 || w.blocker < l^1 || s.vals[w.blocker] != Undef {
			continue
		}
		ref := w.ref &^ binaryFlag
		switch implied, failed := s.implies(l, w.blocker, ref); {
		case implied:
			s.stats.Transitive++
			s.kill(ref)
			s.unwatch(ref)
			i--
		case failed:
			s.probeDecide(l)
			if !s.propagateUnits() && !s.failed(l) {
				return false
			}
			s.probeBacktrack(0)
		}
	}
	return true
}

// implies looks for a path from a to b without the clause except; it has only
// irredundant clauses if that one is irredundant. It stops when it finds that a is a
// failed literal.
func (s *Solver) implies(a, b Lit, except cref) (implied, failed bool) {
	g := &s.graph
	learned := *s.meta(except)&metaRedun != 0
	g.queue = append(g.queue[:0], a)
	g.marks[a] = true
search:
	for i := 0; i < len(g.queue); i++ {
		ws := s.watches.of(g.queue[i] ^ 1)
		s.stats.Ticks += 1 + int64(len(ws)>>3)
		for _, w := range ws {
			l, ref := w.blocker, w.ref&^binaryFlag
			if w.ref&binaryFlag == 0 || g.marks[l] || s.vals[l] != Undef || ref == except ||
				!learned && *s.meta(ref)&metaRedun != 0 {
				continue
			}
			if l == b || g.marks[l^1] {
				implied, failed = l == b, l != b
				break search
			}
			g.marks[l] = true
			g.queue = append(g.queue, l)
		}
	}
	for _, l := range g.queue {
		g.marks[l] = false
	}
	return implied, failed
}
