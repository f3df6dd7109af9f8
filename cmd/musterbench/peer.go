package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// peer is another verifier.
type peer struct {
	name string
	args func(o options, file string) []string
	// verdict reads its output: safe, unsafe, unknown or error, and a remark.
	verdict func(output string) (verdict, remark string)
}

// findPeer returns the peer of a name, nil for none.
func findPeer(name string) (*peer, error) {
	switch name {
	case "":
		return nil, nil
	case "boogie":
		if _, err := exec.LookPath("boogie"); err != nil {
			return nil, errors.New("--peer boogie: there is no boogie on PATH")
		}
		return &peer{name, boogieArgs, boogieVerdict}, nil
	}
	return nil, fmt.Errorf("no peer %q; there is boogie", name)
}

// run runs the peer on a file.
func (p *peer) run(ctx context.Context, o options, path string) record {
	ctx, cancel := context.WithTimeout(ctx, o.limit)
	defer cancel()
	cmd := pinned(ctx, o, p.name, p.args(o, path)...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	cmd.WaitDelay = 2 * time.Second
	ownGroup(cmd)
	rec := record{File: filepath.Base(path), Engine: p.name, Verdict: "unknown", Remark: "unknown (timeout)"}
	start := time.Now()
	err := cmd.Run()
	rec.Seconds = time.Since(start).Seconds()
	rec.CPU, rec.PeakMB = cpuSeconds(cmd.ProcessState), peakMB(cmd.ProcessState)
	if ctx.Err() == nil {
		rec.Verdict, rec.Remark = p.verdict(out.String())
		if rec.Verdict == "error" && err != nil {
			rec.Remark += " (" + err.Error() + ")"
		}
	}
	return rec
}

func boogieArgs(o options, file string) []string {
	bound := 3
	if o.bound > 0 {
		bound = o.bound
	}
	return []string{"/stratifiedInline:1", fmt.Sprintf("/recursionBound:%d", bound), "/extractLoops", file}
}

// boogieVerdict reads what Boogie's stratified inlining prints. It counts
// implementations with the entry-point attribute; a program without one is not
// looked at. It also complains about a parameter that its Z3 does not know.
func boogieVerdict(output string) (verdict, remark string) {
	finished := regexp.MustCompile(`finished with (\d+) verified, (\d+) error[s]?(, (\d+) time out[s]?)?(, (\d+) (inconclusive|out of memory|undetermined).*)?`)
	m := finished.FindStringSubmatch(output)
	switch {
	case strings.Contains(output, "BP5001"):
		return "unsafe", "unsafe (BP5001)"
	case m == nil:
		return "error", "no verdict: " + lastLine(output)
	case m[1] == "1" && strings.Contains(output, "Reached recursion bound"):
		return "safe", "safe up to bound"
	case m[1] == "1":
		return "safe", "safe"
	case m[3] != "" || m[5] != "":
		return "unknown", "unknown (" + strings.TrimPrefix(m[3]+m[5], ", ") + ")"
	}
	return "error", "no entry point looked at: " + lastLine(output)
}

func lastLine(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	return lines[len(lines)-1]
}
