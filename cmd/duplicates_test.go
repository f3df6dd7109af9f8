package cmd_test

import (
	"cmp"
	"fmt"
	"go/scanner"
	"go/token"
	"path"
	"slices"
	"strings"
	"testing"
)

// minRun is the number of equal lines that may not stand twice in product code.
const minRun = 6

// twins are files that may share runs of lines, and why. The names stand in
// their order.
var twins = map[[2]string]string{}

// line is a line of code without white space and comments.
type line struct {
	file   string
	number int
	text   string
}

// duplicates finds runs of equal lines that stand twice in product code.
// Comments, blank lines, lone punctuation and imports do not count.
func duplicates(m *tree) (out []complaint) {
	var lines []line
	m.each(func(s *source) {
		if !s.test {
			lines = append(lines, m.linesOf(s)...)
			lines = append(lines, line{}) // no run crosses files
		}
	})
	places := map[string][]int{} // where a run of minRun lines begins
	for i := 0; i+minRun <= len(lines); i++ {
		var b strings.Builder
		for _, l := range lines[i : i+minRun] {
			if l.file == "" {
				b.Reset()
				break
			}
			b.WriteString(l.text + "\n")
		}
		if b.Len() > 0 {
			places[b.String()] = append(places[b.String()], i)
		}
	}
	type pair struct{ i, j int }
	var begins []pair
	for _, at := range places {
		for k, j := range at {
			for _, i := range at[:k] {
				if i == 0 || lines[i-1].text != lines[j-1].text || lines[i-1].file == "" {
					begins = append(begins, pair{i, j})
				}
			}
		}
	}
	slices.SortFunc(begins, func(a, b pair) int { return cmp.Or(a.i-b.i, a.j-b.j) })
	for _, p := range begins {
		n := 0
		for p.j+n < len(lines) && p.i+n < p.j && lines[p.i+n].file != "" && lines[p.i+n].text == lines[p.j+n].text {
			n++
		}
		a, b := lines[p.i], lines[p.j]
		if n < minRun || twins[[2]string{a.file, b.file}] != "" {
			continue
		}
		out = append(out, complaint{path.Dir(a.file), fmt.Sprintf("%s:%d", a.file, a.number),
			fmt.Sprintf("%d lines stand at %s:%d again", n, b.file, b.number)})
	}
	return out
}

// linesOf returns the lines of a file that count.
func (m *tree) linesOf(s *source) (out []line) {
	text := m.files[s.path]
	file := token.NewFileSet().AddFile(s.path, -1, len(text))
	var z scanner.Scanner
	z.Init(file, []byte(text), nil, 0)
	begin := file.LineCount()
	for _, i := range s.Imports {
		begin = max(begin, m.fset.Position(i.End()).Line+1)
	}
	begin = max(begin, m.fset.Position(s.Name.Pos()).Line+1)
	var current line
	var words []string
	thin := true
	end := func() {
		if !thin && current.number >= begin {
			current.text = strings.Join(words, " ")
			out = append(out, current)
		}
	}
	for {
		pos, tok, lit := z.Scan()
		number := file.Line(pos)
		if tok == token.EOF || number != current.number {
			end()
			current, words, thin = line{file: s.path, number: number}, words[:0], true
		}
		switch {
		case tok == token.EOF:
			return out
		case tok == token.SEMICOLON && lit == "\n":
		case lit != "":
			thin = false
			words = append(words, lit)
		default:
			words = append(words, tok.String())
		}
	}
}

func TestDuplicatesNotices(t *testing.T) {
	run := "\ta := 1\n\tb := 2\n\n\tif a < b { // %s\n\t\ta =  3\n\t}\n\tb = 4\n\tf(a, b)\n"
	short := strings.Replace(run, "\tb := 2\n", "\tb := 3\n", 1)
	one := "package a\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\nfunc g() {\n" + run + "}\n"
	refuses(t, duplicates, map[string]string{
		"a/a.go":      one,
		"a/a_test.go": one,
		"b/b.go":      strings.ReplaceAll(strings.ReplaceAll(one, "package a", "package b"), "//", "// another"),
		"c/c.go":      "package c\n\nfunc h() {\n" + short + "}\n\nfunc i() {\n" + run + "\treturn\n}\n",
	},
		"a/a.go:8: 7 lines stand at b/b.go:8 again",
		"a/a.go:9: 6 lines stand at c/c.go:15 again",
		"b/b.go:9: 6 lines stand at c/c.go:15 again",
	)
}
