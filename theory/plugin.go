package theory

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// Plugin decides conjunctions of literals of one theory. The package comment
// numbers the rules.
type Plugin interface {
	Name() string
	// Lemmas names the kinds of lemmas and conflicts that the plugin finds, by LemmaID. Two
	// plugins may find the same kind. It is called once.
	Lemmas() []string
	// Claims says which nodes and atoms the plugin gets. It is called once.
	Claims() Claims
	// Attach announces a new node that the plugin claims.
	Attach(n Node, t term.Term)
	// AddAtom announces that l stands for an atom t that the plugin claims.
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
	// Propagate draws cheap consequences; it is called until no plugin finds any.
	Propagate()
	Check(e Effort) Status
	// ExplainLit adds the antecedents of a literal that this plugin propagated.
	ExplainLit(l sat.Lit, why Reason, dst *Antecedents)
	// ExplainEq adds the antecedents of an equality that this plugin merged.
	ExplainEq(a, b Point, why Reason, dst *Antecedents)
	// Stats adds the plugin's counters under their names.
	Stats(add func(name string, n int64))
}

// Claims is the table of what belongs to a plugin. The engine reads it once and
// resolves the claims of all plugins to tables by operator, sort and symbol.
//
// Nodes are attached, and announced when they are relevant, to every plugin that claims
// them. An atom has one plugin, the first that claims it.
type Claims struct {
	// Kinds and Sorts claim the nodes of sorts, by their kind or one by one. The values
	// of their classes are up to the plugin (see Candidates and Valuer), and
	// equalities between such terms are its atoms. No two plugins claim the same sort.
	Kinds []term.SortKind
	Sorts []term.Sort
	// Ops and Syms claim the applications of operators and of function symbols,
	// whatever their sort is. Applications of a claimed predicate symbol are atoms of
	// the plugin.
	Ops  []term.Op
	Syms []term.Sym
	// Atoms claims the formulas of operators that are neither clausified nor equalities:
	// OpLe, OpForall. Their arguments have nodes (see AtomTaker for quantifiers).
	Atoms []term.Op
	// Internal lists operators whose arguments matter to this plugin alone, so that
	// being an argument does not make a node Shared.
	Internal []term.Op
	// Every claims all nodes.
	Every bool
}

// The following interfaces are optional for a Plugin.

// AtomTaker is a Plugin that takes only some of the formulas whose operators it claims
// as atoms. The next plugin that claims the operator gets the others.
type AtomTaker interface {
	// TakeAtom reports whether the plugin takes t, and returns the ground terms that get
	// nodes together with it and are relevant when it is.
	TakeAtom(t term.Term) (ground []term.Term, ok bool)
}

// Candidates is a Plugin that gives the nodes of its sorts numbers as values. Nodes of
// one sort with equal numbers have equal values. So where congruence depends on it, the
// engine decides whether arguments with equal numbers but in different classes are equal.
// For the sorts Int and Real the number is also the value in the model.
type Candidates interface {
	// Candidate returns the value of a node in the model that the last successful Check
	// at effort Full built; false if it has none.
	Candidate(n Node) (num.Rat, bool)
}

// Enumerated is a Plugin that claims sorts with few values. It sends lemmas by which each
// relevant class of such a sort has a value, so the engine does not: it would need their
// certificates.
type Enumerated interface {
	// Values returns the terms of all values of a claimed sort, which its lemmas keep apart;
	// nil if there are infinitely many, or too many to be listed.
	Values(s term.Sort) []term.Term
}

// CareGraph is a Plugin that leaves congruence of some of its operators to the engine,
// which then ensures that applications to equal candidate values have equal values, as it
// always does for function symbols.
type CareGraph interface {
	// Cares reports whether t, an application of an operator that the plugin claims, is
	// left to the engine. It is called once, when the node of t is made.
	Cares(t term.Term) bool
}

// Valuer is a Plugin that chooses the values of its sorts. Without it they are the
// candidates, or for an uninterpreted sort, a different element for each class.
type Valuer interface {
	// Value returns the value of the class with this root, of a claimed sort, in the
	// model that stands; value gives those of other sorts. The engine asks for the classes
	// in no order, and for one of them often. So a plugin whose values consist of
	// values of its own sorts finds all of them together, parts first.
	Value(root Node, value func(Point) (model.Value, bool)) (model.Value, error)
}

// Interpreter is a Plugin with operators that a model must interpret in addition to the
// function symbols, such as division by zero.
type Interpreter interface {
	// Interpret adds to m what the relevant node n, which the plugin claims, determines of
	// such an operator; value gives the values of points.
	Interpret(m *model.Model, n Node, value func(Point) (model.Value, error)) error
}
