package driver

import (
	"encoding/json"
	"maps"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/prog"
)

// onlyEntry returns the answer to the only question of a store.
func (t *table) onlyEntry(tt *testing.T) (e entry) {
	all := slices.Collect(maps.Values(t.entries))
	if len(all) != 1 {
		tt.Fatalf("%d answers are kept", len(all))
	}
	if err := json.Unmarshal(all[0], &e); err != nil {
		tt.Fatal(err)
	}
	return e
}

// plant has a store answer its only question by an entry.
func (t *table) plant(tt *testing.T, e entry) {
	for key := range t.entries {
		e.Key = key.String()
		t.entries[key] = marshal(tt, e)
	}
}

// TestPlantedAnswers: right answers to smaller questions do not hide a failing execution, checked or not.
func TestPlantedAnswers(t *testing.T) {
	const deep = `procedure main(n: int) { var i: int; i := 0; while (i < n) { i := i + 1; assert i < 4; } }`
	ask := func(opt Options) request {
		opt.Front, opt.Timeout, opt.Unbounded = boogie.Front{}, time.Minute, -1
		opt.Engine = "corral"
		return request{file: "deep.bpl", src: []byte(deep), opt: opt}
	}
	at := prog.Assertion{}
	for _, bound := range []int{5, 0} {
		q := ask(Options{Question: Question{Bound: bound, AllBounds: bound == 0}})
		store := newTable()
		first := q.answer(t, store, false)
		if first.Result.Verdict() != verifier.Unsafe {
			t.Fatal(first)
		}
		at = first.Result.Trace().Assertion
		for _, c := range []struct {
			name string
			opt  Options
		}{
			{"a smaller bound", Options{Question: Question{Bound: 1}}},
			{"no assertion", Options{Question: Question{Bound: max(bound, 1), Passed: []prog.Assertion{at}}}},
		} {
			other := newTable()
			if rep := ask(c.opt).answer(t, other, false); !isSafe(rep.Result) {
				t.Fatal(c.name, rep)
			}
			e := other.onlyEntry(t)
			e.Limits, e.Text, e.Passed = store.limitsOf(q), "", c.opt.Passed
			if e.Verdict == verifier.SafeUpToBound {
				e.Text = textOf(q)
			}
			for _, check := range []bool{true, false} {
				store.plant(t, e)
				got := q.answer(t, store, check)
				if got.Result.Verdict() != verifier.Unsafe || got.Kept || got.Refused == nil {
					t.Errorf("bound %d, check %v: the answer about %s hides a failing execution: %v, %v", bound, check, c.name,
						got, got.Refused)
				}
			}
		}
	}
}

func textOf(q request) string {
	r := &run{rep: &Report{Files: prog.Files{{Name: q.file, Text: q.src}}}}
	return r.text()
}

func (t *table) limitsOf(q request) string {
	r := &run{request: q}
	r.timeout, r.kept = q.opt.Timeout, &keeping{Answers: &Answers{}}
	return r.limits()
}

// TestPlantedAxioms: an execution that was kept is none where axioms that were left out contradict each other, checked
// or not.
func TestPlantedAxioms(t *testing.T) {
	const text = `function f(x: int): int; axiom f(1) == 2; axiom f(1) == 3; procedure main() { assert false; }`
	store := newTable()
	opt := Options{Question: Question{Front: boogie.Front{}}, Engines: Engines{Engine: "corral"}}
	opt.Answers, opt.Unbounded = &Answers{Store: store, Build: "test"}, -1
	q, err := newRequest(reach, "axioms.bpl", []byte(text), opt)
	if err != nil {
		t.Fatal(err)
	}
	q.kept = q.keeps()
	r := newRun(t.Context(), q, time.Now())
	if err := r.prepareFrom(); err != nil {
		t.Fatal(err)
	}
	r.kept.key = r.keyOf()
	holds := sat.Sat // says who keeps it
	r.axioms = &holds
	if _, err := r.engage(); err != nil {
		t.Fatal(err)
	}
	r.keep(r)
	if e := store.onlyEntry(t); e.Verdict != verifier.Unsafe || e.Execution == nil {
		t.Fatal(e)
	}
	for _, check := range []bool{true, false} {
		if got := q.answer(t, store, check); got.Result.Verdict() != verifier.Unknown || got.Refused == nil {
			t.Errorf("check %v: %v, %v", check, got, got.Refused)
		}
	}
}

