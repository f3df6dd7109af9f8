package cutpoint

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/vc"
)

// Ranges reports whether a procedure is a loop that would be turned and goes through a range: what it counts up or down
// is where it reads or writes an array, or is given to a procedure that has one. What is known of such a loop is known
// of all indices so far.
func Ranges(sys *vc.System, mk term.Maker, id vc.ProcID) bool {
	st, p := sys.Store, sys.Procs[id]
	f := &finder{st: st, sub: term.NewSubst(st, mk)}
	l := f.find(p)
	if l == nil || id == sys.Entry {
		return false
	}
	values := map[term.Term]term.Term{} // of the constants that are defined
	var places []term.Term
	for _, d := range p.Defs {
		values[d.Name] = d.Value
	}
	for i := range p.Sites {
		s := &p.Sites[i]
		if s.Callee != p.ID && slices.ContainsFunc(s.Args, func(a term.Term) bool { return st.IsArray(st.Sort(a)) }) {
			places = append(places, s.Args...)
		}
	}
	counted := map[term.Term]bool{} // states to which something is added
	st.Visit(func(u term.Term) bool {
		switch st.Op(u) {
		case term.OpSelect, term.OpStore:
			places = append(places, st.Arg(u, 1))
		case term.OpAdd:
			for _, a := range st.Args(u) {
				for _, j := range l.state {
					if a == p.In[j] && st.NumArgs(u) == 2 {
						counted[a] = true
					}
				}
			}
		}
		return true
	}, p.Formulas()...)
	seen := map[term.Term]bool{}
	for len(places) > 0 {
		var next []term.Term
		found := st.Any(func(u term.Term) bool {
			if v := values[u]; v != 0 && !seen[u] {
				seen[u] = true
				next = append(next, v)
			}
			return counted[u]
		}, places...)
		if found {
			return true
		}
		places = next
	}
	return false
}
