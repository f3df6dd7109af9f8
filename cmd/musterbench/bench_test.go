package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/term"
)

func TestBoogieVerdict(t *testing.T) {
	const head = "Boogie program verifier version 2.4.1.10503, Copyright (c) 2003-2014, Microsoft.\n" +
		"Prover error: line 18 column 28: unknown parameter 'model_compress'\nLegal parameters are:\n  trace (bool) (default: false)\n\n"
	const finished = "\nBoogie program verifier finished with "
	for _, c := range []struct{ name, output, verdict, remark string }{
		{"safe", head + finished + "1 verified, 0 errors\n", "safe", "safe"},
		{"bound", head + "Stratified Inlining: Reached recursion bound of 3\n" + finished + "1 verified, 0 errors\n", "safe", "safe up to bound"},
		{"unsafe", head + "(0,0): Error BP5001: This assertion might not hold.\nExecution trace:\n" + finished + "0 verified, 1 error\n",
			"unsafe", "unsafe (BP5001)"},
		{"time out", head + finished + "0 verified, 0 errors, 1 time out\n", "unknown", "unknown (1 time out)"},
		{"inconclusive", head + finished + "0 verified, 0 errors, 1 inconclusive\n", "unknown", "unknown (1 inconclusive)"},
		{"no entry point", finished + "0 verified, 0 errors\n", "error",
			"no entry point looked at: Boogie program verifier finished with 0 verified, 0 errors"},
		{"does not parse", "f.bpl(1,1): error: EOF expected\n1 parse errors detected in f.bpl\n", "error",
			"no verdict: 1 parse errors detected in f.bpl"},
		{"nothing", "", "error", "no verdict: "},
	} {
		verdict, remark := boogieVerdict(c.output)
		if verdict != c.verdict || remark != c.remark {
			t.Errorf("%s: %s, %q; want %s, %q", c.name, verdict, remark, c.verdict, c.remark)
		}
	}
}

func TestCause(t *testing.T) {
	for _, c := range []struct{ remark, want string }{
		{"unknown (timeout)", "timeout"},
		{"unknown", "no reason"},
		{"unknown (trace not confirmed: a/b.bpl:12:3: assumption is false in main)", "trace not confirmed: assumption is false"},
		{"unknown (trace not confirmed: b.bpl:1:3: not evaluated: no value of x7: deep down in q)",
			"trace not confirmed: not evaluated: no value of xN"},
		{"no answer: exit status 2: panic", "no answer: exit status N"},
	} {
		if got := cause(c.remark); got != c.want {
			t.Errorf("cause(%q) is %q, want %q", c.remark, got, c.want)
		}
	}
}

func TestQuantile(t *testing.T) {
	values := []float64{5, 1, 4, 2, 3}
	for _, c := range []struct{ q, want float64 }{{0, 1}, {0.5, 3}, {0.8, 4}, {0.9, 5}, {1, 5}} {
		if got := quantile(values, c.q); got != c.want {
			t.Errorf("quantile %v is %v, want %v", c.q, got, c.want)
		}
	}
}

