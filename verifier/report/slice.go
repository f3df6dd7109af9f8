package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/prog"
)

// flow says what a step reads and writes.
type flow struct {
	frame         int
	reads, writes []key
}

// key is a variable, those of different calls apart, or an element of one.
type key struct {
	of      prog.VarID
	frame   int    // of the call, if it is no global one
	element string // by the indices; empty of all
}

// flows adds to what the last step reads and writes.
func (b *builder) flows(reads, writes []key) { b.flow[len(b.flow)-1].then(reads, writes) }

// then adds what a later part of the same step does: what it reads that the step has written does not come from before.
func (f *flow) then(reads, writes []key) {
	for _, k := range reads {
		if !slices.Contains(f.writes, k) && !slices.Contains(f.writes, k.whole()) {
			f.reads = append(f.reads, k)
		}
	}
	f.writes = append(f.writes, writes...)
}

// whole returns all of a variable.
func (k key) whole() key { return key{k.of, k.frame, ""} }

// keys returns the keys of bindings in a frame.
func keys(frame int, bs []verifier.Binding) []key {
	out := make([]key, len(bs))
	for i, x := range bs {
		if out[i].of = x.Of.Var(); !x.Global {
			out[i].frame = frame
		}
		if !x.Whole {
			for _, at := range x.At {
				out[i].element += at.Key() + " "
			}
		}
	}
	return out
}

// keySet is a set of variables and elements: of each variable the elements, the whole is "".
type keySet map[key]map[string]bool

func (s keySet) add(k key) {
	of := k.whole()
	if s[of] == nil {
		s[of] = map[string]bool{}
	}
	s[of][k.element] = true
}

// touches reports whether one of the keys has something in common with the set.
func (s keySet) touches(keys []key) bool {
	for _, k := range keys {
		if m := s[k.whole()]; m[""] || m[k.element] || k.element == "" && len(m) > 0 {
			return true
		}
	}
	return false
}

// drop removes what a step writes. One that changes a map at an index leaves the others, and so the whole.
func (s keySet) drop(keys []key) {
	for _, k := range keys {
		if k.element == "" {
			delete(s, k)
		} else {
			delete(s[k.whole()], k.element)
		}
	}
}

// slice marks the steps that the failure depends on, walking backwards from what it reads: a step that writes such a
// variable makes what that step reads matter, an assumption about one matters, and so does a branch before a step that
// matters, in the same call or one around it. What a call was given matters only if the callee read it.
func (b *builder) slice() {
	n := len(b.Steps) - 1
	b.Steps[0].Relevant, b.Steps[n].Relevant = true, true
	matters := keySet{}
	in := map[int]bool{} // frames with something relevant
	add := func(i int) {
		b.Steps[i].Relevant = true
		for f := b.flow[i].frame; f != 0 && !in[f]; f = b.parents[f] {
			in[f] = true
		}
		for _, x := range b.flow[i].reads {
			matters.add(x)
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
		if matters.touches(f.writes) {
			matters.drop(f.writes)
			add(i)
		} else if b.Steps[i].Kind == Assume && matters.touches(f.reads) {
			if what := fmt.Sprint(f.frame, " ", b.Steps[i].Line()); !known[what] {
				known[what] = true
				add(i)
			}
		} else if k := b.Steps[i].Kind; (k == Branch || k == Iteration || k == Skipped) && in[f.frame] {
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

// ways marks the calls in which something is relevant, and their ends.
func (b *builder) ways() {
	var open []int // calls around the step
	relevant := func(calls []int) {
		for _, c := range calls {
			b.Steps[c].Relevant = true
		}
	}
	for i := range b.Steps {
		s := &b.Steps[i]
		switch s.Kind {
		case Call:
			open = append(open, i)
		case Return:
			if n := len(open); n > 0 {
				if s.Relevant {
					relevant(open)
				}
				s.Relevant = b.Steps[open[n-1]].Relevant
				open = open[:n-1]
			}
			continue
		}
		if s.Relevant {
			relevant(open)
		}
	}
}

// unread leaves out that a variable begins with a value that nobody reads.
func (b *builder) unread() {
	live := keySet{}
	n := len(b.Steps)
	to := n // steps from here on stay
	for i := n - 1; i >= 0; i-- {
		f := &b.flow[i]
		read := live.touches(f.writes)
		live.drop(f.writes)
		for _, k := range f.reads {
			live.add(k)
		}
		if read || b.Steps[i].Kind != Statement || !strings.HasSuffix(b.Steps[i].Text, ", not initialised") {
			to--
			b.Steps[to], b.flow[to] = b.Steps[i], b.flow[i]
		}
	}
	b.Steps, b.flow = b.Steps[to:], b.flow[to:]
}
