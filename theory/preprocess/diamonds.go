package preprocess

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
)

const (
	diamondCases = 4 // of a disjunction
	diamondSize  = 8 // equations of a case
)

// diamonds makes definitions of disjunctions whose cases define the same bit-vectors: of "x = s and
// y = t, or x = u and y = v" it makes x = (ite p s u) and y = (ite p t v), for a new p. Then solve
// eliminates x and y, and what they have in common is seen.
func (p *Pipeline) diamonds() int {
	n := p.implications()
	for i := range p.batch { // not those added
		if p.limit.Stopped() {
			break
		}
		if p.st.Op(p.batch[i].t) != term.OpOr || p.st.NumArgs(p.batch[i].t) > diamondCases {
			continue
		}
		xs, cases := p.definedByCases(p.batch[i].t)
		if len(xs) == 0 {
			continue
		}
		n++
		choices := make([]term.Term, len(cases)-1)
		for k := range choices {
			choices[k] = p.fresh(term.Bool)
		}
		for j, x := range xs {
			t := cases[len(choices)][j]
			for k, c := range slices.Backward(choices) {
				t = p.rw.Ite(c, cases[k][j], t)
			}
			if e := (assertion{t: p.rw.Eq(x, t)}); j == 0 {
				p.batch[i] = e
			} else {
				p.batch = append(p.batch, e)
			}
		}
	}
	return n
}

// definedByCases returns constants that all cases of a disjunction define, and what they are in each
// case, if that is all that the cases say; else none.
func (p *Pipeline) definedByCases(or term.Term) (xs []term.Term, cases [][]term.Term) {
	var left [][]term.Term // by case: equations
	for _, c := range p.st.Args(or) {
		es := slices.Clone(p.equations(c))
		if es == nil || left != nil && len(es) != len(left[0]) {
			return nil, nil
		}
		left = append(left, es)
	}
	cases = make([][]term.Term, len(left))
	for len(left[0]) > 0 {
		x, images := p.definedIn(left)
		if x == 0 {
			return nil, nil
		}
		xs = append(xs, x)
		for k, t := range images {
			cases[k] = append(cases[k], t)
		}
	}
	return xs, cases
}

// equatesBits reports whether e is an equation of bit-vectors.
func (p *Pipeline) equatesBits(e term.Term) bool {
	return p.st.Op(e) == term.OpEq && p.st.WidthOf(p.st.Arg(e, 0)) > 0
}

// definedIn takes an equation from each case that defines the same constant. It returns that and
// what it is, or 0.
func (p *Pipeline) definedIn(left [][]term.Term) (term.Term, []term.Term) {
	for _, x := range p.definable(left[0][0]) {
		var images []term.Term
		var at []int
		for _, es := range left {
			k, t := p.definition(es, x)
			if t == 0 {
				break
			}
			images, at = append(images, t), append(at, k)
		}
		if len(at) < len(left) {
			continue
		}
		for c, k := range at {
			left[c] = slices.Delete(left[c], k, k+1)
		}
		return x, images
	}
	return 0, nil
}

// definition returns the place of the first equation that can be solved for x, and the solution, or 0.
func (p *Pipeline) definition(es []term.Term, x term.Term) (k int, t term.Term) {
	for k, e := range es {
		a, b := p.st.Arg(e, 0), p.st.Arg(e, 1)
		switch {
		case a == x:
			return k, b
		case b == x:
			return k, a
		}
		if t := p.rw.SolveBits(a, b, x); t != 0 {
			return k, t
		}
	}
	return 0, 0
}

// definable returns the constants that occur as summands in an equation and can be eliminated,
// the latest first.
func (p *Pipeline) definable(e term.Term) []term.Term {
	var out []term.Term
	for _, a := range p.st.Args(e) {
		args := []term.Term{a}
		if a = p.positive(a); p.st.Op(a) == term.OpBvAdd {
			args = p.st.Args(a)
		}
		for _, x := range args {
			if p.st.IsConst(x) && !p.wasSeen(x) {
				out = append(out, x)
			}
		}
	}
	slices.SortFunc(out, func(a, b term.Term) int { return int(b) - int(a) })
	return slices.Compact(out)
}
