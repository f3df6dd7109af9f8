package proof_test

import (
	"strings"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/proof"
)

var (
	_ sat.Tracer = (*proof.LRAT)(nil)
	_ sat.Tracer = (*proof.DRAT)(nil)
)

func clause(ns ...int) []sat.Lit {
	var c []sat.Lit
	for _, n := range ns {
		c = append(c, sat.FromDimacs(n))
	}
	return c
}

// The axioms 1 to 4 say that 1 and 2 have all values; what follows is checked.
func TestCheckers(t *testing.T) {
	type ids = []sat.ClauseID
	for _, c := range []struct {
		name       string
		steps      func(p sat.Tracer)
		lrat, drat string
		empty      bool
	}{
		{"refutation", func(p sat.Tracer) {
			p.Derived(5, clause(1), ids{1, 2})
			p.Deleted(1, clause(1, 2))
			p.Derived(6, clause(), ids{5, 3, 4})
		}, "", "", true},
		{"wrong order", func(p sat.Tracer) { p.Derived(5, clause(), ids{1, 2, 3, 4}) }, "clause 1 is not a unit", "does not follow", true},
		{"no conflict", func(p sat.Tracer) { p.Derived(5, clause(1), ids{1}) }, "no conflict at the end", "", false},
		{"satisfied", func(p sat.Tracer) { p.Derived(5, clause(1), ids{1, 1}) }, "clause 1 is true", "", false},
		{"deleted", func(p sat.Tracer) {
			p.Deleted(2, clause(1, -2))
			p.Derived(5, clause(1), ids{1, 2})
		}, "there is no clause 2", "does not follow", false},
		{"deleted twice", func(p sat.Tracer) {
			p.Deleted(2, clause(1, -2))
			p.Deleted(2, clause(1, -2))
		}, "deletion of clause 2, which does not exist", "", false},
		{"deleted as another", func(p sat.Tracer) { p.Deleted(2, clause(1)) }, "deletion of clause 2 as [1], but it is [1 -2]", "", false},
		{"not implied", func(p sat.Tracer) { p.Derived(5, clause(3), ids{1}) }, "not a unit", "does not follow", false},
	} {
		lrat, drat := proof.NewLRAT(), proof.NewDRAT()
		for _, p := range []sat.Tracer{lrat, drat} {
			p.Axiom(1, clause(1, 2), false, 0)
			p.Axiom(2, clause(1, -2), false, 0)
			p.Axiom(3, clause(-1, 2), false, 0)
			p.Axiom(4, clause(-1, -2), true, 0)
			c.steps(p)
		}
		for _, got := range []struct {
			err  error
			want string
		}{{lrat.Err(), c.lrat}, {drat.Err(), c.drat}} {
			if (got.err == nil) != (got.want == "") || got.err != nil && !strings.Contains(got.err.Error(), got.want) {
				t.Errorf("%s: error %v, want %q", c.name, got.err, got.want)
			}
		}
		if lrat.Empty() != c.empty {
			t.Errorf("%s: empty is %v", c.name, lrat.Empty())
		}
		if lrat.Lemmas() != 1 {
			t.Errorf("%s: %d lemmas", c.name, lrat.Lemmas())
		}
	}
}
