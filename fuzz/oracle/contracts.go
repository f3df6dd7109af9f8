package oracle

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// Message is an error that Boogie reports about a procedure: its place, as line,column, its code, such as BP5001, and where the clause is
// written, if elsewhere.
type Message struct{ At, Code, Clause string }

var (
	boogieError = regexp.MustCompile(`^[^()]*\((\d+,\d+)\): Error (BP\d+): `)
	// The solver's complaints about an option that it does not know are harmless.
	undecided     = regexp.MustCompile(`UNHANDLED EXCEPTION|nconclusive|out of memory|time out|finished with 0 verified, 0 errors`)
	boogieRelated = regexp.MustCompile(`^[^()]*\((\d+,\d+)\): Related location: `)
)

// Contracts returns what Boogie reports about a program's procedures, each checked by its contract. ok is false if it is not installed,
// takes longer than a minute, or does not decide all of them.
func Contracts(program string) (messages []Message, ok bool, err error) {
	path, err := exec.LookPath("boogie")
	if err != nil {
		return nil, false, nil
	}
	file, done, err := written(program)
	if err != nil {
		return nil, false, err
	}
	defer done()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, "/nologo", "/noinfer", "/errorTrace:0", "/errorLimit:1000", file)
	cmd.WaitDelay = time.Second
	out, err := cmd.CombinedOutput()
	text := string(out)
	switch {
	case ctx.Err() != nil, undecided.MatchString(text):
		return nil, false, nil
	case !strings.Contains(text, "Boogie program verifier finished with"):
		return nil, false, fmt.Errorf("boogie: %v\n%s", err, text)
	}
	for line := range strings.Lines(text) {
		if m := boogieError.FindStringSubmatch(line); m != nil {
			messages = append(messages, Message{m[1], m[2], ""})
		} else if m := boogieRelated.FindStringSubmatch(line); m != nil && len(messages) > 0 {
			messages[len(messages)-1].Clause = m[1]
		}
	}
	return messages, true, nil
}

// written writes a program to a file for Boogie. done removes it.
func written(program string) (file string, done func(), err error) {
	dir, err := os.MkdirTemp("", "boogie")
	if err != nil {
		return "", nil, err
	}
	done = func() { _ = os.RemoveAll(dir) }
	file = filepath.Join(dir, "case.bpl")
	if err := os.WriteFile(file, []byte(program), 0o666); err != nil {
		done()
		return "", nil, err
	}
	return file, done, nil
}
