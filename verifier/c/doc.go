// Package c turns C into programs (verifier/prog).
//
// Load does all of it: package syntax reads the text into a small typed tree, facts.go looks at all that the entry may reach,
// and the rest lowers functions to procedures. The program is made directly, not as Boogie text: positions and names then are
// those of the source, and prog.WriteSource prints it as Boogie where that is asked for.
//
// # The question
//
// A call of reach_error, __VERIFIER_error or __assert_fail, a __VERIFIER_assert or assert whose argument is 0, and the label
// ERROR are assertions that fail. The procedure $start gives what is static its first values, and calls the entry.
//
// # Integers
//
// A variable is a mathematical integer that is always in the range of its type. So an operation is done exactly, and its result
// is brought into the range: not at all where the bounds of the operands say that it fits, by one comparison where it can leave
// the range by one turn only, else by a modulo. The solver is told that a variable is in its range where this is used (fn.ranged):
// it always is, but inductive proofs would have to find that. Signed operations wrap by default, as with gcc -fwrapv. Bit operations with a
// constant, with bits that do not overlap, or on 0 and 1, are arithmetic; others are bit-vectors of the width that is needed.
//
// # Memory
//
// A variable whose address nobody takes is a variable for each of its scalars, and a map by index for those in arrays. All else
// has an address, an integer. Memory is divided into classes, each a map from addresses: one for each scalar type (without regard
// to sign) and one for each member of a structure, as Burstall did (R. M. Burstall, "Some techniques for proving correctness of programs
// which alter data structures", Machine Intelligence 7, 1972). A member that a pointer to its type may point to is in the class of that type.
// This is exact as long as memory is accessed as what it was written as. Types that pointers are converted from and to are
// collected; where a conversion could let memory be accessed as two different types, it is not supported. What is static has a constant address;
// memory that is allocated, and locals of recursive functions, get ever greater ones. There is always memory, but for one gigabyte or more at once.
//
// Executions end where the standard gives an operation no meaning: a division by zero, a null pointer, an index out of the bounds of an array
// whose length is known, a shift by too much. Variables begin with any value.
//
// # What is not supported
//
// An execution that reaches what is not supported fails an assertion of its own there (Result.Holes). If no execution can, the
// answer is as good as any; else the caller asks again without these, so that what fails before is found, and
// is not told that a program is safe. Functions without a body return any value; if they could change what an argument
// points to, a call of them is not supported.
package c
