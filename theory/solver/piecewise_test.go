package solver_test

import (
	"math/rand"
	"testing"

	"github.com/muster-smt/muster/fuzz/smtscript"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// pieces makes quantifiers that define arrays piecewise, and ground formulas about them.
type pieces struct {
	*rand.Rand
	st         *term.Store
	mems, ints []term.Term
}

func newPieces(seed int64) *pieces {
	st := term.NewStore()
	p := &pieces{Rand: rand.New(rand.NewSource(seed)), st: st}
	sort := st.ArraySort(term.Int, term.Int)
	for _, n := range []string{"M", "N", "R"} {
		p.mems = append(p.mems, st.App(st.DeclareFun(n, nil, sort)))
	}
	for _, n := range []string{"a", "b", "c"} {
		p.ints = append(p.ints, st.App(st.DeclareFun(n, nil, term.Int)))
	}
	return p
}

func (p *pieces) int() term.Term {
	x := p.ints[p.Intn(len(p.ints))]
	switch p.Intn(4) {
	case 0:
		return p.st.Int(int64(p.Intn(3)))
	case 1:
		return p.st.Add(x, p.st.Int(int64(1+p.Intn(2))))
	}
	return x
}

func (p *pieces) mem() term.Term {
	m := p.mems[p.Intn(len(p.mems))]
	switch p.Intn(6) {
	case 0:
		return p.st.Store(m, p.int(), p.int())
	case 1:
		if p.Intn(3) == 0 {
			return p.st.ConstArray(p.st.Sort(m), p.st.Int(int64(p.Intn(2))))
		}
	}
	return m
}

// forall returns a quantifier, whose variable is in the window 0 to 3 if window is set,
// and its instances there.
func (p *pieces) forall(window bool) (term.Term, []term.Term) {
	st := p.st
	x := st.BoundVar("x", term.Int)
	equal := func() term.Term {
		l := st.Select(p.mems[p.Intn(len(p.mems))], x)
		switch p.Intn(4) {
		case 0:
			return st.Eq(l, st.Int(int64(p.Intn(2))))
		case 1:
			return st.Eq(l, st.Select(p.mem(), st.Add(x, p.int())))
		case 2:
			return st.Eq(l, st.Select(p.mem(), st.Add(st.Sub(p.int(), p.int()), x)))
		}
		return st.Eq(l, st.Select(p.mem(), x))
	}
	lo, hi := p.int(), p.int()
	var body term.Term
	switch p.Intn(4) {
	case 0:
		body = st.Implies(st.Lt(x, lo), equal())
	case 1:
		body = st.Implies(st.Le(st.Add(lo, hi), x), equal())
	case 2:
		body = st.Ite(st.And(st.Le(lo, x), st.Lt(x, hi)), equal(), equal())
	default:
		body = st.Implies(st.And(st.Le(lo, x), st.Lt(x, hi)), equal())
	}
	var all []term.Term
	if window {
		body = st.Implies(st.And(st.Le(st.Int(0), x), st.Lt(x, st.Int(4))), body)
		for k := range int64(4) {
			u := term.NewSubst(st, st)
			u.Bind(x, st.Int(k))
			all = append(all, u.Apply(body))
		}
	}
	return st.Quantify(term.OpForall, term.Quant{Vars: []term.Term{x}, Body: body}), all
}

func (p *pieces) fact() term.Term {
	st := p.st
	l := st.Select(p.mem(), p.int())
	r := p.int()
	if p.Intn(2) == 0 {
		r = st.Select(p.mem(), p.int())
	}
	t := st.Eq(l, r)
	switch p.Intn(5) {
	case 0:
		t = st.Le(p.int(), p.int())
	case 1:
		t = st.Eq(p.mems[p.Intn(len(p.mems))], p.mem())
	}
	if p.Intn(2) == 0 {
		t = st.Not(t)
	}
	return t
}

// TestPiecewise compares quantifiers over a window with their instances there, and
// searches for small models of what is refuted without a window.
func TestPiecewise(t *testing.T) {
	from, to := seeds(100, 300)
	var n [2]struct{ scripts, sat, unsat, unknown int }
	for seed := from; seed <= to; seed++ {
		p := newPieces(seed)
		window := seed%2 == 0
		var quants, facts, expanded []term.Term
		for range 1 + p.Intn(3) {
			q, all := p.forall(window)
			quants, expanded = append(quants, q), append(expanded, all...)
		}
		for range 1 + p.Intn(4) {
			f := p.fact()
			if p.Intn(2) == 0 {
				f = p.st.Or(f, p.fact())
			}
			facts = append(facts, f)
		}
		ask := func(opt solver.Options, list ...term.Term) solver.Result {
			s := solver.New(p.st, opt)
			for _, f := range list {
				s.Assert(f)
			}
			return smtscript.CheckFor(s, nil)
		}
		all := append(append([]term.Term(nil), facts...), quants...)
		got := ask(solver.Options{CheckModels: true}, all...)
		slow := ask(solver.Options{CheckModels: true, NoRelevancy: true}, all...)
		wrong := ""
		switch {
		case broken(got) || broken(slow):
			wrong = "unknown without candidate"
		case got.Status != slow.Status && got.Status != sat.Unknown && slow.Status != sat.Unknown:
			wrong = "relevancy matters"
		case window:
			if want := ask(solver.Options{}, append(facts, expanded...)...); got.Status != want.Status && got.Status != sat.Unknown {
				wrong = "the conjuncts are " + want.Status.String()
			}
		case got.Status == sat.Unsat && p.smallModel(all):
			wrong = "there is a model"
		}
		if wrong != "" {
			for _, f := range all {
				t.Log(p.st.String(f))
			}
			t.Fatalf("seed %d: %v (%s), without relevancy %v (%s): %s", seed, got.Status, got.Reason, slow.Status, slow.Reason, wrong)
		}
		c := &n[seed%2]
		switch c.scripts++; got.Status {
		case sat.Sat:
			c.sat++
		case sat.Unsat:
			c.unsat++
		default:
			c.unknown++
		}
	}
	t.Logf("with a window %+v, without %+v", n[0], n[1])
	for _, c := range n {
		if c.unknown*4 > c.scripts {
			t.Errorf("too many unknown: %+v", c)
		}
	}
}

// broken reports whether an answer is unknown for a reason other than incompleteness or
// the timeout.
func broken(r solver.Result) bool {
	return r.Status == sat.Unknown && !r.Candidate && r.Reason.Kind != reason.Steps
}

// smallModel tries models with few entries.
func (p *pieces) smallModel(all []term.Term) bool {
	for range 300 {
		m := model.New(p.st, model.Options{})
		for _, x := range p.ints {
			m.SetConst(x, model.Int64(int64(p.Intn(4))-1))
		}
		for _, x := range p.mems {
			a := model.ConstArray(p.st, p.st.Sort(x), model.Int64(int64(p.Intn(2))))
			for range p.Intn(4) {
				a = a.Store(model.Int64(int64(p.Intn(4))), model.Int64(int64(p.Intn(3))))
			}
			m.SetConst(x, a)
		}
		good := true
		for _, t := range all {
			ok, err := m.EvalDeciding(t)
			if good = ok && err == nil; !good {
				break
			}
		}
		if good {
			return true
		}
	}
	return false
}
