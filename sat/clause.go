package sat

// cref is the position of a clause in the arena, or a special reason.
type cref uint32

const (
	crefNone      cref = 0 // a decision, an assumption, or settled at level 0
	crefTheory    cref = 1 // varData.other is the propagator's reason token
	crefExplained cref = 2 // varData.other is the offset of the explanation

	arenaStart = 4 // no clause has the number of a special reason
)

// A clause in the arena is three header words and its literals.
const (
	offSize      = 0
	offMeta      = 1 // flags, usage and glue
	offID        = 2
	offLits      = 3
	hdrWords     = 3
	metaRedun    = 1 << 0 // learned: may be reduced away
	metaDead     = 1 << 1 // garbage, or moved while collecting
	metaLate     = 1 << 2 // in lateClauses and not attached
	metaLock     = 1 << 3 // a reason; set only while reducing
	metaTried    = 1 << 6 // vivification has tried it
	metaForward  = 1 << 7 // forward subsumption has tried it
	usedShift    = 4      // two bits: reductions that it survives
	usedMask     = 3 << usedShift
	placeShift   = 8 // twelve bits: where seek found a literal
	placeMask    = maxPlace << placeShift
	metaUse      = 1 << 20 // resolved in a conflict since it was last asked
	metaBackward = 1 << 21 // backward subsumption has tried it
	glueShift    = 22
)

// The greatest values that fit a header; greater ones are cut to these.
const (
	maxPlace = 1<<12 - 1
	maxGlue  = 1<<10 - 1
)

// clauseDB holds the clauses, one after the other.
type clauseDB struct {
	arena       []Lit
	waste       int    // words of dead clauses in the arena
	stale       int    // dead clauses that may still be watched, or more
	learned     []cref // redundant clauses; dead ones until the next flush
	irredundant int    // live irredundant clauses
	changed     int    // irredundant clauses that were added or died so far
}

func (d *clauseDB) init() { d.arena = make([]Lit, arenaStart, 1024) }

// newClause puts a clause into the arena without attaching it.
func (s *Solver) newClause(lits []Lit, kind ClauseKind, glue int, id ClauseID) cref {
	ref := cref(len(s.db.arena))
	if uint(len(s.db.arena)+hdrWords+len(lits)) >= uint(binaryFlag) {
		panic("sat: clause arena exceeds 2^31 words")
	}
	meta := Lit(min(glue, maxGlue)) << glueShift
	if kind == Learned {
		meta |= metaRedun | 1<<usedShift
	}
	s.db.arena = append(s.db.arena, Lit(len(lits)), meta, Lit(id))
	s.db.arena = append(s.db.arena, lits...)
	if kind == Learned {
		s.db.learned = append(s.db.learned, ref)
	} else {
		s.db.irredundant++
		s.db.changed++
		if s.repairs.built {
			s.repairs.addBroken(ref)
		}
	}
	return ref
}

// lits are the literals of a clause, a view into the arena.
func (s *Solver) lits(ref cref) []Lit {
	n := int(s.db.arena[ref])
	return s.db.arena[ref+offLits : int(ref)+offLits+n : int(ref)+offLits+n]
}

// without are the literals of a clause except l. They are valid until scratch is used.
func (s *Solver) without(ref cref, l Lit) []Lit {
	kept := s.scratch.lits[:0]
	for _, q := range s.lits(ref) {
		if q != l {
			kept = append(kept, q)
		}
	}
	s.scratch.lits = kept
	return kept
}

func (s *Solver) meta(ref cref) *Lit         { return &s.db.arena[ref+offMeta] }
func (s *Solver) clauseID(ref cref) ClauseID { return ClauseID(s.db.arena[ref+offID]) }
func (s *Solver) glue(ref cref) int          { return int(s.db.arena[ref+offMeta] >> glueShift) }

// kill deletes a clause: it is garbage from now on.
func (s *Solver) kill(ref cref) {
	if s.tracer != nil {
		s.tracer.Deleted(s.clauseID(ref), s.lits(ref))
	}
	s.bury(ref)
}

// bury makes a clause garbage, but leaves it in the proof.
func (s *Solver) bury(ref cref) {
	m := s.meta(ref)
	*m = *m&^metaLate | metaDead
	s.db.waste += hdrWords + int(s.db.arena[ref])
	s.db.stale++
	if *m&metaRedun == 0 {
		s.db.irredundant--
		s.db.changed++
	}
}

// rewrite puts as many other literals into a clause, whose watches are rebuilt then.
func (s *Solver) rewrite(ref cref, c []Lit, id ClauseID) {
	if s.tracer != nil {
		s.tracer.Deleted(s.clauseID(ref), s.lits(ref))
	}
	copy(s.lits(ref), c)
	s.db.arena[ref+offID] = Lit(id)
	*s.meta(ref) &^= metaForward | metaBackward
}

// replace kills a clause and makes one of its kind with the literals c, which is not
// attached.
func (s *Solver) replace(ref cref, c []Lit, id ClauseID) cref {
	m := *s.meta(ref)
	kind := Irredundant
	if m&metaRedun != 0 {
		kind = Learned
	}
	glue := min(s.glue(ref), len(c)-1)
	s.kill(ref)
	n := s.newClause(c, kind, glue, id)
	*s.meta(n) |= m & (usedMask | metaTried)
	return n
}
