// Package cluster measures what an answer gains from many workers, without having them.
//
// It is a simulation in which the work is real. Engines race, and searches are divided, as in muster verify and muster
// horn on so many cores, but one computation goes on at a time: each place has a clock, fed by the CPU time that its
// computation took, and the place whose clock is behind goes on (limit.Simulation). What one place has another do takes
// a message, with a latency that is set; some are lost and sent again. So a minute of 32 workers takes up to half an
// hour of one processor, and the answer and its evidence are those of a cluster with such workers.
//
// What is not simulated: that workers share the bandwidth of memory, that each prepares the program (it is counted
// once, in the time of the first worker), and that facts which searches exchange take a message.
//
// The critical path is the longest chain of work that had to be done one after the other: no number of workers takes
// less time with the same engines and the same splits.
package cluster
