package lia_test

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/muster-smt/muster/lia"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/combine"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// problem is a formula over a few integers in a box, small enough to
// enumerate.
type problem struct {
	r    *rand.Rand
	st   *term.Store
	rw   *rewrite.Rewriter
	vars []term.Term
	box  int64
	// which operators occur
	divMod, products, divisions bool
	sparse                      bool // the sparse graph does what it can
}

func (p *problem) number(k int) term.Term { return p.st.Int(int64(p.r.Intn(2*k+1) - k)) }

func (p *problem) int(depth int) term.Term {
	if depth == 0 {
		return p.vars[p.r.Intn(len(p.vars))]
	}
	switch n := p.r.Intn(10); {
	case n < 3:
		return p.st.Add(p.int(depth-1), p.int(depth-1))
	case n < 5:
		return p.st.Mul(p.number(3), p.int(depth-1))
	case n == 5 && p.divMod:
		return p.st.Div(p.int(depth-1), p.st.Int([]int64{2, 3, 5, -3}[p.r.Intn(4)]))
	case n == 6 && p.divMod:
		return p.st.Mod(p.int(depth-1), p.st.Int([]int64{2, 3, 7, -4}[p.r.Intn(4)]))
	case n == 7 && p.products:
		return p.st.Mul(p.int(depth-1), p.int(depth-1))
	case n == 8 && p.divisions:
		if p.r.Intn(2) == 0 {
			return p.st.Div(p.int(depth-1), p.int(depth-1))
		}
		return p.st.Mod(p.int(depth-1), p.int(depth-1))
	case n == 9:
		return p.number(4)
	}
	return p.int(depth - 1)
}

func (p *problem) formula(depth int) term.Term {
	switch n := p.r.Intn(8); {
	case depth == 0 || n < 2:
		if p.r.Intn(3) == 0 {
			return p.st.Eq(p.int(2), p.int(2))
		}
		return p.st.Le(p.int(2), p.int(2))
	case n < 4:
		return p.st.Not(p.formula(depth - 1))
	case n < 6:
		return p.st.And(p.formula(depth-1), p.formula(depth-1))
	}
	return p.st.Or(p.formula(depth-1), p.formula(depth-1), p.formula(depth-1))
}

// eval evaluates t; ok is false if it divides by zero.
func (p *problem) eval(t term.Term, env []int64, ok *bool) int64 {
	args := p.st.Args(t)
	at := func(i int) int64 { return p.eval(args[i], env, ok) }
	truth := func(b bool) int64 {
		if b {
			return 1
		}
		return 0
	}
	switch p.st.Op(t) {
	case term.OpTrue:
		return 1
	case term.OpFalse:
		return 0
	case term.OpNum:
		v, _ := p.st.Num(t).Int64()
		return v
	case term.OpAdd:
		var s int64
		for i := range args {
			s += at(i)
		}
		return s
	case term.OpMul:
		return at(0) * at(1)
	case term.OpDiv, term.OpMod:
		a, b := num.FromInt64(at(0)), num.FromInt64(at(1))
		if b.IsZero() {
			*ok = false
			return 0
		}
		q, r := a.EuclidDivMod(b)
		if p.st.Op(t) == term.OpMod {
			q = r
		}
		v, _ := q.Int64()
		return v
	case term.OpLe:
		return truth(at(0) <= at(1))
	case term.OpEq:
		return truth(at(0) == at(1))
	case term.OpNot:
		return 1 - at(0)
	case term.OpAnd:
		v := int64(1)
		for i := range args {
			v &= at(i)
		}
		return v
	case term.OpOr:
		v := int64(0)
		for i := range args {
			v |= at(i)
		}
		return v
	}
	for i, x := range p.vars {
		if x == t {
			return env[i]
		}
	}
	panic("unknown term")
}

// solve enumerates; unsure is true if a division by zero may matter.
func (p *problem) solve(fs []term.Term) (sol []int64, unsure bool) {
	env := make([]int64, len(p.vars))
	for i := range env {
		env[i] = -p.box
	}
	for {
		holds, ok := true, true
		for _, f := range fs {
			if p.eval(f, env, &ok) == 0 {
				holds = false
			}
		}
		if !ok {
			unsure = true
		} else if holds {
			return env, unsure
		}
		i := 0
		for ; i < len(env); i++ {
			if env[i]++; env[i] <= p.box {
				break
			}
			env[i] = -p.box
		}
		if i == len(env) {
			return nil, unsure
		}
	}
}

