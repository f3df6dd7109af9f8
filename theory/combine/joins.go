package combine

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/euf"
	"github.com/muster-smt/muster/theory/term"
)

// explainedByJoin is how many explanations there must be for each atom at a join.
const explainedByJoin = 4

// makeJoins makes atoms at joins. The e-graph propagates them as it does all atoms, so
// explanations use them. They are in no clause but learned ones, so they are neither
// relevant nor decided, and theories don't hear of them.
func (e *Engine) makeJoins() {
	for _, j := range e.g.TakeJoins() {
		if e.Joins*explainedByJoin < e.g.Explained {
			e.makeJoin(j)
		}
	}
}

func (e *Engine) makeJoin(j euf.Join) {
	a, b, off := theory.TermOf(e.g, e.st, j.A), theory.TermOf(e.g, e.st, j.B), j.Off
	if a == 0 || b == 0 || e.st.Sort(a) == term.Bool || e.st.Sort(a) != e.st.Sort(b) {
		return
	}
	if off != 0 {
		if e.st.Sort(b) != term.Int {
			return
		}
		b = e.mk.Add(b, e.st.Int(off))
	}
	t := e.mk.Eq(a, b)
	if e.st.Op(t) != term.OpEq || e.cnf.Known(t) != sat.NoLit {
		return
	}
	e.Joins++
	e.cnf.Lit(t, e.tag)
	e.link()
}
