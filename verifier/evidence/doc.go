// Package evidence writes what backs an answer as bytes, and reads it again: facts about procedures, the proof behind a
// safe answer, and the execution behind an unsafe one. So an answer can be kept (driver.Answers), or sent to another
// process, which checks it without a search.
//
// # Names
//
// The bytes refer to a system (verifier/vc) that the reader has, too. A store numbers symbols and terms in the order in
// which they were made, so an edit of a procedure that nobody calls may change all numbers. Here they are numbered in
// the order in which a walk over the system meets them for the first time (OfSystem). The same walk makes the hash: it
// covers all that the meaning depends on, so equal hashes mean the same system but for the numbers in the store. What
// does not carry over is refused by an error. Programs (verifier/prog), of which executions are, are numbered in the
// same way, with their variables, procedures and parts of the source (OfProgram).
//
// # Facts
//
// Facts, with levels and without, are written by System.AppendFacts, and read by System.ReadFacts. That is the form for
// all who pass facts from one process to another: a term is a list of nodes, each after its arguments, so what is
// shared stays shared. A fact may mention the interface of its procedure, and symbols that belong to no procedure.
//
// # Executions
//
// An execution is what the replay was given that found it to be one (interp.Claim): the blocks, the values that the
// program leaves open, and what constants and functions mean. All else is computed when it is replayed, so the trace of
// what was read is that of the present source, with its places.
//
// # Reading
//
// Bytes may be corrupt, or come from an enemy. Reading checks operators, arities, sorts, indices and scopes, takes no
// more memory and time than a multiple of what it reads, and returns an error if anything is not as the writer would
// have made it. It never panics. What was read is well-formed, and that is all: whether a fact holds is for
// validate.Proof to say, and whether an execution is one for interp.Claim.Replay. Of what an execution gives values
// to, each variable is one that the program leaves open there, so it cannot change what the program computes.
//
// Form counts the versions of the bytes. There is no way to read an older one: what is kept is found again by a search.
package evidence
