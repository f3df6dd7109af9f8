package passes

import (
	"fmt"
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/prog"
)

// Threads says how a program with threads became a sequential one (threads.go). It is nil for a program without.
type Threads struct {
	Contexts int
	Main     prog.ProcID                 // what the first thread runs; the entry calls it
	Starts   map[prog.ProcID]prog.ProcID // by the procedure that starts a thread: what that runs
	Round    prog.VarID                  // counts the rounds from 0 on; 0 if there is only one

	stop prog.VarID          // the present thread does no more
	end  int                 // the block of the entry after the threads
	own  map[prog.VarID]bool // variables that the program does not have; never ranged over
}

// Own reports whether a variable was made to sequentialise threads.
func (t *Threads) Own(v prog.VarID) bool { return t.own[v] }

// Corral's procedures that programs with threads declare. They mean something only there.
const (
	atomicBegin   = "corral_atomic_begin"
	atomicEnd     = "corral_atomic_end"
	threadID      = "corral_getThreadID"
	childThreadID = "corral_getChildThreadID"
)

// sequentialiser makes a sequential program of one with threads.
type sequentialiser struct {
	*state
	t      *Threads
	rounds int          // t.Contexts, or one more
	shared []prog.VarID // globals that some thread changes
	copies [][]prog.VarID
	// Whether an atomic block is open, the identifiers of the present thread, of the last one and of the last one that the
	// present thread has created; 0 if the program does not ask.
	atomic, id, last, child prog.VarID

	isShared map[prog.VarID]bool // never ranged over
	active   []bool              // by procedure: it accesses shared globals, starts threads, or may stop
	starts   []prog.ProcID       // by procedure: what starts it as a thread, or NoProc
	sub      *term.Subst
	threadBody
}

// sequentialise makes threads one after the other, as Lal and Reps do: a round has all threads run up to a point, and
// each global has a version for each round. The values that a round begins with are guessed, and in the end they must
// be those that the round before ended with.
func (s *state) sequentialise() error {
	spawns := 0
	for _, q := range s.p.Procs {
		for c := range q.Cmds {
			if c.Async {
				spawns++
			}
		}
	}
	if spawns == 0 {
		return nil
	}
	k := s.opt.Contexts
	if k == 0 {
		k = verifier.DefaultContexts
	}
	x := &sequentialiser{state: s, isShared: map[prog.VarID]bool{}, sub: term.NewSubst(s.st, s.st)}
	x.t = &Threads{Contexts: k, Main: s.p.Entry, Starts: map[prog.ProcID]prog.ProcID{}, own: map[prog.VarID]bool{}}
	if x.rounds = k; slices.ContainsFunc(s.p.Procs, x.spawnsInBlock) {
		x.rounds++ // in which what is created there can begin right behind the block
	}
	x.findShared()
	if err := x.declare(); err != nil {
		return err
	}
	x.findActive()
	bodies := len(s.p.Procs)
	x.starts = slices.Repeat([]prog.ProcID{prog.NoProc}, bodies)
	for i := range bodies {
		if err := x.start(s.p.Procs[i]); err != nil {
			return err
		}
	}
	for i := range bodies {
		if x.active[i] {
			x.rewrite(s.p.Procs[i])
		}
	}
	x.entry()
	s.res.Threads = x.t
	if err := x.dropUncalled(); err != nil {
		return err
	}
	s.count("starts", spawns)
	s.count("contexts", k)
	s.count("shared", len(x.shared))
	return nil
}

// spawnsInBlock reports whether a procedure creates a thread in an atomic block that it has begun.
func (x *sequentialiser) spawnsInBlock(q *prog.Proc) bool {
	found := false
	inside := map[int32]bool{0: x.opt.Cooperative} // where an atomic block may be open; never ranged over
	for work := []int32{0}; len(work) > 0 && q.HasBody(); {
		b := &q.Blocks[work[len(work)-1]]
		open := inside[work[len(work)-1]]
		work = work[:len(work)-1]
		for i := range b.Cmds {
			switch x.special(&b.Cmds[i]) {
			case atomicBegin:
				open = true
			case atomicEnd:
				open = false
			}
			found = found || open && b.Cmds[i].Async
		}
		for _, t := range b.Succs {
			if was, seen := inside[t]; !seen || open && !was {
				inside[t] = open
				work = append(work, t)
			}
		}
	}
	return found
}

