package stamp

import (
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/vc"
)

// Call says where an instance is called from: by way of which blocks of an instance,
// counted in the order of stamping from 0, every execution gets there. Nowhere stands
// for an instance that stands alone.
type Call struct {
	Caller int32
	Blocks []int32
}

// Nowhere is the Call of an instance that stands alone.
var Nowhere = Call{Caller: -1}

// facts remembers where instances assert what. A formula that holds at a block is
// not asserted again at blocks that it dominates, nor in the instances that they
// call: an execution that gets there has passed the block.
//
// Since values are named once, most formulas are about constants of one instance, but
// contracts say the same of a value that is only passed on at each call.
type facts struct {
	head  []int32 // by term: its last entry in list, + 1
	list  []fact
	calls []caller // by instance
}

// fact says that a formula holds at a block of an instance.
type fact struct{ inst, block, next int32 }

// caller is the block by way of which an instance is called.
type caller struct {
	inst, block int32
	tmp         *template // of the instance itself
}

// maxFacts bounds how many places are looked at where a formula holds.
const maxFacts = 32

// begin starts the next instance.
func (f *facts) begin(at Call, block int32, tmp *template) {
	f.calls = append(f.calls, caller{at.Caller, block, tmp})
}

// add notes that c holds at a block of the present instance, and reports whether
// that was known.
func (f *facts) add(c term.Term, block int32) (known bool) {
	if int(c) >= len(f.head) {
		f.head = append(f.head, make([]int32, int(c)+int(c)/4+1024-len(f.head))...)
	}
	inst := int32(len(f.calls) - 1)
	if f.holds(c, inst, block) {
		return true
	}
	f.list = append(f.list, fact{inst, block, f.head[c]})
	f.head[c] = int32(len(f.list))
	return false
}

// holds reports whether c is known at a block of an instance.
func (f *facts) holds(c term.Term, inst, block int32) bool {
	if int(c) >= len(f.head) {
		return false
	}
	at := f.head[c]
	for n := 0; at != 0 && n < maxFacts; n++ {
		x := &f.list[at-1]
		for inst > x.inst {
			up := &f.calls[inst]
			inst, block = up.inst, up.block
		}
		if inst < 0 {
			return false
		}
		if inst == x.inst && f.calls[inst].tmp.dominates(x.block, block) {
			return true
		}
		at = x.next
	}
	return false
}

// dominators numbers the dominator tree of p in preorder: a block dominates
// those with numbers from its own to its last.
func dominators(p *vc.Proc) (idom, first, last []int32) {
	n := len(p.Blocks)
	idom = p.Dominators()
	size := make([]int32, n)
	for i := range size {
		size[i] = 1
	}
	for i := n - 1; i > 0; i-- {
		size[idom[i]] += size[i]
	}
	first, last = make([]int32, n), make([]int32, n)
	next := make([]int32, n)
	for i := range first {
		if i > 0 {
			first[i] = next[idom[i]]
			next[idom[i]] += size[i]
		}
		next[i] = first[i] + 1
		last[i] = first[i] + size[i] - 1
	}
	return idom, first, last
}

func (t *template) dominates(a, b int32) bool {
	return t.first[a] <= t.first[b] && t.first[b] <= t.last[a]
}

// meet returns the nearest common dominator of two blocks.
func (t *template) meet(a, b int32) int32 {
	for !t.dominates(a, b) {
		a = t.idom[a]
	}
	return a
}

// maxWays bounds the ways that meet where a guard is shared. Behind a join of many ways
// it would make the next branch active before the search knows which way it came:
// 1,000 branches of ten ways in a row take 6,470 conflicts instead of 1,000.
const maxWays = 8

// regions returns for each block the first of those that are executed exactly when it
// is: blocks that dominate it and that it post-dominates. They share a guard.
func regions(p *vc.Proc, idom []int32) []int32 {
	region := make([]int32, len(p.Blocks))
	for i := range region {
		region[i] = int32(i)
		d := idom[i]
		x := d
		for x >= 0 && x < int32(i) {
			x = p.Blocks[x].IPDom
		}
		if x == int32(i) && len(p.Blocks[i].Preds) <= maxWays {
			region[i] = region[d]
		}
	}
	return region
}
