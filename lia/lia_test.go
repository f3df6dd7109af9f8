package lia

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/term"
)

// checkBox is the box in which implications are checked. The numbers in the
// operations are so small that a wrong implication has a counterexample in it.
const checkBox = 6

// premise checks that a set of antecedents is true, and returns it.
func (w *world) premise(lits []sat.Lit, but sat.Lit) []sat.Lit {
	lits = sortedLits(lits)
	for _, l := range lits {
		if w.vals[l] != sat.True || l == but {
			w.t.Fatalf("antecedent %s is not true before", w.show([]sat.Lit{l}))
		}
	}
	return lits
}

// pump propagates to a fixpoint; false means a conflict, whose explanation has been
// checked.
func (w *world) pump() bool {
	for !w.failed {
		w.checkMerges()
		if !w.g.Propagate() {
			if w.failed {
				break
			}
			var a theory.Antecedents
			w.g.Conflict(&a, w)
			w.checkConflict(a.Lits)
			return false
		}
		if w.failed {
			break
		}
		w.s.Propagate()
		if w.failed {
			break
		}
		w.checkMerges()
		found := w.found
		w.found = nil
		for _, f := range found {
			if !w.enqueue(f) {
				return false
			}
		}
		if len(found) == 0 && !w.g.Pending() {
			return true
		}
	}
	w.checkConflict(w.confl.Lits)
	return false
}

func (w *world) enqueue(f found) bool {
	if w.vals[f.l] == sat.True {
		return true
	}
	var a theory.Antecedents
	if f.why == 1<<31-1 {
		w.g.ExplainDecided(w.nodes[f.l.Var()], !f.l.Sign(), &a)
	} else {
		w.s.ExplainLit(f.l, f.why, &a)
	}
	w.g.Explain(&a, w)
	lits := w.premise(a.Lits, f.l)
	if env := w.find(append(lits, f.l.Not()), checkBox, func([]int64) bool { return true }); env != nil {
		w.t.Fatalf("propagated %s for %s; but %v", w.show([]sat.Lit{f.l}), w.show(lits), env)
	}
	if w.vals[f.l] == sat.False {
		return false
	}
	w.assume(f.l)
	return true
}

func (w *world) checkMerges() {
	for _, m := range w.merges {
		var a theory.Antecedents
		w.s.ExplainEq(m.a, m.b, m.why, &a)
		w.g.Explain(&a, w)
		lits := w.premise(a.Lits, 0)
		x, y := w.pointTerm(m.a), w.pointTerm(m.b)
		if env := w.find(lits, checkBox, func(env []int64) bool { return w.eval(x, env) != w.eval(y, env) }); env != nil {
			w.t.Fatalf("merged %s and %s for %s; but %v", w.termString(x), w.termString(y), w.show(lits), env)
		}
	}
	w.merges = w.merges[:0]
}

func (w *world) pointTerm(p theory.Point) term.Term {
	if p.Node == theory.Zero {
		return w.st.Int(p.Off)
	}
	return w.st.Add(w.g.Term(p.Node), w.st.Int(p.Off))
}

func (w *world) checkConflict(lits []sat.Lit) {
	lits = w.premise(lits, 0)
	if env := w.find(lits, checkBox, func([]int64) bool { return true }); env != nil {
		w.t.Fatalf("conflict %s; but %v", w.show(lits), env)
	}
}

// checkModel checks the candidate against all assigned literals.
func (w *world) checkModel() {
	env := make([]int64, len(w.vars))
	for i, v := range w.vars {
		if x, ok := w.s.Candidate(w.points[v].Node); ok {
			env[i], _ = x.Int64()
		}
	}
	for _, l := range w.trail {
		if !w.holds(l, env) {
			w.t.Fatalf("candidate %v violates %s of %s", env, w.show([]sat.Lit{l}), w.show(w.trail))
		}
	}
}

// full runs the check at effort Full and takes random sides of its lemmas.
func (w *world) full(r *rand.Rand) {
	for range 60 {
		switch st := w.s.Check(theory.Full); {
		case w.failed:
			w.checkConflict(w.confl.Lits)
			return
		case st == theory.Consistent:
			w.checkModel()
			w.t.Helper()
			return
		case st == theory.GaveUp && !w.recall():
			w.t.Fatalf("gave up: %s", w.show(w.trail))
		case len(w.lemmas) == 0:
			w.t.Fatalf("progress without news")
		}
		lemmas := w.lemmas
		w.lemmas, w.sent = nil, append(w.sent, lemmas...)
		for _, c := range lemmas {
			var not []sat.Lit
			var open []sat.Lit
			satisfied := false
			for _, l := range c {
				not = append(not, l.Not())
				satisfied = satisfied || w.vals[l] == sat.True
				if w.vals[l] == sat.Undef {
					open = append(open, l)
				}
			}
			if env := w.find(not, checkBox, func([]int64) bool { return true }); env != nil {
				w.t.Fatalf("lemma %s; but %v", w.show(c), env)
			}
			if satisfied || len(open) == 0 {
				continue
			}
			w.newLevel()
			w.assume(open[r.Intn(len(open))])
			if !w.pump() {
				return
			}
		}
		if !w.pump() {
			return
		}
	}
}

// recall sends a lemma again of which no side holds any more: they stay, but what was taken of them does not.
func (w *world) recall() bool {
	for _, c := range w.sent {
		if !slices.ContainsFunc(c, func(l sat.Lit) bool { return w.vals[l] == sat.True }) {
			w.lemmas = append(w.lemmas, c)
			return true
		}
	}
	return false
}

