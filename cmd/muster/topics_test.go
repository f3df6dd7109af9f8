package main

import (
	"fmt"
	"strings"
	"testing"
)

// TestTopics: help lists each flag of verify once, under a title.
func TestTopics(t *testing.T) {
	if left := verifyCommand(streams{}).Flags().Unlisted(); len(left) > 0 {
		t.Errorf("in no topic, in two, or no flags: %s", left)
	}
}

// TestConflicts: each row of the table is about flags that exist, and is found.
func TestConflicts(t *testing.T) {
	values := map[string]string{"entry": "f", "bound": "2", "contexts": "2", "cores": "2", "unbounded": "1s", "abstract": "on", "engine": "legion", "property": "3"}
	for _, c := range conflicts {
		for other := range strings.FieldsSeq(c.excludes) {
			line := []string{}
			for _, f := range []string{c.flag, other} {
				name, value, _ := strings.Cut(f, "=")
				if value == "" {
					value = values[name]
				}
				if value == "" && strings.Contains(" annotate witness harness report sarif junit dot html dump ", " "+name+" ") {
					value = "out"
				}
				if value == "" || value == "true" {
					line = append(line, "--"+name)
				} else {
					line = append(line, "--"+name+"="+value)
				}
			}
			cmd := verifyCommand(streams{})
			cmd.SetArgs(append(line, "x.bpl"))
			want := fmt.Sprintf("--%s excludes --%s: %s", spelled(c.flag), spelled(other), c.why)
			if err := cmd.Execute(); err == nil || err.Error() != want {
				t.Errorf("%s: %v; want %s", line, err, want)
			}
		}
	}
}
