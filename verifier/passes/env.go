package passes

// envArena holds persistent arrays of 32-bit numbers: tries whose nodes are
// shared between versions. A version is the index of its root; 0 is the array
// of zeros. Nodes created since the last freeze are changed in place.
type envArena struct {
	nodes  []envNode
	levels int
	young  int32 // nodes from here on belong to the version being changed
}

const envBits = 4

type envNode [1 << envBits]int32

// reset empties the arena for arrays of n numbers.
func (a *envArena) reset(n int) {
	a.nodes = append(a.nodes[:0], envNode{})
	a.levels = 1
	for size := 1 << envBits; size < n; size <<= envBits {
		a.levels++
	}
	a.young = 1
}

// freeze makes all versions permanent.
func (a *envArena) freeze() { a.young = int32(len(a.nodes)) }

func (a *envArena) get(root int32, i int32) int32 {
	for l := a.levels - 1; l >= 0; l-- {
		root = a.nodes[root][i>>(l*envBits)&(1<<envBits-1)]
	}
	return root
}

// set returns the version in which element i is v.
func (a *envArena) set(root int32, i, v int32) int32 {
	return a.update(root, i, v, a.levels-1)
}

func (a *envArena) update(n int32, i, v int32, level int) int32 {
	k := i >> (level * envBits) & (1<<envBits - 1)
	child := v
	if level > 0 {
		child = a.update(a.nodes[n][k], i, v, level-1)
	}
	if a.nodes[n][k] == child {
		return n
	}
	if n < a.young {
		a.nodes = append(a.nodes, a.nodes[n])
		n = int32(len(a.nodes) - 1)
	}
	a.nodes[n][k] = child
	return n
}

// merge returns a version that agrees with x and y where they agree; elsewhere
// element i is differ(i, x's, y's). Shared parts are not visited.
func (a *envArena) merge(x, y int32, differ func(i, x, y int32) int32) int32 {
	return a.mergeNodes(x, y, 0, a.levels-1, differ)
}

func (a *envArena) mergeNodes(x, y, base int32, level int, differ func(i, x, y int32) int32) int32 {
	if x == y {
		return x
	}
	n := a.nodes[x]
	for k := range n {
		u, v := n[k], a.nodes[y][k]
		if u == v {
			continue
		}
		i := base | int32(k)<<(level*envBits)
		if level > 0 {
			n[k] = a.mergeNodes(u, v, i, level-1, differ)
		} else {
			n[k] = differ(i, u, v)
		}
	}
	a.nodes = append(a.nodes, n)
	return int32(len(a.nodes) - 1)
}
