// Package campaign verifies many tasks on a grid, and keeps what came of them, so that the same command goes on after
// any stop.
//
// # What is kept
//
// A store is a directory with state.json (the identity of the campaign, and what it was asked), results.jsonl (a line
// for each task that is done, with its report) and, if the grid is this process, the streams of its server. A line is
// written at once when its task is done, and by one write, so a process that is killed leaves at most one torn line, at
// the end; the next start cuts it off. The results of jobs that were done meanwhile are still on the grid, under the
// campaign's identity: they are read before anything is submitted, and what is in the queue is not added again. So no
// task is lost. A file of --jsonl has the same lines without reports, and alone is enough to go on from.
//
// # What an answer is an answer to
//
// A job has a hash of all that its answer depends on: its files, flags and limits, and the version of the program. It
// is part of the job's key, and so of its result; a line has that of the jobs of all rounds. Lines and results with
// another hash than today's job are of another question, and ignored: an edited program is verified again, and so is
// one whose flags are others.
//
// # Rounds
//
// A task that a limit ended may be tried again with a larger one: all tasks have the first, short limit, and what is
// left then the next one. Jobs of a round are submitted when all of the round before are. Only the answer of the last
// round that a task needs is written.
//
// # Answers of earlier campaigns
//
// The grid keeps answers by the hash of what is asked (Client.Kept). Before a job is submitted in its first round, an
// answer to the same question is looked for, also one of a later round or within other limits, if others would lead to
// no more: it takes the place of a result, and is confirmed like one. If it is not confirmed, workers do the task.
//
// # Whom a client trusts
//
// A worker of another machine may be wrong. What it calls unsafe, the client confirms before it believes it, with the
// same options and the files that were sent, and with --check also what it calls safe. It does so by the evidence that
// comes with the answer: the execution is replayed on the client's own program, and also along the source, and a proof
// is checked by a fresh solver (driver.Answers). Evidence that is missing, spoilt, of another question or wrong
// confirms nothing; then the client searches, as if it had no worker, and logs why. Its own report is what it keeps,
// with how that was found (Line.Confirmed). An answer that is not confirmed is unknown, and so is a report whose parts
// disagree, or that is none.
//
// Answers are checked where they are believed, not by another worker: who does not trust the one has no reason to trust
// the other. By evidence that took a quarter of the CPU of the searches (22 answers about C programs and drivers: 4.1 s
// and 16.2 s). Executions of which only a solver has found that quantified assumptions hold are searched for anew.
package campaign
