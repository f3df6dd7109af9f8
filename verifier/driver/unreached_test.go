package driver_test

import (
	"strings"
	"testing"

	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/driver"
)

// TestUnreached has the lines that no execution reaches, which the program marks.
func TestUnreached(t *testing.T) {
	const src = `var g: int;
procedure {:entrypoint} main(n: int)
  modifies g;
{
  g := n;
  if (n > 3) {
    if (n < 2) {
      g := 1;      // dead
      call never();// dead
      g := 2;      // dead
    }
    g := 3;
  } else {
    g := 4;
    if (n == 5) { g := 5; }
    if (n == 6) {
      g := 5;      // dead
    } else {
      g := 6;
    }
    goto A, B;
  A:
    assume n == 2;
    g := 7;
    return;
  B:
    assume g > 6;  // dead
    g := 8;        // dead
  }
}
procedure never()  // dead
  modifies g;      // dead
{                  // dead
  g := 7;          // dead
}
procedure {:inline 1} other() { g := 1; if (*) { g := 2; } } // dead
procedure seen();
`
	rep, err := driver.Coverage(t.Context(), "a.bpl", []byte(strings.Replace(src, "other() {", "other() modifies g; {", 1)), driver.Options{
		Question: driver.Question{Front: boogie.Front{}},
		Limits:   driver.Limits{Unbounded: -1},
	})
	if err != nil {
		t.Fatal(err)
	}
	lines, err := rep.Unreached()
	if err != nil {
		t.Fatal(err)
	}
	got := map[int]bool{}
	for _, l := range lines {
		for n := l.First; n <= l.Last; n++ {
			got[int(n)] = true
		}
	}
	for i, line := range strings.Split(src, "\n") {
		if want := strings.HasSuffix(line, "// dead"); want != got[i+1] {
			t.Errorf("line %d: %v: %s", i+1, got[i+1], line)
		}
	}
}
