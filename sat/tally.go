package sat

import (
	"cmp"
	"slices"

	"github.com/muster-smt/muster/sat/invariant"
)

// The proof that clauses have too few cliques opens one clique after the other. A clause is
// satisfied if one of its literals with an open clique is true, and active from its first clique
// on until its last one was opened. A tally of fresh variables says of the first i active
// clauses that at least k are satisfied. Opening a clique makes a new tally, which is greater by
// 1 at most. That is derived for each i from the same for i-1:
//
//	new(i, k) -> old(i, k), or one of these clauses is in the new clique
//	new(i, k+1) -> old(i, k)
//
// A clause whose last clique was opened is satisfied, and leaves: so one less of the others is
// satisfied than there are open cliques. In the end it would be less than none. Those that leave
// first come last in the tally, so that it is valid without them.

const mostTallied = 1 << 23 // clauses of a proof

// tally is such a proof in the making.
type tally struct {
	p       *hallSearch
	found   []int32
	members [][]cliqueMember // by clique
	order   []int32          // the cliques
	last    []int32          // by clause: the place of its last clique in order
	also    []Lit            // true if there are enough cliques: what the assumptions make false
	active  []tallied
	most    int      // of the active clauses are satisfied
	bound   ClauseID // of the clause that says so; 0 if there are not more
	limit   []Lit    // its literals: also, and that one more is not satisfied
	made    []line   // to delete with the old tally
	steps   hinter
}

// cliqueMember is a clause of a clique, with its literals there.
type cliqueMember struct {
	clause int32
	lits   []Lit
}

// tallied is an active clause.
type tallied struct {
	clause    int32
	satisfied Lit
	cells     []cell // the definitions of satisfied
	row       []cell // the tally of the clauses up to this one, for 1, 2...
}

// line is a clause of at most three literals; there is none if id is 0.
type line struct {
	id   ClauseID
	n    int8
	lits [3]Lit
}

// Constants in lines. No variable has their number.
const (
	always Lit = 0
	never  Lit = 1
)

// cell is a literal that stands for a or (b and c): the clauses that follow from it, and
// those that it follows from. There are none if it is one of these literals itself.
type cell struct {
	lit   Lit
	lines [4]line
}

// tallyOf is row k of a tally: 0 is always true, and more than there are never.
func tallyOf(row []cell, k int) Lit {
	switch {
	case k <= 0:
		return always
	case k <= len(row):
		return row[k-1].lit
	}
	return never
}

// lineOf is clause n of a cell of a tally.
func lineOf(row []cell, k, n int) *line {
	if k <= 0 || k > len(row) {
		return new(line)
	}
	return &row[k-1].lines[n]
}

// traceViolation derives that the clauses found have enough cliques only if a literal of c is true. If c
// is empty, it derives both units of the first literal of the first of them. It returns
// false if it gives up, or after a stop.
func (s *Solver) traceViolation(p *hallSearch, found []int32, c []Lit) (ids [2]ClauseID, ok bool) {
	t := &tally{p: p, found: found, also: c}
	if !s.planTally(t) {
		return ids, false
	}
	s.proof.fresh = max(s.proof.fresh, Var(s.NumVars()))
	ids, ok = s.writeTally(t)
	for i := range t.active {
		s.forgetTallied(&t.active[i])
	}
	s.forgetLimit(t)
	s.forgetLines(t)
	return ids, ok
}

// planTally decides in which order the cliques are opened: next one with few clauses that
// are not active. It returns false if the proof would be too long.
func (s *Solver) planTally(t *tally) bool {
	p := t.p
	t.members = make([][]cliqueMember, len(p.cliques))
	t.last = make([]int32, len(p.clauses))
	closed := make([]int, len(p.clauses)) // by clause: cliques that are not open
	for _, n := range t.found {
		cliques := p.cliquesOf(p.clauses[n])
		for k, i := range p.of(p.clauses[n]) {
			m := t.members[cliques[k]]
			if len(m) == 0 || m[len(m)-1].clause != n {
				m = append(m, cliqueMember{clause: n})
				closed[n]++
			}
			g := &m[len(m)-1]
			g.lits = append(g.lits, p.lits[i])
			t.members[cliques[k]] = m
		}
	}
	var left []int32
	fresh := make([]int, len(p.cliques)) // by clique: clauses that are not active
	for h, m := range t.members {
		if fresh[h] = len(m); len(m) > 0 {
			left = append(left, int32(h))
		}
	}
	begun := make([]bool, len(p.clauses))
	active, most, lines := 0, 0, 0
	for len(left) > 0 {
		if s.lim.Stopped() {
			return false
		}
		best := 0
		for i, h := range left {
			if fresh[h] < fresh[left[best]] {
				best = i
			}
		}
		h := left[best]
		left = slices.Delete(left, best, best+1)
		s.stats.Ticks += int64(1 + len(left)/8)
		for _, g := range t.members[h] {
			if !begun[g.clause] {
				begun[g.clause] = true
				active++
				for _, clique := range p.cliquesOf(p.clauses[g.clause]) {
					fresh[clique]-- // once for each literal, so a bit too often
				}
			}
			closed[g.clause]--
			t.last[g.clause] = int32(len(t.order))
		}
		t.order = append(t.order, h)
		most = min(most+1, active)
		lines += 7 * active * (most + 1)
		for _, g := range t.members[h] {
			if closed[g.clause] == 0 {
				active--
				most--
			}
		}
		if lines > mostTallied {
			return false
		}
	}
	return true
}

