// Package proof writes the log of a solver's proof, and verifies such logs: its
// Checker knows terms, numbers and certificates (theory/cert), and nothing of the
// search.
//
// The log follows IDRUP and LIDRUP (Fazekas et al., 2024: proofs of incremental
// SAT solvers, with queries, assumptions, and antecedents for each derived
// clause), over formulas instead of variables: a literal is a formula, negated or
// not, since a SAT variable stands for one formula permanently. It is a text,
// written while the solver runs and read line by line; neither side keeps more of
// it than the clauses that are not deleted. Clause numbers are the SAT solver's.
//
// # An unsat answer
//
// The line "u N" answers a query by unsat, because of clause N. The Checker has
// verified this clause as it has every other one, and now verifies that each of
// its literals is the negation of an assumption of the query or of the guard of an
// open scope. These are assumed to be true, so the clause is false: the assertions
// in open scopes and the assumptions contradict each other, and the assumptions
// whose negations are in the clause are an unsat core. Without assumptions and
// scopes, N is the empty clause. "u 0" says that no clause is needed, since two
// assumptions are each other's negation.
//
// The log of (or (not p) (<= x 0)), (<= 1 x), and a check assuming p:
//
//	muster-proof 1
//	e 1 1 0            clause 1: true
//	F 1 "p" 1          symbol 1, a constant of sort 1 (Bool)
//	T 3 app 1          formula 3: p
//	T 4 not 3
//	F 2 "x" 2
//	T 5 app 2          term 5: x
//	T 6 num 0
//	T 7 <= 5 6         formula 7: x <= 0
//	T 8 or 4 7
//	a 1 8              assertion 1: (or (not p) (<= x 0))
//	i 2 1 -3 7 0       clause 2: not p or x <= 0, a piece of assertion 1
//	T 9 num 1
//	T 10 <= 9 5        formula 10: 1 <= x
//	T 11 not 7
//	R 10 11            is simplified to: not x <= 0
//	a 2 10             assertion 2
//	i 3 2 -7 0         clause 3: not x <= 0
//	q 3 0              a query under the assumption p
//	l 4 -3 0 3 2 0     clause 4: not p, by unit propagation in clauses 3 and 2
//	l 5 -3 0 4 0       clause 5: not p; the clause that refutes the assumptions
//	u 5                unsat, by clause 5; the core is p
//	d 5                clause 5 is deleted
//
// # Lines
//
// The first line is "muster-proof 1"; where it is repeated, outside of a query,
// the log of another solver begins. Every other line is an event: a letter,
// then words separated by blanks. Sorts, symbols and terms are numbered from 1 in
// the order of their declarations; clauses have increasing numbers. Equal inputs
// give equal logs.
//
//	S sort "name"                   an uninterpreted sort; 1, 2, 3 are Bool, Int, Real
//	S sort index element            an array sort
//	S sort bits width               a sort of bit-vectors
//	F symbol "name" sort sorts...   a new symbol, whatever others have its name: the
//	                                sort of its result, those of its arguments
//	T term app symbol args...       a term; 1 and 2 are true and false
//	T term num n                    an integer numeral; also rat, a Real one
//	T term const sort arg           a constant array
//	T term bound sort "name"        a bound variable, of one quantifier
//	T term forall body vars...      a quantifier; also exists
//	T term op args...               op: not and or = distinct ite + * <= div mod / to_real to_int
//	                                select store, and those of bit-vectors (term.Op)
//	T term bits sort n              a bit-vector; after extract come the highest and the lowest bit,
//	                                after sign_extend and int2bv the number of bits
//	R from to                       from is simplified to to, from here on
//	E engine                        another engine takes over: formulas, or gates n (see below)
//	c term                          the circuit of a term is made
//	C term                          a term is opaque; its word is one of new inputs
//	K term constants...             new constants (the next terms) for the variables of a quantifier
//	B term body                     what its body with them is simplified to
//	D t symbol                      a new function (the next symbol) that numbers the arguments of
//	                                t, a distinct, from 0 if t holds
//	W a b term                      a new constant (the next term): where arrays a and b differ, if they do
//
//	a n formula                     assertion n, in the innermost scope
//	g n formula                     the same, outside of all scopes
//	+ term                          opens a scope; a new constant guards its assertions
//	-                               closes the innermost scope
//	q formulas... 0                 begins a query under assumptions
//	u clause                        unsat, by a clause of negated assumptions and guards of open
//	                                scopes; 0: two assumptions contradict each other
//	s                               sat
//	?                               unknown
//
//	i clause n literals... 0        a piece of assertion n, the last one; n = 0: the negated guard
//	                                of a closed scope
//	e clause literals... 0          a piece of the definition of the first literal's formula
//	t clause literals... 0 certificate
//	                                a theory's lemma, conflict or explanation
//	l clause literals... 0 clauses... 0
//	                                derived: follows from the clauses, by unit propagation in that
//	                                order
//	d clause                        the clause is no longer an antecedent
//
// A literal is the number of a formula that is neither false nor a negation,
// with a minus sign if negated; or g and the number of a gate (see below).
//
// Assertions and assumptions are logged as they were given; clauses contain their
// simplified forms. Nothing is restored: the solver eliminates no
// variables, and a lemma that was deleted and is sent again is a new clause. An
// explanation is lazy: its clause is logged when conflict analysis requests it,
// and deleted when the literal that it implied is unassigned. So every
// antecedent is present while it is needed.
//
// A certificate is its name, its rule, the rule's arguments (terms), 0, and its
// steps. A step is the name of its kind and the fields below that are not zero,
// without a blank between letter and number:
//
//	n name   a term   b term   o offset   u (upper)   t (strict)   v value   l literal   m negated literal
//	f term,bound,other,coefficient (a premise)   F the same, upper
//	e E premises of the other case   s S summands of the form that is split on
//	g store, upwards   h store, downwards   x end   y end
//
// A name is an arbitrary number, unique in the certificate. See cert.Step for the
// meaning of the fields.
//
// # Gates
//
// A log begins with an engine whose literals are formulas. After a line E another engine has
// taken over: what was asserted stays, all clauses are gone, and the new ones are numbered from
// 1. An engine for bit-vectors has gates as literals. Its lines c name the terms in the order in
// which their circuits are made. The checker makes the same circuits (bv/blast), so it means the
// same gates by the same numbers: the gates of its graph (bv/aig) counted from 1, which is
// false. A constant is a word of new inputs, the least significant bit first.
//
//	i clause n root gates... 0      a clause that follows from root, which is a conjunct of the bit
//	                                of assertion n, any of those made so far
//	i clause 0 gates... 0           the negated guard of a closed scope
//	e clause gates... 0             a piece of the definition of the first gate
//	t clause gates... 0 literals... 0 certificate
//	                                a lemma: formulas with a certificate, and their gates
//	l clause gates... 0 clauses... 0
//
// Among formulas, gates stand for what package bv/plugin makes of bit-vectors that occur together
// with other theories. Lines c and C number them as for an engine of gates. There are words of
// formulas and bit-vectors only, and a line e may define
//
//   - a gate, by other gates: -g7 g3;
//   - a formula that has a circuit, by its gate: -12 g7 and 12 -g7.
//
// An opaque term has a word of new inputs, too: lemmas say enough of it. A quantifier is a new
// input. Lemmas say what it means: the rule instance, also of an existential one that is false, and
// the rule skolem, with the constants of the last line K about it in this engine.
//
// Definitions, guards, assumptions and derived clauses are as above. What is blasted of an
// assertion or an assumption is its simplified form (R), as for formulas. The solver takes only
// those steps of simplification for which theory/cert finds one normal form of both sides.
//
// Arrays of up to n bits are words. A read of any other, an application of a function, and an
// equality of such arrays are words of new inputs, whatever their arguments; lemmas say what these
// mean. Such arrays have no circuits. A word of an uninterpreted sort has blast.ElementBits, and
// there are no more terms than such words: whatever the elements of a model, different ones among
// those that terms name can have different words.
//
// Trusted are the circuits, which tests compare with the evaluator, at all values of small
// widths and at random beyond. The graph's rules are not: wherever a gate is asked for, each step
// by which it becomes a literal is verified by truth tables (steps.go). Nor are the clauses: they
// must follow from what the gates are.
//
// # What is verified
//
// Each clause: a piece of an assertion follows from it by taking conjunctions and disjunctions apart; a
// piece of a definition states one level of one gate; a theory's clause is what its certificate proves;
// a derived one follows by unit propagation along its antecedents. Each unsat answer follows from its
// clause (see above). A sat answer is only refused if a clause of the same query refutes it: models are
// checked elsewhere (muster solve --check). Symbols of the proof (guards, Skolem constants, witnesses,
// tags) are new when they are introduced, no input contains them, and the checker itself makes the body
// of a Skolemisation.
//
// Simplifications (R, and B where it changes the formula): both sides must be
// equal according to cert.Checker.Equal. Those that it cannot verify are trusted
// and counted, and so are certificates that theory/cert does not cover;
// Summary.Complete reports whether there were none. In all tests and recorded
// sessions there are none.
//
// # Interpolation
//
// Checker.Events yields each clause, verified, with its origin (assertion,
// definition, certificate, antecedents). That is enough to compute interpolants,
// which nothing here does yet.
package proof
