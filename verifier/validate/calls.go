package validate

import (
	"slices"

	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/vc"
)

// calls are the opened call sites by the instance that they enter. No execution may
// enter an instance twice.
type calls struct {
	tree  *inline.Tree
	of    map[inline.InstID][]verifier.SiteRef
	known map[passed]bool // an execution may pass both
}

// passed are an instance and a call site of an earlier one.
type passed struct {
	inst int32
	by   verifier.SiteRef
}

func newCalls(tree *inline.Tree) *calls {
	return &calls{tree: tree, of: map[inline.InstID][]verifier.SiteRef{}, known: map[passed]bool{}}
}

// add notes a call site that enters c.
func (x *calls) add(c inline.InstID, ref verifier.SiteRef) { x.of[c] = append(x.of[c], ref) }

// exclusive reports whether no execution may pass two of the call sites that enter c, once all calls are noted.
func (x *calls) exclusive(c inline.InstID) bool {
	for i, r := range x.of[c] {
		if slices.ContainsFunc(x.of[c][:i], func(q verifier.SiteRef) bool { return x.together(r, q) }) {
			return false
		}
	}
	return true
}

// together reports whether an execution may pass two call sites: they are on one path
// of an instance, or so is a call site that enters the later instance and the other.
func (x *calls) together(r, q verifier.SiteRef) bool {
	if r.Instance < q.Instance {
		r, q = q, r
	}
	if r.Instance == q.Instance {
		return onePath(x.tree.Proc(inline.InstID(r.Instance)), r.Site, q.Site)
	}
	key := passed{r.Instance, q}
	if v, ok := x.known[key]; ok {
		return v
	}
	out := slices.ContainsFunc(x.of[inline.InstID(r.Instance)], func(caller verifier.SiteRef) bool {
		return caller.Instance >= r.Instance || x.together(caller, q)
	})
	x.known[key] = out
	return out
}

// onePath reports whether one path may lead through two call sites of a template.
func onePath(p *vc.Proc, i, k int32) bool {
	from, to := p.Sites[i].Block, p.Sites[k].Block
	reached := make([]bool, len(p.Blocks))
	reached[min(from, to)] = true // blocks are in topological order
	for b := range p.Blocks {
		for _, e := range p.Blocks[b].Succs {
			reached[e.To] = reached[e.To] || reached[b]
		}
	}
	return reached[max(from, to)]
}
