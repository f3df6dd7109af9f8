package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const source = `package p

func At(xs []int, i int) int {
	if i < 0 {
		return 0
	}
	return xs[i]
}

func Half(n int) int { return 100 / n }
`

// TestVet has go vet run the command on a module.
func TestVet(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("no go command")
	}
	dir := t.TempDir()
	tool := filepath.Join(dir, "muster-vet.exe") // a name that all systems execute
	if out, err := exec.Command("go", "build", "-o", tool, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for name, text := range map[string]string{"go.mod": "module p\n\ngo 1.26\n", "p.go": source} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const index, division = "p.go:7:11: At(nil, 0) panics: runtime error: index out of range [0] with length 0",
		"p.go:10:35: Half(0) panics: runtime error: integer divide by zero"
	tests := []struct {
		flags []string
		want  []string
		not   string
	}{
		{nil, []string{index, division}, "\000"},
		{[]string{"-panics.check=division"}, []string{division}, index},
		{[]string{"-panics.check=colour"}, []string{`no check "colour" of Go`}, "panics:"},
	}
	for _, x := range tests {
		cmd := exec.Command("go", append(append([]string{"vet", "-vettool=" + tool}, x.flags...), "./...")...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err == nil {
			t.Errorf("%v: go vet succeeds:\n%s", x.flags, out)
		}
		for _, want := range x.want {
			if !strings.Contains(string(out), want) {
				t.Errorf("%v: no %q in\n%s", x.flags, want, out)
			}
		}
		if strings.Contains(string(out), x.not) {
			t.Errorf("%v: %q in\n%s", x.flags, x.not, out)
		}
	}
}
