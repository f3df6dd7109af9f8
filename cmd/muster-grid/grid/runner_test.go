package grid

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-smt/muster/verifier/prog"
)

// TestRequest answers requests. What they name is looked for among their files only, whatever the disk has.
func TestRequest(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret.h")
	if err := os.WriteFile(secret, []byte("#define E 2\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	const main = "#include <assert.h>\nint main(void) { assert(E == 2); return 0; }\n"
	unit := prog.File{Name: "a.c", Text: []byte("#include \"" + secret + "\"\n" + main)}
	plain := prog.File{Name: "p.bpl", Text: []byte("procedure {:entrypoint} main() { assert 1 < 2; }\n")}
	for _, c := range []struct {
		name    string
		r       Request
		verdict string
		why     string // in the problem
	}{
		{"program", Request{Files: prog.Files{plain}, Units: 1}, "safe", ""},
		{"header of the request", Request{Files: prog.Files{unit, {Name: secret, Text: []byte("#define E 3\n")}}, Units: 1},
			"unsafe", ""},
		{"header of the disk", Request{Files: prog.Files{unit}, Units: 1}, "error", "secret.h"},
		{"property file of the disk", Request{Files: prog.Files{unit}, Units: 1, Flags: []string{"--prp=" + secret}}, "error",
			"file does not exist"},
		{"macro", Request{Files: prog.Files{{Name: "a.c", Text: []byte(main)}}, Units: 1, Flags: []string{"-D=E=2"}}, "safe", ""},
		{"argument", Request{Files: prog.Files{plain}, Units: 1, Flags: []string{secret}}, "error", "a job has the argument"},
		{"flag of another command", Request{Files: prog.Files{plain}, Units: 1, Flags: []string{"--run"}}, "error", "unknown flag"},
		{"library", Request{Files: prog.Files{plain}, Units: 1, Flags: []string{"--lib=" + secret}}, "safe", ""}, // not read
		{"no files", Request{}, "error", "0 of 0 files"},
	} {
		c.r.Timeout, c.r.Processors = 20*time.Second, 1
		rep := c.r.answer(t.Context(), nil).Report
		problem := ""
		if rep.Problem != nil {
			problem = rep.Problem.Message
		}
		if rep.Verdict != c.verdict || !strings.Contains(problem, c.why) || c.why == "" && problem != "" {
			t.Errorf("%s: %s, %s", c.name, rep.Verdict, problem)
		}
	}
}

// TestSize: what is larger than a file may be is neither sent nor read.
func TestSize(t *testing.T) {
	c := local(t)
	if err := put(t.Context(), c.programs, Hash(nil), make([]byte, maxBlob+1)); err == nil || !strings.Contains(err.Error(), "64 MiB") {
		t.Error(err)
	}
}

// TestTampered: a result that is not what it says is refused, also by who submitted the job.
func TestTampered(t *testing.T) {
	c := local(t)
	client := NewClient(c, "c", 0)
	for name, r := range map[string]Result{
		"of another job": {Job: "c.1.0.aa", Report: json.RawMessage(`{"verdict":"safe"}`)},
		"no report":      {Job: "c.0.0.aa", Report: json.RawMessage(`7`)},
		"null":           {Job: "c.0.0.aa", Report: json.RawMessage(`null`)},
		"missing report": {Job: "c.0.0.aa", Blob: Hash([]byte("x"))},
	} {
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if x, err := client.received(t.Context(), "c.0.0.aa", text); err == nil {
			t.Errorf("%s: %+v is believed", name, x.Report)
		}
	}
}

// late is a store that answers the second request.
type late struct {
	jetstream.KeyValue
	asked int
}

func (l *late) Get(ctx context.Context, key string) (jetstream.KeyValueEntry, error) {
	if l.asked++; l.asked == 1 {
		return nil, nats.ErrNoResponders
	}
	return l.KeyValue.Get(ctx, key)
}

// TestRestarting: a report and evidence that are in a store are read also if the server is just starting.
func TestRestarting(t *testing.T) {
	c := local(t)
	client := NewClient(c, "c", 0)
	body := []byte(`{"verdict":"safe"}`)
	for _, kv := range []jetstream.KeyValue{c.reports, c.evidence} {
		if err := put(t.Context(), kv, Hash(body), body); err != nil {
			t.Fatal(err)
		}
	}
	client.reports, client.evidence = &late{KeyValue: c.reports}, &late{KeyValue: c.evidence}
	text, err := json.Marshal(Result{Job: "c.0.0.aa", Blob: Hash(body), Evidence: Hash(body)})
	if err != nil {
		t.Fatal(err)
	}
	r, err := client.received(t.Context(), "c.0.0.aa", text)
	if err != nil || r.Report.Verdict != "safe" {
		t.Fatal(r, err)
	}
	if got, err := client.Evidence(t.Context(), r.Result); err != nil || string(got) != string(body) {
		t.Errorf("%s, %v", got, err)
	}
}
