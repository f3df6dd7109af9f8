package portfolio

import (
	"sync/atomic"

	"github.com/muster-smt/muster/sat"
)

// Shared are clauses of at most sharedSize literals, and those of a glue of at most
// sharedGlue with at most longest literals.
const (
	sharedSize = 5
	sharedGlue = 4
	longest    = 32
)

// batch is what a worker publishes at a restart, a node of the worker's list. Only the
// worker appends to its list; each of the others reads it at its own pace, and the
// garbage collector frees what all have read.
type batch struct {
	clauses []shared
	lits    []sat.Lit
	next    atomic.Pointer[batch]
}

// shared is a clause in a batch.
type shared struct {
	end  int32        // of its literals in batch.lits
	name sat.ClauseID // its id in the common proof, if there is one
}

// port is a worker's end of the exchange. It is a sat.Exchange.
type port struct {
	scribe   *scribe // nil without a proof
	last     *batch  // the last one published
	open     *batch  // not yet published
	sources  []source
	at       int      // the source to read next
	seen     []uint64 // hashes of clauses exported or imported
	exported int64    // number of clauses
}

// source is how far a worker has read the list of another one.
type source struct {
	batch  *batch
	clause int // read so far
	lit    int
}

// seenSlots is the size of port.seen. A clause replaces an older one in its slot.
const seenSlots = 1 << 12

// connect returns the ports of n workers; scribes is empty without a proof.
func connect(n int, scribes []*scribe) []*port {
	ports := make([]*port, n)
	for i := range ports {
		ports[i] = &port{last: new(batch), open: new(batch), seen: make([]uint64, seenSlots)}
		if len(scribes) > 0 {
			ports[i].scribe = scribes[i]
		}
	}
	for i, p := range ports {
		for k := 1; k < n; k++ {
			p.sources = append(p.sources, source{batch: ports[(i+k)%n].last})
		}
	}
	return ports
}

// Export implements sat.Exchange.
func (p *port) Export(id sat.ClauseID, lits []sat.Lit, glue int) {
	if len(lits) > sharedSize && (glue > sharedGlue || len(lits) > longest) || !p.fresh(lits) {
		return
	}
	p.exported++
	var name sat.ClauseID
	if p.scribe != nil {
		name = p.scribe.keep(id)
	}
	b := p.open
	b.lits = append(b.lits, lits...)
	b.clauses = append(b.clauses, shared{int32(len(b.lits)), name})
}

// Import implements sat.Exchange. The first call, and the first one after each nil,
// publishes the exported clauses.
func (p *port) Import() []sat.Lit {
	if p.at == 0 {
		p.publish()
	}
	for ; p.at < len(p.sources); p.at++ {
		s := &p.sources[p.at]
		for s.advance() {
			c := s.batch.clauses[s.clause]
			lits := s.batch.lits[s.lit:c.end:c.end]
			s.clause, s.lit = s.clause+1, int(c.end)
			if p.fresh(lits) {
				if p.scribe != nil {
					p.scribe.imported = c.name
				}
				return lits
			}
		}
	}
	p.at = 0
	return nil
}

// publish makes the exported clauses visible to the others.
func (p *port) publish() {
	if len(p.open.clauses) == 0 {
		return
	}
	p.last.next.Store(p.open)
	p.last, p.open = p.open, new(batch)
}

// advance goes to the next batch if all of this one is read. It returns false if there
// is no further clause.
func (s *source) advance() bool {
	for s.clause == len(s.batch.clauses) {
		next := s.batch.next.Load()
		if next == nil {
			return false
		}
		*s = source{batch: next}
	}
	return true
}

// fresh reports whether a clause is new, as far as seen knows, and adds it. The order of
// its literals does not matter.
func (p *port) fresh(lits []sat.Lit) bool {
	h := uint64(len(lits))
	for _, l := range lits {
		x := (uint64(l) + 1) * 0x9e3779b97f4a7c15
		x ^= x >> 29
		h += x * 0xbf58476d1ce4e5b9
	}
	slot := &p.seen[h>>52%seenSlots]
	if *slot == h {
		return false
	}
	*slot = h
	return true
}
