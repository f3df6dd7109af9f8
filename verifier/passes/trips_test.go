package passes_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/passes"
)

// TestTrips counts the calls of a loop's procedure that it takes to leave the loop.
func TestTrips(t *testing.T) {
	const most = 12
	tests := []struct {
		name, body, want string
	}{
		{"up", "i := 0; while (i < 10) { i := i + 1; }", "11"},
		{"no more than what is asked about", "i := 0; while (i < 12) { i := i + 1; }", "0"},
		{"down by two", "i := 9; while (i > 0) { i := i - 2; }", "6"},
		{"one iteration", "i := 0; while (i < 1) { i := i + 1; }", "2"},
		{"none", "i := 3; while (i < 3) { i := i + 1; }", "0"},
		{"the start on two ways", "if (b) { i := 2; k := 1; } else { i := 2; } while (i < 4) { i := i + 1; }", "3"},
		{"two starts", "if (b) { i := 2; } else { i := 3; } while (i < 4) { i := i + 1; }", "0"},
		{"a start that is a formal", "while (i < n) { i := i + 1; }", "0"},
		{"a way out", "i := 0; while (i < 9) { if (b) { break; } i := i + 1; }", "0"},
		{"a way out later", "i := 0; while (true) { i := i + 1; if (i > 3 && b) { break; } }", "4"},
		{"a step of several", "i := 0; while (i < 4) { if (b) { i := i + 1; } else { i := i + 2; } }", "2"},
		{"an assertion is none", "i := 0; while (i < 4) { assert n > i; i := i + 1; }", "5"},
		{"a loop in a loop", "i := 0; while (i < 3) { k := 0; while (k < 2) { k := k + 1; } i := i + 1; }", "3 4"},
		{"a counter that the inner loop changes", "i := 0; while (i < 3) { while (b) { i := i + 1; } i := i + 1; }", "0 2"},
		{"a call that changes it", "i := 0; while (i < 3) { call i := q(i); }", "2"},
		{"a global", "g := 0; while (g < 3) { g := g + 1; }", "0"},
		{"no way out", "i := 0; while (true) { i := 1 - i; }", "0"},
		{"nothing changes", "i := 0; while (i < 1) { k := 2; }", "0"},
		{"bit-vectors", "v := 250bv8; while (v != 1bv8) { v := add(v, 1bv8); }", "8"},
		{"a condition of two", "i := 0; k := 5; while (i < 9 && k > 0) { i := i + 1; k := k - 1; }", "6"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			src := `var g: int;
			function {:bvbuiltin "bvadd"} add(x: bv8, y: bv8): bv8;
			procedure q(x: int) returns (y: int) { havoc y; }
			procedure main(n: int, b: bool) modifies g; { var i, k: int; var v: bv8; ` + test.body + ` assert g == n; }`
			p, err := boogie.Load("test.bpl", []byte(src), term.NewStore())
			if err != nil {
				t.Fatal(err)
			}
			for _, trips := range []int{0, most} {
				r, err := passes.Run(context.Background(), p.Clone(), passes.Options{Trips: trips, Check: true})
				if err != nil {
					t.Fatal(err)
				}
				var got []string
				for _, l := range r.Loops {
					got = append(got, fmt.Sprint(r.Core.Proc(l.Proc).ExtraBound))
				}
				want := test.want
				if trips == 0 {
					want = strings.TrimSpace(strings.Repeat("0 ", len(got)))
				}
				if s := strings.Join(got, " "); s != want {
					t.Errorf("up to %d: %s, want %s", trips, s, want)
				}
			}
		})
	}
}
