package syntax

import (
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
}

// Std is a version of the standard, as macros tell it: what the parser reads is the same.
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

// expansionLimit is how many tokens macros may make.
const expansionLimit = 4_000_000

// Parse reads a program: each of the files is a translation unit. Errors are of type *Error.
func Parse(units []Source, opt Options) (u *Unit, err error) {
	defer func() {
		if x := recover(); x != nil {
			e, ok := x.(*Error)
			if !ok {
				panic(x)
			}
			u, err = nil, e
		}
	}()
	files := cpp.NewFiles(units...)
	var parts []*parser
	for i := range units {
		parts = append(parts, parse(files, units[i], opt))
	}
	return link(files, append(parts, models(files, parts, opt)...)), nil
}

// parse reads a translation unit.
func parse(files *cpp.Files, src Source, opt Options) *parser {
	p := &parser{types: newTypes(opt.Model), files: files, unit: &Unit{}, linked: map[string]*Object{}, weak: map[string]Pos{}, names: map[string]string{}}
	p.unit.Sizes = Sizes{Pointer: p.wide, Int: p.int, UInt: p.uint, Size: p.size, Diff: p.diff, Char: p.char}
	p.reads = opt.Reads
	p.enter()
	cfg := cpp.Config{
		Predefined: predefined(opt) + library.Header("bits/atomic.h"), Define: opt.Define, Include: opt.Include, Std: opt.Std, Header: library.Header, Limit: expansionLimit,
		Attribute: hasAttribute, Builtin: hasBuiltin,
		Warn: func(w cpp.Warning) { p.unit.Warnings = append(p.unit.Warnings, w) },
	}
	p.pragmas(must(cpp.Preprocess(src, files, cfg)))
	p.translationUnit()
	return p
}

// must panics with an error.
func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

// predefined returns the macros that gcc defines and programs use.
func predefined(opt Options) string {
	long, ptr := "8", "8"
	size, diff, i64, u64 := "long unsigned int", "long int", "long int", "long unsigned int"
	switch opt.Model {
	case ILP32:
		long, ptr = "4", "4"
		size, diff, i64, u64 = "unsigned int", "int", "long long int", "long long unsigned int"
	case LLP64:
		long = "4"
		size, diff, i64, u64 = "long long unsigned int", "long long int", "long long int", "long long unsigned int"
	}
	longMax := "0x7fffffffL"
	if long == "8" {
		longMax = "0x7fffffffffffffffL"
	}
	suffix := "LL"
	if i64 == "long int" {
		suffix = "L"
	}
	sizeMax, diffMax := "18446744073709551615U"+suffix, "9223372036854775807"+suffix
	if opt.Model == ILP32 {
		sizeMax, diffMax = "4294967295U", "2147483647"
	}
	var b strings.Builder
	for _, d := range [][2]string{
		{"__INT64_MAX__", "9223372036854775807" + suffix}, {"__UINT64_MAX__", "18446744073709551615U" + suffix},
		{"__INT64_C(c)", "c ## " + suffix}, {"__UINT64_C(c)", "c ## U" + suffix}, {"__SIZE_MAX__", sizeMax}, {"__PTRDIFF_MAX__", diffMax},
		{"__SIZE_TYPE__", size}, {"__PTRDIFF_TYPE__", diff}, {"__INTPTR_TYPE__", diff}, {"__UINTPTR_TYPE__", size},
		{"__WCHAR_TYPE__", "int"}, {"__WINT_TYPE__", "unsigned int"},
		{"__INT8_TYPE__", "signed char"}, {"__UINT8_TYPE__", "unsigned char"},
		{"__INT16_TYPE__", "short int"}, {"__UINT16_TYPE__", "short unsigned int"},
		{"__INT32_TYPE__", "int"}, {"__UINT32_TYPE__", "unsigned int"}, {"__INT64_TYPE__", i64}, {"__UINT64_TYPE__", u64},
		{"__INTMAX_TYPE__", i64}, {"__UINTMAX_TYPE__", u64},
		{"__CHAR_BIT__", "8"}, {"__SCHAR_MAX__", "0x7f"}, {"__SHRT_MAX__", "0x7fff"}, {"__INT_MAX__", "0x7fffffff"},
		{"__LONG_MAX__", longMax}, {"__LONG_LONG_MAX__", "0x7fffffffffffffffLL"},
		{"__SIZEOF_SHORT__", "2"}, {"__SIZEOF_INT__", "4"}, {"__SIZEOF_LONG__", long}, {"__SIZEOF_LONG_LONG__", "8"},
		{"__SIZEOF_POINTER__", ptr}, {"__SIZEOF_SIZE_T__", ptr},
		{"__ORDER_LITTLE_ENDIAN__", "1234"}, {"__ORDER_BIG_ENDIAN__", "4321"}, {"__BYTE_ORDER__", "1234"},
		{"__STDC__", "1"}, {"__STDC_VERSION__", [...]string{"201710L", "199901L", "201112L"}[opt.Std]}, {"__STDC_HOSTED__", "1"},
		{"__GNUC__", "12"}, {"__GNUC_MINOR__", "2"}, {"__GNUC_PATCHLEVEL__", "0"},
	} {
		fmt.Fprintf(&b, "#define %s %s\n", d[0], d[1])
	}
	if opt.Std != Gnu17 {
		b.WriteString("#define __STRICT_ANSI__ 1\n")
	}
	switch opt.Model {
	case LP64:
		b.WriteString("#define __LP64__ 1\n#define _LP64 1\n#define __x86_64__ 1\n#define __linux__ 1\n#define __unix__ 1\n")
	case ILP32:
		b.WriteString("#define __i386__ 1\n#define __linux__ 1\n#define __unix__ 1\n")
	case LLP64:
		b.WriteString("#define _WIN32 1\n#define _WIN64 1\n")
	}
	return b.String()
}
