package golang

import (
	"go/token"
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/ssa"
)

// TestEdges: functions that may panic, by the order of a map or by their arguments, do so in an execution, and those
// that begin with Never in none.
func TestEdges(t *testing.T) {
	p := read(t, unpacked(t, "edges.txtar"))
	for _, name := range slices.Sorted(maps.Keys(p.src.main.Members)) {
		if f, ok := p.src.main.Members[name].(*ssa.Function); !ok || !token.IsExported(f.Name()) {
			continue
		}
		want := "unsafe: panic: may"
		if strings.HasPrefix(name, "Never") {
			want = "safe"
		}
		if got := answer(p.verify(t, name)); got != want {
			t.Errorf("%s: %s, not %s", name, got, want)
		}
	}
}
