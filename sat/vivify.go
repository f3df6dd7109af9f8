package sat

import (
	"cmp"
	"slices"
)

// Vivification (Piette, Hamadi, Sais, ECAI 2008; Luo et al., IJCAI 2017; Li et
// al., AIJ 2020): the negations of a clause's literals are decided one after the
// other. If propagation refutes them, or makes another literal of the clause true or
// false, then a shorter clause follows.
//
// Clauses are tried in an order in which successive ones share decisions, so that part
// of the trail can stay.

// vivifier is the working memory of vivification.
type vivifier struct {
	ranks []uint32 // by literal: its place in the order of the literals, frequent ones first
	cands []cref
	keys  []vivifyKey
	first []uint32 // by number of candidates: where the ranks of the literals in so many begin
	lits  []Lit    // of the clause at hand, in the order in which they are decided
	short []Lit    // the shorter clause
	saved int64    // effort for irredundant clauses that was not enough
}

// vivifyKey is a candidate and the ranks of its first two literals.
type vivifyKey struct {
	ranks uint64
	ref   cref
}

// compare orders literals, frequent ones first.
func (v *vivifier) compare(a, b Lit) int { return int(v.ranks[a]) - int(v.ranks[b]) }

const (
	// vivifySize bounds clauses with a propagator: explanations make clauses of
	// thousands of literals, and a single one took the effort of a round.
	vivifySize = 100
	// vivifyCost is a lower bound of the cost of a clause with a propagator, in ticks:
	// candidates beyond the effort are not sorted.
	vivifyCost = 100
	vivifySort = 6 // literals of candidates that are counted and sorted in a tick
	vivifyPay  = 4 // effort for irredundant clauses for each tick that sorting them takes
)

// vivify spends most of the effort on learned clauses that are kept for long. With
// a propagator it leaves out irredundant clauses: most come from the owner, and many
// belong to scopes that were popped.
func (s *Solver) vivify(ticks int64) {
	start := s.stats.Ticks
	for _, class := range [...]struct {
		irredundant bool
		from, to    int // glue
		share       int64
	}{{false, 0, glueTier2, 60}, {false, glueTier2 + 1, maxGlue, 20}, {true, 0, maxGlue, 20}} {
		if s.lim.Stopped() {
			return
		}
		if s.theory.prop == nil && class.from > glueTier2 {
			continue // they do not stay long enough
		}
		end := min(start+ticks, s.stats.Ticks+ticks*class.share/100)
		if class.irredundant {
			if s.theory.prop != nil {
				break
			}
			s.viv.saved += end - s.stats.Ticks
			if s.viv.saved < vivifyPay*int64(len(s.db.arena))/vivifySort && !s.opt.Stress {
				break
			}
			end, s.viv.saved = s.stats.Ticks+s.viv.saved, 0
		}
		if !s.clean() { // the class before may have found units; vivifyOrder needs clauses without values
			return
		}
		s.vivifyCandidates(class.irredundant, class.from, class.to)
		if most := int(ticks * class.share / 100 / vivifyCost); s.theory.prop != nil && len(s.viv.cands) > most {
			s.viv.cands = s.viv.cands[:most]
		}
		s.vivifyOrder()
		for _, ref := range s.viv.cands {
			if s.stats.Ticks > end || s.lim.Stopped() {
				break
			}
			if !s.vivifyClause(ref) {
				return
			}
		}
		s.probeBacktrack(0)
	}
}

// vivifyCandidates collects the clauses of a class that were not tried yet, or all of
// them once all were.
func (s *Solver) vivifyCandidates(irredundant bool, from, to int) {
	v := &s.viv
	v.cands = v.cands[:0]
	var tried []cref
	for ref := cref(arenaStart); int(ref) < len(s.db.arena); ref += cref(hdrWords + s.db.arena[ref]) {
		if s.scanStopped() {
			return
		}
		m := *s.meta(ref)
		if m&metaDead != 0 || (m&metaRedun == 0) != irredundant || s.db.arena[ref] == 2 ||
			s.theory.prop != nil && s.db.arena[ref] > vivifySize {
			continue
		}
		if g := s.glue(ref); !irredundant && (g < from || g > to) {
			continue
		}
		if m&metaTried != 0 {
			tried = append(tried, ref)
		} else {
			v.cands = append(v.cands, ref)
		}
	}
	if len(v.cands) == 0 {
		for _, ref := range tried {
			*s.meta(ref) &^= metaTried
		}
		v.cands = append(v.cands, tried...)
	}
}

