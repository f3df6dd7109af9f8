package cmd_test

import (
	"fmt"
	"go/ast"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Comments refer to code by names, and documents by paths; those have to exist.
//
// A reference is the word after "see", "see also" or "see package", and what
// "and" or a comma joins to it. It counts as a name if it is
//   - between backticks,
//   - a path with a slash, perhaps with an identifier after a dot,
//   - a file name with a known ending,
//   - a selector: identifiers joined by dots,
//   - a capitalised identifier, or a lower-case one with an inner capital, or
//   - any word if it stands in parentheses, alone with "see".
//
// All else is prose ("see below", "what plugins see of it"). The name of a Go
// file counts anywhere in a comment, since it is nothing else.
var (
	seeName   = regexp.MustCompile("\\b[Ss]ee (?:also )?(package )?(`[^`]+`|[\\w./-]+)")
	moreNames = regexp.MustCompile("^(?:,| and|, and) (`[^`]+`|[\\w./-]+)")
	seeAlone  = regexp.MustCompile(`\(see ([a-z]\w*)\)`)
	goFile    = regexp.MustCompile(`(?:^|[\s("'])((?:[\w.]+/)*\w+\.go)\b`)
	fileName  = regexp.MustCompile(`^[\w./-]*\w\.(go|md|txt|txtar|smt2|bpl|cnf|csv)$`)
	slashed   = regexp.MustCompile(`^[\w.-]+(/[\w.-]+)+$`)
	selector  = regexp.MustCompile(`^[A-Za-z_]\w*(\.[A-Za-z_]\w*)+$`)
	proper    = regexp.MustCompile(`^([A-Z]\w*|[a-z]\w*[A-Z]\w*)$`)
	camel     = regexp.MustCompile(`^[A-Z][a-z0-9]+([A-Z][a-z0-9]*)+$`)
	ticked    = regexp.MustCompile("`([^`\\s]+)`")
)

// unknownNames finds references in comments, and paths in documents, to what
// does not exist.
func unknownNames(m *tree) (out []complaint) {
	m.each(func(s *source) {
		for _, g := range s.Comments {
			if g.Pos() != g.End() {
				for _, name := range m.unknownIn(s, prose(g)) {
					out = append(out, m.complain(s, g.Pos(), "a comment refers to %s, which does not exist", name))
				}
			}
		}
	})
	for _, file := range sorted(m.files) {
		if path.Ext(file) != ".md" || strings.HasPrefix(file, "docs/history/") {
			continue
		}
		for i, line := range strings.Split(m.files[file], "\n") {
			for _, x := range ticked.FindAllStringSubmatch(line, -1) {
				if !m.inDocument(path.Dir(file), x[1]) {
					out = append(out, complaint{path.Dir(file), fmt.Sprintf("%s:%d", file, i+1), fmt.Sprintf("the document refers to %s, which does not exist", x[1])})
				}
			}
		}
	}
	return out
}

// inDocument reports whether what a document has between backticks exists, or is
// not a reference to code: a path below some directory of the repository, the name
// of a Go file, a selector of a package or a type, or a capitalised identifier.
func (m *tree) inDocument(dir, x string) bool {
	x = strings.TrimSuffix(x, "()")
	first, rest, chosen := strings.Cut(x, ".")
	some := func(has func(*pkg) bool) bool {
		for _, p := range m.packages {
			if has(p) {
				return true
			}
		}
		return false
	}
	switch {
	case slashed.MatchString(x):
		return !m.inside(x) || m.reaches(dir, x)
	case path.Ext(x) == ".go":
		return some(func(p *pkg) bool { return m.exists(p.dir, x) })
	case selector.MatchString(x) && chosen && m.isPackage(first):
		return some(func(p *pkg) bool { return p.name == first && p.has(rest) })
	case selector.MatchString(x) && ast.IsExported(first), camel.MatchString(x):
		return some(func(p *pkg) bool { return p.declared[first] && (!chosen || p.has(x)) })
	}
	return true
}

// prose returns the text of a comment as one line.
func prose(g *ast.CommentGroup) string {
	var b strings.Builder
	for _, c := range g.List {
		b.WriteString(strings.Trim(strings.TrimPrefix(c.Text, "//"), "/*"))
		b.WriteByte(' ')
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// unknownIn returns the names in a comment that do not exist.
func (m *tree) unknownIn(s *source, text string) (out []string) {
	missing := func(name string, certain bool) {
		name = strings.TrimRight(name, ".,-/")
		certain = certain || name[0] == '`'
		name = strings.TrimSuffix(strings.Trim(name, "`"), "()")
		if (certain || isName(name)) && !m.known(s, name) && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	for _, x := range seeName.FindAllStringSubmatchIndex(text, -1) {
		name, rest := text[x[4]:x[5]], text[x[5]:]
		if x[2] >= 0 {
			if name = strings.TrimRight(name, "."); !m.isPackage(name) {
				out = append(out, "package "+name)
			}
			continue
		}
		if strings.HasPrefix(rest, "://") {
			continue
		}
		missing(name, false)
		for isName(strings.TrimRight(name, ".")) || name[0] == '`' {
			y := moreNames.FindStringSubmatchIndex(rest)
			if y == nil || strings.HasSuffix(name, ".") {
				break
			}
			name, rest = rest[y[2]:y[3]], rest[y[3]:]
			missing(name, false)
		}
	}
	for _, x := range seeAlone.FindAllStringSubmatch(text, -1) {
		if name := x[1]; name != "below" && name != "above" && name != "there" && !isName(name) {
			missing(name, true)
		}
	}
	for _, x := range goFile.FindAllStringSubmatch(text, -1) {
		if name := x[1]; !strings.HasPrefix(name, "go/") { // not of Go itself
			missing(name, true)
		}
	}
	return out
}

// isName reports whether a word after "see" is a name and no prose.
func isName(x string) bool {
	return fileName.MatchString(x) || slashed.MatchString(x) || selector.MatchString(x) || proper.MatchString(x)
}

// isPackage reports whether x is the name or the path of a package of the module.
func (m *tree) isPackage(x string) bool {
	if m.packages[x] != nil {
		return true
	}
	for _, p := range m.packages {
		if p.name == x {
			return true
		}
	}
	return false
}

// inside reports whether a path begins with a directory of the repository.
func (m *tree) inside(x string) bool {
	first, _, _ := strings.Cut(x, "/")
	for name := range m.files {
		if strings.HasPrefix(name, first+"/") {
			return true
		}
	}
	return false
}

// exists reports whether there is a file or a directory x, seen from dir or
// from the root.
func (m *tree) exists(dir, x string) bool {
	for _, x := range []string{path.Join(dir, x), path.Clean(x)} {
		if _, ok := m.files[x]; ok {
			return true
		}
		for name := range m.files {
			if strings.HasPrefix(name, x+"/") {
				return true
			}
		}
	}
	return false
}

// reaches reports whether there is a file, a directory or a package with an
// identifier after a dot, seen from dir or from the root.
func (m *tree) reaches(dir, x string) bool {
	slash := strings.LastIndex(x, "/")
	last, inner, _ := strings.Cut(x[slash+1:], ".")
	p := m.packages[x[:slash+1]+last]
	return m.exists(dir, x) || p != nil && p.has(inner)
}

// known reports whether a name exists, seen from a file.
func (m *tree) known(s *source, name string) bool {
	switch {
	case fileName.MatchString(name):
		return m.exists(s.pkg.dir, name)
	case slashed.MatchString(name):
		for _, i := range s.pkg.imports { // of another module, or the standard library
			if name == i || strings.HasPrefix(name, i+".") {
				return true
			}
		}
		return m.reaches(s.pkg.dir, name)
	}
	first, rest, chosen := strings.Cut(name, ".")
	if !chosen {
		return s.pkg.declared[name]
	}
	if s.pkg.has(name) {
		return true
	}
	if i := s.pkg.imports[first]; i != "" && !strings.HasPrefix(i, module) {
		return true
	}
	for _, p := range m.packages {
		if p.name == first && p.has(rest) {
			return true
		}
	}
	return false
}

// has reports whether the package has a name: at package level, or a member
// of a type or of some variable.
func (p *pkg) has(name string) bool {
	first, rest, chosen := strings.Cut(name, ".")
	if !chosen {
		return p.top[name]
	}
	last := rest[strings.LastIndex(rest, ".")+1:]
	if p.members[first] != nil && !strings.Contains(rest, ".") {
		return p.members[first][rest]
	}
	if !p.declared[first] {
		return false
	}
	for _, of := range p.members {
		if of[last] {
			return true
		}
	}
	return false
}

// private are references to what readers of the repository do not have: its
// planning, and the machines that it is developed on.
var private = regexp.MustCompile(`\b(design|horn)[.]md\b|[.][.]/shared\b|/work[/]|\b[Ii]ssues? #?[0-9]+\b`)

// privateReferences finds references to what readers do not have.
func privateReferences(m *tree) (out []complaint) {
	for _, file := range sorted(m.files) {
		text := m.files[file]
		for _, at := range private.FindAllStringIndex(text, -1) {
			where := fmt.Sprintf("%s:%d", file, 1+strings.Count(text[:at[0]], "\n"))
			out = append(out, complaint{path.Dir(file), where, fmt.Sprintf("readers do not have %q", text[at[0]:at[1]])})
		}
	}
	return out
}

func TestNamesNotices(t *testing.T) {
	refuses(t, unknownNames, map[string]string{
		"README.md": "`a/a.go`, `b`, `x/y`, `sat/gone`, `T.M`, `b.F`, `a.go`, `UNSAT`, `x.y`,\n`a/gone.go`, `T.Gone`, `b.Gone`, `gone.go`, `NewGone()`",
		"a/a.go": `// Package a is here; see package b, and see package gone.
package a

import "go/ast"

// T is a type; see T.M, T.Gone, and b.F. See b.Gone.
type T struct{ field int }

// M is there (see modest) and (see gone), or (see below). See also
// T.field and U.
func (T) M() { var modest int }

// F sees it: see to it, or see what others see. See ast.Node, go/ast, a.T,
// b/b.go, gone.go, b/gone.go, b.go, README.md, b/c.F, b.F and camelCase.
func F()

// G is in a.go, not in c.go (see ` + "`gone`" + ` and ` + "`T`" + `).
func G(t T) {} // see t.field, t.gone and https://muster.org
`,
		"b/b.go":      "package b\n\nfunc F() {}\n",
		"b/b_test.go": "package b_test\n\n// See F, G.\n",
		"sat/sat.go":  "package sat\n",
	},
		"a/a.go:1: a comment refers to package gone, which does not exist",
		"a/a.go:6: a comment refers to T.Gone, which does not exist",
		"a/a.go:6: a comment refers to b.Gone, which does not exist",
		"a/a.go:9: a comment refers to U, which does not exist",
		"a/a.go:9: a comment refers to gone, which does not exist",
		"a/a.go:13: a comment refers to gone.go, which does not exist",
		"a/a.go:13: a comment refers to b/gone.go, which does not exist",
		"a/a.go:13: a comment refers to b.go, which does not exist",
		"a/a.go:13: a comment refers to b/c.F, which does not exist",
		"a/a.go:13: a comment refers to camelCase, which does not exist",
		"a/a.go:17: a comment refers to gone, which does not exist",
		"a/a.go:17: a comment refers to c.go, which does not exist",
		"a/a.go:18: a comment refers to t.gone, which does not exist",
		"b/b_test.go:3: a comment refers to G, which does not exist",
		"README.md:1: the document refers to sat/gone, which does not exist",
		"README.md:2: the document refers to a/gone.go, which does not exist",
		"README.md:2: the document refers to T.Gone, which does not exist",
		"README.md:2: the document refers to b.Gone, which does not exist",
		"README.md:2: the document refers to gone.go, which does not exist",
		"README.md:2: the document refers to NewGone(), which does not exist",
	)
	refuses(t, privateReferences, map[string]string{
		"README.md": "the " + "design" + ".md\nthe designer's issues of 2 kinds\n",
		"a/a.go":    "package a\n\n// As " + "issue" + " 12 has it.\n",
	},
		`README.md:1: readers do not have "`+"design"+`.md"`,
		`a/a.go:3: readers do not have "`+"issue"+` 12"`,
	)
}
