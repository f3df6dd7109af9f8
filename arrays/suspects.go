package arrays

import "slices"

// Whether sources of a group with different values are weakly equivalent at the
// group's index value is a question of connectivity in the graph of all edges
// except the stores at that index value. Spreading labels for each group would
// visit each edge once per group. So the groups are checked together, by divide and
// conquer over their index values: one half is checked with the stores at the other
// half's values connected, in a union-find that can be undone. A store is connected
// once per level, and only groups that fail need a spread, for the path, as do those
// whose labels reach a rule that carries them to another index.

// suspects is the state of findSuspects.
type suspects struct {
	of []bool // by group: it may have a boundary or feed a rule with a shift

	keys   []int32   // index values of groups to check, in order
	groups [][]int32 // by rank of the index value: the groups
	edges  [][]int32 // by rank: the stores at that value
	rank   []int32   // by index value: 1 + rank

	up    []int32 // union-find without path compression
	size  []int32
	taken []int32 // roots that were connected, in order
	mark  []int32 // by root: the group that it has a value of
	val   []int32 // by root
}

// findSuspects sets of for all groups. Rules that copy count as edges at all
// index values, which can only make more groups suspect.
func (v *view) findSuspects() {
	u := &v.suspects
	u.begin(len(v.roots), len(v.nums))
	u.of = append(u.of[:0], make([]bool, len(v.groups))...)
	for i, g := range v.groups {
		if v.seed(g) || v.feeds(g, func(int32) bool { return true }) {
			u.ask(int32(i), v.sources[g.from].key)
		}
	}
	if len(u.keys) == 0 {
		return
	}
	for i := range v.edges {
		e := &v.edges[i]
		if r := u.rank[e.key]; e.link == 0 && r > 0 {
			u.edges[r-1] = append(u.edges[r-1], int32(i))
		} else {
			u.connect(e.base, e.to)
		}
	}
	v.divide(0, len(u.keys))
	for _, k := range u.keys {
		u.rank[k] = 0
	}
}

func (u *suspects) begin(classes, keys int) {
	u.keys, u.taken = u.keys[:0], u.taken[:0]
	u.up, u.size = u.up[:0], u.size[:0]
	for c := range classes {
		u.up, u.size = append(u.up, int32(c)), append(u.size, 1)
	}
	u.mark = append(u.mark[:0], make([]int32, classes)...)
	u.val = append(u.val[:0], make([]int32, classes)...)
	if n := keys - len(u.rank); n > 0 {
		u.rank = append(u.rank, make([]int32, n)...)
	}
}

// ask adds a group to check at an index value.
func (u *suspects) ask(group, key int32) {
	if u.rank[key] == 0 {
		u.keys = append(u.keys, key)
		n := len(u.keys)
		u.rank[key] = int32(n)
		if n > len(u.groups) {
			u.groups, u.edges = append(u.groups, nil), append(u.edges, nil)
		}
		u.groups[n-1], u.edges[n-1] = u.groups[n-1][:0], u.edges[n-1][:0]
	}
	r := u.rank[key] - 1
	u.groups[r] = append(u.groups[r], group)
}

// divide checks the index values of ranks from to to, with the stores at all others
// connected.
func (v *view) divide(from, to int) {
	u := &v.suspects
	if to-from == 1 {
		for _, i := range u.groups[from] {
			u.of[i] = v.meeting(i) || v.feeds(v.groups[i], func(c int32) bool { return u.mark[u.find(c)] == i+1 })
		}
		return
	}
	mid := (from + to) / 2
	for _, half := range [2][4]int{{from, mid, mid, to}, {mid, to, from, mid}} {
		before := len(u.taken)
		for _, list := range u.edges[half[2]:half[3]] {
			for _, i := range list {
				u.connect(v.edges[i].base, v.edges[i].to)
			}
		}
		v.divide(half[0], half[1])
		u.takeBack(before)
	}
}

// meeting reports whether sources of a group with different values are connected.
func (v *view) meeting(group int32) bool {
	u := &v.suspects
	v.seed(v.groups[group])
	for i := range v.seeds {
		r := u.find(v.seeds[i].class)
		if u.mark[r] != group+1 {
			u.mark[r], u.val[r] = group+1, v.seeds[i].val
		} else if u.val[r] != v.seeds[i].val {
			return true
		}
	}
	return false
}

// feeds reports whether a rule with a shift reads at the index of a group, in one of
// the given classes.
func (v *view) feeds(g group, in func(class int32) bool) bool {
	if len(v.shifted) == 0 {
		return false
	}
	first := &v.sources[g.from]
	n, ok := v.numberOf(first.key)
	if !ok {
		return false
	}
	for _, k := range v.shifted {
		l := &v.links[k]
		if findIn(v.cluster, l.a) == first.cluster && (l.span.has(n) && in(l.a) || l.span.has(n.Sub(l.shift)) && in(l.b)) {
			return true
		}
	}
	return false
}

func (u *suspects) find(c int32) int32 {
	for u.up[c] != c {
		c = u.up[c]
	}
	return c
}

func (u *suspects) connect(a, b int32) {
	a, b = u.find(a), u.find(b)
	if a == b {
		return
	}
	if u.size[a] < u.size[b] {
		a, b = b, a
	}
	u.up[b] = a
	u.size[a] += u.size[b]
	u.taken = append(u.taken, b)
}

// takeBack undoes all connections except the first n.
func (u *suspects) takeBack(n int) {
	for _, b := range slices.Backward(u.taken[n:]) {
		u.size[u.up[b]] -= u.size[b]
		u.up[b] = b
	}
	u.taken = u.taken[:n]
}