// TestLimitsKept: an answer up to a bound is given again within the same limits only.
func TestLimitsKept(t *testing.T) {
	const text = `procedure main(n: int) { var i: int; i := 0; while (i < n) { i := i + 1; } assert i != 7; }`
	store := newTable()
	ask := func(change func(*Options, *Answers)) *Report {
		t.Helper()
		opt := Options{Question: Question{Front: boogie.Front{}, Bound: 2}, Engines: Engines{Engine: "corral"}}
		opt.Answers, opt.Timeout, opt.Unbounded = &Answers{Store: store, Build: "test"}, time.Minute, -1
		change(&opt, opt.Answers)
		rep, err := Verify(t.Context(), "seven.bpl", []byte(text), opt)
		if err != nil || rep.Result.Verdict() != verifier.SafeUpToBound {
			t.Fatal(rep, err)
		}
		return rep
	}
	ask(func(*Options, *Answers) {})
	for i, c := range []struct {
		change func(*Options, *Answers)
		kept   bool
	}{
		{func(*Options, *Answers) {}, true},
		{func(o *Options, _ *Answers) { o.Processors = runtime.GOMAXPROCS(0) }, true},
		{func(o *Options, _ *Answers) { o.Processors = runtime.GOMAXPROCS(0) + 1 }, false},
		{func(_ *Options, a *Answers) { a.Memory = 1 << 30 }, false},
		{func(o *Options, _ *Answers) { o.Timeout = time.Hour }, false},
		{func(o *Options, _ *Answers) { o.DivideAfter = 1000 }, false},
	} {
		if rep := ask(c.change); rep.Kept != c.kept {
			t.Errorf("%d: given again: %v", i, rep.Kept)
		}
		ask(func(*Options, *Answers) {}) // takes its place
	}
}

// TestAllKept: each answer to the question for all assertions that fail is given again, also the last one, which is up
// to a bound and has what is left of the time.
func TestAllKept(t *testing.T) {
	const text = `procedure main(n: int) { var i: int; assert n != -2; i := 0; while (i < n) { i := i + 1; } assert i != 9; }`
	opt := Options{Question: Question{Front: boogie.Front{}, Bound: 3}, Engines: Engines{Engine: "corral"}}
	opt.Answers, opt.Timeout, opt.Unbounded = &Answers{Store: newTable(), Build: "test"}, time.Minute, -1
	for _, kept := range []bool{false, true} {
		found, last, err := All(t.Context(), "all.bpl", []byte(text), opt)
		if err != nil || len(found) != 1 || last.Result.Verdict() != verifier.SafeUpToBound {
			t.Fatal(found, last, err)
		}
		if found[0].Kept != kept || last.Kept != kept {
			t.Errorf("given again: %v and %v, not %v", found[0].Kept, last.Kept, kept)
		}
	}
}

// TestKeptBelow: an answer for a smaller bound than is asked about, which a limit has ended, is not kept.
func TestKeptBelow(t *testing.T) {
	for _, c := range []struct {
		opt   Options
		bound int
		want  bool
	}{
		{Options{}, verifier.DefaultBound, true},
		{Options{}, verifier.DefaultBound - 1, false},
		{Options{Question: Question{Bound: 5}}, 5, true},
		{Options{Question: Question{Bound: 5}}, 4, false},
		{Options{Question: Question{AllBounds: true}}, 100, false},
	} {
		if got := c.opt.answers(c.bound); got != c.want {
			t.Errorf("%+v: an answer up to %d answers it: %v", c.opt.Question, c.bound, got)
		}
	}
}
