package interpolate

import (
	"context"
	"fmt"
	"slices"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
)

// Sequence returns an inductive sequence of interpolants of parts that contradict each other, one fewer than
// parts: with none before it, each part and the interpolant before it imply the next one, and the last part and
// interpolant contradict each other. The symbols of each occur both up to its part and after it. Errors are those
// of Binary.
func (p *Interpolator) Sequence(ctx context.Context, parts [][]term.Term) ([][]term.Term, error) {
	return p.Tree(ctx, parts, make([]int, len(parts)))
}

// Tree returns interpolants of a tree of parts that contradict each other, one for each part but
// the root. The parts come in post-order; first[v] is the index of the first part of the subtree
// of part v. A part and the interpolants of its children imply its own, and contradict each other
// at the root. The symbols of an interpolant occur both in its subtree and outside. Errors
// are those of Binary.
func (p *Interpolator) Tree(ctx context.Context, parts [][]term.Term, first []int) ([][]term.Term, error) {
	if err := postOrder(first, len(parts)); err != nil {
		return nil, err
	}
	var out [][]term.Term
	for v := range max(len(parts)-1, 0) {
		inside, outside := slices.Clone(parts[v]), slices.Concat(parts[v+1:]...)
		for _, c := range below(first, v-1, first[v]) {
			inside = append(inside, out[c]...)
		}
		for _, c := range below(first, first[v]-1, 0) { // subtrees that are finished
			outside = append(outside, out[c]...)
		}
		i, err := p.Binary(ctx, inside, outside, nil)
		if err != nil {
			return nil, err
		}
		out = append(out, i)
	}
	return out, p.root(ctx, parts, first, out)
}

// root checks that the root and the interpolants of its children contradict each other: what no
// call of Binary has checked.
func (p *Interpolator) root(ctx context.Context, parts [][]term.Term, first []int, found [][]term.Term) error {
	n := len(parts) - 1
	if n < 0 {
		return ErrSatisfiable
	}
	all := slices.Clone(parts[n])
	for _, c := range below(first, n-1, first[n]) {
		all = append(all, found[c]...)
	}
	if n == 0 { // it has no interpolant that could be wrong
		s := p.solver(all)
		if r := s.Check(ctx); r.HasModel() && r.Reason.Kind == reason.None {
			return ErrSatisfiable
		} else {
			return unknown(r, "the only part")
		}
	}
	return p.refuted(ctx, "the interpolants do not contradict the root", all)
}

// below returns the roots of the greatest subtrees between two indices.
func below(first []int, last, least int) []int {
	var out []int
	for c := last; c >= least; c = first[c] - 1 {
		out = append(out, c)
	}
	return out
}

// postOrder checks the beginnings of subtrees.
func postOrder(first []int, n int) error {
	ok := len(first) == n && (n == 0 || first[n-1] == 0)
	for v := 0; v < len(first) && ok; v++ {
		c := v
		for c > first[v] && c > 0 && first[c-1] >= 0 && first[c-1] < c {
			c = first[c-1]
		}
		ok = first[v] >= 0 && first[v] <= v && c == first[v]
	}
	if !ok {
		return fmt.Errorf("interpolate: %v are not the first parts of the subtrees of %d parts in post-order", first, n)
	}
	return nil
}
