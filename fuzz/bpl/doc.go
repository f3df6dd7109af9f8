// Package bpl is the fuzzer's own syntax tree of Boogie programs: to build, print, read,
// rewrite and shrink them. It is independent of the verifier's. Program.String prints no
// more parentheses than the language requires, so that the meaning of the tree is compared
// with what the verifier's parser reads. Only Read uses that parser, for programs kept as
// text.
package bpl
