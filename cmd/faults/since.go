package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// line is a line of a source file, counted from 1.
type line struct {
	file string // as git names it: from the root of the module
	at   int
}

// changedLines returns the lines of the work tree that git diff shows as added or changed
// since a commit.
func changedLines(ctx context.Context, commit string) (map[line]bool, error) {
	cmd := exec.CommandContext(ctx, "git", "diff", "--unified=0", "--no-color", "--no-ext-diff", commit, "--", "*.go")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("git diff: %w", err)
	}
	return parseDiff(out)
}

// parseDiff returns the lines that a diff without context adds.
func parseDiff(diff []byte) (map[line]bool, error) {
	changed, file, at := map[line]bool{}, "", 0
	lines := bufio.NewScanner(bytes.NewReader(diff))
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		text := lines.Text()
		switch {
		case at == 0 && strings.HasPrefix(text, "+++ "):
			file = strings.TrimPrefix(text[4:], "b/")
		case strings.HasPrefix(text, "@@ "):
			_, added, _ := strings.Cut(text, " +")
			if _, err := fmt.Sscanf(added, "%d", &at); err != nil {
				return nil, fmt.Errorf("git diff: %q: %w", text, err)
			}
		case strings.HasPrefix(text, "diff "):
			at = 0
		case at > 0 && strings.HasPrefix(text, "+"):
			changed[line{file, at}] = true
			at++
		}
	}
	return changed, lines.Err()
}
