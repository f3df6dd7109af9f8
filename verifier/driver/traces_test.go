package driver

import (
	"context"
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/passes"
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
				tr.Failed.Line--
				tr.Clause.Line--
				tr.Steps[find(tr.Steps, "", 0)].Pos.Line--
			}, "names another one"},
			{"no failure", func(tr *verifier.Trace) { tr.Evidence.Globals = nil; tr.Steps = tr.Steps[:len(tr.Steps)/2] }, "trace"},
		} {
			opt := Options{Check: true, Bound: 5}
			if err := opt.complete(); err != nil {
				t.Fatal(err)
			}
			r, err := decide(context.Background(), "p.bpl", []byte(text), opt, []engine{engineNamed(t, name)})
			if err != nil {
				t.Fatal(err)
			}
			tr := r.rep.Result.Trace()
			if tr == nil {
				t.Fatalf("%s: %v", name, r.rep)
			}
			c.tamper(tr)
			p := r.source
			p.Entry = sourceEntry(p, "main")
			whole, err := reenact.Check(context.Background(), p, tr, reenact.Options{About: func(at, clause prog.Pos) reenact.Question {
				if r.prep.Skipped[passes.Assertion{At: at, Clause: clause}] {
					return reenact.Skipped
				}
				return reenact.Asked
			}})
			switch {
			case c.want == "" && (err != nil || !whole):
				t.Errorf("%s, %s: %v", name, c.name, err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("%s, %s: %v, want %s", name, c.name, err, c.want)
			}
		}
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
