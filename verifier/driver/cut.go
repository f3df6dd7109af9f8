package driver

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/vc"
)

// Cut is a loop, or a procedure that calls itself, of which executions exist that go on beyond the bound, as far as the
// search knows.
type Cut struct {
	At   prog.Pos
	Proc string // that calls itself; empty of a loop
	loop front.LoopID
	// Never says that no execution within the bound leaves the loop by its end.
	Never bool
}

// Unseen is what no execution within the bound gets to, since it is behind a loop that none leaves.
type Unseen struct {
	Assertions []prog.Pos
	Procs      []string
}

// cut says what an answer up to a bound is not about. That an execution leaves a loop is another question about the
// program, which is given up when it takes too many steps.
func (r *run) cut() {
	p := r.rep.Result.Proof()
	if r.rep.Result.Verdict() != verifier.SafeUpToBound || p == nil {
		return
	}
	for _, id := range beyond(r.sys, p) {
		x := Cut{}
		q := r.prep.Core.Procs[r.back.Proc(r.sys.Procs[id])]
		for _, l := range r.prep.Loops {
			if l.Proc == q.ID {
				x = r.loop(r.prep.Core.Procs[l.Of].Blocks[l.Head].Node)
			}
		}
		if x.At.Line == 0 {
			x = Cut{At: r.prep.Core.Pos(q.Node), Proc: r.rep.Loaded.Source.Name(q.Name)}
		}
		if x.At.Line > 0 && !slices.Contains(r.rep.Cut, x) {
			r.rep.Cut = append(r.rep.Cut, x)
		}
	}
	slices.SortFunc(r.rep.Cut, func(a, b Cut) int { return a.At.Compare(b.At) })
	var never []front.LoopID
	for i := range min(len(r.rep.Cut), r.plan.follow.loops) {
		if x := &r.rep.Cut[i]; x.loop != 0 && r.never(x.loop) {
			x.Never = true
			never = append(never, x.loop)
		}
	}
	if len(never) > 0 {
		r.unseen(never)
	}
}

// beyond returns the procedures whose calls beyond the bound a proof does not cover. Of a proof by levels, those are
// the recursive ones of which a fact only holds up to a level: of the others it knows what all calls do.
func beyond(sys *vc.System, p *verifier.Proof) (out []vc.ProcID) {
	if p.Levels == nil {
		return p.Cut
	}
	recursive := map[vc.ProcID]bool{}
	for _, procs := range vc.Cycles(sys) {
		for _, id := range procs {
			itself := func(s vc.Site) bool { return s.Callee == id }
			recursive[id] = len(procs) > 1 || slices.ContainsFunc(sys.Procs[id].Sites, itself)
		}
	}
	for _, f := range p.Levels.Facts {
		if recursive[f.Proc] && !slices.Contains(out, f.Proc) {
			out = append(out, f.Proc)
		}
	}
	return out
}

// unseen notes what is behind loops that no execution within the bound leaves, in the program as it is read: passes
// change it.
func (r *run) unseen(loops []front.LoopID) {
	fresh, err := r.opt.Front.Load(r.units(), term.NewStore(), front.Query{Entry: r.opt.Entry})
	if err != nil { // it was read before
		return
	}
	if x, ok := fresh.Source.(front.Loops); ok {
		r.rep.Unseen.Assertions, r.rep.Unseen.Procs = x.Behind(loops)
	}
}

// loop returns where a loop is that begins with a block.
func (r *run) loop(head prog.NodeID) Cut {
	if x, ok := r.rep.Loaded.Source.(front.Loops); ok {
		if id, at := x.Loop(head); id != 0 {
			return Cut{At: at, loop: id}
		}
	}
	return Cut{At: r.prep.Core.Pos(head)} // a loop by goto
}

// never reports whether it is known that no execution within the bound leaves a loop by its end.
func (r *run) never(loop front.LoopID) bool {
	if !r.again() {
		return false
	}
	opt := r.opt
	opt.Bound, opt.Unbounded = r.rep.Bound, -1
	x := r.asked(opt, front.Query{Question: front.Leaves, Loop: loop})
	return x != nil && (x.rep.Result.Verdict() == verifier.SafeUpToBound || x.rep.Result.Verdict() == verifier.Safe)
}
