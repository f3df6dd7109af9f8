// Package cnfgen makes formulas in DIMACS CNF whose answers are known, in families and
// sizes that a SAT solver can solve within seconds.
//
// The small families have some thousand clauses: combinatorial problems, arithmetic,
// and bounded model checking of toys (families.go). The large ones have 200,000 clauses
// to five million, nearly all of them gates, as formulas from bit-vectors, hardware and
// planning have (large.go). Each has two variants, of which one has a model, and a size:
//
//	shifter   bits of each of 16 elements that two barrel shifters rotate
//	muxtree   bits of an address, for a tree of multiplexers and a decoder
//	clz       bits of a word whose leading zeros are counted in two ways; a power of two
//	shiftadd  words multiplied by shifting and adding, and by arrays of adders
//	aes       unknown bits of a key of AES-128, with one block and what it encrypts to
//	lfsr      unknown bits of the state of a stream cipher, with much of its output
//	widefifo  bits of a word in two FIFOs that must agree for 50 steps
//	cache     steps of a protocol that keeps caches coherent
//	blocks    height of four towers of blocks to be turned upside down
//	schedule  greatest length of a task, and a tenth of the horizon, on shared machines
//
// In the variant with a model, a miter of two circuits (miter.go, protocol.go) has a bug
// that shows for few inputs, and the other problems (aes.go, plan.go) are made from a
// solution. Without a model, the circuits are equivalent, one known bit is wrong, or
// counting shows that a plan is too short and a machine too busy.
//
// Gates are written as they are made, and made twice, since the header has the number of
// clauses: five million clauses need no memory. queries.go makes incremental formulas.
package cnfgen
