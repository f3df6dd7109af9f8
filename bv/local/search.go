package local

import (
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/known"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// Stats counts what was done.
type Stats struct {
	Ticks  int64 // about the words that were evaluated, times their limbs
	Moves  int64 // walks from a root down
	Solved int64 // searches that found values
}

// Search looks for values of constants with which formulas hold.
type Search struct {
	st    *term.Store
	rnd   random
	Stats Stats
	// last has the values that constants had at the end of searches; never ranged over.
	last map[term.Term]num.Word

	nodes       []node // arguments first
	values      []num.Word
	doms        []known.Value // what nodes may be; values of operators need not be among them
	bounded     []bool        // by node: it cannot be all words
	top         known.Value   // all words of some width
	consts      []int32       // nodes of constants
	roots       []root
	wrong       []int32     // numbers of roots that do not have their values
	places      []int32     // by term: 1 + its node; 0 if it has none
	placed      []term.Term // that have one
	above       []int32     // the operators above the nodes, one after the other
	begins      []int32     // by node: where those above it begin
	unsupported bool
	short       bool // of ticks, when nodes were made

	// The operators that are to be evaluated, in a list for each level.
	heads   []int32 // by level: 1 + the first node; 0 if there is none
	nexts   []int32 // by node: 0 if it is in no list, 1 if it is the last one, or 2 + the next one
	waiting int
	lowest  int32 // level of those that wait

	visits []visit
	row    []int32
}

// New returns a search over terms of a store.
func New(st *term.Store, seed uint64) *Search {
	return &Search{st: st, rnd: random(seed), last: map[term.Term]num.Word{}}
}

// Start begins a search for values with which formulas hold. It returns false if that cannot succeed:
// if a term is not supported, see Unsupported, or if the limit or the ticks end while nodes are
// made, see Short, or if the formulas obviously contradict each other.
func (s *Search) Start(lim *limit.Limit, formulas []term.Term, ticks int64) bool {
	for _, t := range s.placed {
		s.places[t] = 0
	}
	s.nodes, s.values, s.consts, s.roots = s.nodes[:0], s.values[:0], s.consts[:0], s.roots[:0]
	s.wrong, s.placed, s.waiting, s.unsupported, s.short = s.wrong[:0], s.placed[:0], 0, false, false
	if !s.build(lim, formulas, ticks) {
		return false
	}
	for _, i := range s.consts {
		if !s.doms[i].Has(s.values[i]) {
			lo, _ := s.doms[i].Bounds()
			s.set(i, lo)
		}
	}
	s.evaluate()
	for k := range s.roots {
		s.judge(int32(k))
	}
	return true
}

// Nodes returns the number of constants, literals and operators of the last search.
func (s *Search) Nodes() int { return len(s.nodes) }

// Unsupported reports whether the last call of Start found a term that is not supported.
func (s *Search) Unsupported() bool { return s.unsupported }

// Short reports whether the last call of Start had too few ticks.
func (s *Search) Short() bool { return s.short }

// Run searches until all formulas hold, for which it returns true, or until the limit or the
// ticks end.
func (s *Search) Run(lim *limit.Limit, ticks int64) bool {
	end := s.Stats.Ticks + ticks
	for len(s.wrong) > 0 && s.Stats.Ticks < end && !lim.Stopped() {
		s.Stats.Moves++
		s.Stats.Ticks++
		r := &s.roots[s.wrong[s.rnd.below(len(s.wrong))]]
		if i, w, ok := s.walk(r.node, truth(r.want)); ok {
			s.set(i, w)
			s.evaluate()
		}
	}
	for _, i := range s.consts {
		s.last[s.nodes[i].t] = s.values[i]
	}
	if len(s.wrong) > 0 {
		return false
	}
	s.Stats.Solved++
	return true
}

// Values calls yield with each constant and its value.
func (s *Search) Values(yield func(t term.Term, w num.Word)) {
	for _, i := range s.consts {
		yield(s.nodes[i].t, s.values[i])
	}
}

// set gives a constant a value. The operators above wait for evaluate.
func (s *Search) set(i int32, w num.Word) {
	s.values[i] = w
	s.spread(i)
}

// spread makes those above a node wait, and judges it if it is a root.
func (s *Search) spread(i int32) {
	if r := s.nodes[i].root; r > 0 {
		s.judge(r - 1)
	}
	for _, a := range s.above[s.begins[i]:s.begins[i+1]] {
		if s.nexts[a] != 0 {
			continue
		}
		level := s.nodes[a].level
		if s.waiting == 0 {
			s.lowest = level
		}
		s.lowest = min(s.lowest, level)
		head := &s.heads[level]
		s.nexts[a] = *head + 1
		*head = a + 1
		s.waiting++
	}
}

// evaluate evaluates what waits, level by level.
func (s *Search) evaluate() {
	for level := s.lowest; s.waiting > 0; level++ {
		for s.heads[level] != 0 {
			i := s.heads[level] - 1
			n := &s.nodes[i]
			s.heads[level] = s.nexts[i] - 1
			s.nexts[i] = 0
			s.waiting--
			s.Stats.Ticks += n.cost
			if w := s.eval(n); w.Cmp(s.values[i]) != 0 {
				s.values[i] = w
				s.spread(i)
			}
		}
	}
}

// eval returns the value of an operator.
func (s *Search) eval(n *node) num.Word {
	x := &s.values[n.args[0]]
	y := &s.values[n.args[n.n-1]]
	switch n.op { // the simplest ones at once
	case term.OpNot, term.OpBvNot:
		return x.Not()
	case term.OpAnd, term.OpBvAnd:
		return x.And(*y)
	case term.OpOr, term.OpBvOr:
		return x.Or(*y)
	case term.OpBvXor:
		return x.Xor(*y)
	case term.OpBvAdd:
		return x.Add(*y)
	case term.OpEq:
		return truth(x.Cmp(*y) == 0)
	case term.OpIte:
		if x.IsOne() {
			return s.values[n.args[1]]
		}
		return *y
	}
	o := s.site(n)
	return o.eval()
}

// judge puts a root among the wrong ones, or takes it out.
func (s *Search) judge(k int32) {
	r := &s.roots[k]
	holds := s.values[r.node].IsOne() == r.want
	if holds == (r.slot < 0) {
		return
	}
	if !holds {
		r.slot = int32(len(s.wrong))
		s.wrong = append(s.wrong, k)
		return
	}
	last := len(s.wrong) - 1
	s.wrong[r.slot] = s.wrong[last]
	s.roots[s.wrong[last]].slot = r.slot
	s.wrong, r.slot = s.wrong[:last], -1
}

// walk goes down from a node that is to become t to a constant, and returns the value that this
// is to have. It returns false if it comes to where nothing helps.
func (s *Search) walk(i int32, t num.Word) (int32, num.Word, bool) {
	for {
		n := &s.nodes[i]
		if n.n == 0 {
			return i, t, t.Cmp(s.values[i]) != 0
		}
		k, w := s.step(n, t)
		if k < 0 {
			return i, t, false
		}
		i, t = n.args[k], w
	}
}

// invertTicks is what an inversion costs, in ticks of an evaluation.
const invertTicks = 4

// step chooses an argument and what it is to become, so that the node may become t; -1 if nothing
// helps. If for one argument there is no value as long as the other stays, the other one is
// essential.
func (s *Search) step(n *node, t num.Word) (int, num.Word) {
	o := s.site(n)
	var free [3]int // arguments that may change
	var to [3]num.Word
	var able [3]bool
	frees := 0
	for k, a := range n.args[:n.n] {
		if w, fixed := s.doms[a].Word(); fixed {
			if w.Cmp(o.args[k]) != 0 {
				return k, w
			}
			continue
		}
		s.Stats.Ticks += invertTicks * n.cost
		to[k], able[k] = s.rnd.pick(s.rnd.inverse(&o, k, t), o.args[k], &s.doms[a])
		if able[k] && s.nodes[a].op == term.OpSignExt {
			to[k], able[k] = s.extended(&o, k, a, to[k], t)
		}
		able[k] = able[k] && to[k].Cmp(o.args[k]) != 0
		free[frees] = k
		frees++
	}
	k := s.choose(&o, free[:frees], &able)
	if k < 0 || able[k] {
		return k, to[max(k, 0)]
	}
	a := n.args[k]
	w, ok := s.rnd.pick(s.rnd.consistent(&o, k, t), s.rnd.word(o.args[k].Width()), &s.doms[a])
	if !ok {
		if !s.rnd.one(rescue) {
			return -1, w
		}
		w = s.rnd.member(&s.doms[a], o.args[k])
	}
	if s.nodes[a].op == term.OpSignExt {
		w = s.extend(a, w)
	}
	if w.Cmp(o.args[k]) == 0 {
		return -1, w
	}
	return k, w
}

// rescue is how often an argument gets any value where none could help: now and then, since
// otherwise the search might do the same for ever.
const rescue = 16

// extend returns what node a, a sign extension, has if its argument has the lowest bits of w.
func (s *Search) extend(a int32, w num.Word) num.Word {
	n := int(s.nodes[s.nodes[a].args[0]].width)
	return w.Slice(n-1, 0).SignExtend(w.Width() - n)
}

// extended returns a value of argument k, a sign extension, with which the result is t. The bits of
// w do not all matter, but a sign extension does not have any bits.
func (s *Search) extended(o *site, k int, a int32, w, t num.Word) (num.Word, bool) {
	before := o.args[k]
	defer func() { o.args[k] = before }()
	low := s.nodes[s.nodes[a].args[0]].width
	for range 2 {
		v := s.extend(a, w)
		o.args[k] = v
		if s.doms[a].Has(v) && o.eval().Cmp(t) == 0 {
			return v, true
		}
		w = w.Xor(num.PowerOfTwo(w.Width(), int(low)-1)) // the other sign
	}
	return w, false
}

// choose chooses among the arguments that may change.
func (s *Search) choose(o *site, free []int, able *[3]bool) int {
	switch {
	case len(free) == 0:
		return -1
	case o.op == term.OpIte:
		return s.chooseBranch(o, free, able)
	case len(free) == 1:
		return free[0]
	case able[0] != able[1]:
		if able[0] {
			return 0
		}
		return 1
	}
	return s.rnd.below(2)
}

// conditionRarely is how often the condition of a choice is changed where a branch could be.
const conditionRarely = 8

// chooseBranch chooses what to change of a choice.
func (s *Search) chooseBranch(o *site, free []int, able *[3]bool) int {
	branch := 2
	if o.args[0].IsOne() {
		branch = 1
	}
	condition := free[0] == 0
	switch {
	case condition && (!able[branch] || able[0] && s.rnd.one(2) || s.rnd.one(conditionRarely)):
		return 0
	case able[branch]:
		return branch
	}
	return -1
}
