package interp_test

import (
	"context"
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/interp"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/prog"
)

// core returns the core program of a Boogie text.
func core(t *testing.T, src string) *prog.Program {
	t.Helper()
	p, err := boogie.Load("test.bpl", []byte(src), term.NewStore())
	if err != nil {
		t.Fatal(err)
	}
	r, err := passes.Run(context.Background(), p, passes.Options{Check: true})
	if err != nil {
		t.Fatal(err)
	}
	return r.Core
}

// scene is a script under construction.
type scene struct {
	t *testing.T
	p *prog.Program
	m *model.Model
}

func newScene(t *testing.T, src string) *scene {
	p := core(t, src)
	return &scene{t, p, model.New(p.Store, model.Options{})}
}

// variable returns the variable of this name, in the procedure unless it is "".
func (s *scene) variable(proc, name string) prog.VarID {
	lists := [][]prog.VarID{s.p.Globals, s.p.Consts}
	if proc != "" {
		q := s.p.Lookup(proc)
		lists = [][]prog.VarID{q.Ins, q.Outs, q.Locals}
	}
	for _, list := range lists {
		for _, v := range list {
			if s.p.Vars[v].Name == name {
				return v
			}
		}
	}
	s.t.Fatalf("no variable %s in %q", name, proc)
	return 0
}

// path returns the blocks of these labels.
func (s *scene) path(proc string, labels ...string) []int32 {
	var path []int32
	for _, l := range labels {
		for i := range s.p.Lookup(proc).Blocks {
			if s.p.Lookup(proc).Blocks[i].Label == l {
				path = append(path, int32(i))
			}
		}
	}
	if len(path) != len(labels) {
		s.t.Fatalf("labels %v of %s not found", labels, proc)
	}
	return path
}

// command returns the number of the n-th command of a kind.
func (s *scene) command(proc string, kind prog.CmdKind, n int) int32 {
	q := s.p.Lookup(proc)
	for i := range q.Blocks {
		for _, c := range q.Blocks[i].Cmds {
			if c.Kind == kind {
				if n--; n < 0 {
					return c.ID
				}
			}
		}
	}
	s.t.Fatalf("no such command in %s", proc)
	return 0
}

func (s *scene) replay(root *interp.Frame) (*interp.Trace, *interp.Failure) {
	s.t.Helper()
	tr, f, err := interp.Replay(context.Background(), &interp.Script{Program: s.p, Model: s.m, Root: root}, interp.ReplayOptions{Values: true})
	if err != nil {
		s.t.Fatal(err)
	}
	return tr, f
}

const calls = `
var g: int;
procedure ext(a: int) returns (r: int); modifies g; free ensures r > a && g == old(g) + 1;
procedure boogie_si_record_int(x: int);
procedure inc(n: int) returns (r: int)
  modifies g;
{
  var h: int;
  havoc h;
  if (n > 0) { call r := inc(n - 1); r := r + h; } else { r := h; }
  g := g + old(g);
}
procedure {:entrypoint} main(n: int)
  modifies g;
{
  var x: int;
  var y: int;
  call x := inc(n);
  call {:cexpr "x now"} boogie_si_record_int(x);
  call y := ext(x);
  assume x == 12 && y == 20 && g == 5;
}
`

