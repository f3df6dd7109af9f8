package oracle

import "github.com/muster-smt/muster/sat"

// Models is the set of the assignments of n variables that satisfy the clauses so far. An
// assignment is a number whose bit i is the value of variable i+1.
type Models struct {
	n    int
	bits []uint64
}

// NewModels returns the set of all assignments of n variables.
func NewModels(n int) *Models {
	m := &Models{n: n, bits: make([]uint64, 1<<max(n-6, 0))}
	for i := range m.bits {
		m.bits[i] = ^uint64(0)
	}
	if n < 6 {
		m.bits[0] = 1<<(1<<n) - 1
	}
	return m
}

// patterns has, for each of the first six variables, the set of those among 64 consecutive
// assignments in which it is true.
var patterns = [6]uint64{
	0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0,
	0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000,
}

// word returns the set of the assignments in word w that make l true.
func word(l sat.Lit, w int) uint64 {
	i := int(l.Var()) - 1
	mask := uint64(0)
	if i < 6 {
		mask = patterns[i]
	} else if w>>(i-6)&1 == 1 {
		mask = ^uint64(0)
	}
	if l.Sign() {
		return ^mask
	}
	return mask
}

// Restrict removes the assignments that do not satisfy the clause.
func (m *Models) Restrict(clause []sat.Lit) {
	for w := range m.bits {
		any := uint64(0)
		for _, l := range clause {
			any |= word(l, w)
		}
		m.bits[w] &= any
	}
}

// Some reports whether an assignment makes all the literals true.
func (m *Models) Some(lits []sat.Lit) bool {
	for w, all := range m.bits {
		for _, l := range lits {
			all &= word(l, w)
		}
		if all != 0 {
			return true
		}
	}
	return false
}

// Grow adds a variable, which may be true or false.
func (m *Models) Grow() {
	if m.n < 6 {
		m.bits[0] |= m.bits[0] << (1 << m.n)
	} else {
		m.bits = append(m.bits, m.bits...)
	}
	m.n++
}
