package passes

import (
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// sweep applies the substitution to all terms of the procedures, simplifies them,
// and drops what then has no effect: assume true, records, x := x.
func (s *state) sweep(sub *term.Subst) {
	dropped := 0
	image := func(t term.Term) term.Term { return sub.Apply(s.rw.Simplify(t)) }
	for _, q := range s.p.Procs {
		dropped += s.sweepProc(q, image)
	}
	s.count("commands dropped", dropped)
}

// sweepProc maps the terms of a procedure, and returns how many commands it drops.
func (s *state) sweepProc(q *prog.Proc, image func(term.Term) term.Term) (dropped int) {
	q.Requires = s.contracts(q.Requires, image)
	q.Ensures = s.contracts(q.Ensures, image)
	for i := range q.Blocks {
		b := &q.Blocks[i]
		kept := b.Cmds[:0]
		for _, c := range b.Cmds {
			if c = s.sweepCmd(c, image); c.Kind == 0 {
				dropped++
				continue
			}
			kept = append(kept, c)
			if c.Kind == prog.Assume && c.Cond == s.st.False() {
				b.Succs, b.Dead = nil, true
				break
			}
		}
		b.Cmds = kept
	}
	return dropped
}

// contracts maps contracts, and drops those that are true.
func (s *state) contracts(cs []prog.Contract, image func(term.Term) term.Term) []prog.Contract {
	var kept []prog.Contract
	for _, c := range cs {
		if c.Cond = image(c.Cond); c.Cond != s.st.True() {
			kept = append(kept, c)
		}
	}
	return kept
}

// sweepCmd returns the simplified command; its kind is 0 if it has no effect.
func (s *state) sweepCmd(c prog.Cmd, image func(term.Term) term.Term) prog.Cmd {
	switch c.Kind {
	case prog.Record:
		return prog.Cmd{}
	case prog.Assume:
		if c.Cond = image(c.Cond); c.Cond == s.st.True() {
			return prog.Cmd{}
		}
	case prog.Assign:
		return s.assignment(c, func(i int) (term.Term, bool) { return image(c.Values[i]), true })
	case prog.Call:
		values := make([]term.Term, len(c.Values))
		for i, t := range c.Values {
			values[i] = image(t)
		}
		c.Values = values
	}
	return c
}

// assignment returns c with other values; targets are left out where keep is
// false or the value is the variable's own. Its kind is 0 if none is left.
func (s *state) assignment(c prog.Cmd, value func(i int) (t term.Term, keep bool)) prog.Cmd {
	targets := make([]prog.VarID, 0, len(c.Targets))
	values := make([]term.Term, 0, len(c.Values))
	for i, v := range c.Targets {
		if t, keep := value(i); keep && t != s.p.Var(v).Term {
			targets = append(targets, v)
			values = append(values, t)
		}
	}
	if len(targets) == 0 {
		return prog.Cmd{}
	}
	c.Targets, c.Values = targets, values
	return c
}
