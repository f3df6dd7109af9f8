package term

// Paged is a table by term, symbol or other small number, in pages that are made when something in them is set. So it
// costs memory for the parts in use only: of a store that holds all, each procedure, solver or walk sees a few. Pages
// never move, so a table that grows copies nothing, and pointers into it stay valid. The zero Paged holds zeros.
type Paged[T any] struct{ pages []*[pageSize]T }

const pageSize = 128

// At returns an entry.
func (p *Paged[T]) At(i uint32) (x T) {
	if k := i / pageSize; int(k) < len(p.pages) && p.pages[k] != nil {
		return p.pages[k][i%pageSize]
	}
	return x
}

// Ref returns an entry that is to be set.
func (p *Paged[T]) Ref(i uint32) *T {
	if k := i / pageSize; int(k) < len(p.pages) && p.pages[k] != nil {
		return &p.pages[k][i%pageSize]
	}
	return p.fresh(i)
}

// fresh makes the page of an entry. It is apart from Ref so that this is inlined.
func (p *Paged[T]) fresh(i uint32) *T {
	k := i / pageSize
	p.pages = Extend(p.pages, int(k)+1)
	p.pages[k] = new([pageSize]T)
	return &p.pages[k][i%pageSize]
}

// All calls yield for the entries of the pages in use, in order.
func (p *Paged[T]) All(yield func(i uint32, x T) bool) {
	for k, page := range p.pages {
		if page == nil {
			continue
		}
		for i := range page {
			if !yield(uint32(k*pageSize+i), page[i]) {
				return
			}
		}
	}
}

// Clear sets all entries to zero, and gives the memory back.
func (p *Paged[T]) Clear() { p.pages = nil }
