// Package cnf turns formulas into clauses by polarity (Plaisted and Greenbaum,
// 1986): a gate gets the clauses of its definition only for the polarities in
// which it occurs.
//
// A definition matters only while its gate holds, so every clause of a definition
// is handed over with the literal that activates it (Define), which is what
// relevancy is built on (theory/combine). An asserted clause with a negated
// Boolean constant, (or (not g) ...), is a piece of g's definition in the
// same way: making g false where nothing needs it satisfies the clause.
//
// A positive distinct of more than 32 integers or elements of an
// uninterpreted sort becomes f(x_i) = i for a new function f: n atoms instead of
// n^2/2. Congruence and the numerals do the rest, and final checks split only on
// arguments with equal candidate values. Negative occurrences, Reals and arrays
// become pairs. (1,000 constants: 0.80 s by pairs, 0.010 s by tags.)
//
// The symbols that this introduces (Skolem constants, tags and witnesses) are kept
// in Symbols, which may outlast a Clausifier, so that repeated formulas create no
// new terms.
//
// Clauses may wait for the next check: the sink is polled between two gates, and
// after a stop Finish hands over the rest. Each clause comes with the number of
// the assertion that it belongs to, however late it is made.
//
// # Words
//
//   - tag: a function that numbers the arguments of a distinct.
package cnf
