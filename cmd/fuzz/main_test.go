package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

func run(args ...string) (string, error) {
	var out bytes.Buffer
	c := command()
	c.SetArgs(doubled(args))
	c.SetOut(&out)
	err := c.Execute()
	return out.String(), err
}

func TestCommand(t *testing.T) {
	dir := t.TempDir()
	out, err := run("-target", "cnf", "-for", "1m", "-seed=7", "-cases", "20", "-dir", dir)
	if err != nil || !strings.Contains(out, "cnf 20 cases, 0 found") {
		t.Errorf("%v: %s", err, out)
	}
	if _, err := run("-target", "cnv"); err == nil {
		t.Error("no error for the unknown target cnv")
	}
	if _, err := run("-target", "smt", "-plan", "lazily"); err == nil || !strings.Contains(err.Error(), "there are certificates") {
		t.Errorf("the unknown plan lazily: %v", err)
	}
	if _, err := run("-target", "smt", "-family", "octal"); err == nil || !strings.Contains(err.Error(), "boxbv") {
		t.Errorf("the unknown family octal: %v", err)
	}
	if out, err := run("-target", "cnf", filepath.Join("..", "..", "fuzz", "testdata", "cnf", "0001-stopped-conflict.txt")); err != nil {
		t.Errorf("%v: %s", err, out)
	}
	if _, err := run("-target", "cnf", filepath.Join(dir, "state.json")); err == nil || !strings.Contains(err.Error(), "state.json:1:1") {
		t.Errorf("a file that is not a script: %v", err)
	}
}
