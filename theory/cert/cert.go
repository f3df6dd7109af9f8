package cert

import (
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// Rule says why a clause is valid.
type Rule uint8

// The rules.
const (
	None           Rule = iota // no reason given
	Refutation                 // the negated literals lead to a contradiction, by Steps
	Trichotomy                 // x = y or x < y or x > y
	DivMod                     // Args: a div, mod, / or to_int
	IteDef                     // Args: an if-then-else term
	ReadOver                   // Args: a store and an index
	ReadAgree                  // Args: array, index, its element there, and another index
	Extensionality             // Args: two arrays and their witness
	// Args: a quantifier and a term for each variable; the first literal negates a universal one, or is an existential
	// one
	Instance
	// Args: the number of a bit-vector, and perhaps that of a bit; or the bit-vector that is a number modulo two to the
	// width
	WordNumber
	// Args: the same with the quantifier's own constants; the first literal is a universal one, or negates an
	// existential one
	Skolem
)

// Literal is a formula, negated or not.
type Literal struct {
	T   term.Term
	Neg bool
}

// Kind says what a step does.
type Kind uint8

// The kinds of steps. The first group concludes A = B + Off.
const (
	ByLiteral  Kind = iota // the literal Lit says so; that an equality is false makes its sides differ
	Congruence             // A and B are applications to equal arguments
	Sides                  // A or B is an equality between terms known to be equal or different
	ReadStored             // A or B is a read of a store at its own index, the other the stored element
	ReadPath               // reads (or constant arrays) Ends at both ends of a path of stores
	Branch                 // A is an if-then-else whose condition is known, B what it chooses
	Meet                   // two bounds of A meet at Val; B is not used
	Words                  // a linear combination of the equations of bit-vectors in From, modulo two to the width
	Equation               // a linear combination of the equations in From; or, with Else, both sums say one half of it

	LiteralBound // the bound A <= Val or A >= Val (Strict: without =) is what Lit says
	ModBound     // the bound holds for A, a mod
	LeafBound    // the bound holds for all leaves of A, a tree of if-then-else terms over numerals
	Excluded     // the bound of From[0], tightened by one: Lit excludes its value
	Combination  // the bound is the sum of From, rounded

	Contradiction // the sum of From is 0 <= negative
	Indivisible   // the sum of From has no value: no multiple of its divisor is in its range
	Pigeonhole    // From has a lower and an upper bound each of more Ints, known to differ in pairs, than fit in between

	Product // the product of the two bounds in From, or of the equation From and the term A
	Cases   // the sum of Split is at most Val, which From contradicts, or more, which Else contradicts
)

// Premise is a bound with its coefficient: of the term Of, in the direction
// that Upper says, as the step named Bound concludes it for a term of the same
// class; or, if Bound is 0, the known difference between Of and Other; or, if
// Of is 0, the inequality or equation of the step named Bound, a Product or
// the Cases that it is a premise of. In Split it is just the value of Of, less
// that of Other.
type Premise struct {
	Bound     uint64
	Of, Other term.Term
	Upper     bool
	Coeff     num.Rat
}

// Cross is one step across a store: from its base to it if Up, else back.
type Cross struct {
	Store term.Term
	Up    bool
}

// Step is one step of a refutation. Which fields count depends on the kind.
type Step struct {
	Kind   Kind
	Name   uint64 // of the bound (inequality, equation) that it concludes
	A, B   term.Term
	Off    int64
	Upper  bool
	Strict bool
	Val    num.Rat
	Lit    Literal
	From   []Premise
	Else   []Premise
	Split  []Premise
	Path   []Cross
	Ends   [2]term.Term
}

// Certificate says why a clause is valid.
type Certificate struct {
	Name   string // of the lemma, for statistics
	Clause []Literal
	Rule   Rule
	Steps  []Step
	Args   []term.Term
	names  map[uint64]bool
}

// Reset empties c, which keeps its memory.
func (c *Certificate) Reset() {
	clear(c.names)
	*c = Certificate{Clause: c.Clause[:0], Steps: c.Steps[:0], Args: c.Args[:0], names: c.names}
}

// Add adds a step.
func (c *Certificate) Add(s Step) {
	c.Rule = Refutation
	c.Steps = append(c.Steps, s)
}

// AddBound adds a step that concludes a bound, unless c has one of that name.
func (c *Certificate) AddBound(s Step) {
	if c.names == nil {
		c.names = map[uint64]bool{}
	}
	if !c.names[s.Name] {
		c.names[s.Name] = true
		c.Add(s)
	}
}

// Axiom makes c the certificate of a clause that follows from an instance of the
// axiom of rule r for args.
func (c *Certificate) Axiom(r Rule, formulas []Literal, args ...term.Term) {
	c.Rule, c.Clause = r, append(c.Clause[:0], formulas...)
	c.Args = append(c.Args[:0], args...)
}

// Clone returns a copy that shares nothing with c.
func (c *Certificate) Clone() *Certificate {
	d := *c
	d.Clause, d.Steps, d.Args = slices.Clone(c.Clause), slices.Clone(c.Steps), slices.Clone(c.Args)
	for i := range d.Steps {
		d.Steps[i].From = slices.Clone(d.Steps[i].From)
		d.Steps[i].Else = slices.Clone(d.Steps[i].Else)
		d.Steps[i].Split = slices.Clone(d.Steps[i].Split)
		d.Steps[i].Path = slices.Clone(d.Steps[i].Path)
	}
	return &d
}
