package fuzz

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/gen"
	"github.com/muster-smt/muster/fuzz/oracle"
	"github.com/muster-smt/muster/sat"
)

// TestPlanted: systems with the wrong answer planted are found; most systems are decided.
func TestPlanted(t *testing.T) {
	planted, found := 0, 0
	for n := range uint64(100) {
		target := hornTarget()
		c := target.Make(source(&target, n)).(*hornCase)
		text := string(c.text)
		switch {
		case strings.Contains(text, gen.HornSat):
			text = strings.Replace(text, gen.HornSat, gen.HornUnsat+"0", 1)
		case strings.Contains(text, gen.HornUnsat):
			text = strings.Replace(text, gen.HornUnsat, gen.HornSat+"\n; ", 1)
		default:
			continue
		}
		planted++
		text = text[strings.Index(text, "\n")+1:] // by all configurations
		err := (&hornCase{text: []byte(text)}).Run(nil)
		if err != nil && !strings.Contains(err.Error(), "but the answer is") {
			t.Errorf("seed %d: %v", n, err)
		}
		if err != nil {
			found++
		}
	}
	if planted < 30 || found < planted*9/10 {
		t.Errorf("%d found of %d wrong answers", found, planted)
	}
}

// TestPlantedLines: a derivation needs all assertions that it uses, a solution none.
func TestPlantedLines(t *testing.T) {
	seen := map[sat.Status]int{}
	for n := range uint64(40) {
		target := hornTarget()
		c := target.Make(source(&target, n)).(*hornCase)
		want, err := c.want()
		if err != nil || !bytes.Contains(c.text, []byte("; ha")) && !bytes.Contains(c.text, []byte("; de")) {
			continue
		}
		seen[want]++
		lines := slices.Collect(bytes.Lines(c.text))
		for k, l := range lines {
			if !bytes.HasPrefix(l, []byte("(assert")) {
				continue
			}
			less := &hornCase{text: bytes.Join(slices.Delete(slices.Clone(lines), k, k+1), nil)}
			expected := want
			if bytes.Contains(l, []byte(gen.HornUsed)) {
				expected = sat.Unknown
			}
			if got, err := less.want(); err != nil || got != expected {
				t.Errorf("seed %d without line %d: %v, %v, want %v", n, k+1, got, err, expected)
			}
		}
	}
	if seen[sat.Sat] == 0 || seen[sat.Unsat] == 0 {
		t.Errorf("planted: %v", seen)
	}
}

// TestPeer: where another solver is wrong, that is told apart by evidence of ours.
func TestPeer(t *testing.T) {
	dir := t.TempDir()
	const answers = "#!/bin/sh\nwhile read line; do case \"$line\" in *end*) echo unsat; echo end;; esac; done\n"
	if err := os.WriteFile(filepath.Join(dir, hornPeer), []byte(answers), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir)
	p := &peers{list: oracle.Peers()}
	if len(p.list) != 1 {
		t.Skip("scripts cannot be run")
	}
	defer p.list[0].Stop()
	for _, c := range []struct {
		text         string
		fails, peers bool
	}{
		{"; by spacer z3\n; has a solution\n", true, true},
		{"; by z3\n; has a solution\n", true, false},
		{"; by spacer\n; has a solution\n", false, false},
		{"; by spacer z3\n; derives false from 0\n(assert (not p0))\n", false, false},
	} {
		text := "(set-logic HORN)\n(declare-fun p0 () Bool)\n(assert p0)\n" + c.text
		err := (&hornCase{[]byte(text), p}).Run(nil)
		if (err != nil) != c.fails || errors.Is(err, errPeer) != c.peers {
			t.Errorf("%v of\n%s", err, text)
		}
	}
}
