package witness

import (
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/inline"
)

// maxChoices limits how many values are made small.
const maxChoices = 400

// Choices implements inline.Chooser: integers that the path chooses, constants, and what it reads from maps.
func (r *Replayer) Choices(t *inline.Tree, p *inline.Path) (out []term.Term) {
	if !r.Small {
		return nil
	}
	w := &writer{Replayer: r, tree: t}
	w.walk(p)
	facts := w.facts(p)
	st := w.System.Store
	seen := map[term.Term]bool{}
	add := func(t term.Term) {
		if !seen[t] && st.Sort(t) == term.Int && !st.IsNum(t) && st.Ground(t) && len(out) < maxChoices {
			seen[t] = true
			out = append(out, t)
		}
	}
	for _, i := range w.order {
		w.tree.Bind(i)
		back := &w.Back.Procs[w.tree.Proc(i).ID]
		for _, v := range back.Entry {
			add(w.tree.Image(v.Term))
		}
		for _, b := range w.blocks[i] {
			for _, v := range back.Blocks[b] {
				add(w.tree.Image(v.Term))
			}
		}
	}
	consts := map[term.Term]bool{}
	for _, v := range w.Prepared.Program.Consts {
		consts[w.Prepared.Program.Vars[v].Term] = true
	}
	st.Visit(func(t term.Term) bool {
		if st.Op(t) == term.OpSelect || consts[t] {
			add(t)
		}
		return true
	}, terms(facts)...)
	return out
}
