package theory

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
)

// Node is a node of the e-graph, a dense id from 1. Zero stands for the
// number 0, True and False for the Booleans.
type Node uint32

// The nodes that every e-graph has.
const (
	NoNode Node = iota
	True
	False
	Zero
)

// MaxOffset bounds the offset of a Point that a term has by itself. It is small
// enough that sums of offsets along a class never overflow.
const MaxOffset = 1 << 40

// Point is a node plus an offset, which is 0 unless the node has sort Int. The
// numeral c is the point {Zero, c}. Numerals of sort Real are nodes.
type Point struct {
	Node Node
	Off  int64
}

// Plus returns p moved by c.
func (p Point) Plus(c int64) Point { return Point{p.Node, p.Off + c} }

// Reason is a plugin's own token for why it propagated a literal or an
// equality; only the plugin that made it can read it.
type Reason uint32

// Antecedents is an explanation: true literals, and pairs of nodes that are in
// one class (at the offset that they have there).
type Antecedents struct {
	Lits []sat.Lit
	Eqs  [][2]Node
	// Cert gets a step for each addition; nil if no certificates are requested. It
	// belongs to this explanation alone.
	Cert *cert.Certificate
}

// Lit adds a true literal.
func (a *Antecedents) Lit(l sat.Lit) { a.Lits = append(a.Lits, l) }

// Eq adds an equality that the e-graph knows.
func (a *Antecedents) Eq(x, y Node) {
	if x != y {
		a.Eqs = append(a.Eqs, [2]Node{x, y})
	}
}

// Effort is how hard a Check tries.
type Effort uint8

// The efforts, in the order in which they are made.
const (
	Full  Effort = iota // decide the quantifier-free part; may split
	Quant               // instantiate quantifiers, refine nonlinear terms
	Last                // what is left: heuristics that only help to find a model or to say unknown
	NumEfforts
)

func (e Effort) String() string {
	if e < NumEfforts {
		return [NumEfforts]string{"full", "quant", "last"}[e]
	}
	return "invalid effort"
}

// Status is the outcome of a Check.
type Status uint8

// The outcomes of a Check.
const (
	Consistent Status = iota // nothing wrong at this effort
	Progress                 // a lemma, conflict, merge or propagation was queued
	GaveUp                   // cannot tell; Incomplete was called
)

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
	CombineSplit                // are two terms with equal values equal?
	ArrayReadStored             // select(store(a,i,v),i) = v
	ArrayReadOver               // i = j or select(store(a,i,v),j) = select(a,j)
	ArrayConst                  // select(const(v),i) = v
	ArrayExtensionality         // a = b or they differ at a witness
	QuantInstance               // an instance of a universal quantifier
	NumLemmaIDs
)

