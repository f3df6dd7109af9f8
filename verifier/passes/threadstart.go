package passes

import (
	"fmt"

	"github.com/muster-smt/muster/verifier/prog"
)

// start makes for each procedure that q calls asynchronously one that runs it as a thread, and then goes back to the
// round and the state of the thread that called. A thread need not begin within the rounds.
func (x *sequentialiser) start(q *prog.Proc) error {
	var err error
	for c := range q.Cmds {
		if !c.Async || x.starts[c.Callee] != prog.NoProc {
			continue
		}
		callee := x.callee(c)
		late := x.mentions(callee.Requires)
		if late && x.calledHere(callee.ID) && err == nil {
			err = x.errorf(c.Node, "a thread of %s, which is also called and whose preconditions read global "+
				"variables that change, is not supported", callee.Name)
		}
		x.starts[callee.ID] = x.thread(callee)
		if late {
			callee.Requires = nil // they are about the state in which the thread is created, that of the call of what starts it
		}
	}
	return err
}

// calledHere reports whether a procedure is the first thread, or is called by one.
func (x *sequentialiser) calledHere(id prog.ProcID) bool {
	found := id == x.t.Main
	for _, q := range x.p.Procs {
		_, starts := x.t.Starts[q.ID]
		for c := range q.Cmds {
			found = found || c.Kind == prog.Call && !c.Async && c.Callee == id && !starts
		}
	}
	return found
}

// caller returns a procedure with the formals of q that calls it. All requires of q are its own; free says that they
// are assumed.
func (x *sequentialiser) caller(q *prog.Proc, name string, free bool) (w *prog.Proc, call prog.Cmd) {
	name = x.freshProc(name)
	w = &prog.Proc{ID: prog.ProcID(len(x.p.Procs)), Name: name, CountName: name, Modifies: x.modifies(q.Modifies),
		Node: q.Node}
	call = prog.Cmd{Kind: prog.Call, Callee: q.ID, Free: true, Node: q.Node}
	x.sub.Reset()
	for _, v := range q.Ins {
		d := *x.p.Var(v)
		in := x.p.NewCopy(prog.Now(v), d.Name, prog.In)
		w.Ins = append(w.Ins, in)
		call.Values = append(call.Values, x.term(in))
		x.sub.Bind(d.Term, x.term(in))
	}
	for _, r := range q.Requires {
		r.Cond, r.Free = x.sub.Apply(r.Cond), r.Free || free
		w.Requires = append(w.Requires, r)
	}
	x.p.Procs = append(x.p.Procs, w)
	x.threadBody = threadBody{q: w, src: prog.Block{Label: "thread", Node: q.Node}}
	for _, v := range q.Outs {
		call.Targets = append(call.Targets, x.local(v))
	}
	return w, call
}

// saved is what a thread has of its own, in a local while another one runs; 0 if the program does not need it.
func (x *sequentialiser) saved(v prog.VarID) prog.VarID {
	if v == 0 {
		return 0
	}
	return x.local(v)
}

func (x *sequentialiser) thread(q *prog.Proc) prog.ProcID {
	w, call := x.caller(q, q.Name+"_thread", false)
	x.t.Starts[w.ID] = q.ID
	round, atomic, id, mine := x.saved(x.t.Round), x.saved(x.atomic), x.saved(x.id), x.saved(x.id)
	save := func(v, to prog.VarID) (cmds []prog.Cmd) {
		if v != 0 {
			cmds = x.set(to, x.term(v))
		}
		return cmds
	}
	begin := x.block("thread_begins", save(x.t.Round, round)...)
	x.at = int(begin)
	x.emit(save(x.atomic, atomic)...)
	x.emit(save(x.id, id)...)
	if x.id != 0 {
		x.emit(prog.Cmd{Kind: prog.Havoc, Targets: []prog.VarID{mine}}, assume(x.later(x.term(x.last), x.term(mine))))
		x.emit(x.set(x.last, x.term(mine))...)
	}
	run := x.block("thread_runs", save(mine, x.id)...)
	x.link(begin, x.inAtomic(atomic, run)...)
	x.at = int(run)
	if x.atomic != 0 {
		x.emit(x.set(x.atomic, x.st.False())...)
	}
	if !q.HasBody() || x.opt.Cooperative {
		x.where = outside
		x.maySwitch()
	}
	if x.opt.Cooperative {
		x.emit(x.set(x.atomic, x.st.True())...)
	}
	x.emit(call)
	ran := int32(x.at)
	ends := x.block("thread_ends", x.set(x.t.stop, x.st.False())...)
	x.link(begin, ends)
	x.link(ran, ends)
	x.at = int(ends)
	x.emit(save(atomic, x.atomic)...)
	x.emit(save(id, x.id)...)
	x.emit(save(mine, x.child)...)
	x.back(ends, round)
	return w.ID
}

