package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
)

func TestMemoryOfGroups(t *testing.T) {
	root := t.TempDir()
	for file, text := range map[string]string{
		"memory.max":                       "max\n",
		"a/memory.max":                     "70000000\n",
		"a/b/memory.max":                   "90000000\n",
		"memory/limit":                     "",
		"memory/memory.limit_in_bytes":     "9223372036854771712\n",
		"memory/box/memory.limit_in_bytes": "50000000\n",
	} {
		file = filepath.Join(root, file)
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	for text, want := range map[string]int64{
		"0::/\n": 0, "0::/a\n": 70000000, "0::/a/b\n": 70000000, "0::/a/../a/c\n": 70000000,
		"0::/none\n": 0, "4:memory:/\n": 0, "5:cpu:/a\n4:memory:/box\n": 50000000, "4:cpu,memory:/box/x\n0::/a\n": 50000000,
		"": 0, "nonsense": 0,
	} {
		if got := memoryOfGroups(root, text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

func TestFirstBlock(t *testing.T) {
	const maps = "00400000-0083e000 r-xp 00000000 fe:00 10 /muster\n" +
		"d8afc000000-d8afd400000 ---p 00000000 00:00 0\nd8afd400000-d8afdc00000 rw-p 00000000 00:00 0\nd8afdc00000-d8b00000000 ---p 00000000 00:00 0\n"
	for pointer, want := range map[string]int64{"0xd8afd400040": 44 << 20, "0x1234": 0, "none": 0} {
		if got := firstBlock(pointer, maps); got != want && blockSize == 64<<20 {
			t.Errorf("%s: %d, want %d", pointer, got, want)
		}
	}
}

func TestLastWords(t *testing.T) {
	var passed bytes.Buffer
	begun, words := lastWords(strings.NewReader("gc 1\n"+began+"gc 2\nfatal error: out of memory\n\nruntime stack:\n"), &passed)
	if !begun || passed.String() != "gc 1\ngc 2\n" || words != "fatal error: out of memory\n\nruntime stack:\n" || !noMemory.MatchString(words) {
		t.Errorf("%v, %q, %q", begun, &passed, words)
	}
}

// Under ulimit -v and GOMEMLIMIT a run ends with the reason and the exit code of a
// limit, or works.
func TestLittleMemory(t *testing.T) {
	extent.NeedLong(t, "it fills the memory, of a system that is not instrumented")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	muster := filepath.Join(dir, "muster")
	if err := os.Symlink(self, muster); err != nil {
		t.Fatal(err)
	}
	var script, formula strings.Builder
	fmt.Fprintln(&formula, "p cnf 3000000 3000000")
	for i := range 300000 {
		fmt.Fprintf(&script, "(declare-const x%d Int)(assert (or (< x%d %d) (> x%d (+ x%d x%d))))\n", i, i, i, i, max(0, i-7), i/2)
	}
	for i := range 3000000 {
		fmt.Fprintln(&formula, i+1, -(i+3000)%3000000-1, (i*7)%3000000+1, 0)
	}
	big, hard := write(t, "big.smt2", script.String()+"(check-sat)"), write(t, "big.cnf", formula.String())
	small := write(t, "small.smt2", "(declare-const x Int)(assert (< 2 x 4))(check-sat)(error)")
	program := write(t, "a.bpl", "procedure main() { assert true; }")
	for _, c := range []struct {
		limit, args, out, err string
		code                  int
	}{
		{"ulimit -v 1000000", "solve " + small, "sat\n", "", exitErrors},
		{"ulimit -v 1000000", "solve " + big, `|\(error "out of memory"\)\n|unknown\n`, `muster: stopped: memory limit`, exitStopped},
		{"ulimit -v 1000000", "sat " + hard, `c .*\ns UNKNOWN\nc stopped: memory limit\n`, "", exitUndecided},
		{"ulimit -v 1000000", "z3 -version", "Z3 version", "", 0},
		{"ulimit -v 1000000", "verify none.bpl", "", "open none.bpl: no such file or directory\n", exitInput},
		{"ulimit -v 1000000", "verify " + program, "safe\n", "", exitSafe},
		{"export GOMEMLIMIT=40MiB", "solve " + big, "|unknown\n", "muster: stopped: memory limit\n", exitStopped},
	} {
		var out, errs bytes.Buffer
		run := exec.Command("sh", "-c", c.limit+`; exec "$0" `+c.args, muster)
		run.Stdout, run.Stderr = &out, &errs
		code := 0
		var exit *exec.ExitError
		if err := run.Run(); errors.As(err, &exit) {
			code = exit.ExitCode()
		} else if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(out.String()+errs.String(), "goroutine ") || !regexp.MustCompile(`(?s)\A(?:`+c.out+`)`).Match(out.Bytes()) || !strings.HasPrefix(errs.String(), c.err) || code != c.code {
			t.Errorf("%s; muster %s: exit code %d\n%.300s%.300s", c.limit, c.args, code, &out, &errs)
		}
	}
}
