package sat

import (
	"github.com/muster-smt/muster/sat/invariant"
)

// watch is an entry of a watch list. Blocker is some other literal of the
// clause: if it is true the clause need not be looked at. The blocker of a binary
// clause is its other literal, and binaryFlag is set in ref.
type watch struct {
	blocker Lit
	ref     cref
}

const binaryFlag cref = 1 << 31

// attach makes the first two literals of a clause watch it, unless the watches are being
// rebuilt and it will be attached later.
func (s *Solver) attach(ref cref) {
	c := s.lits(ref)
	w := ref
	if len(c) == 2 {
		w |= binaryFlag
	}
	if s.rewatching.left > 0 && s.rewatching.toCome(ref, len(c) == 2) {
		return
	}
	s.watches.add(c[0], watch{c[1], w})
	s.watches.add(c[1], watch{c[0], w})
}

// unwatch removes the watches of a clause at level 0 that is dead, or will be.
func (s *Solver) unwatch(ref cref) {
	found := 0
	for _, l := range s.lits(ref)[:2] {
		ws := s.watches.of(l)
		for i := range ws {
			if ws[i].ref&^binaryFlag == ref {
				copy(ws[i:], ws[i+1:])
				s.watches.cut(l, len(ws)-1)
				found++
				break
			}
		}
	}
	if found == 2 {
		s.db.stale--
	}
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

// flushWatches removes the watches of dead clauses.
func (s *Solver) flushWatches() {
	if s.rewatching.left > 0 {
		s.loseWatches() // or the rebuilding would keep watches of dead clauses
		return
	}
	if s.db.stale == 0 {
		return
	}
	for i := range s.watches.lists {
		if s.scanStopped() {
			s.loseWatches()
			return
		}
		l := Lit(i)
		ws := s.watches.of(l)
		kept := ws[:0]
		for _, w := range ws {
			if *s.meta(w.ref &^ binaryFlag)&metaDead == 0 {
				kept = append(kept, w)
			}
		}
		s.watches.cut(l, len(kept))
	}
	s.db.stale = 0
}

// A stop may leave the watches undone: what changes them calls loseWatches when
// it is stopped. They are rebuilt before the next propagation, in as many Solves as that
// takes, so that even short limits make progress.

// rewatching is how far the watches are rebuilt.
type rewatching struct {
	left int  // passes: emptyLists, countWatches, watchBinary, watchLong; 0: all clauses are watched
	next cref // the next clause of the present pass
}

// The passes, in reverse order.
const (
	watchLong = 1 + iota
	watchBinary
	countWatches // if the pool does not fit
	emptyLists
)

// rewatchTick is how many clauses are watched again in about the time of a tick.
const rewatchTick = 4

// loseWatches notes that the watches have to be rebuilt.
func (s *Solver) loseWatches() { s.rewatching = rewatching{left: emptyLists} }

// toCome reports whether a clause will be attached by a later step of the rebuilding.
func (r *rewatching) toCome(ref cref, binary bool) bool {
	pass := watchLong
	if binary {
		pass = watchBinary
	}
	return pass < r.left || pass == r.left && ref >= r.next
}

// rewatch rebuilds the watches: each clause is watched by its first two literals, and
// binary clauses come first in the lists. It returns false after a stop.
func (s *Solver) rewatch() bool {
	s.loseWatches()
	s.checkUnfixed()
	return s.watchOn()
}

// watchOn continues the rebuilding. It returns false after a stop.
func (s *Solver) watchOn() bool {
	r := &s.rewatching
	if r.left == emptyLists {
		s.watches.empty()
		s.db.stale = 0
		*r = rewatching{watchBinary, arenaStart}
		if !s.watches.fits(2 * (s.db.irredundant + len(s.db.learned))) {
			s.watches.forget()
			*r = rewatching{countWatches, arenaStart}
		}
	}
	for r.left > 0 {
		for int(r.next) < len(s.db.arena) {
			if s.scanStopped() {
				return false
			}
			ref := r.next
			r.next += cref(hdrWords + s.db.arena[ref])
			switch {
			case *s.meta(ref)&(metaDead|metaLate) != 0:
			case r.left == countWatches:
				s.watches.lists[s.db.arena[ref+offLits]].room++
				s.watches.lists[s.db.arena[ref+offLits+1]].room++
			case (s.db.arena[ref] == 2) == (r.left == watchBinary):
				s.attach(ref)
			}
		}
		if r.left == countWatches {
			s.watches.layOut()
		}
		*r = rewatching{r.left - 1, arenaStart}
	}
	return true
}

// watchAgain is watchOn before a propagation at level 0. Watched literals may have
// values by then, so the whole trail is propagated again.
func (s *Solver) watchAgain() bool {
	invariant.Check(s.level == 0, "watchAgain: a level is open")
	s.head = 0
	return s.watchOn()
}
