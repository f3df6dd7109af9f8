package arrays_test

import (
	"context"
	"math/rand"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// The oracle enumerates interpretations of i, j over {0,1}, u, v over {0,1},
// and arrays a, b over the indices 0, 1 and one that stands for all others,
// with elements 0 to 3. Formulas say that i, j, u, v are 0 or 1, so nothing is
// satisfiable only outside of that.

const (
	kVar = iota
	kStore
	kConst
	kSelect
)

// expr is a term of the test's own: sort 'i', 'v' or 'a'.
type expr struct {
	sort byte
	kind int
	v    int
	args []*expr
}

type literal struct {
	a, b *expr
	neg  bool
}

// world is an interpretation.
type world struct {
	i, v [2]int
	a    [2][3]int
}

func (w *world) num(e *expr) int {
	switch {
	case e.sort == 'i':
		return w.i[e.v]
	case e.kind == kSelect:
		return w.array(e.args[0])[w.num(e.args[1])]
	}
	return w.v[e.v]
}

func (w *world) array(e *expr) [3]int {
	switch e.kind {
	case kStore:
		a := w.array(e.args[0])
		a[w.num(e.args[1])] = w.num(e.args[2])
		return a
	case kConst:
		v := w.num(e.args[0])
		return [3]int{v, v, v}
	}
	return w.a[e.v]
}

func (w *world) holds(cs [][]literal) bool {
	for _, c := range cs {
		ok := false
		for _, l := range c {
			var eq bool
			if l.a.sort == 'a' {
				eq = w.array(l.a) == w.array(l.b)
			} else {
				eq = w.num(l.a) == w.num(l.b)
			}
			ok = ok || eq != l.neg
		}
		if !ok {
			return false
		}
	}
	return true
}

func satisfiable(cs [][]literal) bool {
	var w world
	for n := range 16 {
		w.i = [2]int{n & 1, n >> 1 & 1}
		w.v = [2]int{n >> 2 & 1, n >> 3 & 1}
		for x := range 1 << 12 {
			for k := range 6 {
				w.a[k/3][k%3] = x >> (2 * k) & 3
			}
			if w.holds(cs) {
				return true
			}
		}
	}
	return false
}

type maker struct {
	rng    *rand.Rand
	consts bool
}

func (m *maker) index() *expr { return &expr{sort: 'i', v: m.rng.Intn(2)} }

func (m *maker) val(d int) *expr {
	if d == 0 || m.rng.Intn(3) == 0 {
		return &expr{sort: 'v', v: m.rng.Intn(2)}
	}
	return &expr{sort: 'v', kind: kSelect, args: []*expr{m.array(d - 1), m.index()}}
}

func (m *maker) array(d int) *expr {
	switch {
	case d == 0 || m.rng.Intn(3) == 0:
		return &expr{sort: 'a', v: m.rng.Intn(2)}
	case m.consts && m.rng.Intn(4) == 0:
		return &expr{sort: 'a', kind: kConst, args: []*expr{m.val(d - 1)}}
	}
	return &expr{sort: 'a', kind: kStore, args: []*expr{m.array(d - 1), m.index(), m.val(d - 1)}}
}

func (m *maker) clauses(n int) [][]literal {
	var cs [][]literal
	for range n {
		var c []literal
		for range 1 + m.rng.Intn(2) {
			l := literal{neg: m.rng.Intn(2) == 0}
			switch m.rng.Intn(5) {
			case 0:
				l.a, l.b = m.index(), m.index()
			case 1, 2:
				l.a, l.b = m.val(2), m.val(2)
			default:
				l.a, l.b = m.array(3), m.array(2)
			}
			c = append(c, l)
		}
		cs = append(cs, c)
	}
	return cs
}

// builder makes terms of exprs. With a symbol f, arrays are compared by it.
type builder struct {
	st     *term.Store
	consts map[[2]int]term.Term
	sort   term.Sort
	elm    term.Sort
}

func newBuilder(st *term.Store) *builder {
	b := &builder{st: st, consts: map[[2]int]term.Term{}, elm: term.Int}
	b.sort = st.ArraySort(term.Int, term.Int)
	for k := range 2 {
		b.consts[[2]int{'i', k}] = st.FreshConst("ij"[k:k+1], term.Int)
		b.consts[[2]int{'v', k}] = st.FreshConst("uv"[k:k+1], term.Int)
		b.consts[[2]int{'a', k}] = st.FreshConst("ab"[k:k+1], b.sort)
	}
	return b
}

func (b *builder) term(e *expr) term.Term {
	var args []term.Term
	for _, a := range e.args {
		args = append(args, b.term(a))
	}
	switch e.kind {
	case kStore:
		return b.st.Store(args[0], args[1], args[2])
	case kConst:
		return b.st.ConstArray(b.sort, args[0])
	case kSelect:
		return b.st.Select(args[0], args[1])
	}
	return b.consts[[2]int{int(e.sort), e.v}]
}

func (b *builder) domain() []term.Term {
	var out []term.Term
	for _, s := range []int{'i', 'v'} {
		for k := range 2 {
			x := b.consts[[2]int{s, k}]
			out = append(out, b.st.Or(b.st.Eq(x, b.st.Int(0)), b.st.Eq(x, b.st.Int(1))))
		}
	}
	return out
}

func (b *builder) clause(c []literal) term.Term {
	var or []term.Term
	for _, l := range c {
		t := b.st.Eq(b.term(l.a), b.term(l.b))
		if l.neg {
			t = b.st.Not(t)
		}
		or = append(or, t)
	}
	return b.st.Or(or...)
}

func TestRandomAgainstEnumeration(t *testing.T) {
	n := extent.Of(40, 200)
	sats := 0
	for seed := range int64(n) {
		m := &maker{rng: rand.New(rand.NewSource(seed)), consts: seed%3 == 0}
		cs := m.clauses(3 + m.rng.Intn(9))
		want := sat.Unsat
		if satisfiable(cs) {
			want = sat.Sat
			sats++
		}
		for _, norel := range []bool{false, true} {
			st := term.NewStore()
			b := newBuilder(st)
			s := solver.New(st, solver.Options{CheckModels: true, NoRelevancy: norel})
			for _, f := range b.domain() {
				s.Assert(f)
			}
			// Half as assumptions, so that levels are opened and undone.
			var assume []term.Term
			for k, c := range cs {
				if k%2 == 0 {
					s.Assert(b.clause(c))
				} else {
					assume = append(assume, b.clause(c))
				}
			}
			s.Check(context.Background())
			got := s.Check(context.Background(), assume...)
			if got.Status != want {
				for _, c := range cs {
					t.Log(st.String(b.clause(c)))
				}
				t.Fatalf("seed %d, norel %v: got %v (%s), want %v", seed, norel, got.Status, got.Reason, want)
			}
		}
	}
	t.Logf("%d of %d satisfiable", sats, n)
}
