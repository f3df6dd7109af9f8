package term

import (
	"iter"
	"slices"
)

// Visit calls f for the given terms and for what is below them, each term
// once, depth first and the last argument first. It descends into the
// arguments of a term if f returns true.
func (s *Store) Visit(f func(Term) bool, roots ...Term) {
	visited := map[Term]bool{}
	stack := append([]Term(nil), roots...)
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if visited[t] {
			continue
		}
		visited[t] = true
		if f(t) {
			stack = append(stack, s.Args(t)...)
		}
	}
}

// Any reports whether f holds for one of the given terms or of what is below them.
func (s *Store) Any(f func(Term) bool, roots ...Term) (found bool) {
	s.Visit(func(t Term) bool {
		found = found || f(t)
		return !found
	}, roots...)
	return found
}

// HasQuantifier reports whether there is a quantifier in t.
func (s *Store) HasQuantifier(t Term) bool { return s.Any(s.IsQuantifier, t) }

// Conjuncts appends the formulas whose conjunction t is, other than true, in order. Conjunctions
// that are shared are taken apart each time.
func (s *Store) Conjuncts(dst []Term, t Term) []Term {
	stack := append(make([]Term, 0, 32), t)
	for len(stack) > 0 {
		t := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch s.Op(t) {
		case OpTrue:
		case OpAnd:
			args := s.Args(t)
			for i := len(args) - 1; i >= 0; i-- {
				stack = append(stack, args[i])
			}
		default:
			dst = append(dst, t)
		}
	}
	return dst
}

// Parts appends the formulas of which op, And or Or, makes t, in order. A negation of the other operator counts as op.
// Those that are shared are taken apart each time.
func (s *Store) Parts(dst []Term, op Op, t Term) []Term {
	TopDown(func(t Term) []Term {
		switch {
		case s.Op(t) == op:
			return s.Args(t)
		case s.Op(t) == OpNot && s.Op(s.Arg(t, 0)) == OpAnd+OpOr-op:
			parts := slices.Clone(s.Args(s.Arg(t, 0)))
			for i, a := range slices.Backward(parts) {
				parts[i] = s.Not(a)
			}
			return parts
		}
		dst = append(dst, t)
		return nil
	}, t)
	return dst
}

// TopDown calls f for the roots and for what f returns, depth first and the first one first. What is shared is
// visited each time unless f returns nothing for it. Nodes are terms, or terms and something else.
func TopDown[N any](f func(N) []N, roots ...N) {
	stack := make([]N, 0, 32)
	for next := roots; ; {
		for i := len(next) - 1; i >= 0; i-- {
			stack = append(stack, next[i])
		}
		if len(stack) == 0 {
			return
		}
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		next = f(n)
	}
}

// BottomUp ranges over root and what it is made from, except for what is done: each node after those that below
// returns for it, the last of which comes first. The body of the loop does a node, which done reports from then
// on. Nodes are terms, with Store.Args for below, or terms and something else.
func BottomUp[N any](root N, below func(N) []N, done func(N) bool) iter.Seq[N] {
	return func(yield func(N) bool) {
		stack := append(make([]N, 0, 32), root)
		for len(stack) > 0 {
			before := len(stack)
			n := stack[before-1]
			if !done(n) {
				for _, m := range below(n) {
					if !done(m) {
						stack = append(stack, m)
					}
				}
				if len(stack) > before {
					continue
				}
				if !yield(n) {
					return
				}
			}
			stack = stack[:before-1]
		}
	}
}

// Walk visits terms as Store.Visit does, but keeps its memory: it is for walks that are many, or that go on
// where earlier ones stopped. The zero Walk has visited nothing.
type Walk struct {
	Seen Set // what was visited

	stack []Term
}

// Visit calls f for those of the given terms, and of what is below them, that are not in Seen. It descends into
// the arguments of a term if f returns true.
func (w *Walk) Visit(s *Store, f func(Term) bool, roots ...Term) {
	w.Push(roots...)
	for len(w.stack) > 0 {
		t := w.stack[len(w.stack)-1]
		w.stack = w.stack[:len(w.stack)-1]
		if w.Seen.Add(t) && f(t) {
			w.Push(s.Args(t)...)
		}
	}
}

// Push has Visit go to these terms, the last one first, and then where it would have gone: Visit's
// function may call it, or its caller before.
func (w *Walk) Push(ts ...Term) { w.stack = append(w.stack, ts...) }
