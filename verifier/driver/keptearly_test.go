package driver

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/c"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/cache"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/prog"
)

// disk has files beside those of a question; nil stands for what cannot be read.
type disk map[string][]byte

func (d disk) read(name string) ([]byte, error) {
	text, ok := d[name]
	switch {
	case !ok:
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	case text == nil:
		return nil, errors.New(name + " cannot be read")
	}
	return text, nil
}

// observed is a front end that counts how often it reads a program.
type observed struct {
	front.Reading
	loads *int
}

func (f observed) Through(read func(string) ([]byte, error)) front.Reading {
	return observed{f.Reading.Through(read), f.loads}
}

func (f observed) Load(files prog.Files, st *term.Store, q front.Query) (*front.Loaded, error) {
	*f.loads++
	return f.Reading.Load(files, st, q)
}

// earlyC is a question about a C program that includes a header, and looks for another one.
func earlyC(d disk) request {
	const text = `#include "limit.h"
#if __has_include("extra.h")
#include "extra.h"
#endif
int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || !below(n, LIMIT)) return 0;
  if (n >= 9) reach_error();
  return n / 1;
}
`
	opt := Options{Limits: Limits{Timeout: time.Minute, Unbounded: time.Second / 2}, Engines: Engines{Engine: "corral"}}
	opt.Front = c.Front{Options: c.Options{Options: syntax.Options{Include: []string{"a", "b"}, Read: d.read}}}
	return request{file: "src/p.c", src: []byte(text), opt: opt}
}

// belowText is a function in the header, of which reports have places.
const belowText = "static int below(int x, int y) { return x < y; }\n"

func earlyDisk() disk {
	return disk{"b/limit.h": []byte("#define LIMIT 9 // small\n" + belowText), "src/unused.h": []byte("#define LIMIT 100\n")}
}

// counting returns the question with a front end that counts.
func (q request) counting() (request, *int) {
	loads := new(int)
	q.opt.Front = observed{q.opt.Front.(front.Reading), loads}
	return q, loads
}

// TestEarly: an unchanged program is not read again, and whatever changes that the answer may depend on, it is.
func TestEarly(t *testing.T) {
	text := func(d disk, name, text string) { d[name] = []byte(text) }
	option := func(f func(*c.Options)) func(*request, disk) {
		return func(q *request, _ disk) {
			x := q.opt.Front.(c.Front)
			f(&x.Options)
			q.opt.Front = x
		}
	}
	for _, x := range []struct {
		name   string
		change func(*request, disk)
		early  bool
		unsafe bool
	}{
		{"nothing", func(*request, disk) {}, true, false},
		{"a file that nobody looks for", func(_ *request, d disk) { text(d, "b/other.h", "") }, true, false},
		{"limits of a confirmed proof", func(q *request, _ disk) { q.opt.Timeout = time.Hour }, true, false},
		{"a comment", func(q *request, _ disk) { q.src = append(q.src, "// end"...) }, false, false},
		{"a header", func(_ *request, d disk) { text(d, "b/limit.h", "#define LIMIT 10\n"+belowText) }, false, true},
		{"a comment in a header", func(_ *request, d disk) { text(d, "b/limit.h", "#define LIMIT 9 // tiny\n"+belowText) }, false, false},
		{"a file earlier on the path", func(_ *request, d disk) { text(d, "a/limit.h", "#define LIMIT 11\n"+belowText) }, false, true},
		{"one beside the program", func(_ *request, d disk) { text(d, "src/limit.h", "#define LIMIT 12\n"+belowText) }, false, true},
		{"one that may be there", func(_ *request, d disk) {
			text(d, "a/extra.h", "#undef LIMIT\n#define LIMIT 13")
		}, false, true},
		{"one that cannot be read", func(_ *request, d disk) { d["a/extra.h"] = nil }, false, false},
		{"the name", func(q *request, _ disk) { q.file = "src/q.c" }, false, false},
		{"a macro", option(func(o *c.Options) { o.Define = []string{"X"} }), false, false},
		{"the data model", option(func(o *c.Options) { o.Model = syntax.ILP32 }), false, false},
		{"the standard", option(func(o *c.Options) { o.Std = syntax.C99 }), false, false},
		{"the path", option(func(o *c.Options) { o.Include = []string{"b"} }), false, false},
		{"what is asked about", option(func(o *c.Options) { o.Checks = c.Bounds }), false, false},
		{"the build", func(q *request, _ disk) { q.opt.Answers.Build = "other" }, false, false},
		{"the bound", func(q *request, _ disk) { q.opt.Bound = 5 }, false, false},
		{"all bounds", func(q *request, _ disk) { q.opt.AllBounds = true }, false, false},
		{"the engine", func(q *request, _ disk) { q.opt.Engine = "legion" }, false, false},
		{"facts", func(q *request, _ disk) { q.opt.NoFacts = true }, false, false},
		{"no check", func(q *request, _ disk) { q.opt.NoCheck = true }, false, false},
		{"a check", func(q *request, _ disk) { q.opt.Check = true }, false, false},
		{"the entry", func(q *request, _ disk) { q.opt.Entry = "main" }, false, false},
		{"an assertion", func(q *request, _ disk) { q.opt.Properties = []string{"10"} }, false, false},
		{"another file", func(q *request, _ disk) { q.opt.Files = prog.Files{{Name: "r.c", Text: []byte("int r;")}} }, false, false},
	} {
		d := earlyDisk()
		store := newTable()
		q, loads := earlyC(d).counting()
		if rep := q.answer(t, store, false); rep.Result.Verdict() != verifier.Safe || rep.Check.State != CheckOK || *loads == 0 {
			t.Fatal(rep, *loads)
		}
		q = earlyC(d)
		q.opt.Answers = &Answers{Store: store, Build: "test", ByText: true}
		x.change(&q, d)
		q, loads = q.counting()
		rep, err := Verify(t.Context(), q.file, q.src, q.opt)
		if err != nil {
			t.Fatal(x.name, err)
		}
		if early := *loads == 0; early != x.early || early && !rep.Kept || (rep.Result.Verdict() == verifier.Unsafe) != x.unsafe {
			t.Errorf("%s: the program is read %d times: %v, kept: %v", x.name, *loads, rep, rep.Kept)
		}
	}
}

