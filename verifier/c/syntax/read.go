// Package syntax reads C: it gives the text to the parser (modernc.org/cc), and makes a small tree of what that returns.
//
// In the tree all conversions are explicit, and so are loads and the decay of arrays; names are resolved; of the many
// forms of an expression in the grammar few are left. Types are computed here from declarations, by the rules of C11 and
// those of gcc where they differ. Sizes and offsets are those of the parser with gcc's layout, but for types where it has
// another one, which are of kind Other.
//
// What the parser would hang on, or recurse over too deeply, is found before it gets the text: nesting.go looks at the file,
// at its headers, and at what macros expand to.
//
// Of several files each is read on its own; link.go makes one program of them.
//
// What the tree cannot say is a Hole with its name, so that whoever reads the tree decides what becomes of it.
package syntax

import (
	"bytes"
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"

	"modernc.org/cc/v4"
)

// Options say how C is read.
type Options struct {
	Model   Model
	Include []string // directories
	Define  []string // NAME or NAME=VALUE
	Std     Std
}

// Std is a version of the standard, as macros tell it: what the parser reads is the same.
type Std uint8

// The versions.
const (
	Gnu17 Std = iota
	C99
	C11
)

// Stds are the names of the versions, by number.
var Stds = [...]string{"gnu17", "c99", "c11"}

// ending is put behind each file: without it the parser waits for ever for the end of a string, also behind a backslash.
const ending = "\n\n"

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
type Error struct {
	File string
	Line int
	Col  int
	Msg  string
}

// Error returns FILE:LINE:COLUMN: what.
func (e *Error) Error() string { return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, e.Msg) }

// expansionLimit bounds the work of macros.
const expansionLimit = 2_000_000

// Parse reads a program: each of the files is a translation unit.
func Parse(units []Source, opt Options) (u *Unit, err error) {
	defer func() {
		if x := recover(); x != nil {
			if e, ok := x.(*Error); ok {
				err = e
				return
			}
			panic(x)
		}
	}()
	t := newTable(units)
	var parts []*converter
	for i := range units {
		c, err := parse(t, i, opt)
		if err != nil {
			return nil, err
		}
		parts = append(parts, c)
	}
	u = link(t, parts)
	u.complete()
	return u, nil
}

// parse reads a translation unit. The first one has the functions of the library.
func parse(t *table, unit int, opt Options) (*converter, error) {
	file, src := t.files[unit].Name, t.files[unit].Text
	if err := nesting(file, src); err != nil {
		return nil, err
	}
	goos, arch := "linux", "amd64"
	switch opt.Model {
	case ILP32:
		arch = "386"
	case LLP64:
		goos = "windows"
	}
	abi, err := cc.NewABI(goos, arch)
	if err != nil {
		return nil, err
	}
	headers := &files{table: t, left: maxSize}
	cfg := &cc.Config{
		ABI: abi, ABILayout: true, FSOnly: true, UnsignedEnums: true, ExpansionLimit: expansionLimit,
		IncludePaths: append([]string{""}, opt.Include...), SysIncludePaths: append(opt.Include[:len(opt.Include):len(opt.Include)], stubs),
		FS: headers,
	}
	src = patched(src)
	functions := library
	if unit > 0 {
		functions = ""
	}
	var fault error
	for i := range maxLeaks {
		sources := []cc.Source{
			{Name: "<predefined>", Value: predefined(opt)},
			{Name: "<builtin>", Value: cc.Builtin},
			{Name: "<library>", Value: functions},
			{Name: file, Value: string(src) + ending},
			{Name: fileEnd, Value: "extern int __muster_end;\n"}, // the parser may wait for ever for what comes behind a *
		}
		if i == 0 && (macros(src) || bytes.Contains(src, []byte("include"))) {
			if err := expanded(cfg, sources, file); headers.fault != nil {
				return nil, headers.fault
			} else if err != nil {
				return nil, err
			}
		}
		ast, err := translate(cfg, sources)
		if err == nil && (headers.aligns || aligns(src)) {
			if err := t.alignment(ast); err != nil {
				return nil, err
			}
		}
		if err == nil {
			return convert(t, ast), nil
		}
		if headers.fault != nil {
			return nil, headers.fault
		}
		fault = located(file, err)
		if e, ok := fault.(*Error); ok && e.File == fileEnd {
			return nil, &Error{file, 1 + bytes.Count(src, []byte("\n")), len(src) - bytes.LastIndexByte(src, '\n'), "the file ends too early"}
		}
		if src = unleaked(file, src, fault); src == nil {
			break
		}
	}
	return nil, fault
}

