package evidence

import (
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/vc"
)

// mention says what a term mentions. It is found once, from what its arguments mention.
type mention struct {
	known      bool
	quantified bool // there is a quantifier
	scope      int  // whose constants there are
}

// Scopes that are not a procedure's, whose constants are all of its interface.
const (
	noScope    = 0  // none are any procedure's
	outOfScope = -1 // no fact may mention them
)

func scope(proc vc.ProcID) int { return int(proc) + 1 }

// mentioned returns what a term mentions.
func (r *reader) mentioned(t term.Term) mention {
	for u := range term.BottomUp(t, r.st.Args, func(u term.Term) bool { return r.mentions.At(uint32(u)).known }) {
		m := mention{known: true, quantified: r.st.IsQuantifier(u)}
		if r.st.Op(u) == term.OpApp {
			if o, ok := r.owner[r.st.Sym(u)]; ok && o.face {
				m.scope = scope(o.proc)
			} else if ok {
				m.scope = outOfScope
			}
		}
		args := r.st.Args(u)
		r.visits += 1 + len(args)
		for _, a := range args {
			x := r.mentions.At(uint32(a))
			m.quantified = m.quantified || x.quantified
			switch {
			case m.scope == noScope:
				m.scope = x.scope
			case x.scope != noScope && x.scope != m.scope:
				m.scope = outOfScope
			}
		}
		*r.mentions.Ref(uint32(u)) = m
	}
	return r.mentions.At(uint32(t))
}

// binds reports whether a quantifier in one of these terms binds one of the variables. What it does not go into, the
// store does not when it looks for other free variables of a quantifier.
func (r *reader) binds(vars map[term.Term]bool, terms []term.Term) (found bool) {
	st := r.st
	st.Visit(func(t term.Term) bool {
		r.visits++
		if found || r.err != nil || st.Ground(t) && !r.mentioned(t).quantified {
			return false
		}
		if r.visits += st.NumArgs(t); r.visits > r.most {
			r.fail("too much is inside of quantifiers")
			return false
		}
		if st.IsQuantifier(t) {
			for _, v := range st.Quant(t).Vars {
				found = found || vars[v]
			}
		}
		return !found
	}, terms...)
	return found
}
