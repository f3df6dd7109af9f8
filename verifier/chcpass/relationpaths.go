package chcpass

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/vc"
)

// maxRelationPaths is how many paths a template may have so that they are asked about one by one.
const maxRelationPaths = 32

// pathsOf returns the paths of a template, as lists of blocks, if it returns bit-vectors and has few; else nil. What
// holds on a path is no case of a disjunction, so equations can be substituted there before sums become circuits: that
// two sums of equal bit-vectors are equal is nothing then, and hundreds of conflicts otherwise.
func (r *relating) pathsOf(p *vc.Proc) (paths [][]int32) {
	st := r.p.st
	bits := false
	for _, x := range p.Out {
		bits = bits || st.IsBitVec(st.Sort(x))
	}
	if !bits {
		return nil
	}
	for work := [][]int32{{0}}; len(work) > 0; {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		if len(work)+len(paths) > maxRelationPaths {
			return nil
		}
		b := &p.Blocks[at[len(at)-1]]
		if len(b.Succs) == 0 {
			paths = append(paths, at)
		}
		for _, e := range b.Succs {
			if len(e.Eqs) > 0 {
				return nil
			}
			work = append(work, append(at[:len(at):len(at)], e.To))
		}
	}
	return paths
}

// byPaths asks of path after path whether the procedure can return where a formula holds, and for a model.
func (r *relating) byPaths(id vc.ProcID, paths [][]int32, formula term.Term) (sat.Status, *model.Model, error) {
	p := r.p.sys.Procs[id]
	status := sat.Unsat
	for _, path := range paths {
		s := solver.New(r.p.st, solver.Options{})
		s.SetConflictBudget(relationConflicts)
		s.Assert(formula)
		for _, b := range path {
			s.Assert(p.Blocks[b].Guard)
			for _, c := range p.Blocks[b].Conds {
				s.Assert(c)
			}
			for _, n := range p.Blocks[b].Sites {
				x := &p.Sites[n]
				for _, f := range r.formulas(x.Callee, x.Outs) {
					s.Assert(f)
				}
			}
		}
		if r.left--; r.stopped() {
			return sat.Unknown, nil, nil
		}
		r.p.spend(len(path))
		switch s.Check(r.ctx).Status {
		case sat.Sat:
			m, err := s.Model()
			return sat.Sat, m, err
		case sat.Unknown:
			status = sat.Unknown
		}
	}
	return status, nil, nil
}
