// Package golang turns Go into programs (verifier/prog).
//
// Packages are read by golang.org/x/tools/go/packages, which runs the go command with the user's own environment and
// changes no file, and are brought into static single assignment form by golang.org/x/tools/go/ssa. So there is no
// parser here, no type checker, and nothing about generics, labels, range or the order of evaluation: ssa has done
// that. What is left is to say what each of its instructions means. Blocks become blocks, a phi is a parallel
// assignment on each edge that leads to it, and whatever the runtime checks is an assertion in front of the operation,
// in the runtime's own words.
//
// # The question
//
// The procedure $start gives memory what is there before all else, initialises packages, and calls the entry with
// arguments of any value. The question is whether a panic leaves the entry, or a test fails. What the entry reaches is
// found by rapid type analysis (facts.go); of the initialisation of packages only what may touch a variable that is
// reached, or what it leads to (initial.go). The standard library is taken to change no variables of others when it is
// initialised.
//
// # Soundness
//
// What is not exact is a hole: an assertion of its own that fails where an execution gets there, and after which there
// is nothing (front.Incomplete). An instruction that is not supported panics with an unsupported while it is lowered;
// step recovers that and makes the hole. A block that the instruction has begun and not ended becomes a hole, too
// (finish): without successors it would be a return. No goroutine is begun; go, select and channels are holes.
//
// Go leaves open whether a statement reads a variable before it calls a function. Package ssa goes from left to right,
// the compiler calls first. So a call is followed by a hole where it has changed what its statement has read and still
// uses (order.go).
//
// # The library
//
// Packages of the standard library that only compute are lowered from source (outside.go), with models in the place of
// functions that are assembly or use unsafe (package models). Some others only say something of the process, or make
// what nothing but the library looks into (reports, makers). A call of any other is a hole, too, but executions go on
// behind it, with any results, if it is assumed not to be reached (front.Approximate). They may be none of the
// program's, as those with results of floating-point arithmetic, which is no hole, since any value includes all there
// are (comparisons are exact: floats.go). So an execution that goes through either (Result.Inexact) is an answer only
// if the program fails when it is run.
//
// # Values
//
// A type is flattened into leaves, which are scalars (leaf.go): a pointer is an object and an index in it, a slice
// an object, an offset, a length and a capacity, a string the same without a capacity, a map an object, a function a
// number and an object with what it closes over, an interface the number of a type and three words. A value that has
// more leaves than these is boxed in an object that nothing changes. An array as a value is a map from Int for each
// leaf; of arrays of arrays the indices are flattened, so that an element has its place by a linear function. Integers
// are those of package machine, with bounds that follow from how loops count (counter.go), so that a counter does not
// wrap. A value that depends on nothing but other values is a term; ssa's dominance makes sure that what it is made of
// is not assigned again while it is used. What is read from memory is kept in a variable.
//
// # Memory
//
// Memory is divided into classes (R. M. Burstall, "Some techniques for proving correctness of programs which alter data
// structures", Machine Intelligence 7, 1972): for each leaf of each type of cells, and of each field of a structure, a
// map from objects to maps from indices. Go lets nobody access a class as another one, so nothing has to be analysed
// for that. A field that is a structure or an array is in an object of its own, whose number is a constant above that
// of the structure, and so is a field of which the address is a value: it is in the class of its type then. Slices of
// structures have an index in each class. So an address is an object and an index whatever it points to, growing a
// slice, and converting between strings and bytes, copies whole objects by one assignment with the offsets as they are,
// and copy is a map with a piecewise quantifier, which package arrays decides.
//
// Variables of which no address is a value are variables of the program, also global ones. Strings are in a class of
// their own, in which nothing is ever changed. Memory suffices: lengths are at most 2^40. What append gives a slice has
// any capacity that suffices, up to four times the length and 32, which the runtime keeps to; what is behind is zero.
//
// Maps are has, length and elements by object and key (mapping.go). Equal keys have to be equal integers, so strings
// are numbered when they become keys, by a procedure that compares a string with those that have a number. An iteration
// chooses any key that there is and that it has not visited, and ends when none is left but those inserted since.
//
// # Arguments
//
// Numbers are any. All pointers, slices, strings and maps in arguments point to objects of their own, which have
// negative numbers: where there are many, as in a slice of strings, the number of an object is a linear function of the
// index, and one quantified assumption says that for all (entry.go). No two assumptions are about one value, so none
// contradicts another. A pointer that is an argument itself, or in an interface, is not nil, nor is an argument that
// is a function or an interface with methods (but error). Other interfaces are nil, hold values of the package's own
// types, int, bool, string, []int or a type that is asserted somewhere, or hold a stub. Below a depth of three all is
// nil. A function is nil or a stub. The report says what of that an answer rests on.
//
// A stub (stubs.go) stands for all values of types that the program does not have. Their types have negative numbers,
// one for each interface that is declared; what tells them apart is an object of their own. A stub implements what its
// declared interface does, and may have any other methods: which ones, tables say by object, that nothing is known of
// and that never change, so that assertions about one stub do not contradict each other. Calls of methods, and of
// functions that are stubs, change no memory, but for Read, and return any values: what these lead to is in new objects
// that nothing is written to first, so that there is what memory had there before the program began. All that is
// recorded in executions, by objects, and a test returns it. Comparisons of stubs with each other, stubs as keys, and
// calls that return channels, or slices or maps of what is more than numbers, are holes. A type of the library that
// only the library asserts no stub has, and no argument: with any fields, a bufio.Reader is one that nobody makes. So
// with structures of the package whose fields only it sets, unless the program asserts them.
//
// # Entries
//
// What is called is a plan (plan.go). The receiver of a method, if only the package can set its fields, is made by the
// package's own functions, and one method is called before; until the entry begins a panic is no failure but the end of
// the execution ($early), since others ask about these functions. A fuzz target is called, and the function that it
// gives f.Fuzz with any arguments; what package testing does then is modelled (testing.go).
//
// Comments //muster:requires and //muster:ensures become functions beside their own while files are parsed
// (contracts.go), which the plan and calls have called. No test looks at them, so one that fails is run in a file in
// which the function begins with it (stated.go).
//
// # Panics
//
// Options.Checks chooses the kinds that are asked about; executions end at others. Where a deferred call may be
// pending that recovers (catch.go), a panic sets variables and goes on in the callers, and runs what they have
// deferred; it is a failure if it leaves a function that is called where nothing is pending (recover.go). Elsewhere
// it is an assertion that fails. Where a deferred call may end the program, a panic is a hole. What an answer rests
// on is said with it (Result.Uncovered); an unsafe one says that an execution has been replayed and not run
// (Result.NotRun), until it has: where it does not fail then, the answer is unknown (driver.Report.Confirm).
package golang
