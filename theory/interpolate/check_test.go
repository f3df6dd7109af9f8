package interpolate

import (
	"errors"
	"strings"
	"testing"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
)

// TestVerify gives wrong interpolants to the check.
func TestVerify(t *testing.T) {
	st := term.NewStore()
	p := New(st, Options{})
	x, y, z := st.FreshConst("x", term.Int), st.FreshConst("y", term.Int), st.FreshConst("z", term.Int)
	a, b := []term.Term{st.Lt(x, y), st.Lt(x, st.Int(3))}, []term.Term{st.Lt(y, z), st.Lt(z, x)}
	words := p.common(a, b, nil)
	for _, c := range []struct {
		clauses []term.Term
		right   bool
	}{
		{[]term.Term{st.Lt(x, y)}, true},
		{[]term.Term{st.Le(x, y)}, true},
		{[]term.Term{st.Le(x, y), st.Lt(x, st.Int(8))}, true},
		{nil, false},
		{[]term.Term{st.False()}, false},
		{[]term.Term{st.Lt(x, st.Int(3))}, false},
		{[]term.Term{st.Lt(x, y), st.Lt(x, st.Int(2))}, false},
		{[]term.Term{st.Lt(st.Add(x, st.Int(1)), y)}, false},
		{[]term.Term{st.Or(st.Lt(x, y), st.Lt(x, z))}, false},
		{[]term.Term{st.Or(st.Lt(x, y), st.Lt(z, z))}, false}, // right, but for the vocabulary
	} {
		err := p.verify(t.Context(), a, b, c.clauses, words)
		if c.right != (err == nil) || err != nil && !errors.Is(err, reason.Internal) {
			t.Errorf("%s: %v", st.String(st.And(c.clauses...)), err)
		}
	}
}

// TestSatisfiable asks for a common model of sides that have none.
func TestSatisfiable(t *testing.T) {
	st := term.NewStore()
	p := New(st, Options{})
	x := st.FreshConst("x", term.Int)
	low, high := []term.Term{st.Lt(x, st.Int(3))}, []term.Term{st.Lt(st.Int(3), x)}
	if err := p.satisfiable(t.Context(), low, low); !errors.Is(err, ErrSatisfiable) {
		t.Error(err)
	}
	if err := p.satisfiable(t.Context(), low, high); !errors.Is(err, reason.Internal) {
		t.Error(err)
	}
}

// TestCovers gives a cube that is false in the model to the check.
func TestCovers(t *testing.T) {
	st := term.NewStore()
	s := &search{Interpolator: New(st, Options{})}
	x := st.FreshConst("x", term.Int)
	m := model.New(st, model.Options{})
	m.SetConst(x, model.Int64(3))
	if err := s.covers(m, []term.Term{st.Lt(x, st.Int(4))}); err != nil {
		t.Error(err)
	}
	if err := s.covers(m, []term.Term{st.Lt(x, st.Int(4)), st.Lt(x, st.Int(3))}); !errors.Is(err, reason.Internal) {
		t.Error(err)
	}
}

// TestRoot gives wrong interpolants to the check at the root of a tree.
func TestRoot(t *testing.T) {
	st := term.NewStore()
	p := New(st, Options{})
	x := st.FreshConst("x", term.Int)
	parts := [][]term.Term{{st.Lt(x, st.Int(3))}, {st.Lt(st.Int(3), x)}}
	for bound, right := range map[int64]bool{3: true, 4: true, 5: false} {
		err := p.root(t.Context(), parts, []int{0, 0}, [][]term.Term{{st.Lt(x, st.Int(bound))}})
		if right != (err == nil) || err != nil && !errors.Is(err, reason.Internal) {
			t.Errorf("%d: %v", bound, err)
		}
	}
}

// TestUnknown has questions that the solver gives up: they count neither as a contradiction nor as
// the end of the search.
func TestUnknown(t *testing.T) {
	st := term.NewStore()
	p := New(st, Options{Conflicts: 1})
	const holes = 5
	var pigeons []term.Term // one more than holes, each in one, no two in the same
	in := map[[2]int]term.Term{}
	for i := range holes + 1 {
		var some []term.Term
		for h := range holes {
			in[[2]int{i, h}] = st.FreshConst("in", term.Bool)
			some = append(some, in[[2]int{i, h}])
			for j := range i {
				pigeons = append(pigeons, st.Or(st.Not(in[[2]int{i, h}]), st.Not(in[[2]int{j, h}])))
			}
		}
		pigeons = append(pigeons, st.Or(some...))
	}
	s := &search{Interpolator: p, ctx: t.Context(), a: p.solver(pigeons)}
	if s.contradicts(nil) {
		t.Error("unknown is a contradiction")
	}
	if _, err := s.core(nil); !errors.Is(err, reason.Conflicts) {
		t.Errorf("core: %v", err)
	}
	if _, err := p.Binary(t.Context(), nil, pigeons, nil); !errors.Is(err, reason.Conflicts) || !strings.Contains(err.Error(), "a model of the second side") {
		t.Errorf("interpolant: %v", err)
	}
}
