// Package dump shows what passes do: what they work on before and after each of them, as text and as a page with a
// column for each, as GOSSAFUNC shows the passes of Go's compiler.
//
// A Recorder knows nothing of programs: each pass hands it a text. Only texts that differ from the one before get a
// column, for most passes leave most inputs as they are; the head of the column before then names the pass. Lines are
// compared as sets, not aligned: passes move blocks and drop some, and a line that is new or gone is what one looks
// for.
//
// The page needs nothing else. Its texts are not split into names, which would make it ten times as large: a click
// finds the name below it, and all its places, and the browser paints these as ranges.
package dump
