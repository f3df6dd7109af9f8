package portfolio

import (
	"fmt"
	"runtime/debug"
	"time"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
)

// Options of a portfolio.
type Options struct {
	Workers int // at least 1
	// Seed is the seed of the first worker, which has the recommended setting.
	Seed uint64
	// Tracer receives the one proof of all workers. Its methods are not called
	// concurrently.
	Tracer sat.Tracer
	// Progress, if set, is called by each worker at restarts, from its goroutine.
	Progress func(worker int, s sat.Stats)
}

// Solver is several solvers of one formula. Like a sat.Solver it is incremental and
// not safe for concurrent use.
type Solver struct {
	workers []*worker
	ledger  *ledger // nil without a proof
	vars    int
	pending []sat.Lit // clauses that the workers do not have yet, NoLit after each
	winner  *worker   // the one that gave the last answer
	unsat   bool      // without assumptions
	why     limit.Reason
}

// worker is one of the solvers.
type worker struct {
	*sat.Solver
	name string
	port *port
}

// Worker describes a worker.
type Worker struct {
	Name     string // its mode and initial phase
	Answered bool   // it gave the last answer
	Exported int64  // clauses that it has shared
	Stats    sat.Stats
}

// New returns a portfolio without variables and clauses.
func New(opt Options) *Solver {
	p := new(Solver)
	var scribes []*scribe
	if opt.Tracer != nil {
		p.ledger = &ledger{tracer: opt.Tracer}
		for range opt.Workers {
			scribes = append(scribes, &scribe{ledger: p.ledger})
		}
	}
	for i, port := range connect(opt.Workers, scribes) {
		o, name := variant(i)
		o.Seed += opt.Seed
		o.Exchange = port
		if p.ledger != nil {
			o.Tracer = scribes[i]
			if _, ok := opt.Tracer.(sat.Definer); ok {
				o.Tracer = definer{scribes[i]}
			}
		}
		if opt.Progress != nil {
			o.Progress = func(s sat.Stats) { opt.Progress(i, s) }
		}
		p.workers = append(p.workers, &worker{sat.New(o), name, port})
	}
	return p
}

// variants are the settings of the workers, cyclically.
var variants = [...]struct {
	mode  sat.Mode
	phase bool
	name  string
}{
	{sat.Alternating, true, "alternating, true first"},
	{sat.Stable, false, "stable, false first"},
	{sat.Focused, true, "focused, true first"},
	{sat.Alternating, false, "alternating, false first"},
	{sat.Stable, true, "stable, true first"},
	{sat.Focused, false, "focused, false first"},
}

// variant is the setting of a worker.
func variant(i int) (sat.Options, string) {
	v := variants[i%len(variants)]
	return sat.Options{Seed: uint64(i), Phase: v.phase, Mode: v.mode}, v.name
}

// NumVars is the number of variables.
func (p *Solver) NumVars() int { return p.vars }

// NewVar makes a variable.
func (p *Solver) NewVar() sat.Var {
	p.vars++
	return sat.Var(p.vars)
}

// AddClause adds a clause. See Add.
func (p *Solver) AddClause(lits ...sat.Lit) bool { return p.Add(lits, sat.Irredundant) }

// Add adds a clause, of whatever kind, as irredundant. The workers get it in the next
// Solve. It returns false if the clauses are known to be unsatisfiable without
// assumptions.
func (p *Solver) Add(lits []sat.Lit, _ sat.ClauseKind) bool {
	if p.unsat {
		return false
	}
	if p.ledger != nil {
		p.ledger.axiom(lits)
	}
	p.pending = append(append(p.pending, lits...), sat.NoLit)
	return true
}

// result is how a worker's Solve ended.
type result struct {
	worker *worker
	status sat.Status
	panic  any
}

// pollEvery is how often the limit is polled.
const pollEvery = 5 * time.Millisecond

// Solve decides whether the clauses are satisfiable together with the assumptions. Each
// worker has the whole budget. If a worker panics, Solve panics once all have ended.
func (p *Solver) Solve(lim *limit.Limit, assumptions []sat.Lit, budget sat.Budget) sat.Status {
	p.winner, p.why = nil, limit.None
	if p.unsat {
		return sat.Unsat
	}
	var stop limit.Limit
	results := make(chan result)
	for _, w := range p.workers {
		go func() { results <- w.solve(p, &stop, assumptions, budget) }()
	}
	status := sat.Unknown
	var failed any
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for running := len(p.workers); running > 0; {
		select {
		case <-tick.C:
			if lim.Stopped() {
				stop.Stop(lim.Reason())
			}
		case r := <-results:
			running--
			switch {
			case r.panic != nil:
				failed = r.panic
				stop.Stop(limit.Interrupt)
			case r.status == sat.Unknown:
				if p.why == limit.None {
					p.why = r.worker.WhyUnknown()
				}
			case p.winner == nil:
				p.winner, status = r.worker, r.status
				stop.Stop(limit.Interrupt)
			case r.status != status:
				failed = fmt.Sprintf("portfolio: one worker answered %v and another one %v", status, r.status)
			}
		}
	}
	p.pending = nil
	if failed != nil {
		panic(failed)
	}
	if status != sat.Unknown {
		p.why = limit.None
	}
	p.unsat = status == sat.Unsat && len(p.winner.Core()) == 0
	return status
}

// solve is Solve of a worker.
func (w *worker) solve(p *Solver, stop *limit.Limit, assumptions []sat.Lit, budget sat.Budget) (r result) {
	r.worker = w
	defer func() {
		if x := recover(); x != nil {
			r.panic = fmt.Sprintf("%v\n%s", x, debug.Stack())
		}
	}()
	w.load(p)
	r.status = w.Solve(stop, assumptions, budget)
	return r
}

// load gives a worker the new variables and clauses.
func (w *worker) load(p *Solver) {
	clauses := 0
	for _, l := range p.pending {
		if l == sat.NoLit {
			clauses++
		}
	}
	w.Reserve(p.vars-w.NumVars(), clauses, len(p.pending)-clauses)
	for w.NumVars() < p.vars {
		w.NewVar()
	}
	start := 0
	for end, l := range p.pending {
		if l == sat.NoLit {
			w.Add(p.pending[start:end:end], sat.Irredundant)
			start = end + 1
		}
	}
}

// Core is, after Unsat, a set of assumptions that cannot hold together.
func (p *Solver) Core() []sat.Lit {
	if p.winner == nil {
		return nil
	}
	return p.winner.Core()
}

// ModelValue is the value of l in the last model.
func (p *Solver) ModelValue(l sat.Lit) sat.Value {
	if p.winner == nil {
		return sat.Undef
	}
	return p.winner.ModelValue(l)
}

// WhyUnknown says why the last Solve returned Unknown.
func (p *Solver) WhyUnknown() limit.Reason { return p.why }

// Workers describes all workers.
func (p *Solver) Workers() []Worker {
	ws := make([]Worker, len(p.workers))
	for i, w := range p.workers {
		ws[i] = Worker{w.name, w == p.winner, w.port.exported, w.Stats()}
	}
	return ws
}
