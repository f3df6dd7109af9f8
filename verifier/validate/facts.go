package validate

import (
	"context"
	"fmt"
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/stamp"
	"github.com/muster-smt/muster/verifier/vc"
)

// Facts refutes the negation of every fact of the templates: of a fact at a block by
// the template without this fact and those at later blocks, and of a fact of the
// procedure by the template at each exit. Each time the facts of the callees are
// taken to hold for the calls, and the summary of the procedure for itself, since it
// is asserted wherever the facts are. This is the step of an induction on the height
// of the tree of calls; it ends with procedures that call nothing.
func Facts(ctx context.Context, sys *vc.System, c inline.Config) (Report, error) {
	return prove(ctx, sys, sys.Procs, nil, c)
}

// prove is Facts for some procedures.
func prove(ctx context.Context, sys *vc.System, procs []*vc.Proc, loops loops, c inline.Config) (Report, error) {
	var done Report
	copier := term.NewCopier(sys.Store, nil)
	for _, p := range procs {
		if !hasFacts(p) {
			continue
		}
		// In a store of its own: the tables of a solver are as long as its store.
		st := term.NewStore()
		copier.Reset(st)
		r, err := facts(ctx, vc.Extract(sys, p.ID, copier, st), p.ID, loops[p.ID], c)
		done.Instances += r.Instances
		if err != nil || !r.Confirmed {
			return r, err
		}
	}
	done.Confirmed = true
	return done, nil
}

// used returns the procedures on whose facts a refutation of the tree may rest: see restOn.
func used(sys *vc.System, tree *inline.Tree) []*vc.Proc {
	var ids []vc.ProcID
	for i := range tree.NumInstances() {
		ids = append(ids, tree.Proc(inline.InstID(i)).ID)
	}
	return restOn(sys, ids)
}

// restOn returns the procedures on whose facts may rest what is refuted about some: these, what they call, and what the
// facts of what is called may rest on.
func restOn(sys *vc.System, ids []vc.ProcID) []*vc.Proc {
	var out []*vc.Proc
	seen := make([]bool, len(sys.Procs))
	add := func(id vc.ProcID) {
		if !seen[id] {
			seen[id] = true
			out = append(out, sys.Procs[id])
		}
	}
	for _, id := range ids {
		add(id)
	}
	for i := 0; i < len(out); i++ {
		for k := range out[i].Sites {
			if q := out[i].Sites[k].Callee; len(sys.Procs[q].Facts) > 0 {
				add(q)
			}
		}
	}
	return out
}

// facts refutes the negations of the facts of one template, of which those of a loop are its invariants.
func facts(ctx context.Context, sys *vc.System, id vc.ProcID, l *loop, c inline.Config) (Report, error) {
	s, mk, done, err := tools(sys, c)
	if err != nil {
		return Report{}, err
	}
	defer done()
	return step{ctx: ctx, st: sys.Store, s: s}.facts(sys, id, l, mk), nil
}

// facts asks about the facts of one template.
func (q step) facts(sys *vc.System, id vc.ProcID, l *loop, mk term.Maker) Report {
	p, s := sys.Procs[id], q.s
	own := p.Facts
	if l != nil {
		if err := l.wellFormed(p, sys.Entry); err != nil {
			return Report{Refuted: true, Wrong: err.Error()}
		}
		own = p.Facts[:l.known]
	}
	stamper := stamp.New(sys, mk, &standalone{Solver: s})
	stamper.WithoutBlockFacts = true
	x := alone(sys, id, s, stamper)
	for i := range p.Blocks {
		b := &p.Blocks[i]
		if !stamper.Alive(int32(i)) {
			continue
		}
		guard := stamper.Block(&x, int32(i))
		for k, f := range b.Facts {
			f = stamper.Image(f)
			if r := q.implies(f, guard); !r.Confirmed {
				r.Wrong = fmt.Sprintf("fact %d of block %d of %s: %s", k, i, p.Name, r.Wrong)
				return r
			}
			s.Assert(sys.Store.Or(sys.Store.Not(guard), f))
		}
		if len(b.Succs) > 0 {
			continue
		}
		for k, f := range own {
			if r := q.implies(stamper.Image(f), guard); !r.Confirmed {
				r.Wrong = fmt.Sprintf("fact %d of %s: %s", k, p.Name, r.Wrong)
				return r
			}
		}
	}
	if l != nil {
		return (&loopRule{step: q, l: l, p: p, stamper: stamper, x: &x}).invariants()
	}
	return Report{Confirmed: true, Instances: 1}
}

// alone stamps a template with an interface of its own. The summary is asserted wherever facts are.
func alone(sys *vc.System, id vc.ProcID, s inline.Solver, stamper *stamp.Stamper) stamp.Instance {
	for _, a := range sys.Axioms {
		s.Assert(a)
	}
	face := stamper.Own(id)
	s.Assert(face.Guard)
	x := stamper.Stamp(id, face)
	if id != sys.Entry {
		for _, t := range sys.Procs[id].Summary {
			s.Assert(stamper.Image(t))
		}
	}
	return x
}

func hasFacts(p *vc.Proc) bool {
	return len(p.Facts) > 0 || slices.ContainsFunc(p.Blocks, func(b vc.Block) bool { return len(b.Facts) > 0 })
}

// step asks for one step of the induction after the other.
type step struct {
	ctx context.Context
	st  *term.Store
	s   inline.Solver
	// note, if not nil, takes the steps instead, to ask about them later.
	note *noted
}

// implies decides whether f holds where all guards do.
func (q step) implies(f term.Term, guards ...term.Term) Report {
	if q.note != nil {
		q.note.take(f, guards)
		return Report{Confirmed: true}
	}
	if q.ctx.Err() != nil {
		return Report{}
	}
	no := q.st.FreshConst("no", term.Bool)
	q.s.Assert(q.st.Or(q.st.Not(no), q.st.Not(f)))
	switch out := q.s.Check(q.ctx, append(guards, no)); out.Status {
	case inline.StatusUnsat:
		return Report{Confirmed: true}
	case inline.StatusSat:
		return Report{Refuted: true, Wrong: "it does not follow"}
	default:
		return Report{Why: out.Reason}
	}
}

// standalone takes what a single instance asserts. Its call sites stay open.
type standalone struct{ inline.Solver }

// AssertFlow implements stamp.Sink. The question is about a block to which the entry need
// not lead in a model, so that the other assertions do not imply how it was reached.
func (s *standalone) AssertFlow(t term.Term) { s.Assert(t) }

// Site implements stamp.Sink.
func (*standalone) Site(int32, term.Term, []term.Term) {}
