package sat

import "slices"

// Clauses and sets of literals that exclude each other in pairs may contradict each other
// by their numbers alone, as in the pigeonhole principle; resolution needs exponentially many
// steps for that. Such sets are cliques of the graph of exclusions, which are binary clauses or
// chains of them, so that encodings with auxiliary variables are found too (Biere, Le Berre,
// Lonca, Manthey, SAT 2014). Each literal of a clause gets a clique, the same literal in
// another clause another one. A clause that no matching gives a clique of its own comes with
// a set of clauses that have fewer cliques than they are: Hall's condition is violated (Hall,
// 1935). The proof counts those that have one (tally.go).
//
// Literals that the assumptions make false are left out at first. They are the clause that
// is learned.

// counting schedules the search for violations of Hall's condition.
type counting struct {
	pauses
	begun bool
	saved int64 // effort that was not enough
	need  int64 // less was not enough
}

const (
	leastCounting = 1 << 16 // ticks for the first round
	greatestReach = 1 << 11 // literals that one literal reaches by binary clauses
	longestChoice = 1 << 10 // literals of a clause
)

// hallSearch is the working memory of a round.
type hallSearch struct {
	end     int64 // ticks
	clauses []hallClause
	members []int32   // of all clauses: the places of their literals
	chosen  []int32   // likewise: the cliques of these, from assignCliques on
	lits    []Lit     // of the clauses
	places  []int32   // by literal: its place in lits, or -1
	guards  []bool    // by literal: the assumptions make it false
	implies []Value   // by literal: is there a binary clause with its negation?
	excl    [][]int32 // by place: those of the literals that it excludes, in increasing order
	uses    []int32   // by place: clauses that have it
	cliques [][]int32 // places
	covered [][]bool  // likewise: both literals are in a clique
	in      [][]int32 // by place: its cliques
	exact   int       // so many of the first clauses are also the first cliques
	reach   reach
}

// hallClause is a clause, or a literal and its negation. There may be one for each clause of the
// formula, so it is small.
type hallClause struct {
	ref      cref   // or crefNone
	from, to uint32 // in hallSearch.members and chosen
}

// of are the places of a clause's literals.
func (p *hallSearch) of(n hallClause) []int32 { return p.members[n.from:n.to] }

// cliquesOf are their cliques.
func (p *hallSearch) cliquesOf(n hallClause) []int32 { return p.chosen[n.from:n.to] }

// count looks for clauses that have fewer cliques than they are.
func (s *Solver) count(ticks int64) {
	c := &s.counting
	if c.pausing() {
		return
	}
	if _, defines := s.tracer.(Definer); s.tracer != nil && !defines {
		return
	}
	if c.saved += ticks; !c.begun {
		c.begun, c.saved = true, max(c.saved, leastCounting, int64(len(s.db.arena)))
	}
	if c.saved < max(c.need, s.xorTicks()) || s.lim.Stopped() {
		return
	}
	p := &hallSearch{end: s.stats.Ticks + c.saved}
	c.need, c.saved = 2*c.saved, 0
	found, ok := s.findViolation(p)
	if !ok {
		return // more effort may do
	}
	c.need = 0
	refuted := len(found) > 0 && s.refuteViolation(p, found)
	if refuted {
		s.stats.HallViolations++
	}
	c.ended(refuted, greatestPause)
}

// findViolation returns clauses for which there are too few cliques, if there are any. It
// returns false if the effort is spent, or after a stop.
func (s *Solver) findViolation(p *hallSearch) (found []int32, ok bool) {
	s.findClauses(p)
	if len(p.clauses) < 2 {
		return nil, !s.lim.Stopped()
	}
	before := s.stats.Ticks
	if !s.findExclusions(p) {
		return nil, false
	}
	p.end += s.stats.Ticks - before // cliques take as long, and it would be lost
	p.leaveOut()
	if len(p.clauses) < 2 {
		return nil, true
	}
	if !s.findCliques(p) {
		return nil, false
	}
	p.assignCliques()
	return s.match(p)
}

// exhausted holds when a round has to end.
func (s *Solver) exhausted(p *hallSearch) bool { return s.stats.Ticks > p.end || s.lim.Stopped() }

