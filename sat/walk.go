package sat

import "github.com/muster-smt/muster/sat/limit"

// A walk is local search for a model of the irredundant clauses (ProbSAT: Balint,
// Schöning, SAT 2012): it repeatedly flips a literal of a false clause, preferring those
// that make few clauses false. It starts from the saved phases, and saves the best
// assignment that it finds there (Cai, Zhang, SAT 2021; Biere, Fleury, POS 2020). If
// that satisfies all clauses, the search reaches the model by its decisions.

// walker is the state of a walk. Its clauses have no assigned literals.
type walker struct {
	lits    []Lit    // of all clauses
	clauses []walked // and one more, which marks the end of the last
	from    []uint32 // by literal: where its clauses begin in occurs
	occurs  []uint32
	values  []bool    // by literal
	breaks  []int32   // by variable: clauses in which its literal is the only true one
	scores  []float64 // by breaks
	broken  []uint32  // false clauses
	best    []bool    // by literal: with the first bestAt flips, the best values
	flips   []Lit     // since best was updated
	bestAt  int
	lost    bool // flips are not kept; best is up to date
	fewest  int  // false clauses under the best values
	rng     xorshift
	ticks   int64
}

// walked is a clause: where its literals begin, how many are true, the exclusive or of
// those, and its place in broken.
type walked struct {
	first uint32
	trues uint32
	which Lit
	place uint32
}

// walkBase is, by the mean size of clauses, the factor by which a flip is less likely
// for each clause that it breaks.
var walkBase = [...]struct{ size, base float64 }{{2, 2}, {3, 2.5}, {4, 2.85}, {5, 3.7}, {6, 5.0}, {7, 5.4}}

// walk looks for better phases, for the given number of ticks.
func (s *Solver) walk(ticks int64) {
	defer s.endStage(s.beginStage(stageWalk))
	s.stats.Walks++
	w := &walker{rng: xorshift((s.opt.Seed+uint64(s.stats.Walks))*0x9e3779b97f4a7c15 | 1)}
	if !w.load(s) || !w.connect(s.lim) {
		return
	}
	w.scoreTable()
	start := len(w.broken)
	w.fewest = start
	for n := 0; w.fewest > 0 && w.ticks < ticks; n++ {
		if n&1023 == 0 && s.lim.Stopped() {
			break
		}
		w.step()
	}
	s.stats.WalkTicks += w.ticks
	if w.fewest < start {
		w.export(s)
	}
}

// load copies the clauses without the assigned literals. It returns false if a clause is
// false or there are none, or after a stop.
func (w *walker) load(s *Solver) bool {
	w.values = make([]bool, len(s.vals))
	for v := range s.phases.saved {
		w.values[s.PhaseLit(Var(v))] = true
	}
	w.clauses = make([]walked, 0, s.db.irredundant+1)
nextClause:
	for ref := cref(arenaStart); int(ref) < len(s.db.arena); ref += cref(hdrWords + s.db.arena[ref]) {
		if s.lim.Stopped() {
			return false
		}
		if *s.meta(ref)&(metaDead|metaRedun) != 0 {
			continue
		}
		c := walked{first: uint32(len(w.lits))}
		for _, l := range s.lits(ref) {
			switch {
			case s.vals[l] == True:
				w.lits = w.lits[:c.first]
				continue nextClause
			case s.vals[l] == Undef:
				w.lits = append(w.lits, l)
				if w.values[l] {
					c.trues++
					c.which ^= l
				}
			}
		}
		if len(w.lits) == int(c.first) {
			return false
		}
		w.clauses = append(w.clauses, c)
	}
	w.clauses = append(w.clauses, walked{first: uint32(len(w.lits))})
	return len(w.clauses) > 1
}

// connect lists the clauses of each literal, counts breaks and finds the false clauses.
// It returns false after a stop.
func (w *walker) connect(lim *limit.Limit) bool {
	w.from = make([]uint32, len(w.values)+1)
	for _, l := range w.lits {
		w.from[l+1]++
	}
	for i := 1; i < len(w.from); i++ {
		w.from[i] += w.from[i-1]
	}
	next := make([]uint32, len(w.values))
	copy(next, w.from)
	w.occurs = make([]uint32, len(w.lits))
	w.breaks = make([]int32, len(w.values)/2)
	for i := range w.clauses[:len(w.clauses)-1] {
		if lim.Stopped() {
			return false
		}
		for _, l := range w.clause(uint32(i)) {
			w.occurs[next[l]] = uint32(i)
			next[l]++
		}
		switch c := &w.clauses[i]; c.trues {
		case 0:
			w.spoil(uint32(i))
		case 1:
			w.breaks[c.which.Var()]++
		}
	}
	w.best = append(w.best, w.values...)
	w.ticks += int64(len(w.lits)) / 4
	return true
}

