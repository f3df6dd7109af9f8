package mbqi_test

import (
	"context"
	"math/rand"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// domain is a sort whose elements are the values of a few terms, so that a
// quantifier over it is a conjunction or a disjunction.
type domain struct {
	sort  term.Sort
	terms []term.Term
}

// maker makes random formulas with quantifiers over small domains.
type maker struct {
	*rand.Rand
	st      *term.Store
	domains []domain
	vars    []term.Term // in scope
	preds   []term.Sym
	funs    []term.Sym
}

func newMaker(seed int64) *maker {
	st := term.NewStore()
	m := &maker{Rand: rand.New(rand.NewSource(seed)), st: st}
	u := st.UninterpretedSort("U")
	elements := domain{sort: u}
	for _, name := range []string{"a", "b", "c"}[:1+m.Intn(3)] {
		elements.terms = append(elements.terms, st.FreshConst(name, u))
	}
	m.domains = []domain{elements, {term.Int, []term.Term{st.Int(0), st.Int(1), st.Int(2)}}, {term.Bool, []term.Term{st.True(), st.False()}}}
	fun := func(name string, res term.Sort, args ...term.Sort) term.Sym { return st.DeclareFun(name, args, res) }
	m.preds = []term.Sym{fun("p", term.Bool, u), fun("q", term.Bool, u, term.Int), fun("r", term.Bool, term.Int, term.Int)}
	m.funs = []term.Sym{fun("f", u, u), fun("g", term.Int, u), fun("h", term.Int, term.Int)}
	return m
}

// term returns a term of sort U or Int.
func (m *maker) term(sort term.Sort, depth int) term.Term {
	if depth > 0 && m.Intn(2) == 0 {
		for range 4 {
			f := m.funs[m.Intn(len(m.funs))]
			if args, res := m.st.SymSorts(f); res == sort {
				return m.apply(f, args, depth-1)
			}
		}
		if sort == term.Int {
			return m.st.Add(m.term(sort, depth-1), m.st.Mul(m.st.Int(int64(m.Intn(5)-2)), m.term(sort, depth-1)))
		}
	}
	for range 3 {
		if len(m.vars) > 0 {
			if v := m.vars[m.Intn(len(m.vars))]; m.st.Sort(v) == sort {
				return v
			}
		}
	}
	for _, d := range m.domains {
		if d.sort == sort {
			return d.terms[m.Intn(len(d.terms))]
		}
	}
	panic("no domain")
}

func (m *maker) apply(f term.Sym, sorts []term.Sort, depth int) term.Term {
	var args []term.Term
	for _, s := range sorts {
		args = append(args, m.term(s, depth))
	}
	return m.st.App(f, args...)
}

func (m *maker) formula(depth int) term.Term {
	st := m.st
	if depth == 0 || m.Intn(5) == 0 {
		switch m.Intn(4) {
		case 0:
			f := m.preds[m.Intn(len(m.preds))]
			args, _ := st.SymSorts(f)
			return m.apply(f, args, 1)
		case 1:
			return st.Le(m.term(term.Int, 2), m.term(term.Int, 1))
		case 2:
			return st.Eq(m.term(term.Int, 2), m.term(term.Int, 1))
		}
		return st.Eq(m.term(m.domains[0].sort, 2), m.term(m.domains[0].sort, 1))
	}
	switch m.Intn(6) {
	case 0:
		return st.Not(m.formula(depth - 1))
	case 1:
		return st.And(m.formula(depth-1), m.formula(depth-1))
	case 2:
		return st.Eq(m.formula(depth-1), m.formula(depth-1))
	case 3:
		return st.Or(m.formula(depth-1), m.formula(depth-1))
	}
	return m.quantifier(depth)
}

// quantifier returns a quantifier over one or two variables; integers are kept
// within their domain.
func (m *maker) quantifier(depth int) term.Term {
	st, n := m.st, len(m.vars)
	universal := m.Intn(2) == 0
	q := term.Quant{}
	bounds := []term.Term{}
	for range 1 + m.Intn(2) {
		d := m.domains[m.Intn(len(m.domains))]
		x := st.BoundVar("x", d.sort)
		q.Vars = append(q.Vars, x)
		if d.sort == term.Int {
			bounds = append(bounds, st.Le(st.Int(0), x), st.Le(x, st.Int(2)))
		}
	}
	m.vars = append(m.vars, q.Vars...)
	q.Body = m.formula(depth - 1)
	m.vars = m.vars[:n]
	for _, x := range q.Vars {
		if st.Sort(x) == term.Bool {
			q.Body = st.Ite(x, q.Body, m.formula(0))
		}
	}
	if universal {
		q.Body = st.Or(st.Not(st.And(bounds...)), q.Body)
		return st.Quantify(term.OpForall, q)
	}
	q.Body = st.And(append(bounds, q.Body)...)
	return st.Quantify(term.OpExists, q)
}

// expand returns t without quantifiers.
func (m *maker) expand(t term.Term) term.Term {
	st := m.st
	if op := st.Op(t); op == term.OpForall || op == term.OpExists {
		q := st.Quant(t)
		parts := []term.Term{q.Body}
		for _, x := range q.Vars {
			var next []term.Term
			for _, d := range m.domains {
				for _, v := range d.terms {
					if d.sort != st.Sort(x) {
						continue
					}
					for _, p := range parts {
						s := term.NewSubst(st, st)
						s.Bind(x, v)
						next = append(next, s.Apply(p))
					}
				}
			}
			parts = next
		}
		for i, p := range parts {
			parts[i] = m.expand(p)
		}
		if op == term.OpForall {
			return st.And(parts...)
		}
		return st.Or(parts...)
	}
	if st.Ground(t) && st.NumArgs(t) == 0 || st.Sort(t) != term.Bool {
		return t
	}
	var args []term.Term
	for _, a := range st.Args(t) {
		args = append(args, m.expand(a))
	}
	if len(args) == 0 {
		return t
	}
	return st.Rebuild(t, args)
}

func check(s *solver.Solver) solver.Result {
	s.SetModelBudget(200)
	return s.Check(context.Background())
}

// TestSmallDomains compares quantifiers over sorts of a few elements, also nested
// and alternating ones, with the equivalent conjunctions and disjunctions.
func TestSmallDomains(t *testing.T) {
	n, sats, unknown := int64(250), 0, 0
	for seed := range n {
		m := newMaker(seed)
		st := m.st
		var quantified, ground []term.Term
		// Every element has a name.
		x := st.BoundVar("x", m.domains[0].sort)
		var named []term.Term
		for _, e := range m.domains[0].terms {
			named = append(named, st.Eq(x, e))
		}
		quantified = append(quantified, st.Quantify(term.OpForall, term.Quant{Vars: []term.Term{x}, Body: st.Or(named...)}))
		for range 2 + m.Intn(2) {
			f := m.formula(3)
			quantified, ground = append(quantified, f), append(ground, m.expand(f))
		}
		for _, f := range m.funs { // values of functions are elements, too
			if _, res := st.SymSorts(f); res == m.domains[0].sort {
				ground = append(ground, m.closure(f)...)
			}
		}
		s := solver.New(st, solver.Options{CheckModels: true})
		for _, f := range quantified {
			s.Assert(f)
		}
		got := check(s)
		slow := solver.New(st, solver.Options{CheckModels: true, NoRelevancy: true, NoPreprocess: true})
		for _, f := range ground {
			slow.Assert(f)
		}
		want := check(slow)
		switch {
		case got.Status == sat.Unknown:
			unknown++
			if got.Reason.Kind == reason.Internal {
				t.Errorf("seed %d: %s", seed, got.Reason)
			}
		case want.Status != got.Status && want.Status != sat.Unknown:
			for _, f := range quantified {
				t.Log(st.String(f))
			}
			t.Fatalf("seed %d: %v, expanded %v", seed, got.Status, want.Status)
		case got.Status == sat.Sat:
			sats++
		}
	}
	if sats < int(n)/5 || unknown > int(n)/20 {
		t.Errorf("of %d scripts %d are satisfiable, %d unknown", n, sats, unknown)
	}
	t.Logf("of %d scripts %d are satisfiable, %d unknown", n, sats, unknown)
}

// closure returns the formula that all values of f, a function from U to U, are named elements.
func (m *maker) closure(f term.Sym) []term.Term {
	var out []term.Term
	for _, p := range m.domains[0].terms {
		var eqs []term.Term
		for _, e := range m.domains[0].terms {
			eqs = append(eqs, m.st.Eq(m.st.App(f, p), e))
		}
		out = append(out, m.st.Or(eqs...))
	}
	return out
}
