package sat

// varHeap is a binary max-heap of variables by activity (EVSIDS).
type varHeap struct {
	act  []float64
	pos  []int32 // by variable; -1: not in the heap
	list []Var
}

func (h *varHeap) grow() {
	h.act = append(h.act, 0)
	h.pos = append(h.pos, -1)
}

func (h *varHeap) clear() {
	for _, v := range h.list {
		h.pos[v] = -1
	}
	h.list = h.list[:0]
}

func (h *varHeap) insert(v Var) {
	if h.pos[v] >= 0 {
		return
	}
	h.pos[v] = int32(len(h.list))
	h.list = append(h.list, v)
	h.up(len(h.list) - 1)
}

// increased restores the order after the activity of v grew.
func (h *varHeap) increased(v Var) {
	if p := h.pos[v]; p >= 0 {
		h.up(int(p))
	}
}

// pop removes the most active variable.
func (h *varHeap) pop() Var {
	top := h.list[0]
	last := h.list[len(h.list)-1]
	h.list = h.list[:len(h.list)-1]
	h.pos[top] = -1
	if len(h.list) > 0 {
		h.list[0] = last
		h.pos[last] = 0
		h.down(0)
	}
	return top
}

func (h *varHeap) up(i int) {
	v := h.list[i]
	a := h.act[v]
	for i > 0 {
		p := (i - 1) >> 1
		u := h.list[p]
		if h.act[u] >= a {
			break
		}
		h.list[i] = u
		h.pos[u] = int32(i)
		i = p
	}
	h.list[i] = v
	h.pos[v] = int32(i)
}

func (h *varHeap) down(i int) {
	v := h.list[i]
	a := h.act[v]
	for {
		c := 2*i + 1
		if c >= len(h.list) {
			break
		}
		if c+1 < len(h.list) && h.act[h.list[c+1]] > h.act[h.list[c]] {
			c++
		}
		u := h.list[c]
		if h.act[u] <= a {
			break
		}
		h.list[i] = u
		h.pos[u] = int32(i)
		i = c
	}
	h.list[i] = v
	h.pos[v] = int32(i)
}
