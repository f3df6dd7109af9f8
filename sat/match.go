package sat

import "slices"

// assignCliques gives each literal of a clause a clique, and the same literal in another
// clause another one: where the clause has few other literals, and of these one that is a
// clause, or the greatest.
// Clauses with a literal that gets none are dropped.
func (p *hallSearch) assignCliques() {
	taken := make([][]bool, len(p.lits))
	for i := range taken {
		taken[i] = make([]bool, len(p.in[i]))
	}
	overlap := make([]int32, len(p.cliques))
	kept := p.clauses[:0]
	p.chosen = make([]int32, len(p.members))
	for _, n := range p.clauses {
		for _, i := range p.of(n) {
			for _, h := range p.in[i] {
				overlap[h]++
			}
		}
		ok := true
		for k, i := range p.of(n) {
			best := -1
			for x, h := range p.in[i] {
				if taken[i][x] {
					continue
				}
				if best < 0 {
					best = x
					continue
				}
				b := p.in[i][best]
				if overlap[h] < overlap[b] || overlap[h] == overlap[b] && int(b) >= p.exact &&
					len(p.cliques[h]) > len(p.cliques[b]) {
					best = x
				}
			}
			if best < 0 {
				ok = false
				break
			}
			p.cliquesOf(n)[k] = p.in[i][best]
			taken[i][best] = true
		}
		for _, i := range p.of(n) {
			for _, h := range p.in[i] {
				overlap[h] = 0
			}
		}
		if ok {
			kept = append(kept, n)
		}
	}
	p.clauses = kept
}

// match gives clauses cliques of their own, by augmenting paths. It returns those that it has met when it
// finds none for one of them: there is one clique less for them. It returns false if the effort is spent, or
// after a stop.
func (s *Solver) match(p *hallSearch) (found []int32, ok bool) {
	mate := make([]int32, len(p.cliques)) // the clause in a clique, or -1
	from := make([]int32, len(p.cliques)) // the clause from which a clique was met
	met := make([]int32, len(p.cliques))  // by which clause's search plus 1
	home := make([]int32, len(p.clauses))
	for h := range mate {
		mate[h] = -1
	}
	var queue []int32
	for n := range p.clauses {
		if s.exhausted(p) {
			return nil, false
		}
		queue = append(queue[:0], int32(n))
		free := int32(-1)
		for i := 0; i < len(queue) && free < 0; i++ {
			q := queue[i]
			cliques := p.cliquesOf(p.clauses[q])
			s.stats.Ticks += int64(1 + len(cliques)/4)
			for _, h := range cliques {
				if met[h] != int32(n)+1 {
					met[h], from[h] = int32(n)+1, q
					if mate[h] < 0 {
						free = h
						break
					}
					queue = append(queue, mate[h])
				}
			}
		}
		if free < 0 {
			slices.Sort(queue)
			return queue, true
		}
		for {
			q := from[free]
			before := home[q]
			mate[free], home[q] = q, free
			if q == int32(n) {
				break
			}
			free = before
		}
	}
	return nil, true
}

// clauseOf returns the literals of a clause; nil of a variable.
func (s *Solver) clauseOf(n *hallClause) []Lit {
	if n.ref == crefNone {
		return nil
	}
	return s.lits(n.ref)
}

// refuteViolation learns that clauses with too few cliques contradict each other: the clause of
// what the assumptions make false. It returns false if the proof would be too long, or after
// a stop.
func (s *Solver) refuteViolation(p *hallSearch, found []int32) bool {
	var c []Lit
	for _, n := range found {
		for _, l := range s.clauseOf(&p.clauses[n]) {
			if p.guards[l] && !slices.Contains(c, l) {
				c = append(c, l)
			}
		}
	}
	var ids [2]ClauseID
	if s.tracer != nil {
		var ok bool
		if ids, ok = s.traceViolation(p, found, c); !ok {
			return false
		}
	}
	switch len(c) {
	case 0:
		l := p.lits[p.of(p.clauses[found[0]])[0]]
		if s.learnUnit(l, ids[0]) {
			s.learnUnit(l.Not(), ids[1])
		}
	case 1:
		s.learnUnit(c[0], ids[0])
	default:
		s.attach(s.newClause(c, Learned, len(c)-1, ids[0]))
	}
	return true
}
