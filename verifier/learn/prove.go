package learn

import (
	"context"
	"slices"

	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/cutpoint"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/vc"
)

// Stats count what learning did.
type Stats struct {
	Procs, Candidates int // asked about
	Rounds            int // queries on the tree
	Checks            int // queries on procedures
	Undecided         int // candidates dropped without a model
	Facts             int // that the proof needs
}

func (s *Stats) counters() []stat.Counter {
	return []stat.Counter{
		{Name: "learn: procedures", Value: int64(s.Procs)},
		{Name: "learn: candidates", Value: int64(s.Candidates)},
		{Name: "learn: rounds", Value: int64(s.Rounds)},
		{Name: "learn: checks", Value: int64(s.Checks)},
		{Name: "learn: undecided", Value: int64(s.Undecided)},
		{Name: "learn: facts", Value: int64(s.Facts)},
	}
}

func (s *Stats) add(t Stats) {
	s.Procs = max(s.Procs, t.Procs)
	s.Candidates += t.Candidates
	s.Rounds += t.Rounds
	s.Checks += t.Checks
	s.Undecided += t.Undecided
	s.Facts += t.Facts
}

// rootBudget limits a query on the tree, in conflicts.
const rootBudget = 20000

// Unbounded looks for a proof for all bounds where run has one that needs the call sites in core
// blocked, all past the bound: facts about their callees take the place of the blocks. It returns nil
// if it finds none within Options.Unbounded, or is stopped. The tree may grow. demand may be nil.
func Unbounded(run *inline.Run, core []inline.SiteID, demand *Demand) (*verifier.Proof, error) {
	if _, ok := run.Solver.(inline.Budgeter); !ok || run.Options().Unbounded <= 0 {
		return nil, nil
	}
	ctx, cancel := pace(run.Context(), run.Options().Unbounded, run.Options().Proved != nil)
	defer cancel()
	var stats Stats
	defer func() { run.Count(stats.counters()...) }()
	if demand == nil {
		demand = NewDemand(run, nil)
		defer demand.Close()
	}
	_, derives := run.Config.Replay.(inline.Deriver)
	mayTurn := !derives && !run.Options().KeepLoops
	first := mayTurn && !given(run.Tree.System()) && ranged(run, core)
	if first {
		run.Hold(true)
		proof, p, err := attempt(ctx.part(3), run, core, about{ranges: true})
		run.Hold(false)
		if stats = p.stats; proof != nil || err != nil {
			return proof, err
		}
	}
	late := run.Options().Demand == verifier.DemandLate && few(run, core)
	if run.Options().Demand != verifier.DemandNever && !given(run.Tree.System()) && !late {
		// What facts on demand prove takes them little time.
		if proof, err := demand.unbounded(ctx.part(3)); proof != nil || err != nil {
			return proof, err
		}
	}
	if proposes(run.Tree.System()) {
		half := ctx.part(2)
		proof, p, err := attempt(half, run, core, about{source: true})
		stats.add(p.stats)
		if half.Err() == nil {
			run.Refute(p.refuted()...)
		}
		if proof != nil || err != nil {
			run.Reject(p.rejected()...)
			return proof, err
		}
	}
	proof, p, err := attempt(ctx, run, core, about{})
	stats.add(p.stats)
	if proof == nil && err == nil && late && ctx.Err() == nil {
		proof, err = demand.unbounded(ctx.part(3))
	}
	for _, with := range [...]about{{residues: true}, {ranges: true}} {
		if proof != nil || err != nil || ctx.Err() != nil {
			break
		}
		if with.residues && !divided(run, core) || with.ranges && (first || !mayTurn) {
			continue
		}
		q := p
		if proof, q, err = attempt(ctx, run, core, with); proof != nil && !with.ranges {
			p = q // turned loops have no invariants of the source, so what is said of these is what it was
		}
		stats.add(q.stats)
	}
	if ctx.Err() == nil {
		run.Reject(p.rejected()...)
	}
	return proof, err
}

// fewCandidates is for how many Houdini comes first: it takes a moment then, and its facts read better.
const fewCandidates = 1000

