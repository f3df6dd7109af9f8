package answers

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestJudge compares answers with expectations.
func TestJudge(t *testing.T) {
	for _, c := range []struct {
		line string
		code int
		want string
		out  Outcome
	}{
		{"safe", 0, "safe", Right},
		{"safe (not confirmed: timeout)", 0, "unsafe", Wrong},
		{"safe up to bound 3", 0, "safe", Bounded},
		{"safe up to bound 3", 0, "unsafe", Bounded},
		{"unsafe (needs recursion bound 9)", 10, "unsafe", Right},
		{"unsafe", 10, "safe", Alarm},
		{"unknown (timeout)", 5, "safe|unknown", Right},
		{"unknown (timeout)", 5, "safe", Unknown},
		{"a.c:1:1: no", 2, "refused", Right},
		{"a.c:1:1: no", 2, "safe", Refused},
		{"", 6, "safe", Crash},
	} {
		if got := judge(c.line, c.code, strings.Split(c.want, "|")); got != c.out {
			t.Errorf("%q with code %d, where %s is expected, is %s, want %s", c.line, c.code, c.want, got, c.out)
		}
	}
}

// TestRun runs a table with a program that answers as its input says.
func TestRun(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the program is a script of the shell")
	}
	dir := t.TempDir()
	write := func(name, text string, mode os.FileMode) string {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	program := write("answer", "#!/bin/sh\nfor f; do :; done\n. ./$f\n", 0o777)
	write("a.c", "echo safe", 0o666)
	write("b.c", "echo unsafe; exit 10", 0o666)
	table := write("t.csv", "task,family,expected,flags,features\na.c,x,safe,,f g\nb.c,y,safe (by hand),--check=all,g\nc.c,y,a question,,\nd.c,z,safe,,g\n", 0o666)
	argued := write("argued.txt", "# comment\nd.c\tunsafe\tshown by hand\n", 0o666)
	write("d.c", "echo unsafe; exit 10", 0o666)
	var out, errs strings.Builder
	err := Run(context.Background(), &out, &errs, &Options{Muster: program, Table: table, Dir: dir, Limit: time.Minute, Groups: []string{"features", "family"}, Apart: "^f$", Argued: argued})
	if err == nil || errs.String() != "b.c: want safe, got unsafe (alarm)\n" {
		t.Errorf("%v\n%s", err, errs.String())
	}
	const want = `| features | rows | right | wrong | alarm | bounded | unknown | refused | crash |
|---|---|---|---|---|---|---|---|---|
| f | 1 | 1 | 0 | 0 | 0 | 0 | 0 | 0 |
| g | 3 | 2 | 0 | 1 | 0 | 0 | 0 | 0 |
| all | 3 | 2 | 0 | 1 | 0 | 0 | 0 | 0 |
| family | rows | right | wrong | alarm | bounded | unknown | refused | crash |
|---|---|---|---|---|---|---|---|---|
| x | 1 | 1 | 0 | 0 | 0 | 0 | 0 | 0 |
| y | 1 | 0 | 0 | 1 | 0 | 0 | 0 | 0 |
| z | 1 | 1 | 0 | 0 | 0 | 0 | 0 | 0 |
| all | 3 | 2 | 0 | 1 | 0 | 0 | 0 | 0 |
| features, without ^f$ | rows | right | wrong | alarm | bounded | unknown | refused | crash |
|---|---|---|---|---|---|---|---|---|
| g | 2 | 1 | 0 | 1 | 0 | 0 | 0 | 0 |
| all | 2 | 1 | 0 | 1 | 0 | 0 | 0 | 0 |
`
	if out.String() != want {
		t.Errorf("got\n%s", out.String())
	}
}
