package gini

import (
	"time"

	"github.com/go-air/gini"
	"github.com/go-air/gini/z"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
)

// Backend is gini with the part of the interface of sat.Solver that needs no propagator
// and no proof.
type Backend struct {
	g     *gini.Gini
	vars  int
	core  []sat.Lit
	model []sat.Value
	unsat bool // without assumptions: gini must not be called again
	why   limit.Reason
}

// NewBackend returns an empty solver.
func NewBackend() *Backend { return &Backend{g: gini.New()} }

// NewVar makes a variable.
func (b *Backend) NewVar() sat.Var {
	b.vars++
	return sat.Var(b.vars)
}

// NumVars is the number of variables.
func (b *Backend) NumVars() int { return b.vars }

// AddClause adds a clause. It returns false if the clauses are known to be unsatisfiable.
func (b *Backend) AddClause(lits ...sat.Lit) bool { return b.Add(lits, sat.Irredundant) }

// Add adds a clause, which gini keeps whatever its kind. It returns false if the clauses
// are known to be unsatisfiable.
func (b *Backend) Add(lits []sat.Lit, _ sat.ClauseKind) bool {
	if b.unsat || len(lits) == 0 {
		b.unsat = true
		return false
	}
	for _, l := range lits {
		b.g.Add(z.Lit(l))
	}
	b.g.Add(z.LitNull)
	return true
}

// Solve decides the clauses under the assumptions. Gini has no budgets: only the limit
// stops it.
func (b *Backend) Solve(lim *limit.Limit, assumptions []sat.Lit, _ sat.Budget) sat.Status {
	b.core = b.core[:0]
	b.why = limit.None
	if b.unsat {
		return sat.Unsat
	}
	for _, a := range assumptions {
		b.g.Assume(z.Lit(a))
	}
	switch b.run(lim) {
	case 1:
		b.saveModel()
		return sat.Sat
	case -1:
		for _, m := range b.g.Why(nil) {
			b.core = append(b.core, sat.Lit(m))
		}
		b.unsat = len(b.core) == 0
		return sat.Unsat
	}
	b.why = lim.Reason()
	return sat.Unknown
}

func (b *Backend) run(lim *limit.Limit) int {
	if lim == nil {
		return b.g.Solve()
	}
	run := b.g.GoSolve()
	for pause := 50 * time.Microsecond; ; {
		if res, done := run.Test(); done {
			return res
		}
		if lim.Stopped() {
			return run.Stop()
		}
		time.Sleep(pause)
		pause = min(2*pause, 10*time.Millisecond)
	}
}

func (b *Backend) saveModel() {
	b.model = append(b.model[:0], make([]sat.Value, b.vars+1)...)
	known := sat.Var(b.g.MaxVar())
	for v := sat.Var(1); int(v) <= b.vars; v++ {
		b.model[v] = sat.False
		if v <= known && b.g.Value(z.Lit(v.Pos())) {
			b.model[v] = sat.True
		}
	}
}

// Core is, after Unsat, a set of assumptions that cannot hold together.
func (b *Backend) Core() []sat.Lit { return b.core }

// ModelValue is the value of l in the last model.
func (b *Backend) ModelValue(l sat.Lit) sat.Value {
	if int(l.Var()) >= len(b.model) {
		return sat.Undef
	}
	if l.Sign() {
		return -b.model[l.Var()]
	}
	return b.model[l.Var()]
}

// WhyUnknown says why the last Solve returned Unknown.
func (b *Backend) WhyUnknown() limit.Reason { return b.why }
