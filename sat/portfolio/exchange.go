package portfolio

import (
	"sync/atomic"

	"github.com/muster-smt/muster/sat"
)

// What is shared: clauses of at most sharedSize literals, and those of a glue of at
// most sharedGlue that are not too long.
const (
	sharedSize = 5
	sharedGlue = 4
	longest    = 32
)

// batch is what a worker has published at one time. Batches are lists to which
// only their worker appends, and which each of the others reads at its own pace;
// what all have read the garbage collector takes.
type batch struct {
	clauses []shared
	lits    []sat.Lit
	next    atomic.Pointer[batch]
}

// shared is a clause in a batch.
type shared struct {
	end  int32        // of its literals
	name sat.ClauseID // in the common proof, if there is one
}

// port is a worker's end of the exchange. It is a sat.Exchange.
type port struct {
	scribe   *scribe // nil without a proof
	last     *batch  // published last
	open     *batch  // not published
	sources  []source
	at       int // the source to read next
	seen     []uint64
	exported int64
}

// source is what a worker has read of another one.
type source struct {
	batch  *batch
	clause int // read so far
	lit    int
}

// seenSlots is the number of slots for clauses that a worker has shared or been
// given; a clause takes the slot of another one.
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

// Import implements sat.Exchange. The first call after nil publishes.
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

// publish makes what was exported visible to the others.
func (p *port) publish() {
	if len(p.open.clauses) == 0 {
		return
	}
	p.last.next.Store(p.open)
	p.last, p.open = p.open, new(batch)
}

// advance goes to the next clause.
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

// fresh reports whether a clause does not seem to have been here, and notes it.
// The order of its literals does not matter.
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
