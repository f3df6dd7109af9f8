package bv

import (
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// link is a step between two arrays that hold the same elements, but at the index of a store.
type link struct {
	to    int32
	cond  cert.Literal
	ite   term.Term // see edge
	store bool
}

// constants finds constant arrays that are equal but for stores and hold other elements. It
// returns false if it was stopped. Only equalities of arrays can bring that about.
func (s *Solver) constants() bool {
	if len(s.equations) == 0 {
		return true
	}
	_, from, links := s.fromConstants()
	for d := range s.arrays {
		if s.arrays[d].kind != arrayConst || !s.relevant(s.arrays[d].t) {
			continue
		}
		var clause []cert.Literal
		var path []cert.Cross
		var ites []link
		c := int32(d)
		for from[c] != c+1 {
			before := from[c] - 1
			switch l := links[c]; {
			case !l.store:
				clause, ites = append(clause, not(l.cond)), append(ites, l)
			case s.arrays[c].kind == arrayStore && s.arrays[c].base == before:
				path = append(path, cert.Cross{Store: s.arrays[c].t})
			default:
				path = append(path, cert.Cross{Store: s.arrays[before].t, Up: true})
			}
			c = before
		}
		if c == int32(d) {
			continue
		}
		if !s.alike(s.st.Arg(s.arrays[c].t, 0), s.st.Arg(s.arrays[d].t, 0)) && !s.constant(c, int32(d), clause, path, ites) {
			return false
		}
	}
	return !s.lim.Stopped()
}

// fromConstants finds the arrays that are equal to a constant one but for stores. It returns for each array 1 + the
// number of the constant one, 1 + that of the array before it on the way, and the step from there; 0 if there is none.
func (s *Solver) fromConstants() (root, from []int32, links []link) {
	n := len(s.arrays)
	root, from, links = make([]int32, n), make([]int32, n), make([]link, n)
	for k := range s.arrays {
		if s.arrays[k].kind != arrayConst || root[k] != 0 || !s.relevant(s.arrays[k].t) {
			continue
		}
		c := int32(k) + 1
		root[k], from[k] = c, c
		queue := []int32{int32(k)}
		for i := 0; i < len(queue); i++ {
			for _, l := range s.links(queue[i]) {
				if root[l.to] == 0 {
					root[l.to], from[l.to], links[l.to] = c, queue[i]+1, l
					queue = append(queue, l.to)
				}
			}
		}
	}
	return root, from, links
}

// constant adds the lemma that two constant arrays that are equal but for stores hold the same
// element. If the stores may cover all indices, one of the arrays is read everywhere instead. It
// returns false if it does not know how many indices there are.
func (s *Solver) constant(c, d int32, clause []cert.Literal, path []cert.Cross, ites []link) bool {
	a, b := s.arrays[c].t, s.arrays[d].t
	x, y := s.st.Arg(a, 0), s.st.Arg(b, 0)
	index, _ := s.st.ArraySorts(s.st.Sort(a))
	switch n := s.width(index); {
	case s.st.SortKind(index) == term.KindUninterpreted && len(path) > 0:
		s.Small = index
		return false
	case n < 30 && len(path) >= 1<<n:
		if !s.arrays[d].covered {
			return s.readEverywhere(d)
		}
		return true
	}
	s.learn("constant-arrays", append(clause, cert.Literal{T: s.equals(x, y)}), func(why *cert.Certificate) {
		for _, l := range ites {
			s.branch(why, l.ite, l.cond)
		}
		why.Add(cert.Step{Kind: cert.ReadPath, A: y, B: x, Path: path, Ends: [2]term.Term{b, a}})
	})
	return true
}

// links returns the steps from an array to relevant ones that hold the same elements in the assignment.
func (s *Solver) links(a int32) []link {
	var out []link
	arr := &s.arrays[a]
	switch arr.kind {
	case arrayStore:
		out = append(out, link{to: arr.base, store: true})
	case arrayIte:
		c := cert.Literal{T: s.st.Arg(arr.t, 0)}
		if s.refiner.holds(s.bit(c)) {
			out = append(out, link{to: arr.base, cond: c, ite: arr.t})
		} else {
			out = append(out, link{to: arr.other, cond: not(c), ite: arr.t})
		}
	}
	for _, e := range arr.edges {
		if s.relevant(s.arrays[e.to].t) && (e.store || s.refiner.holds(s.bit(e.cond))) {
			out = append(out, link{to: e.to, store: e.store, cond: e.cond, ite: e.ite})
		}
	}
	return out
}

// readEverywhere adds a read of an array at each index, of which there are few. The next round
// looks at them. It returns false if it was stopped.
func (s *Solver) readEverywhere(a int32) bool {
	t := s.arrays[a].t
	index, _ := s.st.ArraySorts(s.st.Sort(t))
	for i := range 1 << s.width(index) {
		at := s.st.Bool(i != 0)
		if index != term.Bool {
			at = s.st.Bits(index, num.FromInt64(int64(i)))
		}
		if !s.blast(s.st.Select(t, at)) {
			return false
		}
	}
	s.arrays[a].covered, s.refiner.again = true, true
	return true
}
