package cpp

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// inside is where the headers of the standard library are.
const inside = "/<muster>"

// Standard reports whether a file is a header of the standard library.
func Standard(file string) bool { return strings.HasPrefix(filepath.ToSlash(file), inside+"/") }

// MaxSize is how many bytes a file may have, and all headers of a unit.
const MaxSize = 64 << 20

// Source is a file.
type Source struct {
	Name string
	Text []byte
}

// Files numbers files.
type Files struct {
	list   []Source
	number map[string]int32
}

// NewFiles returns a table with some files.
func NewFiles(first ...Source) *Files {
	f := &Files{number: map[string]int32{}}
	for _, s := range first {
		f.Number(s)
	}
	return f
}

// List returns the files in the order of their numbers.
func (f *Files) List() []Source { return f.list }

// Number returns the number of a file, which it has from now on.
func (f *Files) Number(s Source) int32 {
	k, ok := f.number[s.Name]
	if !ok {
		k = int32(len(f.list))
		f.number[s.Name] = k
		f.list = append(f.list, s)
	}
	return k
}

// Fault returns an error at a place.
func (f *Files) Fault(p Pos, msg string) *Error {
	return &Error{f.list[p.File].Name, int(p.Line), int(p.Col), msg}
}

// At names a place.
func (f *Files) At(p Pos) string {
	return fmt.Sprintf("%s:%d:%d", f.list[p.File].Name, p.Line, p.Col)
}

// ReadFile reads a file from disk, if it is a regular one and not too large.
func ReadFile(name string) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no regular file", name)
	}
	if info.Size() > MaxSize {
		return nil, fmt.Errorf("%s is larger than %d MiB", name, MaxSize>>20)
	}
	return os.ReadFile(name)
}
