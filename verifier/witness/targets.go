package witness

import (
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/prog"
)

// targets finds the targets that an execution reaches.
type targets struct {
	st     *term.Store
	number map[term.Term]int // by the constant that asks
	seen   []bool
}

func newTargets(prepared *passes.Result) *targets {
	t := &targets{st: prepared.Core.Store, number: map[term.Term]int{}, seen: make([]bool, len(prepared.Targets))}
	for i, x := range prepared.Targets {
		t.number[prepared.Core.Var(x.Asked).Term] = i
	}
	return t
}

// reached adds the targets that are reached before a block of the core program, which was executed: it begins by
// assuming that the execution ends there, or that it does not.
func (t *targets) reached(b *prog.Block, out *verifier.Trace) {
	if len(t.seen) == 0 {
		return
	}
	for i := range b.Cmds {
		c := &b.Cmds[i]
		if c.Kind != prog.Assume {
			continue
		}
		asked := c.Cond
		if t.st.Op(asked) == term.OpNot {
			asked = t.st.Arg(asked, 0)
		}
		if n, ok := t.number[asked]; ok && !t.seen[n] {
			t.seen[n] = true
			out.Targets = append(out.Targets, n)
		}
	}
}
