// Package cache keeps answers by what they depend on. What an entry says, and what the key covers, is for others to
// know (verifier/driver): here it is bytes.
//
// A Store finds entries by their keys; a grid of machines has one of its own. Dir is a store in a directory, which many
// processes may use at once: an entry is a file that is written beside its place and then renamed, so a reader finds
// all of it or nothing. It has a checksum, so what a full disk or a crash has left is no entry. Reading one makes it
// the youngest; when the entries have become larger than the limit, the oldest go. A file that another process has
// removed was no entry, and neither is one that may not be read. Files with other names than entries have are nobody's
// concern: they are neither counted nor removed.
//
// The checksum finds accidents only. Who may write to the directory may put any answer there, with the right checksum:
// such a directory is to be trusted like the verifier itself, or answers are checked (driver.Output.Check).
package cache
