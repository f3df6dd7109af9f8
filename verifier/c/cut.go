package c

import (
	"slices"

	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/prog"
)

// cycle is a loop: its place, the function that it is in, and the block behind it.
type cycle struct {
	id     front.LoopID
	at     prog.Pos
	proc   prog.ProcID
	behind int32
}

// cycles notes a loop, by the block with which it begins. Behind it, it is left by its end.
func (f *fn) cycles(head, done int32, s *syntax.Stmt) {
	id := front.LoopID(len(f.res.record.cycles) + 1)
	f.res.record.cycles[f.q.Blocks[head].Node] = &cycle{id, f.position(s.Pos), f.q.ID, done}
	if f.enter(done); f.opt.Question == front.Leaves && id == f.opt.Loop {
		f.raw(f.st.False(), s.Pos, &Fault{say: said("the loop is left")})
	}
}

// Loop implements front.Loops.
func (r *Result) Loop(head prog.NodeID) (front.LoopID, prog.Pos) {
	x := r.record.cycles[head]
	if x == nil {
		return 0, prog.Pos{}
	}
	return x.id, x.at
}

// Behind returns what executions only get to that leave one of some loops by its end: the assertions of the program,
// and its functions. It looks at the program as it was loaded, which passes change.
func (r *Result) Behind(loops []front.LoopID) (assertions []prog.Pos, functions []string) {
	closed := map[prog.ProcID][]int32{}
	for _, x := range r.record.cycles {
		if slices.Contains(loops, x.id) {
			closed[x.proc] = append(closed[x.proc], x.behind)
		}
	}
	all, some := r.reachable(nil), r.reachable(closed)
	for _, q := range r.Program.Procs {
		if r.Program.Pos(q.Node).Line > 0 && all[q.ID] != nil && some[q.ID] == nil {
			functions = append(functions, written(q.Name))
		}
		for i := range all[q.ID] {
			if !all[q.ID][i] || some[q.ID] != nil && some[q.ID][i] {
				continue
			}
			for _, c := range q.Blocks[i].Cmds {
				if x := r.faults[c.Node]; c.Kind == prog.Assert && x != nil && x.at.Line > 0 && r.holes[c.Node] == "" &&
					!slices.Contains(assertions, x.at) {
					assertions = append(assertions, x.at)
				}
			}
		}
	}
	slices.SortFunc(assertions, prog.Pos.Compare)
	return assertions, functions
}

// reachable returns the blocks of procedures that control may get to, as far as the graph
// says, if some blocks are closed.
func (r *Result) reachable(closed map[prog.ProcID][]int32) map[prog.ProcID][]bool {
	out := map[prog.ProcID][]bool{}
	type place struct {
		proc  prog.ProcID
		block int32
	}
	var work []place
	visit := func(p prog.ProcID, b int32) {
		q := r.Program.Procs[p]
		if out[p] == nil {
			out[p] = make([]bool, len(q.Blocks))
		}
		if int(b) < len(q.Blocks) && !out[p][b] && !slices.Contains(closed[p], b) {
			out[p][b] = true
			work = append(work, place{p, b})
		}
	}
	for _, p := range r.Program.Entries {
		visit(p, 0)
	}
	for len(work) > 0 {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		b := &r.Program.Procs[at.proc].Blocks[at.block]
		for i := range b.Cmds {
			if b.Cmds[i].Kind == prog.Call {
				visit(b.Cmds[i].Callee, 0)
			}
		}
		for _, s := range b.Succs {
			visit(at.proc, s)
		}
	}
	return out
}
