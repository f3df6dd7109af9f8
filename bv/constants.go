package bv

import (
	"github.com/muster-smt/muster/bv/aig"
)

// link is a step between two arrays that hold the same elements, but at the index of a store.
type link struct {
	to    int32
	cond  aig.Lit
	store bool
}

// constants finds constant arrays that are equal but for stores and hold other elements. It
// returns false if it was stopped. Only equalities of arrays can bring that about.
func (s *Solver) constants() bool {
	if len(s.equations) == 0 {
		return true
	}
	r := &s.refiner
	from := make([]int32, len(s.arrays)) // 1 + the array before, on the way from a constant one
	links := make([]link, len(s.arrays)) // the step to an array
	for c := range s.arrays {
		if s.arrays[c].kind != arrayConst || from[c] != 0 {
			continue
		}
		queue := []int32{int32(c)}
		from[c] = int32(c) + 1
		for len(queue) > 0 {
			a := queue[0]
			queue = queue[1:]
			for _, l := range s.links(a) {
				if from[l.to] != 0 {
					continue
				}
				from[l.to], links[l.to] = a+1, l
				queue = append(queue, l.to)
			}
		}
	}
	for d := range s.arrays {
		if s.arrays[d].kind != arrayConst {
			continue
		}
		clause, stores, c := []aig.Lit(nil), 0, int32(d)
		for from[c] != c+1 {
			if links[c].store {
				stores++
			} else {
				clause = append(clause, links[c].cond.Not())
			}
			c = from[c] - 1
		}
		if c == int32(d) {
			continue
		}
		x, y := s.st.Arg(s.arrays[c].t, 0), s.st.Arg(s.arrays[d].t, 0)
		if s.isArray(x) && s.sameArray(s.array(x), s.array(y)) || !s.isArray(x) && r.number(s.word(x)) == r.number(s.word(y)) {
			continue
		}
		index, _ := s.st.ArraySorts(s.arrays[d].sort)
		if n := s.width(index); n < 30 && stores >= 1<<n {
			// The stores may cover all indices.
			if !s.arrays[d].covered {
				s.readEverywhere(int32(d), n)
			}
			continue
		}
		r.lemmas = append(r.lemmas, append(clause, s.equal(x, y)))
	}
	return !s.lim.Stopped()
}

// links returns the steps from an array to those that hold the same elements in the assignment.
func (s *Solver) links(a int32) []link {
	var out []link
	arr := &s.arrays[a]
	switch arr.kind {
	case arrayStore:
		out = append(out, link{to: arr.base, store: true})
	case arrayIte:
		c := s.word(s.st.Arg(arr.t, 0))[0]
		if s.refiner.holds(c) {
			out = append(out, link{to: arr.base, cond: c})
		} else {
			out = append(out, link{to: arr.other, cond: c.Not()})
		}
	}
	for _, e := range arr.edges {
		if e.store || s.refiner.holds(e.cond) {
			out = append(out, link{to: e.to, store: e.store, cond: e.cond})
		}
	}
	return out
}

// readEverywhere adds a read of an array at each index, of which there are few. The next round
// looks at them.
func (s *Solver) readEverywhere(a int32, width int) {
	_, elm := s.st.ArraySorts(s.arrays[a].sort)
	for i := range 1 << width {
		w := make([]aig.Lit, width)
		for k := range w {
			w[k] = aig.Lit(i >> k & 1)
		}
		s.reads = append(s.reads, read{array: a, at: s.keep(w), val: s.unknown(elm)})
	}
	s.arrays[a].covered, s.refiner.again = true, true
}
