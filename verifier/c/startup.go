package c

import (
	"cmp"
	"slices"
	"strings"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c/syntax"
)

// startAndEnd returns the functions that run before and after main: by their priority, then in
// the order of the source, or the other way round.
func startAndEnd(u *syntax.Unit) (start, end []*syntax.Object) {
	for _, o := range u.Objects {
		if o.Body != nil && o.Constructor > 0 {
			start = append(start, o)
		}
		if o.Body != nil && o.Destructor > 0 {
			end = append(end, o)
		}
	}
	slices.SortStableFunc(start, func(a, b *syntax.Object) int { return cmp.Compare(a.Constructor, b.Constructor) })
	slices.SortStableFunc(end, func(a, b *syntax.Object) int { return cmp.Compare(a.Destructor, b.Destructor) })
	slices.Reverse(end)
	return start, end
}

// exits reports whether a function ends the program in order.
func exits(o *syntax.Object) bool {
	return o.Body == nil && strings.TrimPrefix(o.Name, "__builtin_") == "exit"
}

// run calls functions that nobody in the program calls.
func (f *fn) run(list []*syntax.Object) {
	for _, o := range list {
		if f.cur == noBlock {
			return
		}
		var values []term.Term
		for _, p := range o.Params {
			values = append(values, f.unknownArgument(p)...)
		}
		f.pos = o.Pos
		f.callProc(f.procs[o], values)
	}
}