var lemmaNames = [NumLemmaIDs]string{
	"none", "euf-conflict", "lia-bounds", "lia-simplex", "lia-difference", "lia-branch", "lia-cut", "lia-gcd",
	"lia-trichotomy", "lia-divmod", "lia-to-int", "lia-nonlinear", "ite-def", "combine-split",
	"array-read-stored", "array-read-over", "array-const", "array-extensionality",
	"quant-instance",
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

// IncompleteReason says why a plugin can't vouch for a model.
type IncompleteReason uint8

// The reasons for incompleteness, those first that say most against a model.
const (
	Complete                IncompleteReason = iota
	IncompleteUnsupported                    // a term that no theory understands
	IncompleteArith                          // branch and bound ran out of budget
	IncompleteArrays                         // arrays in a cyclic or unsupported constellation
	IncompleteNonlinear                      // a product or a division by a variable is not settled
	IncompleteInstantiation                  // the budget of instances is spent
	IncompleteQuantifiers                    // E-matching found nothing more to instantiate
	NumIncompleteReasons
)

var incompleteKinds = [NumIncompleteReasons]reason.Kind{
	reason.None, reason.Unsupported, reason.Branching, reason.Arrays,
	reason.Nonlinear, reason.Instantiation, reason.Quantifiers,
}

// Kind returns the kind of the reason for unknown; None for Complete.
func (r IncompleteReason) Kind() reason.Kind { return incompleteKinds[r] }

func (r IncompleteReason) String() string {
	switch {
	case r == Complete:
		return "complete"
	case r < NumIncompleteReasons:
		return r.Kind().String()
	}
	return "invalid reason"
}

// Graph is what a plugin can see of the e-graph.
type Graph interface {
	// Root returns the node that stands for the class of n.
	Root(n Node) Node
	// Offset returns value(n) - value(Root(n)).
	Offset(n Node) int64
	// Same reports whether a = b is known.
	Same(a, b Point) bool
	// Apart reports whether a != b is known: one class at different offsets, two
	// different values, or an asserted disequality.
	Apart(a, b Point) bool
	// Const returns the numeral that p is known to equal, if it fits.
	Const(p Point) (int64, bool)
	// Next leads around the circular list of the members of n's class.
	Next(n Node) Node
	// Size returns the number of members of n's class.
	Size(n Node) int
	// Parents returns the application nodes that have an argument in the class
	// whose root is r (some more than once). The slice is only valid until the
	// next merge.
	Parents(r Node) []Node
	// Term returns the term that n was made for (n itself, offset 0).
	Term(n Node) term.Term
	// Args returns the arguments of an application node.
	Args(n Node) []Point
	// Lookup returns the point of a term that has one.
	Lookup(t term.Term) (Point, bool)
	// Shared reports whether others than arithmetic may care for the value of n:
	// it is an argument of an application or a side of an equality.
	Shared(n Node) bool
	// IsRelevant reports whether n stands below a relevant atom.
	IsRelevant(n Node) bool
	// NumNodes returns one more than the greatest node.
	NumNodes() int
}

// Plugin decides conjunctions of literals of one theory. The package comment
// numbers the rules.
type Plugin interface {
	Name() string
	// Attach announces a node that belongs to this theory by its sort or its
	// operator (see Claims in theory/combine).
	Attach(n Node, t term.Term)
	// AddAtom announces that l stands for atom t of this theory.
	AddAtom(t term.Term, l sat.Lit)
	NewLevel()
	Backtrack(level int)
	// Relevant announces that an attached node became relevant.
	Relevant(n Node)
	// Assert announces that an atom's literal is true and relevant (l itself, so
	// the negation of an atom comes as a negated literal).
	Assert(l sat.Lit)
	// Merged announces that the class of other went into the class of root:
	// value(other) = value(root) + off. Both were roots of classes before.
	Merged(root, other Node, off int64)
	// Propagate does the cheap work; it is called until nobody has news.
	Propagate()
	Check(e Effort) Status
	// ExplainLit adds the antecedents of a literal that this plugin propagated.
	ExplainLit(l sat.Lit, why Reason, dst *Antecedents)
	// ExplainEq adds the antecedents of an equality that this plugin merged.
	ExplainEq(a, b Point, why Reason, dst *Antecedents)
	// Candidate returns the value of a node of this theory in the model that the
	// last successful Check at effort Full built; false if it has no opinion.
	Candidate(n Node) (num.Rat, bool)
	// Stats adds the plugin's counters under their names.
	Stats(add func(name string, n int64))
}

// Host is all that a plugin may do to the world. Each plugin gets its own.
type Host interface {
	Graph
	Terms() *term.Store
	// Maker returns the simplifying constructors.
	Maker() Maker
	Value(l sat.Lit) sat.Value
	Level() int
	// Propagate queues that l is true, for a reason that ExplainLit understands.
	Propagate(l sat.Lit, why Reason)
	// Merge queues that a equals b, for a reason that ExplainEq understands.
	Merge(a, b Point, why Reason)
	// Conflict queues that the antecedents in why are inconsistent. It takes why.Cert
	// away; nil stands for an empty certificate.
	Conflict(why *Antecedents, id LemmaID)
	// Lemma queues a clause, whose literals come from Lit, with its certificate, which
	// it takes over; nil stands for an empty one.
	Lemma(lits []sat.Lit, id LemmaID, c *cert.Certificate) LemmaStatus
	// Lit returns the literal of a formula, making it and its atoms if need be.
	Lit(t term.Term) sat.Lit
	// Node returns the point of a term, making it if need be.
	Node(t term.Term) Point
	// Candidate returns the value of an Int or Real point in the candidate model.
	Candidate(p Point) (num.Rat, bool)
	// NewCertificate returns an empty certificate, to be filled and given to one
	// Conflict (in Antecedents.Cert) or one Lemma; nil if none are requested.
	NewCertificate() *cert.Certificate
	// Witness returns a new constant: an index at which arrays a and b differ if
	// they do. Its meaning comes with the lemma of extensionality.
	Witness(a, b term.Term) term.Term
	// Prefer sets the phase that is tried first for l's variable.
	Prefer(l sat.Lit)
	// Incomplete says that a model can't be vouched for, in this Check.
	Incomplete(why IncompleteReason)
	// Stopped reports whether the computation is to end.
	Stopped() bool
}

// TermOf returns a term for the value of a node.
func TermOf(g interface{ Term(Node) term.Term }, st *term.Store, n Node) term.Term {
	switch n {
	case True, False:
		return st.Bool(n == True)
	case Zero:
		return st.Int(0)
	}
	return g.Term(n)
}

// Maker is the part of theory/rewrite's Rewriter that plugins build terms with.
type Maker interface {
	term.Maker
	Eq(a, b term.Term) term.Term
	Le(a, b term.Term) term.Term
	Not(a term.Term) term.Term
	And(args ...term.Term) term.Term
	Or(args ...term.Term) term.Term
	Ite(c, a, b term.Term) term.Term
	Add(args ...term.Term) term.Term
	Mul(a, b term.Term) term.Term
	Select(a, i term.Term) term.Term
	Store(a, i, v term.Term) term.Term
	Div(a, b term.Term) term.Term
	Mod(a, b term.Term) term.Term
	Quo(a, b term.Term) term.Term
	ToReal(a term.Term) term.Term
	ToInt(a term.Term) term.Term
}
