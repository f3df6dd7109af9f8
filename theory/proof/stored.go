package proof

import "github.com/muster-smt/muster/sat"

// stored holds clauses by number. Numbers rise, and most of those in use are close together, but
// that is up to the log: there are pages of them.
type stored struct {
	pages map[sat.ClauseID]*page
	size  int

	last   *page // the one that was used last
	lastNo sat.ClauseID
}

const pageBits = 6

// page holds the clauses whose numbers differ in the lowest bits.
type page struct {
	size    int
	clauses [1 << pageBits][]lit // nil: there is none
}

func newStored() stored { return stored{pages: map[sat.ClauseID]*page{}} }

// page returns the page of a clause, nil if there is none.
func (t *stored) page(id sat.ClauseID) *page {
	if no := id >> pageBits; t.last == nil || no != t.lastNo {
		t.last, t.lastNo = t.pages[no], no
	}
	return t.last
}

func (t *stored) get(id sat.ClauseID) ([]lit, bool) {
	p := t.page(id)
	if p == nil {
		return nil, false
	}
	c := p.clauses[id&(1<<pageBits-1)]
	return c, c != nil
}

// put adds a clause, whose number is a new one.
func (t *stored) put(id sat.ClauseID, c []lit) {
	p := t.page(id)
	if p == nil {
		p = &page{}
		t.pages[id>>pageBits], t.last = p, p
	}
	if c == nil {
		c = []lit{}
	}
	p.clauses[id&(1<<pageBits-1)] = c
	p.size++
	t.size++
}

// remove removes a clause. It reports whether there was one.
func (t *stored) remove(id sat.ClauseID) bool {
	if _, ok := t.get(id); !ok {
		return false
	}
	t.last.clauses[id&(1<<pageBits-1)] = nil
	t.last.size--
	t.size--
	if t.last.size == 0 {
		delete(t.pages, t.lastNo)
		t.last = nil
	}
	return true
}
