// Package library is the C library as programs see it: its headers (include), and what its functions do (src).
//
// # Headers
//
// They have the types and constants of glibc on x86, of 64 and 32 bits; a test compares them with glibc's own.
//
// # What a call means
//
// A call of a function that C11, POSIX or gcc defines never returns just anything. It is, in this order,
//
//   - a call of the program's own function, if it defines one of that name;
//   - lowered by hand, where loops would cost more than a formula: memory, allocation, what ends an execution
//     (package c);
//   - a call of a model in C, in a file of src, which is read if the program uses what it defines. Faults in it are
//     told at the call. Models are compared with the functions of glibc by random calls (library_test.go). What a
//     standard leaves open is as with glibc, or any;
//   - for printing and scanning by a constant format: calls of the models of its parts (verifier/c/syntax/format.go).
//     Another format is interpreted (vsnprintf in src/format.c), as those of sscanf (src/scan.c) and vscanf
//     (src/scanning.c) always are, and arguments that do not fit it are faults of va_arg. Where nobody uses what
//     printf returns, and what it reads is not checked, nothing is done;
//   - an input (inputs.txt): any value in the range that is written there, and nothing else changes but errno;
//   - not modelled. Then it may return anything, and write what it reaches, so that an answer that holds whatever it
//     does is one; an execution that fails after such a call says nothing about the program, and the answer names the
//     function.
//
// standard.txt has the names. Functions that no standard knows are inputs of the program, as other verifiers have it;
// but a weak symbol without a definition is not null if glibc has one of that name (glibc.txt), and error and
// error_at_line are those of glibc if they are declared as there.
//
// # Models
//
// A model calls functions of names of their own for what C cannot say: __muster_any gives bytes any values,
// __muster_below returns any number less than another one, __muster_memory allocates memory that no program frees,
// __muster_aligned what begins at a page, __muster_accessed says that so many bytes are read, __muster_apart that
// what is written is not what is read, __muster_nonzero that a number has a bit that is set, __muster_assume that
// other executions there are none, and what __muster_unmodelled is called for is not supported. Other bodiless
// functions of such names return any value of their types.
//
// In models a FILE has no members (__MUSTER_MODEL), so it is that of the program, whatever header that has: one of
// glibc may be in its text.
//
// What is atomic is what one thread does (include/bits/atomic.h).
//
// # Output
//
// What is written to the standard output or the standard error gets there, so the results of printf, puts and others
// are exact. Other files may be full. Functions of gcc that are given how much room there is, as __sprintf_chk, are
// those without: that there is too little is a fault of these, as any.
//
// # Signals
//
// A signal comes from raise, and at no other time: a handler that the program installs is called then, or where the
// signal is no longer blocked. Handlers of a signal by which faults and abort are reported, or of SA_SIGINFO, are not
// supported, nor are several signals that come at once.
package library
