package oracle

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// Verdict is another verifier's answer.
type Verdict uint8

// The verdicts. Bounded means that no execution within the recursion bound fails.
const (
	Unknown Verdict = iota
	Safe
	Bounded
	Unsafe
)

func (v Verdict) String() string {
	return [...]string{"unknown", "safe", "safe up to the bound", "unsafe"}[v]
}

// Boogie runs Boogie's stratified inlining on a program whose entry is marked. It returns
// Unknown if Boogie is not installed, or takes longer than a minute.
func Boogie(program string, bound int) (Verdict, error) {
	path, err := exec.LookPath("boogie")
	if err != nil {
		return Unknown, nil
	}
	file, done, err := written(program)
	if err != nil {
		return Unknown, err
	}
	defer done()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, "/stratifiedInline:1", fmt.Sprintf("/recursionBound:%d", bound), "/extractLoops", file)
	cmd.WaitDelay = time.Second
	out, err := cmd.CombinedOutput()
	text := string(out)
	switch {
	case ctx.Err() != nil:
		return Unknown, nil
	case strings.Contains(text, "finished with 0 verified, 1 error"):
		return Unsafe, nil
	case strings.Contains(text, "Reached recursion bound"):
		return Bounded, nil
	case strings.Contains(text, "finished with 1 verified, 0 errors"):
		return Safe, nil
	case strings.Contains(text, "UNHANDLED EXCEPTION"): // it crashed: on jumps into loops, on types of functions
		return Unknown, nil
	case strings.Contains(text, "inconclusive"), strings.Contains(text, "time out"), strings.Contains(text, "out of memory"):
		return Unknown, nil
	}
	return Unknown, fmt.Errorf("boogie: %v\n%s", err, text)
}
