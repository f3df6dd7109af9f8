// Package report shows what a run of the verifier found in the words of the source.
//
// A Report is data: what was asked, the verdict, what fails, statistics, and the execution as steps, each with the text
// of its statement and the values that it read and wrote. New and NewAll make it of answers of the driver, NewContracts
// and NewCoverage of those to other questions, NewProblem of an error. All that a reader sees is rendered from it:
//
//	Answer    the answer as text, with the execution
//	Contracts the answer about contracts, as Boogie has it
//	Coverage  the answer about what is reached
//	Line      the report itself, in a line of JSON
//	JSON      the same, indented
//	SARIF     a log of version 2.1.0, with the execution as a code flow
//	JUnit     a test suite with a test case for each file
//	Dot       the call graph for Graphviz
//	HTML      a page of its own that steps through the source
//	YAML      a witness of version 2.0 of SV-COMP's format
//	GraphML   the same in version 1.0
//
// # Steps
//
// verifier/witness says of each command of the core program what it did in the names of the source (verifier.Command),
// and which the lowering has made: these are left out, and so are assumptions that read nothing, and all that is after
// the failure. The text of a statement is what the front end says (front.Source). What is left becomes:
//
//   - a statement with what it wrote, or an assumption or assertion with what it read;
//   - a branch, with the condition that held, where the source has if, while or an assumption marked {:partition};
//   - a call with its arguments and a return with its results, the steps between them one level deeper. A procedure
//     that a loop was extracted to is no call: its iterations are counted where the loop's head is reached;
//   - a failure.
//
// One builder shows calls, returns, ways and iterations of all sources (build.go). A source is a front.Compiled; where
// each command is a statement of its own, as in Boogie, the rest is filled in (commands.go). Of a compiled program, as
// one in C is, the commands of a statement are one step (compiled.go), whose text and values the source says: it writes
// values by their types, and addresses as objects with the way to a part of them; bytes of a scalar are shown as that
// where its type is known. A call of a function of the library as a statement is a step even if it does nothing else.
// What the lowering has made for itself is not shown, nor is what functions of the library do inside; what these read
// and wrote counts for the steps around. That a variable is not initialised is reported if its value is read.
//
// # What the failure depends on
//
// A step is relevant if the failure depends on it (slice.go), in this execution: by the values that it wrote, elements
// of maps and so of memory apart; calls write their parameters, and returns the results. Branches before a relevant
// step in the same call or around it are relevant, too. What would have been written had a branch gone the other way is
// not looked for, in calls without a relevant step.
//
// # Witnesses
//
// A violation witness of a C program has what functions without a body return, at the closing parenthesis of their
// calls, and the branches. The specification is that of SV-COMP for the kind of the failure.
//
// A correctness witness has the invariants of loops that driver.Options.LoopInvariants finds, one by one: each holds,
// whether or not they suffice for a proof. A loop_invariant is at the keyword of while or for, and holds whenever the
// condition is evaluated, as the format wants it; variables that the head of a for declares are in scope there. The
// format has no place for what holds when the body of do begins, or at a label to which goto jumps: these are
// location_invariants of the statement there, if it is one that a validator cannot take for another. Expressions of C
// are exact: sums are in long long, in which they fit; of pointers they say only whether they are null. What has no
// name at the loop, or is in memory, they do not mention.
//
// Of Boogie programs, which SV-COMP's formats do not know, the language is Boogie, expressions have the format
// boogie_expression, and a loop_invariant is at while, or at the label of the block that is the head.
//
// A witness lists all files of the program, with their hashes. Its places are those of the files that the verifier was
// given, as SV-COMP wants it: line markers of a preprocessor (# 7 "a.c", #line 7 "a.c") are passed over. Only a Boogie
// program that was made from C, with attributes that name places (sourceloc), has a witness of that.
//
// In version 1.0 edges say only that they enter the head of a loop. So there are invariants only if the program has one
// loop.
//
// # The document
//
// A Report is one object in JSON, in a line or indented, of which report.schema.json is the schema: a test makes it of
// the types and their comments, and others check all documents against it. "schema" is its version, which changes when
// a reader of the old one would be misled; fields may be added. Fields that are empty are left out.
//
// Steps are of one type, whether they are statements of the source (Report.Steps), or blocks and values of the program
// that was searched (Report.Trace, and executions of Coverage).
//
// An answer that consists of several is a Report of Reports: of all failures that were looked for and the rest, of
// procedures that were checked by their contracts, and of what they do not establish. These have no version of their
// own.
package report
