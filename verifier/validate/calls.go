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
	known map[[2]verifier.SiteRef]bool // an execution may pass both
}

func newCalls(tree *inline.Tree) *calls {
	return &calls{tree: tree, of: map[inline.InstID][]verifier.SiteRef{}}
}

// add notes a call site that enters c. It returns false if an execution may pass
// another one that does.
func (x *calls) add(c inline.InstID, ref verifier.SiteRef) bool {
	x.known = map[[2]verifier.SiteRef]bool{}
	if slices.ContainsFunc(x.of[c], func(other verifier.SiteRef) bool { return x.together(ref, other) }) {
		return false
	}
	x.of[c] = append(x.of[c], ref)
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
	key := [2]verifier.SiteRef{r, q}
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
