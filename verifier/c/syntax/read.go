package syntax

import (
	"embed"
	"fmt"
	"strings"

	"github.com/muster-smt/muster/verifier/c/cpp"
	"github.com/muster-smt/muster/verifier/c/library"
)

// Options say how C is read.
type Options struct {
	Model   Model
	Include []string // directories
	Define  []string // NAME or NAME=VALUE
	Std     Std
	Reads   bool // texts that functions of the library only read are read, since faults are asked about
	// Read reads a file that is included; nil: from disk.
	Read func(name string) ([]byte, error)
}

// Std is a version of the standard, as macros say it: what the parser reads is the same.
type Std = cpp.Std

// The versions.
const (
	Gnu17 = cpp.Gnu17
	C99   = cpp.C99
	C11   = cpp.C11
)

// Stds are the names of the versions, by number.
var Stds = [...]string{"gnu17", "c99", "c11"}

// Model is a data model: how wide int, long and pointers are.
type Model uint8

// The data models.
const (
	LP64 Model = iota
	ILP32
	LLP64
)

// Models are the names of the data models, by number.
var Models = [...]string{"LP64", "ILP32", "LLP64"}

// Error is a fault in the source.
type Error = cpp.Error

// Standard reports whether a file is a header of the standard library.
func Standard(file string) bool { return cpp.Standard(file) }

// ReadFile reads a file that is included from disk.
func ReadFile(name string) ([]byte, error) { return cpp.ReadFile(name) }

// expansionLimit is how many tokens macros may make.
const expansionLimit = 4_000_000

// Parse reads a program: each of the files is a translation unit. Errors are of type *Error.
func Parse(units []Source, opt Options) (u *Unit, err error) {
	defer cpp.Caught(&err)
	files := cpp.NewFiles(units...)
	var parts []*parser
	for i := range units {
		parts = append(parts, parse(files, units[i], opt))
	}
	return link(files, append(parts, models(files, parts, opt)...)), nil
}

// parse reads a translation unit.
func parse(files *cpp.Files, src Source, opt Options) *parser {
	p := &parser{types: newTypes(opt.Model), files: files, unit: &Unit{}, linked: map[string]*Object{},
		weak: map[string]Pos{}, names: map[string]string{}}
	p.unit.Sizes = Sizes{Pointer: p.wide, Int: p.int, UInt: p.uint, Size: p.size, Diff: p.diff, Char: p.char}
	p.reads = opt.Reads
	p.enter()
	cfg := config(opt)
	cfg.Warn = func(w cpp.Warning) { p.unit.Warnings = append(p.unit.Warnings, w) }
	p.pragmas(must(cpp.Preprocess(src, files, cfg)))
	p.translationUnit()
	return p
}

// config says how files are preprocessed.
func config(opt Options) cpp.Config {
	return cpp.Config{
		Predefined: macros(opt) + library.Header("bits/atomic.h"), Define: opt.Define, Include: opt.Include,
		Std: opt.Std, Read: opt.Read, Header: library.Header, Limit: expansionLimit,
		Attribute: hasAttribute, Builtin: hasBuiltin,
	}
}

// Included returns the files that units include, but for the headers of the standard library: each file that is looked
// for and read. What is wrong in the units ends it early; Parse says what.
func Included(units []Source, opt Options) (out []Source) {
	seen := map[string]bool{}
	cfg := config(opt)
	cfg.Read = func(name string) ([]byte, error) {
		text, err := cpp.ReadFile(name)
		if err == nil && !seen[name] {
			seen[name] = true
			out = append(out, Source{Name: name, Text: text})
		}
		return text, err
	}
	for _, u := range units {
		_, _ = cpp.Preprocess(u, cpp.NewFiles(u), cfg)
	}
	return out
}

// must panics with an error.
func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

// predefined has the macros that gcc 12 defines, but for those that are about the instructions of the processor
// (common.txt has those of all data models), and prototypes.
//
//go:embed predefined
var predefined embed.FS

// macros returns the macros that gcc defines.
func macros(opt Options) string {
	var b strings.Builder
	for _, name := range []string{"common", strings.ToLower(Models[opt.Model])} {
		text, err := predefined.ReadFile("predefined/" + name + ".txt")
		if err != nil {
			panic(err) // it is in the program
		}
		b.Write(text)
	}
	fmt.Fprintf(&b, "#define __STDC_VERSION__ %s\n", [...]string{"201710L", "199901L", "201112L"}[opt.Std])
	switch {
	case opt.Std != Gnu17:
		b.WriteString("#define __STRICT_ANSI__ 1\n")
	case opt.Model != LLP64:
		b.WriteString("#define linux 1\n#define unix 1\n")
	}
	if opt.Std == Gnu17 && opt.Model == ILP32 {
		b.WriteString("#define i386 1\n")
	}
	return b.String()
}
