package driver

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/reenact"
)

// A trace that was tampered with is no execution of the program.
func TestTamperedTrace(t *testing.T) {
	const text = `var g: int;
procedure inc(x: int) returns (y: int) modifies g; ensures y > 0; { y := x + 1; g := g + x; }
procedure any() returns (y: int); modifies g; ensures y == 3 && g == old(g) + 1;
procedure main() modifies g; { var i, z: int; var m: [int]int;
  g := 0; i := 0; havoc z; assume z > 5; m[z] := 4;
  while (i < 2) { call i := inc(i); if (z > 2) { g := g + m[z]; } else { g := 0; } }
  if (*) { z := 1; } else { z := 2; }
  assert i == 2;
  call i := any();
  assert g < 10 || z == 2; }`
	find := func(steps []verifier.Step, name string, nth int) int {
		for i := range steps {
			if s := &steps[i]; (s.Label == name || s.Kind == prog.StepCall && name == "call "+s.Label) && s.Kind != prog.StepCommand {
				if nth--; nth < 0 {
					return i
				}
			}
		}
		t.Fatalf("no step %s", name)
		return 0
	}
	set := func(name string, nth int, value int64) func(*verifier.Trace) {
		return func(tr *verifier.Trace) {
			tr.Steps[find(tr.Steps, name, nth)].Exact[0].Value = model.Int64(value)
		}
	}
	drop := func(name string, nth int) func(*verifier.Trace) {
		return func(tr *verifier.Trace) {
			i := find(tr.Steps, name, nth)
			tr.Steps = append(tr.Steps[:i:i], tr.Steps[i+1:]...)
		}
	}
	for _, name := range []string{"execute", "corral"} {
		for _, c := range []struct {
			name   string
			tamper func(*verifier.Trace)
			want   string
		}{
			{"nothing", func(*verifier.Trace) {}, ""},
			{"another sum", set("g", 1, 7), "g becomes"},
			{"another result", set("y", 0, 7), "y becomes 1, and the trace says 7"},
			{"a value that is excluded", set("z", 0, 4), "this assumption is false"},
			{"a step less", drop("g", 1), "no step for what changes here"},
			{"a call less", drop("call inc", 0), "inc is called, and the trace goes on with"},
			{"another failure", func(tr *verifier.Trace) {
				tr.Assertion.At--
				tr.Assertion.Clause--
				tr.Steps[find(tr.Steps, "", 0)].Node--
			}, "names another one"},
			{"no failure", func(tr *verifier.Trace) { tr.Evidence.Globals = nil; tr.Steps = tr.Steps[:len(tr.Steps)/2] }, "trace"},
		} {
			r, tr := executed(t, text, name)
			c.tamper(tr)
			left, err := reenacted(r, tr, "main")
			switch {
			case c.want == "" && (err != nil || left != ""):
				t.Errorf("%s, %s: %v, %s", name, c.name, err, left)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("%s, %s: %v, want %s", name, c.name, err, c.want)
			}
		}
	}
}

// In a whole program, an assertion behind which nothing is assumed is asked about as any other.
func TestLooseAssertion(t *testing.T) {
	r, tr := executed(t, "procedure main() { var x: int; havoc x; assert {:subsumption 0} x != 77; assert x > 5; }", "corral")
	for _, c := range []struct {
		value int64
		want  string
	}{{4, ""}, {77, "1,41: this assertion fails, and the trace names another one: (not (= x 77))"}} {
		for i := range tr.Steps {
			if s := &tr.Steps[i]; len(s.Exact) > 0 {
				s.Exact[0].Value = model.Int64(c.value)
			}
		}
		_, err := reenacted(r, tr, "main")
		if got := fmt.Sprint(err); err == nil && c.want != "" || err != nil && got != c.want {
			t.Errorf("%d: %s, want %s", c.value, got, c.want)
		}
	}
}

// executed returns the run of an engine on a program, and the execution that it has found.
func executed(t *testing.T, text, name string) (*run, *verifier.Trace) {
	t.Helper()
	opt := Options{
		Question: Question{Front: boogie.Front{}, Bound: 5},
		Limits:   Limits{Unbounded: -1},
		Output:   Output{Check: true},
	}
	if err := opt.complete(); err != nil {
		t.Fatal(err)
	}
	r, err := decide(context.Background(), request{file: "p.bpl", src: []byte(text), opt: opt, engines: []engine{engineNamed(t, name)}})
	if err != nil {
		t.Fatal(err)
	}
	tr := r.rep.Result.Trace()
	if tr == nil {
		t.Fatalf("%s: %v", name, r.rep)
	}
	return r, tr
}

