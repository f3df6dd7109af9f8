package driver

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/c"
	"github.com/muster-smt/muster/verifier/cache"
	"github.com/muster-smt/muster/verifier/front"
)

// table is a store in memory. What leads from texts to answers is apart from these.
type table struct {
	mu             sync.Mutex
	entries, early map[cache.Key][]byte
	puts           int // of answers
}

func (t *table) Get(k cache.Key) ([]byte, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if e, ok := t.early[k]; ok {
		return e, nil
	}
	return t.entries[k], nil
}

func (t *table) Put(k cache.Key, data []byte) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if e := (earlyEntry{}); decodeEntry(data, &e) == nil {
		t.early[k] = data
	} else {
		t.entries[k], t.puts = data, t.puts+1
	}
	return nil
}

func newTable() *table { return &table{entries: map[cache.Key][]byte{}, early: map[cache.Key][]byte{}} }

// keptPrograms are programs with all kinds of evidence, with the options for that.
func keptPrograms(t *testing.T) (out []request) {
	add := func(f front.Front, name, text string, opt Options) {
		opt.Front, opt.Timeout, opt.Unbounded = f, 20*time.Second, time.Second/2
		out = append(out, request{file: name, src: []byte(text), opt: opt})
	}
	files, err := filepath.Glob("../../examples/*.bpl")
	if err != nil {
		t.Fatal(err)
	}
	cs, err := filepath.Glob("../../examples/c/*.c")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Concat(files, cs) {
		if strings.HasSuffix(name, "cubes.bpl") {
			continue // it takes long
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, ".c") {
			add(c.Front{}, name, string(text), Options{})
		} else {
			add(boogie.Front{}, name, string(text), Options{})
		}
	}
	for _, engine := range Choices() {
		if strings.HasPrefix(engine, "alt") || engine == "execute" {
			continue
		}
		add(boogie.Front{}, "counting.bpl", counting, Options{Engines: Engines{Engine: engine}})
		add(boogie.Front{}, "failing.bpl", failing, Options{Engines: Engines{Engine: engine}})
	}
	add(boogie.Front{}, "noisy.bpl", counting, Options{Engines: Engines{Engine: "corral", Abstract: AbstractOn}})
	add(boogie.Front{}, "failing.bpl", failing, Options{Engines: Engines{Engine: "corral", Abstract: AbstractOn}})
	return out
}

// saying is all that an answer says, but for times and counters.
func saying(rep *Report) string {
	s := fmt.Sprintf("%v check %v bound %d engine %s entry %s asserts %d unseen %v calls %+v\n", rep, rep.Check,
		rep.Bound, rep.Engine, rep.Entry, rep.Asserts, rep.Unseen, rep.Calls)
	for _, x := range rep.Cut {
		s += fmt.Sprintf("cut %v %s %v\n", x.At, x.Proc, x.Never)
	}
	if t := rep.Result.Trace(); t != nil {
		s += fmt.Sprintf("%v %v %v %v\n", t.Assertion, t.Failed, t.Clause, t.Recorded)
		for _, x := range t.Steps {
			x.Source = nil
			s += fmt.Sprintf("%v\n", x)
		}
	}
	return s
}

// answer asks with a store, and says what the answer is.
func (q request) answer(t *testing.T, store cache.Store, check bool) *Report {
	t.Helper()
	q.opt.Answers, q.opt.Check = &Answers{Store: store, Build: "test", ByText: true}, check
	rep, err := Verify(t.Context(), q.file, q.src, q.opt)
	if err != nil {
		t.Fatalf("%s: %v", q.file, err)
	}
	return rep
}

