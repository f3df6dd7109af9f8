package passes

import (
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// foldAxioms replaces constants of the program that an axiom defines as a
// value, or as another constant plus a numeral, and drops these axioms.
func (s *state) foldAxioms() error {
	f := &folder{state: s, bound: make([]term.Term, len(s.p.Vars))}
	var rest []piece
	for i, a := range s.p.Axioms {
		rest = f.split(rest, s.rw.Simplify(a.Cond), a.Node, i)
	}
	for {
		n := len(s.res.Defs)
		if rest = f.round(rest); len(s.res.Defs) == n {
			break
		}
	}
	s.p.Axioms, s.axiomOf = nil, nil
	for _, x := range rest {
		s.p.Axioms = append(s.p.Axioms, prog.Axiom{Cond: x.cond, Node: x.node})
		s.axiomOf = append(s.axiomOf, x.index)
	}
	s.count("constants folded", len(s.res.Defs))
	s.count("axioms left", len(rest))
	sub := term.NewSubst(s.st, s.rw)
	for _, d := range s.res.Defs {
		sub.Bind(s.p.Var(d.Const).Term, d.Value)
	}
	if e := s.p.Procs[s.p.Entry]; !s.called(e.ID) {
		e.Ensures = nil // no call of the entry assumes them
	}
	s.sweep(sub)
	return nil
}

// noAxiom stands for an axiom that a pass has made.
const noAxiom = -1

// piece is a conjunct of an axiom.
type piece struct {
	cond  term.Term
	node  prog.NodeID
	index int // of the axiom in the core program
}

// folder collects definitions in rounds.
type folder struct {
	*state
	bound []term.Term // by variable: its definition in this round
	found []prog.VarID
}

// split appends the conjuncts of a canonical axiom.
func (f *folder) split(dst []piece, t term.Term, node prog.NodeID, index int) []piece {
	switch f.st.Op(t) {
	case term.OpTrue:
		return dst
	case term.OpAnd: // flat
		for _, a := range f.st.Args(t) {
			dst = append(dst, piece{a, node, index})
		}
		return dst
	}
	return append(dst, piece{t, node, index})
}

// round takes the definitions out of the axioms and substitutes them in the rest.
func (f *folder) round(axioms []piece) []piece {
	f.found = f.found[:0]
	var rest []piece
	for _, a := range axioms {
		if !f.define(a.cond) {
			rest = append(rest, a)
		}
	}
	if len(f.found) == 0 {
		return rest
	}
	sub := term.NewSubst(f.st, f.rw)
	for _, v := range f.found {
		sub.Bind(f.p.Var(v).Term, f.resolve(f.p.Var(v).Term))
	}
	defs := f.res.Defs
	for i := range defs {
		defs[i].Value = sub.Apply(defs[i].Value)
	}
	for _, v := range f.found {
		value, _ := sub.Lookup(f.p.Var(v).Term)
		f.res.Defs = append(f.res.Defs, prog.Def{Const: v, Value: value})
	}
	for _, v := range f.found {
		f.bound[v] = 0
	}
	var out []piece
	for _, a := range rest {
		out = f.split(out, sub.Apply(a.cond), a.node, a.index)
	}
	return out
}

// define records t if it is the definition of a constant.
func (f *folder) define(t term.Term) bool {
	st := f.st
	switch {
	case f.constant(t) != 0:
		return f.bind(f.constant(t), st.True())
	case st.Op(t) == term.OpNot && f.constant(st.Arg(t, 0)) != 0:
		return f.bind(f.constant(st.Arg(t, 0)), st.False())
	case st.Op(t) != term.OpEq:
		return false
	}
	a, b := st.Arg(t, 0), st.Arg(t, 1)
	if v := f.constant(a); v != 0 && f.simple(b) && f.bind(v, b) {
		return true
	}
	v := f.constant(b)
	return v != 0 && f.simple(a) && f.bind(v, a)
}

// constant returns the constant of the program that t is, or 0.
func (f *folder) constant(t term.Term) prog.VarID {
	if r := f.uses.Ref(t); r != 0 && f.p.Var(r.Var()).Kind == prog.Constant {
		return r.Var()
	}
	return 0
}

// simple reports whether t is a value, a constant, or a constant plus a numeral.
func (f *folder) simple(t term.Term) bool {
	return f.st.IsValue(t) || f.anchor(t) != 0
}

// anchor returns c if t is a constant c or c plus a numeral, else 0.
func (f *folder) anchor(t term.Term) prog.VarID {
	if v := f.constant(t); v != 0 {
		return v
	}
	if f.st.Op(t) == term.OpAdd && f.st.NumArgs(t) == 2 && f.st.IsNum(f.st.Arg(t, 1)) {
		return f.constant(f.st.Arg(t, 0))
	}
	return 0
}

// bind defines v as t, unless v has a definition in this round or t depends on v.
func (f *folder) bind(v prog.VarID, t term.Term) bool {
	if f.bound[v] != 0 || f.anchor(f.resolve(t)) == v {
		return false
	}
	f.bound[v] = t
	f.found = append(f.found, v)
	return true
}

// resolve follows the definitions of this round to a value, or to an undefined
// constant plus a numeral.
func (f *folder) resolve(t term.Term) term.Term {
	for {
		v := f.anchor(t)
		if v == 0 || f.bound[v] == 0 {
			return t
		}
		if f.constant(t) != 0 {
			t = f.bound[v]
		} else {
			t = f.rw.Add(f.bound[v], f.st.Arg(t, 1))
		}
	}
}

// dropAxioms keeps the axioms that share symbols with the program, directly or
// through other axioms, and adds axioms that unique constants differ.
func (s *state) dropAxioms() error {
	u := newSymbolSet(s.st)
	for _, v := range s.p.Consts {
		if c := s.p.Var(v); c.Unique && s.p.Sort(v) == term.Int {
			u.numbers[s.st.Sym(c.Term)] = true
		}
	}
	for _, d := range s.res.Defs {
		if s.p.Var(d.Const).Unique { // uniqueAxioms states that the value differs from the others
			u.add(d.Value)
			u.one = true
		}
	}
	for _, q := range s.p.Procs {
		for t := range q.Terms {
			u.add(t)
		}
		for _, c := range q.Candidates {
			u.add(c.Cond)
		}
	}
	for _, a := range s.p.Axioms {
		u.sizes.scan(a.Cond)
	}
	if u.sizes.bounded() { // all axioms are related to that
		for _, a := range s.p.Axioms {
			u.add(a.Cond)
		}
	}
	for _, v := range s.p.Consts {
		// Unused unique constants matter, too, if their sort may be finite.
		if u.sizes.bounded() || s.p.Var(v).Unique && s.p.Sort(v) != term.Int &&
			s.st.SortKind(s.p.Sort(v)) != term.KindUninterpreted {
			u.add(s.p.Var(v).Term)
		}
	}
	s.closeAxioms(u)
	s.uniqueAxioms(u)
	consts := s.p.Consts[:0]
	for _, v := range s.p.Consts {
		if u.used[s.st.Sym(s.p.Var(v).Term)] {
			consts = append(consts, v)
		}
		s.p.Vars[v].Unique = false
	}
	s.p.Consts = consts
	s.count("constants", len(consts))
	s.count("axioms", len(s.p.Axioms))
	return nil
}

// closeAxioms keeps the related axioms, and adds their symbols until none is left.
func (s *state) closeAxioms(u *symbolSet) {
	keep := make([]bool, len(s.p.Axioms))
	for changed := true; changed; {
		changed = false
		for i, a := range s.p.Axioms {
			if !keep[i] && u.related(a.Cond) {
				u.add(a.Cond)
				keep[i], changed = true, true
			}
		}
	}
	var kept []prog.Axiom
	for i, a := range s.p.Axioms {
		if keep[i] {
			kept = append(kept, a)
			continue
		}
		if s.axiomOf[i] != noAxiom {
			s.res.Dropped = append(s.res.Dropped, s.axiomOf[i])
		}
	}
	s.p.Axioms, s.axiomOf = kept, nil
}

// uniqueAxioms states that the unique constants in use differ from each other
// and from those that were replaced by their values.
func (s *state) uniqueAxioms(u *symbolSet) {
	value := make([]term.Term, len(s.p.Vars))
	for _, d := range s.res.Defs {
		value[d.Const] = d.Value
	}
	groups := map[term.Sort][]term.Term{}
	var sorts []term.Sort
	for _, v := range s.p.Consts {
		c := s.p.Var(v)
		t := c.Term
		if value[v] != 0 {
			t = value[v]
		}
		if !c.Unique || value[v] == 0 && !u.used[s.st.Sym(t)] {
			continue
		}
		sort := s.p.Sort(v)
		if groups[sort] == nil {
			sorts = append(sorts, sort)
		}
		groups[sort] = append(groups[sort], t)
	}
	for _, sort := range sorts {
		if g := groups[sort]; len(g) > 1 {
			if d := s.rw.Simplify(s.st.Distinct(g...)); d != s.st.True() {
				s.p.Axioms = append(s.p.Axioms, prog.Axiom{Cond: d})
			}
		}
	}
}
