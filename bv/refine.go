package bv

import (
	"slices"

	"github.com/muster-smt/muster/bv/aig"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/term"
)

// refiner looks for contradictions to the theories of functions and arrays in an assignment of
// the SAT core. All but the scratch memory is made anew each time.
type refiner struct {
	inputs []bool // by input of the graph
	values []bool // by node
	wrong  []wrong
	wide   map[string]uint64
	key    []byte

	funs     map[point][]term.Term // applications by their arguments; never ranged over
	args     map[[2]uint64]uint64
	table    map[cell]int32 // by array and index: the first access
	accesses []access
	lemmas   []lemma
	stated   []cert.Step // what literals of the next lemma may state: that words are equal
	again    bool        // there is more to look at, without a lemma
}

// point is a function with its arguments' values.
type point struct {
	f    term.Sym
	args uint64
}

// cell is a place in an array.
type cell struct {
	array int32
	index uint64
}

// access is a read at an array to which it has come: in some arrays all have the same element at
// its index.
type access struct {
	read  int32
	array int32
	from  int32        // the access that it comes from; none if it is negative
	cond  cert.Literal // why it comes: true in the assignment
	ite   term.Term    // whose branch it comes to or from, because of cond; 0 if there is none
	past  term.Term    // or the store that it has passed, whose index differs; 0 if there is none
}

// hasTheories reports whether there is anything to refine.
func (s *Solver) hasTheories() bool {
	return len(s.apps)+len(s.arrays) > 0 || s.abstract != nil && len(s.abstract.facts) > 0
}

// refine adds clauses that exclude the present assignment if it contradicts a theory, and
// returns their number. It returns false if it was stopped.
func (s *Solver) refine() (int, bool) {
	r := &s.refiner
	r.lemmas, r.stated, r.again = r.lemmas[:0], r.stated[:0], false
	s.evaluate()
	if n, ok := s.refineFacts(); n > 0 || !ok {
		return n, ok
	}
	s.findRelevant()
	if !s.congruence() || !s.spread() {
		return 0, false
	}
	if len(r.lemmas) == 0 && !s.constants() {
		return 0, false
	}
	for _, m := range r.lemmas {
		if !s.addLemma(m) {
			return 0, false
		}
	}
	n := len(r.lemmas)
	if r.again {
		n++
	}
	return n, s.witnesses()
}

// evaluate gives all nodes their values in the assignment. Inputs that no clause mentions are
// false, unless they are what an operator gives.
func (s *Solver) evaluate() {
	r := &s.refiner
	r.inputs = r.inputs[:0]
	for k := range s.g.Inputs() {
		l := s.cnf.Known(s.g.InputLit(k))
		r.inputs = append(r.inputs, l != sat.NoLit && s.sat.ModelValue(l) == sat.True)
	}
	r.values = r.values[:0]
	if s.abstract != nil {
		s.evaluateFacts(s.right)
	}
	r.values = s.g.Extend(r.inputs, r.values)
	r.wide = map[string]uint64{}
}

// holds reports whether a bit is true in the assignment. A bit that is younger is not.
func (r *refiner) holds(l aig.Lit) bool {
	return int(l.Node()) < len(r.values) && r.values[l.Node()] != l.IsNeg()
}

// sameArray reports whether two arrays are known to be equal in the assignment.
func (s *Solver) sameArray(x, y int32) bool {
	if x == y {
		return true
	}
	e, ok := s.equations[[2]int32{min(x, y), max(x, y)}]
	return ok && s.refiner.holds(s.word(e)[0])
}

// alike reports whether two terms are known to be equal in the assignment.
func (s *Solver) alike(x, y term.Term) bool {
	if s.isArray(x) {
		return s.sameArray(s.array(x), s.array(y))
	}
	return s.refiner.number(s.word(x)) == s.refiner.number(s.word(y))
}

// number returns a number that is equal for equal words of one width.
func (r *refiner) number(w []aig.Lit) uint64 {
	if len(w) <= 64 {
		n := uint64(0)
		for k, l := range w {
			if r.holds(l) {
				n |= 1 << k
			}
		}
		return n
	}
	r.key = r.key[:0]
	for k := 0; k < len(w); k += 8 {
		c := byte(0)
		for i, l := range w[k:min(k+8, len(w))] {
			if r.holds(l) {
				c |= 1 << i
			}
		}
		r.key = append(r.key, c)
	}
	n, ok := r.wide[string(r.key)]
	if !ok {
		n = uint64(len(r.wide))
		r.wide[string(r.key)] = n
	}
	return n
}

// congruence finds applications of a function to equal arguments that have other values.
func (s *Solver) congruence() bool {
	r := &s.refiner
	r.funs, r.args = map[point][]term.Term{}, map[[2]uint64]uint64{}
	for _, t := range s.apps {
		if !s.relevant(t) {
			continue
		}
		p := point{f: s.st.Sym(t)}
		for _, x := range s.st.Args(t) {
			if s.isArray(x) {
				continue // see meets
			}
			pair := [2]uint64{p.args, r.number(s.word(x))}
			n, ok := r.args[pair]
			if !ok {
				n = uint64(len(r.args)) + 1
				r.args[pair] = n
			}
			p.args = n
		}
		if !slices.ContainsFunc(r.funs[p], func(u term.Term) bool { return s.meets(u, t) }) {
			r.funs[p] = append(r.funs[p], t)
		}
	}
	return !s.lim.Stopped()
}

