// Package abstract is variable abstraction with refinement, the outer loop of Corral: A. Lal, S. Qadeer, S. K. Lahiri,
// "A solver for reachability modulo theories", CAV 2012, section 3.
//
// Program makes the abstraction of a core program in which only some globals are tracked (Fig. 3), and phase two of the
// passes deletes what it makes dead. Its executions include those of the program, so what refutes it refutes the
// program. A counterexample of it is replayed in the abstraction, as any is; this finds a way through the calls and
// branches that the passes left out, so it yields one path through the program. The formula of that path (encode.go)
// decides whether the program can take it. If it can, the values of a model make a script, and verifier/interp executes
// it in the program: only that is an answer. If not, a Refiner finds a minimal set of globals for which it cannot.
//
// # What is as in the paper, and what is not
//
// A condition loses only the conjuncts that read what is not tracked; Corral takes it as a whole. Nothing of the form
// "assert" is left in a core program. The flag of assertions is tracked from the beginning, and so is what the entry's
// assertions read (Property).
//
// Where Alg. 1 divides at random, Hierarchical tracks the globals that are near to the property, and looks at the
// others first (Order): a path often has several reasons to be infeasible, such as two branches that exclude each
// other, which say nothing about other paths.
//
// A round of the outer loop does not end with its first spurious counterexample: the search goes on without the blocks
// of the path that are the reason (Places), and what the next one adds is tracked, too. So what remains are rounds for
// what only a larger set shows.
//
// The execution of the abstraction leaves most choices open, and at random they would exclude each other in the
// program. So it is replayed on a Shadow first, which chooses what the program would do, and what its globals began
// with there is proposed for a model. On programs with 200 globals that need five, the first counterexample of an
// unsafe one is then real; without, 100 rounds and more were spurious before.
//
// # What it brings
//
// How many times as long as Alg. 2 the others take (musterbench refine; means, beside the paper's 2.8 and 13.2): on 13
// counterexamples of generated programs with up to 200 globals, 97 of them open, Alg. 1 1.9 and Storm 28.5, with 5.7
// times the checks; on 74 of SDV drivers, with five open, Alg. 1 3.1 and Storm 2.4, with fewer checks (354 against
// 380): of so few, divide and conquer asks as often.
//
// The parameterized abstraction of Fig. 5 is, on a single path, an implication for each command: if what it reads is
// tracked, its formula holds. The concretisation of the path is the check under the assumption that all is tracked, so
// it and Alg. 2 ask one solver.
package abstract
