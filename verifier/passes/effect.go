package passes

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/graph"
	"github.com/muster-smt/muster/verifier/prog"
)

// globalIndex numbers the globals.
func (s *state) globalIndex() []int32 {
	index := slices.Repeat([]int32{-1}, len(s.p.Vars))
	for i, g := range s.p.Globals {
		index[g] = int32(i)
	}
	return index
}

// callees returns the procedures that q calls, each once.
func callees(q *prog.Proc, seen []prog.ProcID) []int32 {
	var out []int32
	for c := range q.Cmds {
		if c.Kind == prog.Call && seen[c.Callee] != q.ID+1 {
			seen[c.Callee] = q.ID + 1
			out = append(out, int32(c.Callee))
		}
	}
	return out
}

// callGraph returns the callees of each procedure, and the strongly connected
// components of the procedures that the entry reaches, callees first.
func (s *state) callGraph() (calls [][]int32, comps [][]int32) {
	seen := make([]prog.ProcID, len(s.p.Procs))
	calls = make([][]int32, len(s.p.Procs))
	for i, q := range s.p.Procs {
		calls[i] = callees(q, seen)
	}
	all := graph.NewComponents[int32](len(s.p.Procs))
	return calls, all.Of([]int32{int32(s.p.Entry)}, func(v int32) []int32 { return calls[v] })
}

// effects computes what each procedure reads and writes, makes the latter its
// modifies clause, and replaces the old values of globals that it does not write by
// their values.
func (s *state) effects() error {
	index := s.globalIndex()
	n := len(s.p.Globals)
	reads := make([]bitset, len(s.p.Procs))
	writes := make([]bitset, len(s.p.Procs))
	calls, comps := s.callGraph()
	for i := range reads {
		reads[i], writes[i] = newBitset(n), newBitset(n)
	}
	for _, comp := range comps {
		// In a component all procedures have the same effects.
		r, w := reads[comp[0]], writes[comp[0]]
		for _, id := range comp {
			s.direct(s.p.Procs[id], index, r, w)
			for _, c := range calls[id] {
				r.union(reads[c])
				w.union(writes[c])
			}
		}
		for _, id := range comp[1:] {
			reads[id], writes[id] = r, w
		}
	}
	list := func(set bitset) []prog.VarID {
		var vs []prog.VarID
		set.each(func(i int32) { vs = append(vs, s.p.Globals[i]) })
		return vs
	}
	s.res.Effects = make([]Effects, len(s.p.Procs))
	before, after := 0, 0
	sub := term.NewSubst(s.st, s.rw)
	for i, q := range s.p.Procs {
		e := Effects{Reads: list(reads[i]), Writes: list(writes[i])}
		s.res.Effects[i] = e
		if q.HasBody() {
			before += len(q.Modifies)
			after += len(e.Writes)
		}
		q.Modifies = e.Writes
		s.youngValues(q, index, writes[i], sub)
	}
	s.count("modifies before", before)
	s.count("modifies after", after)
	return nil
}

// recordWrites computes the effects, and records what is written; of a procedure that is no longer called, all that
// it may change in the core program.
func (s *state) recordWrites() error {
	if err := s.effects(); err != nil {
		return err
	}
	s.res.Writes = make([][]prog.VarID, len(s.p.Procs))
	for i, q := range s.p.Procs {
		s.res.Writes[i] = q.Modifies
		if !q.HasBody() {
			s.res.Writes[i] = s.res.Core.Procs[i].Modifies
		}
	}
	return nil
}

// direct adds what q itself reads and writes.
func (s *state) direct(q *prog.Proc, index []int32, reads, writes bitset) {
	for t := range q.Terms {
		for _, r := range s.uses.Of(t) {
			if i := index[r.Var()]; i >= 0 {
				reads.add(i)
			}
		}
	}
	if !q.HasBody() {
		for _, g := range q.Modifies {
			writes.add(index[g])
		}
	}
	for c := range q.Cmds {
		for _, v := range c.Targets {
			if i := index[v]; i >= 0 {
				writes.add(i)
			}
		}
	}
}

// youngValues replaces old(g) by g where g never changes.
func (s *state) youngValues(q *prog.Proc, index []int32, writes bitset, sub *term.Subst) {
	image := func(t term.Term) term.Term {
		hit := false
		for _, r := range s.uses.Of(t) {
			if r.Old() && !writes.has(index[r.Var()]) {
				if !hit {
					sub.Reset()
				}
				hit = true
				sub.Bind(s.p.Term(r), s.p.Var(r.Var()).Term)
			}
		}
		if !hit {
			return t
		}
		return sub.Apply(t)
	}
	q.Ensures = s.contracts(q.Ensures, image)
	for c := range q.Cmds {
		if c.Cond != 0 {
			c.Cond = image(c.Cond)
		}
		for k, t := range c.Values {
			if n := image(t); n != t {
				c.Values = slices.Clone(c.Values)
				c.Values[k] = n
			}
		}
	}
}
