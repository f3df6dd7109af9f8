package lia

import (
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/num"
)

// value returns the value of an active node; of an Int, it is rounded down.
func (t *tableau) value(n theory.Node) num.Rat {
	x := t.tab.Value(t.columns[n].v)
	if t.nodes[n].real {
		return t.fromTableau(n, x.R.AddMul(x.D, t.eps))
	}
	return t.fromTableau(n, ratOf(x.Floor()))
}

// chooseValues notes the values that the tableau gives. (Moving its variables
// apart where that costs nothing was tried: it took 85% of the time of a widening run
// on drivers and saved hardly any lemma.)
func (t *tableau) chooseValues() {
	t.eps = t.tab.Epsilon()
	for _, n := range t.tracked {
		if t.host.Stopped() {
			return
		}
		if v, ok := t.trackedValue(n); ok {
			t.used[v] = struct{}{}
		}
	}
}

// trackedValue returns the value that the tableau gives to the root of n's class, if it is
// a machine word.
func (t *tableau) trackedValue(n theory.Node) (int64, bool) {
	r := t.tab.Value(t.columns[n].v)
	if !r.IsInt() {
		return 0, false
	}
	return t.fromTableau(n, r.R).Sub(intOf(t.host.Offset(n))).Int64()
}