// reenacted checks a trace that may have been tampered with.
func reenacted(r *run, tr *verifier.Trace, entry string) (left string, err error) {
	p := r.source
	p.Entry = p.Lookup(entry).ID
	return reenact.Check(context.Background(), p, tr, reenact.Options{About: func(x prog.Assertion) reenact.Question {
		if r.prep.Skipped[x] {
			return reenact.Skipped
		}
		return reenact.Asked
	}})
}

// A schedule that was tampered with is none of the program, also if only the times differ at which threads read what others write.
func TestTamperedSchedule(t *testing.T) {
	const text = `var g, h: int; var done: bool;
procedure corral_atomic_begin(); procedure corral_atomic_end(); procedure corral_getThreadID() returns (id: int);
procedure {:entrypoint} main() modifies g, h, done; { var x, y, id: int;
  g := 0; h := 0; done := false;
  async call add(3);
  call id := corral_getThreadID();
  call corral_atomic_begin(); x := g; y := g; call corral_atomic_end();
  assume done;
  call h, y := next(y);
  assert h != x + 4; }
procedure next(n: int) returns (r: int, s: int) { r := g + 1; s := n; }
procedure add(n: int) modifies g, done; { g := g + n; done := true; }`
	of := func(tr *verifier.Trace, thread int, label string) int {
		for i, s := range tr.Steps {
			if s.Thread == thread && s.Label == label {
				return i
			}
		}
		t.Fatalf("no step %s of thread %d", label, thread)
		return 0
	}
	order := func(key func(tr *verifier.Trace, s *verifier.Step, i int) int) func(*verifier.Trace) {
		return func(tr *verifier.Trace) {
			keys := map[int][]verifier.Step{}
			for i := range tr.Steps {
				k := key(tr, &tr.Steps[i], i)
				keys[k] = append(keys[k], tr.Steps[i])
			}
			tr.Steps = nil
			for k := range 3 {
				tr.Steps = append(tr.Steps, keys[k]...)
			}
		}
	}
	// after has the other thread executed as a whole after a step of the first one.
	after := func(label string) func(*verifier.Trace) {
		return order(func(tr *verifier.Trace, s *verifier.Step, i int) int {
			switch {
			case s.Thread == 2:
				return 1
			case i <= of(tr, 1, label):
				return 0
			}
			return 2
		})
	}
	for _, c := range []struct {
		name   string
		tamper func(*verifier.Trace)
		want   string
	}{
		{"nothing", func(*verifier.Trace) {}, ""},
		{"another order that is one", after("y"), ""},
		{"a thread that is too late", order(func(_ *verifier.Trace, s *verifier.Step, _ int) int { return s.Thread - 1 }), "this assumption is false"},
		{"a thread that is too early", after("add"), "x becomes 3, and the trace says 0"},
		{"amid an atomic block", after("x"), "thread 1 is in an atomic block"},
		{"a thread that nobody creates", func(tr *verifier.Trace) { i := of(tr, 1, "add"); tr.Steps = append(tr.Steps[:i:i], tr.Steps[i+1:]...) }, "and the trace goes on with"},
		{"another value", func(tr *verifier.Trace) { tr.Steps[of(tr, 2, "g")].Exact[0].Value = model.Int64(5) }, "g becomes 3, and the trace says 5"},
		{"another result", func(tr *verifier.Trace) { i := of(tr, 1, "id"); tr.Steps[i].Exact[0].Value = model.Int64(2) }, "the identifier of thread 1"},
	} {
		r, tr := executed(t, text, "corral")
		c.tamper(tr)
		left, err := reenacted(r, tr, "main")
		switch {
		case c.want == "" && (err != nil || left != ""):
			t.Errorf("%s: %v, %s", c.name, err, left)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}

// Of several ways that are not told the one is found that leads on, though another one begins as well.
func TestUntoldWays(t *testing.T) {
	r, tr := executed(t, `procedure main() { var x: int;
entry: x := 1; goto A, B;
A: assert x > 0; assume x > 1; goto C;
B: goto D;
D: goto C;
C: assert x > 1; }`, "corral")
	untold := []string{"A", "B", "D"}
	tr.Steps = slices.DeleteFunc(tr.Steps, func(s verifier.Step) bool {
		return s.Kind == prog.StepBlock && slices.Contains(untold, s.Label)
	})
	blocks := r.source.Lookup("main").Blocks
	for i := range blocks {
		blocks[i].Cut = slices.Contains(untold, blocks[i].Label)
	}
	if left, err := reenacted(r, tr, "main"); err != nil || left != "" {
		t.Errorf("%v, %s", err, left)
	}
}

func engineNamed(t *testing.T, name string) engine {
	t.Helper()
	for _, e := range append(engines(), executor()) {
		if e.name == name {
			return e
		}
	}
	t.Fatal(name)
	return engine{}
}
