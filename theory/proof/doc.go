// Package proof is the log of a solver's proof, and the checker that verifies a
// log on its own: it knows terms, numbers and certificates (theory/cert), and
// nothing of the search.
//
// The log is in the manner of IDRUP and LIDRUP (Fazekas et al., 2024: proofs of
// incremental SAT solvers, with queries, assumptions, and antecedents for each
// derived clause), over formulas instead of variables: a literal is a formula,
// negated or not, since a SAT variable stands for one formula permanently. It is
// a text, written while the solver runs and read line by line; neither side
// keeps more of it than the clauses that are not deleted. Clause numbers are the
// SAT solver's.
//
// # Lines
//
// The first line is "muster-proof 1"; where it is repeated, outside of a query,
// the log of another solver begins. Every other line is an event: a letter,
// then words separated by blanks. Numbers of sorts, symbols and terms begin at 1
// and rise by one; clauses have rising numbers. Equal inputs give equal logs.
//
//	S sort "name"                   an uninterpreted sort; 1, 2, 3 are Bool, Int, Real
//	S sort index element            an array sort
//	F symbol "name" sort sorts...   a symbol, new even if it has the name of another: its
//	                                result, its arguments
//	T term app symbol args...       a term; 1 and 2 are true and false
//	T term num n                    a numeral
//	T term const sort arg           a constant array
//	T term bound sort "name"        a variable, which one quantifier binds
//	T term forall body vars...      a quantifier; also exists
//	T term op args...               op: not and or = distinct ite + * <= div mod select store
//	R from to                       from is simplified to to, from now on
//	K term constants...             new constants (the next terms) for the variables of a quantifier
//	B term body                     what its body with them is simplified to
//	D t symbol                      a new function (the next symbol) of Ints: the argument numbers,
//	                                from 0, of t, a distinct, if t holds
//	W a b term                      a new constant (the next term): where arrays a and b differ, if they do
//
//	a n formula                     assertion n, in the innermost scope
//	g n formula                     the same outside of all scopes
//	+ term                          opens a scope; a new constant guards its assertions
//	-                               closes the innermost scope
//	q formulas... 0                 begins a query under assumptions
//	u clause                        unsat: the clause consists of negated assumptions and guards of
//	                                open scopes; 0: two assumptions contradict each other
//	s                               sat
//	?                               unknown
//
//	i clause n literals... 0        a piece of assertion n, the last one; n = 0: a scope is closed
//	e clause literals... 0          a piece of the definition of the first literal's formula
//	t clause literals... 0 certificate
//	                                a theory's lemma, conflict or explanation
//	l clause literals... 0 clauses... 0
//	                                follows from the clauses, by unit propagation in that order
//	d clause                        the clause is no longer an antecedent
//
// A literal is the number of a formula that is neither false nor a negation,
// with a minus sign if negated.
// Assertions and assumptions are given as they came in; clauses contain what
// they are simplified to. Nothing is restored: the solver eliminates no
// variables, and a lemma that was deleted and is sent again is a new clause. An
// explanation is lazy: its clause is logged when conflict analysis requests it,
// and deleted when the literal that it implied is unassigned. So every
// antecedent is present while it is needed.
//
// A certificate is its name, its rule, the rule's arguments (terms), 0, and its
// steps. A step is the name of its kind and those of these fields that are not
// zero, without a blank between letter and number:
//
//	n name   a term   b term   o offset   u (upper)   t (strict)   v value   l literal   m negated literal
//	f term,bound,other,coefficient (a premise)   F the same, upper
//	e E premises of the other case   s S summands of the form that is split on
//	g store, upwards   h store, downwards   x end   y end
//
// See theory/cert for their meaning.
//
// # What is verified
//
// Each clause: a piece of an assertion follows from it by taking conjunctions
// and disjunctions apart; a piece of a definition states one level of one gate;
// a theory's clause is what its certificate proves; a derived one follows by
// unit propagation along its hints. Each unsat answer rests on its clause: the u
// line names a derived clause that consists of negated assumptions and guards of
// open scopes, so that these contradict what was asserted. A sat answer is only
// refused where a clause of the same query refutes it: models are checked
// elsewhere (muster solve --check). Symbols of the proof (guards, Skolem
// constants, witnesses, tags) are new when they are introduced, no input
// mentions them, and the checker itself makes the body of a Skolemisation.
//
// Simplifications (R, and B where it changes the formula): both sides must be
// equal according to cert.Checker.Equal. Those that it cannot verify are trusted
// and counted, and so are certificates that theory/cert does not cover:
// Summary.Complete reports whether there were any. In all tests and recorded
// sessions there are none.
//
// # Interpolation
//
// Checker.Events yields each clause, verified, with its origin (assertion,
// definition, certificate, antecedents): enough to compute interpolants from,
// though nothing here does yet.
package proof
