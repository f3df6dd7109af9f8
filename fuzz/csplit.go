package fuzz

import (
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"regexp"
	"strings"
)

// heading returns the first line of a C program: its data model, and in how many files it is cut, and how. One in two is cut.
func heading(model string, r *rand.Rand) string {
	if n := r.IntN(4); n >= 2 {
		return fmt.Sprintf("// %s in %d files by %d\n", model, n, r.IntN(1000))
	}
	return fmt.Sprintf("// %s\n", model)
}

// cut returns the files of a C program, as its first line says. What is static is in all of them, and so are types; or it is in one,
// as what is not static, and declared in the others.
func cut(text string) []string {
	var model string
	var n, seed int
	first, _, _ := strings.Cut(text, "\n")
	if k, _ := fmt.Sscanf(first, "// %s in %d files by %d", &model, &n, &seed); k < 3 || n < 2 || n > cMost {
		return []string{text}
	}
	parts := make([]string, n)
	for _, it := range cItems(text) {
		h := int(crc32.ChecksumIEEE(fmt.Append(nil, seed, it.name)) % 1000)
		for i := range parts {
			parts[i] += it.in(i == h/3%n, h%3 == 0)
		}
	}
	return parts
}

// cMost files are in a program.
const cMost = 3

// cItem is a declaration or a definition outside of functions.
type cItem struct {
	text     string
	name     string // of the first object
	function bool   // with its body
	shared   bool   // types, and lines for the preprocessor
}

// cItems takes a program apart: what is indented goes on with what is before it, and so does what begins with a brace.
func cItems(text string) (out []cItem) {
	var list []string
	for _, line := range strings.SplitAfter(text, "\n") {
		if n := len(list); n > 0 && line != "" && strings.IndexByte(" }", line[0]) >= 0 {
			list[n-1] += line
		} else if line != "" {
			list = append(list, line)
		}
	}
	for _, t := range list {
		it := cItem{text: t, function: strings.HasSuffix(t, "}\n")}
		plain := unbraced(bare(t))
		switch m := cFirst.FindStringSubmatch(plain); {
		case strings.HasPrefix(t, "#"), strings.HasPrefix(t, "//"), strings.HasPrefix(t, "typedef"), cType.MatchString(plain):
			it.shared = true
		case it.function:
			it.name = cCalled.FindStringSubmatch(t)[1]
		case m != nil:
			it.name = m[1]
		}
		out = append(out, it)
	}
	return out
}

var (
	cType   = regexp.MustCompile(`^(struct|union|enum) \w+ ( __attribute__\(\(.*\)\))?;`)
	cFirst  = regexp.MustCompile(`(\w+) *[,;\[(]`)
	cCalled = regexp.MustCompile(`(\w+)\(`)
	cOld    = regexp.MustCompile(`^(.*\w+\()\w+(, \w+)*\) \w+ `) // parameters without types
)

// in returns what a file has of an item: the definition, if it is at home there, or if what is static is in all files.
func (it *cItem) in(home, everywhere bool) string {
	text, static := strings.CutPrefix(it.text, "static ")
	switch {
	case it.shared || static && everywhere:
		return it.text
	case it.function && strings.HasPrefix(text, "inline ") && home:
		return text + "extern " + it.declared(text)
	case it.function && strings.HasPrefix(text, "inline "), home:
		return text
	case it.function:
		return it.declared(text)
	}
	return "extern " + strings.TrimPrefix(bare(text), "extern ")
}

// declared returns the declaration of a function.
func (it *cItem) declared(text string) string {
	if m := cOld.FindStringSubmatch(text); m != nil {
		return m[1] + ");\n"
	}
	return text[:strings.IndexByte(text, '{')] + ";\n"
}

// bare returns a declaration without its initialisers.
func bare(text string) string {
	var b strings.Builder
	depth, skip := 0, false
	for _, c := range text {
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case '=', ',', ';':
			if depth == 0 {
				skip = c == '='
			}
		}
		if !skip {
			b.WriteRune(c)
		}
	}
	return b.String()
}

// unbraced returns a text without what is in braces.
func unbraced(text string) string {
	var b strings.Builder
	depth := 0
	for _, c := range text {
		switch {
		case c == '{':
			depth++
		case c == '}':
			depth--
		case depth == 0:
			b.WriteRune(c)
		}
	}
	return b.String()
}
