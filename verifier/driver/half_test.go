package driver_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/split"
)

// elsewhere has halves searched as another process does, which knows nothing but the text, the options and the state.
type elsewhere struct {
	text string
	opt  driver.Options
	how  func(answer, state []byte) []byte // what becomes of an answer on its way

	mu     sync.Mutex
	most   int    // halves
	kinds  []byte // of answers
	states [][]byte
	log    bytes.Buffer // says which halves have no answer that can be used; it is read when all have ended
}

// unanswered is what the log says of a half that is searched here.
const unanswered = "has no answer elsewhere"

func (e *elsewhere) Idle() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return len(e.states) < e.most
}

func (e *elsewhere) Search(ctx context.Context, state []byte) ([]byte, error) {
	e.mu.Lock()
	e.states = append(e.states, bytes.Clone(state))
	e.mu.Unlock()
	data, err := driver.Half(ctx, "test.bpl", []byte(e.text), e.opt, state)
	if err == nil {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.kinds = append(e.kinds, data[0])
	}
	if e.how != nil {
		return e.how(data, state), nil
	}
	return data, err
}

func (e *elsewhere) Away(f func()) { f() }

// halved has a program verified with some halves elsewhere.
func halved(t *testing.T, e *elsewhere, engine string) *driver.Report {
	t.Helper()
	e.opt = driver.Options{
		Question: driver.Question{Front: boogie.Front{}, Bound: 3},
		Limits:   driver.Limits{Processors: 1, Unbounded: -1, DivideAfter: 1},
		Engines:  driver.Engines{Engine: engine, NoFacts: true},
		Output:   driver.Output{Check: true},
	}
	opt := e.opt
	opt.Elsewhere, opt.Log = e, slog.New(slog.NewTextHandler(&e.log, &slog.HandlerOptions{Level: slog.LevelWarn}))
	rep, err := driver.Verify(context.Background(), "test.bpl", []byte(e.text), opt)
	if err != nil {
		t.Fatal(err)
	}
	return rep
}

// A search whose halves other processes search has the answers of one that is not divided. Proofs are composed of
// theirs, and executions come from there.
func TestElsewhere(t *testing.T) {
	var kinds []byte
	composed := 0
	for _, c := range []struct{ text, want string }{
		{branching(6, 61), "safe"}, {branching(6, 60), "unsafe"}, {branching(5, 42), "unsafe"},
	} {
		for _, engine := range []string{"legion", "corral", driver.Auto} {
			e := &elsewhere{text: c.text, most: 3}
			rep := halved(t, e, engine)
			if rep.Result.String() != c.want || rep.Result.Proof() != nil && rep.Check.State != driver.CheckOK {
				t.Errorf("%s: %s, %v, not %s\n%s", engine, rep.Result, rep.Check, c.want, c.text)
			}
			if strings.Contains(e.log.String(), unanswered) {
				t.Errorf("%s: %s\n%s", engine, &e.log, c.text)
			}
			if p := rep.Result.Proof(); p != nil && p.Split != nil {
				composed++
			}
			kinds = append(kinds, e.kinds...)
		}
	}
	if composed == 0 || !slices.Contains(kinds, 'r') || !slices.Contains(kinds, 'x') {
		t.Errorf("%d composed proofs, and from elsewhere %q", composed, kinds)
	}
}

