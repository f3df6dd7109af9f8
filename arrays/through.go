package arrays

import (
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/term"
)

// ReadThrough makes every read of a store relevant also at what lies below the store, and the read of each store at
// its own index, whether a model needs them or not: patterns match such terms.
func (s *Solver) ReadThrough(on bool) { s.through = on }

// readThrough sends what ReadThrough asks for and was not sent before. It reports whether there was anything.
func (s *Solver) readThrough() bool {
	sent := false
	for k := 0; k < len(s.relevant) && !s.host.Stopped(); k++ {
		switch n := s.relevant[k]; s.kinds[n] {
		case kindSelect:
			sent = s.readBelow(n) || sent
		case kindStore:
			sent = s.readOwn(n) || sent
		}
	}
	return sent
}

// readBelow sends the read-over-write lemmas of a read and the stores below its array, except those at its index.
func (s *Solver) readBelow(r theory.Node) bool {
	sent := false
	t, i := s.indexTerm(r), s.index(r)
	w := &s.walk
	w.begin(s.host.NumNodes())
	w.visits = append(w.visits, visit{array: s.array(r)})
	w.seen[s.host.Root(s.array(r))] = w.now
	for at := 0; at < len(w.visits) && at < walkVisits; at++ {
		for m := range s.rings[ringMembers].all(s.host.Root(w.visits[at].array)) {
			if s.kinds[m] != kindStore || s.host.Same(i, s.index(m)) {
				continue
			}
			if _, known := s.over[overKey(m, t)]; !known {
				sent = s.readOver(m, t) || sent
			}
			if below := s.host.Root(s.array(m)); w.seen[below] != w.now {
				w.seen[below] = w.now
				w.visits = append(w.visits, visit{array: below})
			}
		}
	}
	return sent
}

// readOwn sends that a store has at its own index what it stores. Propagate has merged the two, but that does not
// make the read relevant.
func (s *Solver) readOwn(m theory.Node) bool {
	t := s.host.Term(m)
	j, v := s.st.Arg(t, 1), s.st.Arg(t, 2)
	if _, known := s.agreed[overKey(m, j)]; known {
		return false
	}
	k := s.know(cert.ReadAgree, []term.Term{t, j, v, j}, s.st.False(), s.host.Maker().Eq(s.st.Select(t, j), v))
	s.agreed[overKey(m, j)] = k
	if k >= 0 {
		s.sendFirst(k, theory.While{Nodes: [4]theory.Node{m}})
	}
	return k >= 0
}
