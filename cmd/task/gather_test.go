package task

import (
	"strings"
	"testing"
)

// TestMatches compares patterns with paths.
func TestMatches(t *testing.T) {
	for _, tc := range []struct {
		pattern, path string
		want          bool
	}{
		{"a/*.bpl", "a/x.bpl", true},
		{"a/*.bpl", "a/b/x.bpl", false},
		{"**/*.bpl", "x.bpl", true},
		{"a/**/x", "a/x", true},
		{"a/**/x", "a/b/c/x", true},
		{"a/**/x/**/y", "a/x/b/x/y", true},
		{"a/**", "a/b/c", false}, // ** means directories
		{"a/**/*", "a/b/c", true},
		{"/t/[ab]?", "/t/b1", true},
	} {
		if got := matches(strings.Split(tc.pattern, "/"), strings.Split(tc.path, "/")); got != tc.want {
			t.Errorf("%s, %s: %v", tc.pattern, tc.path, got)
		}
	}
}