// findClauses collects the clauses each literal of which may exclude others: those of three
// and more, those of two that have the same literals, and variables, since equivalent
// literals were replaced.
func (s *Solver) findClauses(p *hallSearch) {
	s.stats.Ticks += s.xorTicks()
	p.places = make([]int32, len(s.vals))
	p.guards = make([]bool, len(s.vals))
	p.implies = make([]Value, len(s.vals))
	for l := range p.places {
		p.places[l] = -1
	}
	for _, a := range s.assumptions.wanted {
		p.guards[a.Not()] = true
	}
	for _, long := range [...]bool{true, false} {
		for ref := cref(arenaStart); int(ref) < len(s.db.arena); ref += cref(hdrWords + s.db.arena[ref]) {
			if s.exhausted(p) {
				return
			}
			n := s.db.arena[ref]
			if *s.meta(ref)&(metaDead|metaRedun|metaLate) != 0 || n > longestChoice || n > 2 != long {
				continue
			}
			s.addChoice(p, ref, long)
		}
	}
	for i, l := range p.lits {
		if j := p.places[l^1]; j > int32(i) {
			p.uses[i]++
			p.uses[j]++
			from := uint32(len(p.members))
			p.members = append(p.members, int32(i), j)
			p.clauses = append(p.clauses, hallClause{crefNone, from, from + 2})
		}
	}
}

// addChoice adds a clause to those of the search. A short one has no literals that are new.
func (s *Solver) addChoice(p *hallSearch, ref cref, long bool) {
	c := s.lits(ref)
	for _, l := range c {
		if !p.guards[l] && (!s.impliesAny(p, l) || !long && p.places[l] < 0) {
			return
		}
	}
	if !slices.ContainsFunc(c, func(l Lit) bool { return !p.guards[l] }) {
		return // the assumptions contradict it
	}
	s.stats.Ticks++
	from := uint32(len(p.members))
	for _, l := range c {
		if p.guards[l] {
			continue
		}
		if p.places[l] < 0 {
			p.places[l] = int32(len(p.lits))
			p.lits = append(p.lits, l)
			p.uses = append(p.uses, 0)
		}
		p.uses[p.places[l]]++
		p.members = append(p.members, p.places[l])
	}
	p.clauses = append(p.clauses, hallClause{ref, from, uint32(len(p.members))})
}

// impliesAny reports whether a literal implies others by binary clauses.
func (s *Solver) impliesAny(p *hallSearch, l Lit) bool {
	if p.implies[l] == Undef {
		p.implies[l] = False
		s.stats.Ticks++
		if s.hasBinary(l.Not()) {
			p.implies[l] = True
		}
	}
	return p.implies[l] == True
}

// reach finds the literals that a literal implies by binary clauses.
type reach struct {
	list   []reached
	by     []cref   // of those in the list: the last clause
	stamps []uint32 // by literal
	stamp  uint32
}

// reached is a literal that is implied, and the one before it in the list.
type reached struct {
	lit  Lit
	from int32
}

// at is the place of a literal in the list, or -1.
func (r *reach) at(l Lit) int32 {
	return int32(slices.IndexFunc(r.list, func(x reached) bool { return x.lit == l }))
}

// reachFrom lists the literals that l implies, the near ones first; not all if there are
// too many.
func (s *Solver) reachFrom(r *reach, l Lit) {
	r.stamps = lengthen(r.stamps, len(s.vals), 0)
	r.stamp++
	r.stamps[l] = r.stamp
	r.list, r.by = append(r.list[:0], reached{lit: l}), append(r.by[:0], crefNone)
	for i := 0; i < len(r.list) && len(r.list) < greatestReach; i++ {
		ws := s.watches.of(r.list[i].lit ^ 1)
		s.stats.Ticks += int64(2 + len(ws)/8)
		for _, w := range ws {
			if w.ref&binaryFlag != 0 && r.stamps[w.blocker] != r.stamp {
				r.stamps[w.blocker] = r.stamp
				r.list = append(r.list, reached{w.blocker, int32(i)})
				r.by = append(r.by, w.ref&^binaryFlag)
			}
		}
	}
}

// findExclusions finds the literals of clauses that each of them excludes. It returns
// false if the effort is spent, or after a stop.
func (s *Solver) findExclusions(p *hallSearch) bool {
	p.excl = make([][]int32, len(p.lits))
	for i, l := range p.lits {
		if s.exhausted(p) {
			return false
		}
		s.reachFrom(&p.reach, l)
		if j := p.places[l^1]; j >= 0 {
			p.excl[i] = append(p.excl[i], j)
		}
		for _, m := range p.reach.list[1:] {
			if j := p.places[m.lit^1]; j >= 0 && j != int32(i) {
				s.stats.Ticks++
				p.excl[i] = append(p.excl[i], j)
				p.excl[j] = append(p.excl[j], int32(i))
			}
		}
	}
	for i := range p.excl {
		slices.Sort(p.excl[i])
		p.excl[i] = slices.Compact(p.excl[i])
		s.stats.Ticks += int64(len(p.excl[i]) / 8)
	}
	return true
}

