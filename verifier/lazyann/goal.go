package lazyann

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
)

// names are the constants of goals: one for a constant of a template and the number of a node.
type names struct {
	st *term.Store
	of map[name]term.Term       // never ranged over
	by map[term.Sym]name        // and back
	in map[term.Term][]term.Sym // local symbols of literals
}

type name struct {
	of     term.Term // a constant; in pred.holds a literal
	number int32
}

func newNames(st *term.Store) *names {
	return &names{st: st, of: map[name]term.Term{}, by: map[term.Sym]name{}, in: map[term.Term][]term.Sym{}}
}

// constant returns the constant of a node that stands for one of its template.
func (n *names) constant(of term.Term, number int32) term.Term {
	k := name{of, number}
	if n.of[k] == 0 {
		t := n.st.FreshConst(n.st.SymName(n.st.Sym(of)), n.st.Sort(of))
		n.of[k] = t
		n.by[n.st.Sym(t)] = k
	}
	return n.of[k]
}

// local reports whether a symbol is a constant of a node.
func (n *names) local(f term.Sym) bool {
	_, ok := n.by[f]
	return ok
}

// symbols returns the local symbols of a term.
func (n *names) symbols(t term.Term) []term.Sym {
	list, ok := n.in[t]
	if !ok {
		n.st.Visit(func(u term.Term) bool {
			if n.st.IsConst(u) && n.local(n.st.Sym(u)) {
				list = append(list, n.st.Sym(u))
			}
			return true
		}, t)
		n.in[t] = list
	}
	return list
}

// decision is a literal of the goal.
type decision struct {
	lit   term.Term
	again bool // it is there already
}

// hold adds literals to the goal.
func (s *search) hold(lits []term.Term) {
	for _, t := range lits {
		if !s.sys.Store.IsValue(t) {
			s.goal = append(s.goal, decision{t, s.in[t] > 0})
			s.in[t]++
		}
	}
}

// undo removes all of the goal but the first decisions.
func (s *search) undo(first int) {
	for _, d := range s.goal[first:] {
		s.in[d.lit]--
	}
	s.goal = s.goal[:first]
}

// context returns what the goal says about the interface of a node: the decisions that local symbols connect with it,
// those without local symbols, and the equations between the interfaces.
func (s *search) context(n *node) []term.Term {
	with := map[term.Sym][]int32{} // decisions by symbol; never ranged over
	take := make([]bool, len(s.goal))
	for i, d := range s.goal {
		fs := s.names.symbols(d.lit)
		take[i] = !d.again && (s.whole || len(fs) == 0)
		for _, f := range fs {
			if !d.again {
				with[f] = append(with[f], int32(i))
			}
		}
	}
	var work []term.Sym
	for _, t := range n.iface {
		work = append(work, s.names.symbols(t)...)
	}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		for _, i := range with[f] {
			if !take[i] {
				take[i] = true
				work = append(work, s.names.symbols(s.goal[i].lit)...)
			}
		}
		delete(with, f)
	}
	out := make([]term.Term, 0, len(s.goal)+len(n.links))
	for i, d := range s.goal {
		if take[i] {
			out = append(out, d.lit)
		}
	}
	s.stats.context += len(out)
	return append(out, n.links...)
}

// translate returns terms of a procedure's instance in terms of the goal, for a node.
func (s *search) translate(p *pred, n *node, ts []term.Term) []term.Term {
	q := s.sys.Procs[n.proc]
	iface := map[term.Term]term.Term{}
	for i, v := range slices.Concat(q.In, q.Out) {
		iface[v] = n.iface[i]
	}
	p.sub.Reset()
	p.Store().Visit(func(t term.Term) bool {
		if c, ok := p.origin[t]; ok {
			to := iface[c]
			if to == 0 {
				to = s.names.constant(c, n.number)
			}
			p.sub.Bind(t, p.Copy(to))
		}
		return true
	}, ts...)
	return p.replaced(ts)
}

// replaced returns terms of a procedure's instance in terms of the system, with what is bound in p.sub replaced.
func (p *pred) replaced(ts []term.Term) []term.Term {
	return p.Back(p.sub.ApplyAll(ts))
}