func (w *world) constants(n int) {
	for i := range n {
		v := w.st.App(w.st.DeclareFun(fmt.Sprintf("x%d", i), nil, term.Int))
		w.vars = append(w.vars, v)
		w.Node(v)
	}
}

// randomAtom makes a literal over the constants.
func (w *world) randomAtom(r *rand.Rand) sat.Lit {
	n := len(w.vars)
	v := func() term.Term { return w.vars[r.Intn(n)] }
	c := func(k int) term.Term { return w.st.Int(int64(r.Intn(2*k+1) - k)) }
	var t term.Term
	switch r.Intn(8) {
	case 0, 1:
		t = w.mk.Le(v(), c(3))
	case 2:
		t = w.mk.Eq(v(), c(3))
	case 3:
		t = w.mk.Eq(v(), w.mk.Add(v(), c(2)))
	case 4:
		t = w.mk.Le(v(), w.mk.Add(v(), c(2)))
	case 5:
		t = w.mk.Le(w.mk.Add(w.mk.Mul(c(3), v()), w.mk.Mul(c(3), v())), c(3))
	case 6:
		t = w.mk.Eq(w.mk.Add(w.mk.Mul(c(2), v()), w.mk.Mul(c(2), v())), w.mk.Add(v(), c(2)))
	case 7:
		t = w.mk.Le(w.mk.Add(v(), w.mk.Mul(c(2), v()), w.mk.Mul(c(3), v())), c(4))
	}
	if op := w.st.Op(t); op == term.OpTrue || op == term.OpFalse {
		return w.randomAtom(r)
	}
	return w.Lit(t) ^ sat.Lit(r.Intn(2))
}

// TestOperations runs random lists of operations. Every propagation, merge,
// conflict and lemma is checked by enumeration, every model by evaluation,
// and the state after backtracking against the state before.
func TestOperations(t *testing.T) {
	t.Run("matrix", func(t *testing.T) { operations(t, func(*Solver) {}) })
	t.Run("sparse", func(t *testing.T) { operations(t, func(s *Solver) { s.Limit(2, 1) }) })
}

func operations(t *testing.T, limit func(*Solver)) {
	for seed := range int64(200) {
		r := rand.New(rand.NewSource(seed))
		w := newWorld(t)
		limit(w.s)
		w.constants(2 + r.Intn(2))
		ok := true
		if r.Intn(3) > 0 {
			for _, v := range w.vars {
				w.assume(w.Lit(w.mk.Le(v, w.st.Int(3))))
				w.assume(w.Lit(w.mk.Le(w.st.Int(-3), v)))
			}
			ok = w.pump()
		}
		for range 60 {
			if !ok {
				if len(w.levels) == 0 {
					break
				}
				w.backtrack(r.Intn(len(w.levels)))
				ok = w.pump()
				continue
			}
			switch r.Intn(10) {
			case 0:
				if len(w.levels) > 0 {
					w.backtrack(r.Intn(len(w.levels)))
					ok = w.pump()
				}
			case 1, 2:
				base := len(w.levels)
				w.newLevel()
				w.full(r)
				w.backtrack(base)
				ok = w.pump()
			default:
				l := w.randomAtom(r)
				if w.vals[l] != sat.Undef {
					continue
				}
				if r.Intn(2) == 0 {
					w.newLevel()
				}
				w.assume(l)
				ok = w.pump()
			}
		}
		if !ok && len(w.levels) == 0 {
			continue // refuted for good
		}
		w.backtrack(0)
		if err := w.s.Invariants(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestSteadyStateDoesNotAllocate(t *testing.T) {
	w := newWorld(t)
	w.constants(6)
	m, v := w.mk, w.vars
	lits := []sat.Lit{
		w.Lit(m.Le(v[0], w.st.Int(5))), w.Lit(m.Le(w.st.Int(-5), v[0])),
		w.Lit(m.Le(m.Add(v[1], m.Mul(w.st.Int(-1), v[0])), w.st.Int(3))),
		w.Lit(m.Le(m.Add(v[2], m.Mul(w.st.Int(-1), v[1])), w.st.Int(3))),
		w.Lit(m.Le(w.st.Int(1), m.Add(v[0], v[1], v[2]))),
		w.Lit(m.Eq(v[0], w.st.Int(5))).Not(), w.Lit(m.Eq(v[3], m.Add(v[4], w.st.Int(2)))).Not(),
	}
	w.Lit(m.Le(v[2], w.st.Int(50)))
	for _, l := range lits {
		for _, a := range w.st.Args(w.atoms[l.Var()]) {
			w.relevant(w.points[a].Node)
		}
	}
	walk := func() {
		w.s.NewLevel()
		for _, l := range lits {
			w.vals[l], w.vals[l.Not()] = sat.True, sat.False
			w.s.Assert(l)
		}
		w.s.Propagate()
		w.s.Backtrack(0)
		for _, l := range lits {
			w.vals[l], w.vals[l.Not()] = 0, 0
		}
		w.found = w.found[:0]
	}
	walk()
	walk()
	if n := testing.AllocsPerRun(50, walk); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if w.s.stats.propagated == 0 || w.s.stats.rowBounds == 0 {
		t.Error("nothing was propagated")
	}
}
