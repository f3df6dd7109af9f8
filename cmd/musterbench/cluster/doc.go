// Package cluster measures what a search gains from many workers, without having them.
//
// It is a simulation in which the work is real. Searches are divided as package split does it, and every part searches,
// but one at a time: each worker has a clock, fed by the CPU time that its part took, and the worker whose clock is
// behind goes on. A message takes a latency that is set, and some are lost and sent again. So a minute of 32 workers
// takes up to half an hour of one processor, and the answer, its proof and its trace are those of a cluster with such
// workers.
//
// What is not simulated: that workers share the bandwidth of memory, and that one prepares the program again before its
// first half (it is counted once, in the time of the first worker).
//
// The critical path is the longest chain of work that had to be done one after the other: no number of workers takes
// less time with the same splits.
package cluster