// few reports whether there are few candidates for the callees of call sites, and what they reach.
func few(run *inline.Run, core []inline.SiteID) bool {
	sys := run.Tree.System()
	closure := vc.Closure(sys, callees(run, core))
	if len(closure) > fewCandidates {
		return false
	}
	m, n := newCandidates(sys), 0
	for _, id := range closure {
		x := m.of(sys.Procs[id])
		if n += len(x.pre) + len(x.post); n > fewCandidates {
			return false
		}
	}
	return true
}

// fewProcs is up to how many procedures those candidates come first that are about ranges of arrays, and those come at
// all that are about residues.
const fewProcs = 50

// ranged reports whether a procedure that call sites reach goes through a range of an array.
func ranged(run *inline.Run, core []inline.SiteID) bool {
	sys := run.Tree.System()
	closure := vc.Closure(sys, callees(run, core))
	array := func(t term.Term) bool { return sys.Store.IsArray(sys.Store.Sort(t)) }
	loops := func(id vc.ProcID) bool {
		return callsItself(sys.Procs[id]) && slices.ContainsFunc(sys.Procs[id].In, array)
	}
	if len(closure) > fewProcs || !slices.ContainsFunc(closure, loops) {
		return false
	}
	x := newRanges(newCandidates(sys), sys, closure)
	return slices.ContainsFunc(closure, func(id vc.ProcID) bool {
		y := x.of(sys.Procs[id])
		goes := func(a access) bool { return len(x.views(y, a)) > 0 }
		return y != nil && slices.ContainsFunc(slices.Concat(y.fills, y.reads), goes)
	})
}

// divided reports whether there are candidates about residues.
func divided(run *inline.Run, core []inline.SiteID) bool {
	sys := run.Tree.System()
	closure := vc.Closure(sys, callees(run, core))
	return len(closure) <= fewProcs && slices.ContainsFunc(closure, func(id vc.ProcID) bool {
		return len(moduli(sys.Store, sys.Procs[id])) > 0
	})
}

// callees returns what call sites call.
func callees(run *inline.Run, sites []inline.SiteID) (out []vc.ProcID) {
	for _, s := range sites {
		out = append(out, run.Tree.Callee(s))
	}
	return out
}

// given reports whether the source gives or proposes facts. Then the answer says which of them are not inductive.
func given(sys *vc.System) bool {
	return proposes(sys) || slices.ContainsFunc(sys.Procs, func(p *vc.Proc) bool { return len(p.Given) > 0 })
}

// about says which candidates there are beside those that there always are: what the source proposes; those about
// ranges of arrays, for which loops are turned; and those about residues.
type about struct{ source, ranges, residues bool }

// attempt looks for a proof.
func attempt(ctx context.Context, run *inline.Run, core []inline.SiteID, with about) (*verifier.Proof, *houdini,
	error) {
	p := newProof(run, core, with)
	defer p.close()
	facts, found, err := p.facts(ctx)
	p.stats.Facts = len(facts)
	if !found || err != nil {
		return nil, p.houdini, err
	}
	proof := run.Tree.Proof(nil)
	proof.Cone, proof.Facts = nil, facts
	if p.cut != nil {
		proof.Loops = p.cut.Loops(facts)
	}
	return proof, p.houdini, nil
}

// facts returns the facts that refute all executions, if they are found. There may be none, if what was
// opened suffices.
func (p *proof) facts(ctx context.Context) (facts []verifier.Fact, found bool, err error) {
	refuted, err := p.search(ctx)
	if !refuted || err != nil {
		return nil, false, err
	}
	return p.trim(ctx, p.cited(p.run.Solver.Core()))
}

// proof is the search for one.
type proof struct {
	*houdini
	*calls // at the open call sites of the tree
	run    *inline.Run
	cut    *cutpoint.Turned // nil if no loop is turned
	open   map[inline.SiteID]*call
	list   []*call // of open
}

