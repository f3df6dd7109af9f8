package abstract

import "github.com/muster-smt/muster/verifier/prog"

// Checker decides whether a path is infeasible if only some globals are tracked beside those that always are.
type Checker interface {
	Infeasible(tracked []prog.VarID) bool
}

// Refiner finds a minimal set of globals whose tracking makes a path infeasible, which it is if all are tracked.
type Refiner interface {
	// Refine returns a sublist of all. Those that come first are preferred.
	Refine(c Checker, all []prog.VarID) []prog.VarID
}

// Hierarchical is divide and conquer: Alg. 1 over a checker that makes a formula for each set, Alg. 2 over one that has
// one for all. The paper divides at random; here what is preferred is tracked while the rest is looked at.
type Hierarchical struct{}

// Refine implements Refiner.
func (Hierarchical) Refine(c Checker, all []prog.VarID) []prog.VarID {
	return hierarchical(c, nil, all)
}

// hierarchical returns what of open is needed beside must. Of neither more is, if all of both are tracked.
func hierarchical(c Checker, must, open []prog.VarID) []prog.VarID {
	if len(open) == 0 || c.Infeasible(must) {
		return nil
	}
	if len(open) == 1 {
		return open
	}
	half := len(open) / 2
	near, far := open[:half:half], open[half:]
	needed := hierarchical(c, join(must, near), far)
	return append(hierarchical(c, join(must, needed), near), needed...)
}

func join(a, b []prog.VarID) []prog.VarID { return append(a[:len(a):len(a)], b...) }

// Linear leaves out one global after the other, as Storm does, the least preferred first.
type Linear struct{}

// Refine implements Refiner.
func (Linear) Refine(c Checker, all []prog.VarID) []prog.VarID {
	kept := append([]prog.VarID(nil), all...)
	for i := len(kept) - 1; i >= 0; i-- {
		if without := join(kept[:i], kept[i+1:]); c.Infeasible(without) {
			kept = without
		}
	}
	return kept
}
