package prog

import (
	"bytes"
	"fmt"
)

// File is a file that a program is read from.
type File struct {
	Name string
	Text []byte
}

// Files are the files of a program, by Pos.File.
type Files []File

// Name returns the name of the file that a place is in.
func (fs Files) Name(at Pos) string {
	if int(at.File) >= len(fs) {
		return ""
	}
	return fs[at.File].Name
}

// From returns the text from a place on; "" if there is no such place.
func (fs Files) From(at Pos) string {
	if int(at.File) >= len(fs) || at.Line < 1 || at.Col < 1 {
		return ""
	}
	text := fs[at.File].Text
	for range at.Line - 1 {
		i := bytes.IndexByte(text, '\n')
		if i < 0 {
			return ""
		}
		text = text[i+1:]
	}
	return string(text[min(int(at.Col)-1, len(text)):])
}

// At names a place as Boogie does, as file(line,col).
func (fs Files) At(p Pos) string { return fmt.Sprintf("%s(%v)", fs.Name(p), p) }

// Place names a place as errors do, as file:line:col.
func (p *Program) Place(at Pos) string { return fmt.Sprintf("%s:%d:%d", p.FileOf(at), at.Line, at.Col) }

// FileOf returns the name of the file that a place is in.
func (p *Program) FileOf(at Pos) string {
	if int(at.File) < len(p.Files) {
		return p.Files[at.File].Name
	}
	return p.File
}
