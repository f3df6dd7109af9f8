package main

import (
	"testing"

	"github.com/muster-smt/muster/verifier/prog"
)

// The text of an assertion is one line, also of a source that is not what it was.
func TestAssertionText(t *testing.T) {
	const src = "procedure p();\r\n  requires {:id \"a;b\"}\r\n\t x  >\n 0; // c\n assert{:overflow} y;\n ensures z"
	for _, c := range []struct {
		line, col int32
		want      string
	}{
		{2, 3, `assert {:id "a;b"} x > 0;`},
		{5, 2, "assert {:overflow} y;"},
		{6, 2, "assert"}, {2, 99, "assert"}, {99, 1, "assert"}, {0, 0, "assert"},
	} {
		if got := assertionText([]byte(src), prog.Pos{Line: c.line, Col: c.col}); got != c.want {
			t.Errorf("%d:%d: %q, want %q", c.line, c.col, got, c.want)
		}
	}
}
