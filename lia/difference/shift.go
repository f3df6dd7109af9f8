package difference

// shift changes the values of a Sparse so that they satisfy one more edge: one end moves, and what would violate other
// edges then moves on, in the order of how far (Cotton and Maler, 2006). Each variable moves at most once.
type shift struct {
	far   []int64 // by variable: how far it has to move; 0 between shifts
	done  []bool  // by variable: it has moved
	heap  []move  // of those that have not, the farthest first
	moved []Var

	hops    []hop
	reached []bool  // by variable: there is a hop; all false between refutations
	length  []int64 // of the shortest one
}

// move is a variable and how far it has to move. It is out of date if that has grown since.
type move struct {
	v   Var
	far int64
}

func (s *shift) grow() {
	s.far, s.done = append(s.far, 0), append(s.done, false)
	s.reached, s.length = append(s.reached, false), append(s.length, 0)
}

// satisfy makes the values satisfy an edge that is about to be added. False means that there are none; then they are as
// before. The end at which there are fewer edges to move along moves: X goes down, or Y up.
func (g *Sparse) satisfy(e Edge) bool {
	far := g.values[e.X] - g.values[e.Y] - e.C
	switch {
	case far <= 0:
		return true
	case e.X == e.Y:
		g.conflict = append(g.conflict[:0], e)
		return false
	}
	if max(g.values[e.X], -g.values[e.X], g.values[e.Y], -g.values[e.Y]) > maxValue {
		g.restart()
		return g.satisfy(e)
	}
	s, from, last := &g.shift, int8(endY), e.X // Y moves up: what is below an edge X - Y follows from X to Y
	s.begin(e.Y, far)
	if g.ends[endY].degree[e.X] < g.ends[endX].degree[e.Y] {
		s.reset()
		s.begin(e.X, far)
		from, last = endX, e.Y
	}
	ok := g.moveFrom(from, last)
	if !ok {
		g.refute(e)
	}
	s.reset()
	return ok
}

// begin makes a variable the first to move.
func (s *shift) begin(v Var, far int64) {
	s.far[v] = far
	s.push(v)
}

// reset forgets the shift.
func (s *shift) reset() {
	for _, m := range s.heap {
		s.far[m.v] = 0
	}
	for _, v := range s.moved {
		s.far[v], s.done[v] = 0, false
	}
	s.heap, s.moved = s.heap[:0], s.moved[:0]
}

// moveFrom moves variables: down along edges from Y to X if the first one was an X, else up from X to Y. False means
// that last, the other end of the new edge, would have to move; then nothing has.
func (g *Sparse) moveFrom(end int8, last Var) bool {
	s, sign := &g.shift, int64(1)
	if end == endX {
		sign = -1
	}
	for len(s.heap) > 0 {
		v := s.pop()
		if s.done[v] {
			continue
		}
		s.done[v] = true
		s.moved = append(s.moved, v)
		g.values[v] += sign * s.far[v]
		a := &g.ends[1-end]
		for i := a.first[v]; i != 0; i = a.next[i-1] {
			e := &g.edges[i-1]
			w := e.Y
			if end == endX {
				w = e.X
			}
			far := g.values[e.X] - g.values[e.Y] - e.C
			if far <= s.far[w] || s.done[w] {
				continue
			}
			if w == last {
				g.takeBack(sign)
				return false
			}
			s.far[w] = far
			s.push(w)
		}
	}
	return true
}

func (g *Sparse) takeBack(sign int64) {
	for _, v := range g.shift.moved {
		g.values[v] -= sign * g.shift.far[v]
	}
}

// refute collects the edges of a cycle of negative length with e, as few as possible: how variables had to move says
// nothing about that, since what is farthest comes first, by way of many edges. Paths from e.Y grow edge by edge until
// one to e.X is short enough.
func (g *Sparse) refute(e Edge) {
	s := &g.shift
	s.hops = append(s.hops[:0], hop{v: e.Y, edge: -1})
	for at := 0; ; at++ {
		h := s.hops[at]
		if s.length[h.v] != h.dist && at > 0 {
			continue // there is a shorter one with as many edges
		}
		a := &g.ends[endX]
		for i := a.first[h.v]; i != 0; i = a.next[i-1] {
			w, d := g.edges[i-1].Y, h.dist+g.edges[i-1].C
			if s.reached[w] && s.length[w] <= d || w == e.Y {
				continue
			}
			s.reached[w], s.length[w] = true, d
			s.hops = append(s.hops, hop{w, i - 1, int32(at), d})
			if w == e.X && d+e.C < 0 {
				g.conflict = append(g.conflict[:0], e)
				for k := int32(len(s.hops) - 1); s.hops[k].edge >= 0; k = s.hops[k].from {
					g.conflict = append(g.conflict, g.edges[s.hops[k].edge])
				}
				for _, h := range s.hops {
					s.reached[h.v] = false
				}
				return
			}
		}
	}
}

// hop is a path that ends with an edge; -1: it has none.
type hop struct {
	v    Var
	edge int32
	from int32 // the path before the edge
	dist int64
}

// restart chooses small values, for those that there are have moved far.
func (g *Sparse) restart() {
	clear(g.values)
	for changed := true; changed; {
		changed = false
		for i := range g.edges {
			e := &g.edges[i]
			if d := g.values[e.X] - g.values[e.Y] - e.C; d > 0 {
				g.values[e.X] -= d
				changed = true
			}
		}
	}
}

// farther is the order of the heap.
func (m move) farther(n move) bool { return m.far > n.far || m.far == n.far && m.v < n.v }

// push adds a variable whose distance has grown.
func (s *shift) push(v Var) {
	m := move{v, s.far[v]}
	i := len(s.heap)
	s.heap = append(s.heap, m)
	for i > 0 && m.farther(s.heap[(i-1)/2]) {
		s.heap[i] = s.heap[(i-1)/2]
		i = (i - 1) / 2
	}
	s.heap[i] = m
}

// pop removes the variable that has to move farthest.
func (s *shift) pop() Var {
	top, n := s.heap[0], len(s.heap)-1
	m := s.heap[n]
	s.heap = s.heap[:n]
	i := 0
	for 2*i+1 < n {
		c := 2*i + 1
		if c+1 < n && s.heap[c+1].farther(s.heap[c]) {
			c++
		}
		if !s.heap[c].farther(m) {
			break
		}
		s.heap[i] = s.heap[c]
		i = c
	}
	if n > 0 {
		s.heap[i] = m
	}
	return top.v
}
