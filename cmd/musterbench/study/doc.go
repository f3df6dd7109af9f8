// Package study draws and tabulates what musterbench has measured, as the papers on Corral and Legion do.
//
// A study runs nothing. It reads tables that "musterbench SET... --csv FILE" has
// written, one for each configuration, so that what takes hours is measured once and drawn in many
// ways, also together with what another build or another day has measured.
//
// A table is a configuration, a line of the legend. NAME=FILE names it, else the name of the file does. Tables
// of one name belong together: they may hold different sets, or the same set under different recursion bounds. If a
// table holds several engines, each is a configuration. An instance is a program with a recursion bound. A run has
// solved it if its verdict is safe or unsafe, within the limit, and is not disputed; a verdict that contradicts
// another configuration's is reported, and its run has solved nothing.
//
//	Cactus       Legion's Figure 6: how many instances are solved within a time
//	Scatter      Legion's Figure 7, Corral's Fig. 10: two configurations, instance by instance
//	Cumulative   Legion's Figure 8: the time for the instances that all configurations solve
//	Table        Legion's Table 3, and Corral's proof rate (section 4.2)
//	Abstraction  Corral's Fig. 6: what variable abstraction tracks, and what its refinement costs
//	Refinement   Corral's Fig. 9: algorithms of refinement, of a table that package refine has written
//
// The papers' tools differ from ours in what they do within a run, so what stands beside each other is their
// shape: who solves more, by how much, and where time goes.
package study
