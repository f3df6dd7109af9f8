package scale

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

// TestScale grows the synthetic program and checks what does not depend on the
// clock: all its instances take the same number of assertions.
func TestScale(t *testing.T) {
	o := Options{Sizes: []int{7, 31, 63}, Batch: 8, Repeat: 1, Conflicts: 100, Limit: time.Minute}
	rows, _, err := o.grow(t.Context(), Synthetic)
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 3 {
		t.Fatalf("%d rows, want 3", len(rows))
	}
	a, b := &rows[1], &rows[2]
	if a.asserts*b.stamped != b.asserts*a.stamped {
		t.Errorf("%d assertions for %d instances, then %d for %d", a.asserts, a.stamped, b.asserts, b.stamped)
	}
	if b.atoms == 0 || b.relevant > b.atoms || b.under.answer != "unsat" {
		t.Errorf("%d of %d atoms relevant; %s", b.relevant, b.atoms, b.under.answer)
	}
	var out bytes.Buffer
	writeRows(&out, Synthetic, rows, "")
	if n := strings.Count(out.String(), "\n"); n != 5 {
		t.Errorf("%d lines:\n%s", n, out.String())
	}
	if n := len(table(rows)); n != 4 {
		t.Errorf("%d rows in the table", n)
	}
}
