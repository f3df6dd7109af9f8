package cluster

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/muster-smt/muster/verifier"
)

// diamonds is a program of n branches with calls on both sides: it adds between 1 + ... + n and 6 + ... + (4*n + 2).
func diamonds(n, sum int) string {
	var b strings.Builder
	b.WriteString("procedure step(x: int, y: int) returns (z: int) { var d: bool; havoc d;\n" +
		"if (d) { z := x + y; } else { z := x + y + y; } }\n" +
		"procedure twice(x: int, y: int) returns (z: int) { call z := step(x, y); call z := step(z, y + 1); }\n" +
		"procedure {:entrypoint} main() { var x: int; var d: bool; x := 0;\n")
	for i := range n {
		fmt.Fprintf(&b, "havoc d; if (d) { call x := twice(x, %d); } else { call x := step(x, %d); }\n", i+1, i+1)
	}
	fmt.Fprintf(&b, "assert x != %d; }\n", sum)
	return b.String()
}

// TestCluster compares the answers of clusters of several sizes, whose messages are lost at times.
func TestCluster(t *testing.T) {
	for _, tc := range []struct {
		src  string
		want verifier.Verdict
	}{{diamonds(5, 70), verifier.Unsafe}, {diamonds(5, 71), verifier.Safe}, {diamonds(5, 14), verifier.Safe}} {
		path := filepath.Join(t.TempDir(), "test.bpl")
		if err := os.WriteFile(path, []byte(tc.src), 0o600); err != nil {
			t.Fatal(err)
		}
		p, err := prepare(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		for _, engine := range []string{"legion", "corral"} {
			o := &Options{Engine: engine, Effort: 50, CPU: time.Minute,
				Network: Network{Latency: time.Millisecond, Loss: 0.3, Resend: 5 * time.Millisecond}}
			for _, n := range []int{1, 2, 16} {
				got, err := p.on(t.Context(), o, n)
				if err != nil {
					t.Fatal(err)
				}
				if v := got.result.Verdict(); v != tc.want {
					t.Errorf("%s on %d workers: %v, want %v", engine, n, v, tc.want)
				}
				if (got.parts == 1) != (n == 1) || n == 1 && got.elapsed != got.path || got.path > got.elapsed {
					t.Errorf("%s on %d workers: %d parts, elapsed %v, path %v", engine, n, got.parts, got.elapsed, got.path)
				}
			}
		}
	}
}

// TestLatency has a worker that nobody hears of in time, and one that everybody knows of.
func TestLatency(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.bpl")
	if err := os.WriteFile(path, []byte(diamonds(5, 71)), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := prepare(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	for _, latency := range []time.Duration{0, time.Hour} {
		o := &Options{Engine: "legion", Effort: 50, CPU: time.Minute, Network: Network{Latency: latency}}
		got, err := p.on(t.Context(), o, 2)
		if err != nil {
			t.Fatal(err)
		}
		if (got.parts == 1) != (latency == time.Hour) || got.elapsed > got.cpu+time.Minute {
			t.Errorf("latency %v: %d parts, elapsed %v", latency, got.parts, got.elapsed)
		}
	}
}
