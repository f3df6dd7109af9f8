package combine

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/term"
)

// Atom implements cnf.Sink.
func (e *Engine) Atom(t term.Term) sat.Lit {
	switch {
	case e.st.Op(t) == term.OpEq:
		return e.equalityAtom(t, e.st.Arg(t, 0), e.st.Arg(t, 1))
	case e.isApplication(t):
		return e.predicateAtom(t)
	case e.st.IsConst(t):
		return e.NewVar(t).Pos()
	}
	owner, ground := e.claims.atom(t)
	a := atom{kind: claimed, owner: owner, term: t}
	for _, u := range ground {
		e.intern(u)
	}
	e.setBelow(&a, ground)
	l := e.newAtom(a)
	if owner == nobody {
		// No plugin understands it: a model that depends on it is a guess.
		e.alien = append(e.alien, l)
	}
	return l
}

func (e *Engine) equalityAtom(t, a, b term.Term) sat.Lit {
	p, q := e.intern(a), e.intern(b)
	n := e.g.NewEq(t, p, q)
	e.nodeMade(n)
	e.share(p, q)
	at := atom{kind: equality, owner: e.claims.sort(e.st.Sort(a)).owner, node: n, term: t}
	e.setBelow(&at, []term.Term{a, b})
	return e.nodeAtom(at)
}

func (e *Engine) predicateAtom(t term.Term) sat.Lit {
	a := atom{kind: predicate, owner: nobody, node: e.intern(t).Node, term: t}
	if e.st.Op(t) == term.OpApp {
		if set := e.claims.sym(e.st.Sym(t)); set != 0 {
			a.owner = int8(set.first())
		}
	}
	e.setBelow(&a, []term.Term{t})
	return e.nodeAtom(a)
}

// setBelow records the nodes of terms, which are relevant when the atom is.
func (e *Engine) setBelow(a *atom, ts []term.Term) {
	a.below, a.n = uint32(len(e.below)), uint32(len(ts))
	for _, t := range ts {
		e.below = append(e.below, e.points.at(t).Node)
	}
}

// nodeAtom makes the literal of an atom that has a node.
func (e *Engine) nodeAtom(a atom) sat.Lit {
	l := e.newAtom(a)
	if v := e.g.ValueNode(a.node); v == theory.True || v == theory.False {
		e.Decided(a.node, v == theory.True)
	}
	return l
}

func (e *Engine) newAtom(a atom) sat.Lit {
	v := e.NewVar(a.term)
	e.atoms[v] = a
	e.count.made++
	if a.node != 0 {
		e.g.SetLit(a.node, v.Pos())
	}
	if a.owner != nobody {
		e.plugins[a.owner].AddAtom(a.term, v.Pos())
	}
	return v.Pos()
}

// defineItes sends the definitions of relevant if-then-else terms, once. The
// equalities are not simplified: rewriting knows the definition too and would
// make them trivial.
func (e *Engine) defineItes() {
	for _, n := range e.ites {
		t := e.g.Term(n)
		args := e.st.Args(t)
		c, a, b := args[0], args[1], args[2]
		l := e.cnf.Lit(c, e.tag)
		isA, isB := e.st.Eq(t, a), e.st.Eq(t, b)
		ifTrue, ifFalse := e.certs.lend(), e.certs.lend()
		if ifTrue != nil {
			ifTrue.Axiom(cert.IteDef, []cert.Literal{{T: c, Neg: true}, {T: isA}}, t)
			ifFalse.Axiom(cert.IteDef, []cert.Literal{{T: c}, {T: isB}}, t)
		}
		w := []theory.While{{Nodes: [4]theory.Node{n}}}
		e.queueWhile(w, []sat.Lit{l.Not(), e.cnf.Lit(isA, e.tag)}, sat.NoLit, iteDef, ifTrue)
		e.queueWhile(w, []sat.Lit{l, e.cnf.Lit(isB, e.tag)}, sat.NoLit, iteDef, ifFalse)
		e.nodes[n].kind = plainNode
	}
	e.ites = e.ites[:0]
	for _, l := range e.splits {
		e.split(l)
	}
	e.splits = e.splits[:0]
}
