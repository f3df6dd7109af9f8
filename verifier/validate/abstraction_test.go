package validate_test

import (
	"slices"
	"testing"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/abstract"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/validate"
)

const toAbstract = `
var g, h: int;
var m: [int]int;
procedure other(a: int) returns (r: int); modifies g, h; free ensures r > a && g > old(h);
procedure inner(a: int, b: int) returns (r: int, s: int) modifies g, h, m; {
  var t: int;
  g, h := h, a;
  h, t := a + 1, b;
  havoc g, h;
  m[a] := h;
  t := m[b] + t;
  assume h > 0 && a > b;
  if (t > h) { call r := other(h); } else { r := a; }
  call h := other(a);
  s := r;
}
procedure {:entrypoint} main(x: int) modifies g, h, m; {
  var r, s: int;
  g := x;
  call r, s := inner(h, x);
  assert g > r || s > 0;
}`

// The abstraction with any globals over-approximates the program, and no spoilt one does.
func TestAbstraction(t *testing.T) {
	st := term.NewStore()
	p, err := boogie.Load("a.bpl", []byte(toAbstract), st)
	if err != nil {
		t.Fatal(err)
	}
	prep, err := passes.Run(t.Context(), p, passes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	core := prep.Core
	spoilt := 0
	for mask := range 1 << len(core.Globals) {
		tracked := make([]bool, len(core.Vars))
		for i, g := range core.Globals {
			tracked[g] = mask>>i&1 != 0
		}
		make := func() *prog.Program { return abstract.Program(core, tracked).Program }
		if err := validate.Abstraction(core, make()); err != nil {
			t.Errorf("globals %b: %v", mask, err)
		}
		reject := func(name string, spoil func(p *prog.Program) bool) {
			p := make()
			if !spoil(p) {
				return
			}
			if spoilt++; validate.Abstraction(core, p) == nil {
				t.Errorf("globals %b: accepted: %s", mask, name)
			}
		}
		for i := range core.Globals {
			reject("a global that is mentioned is hidden", func(p *prog.Program) bool {
				if !tracked[core.Globals[i]] {
					return false
				}
				p.Globals = slices.DeleteFunc(slices.Clone(p.Globals), func(g prog.VarID) bool { return g == core.Globals[i] })
				return true
			})
		}
		reject("an axiom", func(p *prog.Program) bool { p.Axioms = append(p.Axioms, prog.Axiom{Cond: st.False()}); return true })
		for q := range core.Procs {
			reject("no change by a procedure without body", func(p *prog.Program) bool {
				had := len(p.Procs[q].Modifies) > 0
				p.Procs[q].Modifies = nil
				return had
			})
			reject("a contract", func(p *prog.Program) bool {
				p.Procs[q].Ensures = append(p.Procs[q].Ensures, prog.Contract{Cond: st.False(), Free: true})
				return true
			})
			for b := range core.Procs[q].Blocks {
				reject("an assumption", func(p *prog.Program) bool {
					x := &p.Procs[q].Blocks[b]
					x.Cmds = append(x.Cmds, prog.Cmd{Kind: prog.Assume, Cond: st.FreshConst("c", term.Bool)})
					return true
				})
				reject("a block without its jumps", func(p *prog.Program) bool {
					x := &p.Procs[q].Blocks[b]
					had := len(x.Succs) > 0
					x.Succs = nil
					return had
				})
				for c := range make().Procs[q].Blocks[b].Cmds {
					reject("a command is missing", func(p *prog.Program) bool {
						x := &p.Procs[q].Blocks[b]
						kind := x.Cmds[c].Kind
						x.Cmds = slices.Delete(x.Cmds, c, c+1)
						return kind != prog.Assume && kind != prog.Record
					})
					reject("another value", func(p *prog.Program) bool {
						x := &p.Procs[q].Blocks[b].Cmds[c]
						if len(x.Values) == 0 {
							return false
						}
						x.Values = slices.Clone(x.Values)
						x.Values[0] = st.FreshConst("v", st.Sort(x.Values[0]))
						return true
					})
				}
			}
		}
	}
	if spoilt < 500 {
		t.Errorf("only %d were spoilt", spoilt)
	}
}
