package syntax

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// stubs is where the headers of the standard library are.
const stubs = "/<muster>"

// Standard reports whether a file is a header of the standard library.
func Standard(file string) bool { return strings.HasPrefix(filepath.ToSlash(file), stubs) }

// files are the host's files, and the headers of the standard library.
type files struct {
	table *table
	fault *Error // the first file that is not read for what is in it
	left  int64  // so many bytes may still be read
	macro bool   // there are macros in a header
	// aligns says that a header may say how something is aligned.
	aligns bool
}

// Open implements fs.FS. What the parser would not bear is no file for it.
func (f *files) Open(name string) (fs.File, error) {
	if base, ok := strings.CutPrefix(filepath.ToSlash(name), stubs+"/"); ok {
		if text := header(base); text != "" {
			return &stub{Reader: strings.NewReader(text), name: base}, nil
		}
		return nil, fs.ErrNotExist
	}
	src, err := f.read(name)
	if err != nil {
		return nil, err
	}
	return &stub{Reader: strings.NewReader(string(src)), name: name}, nil
}

// read reads a header.
func (f *files) read(name string) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no regular file", name)
	}
	if f.left -= info.Size(); f.left < 0 {
		return nil, f.refuse(&Error{name, 1, 1, fmt.Sprintf("the headers are larger than %d MiB", maxSize>>20)})
	}
	src, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	if err := nesting(name, src); err != nil {
		var e *Error
		errors.As(err, &e)
		return nil, f.refuse(e)
	}
	f.macro, f.aligns = f.macro || macros(src), f.aligns || aligns(src)
	f.table.texts[name] = src
	return append(patched(src), ending...), nil
}

// macros reports whether a text may define macros that stand for something.
func macros(src []byte) bool { return bytes.Contains(src, []byte("define")) }

// refuse remembers the first fault.
func (f *files) refuse(e *Error) error {
	if f.fault == nil {
		f.fault = e
	}
	return e
}

// largest finds the attribute that asks for the largest alignment by having no argument, which the parser passes over.
var largest = regexp.MustCompile(`\baligned(__)?\s*[,)]`)

// marker finds lines that say where the text comes from. Positions remain those of the file itself, as with lines such as # 7 "a.c",
// which the parser passes over: that is what SV-COMP's witnesses are of.
var marker = regexp.MustCompile(`(?m)^([ \t]*#[ \t]*)line([ \t]+[0-9])`)

// patched has a macro of the same length stand for this attribute, so that the parser sees an argument, and hides line markers, unless
// the program may ask for the line.
func patched(src []byte) []byte {
	if bytes.Contains(src, []byte("aligned")) {
		src = largest.ReplaceAllFunc(src, func(m []byte) []byte { return bytes.Replace(m, []byte("aligned"), []byte(alignedMacro), 1) })
	}
	if bytes.Contains(src, []byte("line")) && !bytes.Contains(src, []byte("__LINE__")) && !bytes.Contains(src, []byte("__FILE__")) {
		src = marker.ReplaceAll(src, []byte("${1}    ${2}"))
	}
	return src
}

// alignedMacro is aligned(16); it is one with __ before and behind it, too.
const alignedMacro = "align_x"

// table numbers files.
type table struct {
	files  []Source
	number map[string]int32
	texts  map[string][]byte // of headers
}

func newTable(units []Source) *table {
	t := &table{number: map[string]int32{}, texts: map[string][]byte{}}
	for i, s := range units {
		t.files = append(t.files, s)
		t.number[s.Name] = int32(i)
	}
	return t
}

func (t *table) index(name string) int32 {
	k, ok := t.number[name]
	if !ok {
		k = int32(len(t.files))
		t.number[name] = k
		t.files = append(t.files, Source{name, t.texts[name]})
	}
	return k
}

// fault returns an error at a place.
func (t *table) fault(p Pos, what string) *Error {
	return &Error{t.files[p.File].Name, int(p.Line), int(p.Col), what}
}

// at names a place.
func (t *table) at(p Pos) string { return fmt.Sprintf("%s:%d:%d", t.files[p.File].Name, p.Line, p.Col) }

// stub is a header as a file.
type stub struct {
	*strings.Reader
	name string
}

// Stat implements fs.File.
func (s *stub) Stat() (fs.FileInfo, error) { return s, nil }

// Close implements fs.File.
func (s *stub) Close() error { return nil }

// Name implements fs.FileInfo.
func (s *stub) Name() string { return s.name }

// Mode implements fs.FileInfo.
func (s *stub) Mode() fs.FileMode { return 0o444 }

// ModTime implements fs.FileInfo.
func (s *stub) ModTime() time.Time { return time.Time{} }

// IsDir implements fs.FileInfo.
func (s *stub) IsDir() bool { return false }

// Sys implements fs.FileInfo.
func (s *stub) Sys() any { return nil }
