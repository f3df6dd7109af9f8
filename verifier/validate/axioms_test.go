package validate_test

import (
	"context"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/validate"
)

// TestAxioms: whether axioms that were left out can hold, together with the
// definitions of constants and with unique constants being different.
func TestAxioms(t *testing.T) {
	type world struct {
		*prog.Program
		st      *term.Store
		a, b, c prog.VarID // a and b are unique
		f       term.Sym
	}
	at := func(w world, n int64) term.Term { return w.st.App(w.f, w.st.Int(n)) }
	value := func(w world, v prog.VarID) term.Term { return w.Var(v).Term }
	for _, c := range []struct {
		name   string
		axioms func(w world) []term.Term
		defs   func(w world) []prog.Def
		want   sat.Status
	}{
		{"nothing was left out", nil, nil, sat.Sat},
		{"consistent", func(w world) []term.Term {
			return []term.Term{w.st.Eq(at(w, 1), w.st.Int(2)), w.st.Eq(at(w, 2), w.st.Int(3))}
		}, nil, sat.Sat},
		{"two values", func(w world) []term.Term {
			return []term.Term{w.st.Eq(at(w, 1), w.st.Int(2)), w.st.Eq(at(w, 1), w.st.Int(3))}
		}, nil, sat.Unsat},
		{"false under a definition", func(w world) []term.Term {
			return []term.Term{w.st.Eq(value(w, w.c), w.st.Int(2))}
		}, func(w world) []prog.Def { return []prog.Def{{Const: w.c, Value: w.st.Int(1)}} }, sat.Unsat},
		{"true under a definition", func(w world) []term.Term {
			return []term.Term{w.st.Eq(value(w, w.c), w.st.Int(2))}
		}, func(w world) []prog.Def { return []prog.Def{{Const: w.c, Value: w.st.Int(2)}} }, sat.Sat},
		{"definitions make unique constants equal", nil, func(w world) []prog.Def {
			return []prog.Def{{Const: w.a, Value: w.st.Int(1)}, {Const: w.b, Value: w.st.Int(1)}}
		}, sat.Unsat},
		{"axioms make unique constants equal", func(w world) []term.Term {
			return []term.Term{w.st.Eq(value(w, w.a), at(w, 1)), w.st.Eq(value(w, w.b), at(w, 1))}
		}, nil, sat.Unsat},
		{"a unique constant equals another one", func(w world) []term.Term {
			return []term.Term{w.st.Eq(value(w, w.a), value(w, w.c))}
		}, nil, sat.Sat},
		{"not known", func(w world) []term.Term { // f(f(x)) = x + 2 for all x
			x := w.st.BoundVar("x", term.Int)
			fx := w.st.App(w.f, x)
			body := w.st.Eq(w.st.App(w.f, fx), w.st.Add(x, w.st.Int(2)))
			return []term.Term{w.st.Quantify(term.OpForall, term.Quant{Vars: []term.Term{x}, Body: body})}
		}, nil, sat.Unknown},
	} {
		st := term.NewStore()
		w := world{Program: &prog.Program{Store: st, Entry: prog.NoProc}, st: st, f: st.DeclareFun("f", []term.Sort{term.Int}, term.Int)}
		for _, v := range []*prog.VarID{&w.a, &w.b, &w.c} {
			*v = w.NewVar("constant", prog.Constant, term.Int, 0)
			w.Consts = append(w.Consts, *v)
		}
		w.Var(w.a).Unique, w.Var(w.b).Unique = true, true
		var dropped []int
		if c.axioms != nil {
			for i, a := range c.axioms(w) {
				w.Axioms = append(w.Axioms, prog.Axiom{Cond: a})
				dropped = append(dropped, i)
			}
		}
		// An axiom that was not left out is none of this question.
		w.Axioms = append(w.Axioms, prog.Axiom{Cond: st.Eq(at(w, 1), st.Int(-7))})
		var defs []prog.Def
		if c.defs != nil {
			defs = c.defs(w)
		}
		if got := validate.Axioms(context.Background(), w.Program, defs, dropped); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
