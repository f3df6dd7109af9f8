package syntax

import (
	"os/exec"
	"strings"
	"testing"
)

// TestPredefined compares the macros with those of gcc.
func TestPredefined(t *testing.T) {
	for m, flag := range []string{LP64: "-m64", ILP32: "-m32"} {
		cmd := exec.Command("gcc", flag, "-std=gnu17", "-dM", "-E", "-")
		out, err := cmd.Output()
		if err != nil {
			t.Skip("there is no gcc to compare with: ", err)
		}
		if !strings.Contains(string(out), "#define __GNUC__ 12\n") {
			t.Skip("gcc is another one than gcc 12")
		}
		theirs := map[string]bool{}
		for line := range strings.Lines(string(out)) {
			theirs[strings.TrimSpace(line)] = true
		}
		for line := range strings.Lines(macros(Options{Model: Model(m)})) {
			if line = strings.TrimSpace(line); !theirs[line] {
				t.Errorf("%s: gcc has no %q", Models[m], line)
			}
		}
	}
}
