package driver

import (
	"context"
	"slices"
	"testing"

	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/prog"
)

// A failing execution has small values where there is one on its path, and the values that it must have.
func TestSmallValues(t *testing.T) {
	const src = `function f(int): int;
		procedure {:entrypoint} main(x: int, y: int, m: [int]int, r: int) { var z: int; assume r != 0; assume x > y + 3 && y > 500; havoc z; assume z != m[x];
		  assert z < f(x) || z * 2 > 400; }`
	rep, err := Verify(context.Background(), "p.bpl", []byte(src), Options{
		Question: Question{Front: boogie.Front{}},
		Engines:  Engines{Engine: "corral"},
		Output:   Output{Small: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, s := range rep.Result.Trace().Steps {
		if s.Kind == prog.StepAssign && slices.Contains([]string{"x", "y", "r"}, s.Label) {
			got[s.Label] = s.Value
		}
	}
	for v, want := range map[string]string{"x": "505", "y": "501", "r": "1"} {
		if got[v] != want {
			t.Errorf("%s = %s, want %s", v, got[v], want)
		}
	}
}
