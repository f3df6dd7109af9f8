package bv

import (
	"github.com/muster-smt/muster/bv/aig"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/term"
)

// refiner looks for contradictions to the theories of functions and arrays in an assignment of
// the SAT core. All but the scratch memory is made anew each time.
type refiner struct {
	inputs []bool // by input of the graph
	values []bool // by node
	wide   map[string]uint64
	key    []byte

	funs     map[point][]int32 // applications and accesses by their arguments; never ranged over
	args     map[[2]uint64]uint64
	table    map[cell]int32 // by array and index: the first access
	accesses []access
	lemmas   [][]aig.Lit
	again    bool // there is more to look at, without a lemma
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
	from  int32     // the access that it comes from; none if it is negative
	cond  aig.Lit   // why it comes: true in the assignment
	past  term.Term // or the store that it has passed, whose index differs; 0 if there is none
}

// hasTheories reports whether there is anything to refine.
func (s *Solver) hasTheories() bool { return len(s.apps)+len(s.arrays) > 0 }

// refine adds clauses that exclude the present assignment if it contradicts a theory, and
// returns their number. It returns false if it was stopped.
func (s *Solver) refine() (int, bool) {
	r := &s.refiner
	r.lemmas, r.again = r.lemmas[:0], false
	s.evaluate()
	if !s.congruence() || !s.spread() {
		return 0, false
	}
	if len(r.lemmas) == 0 && !s.constants() {
		return 0, false
	}
	for _, c := range r.lemmas {
		if !s.addClause(c) {
			return 0, false
		}
	}
	n := len(r.lemmas)
	if r.again {
		n++
	}
	return n, s.addAxioms()
}

// addClause adds a clause over the graph. It returns false if it was stopped.
func (s *Solver) addClause(c []aig.Lit) bool {
	lits := make([]sat.Lit, 0, len(c))
	for _, l := range c {
		switch l {
		case aig.True:
			return true
		case aig.False:
			continue
		}
		m := s.cnf.Lit(l)
		if m == sat.NoLit {
			return false
		}
		lits = append(lits, m)
	}
	s.sat.AddClause(lits...)
	return true
}

// addAxioms asserts what new equations need.
func (s *Solver) addAxioms() bool {
	for len(s.axioms) > 0 {
		if !s.cnf.Root(s.axioms[0]) {
			return false
		}
		s.axioms = s.axioms[1:]
	}
	return true
}

// evaluate gives all nodes their values in the assignment. Inputs that no clause mentions are
// false.
func (s *Solver) evaluate() {
	r := &s.refiner
	r.inputs = r.inputs[:0]
	for k := range s.g.Inputs() {
		l := s.cnf.Known(s.g.InputLit(k))
		r.inputs = append(r.inputs, l != sat.NoLit && s.sat.ModelValue(l) == sat.True)
	}
	r.values = s.g.Eval(r.inputs, r.values)
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
	return ok && s.refiner.holds(e)
}

