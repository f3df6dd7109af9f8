package sat

import "github.com/muster-smt/muster/sat/invariant"

// Where there are millions of clauses a pass over all of them takes longer than a
// stop may. So these passes poll the limit for each clause, and leave off. One that
// collects what a technique wants to know is forgotten; one that changes clauses has
// changed some. One that works on the watches leaves them to be made anew, which is
// done before the next propagation, in as many Solves as it takes.

// rewatching is how far the watches are made anew.
type rewatching struct {
	left int  // passes: emptyLists, watchBinary, watchLong; 0: all clauses are watched
	next cref // the clause that the present pass goes on with
}

// The passes, the last one first.
const (
	watchLong = 1 + iota
	watchBinary
	emptyLists
)

// loseWatches says that the watches are not what they should be.
func (s *Solver) loseWatches() { s.rewatching = rewatching{left: emptyLists} }

// toCome reports whether a clause is watched later.
func (r *rewatching) toCome(ref cref, binary bool) bool {
	pass := watchLong
	if binary {
		pass = watchBinary
	}
	return pass < r.left || pass == r.left && ref >= r.next
}

// rewatch attaches all clauses anew, by their first two literals; binary clauses
// come first in the lists. It returns false if it is stopped.
func (s *Solver) rewatch() bool {
	s.loseWatches()
	s.checkUnfixed()
	return s.watchOn()
}

// watchOn goes on with that.
func (s *Solver) watchOn() bool {
	r := &s.rewatching
	if r.left == emptyLists {
		for l := range s.watches {
			s.watches[l] = s.watches[l][:0]
		}
		*r = rewatching{watchBinary, arenaStart}
	}
	for r.left > 0 {
		for int(r.next) < len(s.arena) {
			if s.lim.Stopped() {
				return false
			}
			ref := r.next
			r.next += cref(hdrWords + s.arena[ref])
			if *s.meta(ref)&(metaDead|metaLate) == 0 && (s.arena[ref] == 2) == (r.left == watchBinary) {
				s.attach(ref)
			}
		}
		*r = rewatching{r.left - 1, arenaStart}
	}
	return true
}

// watchAgain is watchOn before a propagation at level 0. Literals of clauses may have
// values there, so that the whole trail is propagated again.
func (s *Solver) watchAgain() bool {
	invariant.Check(s.level == 0, "watchAgain: a level is open")
	s.head = 0
	return s.watchOn()
}