// TestEarlyInputs: on the way to an answer a file is looked up once, so what is kept is about the text that was read; and
// nothing is kept by the text if it is not known what is in a file.
func TestEarlyInputs(t *testing.T) {
	for _, unreadable := range []bool{false, true} {
		d := earlyDisk()
		if unreadable {
			d["a/extra.h"] = nil
		}
		reads := map[string]int{}
		q := earlyC(d)
		x := q.opt.Front.(c.Front)
		x.Options.Read = func(name string) ([]byte, error) {
			if reads[name]++; reads[name] > 1 {
				return []byte("#define LIMIT 10\n" + belowText), nil // somebody edits it meanwhile
			}
			return d.read(name)
		}
		x.Options.Checks = c.Division // of which a remark needs other questions
		q.opt.Front = x
		store := newTable()
		if rep := q.answer(t, store, false); !isSafe(rep.Result) {
			t.Fatal(rep)
		}
		for name, n := range reads {
			if n > 1 {
				t.Errorf("%s is read %d times", name, n)
			}
		}
		if (len(store.early) == 0) != unreadable {
			t.Errorf("unreadable: %v, kept by the text: %d", unreadable, len(store.early))
		}
	}
}

// Nothing is kept by the text if a name that was looked for cannot be written down.
func TestEarlyNames(t *testing.T) {
	for name, kept := range map[string]bool{"a": true, "\xff": false} {
		q := earlyC(earlyDisk())
		x := q.opt.Front.(c.Front)
		x.Options.Include = []string{name, "b"}
		q.opt.Front = x
		store := newTable()
		if rep := q.answer(t, store, false); !isSafe(rep.Result) {
			t.Fatal(rep)
		}
		if (len(store.early) > 0) != kept {
			t.Errorf("%q: kept by the text: %d", name, len(store.early))
		}
	}
}

// TestEarlyLimited: what is not given again within other limits is not by the text, and an answer that has taken the
// place of the one that the text leads to is none for the text.
func TestEarlyLimited(t *testing.T) {
	const text = `procedure main(n: int) { var i: int; i := 0; while (i < n) { i := i + 1; } assert i != 7; }`
	store := newTable()
	ask := func(timeout time.Duration, src string) *Report {
		opt := Options{Question: Question{Front: boogie.Front{}, Bound: 2}, Engines: Engines{Engine: "corral"}}
		opt.Answers, opt.Timeout, opt.Unbounded = &Answers{Store: store, Build: "test", ByText: true}, timeout, -1
		rep, err := Verify(t.Context(), "seven.bpl", []byte(src), opt)
		if err != nil || rep.Result.Verdict() != verifier.SafeUpToBound {
			t.Fatal(rep, err)
		}
		return rep
	}
	early := func(want bool, rep *Report) {
		t.Helper()
		if rep.Kept != want || (rep.Loaded == nil) != want {
			t.Errorf("kept: %v, read: %v", rep.Kept, rep.Loaded != nil)
		}
	}
	early(false, ask(time.Minute, text))
	early(true, ask(time.Minute, text))
	early(false, ask(time.Hour, text))
	early(true, ask(time.Hour, text))
	early(false, ask(time.Minute, text))
	early(false, ask(time.Minute, text+"// the same program, and another text"))
	early(true, ask(time.Minute, text))
}

