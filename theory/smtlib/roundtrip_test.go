package smtlib

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/term"
)

// isomorphism matches the symbols, bound variables and sorts of two stores as
// it compares terms. A quantifier that is written twice is read as two, so
// terms need only match up to the names of bound variables.
type isomorphism struct {
	a, b  *term.Store
	terms map[[2]term.Term]bool
	syms  map[term.Sym]term.Sym
	sorts map[term.Sort]term.Sort
}

func (m *isomorphism) sort(x, y term.Sort) bool {
	if z, ok := m.sorts[x]; ok {
		return z == y
	}
	m.sorts[x] = y
	if m.a.SortKind(x) != m.b.SortKind(y) {
		return false
	}
	if m.a.IsArray(x) {
		i, e := m.a.ArraySorts(x)
		k, f := m.b.ArraySorts(y)
		return m.sort(i, k) && m.sort(e, f)
	}
	return true
}

func (m *isomorphism) sym(x, y term.Sym) bool {
	if z, ok := m.syms[x]; ok {
		return z == y
	}
	m.syms[x] = y
	return true
}

func (m *isomorphism) same(x, y term.Term) bool {
	if m.terms[[2]term.Term{x, y}] {
		return true
	}
	a, b := m.a, m.b
	if a.Op(x) != b.Op(y) || !m.sort(a.Sort(x), b.Sort(y)) || a.NumArgs(x) != b.NumArgs(y) {
		return false
	}
	switch a.Op(x) {
	case term.OpApp:
		if !m.sym(a.Sym(x), b.Sym(y)) {
			return false
		}
	case term.OpBound:
		if !m.sym(a.BoundSym(x), b.BoundSym(y)) {
			return false
		}
	case term.OpNum:
		if !a.Num(x).Equal(b.Num(y)) {
			return false
		}
	case term.OpRat:
		if !a.RatValue(x).Equal(b.RatValue(y)) {
			return false
		}
	case term.OpForall, term.OpExists:
		p, q := a.Quant(x), b.Quant(y)
		if p.Name != q.Name || p.Weight != q.Weight || len(p.Avoid) != len(q.Avoid) || len(p.Vars) != len(q.Vars) || len(p.Patterns) != len(q.Patterns) || a.Ground(x) != b.Ground(y) {
			return false
		}
		for k, v := range p.Vars {
			m.syms[a.BoundSym(v)] = b.BoundSym(q.Vars[k])
		}
		for k := range p.Patterns {
			if len(p.Patterns[k]) != len(q.Patterns[k]) {
				return false
			}
		}
	}
	for k, u := range a.Args(x) {
		if !m.same(u, b.Arg(y, k)) {
			return false
		}
	}
	m.terms[[2]term.Term{x, y}] = true
	return true
}

// TestRoundTrip writes sessions of random formulas in scopes and reads them.
func TestRoundTrip(t *testing.T) {
	for seed := range int64(300) {
		g := newGen(seed)
		var out bytes.Buffer
		w := NewWriter(&out, g.st, Options{GlobalDeclarations: seed%2 == 0})
		var want []term.Term
		open := 0
		for range 12 {
			switch k := g.Intn(5); {
			case k == 0:
				w.Push()
				open++
			case k == 1 && open > 0:
				n := 1 + g.Intn(open)
				w.Pop(n)
				open -= n
			default:
				want = append(want, g.term(term.Bool, 1+g.Intn(6)))
				w.Assert(want[len(want)-1])
			}
		}
		w.CheckSat()
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		st := term.NewStore()
		commands, err := ReadScript("w.smt2", bytes.NewReader(out.Bytes()), st)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, out.String())
		}
		// A declaration that is repeated after a pop is a new symbol.
		m := &isomorphism{a: g.st, b: st}
		for _, c := range commands {
			if c.Kind == Pop || m.terms == nil {
				m.terms, m.syms, m.sorts = map[[2]term.Term]bool{}, map[term.Sym]term.Sym{}, map[term.Sort]term.Sort{}
			}
			if c.Kind != Assert {
				continue
			}
			if !m.same(want[0], c.Terms[0]) {
				t.Fatalf("seed %d: %s\nwas read as %s\n%s", seed, g.st.String(want[0]), st.String(c.Terms[0]), out.String())
			}
			want = want[1:]
		}
		if len(want) > 0 {
			t.Fatalf("%d assertions are missing", len(want))
		}
	}
}

