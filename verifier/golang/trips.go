package golang

import (
	"go/constant"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// mostTrips is up to how many iterations of a counting loop do not count for the recursion bound.
const mostTrips = 64

// trips returns how often a loop that begins with a block is repeated at most, if it counts up from one constant to
// another in steps of one; 0 if it is another loop, or repeated more often. The bound does not count these iterations:
// it is about how much is tried, and a table of twenty rows is to be searched as a whole. So nothing is wrong if the
// counter is changed in another way, too.
func trips(b *ssa.BasicBlock) int {
	branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok || !slices.ContainsFunc(b.Preds, b.Dominates) {
		return 0
	}
	c, ok := branch.Cond.(*ssa.BinOp)
	if !ok || c.Op != token.LSS {
		return 0
	}
	limit, ok := number(c.Y)
	if !ok {
		return 0
	}
	counter, _ := c.X.(*ssa.Phi)
	if next, ok := c.X.(*ssa.BinOp); ok && next.Op == token.ADD { // of range: it begins one before
		counter, _ = next.X.(*ssa.Phi)
	}
	if counter == nil || counter.Block() != b {
		return 0
	}
	for _, e := range counter.Edges {
		if first, ok := number(e); ok && limit-first <= mostTrips {
			return int(max(limit-first, 0))
		}
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