// dropUncalled drops procedures that only stood for something else, which gives the others new numbers.
func (x *sequentialiser) dropUncalled() error {
	main, starts := x.p.Procs[x.t.Main].Name, map[string]string{}
	for id, run := range x.t.Starts {
		starts[x.p.Procs[id].Name] = x.p.Procs[run].Name
	}
	if err := x.keepReachable(); err != nil {
		return err
	}
	x.t.Main = x.p.Lookup(main).ID
	clear(x.t.Starts)
	for _, q := range x.p.Procs {
		if run, ok := starts[q.Name]; ok {
			x.t.Starts[q.ID] = x.p.Lookup(run).ID
		}
	}
	return nil
}

// freshProc returns a name that no procedure has.
func (s *state) freshProc(name string) string {
	try := name
	for n := 1; s.p.Lookup(try) != nil; n++ {
		try = fmt.Sprintf("%s#%d", name, n)
	}
	return try
}

// findShared finds the globals that are changed anywhere.
func (x *sequentialiser) findShared() {
	changed := map[prog.VarID]bool{}
	for _, q := range x.p.Procs {
		for c := range q.Cmds {
			for _, v := range c.Targets {
				changed[v] = true
			}
			if callee := x.callee(c); callee != nil && !callee.HasBody() && x.special(c) == "" {
				for _, v := range callee.Modifies {
					changed[v] = true
				}
			}
		}
	}
	for _, g := range x.p.Globals {
		if changed[g] {
			x.shared, x.isShared[g] = append(x.shared, g), true
		}
	}
}

// callee returns the procedure that a command calls, or nil.
func (x *sequentialiser) callee(c *prog.Cmd) *prog.Proc {
	if c.Kind != prog.Call {
		return nil
	}
	return x.p.Procs[c.Callee]
}

// special returns the name of the procedure of Corral's that a command calls; else it is empty.
func (x *sequentialiser) special(c *prog.Cmd) string {
	q := x.callee(c)
	if q == nil || q.HasBody() || c.Async {
		return ""
	}
	switch {
	case q.Name == atomicBegin, q.Name == atomicEnd, (q.Name == threadID || q.Name == childThreadID) && len(q.Outs) == 1:
		return q.Name
	}
	return ""
}

// own makes a variable that the program does not have.
func (x *sequentialiser) own(name string, kind prog.VarKind, sort term.Sort) prog.VarID {
	if kind == prog.Global {
		name = x.freshGlobal(name)
	}
	v := x.p.NewVar(name, kind, sort, 0)
	if x.t.own[v] = true; kind == prog.Global {
		x.p.Globals = append(x.p.Globals, v)
	}
	return v
}

// declare makes the globals that are needed.
func (x *sequentialiser) declare() error {
	x.t.stop = x.own("thread_stops", prog.Global, term.Bool)
	if x.opt.Cooperative {
		x.atomic = x.own("thread_in_atomic_block", prog.Global, term.Bool)
	}
	var err error
	for _, q := range x.p.Procs {
		for c := range q.Cmds {
			switch name := x.special(c); name {
			case atomicBegin:
				if x.atomic == 0 {
					x.atomic = x.own("thread_in_atomic_block", prog.Global, term.Bool)
				}
			case threadID, childThreadID:
				sort := x.p.Sort(x.callee(c).Outs[0])
				if sort != term.Int && (!x.st.IsBitVec(sort) || x.st.Width(sort) < minIDWidth) ||
					x.id != 0 && sort != x.p.Sort(x.id) {
					err = x.errorf(c.Node, "%s that is not an integer, or not of the type of others, is not supported", name)
				}
				if x.id == 0 {
					x.id = x.own("thread_id", prog.Global, sort)
					x.last = x.own("thread_last_id", prog.Global, sort)
					x.child = x.own("thread_child_id", prog.Global, sort)
				}
			}
		}
	}
	if x.rounds == 1 {
		return err
	}
	x.t.Round = x.own("thread_round", prog.Global, term.Int)
	for k := range x.rounds {
		var vs []prog.VarID
		for _, g := range x.shared {
			vs = append(vs, x.own(fmt.Sprintf("%s_round_%d", x.p.Var(g).Name, k), prog.Global, x.p.Sort(g)))
		}
		x.copies = append(x.copies, vs)
	}
	return err
}

// minIDWidth is how wide identifiers of threads must be: there are as many threads as their numbers.
const minIDWidth = 32

// firstID is the identifier of the first thread.
func (x *sequentialiser) firstID() term.Term {
	if s := x.p.Sort(x.id); s != term.Int {
		return x.st.Bits(s, num.FromInt64(1))
	}
	return x.st.Int(1)
}