func newProof(run *inline.Run, core []inline.SiteID, with about) *proof {
	sys := run.Tree.System()
	mk := run.Config.Maker(sys.Store)
	var cut *cutpoint.Turned
	if with.ranges {
		cut = cutpoint.Turn(sys, mk)
	}
	h := newHoudini(sys, cut, run.Config)
	h.candidates.source, h.candidates.residual = with.source, with.residues
	if with.ranges {
		h.candidates.ranges = newRanges(h.candidates, sys, vc.Closure(sys, callees(run, core)))
	}
	c := newCalls(run.Solver, sys.Store, mk, sys.Procs, h.specs, make([]*local, len(sys.Procs)))
	p := &proof{houdini: h, run: run, cut: cut, open: map[inline.SiteID]*call{}, calls: &c}
	for _, s := range core {
		p.add(run.Tree.Callee(s))
	}
	return p
}

// add makes candidates for a procedure and all that it reaches.
func (p *proof) add(id vc.ProcID) {
	for _, q := range p.houdini.add(id) {
		p.local[q] = p.houdini.specs[q].local(same)
	}
}

// search asks for executions, with what is learned in place of the blocked call sites. A model drops
// candidates for the entries of procedures that do not hold at the calls it passes; or it violates what
// is known of these calls, which is then asserted; or it passes calls that may be opened.
func (p *proof) search(ctx context.Context) (refuted bool, err error) {
	for {
		if done, err := p.houdini.run(ctx); !done || err != nil {
			return false, err
		}
		var as []term.Term
		for _, x := range p.list {
			as = p.assume(x, p.live(), as) // also at sites opened since, where it holds as well
		}
		p.stats.Rounds++
		out := p.run.CheckAssuming(ctx, as, rootBudget)
		if out.Status == inline.StatusUnsat {
			return true, nil
		}
		if !out.HasModel() || ctx.Err() != nil {
			return false, nil
		}
		path, _, err := p.run.Path(out)
		if path == nil {
			return false, err
		}
		m, err := inline.LastModel(p.run.Solver)
		if err != nil || !p.learn(m, path) {
			return false, err
		}
	}
}

// learn makes use of a model. It returns false if there is nothing that would exclude it.
func (p *proof) learn(m *model.Model, path *inline.Path) bool {
	for i, s := range path.Open {
		if p.houdini.specs[p.run.Tree.Callee(s)] == nil {
			// What comes later may be due to what this call is taken to do.
			if p.allowed(s) {
				p.run.Open(p.unknown(path.Open[i:]))
			} else {
				p.add(p.run.Tree.Callee(s))
			}
			return true
		}
		x := p.call(s)
		if bad := p.violated(m, x); len(bad) > 0 {
			for _, k := range bad {
				p.dropPre(x.callee, k)
			}
			return true
		}
		if p.refine(m, x) {
			return true
		}
	}
	// What is known does not suffice: look inside.
	open := slices.DeleteFunc(slices.Clone(path.Open), func(s inline.SiteID) bool { return !p.allowed(s) })
	if p.run.Open(open); len(open) > 0 {
		return true
	}
	dropped := false
	for _, s := range path.Open {
		x := p.call(s)
		for _, k := range p.doubtful(m, x) {
			p.dropPre(x.callee, k)
			dropped = true
		}
	}
	return dropped
}

func (p *proof) allowed(s inline.SiteID) bool { return p.run.Tree.Allowed(s, p.run.Bound) }

// unknown returns the first call sites that may be opened and of which nothing is learned.
func (p *proof) unknown(sites []inline.SiteID) []inline.SiteID {
	for i, s := range sites {
		if p.houdini.specs[p.run.Tree.Callee(s)] != nil || !p.allowed(s) {
			return sites[:i]
		}
	}
	return sites
}

func (p *proof) call(s inline.SiteID) *call {
	x := p.open[s]
	if x == nil {
		x = &call{callee: p.run.Tree.Callee(s), site: int32(s), guard: p.run.Tree.Guard(s), iface: p.run.Tree.Iface(s)}
		p.open[s] = x
		p.list = append(p.list, x)
	}
	return x
}
