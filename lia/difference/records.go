package difference

// records is a list of undo records from 1 on. It comes in pages, so that it grows without being copied, and what
// backtracking leaves far behind is given back: engines have a graph for each procedure, and most of them rest.
type records[R any] struct {
	pages []*[pageLen]R
	n     int32 // the next one
}

const (
	pageBits = 8
	pageLen  = 1 << pageBits
	// sparePages is how many pages are kept at least beside as many as are in use.
	sparePages = 8
)

func newRecords[R any]() records[R] { return records[R]{n: 1} }

// at returns a record.
func (l *records[R]) at(i int32) *R { return &l.pages[i>>pageBits][i%pageLen] }

// add appends a record, and returns its number.
func (l *records[R]) add(r R) int32 {
	i := l.n
	if int(i>>pageBits) == len(l.pages) {
		l.pages = append(l.pages, new([pageLen]R))
	}
	*l.at(i) = r
	l.n++
	return i
}

// cut removes the records from number n on.
func (l *records[R]) cut(n int32) {
	l.n = n
	if used := int(n>>pageBits) + 1; len(l.pages) > 2*used+sparePages {
		clear(l.pages[2*used:])
		l.pages = l.pages[:2*used]
	}
}
