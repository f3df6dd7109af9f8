package golang

import (
	"go/constant"
	"go/token"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// mostTrips is up to how many iterations of a counting loop do not count for the recursion bound.
const mostTrips = 64

// trips returns how often a loop that begins with a block is repeated at most, if it counts from one constant to
// another in constant steps; 0 if it is another loop, or repeated more often. The bound does not count these
// iterations: it is about how much is tried, and a table of twenty rows is to be searched as a whole. So nothing is
// wrong if the counter is changed in another way, too.
func trips(b *ssa.BasicBlock) int {
	branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok || !slices.ContainsFunc(b.Preds, b.Dominates) {
		return 0
	}
	c, ok := branch.Cond.(*ssa.BinOp)
	if !ok {
		return 0
	}
	limit, ok := number(c.Y)
	if !ok || limit <= -mostCounted || mostCounted <= limit {
		return 0
	}
	counter, _ := c.X.(*ssa.Phi)
	if next, ok := c.X.(*ssa.BinOp); ok && next.Op == token.ADD { // of range: it begins one before
		counter, _ = next.X.(*ssa.Phi)
	}
	if counter == nil || counter.Block() != b {
		return 0
	}
	step := int64(1)
	if c.Op == token.GTR || c.Op == token.GEQ {
		step = -1
	}
	for _, e := range counter.Edges {
		if by := stepOf(e, counter); by != 0 {
			step = by
		}
	}
	for _, e := range counter.Edges {
		if first, ok := number(e); ok && -mostCounted < first && first < mostCounted {
			return counted(c.Op, first, limit, step)
		}
	}
	return 0
}

// mostInitial is how many iterations of a loop do not count where only initialisation gets: if they did, nothing behind
// it would be tried.
const mostInitial = 256

// trips returns how often a loop that begins with a block is repeated without using up the bound.
func (f *fn) trips(b *ssa.BasicBlock) int {
	if n := trips(b); n > 0 || !f.facts.onlyInitial[f.src] || !slices.ContainsFunc(b.Preds, b.Dominates) {
		return n
	}
	return mostInitial
}

// findInitial finds the functions that only initialisers call.
func (a *facts) findInitial(roots []*ssa.Function) {
	later := map[*ssa.Function]bool{}
	a.callClosure(roots, later)
	a.onlyInitial = map[*ssa.Function]bool{}
	for _, x := range a.order() {
		for i := range calls(x.f) {
			if x.taken[i] {
				a.callClosure(a.callees(i.Common()), a.onlyInitial)
			}
		}
	}
	maps.DeleteFunc(a.onlyInitial, func(f *ssa.Function, _ bool) bool { return later[f] })
}

// callClosure adds functions, and those that they may call.
func (a *facts) callClosure(work []*ssa.Function, seen map[*ssa.Function]bool) {
	for len(work) > 0 {
		f := work[len(work)-1]
		if work = work[:len(work)-1]; seen[f] {
			continue
		}
		seen[f] = true
		for i := range calls(f) {
			work = append(work, a.callees(i.Common())...)
		}
	}
}

// mostCounted is beyond the constants of such loops.
const mostCounted = 1 << 40

// stepOf returns the constant that is added to a counter; 0 of what is no such sum.
func stepOf(v ssa.Value, counter *ssa.Phi) int64 {
	sum, ok := v.(*ssa.BinOp)
	if !ok || sum.X != ssa.Value(counter) || sum.Op != token.ADD && sum.Op != token.SUB {
		return 0
	}
	by, _ := number(sum.Y)
	if sum.Op == token.SUB {
		by = -by
	}
	return by
}

// counted returns how many numbers from first on, in steps, satisfy a comparison with a limit; 0 if they are many.
func counted(op token.Token, first, limit, step int64) int {
	in := map[token.Token]func(int64) bool{
		token.LSS: func(k int64) bool { return k < limit }, token.LEQ: func(k int64) bool { return k <= limit },
		token.GTR: func(k int64) bool { return k > limit }, token.GEQ: func(k int64) bool { return k >= limit },
		token.NEQ: func(k int64) bool { return k != limit },
	}[op]
	if in == nil {
		return 0
	}
	for n := range mostTrips + 1 {
		if !in(first) {
			return n
		}
		first += step
	}
	return 0
}

// number returns an integer constant.
func number(v ssa.Value) (int64, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(c.Value)
}
