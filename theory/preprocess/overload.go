package preprocess

import (
	"cmp"
	"slices"

	"github.com/muster-smt/muster/theory/linear"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

const (
	origin      = int32(0) // the number of the constant 0 among the terms of a timetable
	relaxations = 20       // rounds over all bounds of differences
	mostSlots   = 400      // of a clique whose windows are looked at
)

// timetable refutes numbers that keep a distance from each other and have no room: more
// integers that are pairwise different than values, or tasks of one machine that are longer than
// the time for them. A term that is among such a clique takes up an interval as long as the
// least distance that it keeps from a later one, and these intervals are disjoint.
type timetable struct {
	*bounder
	terms    []term.Term          // from 1 on
	number   map[term.Term]int32  // never ranged over
	gaps     map[[2]int32]num.Rat // the distance from the first to the second if it is later; never ranged over
	apart    graph
	groups   [][]int32 // of many integers that are pairwise different, without edges
	most     []difference
	from, to []limitOf // by term: bounds of its distance from the reference
}

// difference says that x - y is at most k.
type difference struct {
	x, y int32
	k    num.Rat
}

// limitOf is a bound, if there is one.
type limitOf struct {
	k  num.Rat
	ok bool
}

// overloaded reports whether some cliques of asserted distances have no room.
func (b *bounder) overloaded() bool {
	t := timetable{bounder: b, terms: make([]term.Term, 1), number: map[term.Term]int32{}, gaps: map[[2]int32]num.Rat{}}
	for _, a := range b.batch {
		t.read(a.t)
	}
	if t.apart.edges < 6 && len(t.groups) == 0 { // no triangle
		return false
	}
	t.differences()
	one := num.RatFromInt64(1)
	for _, g := range t.groups {
		if t.full(g, func(int32) num.Rat { return one }) {
			return true
		}
	}
	wrong := false
	t.apart.cliques(func(clique []int32) bool {
		wrong = len(clique) > 2 && len(clique) <= mostSlots &&
			t.full(clique, func(x int32) num.Rat { return t.length(x, clique) })
		return !wrong && !b.limit.Stopped()
	})
	return wrong
}

func (t *timetable) numberOf(x term.Term) int32 {
	n, ok := t.number[x]
	if !ok {
		n = int32(len(t.terms))
		t.number[x] = n
		t.terms = append(t.terms, x)
	}
	return n
}

// read reads a formula that holds: integers that are different, or a disjunction by which one of
// two numbers is greater than the other by some distance.
func (t *timetable) read(f term.Term) {
	st := t.st
	one := num.RatFromInt64(1)
	switch st.Op(f) {
	case term.OpDistinct:
		switch {
		case st.Sort(st.Arg(f, 0)) != term.Int:
		case st.NumArgs(f) > maxPairs && st.NumArgs(f) <= mostSlots:
			group := make([]int32, 0, st.NumArgs(f))
			for _, x := range st.Args(f) {
				group = append(group, t.numberOf(x))
			}
			t.groups = append(t.groups, group)
		case st.NumArgs(f) <= maxPairs:
			for i, x := range st.Args(f) {
				for _, y := range st.Args(f)[:i] {
					t.separate(t.numberOf(x), t.numberOf(y), one, one)
				}
			}
		}
	case term.OpNot:
		if e := st.Arg(f, 0); st.Op(e) == term.OpEq && st.Sort(st.Arg(e, 0)) == term.Int {
			x, y := st.Arg(e, 0), st.Arg(e, 1)
			if p, q, k, ok := t.difference(x, y); ok && k.IsZero() {
				x, y = p, q
			}
			t.separate(t.numberOf(x), t.numberOf(y), one, one)
		}
	case term.OpOr:
		if st.NumArgs(f) != 2 {
			return
		}
		d, ok1 := t.atMost(st.Arg(f, 0))
		e, ok2 := t.atMost(st.Arg(f, 1))
		if ok1 && ok2 && d.x == e.y && d.y == e.x && d.k.Sign() < 0 && e.k.Sign() < 0 {
			t.separate(d.x, d.y, d.k.Neg(), e.k.Neg())
		}
	}
}

// separate notes that y is at least k greater than x, or x at least l greater than y.
func (t *timetable) separate(x, y int32, k, l num.Rat) {
	t.apart.connect(x, y)
	for _, g := range [...]struct {
		at [2]int32
		k  num.Rat
	}{{[2]int32{x, y}, k}, {[2]int32{y, x}, l}} {
		if old, ok := t.gaps[g.at]; !ok || old.Less(g.k) {
			t.gaps[g.at] = g.k
		}
	}
}

// difference reports whether a - b is x - y + k.
func (t *timetable) difference(a, b term.Term) (x, y term.Term, k num.Rat, ok bool) {
	if t.st.NumArgs(a) > 3 || t.st.NumArgs(b) > 3 {
		return 0, 0, k, false
	}
	diff := linear.Of(t.st, a).Minus(linear.Of(t.st, b))
	ms := diff.Monomials
	if len(ms) != 2 || !ms[0].Coeff.Abs().IsOne() || !ms[0].Coeff.Add(ms[1].Coeff).IsZero() {
		return 0, 0, k, false
	}
	if ms[0].Coeff.Sign() < 0 {
		ms[0], ms[1] = ms[1], ms[0]
	}
	return ms[0].Term, ms[1].Term, diff.Constant, true
}

// atMost returns the difference that a comparison bounds.
func (t *timetable) atMost(f term.Term) (d difference, ok bool) {
	st := t.st
	atom := st.Atom(f)
	if st.Op(atom) != term.OpLe {
		return d, false
	}
	x, y, k, ok := t.difference(st.Arg(atom, 0), st.Arg(atom, 1))
	if !ok {
		return d, false
	}
	if atom == f { // x - y + k <= 0
		return difference{t.numberOf(x), t.numberOf(y), k.Neg()}, true
	}
	if st.Sort(x) == term.Int { // x - y + k >= 1
		k = k.Sub(num.RatFromInt64(1))
	}
	return difference{t.numberOf(y), t.numberOf(x), k}, true
}

// differences bounds the distances of terms from a reference: from 0 if there are bounds
// of terms, otherwise from the term that occurs in most asserted bounds of differences.
func (t *timetable) differences() {
	for _, r := range t.rows {
		if len(r.ms) != 2 || !r.ms[0].Coeff.Abs().IsOne() || !r.ms[0].Coeff.Add(r.ms[1].Coeff).IsZero() {
			continue
		}
		x, y := t.numberOf(r.ms[0].Term), t.numberOf(r.ms[1].Term)
		if r.ms[0].Coeff.Sign() < 0 {
			x, y = y, x
		}
		if r.hasHi {
			t.most = append(t.most, difference{x, y, r.hi})
		}
		if r.hasLo {
			t.most = append(t.most, difference{y, x, r.lo.Neg()})
		}
	}
	t.from, t.to = make([]limitOf, len(t.terms)), make([]limitOf, len(t.terms))
	reference, bounded := origin, false
	for i := range t.terms[1:] {
		x := int32(i + 1)
		sum := linear.Of(t.st, t.terms[x])
		in, k := t.sum(sum.Monomials, -1), sum.Constant
		t.from[x], t.to[x] = limitOf{in.lo.Add(k), in.hasLo}, limitOf{in.hi.Add(k), in.hasHi}
		bounded = bounded || in.hasLo && in.hasHi
	}
	if !bounded {
		clear(t.from)
		clear(t.to)
		uses := make([]int, len(t.terms))
		for _, d := range t.most {
			uses[d.x]++
			uses[d.y]++
		}
		for x, n := range uses {
			if n > uses[reference] {
				reference = int32(x)
			}
		}
	}
	t.from[reference].ok, t.to[reference].ok = true, true
	for range relaxations {
		if !t.tighten() {
			break
		}
	}
}

// tighten propagates the bounds of differences once; it reports whether a limit changed.
func (t *timetable) tighten() bool {
	news := false
	for _, d := range t.most { // x <= y + k, and y >= x - k
		if y := t.to[d.y]; y.ok && (!t.to[d.x].ok || y.k.Add(d.k).Less(t.to[d.x].k)) {
			t.to[d.x], news = limitOf{y.k.Add(d.k), true}, true
		}
		if x := t.from[d.x]; x.ok && (!t.from[d.y].ok || t.from[d.y].k.Less(x.k.Sub(d.k))) {
			t.from[d.y], news = limitOf{x.k.Sub(d.k), true}, true
		}
	}
	return news
}

// slot is the time for a task: it takes length between from and to.
type slot struct{ from, to, length num.Rat }

// length returns the least distance that x keeps from a later member of a clique.
func (t *timetable) length(x int32, clique []int32) (least num.Rat) {
	for _, y := range clique {
		if k := t.gaps[[2]int32{x, y}]; x != y && (least.IsZero() || k.Less(least)) {
			least = k
		}
	}
	return least
}

// full reports whether the tasks of a clique that must be within some time are longer than that.
func (t *timetable) full(clique []int32, length func(int32) num.Rat) bool {
	slots := make([]slot, 0, len(clique))
	for _, x := range clique {
		if !t.from[x].ok || !t.to[x].ok {
			continue
		}
		k := length(x)
		slots = append(slots, slot{t.from[x].k, t.to[x].k.Add(k), k})
	}
	slices.SortStableFunc(slots, func(a, b slot) int { return a.to.Cmp(b.to) })
	starts := slices.Clone(slots)
	slices.SortStableFunc(starts, func(a, b slot) int { return cmp.Or(a.from.Cmp(b.from)) })
	starts = slices.CompactFunc(starts, func(a, b slot) bool { return a.from.Equal(b.from) })
	for _, s := range starts {
		end := s.from
		for _, x := range slots { // those that end earlier come first
			if x.from.Less(s.from) {
				continue
			}
			if end = end.Add(x.length); x.to.Less(end) {
				return true
			}
		}
	}
	return false
}
