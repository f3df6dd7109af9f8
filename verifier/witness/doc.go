// Package witness turns the path that a model describes into an execution: it
// writes the script of the path for the interpreter of verifier/prog, has it
// replayed on the program as it was before optimisation, and, where a step
// fails, finds out which assertions the solver's model really violates, so
// that facts about them (the value of a product, an instance of a quantifier)
// can be handed back.
package witness
