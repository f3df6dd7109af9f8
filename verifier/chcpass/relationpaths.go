package chcpass

import (
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/vc"
)

// maxRelationPaths is how many paths a template may have so that they are asked about one by one, and how many
// alternatives a path.
const maxRelationPaths = 32

// relationPath is a path of a template, with the conditions of its blocks, or an alternative of these.
type relationPath struct {
	blocks []int32
	conds  []term.Term
}

// pathsOf returns the paths of a template if it returns bit-vectors and has few; else nil. What holds on a path is no
// case of a disjunction, so equations can be substituted there before sums become circuits: that two sums of equal
// bit-vectors are equal is nothing then, and hundreds of conflicts otherwise. For congruences disjunctions of
// conjunctions are cases, too.
func (r *relating) pathsOf(p *vc.Proc) (paths []relationPath) {
	for _, blocks := range r.blockPaths(p) {
		var conds []term.Term
		for _, b := range blocks {
			conds = append(append(conds, p.Blocks[b].Guard), p.Blocks[b].Conds...)
		}
		all := [][]term.Term{conds}
		if r.words > 0 {
			all = alternatives(r.p.st, conds)
		}
		for _, conds := range all {
			paths = append(paths, relationPath{blocks, conds})
		}
	}
	return paths
}

// alternatives returns conjunctions of which one holds where conditions do: those of disjunctions of conjunctions.
func alternatives(st *term.Store, conds []term.Term) (done [][]term.Term) {
	cases := func(t term.Term) bool {
		return st.Op(t) == term.OpOr &&
			slices.ContainsFunc(st.Args(t), func(x term.Term) bool { return st.Op(x) == term.OpAnd })
	}
	var first []term.Term
	for _, c := range conds {
		first = st.Conjuncts(first, c)
	}
	for work := [][]term.Term{first}; len(work) > 0; {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		k := slices.IndexFunc(at, cases)
		if k < 0 {
			done = append(done, at)
			continue
		}
		if len(done)+len(work)+len(st.Args(at[k])) > maxRelationPaths {
			return [][]term.Term{first}
		}
		for _, x := range st.Args(at[k]) {
			work = append(work, st.Conjuncts(slices.Delete(slices.Clone(at), k, k+1), x))
		}
	}
	return done
}

// blockPaths returns the paths of a template as lists of blocks, nil where pathsOf has none.
func (r *relating) blockPaths(p *vc.Proc) (paths [][]int32) {
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
func (r *relating) byPaths(id vc.ProcID, paths []relationPath, formula term.Term) (sat.Status, *model.Model, error) {
	p := r.p.sys.Procs[id]
	status := sat.Unsat
	for _, path := range paths {
		s := solver.New(r.p.st, solver.Options{})
		s.SetConflictBudget(r.conflicts)
		s.Assert(formula)
		for _, c := range path.conds {
			s.Assert(c)
		}
		for _, b := range path.blocks {
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
		r.p.spend(len(path.blocks))
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