// TestKept: an answer that was kept says what it said first, and stands up to a check, by other runs with stores of
// terms of their own.
func TestKept(t *testing.T) {
	kinds := map[string]bool{}
	for _, q := range keptPrograms(t) {
		store := newTable()
		first := q.answer(t, store, false)
		if first.Kept || first.Result.Verdict() == verifier.Unknown {
			t.Errorf("%s, %s: %v, kept: %v", q.file, q.opt.Engine, first, first.Kept)
			continue
		}
		if store.puts != 1 {
			t.Errorf("%s, %s: %d answers are kept", q.file, q.opt.Engine, store.puts)
			continue
		}
		for i, check := range []bool{false, false, true, false} {
			again := q.answer(t, store, check)
			if !again.Kept || again.Refused != nil || store.puts != 1 {
				t.Errorf("%s, %s, check %v: not given again: %v", q.file, q.opt.Engine, check, again.Refused)
			}
			if got, want := saying(again), saying(first); got != want {
				t.Errorf("%s, %s, check %v:\n%s\nnot\n%s", q.file, q.opt.Engine, check, got, want)
			}
			if early := again.Loaded == nil; early != (isSafe(first.Result) && !check && i != 1) {
				t.Errorf("%s, %s, check %v: found by the text: %v", q.file, q.opt.Engine, check, early)
			}
			if i == 0 {
				clear(store.early) // the program leads there, too, and says so again
			}
		}
		e := entry{}
		if err := json.Unmarshal(first.Evidence, &e); err != nil {
			t.Fatal(err)
		}
		for name, has := range map[string]bool{"proof": e.Proof != nil, "runs": e.Runs != nil, "bound": e.Bound > 0,
			"abstraction": e.Abstracted, "course": e.Flat, "script": e.Execution != nil && !e.Flat} {
			kinds[name] = kinds[name] || has
		}
	}
	for name, seen := range kinds {
		if !seen {
			t.Errorf("no answer has %s", name)
		}
	}
}

// TestKeptSmall: whether small values are wanted counts for executions only, and who does not want them takes them.
func TestKeptSmall(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []bool // whether it is kept for one who wants them, for one who does not, and for the first again
	}{{"counting.bpl", counting, []bool{true, true, true}}, {"failing.bpl", failing, []bool{false, true, true}}} {
		q, store := request{file: c.name, src: []byte(c.text)}, newTable()
		q.opt.Front = boogie.Front{}
		first := q.answer(t, store, false)
		for i, want := range c.want {
			q.opt.Small = i != 1
			rep := q.answer(t, store, false)
			if rep.Kept != want || rep.Refused != nil || rep.Result.Verdict() != first.Result.Verdict() {
				t.Errorf("%s, %d: %v, kept: %v, refused: %v", c.name, i, rep, rep.Kept, rep.Refused)
			}
		}
	}
}

// TestKeptUnchecked: that a check of what was kept has no time says nothing against that.
func TestKeptUnchecked(t *testing.T) {
	q, store := request{file: "counting.bpl", src: []byte(counting)}, newTable()
	q.opt.Front = boogie.Front{}
	if rep := q.answer(t, store, true); rep.Check.State != CheckOK {
		t.Fatalf("%v, %v", rep, rep.Check)
	}
	q.opt.CheckTimeout = time.Nanosecond
	rep := q.answer(t, store, true)
	var open *UncheckedError
	if rep.Kept || !errors.As(rep.Refused, &open) || open.Why.Kind != reason.Timeout || open.Within != time.Nanosecond {
		t.Errorf("%v, kept: %v, refused: %v", rep, rep.Kept, rep.Refused)
	}
}

// TestPlanted: with a check no entry makes a wrong answer, whatever it says; without one, none fails or panics, and an
// unsafe answer is right all the same, since what was kept is executed.
func TestPlanted(t *testing.T) {
	var all [][]byte
	for _, q := range keptPrograms(t) {
		if strings.Contains(q.file, "/") && !strings.HasSuffix(q.file, "lock_bug.bpl") || q.opt.Engine == "legion" {
			continue // others take longer
		}
		store := newTable()
		first := q.answer(t, store, false)
		key := slices.Collect(maps.Keys(store.entries))
		if len(key) != 1 {
			continue
		}
		good := store.entries[key[0]]
		e := entry{}
		if err := json.Unmarshal(good, &e); err != nil {
			t.Fatal(err)
		}
		bad := [][]byte{nil, {}, []byte("{}"), []byte("null"), good[:len(good)/2], good[:len(good)-1]}
		if len(all) > 0 {
			bad = append(bad, all[len(all)-1]) // another key's
			other := entry{}
			if err := json.Unmarshal(all[len(all)-1], &other); err != nil {
				t.Fatal(err)
			}
			other.Key = e.Key
			bad = append(bad, marshal(t, other))
		}
		for _, change := range planted {
			x := e
			x.Proof, x.Execution = slices.Clone(e.Proof), slices.Clone(e.Execution)
			change(&x)
			bad = append(bad, marshal(t, x))
		}
		for i, entry := range bad {
			for _, check := range []bool{true, false} {
				store.entries[key[0]] = entry
				got := q.answer(t, store, check)
				v, want := got.Result.Verdict(), first.Result.Verdict()
				failing := want == verifier.Unsafe
				if check && (v == verifier.Unsafe) != failing || v == verifier.Unsafe && !failing {
					t.Errorf("%s, %s: with entry %d it is %v, not %v\n%s", q.file, q.opt.Engine, i, got, first, entry)
				}
				if check && got.Kept && got.Check.State != CheckOK && !failing {
					t.Errorf("%s, %s: entry %d is given unchecked: %v", q.file, q.opt.Engine, i, got)
				}
				if check && got.Kept && saying(got) != saying(first) && !unchecked(t, entry, e) {
					t.Errorf("%s, %s: with entry %d it says\n%s\nnot\n%s", q.file, q.opt.Engine, i, saying(got), saying(first))
				}
				if check && !got.Kept && got.Refused == nil && entry != nil && !passedOver(entry, e) {
					t.Errorf("%s, %s: entry %d is not used, and nothing says so", q.file, q.opt.Engine, i)
				}
			}
		}
		all = append(all, good)
	}
}

