package verify

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/muster-smt/muster/cmd/musterbench/programs"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier/driver"
)

func TestCause(t *testing.T) {
	for _, c := range []struct {
		record
		want string
	}{
		{record{Remark: "unknown (timeout)", Kind: reason.Timeout}, "timeout"},
		{record{Remark: "unknown"}, "no reason"},
		{record{Reason: "a/b.bpl:12:3: assumption is false in main", Kind: reason.UnconfirmedTrace}, "assumption is false"},
		{record{Reason: "b.bpl:1:3: not evaluated: no value of x7: deep down in q", Kind: reason.UnconfirmedTrace},
			"not evaluated: no value of xN"},
		{record{Reason: "block 7 is lost", Kind: reason.Internal}, "internal error: block N is lost"},
		{record{Remark: "no answer: exit status 2: panic"}, "no answer: exit status N"},
	} {
		if got := c.cause(); got != c.want {
			t.Errorf("the cause of %+v is %q, want %q", c.record, got, c.want)
		}
	}
}

func testLines() []line {
	p := func(file, reference string) programs.Program {
		return programs.Program{Path: "/x/" + file, Set: "sdv", Reference: reference}
	}
	r := func(file, engine, verdict, remark string, seconds float64) record {
		return record{File: file, Engine: engine, Verdict: verdict, Remark: remark, Seconds: seconds, CPU: seconds / 2,
			PeakMB: 100, First: 0.5, FirstMB: 40, Instances: 7, Queries: 3,
			Lines: 900, Procs: 20, Globals: 30, Abstracted: 12, Tracked: 4, Rounds: 2, Refine: 0.5, Search: 1.25, Counters: map[string]int64{"conflicts": 11, "theory-lemmas": 5}}
	}
	lost := r("b.bpl", "corral", "unknown", "unknown (trace not confirmed: b.bpl:3:4: assumption is false in q)", 2)
	lost.Kind, lost.Reason = reason.UnconfirmedTrace, "b.bpl:3:4: assumption is false in q"
	late := r("a.bpl", "corral", "unknown", "unknown (timeout)", 60)
	lateBoogie := r("b.bpl", "boogie", "unknown", "unknown (timeout)", 60)
	late.Kind, lateBoogie.Kind = reason.Timeout, reason.Timeout
	wrong := r("c.bpl", "legion", "unsafe", "unsafe (quantified assumptions checked at 4 instances)", 4)
	wrong.Quantified, wrong.Dump, wrong.GCShare = 4, "q/c.bpl.legion.smt2", 0.25
	checked := r("a.bpl", "legion", "safe", "safe", 1)
	checked.Checked = "confirmed"
	return []line{
		newLine(late, 3, p("a.bpl", "safe")),
		newLine(checked, 3, p("a.bpl", "safe")),
		newLine(r("a.bpl", "boogie", "safe", "safe", 4), 3, p("a.bpl", "safe")),
		newLine(lost, 3, p("b.bpl", "unsafe")),
		newLine(r("b.bpl", "legion", "unsafe", "unsafe", 3), 3, p("b.bpl", "unsafe")),
		newLine(lateBoogie, 3, p("b.bpl", "unsafe")),
		newLine(r("c.bpl", "corral", "error", "c.bpl:1:1: bad", 1), 3, p("c.bpl", "safe")),
		newLine(wrong, 3, p("c.bpl", "safe")),
		newLine(r("c.bpl", "boogie", "safe", "safe up to bound", 4), 3, p("c.bpl", "safe")),
	}
}

// References are about the default bound.
func TestDisputed(t *testing.T) {
	for _, c := range []struct {
		record
		bound     int
		reference string
		want      bool
	}{
		{record{Verdict: "safe"}, 1, "unsafe", true},
		{record{Verdict: "safe", Bounded: true}, 2, "unsafe", false},
		{record{Verdict: "safe", Bounded: true}, 3, "unsafe", true},
		{record{Verdict: "unsafe"}, 1, "safe", true},
		{record{Verdict: "unsafe"}, 4, "safe", false},
		{record{Verdict: "unsafe", Past: 4}, 3, "safe", false},
		{record{Verdict: "unknown"}, 3, "safe", false},
	} {
		if l := newLine(c.record, c.bound, programs.Program{Reference: c.reference}); (l.disputed != "") != c.want {
			t.Errorf("%+v: %q", c, l.disputed)
		}
	}
}

const wantSummary = `DISPUTED legion: c.bpl unsafe, reference safe (replayed trace, quantified assumptions checked at 4 instances; query in q/c.bpl.legion.smt2)
corral: 3 files, 0 safe, 0 unsafe, 2 unknown, 1 errors, 0 disputed
  undecided: 2
       1  bad
       1  timeout
  errors found: 1, replayed: 0 (0 in 100)
  trace not confirmed: 1
       1  assumption is false
legion: 3 files, 1 safe, 2 unsafe, 0 unknown, 0 errors, 1 disputed
  decided in 3.00 s (median; CPU 1.50 s), at most 4.00 s; 100 MB (median of all), at most 100 MB
  garbage collection of runs over 1 s of CPU: 25.0% of it (median), at most 25.0%
  errors found: 2, replayed: 2 (100 in 100)
  safe answers checked: 1
       1  confirmed
boogie: 3 files, 2 safe, 0 unsafe, 1 unknown, 0 errors, 0 disputed
  decided in 4.00 s (median; CPU 2.00 s), at most 4.00 s; 100 MB (median of all), at most 100 MB
  undecided: 1
       1  timeout
best of all on sdv: 3 of 3 decided (1 safe, 2 unsafe), 2 errors found
beside boogie: 2 decided by both, 1 by us alone, 0 by it alone; it takes 2.00 times our best time (geometric mean)
`

