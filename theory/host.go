package theory

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
)

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
	// Next returns the successor of n in the circular list of its class's members:
	// n itself, if it is alone.
	Next(n Node) Node
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
	// IsRelevant reports whether n stands below a relevant atom.
	IsRelevant(n Node) bool
	// NumNodes returns one more than the greatest node.
	NumNodes() int
}

// Host is what every plugin may do. Each gets its own. What only some plugins need is
// in the interfaces behind it.
type Host interface {
	Graph
	// Maker returns the simplifying constructors.
	Maker() Maker
	Value(l sat.Lit) sat.Value
	// Propagate queues that l is true, for a reason that ExplainLit understands.
	Propagate(l sat.Lit, why Reason)
	// Merge queues that a equals b, for a reason that ExplainEq understands.
	Merge(a, b Point, why Reason)
	// Conflict queues that the antecedents in why are inconsistent. It takes over
	// why.Cert and sets it to nil; nil stands for an empty certificate.
	Conflict(why *Antecedents, id LemmaID)
	// Lemma queues a clause, whose literals come from Lit, and takes over its
	// certificate; nil stands for an empty one.
	Lemma(lits []sat.Lit, id LemmaID, c *cert.Certificate) LemmaStatus
	// LemmaWhile queues a clause as Lemma does, which is also live, after backtracking, whenever one of the
	// conditions holds. It is never lost, so the plugin sends it once, or again to add conditions. Of two
	// literals one may be first: it is decided, in its preferred phase, before the other.
	LemmaWhile(lits []sat.Lit, first sat.Lit, id LemmaID, c *cert.Certificate, when ...While)
	// Lit returns the literal of a formula; it makes the formula's atoms if necessary.
	Lit(t term.Term) sat.Lit
	// Node returns the point of a term; it makes the nodes if necessary.
	Node(t term.Term) Point
	// NewCertificate returns an empty certificate, to be filled and given to one
	// Conflict (in Antecedents.Cert) or one Lemma; nil if none are requested.
	NewCertificate() *cert.Certificate
	// Incomplete declares that the model of this Check may be wrong, and why.
	Incomplete(why reason.Reason)
	// Stopped reports whether the check should stop as soon as possible.
	Stopped() bool
}

// The following interfaces are what a host offers beside Host. A plugin that needs some
// of them says so where it is made: in the type of its host.

// Decider steers what the search decides.
type Decider interface {
	// Prefer sets the phase that is tried first for l's variable.
	Prefer(l sat.Lit)
	// Split queues that l is to be decided, true first, if it has no value.
	Split(l sat.Lit)
}

// Definer is for plugins that translate terms to clauses (rule 14).
type Definer interface {
	// Private returns a new variable for clauses of Define. It stands for no formula, but for
	// a gate of the plugin.
	Private(gate uint32) sat.Var
	// Define adds a clause to the SAT solver for good: one that defines private variables,
	// or atoms by them, by the definition of the first literal; or a valid one of atoms, with
	// its certificate, which Define takes over. Nothing has to be true because of it.
	Define(c *cert.Certificate, lits ...sat.Lit)
	// Circuit says, for a proof, that gates were made for a term: by its circuit (bv/blast),
	// or if it is opaque as inputs.
	Circuit(t term.Term, opaque bool)
	// Want lets the search decide a private variable as long as n is relevant.
	Want(v sat.Var, n Node)
}

// CandidateModel is what all plugins have chosen so far.
type CandidateModel interface {
	// Candidate returns the value of a point in the candidate model, if it is a number or
	// named by one.
	Candidate(p Point) (num.Rat, bool)
}

// Sharing reports what matters to others.
type Sharing interface {
	// Shared reports whether the value of n may matter outside its theory: it is a
	// side of an equality, or an argument of an operator that no plugin claims as
	// Internal.
	Shared(n Node) bool
}

// FiniteSorts knows the sorts of few values, of all plugins (Enumerated) and of the core.
type FiniteSorts interface {
	// Values returns the terms of all values of a sort, which differ from each other; nil if
	// there are infinitely many, or too many to be listed.
	Values(s term.Sort) []term.Term
}

// LemmaUse reports which lemmas are of use. Only one plugin may number its lemmas.
type LemmaUse interface {
	// Count gives the lemmas that are queued next a number, 0: none.
	Count(number uint32)
	// Used calls yield with the numbers of lemmas that took part in a conflict since the
	// last call, not units nor any that the SAT solver may forget.
	Used(yield func(number uint32))
}

// Witnesses names what differs.
type Witnesses interface {
	// Witness returns a constant for an index at which maps a and b differ if they
	// do, always the same one. The lemma of extensionality gives it its meaning.
	Witness(a, b term.Term) term.Term
}

// While is a condition under which a lemma is live: a literal, unless it is NoLit, is true
// and relevant, and nodes, those that are not NoNode, are relevant.
type While struct {
	Lit   sat.Lit
	Nodes [4]Node // those that are given come first
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
	// Terms returns the store in which the terms are made.
	Terms() *term.Store
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
