package cluster

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/muster-smt/muster/sat/limit"
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
		for _, engine := range []string{"legion", "corral", "auto"} {
			o := &Options{Engine: engine, Effort: 50, CPU: time.Minute,
				Network: limit.Network{Latency: time.Millisecond, Loss: 0.3, Resend: 5 * time.Millisecond}}
			for _, n := range []int{1, 2, 16} {
				got, err := on(t.Context(), o, path, n)
				if err != nil {
					t.Fatal(err)
				}
				if got.verdict != tc.want.String() || !got.decided {
					t.Errorf("%s on %d workers: %s, want %v", engine, n, got.verdict, tc.want)
				}
				if got.path > got.elapsed || got.elapsed > got.cpu && n == 1 {
					t.Errorf("%s on %d workers: elapsed %v, path %v, CPU %v", engine, n, got.elapsed, got.path, got.cpu)
				}
			}
		}
	}
}

// TestLatency has workers that nobody hears of in time, and such as everybody knows of.
func TestLatency(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.bpl")
	if err := os.WriteFile(path, []byte(squares(3, 42)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, latency := range []time.Duration{0, time.Hour} {
		o := &Options{Engine: "legion", Effort: 50, CPU: time.Minute, Network: limit.Network{Latency: latency}}
		got, err := on(t.Context(), o, path, 2)
		if err != nil {
			t.Fatal(err)
		}
		if (got.parts == 1) != (latency == time.Hour) || got.elapsed > got.cpu {
			t.Errorf("latency %v: %d parts, elapsed %v", latency, got.parts, got.elapsed)
		}
	}
}

// TestClauses has the engines of Horn clauses at places of their own.
func TestClauses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sum.smt2")
	const text = `(set-logic HORN)
(declare-fun sum (Int Int) Bool)
(assert (forall ((n Int)) (=> (<= n 0) (sum n 0))))
(assert (forall ((n Int) (r Int)) (=> (and (> n 0) (sum (- n 1) r)) (sum n (+ r n)))))
(assert (forall ((n Int)) (=> (> n 2) (not (sum n 10)))))
`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{1, 8} {
		got, err := on(t.Context(), &Options{CPU: time.Minute}, path, n)
		if err != nil || got.verdict != "unsat" || got.parts == 0 {
			t.Errorf("%d workers: %+v, %v", n, got, err)
		}
	}
}
