// Package evidence writes what backs an answer as bytes, and reads it again: facts about procedures, and the proof
// behind a safe answer. So an answer can be kept, or sent to another process, which checks it without a search.
//
// # Names
//
// The bytes refer to a system (verifier/vc) that the reader has, too. A store numbers symbols and terms in the order in
// which they were made, so an edit of a procedure that nobody calls may change all numbers. Here they are numbered in
// the order in which a walk over the system meets them for the first time (OfSystem). The same walk makes the hash: it
// covers all that the meaning depends on, so equal hashes mean the same system but for the numbers in the store. What
// does not carry over is refused by an error.
//
// # Facts
//
// Facts, with levels and without, are written by System.AppendFacts, and read by System.ReadFacts. That is the form for
// all who pass facts from one process to another: a term is a list of nodes, each after its arguments, so what is
// shared stays shared. A fact may mention the interface of its procedure, and symbols that belong to no procedure.
//
// # Reading
//
// Bytes may be corrupt, or come from an enemy. Reading checks operators, arities, sorts, indices and scopes, takes no
// more memory than a multiple of what it reads, and returns an error if anything is not as the writer would have made
// it. It never panics. What was read is well-formed, and that is all: whether a fact holds is for validate.Proof to
// say.
//
// Form counts the versions of the bytes. There is no way to read an older one: what is kept is found again by a search.
package evidence
