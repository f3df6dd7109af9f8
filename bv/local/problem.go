package local

import (
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/known"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// node is a constant, a literal, or an operator of at most three arguments. What takes more is a
// balanced tree of nodes.
type node struct {
	op    term.Op // OpNone of constants and literals
	n     uint8   // of arguments
	lo    int32   // the lowest bit of OpExtract
	width int32
	args  [3]int32
	t     term.Term // that it is, or is a part of
	level int32     // above those of its arguments
	cost  int64     // in ticks, to evaluate it
	root  int32     // 1 + its number among roots; 0 if it is none
}

// root is a node that is to have a value.
type root struct {
	node int32
	want bool
	slot int32 // its place in Search.wrong; -1 if it has the value
}

// What it costs to make a node, in ticks of evaluating one.
const nodeTicks = 6

// What memory for a word of more than one limb costs besides.
const wideTicks = 6

// visit is a term, or a negated one, whose nodes are being made.
type visit struct {
	t   term.Term
	neg bool
}

// Supports reports whether there may be nodes for a term, apart from its arguments.
func Supports(st *term.Store, t term.Term) bool {
	if sort := st.SortKind(st.Sort(t)); sort != term.KindBool && sort != term.KindBitVec {
		return false
	}
	switch op := st.Op(t); op {
	case term.OpTrue, term.OpFalse, term.OpNot, term.OpAnd, term.OpOr, term.OpIte:
		return true
	case term.OpEq, term.OpDistinct:
		sort := st.SortKind(st.Sort(st.Arg(t, 0)))
		return sort == term.KindBool || sort == term.KindBitVec
	default:
		return st.IsConst(t) || op >= term.OpBits && op <= term.OpBvSmulo
	}
}

// build makes the nodes of formulas that are to hold. It returns false if a term is not
// supported, if the formulas contradict each other, or if the limit or the ticks stop it.
func (s *Search) build(lim *limit.Limit, formulas []term.Term, ticks int64) bool {
	end := s.Stats.Ticks + ticks
	s.conjuncts(formulas)
	for k, v := range s.visits {
		if k&63 == 0 && lim.Stopped() {
			return false
		}
		i, ok := s.make(lim, v.t, end)
		if !ok || !s.addRoot(i, !v.neg) {
			return false
		}
	}
	s.parents()
	return s.narrow(lim)
}

// conjuncts collects what must hold, where formulas are conjunctions.
func (s *Search) conjuncts(formulas []term.Term) {
	s.visits = s.visits[:0]
	for _, t := range formulas {
		s.visits = append(s.visits, visit{t: t})
	}
	kept := 0
	for len(s.visits) > kept {
		v := s.visits[kept]
		switch op := s.st.Op(v.t); {
		case op == term.OpNot:
			s.visits[kept] = visit{s.st.Arg(v.t, 0), !v.neg}
		case op == term.OpAnd && !v.neg, op == term.OpOr && v.neg:
			last := len(s.visits) - 1
			s.visits[kept] = s.visits[last]
			s.visits = s.visits[:last]
			for _, a := range s.st.Args(v.t) {
				s.visits = append(s.visits, visit{a, v.neg})
			}
			s.Stats.Ticks += int64(s.st.NumArgs(v.t))
		default:
			kept++
		}
	}
}

// addRoot returns false if the node is to have the other value, too.
func (s *Search) addRoot(i int32, want bool) bool {
	n := &s.nodes[i]
	if n.root == 0 {
		s.roots = append(s.roots, root{node: i, want: want, slot: -1})
		n.root = int32(len(s.roots))
	}
	return s.roots[n.root-1].want == want
}

// make makes the nodes of a term.
func (s *Search) make(lim *limit.Limit, t term.Term, end int64) (int32, bool) {
	if k := s.at(t); k >= 0 {
		return k, true
	}
	args := func(t term.Term) []term.Term {
		if s.unsupported = s.unsupported || !Supports(s.st, t); s.unsupported {
			return nil
		}
		return s.st.Args(t)
	}
	known := func(t term.Term) bool { return s.at(t) >= 0 }
	polls := 0
	for t := range term.BottomUp(t, args, known) {
		if polls++; s.unsupported || polls&255 == 0 && lim.Stopped() {
			return 0, false
		}
		price := s.price(t)
		if s.short = s.Stats.Ticks+price > end; s.short {
			return 0, false
		}
		s.Stats.Ticks += price
		s.places[t] = s.nodesOf(t) + 1
		s.placed = append(s.placed, t)
	}
	return s.at(t), true
}

// price returns the ticks that it costs to make the nodes of a term.
func (s *Search) price(t term.Term) int64 {
	width, n := s.st.WidthOf(t), int64(1)
	for _, a := range s.st.Args(t) {
		width = max(width, s.st.WidthOf(a))
	}
	switch args := int64(s.st.NumArgs(t)); {
	case s.st.Op(t) == term.OpDistinct:
		n = args * args
	case args > 2:
		n = args
	}
	return n * (nodeTicks*evalTicks(term.OpNone, int32(width)) + evalTicks(s.st.Op(t), int32(width)))
}

// evalTicks returns the ticks that it costs to evaluate an operator, of words of at most this width.
func evalTicks(op term.Op, width int32) int64 {
	if width <= 64 {
		return 1
	}
	n := int64(width+63) / 64
	switch op {
	case term.OpBvMul, term.OpBvUdiv, term.OpBvUrem, term.OpBvUmulo, term.OpBvSmulo:
		n *= n
	}
	return n + wideTicks
}

// at returns the node of a term, -1 if it has none.
func (s *Search) at(t term.Term) int32 {
	if int(t) >= len(s.places) {
		s.places = append(s.places, make([]int32, max(s.st.Len(), 2*len(s.places))-len(s.places))...)
	}
	return s.places[t] - 1
}

// nodesOf makes the nodes of a term whose arguments have theirs.
func (s *Search) nodesOf(t term.Term) int32 {
	st := s.st
	n := node{op: st.Op(t), width: 1, t: t}
	if st.IsBitVec(st.Sort(t)) {
		n.width = int32(st.WidthOf(t))
	}
	switch n.op {
	case term.OpTrue, term.OpFalse:
		n.op = term.OpNone
		return s.add(n, truth(st.Op(t) == term.OpTrue))
	case term.OpBits:
		n.op = term.OpNone
		return s.add(n, num.WordFromInt(st.WidthOf(t), st.Num(t)))
	case term.OpApp:
		n.op = term.OpNone
		w, ok := s.last[t]
		if !ok {
			w = zero(int(n.width))
		}
		k := s.add(n, w)
		s.consts = append(s.consts, k)
		return k
	case term.OpExtract:
		_, lo := st.ExtractBounds(t)
		n.lo = int32(lo)
	}
	row := s.row[:0]
	for _, a := range st.Args(t) {
		row = append(row, s.at(a))
	}
	if n.op == term.OpDistinct {
		row = s.pairs(n, row)
		n.op = term.OpAnd
	}
	k := s.tree(n, row)
	s.row = row
	return k
}

// pairs makes the inequalities of a distinction.
func (s *Search) pairs(n node, row []int32) []int32 {
	all := row[len(row):]
	for i, x := range row {
		for _, y := range row[:i] {
			n.op, n.n, n.args = term.OpEq, 2, [3]int32{x, y}
			eq := s.operator(n)
			n.op, n.n, n.args = term.OpNot, 1, [3]int32{eq}
			all = append(all, s.operator(n))
		}
	}
	return all
}

// tree makes the nodes of an operator with these arguments. It overwrites row.
func (s *Search) tree(n node, row []int32) int32 {
	if len(row) == 1 && n.op == term.OpAnd {
		return row[0]
	}
	if n.op == term.OpIte || len(row) < 3 {
		n.n = uint8(len(row))
		copy(n.args[:], row)
		return s.operator(n)
	}
	n.n = 2
	for len(row) > 1 {
		half := row[:0]
		for k := 0; k < len(row); k += 2 {
			if k+1 == len(row) {
				half = append(half, row[k])
				break
			}
			n.args = [3]int32{row[k], row[k+1]}
			if n.op == term.OpConcat {
				n.width = s.nodes[row[k]].width + s.nodes[row[k+1]].width
			}
			half = append(half, s.operator(n))
		}
		row = half
	}
	return row[0]
}

// operator makes the node of an operator.
func (s *Search) operator(n node) int32 {
	width := n.width
	for _, a := range n.args[:n.n] {
		n.level = max(n.level, s.nodes[a].level+1)
		width = max(width, s.nodes[a].width)
	}
	n.cost = evalTicks(n.op, width)
	return s.add(n, s.eval(&n))
}

func (s *Search) add(n node, w num.Word) int32 {
	s.nodes = append(s.nodes, n)
	s.values = append(s.values, w)
	return int32(len(s.nodes)) - 1
}

// site returns the operator of a node with its arguments' values.
func (s *Search) site(n *node) site {
	o := site{op: n.op, lo: int(n.lo), width: int(n.width)}
	for k, a := range n.args[:n.n] {
		o.args[k] = s.values[a]
	}
	return o
}

// parents finds the operators above each node.
func (s *Search) parents() {
	s.begins = append(s.begins[:0], make([]int32, len(s.nodes)+1)...)
	for i := range s.nodes {
		n := &s.nodes[i]
		for _, a := range n.args[:n.n] {
			s.begins[a]++
		}
	}
	for i := range s.nodes {
		s.begins[i+1] += s.begins[i] // the ends of the parts
	}
	total := int(s.begins[len(s.nodes)])
	s.above = append(s.above[:0], make([]int32, total)...)
	depth := int32(0)
	for i := len(s.nodes) - 1; i >= 0; i-- { // from the end of each part to its beginning
		n := &s.nodes[i]
		depth = max(depth, n.level)
		for _, a := range n.args[:n.n] {
			s.begins[a]--
			s.above[s.begins[a]] = int32(i)
		}
	}
	s.heads = append(s.heads[:0], make([]int32, depth+1)...)
	s.nexts = append(s.nexts[:0], make([]int32, len(s.nodes))...)
}

// narrow finds what bits of nodes may be: first from below, then from the roots. It returns false
// if a root cannot have its value.
func (s *Search) narrow(lim *limit.Limit) bool {
	s.doms, s.bounded = s.doms[:0], append(s.bounded[:0], make([]bool, len(s.nodes))...)
	for i := range s.nodes {
		if i&255 == 255 && lim.Stopped() {
			return false
		}
		n := &s.nodes[i]
		if s.top.Width() != int(n.width) {
			s.top = known.Top(int(n.width))
		}
		v := s.top
		switch {
		case n.n > 0:
			if s.anyBounded(n) {
				v = s.forward(n)
				s.bounded[i] = v != s.top
			}
		case !s.st.IsConst(n.t):
			v = known.Exact(s.values[i])
			s.bounded[i] = true
		}
		s.doms = append(s.doms, v)
	}
	for k := range s.roots {
		r := &s.roots[k]
		s.bounded[r.node] = true
		if _, ok := s.doms[r.node].Meet(known.Truth(r.want)); !ok {
			return false
		}
	}
	for i := len(s.nodes) - 1; i >= 0; i-- {
		if i&255 == 255 && lim.Stopped() {
			return false
		}
		if s.bounded[i] && !s.backward(&s.nodes[i], i) {
			return false
		}
	}
	return true
}

// anyBounded reports whether anything is known about an argument. If not, nothing is known about
// the result.
func (s *Search) anyBounded(n *node) bool {
	for _, a := range n.args[:n.n] {
		if s.bounded[a] {
			return true
		}
	}
	return false
}

// forward bounds a node by its arguments. Trees are made of operators for which their number does
// not matter.
func (s *Search) forward(n *node) known.Value {
	if s.st.Op(n.t) == term.OpDistinct {
		return known.Top(int(n.width))
	}
	var args [3]known.Value
	for k, a := range n.args[:n.n] {
		args[k] = s.doms[a]
	}
	return known.Forward(s.st, n.t, args[:n.n])
}

// backward bounds the arguments of a node by what it may be.
func (s *Search) backward(n *node, i int) bool {
	op := s.st.Op(n.t)
	if n.n == 0 || op == term.OpDistinct || op == term.OpConcat && int(n.width) != s.st.WidthOf(n.t) {
		return true
	}
	var args [3]known.Value
	for k, a := range n.args[:n.n] {
		args[k] = s.doms[a]
	}
	changed, ok := known.Backward(s.st, n.t, s.doms[i], args[:n.n])
	if !ok || !changed {
		return ok
	}
	for k, a := range n.args[:n.n] {
		changed, ok := s.doms[a].Meet(args[k])
		if !ok {
			return false
		}
		s.bounded[a] = s.bounded[a] || changed
	}
	return true
}
