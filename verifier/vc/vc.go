package vc

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
)

// ProcID is the index of a procedure in System.Procs.
type ProcID int32

// System is a verification problem: can the entry procedure reach its exit?
type System struct {
	Store  *term.Store
	Axioms []term.Term // always hold; over no constant of a procedure
	Procs  []*Proc
	Entry  ProcID
}

// In returns the system in a clone of its store (term.Store.Clone), with templates of its own.
func (s *System) In(st *term.Store) *System {
	out := &System{Store: st, Axioms: slices.Clip(s.Axioms), Procs: make([]*Proc, len(s.Procs)), Entry: s.Entry}
	for i, p := range s.Procs {
		q := *p
		q.Owned, q.Defs = slices.Clip(p.Owned), slices.Clip(p.Defs)
		q.Summary, q.Facts = slices.Clip(p.Summary), slices.Clip(p.Facts)
		q.Blocks, q.Sites = slices.Clone(p.Blocks), slices.Clone(p.Sites)
		for k := range q.Blocks {
			b := &q.Blocks[k]
			b.Conds, b.Facts, b.Sites = slices.Clip(b.Conds), slices.Clip(b.Facts), slices.Clip(b.Sites)
		}
		out.Procs[i] = &q
	}
	return out
}

// Proc is the partial VC of one procedure. Its constants (In, Out and Owned)
// belong to the template: they are distinct, and occur in no other procedure.
type Proc struct {
	ID         ProcID // its index in System.Procs
	Name       string
	CountName  string // the name under which recursion is counted
	ExtraBound int    // added to the recursion bound
	Eager      bool   // its call sites are inlined before the first query

	In  []term.Term // interface variables: values at entry
	Out []term.Term // interface variables: values at exit
	// State are the constants of In and Out that stand for global variables of the program.
	State []term.Term
	// all other constants of the template: guards of blocks, edges and sites, incarnations of variables; Owned[0] is the
	// entry's guard
	Owned []term.Term

	// Defs hold in every instance, under no guard. Each defines an Owned
	// constant, and later definitions may use it, but not earlier ones.
	Defs []Def
	// Summary holds at every call site, open or inlined; it is over In and Out.
	// The blocks and definitions of a procedure other than the entry rely on it.
	Summary []term.Term
	// Facts hold whenever the procedure returns, so at every call site, too; they
	// are over In and Out, and follow from the rest (verifier/summary).
	Facts []term.Term
	// Given are invariants of loops, as the source gives them: they are asserted, so nothing rests on
	// their being listed here.
	Given []Given
	// Candidates are what the source proposes: nothing rests on them before they are proved.
	Candidates []Candidate
	Blocks     []Block // in topological order; Blocks[0] is the entry, from which all others are reached
	Sites      []Site

	Origin int32 // what the front end made it from
}

// Given is an invariant that the source gives, over constants of the template.
type Given struct {
	Formula term.Term
	Origin  int32 // what the front end made it from
}

// Candidate is a formula that the source proposes: over In, it may hold whenever the procedure is called; over In and
// Out, whenever it returns.
type Candidate struct {
	Formula term.Term
	Entry   bool
	Origin  int32 // what the front end made it from
}

// Def defines the constant Name.
type Def struct{ Name, Value term.Term }

// Block is a basic block in passive form: if Guard holds, then so do all of
// Conds, the guards of its Sites, and, unless it is an exit, one of its edges.
// Guards occur in no formula.
type Block struct {
	Guard  term.Term // a Bool constant
	Conds  []term.Term
	Facts  []term.Term // hold whenever the block is reached, and follow from the rest
	Sites  []int32     // indices into Proc.Sites, in order of execution
	Succs  []Edge      // none: the block returns (or is dead: its Conds contain false)
	Preds  []Pred      // the edges that lead here
	IPDom  int32       // immediate post-dominator, -1 if it is the virtual exit
	Origin int32       // what the front end made it from, within the procedure
}

// Formulas returns what the template says, and what its calls pass.
func (p *Proc) Formulas() (out []term.Term) {
	for _, d := range p.Defs {
		out = append(out, d.Value)
	}
	for i := range p.Blocks {
		out = append(out, p.Blocks[i].Conds...)
		for _, e := range p.Blocks[i].Succs {
			out = append(out, e.Eqs...)
		}
	}
	for i := range p.Sites {
		out = append(out, p.Sites[i].Args...)
	}
	return out
}

// Edge leads to block To. Where values are merged, the edge has a guard of its
// own, under which Eqs hold. Otherwise Guard is that of block To and Eqs is
// empty.
type Edge struct {
	To    int32
	Guard term.Term
	Eqs   []term.Term
}

// Pred is an incoming edge: Blocks[Block].Succs[Edge].
type Pred struct{ Block, Edge int32 }

// Site is a call site: Callee, called with In replaced by Args and Out by
// Outs. Guard is a Bool constant of its own, implied by the guard of Block:
// where it is false, the call is blocked.
type Site struct {
	Guard  term.Term
	Block  int32
	Callee ProcID
	Args   []term.Term // by the callee's In
	Outs   []term.Term // by the callee's Out; Owned constants of the caller or its Out
	Origin int32       // what the front end made it from, within the procedure
}
