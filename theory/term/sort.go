package term

import "fmt"

// Sort is the sort of a term: a dense id into its Store. Bool and Int are the
// same in every store.
type Sort uint32

// The built-in sorts.
const (
	NoSort Sort = iota
	Bool
	Int
	Real
)

// IsNumber reports whether o is Int or Real.
func (o Sort) IsNumber() bool { return o == Int || o == Real }

// SortKind says what a Sort is made of.
type SortKind uint8

// The kinds of sorts.
const (
	KindBool SortKind = iota + 1
	KindInt
	KindReal
	KindArray         // index and element sort
	KindUninterpreted // a name
	KindBitVec        // a width
)

// MaxWidth is the largest width of a bit-vector.
const MaxWidth = 1<<16 - 1

type sortInfo struct {
	kind       SortKind
	index, elm Sort
	width      uint32
	name       string // of a bit-vector, too
}

func (s *Store) initSorts() {
	s.sorts = []sortInfo{
		{},
		{kind: KindBool, name: "Bool"},
		{kind: KindInt, name: "Int"},
		{kind: KindReal, name: "Real"},
	}
	s.sortIDs = map[sortInfo]Sort{}
}

func (s *Store) internSort(i sortInfo) Sort {
	if id, ok := s.sortIDs[i]; ok {
		return id
	}
	id := Sort(len(s.sorts))
	s.sorts = append(s.sorts, i)
	s.sortIDs[i] = id
	return id
}

// ArraySort returns the sort of arrays from index to element.
func (s *Store) ArraySort(index, element Sort) Sort {
	return s.internSort(sortInfo{kind: KindArray, index: index, elm: element})
}

// UninterpretedSort returns the uninterpreted sort of this name.
func (s *Store) UninterpretedSort(name string) Sort {
	return s.internSort(sortInfo{kind: KindUninterpreted, name: name})
}

// BitVecSort returns the sort of bit-vectors of a width from 1 to MaxWidth.
func (s *Store) BitVecSort(width int) Sort {
	if width < 1 || width > MaxWidth {
		panic(fmt.Sprintf("term: a bit-vector of width %d", width))
	}
	s.bitVecs = true
	s.widths = Extend(s.widths, width+1)
	if s.widths[width] == 0 {
		name := fmt.Sprintf("(_ BitVec %d)", width)
		s.widths[width] = s.internSort(sortInfo{kind: KindBitVec, width: uint32(width), name: name})
	}
	return s.widths[width]
}

// HasBitVecs reports whether a sort of bit-vectors has been made.
func (s *Store) HasBitVecs() bool { return s.bitVecs }

// IsBitVec reports whether o is a sort of bit-vectors.
func (s *Store) IsBitVec(o Sort) bool { return s.sorts[o].kind == KindBitVec }

// Width returns the width of a sort of bit-vectors, of others 0.
func (s *Store) Width(o Sort) int { return int(s.sorts[o].width) }

// SortKind returns the kind of a sort.
func (s *Store) SortKind(o Sort) SortKind { return s.sorts[o].kind }

// IsArray reports whether o is an array sort.
func (s *Store) IsArray(o Sort) bool { return s.sorts[o].kind == KindArray }

// ArraySorts returns the index and element sort of an array sort.
func (s *Store) ArraySorts(o Sort) (index, element Sort) {
	i := &s.sorts[o]
	return i.index, i.elm
}

// NumSorts returns the number of sorts; valid sorts are 1..NumSorts()-1.
func (s *Store) NumSorts() int { return len(s.sorts) }

// SortName returns the name of a built-in or uninterpreted sort; that of bit-vectors has the
// width.
func (s *Store) SortName(o Sort) string { return s.sorts[o].name }

// SortString returns the sort in SMT-LIB syntax; uninterpreted names are not quoted.
func (s *Store) SortString(o Sort) string {
	if i := &s.sorts[o]; i.kind == KindArray {
		return fmt.Sprintf("(Array %s %s)", s.SortString(i.index), s.SortString(i.elm))
	}
	return s.sorts[o].name
}