// callsFrame is the execution of calls with n == 1: the inner havoc gives 2, the outer 10.
func callsFrame(s *scene) *interp.Frame {
	h := s.variable("inc", "h")
	id := s.command("inc", prog.Havoc, 0)
	inner := &interp.Frame{
		Proc: s.p.Lookup("inc").ID, Path: s.path("inc", "anon0", "anon2_Else", "anon1"),
		Values: []interp.Assigned{{ID: id, Var: h, Value: model.Int64(2)}},
	}
	outer := &interp.Frame{
		Proc: s.p.Lookup("inc").ID, Path: s.path("inc", "anon0", "anon2_Then", "anon1"),
		Values: []interp.Assigned{{ID: id, Var: h, Value: model.Int64(10)}},
		Calls:  []interp.Child{{ID: s.command("inc", prog.Call, 0), Frame: inner}},
	}
	ext := s.command("main", prog.Call, 1)
	return &interp.Frame{
		Proc: s.p.Entry, Path: s.path("main", "anon0"),
		Init: []interp.Binding{{Var: s.variable("", "g"), Value: model.Int64(1)}, {Var: s.variable("main", "n"), Value: model.Int64(1)}},
		Values: []interp.Assigned{
			{ID: ext, Var: s.variable("main", "y"), Value: model.Int64(20)},
			{ID: ext, Var: s.variable("", "g"), Value: model.Int64(4 + 0)},
		},
		Calls: []interp.Child{{ID: s.command("main", prog.Call, 0), Frame: outer}},
	}
}

func TestReplayCalls(t *testing.T) {
	s := newScene(t, calls)
	root := callsFrame(s)
	// g is 1, then 2 after the inner call, then 2+1; ext makes it 4, not 5.
	_, f := s.replay(root)
	if f == nil || f.Kind != interp.AssumeFails || !strings.Contains(s.p.TermString(f.Term), "g == 5") {
		t.Fatalf("got %v", f)
	}
	if len(f.Values) != 1 || !f.Values[0].Value.Equal(model.Int64(4)) || f.Frame != root || f.Pos.Line == 0 {
		t.Fatalf("got %+v", f)
	}
	root = callsFrame(s)
	root.Init[0].Value = model.Int64(2)   // now g is 2, 4, 6, 7
	root.Values[1].Value = model.Int64(6) // but ext must add one
	if _, f = s.replay(root); f == nil || f.Kind != interp.EnsuresFails {
		t.Fatalf("got %v", f)
	}
	if len(f.Olds) != 1 || !f.Olds[0].Value.Equal(model.Int64(6)) {
		t.Fatalf("got %+v", f)
	}
	s = newScene(t, strings.Replace(calls, "g == 5", "g == 4", 1))
	tr, f := s.replay(callsFrame(s))
	if f != nil {
		t.Fatal(f)
	}
	depth, recorded, enters := 0, "", 0
	for _, x := range tr.Steps {
		depth = max(depth, x.Depth)
		switch x.Kind {
		case prog.StepCall:
			enters++
		case prog.StepRecord:
			recorded = x.Label + " = " + x.Value.String()
		}
	}
	if depth != 2 || enters != 2 || recorded != "x now = 12" {
		t.Errorf("depth %d, %d calls, recorded %q", depth, enters, recorded)
	}
}

func TestReplayPaths(t *testing.T) {
	s := newScene(t, strings.Replace(calls, "g == 5", "g == 4", 1))
	root := callsFrame(s)
	root.Calls[0].Frame.Path = s.path("inc", "anon0", "anon1") // a branch left out
	if _, f := s.replay(root); f != nil {
		t.Fatal(f)
	}
	root.Calls[0].Frame.Path = s.path("inc", "anon0", "anon2_Else", "anon1")
	if _, f := s.replay(root); f == nil || f.Kind != interp.AssumeFails || f.Frame != root.Calls[0].Frame {
		t.Fatalf("a branch whose condition is false is taken: %v", f)
	}
	root.Calls[0].Frame.Path = s.path("inc", "anon2_Else", "anon0")
	if _, f := s.replay(root); f == nil {
		t.Fatal("a path against the flow is accepted")
	}
	root.Calls = nil // inc along any path: the results are what they are
	if _, f := s.replay(root); f == nil || f.Kind != interp.AssumeFails {
		t.Fatalf("got %v", f)
	}
}