func marshal(t *testing.T, e entry) []byte {
	data, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// unchecked reports whether an entry differs from a right one in what a check does not look at.
func unchecked(t *testing.T, data []byte, right entry) bool {
	e := entry{}
	if err := json.Unmarshal(data, &e); err != nil {
		t.Fatal(err)
	}
	return !slices.Equal(e.Inlined, right.Inlined) || e.Needs != right.Needs || e.Engine != right.Engine || e.Asked != right.Asked || e.Bound != right.Bound
}

// passedOver reports whether an entry is, without being wrong, none for a question: within other limits, about another
// text, or with assumptions that only a solver has found to hold.
func passedOver(data []byte, right entry) bool {
	const confirmed = 33 // in an execution, after the hash and whether there is a course
	e := entry{}
	err := json.Unmarshal(data, &e)
	return err == nil && (e.limited() && !right.limited() || e.Limits != right.Limits || e.Text != right.Text ||
		len(e.Execution) > confirmed && e.Execution[confirmed] != right.Execution[confirmed])
}

// planted are changes of an entry.
var planted = []func(*entry){
	func(e *entry) {
		if e.Verdict == verifier.Unsafe {
			e.Verdict = verifier.Safe
		} else {
			e.Verdict = verifier.Unsafe
		}
	},
	func(e *entry) { e.Verdict = 77 },
	func(e *entry) { e.Bound += 1000 },
	func(e *entry) { e.Asked = -1 },
	func(e *entry) { e.Cut = []Cut{{Never: true}} },
	func(e *entry) { e.Verdict, e.Proof, e.Execution = verifier.Safe, nil, nil },
	func(e *entry) { e.Verdict, e.Runs = verifier.Safe, &verifier.Runs{Executions: 5, Steps: 7} },
	func(e *entry) { e.Abstracted = !e.Abstracted },
	func(e *entry) { e.Tracked = []int{-1, 1 << 30} },
	func(e *entry) { e.Flat = !e.Flat },
	func(e *entry) { e.Properties = []string{"1:1"} },
	func(e *entry) { e.Text = "0" },
	func(e *entry) { e.Asked = 0 },
	func(e *entry) { e.Asked, e.Bound = 1, min(e.Bound, 1) },
	func(e *entry) { e.Verdict, e.Asked, e.Bound = verifier.SafeUpToBound, 1, 1 },
	func(e *entry) { e.Needs = 77 },
	func(e *entry) { e.Engine = "none" },
	func(e *entry) { e.Limits = "none" },
	func(e *entry) { e.Remark = "every execution is safe" },
	func(e *entry) { e.Check = Check{State: CheckOpen} },
	func(e *entry) { e.Unseen = &Unseen{Procs: []string{"none"}} },
	func(e *entry) { e.Inlined = []verifier.Inlined{{}} },
	spoilt(0, 1), spoilt(33, 1), spoilt(34, 1), spoilt(35, 2), spoilt(40, 1), spoilt(41, 4), spoilt(50, 2), spoilt(60, 1),
	func(e *entry) { e.Proof, e.Execution = e.Proof[:len(e.Proof)/2], e.Execution[:len(e.Execution)/2] },
}

// spoilt changes bits of a byte of what backs the answer.
func spoilt(at int, bits byte) func(*entry) {
	return func(e *entry) {
		for _, data := range [][]byte{e.Proof, e.Execution} {
			if at < len(data) {
				data[at] ^= bits
			}
		}
	}
}
