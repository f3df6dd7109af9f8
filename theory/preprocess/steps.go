package preprocess

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
)

// stepper is one run of the pass.
type stepper struct {
	*Pipeline
	order []term.Term             // the terms of the batch, arguments first
	uses  map[term.Term]use       // never ranged over
	image map[term.Term]term.Term // never ranged over
	args  []term.Term
}

// use says what depends on a bit-vector, other than sums: what depends on these does so on it.
type use struct {
	by      term.Term
	several bool // not only by
	step    bool // a branch of an if-then-else
}

// steps takes what both branches of an if-then-else of bit-vectors add out of it, if they differ by literals: between x
// + 1 and x it is x + (1 or 0). So a chain of such steps becomes one sum of choices between literals, which is counted
// and bounded as a whole, and the same choices of two chains meet. A partial sum on which more depends than the next
// step stays as it is: else it would be repeated each time, and the search would no longer see how it comes from the
// last one.
func (p *Pipeline) steps() int {
	s := stepper{Pipeline: p, uses: map[term.Term]use{}, image: map[term.Term]term.Term{}}
	if !s.collect() {
		return 0
	}
	for _, t := range slices.Backward(s.order) {
		s.use(t)
	}
	n := 0
	for _, t := range s.order {
		if p.limit.Stopped() {
			return 0
		}
		if s.step(t) {
			n++
		}
	}
	for i, a := range p.batch {
		p.batch[i].t = s.now(a.t)
	}
	return n
}

// collect finds the terms of the batch, and reports whether there may be a step.
func (s *stepper) collect() bool {
	found := false
	s.pushBatch()
	s.walk(func(t term.Term) {
		s.order = append(s.order, t)
		found = found || s.st.Op(t) == term.OpIte && s.shares(s.st.Arg(t, 1), s.st.Arg(t, 2))
	})
	if !found || s.limit.Stopped() {
		return false
	}
	slices.Sort(s.order) // arguments are older
	return true
}

// shares reports whether a summand of one term is one of the other.
func (s *stepper) shares(a, b term.Term) bool {
	a, b = s.positive(a), s.positive(b)
	if s.st.Op(b) != term.OpBvAdd {
		a, b = b, a
	}
	if s.st.Op(b) != term.OpBvAdd {
		return false
	}
	args := []term.Term{a}
	if s.st.Op(a) == term.OpBvAdd {
		args = s.st.Args(a)
	}
	return slices.ContainsFunc(args, func(x term.Term) bool {
		return !s.st.IsBits(x) && slices.Contains(s.st.Args(b), x)
	})
}

// use notes what the arguments of t are used by; that of t is known.
func (s *stepper) use(t term.Term) {
	u := use{by: t, step: s.st.Op(t) == term.OpIte}
	switch s.st.Op(t) {
	case term.OpBvAdd, term.OpBvNot:
		u = s.uses[t]
	}
	for _, x := range s.st.Args(t) {
		if s.st.WidthOf(x) == 0 {
			continue
		}
		was, ok := s.uses[x]
		switch {
		case !ok:
			was = u
		case was.by != u.by || u.several:
			was.several = true
		}
		was.step = was.step || u.step
		s.uses[x] = was
	}
}

// step finds the image of t, and reports whether something is taken out of it.
func (s *stepper) step(t term.Term) bool {
	s.args = s.args[:0]
	for _, x := range s.st.Args(t) {
		s.args = append(s.args, s.now(x))
	}
	u, taken := t, false
	if !slices.Equal(s.args, s.st.Args(t)) {
		u = s.rw.Rebuild(t, s.args)
	}
	if by := s.uses[t]; s.st.Op(u) == term.OpIte && s.st.WidthOf(u) > 0 && !(by.step && by.several) {
		if v := s.rw.ShareSum(s.st.Arg(u, 0), s.st.Arg(u, 1), s.st.Arg(u, 2)); v != 0 {
			u, taken = v, true
		}
	}
	if u != t {
		s.image[t] = u
	}
	return taken
}

// now returns the image of t.
func (s *stepper) now(t term.Term) term.Term {
	if u, ok := s.image[t]; ok {
		return u
	}
	return t
}