// fileEnd is the name of what is behind the file.
const fileEnd = "<end>"

// maxLeaks bounds how often unleaked helps.
const maxLeaks = 100

// unleaked helps the parser over the names of parameters in the type of a cast, which it takes for declarations of the scope
// around: it returns the source without the name at which that is an error, or nil if the error is another one.
func unleaked(file string, src []byte, err error) []byte {
	e, ok := err.(*Error)
	if !ok || e.File != file {
		return nil
	}
	m := regexp.MustCompile(`^conflicting types for '(\w+)', previous declaration`).FindStringSubmatch(e.Msg)
	if m == nil {
		return nil
	}
	at := 0
	for range e.Line - 1 {
		i := bytes.IndexByte(src[at:], '\n')
		if i < 0 {
			return nil
		}
		at += i + 1
	}
	at += e.Col - 1
	for at < len(src) && (src[at] == '*' || src[at] == ' ') {
		at++ // the position is that of the declarator
	}
	end := at + len(m[1])
	if end > len(src) || string(src[at:end]) != m[1] {
		return nil
	}
	after := bytes.TrimLeft(src[end:], " \t\r\n")
	if len(after) == 0 || after[0] != ',' && after[0] != ')' {
		return nil
	}
	src = bytes.Clone(src)
	copy(src[at:end], strings.Repeat(" ", end-at))
	return src
}

// translate calls the parser, whose panics are faults of the source that it does not know how to report.
func translate(cfg *cc.Config, sources []cc.Source) (ast *cc.AST, err error) {
	defer func() {
		if x := recover(); x != nil {
			err = errors.New("the parser does not understand this file")
			if bytes.Contains(debug.Stack(), []byte(".(*cpp).include(")) {
				err = errors.New("a header includes itself, or there are too many")
			}
		}
	}()
	return cc.Translate(cfg, sources)
}

// located makes one error of what the parser says.
func located(file string, err error) error {
	var out *Error
	if errors.As(err, &out) {
		return out
	}
	text, _, _ := strings.Cut(err.Error(), "\n")
	if i := strings.LastIndex(text, " ("); i > 0 && strings.HasSuffix(text, ":)") {
		text = text[:i] // where in the parser
	}
	if what, _, ok := strings.Cut(text, "("); ok && strings.Contains(text, "ExpansionLimit") {
		text = strings.TrimSpace(what)
	}
	if strings.HasPrefix(text, "TODO") {
		text = "the parser does not support something in this file"
	}
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest], "") + "..."
	}
	if m := regexp.MustCompile(`^(.*?):(\d+):(\d+): (.*)$`).FindStringSubmatch(text); m != nil {
		line, _ := strconv.Atoi(m[2])
		col, _ := strconv.Atoi(m[3])
		return &Error{m[1], line, col, m[4]}
	}
	return &Error{file, 1, 1, text}
}

// longest is how long a message may be, which may mention what it is about.
const longest = 300

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
		{"__GNUC__", "12"}, {"__GNUC_MINOR__", "2"}, {"__GNUC_PATCHLEVEL__", "0"}, {"__STDC_NO_THREADS__", "1"},
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
	fmt.Fprintf(&b, "#define %s aligned(16)\n#define __%[1]s__ aligned(16)\n", alignedMacro)
	for _, d := range opt.Define {
		name, value, ok := strings.Cut(d, "=")
		if !ok {
			value = "1"
		}
		fmt.Fprintf(&b, "#define %s %s\n", name, value)
	}
	return b.String()
}

func bigOf(v cc.Value) (*big.Int, bool) {
	switch v := v.(type) {
	case cc.Int64Value:
		return big.NewInt(int64(v)), true
	case cc.UInt64Value:
		return new(big.Int).SetUint64(uint64(v)), true
	}
	return nil, false
}
