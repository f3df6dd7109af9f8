package driver

import (
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/prog"
)

// CallGraph says which procedures the entry reaches in the program, and how they call each other.
type CallGraph struct {
	Procs []CallNode
	Calls []CallEdge
}

// CallNode is a procedure, or a loop, which is searched as a recursive procedure.
type CallNode struct {
	Name      string
	LoopOf    string // the procedure that it is a loop of; empty if it is none
	Body      bool   // it has one
	Pos       prog.Pos
	Instances int  // of it that the engine inlined
	Executed  bool // by the failing execution
	Fails     bool // what fails is in it
}

// CallEdge says how often a procedure calls another one in its text. From and To are indices of CallGraph.Procs.
type CallEdge struct {
	From, To, Sites int
	Executed        bool // by the failing execution
}

// callGraph returns that of the program, with what the answer says about it; nil if a limit ended the run before there
// was one.
func (r *run) callGraph() *CallGraph {
	if r.prep == nil || r.prep.Core == nil {
		return nil
	}
	core := r.prep.Core
	g := &CallGraph{}
	node := make([]int, len(core.Procs)) // from 1 on
	work := []prog.ProcID{core.Entry}
	node[core.Entry] = 1
	for n := 0; n < len(work); n++ {
		q := core.Procs[work[n]]
		g.Procs = append(g.Procs, CallNode{Name: q.Name, LoopOf: q.LoopOf, Body: q.HasBody(), Pos: core.Pos(q.Node)})
		sites := map[prog.ProcID]int{}
		var callees []prog.ProcID // in order
		for i := range q.Blocks {
			for _, c := range q.Blocks[i].Cmds {
				if c.Kind != prog.Call {
					continue
				}
				if node[c.Callee] == 0 {
					work = append(work, c.Callee)
					node[c.Callee] = len(work)
				}
				if sites[c.Callee]++; sites[c.Callee] == 1 {
					callees = append(callees, c.Callee)
				}
			}
		}
		for _, id := range callees {
			g.Calls = append(g.Calls, CallEdge{From: n, To: node[id] - 1, Sites: sites[id]})
		}
	}
	index := map[string]int{}
	for i := range g.Procs {
		index[g.Procs[i].Name] = i
	}
	for _, x := range r.rep.Result.Stats().Inlined {
		if i, ok := index[x.Proc]; ok {
			g.Procs[i].Instances += x.Instances
		}
	}
	g.execute(r.rep.Result.Trace(), index)
	return g
}

// execute notes what the failing execution calls. There may be none.
func (g *CallGraph) execute(t *verifier.Trace, index map[string]int) {
	if t == nil {
		return
	}
	stacks, called := map[int][]int{}, map[[2]int]bool{} // the former by thread
	g.Procs[0].Executed = true
	failed := 0
	for i := range t.Steps {
		s := &t.Steps[i]
		stack := stacks[s.Thread]
		if stack == nil {
			stack = []int{0}
		}
		top := stack[len(stack)-1]
		switch s.Kind {
		case prog.StepCall:
			to, ok := index[s.Proc]
			if !ok {
				to = top
			}
			g.Procs[to].Executed = true
			called[[2]int{top, to}] = true
			stack = append(stack, to)
		case prog.StepReturn:
			if len(stack) > 1 {
				stack = stack[:len(stack)-1]
			}
		case prog.StepFail:
			failed = top
		}
		stacks[s.Thread] = stack
	}
	g.Procs[failed].Fails = true
	for i := range g.Calls {
		e := &g.Calls[i]
		e.Executed = called[[2]int{e.From, e.To}]
	}
}
