package sat

// cref is the position of a clause in the arena, or one of the special reasons.
type cref uint32

const (
	crefNone      cref = 0 // a decision, an assumption, or settled at level 0
	crefTheory    cref = 1 // varData.other is the propagator's reason token
	crefExplained cref = 2 // varData.other is the offset of the explanation

	arenaStart = 4 // so that no clause has a special number
)

// A clause in the arena is three header words and its literals.
const (
	offSize    = 0
	offMeta    = 1 // flags, usage and glue
	offID      = 2
	offLits    = 3
	hdrWords   = 3
	metaRedun  = 1 << 0 // learned: may be reduced away
	metaDead   = 1 << 1 // garbage, or moved while collecting
	metaLate   = 1 << 2 // in Solver.late and not attached
	metaLock   = 1 << 3 // a reason; set only while reducing
	metaTried  = 1 << 6 // vivification has tried it
	metaSeen   = 1 << 7 // forward subsumption has looked at it
	usedShift  = 4      // two bits: rounds of reduction that it survives
	usedMask   = 3 << usedShift
	placeShift = 8 // twelve bits: where seek found a literal
	placeMask  = maxPlace << placeShift
	glueShift  = 20
)

// What a clause header can hold.
const (
	maxPlace = 1<<12 - 1
	maxGlue  = 1<<12 - 1
)

// newClause puts a clause into the arena without attaching it.
func (s *Solver) newClause(lits []Lit, kind ClauseKind, glue int, id ClauseID) cref {
	ref := cref(len(s.arena))
	if len(s.arena)+hdrWords+len(lits) >= int(binaryFlag) {
		panic("sat: clause arena exceeds 2^31 words")
	}
	meta := Lit(min(glue, maxGlue)) << glueShift
	if kind == Learned {
		meta |= metaRedun | 1<<usedShift
	}
	s.arena = append(s.arena, Lit(len(lits)), meta, Lit(id))
	s.arena = append(s.arena, lits...)
	if kind == Learned {
		s.learned = append(s.learned, ref)
	} else {
		s.numIrred++
	}
	return ref
}

// lits are the literals of a clause, a view into the arena.
func (s *Solver) lits(ref cref) []Lit {
	n := int(s.arena[ref])
	return s.arena[ref+offLits : int(ref)+offLits+n : int(ref)+offLits+n]
}

func (s *Solver) meta(ref cref) *Lit         { return &s.arena[ref+offMeta] }
func (s *Solver) clauseID(ref cref) ClauseID { return ClauseID(s.arena[ref+offID]) }
func (s *Solver) glue(ref cref) int          { return int(s.arena[ref+offMeta] >> glueShift) }

// kill deletes a clause: it is garbage, and the next reduction removes it.
func (s *Solver) kill(ref cref) {
	if s.tracer != nil {
		s.tracer.Deleted(s.clauseID(ref), s.lits(ref))
	}
	s.bury(ref)
}

// bury makes a clause garbage without a word to the tracer.
func (s *Solver) bury(ref cref) {
	m := s.meta(ref)
	*m = *m&^metaLate | metaDead
	s.waste += hdrWords + int(s.arena[ref])
	if *m&metaRedun == 0 {
		s.numIrred--
	}
}

// watch is an entry of a watch list. Blocker is some other literal of the
// clause: if it is true the clause needs no look. The blocker of a binary
// clause is its other literal, and binaryFlag is set in ref.
type watch struct {
	blocker Lit
	ref     cref
}

const binaryFlag cref = 1 << 31

// attach makes the first two literals of a clause watch it, unless that is to come.
func (s *Solver) attach(ref cref) {
	c := s.lits(ref)
	w := ref
	if len(c) == 2 {
		w |= binaryFlag
	}
	if s.rewatching.left > 0 && s.rewatching.toCome(ref, len(c) == 2) {
		return
	}
	s.watches[c[0]] = append(s.watches[c[0]], watch{c[1], w})
	s.watches[c[1]] = append(s.watches[c[1]], watch{c[0], w})
}

// orderWatches moves the two literals that are best to watch to the front:
// true ones, the oldest first, then unassigned ones, then false ones, the
// newest first.
func (s *Solver) orderWatches(c []Lit) {
	for i := 0; i < 2 && i < len(c); i++ {
		best := i
		for j := i + 1; j < len(c); j++ {
			if s.watchesBetter(c[j], c[best]) {
				best = j
			}
		}
		c[i], c[best] = c[best], c[i]
	}
}

func (s *Solver) watchesBetter(a, b Lit) bool {
	va, vb := s.vals[a], s.vals[b]
	if va != vb {
		return va > vb
	}
	la, lb := s.vars[a.Var()].level, s.vars[b.Var()].level
	switch va {
	case True:
		return la < lb
	case False:
		return la > lb
	}
	return false
}
