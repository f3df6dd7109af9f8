package learn

import (
	"context"
	"slices"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/inline"
)

// Demand finds facts for the open call sites of a run, where models have the callees do what they do not do. In a
// search what it spends is measured against what the search spends (afford), unless verifier.DemandAtOnce says
// otherwise.
type Demand struct {
	*refiner
	run   *inline.Run
	calls []*callSite  // by inline.SiteID; nil until needed
	all   *limit.Meter // of the run
	own   *limit.Meter
	ctx   context.Context

	formulas int // of others, when Refutes was called
}

// What facts may cost, counted as the turns of engines are, against what the search spends. What is decided before
// demandAfter needs no facts; where much was spent on them and the search still does not end, they are not what it
// needs.
const (
	demandAfter = 200_000
	demandMuch  = 1_000_000 // until then as much as the search
	demandLater = 3         // then one for so many of the search
	demandScale = 3         // a unit of the search is so much longer: it is about larger formulas
)

// NewDemand returns facts on demand for a run whose context all measures; if that is nil, they cost what they cost.
// The caller must call Close.
func NewDemand(run *inline.Run, all *limit.Meter) *Demand {
	d := &Demand{run: run, all: all}
	d.ctx, d.own = limit.NewMeter(run.Context(), demandScale)
	return d
}

// start prepares for questions, which takes some time.
func (d *Demand) start() {
	if d.refiner != nil {
		return
	}
	sys := d.run.Tree.System()
	l := newLearner(sys, d.run.Config)
	l.afford = d.afford
	l.sharing = sharing{with: d.run.Options().Exchange.Port(sys), numbers: map[int32]int{}}
	d.refiner = newRefiner(l, d.run.Solver, sys.Store, d.run.Config.Maker(sys.Store), sys.Procs, same)
}

// afford reports whether the search has spent enough for one more check.
func (d *Demand) afford() bool {
	if d.all == nil || d.run.Options().Demand == verifier.DemandAtOnce {
		return true
	}
	own := d.own.Spent()
	search := d.all.Spent() - own - demandAfter
	return own < search && own < demandMuch+(search-demandMuch)/demandLater
}

// Assume appends the assumptions of a query: what the call sites are given. It is for Run.Assume.
func (d *Demand) Assume(dst []term.Term) []term.Term {
	if d.refiner == nil {
		return dst
	}
	return d.assume(dst)
}

// Exclude has the open call sites of a path know what their callees do not do, and the last model says that they do. It
// reports whether there is anything.
func (d *Demand) Exclude(path *inline.Path) (bool, error) {
	if _, ok := d.run.Solver.(inline.Budgeter); !ok {
		return false, nil
	}
	if len(path.Open) == 0 || d.run.Options().Demand == verifier.DemandNever {
		return false, nil
	}
	if d.refiner == nil && !d.afford() && d.run.Options().Exchange.Formulas() == 0 {
		return false, nil
	}
	d.start()
	return d.exclude(d.ctx, path)
}

// refineOpen returns what the last model has the callees of the open call sites of a path do, and asserts there the
// facts that this violates.
func (d *Demand) refineOpen(path *inline.Path) (at []observation, any bool, err error) {
	d.l.receive()
	m, err := inline.LastModel(d.s)
	if err != nil {
		return nil, false, err
	}
	at = make([]observation, len(path.Open))
	for i, s := range path.Open {
		at[i] = d.at(m, d.call(s))
	}
	for i, s := range path.Open {
		any = d.refine(d.call(s), at[i]) || any
	}
	return at, any, nil
}

func (d *Demand) exclude(ctx context.Context, path *inline.Path) (bool, error) {
	at, any, err := d.refineOpen(path)
	if err != nil {
		return false, nil
	}
	for i := 0; i < len(path.Open) && !any && d.l.afford(); i++ {
		c := d.call(path.Open[i])
		if len(c.slots) == 0 {
			continue
		}
		v, err := d.l.exclude(ctx, c.callee, at[i].valuation)
		d.l.share()
		if err != nil {
			return false, err
		}
		any = v == excluded && d.refine(c, at[i])
	}
	return any, nil
}

// News reports whether others have shared twice as many formulas as there were when Refutes was last called.
func (d *Demand) News() bool {
	n := d.run.Options().Exchange.Formulas()
	return n > 0 && n >= 2*d.formulas && d.run.Options().Demand != verifier.DemandNever
}

// Refutes asks for an execution with no call site blocked, within a limit on conflicts for each query, and has open
// call sites know the formulas of others that models violate there, until none does. It reports whether there is no
// execution.
func (d *Demand) Refutes(conflicts int64) (bool, error) {
	d.formulas = d.run.Options().Exchange.Formulas()
	for {
		out := d.run.CheckWithin(nil, conflicts)
		if out.Status == inline.StatusUnsat {
			return true, nil
		}
		if d.formulas == 0 || d.run.Options().Demand == verifier.DemandNever || !out.HasModel() {
			return false, nil
		}
		path, _, err := d.run.Path(out)
		if path == nil {
			return false, err
		}
		d.start()
		at, _, err := d.refineOpen(path)
		if err != nil || !slices.ContainsFunc(at, func(o observation) bool { return len(o.broken) > 0 }) {
			return false, nil
		}
	}
}

func (d *Demand) call(s inline.SiteID) *callSite {
	for int(s) >= len(d.calls) {
		d.calls = append(d.calls, nil)
	}
	if d.calls[s] == nil {
		t := d.run.Tree
		d.calls[s] = &callSite{callee: t.Callee(s), guard: t.Guard(s), iface: t.Iface(s)}
	}
	return d.calls[s]
}

// Proof returns the evidence of the last refutation, which needs the call sites in core blocked, with the facts that
// it rests on.
func (d *Demand) Proof(core []inline.SiteID) *verifier.Proof {
	p := d.run.Tree.Proof(core)
	if d.refiner != nil {
		if p.Facts = d.l.needed(d.ctx, d.named(d.s.Core())); len(p.Facts) > 0 {
			p.Cone = nil
		}
	}
	return p
}

// unbounded looks for a proof for all bounds: call sites are opened within the bound, and what those past
// it do is excluded by facts. It returns nil if there is none.
func (d *Demand) unbounded(ctx paced) (*verifier.Proof, error) {
	d.start()
	d.l.afford = func() bool { return true }
	defer func() { d.l.afford = d.afford }()
	for ctx.Err() == nil {
		out := d.run.CheckAssuming(ctx, d.assume(nil), rootBudget)
		if out.Status == inline.StatusUnsat {
			return d.Proof(nil), nil
		}
		if !out.HasModel() || ctx.Err() != nil {
			break
		}
		path, _, err := d.run.Path(out)
		if path == nil {
			return nil, err
		}
		any, err := d.exclude(ctx, path)
		if err != nil {
			return nil, err
		}
		if any {
			continue
		}
		if len(path.Open) == 0 {
			break
		}
		for _, s := range path.Open {
			if !d.run.Tree.Allowed(s, d.run.Bound) {
				return nil, nil
			}
		}
		d.run.Open(path.Open)
	}
	return nil, nil
}

// Close ends the solvers, and adds to the statistics of the run.
func (d *Demand) Close() {
	if d.refiner != nil {
		d.l.close()
		d.run.Count(append(d.l.counters(), stat.Counter{Name: "demand: effort", Value: d.own.Spent()})...)
	}
}
