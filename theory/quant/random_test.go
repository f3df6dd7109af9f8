package quant_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// writer makes random formulas as text, for the reader.
type writer struct{ rng *rand.Rand }

func (w *writer) pick(xs ...string) string { return xs[w.rng.Intn(len(xs))] }

func (w *writer) int(d int, leaves []string) string {
	if d == 0 || w.rng.Intn(4) == 0 {
		return w.pick(leaves...)
	}
	switch w.rng.Intn(5) {
	case 0:
		return fmt.Sprintf("(f %s)", w.int(d-1, leaves))
	case 1:
		return fmt.Sprintf("(g %s %s)", w.int(d-1, leaves), w.int(d-1, leaves))
	case 2:
		return fmt.Sprintf("(+ %s %s)", w.int(d-1, leaves), w.pick("1", "-1", "2"))
	}
	return fmt.Sprintf("(select %s %s)", w.array(d-1, leaves), w.int(d-1, leaves))
}

func (w *writer) array(d int, leaves []string) string {
	if d == 0 || w.rng.Intn(2) == 0 {
		return w.pick("M", "M1")
	}
	return fmt.Sprintf("(store %s %s %s)", w.array(d-1, leaves), w.int(d-1, leaves), w.int(d-1, leaves))
}

func (w *writer) formula(d int, leaves []string) string {
	if d == 0 || w.rng.Intn(3) == 0 {
		switch w.rng.Intn(4) {
		case 0:
			return fmt.Sprintf("(P %s)", w.int(1, leaves))
		case 1:
			return fmt.Sprintf("(<= %s %s)", w.int(2, leaves), w.int(1, leaves))
		}
		return fmt.Sprintf("(= %s %s)", w.int(2, leaves), w.int(1, leaves))
	}
	switch w.rng.Intn(3) {
	case 0:
		return "(not " + w.formula(d-1, leaves) + ")"
	case 1:
		return "(and " + w.formula(d-1, leaves) + " " + w.formula(d-1, leaves) + ")"
	}
	return "(or " + w.formula(d-1, leaves) + " " + w.formula(d-1, leaves) + ")"
}

// TestRandomSoundness asserts quantifiers over 0 to 2, and compares them with the
// equivalent conjunctions: neither may be unsat where the other is sat.
func TestRandomSoundness(t *testing.T) {
	n, unsat, possible := 400, 0, 0
	for seed := range int64(n) {
		w := &writer{rand.New(rand.NewSource(seed))}
		st := term.NewStore()
		r := newReader(t, st)
		var facts, quants, expanded []term.Term
		for range 2 + w.rng.Intn(3) {
			facts = append(facts, r.read(w.formula(2, []string{"a", "b", "0", "1"})))
		}
		for range 1 + w.rng.Intn(2) {
			body := "(or (<= Q -1) (<= 3 Q) " + w.formula(1, []string{"Q", "Q", "a", "0"}) + ")"
			quants = append(quants, r.read("(forall (Q) () "+body+")"))
			for k := range 3 {
				expanded = append(expanded, r.read(strings.ReplaceAll(body, "Q", fmt.Sprint(k))))
			}
		}
		s := solver.New(st, solver.Options{})
		for _, f := range facts {
			s.Assert(f)
		}
		ground := check(t, s).Status
		quantified := check(t, s, quants...)
		again := check(t, s)
		full := solver.New(st, solver.Options{CheckModels: true})
		for _, f := range append(facts, expanded...) {
			full.Assert(f)
		}
		want := check(t, full)
		if want.Status == sat.Unsat {
			possible++
		}
		if quantified.Status == sat.Unsat {
			unsat++
		}
		if quantified.Status == sat.Unsat && want.Status != sat.Unsat || quantified.Status == sat.Sat && want.Status != sat.Sat || (again.Status == sat.Unsat) != (ground == sat.Unsat) || quantified.Reason.Kind == reason.Internal || want.Reason.Kind == reason.Internal {
			for _, f := range append(facts, quants...) {
				t.Log(st.String(f))
			}
			t.Fatalf("seed %d: %v (%s), expanded %v (%s), ground %v and then %v", seed, quantified.Status, quantified.Reason, want.Status, want.Reason, ground, again)
		}
	}
	if unsat*3 < possible {
		t.Errorf("only %d of %d unsatisfiable problems were found", unsat, possible)
	}
	t.Logf("%d of %d unsatisfiable problems were found", unsat, possible)
}
