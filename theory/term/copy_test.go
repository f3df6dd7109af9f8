package term_test

import (
	"testing"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// A copy reads like the original, is made only once, and copied back is the
// original except for symbols.
func TestCopy(t *testing.T) {
	st := term.NewStore()
	u := st.UninterpretedSort("U")
	arr := st.ArraySort(u, st.ArraySort(term.Int, term.Real))
	a := st.FreshConst("a", arr)
	x, p := st.FreshConst("x", term.Int), st.FreshConst("p", term.Bool)
	f := st.DeclareFun("f", []term.Sort{term.Int, arr}, u)
	v := st.BoundVar("v", term.Int)
	half := st.Rat(num.FromInts(num.FromInt64(1), num.FromInt64(2)))
	fx := st.App(f, st.Add(x, st.Int(1), st.Mul(st.Int(-3), x)), a)
	row := st.ConstArray(st.ArraySort(term.Int, term.Real), half)
	body := st.Le(st.Select(st.Select(a, fx), v), st.Quo(st.ToReal(x), half))
	q := st.Quantify(term.OpForall, term.Quant{Vars: []term.Term{v}, Body: body, Patterns: [][]term.Term{{st.Select(row, v)}}, Name: "q"})
	deep := p
	for range 50000 {
		deep = st.Not(st.And(deep, p))
	}
	all := []term.Term{
		st.True(), st.Distinct(x, st.Int(2), st.Div(x, st.Mod(x, st.ToInt(half)))), q,
		st.Eq(st.Store(a, fx, row), a), st.Ite(p, x, st.Int(0)), st.Or(q, p), deep,
	}
	to := term.NewStore()
	to.FreshConst("other", to.UninterpretedSort("V")) // so that the ids differ
	c, back := term.NewCopier(st, to), term.NewCopier(to, st)
	for _, o := range all {
		k := c.Term(o)
		if st.String(o) != to.String(k) {
			t.Errorf("%s became %s", st.String(o), to.String(k))
		}
		if to.Ground(k) != st.Ground(o) || to.SortString(to.Sort(k)) != st.SortString(st.Sort(o)) {
			t.Errorf("%s: another shape", st.String(o))
		}
		n := to.Len()
		if c.Term(o) != k || to.Len() != n {
			t.Errorf("%s was copied again", st.String(o))
		}
		if s := st.String(back.Term(k)); s != st.String(o) {
			t.Errorf("%s came back as %s", st.String(o), s)
		}
	}
	for _, o := range all {
		if k := c.Back().Term(c.Term(o)); k != o {
			t.Errorf("%s is another one when it is copied back", st.String(o))
		}
	}
	if g, ok := c.Copied(f); !ok || to.SymName(g) != "f" {
		t.Error("f has no copy")
	}
	if _, ok := c.Copied(st.BoundSym(v)); ok {
		t.Error("the name of a bound variable is not a constant")
	}
	g, _ := c.Copied(f)
	bound := term.NewCopier(to, st)
	bound.Bind(g, f)
	if bound.Sym(g) != f {
		t.Error("a bound symbol has another copy")
	}
	third := term.NewStore()
	c.Reset(third)
	if _, ok := c.Copied(f); ok {
		t.Error("f has a copy after Reset")
	}
	for _, o := range all {
		if s := third.String(c.Term(o)); s != st.String(o) {
			t.Errorf("after Reset %s became %s", st.String(o), s)
		}
	}
}

// A clone has the same terms under the same numbers. What is added on one side, also at the same time, is not on the other.
func TestClone(t *testing.T) {
	st := term.NewStore()
	f := st.DeclareFun("f", []term.Sort{term.Int, term.Int, term.Int, term.Int, term.Int}, term.Int)
	v := st.BoundVar("v", term.Int)
	add := func(s *term.Store, from, to int64) (all []term.Term) {
		for i := from; i < to; i++ {
			x := s.FreshConst("x", term.Int)
			y := s.App(f, x, s.Int(i), x, s.Numeral(num.FromInt64(i).Mul(num.FromInt64(1<<62))), x)
			q := s.Quantify(term.OpForall, term.Quant{Vars: []term.Term{v}, Body: s.Le(v, s.Int(i%7))})
			all = append(all, s.And(q, s.Le(s.Select(s.FreshConst("a", s.ArraySort(term.Int, term.Int)), y), s.Int(i))))
		}
		return all
	}
	add(st, 0, 3000)
	a, b := st.Clone(), st.Clone()
	var fromB []term.Term
	done := make(chan bool)
	go func() {
		fromB = add(b, 3000, 6000)
		close(done)
	}()
	fromA := add(a, 3000, 5000)
	<-done
	for i := range term.Term(st.Len()) {
		if i > 0 && (a.String(i) != st.String(i) || b.String(i) != st.String(i)) {
			t.Fatalf("%s became %s and %s", st.String(i), a.String(i), b.String(i))
		}
	}
	for i, x := range add(st, 3000, 6000) {
		if x != fromB[i] || i < len(fromA) && x != fromA[i] || b.String(fromB[i]) != st.String(x) {
			t.Fatalf("%s is %s in a clone", st.String(x), b.String(fromB[i]))
		}
	}
	if st.Len() != b.Len() || st.NumSyms() != b.NumSyms() || a.Len() >= b.Len() {
		t.Error("a clone has other terms")
	}
	if g, ok := a.LookupSym("f"); !ok || g != f {
		t.Error("a clone does not know f")
	}
	a.DeclareFun("f", nil, term.Int)
	if g, _ := st.LookupSym("f"); g != f {
		t.Error("a declaration in a clone is one in the original")
	}
}
