// Package execute looks for failing executions by executing the program, as fuzzers do.
//
// Engines that unfold a program pay for each iteration. An execution whose values are mostly determined costs
// nothing: 100,000 iterations take some milliseconds. So this engine finds what is behind long loops and deep
// recursion, and nothing that needs several values that depend on each other and are hard to guess. Where nothing
// that matters is open, or little, it runs all executions, and that none fails is a proof.
//
// # What reads nothing free
//
// At first what is arbitrary is unknown (lazy.go), a word among others, and so is what is computed of it. An
// assumption that is unknown is passed; if it is an equation, or a truth value, it says what a variable is. A jump
// whose condition is unknown splits the execution, and so do an unknown truth value that is assigned, and an
// assumption that is one of several alternatives. The executions are run one after the other, each from the beginning
// (exhaust.go). If all end and none reaches the exit, the program is safe for all bounds; package rerun, which does
// the same in another way, says why that is a proof, and checks it. If there is one that never splits and reaches the
// exit, so does every execution, whatever the values. As long as there has been no split there is nothing to choose,
// so the rest of the engine waits. After one, all executions have half of the steps, up to a limit.
//
// An execution that is in a state in which it was before has no end to be found (repeat.go): it goes round for ever,
// or leaves by a way that it could have taken the first time, which another execution takes. So it is given up, as
// one that is blocked. States are noted and compared as in Brent's algorithm, so that nothing is done in most turns.
//
// Where a havoc leaves an integer open that assumptions then say more about, the few values are tried that it may have
// (seek.go): the length up to which two texts agree, or the keys of a map that are left. If there is one value, there
// is no split.
//
// This comes first of all that is tried (driver): for some half a million blocks, which take 20 to 50 ms, before
// there is a verification condition.
//
// # The machine
//
// What is executed is passes.Result.Flat: the program with its assertions encoded, before loops become procedures. It
// is compiled to a code of registers (compile.go, expr.go). Each variable has a register of its own; a call of a
// procedure that is active saves its registers. Integers are words; those of more than 62 bits are big numbers beside
// them (number.go). Maps are pages of words, shared until one of their owners writes (table.go), and maps of maps have
// rows, of which the same is true (rows.go); an element behind a path is changed in place (edit.go). The hot loop does
// not allocate.
//
// Where control may go to several blocks, it goes to one whose assumptions at its beginning hold. Only where there
// are several of these is the way a choice, so structured programs have none.
//
// Nothing is recorded but what is chosen, so an execution that chooses nothing needs no memory that grows. A turn of
// a loop of four statements takes some 60 ns, and 95 in the check (BenchmarkLoop); one of a C program, whose sums
// wrap, 140 and 120. What such loops consist of are single instructions (shorten.go). Big numbers that nothing holds
// are freed when there are many (bigs.go): what looks like the tag of one keeps it, so none has to be moved.
//
// # Choices
//
// All that is open is a word on a tape: values that are havocked, elements of arbitrary maps when they are first
// read, ways. Each execution has a mood: all zeros, all ones, at each place the same value, small values, numerals of
// the program and their neighbours, edges of ranges, or a few numerals again and again. If an assumption right behind
// a havoc fails, the havoc is repeated; bounds are read off such assumptions, and where one says that some
// alternative holds, each of which gives values, an alternative is chosen. The tape of an execution that has reached
// a new block is kept, and later ones begin with variations of it. If executions are cut off for their length, the
// limit becomes larger. Those that take more than the first limit get at most three quarters of the steps, without
// what comparisons take (below), so that short ones are not starved; the elements of maps that are filled count,
// eight of them a step. The seed is fixed: equal runs are equal.
//
// # Comparisons
//
// Tapes that were kept are executed once more while it is watched what is compared, and with which operands
// (watch.go). A comparison that always had one result is a goal, and so are at times some others. The words of the
// tape are changed, one in each execution, and where the difference of a goal's operands changes with a word, the
// word is moved to where the other result is expected: as if the difference were linear, again from there with the
// slope that was found, in shorter steps where it became larger; or by the bits in which the operands differ
// (solve.go). Tapes with which a comparison has a new result, or comes closer to it by a quarter, are kept, too: so
// conditions are met one after the other, and counters go where they have to. All this takes at most half of the
// steps, and needs no solver and no terms, so it costs the same behind 100,000 iterations. What it cannot do is
// change several words at once.
//
// # Evidence
//
// An execution that reaches the exit is a claim. Its course, that is what was chosen, in order, goes to
// interp.Follow, which executes the same program by the plain evaluator of terms, checks all assumptions, contracts
// and axioms, and makes the trace. Only then is the answer unsafe. If the execution is long, the trace has only the
// first and the last iterations of each loop, and what was recorded beside it (verifier.Trace.Recorded), for
// harnesses. Of an execution that depends on nothing arbitrary, package rerun executes the iterations between these
// (interp.Loops), since the evaluator takes 6 microseconds for each: a fault behind 10^8 turns of a loop of four
// statements is found and replayed in 16 s of CPU and 14 MB.
//
// # What is refused
//
// Executions end at what the machine does not have: applications of functions, quantifiers (except assumptions that
// say all elements of a map, as front ends write them for memset and memcpy, and formulas that say that no element in
// a range is a value, as for a text without an end, or that all are those of another map), real numbers, equality of
// maps of maps, division by zero. If an axiom is
// quantified and cannot be decided, no execution is a witness. Programs with threads are not executed: nearly all
// courses of their sequential form contradict themselves.
//
// What is done about comparisons is grey-box concolic testing (J. Choi, J. Jang, C. Han, S. K. Cha, "Grey-box
// Concolic Testing on Binary Code", ICSE 2019), which approximates the conditions of a path by measuring them;
// Newton's method for them is that of Angora (P. Chen, H. Chen, S&P 2018), which descends along gradients; that
// operands say which words to try is from REDQUEEN (C. Aschermann et al., NDSS 2019); and the closest tapes are kept
// as in search-based testing by branch distance (B. Korel, 1990).
//
// The corpus of tapes and their variation are those of fuzzers that are guided by coverage (M. Zalewski, American
// Fuzzy Lop); that executions which are cut off are repeated with a larger limit is iterative deepening.
package execute
