// Package driver is the whole way from the text of a program to a verdict: it has its front end read it
// (verifier/front), prepares it, generates its verification condition, runs engines over solvers, and has the answer
// checked. The command, the bench and programs that embed Muster all go this way:
//
//	opt := driver.Options{Question: driver.Question{Front: boogie.Front{}}}
//	rep, err := driver.Verify(ctx, "driver.bpl", src, opt)
//	if err != nil {
//		return err // *InputError, *passes.EntryError or a reason.Reason of the kind Internal
//	}
//	fmt.Println(rep)
//
// # The plan
//
// A question, the options and some facts about the prepared program make a plan (plan.go), and nothing else decides
// about engines, bounds, turns and times. A row of it names an engine, the bounds that it is asked about, the lengths
// of its turns, and what ends its search. TestPlans lists plans. There are four questions: whether an execution fails
// (Verify), which assertions fail (All), what executions reach (Coverage), and whether procedures satisfy their
// contracts (Modular).
//
// # All engines
//
// By default, as Auto, all engines of the table (engines.go) look for the answer. The verification condition is
// generated once, and each engine but the first goes on with a copy of the store (term.Store.Clone), so they share
// what never changes, and processors: at most as many run at a time as there are, and the others wait for their turns
// (limit.Turns), which are counted in polls and propagations. So with one processor equal runs are equal. The first
// answer ends all; an engine that gives up leaves the others looking. When one has shown that nothing fails within the
// bound, the others' questions about it end, and it goes on for all bounds; if only all bounds count, the others go on
// with the next one. How long they go on is measured by limit.Clock, so a machine that is busy otherwise takes no
// answer away. Spacer and lazyann ask about all bounds from the start: they go on, too, and the answer for the bound
// stands when none has one for all in time. What a race has come to is one state, and what follows from an event one
// function (racestate.go).
//
// Of a program that nobody wrote with a bound in mind (front.Loaded.Ordinary) greater bounds are asked about as long
// as there is time (wider.go). An engine that has proved one may say that it tries what takes few steps and often has
// a proof for all bounds (verifier.Options.Hold): then others' proofs of greater bounds do not end it. Corral goes
// from 1 to the first of them, and what it proves on the way is the answer if the time ends before; a part of it is
// left for the check.
//
// Before all that, and before there is a verification condition, the program is executed for a moment
// (execute.Engine.Start): what reads nothing free needs no search, and neither does what fails at once. As long as
// there is a single execution, however long, execute has a processor of its own if there are several, else turns as
// long as legion's. Its turns get shorter while it reaches no new block.
//
// Engines.Engine may name several, which race as all do. Engines.Inline makes static inlining of the engines that
// inline calls: all procedures are eager, so their first query is about the whole tree within the bound.
//
// A memory limit is shared out as processors are, by the lengths of turns, which say what an engine earns: when three
// quarters of it are in use, the engine with the shortest turns ends and leaves the others what it holds, then the next
// one, until a single engine is left (entrants.giveBack, limit.Sparing). So a proof is not lost to the memory of
// engines that decide less, and a limit that one engine needs for itself is one that a race keeps. The
// solver of an engine is given back when it ends, for whatever reason, before the race is over; its terms are not.
//
// Places that no engine needs take parts of a search (divide.go, verifier/split): that of the engine which inlines
// calls and has most instances is divided first, unless half of the memory limit is in use. Engines that wait for a
// place go before parts. Where there are at least twice as many engines as places, none is left over before the race is
// nearly over, and nothing is divided (plan.mayLend). An engine alone is divided only on request, so that its runs stay
// equal. Nothing is divided in searches of abstractions, nor where summaries, contracts
// or invariants are asked for, which are not made of a proof by cases. The parts are searched by the engine that is
// divided, or by another one that inlines calls (Limits.Halves).
//
// With Limits.Elsewhere other processes take parts, too (half.go), when no place here is idle; each makes the system
// anew from the text, and Half searches the part. Nobody believes the other: there facts of the state are proved before
// they are used, and here an execution is replayed, and a refutation checked as a safe answer is, when it arrives. What
// does not stand up to that is searched here. A process takes parts of others while an engine of it waits for some,
// when no other one is at work here, or after half a minute (lending.absent).
//
// An engine joins by a row of the table. Legion begins, with a long turn, since it decides most drivers in it.
//
// The engines exchange what they find out about procedures (verifier.Exchange), if they are asked about the same system
// in copies of one store, where a symbol has the same number: corral and legion take what lazyann and corral learn.
// Engines.Learn has this for one of the two, without the other engines. Alternate (alt, or alt:N) is no part of Auto:
// it decides less than these two in the same time (verifier/alternate).
//
// # What follows an answer
//
// The passes take out assertions that need not be decided, since the program goes wrong whether they hold or not. No
// axiom limits the values of functions in them, so a failing execution could pass one that always fails. Such a program
// is asked about again (first.go) for the assertion that fails first with the values of the execution.
//
// A program whose language asks about kinds of faults (front.Selective) may be safe since nothing is asked about it, or
// since all of its executions end at a fault that is not asked about. A safe answer then has a remark (vacuous.go),
// which is no part of the verdict. The second case takes two more answers about the program with other assertions: that
// it ends in no other way needs a proof, and the fault an execution, which is replayed as any.
//
// A refutation names the calls beyond the bound that it needs blocked, so the loops and the recursions that these are
// have executions that it does not cover, for all that is known (cut.go). A proof by levels of recursion
// (verifier.Levels) names those of which it has a fact for a level. Where loops have places (front.Loops), each of the
// first ones is asked about: whether an execution within the bound leaves it. If none does, the report names the
// assertions and functions that the graph of the program only reaches by way of the end of that loop.
//
// # All assertions that fail
//
// All asks Verify's question again with each assertion that failed assumed, until there is no failing execution any
// more or the plan says that there are enough. Each question is a run of its own, from the text on, since the
// assumption changes the program that the passes get; the time limit is for all together.
//
// # Coverage
//
// Coverage asks on one tree which procedures are called, and which targets of branches are reached (verifier/coverage,
// and passes.Options.Targets). Legion does, or another engine that inlines calls. Users of coverage want to know what
// can run, so an execution ends at an assertion that fails, as it does with other tools, and assertions are no
// questions. Each execution is replayed, and each proof checked, as the answers of Verify are. A tenth of the timeout
// is left for that.
//
// # Contracts
//
// Modular checks procedures one by one, each by its contract (passes.Options.Modular), several at a time, each in a
// copy of the program's store; so the answers do not depend on how many that are. It asks as Coverage does, about all
// obligations of a procedure on one tree, which has a single instance. The timeout is for all procedures together: each
// may have four times its share of what is left. What is not refuted by an execution is unknown, not failed.
//
// Contracts are written for a solver that matches patterns to the end, so here quantifiers are instantiated as Z3 does
// it, by cost (theory/quant, "Saturation", and run.matching). Engines that inline calls get further with few instances,
// and replay what comes out. Without relevancy that hardly ends, so proofs are repeated by a fresh solver that has it,
// and each conflict, explanation and lemma of a theory, instances among them, is checked by its certificate
// (theory/cert). Only if there are some that the checker does not decide, a solver without relevancy refutes the
// obligations again.
//
// With ModularOptions.Houdini, constants with {:existential true} are chosen as Boogie does with /contractInfer
// (houdini.go): a constant has one value, so of several clauses b ==> e all hold or none is assumed. What is not
// decided counts as not proved. All procedures are checked again after each change. Boogie stops choosing at the first
// error that no choice avoids; here the choice is completed, and all errors are reported.
//
// # Abstraction
//
// Engines.Abstract has engines search abstractions in which only some globals are tracked (verifier/abstract), in
// rounds: what refutes the paths of spurious counterexamples is tracked in the next one. A safe answer about an
// abstraction is one about the program: its proof is checked on the system of the abstraction, as any is, and
// validate.Abstraction compares the abstraction with the program command by command. (The proof itself does not carry
// over to the program's system: the passes make other blocks and call sites of it.) An unsafe answer is an execution of
// the program itself, replayed with all its globals. If a round ends in any other way, the program itself is next.
//
// A round goes on after a spurious counterexample, without the blocks that make its path infeasible, until one adds
// nothing to what is to be tracked, or there is none. It leaves out executions then, so no safe answer comes of it, and
// no bound is proved.
//
// A safe answer for the bound leaves half of the time for a proof for all to the program itself, which may need facts
// about globals that the bound does not need; the answer stands if there is none. By default a program is abstracted,
// for some time, if it has many globals and the property may depend on at most half of them by what is assigned and
// tested on the way (abstract.Order).
//
// # Answers that are kept
//
// With Limits.Answers an answer is kept with what backs it (kept.go, verifier/evidence), and given again without a
// search when the same is asked. Only decided answers are, never an unknown one. The key is the hash of the core
// program and of the program before its loops were extracted, with where their parts are in the source, since reports
// show places; of the options that change an answer or its report; of the front end with its options (front.Keyed);
// and of the build. All that an answer says follows from these but for two things, which come from other questions,
// about programs that the front end makes of the same text: a remark about faults that are not asked about, and what a
// bound cuts off. An answer with these has a key with the text of all files. An answer for a
// bound, or one that is not confirmed, is given again only within the same limits, since there may be more to say
// within others. One for a smaller bound than is asked about, which the end of the time has left, is not kept. So
// equal keys mean that a search could have come to the same answer. What a report shows of the source, it reads from
// the present one.
//
// With Answers.ByText the text leads there, too (keptearly.go): a second key is the hash of the files of the question
// with their names, and of the options, the front end and the build. What is kept under it is the first key, the hash
// of the entry there, what a report says of the program beside the answer, and what else the front end has looked for:
// each name with the hash of what was there, or that nothing was (front.Reading). Such names are headers, and files
// that would have been taken if there were some, earlier on a search path or by __has_include. A front end does the
// same when it finds the same, so if all of it is unchanged, the program is, and so are its key and its answer. Looking
// is all that such a question costs: nothing is read as a program, and Report.Loaded is nil. On the way to an answer
// each name is looked up once, so what was hashed is what was read. That is for safe answers without a check. An
// execution is shown by the statements of the program, and replayed; a proof that is checked needs the program; so
// there the way is by the first key. An entry that is not as it should be, or whose answer is another one now, is as if
// there were none: passes run then.
//
// Passes run at all other questions, since they make what the first key is of. An execution is replayed each time, and
// axioms that the passes left out are looked at, so no entry makes an answer unsafe that is not, but for quantified
// assumptions that only a solver has found to hold: with a check, such an execution is searched for anew. A proof is
// only checked if Output.Check is set, and then by the code that checks a fresh one: the verification condition is made
// for that. If it is not confirmed, there is a search, and Report.Refused says so; so it is where an entry is about
// fewer assertions or a smaller bound than the question. With a check the remark, and what a bound cuts off by the
// proof, are found out again. Nobody checks the engine's name, the procedures that were inlined, the bound that was
// asked about last, and the one that an execution needs: they are shown as they were kept, and say nothing about the
// verdict. What is read is checked in every index, and a panic there is as if there were no entry.
//
// Modular keeps which procedures satisfy their contracts (keptcontract.go), by the hash of the core program for each,
// without places: that has the procedure's body, the contracts of what it calls, and the axioms. What is not verified
// is asked about again. The proofs are kept, each with the obligations that it is about together (verifier/coverage):
// with a check they are confirmed by the code that confirms fresh ones, and all that a procedure has to establish must
// be among them, else it is verified anew, and ProcReport.Refused says why.
//
// Report.Evidence is the entry itself: another process with the same build, text and options checks it by asking the
// same question with a cache.Single of it and Output.Check, and Report.Kept says that it stands up. Answers.AnyLimits
// is for those who confirm what others have found within limits of their own.
//
// # Limits and checks
//
// Limits come through the context. A deadline, a cancellation or a cause such as limit.ErrMemory ends the run with the
// verdict unknown, never with an error. Some steps of reading and preparing a program do not poll the context, so a
// caller that must stop at once should not wait for Verify; the last progress report says what is known.
//
// A safe answer is checked (package validate), for at most a tenth of the time that it took, or two seconds;
// Output.Check has it checked to the end, and the trace of an unsafe answer, too (package reenact). An answer whose
// check runs out of time stays, and says that it is not confirmed. But one that rests on learned facts (verifier/learn)
// gives way to the answer for the bound. An answer that the check refutes is never given: it is an internal error.
package driver