func TestSummary(t *testing.T) {
	var out bytes.Buffer
	summarize(&out, testLines(), &Options{Peer: "boogie"})
	if d := cmp.Diff(wantSummary, out.String()); d != "" {
		t.Error(d)
	}
}

func TestFirstQuerySummary(t *testing.T) {
	lines := []line{
		{record: record{File: "a.bpl", Verdict: "reached", First: 1, CPU: 0.5, FirstMB: 30}},
		{record: record{File: "b.bpl", Verdict: "reached", First: 4, CPU: 2, FirstMB: 90}},
		{record: record{File: "c.bpl", Verdict: "error", Remark: "c.bpl:1:2: bad"}},
	}
	const want = `first query: reached by 2 of 3 files
  not reached: 1
       1  c.bpl: c.bpl:1:2: bad
  seconds: median 1.00, 90th percentile 4.00, most 4.00; within 3 s: 33 in 100
  CPU seconds of the process: median 0.50, 90th percentile 2.00, most 2.00
  memory: median 30 MB, 90th percentile 90 MB, most 90 MB
`
	var out bytes.Buffer
	summarize(&out, lines, &Options{Single: Single{FirstQuery: true}})
	if d := cmp.Diff(want, out.String()); d != "" {
		t.Error(d)
	}
}

func TestTable(t *testing.T) {
	var out bytes.Buffer
	if err := writeTable(&out, testLines()); err != nil {
		t.Fatal(err)
	}
	const want = `file,set,engine,bound,verdict,reference,disputed,seconds,cpu_seconds,gc_share,peak_mb,first_query_seconds,first_query_mb,instances,queries,repairs,conflicts,decisions,propagations,theory-lemmas,lines,procedures,globals,abstracted,tracked,rounds,refine_seconds,search_seconds,checked,remark
c.bpl,sdv,legion,3,unsafe,safe,"replayed trace, quantified assumptions checked at 4 instances; query in q/c.bpl.legion.smt2",4.00,2.00,0.25,100,0.50,40,7,3,0,11,0,0,5,900,20,30,12,4,2,0.50,1.25,,unsafe (quantified assumptions checked at 4 instances)
a.bpl,sdv,corral,3,unknown,safe,,60.00,30.00,0.00,100,0.50,40,7,3,0,11,0,0,5,900,20,30,12,4,2,0.50,1.25,,unknown (timeout)
a.bpl,sdv,legion,3,safe,safe,,1.00,0.50,0.00,100,0.50,40,7,3,0,11,0,0,5,900,20,30,12,4,2,0.50,1.25,confirmed,safe
`
	got := strings.Join(strings.SplitAfter(out.String(), "\n")[:4], "")
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestEngines(t *testing.T) {
	for _, c := range []struct {
		o    Single
		want []string // nil: an error
	}{
		{Single{Engine: "both"}, []string{"legion", "corral"}},
		{Single{Engine: "auto"}, []string{"auto"}},
		{Single{Engine: "auto", Certify: true}, nil},
		{Single{Engine: "corral", Demand: "never", Abstract: driver.AbstractOn}, []string{"corral"}},
		{Single{Engine: "static"}, []string{"static"}},
		{Single{Engine: "corral", Demand: "x"}, nil},
		{Single{Engine: "x"}, nil},
	} {
		got, err := c.o.engines()
		if (err != nil) != (c.want == nil) || !cmp.Equal(got, c.want) {
			t.Errorf("%s: %v %v", c.o.Engine, got, err)
		}
	}
}

// TestDump checks that the final queries of runs are scripts of one check with
// the status that the verdict rests on.
func TestDump(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ file, engine, verdict, status string }{
		{"lock_ok.bpl", "corral", "safe", "unsat"},
		{"lock_ok.bpl", "legion", "safe", "unsat"},
		{"lock_bug.bpl", "corral", "unsafe", "sat"},
	} {
		rec := record{File: c.file, Engine: c.engine, Counters: map[string]int64{}}
		ctx, stop := context.WithCancel(context.Background())
		err := rec.verify(ctx, stop, &Single{Engine: c.engine, Dump: dir}, filepath.Join("..", "..", "..", "examples", c.file))
		stop()
		if err != nil || rec.Verdict != c.verdict || rec.First <= 0 {
			t.Fatalf("%s: %+v, %v", c.file, rec, err)
		}
		text := string(read(t, rec.Dump))
		if strings.Count(text, "(check-sat)") != 1 || !strings.Contains(text, "(set-info :status "+c.status+")") {
			t.Errorf("%s by %s: not a query with status %s", c.file, c.engine, c.status)
		}
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}
