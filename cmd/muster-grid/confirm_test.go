package main

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/muster-smt/muster/cmd/muster-grid/campaign"
	"github.com/muster-smt/muster/cmd/muster-grid/grid"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/report"
)

// right is a program that is safe, with a proof, since executing it takes too long.
var right = prog.Files{{Name: "a.bpl", Text: []byte(`procedure {:entrypoint} main() {
  var x: int; var y: int;
  havoc x; y := 0;
  while (x > 0) { x := x - 1; y := y + 1; }
  assert y >= 0;
}
`)}}

// evidence is what backs the answer of a worker about a program.
func evidence(t *testing.T, files prog.Files, flags ...string) []byte {
	t.Helper()
	c, err := child()
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	reply, _, err := c.Run(t.Context(), &grid.Request{Files: files, Units: 1, Flags: flags, Timeout: 20 * time.Second,
		Processors: 2, Version: version(), Back: true}, nil)
	if err != nil || reply.Evidence == nil {
		t.Fatalf("no evidence: %+v, %v", reply.Report, err)
	}
	return reply.Evidence
}

// forged returns the evidence of an answer with changes of what it says. Entries have the names of driver's.
func forged(t *testing.T, evidence []byte, change func(entry map[string]any)) []byte {
	t.Helper()
	var all map[string][]byte
	if err := json.Unmarshal(evidence, &all); err != nil || len(all) != 1 {
		t.Fatalf("%d entries, %v", len(all), err)
	}
	for key, text := range all {
		entry := map[string]any{}
		if err := json.Unmarshal(text, &entry); err != nil {
			t.Fatal(err)
		}
		change(entry)
		var err error
		if all[key], err = json.Marshal(entry); err != nil {
			t.Fatal(err)
		}
	}
	out, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// entryOf is the only entry of evidence.
func entryOf(t *testing.T, evidence []byte) (out map[string]any) {
	forged(t, evidence, func(entry map[string]any) { out = maps.Clone(entry) })
	return out
}

// TestConfirm: an answer is confirmed by its evidence. Whatever else evidence is, it makes no wrong answer, and the task
// is searched. What is reported was found here.
func TestConfirm(t *testing.T) {
	bounded := []string{"--engine=legion", "--unbounded=0", "--no-facts"}
	safe, unsafe, bound := evidence(t, right), evidence(t, wrong), evidence(t, right, bounded...)
	posing := func(as, from []byte) []byte { // an entry of another program
		other := entryOf(t, from)
		return forged(t, as, func(e map[string]any) {
			key := e["Key"]
			clear(e)
			maps.Copy(e, other)
			e["Key"] = key
		})
	}
	says := func(verdict int) func(map[string]any) {
		return func(e map[string]any) { e["Verdict"] = verdict }
	}
	spoilt := func(text []byte, at int) []byte {
		text = bytes.Clone(text)
		text[at] ^= 1
		return text
	}
	cut := func(e map[string]any) {
		for _, name := range []string{"Proof", "Execution"} {
			if text, ok := e[name].(string); ok {
				e[name] = text[:len(text)/8*4]
			}
		}
	}
	verdict := func(evidence []byte) int { return int(entryOf(t, evidence)["Verdict"].(float64)) }
	for _, c := range []struct {
		name     string
		files    prog.Files
		said     string
		evidence []byte
		want     string
		by       campaign.Confirmation
		flags    []string
	}{
		{"safe", right, "safe", safe, "safe", campaign.ByEvidence, nil},
		{"unsafe", wrong, "unsafe", unsafe, "unsafe", campaign.ByEvidence, nil},
		{"safe, without evidence", right, "safe", nil, "safe", campaign.BySearch, nil},
		{"unsafe, without evidence", wrong, "unsafe", nil, "unsafe", campaign.BySearch, nil},
		{"unsafe, said to be safe", wrong, "safe", nil, "unsafe", campaign.BySearch, nil},
		{"safe, said to be unsafe", right, "unsafe", nil, "unknown", "", nil},
		{"proof of another program", wrong, "safe", posing(unsafe, safe), "unsafe", campaign.BySearch, nil},
		{"execution of another program", right, "unsafe", posing(safe, unsafe), "unknown", "", nil},
		{"evidence of another program", wrong, "safe", safe, "unsafe", campaign.BySearch, nil},
		{"no proof", wrong, "safe", forged(t, unsafe, says(verdict(safe))), "unsafe", campaign.BySearch, nil},
		{"no execution", right, "unsafe", forged(t, safe, says(verdict(unsafe))), "unknown", "", nil},
		{"no verdict", right, "safe", forged(t, safe, says(77)), "safe", campaign.BySearch, nil},
		{"torn", right, "safe", safe[:len(safe)/2], "safe", campaign.BySearch, nil},
		{"spoilt key", right, "safe", spoilt(safe, 3), "safe", campaign.BySearch, nil},
		{"torn proof", right, "safe", forged(t, safe, cut), "safe", campaign.BySearch, nil},
		{"torn execution", wrong, "unsafe", forged(t, unsafe, cut), "unsafe", campaign.BySearch, nil},
		{"nothing", wrong, "unsafe", []byte("null"), "unsafe", campaign.BySearch, nil},
		{"lie with the truth as evidence", wrong, "safe", unsafe, "unsafe", campaign.ByEvidence, nil},
		{"bound", right, "safe up to bound", bound, "safe up to bound", campaign.ByEvidence, bounded},
		{"smaller bound", right, "safe up to bound", forged(t, bound, func(e map[string]any) { e["Bound"] = 1 }),
			"safe up to bound", campaign.BySearch, bounded},
		{"all bounds", right, "safe up to bound", forged(t, bound, says(verdict(safe))), "safe up to bound", campaign.BySearch, bounded},
	} {
		log := &bytes.Buffer{}
		var o clientFlags
		o.join.url = "nats://127.0.0.1:1"
		confirm, err := o.confirm(slog.New(slog.NewTextHandler(log, nil)))
		if err != nil {
			t.Fatal(err)
		}
		got, by := confirm(t.Context(), &campaign.Doubt{
			Received: &grid.Received{Result: &grid.Result{Worker: "w"}, Report: &report.Report{Verdict: c.said, Engine: "invented"}},
			Job:      &grid.Job{Name: c.files[0].Name, Units: 1, Flags: c.flags, Timeout: 10 * time.Second},
			Files:    c.files, Evidence: c.evidence,
		})
		if got.Verdict != c.want || by != c.by || got.Engine == "invented" {
			t.Errorf("%s: %s (%s) by %q of %s, want %s by %q", c.name, got.Verdict, got.Reason, by, got.Engine, c.want, c.by)
		}
		if anew := strings.Contains(log.String(), "searched for anew"); anew != (c.evidence != nil && c.by != campaign.ByEvidence) {
			t.Errorf("%s: the log says that it is searched for anew: %v\n%s", c.name, anew, log)
		}
	}
}

// TestEvidence: all answers of workers that a client doubts are confirmed by what the workers have kept, and so are those
// that the grid has kept of an earlier campaign, also of programs whose text was another one.
func TestEvidence(t *testing.T) {
	url := start(t, "listening on ", "serve", "--dir", t.TempDir(), "--listen", "127.0.0.1:0", "--page", "")
	start(t, "tasks at a time", "work", "--join", url, "-j", "1")
	dir := drivers(t)
	for _, c := range []struct {
		flag string
		edit string // that is appended to two programs
		kept bool
	}{{"--check", "", false}, {"--check", "", true}, {"--check", "// more\n", true}, {"--anew", "", false}} {
		for _, name := range []string{"a.bpl", "b.bpl"} {
			name = filepath.Join(dir, name)
			text, err := os.ReadFile(name)
			if err == nil {
				err = os.WriteFile(name, append(text, c.edit...), 0o666)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		name := filepath.Join(t.TempDir(), "x.jsonl")
		out, code := output(t, "run", c.flag, "--check", "--timeout", "20", "--join", url, "--jsonl", name, dir)
		text, err := os.ReadFile(name)
		if err != nil || code != 10 {
			t.Fatalf("exit code %d, %v\n%s", code, err, out)
		}
		var seen []string
		for l := range strings.Lines(string(text)) {
			var x campaign.Line
			if err := json.Unmarshal([]byte(l), &x); err != nil {
				t.Fatal(err)
			}
			decided := x.Verdict == "safe" || x.Verdict == "unsafe"
			if decided != (x.Confirmed == campaign.ByEvidence) || (decided && c.kept) != x.Kept {
				t.Errorf("%s, kept %v: %s is %s, confirmed by %q, kept: %v", c.flag, c.kept, x.File, x.Verdict, x.Confirmed, x.Kept)
			}
			seen = append(seen, x.Verdict)
		}
		if !slices.Contains(seen, "safe") || !slices.Contains(seen, "unsafe") {
			t.Errorf("only %v", seen)
		}
	}
}