// writeTally opens the cliques.
func (s *Solver) writeTally(t *tally) (ids [2]ClauseID, ok bool) {
	for i, h := range t.order {
		if !s.openClique(t, t.members[h]) {
			return ids, false
		}
		for n := len(t.active); n > 0 && t.last[t.active[n-1].clause] == int32(i); n-- {
			if t.most == 0 {
				return s.concludeTally(t)
			}
			if !s.leaveTally(t) {
				return ids, false
			}
		}
	}
	invariant.Check(false, "writeTally: there are enough cliques")
	return ids, false
}

// opening is the step from a tally to the next one, up to one of the active clauses.
type opening struct {
	clique []cliqueMember
	met    []Lit  // literals of the members so far
	cells  []cell // each of them is in the clique, and: one of them is
	taken  Lit    // one of them is
	old    []cell // the old row
	row    []cell // the new row
	lemmas [2][]line
}

// openClique makes the tally after a clique was opened. It returns false after a stop.
func (s *Solver) openClique(t *tally, clique []cliqueMember) bool {
	old, o := t.active, opening{clique: clique, taken: never}
	t.active = nil
	for _, a := range old {
		t.active = append(t.active, tallied{a.clause, a.satisfied, a.cells, nil})
	}
	for _, g := range clique {
		if !slices.ContainsFunc(old, func(a tallied) bool { return a.clause == g.clause }) {
			t.active = append(t.active, tallied{clause: g.clause, satisfied: never})
		}
	}
	slices.SortFunc(t.active, func(a, b tallied) int {
		return cmp.Or(cmp.Compare(t.last[b.clause], t.last[a.clause]), cmp.Compare(a.clause, b.clause))
	})
	next, ok := 0, true
	for i := range t.active {
		if ok = !s.lim.Stopped() && !t.steps.failed; !ok {
			break
		}
		own := next < len(old) && old[next].clause == t.active[i].clause
		if own {
			o.old = old[next].row
			next++
		}
		s.openFor(t, &o, i, own)
	}
	if ok {
		s.limitTally(t, &o)
	}
	for i := range old {
		s.forgetCells(old[i].row)
	}
	s.forgetLines(t)
	return ok && !t.steps.failed
}

// openFor makes the row of an active clause and its lemmas. Own says that the old row is
// its own.
func (s *Solver) openFor(t *tally, o *opening, i int, own bool) {
	a := &t.active[i]
	var satisfied, taken cell
	var apart line
	if k := slices.IndexFunc(o.clique, func(g cliqueMember) bool { return g.clause == a.clause }); k >= 0 {
		in := s.enter(o.clique[k])
		apart = s.keepApart(t, o, o.clique[k], in)
		satisfied = s.defineCell(a.satisfied, in[len(in)-1].lit, always)
		taken = s.defineCell(o.taken, in[len(in)-1].lit, always)
		o.met = append(o.met, o.clique[k].lits...)
		o.cells = append(append(o.cells, in...), taken)
		o.taken = taken.lit
		t.made = append(t.made, taken.lines[:]...)
		a.cells = append(append(a.cells[:len(a.cells):len(a.cells)], in...), satisfied)
		a.satisfied = satisfied.lit
	}
	for k := 1; k <= min(i+1, t.most+2); k++ {
		a.row = append(a.row, s.defineCell(tallyOf(o.row, k), a.satisfied, tallyOf(o.row, k-1)))
	}
	var lemmas [2][]line
	for k := 1; k <= min(i+1, t.most+1); k++ {
		for j := range lemmas {
			if t.begin(tallyOf(a.row, k+j)^1, tallyOf(o.old, k), [...]Lit{o.taken, never}[j]) {
				if own {
					t.use(lineOf(o.old, k, 2))
				}
				if j == 0 {
					t.use(&taken.lines[2])
				}
				t.use(lemmaOf(o.lemmas[j], k))
				t.use(lineOf(a.row, k+j, 0))
				t.use(lineOf(a.row, k+j, 1))
				t.use(lemmaOf(o.lemmas[j], k-1))
				if own {
					t.use(lineOf(o.old, k, 3))
				}
				t.use(&satisfied.lines[0])
				if j == 0 {
					t.use(&taken.lines[3])
				} else {
					t.use(&apart)
					t.use(lemmaOf(o.lemmas[0], k))
				}
			}
			lemmas[j] = append(lemmas[j], s.finishLine(t))
		}
	}
	t.made = append(append(t.made, lemmas[0]...), lemmas[1]...)
	o.row, o.lemmas = a.row, lemmas
}

