package driver

import (
	"cmp"
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/prog"
)

// Lines are lines of a file, First and Last included.
type Lines struct{ File, First, Last int32 }

// Unreached returns the lines of the source that no execution reaches, within what the answers are about: of procedures
// that are not called, and of blocks behind branches to which none gets. A line on which something else is, too, is not
// among them.
func (r *CoverageReport) Unreached() ([]Lines, error) {
	if r.Entry == "" {
		return nil, nil // a limit ended the run before
	}
	x, err := r.front.Load(r.Files, term.NewStore(), front.Query{Question: front.Coverage})
	if err != nil {
		return nil, err
	}
	type target struct {
		proc, block string
		branch      bool
	}
	asked := map[target]bool{} // whether one does not get there
	for i := range r.Targets {
		t := &r.Targets[i]
		key := target{proc: t.Proc, branch: t.Branch}
		if t.Branch {
			key.block = t.Block
		}
		asked[key] = isSafe(t.Result) || t.Result.Verdict() == verifier.SafeUpToBound
	}
	var lines []Lines
	for _, q := range x.Program.Procs {
		if !q.HasBody() {
			continue
		}
		dead, called := asked[target{proc: q.Name}]
		blocks := deadBlocks(q, dead || !called, func(label string) bool { return asked[target{q.Name, label, true}] })
		lines = append(lines, deadLines(x.Program, q, blocks)...)
	}
	slices.SortFunc(lines, func(a, b Lines) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.First, b.First))
	})
	return lines, nil
}

// deadBlocks returns which blocks of a procedure are not reached: all, if it is not called, the targets of branches to
// which no execution gets, and what only these lead to.
func deadBlocks(q *prog.Proc, uncalled bool, unreached func(label string) bool) []bool {
	reached := make([]bool, len(q.Blocks))
	var work []int32
	visit := func(i int32, branch bool) {
		if b := &q.Blocks[i]; !reached[i] && !uncalled && (!branch || !unreached(b.Label)) {
			reached[i] = true
			work = append(work, i)
		}
	}
	visit(0, false)
	for len(work) > 0 {
		succs := q.Blocks[work[len(work)-1]].Succs
		work = work[:len(work)-1]
		for _, s := range succs {
			visit(s, len(succs) > 1)
		}
	}
	for i := range reached {
		reached[i] = !reached[i]
	}
	return reached
}

// deadLines returns the lines of a procedure on which nothing is reached, with those between them.
func deadLines(p *prog.Program, q *prog.Proc, dead []bool) (out []Lines) {
	type place struct {
		prog.Pos
		dead bool
	}
	places := []place{{p.Pos(q.Node), dead[0]}}
	add := func(at prog.Pos, dead bool) {
		if at != (prog.Pos{}) {
			places = append(places, place{at, dead})
		}
	}
	from := make([]bool, len(q.Blocks)) // a block that is reached leads there
	for i := range q.Blocks {
		for _, s := range q.Blocks[i].Succs {
			from[s] = from[s] || !dead[i]
		}
	}
	for i := range q.Blocks {
		b := &q.Blocks[i]
		at := p.Pos(b.Node)
		add(at, dead[i] && !from[i]) // of the branch to it
		for _, c := range b.Cmds {
			if x := p.Pos(c.Node); x != at {
				add(x, dead[i])
			}
		}
	}
	slices.SortStableFunc(places, func(a, b place) int { return a.Compare(b.Pos) })
	for i := 0; i < len(places); {
		k, all := i, true // the places on a line
		for ; k < len(places) && places[k].Line == places[i].Line && places[k].File == places[i].File; k++ {
			all = all && places[k].dead
		}
		switch at := places[i]; {
		case !all:
			out = append(out, Lines{}) // ends a run
		case len(out) > 0 && out[len(out)-1].First > 0 && out[len(out)-1].File == at.File:
			out[len(out)-1].Last = at.Line
		default:
			out = append(out, Lines{at.File, at.Line, at.Line})
		}
		i = k
	}
	return slices.DeleteFunc(out, func(l Lines) bool { return l.First == 0 })
}