// TestTextual: an answer that depends on the text does not take the place of that of another text with the same program.
func TestTextual(t *testing.T) {
	const text = `procedure main(n: int) { var i: int; i := 0; while (i < n) { i := i + 1; } assert i != 7; }`
	store := newTable()
	for round := range 3 {
		for _, name := range []string{"a.bpl", "b.bpl"} {
			q := request{file: name, src: []byte(text), opt: Options{Question: Question{Front: boogie.Front{}, Bound: 2},
				Limits: Limits{Timeout: time.Minute, Unbounded: -1}, Engines: Engines{Engine: "corral"}}}
			rep := q.answer(t, store, round == 2)
			if rep.Kept != (round > 0) || rep.Refused != nil || rep.Result.Verdict() != verifier.SafeUpToBound {
				t.Errorf("round %d, %s: %v, kept: %v, %v", round, name, rep, rep.Kept, rep.Refused)
			}
			clear(store.early)
		}
	}
}

// TestEarlyPlanted: no entry for a text makes an unsafe program safe where there is a check, and none panics or fails.
func TestEarlyPlanted(t *testing.T) {
	const badLimit = "#define LIMIT 10\n" + belowText
	safe, bad := earlyC(earlyDisk()), earlyC(disk{"b/limit.h": []byte(badLimit)})
	store := newTable()
	if rep := safe.answer(t, store, false); rep.Result.Verdict() != verifier.Safe {
		t.Fatal(rep)
	}
	var good earlyEntry
	for _, data := range store.early {
		if err := json.Unmarshal(data, &good); err != nil {
			t.Fatal(err)
		}
	}
	key := keyIn(t, bad, store)
	forged := func(change func(*earlyEntry)) []byte {
		e := good
		e.Key, e.Inputs = key.String(), slices.Clone(good.Inputs)
		for i := range e.Inputs {
			if x := &e.Inputs[i]; x.Name == "b/limit.h" {
				x.Sum = sumOf([]byte(badLimit))
			}
		}
		calls := *good.Said.Calls
		calls.Procs, calls.Calls = slices.Clone(calls.Procs), slices.Clone(calls.Calls)
		e.Said.Calls = &calls
		change(&e)
		data, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	whole := forged(func(*earlyEntry) {})
	for i, x := range []struct {
		data     []byte
		believed bool // without a check: who writes there may do so
	}{
		{whole, true},
		{nil, false}, {[]byte{}, false}, {[]byte("null"), false}, {[]byte("{}"), false},
		{whole[:len(whole)-1], false}, {whole[:len(whole)/2], false},
		{bytes.Replace(whole, []byte(`"Key"`), []byte(`"Kez"`), 1), false},
		{slices.Collect(maps.Values(store.entries))[0], false},
		{forged(func(e *earlyEntry) { e.Key = strings.Repeat("0", 64) }), false},
		{forged(func(e *earlyEntry) { e.Inputs = good.Inputs }), false},
		{forged(func(e *earlyEntry) {
			e.Inputs = append(e.Inputs, slices.Repeat([]input{{"no/such.h", noInput}}, 100_000)...)
		}), true},
		{forged(func(e *earlyEntry) { e.Answer = "" }), false},
		{forged(func(e *earlyEntry) { e.Answer = e.Answer[:10] }), false},
		{forged(func(e *earlyEntry) { e.Answer = strings.Repeat("z", 64) }), false},
		{forged(func(e *earlyEntry) { e.Answer += e.Answer }), false},
		{forged(func(e *earlyEntry) { e.Answer = e.Key }), false},
		{forged(func(e *earlyEntry) { e.Sum = "" }), false},
		{forged(func(e *earlyEntry) { e.Said.Headers = []string{"/etc/passwd"} }), false},
		{forged(func(e *earlyEntry) { e.Said.Headers = nil }), false},
		{forged(func(e *earlyEntry) { e.Said.Contexts = -1 }), false},
		{forged(func(e *earlyEntry) { e.Said.Calls.Calls[0].To = 1 << 30 }), false},
		{forged(func(e *earlyEntry) { e.Said.Calls.Procs[0].Pos.File = 77 }), false},
		{forged(func(e *earlyEntry) { e.Said.Calls.Procs[0].Pos.Line = -1 }), false},
	} {
		for _, check := range []bool{true, false} {
			store.early = map[cache.Key][]byte{key: x.data}
			q, loads := bad.counting()
			rep := q.answer(t, store, check)
			believed := !check && x.believed
			if (rep.Result.Verdict() == verifier.Unsafe) == believed || (*loads == 0) != believed {
				t.Errorf("entry %d, check %v: %v, read %d times", i, check, rep, *loads)
			}
		}
	}
}

// TestEarlyPlantedAnswers: an answer to which a text leads is looked at as one to which a program does.
func TestEarlyPlantedAnswers(t *testing.T) {
	safe := earlyC(earlyDisk())
	store := newTable()
	safe.answer(t, store, false)
	right := store.onlyEntry(t)
	for i, change := range []func(*entry){
		func(e *entry) { e.Verdict, e.Bound = verifier.SafeUpToBound, -3 },
		func(e *entry) { e.Verdict = verifier.Unsafe },
		func(e *entry) { e.Verdict = 77 },
		func(e *entry) { e.Cut = []Cut{{At: prog.Pos{File: 9, Line: 1, Col: 1}}} },
		func(e *entry) { e.Unseen = &Unseen{Assertions: []prog.Pos{{Line: -1}}} },
		func(e *entry) { e.Asked = 0 },
		func(e *entry) { e.Check.State = 9 },
		func(e *entry) { e.Key = strings.Repeat("0", 64) },
	} {
		e := right
		change(&e)
		data := marshal(t, e)
		for key := range store.entries {
			store.entries[key] = data
		}
		for key, x := range store.early {
			var way earlyEntry
			if err := json.Unmarshal(x, &way); err != nil {
				t.Fatal(err)
			}
			way.Sum = sumOf(data)
			planted, err := json.Marshal(way)
			if err != nil {
				t.Fatal(err)
			}
			store.early[key] = planted
		}
		q, loads := safe.counting()
		if rep := q.answer(t, store, false); *loads == 0 || rep.Result.Verdict() != verifier.Safe {
			t.Errorf("answer %d: %v, read %d times", i, rep, *loads)
		}
	}
}

// keyIn returns the key of the text of a question.
func keyIn(t *testing.T, q request, store cache.Store) cache.Key {
	q.opt.Answers = &Answers{Store: store, Build: "test", ByText: true}
	q, err := newRequest(reach, q.file, q.src, q.opt)
	if err != nil {
		t.Fatal(err)
	}
	q.prepareToKeep()
	return q.kept.early
}

// FuzzEarly: bytes in place of what leads from a text to an answer, and of that answer, never panic, and what is taken
// of them can be shown.
func FuzzEarly(f *testing.F) {
	store := newTable()
	first := earlyC(earlyDisk())
	first.opt.Answers = &Answers{Store: store, Build: "test", ByText: true}
	if _, err := Verify(f.Context(), first.file, first.src, first.opt); err != nil {
		f.Fatal(err)
	}
	for _, early := range store.early {
		for _, answer := range store.entries {
			f.Add(early, answer)
		}
	}
	f.Fuzz(func(t *testing.T, early, answer []byte) {
		q := earlyC(earlyDisk())
		key := keyIn(t, q, store)
		e := earlyEntry{}
		if decodeEntry(early, &e) == nil { // else hardly any gets further
			e.Key, e.Sum = key.String(), sumOf(answer)
			early, _ = json.Marshal(e)
		}
		q.opt.Answers = &Answers{Store: &answers{key, early, answer}, Build: "test", ByText: true}
		q, err := newRequest(reach, q.file, q.src, q.opt)
		if err != nil {
			t.Fatal(err)
		}
		q.prepareToKeep()
		r := newRun(t.Context(), q, time.Now())
		if ok, err := r.takeEarly(); ok && err == nil {
			for _, x := range r.rep.Cut {
				r.rep.At(x.At)
			}
			if g := r.rep.Calls; g != nil {
				for _, x := range g.Calls {
					r.rep.At(g.Procs[x.From].Pos)
				}
			}
			if !isSafe(r.rep.Result) || len(r.rep.String()) == 0 {
				t.Error(r.rep)
			}
		}
	})
}

// answers is a store with something for a text, and something for all else.
type answers struct {
	key           cache.Key
	early, answer []byte
}

func (s *answers) Get(k cache.Key) ([]byte, error) {
	if k == s.key {
		return s.early, nil
	}
	return s.answer, nil
}

func (s *answers) Put(cache.Key, []byte) error { return nil }