// lemmaOf is lemma k of a row.
func lemmaOf(lemmas []line, k int) *line {
	if k <= 0 || k > len(lemmas) {
		return new(line)
	}
	return &lemmas[k-1]
}

// enter defines that a clause is in a clique: the last cell.
func (s *Solver) enter(g cliqueMember) []cell {
	in := []cell{{lit: g.lits[0]}}
	for _, l := range g.lits[1:] {
		in = append(in, s.defineCell(in[len(in)-1].lit, l, always))
	}
	return in
}

// keepApart derives that a member is not in a clique that is taken.
func (s *Solver) keepApart(t *tally, o *opening, g cliqueMember, in []cell) line {
	var each []line
	for _, l := range g.lits {
		s.reachFrom(&t.p.reach, l)
		var pairs []line
		for _, m := range o.met {
			pairs = append(pairs, s.exclude(t, l, m))
		}
		t.begin(o.taken^1, l^1, never)
		for i := range pairs {
			t.use(&pairs[i])
		}
		for i := range o.cells {
			t.use(&o.cells[i].lines[0])
		}
		each = append(each, s.finishLine(t))
	}
	t.made = append(t.made, each...)
	if len(each) == 1 {
		return each[0]
	}
	t.begin(o.taken^1, in[len(in)-1].lit^1, never)
	for i := range each {
		t.use(&each[i])
	}
	for i := range in {
		t.use(&in[i].lines[0])
	}
	apart := s.finishLine(t)
	t.made = append(t.made, apart)
	return apart
}

// exclude is the clause that l excludes m. The reach is that of l.
func (s *Solver) exclude(t *tally, l, m Lit) line {
	r := &t.p.reach
	if m == l.Not() {
		return line{}
	}
	if r.at(m.Not()) < 0 {
		s.reachFrom(r, m)
		defer s.reachFrom(r, l)
		l, m = m, l
	}
	i := r.at(m.Not())
	if r.list[i].from == 0 {
		x, _ := newLine(l.Not(), m.Not(), never)
		x.id = s.clauseID(r.by[i])
		return x
	}
	var chain []cref
	for ; i > 0; i = r.list[i].from {
		chain = append(chain, r.by[i])
	}
	slices.Reverse(chain)
	t.begin(l.Not(), m.Not(), never)
	for _, ref := range chain {
		t.steps.use(s.clauseID(ref), s.lits(ref))
	}
	x := s.finishLine(t)
	t.made = append(t.made, x)
	return x
}

// limitTally derives how many active clauses are satisfied at most.
func (s *Solver) limitTally(t *tally, o *opening) {
	t.most++
	s.newLimit(t, tallyOf(o.row, t.most+1), func() {
		t.use(lemmaOf(o.lemmas[1], t.most))
		t.steps.use(t.bound, t.limit)
	})
	t.most = min(t.most, len(t.active))
}

// leaveTally lets the last active clause leave.
func (s *Solver) leaveTally(t *tally) bool {
	n := len(t.active)
	a := &t.active[n-1]
	least := never
	if n > 1 {
		least = tallyOf(t.active[n-2].row, t.most)
	}
	s.newLimit(t, least, func() { s.useSatisfied(t, a) })
	s.forgetTallied(a)
	t.active = t.active[:n-1]
	t.most--
	return !t.steps.failed
}

