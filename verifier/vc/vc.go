package vc

import (
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// ProcID is the index of a procedure in System.Procs.
type ProcID int32

// System is a verification problem: can the entry procedure reach its exit?
type System struct {
	Store  *term.Store
	Axioms []term.Term // hold always
	Procs  []*Proc
	Entry  ProcID
}

// Proc is the partial VC of one procedure. Its constants (In, Out, Owned and
// all guards) belong to the template and stand in no other procedure.
type Proc struct {
	ID         ProcID
	Name       string
	CountName  string // the name under which recursion is counted
	ExtraBound int    // added to the recursion bound
	Eager      bool   // its call sites are inlined before the first query

	In    []term.Term // interface variables: values at entry
	Out   []term.Term // interface variables: values at exit
	Owned []term.Term // every other constant of the template but In and Out: guards of blocks, edges and sites, incarnations of variables

	// Defs hold in every instance, under no guard: each defines an Owned
	// constant that occurs on its left by the term on its right.
	Defs []Def
	// Summary holds of In and Out at every call site, open or inlined.
	Summary []term.Term
	Blocks  []Block // in topological order; Blocks[0] is the entry
	Sites   []Site

	Source prog.ProcID // the procedure it was made from; the witness's way back
}

// Def defines the constant Name.
type Def struct{ Name, Value term.Term }

// Block is a basic block in passive form: if Guard holds, then so do all of
// Conds, the guards of its Sites, and, unless it is an exit, one of its edges.
type Block struct {
	Guard  term.Term // a Bool constant
	Conds  []term.Term
	Sites  []int32 // indices into Proc.Sites, in order of execution
	Succs  []Edge  // none: the block returns (or is dead: its Conds contain false)
	Preds  []Pred
	IPDom  int32 // immediate post-dominator, -1 if it is the virtual exit
	Source int32 // index of the block in prog.Proc.Blocks
}

// Edge leads to block To. Where values are merged, the edge has a guard of its
// own, under which Eqs hold; otherwise Guard is that of block To.
type Edge struct {
	To    int32
	Guard term.Term
	Eqs   []term.Term
}

// Pred is an incoming edge: Blocks[Block].Succs[Edge].
type Pred struct{ Block, Edge int32 }

// Site is a call site: Callee, called with In replaced by Args and Out by
// Outs. Guard is a Bool constant of its own, implied by the guard of Block;
// it is the entry guard of the callee's instance.
type Site struct {
	Guard  term.Term
	Block  int32
	Callee ProcID
	Args   []term.Term // by the callee's In
	Outs   []term.Term // by the callee's Out; Owned constants of the caller or its Out
	CmdID  int32       // the call command in the source procedure
	Pos    prog.Pos
}
