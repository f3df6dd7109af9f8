package aig

// Simulate evaluates all nodes at 64 points at once. Bit i of inputs[j] is input j's value
// at point i; an input without one is false. The result uses the memory of values and has
// a word per node; Word reads it.
func (g *Graph) Simulate(inputs, values []uint64) []uint64 {
	if cap(values) < len(g.nodes) {
		values = make([]uint64, len(g.nodes))
	}
	values = values[:len(g.nodes)]
	for i := range g.nodes {
		n := &g.nodes[i]
		var v uint64
		switch n.kind() {
		case Input:
			if j := int(n.in[0]); j < len(inputs) {
				v = inputs[j]
			}
		case And:
			v = Word(values, n.in[0]) & Word(values, n.in[1])
		case Xor, Xor3:
			v = Word(values, n.in[0]) ^ Word(values, n.in[1]) ^ Word(values, n.in[2])
		case Ite:
			c := Word(values, n.in[0])
			v = c&Word(values, n.in[1]) | ^c&Word(values, n.in[2])
		case Maj:
			a, b, c := Word(values, n.in[0]), Word(values, n.in[1]), Word(values, n.in[2])
			v = a&b | a&c | b&c
		}
		values[i] = v
	}
	return values
}

// Word is the value of l at the 64 points of a simulation.
func Word(values []uint64, l Lit) uint64 {
	return values[l.Node()] ^ -uint64(l&1)
}

// Eval evaluates all nodes at one point. The result uses the memory of values.
func (g *Graph) Eval(inputs, values []bool) []bool {
	if cap(values) < len(g.nodes) {
		values = make([]bool, 0, len(g.nodes))
	}
	return g.Extend(inputs, values[:0])
}

// Extend evaluates the nodes from len(values) on at a point at which the values of the others
// are known, and appends theirs.
func (g *Graph) Extend(inputs, values []bool) []bool {
	return g.ExtendTo(len(g.nodes), inputs, values)
}

// ExtendTo is Extend for the nodes before n.
func (g *Graph) ExtendTo(n int, inputs, values []bool) []bool {
	at := func(l Lit) bool { return values[l.Node()] != l.IsNeg() }
	for i := len(values); i < n; i++ {
		n := &g.nodes[i]
		var v bool
		switch n.kind() {
		case Input:
			v = int(n.in[0]) < len(inputs) && inputs[n.in[0]]
		case And:
			v = at(n.in[0]) && at(n.in[1])
		case Xor, Xor3:
			v = at(n.in[0]) != at(n.in[1]) != at(n.in[2])
		case Ite:
			v = at(n.in[2])
			if at(n.in[0]) {
				v = at(n.in[1])
			}
		case Maj:
			a, b, c := at(n.in[0]), at(n.in[1]), at(n.in[2])
			v = a && b || c && (a || b)
		}
		values = append(values, v)
	}
	return values
}