func testLines() []line {
	p := func(file, reference string) program { return program{"/x/" + file, "sdv", reference} }
	r := func(file, engine, verdict, remark string, seconds float64) record {
		return record{File: file, Engine: engine, Verdict: verdict, Remark: remark, Seconds: seconds, CPU: seconds / 2,
			PeakMB: 100, First: 0.5, FirstMB: 40, Instances: 7, Queries: 3, Counters: map[string]int64{"conflicts": 11, "theory-lemmas": 5}}
	}
	fail := "unknown (trace not confirmed: b.bpl:3:4: assumption is false in q)"
	wrong := r("c.bpl", "legion", "unsafe", "unsafe (quantified assumptions checked at 4 instances)", 4)
	wrong.Quantified, wrong.Dump, wrong.GCShare = 4, "q/c.bpl.legion.smt2", 0.25
	checked := r("a.bpl", "legion", "safe", "safe", 1)
	checked.Checked = "confirmed"
	return []line{
		newLine(r("a.bpl", "corral", "unknown", "unknown (timeout)", 60), p("a.bpl", "safe")),
		newLine(checked, p("a.bpl", "safe")),
		newLine(r("a.bpl", "boogie", "safe", "safe", 4), p("a.bpl", "safe")),
		newLine(r("b.bpl", "corral", "unknown", fail, 2), p("b.bpl", "unsafe")),
		newLine(r("b.bpl", "legion", "unsafe", "unsafe", 3), p("b.bpl", "unsafe")),
		newLine(r("b.bpl", "boogie", "unknown", "unknown (timeout)", 60), p("b.bpl", "unsafe")),
		newLine(r("c.bpl", "corral", "error", "c.bpl:1:1: bad", 1), p("c.bpl", "safe")),
		newLine(wrong, p("c.bpl", "safe")),
		newLine(r("c.bpl", "boogie", "safe", "safe up to bound", 4), p("c.bpl", "safe")),
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
	summarize(&out, testLines(), options{peer: "boogie"})
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
	summarize(&out, lines, options{firstQuery: true})
	if d := cmp.Diff(want, out.String()); d != "" {
		t.Error(d)
	}
}

func TestTable(t *testing.T) {
	var out bytes.Buffer
	if err := writeTable(&out, testLines()); err != nil {
		t.Fatal(err)
	}
	const want = `file,set,engine,verdict,reference,disputed,seconds,cpu_seconds,gc_share,peak_mb,first_query_seconds,first_query_mb,instances,queries,repairs,conflicts,decisions,propagations,theory-lemmas,checked,remark
c.bpl,sdv,legion,unsafe,safe,"replayed trace, quantified assumptions checked at 4 instances; query in q/c.bpl.legion.smt2",4.00,2.00,0.25,100,0.50,40,7,3,0,11,0,0,5,,unsafe (quantified assumptions checked at 4 instances)
a.bpl,sdv,corral,unknown,safe,,60.00,30.00,0.00,100,0.50,40,7,3,0,11,0,0,5,,unknown (timeout)
a.bpl,sdv,legion,safe,safe,,1.00,0.50,0.00,100,0.50,40,7,3,0,11,0,0,5,confirmed,safe
`
	got := strings.Join(strings.SplitAfter(out.String(), "\n")[:4], "")
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestEngines(t *testing.T) {
	for _, c := range []struct {
		o     options
		want  []string
		until bool
	}{
		{options{engine: "both"}, []string{"corral", "legion"}, false},
		{options{engine: "either"}, []string{"legion", "corral"}, true},
		{options{engine: "legion"}, []string{"legion"}, false},
	} {
		got, until, err := c.o.engines()
		if err != nil || until != c.until || !cmp.Equal(got, c.want) {
			t.Errorf("%s: %v %v %v", c.o.engine, got, until, err)
		}
	}
	if _, _, err := (&options{engine: "x"}).engines(); err == nil {
		t.Error("no complaint about an engine that there is not")
	}
}

// TestCorpus makes a corpus twice from the examples: the same files, which can
// be read, with the manifest's numbers of checks.
func TestCorpus(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "examples", "*.bpl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	dirs := []string{t.TempDir(), t.TempDir()}
	for _, dir := range dirs {
		cmd := command()
		cmd.SetArgs(append([]string{"corpus", "--out", dir, "--count", "12", "--checks", "20"}, files...))
		cmd.SetOut(io.Discard)
		cmd.SetErr(io.Discard)
		if err := cmd.ExecuteContext(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	manifest := read(t, filepath.Join(dirs[0], "manifest.csv"))
	rows, err := csv.NewReader(bytes.NewReader(manifest)).ReadAll()
	if err != nil || len(rows) != 13 {
		t.Fatalf("manifest: %d rows, %v", len(rows), err)
	}
	if d := cmp.Diff(string(manifest), string(read(t, filepath.Join(dirs[1], "manifest.csv")))); d != "" {
		t.Error("the same seed gives another manifest:", d)
	}
	for _, row := range rows[1:] {
		text := read(t, filepath.Join(dirs[0], row[0]))
		if !bytes.Equal(text, read(t, filepath.Join(dirs[1], row[0]))) {
			t.Errorf("%s: the same seed gives another session", row[0])
		}
		cmds, err := smtlib.ReadScript(row[0], bytes.NewReader(text), term.NewStore())
		if err != nil {
			t.Fatal(err)
		}
		checks := 0
		for _, c := range cmds {
			if c.Kind == smtlib.CheckSatAssuming {
				checks++
			}
		}
		if checks != len(row[10]) {
			t.Errorf("%s: %d checks, %q in the manifest", row[0], checks, row[10])
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
		err := verify(ctx, stop, options{engine: c.engine, dump: dir}, filepath.Join("..", "..", "examples", c.file), &rec)
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
