package verifier

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/vc"
)

// Proof says how to refute the system again: which call sites to open, and
// which to block. It refers only to the templates, so a checker can rebuild the
// formula with a solver of its own.
type Proof struct {
	// Opened lists the call sites that were inlined, callers first. Instance 0
	// is the entry; each opened site makes the next instance, unless it shares one
	// with a site before it (verifier/inline).
	Opened []SiteRef
	// Blocked lists the open call sites, all past the recursion bound, that the
	// refutation needs blocked. Empty for Safe.
	Blocked []SiteRef
	// Cut are the procedures that these call, each once.
	Cut []vc.ProcID
	// Cone lists the assertions on which the refutation rests, numbered from 1 in
	// the order in which the tree makes them; nil means all.
	Cone []int32
	// Facts hold of procedures besides those in the templates, by induction on the height of the tree of
	// calls; the refutation relies on them at call sites that are not blocked.
	Facts []Fact
	// Loops are procedures of which the facts are invariants of a loop: they follow from the iteration before.
	Loops []Loop
	// Bounded is, where facts were sought for a proof for all bounds, the one up to the bound from which that
	// began. It may rely on facts, too.
	Bounded *Proof
	// Levels, if not nil, proves the bound by facts: no call site is opened or blocked.
	Levels *Levels
	// Runs, if not nil, says that all executions were run: there is nothing to refute.
	Runs *Runs
	// Wide says that call sites of different instances shared one.
	Wide bool
	// Plain says that nothing was taken to hold of single instances (verifier/inline).
	Plain bool
	// Decided are the decisions that the refutation needs, where a part of the executions was searched: it says
	// nothing of others.
	Decided []Decision
	// Split, if not nil, is of what the proof is composed: then it has nothing else but Cut, Decided and Bounded.
	Split *Split
}

// Decision says that executions pass the block of a call site, or that they do not, and so make the call or not.
type Decision struct {
	Site SiteRef
	Must bool
}

// Split is a proof by cases: of the executions that pass the block of a call site, and of the others. In the trees of
// both, the calling instance and those before it are the same.
type Split struct {
	Site        SiteRef
	Must, Block *Proof
}

// Parts calls f with the proofs of which p is composed, or with p.
func (p *Proof) Parts(f func(*Proof)) {
	if p.Split == nil {
		f(p)
		return
	}
	p.Split.Must.Parts(f)
	p.Split.Block.Parts(f)
}

// Learned reports whether the proof rests on facts that were learned.
func (p *Proof) Learned() (yes bool) {
	p.Parts(func(q *Proof) { yes = yes || len(q.Facts) > 0 })
	return yes
}

// SiteRef identifies a call site of an instance.
type SiteRef struct {
	Instance int32 // the calling instance
	Site     int32 // index into vc.Proc.Sites of its template
}

// Fact is a formula over a procedure's In and Out that holds whenever it returns.
type Fact struct {
	Proc    vc.ProcID
	Formula term.Term
}

// Levels says up to how many recursive calls that are open at a time the entry does not return. A call is recursive
// if its caller and callee are in one cycle of the call graph (vc.Cycles); vc.Nesting says how many a recursion bound
// allows.
type Levels struct {
	Level int32
	Facts []LevelledFact
}

// LevelledFact is a fact that holds whenever the procedure returns and no more than Level recursive calls are open
// below it at a time.
type LevelledFact struct {
	Fact
	Level int32
}

// Loop says how a procedure is a loop, which calls itself last: for each result, of which argument it is the new
// value. The other arguments are the same in all iterations.
type Loop struct {
	Proc  vc.ProcID
	State []int32 // by Out: an index of In
}

// WithFacts returns the system with facts in its templates.
func WithFacts(sys *vc.System, facts []Fact) *vc.System {
	if len(facts) == 0 {
		return sys
	}
	out := *sys
	out.Procs = slices.Clone(sys.Procs)
	for _, f := range facts {
		p := *out.Procs[f.Proc]
		p.Facts = append(slices.Clip(p.Facts), f.Formula)
		out.Procs[f.Proc] = &p
	}
	return &out
}

// Runs says how many executions there are of the whole program, of which those are one that differ only in what
// nothing depends on, and how many blocks they execute. None fails, and all end.
type Runs struct {
	Executions, Steps int64
}
