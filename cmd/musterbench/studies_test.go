package main

import (
	"bytes"
	"strings"
	"testing"
)

// TestStudyNames: the usage of each study says that tables may have names where they may.
func TestStudyNames(t *testing.T) {
	for _, s := range []string{"cactus", "scatter", "cumulative", "table", "abstraction", "refinement", "speedup"} {
		run := func(args ...string) (string, error) {
			c := studyCommand()
			var out bytes.Buffer
			c.SetOut(&out)
			c.SetErr(&out)
			c.SetArgs(append([]string{s}, args...))
			err := c.Execute()
			return out.String(), err
		}
		usage, err := run("--help")
		if err != nil {
			t.Fatal(err)
		}
		_, err = run("name=none.csv", "name=none.csv")
		if err == nil {
			t.Errorf("%s: no error", s)
			continue
		}
		named := !strings.Contains(err.Error(), "name=none.csv")
		if strings.Contains(usage, "[NAME=]") != named {
			t.Errorf("%s: %v, and its usage is %s", s, err, usage)
		}
	}
}
