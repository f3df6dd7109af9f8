// Package passes reduces a program to the core language that verifier/vcgen
// understands, and makes it small.
//
// The passes are rows of one table in two phases. Phase one gives the program
// its meaning as a question about reachability: it keeps what the entry
// reaches, encodes assertions by an error flag with early return, and turns
// loops into recursive procedures as Corral and Boogie do. Its output, the
// core program, is what counterexamples are replayed on. Phase two optimises a
// copy of it: constants from axioms, arguments and assignments, effective read
// and write sets, interprocedural (strong) liveness, dead code, block
// compression. Every block of the result lists in Origin the core blocks it
// stands for, and every command keeps its number, so a path of the optimised
// program spells a path of the core program.
//
// All passes are exact with two exceptions, which the Result reports: irreducible
// loops are unrolled up to a bound, and axioms that share no symbol with the
// program are dropped, as satisfiable.
package passes
