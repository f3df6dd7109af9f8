package sat

import "slices"

// assignHoles gives each literal of a pigeon a hole, and the same literal in another
// pigeon another one: where the pigeon has few other literals, and of these one that is a
// pigeon, or the greatest.
// Pigeons with a literal that gets none are dropped.
func (p *pigeonholes) assignHoles() {
	taken := make([][]bool, len(p.lits))
	for i := range taken {
		taken[i] = make([]bool, len(p.in[i]))
	}
	overlap := make([]int32, len(p.holes))
	kept := p.pigeons[:0]
	for _, n := range p.pigeons {
		for _, t := range n.seats {
			for _, h := range p.in[t.place] {
				overlap[h]++
			}
		}
		ok := true
		for k := range n.seats {
			t := &n.seats[k]
			best := -1
			for x, h := range p.in[t.place] {
				if taken[t.place][x] {
					continue
				}
				if best < 0 {
					best = x
					continue
				}
				b := p.in[t.place][best]
				if overlap[h] < overlap[b] || overlap[h] == overlap[b] && int(b) >= p.exact && len(p.holes[h]) > len(p.holes[b]) {
					best = x
				}
			}
			if best < 0 {
				ok = false
				break
			}
			t.hole = p.in[t.place][best]
			taken[t.place][best] = true
		}
		for _, t := range n.seats {
			for _, h := range p.in[t.place] {
				overlap[h] = 0
			}
		}
		if ok {
			kept = append(kept, n)
		}
	}
	p.pigeons = kept
}

// match brings pigeons into holes. It returns those that it has met when it finds none for
// one of them: there is one hole less for them. It returns false if the effort is spent, or
// after a stop.
func (s *Solver) match(p *pigeonholes) (found []int32, ok bool) {
	guest := make([]int32, len(p.holes)) // the pigeon in a hole, or -1
	from := make([]int32, len(p.holes))  // the pigeon from which a hole was met
	met := make([]int32, len(p.holes))   // by which pigeon's search plus 1
	home := make([]int32, len(p.pigeons))
	for h := range guest {
		guest[h] = -1
	}
	var queue []int32
	for n := range p.pigeons {
		if s.exhausted(p) {
			return nil, false
		}
		queue = append(queue[:0], int32(n))
		free := int32(-1)
		for i := 0; i < len(queue) && free < 0; i++ {
			q := queue[i]
			s.stats.Ticks += int64(1 + len(p.pigeons[q].seats)/4)
			for _, t := range p.pigeons[q].seats {
				if h := t.hole; met[h] != int32(n)+1 {
					met[h], from[h] = int32(n)+1, q
					if guest[h] < 0 {
						free = h
						break
					}
					queue = append(queue, guest[h])
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
			guest[free], home[q] = q, free
			if q == int32(n) {
				break
			}
			free = before
		}
	}
	return nil, true
}

// clauseOf are the literals of the clause of a pigeon, if there is one.
func (s *Solver) clauseOf(n *pigeon) []Lit {
	if n.ref == crefNone {
		return nil
	}
	return s.lits(n.ref)
}

// refuteCrowd learns that pigeons with too few holes contradict each other: the clause of
// what the assumptions make false. It returns false if the proof would be too long, or after
// a stop.
func (s *Solver) refuteCrowd(p *pigeonholes, found []int32) bool {
	var c []Lit
	for _, n := range found {
		for _, l := range s.clauseOf(&p.pigeons[n]) {
			if p.guards[l] && !slices.Contains(c, l) {
				c = append(c, l)
			}
		}
	}
	var ids [2]ClauseID
	if s.tracer != nil {
		var ok bool
		if ids, ok = s.traceCrowd(p, found, c); !ok {
			return false
		}
	}
	switch len(c) {
	case 0:
		l := p.lits[p.pigeons[found[0]].seats[0].place]
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
