package boogie

import (
	"slices"

	"github.com/muster-smt/muster/verifier/boogie/syntax"
)

// constrained records which constants and uninterpreted functions an unsupported axiom constrains, directly or
// through other axioms. Such an axiom is left out, so whatever depends on these symbols is not supported either. The
// classes of a union-find forest are the symbols that axioms link.
type constrained struct {
	parent []int32 // of entities, then of functions; empty if all axioms are supported
	funcs  int32   // where those of functions begin
	rep    []int32 // by function: a symbol that its applications mention, -1 if none
	why    []*syntax.Error
}

func (t *constrained) find(s int32) int32 {
	for t.parent[s] != s {
		t.parent[s] = t.parent[t.parent[s]]
		s = t.parent[s]
	}
	return s
}

// link merges the classes of two symbols, either of which may be none, and returns one of them.
func (t *constrained) link(a, b int32) int32 {
	if a < 0 {
		return b
	}
	if b >= 0 {
		t.parent[t.find(b)] = t.find(a)
	}
	return a
}

// ofEntity returns why a constant is not supported, nil if it is.
func (t *constrained) ofEntity(e entID) *syntax.Error {
	if len(t.parent) == 0 {
		return nil
	}
	return t.why[t.find(int32(e))]
}

// ofFunction returns why a function is not supported.
func (t *constrained) ofFunction(i int32) *syntax.Error {
	if len(t.parent) == 0 || t.rep[i] < 0 {
		return nil
	}
	return t.why[t.find(t.rep[i])]
}

// useSymbol notes the use of a constrained symbol.
func (l *lowerer) useSymbol(why *syntax.Error) {
	if why != nil && l.restsOn == nil {
		l.restsOn = why
	}
}

// findConstrained fills the table. It stays empty if all axioms are supported, as in all known drivers.
func (l *lowerer) findConstrained() {
	if !slices.ContainsFunc(l.c.axiomUnsup, func(e *syntax.Error) bool { return e != nil }) {
		return
	}
	t := &l.constrained
	t.funcs = int32(len(l.c.ents))
	n := len(l.c.ents) + len(l.c.funcs)
	t.parent, t.why, t.rep = make([]int32, n), make([]*syntax.Error, n), make([]int32, len(l.c.funcs))
	for i := range t.parent {
		t.parent[i] = int32(i)
	}
	for _, i := range l.c.order {
		fn := &l.c.funcs[i]
		t.rep[i] = -1
		if !fn.expanded() && fn.builtin == notBuiltin && fn.unsup == nil {
			t.rep[i] = t.funcs + i
		}
	}
	for _, i := range l.c.order {
		if fn := &l.c.funcs[i]; fn.decl.Body != 0 {
			t.rep[i] = t.link(t.rep[i], l.symbols(fn.decl.Body))
		}
	}
	for i := range l.c.funcs {
		if fn := &l.c.funcs[i]; fn.role != 0 {
			t.link(t.rep[i], t.rep[fn.ctor.data.ctors[0].fn])
		}
	}
	first := make([]int32, len(l.f.Axioms))
	for i, a := range l.f.Axioms {
		first[i] = l.symbols(a.Cond)
	}
	for i, why := range l.c.axiomUnsup {
		if why == nil {
			continue
		}
		if first[i] < 0 {
			panic(bail{why}) // it constrains nothing or everything
		}
		t.why[t.find(first[i])] = why
	}
}

// symbols links all symbols of an expression and returns one, or -1.
func (l *lowerer) symbols(e syntax.ExprID) int32 {
	s := int32(-1)
	for i := l.f.First(e); i <= e; i++ {
		switch u := l.c.use[i]; l.f.Exprs[i].Op {
		case syntax.OpVar:
			if l.c.ents[u].kind == constEntity {
				s = l.constrained.link(s, int32(u))
			}
		case syntax.OpCode:
			for _, x := range l.f.CodeExprs(l.f.Codes[l.f.Exprs[i].Val].Stmts) {
				s = l.constrained.link(s, l.symbols(x))
			}
		case syntax.OpCall, syntax.OpField, syntax.OpUpdate, syntax.OpIs:
			s = l.constrained.link(s, l.constrained.rep[u])
		}
	}
	return s
}