// later says that one identifier is greater than another.
func (x *sequentialiser) later(before, id term.Term) term.Term {
	if x.st.Sort(id) != term.Int {
		return x.st.BvUlt(before, id)
	}
	return x.st.Lt(before, id)
}

// findActive finds the procedures to rewrite, and says in their modifies clauses what they change.
func (x *sequentialiser) findActive() {
	x.active = make([]bool, len(x.p.Procs))
	for changed := true; changed; {
		changed = false
		for i, q := range x.p.Procs {
			if x.active[i] || !q.HasBody() {
				continue
			}
			active := len(x.checked(q, nil)) > 0 || x.mentions(q.Ensures)
			for c := range q.Cmds {
				callee := x.callee(c)
				active = active || c.Kind == prog.Assert || c.Async || c.Yield || x.special(c) != "" || x.visible(c) ||
					callee != nil && (x.active[callee.ID] || len(x.checked(callee, c)) > 0)
			}
			x.active[i] = active
			changed = changed || active
		}
	}
	for i, q := range x.p.Procs {
		if x.active[i] {
			q.Modifies = x.modifies(q.Modifies)
		}
	}
}

// modifies returns the clause of a procedure that may run threads.
func (x *sequentialiser) modifies(old []prog.VarID) []prog.VarID {
	all := slices.Clone(old)
	for _, g := range x.p.Globals {
		if (x.isShared[g] || x.t.own[g]) && !slices.Contains(old, g) {
			all = append(all, g)
		}
	}
	return all
}

// mentions reports whether contracts read shared globals.
func (x *sequentialiser) mentions(cs []prog.Contract) bool {
	return slices.ContainsFunc(cs, func(c prog.Contract) bool { return x.reads(c.Cond) })
}

func (x *sequentialiser) reads(t term.Term) bool {
	return t != 0 && slices.ContainsFunc(x.uses.Of(t), func(r prog.Ref) bool { return !r.Old() && x.isShared[r.Var()] })
}

// visible reports whether a command accesses shared globals, apart from what the body of a callee does.
func (x *sequentialiser) visible(c *prog.Cmd) bool {
	if c.Kind == prog.Record || c.Kind == prog.Propose {
		return false
	}
	if x.reads(c.Cond) || slices.ContainsFunc(c.Values, x.reads) || x.changes(c) {
		return true
	}
	q := x.callee(c)
	if c.Async && x.starts != nil {
		q = x.p.Procs[x.starts[q.ID]]
	}
	return q != nil && (x.mentions(q.Requires) || !q.HasBody() && !c.Async && x.mentions(q.Ensures))
}

// changes reports whether a command changes shared globals, apart from what the body of a callee does.
func (x *sequentialiser) changes(c *prog.Cmd) bool {
	shared := func(v prog.VarID) bool { return x.isShared[v] }
	q := x.callee(c)
	return slices.ContainsFunc(c.Targets, shared) ||
		q != nil && !q.HasBody() && !c.Async && slices.ContainsFunc(q.Modifies, shared)
}

func (x *sequentialiser) term(v prog.VarID) term.Term { return x.p.Var(v).Term }

func (x *sequentialiser) terms(vs []prog.VarID) []term.Term {
	out := make([]term.Term, len(vs))
	for i, v := range vs {
		out[i] = x.term(v)
	}
	return out
}

// set returns an assignment; a variable 0 is one that the program does not need.
func (x *sequentialiser) set(v prog.VarID, t term.Term) []prog.Cmd {
	if v == 0 {
		return nil
	}
	return []prog.Cmd{{Kind: prog.Assign, Targets: []prog.VarID{v}, Values: []term.Term{t}}}
}

func assume(t term.Term) prog.Cmd { return prog.Cmd{Kind: prog.Assume, Cond: t} }

// inRound says that the present thread is in round k.
func (x *sequentialiser) inRound(k int) term.Term {
	return x.st.Eq(x.term(x.t.Round), x.st.Int(int64(k)))
}

// switchTo puts the present thread from one round into another: the globals are always those of the present round.
func (x *sequentialiser) switchTo(from, to int) prog.Cmd {
	c := prog.Cmd{Kind: prog.Assign}
	c.Targets = append(slices.Concat(x.copies[from], x.shared), x.t.Round)
	c.Values = append(slices.Concat(x.terms(x.shared), x.terms(x.copies[to])), x.st.Int(int64(to)))
	return c
}
