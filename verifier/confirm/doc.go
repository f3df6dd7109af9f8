// Package confirm runs what an unsafe answer about a C program says: it compiles the program beside its harness
// (package c), executes that, and looks whether the error happens.
//
// Nobody but the user may ask for that, since it executes the program: in an empty directory that is removed behind
// it, without input, and for as long as the user has given to all (--timeout), else for 10 s; but with all that the
// user may do. No shell is involved.
//
// # What is compiled
//
// A copy of each translation unit, and of what it includes, in which the harness may have inserted what makes the
// compiler's program the one of the execution: a label or a function that must not be reached says so, and locals
// that nothing initialises get their values. Nothing is inserted but within a line, so places stay what they are.
// Copies are below a root of their own, where files are looked for first, and then where the originals are. What the
// program does not define, and the execution does not need, stays undefined.
//
// The compiler is $CC, or the first of cc, gcc and clang that there is. Signed arithmetic wraps (-fwrapv), and types
// do not keep memory apart (-fno-strict-aliasing), as package c has it. For a fault of --check there are the
// sanitizers that see its kind, and no others, since another fault before it may be none that was asked about.
//
// The addresses of an execution are not those of the compiler's program. So, where an execution is not confirmed, the
// command has another one found that needs none but those of objects, where no pointer leaves its object, and the
// stack is large enough (c.Options.Aimed), and runs that.
//
// # What confirms
//
// An error is confirmed if the harness says that it is reached; a fault if a sanitizer reports one at its line, or if
// the processor does: an access through a null pointer, or to what may not be written, and a division that has no
// result.
//
// Reads of what has no value are seen by the sanitizer of clang alone, which does not report them but what the value
// then decides about: a branch, an address, a call, an output. That confirms the read if it is on the way that the
// report shows: where the value is used, where it was stored, and where it comes from. A value that nothing uses so
// is not reported, and the answer says that.
package confirm
