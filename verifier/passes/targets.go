package passes

import (
	"fmt"
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// Target is a place of which it is asked whether an execution reaches it (Options.Targets).
type Target struct {
	Proc  string
	Block string // its label
	// Branch: the block is one of several to which another one jumps; else it is asked whether the procedure is called
	Branch bool
	Pos    prog.Pos
	Source string     // the place in the source that the program was made from, as file(line,col); may be empty
	Asked  prog.VarID // a Bool constant: an execution that reaches the target ends there if it is true
}

// setTargets makes the question which targets are reached: at each of them it asserts that nobody asks about it. The
// assertions of the program hold where they are, so an execution on which one fails ends there. Constants are not
// assigned and the same in all copies of a block, so no pass can confuse targets; that one fails is what the program is
// about, so none drops them.
func (s *state) setTargets() error {
	if !s.opt.Targets {
		return nil
	}
	s.opt.AssertionsOnly = true
	declared := map[prog.NodeID]bool{} // what is assumed there is a where clause
	for _, v := range s.p.Vars[1:] {
		declared[v.Node] = true
	}
	own := map[term.Term]bool{} // what targets assert
	for _, q := range s.p.Procs {
		if q.HasBody() {
			s.targetsOf(q, declared, own)
		}
		q.Requires, q.Ensures = freed(q.Requires), freed(q.Ensures)
		for c := range q.Cmds {
			switch {
			case c.Kind == prog.Assert && !own[c.Cond]:
				c.Kind = prog.Assume
			case c.Kind == prog.Call:
				c.Free = true
			}
		}
	}
	s.count("targets", len(s.res.Targets))
	return nil
}

func freed(cs []prog.Contract) []prog.Contract {
	cs = slices.Clone(cs)
	for i := range cs {
		cs[i].Free = true
	}
	return cs
}

// targetsOf sets the targets of a procedure: its beginning, after where clauses, and the blocks between which others
// choose, after the conditions with which they begin.
func (s *state) targetsOf(q *prog.Proc, declared map[prog.NodeID]bool, own map[term.Term]bool) {
	branch := make([]bool, len(q.Blocks))
	for i := range q.Blocks {
		if succs := q.Blocks[i].Succs; len(succs) > 1 {
			for _, t := range succs {
				branch[t] = true
			}
		}
	}
	for i := range q.Blocks {
		b := &q.Blocks[i]
		if i == 0 {
			own[s.setTarget(q, b, false, func(c *prog.Cmd) bool { return c.Kind == prog.Assume && declared[c.Node] })] = true
		}
		if branch[i] {
			own[s.setTarget(q, b, true, func(c *prog.Cmd) bool { return c.Kind == prog.Assume || c.Kind == prog.Record })] = true
		}
	}
}

// setTarget sets a target in a block, after the first commands that it is behind. It returns what it asserts.
func (s *state) setTarget(q *prog.Proc, b *prog.Block, branch bool, behind func(*prog.Cmd) bool) term.Term {
	node := b.Node
	if !branch {
		node = q.Node
	}
	t := Target{Proc: q.Name, Block: b.Label, Branch: branch, Pos: s.p.Pos(node)}
	at := 0
	for at < len(b.Cmds) && behind(&b.Cmds[at]) {
		at++
	}
	for i := range b.Cmds {
		if c := &b.Cmds[i]; t.Source == "" && (c.Kind == prog.Assume || c.Kind == prog.Assert) {
			t.Source = c.Label
		}
	}
	t.Asked = s.p.NewVar(fmt.Sprintf("target_%d", len(s.res.Targets)), prog.Constant, term.Bool, node)
	s.p.Consts = append(s.p.Consts, t.Asked)
	s.res.Targets = append(s.res.Targets, t)
	asked := prog.Cmd{Kind: prog.Assert, Cond: s.st.Not(s.p.Var(t.Asked).Term), Node: node}
	b.Cmds = slices.Insert(slices.Clone(b.Cmds), at, asked)
	return asked.Cond
}
