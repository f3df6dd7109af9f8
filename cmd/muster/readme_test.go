package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// documents are the pages whose commands and examples are run.
var documents = []string{"README.md", "docs/verify.md", "docs/boogie.md", "docs/c.md", "docs/go.md", "docs/smtlib.md", "docs/horn-clauses.md", "docs/hardware.md", "docs/sat.md", "docs/replace.md"}

// operands are the files that the documents name by what they are.
var operands = map[string]string{
	"FILE": "examples/lock_ok.bpl", "FILE.bpl": "examples/lock_ok.bpl", "FILE.c": "examples/c/search.c", "FILE.smt2": "examples/average.smt2", "FILE.cnf": "small.cnf", "FILE.btor2": "examples/counter.btor2",
	"./...": "examples/golang/search/search.go",
}

// smallCNF is unsatisfiable.
const smallCNF = "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n"

// TestDocuments runs the commands of the documents. A command in a console block prints what follows it there; another one is one that
// is understood, and whose files can be read.
func TestDocuments(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	commands := 0
	for _, name := range documents {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(name), func(t *testing.T) {
			t.Chdir(t.TempDir()) // some commands write files
			if err := os.CopyFS("examples", os.DirFS(filepath.Join(root, "examples"))); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile("small.cnf", []byte(smallCNF), 0o666); err != nil {
				t.Fatal(err)
			}
			commands += runDocument(t, string(text))
			for _, block := range fenced(string(text), "go") {
				if !inExamples(t, block) {
					t.Errorf("no file below examples has this code:\n%s", block)
				}
			}
		})
	}
	if commands < 10 {
		t.Errorf("only %d commands were found", commands)
	}
}

// runDocument runs the commands of a document, and returns how many there were.
func runDocument(t *testing.T, text string) (n int) {
	for _, block := range fenced(text, "console") {
		for _, part := range strings.Split("\n"+block, "\n$ ")[1:] {
			line, want, _ := strings.Cut(part, "\n")
			if out := runLine(t, line); strings.TrimSpace(out) != strings.TrimSpace(want) {
				t.Errorf("%s prints\n%s\nwant\n%s", line, out, want)
			}
			n++
		}
	}
	for _, m := range regexp.MustCompile(`(?m)^    ((?:go run \./cmd/)?muster .*)$`).FindAllStringSubmatch(text, -1) {
		runLine(t, strings.TrimPrefix(m[1], "go run ./cmd/"))
		n++
	}
	return n
}

// runLine runs a command, which must not be a wrong one.
func runLine(t *testing.T, line string) string {
	args := strings.Fields(line)[1:]
	for i, a := range args {
		if file, ok := operands[a]; ok {
			args[i] = file
		}
	}
	out, stderr, code := runMuster(args...)
	if code == exitUsage || code == exitInput || code == exitInternal {
		t.Errorf("%s: exit code %d\n%s", line, code, stderr)
	}
	return out
}

// fenced returns the blocks of code in a language.
func fenced(text, language string) (out []string) {
	for _, m := range regexp.MustCompile("(?ms)^```"+language+"\n(.*?)^```$").FindAllStringSubmatch(text, -1) {
		out = append(out, m[1])
	}
	return out
}

// inExamples reports whether a file below examples has the lines of a block, one after the other, whatever they are indented by.
func inExamples(t *testing.T, block string) bool {
	want, found := "\n"+unindented(block)+"\n", false
	err := fs.WalkDir(os.DirFS("."), "examples", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		src, err := os.ReadFile(path)
		found = found || strings.Contains("\n"+unindented(string(src))+"\n", want)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func unindented(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimSpace(l)
	}
	return strings.Join(slices.Clip(lines), "\n")
}
