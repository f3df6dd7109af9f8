package simplex

// heap is a binary heap of variables, least number first.
type heap struct {
	vars []Var
	at   []int32 // by variable: index in vars plus one; 0: not in the heap
}

func (h *heap) grow(n int) {
	for len(h.at) < n {
		h.at = append(h.at, 0)
	}
}

func (h *heap) push(v Var) {
	if h.at[v] != 0 {
		return
	}
	i := len(h.vars)
	h.vars = append(h.vars, v)
	for i > 0 {
		up := (i - 1) / 2
		if h.vars[up] <= v {
			break
		}
		h.set(i, h.vars[up])
		i = up
	}
	h.set(i, v)
}

// pop removes the least variable from a heap that is not empty.
func (h *heap) pop() Var {
	least := h.vars[0]
	h.take(least)
	return least
}

// take removes v from the heap, which contains it.
func (h *heap) take(v Var) {
	i := int(h.at[v]) - 1
	h.at[v] = 0
	n := len(h.vars) - 1
	last := h.vars[n]
	h.vars = h.vars[:n]
	if i == n {
		return
	}
	for i > 0 {
		up := (i - 1) / 2
		if h.vars[up] <= last {
			break
		}
		h.set(i, h.vars[up])
		i = up
	}
	for {
		k := 2*i + 1
		if k >= n {
			break
		}
		if k+1 < n && h.vars[k+1] < h.vars[k] {
			k++
		}
		if h.vars[k] >= last {
			break
		}
		h.set(i, h.vars[k])
		i = k
	}
	h.set(i, last)
}

func (h *heap) set(i int, v Var) {
	h.vars[i] = v
	h.at[v] = int32(i + 1)
}

func (h *heap) clear() {
	for _, v := range h.vars {
		h.at[v] = 0
	}
	h.vars = h.vars[:0]
}
