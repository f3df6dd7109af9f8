package passes

import (
	"fmt"
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// encodeAsserts turns assertions into a question about reachability, as
// Corral's RewriteAsserts and SequentialInstrumentation do: a failed assertion
// sets an error flag and returns, and so does every caller; the entry returns
// if and only if the flag is set. A program without anything to check is left
// alone, unless only assertions count. Afterwards every contract is free.
func (s *state) encodeAsserts() error {
	a := &asserter{state: s}
	if a.find(); a.total == 0 && !s.opt.AssertionsOnly {
		for _, q := range s.p.Procs {
			s.freeAll(q)
		}
		if t := s.res.Threads; t != nil {
			a.end(t, s.st.Not(s.p.Var(t.stop).Term)) // the first thread returned
		}
		a.assumeAlways()
		a.forgetEnsures()
		return nil
	}
	a.flag = s.p.NewVar(s.freshGlobal("assertion_failed"), prog.Global, term.Bool, 0)
	s.p.Globals = append(s.p.Globals, a.flag)
	entry := s.p.Procs[s.p.Entry]
	a.recursive = a.called(entry.ID)
	for _, q := range s.p.Procs {
		a.proc(q)
	}
	a.entry(entry)
	for _, q := range s.p.Procs {
		a.weaken(q)
		s.freeAll(q)
	}
	a.forgetEnsures()
	s.res.Asserts, s.res.Flag = a.total, a.flag
	s.count("assertions", a.total)
	return nil
}

// assumeAlways has the entry assume at its returns the free postconditions that say so, where none is checked.
func (a *asserter) assumeAlways() {
	q := a.p.Procs[a.p.Entry]
	for i := range q.Blocks {
		b := &q.Blocks[i]
		if len(b.Succs) > 0 || b.Dead {
			continue
		}
		for _, c := range q.Ensures {
			if c.Always {
				b.Cmds = append(b.Cmds[:len(b.Cmds):len(b.Cmds)], prog.Cmd{Kind: prog.Assume, Cond: c.Cond, Node: c.Node})
			}
		}
	}
}

// forgetEnsures drops the postconditions of the entry, if nobody calls it: callers alone assume them.
func (a *asserter) forgetEnsures() {
	if q := a.p.Procs[a.p.Entry]; !a.called(q.ID) {
		q.Ensures = nil
	}
}

// freeAll makes the contracts of q free. Clauses that are not asked about at some place where they would be checked are
// dropped: nothing may be concluded from them. Those of the entry say how it begins.
func (s *state) freeAll(q *prog.Proc) {
	free := func(cs []prog.Contract) (out []prog.Contract) {
		for _, c := range cs {
			if !c.Free && s.unchecked[c.Node] && q.ID != s.p.Entry {
				continue
			}
			c.Free = true
			out = append(out, c)
		}
		return out
	}
	q.Requires, q.Ensures = free(q.Requires), free(q.Ensures)
}

// freshGlobal returns a name that no global has.
func (s *state) freshGlobal(name string) string {
	for n := 0; ; n++ {
		try := name
		if n > 0 {
			try = fmt.Sprintf("%s_%d", name, n)
		}
		if !slices.ContainsFunc(s.p.Globals, func(g prog.VarID) bool { return s.p.Var(g).Name == try }) {
			return try
		}
	}
}

type asserter struct {
	*state
	flag   prog.VarID
	fails  []bool // by procedure: it may return with the flag set
	checks []bool // by procedure: it has something to check, though it may be skipped or known to hold
	total  int
	// recursive is set if the entry is also called.
	recursive bool
	sub       *term.Subst

	// The procedure being rewritten, and the block that takes the next command.
	q   *prog.Proc
	cur int
	cut int // counts the cuts of the current source block
	src prog.Block
}

// find counts the assertions and determines the procedures that may fail. What the source only proposes cannot fail,
// but it counts: a program with candidates asks whether assertions fail, even if it has no others.
func (a *asserter) find() {
	a.sub = term.NewSubst(a.st, a.st)
	a.fails = make([]bool, len(a.p.Procs))
	a.checks = make([]bool, len(a.p.Procs))
	callers := make([][]prog.ProcID, len(a.p.Procs))
	var work []prog.ProcID
	for _, q := range a.p.Procs {
		n := 0
		for _, c := range a.checked(q, nil) {
			n += a.count(prog.Assertion{At: c.Node, Clause: c.Node}, q)
		}
		a.total += len(q.Candidates)
		for c := range q.Cmds {
			switch c.Kind {
			case prog.Assert:
				n += a.count(prog.Assertion{At: c.Node, Clause: c.Node}, q)
			case prog.Propose:
				a.total++
			case prog.Call:
				for _, r := range a.checked(a.p.Procs[c.Callee], c) {
					n += a.count(prog.Assertion{At: c.Node, Clause: r.Node}, q)
				}
				callers[c.Callee] = append(callers[c.Callee], q.ID)
			}
		}
		if n > 0 {
			work = append(work, q.ID)
		}
	}
	term.TopDown(func(q prog.ProcID) []prog.ProcID {
		if a.fails[q] {
			return nil
		}
		a.fails[q] = true
		return callers[q]
	}, work...)
}

// count counts an assertion of q. It returns 1 if it may fail.
func (a *asserter) count(x prog.Assertion, q *prog.Proc) int {
	a.checks[q.ID] = true
	if a.skipped[x] {
		return 0
	}
	if a.total++; a.passed[x] {
		return 0
	}
	return 1
}

// checked returns the clauses of q that are checked: at a call of it, or at its returns if call is nil.
func (s *state) checked(q *prog.Proc, call *prog.Cmd) []prog.Contract {
	return slices.DeleteFunc(s.contract(q, call), func(c prog.Contract) bool { return c.Free })
}

// contract returns what is checked there, and the free clauses that are assumed among them.
func (s *state) contract(q *prog.Proc, call *prog.Cmd) (out []prog.Contract) {
	clauses := q.Ensures
	switch {
	case call != nil && call.Free, call == nil && !q.HasBody():
		return nil
	case call != nil:
		clauses = q.Requires
	}
	for _, c := range clauses {
		if !c.Free || c.Always {
			out = append(out, c)
		}
	}
	return out
}

// proc rewrites the body of q.
func (a *asserter) proc(q *prog.Proc) {
	sets := a.fails[q.ID] || q.ID == a.p.Entry // which may have nothing but candidates
	if !sets && !a.checks[q.ID] {
		return
	}
	if sets && !slices.Contains(q.Modifies, a.flag) {
		q.Modifies = append(q.Modifies[:len(q.Modifies):len(q.Modifies)], a.flag)
	}
	a.q = q
	for i := range len(q.Blocks) {
		a.block(i)
	}
}

func (a *asserter) block(i int) {
	a.src, a.cur, a.cut = a.q.Blocks[i], i, 0
	b := &a.q.Blocks[i]
	b.Cmds, b.Succs, b.Dead = nil, nil, false
	for _, c := range a.src.Cmds {
		switch c.Kind {
		case prog.Assert:
			if a.assert(c.Cond, prog.Assertion{At: c.Node, Clause: c.Node}, c.Label) {
				a.given(c)
			}
		case prog.Call:
			a.call(c)
		default:
			a.emit(c)
		}
	}
	returns := len(a.src.Succs) == 0 && !a.src.Dead
	if returns {
		for _, e := range a.contract(a.q, nil) {
			if e.Free {
				a.emit(prog.Cmd{Kind: prog.Assume, Cond: e.Cond, Node: e.Node})
				continue
			}
			a.assert(e.Cond, prog.Assertion{At: e.Node, Clause: e.Node}, "")
		}
	}
	b = &a.q.Blocks[a.cur]
	b.Succs, b.Dead = a.src.Succs, a.src.Dead
	if returns && a.q.ID == a.p.Entry && !a.recursive && a.res.Threads == nil {
		a.kill(b) // a return without failure does not count
	}
}

func (a *asserter) emit(c prog.Cmd) {
	b := &a.q.Blocks[a.cur]
	b.Cmds = append(b.Cmds, c)
}

func (a *asserter) flagTerm() term.Term { return a.p.Var(a.flag).Term }

// assert ends the current block: where t holds control goes on; where it does not, the procedure returns with the flag
// set. The command before that has the position of the clause. It reports whether t is assumed from here on.
func (a *asserter) assert(t term.Term, x prog.Assertion, label string) bool {
	switch {
	case a.skipped[x]:
		return false
	case t == a.st.True():
	case a.passed[x]:
		a.emit(prog.Cmd{Kind: prog.Assume, Cond: t, Label: label, Node: x.At})
	default:
		bad := prog.Cmd{Kind: prog.Assume, Cond: a.st.Not(t), Label: label, Node: x.Clause}
		set := prog.Cmd{Kind: prog.Assign, Targets: []prog.VarID{a.flag}, Values: []term.Term{a.st.True()}, Node: x.At}
		if threads := a.res.Threads; threads != nil {
			// The failure of another thread may be later, so it is not the end. But one of them is enough.
			set.Targets, set.Values = append(set.Targets, threads.stop), append(set.Values, a.st.True())
			a.fork(x.At, t, prog.Cmd{Kind: prog.Assume, Cond: a.st.Not(a.flagTerm()), Node: x.At}, bad, set)
			break
		}
		a.fork(x.At, t, bad, set)
	}
	return true
}

// given marks what an assertion c leaves to assume as an invariant that the source gives, if c is one.
func (a *asserter) given(c prog.Cmd) {
	if cmds := a.q.Blocks[a.cur].Cmds; c.Given && len(cmds) > 0 && cmds[len(cmds)-1].Cond == c.Cond {
		cmds[len(cmds)-1].Given = true
	}
}

// fork ends the current block: if good holds the procedure goes on; else it executes bad and returns.
func (a *asserter) fork(at prog.NodeID, good term.Term, bad ...prog.Cmd) {
	a.cut++
	fail := prog.Block{Label: fmt.Sprintf("%s_fail%d", a.src.Label, a.cut), Node: at, Cut: true, Cmds: bad}
	next := prog.Block{Label: fmt.Sprintf("%s_pass%d", a.src.Label, a.cut), Node: at, Cut: true}
	next.Cmds = append(next.Cmds, prog.Cmd{Kind: prog.Assume, Cond: good, Node: at})
	n := int32(len(a.q.Blocks))
	a.q.Blocks[a.cur].Succs = []int32{n, n + 1}
	a.q.Blocks = append(a.q.Blocks, fail, next)
	a.cur = int(n) + 1
}

// call checks the callee's preconditions before the call, and the flag after it.
func (a *asserter) call(c prog.Cmd) {
	q := a.p.Procs[c.Callee]
	under := c.Cond
	c.Cond = 0
	for _, r := range a.contract(q, &c) {
		a.bindIns(a.sub, q, c.Values)
		cond := a.sub.Apply(r.Cond)
		if r.Free {
			a.emit(prog.Cmd{Kind: prog.Assume, Cond: cond, Node: c.Node})
			continue
		}
		a.assert(a.unless(under, cond), prog.Assertion{At: c.Node, Clause: r.Node}, "")
	}
	a.emit(c)
	if a.fails[c.Callee] && a.res.Threads == nil { // else it is asked whether the thread has stopped
		a.fork(c.Node, a.st.Not(a.flagTerm()), prog.Cmd{Kind: prog.Assume, Cond: a.flagTerm(), Node: c.Node})
	}
}

// unless returns what has to hold of a clause that counts as checked under a condition, if there is one.
func (s *state) unless(under, cond term.Term) term.Term {
	if under == 0 {
		return cond
	}
	return s.st.Or(under, cond)
}

// called reports whether some procedure calls id.
func (s *state) called(id prog.ProcID) bool {
	for _, q := range s.p.Procs {
		for c := range q.Cmds {
			if c.Kind == prog.Call && c.Callee == id {
				return true
			}
		}
	}
	return false
}

// entry makes the entry start with the flag down and return only if it is up.
// A recursive entry gets a wrapper; its recursion depth is then counted from
// the wrapper's call, which an extra bound makes up for.
func (a *asserter) entry(q *prog.Proc) {
	lower := prog.Cmd{Kind: prog.Assign, Targets: []prog.VarID{a.flag}, Values: []term.Term{a.st.False()}, Node: q.Node}
	if t := a.res.Threads; t != nil {
		a.end(t, a.flagTerm())
	}
	if !a.recursive {
		a.newStart(q)
		q.Blocks[0].Cmds = append([]prog.Cmd{lower}, q.Blocks[0].Cmds...)
		return
	}
	q.ExtraBound++
	name := a.freshProc(q.Name + "_entry")
	w := &prog.Proc{
		ID: prog.ProcID(len(a.p.Procs)), Name: name, CountName: name,
		Modifies: q.Modifies, Node: q.Node,
	}
	a.sub.Reset()
	call := prog.Cmd{Kind: prog.Call, Callee: q.ID, Node: q.Node}
	for _, v := range q.Ins {
		in := a.p.NewCopy(prog.Now(v), a.p.Var(v).Name, prog.In)
		w.Ins = append(w.Ins, in)
		call.Values = append(call.Values, a.p.Var(in).Term)
		a.sub.Bind(a.p.Var(v).Term, a.p.Var(in).Term)
	}
	for _, v := range q.Outs {
		out := a.p.NewCopy(prog.Now(v), a.p.Var(v).Name, prog.Local)
		w.Locals = append(w.Locals, out)
		call.Targets = append(call.Targets, out)
	}
	for _, r := range q.Requires {
		w.Requires = append(w.Requires, prog.Contract{Cond: a.sub.Apply(r.Cond), Free: true, Node: r.Node})
	}
	failed := prog.Cmd{Kind: prog.Assume, Cond: a.flagTerm(), Node: q.Node}
	w.Blocks = []prog.Block{{Label: "start", Node: q.Node, Cmds: []prog.Cmd{lower, call, failed}}}
	a.p.Procs = append(a.p.Procs, w)
	a.p.Entry = w.ID
	a.res.Wrapped = q.Name
	a.fails, a.checks = append(a.fails, false), append(a.checks, false) // has no ensures
}

// end has the entry return only if t holds after all threads.
func (a *asserter) end(threads *Threads, t term.Term) {
	b := &a.p.Procs[a.p.Entry].Blocks[threads.end]
	b.Cmds = append([]prog.Cmd{{Kind: prog.Assume, Cond: t, Node: b.Node}}, b.Cmds...)
}

// newStart gives q an entry block without predecessors.
func (s *state) newStart(q *prog.Proc) {
	jumpedTo := false
	for i := range q.Blocks {
		for _, t := range q.Blocks[i].Succs {
			jumpedTo = jumpedTo || t == 0
		}
	}
	if !jumpedTo {
		return
	}
	n := int32(len(q.Blocks))
	q.Blocks = append(q.Blocks, q.Blocks[0])
	for i := range q.Blocks {
		for k, t := range q.Blocks[i].Succs {
			if t == 0 {
				q.Blocks[i].Succs[k] = n
			}
		}
	}
	q.Blocks[0] = prog.Block{Label: q.Blocks[n].Label + "_start", Node: q.Node, Succs: []int32{n}, Cut: true}
}

// weaken makes the postconditions of a procedure that may fail conditional on its
// not having failed: a failure returns early.
func (a *asserter) weaken(q *prog.Proc) {
	if !a.fails[q.ID] || a.res.Threads != nil { // where that a thread stops has the same effect
		return
	}
	for i := range q.Ensures {
		q.Ensures[i].Cond = a.st.Or(a.flagTerm(), q.Ensures[i].Cond)
	}
}
