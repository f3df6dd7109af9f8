package confirm

import (
	"context"
	"errors"
	"os/exec"
	"time"
)

// errTime says that a limit was reached, or that the run was interrupted.
var errTime = errors.New("the time ran out")

// kept is how much of the end of an output is kept.
const kept = 1 << 16

// tail keeps the end of what is written.
type tail struct{ text []byte }

// Write implements io.Writer.
func (t *tail) Write(p []byte) (int, error) {
	t.text = append(t.text, p...)
	if n := len(t.text) - kept; n > kept {
		t.text = append(t.text[:0], t.text[n:]...)
	}
	return len(p), nil
}

// execute runs a command, and all that it starts, for so long at most. It returns the end of what that writes.
func execute(ctx context.Context, limit time.Duration, dir, name string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	var out tail
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &out
	cmd.WaitDelay = 2 * time.Second // for what has been written, on a busy machine, too
	grouped(cmd)
	err := cmd.Run()
	if ctx.Err() != nil {
		err = errTime
	}
	return string(out.text), err
}
