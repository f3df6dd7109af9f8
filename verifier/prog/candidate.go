package prog

import (
	"regexp"

	"github.com/muster-smt/muster/theory/term"
)

// Candidate is a formula that the source proposes: it may hold whenever a procedure is called, or whenever one returns
// that was called where those for its entry hold. Nothing rests on it before it is proved.
type Candidate struct {
	Cond  term.Term // over formals and Old terms; if it is not of the entry, also over results and globals
	Entry bool
	Node  NodeID
}

// Template proposes candidates: one for each procedure, and each choice of variables for its holes.
type Template struct {
	Cond  term.Term // like that of a Candidate, but over holes instead of formals and results
	Entry bool
	Loops bool   // only for loops
	Holes []Hole // in Cond
	Node  NodeID
}

// Hole stands for a variable of a procedure that has the sort of Var: a formal, a result or a global. Var is a global
// that the program does not declare, so that it has a value now and one at the entry.
type Hole struct {
	Var                VarID
	Ins, Outs, Globals bool           // what it may stand for
	Changed            bool           // only for what a loop changes
	Match              *regexp.Regexp // matches the name, if not nil
}

// checkCandidate checks a candidate without regard to scopes: a pass may drop the variables that only it mentions.
func (c *checker) checkCandidate(x Candidate) error {
	return c.cond(x.Cond, func(r Ref) bool { return !x.Entry || r.Old() || c.kind(r) != Global })
}