// leaveOut drops the clauses with a literal that excludes none of another clause: it would
// have a clique of its own.
func (p *hallSearch) leaveOut() {
	has := make([][]int32, len(p.lits))
	for n := range p.clauses {
		for _, i := range p.of(p.clauses[n]) {
			has[i] = append(has[i], int32(n))
		}
	}
	out := make([]bool, len(p.clauses))
	var queue []int32
	check := func(i int32) {
		for _, j := range p.excl[i] {
			if p.uses[j] > 0 {
				return
			}
		}
		for _, n := range has[i] {
			if !out[n] {
				out[n] = true
				queue = append(queue, n)
			}
		}
	}
	for i := range p.lits {
		check(int32(i))
	}
	for len(queue) > 0 {
		n := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, i := range p.of(p.clauses[n]) {
			if p.uses[i]--; p.uses[i] == 0 {
				for _, j := range p.excl[i] {
					check(j)
				}
			}
		}
	}
	kept := p.clauses[:0]
	for n := range p.clauses {
		if !out[n] {
			kept = append(kept, p.clauses[n])
		}
	}
	p.clauses = kept
	for i := range p.excl {
		if p.uses[i] == 0 {
			p.excl[i] = nil
			continue
		}
		p.excl[i] = slices.DeleteFunc(p.excl[i], func(j int32) bool { return p.uses[j] == 0 })
	}
}

// findCliques covers all exclusions by cliques: first clauses whose literals exclude each
// other, and then each as large as the first literals allow. It returns false if the effort
// is spent, or after a stop.
func (s *Solver) findCliques(p *hallSearch) bool {
	p.in = make([][]int32, len(p.lits))
	p.covered = make([][]bool, len(p.lits))
	for i := range p.covered {
		p.covered[i] = make([]bool, len(p.excl[i]))
	}
	var common, clique []int32
	var exact, others []hallClause
	for _, n := range p.clauses {
		if s.exhausted(p) {
			return false
		}
		clique = append(clique[:0], p.of(n)...)
		slices.Sort(clique)
		if s.isClique(p, clique) {
			s.addClique(p, clique)
			exact = append(exact, n)
		} else {
			others = append(others, n)
		}
	}
	p.clauses, p.exact = append(exact, others...), len(exact)
	for i := range p.lits {
		for k, j := range p.excl[i] {
			if p.covered[i][k] || j < int32(i) {
				continue
			}
			if s.exhausted(p) {
				return false
			}
			clique = append(clique[:0], int32(i), j)
			common = s.intersect(common[:0], p.excl[i], p.excl[j])
			for len(common) > 0 {
				m := common[0]
				clique = append(clique, m)
				common = s.intersect(common[:0], common, p.excl[m])
			}
			slices.Sort(clique)
			s.addClique(p, clique)
		}
	}
	return true
}

// isClique reports whether literals exclude each other.
func (s *Solver) isClique(p *hallSearch, clique []int32) bool {
	for x, a := range clique {
		s.stats.Ticks++
		rest := p.excl[a]
		for _, b := range clique[x+1:] {
			n, has := slices.BinarySearch(rest, b)
			if !has {
				return false
			}
			rest = rest[n+1:]
		}
	}
	return true
}

// addClique adds a clique, and covers its exclusions.
func (s *Solver) addClique(p *hallSearch, clique []int32) {
	for x, a := range clique {
		p.in[a] = append(p.in[a], int32(len(p.cliques)))
		at := 0
		for _, b := range clique[x+1:] {
			n, _ := slices.BinarySearch(p.excl[a][at:], b)
			at += n
			p.covered[a][at] = true
		}
		s.stats.Ticks += int64(1 + len(clique)/4)
	}
	p.cliques = append(p.cliques, slices.Clone(clique))
}

// intersect appends what two increasing lists have in common. The first may begin where
// dst does.
func (s *Solver) intersect(dst, a, b []int32) []int32 {
	s.stats.Ticks += int64(1 + (len(a)+len(b))/8)
	k := 0
	for _, x := range a {
		for k < len(b) && b[k] < x {
			k++
		}
		if k < len(b) && b[k] == x {
			dst = append(dst, x)
		}
	}
	return dst
}