// TestLinear writes terms that are exponential as trees, ground and under
// quantifiers, and deep ones.
func TestLinear(t *testing.T) {
	st := term.NewStore()
	x := st.FreshConst("x", term.Int)
	f := st.DeclareFun("f", []term.Sort{term.Int, term.Int}, term.Int)
	const n = 2000
	double := func(u term.Term) term.Term {
		for range n {
			u = st.App(f, u, u)
		}
		return u
	}
	deep := x
	for range 100000 {
		deep = st.Mod(deep, st.Int(7))
	}
	y, z := st.BoundVar("y", term.Int), st.BoundVar("z", term.Int)
	big := double(y)
	inner := st.Quantify(term.OpForall, term.Quant{Vars: []term.Term{z}, Body: st.Or(st.Le(st.App(f, big, z), st.Add(big, z)), st.Le(double(z), big)),
		Patterns: [][]term.Term{{st.App(f, big, z)}}, Avoid: []term.Term{st.App(f, z, big)}, Weight: term.NewWeight(0)})
	outer := st.Quantify(term.OpForall, term.Quant{Vars: []term.Term{y}, Body: st.And(inner, st.Le(big, x))})
	nested := st.True()
	var vars []term.Term
	for range n {
		vars = append(vars, st.BoundVar("v", term.Int))
		nested = st.And(nested, st.Le(big, vars[len(vars)-1]))
	}
	for _, v := range vars {
		nested = st.Quantify(term.OpExists, term.Quant{Vars: []term.Term{v}, Body: nested})
	}
	nested = st.Quantify(term.OpExists, term.Quant{Vars: []term.Term{y}, Body: nested})
	for _, u := range []term.Term{st.Le(double(x), x), st.Le(deep, x), outer, nested} {
		var out bytes.Buffer
		if err := Dump(&out, st, []term.Term{u, st.Not(u)}, Options{}); err != nil {
			t.Fatal(err)
		}
		if out.Len() > 5000000 {
			t.Fatalf("%d bytes", out.Len())
		}
		back := term.NewStore()
		if _, err := ReadScript("w.smt2", &out, back); err != nil {
			t.Fatal(err)
		}
		if back.Len() > st.Len()+10 {
			t.Fatalf("%d terms read, %d written", back.Len(), st.Len())
		}
	}
}

// TestSolversAcceptOutput gives random sessions to the installed solvers.
func TestSolversAcceptOutput(t *testing.T) {
	for _, solver := range [][]string{{"z3", "-T:5"}, {"cvc5", "--tlimit-per=300", "--incremental", "-q"}} {
		if _, err := exec.LookPath(solver[0]); err != nil {
			t.Logf("no %s on PATH", solver[0])
			continue
		}
		for seed := range int64(10) {
			g := newGen(seed)
			g.values = true
			var out bytes.Buffer
			w := NewWriter(&out, g.st, Options{GlobalDeclarations: seed%2 == 0, Options: [][2]string{{":produce-unsat-assumptions", "true"}, {":produce-unsat-cores", "true"}}})
			if solver[0] == "z3" {
				w.command("(set-option :rlimit 20000)")
			}
			for range 4 {
				w.Assert(g.term(term.Bool, 4))
			}
			w.Push()
			w.Assert(g.term(term.Bool, 5))
			p := g.pool[term.Bool][0]
			w.CheckSatAssuming([]term.Term{p, g.st.Not(g.pool[term.Bool][1]), g.term(term.Bool, 3)})
			w.Pop(1)
			w.Assert(g.term(term.Bool, 5))
			w.Exit()
			if err := w.Flush(); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(t.TempDir(), "a.smt2")
			if err := os.WriteFile(file, out.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
			answer, err := exec.Command(solver[0], append(solver[1:], file)...).CombinedOutput()
			if strings.Contains(string(answer), "error") || err != nil {
				t.Fatalf("%s: %v\n%s\n%s", solver[0], err, answer, out.String())
			}
		}
	}
}
