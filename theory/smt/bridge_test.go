package smt_test

import (
	"testing"

	"github.com/muster-smt/muster/theory/smt"
	"github.com/muster-smt/muster/theory/term"
)

// What goes over a bridge comes back as it was if its symbols are bound; otherwise symbols are new.
func TestBridge(t *testing.T) {
	st, own := smt.NewStore(), term.NewStore()
	u := st.Sort("U")
	x, y, f := st.IntSort().Fresh("x"), st.Int("y"), smt.NewFun2("f", st.IntSort(), u, u)
	e := u.Const("e")
	q := st.Forall([]smt.Expr{y}, f.At(y, e).Eq(e).Or(x.Lt(y)))
	b := smt.NewBridge(st, own)
	out := b.Out(q)
	if own.String(out) != q.String() {
		t.Errorf("%v became %s", q, own.String(out))
	}
	for g := range q.Symbols {
		b.Bind(b.Func(g), g)
	}
	if s := b.Back(out).String(); s != q.String() {
		t.Errorf("%v came back as %s", q, s)
	}
	if y2 := b.Back(b.Out(y)); y2 == y.Term || y2.String() != "y" {
		t.Errorf("y, which is not bound, came back as %v", y2)
	}
	for _, s := range []smt.Expr{f.At(x, e), x.Mul(x)} {
		if back := b.Back(b.Out(s)); back != s.Untyped() {
			t.Errorf("%v came back as %v, another term", s, back)
		}
	}
}
