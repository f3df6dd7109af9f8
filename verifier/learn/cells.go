package learn

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/vc"
)

// cell is an element of an array that a procedure or one that it calls reads or writes: of the arrays of a class, at an
// argument plus a value.
type cell struct{ array, index term.Term }

// maxCells bounds the cells of a procedure.
const maxCells = 12

// contents returns by root of an array's class the roots of the flags, of at most a distance, that are put there:
// interrupt levels and states that are kept for later.
func (r *relevance) contents(distance int) map[term.Term][]term.Term {
	out := map[term.Term][]term.Term{}
	for _, h := range r.holds {
		if r.flag(h.x) && r.distance(h.x) <= distance {
			a := r.root(h.array)
			out[a] = addNew(out[a], []term.Term{r.root(h.x)})
		}
	}
	return out
}

// cells returns by procedure the cells of arrays with contents.
func (r *relevance) cells(sys *vc.System, contents map[term.Term][]term.Term) [][]cell {
	f := &cellFinder{r, sys, make([][]cell, len(sys.Procs)), contents, term.NewSubst(sys.Store, sys.Store)}
	if len(contents) == 0 {
		return f.cells
	}
	for _, p := range sys.Procs {
		f.own(p)
	}
	for again := true; again; {
		again = false
		for _, p := range sys.Procs {
			again = f.called(p) || again
		}
	}
	return f.cells
}

type cellFinder struct {
	*relevance
	sys   *vc.System
	cells [][]cell
	kept  map[term.Term][]term.Term // contents
	sub   *term.Subst
}

// own finds the cells that a procedure itself reads or writes.
func (f *cellFinder) own(p *vc.Proc) {
	f.st.Visit(func(t term.Term) bool {
		if op := f.st.Op(t); op == term.OpSelect || op == term.OpStore {
			if a := f.array(f.st.Arg(t, 0)); a != 0 {
				f.add(p, f.root(a), f.st.Arg(t, 1))
			}
		}
		return true
	}, p.Formulas()...)
}

// called finds the cells of the callees that are cells of p.
func (f *cellFinder) called(p *vc.Proc) (found bool) {
	for i := range p.Sites {
		s := &p.Sites[i]
		if len(f.cells[s.Callee]) == 0 {
			continue
		}
		f.sub.Reset()
		f.sub.BindAll(f.sys.Procs[s.Callee].In, s.Args)
		for _, c := range f.cells[s.Callee] {
			found = f.add(p, c.array, f.sub.Apply(c.index)) || found
		}
	}
	return found
}

func (f *cellFinder) add(p *vc.Proc, array, index term.Term) bool {
	x := cell{array, index}
	if len(f.kept[array]) == 0 || len(f.cells[p.ID]) >= maxCells || slices.Contains(f.cells[p.ID], x) {
		return false
	}
	if !f.st.IsValue(index) {
		cs := f.sum(nil, index)
		if len(cs) != 1 || !slices.Contains(p.In, cs[0]) {
			return false
		}
	}
	f.cells[p.ID] = append(f.cells[p.ID], x)
	return true
}
