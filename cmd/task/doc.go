// Package task is what the commands that verify programs share: muster verify, and muster-grid, which verifies many of
// them on several machines. A task is one program and what is asked about it.
//
//	Flags   what a command line says about a task: the question, the limits, the engines
//	Read    its files, which may be compressed; Gather finds the files that arguments mean
//	Search  asks the driver, and does not wait for what does not end after a limit
//	RowOf   what a table says of the answer; Problem is the report of an error
//	Files   the files that reports go to
//
// A command has more flags than these: what it prints, and where. Flags that name files of a task (--prp, and headers
// of C) read them by Flags.Open, so that a worker which got these files by a network can answer without a disk.
package task
