// Package bpl is a small syntax tree of Boogie programs for the fuzzer, one that can be
// made, printed, read, changed and made smaller. It is not the verifier's: Print writes
// no more parentheses than the language needs, so that what the tree says and what the
// verifier's parser reads are compared, too. Only Read, for programs kept as text, goes
// through that parser.
package bpl