// vivifyOrder sorts the literals of the candidates, frequent ones first, then the
// candidates by their literals, and rebuilds the watches. After a stop the order is
// arbitrary, and the watches are rebuilt later.
func (s *Solver) vivifyOrder() {
	v := &s.viv
	if s.vivifyRank() {
		v.keys = v.keys[:0]
		for _, ref := range v.cands {
			if s.lim.Stopped() {
				break
			}
			c := s.lits(ref)
			slices.SortFunc(c, v.compare)
			v.keys = append(v.keys, vivifyKey{uint64(v.ranks[c[0]])<<32 | uint64(v.ranks[c[1]]), ref})
		}
		slices.SortFunc(v.keys, func(a, b vivifyKey) int {
			if a.ranks != b.ranks {
				return cmp.Compare(a.ranks, b.ranks)
			}
			if s.lim.Stopped() {
				return 0 // the sort ends soon
			}
			return cmp.Or(slices.CompareFunc(s.lits(a.ref), s.lits(b.ref), v.compare), cmp.Compare(a.ref, b.ref))
		})
		for i, k := range v.keys {
			v.cands[i] = k.ref
		}
	}
	if s.theory.prop == nil { // else their number is bounded
		s.stats.Ticks += int64(s.db.irredundant+len(s.db.learned)) / rewatchTick
		for _, ref := range v.cands {
			s.stats.Ticks += 1 + int64(s.db.arena[ref])/vivifySort
		}
	}
	s.rewatch()
}

// vivifyRank ranks the literals by the number of candidates that have them. It returns
// false after a stop.
func (s *Solver) vivifyRank() bool {
	v := &s.viv
	v.ranks = append(v.ranks[:0], make([]uint32, len(s.vals))...)
	most := uint32(0)
	for _, ref := range v.cands {
		if s.scanStopped() {
			return false
		}
		for _, l := range s.lits(ref) {
			v.ranks[l]++
			most = max(most, v.ranks[l])
		}
	}
	v.first = append(v.first[:0], make([]uint32, most+1)...)
	for _, n := range v.ranks {
		v.first[n]++
	}
	rank := uint32(0)
	for n := most; ; n-- {
		v.first[n], rank = rank, rank+v.first[n]
		if n == 0 {
			break
		}
	}
	for l, n := range v.ranks {
		v.ranks[l] = v.first[n]
		v.first[n]++
	}
	return true
}

// vivifyClause shortens a clause if possible. It returns false after a conflict at level 0.
func (s *Solver) vivifyClause(ref cref) bool {
	v := &s.viv
	*s.meta(ref) |= metaTried
	// Propagation moves the literals in the clause.
	v.lits = append(v.lits[:0], s.lits(ref)...)
	slices.SortFunc(v.lits, v.compare)
	if s.fixedTrue(v.lits) {
		return true
	}
	s.stats.VivifyTried++
	s.vivifyReuse()
	implied := s.vivifyDecide()
	if s.stop.seen && !s.conflict.found {
		return true
	}
	v.short = v.short[:0]
	from, last, used := v.lits, s.clauseID(ref), true
	switch {
	case s.conflict.found:
		s.conflict.found = false
		from, last = s.conflict.lits, s.conflict.id
		v.short, used = s.blame(from, NoLit, ref, v.short)
		used = used || s.conflict.ref == ref
	case implied != NoLit:
		r := s.vars[implied.Var()].ref
		from, last = s.lits(r), s.clauseID(r)
		v.short, used = s.blame(from, implied, ref, append(v.short, implied))
		used = used || r == ref
	default:
		for _, l := range v.lits {
			if s.vars[l.Var()].ref == crefNone && s.vars[l.Var()].level > 0 {
				v.short = append(v.short, l)
			}
		}
	}
	switch {
	case len(v.short) < len(v.lits):
		return s.vivified(ref, from, last)
	case !used && *s.meta(ref)&metaRedun != 0:
		// The others imply it, and it is not a reason.
		s.stats.VivifyImplied++
		s.probeBacktrack(0)
		s.kill(ref)
		s.unwatch(ref)
	}
	return true
}

// vivifyDecide decides the negated literals of the clause one after the other, until
// there is a conflict, or a literal of the clause is true, which is the result.
func (s *Solver) vivifyDecide() (implied Lit) {
	for _, l := range s.viv.lits {
		switch s.vals[l] {
		case True:
			return l
		case False:
			continue
		}
		s.probeDecide(l.Not())
		s.stats.Ticks++
		if !s.propagateUnits() || s.stop.seen {
			break
		}
	}
	return NoLit
}

// vivifyReuse backtracks to where the decisions begin to differ from the negated
// literals.
func (s *Solver) vivifyReuse() {
	n := int32(0)
	for _, l := range s.viv.lits {
		if n == s.level || s.trail[s.levels[n]] != l.Not() {
			break
		}
		n++
	}
	s.probeBacktrack(n)
}

// vivified replaces a clause by the shorter one. From and last are as in antecedents. It
// returns false after a conflict at level 0.
func (s *Solver) vivified(ref cref, from []Lit, last ClauseID) bool {
	c := s.viv.short
	s.stats.Vivified++
	s.stats.VivifiedLiterals += int64(len(s.viv.lits) - len(c))
	id := s.derive(c, s.antecedents(from, last, c))
	s.probeBacktrack(0)
	if len(c) == 1 {
		s.kill(ref)
		s.unwatch(ref)
		return s.rootUnit(c[0], id)
	}
	s.unwatch(ref)
	s.attach(s.replace(ref, c, id))
	return true
}
