package prog_test

import (
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// sample is a program whose main reads a global, calls inc and branches.
type sample struct {
	*prog.Program
	st                   *term.Store
	main, inc            *prog.Proc
	g, k, flag           prog.VarID // a global, a constant, a Bool local of main
	x, n, r              prog.VarID // a local of main, the formal and the result of inc
	assume, call, assign *prog.Cmd  // of main
}

func newSample() *sample {
	st := term.NewStore()
	s := &sample{Program: &prog.Program{File: "test", Store: st}, st: st}
	s.g = s.NewVar("g", prog.Global, term.Int, 0)
	s.k = s.NewVar("k", prog.Constant, term.Int, 0)
	s.x = s.NewVar("x", prog.Local, term.Int, 0)
	s.flag = s.NewVar("flag", prog.Local, term.Bool, 0)
	s.n = s.NewVar("n", prog.In, term.Int, 0)
	s.r = s.NewVar("r", prog.Out, term.Int, 0)
	s.Globals, s.Consts = []prog.VarID{s.g}, []prog.VarID{s.k}
	s.Axioms = []prog.Axiom{{Cond: st.Le(s.value(s.k), st.Int(9))}}
	s.inc = &prog.Proc{
		ID: 1, Name: "inc", Ins: []prog.VarID{s.n}, Outs: []prog.VarID{s.r}, Modifies: []prog.VarID{s.g},
		Requires: []prog.Contract{{Cond: st.Le(s.value(s.n), s.value(s.g))}},
		Ensures:  []prog.Contract{{Cond: st.Le(s.Var(s.g).Old, s.value(s.r))}},
		Blocks:   []prog.Block{{Label: "only", Cmds: []prog.Cmd{{Kind: prog.Havoc, Targets: []prog.VarID{s.r, s.g}}}}},
	}
	s.main = &prog.Proc{
		ID: 0, Name: "main", Locals: []prog.VarID{s.x, s.flag}, Modifies: []prog.VarID{s.g},
		Blocks: []prog.Block{
			{Label: "start", Succs: []int32{1, 2}, Cmds: []prog.Cmd{
				{Kind: prog.Assume, Cond: st.Le(s.value(s.x), s.value(s.k)), ID: 1},
				{Kind: prog.Call, Callee: 1, Targets: []prog.VarID{s.x}, Values: []term.Term{st.Int(1)}, ID: 2},
				{Kind: prog.Assign, Targets: []prog.VarID{s.x, s.flag}, Values: []term.Term{st.Int(1), st.True()}, ID: 3},
			}},
			{Label: "dead", Dead: true, Cmds: []prog.Cmd{{Kind: prog.Assume, Cond: st.False()}}},
			{Label: "end", Cmds: []prog.Cmd{{Kind: prog.Assert, Cond: s.value(s.flag)}}},
		},
	}
	cmds := s.main.Blocks[0].Cmds
	s.assume, s.call, s.assign = &cmds[0], &cmds[1], &cmds[2]
	s.Procs = []*prog.Proc{s.main, s.inc}
	return s
}

func (s *sample) value(v prog.VarID) term.Term { return s.Var(v).Term }

func TestCheckAccepts(t *testing.T) {
	if err := prog.Check(newSample().Program); err != nil {
		t.Error(err)
	}
}

// TestCheckFails breaks each invariant in turn.
func TestCheckFails(t *testing.T) {
	for _, c := range []struct {
		want   string
		damage func(s *sample)
	}{
		{"entry 2 out of range", func(s *sample) { s.Entry = 2 }},
		{"number 0 at index 1", func(s *sample) { s.inc.ID = 0 }},
		{"variable 9 out of range", func(s *sample) { s.Globals[0] = 9 }},
		{"program: k has kind", func(s *sample) { s.Globals[0] = s.k }},
		{"main: x occurs twice", func(s *sample) { s.main.Locals[1] = s.x }},
		{"inc: g has kind", func(s *sample) { s.inc.Outs[0] = s.g }},
		{"x belongs to another procedure too", func(s *sample) { s.inc.Locals = []prog.VarID{s.x} }},
		{"axiom at 0,0: g is not in scope", func(s *sample) { s.Axioms[0].Cond = s.st.Eq(s.value(s.g), s.st.Int(1)) }},
		{"requires at 0,0: r is not in scope", func(s *sample) { s.inc.Requires[0].Cond = s.st.Eq(s.value(s.r), s.st.Int(1)) }},
		{"requires at 0,0: g is not in scope", func(s *sample) { s.inc.Requires[0].Cond = s.st.Eq(s.Var(s.g).Old, s.st.Int(1)) }},
		{"ensures at 0,0: x is not in scope", func(s *sample) { s.inc.Ensures[0].Cond = s.st.Eq(s.value(s.x), s.st.Int(1)) }},
		{"candidate at 0,0: g is not in scope", func(s *sample) {
			s.inc.Candidates = []prog.Candidate{{Cond: s.st.Eq(s.value(s.g), s.st.Int(1)), Entry: true}}
		}},
		{"candidate at 0,0: condition", func(s *sample) { s.inc.Candidates = []prog.Candidate{{Cond: s.st.Int(1)}} }},
		{"successor 3 out of range", func(s *sample) { s.main.Blocks[0].Succs[1] = 3 }},
		{"successor 1 occurs twice", func(s *sample) { s.main.Blocks[0].Succs[1] = 1 }},
		{"dead, but has successors", func(s *sample) { s.main.Blocks[1].Succs = []int32{2} }},
		{"dead, but does not end", func(s *sample) { s.main.Blocks[1].Cmds[0].Cond = s.st.True() }},
		{"is not Boolean", func(s *sample) { s.assume.Cond = s.st.Int(1) }},
		{"is not Boolean", func(s *sample) { s.assume.Cond = 0 }},
		{"n is not in scope", func(s *sample) { s.assume.Cond = s.st.Eq(s.value(s.n), s.st.Int(1)) }},
		{"free bound variable", func(s *sample) { s.assume.Cond = s.st.Eq(s.st.BoundVar("b", term.Int), s.st.Int(1)) }},
		{"number 1 occurs twice", func(s *sample) { s.call.ID = 1 }},
		{"2 targets, 1 values", func(s *sample) { s.assign.Values = s.assign.Values[:1] }},
		{"k cannot be assigned to", func(s *sample) { s.assign.Targets[0] = s.k }},
		{"n cannot be assigned to", func(s *sample) { s.assign.Targets[0] = s.n }},
		{"x is assigned twice", func(s *sample) { s.assign.Targets[1] = s.x }},
		{"has sort Bool, not Int", func(s *sample) { s.assign.Values[0] = s.st.True() }},
		{"no term", func(s *sample) { s.assign.Values[0] = 0 }},
		{"callee 2 out of range", func(s *sample) { s.call.Callee = 2 }},
		{"with 0 arguments and 1 results", func(s *sample) { s.call.Values = nil }},
		{"result 0 has another sort", func(s *sample) { s.call.Targets[0] = s.flag }},
		{"variable 9 out of range", func(s *sample) { s.call.Targets[0] = 9 }},
		{"has sort Bool, not Int", func(s *sample) { s.call.Values[0] = s.st.True() }},
		{"command of kind 0", func(s *sample) { s.assign.Kind = 0 }},
	} {
		s := newSample()
		c.damage(s)
		if err := prog.Check(s.Program); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}
}
