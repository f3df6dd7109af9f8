package passes

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// selectChecks assumes what procedures with {:selective_checking} check before {:start_checking_here}.
func (s *state) selectChecks() error {
	for _, q := range s.p.Procs {
		if q.Selective {
			s.selectIn(q)
		}
	}
	return nil
}

// selectIn assumes what a procedure checks where no path from a {:start_checking_here} leads, as Boogie does: after
// that command, and in all blocks that can be reached from its own, everything is checked.
func (s *state) selectIn(q *prog.Proc) {
	starts := func(c prog.Cmd) bool { return c.Start }
	behind := make([]bool, len(q.Blocks))
	var work []int32
	for i := range q.Blocks {
		if slices.ContainsFunc(q.Blocks[i].Cmds, starts) {
			work = append(work, q.Blocks[i].Succs...)
		}
	}
	term.TopDown(func(b int32) []int32 {
		if behind[b] {
			return nil
		}
		behind[b] = true
		return q.Succs(b)
	}, work...)
	first := func(b *prog.Block) int { return slices.IndexFunc(b.Cmds, starts) }
	returns := func(b *prog.Block) bool { return len(b.Succs) == 0 && !b.Dead }
	ends := false // all returns are one block in Boogie, which is checked if a path to one of them is
	for i := range q.Blocks {
		ends = ends || returns(&q.Blocks[i]) && (behind[i] || first(&q.Blocks[i]) >= 0)
	}
	for i := range q.Blocks {
		b := &q.Blocks[i]
		if behind[i] {
			continue
		}
		if n := first(b); n >= 0 {
			b.Cmds = append(s.trusted(q, b.Cmds[:n]), b.Cmds[n:]...)
			continue
		}
		b.Cmds = s.trusted(q, b.Cmds)
		if !ends && returns(b) {
			for _, e := range s.checked(q, nil) {
				b.Cmds = append(b.Cmds, prog.Cmd{Kind: prog.Assume, Cond: e.Cond, Node: e.Node})
			}
		}
	}
}

// trusted returns commands that assume what the given ones check. A check of what is assumed stays, and says nothing.
func (s *state) trusted(q *prog.Proc, cmds []prog.Cmd) (out []prog.Cmd) {
	sub := term.NewSubst(s.st, s.st)
	for _, c := range cmds {
		switch c.Kind {
		case prog.Assert:
			if c.Loose {
				continue
			}
			c.Kind, c.ID = prog.Assume, 0
		case prog.Call:
			callee := s.p.Procs[c.Callee]
			for _, r := range s.checked(callee, &c) {
				s.bindIns(sub, callee, c.Values)
				out = append(out, prog.Cmd{Kind: prog.Assume, Cond: sub.Apply(r.Cond), Node: c.Node})
			}
		}
		out = append(out, c)
	}
	return out
}

// endPaths has paths end where false is asserted or assumed as such. So what is behind is no loop.
func (m *modular) endPaths() {
	for i := range m.q.Blocks {
		b := &m.q.Blocks[i]
		n := slices.IndexFunc(b.Cmds, func(c prog.Cmd) bool { return c.Ends && c.Cond == m.st.False() })
		if n >= 0 {
			b.Cmds = b.Cmds[: n+1 : n+1]
			m.kill(b)
		}
	}
}