// useSatisfied uses that the last active clause is satisfied, and no more than the most.
func (s *Solver) useSatisfied(t *tally, a *tallied) {
	t.steps.use(t.bound, t.limit)
	t.use(lineOf(a.row, t.most+1, 3))
	for i := len(a.cells) - 1; i >= 0; i-- {
		t.use(&a.cells[i].lines[2])
		t.use(&a.cells[i].lines[3])
	}
	if ref := t.p.clauses[a.clause].ref; ref != crefNone {
		t.steps.use(s.clauseID(ref), s.lits(ref))
	}
}

// newLimit derives that a cell is false, or also. No clause is needed if it never is true.
func (s *Solver) newLimit(t *tally, least Lit, use func()) {
	var limit []Lit
	id := ClauseID(0)
	if least != never {
		t.steps.begin(append([]Lit{least ^ 1}, t.also...))
		use()
		id = t.steps.finish(s)
		limit = slices.Clone(t.steps.target) // without what occurs twice
	}
	s.forgetLimit(t)
	t.bound, t.limit = id, limit
}

// concludeTally derives that even the last of the satisfied is one too many.
func (s *Solver) concludeTally(t *tally) (ids [2]ClauseID, ok bool) {
	a := &t.active[len(t.active)-1]
	c := slices.Clone(t.also)
	l := t.p.lits[t.p.of(t.p.clauses[t.found[0]])[0]]
	for i := range ids {
		if len(t.also) == 0 {
			c = append(c[:0], l^Lit(i))
		} else if i > 0 {
			break
		}
		t.steps.begin(c)
		s.useSatisfied(t, a)
		ids[i] = t.steps.finish(s)
	}
	return ids, !t.steps.failed
}

// defineCell defines a literal as a or (b and c).
func (s *Solver) defineCell(a, b, c Lit) cell {
	switch {
	case b == never || c == never:
		return cell{lit: a}
	case a == never && b == always:
		return cell{lit: c}
	case a == never && c == always:
		return cell{lit: b}
	}
	s.proof.fresh++
	x := cell{lit: s.proof.fresh.Pos()}
	var blocked []ClauseID
	for i, rest := range [...][2]Lit{{a, b}, {a, c}, {a ^ 1, never}, {b ^ 1, c ^ 1}} {
		l := x.lit
		if i < 2 {
			l ^= 1
		}
		d, ok := newLine(l, rest[0], rest[1])
		if !ok {
			continue
		}
		d.id = s.nextID()
		if i < 2 {
			s.tracer.(Definer).Defined(d.id, d.lits[:d.n], nil)
			blocked = append(blocked, d.id)
		} else {
			s.tracer.(Definer).Defined(d.id, d.lits[:d.n], blocked)
		}
		x.lines[i] = d
	}
	return x
}

// begin begins the derivation of a clause.
func (t *tally) begin(a, b, c Lit) bool { return t.steps.begin([]Lit{a, b, c}) }

// use propagates a clause in the derivation.
func (t *tally) use(x *line) { t.steps.use(x.id, x.lits[:x.n]) }

// finishLine ends the derivation.
func (s *Solver) finishLine(t *tally) line {
	x := line{id: t.steps.finish(s)}
	if x.id != 0 {
		x.n = int8(copy(x.lits[:], t.steps.target))
	}
	return x
}

// newLine makes a clause of literals. It returns false if it is always true.
func newLine(lits ...Lit) (x line, ok bool) {
	for i, l := range lits {
		switch {
		case l == always || slices.Contains(lits[:i], l^1):
			return line{}, false
		case l != never && !slices.Contains(lits[:i], l):
			x.lits[x.n] = l
			x.n++
		}
	}
	return x, true
}

// forgetTallied deletes what is about an active clause.
func (s *Solver) forgetTallied(a *tallied) {
	s.forgetCells(a.row)
	s.forgetCells(a.cells)
	a.row, a.cells = nil, nil
}

func (s *Solver) forgetCells(cells []cell) {
	for i := range cells {
		for k := range cells[i].lines {
			s.forgetLine(&cells[i].lines[k])
		}
	}
}

func (s *Solver) forgetLines(t *tally) {
	for i := range t.made {
		s.forgetLine(&t.made[i])
	}
	t.made = t.made[:0]
}

func (s *Solver) forgetLine(x *line) {
	if x.id != 0 {
		s.tracer.Deleted(x.id, x.lits[:x.n])
	}
}

func (s *Solver) forgetLimit(t *tally) {
	if t.bound != 0 {
		s.tracer.Deleted(t.bound, t.limit)
	}
	t.bound = 0
}