// clause is the literals of a clause.
func (w *walker) clause(i uint32) []Lit {
	return w.lits[w.clauses[i].first:w.clauses[i+1].first]
}

// scoreTable interpolates the base and tabulates its negative powers.
func (w *walker) scoreTable() {
	size := float64(len(w.lits)) / float64(len(w.clauses)-1)
	t := walkBase[:]
	for len(t) > 2 && t[1].size < size {
		t = t[1:]
	}
	size = min(max(size, t[0].size), t[1].size)
	base := t[0].base + float64((size-t[0].size)*(t[1].base-t[0].base)/(t[1].size-t[0].size))
	for p := 1.0; p > 1e-30; p = float64(p / base) {
		w.scores = append(w.scores, p)
	}
}

func (w *walker) score(l Lit) float64 {
	return w.scores[min(int(w.breaks[l.Var()]), len(w.scores)-1)]
}

// step makes a literal of a false clause true.
func (w *walker) step() {
	c := w.clause(w.broken[w.rng.next()>>32*uint64(len(w.broken))>>32])
	sum := 0.0
	for _, l := range c {
		sum += w.score(l)
	}
	at := float64(float64(w.rng.next()>>11) / (1 << 53) * sum)
	pick := c[len(c)-1]
	for _, l := range c {
		if at -= w.score(l); at < 0 {
			pick = l
			break
		}
	}
	w.flip(pick)
	w.note(pick)
}

// flip makes l true.
func (w *walker) flip(l Lit) {
	w.values[l], w.values[l^1] = true, false
	v := l.Var()
	made := w.occurs[w.from[l]:w.from[l+1]]
	for _, i := range made {
		c := &w.clauses[i]
		c.trues++
		c.which ^= l
		switch c.trues {
		case 1:
			w.mend(i)
			w.breaks[v]++
		case 2:
			w.breaks[(c.which^l).Var()]--
		}
	}
	lost := w.occurs[w.from[l^1]:w.from[l^1+1]]
	for _, i := range lost {
		c := &w.clauses[i]
		c.trues--
		c.which ^= l ^ 1
		switch c.trues {
		case 0:
			w.spoil(i)
			w.breaks[v]--
		case 1:
			w.breaks[c.which.Var()]++
		}
	}
	w.ticks += int64(1 + len(made) + len(lost))
}

// spoil adds a clause to the false ones.
func (w *walker) spoil(i uint32) {
	w.clauses[i].place = uint32(len(w.broken))
	w.broken = append(w.broken, i)
}

// mend removes a clause from the false ones.
func (w *walker) mend(i uint32) {
	last := w.broken[len(w.broken)-1]
	w.broken[w.clauses[i].place] = last
	w.clauses[last].place = w.clauses[i].place
	w.broken = w.broken[:len(w.broken)-1]
}

// note remembers the best values: as a copy, and the flips since that.
func (w *walker) note(l Lit) {
	if !w.lost {
		w.flips = append(w.flips, l)
	}
	if len(w.broken) < w.fewest {
		w.fewest = len(w.broken)
		w.bestAt = len(w.flips)
		if w.lost {
			copy(w.best, w.values)
			w.lost, w.flips, w.bestAt = false, w.flips[:0], 0
		}
	}
	if len(w.flips) < len(w.values)/8+16 {
		return
	}
	w.catchUp()
	w.flips = w.flips[:copy(w.flips, w.flips[w.bestAt:])]
	if w.bestAt == 0 {
		w.lost, w.flips = true, w.flips[:0]
	}
	w.bestAt = 0
}

// catchUp applies the flips up to the best values to the copy.
func (w *walker) catchUp() {
	for _, l := range w.flips[:w.bestAt] {
		w.best[l], w.best[l^1] = true, false
	}
}

// export saves the best values as phases.
func (w *walker) export(s *Solver) {
	w.catchUp()
	for v := 1; v < len(s.vars); v++ {
		if l := Var(v).Pos(); s.vals[l] == Undef {
			s.phases.saved[v] = phaseOf(w.best[l])
		}
	}
}