func newProblem(seed int64, vars int, box int64) *problem {
	p := &problem{r: rand.New(rand.NewSource(seed)), st: term.NewStore(), box: box}
	p.rw = rewrite.New(p.st)
	for i := range vars {
		p.vars = append(p.vars, p.st.App(p.st.DeclareFun(fmt.Sprintf("x%d", i), nil, term.Int)))
	}
	return p
}

// Host is what the tests ask.
type Host interface {
	theory.Host
	theory.CandidateModel
}

type engine struct {
	*combine.Engine
	s *lia.Solver
	h Host
}

func (p *problem) engine() *engine {
	e := &engine{}
	e.Engine = combine.New(p.st, p.rw, combine.Options{}, func(h theory.Host) theory.Plugin {
		e.h = h.(Host)
		e.s = lia.New(h.(lia.Host))
		if p.sparse {
			e.s.Limit(3, 1)
		}
		return e.s
	})
	return e
}

// run checks random problems incrementally against enumeration.
func run(t *testing.T, seeds int64, set func(*problem)) (sats, unsats, unknowns int) {
	for seed := range seeds {
		p := newProblem(seed, 3, 4)
		set(p)
		e := p.engine()
		var fs []term.Term
		add := func(f term.Term) {
			fs = append(fs, f)
			e.Assert(p.rw.Simplify(f))
		}
		for _, x := range p.vars {
			add(p.st.Le(x, p.st.Int(p.box)))
			add(p.st.Le(p.st.Int(-p.box), x))
		}
		for range 5 {
			for range 2 {
				add(p.formula(2))
			}
			var lim limit.Limit
			got := e.Check(&lim, nil, sat.Budget{})
			sol, unsure := p.solve(fs)
			switch {
			case got == sat.Unknown:
				unknowns++
			case got == sat.Sat && sol == nil && !unsure, got == sat.Unsat && sol != nil:
				t.Fatalf("seed %d: %v, but enumeration says %v", seed, got, sol)
			case got == sat.Sat:
				sats++
				p.checkModel(t, e, fs, seed)
			default:
				unsats++
			}
			if got == sat.Unsat {
				break
			}
		}
	}
	return sats, unsats, unknowns
}

// checkModel evaluates the formulas under the candidate.
func (p *problem) checkModel(t *testing.T, e *engine, fs []term.Term, seed int64) {
	env := make([]int64, len(p.vars))
	for i, x := range p.vars {
		if pt, ok := e.h.Lookup(x); ok {
			if v, ok := e.h.Candidate(pt); ok {
				env[i], _ = v.Int64()
			}
		}
	}
	ok := true
	for _, f := range fs {
		if p.eval(f, env, &ok) == 0 && ok {
			t.Fatalf("seed %d: the model %v is wrong", seed, env)
		}
	}
}

func TestLinear(t *testing.T) {
	s, u, k := run(t, 150, func(*problem) {})
	if k > 0 {
		t.Errorf("%d sat, %d unsat, %d unknown", s, u, k)
	}
}

// TestSparse has all that is linear, with and without the sums that the sparse graph sets aside.
func TestSparse(t *testing.T) {
	s, u, k := run(t, 300, func(p *problem) { p.sparse, p.divMod = true, p.r.Intn(2) == 0 })
	if k > 0 {
		t.Errorf("%d sat, %d unsat, %d unknown", s, u, k)
	}
}

func TestDivMod(t *testing.T) {
	s, u, k := run(t, 150, func(p *problem) { p.divMod = true })
	if k > 0 {
		t.Errorf("%d sat, %d unsat, %d unknown", s, u, k)
	}
}

func TestNonlinear(t *testing.T) {
	s, u, k := run(t, 100, func(p *problem) { p.divMod, p.products = true, true })
	t.Logf("%d sat, %d unsat, %d unknown", s, u, k)
}

func TestDivisions(t *testing.T) {
	s, u, k := run(t, 100, func(p *problem) { p.divisions, p.products = true, true })
	t.Logf("%d sat, %d unsat, %d unknown", s, u, k)
}