func (x *sequentialiser) link(from int32, to ...int32) {
	x.q.Blocks[from].Succs = append(x.q.Blocks[from].Succs, to...)
}

// inAtomic returns where control may go to a block that runs a thread. One that is created in an atomic block begins in
// a later round, since in the present one it would run amid the block.
func (x *sequentialiser) inAtomic(atomic prog.VarID, run int32) []int32 {
	if atomic == 0 {
		return []int32{run}
	}
	at := x.block("thread_free", assume(x.st.Not(x.term(atomic))))
	x.link(at, run)
	later := []int32{at}
	if x.rounds > 1 {
		for _, b := range x.switches(x.term(atomic)) {
			x.link(b, run)
			later = append(later, b)
		}
	}
	return later
}

// back ends a thread: it makes the round that is saved the present one.
func (x *sequentialiser) back(from int32, round prog.VarID) {
	if round == 0 {
		return
	}
	same := x.block("thread_same_round", assume(x.st.Eq(x.term(x.t.Round), x.term(round))))
	x.link(from, same)
	for now := range x.rounds {
		for then := range now {
			cond := x.st.And(x.inRound(now), x.st.Eq(x.term(round), x.st.Int(int64(then))))
			b := x.block(fmt.Sprintf("thread_from%d_to%d", now, then), assume(cond), x.switchTo(now, then))
			x.link(from, b)
			x.link(b, same)
		}
	}
}

// entry makes the entry of the sequential program: it guesses what rounds begin with, runs the first thread, which runs
// all others, and compares.
func (x *sequentialiser) entry() {
	main := x.p.Procs[x.t.Main]
	if x.called(main.ID) {
		main.ExtraBound++ // its depth is counted from the new entry's call
	}
	w, call := x.caller(main, main.Name+"_threads", true)
	x.p.Entry = w.ID
	var guesses [][]prog.VarID
	begin := x.block("threads_begin", x.set(x.t.stop, x.st.False())...)
	x.at = int(begin)
	if x.atomic != 0 {
		x.emit(x.set(x.atomic, x.st.Bool(x.opt.Cooperative))...)
	}
	if x.id != 0 {
		x.emit(append(x.set(x.id, x.firstID()), x.set(x.last, x.firstID())...)...)
	}
	if x.rounds > 1 {
		x.emit(x.set(x.t.Round, x.st.Int(0))...)
		for _, copies := range x.copies[1:] {
			guess := prog.Cmd{Kind: prog.Assign, Values: x.terms(copies)}
			for _, g := range x.shared {
				guess.Targets = append(guess.Targets, x.local(g))
			}
			guesses = append(guesses, guess.Targets)
			x.emit(guess)
		}
	}
	x.emit(call)
	x.end(begin, guesses)
}

// end has the entry go on only if each round began with what the one before ended with.
func (x *sequentialiser) end(from int32, guesses [][]prog.VarID) {
	var equal []prog.Cmd
	for k, guess := range guesses {
		for i, g := range guess {
			equal = append(equal, assume(x.st.Eq(x.term(x.copies[k][i]), x.term(g))))
		}
	}
	end := x.block("threads_end", equal...)
	x.t.end = int(end)
	if x.rounds == 1 {
		x.link(from, end)
		return
	}
	for k, copies := range x.copies {
		last := prog.Cmd{Kind: prog.Assign, Targets: copies, Values: x.terms(x.shared)}
		b := x.block(fmt.Sprintf("threads_round%d", k), assume(x.inRound(k)), last)
		x.link(from, b)
		x.link(b, end)
	}
}
