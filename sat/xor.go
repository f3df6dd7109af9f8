package sat

import (
	"cmp"
	"math/bits"
	"slices"
)

// Exclusive ors are found in the clauses (Soos, Nohl, Castelluccia, SAT 2009; Soos, Meel,
// AAAI 2019): one of n variables is the clauses that exclude all assignments of the wrong
// parity. A clause of all n variables excludes one of them, a shorter one several.

// xor is an exclusive or: the number of its variables that are true is odd, or even.
type xor struct {
	vars  []Var  // in increasing order
	odd   bool   // the number is odd
	cover []cref // by assignment, bit i for vars[i]: a clause that excludes it
}

const (
	leastXor    = 3
	greatestXor = 6 // its assignments are the bits of a word
)

// oddBits are the bits whose numbers have an odd number of ones.
const oddBits uint64 = 0x6996966996696996

// wrongParity are the assignments that an exclusive or of n variables excludes.
func wrongParity(n int, odd bool) uint64 {
	wrong := oddBits
	if odd {
		wrong = ^wrong
	}
	return wrong & (^uint64(0) >> (64 - 1<<n))
}

// xorFinder is the working memory of a search for exclusive ors.
type xorFinder struct {
	sets  []clauseSet
	place []int8 // by variable: place among those of the group at hand plus 1, or 0
	found []xor
	full  bool // no clause may be shorter
}

// clauseSet is a clause with a hash of its variables.
type clauseSet struct {
	hash uint64
	ref  cref
}

// hashVar is a random number for each variable; sums and exclusive ors of them distinguish
// sets.
func hashVar(v Var) uint64 {
	x := (uint64(v) + 1) * 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// hashSet is the hash of a clause that may belong to an exclusive or, or 0.
func (s *Solver) hashSet(ref cref, least, greatest Lit) uint64 {
	n := s.db.arena[ref]
	if *s.meta(ref)&(metaDead|metaRedun) != 0 || n < least || n > greatest {
		return 0
	}
	h := uint64(n)
	for _, l := range s.lits(ref) {
		h += hashVar(l.Var())
	}
	return h
}

// findXors returns the exclusive ors of which at least half of the clauses of full
// length are there, by their variables. After a stop there may be fewer.
func (s *Solver) findXors() []xor { return s.findXorsOf(leastXor, greatestXor, false) }

// findXorsOf is findXors with bounds of the size, and if so wanted without those of which
// a clause is shorter.
func (s *Solver) findXorsOf(least, greatest Lit, full bool) []xor {
	s.stats.Ticks += s.xorTicks()
	counts := make([]uint8, 1<<bits.Len(uint(s.db.irredundant)))
	mask := uint64(len(counts) - 1)
	for ref := cref(arenaStart); int(ref) < len(s.db.arena); ref += cref(hdrWords + s.db.arena[ref]) {
		if s.lim.Stopped() {
			return nil
		}
		if h := s.hashSet(ref, least, greatest); h != 0 {
			counts[h&mask] = min(counts[h&mask], 254) + 1
		}
	}
	f := xorFinder{full: full}
	for ref := cref(arenaStart); int(ref) < len(s.db.arena); ref += cref(hdrWords + s.db.arena[ref]) {
		if s.lim.Stopped() {
			return nil
		}
		if h := s.hashSet(ref, least, greatest); h != 0 && int(counts[h&mask]) >= 1<<(s.db.arena[ref]-2) {
			f.sets = append(f.sets, clauseSet{h, ref})
		}
	}
	if len(f.sets) == 0 {
		return nil
	}
	slices.SortFunc(f.sets, func(a, b clauseSet) int {
		return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.ref, b.ref))
	})
	f.place = make([]int8, len(s.vars))
	for i, j := 0, 0; i < len(f.sets) && !s.lim.Stopped(); i = j {
		for j = i + 1; j < len(f.sets) && f.sets[j].hash == f.sets[i].hash; j++ {
		}
		if n := len(s.lits(f.sets[i].ref)); j-i >= 1<<(n-2) {
			s.recognize(&f, f.sets[i:j])
		}
	}
	slices.SortFunc(f.found, func(a, b xor) int { return slices.Compare(a.vars, b.vars) })
	return f.found
}

// xorTicks is about the cost of a search for exclusive ors in formulas without any.
func (s *Solver) xorTicks() int64 { return int64(len(s.db.arena)) / 8 }

// recognize looks for exclusive ors of the variables of the first clause of a group.
func (s *Solver) recognize(f *xorFinder, group []clauseSet) {
	var vars []Var
	for _, l := range s.lits(group[0].ref) {
		vars = append(vars, l.Var())
	}
	slices.Sort(vars)
	for i, v := range vars {
		f.place[v] = int8(i + 1)
	}
	cover := make([]cref, 1<<len(vars))
	excluded := uint64(0)
	for _, c := range group {
		excluded |= f.exclude(s.lits(c.ref), c.ref, cover)
	}
	complete := false
	for _, odd := range [...]bool{false, true} {
		wrong := wrongParity(len(vars), odd)
		if missing := bits.OnesCount64(wrong &^ excluded); missing > 1<<(len(vars)-2) || f.full && missing > 0 {
			continue
		} else if missing > 0 && !complete {
			excluded |= s.excludeShorter(f, vars, cover)
			complete = true
		}
		if wrong&^excluded == 0 {
			f.found = append(f.found, xor{vars, odd, cover})
		}
	}
	for _, v := range vars {
		f.place[v] = 0
	}
}

// exclude returns the assignments that a clause excludes, and enters it for them. There
// are none if it has other variables.
func (f *xorFinder) exclude(c []Lit, ref cref, cover []cref) uint64 {
	free, fixed := len(cover)-1, 0
	for _, l := range c {
		p := f.place[l.Var()] - 1
		if p < 0 {
			return 0
		}
		free &^= 1 << p
		if l.Sign() {
			fixed |= 1 << p
		}
	}
	excluded := uint64(0)
	for a := free; ; a = (a - 1) & free {
		excluded |= 1 << (fixed | a)
		if cover[fixed|a] == crefNone {
			cover[fixed|a] = ref
		}
		if a == 0 {
			return excluded
		}
	}
}

// excludeShorter returns the assignments that all clauses over the variables exclude:
// such a clause watches two of their literals.
func (s *Solver) excludeShorter(f *xorFinder, vars []Var, cover []cref) uint64 {
	excluded := uint64(0)
	for _, v := range vars {
		for _, l := range [...]Lit{v.Pos(), v.Neg()} {
			s.stats.Ticks += int64(len(s.watches.of(l)) / 8)
			for _, w := range s.watches.of(l) {
				if f.place[w.blocker.Var()] == 0 {
					continue
				}
				s.stats.Ticks++
				ref := w.ref &^ binaryFlag
				if c := s.lits(ref); len(c) <= len(vars) {
					excluded |= f.exclude(c, ref, cover)
				}
			}
		}
	}
	return excluded
}
