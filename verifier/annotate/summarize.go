package annotate

import (
	"context"
	"slices"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory/interpolate"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/stamp"
	"github.com/muster-smt/muster/verifier/vc"
)

const (
	// interpolationBudget limits each question, in conflicts.
	interpolationBudget = 5000
	// refutationBudget limits the refutation that is interpolated, likewise.
	refutationBudget = 50000
	// interpolationSteps limits an interpolant, in polls: quantifiers may have instances without end, and no conflict.
	interpolationSteps = 20_000
	// maxClauses bounds the clauses of what is learned of a call.
	maxClauses = 40
)

// summarizer looks for facts in place of opened calls.
type summarizer struct {
	sys   *vc.System // without facts of the proof
	facts []verifier.Fact
	proof verifier.Proof // how trees are built; not which calls they open
	c     inline.Config
	tried map[vc.ProcID]bool // without success; never ranged over
}

// summarize closes opened calls again, those first that open no others. What the rest of the refutation needs of a
// call is an interpolant of the called procedure's template, in which the calls have facts only, and of the rest. So
// it holds whenever the procedure returns, and is one more fact about it. What has none stays open.
func (s *summarizer) summarize(ctx context.Context, u *unfolding) *unfolding {
	for ctx.Err() == nil {
		leaf, ok := s.leaf(u)
		if !ok {
			break
		}
		id := u.tree.Proc(leaf).ID
		facts := s.interpolant(ctx, u, leaf)
		if facts != nil {
			with := slices.Concat(s.facts, facts)
			p := s.proof
			p.Opened, _ = u.without(leaf)
			next, err := unfold(ctx, verifier.WithFacts(s.sys, with), p, s.c)
			if err == nil {
				u, s.facts = next, with
				continue
			}
		}
		s.tried[id] = true
	}
	return u
}

// leaf returns the last instance that opens nothing, and of which a fact may be found.
func (s *summarizer) leaf(u *unfolding) (inline.InstID, bool) {
	opens := make([]bool, u.tree.NumInstances())
	for _, ref := range u.opened {
		opens[ref.Instance] = true
	}
	for i := len(u.child) - 1; i >= 0; i-- {
		if c := u.child[i]; !opens[c] && !s.tried[u.tree.Proc(c).ID] {
			return c, true
		}
	}
	return 0, false
}

// interpolant returns what the rest of the refutation needs to know of an instance, as facts; nil if nothing is found.
func (s *summarizer) interpolant(ctx context.Context, u *unfolding, leaf inline.InstID) []verifier.Fact {
	var procs []vc.ProcID
	for i := range u.tree.NumInstances() {
		procs = append(procs, u.tree.Proc(inline.InstID(i)).ID)
	}
	sys, copier := extract(verifier.WithFacts(s.sys, s.facts), procs)
	st := sys.Store
	mk := s.c.Maker(st)
	p := sys.Procs[u.tree.Proc(leaf).ID]
	own, rest := &recorder{}, &recorder{}
	for _, t := range sys.Axioms {
		own.Assert(t)
	}
	stamper := stamp.New(sys, mk, alone{own})
	b := stamper.Own(p.ID)
	own.Assert(b.Guard)
	stamper.Stamp(p.ID, b)
	for _, t := range p.Summary {
		own.Assert(stamper.Image(t))
	}
	plain := s.proof
	plain.Plain = true // Restate has done without claims, which would need all procedures
	tree := inline.Rebuild(sys, mk, rest, &plain)
	kept, calls := u.without(leaf)
	for _, ref := range kept {
		if _, ok := tree.Reopen(ref); !ok {
			return nil
		}
	}
	for _, ref := range calls {
		site, ok := tree.SiteOf(ref)
		if !ok || !tree.IsOpen(site) {
			return nil
		}
		for i, t := range tree.Iface(site) {
			rest.Assert(st.Or(st.Not(tree.Guard(site)), st.Eq(b.Iface[i], t)))
		}
	}
	clauses := s.between(ctx, st, own.list, rest.list)
	sub := term.NewSubst(st, st)
	sub.BindAll(b.Iface, slices.Concat(p.In, p.Out))
	back := copier.Back()
	var out []verifier.Fact
	for _, t := range clauses {
		out = append(out, verifier.Fact{Proc: p.ID, Formula: back.Term(sub.Apply(t))})
	}
	return out
}

