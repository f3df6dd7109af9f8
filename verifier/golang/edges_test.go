package golang

import (
	"go/token"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/muster-smt/muster/verifier/driver"
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

// TestUnbounded: no call of these functions panics, however often their loops are repeated.
func TestUnbounded(t *testing.T) {
	p := read(t, unpacked(t, "unbounded.txtar"))
	for _, name := range []string{"Prices", "Search", "Grid"} {
		rep, err := driver.Verify(t.Context(), ".", nil, driver.Options{
			Question: driver.Question{Front: p, Entry: name, AllBounds: true},
			Limits:   driver.Limits{Timeout: time.Minute, Processors: 1},
			Engines:  driver.Engines{Engine: "legion"},
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := answer(rep); got != "safe" {
			t.Errorf("%s: %s", name, got)
		}
	}
}
