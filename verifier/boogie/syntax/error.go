package syntax

import (
	"fmt"
	"sort"
)

// Pos is a byte offset into the source, which is that of all files, one after the other.
type Pos uint32

// Error is the first error in a Boogie file, with its place.
type Error struct {
	File      string
	Line, Col int // both count from 1, columns in bytes
	Msg       string
}

func (e *Error) Error() string { return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, e.Msg) }

// Lines translates offsets to lines and columns.
type Lines struct {
	starts []uint32 // offset of the first byte of each line
	files  []int    // number of lines before each file
}

// newLines returns the lines of files that end at some offsets, each but the last before a line break.
func newLines(src []byte, ends []int) Lines {
	n := 1
	for _, c := range src {
		if c == '\n' {
			n++
		}
	}
	l := Lines{make([]uint32, 1, n), make([]int, 1, len(ends))}
	for i, c := range src {
		if c != '\n' {
			continue
		}
		if k := len(l.files); k < len(ends) && i == ends[k-1] {
			l.files = append(l.files, len(l.starts))
		}
		l.starts = append(l.starts, uint32(i+1))
	}
	return l
}

// At returns the index of the file, the line and the column of a position.
func (l Lines) At(p Pos) (file, line, col int) {
	i := sort.Search(len(l.starts), func(i int) bool { return l.starts[i] > uint32(p) })
	file = sort.Search(len(l.files), func(k int) bool { return l.files[k] >= i }) - 1
	return file, i - l.files[file], int(uint32(p)-l.starts[i-1]) + 1
}

// Errorf returns an error at a position of the file.
func (f *File) Errorf(p Pos, format string, args ...any) *Error {
	file, line, col := f.Lines.At(p)
	return &Error{File: f.Paths[file], Line: line, Col: col, Msg: fmt.Sprintf(format, args...)}
}

// maxQuote bounds the length of quoted input in messages.
const maxQuote = 64

// Quote returns a name as messages show it: a long one is cut off.
func Quote(s string) string {
	if len(s) > maxQuote {
		return "'" + s[:maxQuote] + "...'"
	}
	return "'" + s + "'"
}
