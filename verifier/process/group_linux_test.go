package process

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// stateOf is the state of a process, as the system calls it; empty: there is none.
func stateOf(pid string) string {
	text, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return ""
	}
	_, state, _ := strings.Cut(string(text), ") ")
	return state[:1]
}

// TestLeftBehind: what a command has started ends with it, before it is reaped: else that would wait for what holds its
// output open.
func TestLeftBehind(t *testing.T) {
	out, err := Command{Name: "sh", Args: []string{"-c", "sleep 1000 & echo $!"}}.Run(t.Context(), time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	child := strings.TrimSpace(out)
	for end := time.Now().Add(time.Minute); stateOf(child) != "" && stateOf(child) != "Z"; {
		if time.Now().After(end) {
			t.Fatalf("%s goes on", child)
		}
	}
}

// TestReaped: nothing is killed in the name of a command that is reaped, whose id may be that of others.
func TestReaped(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), "true")
	g := grouped(cmd)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if err := g.wait(); err != nil {
		t.Error(err)
	}
	if err := g.kill(); !errors.Is(err, os.ErrProcessDone) {
		t.Error(err)
	}
}
