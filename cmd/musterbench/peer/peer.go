// Package peer runs other verifiers, to compare them with Muster.
package peer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"time"

	"github.com/muster-smt/muster/cmd/musterbench/measure"
	"github.com/muster-smt/muster/theory/reason"
)

// Boogie is the name of Boogie's stratified inlining.
const Boogie = "boogie"

// Options says how a verifier is run.
type Options struct {
	Bound int           // the recursion bound; 0 means the default
	Limit time.Duration // of time
	Pin   int           // the processor to run on, or measure.NoPin
}

// Answer is the result of a verifier on a program.
type Answer struct {
	Verdict string // safe, unsafe, unknown or error
	Remark  string
	Kind    reason.Kind // of unknown
	Seconds float64
	CPU     float64 // seconds
	PeakMB  int64
}

// Find checks that a verifier of this name is supported and installed.
func Find(name string) error {
	if name != Boogie {
		return fmt.Errorf("unknown peer %q; want %s", name, Boogie)
	}
	if _, err := exec.LookPath(Boogie); err != nil {
		return errors.New("--peer boogie: boogie is not on PATH")
	}
	return nil
}

// Run runs Boogie on a program.
func Run(ctx context.Context, o Options, path string) Answer {
	ctx, cancel := context.WithTimeout(ctx, o.Limit)
	defer cancel()
	cmd := measure.Command(ctx, o.Pin, Boogie, Args(o.Bound, path)...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	cmd.WaitDelay = 2 * time.Second
	measure.OwnGroup(cmd)
	a := Answer{Verdict: "unknown", Remark: "unknown (timeout)", Kind: reason.Timeout}
	start := time.Now()
	err := cmd.Run()
	a.Seconds = time.Since(start).Seconds()
	a.CPU, a.PeakMB = measure.CPUSeconds(cmd.ProcessState), measure.PeakMB(cmd.ProcessState)
	if ctx.Err() == nil {
		a.Verdict, a.Remark, a.Kind = Verdict(out.String())
		if a.Verdict == "error" && err != nil {
			a.Remark += " (" + err.Error() + ")"
		}
	}
	return a
}

// Args returns the arguments with which Boogie verifies a program by stratified
// inlining; bound 0 means a bound of 3.
func Args(bound int, path string) []string {
	if bound == 0 {
		bound = 3
	}
	return []string{"/stratifiedInline:1", fmt.Sprintf("/recursionBound:%d", bound), "/extractLoops", path}
}

// finished is the last line of Boogie's output.
var finished = regexp.MustCompile(`finished with (\d+) verified, (\d+) error[s]?(, (\d+) time out[s]?)?` +
	`(, (\d+) (inconclusive|out of memory|undetermined).*)?`)

// Verdict reads the output of Boogie's stratified inlining. Its last line counts
// the implementations with the attribute {:entrypoint}; it does not verify a
// program without one. An error of the prover about an unknown parameter is
// harmless.
func Verdict(output string) (verdict, remark string, why reason.Kind) {
	m := finished.FindStringSubmatch(output)
	switch {
	case strings.Contains(output, "BP5001"):
		return "unsafe", "unsafe (BP5001)", why
	case m == nil:
		return "error", "no verdict: " + lastLine(output), why
	case m[1] == "1" && strings.Contains(output, "Reached recursion bound"):
		return "safe", "safe up to bound", why
	case m[1] == "1":
		return "safe", "safe", why
	case m[3] != "" || m[5] != "":
		switch {
		case m[3] != "":
			why = reason.Timeout
		case m[7] == "out of memory":
			why = reason.Memory
		default:
			why = reason.Incomplete
		}
		return "unknown", "unknown (" + strings.TrimPrefix(m[3]+m[5], ", ") + ")", why
	}
	return "error", "no entry point verified: " + lastLine(output), why
}

func lastLine(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	return lines[len(lines)-1]
}
