package satscript_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/fuzz/gen"
	"github.com/muster-smt/muster/fuzz/satscript"
	"github.com/muster-smt/muster/sat"
)

// TestRecordings replays the recordings of testdata/recordings: what sat.Solver.Record wrote in a program where
// something went wrong, with the right answers in place of wrong ones. The replay is recorded, and that recording is
// the same text. Together they have each call that Record writes.
func TestRecordings(t *testing.T) {
	files, err := filepath.Glob("testdata/recordings/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no recordings", err)
	}
	recorded := map[satscript.Kind]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		s, err := satscript.Parse(text, file)
		var again strings.Builder
		if err == nil {
			_, err = s.Run(satscript.Config{Record: &again})
		}
		if err != nil {
			t.Errorf("%s: %v", file, err)
		}
		if d := cmp.Diff(string(text), again.String()); d != "" {
			t.Errorf("%s: the replay is recorded with a difference:\n%s", file, d)
		}
		for _, o := range s {
			recorded[o.Kind] = true
		}
	}
	never := []satscript.Kind{satscript.Peer, satscript.Fixed, satscript.Cancel, satscript.Poll, satscript.Clone, satscript.Swap}
	for k := satscript.Seed; k <= satscript.Answer; k++ {
		if recorded[k] == slices.Contains(never, k) {
			t.Errorf("%q is in a recording: %v", satscript.Op{Kind: k}, recorded[k])
		}
	}
}

// record returns the recording of a script's run, and its counters; false if it stops or copies the solver.
func record(t *testing.T, seed uint64) (text string, st sat.Stats, ok bool) {
	t.Helper()
	s := gen.SAT(rand.New(rand.NewPCG(seed, 0)))
	if slices.ContainsFunc(s, func(o satscript.Op) bool {
		return o.Kind >= satscript.Cancel && o.Kind <= satscript.Swap
	}) {
		return "", st, false
	}
	var w strings.Builder
	st, err := s.Run(satscript.Config{Record: &w})
	if err != nil {
		t.Fatal(err)
	}
	return w.String(), st, true
}

// A recording that is run again has the same answers and even the same counters.
func TestRecordingsReplay(t *testing.T) {
	for seed := range extent.Of[uint64](300, 20_000) {
		text, want, ok := record(t, seed)
		if !ok {
			continue
		}
		s, err := satscript.Parse([]byte(text), "recording")
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Run(satscript.Config{})
		if d := cmp.Diff(want, got); err != nil || d != "" {
			t.Fatalf("seed %d: %v\n%s\n%s", seed, err, d, text)
		}
	}
}

// Each answer that is spoilt is noticed.
func TestReplayFindsChanges(t *testing.T) {
	spoilt := 0
	other := map[string]string{"answer 10": "answer 20", "answer 20": "answer 10"}
	for seed := range uint64(200) {
		text, _, _ := record(t, seed)
		lines := strings.Split(text, "\n")
		for i, line := range lines {
			if other[line] == "" {
				continue
			}
			spoilt++
			bad := slices.Clone(lines)
			bad[i] = other[line]
			s, err := satscript.Parse([]byte(strings.Join(bad, "\n")), "recording")
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s.Run(satscript.Config{}); err == nil || !strings.Contains(err.Error(), "the recorded one") {
				t.Errorf("seed %d: the answer in line %d is %s: %v", seed, i+1, bad[i], err)
			}
		}
	}
	if spoilt < 50 {
		t.Errorf("%d answers are too few", spoilt)
	}
}
