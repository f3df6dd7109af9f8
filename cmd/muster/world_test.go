package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/muster-smt/muster/verifier/report"
)

// write writes a file in a temporary directory.
func write(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// A byte-order mark is skipped, in files and on the standard input; UTF-16 is an error.
func TestByteOrderMarks(t *testing.T) {
	const mark = "\xef\xbb\xbf"
	for _, c := range []struct {
		command, text, want string
		code                int
	}{
		{"solve", "(check-sat)(echo \"a\")", "sat\n\"a\"\n", 0},
		{"horn", "(declare-fun p () Bool)(assert p)(assert (not p))", "unsat\n", 0},
		{"sat", "p cnf 1 1\n1 0\n", "s SATISFIABLE\nv 1 0\n", exitSatisfiable},
		{"verify", "procedure main() { assert true; }", "safe\n", exitSafe},
	} {
		for _, file := range []string{write(t, "f", c.text), write(t, "f", mark+c.text), "-"} {
			args := []string{c.command, file}
			if c.command == "sat" {
				args = append(args, "--quiet")
			}
			var out, errs bytes.Buffer
			code := run(args, streams{strings.NewReader(mark + c.text), &out, &errs})
			if out.String() != c.want || code != c.code {
				t.Errorf("%q: exit code %d\n%s%s", args, code, &out, &errs)
			}
		}
		for _, wide := range []string{"\xff\xfe(\x00c\x00", "\xfe\xff\x00(\x00c"} {
			for _, file := range []string{write(t, "f", wide), "-"} {
				var out, errs bytes.Buffer
				code := run([]string{c.command, file}, streams{strings.NewReader(wide), &out, &errs})
				if !strings.HasSuffix(errs.String(), ":1:1: the text is in UTF-16; it must be in UTF-8\n") || code != exitInput {
					t.Errorf("%s: exit code %d\n%s%s", c.command, code, &out, &errs)
				}
			}
		}
	}
}

// A proof in a file whose name says so is compressed, and muster check reads it.
func TestCompressedProofs(t *testing.T) {
	formula := write(t, "f.cnf", "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n")
	script := write(t, "f.smt2", "(declare-const x Int)(assert (< 2 x))(push)(assert (< x 3))(check-sat)")
	for _, c := range []struct{ command, input, want string }{
		{"sat", formula, "s VERIFIED\n"}, {"solve", script, "accepted\n"},
	} {
		for ext, magic := range map[string]string{"": "", ".gz": "\x1f\x8b", ".xz": "\xfd7zXZ", ".zst": "\x28\xb5\x2f\xfd"} {
			proof := filepath.Join(t.TempDir(), "proof"+ext)
			out, stderr, _ := runMuster(c.command, "--proof", proof, c.input)
			if !strings.Contains(strings.ToLower(out), "unsat") {
				t.Fatal(out, stderr)
			}
			if text, err := os.ReadFile(proof); err != nil || !strings.HasPrefix(string(text), magic) {
				t.Errorf("%s%s: %v, %.8q", c.command, ext, err, text)
			}
			if out, stderr, code := runMuster("check", c.input, proof); code != 0 || !strings.Contains(out, c.want) {
				t.Errorf("%s%s: exit code %d\n%s%s", c.command, ext, code, out, stderr)
			}
		}
	}
}

// With --json an error is a report; the exit code is the same.
func TestJSONErrors(t *testing.T) {
	program := write(t, "a.bpl", "procedure main() {\n  assert x;\n}")
	formula := write(t, "a.cnf", "p cnf 1 1\n2 0\n")
	for _, c := range []struct {
		args []string
		file string
		want report.Problem
		at   *report.Place
		code int
	}{
		{
			[]string{"verify", program}, program,
			report.Problem{Kind: "input", Message: "undeclared identifier 'x'"}, &report.Place{Line: 2, Column: 10}, exitInput,
		},
		{
			[]string{"verify", "nowhere"}, "nowhere",
			report.Problem{Kind: "input", Message: "open nowhere: no such file or directory"}, nil, exitInput,
		},
		{
			[]string{"verify"}, "",
			report.Problem{Kind: "usage", Message: "requires at least 1 arg(s), only received 0"}, nil, exitUsage,
		},
		{
			[]string{"verify", "--stean"}, "",
			report.Problem{Kind: "usage", Message: "unknown flag: --stean"}, nil, exitUsage,
		},
		{
			[]string{"sat", formula}, formula,
			report.Problem{Kind: "input", Message: "variable 2, but the header declares 1 variables"},
			&report.Place{Line: 2, Column: 1}, exitInput,
		},
		{
			[]string{"sat", "--timeout", "-1", formula}, "",
			report.Problem{Kind: "usage", Message: "--timeout must not be negative"}, nil, exitUsage,
		},
	} {
		out, stderr, code := runMuster(append(c.args, "--json")...)
		var got report.Report
		if err := json.Unmarshal([]byte(out), &got); err != nil || code != c.code || stderr != "" {
			t.Fatalf("%q: exit code %d, %v\n%s%s", c.args, code, err, out, stderr)
		}
		if diff := cmp.Diff(&c.want, got.Problem) + cmp.Diff(c.at, got.Place); diff != "" || got.File != c.file || got.Verdict != "error" {
			t.Errorf("%q: %s, %s: %s", c.args, got.File, got.Verdict, diff)
		}
	}
}
