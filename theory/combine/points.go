package combine

import (
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/term"
)

// pointTable maps terms to their points. Most terms have none, and those of an instance
// that an engine never sees, since it was refuted before, follow each other: pages without
// a point are not made.
type pointTable struct {
	pages []*[pointPage]theory.Point
}

// pointPage is the number of points in a page.
const pointPage = 64

// at returns the point of t; its node is 0 if it has none.
func (p *pointTable) at(t term.Term) theory.Point {
	if k := int(t / pointPage); k < len(p.pages) && p.pages[k] != nil {
		return p.pages[k][t%pointPage]
	}
	return theory.Point{}
}

// set gives t a point.
func (p *pointTable) set(t term.Term, x theory.Point) {
	k := int(t / pointPage)
	for len(p.pages) <= k {
		p.pages = append(p.pages, nil)
	}
	if p.pages[k] == nil {
		p.pages[k] = new([pointPage]theory.Point)
	}
	p.pages[k][t%pointPage] = x
}
