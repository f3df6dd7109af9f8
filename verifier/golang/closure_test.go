package golang

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestClosure: what a package consists of changes with whatever a program may depend on, and with nothing else.
func TestClosure(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command, which lists packages: ", err)
	}
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module m\n\ngo 1.22\n")
	write("p/p.go", "package p\n\nimport _ \"m/q\"\n")
	write("p/p_test.go", "package p\n\nimport _ \"m/helper\"\n")
	write("q/q.go", "package q\n")
	write("helper/helper.go", "package helper\n")
	front := Front{Options: Options{Dir: dir}}
	of := func(file string, tests bool) string {
		t.Helper()
		text, err := front.Read(closureName(file, tests))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	without, with := of("p", false), of("p", true)
	for _, x := range []struct {
		name, file, text string
		without, with    bool // whether it changes
	}{
		{"nothing", "p/p.go", "package p\n\nimport _ \"m/q\"\n", false, false},
		{"a file of nobody", "r/r.go", "package r\n", false, false},
		{"a test", "p/p_test.go", "package p\n\nimport _ \"m/helper\"\n\n// More.\n", false, true},
		{"what a test imports", "helper/helper.go", "package helper\n\n// More.\n", false, true},
		{"a file for another system", "q/q_plan9.go", "package q\n", false, false},
		{"a file more", "q/more.go", "package q\n", true, true},
		{"what is imported", "q/q.go", "package q\n\n// More.\n", true, true},
		{"the version of Go", "go.mod", "module m\n\ngo 1.23\n", true, true},
		{"another import", "q/q.go", "package q\n\nimport _ \"math/bits\"\n", true, true},
	} {
		write(x.file, x.text)
		now, nowWith := of("p", false), of("p", true)
		if (now != without) != x.without || (nowWith != with) != x.with {
			t.Errorf("%s: changes %t and, with tests, %t", x.name, now != without, nowWith != with)
		}
		without, with = now, nowWith
	}
	if now := of("p/p.go", false); now != without {
		t.Error("a file of a package leads to another one")
	}
	if _, err := front.Read(closureName("p/more.go", false)); err == nil {
		t.Error("a file that is in another package is in this one")
	}
	write("c/c.go", "package c\n\n// #include <limits.h>\nimport \"C\"\n\nvar N = C.INT_MAX\n")
	t.Setenv("CGO_ENABLED", "1")
	if _, err := front.Read(closureName("c", false)); err == nil || !strings.Contains(err.Error(), "package m/c uses cgo") {
		t.Error("what cgo makes depends on headers, and the package is known: ", err)
	}
}
