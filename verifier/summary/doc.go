// Package summary finds facts about the procedures of a vc.System, which hold in
// all their executions, and adds them to the templates: about the interface
// (vc.Proc.Facts), which say what an open call site may do, and at merges of
// control flow (vc.Block.Facts), where each path would have to find them again.
// Chains and trees of calls whose results are simple functions of the arguments
// are so decided without being opened, and sums over diamonds without a
// case for each path.
//
// # What is found
//
// A value is a linear form over arguments, terms that are not linear, and
// deviations (affine arithmetic). Where cases meet, the part of the form that is
// common to all of them stays, and the rest becomes a deviation, of which the
// range is known. Deviations that depend on each other linearly are expressed by
// each other (Karr, "Affine relationships among variables of a program", 1976),
// so that x + y may be known where neither is. Conditions limit the ranges.
// Values of other sorts are not forms, and are only compared: at merges, and where a
// procedure ends.
//
// Procedures are walked callees first. For those that call each other the walk is
// repeated from the assumption that none returns, and limits that keep growing
// are given up (Cousot and Cousot, 1977), until nothing changes.
//
// All work is counted, and what exceeds a limit is forgotten: fewer facts are found.
//
// # Why facts hold
//
// The facts of a procedure hold whenever its exit is reached, and those of a
// block whenever the block is, provided that the facts of callees hold for the
// calls passed; so all hold by induction on the height of the tree of
// calls. Axioms are not needed. Facts are redundant: with or without them the
// system has the same executions. So they need no bound on recursion, and a
// refutation may rest on them. The check of an answer (validate.Facts) repeats each step of
// this induction by the solver.
//
// # Contexts
//
// Contexts walks a template for one instance of which it is known what is passed, and what single calls return. Of
// other calls it knows what summaries and facts say. It adds nothing to templates: what it finds holds for the instance
// only. All walks together have a quarter of the work that Derive has.
//
// There a Boolean is an integer, 0 or 1, so equal and opposite Booleans are found as equal integers are. Arguments are
// related by equations of two; of others limits say more. And elements of maps of integers and Booleans count as
// arguments and results: at the numerals at which any template reads or writes such a map, and at arguments, or
// arguments plus a numeral, at which the procedure or one that it calls does. An element is what was stored at this
// index last. A store at an index of which it is not known whether it is this one gives one value more that the element
// may have; limits tell most indexes apart.
package summary
