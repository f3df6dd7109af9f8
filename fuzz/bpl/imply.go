package bpl

import (
	"math/rand/v2"
	"slices"
	"strings"
)

// Imply adds facts that hold at their place: conditions just assumed, asserted, assigned or
// decided by a branch, the where clauses of havocked variables, preconditions and axioms at
// the beginning, and that globals outside the modifies clause have their old values. It
// asserts some of them if the entry has assertions; otherwise that would change the
// question.
func Imply(r *rand.Rand, p *Program) *Program {
	w := &implier{r: r, p: p, where: map[string]*Expr{}}
	q := &Program{}
	entry := p.Proc("main")
	for _, d := range p.Decls {
		if d.Kind == ProcDecl && d.HasBody && strings.Contains(d.Attrs, "{:entrypoint") {
			entry = d
		}
	}
	if entry != nil {
		mapStmts(entry.Body, func(s *Stmt) { w.asserts = w.asserts || s.Kind == Assert })
	}
	for _, d := range p.Decls {
		if d.Kind == GlobalDecl {
			w.where[d.Var.Name] = d.Var.Where
		}
	}
	for _, d := range p.Decls {
		e := *d
		if d.HasBody {
			e.Body = w.body(d)
		}
		q.Decls = append(q.Decls, &e)
	}
	return q
}

type implier struct {
	r       *rand.Rand
	p       *Program
	asserts bool
	where   map[string]*Expr // of the variables in scope; those of globals remain
	frame   []string         // globals that the procedure may not modify
	locals  []string
}

func (w *implier) body(d *Decl) []*Stmt {
	w.frame, w.locals = nil, nil
	vars := slices.Concat(d.Ins, d.Outs, d.Locals)
	for _, v := range vars {
		w.locals = append(w.locals, v.Name)
	}
	var facts []*Expr
	for _, e := range w.p.Decls {
		switch {
		case e.Kind == GlobalDecl && !slices.Contains(d.Modify, e.Var.Name) && !slices.Contains(w.locals, e.Var.Name):
			w.frame = append(w.frame, e.Var.Name)
		case e.Kind == AxiomDecl && len(vars) == 0 && e.Attrs == "": // a local could have the name of one of its constants
			facts = append(facts, e.Expr)
		}
	}
	outer := w.where
	w.where = map[string]*Expr{}
	for name, e := range outer {
		w.where[name] = e
	}
	for _, v := range vars {
		w.where[v.Name] = v.Where
	}
	for _, s := range d.Specs {
		if s.Kind == Requires {
			facts = append(facts, s.Cond)
		}
	}
	out := append(w.facts(facts...), w.stmts(d.Body)...)
	w.where = outer
	return out
}

// facts states some of the given facts.
func (w *implier) facts(facts ...*Expr) []*Stmt {
	var out []*Stmt
	if len(w.frame) > 0 && w.r.IntN(8) == 0 {
		g := V(w.frame[w.r.IntN(len(w.frame))])
		facts = append(facts, E(Eq, g, E(Old, g)))
	}
	for _, f := range facts {
		switch k := w.r.IntN(6); {
		case f == nil || k > 1:
		case k == 1 && w.asserts:
			out = append(out, &Stmt{Kind: Assert, Cond: f})
		default:
			out = append(out, &Stmt{Kind: Assume, Cond: f})
		}
	}
	return out
}

func (w *implier) stmts(list []*Stmt) []*Stmt {
	var out []*Stmt
	for _, s := range list {
		t := *s
		t.Body, t.Else = w.stmts(s.Body), w.stmts(s.Else)
		if (s.Kind == If || s.Kind == While) && s.Cond != nil {
			t.Body = append(w.facts(s.Cond), t.Body...)
		}
		if s.Kind == If && s.Cond != nil {
			t.Else = append(w.facts(E(Not, s.Cond)), t.Else...)
		}
		out = append(out, &t)
		switch s.Kind {
		case Label, Goto, Return, Break: // a label may name the next statement; nothing follows a jump
		default:
			out = append(out, w.facts(w.after(s)...)...)
		}
	}
	return out
}

// after lists what holds after a statement, if control gets there.
func (w *implier) after(s *Stmt) []*Expr {
	switch s.Kind {
	case Assume, Assert:
		return []*Expr{s.Cond}
	case Havoc:
		var facts []*Expr
		for _, v := range s.Targets {
			facts = append(facts, w.where[v.Name])
		}
		return facts
	case While:
		if s.Cond != nil && !breaks(s.Body) && !hasLabels(s.Body) {
			return []*Expr{E(Not, s.Cond)}
		}
	case Assign:
		if x := s.Targets[0]; len(s.Targets) == 1 && x.Op == Var && !mentions(s.Values[0], x.Name) {
			return []*Expr{E(Eq, x, s.Values[0])}
		}
	}
	return nil
}

// mentions reports whether a name occurs in an expression.
func mentions(e *Expr, name string) bool {
	return e.Op == Var && e.Name == name || slices.ContainsFunc(e.Args, func(a *Expr) bool { return mentions(a, name) }) ||
		slices.ContainsFunc(e.Bound, func(v VarDecl) bool { return v.Name == name })
}