func TestReplayQuantifiers(t *testing.T) {
	src := `
const c: int;
axiom c > 10;
function f(int): int;
axiom (forall x: int :: {f(x)} f(x) > x);
axiom (forall x: int, y: int :: {f(f(x)), f(y)} y == 0 || f(y) != 100);
var m: [int]int;
procedure {:entrypoint} main(p: int, q: int)
  modifies m;
{
  var old_m: [int]int;
  old_m := m;
  havoc m;
  assume (forall i: int :: p <= i ==> m[i] == old_m[i - p]);
  assume (forall i: int :: i < p ==> m[i] == old_m[i]);
  assume m[q] == 7;
  assume q == 0 || f(q) == f(f(q));
  assume (exists i: int :: {f(i)} f(i) > 5);
}
`
	s := newScene(t, src)
	sort := s.p.Store.ArraySort(term.Int, term.Int)
	arr := func(def int64, entries ...int64) model.Value {
		a := model.ConstArray(s.p.Store, sort, model.Int64(def))
		for i := 0; i < len(entries); i += 2 {
			a = a.Store(model.Int64(entries[i]), model.Int64(entries[i+1]))
		}
		return a
	}
	f, _ := s.p.Store.LookupSym("f")
	s.m.SetConst(s.p.Vars[s.variable("", "c")].Term, model.Int64(11))
	s.m.SetDefault(f, model.Int64(99))
	s.m.SetFun(f, []model.Value{model.Int64(99)}, model.Int64(101))
	frame := func(p, q int64, before, after model.Value) *interp.Frame {
		m := s.variable("", "m")
		return &interp.Frame{
			Proc: s.p.Entry, Path: s.path("main", "anon0"),
			Init: []interp.Binding{
				{Var: m, Value: before},
				{Var: s.variable("main", "p"), Value: model.Int64(p)}, {Var: s.variable("main", "q"), Value: model.Int64(q)},
			},
			Values: []interp.Assigned{{ID: s.command("main", prog.Havoc, 0), Var: m, Value: after}},
		}
	}
	// The array differs at 1000, where nothing reads it.
	tr, fail := s.replay(frame(3, 0, arr(0, 0, 7), arr(0, 0, 7, 3, 7, 1000, 5)))
	if fail != nil {
		t.Fatal(fail)
	}
	if tr.Quantifiers != 3 || tr.Instances < 3 { // the one on m below p holds for all i
		t.Errorf("%d quantifiers at %d instances", tr.Quantifiers, tr.Instances)
	}
	tr, fail = s.replay(frame(3, 0, arr(0, 0, 7), arr(0, 0, 7, 3, 7)))
	if fail != nil || tr.Quantifiers != 2 {
		t.Fatalf("%v, %+v", fail, tr)
	}
	_, fail = s.replay(frame(3, 4, arr(0), arr(0, 4, 7)))
	if fail == nil || fail.Kind != interp.InstanceFails && fail.Kind != interp.AssumeFails {
		t.Fatalf("got %v", fail)
	}
	s.m.SetFun(f, []model.Value{model.Int64(3)}, model.Int64(3)) // not greater
	_, fail = s.replay(frame(3, 3, arr(0, 0, 7), arr(0, 3, 7, 0, 7)))
	if fail == nil || fail.Kind != interp.InstanceFails || len(fail.Instance) != 1 || !fail.Instance[0].Equal(model.Int64(3)) || fail.Pos.Line == 0 {
		t.Fatalf("got %+v", fail)
	}
	v, err := fail.Env.Eval(s.p.Store.Quant(fail.Term).Body)
	if err != nil || !v.IsFalse() {
		t.Fatal(v, err)
	}
	// A false ground axiom.
	s.m.SetConst(s.p.Vars[s.variable("", "c")].Term, model.Int64(10))
	if _, fail = s.replay(frame(3, 0, arr(0, 0, 7), arr(0, 0, 7, 3, 7))); fail == nil || fail.Kind != interp.AxiomFails {
		t.Fatalf("got %v", fail)
	}
}

