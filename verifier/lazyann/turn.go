package lazyann

import (
	"context"
	"errors"
	"slices"

	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/cutpoint"
	"github.com/muster-smt/muster/verifier/vc"
)

// errTurn ends a search that begins again with its loops turned.
var errTurn = errors.New("loops are to be turned")

// turns says when loops are turned, and has what one search leaves to the next.
type turns struct {
	sys   *vc.System
	facts []int            // by vc.ProcID: what was learned
	asked []bool           // by vc.ProcID: it goes through no range
	may   bool             // loops have not been turned, and may be
	cut   *cutpoint.Turned // what is searched; nil: the system as it is

	ctx   context.Context
	stop  context.CancelFunc // ends the search for an answer for all bounds; nil until it begins
	bound *verifier.Proof    // that no execution within the bound reaches the exit; nil if that is not known
}

func newTurns(ctx context.Context, sys *vc.System, may bool) *turns {
	return &turns{sys: sys, may: may, facts: make([]int, len(sys.Procs)), asked: make([]bool, len(sys.Procs)), ctx: ctx}
}

// system returns the system to search.
func (t *turns) system() *vc.System {
	if t.cut != nil {
		return t.cut.System
	}
	return t.sys
}

// manyFacts is how many facts about a loop that goes through a range are taken for a sign that they come one after the
// other without end.
const manyFacts = 16

// wanted reports whether loops are to be turned, now that literals were learned about a procedure: it goes through a
// range, and they are about cells of it, or the last of many.
func (t *turns) wanted(id vc.ProcID, lits []term.Term) bool {
	if !t.may || !slices.ContainsFunc(t.sys.Procs[id].Sites, func(s vc.Site) bool { return s.Callee == id }) {
		return false
	}
	st := t.sys.Store
	t.facts[id]++
	cells := st.Any(func(u term.Term) bool { return st.Op(u) == term.OpSelect || st.IsQuantifier(u) }, lits...)
	if !cells && t.facts[id] < manyFacts || t.asked[id] {
		return false
	}
	t.asked[id] = true
	return cutpoint.Ranges(t.sys, rewrite.New(st), id)
}

// again reports whether to search once more: with loops turned, or as they are, if the search with turned ones gave
// up, perhaps for an execution that only these have. Call sites that were opened for that stay open, which excludes
// nothing.
func (t *turns) again(res verifier.Result, err error) bool {
	unknown := err == nil && res.Verdict() == verifier.Unknown
	switch {
	case errors.Is(err, errTurn):
		t.may, t.cut = false, cutpoint.Turn(t.sys, rewrite.New(t.sys.Store))
		return true
	case unknown && t.cut != nil && t.bound == nil && t.ctx.Err() == nil:
		t.cut = nil
		return true
	}
	return false
}

// call is a call of an execution, by the instances of the program.
type call struct {
	site int32
	n    *node // nil: the next iteration of a loop that is turned
}

// iterations returns the calls of a node by the instances of the program: of a loop that is turned those of each
// iteration, in order, which ends with a call of the next one.
func (s *search) iterations(n *node) (steps [][]call) {
	turned := s.cut != nil && s.cut.IsLoop(n.proc)
	for n != nil {
		var step []call
		var before *node
		for i, c := range n.calls {
			site := n.sites[i]
			if turned {
				site = s.cut.Site(n.proc, site)
			}
			if site >= 0 {
				step = append(step, call{site, c})
			} else {
				before = c
			}
		}
		if before != nil {
			step = append(step, call{n.again, nil})
		}
		steps = append(steps, step)
		n = before
	}
	slices.Reverse(steps)
	return steps
}