// sameValues reports whether two reads of arrays of one sort give the same in the assignment.
func (s *Solver) sameValues(x, y *read) bool {
	if s.nested(x.array) {
		return s.sameArray(s.inner(x), s.inner(y))
	}
	return s.refiner.number(s.value(x)) == s.refiner.number(s.value(y))
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

// sameAsTerm reports whether a read gives the value of a term in the assignment.
func (s *Solver) sameAsTerm(x *read, t term.Term) bool {
	if s.nested(x.array) {
		return s.sameArray(s.inner(x), s.array(t))
	}
	return s.refiner.number(s.value(x)) == s.refiner.number(s.word(t))
}

// congruence finds applications of a function to equal arguments that have other values.
func (s *Solver) congruence() bool {
	r := &s.refiner
	r.funs, r.args = map[point][]int32{}, map[[2]uint64]uint64{}
	for k, a := range s.apps {
		p := point{f: s.st.Sym(a.t)}
		for _, x := range s.st.Args(a.t) {
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
		found := false
		for _, j := range r.funs[p] {
			if found = s.meets(s.apps[j].t, a.t); found {
				break
			}
		}
		if !found {
			r.funs[p] = append(r.funs[p], int32(k))
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
		s.equalArrays(s.array(xs[i]), s.array(ys[i]))
		r.again = r.again || len(s.equations) > before
		return false
	}
	if s.isArray(x) {
		if s.sameArray(s.array(x), s.array(y)) {
			return true
		}
	} else if r.number(s.word(x)) == r.number(s.word(y)) {
		return true
	}
	var c []aig.Lit
	for i := range xs {
		c = append(c, s.sameTerms(xs[i], ys[i]).Not())
	}
	r.lemmas = append(r.lemmas, append(c, s.equal(x, y)))
	return true
}

// sameTerms returns the bit that two arguments are equal.
func (s *Solver) sameTerms(x, y term.Term) aig.Lit {
	if s.isArray(x) {
		return s.equal(x, y)
	}
	return s.same(x, y)
}

// spread lets every read come to all arrays that have the same element at its index, and finds
// reads that meet with other values.
func (s *Solver) spread() bool {
	r := &s.refiner
	r.table, r.accesses = map[cell]int32{}, r.accesses[:0]
	for k := range s.reads {
		r.accesses = append(r.accesses, access{read: int32(k), array: s.reads[k].array, from: -1, cond: aig.True})
	}
	for k := 0; k < len(r.accesses); k++ {
		if k&1023 == 1023 && s.lim.Stopped() {
			return false
		}
		a := r.accesses[k]
		index := r.number(s.index(&s.reads[a.read]))
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
	if x == y || s.sameValues(x, y) {
		return
	}
	if !s.nested(x.array) && (s.far(j) || s.far(k)) {
		s.follow(j)
		s.follow(k)
		return
	}
	c := s.path(s.path(nil, j), k)
	c = append(c, s.sameIndex(x, y).Not(), s.equalValues(x, y))
	r.lemmas = append(r.lemmas, c)
}

// farSteps is the number of steps from which on an access gets reads of its own on its way. One
// clause about the whole way would exclude too little.
const farSteps = 3

// far reports whether an access has come a long way.
func (s *Solver) far(k int32) bool {
	for n := 0; n < farSteps; n++ {
		if k = s.refiner.accesses[k].from; k < 0 {
			return false
		}
	}
	return true
}

// follow adds a read to each array on the way of an access, with a lemma for each step.
func (s *Solver) follow(k int32) {
	r := &s.refiner
	var way []int32
	for a := k; a >= 0; a = r.accesses[a].from {
		way = append(way, a)
	}
	last := r.accesses[way[len(way)-1]].read
	for n := len(way) - 2; n >= 0; n-- {
		a := r.accesses[way[n]]
		key := [2]int32{last, a.array}
		next, ok := s.followed[key]
		if !ok {
			if s.followed == nil {
				s.followed = map[[2]int32]int32{}
			}
			next = int32(len(s.reads))
			s.followed[key] = next
			x := s.reads[last]
			_, elm := s.st.ArraySorts(s.arrays[a.array].sort)
			s.reads = append(s.reads, read{array: a.array, index: x.index, at: x.at, val: s.keep(s.inputs(s.width(elm)))})
		}
		s.step(last, next, a)
		last = next
	}
}

// step adds the lemma that a read and the one after the step have the same value.
func (s *Solver) step(from, to int32, a access) {
	r := &s.refiner
	x, y := &s.reads[from], &s.reads[to]
	same := s.c.Eq(s.value(x), s.value(y))
	if a.past == 0 {
		r.lemmas = append(r.lemmas, []aig.Lit{a.cond.Not(), same})
		return
	}
	hit := s.hits(x, a.past)
	r.lemmas = append(r.lemmas, []aig.Lit{hit, same})
	if s.array(a.past) == x.array { // downwards
		r.lemmas = append(r.lemmas, []aig.Lit{hit.Not(), s.c.Eq(s.value(x), s.word(s.st.Arg(a.past, 2)))})
	}
}

// path appends the negated conditions under which an access came to its array.
func (s *Solver) path(c []aig.Lit, k int32) []aig.Lit {
	for a := s.refiner.accesses[k]; ; a = s.refiner.accesses[a.from] {
		switch {
		case a.past != 0:
			c = append(c, s.hits(&s.reads[a.read], a.past))
		case a.cond != aig.True:
			c = append(c, a.cond.Not())
		}
		if a.from < 0 {
			return c
		}
	}
}

// move lets access k, a at this index, come to the arrays next to its own.
func (s *Solver) move(k int32, a access, index uint64) {
	r := &s.refiner
	arr := &s.arrays[a.array]
	come := func(to int32, cond aig.Lit) {
		r.accesses = append(r.accesses, access{read: a.read, array: to, from: k, cond: cond})
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
		c := s.word(s.st.Arg(arr.t, 0))[0]
		if r.holds(c) {
			come(arr.base, c)
		} else {
			come(arr.other, c.Not())
		}
	case arrayConst:
		x := &s.reads[a.read]
		v := s.st.Arg(arr.t, 0)
		if !s.sameAsTerm(x, v) {
			r.lemmas = append(r.lemmas, append(s.path(nil, k), s.equalsTerm(x, v)))
		}
	}
	if len(s.equations) == 0 {
		return
	}
	for _, e := range s.arrays[a.array].edges {
		switch {
		case e.store:
			pass(e.to, s.arrays[e.to].t)
		case r.holds(e.cond):
			come(e.to, e.cond)
		}
	}
}

// same returns the bit that two terms are equal. Rewriting often decides it, or makes it
// simpler than the words are: (bvadd p i) and (bvadd p j) are equal if i and j are.
//
// Rewriting may use what the present assignment does not respect yet, such as that a read of a
// store is what was stored. Then the words are compared: a lemma must exclude the assignment.
func (s *Solver) same(x, y term.Term) aig.Lit {
	r := &s.refiner
	if t := s.rw.Eq(x, y); s.blast(t) {
		r.values = s.g.Extend(r.inputs, r.values)
		l := s.word(t)[0]
		if r.holds(l) == (r.number(s.word(x)) == r.number(s.word(y))) {
			return l
		}
	}
	return s.c.Eq(s.word(x), s.word(y))
}

// sameIndex returns the bit that two reads have the same index.
func (s *Solver) sameIndex(x, y *read) aig.Lit {
	if x.index != 0 && y.index != 0 {
		return s.same(x.index, y.index)
	}
	return s.c.Eq(s.index(x), s.index(y))
}

// hits returns the bit that a read has the index of a store.
func (s *Solver) hits(x *read, store term.Term) aig.Lit {
	at := s.st.Arg(store, 1)
	if x.index != 0 {
		return s.same(x.index, at)
	}
	return s.c.Eq(s.index(x), s.word(at))
}
