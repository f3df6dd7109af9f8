// Package tabulate proves a program safe by tables: what each procedure returns for the values that it is called with.
//
// Executions prove a program that reads nothing free (verifier/execute). That they were run is a proof, but none that a
// contract could say. A table is: with these arguments, one of these results. Its rows follow from each other, those
// about what a procedure calls first, so they are facts as others are (verifier.Proof.Facts), and prove that the entry
// does not return.
//
// A question is what a procedure returns where its arguments have some values. Its template, with the rows of its
// callees, is asked for an execution with other results than the row has. If that passes a call of which there is no
// row, this is the next question. Else its results become a part of the row. What the last refutation does not need of
// the arguments is left out, so a row may be about many calls.
//
// Loops are turned (verifier/cutpoint), so their rows say which states control has at the head. A procedure's own
// calls with the same arguments may rely on the row that is being made, as those of a turned loop do.
//
// Maps are left open, among arguments and results. A call that comes back below others with the same arguments ends the
// search, and so do more than maxRows questions or results: nobody reads so long a contract.
//
// The stack of questions is that of tabled logic programming (Tamaki and Sato, "OLD resolution with tabulation", 1986).
package tabulate
