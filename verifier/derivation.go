package verifier

import (
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
)

// Derivation derives false from Horn clauses: its last step does. It refers to the clauses that the front end read,
// not to templates.
type Derivation struct{ Steps []Inference }

// Inference is a step: a ground instance of a clause, whose premises hold.
type Inference struct {
	Clause   int           // its index
	Values   []model.Value // of its variables
	Premises []int         // earlier steps
	Pred     term.Sym      // what is derived: an application to Args; 0: false
	Args     []model.Value
}
