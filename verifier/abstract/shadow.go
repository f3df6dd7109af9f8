package abstract

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/prog"
)

// Shadow is a program on which executions of an abstraction are replayed.
type Shadow struct {
	Program *prog.Program
	initial prog.Cmd // what globals begin with
}

// In returns the same with a copy of its store.
func (s *Shadow) In(st *term.Store) *Shadow {
	p := *s.Program
	p.Store = st
	return &Shadow{&p, s.initial}
}

// Shadow returns a program on which executions of the abstraction are replayed, so that they take a way through the
// program that it can take, if there is one: the choices of an abstraction are arbitrary, and what the passes leave out
// of it is found by a search. It is the abstraction that was prepared, but
//
//   - globals that are not tracked have values, which the commands of the program give them;
//   - what the abstraction makes arbitrary without need, since nothing depends on it, gets the program's value;
//   - the blocks that the passes left out assume what the program assumes.
//
// Nothing rests on it: the way that it finds is taken in the program itself. Integer globals that are not tracked begin
// with zero or, if spread is set, with different values.
func (a *Abstraction) Shadow(prepared *passes.Result, spread bool) *Shadow {
	p := *a.Program
	p.Globals = a.core.Globals
	p.Procs = make([]*prog.Proc, len(a.Program.Procs))
	initial := a.initial(spread)
	for i, q := range a.Program.Procs {
		s := &shadow{made: a.made[i], kept: prepared.Kept[i], ids: int32(len(prepared.Kept[i]))}
		left := make([]bool, len(q.Blocks))
		for _, b := range prepared.Program.Procs[i].Blocks {
			for _, o := range b.Origin {
				left[o] = true
			}
		}
		out := *q
		out.Blocks = slices.Clone(q.Blocks)
		for j := range out.Blocks {
			out.Blocks[j].Cmds = s.block(a.core.Procs[i].Blocks[j].Cmds, q.Blocks[j].Cmds, left[j])
		}
		if q.ID == p.Entry {
			out.Blocks[0].Cmds = slices.Insert(out.Blocks[0].Cmds, 0, s.own(initial))
		}
		p.Procs[i] = &out
	}
	return &Shadow{Program: &p, initial: initial}
}

// initial gives values to integer globals that are not tracked.
func (a *Abstraction) initial(spread bool) prog.Cmd {
	c := prog.Cmd{Kind: prog.Assign}
	step := 0
	if spread {
		step = spreadStep
	}
	for _, g := range a.core.Globals {
		if a.core.Sort(g) == term.Int && !slices.Contains(a.Program.Globals, g) {
			c.Targets = append(c.Targets, g)
			c.Values = append(c.Values, a.core.Store.Int(int64(step*len(c.Targets))))
		}
	}
	return c
}

// spreadStep is by how much these values differ, so that small changes keep their order.
const spreadStep = 1000

// shadow makes the commands of a procedure.
type shadow struct {
	made []int32 // of the commands to come
	kept []bool  // by Cmd.ID of the abstraction
	ids  int32   // the next one that is free
}

// block returns the commands of a block: those of the program, and those of its abstraction, of which something is left
// or not.
func (s *shadow) block(core, abs []prog.Cmd, left bool) []prog.Cmd {
	var out []prog.Cmd
	for _, c := range core {
		n := s.made[0]
		s.made = s.made[1:]
		out = s.command(out, c, abs[:n], left)
		abs = abs[n:]
	}
	return out
}

func (s *shadow) command(dst []prog.Cmd, c prog.Cmd, abs []prog.Cmd, left bool) []prog.Cmd {
	switch c.Kind {
	case prog.Assume:
		if left {
			return append(dst, abs...)
		}
		return append(dst, s.own(c))
	case prog.Assign:
		if len(abs) == 1 && len(abs[0].Targets) == len(c.Targets) && abs[0].Kind == prog.Assign {
			return append(dst, abs...)
		}
		return s.chosen(append(dst, s.own(c)), abs)
	case prog.Havoc:
		return s.chosen(append(dst, s.own(c)), abs)
	case prog.Call:
		call := abs[len(abs)-1]
		if len(abs) > 1 { // arguments are lost
			give := prog.Cmd{Kind: prog.Assign, Targets: abs[0].Targets, Node: c.Node}
			for i, t := range c.Values {
				if call.Values[i] != t {
					give.Values = append(give.Values, t)
				}
			}
			dst = s.chosen(append(dst, s.own(give)), abs[:len(abs)-1])
		}
		call.Targets = c.Targets
		return append(dst, call)
	}
	return dst
}

// own gives c a number that no command of the abstraction has.
func (s *shadow) own(c prog.Cmd) prog.Cmd {
	c.ID = s.ids
	s.ids++
	return c
}

// chosen adds the havocs whose values an execution of the abstraction chooses.
func (s *shadow) chosen(dst, abs []prog.Cmd) []prog.Cmd {
	for _, c := range abs {
		if c.Kind == prog.Havoc && int(c.ID) < len(s.kept) && s.kept[c.ID] {
			dst = append(dst, c)
		}
	}
	return dst
}
