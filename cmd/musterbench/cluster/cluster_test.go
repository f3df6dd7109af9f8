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

// squares is a program that adds up two squares of numbers below 2^n, each found by n branches with calls of procedures
// of their own, and asks whether the sum can be one number.
func squares(n, sum int) string {
	var b strings.Builder
	for at := range 1<<(n+1) - 1 {
		fmt.Fprintf(&b, "procedure p%d(x: int) returns (y: int) ", at)
		if leaf := at + 1 - 1<<n; leaf >= 0 {
			fmt.Fprintf(&b, "{ y := x + %d; }\n", leaf*leaf)
		} else {
			fmt.Fprintf(&b, "{ if (*) { call y := p%d(x); } else { call y := p%d(x); } }\n", 2*at+1, 2*at+2)
		}
	}
	fmt.Fprintf(&b, "procedure {:entrypoint} main() { var x: int; call x := p0(0); call x := p0(x); assert x != %d; }\n", sum)
	return b.String()
}

// TestCluster compares the answers of clusters of several sizes, whose messages are lost at times.
func TestCluster(t *testing.T) {
	for _, tc := range []struct {
		src  string
		want verifier.Verdict
	}{{squares(3, 41), verifier.Unsafe}, {squares(3, 42), verifier.Safe}} {
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
				if n == 1 && (got.parts != 1 || got.elapsed != got.path) || got.path > got.elapsed {
					t.Errorf("%s on %d workers: %d parts, elapsed %v, path %v", engine, n, got.parts, got.elapsed, got.path)
				}
			}
		}
	}
}

// TestLatency has a worker that nobody hears of in time, and one that everybody knows of.
func TestLatency(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.bpl")
	if err := os.WriteFile(path, []byte(squares(3, 42)), 0o600); err != nil {
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
