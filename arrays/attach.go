package arrays

import (
	"iter"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/term"
)

// ring keeps a circular list of nodes for each class: head by root, next by
// node. Two lists are joined, and separated again, by exchanging the
// successors of one node of each.
type ring struct {
	head, next []theory.Node
}

func (g *ring) grow(n theory.Node) {
	g.head, g.next = grown(g.head, int(n)+1), grown(g.next, int(n)+1)
}

// grown returns a list that has n entries at least. If it is too short it becomes a quarter longer.
func grown[T any](list []T, n int) []T {
	if n > len(list) {
		list = append(list, make([]T, max(n, len(list)+len(list)/4)-len(list))...)
	}
	return list
}

// of returns a node of the list of the class with this root, or 0.
func (g *ring) of(root theory.Node) theory.Node {
	if int(root) < len(g.head) {
		return g.head[root]
	}
	return 0
}

// all yields the nodes of the list of the class with this root.
func (g *ring) all(root theory.Node) iter.Seq[theory.Node] {
	return func(yield func(theory.Node) bool) {
		h := g.of(root)
		for n := h; n != 0 && yield(n); {
			if n = g.next[n]; n == h {
				return
			}
		}
	}
}

// join adds the list that n is in to the list of root. The undo record is (root, n).
func (g *ring) join(root, n theory.Node) {
	if h := g.head[root]; h != 0 {
		g.next[h], g.next[n] = g.next[n], g.next[h]
	} else {
		g.head[root] = n
	}
}

func (g *ring) undo(root, n theory.Node) {
	if h := g.head[root]; h != n {
		g.next[h], g.next[n] = g.next[n], g.next[h]
	} else {
		g.head[root] = 0
	}
}

func (s *Solver) push(r record) {
	s.walk.changes++
	if len(s.levels) > 0 {
		s.trail = append(s.trail, r)
	}
}

func (s *Solver) joinRing(k uint8, root, n theory.Node) {
	s.rings[k].grow(max(root, n))
	s.rings[k].join(root, n)
	s.push(record{kind: recRing, ring: k, a: root, b: n})
}

func (s *Solver) addToRing(k uint8, root, n theory.Node) {
	s.rings[k].grow(max(root, n))
	s.rings[k].next[n] = n
	s.joinRing(k, root, n)
}

func (s *Solver) kindOf(n theory.Node) kind {
	if int(n) < len(s.kinds) {
		return s.kinds[n]
	}
	return kindNone
}

// Attach implements theory.Plugin.
func (s *Solver) Attach(n theory.Node, t term.Term) {
	s.kinds = grown(s.kinds, int(n)+1)
	switch s.st.Op(t) {
	case term.OpSelect:
		s.kinds[n] = kindSelect
	case term.OpStore:
		s.kinds[n] = kindStore
	case term.OpConstArray:
		s.kinds[n] = kindConst
	default:
		s.kinds[n] = kindArray
	}
}

// AddAtom implements theory.Plugin: t is an equality of arrays or a quantifier
// that TakeAtom accepted.
func (s *Solver) AddAtom(t term.Term, l sat.Lit) {
	if s.st.Op(t) == term.OpForall {
		s.addQuantifier(t, l)
		return
	}
	s.eqs = grown(s.eqs, int(l.Var())+1)
	s.eqs[l.Var()] = arrayEq{t: t, l: l}
}

// Relevant implements theory.Plugin.
func (s *Solver) Relevant(n theory.Node) {
	k := s.kindOf(n)
	if k == kindNone {
		return
	}
	s.relevant = append(s.relevant, n)
	s.push(record{kind: recRelevant})
	switch k {
	case kindStore:
		s.stats.stores++
		s.addToRing(ringMembers, s.host.Root(n), n)
		s.addToRing(ringUsers, s.host.Root(s.array(n)), n)
		s.addToRing(ringIndices, s.host.Root(s.index(n).Node), n)
		s.events = append(s.events, event{evStore, n})
	case kindConst:
		s.addToRing(ringMembers, s.host.Root(n), n)
		s.events = append(s.events, event{evConst, n})
	case kindSelect:
		s.stats.reads++
		s.addToRing(ringReads, s.host.Root(s.array(n)), n)
		s.addToRing(ringIndices, s.host.Root(s.index(n).Node), n)
		s.events = append(s.events, event{evRead, n})
	}
}

// Assert implements theory.Plugin.
func (s *Solver) Assert(l sat.Lit) {
	if i, ok := s.quantOf[l.Var()]; ok {
		if s.quants[i].lit == l {
			s.activate(i)
		}
		return
	}
	if e := &s.eqs[l.Var()]; e.l != l {
		s.events = append(s.events, event{evDisequal, theory.Node(l.Var())})
	}
}

// Merged implements theory.Plugin.
func (s *Solver) Merged(root, other theory.Node, _ int64) {
	if h := s.rings[ringIndices].of(other); h != 0 {
		s.indicesMet(root, other)
		s.joinRing(ringIndices, root, h)
	}
	had, got := false, false
	for k := range ringIndices {
		had = had || s.rings[k].of(root) != 0
		if h := s.rings[k].of(other); h != 0 {
			got = true
			s.joinRing(uint8(k), root, h)
		}
	}
	if had && got {
		s.events = append(s.events, event{evJoin, root})
	}
}

// indicesMet lets the reads at indices of two classes that become one walk
// again: they can meet the stores of the other class, or pass them.
func (s *Solver) indicesMet(root, other theory.Node) {
	if s.rings[ringIndices].of(root) == 0 {
		return
	}
	if s.walkAgain(other) {
		s.walkAgain(root)
	}
}

// walkAgain notes the reads at indices of a class as events; true if there are
// stores among them.
func (s *Solver) walkAgain(root theory.Node) bool {
	h := s.rings[ringIndices].of(root)
	n, stores := h, false
	for range joinReads {
		if s.kinds[n] == kindSelect {
			s.events = append(s.events, event{evIndex, n})
		} else {
			stores = true
		}
		if n = s.rings[ringIndices].next[n]; n == h {
			break
		}
	}
	return stores
}

// array returns the first argument of a select or store.
func (s *Solver) array(n theory.Node) theory.Node { return s.host.Args(n)[0].Node }

// index returns the index of a select or store.
func (s *Solver) index(n theory.Node) theory.Point { return s.host.Args(n)[1] }

func (s *Solver) indexTerm(n theory.Node) term.Term { return s.st.Arg(s.host.Term(n), 1) }