// meets reports whether two applications that have the same arguments but for arrays have the
// same arrays, too, and adds a lemma if their values differ. Arrays that are not known to be
// equal or not get an equation, so that this is known the next time.
func (s *Solver) meets(x, y term.Term) bool {
	r := &s.refiner
	xs, ys := s.st.Args(x), s.st.Args(y)
	for i := range xs {
		if !s.isArray(xs[i]) || s.sameArray(s.array(xs[i]), s.array(ys[i])) {
			continue
		}
		before := len(s.equations)
		s.blast(s.equals(xs[i], ys[i]))
		r.again = r.again || len(s.equations) > before
		return false
	}
	if s.alike(x, y) {
		return true
	}
	var c []cert.Literal
	for i := range xs {
		c = s.unless(c, xs[i], ys[i])
	}
	s.learn("congruence", append(c, cert.Literal{T: s.equals(x, y)}), func(c *cert.Certificate) {
		c.Add(cert.Step{Kind: cert.Congruence, A: x, B: y})
	})
	return true
}

// spread lets every read come to all arrays that have the same element at its index, and finds
// reads that meet with other values.
func (s *Solver) spread() bool {
	r := &s.refiner
	r.table, r.accesses = map[cell]int32{}, r.accesses[:0]
	for k := range s.reads {
		if !s.readMatters(&s.reads[k]) {
			continue
		}
		r.accesses = append(r.accesses, access{read: int32(k), array: s.reads[k].array, from: -1})
	}
	for k := 0; k < len(r.accesses); k++ {
		if k&1023 == 1023 && s.lim.Stopped() {
			return false
		}
		a := r.accesses[k]
		index := r.number(s.word(s.reads[a.read].index))
		at := cell{a.array, index}
		if first, ok := r.table[at]; ok {
			s.meet(first, int32(k))
			continue
		}
		r.table[at] = int32(k)
		s.move(int32(k), a, index)
	}
	return true
}

// meet adds a lemma if two accesses at one place of an array have other values.
func (s *Solver) meet(j, k int32) {
	r := &s.refiner
	x, y := &s.reads[r.accesses[j].read], &s.reads[r.accesses[k].read]
	if x == y || s.alike(x.value, y.value) {
		return
	}
	if !s.nested(x.array) && (s.far(j) || s.far(k)) {
		s.follow(j)
		s.follow(k)
		return
	}
	c := s.unless(s.path(s.path(nil, j), k), x.index, y.index)
	s.learn("reads", append(c, cert.Literal{T: s.equals(x.value, y.value)}), func(c *cert.Certificate) {
		path := append(reversed(s.back(c, j)), s.back(c, k)...)
		c.Add(cert.Step{Kind: cert.ReadPath, A: x.value, B: y.value, Path: path,
			Ends: [2]term.Term{s.readTerm(x), s.readTerm(y)}})
	})
}

// move lets access k, a at this index, come to the arrays next to its own.
func (s *Solver) move(k int32, a access, index uint64) {
	r := &s.refiner
	arr := &s.arrays[a.array]
	come := func(to int32, cond cert.Literal, ite term.Term) {
		r.accesses = append(r.accesses, access{read: a.read, array: to, from: k, cond: cond, ite: ite})
	}
	pass := func(to int32, store term.Term) {
		if r.number(s.word(s.st.Arg(store, 1))) != index {
			r.accesses = append(r.accesses, access{read: a.read, array: to, from: k, past: store})
		}
	}
	switch arr.kind {
	case arrayStore:
		pass(arr.base, arr.t)
	case arrayIte:
		c := cert.Literal{T: s.st.Arg(arr.t, 0)}
		if r.holds(s.bit(c)) {
			come(arr.base, c, arr.t)
		} else {
			come(arr.other, not(c), arr.t)
		}
	case arrayConst:
		x := &s.reads[a.read]
		v := s.st.Arg(arr.t, 0)
		if !s.alike(x.value, v) {
			s.learn("constant-array", append(s.path(nil, k), cert.Literal{T: s.equals(x.value, v)}), func(c *cert.Certificate) {
				c.Add(cert.Step{Kind: cert.ReadPath, A: x.value, B: v, Path: reversed(s.back(c, k)),
					Ends: [2]term.Term{s.readTerm(x), arr.t}})
			})
		}
	}
	if len(s.equations) == 0 {
		return
	}
	for _, e := range s.arrays[a.array].edges {
		switch {
		case !s.relevant(s.arrays[e.to].t):
		case e.store:
			pass(e.to, s.arrays[e.to].t)
		case r.holds(s.bit(e.cond)):
			come(e.to, e.cond, e.ite)
		}
	}
}
