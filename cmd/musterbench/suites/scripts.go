package suites

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// lines is the expected output of a script.
type lines []string

// expected is what a comment says that a line of the output is; status is what the script says of the next check.
var (
	expected = regexp.MustCompile(`(?m)^\s*;+\s*EXPECT(?:-ERROR)?:[ \t]*(.*?)\s*$`)
	status   = regexp.MustCompile(`(?m)^[^;\n]*\(\s*set-info\s+:status\s+(sat|unsat|unknown)\s*\)`)
)

// script reads what is expected of a script, in the first form that there is.
func script(dir, file string) ([]test, error) {
	path := filepath.Join(dir, file)
	want, err := beside(strings.TrimSuffix(path, ".smt2")+".expected.out", path+".gold",
		strings.TrimSuffix(path, ".smt2")+".gold")
	if err != nil {
		return nil, err
	}
	if want == nil {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		for _, form := range []*regexp.Regexp{expected, status} {
			for _, m := range form.FindAllStringSubmatch(string(text), -1) {
				want = append(want, m[1])
			}
			if want != nil {
				break
			}
		}
	}
	if want == nil {
		return nil, nil
	}
	return []test{{file: file, args: []string{"solve"}, want: want}}, nil
}

// beside returns the lines of the first of some files that exists.
func beside(files ...string) (lines, error) {
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err == nil {
			return strings.Split(string(text), "\n"), nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	return nil, nil
}

// answersOf returns what checks answer, and the first error.
func (x lines) answersOf() (words []string, failure string) {
	for _, l := range x {
		switch l = strings.TrimSpace(l); {
		case l == "sat" || l == "unsat" || l == "unknown":
			words = append(words, l)
		case failure == "" && (strings.HasPrefix(l, "(error") || strings.HasPrefix(l, "unsupported") ||
			strings.HasPrefix(l, "Parse Error")):
			failure = l
		}
	}
	return words, failure
}

// compare implements expectation. An answer where the other solver had none is as good.
func (x lines) compare(a answer) (Outcome, string) {
	want, fails := x.answersOf()
	got, failure := lines(strings.Split(a.out, "\n")).answersOf()
	switch {
	case a.code > 5 || a.code == -1 && a.err != "":
		return Differs, "crash: " + firstLine(a.err)
	case a.code == 2:
		if fails != "" && len(want) == 0 {
			return Equal, ""
		}
		return Refused, firstLine(a.err)
	}
	fewer := ""
	for i, w := range want {
		switch {
		case i >= len(got):
			fewer = "no answer: " + w
		case got[i] == "unknown" && w != "unknown":
			fewer = "unknown, not " + w
		case got[i] != w && w != "unknown":
			return Differs, got[i] + ", not " + w
		}
	}
	switch {
	case failure != "" && fails == "":
		return Refused, message(failure)
	case fewer != "":
		return Fewer, fewer
	case fails != "" && failure == "":
		return Differs, "no error: " + fails
	}
	return Equal, ""
}

// message returns the text of an error as scripts have it.
func message(line string) string {
	if _, text, ok := strings.Cut(line, `"`); ok {
		return strings.ReplaceAll(strings.TrimSuffix(strings.TrimSuffix(text, ")"), `"`), `""`, `"`)
	}
	return line
}
