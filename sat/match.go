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
	p.rooms = make([]int32, len(p.seats))
	for _, n := range p.pigeons {
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
				if overlap[h] < overlap[b] || overlap[h] == overlap[b] && int(b) >= p.exact && len(p.holes[h]) > len(p.holes[b]) {
					best = x
				}
			}
			if best < 0 {
				ok = false
				break
			}
			p.holesOf(n)[k] = p.in[i][best]
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
			holes := p.holesOf(p.pigeons[q])
			s.stats.Ticks += int64(1 + len(holes)/4)
			for _, h := range holes {
				if met[h] != int32(n)+1 {
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
		l := p.lits[p.of(p.pigeons[found[0]])[0]]
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
