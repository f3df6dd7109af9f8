package report

import (
	"fmt"
	"strconv"

	"github.com/muster-smt/muster/verifier"
)

// flow says what a step reads and writes: variables, those of different calls apart.
type flow struct {
	frame         int
	reads, writes []string
}

// flows adds to what the last step reads and writes.
func (b *builder) flows(reads, writes []string) {
	f := &b.flow[len(b.flow)-1]
	f.reads, f.writes = append(f.reads, reads...), append(f.writes, writes...)
}

// keys returns the variables of bindings in a frame.
func keys(frame int, bs []verifier.Binding) []string {
	out := make([]string, len(bs))
	for i, x := range bs {
		if out[i] = x.Var; !x.Global {
			out[i] += " " + strconv.Itoa(frame)
		}
	}
	return out
}

// slice marks the steps that the failure depends on, walking backwards from what it reads: a step that writes such a
// variable makes what that step reads matter, an assumption about one matters, and so does a branch before a step that
// matters, in the same call or one around it. What a call was given matters only if the callee read it.
func (b *builder) slice() {
	n := len(b.Steps) - 1
	b.Steps[0].Relevant, b.Steps[n].Relevant = true, true
	matters := map[string]bool{}
	in := map[int]bool{} // frames with something relevant
	add := func(i int) {
		b.Steps[i].Relevant = true
		for f := b.flow[i].frame; f != 0 && !in[f]; f = b.parents[f] {
			in[f] = true
		}
		for _, x := range b.flow[i].reads {
			matters[x] = true
		}
	}
	add(n)
	if b.Failure.Kind == "return" {
		n = b.lastCondition(n)
		add(n)
	}
	known := map[string]bool{} // assumptions that are shown
	for i := n - 1; i > 0; i-- {
		f := &b.flow[i]
		if drop(matters, f.writes) {
			add(i)
		} else if b.Steps[i].Kind == Assume && has(matters, f.reads) {
			if what := fmt.Sprint(f.frame, " ", b.Steps[i].Line()); !known[what] {
				known[what] = true
				add(i)
			}
		} else if k := b.Steps[i].Kind; (k == Branch || k == Iteration) && in[f.frame] {
			add(i)
		}
	}
	b.ways()
}

// lastCondition returns the last condition of the entry, without which it would not return.
func (b *builder) lastCondition(n int) int {
	for i := n - 1; i > 0; i-- {
		if s := &b.Steps[i]; s.Depth == 0 && len(b.flow[i].reads) > 0 && s.Kind != Statement {
			return i
		}
	}
	return n
}

// drop removes keys from a set, and reports whether there were any. A step that changes a map at an index also reads it.
func drop(set map[string]bool, keys []string) (any bool) {
	for _, x := range keys {
		any = any || set[x]
		delete(set, x)
	}
	return any
}

func has(set map[string]bool, keys []string) bool {
	for _, x := range keys {
		if set[x] {
			return true
		}
	}
	return false
}

// ways marks the calls in which something is relevant, and their ends.
func (b *builder) ways() {
	var open []int // calls around the step
	for i := range b.Steps {
		s := &b.Steps[i]
		switch s.Kind {
		case Call:
			open = append(open, i)
		case Return:
			if n := len(open); n > 0 {
				s.Relevant = s.Relevant || b.Steps[open[n-1]].Relevant
				open = open[:n-1]
			}
			continue
		}
		if s.Relevant {
			for _, c := range open {
				b.Steps[c].Relevant = true
			}
		}
	}
}