// What another process says falsely of a half is not believed: that is searched here.
func TestElsewhereLies(t *testing.T) {
	other := &elsewhere{text: branching(6, 61), most: 1}
	if halved(t, other, "legion"); len(other.states) == 0 {
		t.Fatal("nothing is divided")
	}
	executed, err := driver.Half(context.Background(), "test.bpl", []byte(branching(6, 60)), other.opt,
		stateOf(t, branching(6, 60)))
	if err != nil || executed[0] != 'x' {
		t.Fatalf("no execution is found: %q, %v", executed, err)
	}
	for name, how := range map[string]func(answer, state []byte) []byte{
		"that it is given up":             func([]byte, []byte) []byte { return []byte("g") },
		"nothing":                         func([]byte, []byte) []byte { return nil },
		"no kind":                         func(a, _ []byte) []byte { return append([]byte{'?'}, a...) },
		"cut off":                         func(a, _ []byte) []byte { return a[:len(a)-1] },
		"too long":                        func(a, _ []byte) []byte { return append(a, 0) },
		"an execution of another program": func([]byte, []byte) []byte { return executed },
		"the proof of the other half": func(_, state []byte) []byte {
			s, err := split.Read(state)
			if err != nil {
				t.Error(err)
				return nil
			}
			last := len(s.Decided) - 1
			s.Decided[last].Must = !s.Decided[last].Must
			a, err := driver.Half(context.Background(), "test.bpl", []byte(other.text), other.opt, s.Append(nil))
			if err != nil {
				t.Error(err)
			}
			return a
		},
	} {
		e := &elsewhere{text: other.text, most: 1, how: how}
		rep := halved(t, e, "legion")
		if rep.Result.Verdict() != verifier.Safe || rep.Check.State != driver.CheckOK || len(e.states) == 0 ||
			!strings.Contains(e.log.String(), unanswered) {
			t.Errorf("%s: %s, %v, %d halves\n%s", name, rep.Result, rep.Check, len(e.states), &e.log)
		}
	}
}

// A refutation of a half that has a failing execution is found to be wrong when it arrives: here that of a program which
// differs in a number, with its system exchanged.
func TestElsewhereForges(t *testing.T) {
	safe := &elsewhere{text: branching(6, 61), most: 1}
	if halved(t, safe, "legion"); len(safe.states) == 0 {
		t.Fatal("nothing is divided")
	}
	system := func(state []byte) *split.State {
		s, err := split.Read(state)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	its := system(safe.states[0]).System
	forged := 0
	e := &elsewhere{text: branching(6, 60), most: 4}
	e.how = func(_, state []byte) []byte {
		s := system(state)
		own := s.System
		s.System, s.Facts = its, nil
		a, err := driver.Half(context.Background(), "test.bpl", []byte(safe.text), safe.opt, s.Append(nil))
		if err != nil || a[0] != 'r' {
			return a
		}
		forged++
		copy(a[1:], own[:])
		return a
	}
	rep := halved(t, e, "legion")
	counted := int64(0)
	for _, n := range rep.Result.Stats().Counters {
		if n.Name == "split: wrong answers of other processes" {
			counted = n.Value
		}
	}
	if forged == 0 || counted == 0 || rep.Result.Verdict() != verifier.Unsafe || !strings.Contains(e.log.String(), unanswered) {
		t.Errorf("%s, with %d forged refutations\n%s", rep.Result, forged, &e.log)
	}
}

// stateOf returns the state of a half with a failing execution.
func stateOf(t *testing.T, text string) []byte {
	t.Helper()
	e := &elsewhere{text: text, most: 4}
	halved(t, e, "legion")
	i := slices.Index(e.kinds, 'x')
	if i < 0 {
		t.Fatalf("no half has an execution: %q", e.kinds)
	}
	for _, s := range e.states {
		if a, err := driver.Half(context.Background(), "test.bpl", []byte(text), e.opt, s); err == nil && a[0] == 'x' {
			return s
		}
	}
	t.Fatal("no half has an execution any more")
	return nil
}

// A half is not searched whose state is of another program, or none.
func TestHalfRefused(t *testing.T) {
	e := &elsewhere{text: branching(6, 61), most: 1}
	if halved(t, e, "legion"); len(e.states) == 0 {
		t.Fatal("nothing is divided")
	}
	ctx := context.Background()
	if a, err := driver.Half(ctx, "test.bpl", []byte(branching(6, 62)), e.opt, e.states[0]); err == nil {
		t.Errorf("of another program: %q, %v", a, err)
	}
	if a, err := driver.Half(ctx, "test.bpl", []byte(e.text), e.opt, e.states[0][1:]); err == nil {
		t.Errorf("of no state: %q", a)
	}
	s, err := split.Read(e.states[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"spacer", "execute", "auto", "legion,corral", "none"} {
		s.Engine = name
		option := (*driver.OptionError)(nil)
		if a, err := driver.Half(ctx, "test.bpl", []byte(e.text), e.opt, s.Append(nil)); !errors.As(err, &option) {
			t.Errorf("by %s: %q, %v", name, a, err)
		}
	}
}
