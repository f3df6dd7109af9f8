package interp

import (
	"errors"

	"github.com/muster-smt/muster/verifier/prog"
)

// search executes the blocks between from and to of q, both exclusive, along
// some path on which all assumptions hold. A from of -1 is before the entry, a
// to of -1 is the return. If there is no such path, or none is found within the
// limits, the state is as before.
//
// The search is for what a transformed program left out: branches without
// effect, and calls that do nothing that matters. So the first path nearly
// always succeeds. Where calls recur without end only paths with shallow
// nesting succeed, so those are tried next, with a growing limit.
func (r *replayer) search(q *prog.Proc, from, to int32, depth int, f *Frame) bool {
	if r.logging > 0 {
		return r.searchIn(q, from, to, depth, f)
	}
	within := func(more int) (ok bool) {
		r.deepest, r.cut, r.steps = depth+more, false, 0
		return r.searchIn(q, from, to, depth, f)
	}
	ok := within(firstDepth)
	for more := 2; !ok && r.cut && more < firstDepth; more *= 2 {
		if ok = within(more); r.steps > searchSteps {
			break
		}
	}
	return ok || r.cut && within(searchDepth)
}

func (r *replayer) searchIn(q *prog.Proc, from, to int32, depth int, f *Frame) bool {
	here := r.at
	if depth > r.deepest {
		r.cut = true
		return false
	}
	r.logging++
	ok := r.searchFrom(q, from, to, depth, f)
	if r.logging--; r.logging == 0 {
		r.log = r.log[:0]
	}
	r.at = here
	return ok
}

// mark is a state to return to.
type mark struct{ log, steps, dues, values, inits int }

func (r *replayer) mark() mark {
	return mark{len(r.log), len(r.trace.Steps), len(r.dues), len(r.taken.values), len(r.taken.inits)}
}

func (r *replayer) reset(m mark) {
	r.back(m.log)
	r.trace.Steps = r.trace.Steps[:m.steps]
	r.dues = r.dues[:m.dues]
	r.taken.values, r.taken.inits = r.taken.values[:m.values], r.taken.inits[:m.inits]
}

// searchFrom is a depth-first search: a choice is a block to try, with the
// state before it.
func (r *replayer) searchFrom(q *prog.Proc, from, to int32, depth int, f *Frame) bool {
	type choice struct {
		block int32
		mark  mark
	}
	var open []choice
	push := func(blocks []int32) {
		m := r.mark()
		for i := len(blocks) - 1; i >= 0; i-- {
			open = append(open, choice{blocks[i], m})
		}
	}
	if from < 0 {
		if to == 0 {
			return true
		}
		push([]int32{0})
	} else {
		push(q.Blocks[from].Succs)
	}
	before := r.mark()
	for len(open) > 0 {
		c := open[len(open)-1]
		open = open[:len(open)-1]
		r.reset(c.mark)
		if r.steps++; r.steps > searchSteps {
			r.cut = true
			break
		}
		if c.block == to {
			return true
		}
		if err := r.block(f, q, c.block, depth); err != nil {
			var fail *Failure
			if !errors.As(err, &fail) {
				break
			}
			continue
		}
		b := &q.Blocks[c.block]
		if len(b.Succs) == 0 && !b.Dead && to < 0 {
			return true
		}
		push(b.Succs)
	}
	r.reset(before)
	return false
}
