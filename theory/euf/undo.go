package euf

import "github.com/muster-smt/muster/theory"

// NewLevel opens a level.
func (g *EGraph) NewLevel() { g.levels = append(g.levels, int32(len(g.trail))) }

// Backtrack undoes all levels above level. Nodes created in them survive; their
// congruences with others are found again and queued.
func (g *EGraph) Backtrack(level int) {
	if level >= len(g.levels) {
		return
	}
	g.queue, g.head, g.hasConflict = g.queue[:0], 0, false
	mark := int(g.levels[level])
	g.levels = g.levels[:level]
	g.again = g.again[:0]
	for len(g.trail) > mark {
		rec := g.trail[len(g.trail)-1]
		g.trail = g.trail[:len(g.trail)-1]
		if rec.kind == recMerge {
			g.undoMerge(&rec)
		} else {
			g.undoInsert(rec.root)
			g.again = append(g.again, rec.root)
		}
	}
	for i := len(g.again) - 1; i >= 0; i-- {
		g.insert(g.again[i])
	}
	g.check()
}

func (g *EGraph) undoInsert(n theory.Node) {
	if g.nodes[n].inTab {
		g.table.remove(g, n)
		g.nodes[n].inTab = false
	}
	args := g.argsOf(n)
	for i := len(args) - 1; i >= 0; i-- {
		r := uint32(g.reps[args[i].Node].root)
		g.parents.Cut(r, g.parents.NumOf(r)-1)
	}
}

func (g *EGraph) undoMerge(rec *record) {
	ro, ot := &g.nodes[rec.root], &g.nodes[rec.other]
	for i := int(rec.removed); i < len(g.removed); i++ {
		if p := g.removed[i].N; g.nodes[p].inTab {
			g.table.remove(g, p)
		}
	}
	r := uint32(rec.root)
	g.parents.Cut(r, g.parents.NumOf(r)-g.parents.NumOf(uint32(rec.other)))
	if !rec.hadValue {
		ro.value = 0
	}
	ro.size -= ot.size
	g.splice(rec.root, rec.other)
	g.relabel(rec.other, rec.other, -rec.off)
	for i := int(rec.removed); i < len(g.removed); i++ {
		s := g.removed[i]
		g.table.place(g, s.N, s.Hash)
		g.nodes[s.N].inTab = true
	}
	g.removed = g.removed[:rec.removed]
	// A later merge may have reversed the edge.
	if g.nodes[rec.a].up == rec.b {
		g.nodes[rec.a].up = 0
	} else {
		g.nodes[rec.b].up = 0
	}
}