// between returns an interpolant; nil if none is found. It is one of what a refutation of both sides rests on, in a
// store of its own: most of the assertions are about calls that have nothing to do with it.
func (s *summarizer) between(ctx context.Context, st *term.Store, a, b []term.Term) []term.Term {
	solver, err := s.c.NewSolver(st)
	if err != nil {
		return nil
	}
	coner, ok := solver.(inline.Coner)
	if !ok {
		return nil
	}
	inline.Limit(solver, refutationBudget)
	all := slices.Concat(a, b)
	for i, t := range all {
		coner.Tag(int32(i + 1))
		solver.Assert(t)
	}
	if solver.Check(ctx, nil).Status != inline.StatusUnsat {
		return nil
	}
	ctx, cancel := limit.NewCountdown(interpolationSteps, limit.Steps).Context(ctx)
	defer cancel()
	small := term.NewStore()
	copier := term.NewCopier(st, small)
	var sides [2][]term.Term
	for _, n := range coner.Cone() {
		k := 0
		if int(n) > len(a) {
			k = 1
		}
		sides[k] = append(sides[k], copier.Term(all[n-1]))
	}
	found, err := interpolate.New(small, interpolate.Options{
		Clauses: maxClauses, Conflicts: interpolationBudget,
	}).Binary(ctx, sides[0], sides[1], nil)
	if err != nil {
		return nil
	}
	back := copier.Back()
	out := make([]term.Term, len(found))
	for i, t := range found {
		out[i] = back.Term(t)
	}
	return out
}

// without returns the opened call sites but for those that lead to an instance that opens none, and these: both as
// they are named where that instance does not exist.
func (u *unfolding) without(leaf inline.InstID) (kept, calls []verifier.SiteRef) {
	for i, ref := range u.opened {
		if inline.InstID(ref.Instance) > leaf {
			ref.Instance--
		}
		if u.child[i] == leaf {
			calls = append(calls, ref)
		} else {
			kept = append(kept, ref)
		}
	}
	return kept, calls
}

// extract copies the entry and some other procedures to a store of their own: the tables of a solver are as long as
// its store. Of the others it copies what these see of them, and what they call.
func extract(sys *vc.System, procs []vc.ProcID) (*vc.System, *term.Copier) {
	st := term.NewStore()
	copier := term.NewCopier(sys.Store, st)
	out := vc.Extract(sys, sys.Entry, copier, st)
	have := make([]bool, len(sys.Procs))
	have[sys.Entry] = true
	for _, id := range procs {
		if have[id] {
			continue
		}
		have[id] = true
		for i, p := range vc.Extract(sys, id, copier, st).Procs {
			if vc.ProcID(i) == id || out.Procs[i] == nil {
				out.Procs[i] = p
			}
		}
	}
	for i, p := range sys.Procs {
		if have[i] {
			continue
		}
		q := vc.Proc{ID: p.ID, Name: p.Name, CountName: p.CountName, ExtraBound: p.ExtraBound, Eager: p.Eager,
			Origin: p.Origin}
		if out.Procs[i] != nil {
			q = *out.Procs[i]
		}
		q.Sites = make([]vc.Site, len(p.Sites))
		for k := range p.Sites {
			q.Sites[k].Callee = p.Sites[k].Callee
		}
		out.Procs[i] = &q
	}
	return out, copier
}

// recorder is a Solver that only takes assertions.
type recorder struct{ list []term.Term }

// Assert implements inline.Solver.
func (r *recorder) Assert(t term.Term) { r.list = append(r.list, t) }

// AssertFlow implements inline.Solver.
func (r *recorder) AssertFlow(t term.Term) { r.list = append(r.list, t) }

// Hint implements inline.Solver.
func (*recorder) Hint(term.Term, bool) {}

// Check implements inline.Solver.
func (*recorder) Check(context.Context, []term.Term) inline.Outcome { return inline.Outcome{} }

// Core implements inline.Solver.
func (*recorder) Core() []term.Term { return nil }

// Reached implements inline.Solver.
func (*recorder) Reached(term.Term) bool { return false }

// Model implements inline.Solver.
func (*recorder) Model() (*model.Model, error) { return nil, nil }

// Stats implements inline.Solver.
func (*recorder) Stats() []stat.Counter { return nil }

// alone takes what a single instance asserts. Its call sites stay open.
type alone struct{ *recorder }

// Site implements stamp.Sink.
func (alone) Site(int32, term.Term, []term.Term) {}
