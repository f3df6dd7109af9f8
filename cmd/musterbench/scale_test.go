package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"
)

// TestScale grows the synthetic program and looks at what does not depend on
// the clock: all its instances take the same number of assertions.
func TestScale(t *testing.T) {
	c := scaleOptions{sizes: []int{7, 31, 63}, batch: 8, repeat: 1, conflicts: 100, limit: time.Minute}
	rows, _, err := c.grow(context.Background(), options{}, synthetic)
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
	writeScale(&out, synthetic, rows, "")
	if n := strings.Count(out.String(), "\n"); n != 5 {
		t.Errorf("%d lines:\n%s", n, out.String())
	}
	if n := len(scaleTable(rows)); n != 4 {
		t.Errorf("%d rows in the table", n)
	}
}
