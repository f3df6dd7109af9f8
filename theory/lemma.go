package theory

import "github.com/muster-smt/muster/theory/reason"

// LemmaID names a kind of lemma or conflict, for statistics and traces.
type LemmaID uint8

// The kinds of lemmas and conflicts.
const (
	LemmaNone           LemmaID = iota
	EUFConflict                 // congruence: two different values in one class
	LIABounds                   // the bounds of a class cross
	LIASimplex                  // an infeasible row
	LIADifference               // a cycle of differences of negative length
	LIABranch                   // branch and bound
	LIACut                      // a cutting plane
	LIAGCD                      // no integer solution of a row by divisibility
	LIATrichotomy               // a = b or a < b or b < a
	LIADivMod                   // definition of div and mod by a constant
	LIAToInt                    // definition of the integral part of a Real
	LIANonlinear                // refinement of a product or of division by a variable
	IteDef                      // definition of an if-then-else term
	ArrayReadOver               // i = j or select(store(a,i,v),j) = select(a,j)
	ArrayExtensionality         // a = b or they differ at a witness
	QuantInstance               // an instance of a universal quantifier
	OtherTheory                 // a lemma or conflict of a plugin without kinds of its own
	NumLemmaIDs
)

var lemmaNames = [NumLemmaIDs]string{
	"none", "euf-conflict", "lia-bounds", "lia-simplex", "lia-difference", "lia-branch", "lia-cut", "lia-gcd",
	"lia-trichotomy", "lia-divmod", "lia-to-int", "lia-nonlinear", "ite-def",
	"array-read-over", "array-extensionality", "quant-instance", "other-theory",
}

func (id LemmaID) String() string {
	if id < NumLemmaIDs {
		return lemmaNames[id]
	}
	return "invalid lemma"
}

// LemmaStatus says what became of a lemma.
type LemmaStatus uint8

// What became of a lemma.
const (
	LemmaNew  LemmaStatus = iota // it is live now
	LemmaLive                    // it was live already
)

// IncompleteReason says why a plugin cannot vouch for a model.
type IncompleteReason uint8

// The reasons for incompleteness, the gravest first.
const (
	Complete                IncompleteReason = iota
	IncompleteUnsupported                    // a term that no theory understands
	IncompleteSize                           // a term whose definition would fill the memory
	IncompleteArith                          // branch and bound ran out of budget
	IncompleteArrays                         // an unsupported combination of arrays, such as a cycle
	IncompleteNonlinear                      // a product or a division by a variable is not settled
	IncompleteInstantiation                  // the budget of instances is spent
	IncompleteQuantifiers                    // E-matching found nothing more to instantiate
	NumIncompleteReasons
)

var incompleteKinds = [NumIncompleteReasons]reason.Kind{
	reason.None, reason.Unsupported, reason.Unsupported, reason.Branching, reason.Arrays,
	reason.Nonlinear, reason.Instantiation, reason.Quantifiers,
}

// Kind returns the kind of the reason for unknown; None for Complete.
func (r IncompleteReason) Kind() reason.Kind { return incompleteKinds[r] }

func (r IncompleteReason) String() string {
	switch {
	case r == Complete:
		return "complete"
	case r == IncompleteSize:
		return "too large"
	case r < NumIncompleteReasons:
		return r.Kind().String()
	}
	return "invalid reason"
}