// A quantifier none of whose instances was seen is not assumed to hold.
func TestReplayUnseenQuantifier(t *testing.T) {
	s := newScene(t, `
var m: [int]int;
procedure {:entrypoint} main() modifies m;
{
  havoc m;
  assume (forall i: int :: 3 <= i && i < 5 ==> m[i] == 7);
}
`)
	sort := s.p.Store.ArraySort(term.Int, term.Int)
	for _, last := range []int64{4, 5} {
		a := model.ConstArray(s.p.Store, sort, model.Int64(0))
		a = a.Store(model.Int64(3), model.Int64(7)).Store(model.Int64(last), model.Int64(7))
		tr, fail := s.replay(&interp.Frame{
			Proc: s.p.Entry, Path: s.path("main", "anon0"),
			Values: []interp.Assigned{{ID: s.command("main", prog.Havoc, 0), Var: s.variable("", "m"), Value: a}},
		})
		if last == 4 && (fail != nil || tr.Quantifiers != 0) || last == 5 && (fail == nil || fail.Kind != interp.InstanceFails || !fail.Instance[0].Equal(model.Int64(4))) {
			t.Errorf("7 at 3 and %d: %+v, %v", last, tr, fail)
		}
	}
}

// One of two quantifiers must hold: whichever the model can decide.
func TestReplayEitherQuantifier(t *testing.T) {
	s := newScene(t, `
var m: [int]int;
procedure {:entrypoint} main() modifies m;
{
  havoc m;
  assume (forall i: int :: 0 <= i && i < 2 ==> m[i] == 7) || (forall i: int :: 0 <= i && i < 2 ==> m[i] == 8);
}
`)
	sort := s.p.Store.ArraySort(term.Int, term.Int)
	for _, values := range [][2]int64{{7, 7}, {8, 8}, {7, 8}} {
		a := model.ConstArray(s.p.Store, sort, model.Int64(0))
		a = a.Store(model.Int64(0), model.Int64(values[0])).Store(model.Int64(1), model.Int64(values[1]))
		_, fail := s.replay(&interp.Frame{
			Proc: s.p.Entry, Path: s.path("main", "anon0"),
			Values: []interp.Assigned{{ID: s.command("main", prog.Havoc, 0), Var: s.variable("", "m"), Value: a}},
		})
		if (fail == nil) != (values[0] == values[1]) {
			t.Errorf("%v: %v", values, fail)
		}
	}
}

func TestCheckFindsFaults(t *testing.T) {
	for _, test := range []struct {
		name  string
		spoil func(p *prog.Program)
		want  string
	}{
		{"none", func(p *prog.Program) {}, ""},
		{"successor", func(p *prog.Program) { p.Lookup("inc").Blocks[0].Succs = []int32{99} }, "out of range"},
		{"double", func(p *prog.Program) { p.Lookup("inc").Blocks[0].Succs = []int32{1, 1} }, "occurs twice"},
		{"dead", func(p *prog.Program) { p.Lookup("main").Blocks[0].Dead = true }, "assume false"},
		{"scope", func(p *prog.Program) {
			p.Lookup("main").Blocks[0].Cmds[0].Values[0] = p.Vars[p.Lookup("inc").Locals[0]].Term
		}, "not in scope"},
		{"sort", func(p *prog.Program) { p.Lookup("main").Blocks[0].Cmds[0].Values[0] = p.Store.True() }, "sort"},
		{"arity", func(p *prog.Program) { p.Lookup("main").Blocks[0].Cmds[0].Targets = nil }, "0 results"},
		{"formal", func(p *prog.Program) {
			p.Lookup("main").Blocks[0].Cmds[0].Targets = p.Lookup("main").Ins
		}, "cannot be assigned"},
		{"number", func(p *prog.Program) { p.Lookup("main").Blocks[0].Cmds[0].ID = 2 }, "occurs twice"},
	} {
		p := core(t, calls)
		test.spoil(p)
		err := prog.Check(p)
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}
