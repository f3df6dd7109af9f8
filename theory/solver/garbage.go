package solver

import "github.com/muster-smt/muster/sat/invariant"

// Garbage measures what popped scopes leave behind in something that only grows,
// in units of the owner's choice. It decides when rebuilding that thing from what
// is in force is worth its price. The zero value has no open scope.
type Garbage struct {
	dead  int
	marks []garbageMark
}

// garbageMark is the state at the start of an open scope.
type garbageMark struct{ weight, dead int }

// Push opens a scope when the whole has the given weight.
func (g *Garbage) Push(weight int) { g.marks = append(g.marks, garbageMark{weight, g.dead}) }

// Pop closes a scope when the whole has the given weight: all that has come since
// its Push is garbage.
func (g *Garbage) Pop(weight int) {
	m := g.marks[len(g.marks)-1]
	g.marks = g.marks[:len(g.marks)-1]
	g.dead = m.dead + weight - m.weight
}

// garbageSlack is the weight of garbage that is never worth rebuilding for.
const garbageSlack = 1 << 10

// Outweighs reports whether the garbage is more than twice what lives, plus a
// share of the tables: the entries that rebuilding must allocate whatever
// lives. Under the build tag invariants a quarter of the whole is enough, so that
// tests rebuild often.
func (g *Garbage) Outweighs(weight, tables int) bool {
	if invariant.Enabled {
		return g.dead > weight/4+tables/16
	}
	return g.dead > garbageSlack+2*(weight-g.dead)+tables/16
}
