package arrays

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
)

// step crosses a store whose index differs from that of the read.
type step struct {
	store theory.Node
	up    bool    // from the base to the store
	truth uint8   // 1: the read's index is true, the store's false; 2: the reverse
	lit   sat.Lit // implies that they differ; NoLit if their offsets do
}

// endKind is the kind of a path's end.
type endKind uint8

const (
	endRead  endKind = iota // a read of the same index
	endStore                // a store at the same index
	endConst                // a member of the class: a constant array, or a store into one
)

// cause is why a read (or the element of a constant array) was merged with the
// value at the end of a path of stores.
type cause struct {
	kind     endKind
	from     theory.Node // the read, or a constant array
	end      theory.Node
	first, n uint32 // its steps, in reverse
}

// ExplainLit implements theory.Plugin. Arrays propagate no literals.
func (s *Solver) ExplainLit(sat.Lit, theory.Reason, *theory.Antecedents) {
	panic("arrays: no literal was propagated")
}

// ExplainEq implements theory.Plugin.
func (s *Solver) ExplainEq(a, b theory.Point, why theory.Reason, dst *theory.Antecedents) {
	if dst.Cert != nil {
		s.certify(a, b, why, dst.Cert)
	}
	if why == 0 {
		return
	}
	r := &s.reasons[why-1]
	at := r.from
	var i theory.Point
	if s.kinds[r.from] == kindSelect {
		at, i = s.array(r.from), s.index(r.from)
	}
	for k := int(r.first+r.n) - 1; k >= int(r.first); k-- {
		at = s.explainStep(at, i, &s.steps[k], dst)
	}
	switch r.kind {
	case endRead:
		dst.Eq(at, s.array(r.end))
		dst.Eq(i.Node, s.index(r.end).Node)
	case endStore:
		dst.Eq(at, r.end)
		dst.Eq(i.Node, s.index(r.end).Node)
	case endConst:
		dst.Eq(at, r.end)
	}
}

// explainStep explains a step from array at, and returns where it leads.
func (s *Solver) explainStep(at theory.Node, i theory.Point, st *step, dst *theory.Antecedents) theory.Node {
	if i.Node != 0 { // the path between two constant arrays has no index
		j := s.index(st.store).Node
		switch {
		case st.lit != sat.NoLit:
			dst.Lit(st.lit)
		case st.truth == 1:
			dst.Eq(i.Node, theory.True)
			dst.Eq(j, theory.False)
		case st.truth == 2:
			dst.Eq(i.Node, theory.False)
			dst.Eq(j, theory.True)
		default:
			dst.Eq(i.Node, j)
		}
	}
	if st.up {
		dst.Eq(at, s.array(st.store))
		return st.store
	}
	dst.Eq(at, st.store)
	return s.array(st.store)
}
