// Package grid verifies programs by workers on one machine or many, over NATS JetStream: queues, stores and leases are
// its streams, and nothing of a broker is written here. names.go has all names; nobody else has to know them.
//
// # Jobs
//
// A job is a task in a round of a campaign. It names its files by their SHA-256, and they are in a bucket, in parts. A
// worker reads no path of a task: the client sends the program, all files that it includes (syntax.Included), and those
// that flags name; the worker's front end gets these, and no others (Request.flags). What a worker reads from the store
// has to have the hash that names it, and is bounded in size. A worker that misses a file, or finds it spoilt, says so
// (missingSubject), and the client sends it again.
//
// The queue is a stream with work-queue retention, one durable consumer for each priority, and a subject for each job
// that holds one message: to submit a job again does nothing, so a client may be killed and start again, and submits
// again what has no result for long.
// Who submits a job wakes one worker of those that rest, so the cost of a job does not grow with their number
// (TestScale).
//
// # Leases
//
// A message is acknowledged when its result is kept, not before. Until then its worker says from time to time that it
// is at work (InProgress); if it does not, for as long as a lease lasts (AckWait), the server hands the message to
// another one. Who has a job is also in a bucket, changed by compare-and-swap on the revision: of two workers the one
// has it to which it was handed last. A worker that was stopped for longer than its lease, and goes on, sees that and
// ends its task.
//
// # The first result counts
//
// A result is a value of a key, of which a server takes one: later results, and those of workers that lost their
// lease meanwhile, are refused. That is safe since an answer does not depend on who gives it: all have evidence, which
// the driver has checked. Two workers can differ only in whether a limit struck, and each of the two answers is one
// that a single worker might have given. After a result the message is acknowledged; a worker that is killed between
// the two leaves a message that the next worker finds to have a result.
//
// # Evidence
//
// A worker keeps what backs its answer in a store, and the result has its hash (evidence.go). It is the entries that
// the driver would keep in a cache, one for each failing execution that is reported, within a limit of size. Who wants
// to confirm the answer gives it to the driver with the same question, and what is confirmed needs no search. A request
// with evidence is checked as with --check, whatever its flags say, since nobody vouches for that evidence; limits do
// not count, since the worker's may be others.
//
// # Answers that are kept
//
// Workers keep answers for later campaigns, in a bucket, in two ways. By the hash of what a job asks, its files, flags,
// limits and version (answers.go): a client that finds such a result submits no job, and need not read a program to
// look. An answer that no other limits would add to is kept without them. And by the key that the driver computes of
// the program after its first passes (entries.go): the process of a task asks its worker for that, by a line between
// its request and its reply, so an edit that changes nothing of what a program does costs no search.
//
// Neither makes an answer more than the result of a worker. The client confirms it by the evidence where that counts,
// and a worker does if its job has --check.
//
// # Isolation
//
// Tasks run in processes of their own (Child), this program again, one at a time, with limits of time and memory: what
// takes all memory, or breaks, ends that process and not the worker. A process that has answered and holds little takes
// the next task: to start one costs as much as a small task. Its standard input ends when the worker does, and then it
// ends, so no process is left behind. It has none of the environment but what is about Go's collector. A task that ends
// its process, or its worker, is given back, and after some tries its result is unknown with the reason. A worker that
// is told to end gives its tasks back, which is no such try; nor is an error of the server, or of what is between.
//
// # Halves
//
// The search of one job is divided when it has earned that (verifier/split) and a slot of any worker rests: one half of
// the executions goes on where it is, the other becomes bytes, a split.State. The process of the task hands them to its
// worker by a line, as it asks for entries; the worker stores them as a blob by their hash, and publishes a half: a
// message on a stream of its own, at a subject with the worker's key, that names the job, the blob, and the leases
// under which the job, and the halves of which this is one, are worked on. Any worker that has no job to do takes it,
// makes the system of the job's program anew, and searches the half (driver.Half). Halves have leases, results and
// redelivery as jobs do, by the same code: Job has a half in it. The first result counts, and the answer is a blob by
// its hash. A refutation is checked, and an execution replayed, by the process that had the half searched, so the proof
// of the whole is composed of what was confirmed; the client has it checked again by the evidence. A half without an
// answer, for whatever reason, is searched by the process that has divided it: so nobody who means harm has it wait for
// ever. A worker that waits looks whether the half is in the queue still.
//
// Slots that rest say so on a stream that forgets within seconds, and who divides looks for its messages, and whether a
// half waits. That is a guess, and may be wrong. A half that nobody has begun for as long as a lease lasts is searched
// by the process that has divided it, and its worker divides nothing for a while, longer each time in a row
// (worker.divided): so who only says that it rests costs others little. When an engine of a process waits for halves,
// and nothing else is at work there, the slot takes halves, one at a time, and no jobs; after half a minute of waiting
// it does though others of the process go on. So there is somebody for each half that was begun, too, also if all
// others are gone. Such a half is not divided among workers: so a slot has two processes at most, and both end.
//
// A half is over when the search does not need it any more, as after an execution in another one, or with its job: its
// worker says so, in a notice that ends it at once and by a result that keeps others from beginning it. When a lease
// above it is another one's, since its worker is gone, or when the job is no longer in the queue, it is dropped, also
// if it is begun. A client that cancels a campaign cancels the halves of its jobs.
//
// A worker must not submit tasks, and a half is none: what is searched, with which flags and limits, is the job that a
// client has put into the queue, which whoever takes the half reads there. What a worker adds is the state, which only
// says which part of that job's executions is searched, and which facts to try; nothing in it is believed. The
// alternative was a queue of jobs that workers, too, write to, with the parent's hash: a job there would be whatever a
// worker says.
//
// # Cancellation
//
// A client that is interrupted says so on a subject; workers kill the tasks of its campaign at once. What is in the
// queue is not begun: jobs have the number of the run, and the campaign's entry says which runs are over.
//
// # Who may do what
//
// Users are NKeys with a role. A worker can neither submit a task nor change a program, and a client answers none: that
// holds for whoever has such a key and means harm, and it is the server that sees to it.
//
// Permissions of users are not enough. Where a request is answered, and where a consumer delivers, is named by who
// asks, and no permission is checked there: who may read anything that is stored could have it sent to any subject, and
// so stored there. So each key has an account of its own (accounts.go), where nobody else is, and the streams are in
// another one. What a role needs of that it imports, subject by subject. The server maps the reply of an imported
// request: the answer comes in the account of the key, whatever subject it names, and from there nothing goes back but
// by the same imports. What is behind them is so chosen that none has a destination in its text: no role makes a
// consumer or a stream. Workers pull from consumers that the server has made; values are read one by one, so texts are
// in parts that have names (blob.go), and a client asks for one result after the other (Client.follow). What belongs to
// one key has that in its subject: nobody else imports it. What one account says no other one hears, though both are
// connected to the grid's: so notices, such as that a campaign is canceled, go through a stream that JetStream
// republishes.
//
// The alternative was that the server's process offers an operation for each thing that a role does, and has all rights
// itself. It could check more, such as who has a lease before it takes a result, and the hash of a program before it
// keeps that. But it would be own code between workers and streams, all of it trusted, with all bytes going through it,
// where accounts are a table that the server of NATS enforces; and it would be one process also where the streams are
// on a cluster.
//
// The same accounts are the configuration of a cluster of NATS (Access.Accounts), whose streams a process with the key
// of a server makes (ServerOptions.Cluster).
//
// Without users a server listens on this machine only. All of a grid have to be of one version:
// another one is refused by name when it connects. A worker that has reached a server again, of another version
// meanwhile, ends at the first job that is not its own, and gives that back.
package grid
