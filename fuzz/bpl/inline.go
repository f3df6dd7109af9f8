package bpl

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Inline replaces calls by the bodies of the procedures, with their contracts checked and
// assumed and their variables as locals of the caller. It inlines only procedures that are
// not recursive, so the recursion bound keeps its meaning. It leaves calls alone that
// involve where clauses, which would have to be repeated wherever a variable gets a value.
func Inline(r *rand.Rand, p *Program) *Program {
	if slices.ContainsFunc(p.Decls, func(d *Decl) bool { return d.Kind == GlobalDecl && d.Var.Where != nil }) {
		return p
	}
	apart := &Program{}
	for _, d := range p.Decls { // a statement may occur in several places
		e := *d
		e.Body = mapStmts(d.Body, func(*Stmt) {})
		apart.Decls = append(apart.Decls, &e)
	}
	p = apart
	in := &inliner{p: p, recursive: p.recursive()}
	for text := p.String(); in.prefix == "" || strings.Contains(text, in.prefix); {
		in.prefix = fmt.Sprintf("in%d_", r.IntN(1_000_000))
	}
	q := change(r, p, in.body)
	for i, d := range q.Decls {
		if !in.placed(d.Body) {
			continue
		}
		e := *d
		e.Locals = append(slices.Clip(d.Locals), in.locals...)
		q.Decls[i] = &e
	}
	return q
}

type inliner struct {
	p         *Program
	recursive map[string]bool
	prefix    string
	locals    []VarDecl // of the last inlined body
	callee    *Decl
	names     map[string]bool // the callee's variables
	bound     []string        // by the enclosing quantifiers
	old       bool
}

// recursive lists the procedures that may call themselves.
func (p *Program) recursive() map[string]bool {
	calls := map[string][]string{}
	for _, d := range p.Decls {
		if d.Kind == ProcDecl {
			mapStmts(d.Body, func(s *Stmt) {
				if s.Kind == Call {
					calls[d.Name] = append(calls[d.Name], s.Name)
				}
			})
		}
	}
	out := map[string]bool{}
	for name := range calls {
		seen := map[string]bool{}
		for work := []string{name}; len(work) > 0 && !seen[name]; {
			q := work[0]
			work = work[1:]
			for _, c := range calls[q] {
				if !seen[c] {
					seen[c] = true
					work = append(work, c)
				}
			}
		}
		out[name] = seen[name]
	}
	return out
}

// fits reports whether the body of d can replace call s in caller.
func (in *inliner) fits(caller, d *Decl, s *Stmt) bool {
	if d == nil || !d.HasBody || d.AllAttrs() != "" || d.Name == "main" || in.recursive[d.Name] {
		return false
	}
	for _, g := range in.p.Decls { // a local must not hide a global that the body uses
		if (g.Kind == GlobalDecl || g.Kind == ConstDecl) && slices.ContainsFunc(slices.Concat(caller.Ins, caller.Outs, caller.Locals), func(v VarDecl) bool { return v.Name == g.Var.Name }) {
			return false
		}
	}
	where := func(v VarDecl) bool { return v.Where != nil || v.Attrs != "" }
	if slices.ContainsFunc(slices.Concat(d.Ins, d.Outs, d.Locals), where) {
		return false
	}
	for _, t := range s.Targets {
		if slices.ContainsFunc(slices.Concat(caller.Outs, caller.Locals), func(v VarDecl) bool { return v.Name == t.Name && where(v) }) {
			return false
		}
	}
	return !slices.ContainsFunc(d.Modify, func(m string) bool { return !slices.Contains(caller.Modify, m) })
}

// body returns the statements that replace call s in caller; nil if it cannot be inlined.
func (in *inliner) body(caller *Decl, s *Stmt) []*Stmt {
	if s.Kind != Call {
		return nil
	}
	d := in.p.Proc(s.Name)
	if !in.fits(caller, d, s) {
		return nil
	}
	in.callee, in.locals, in.names = d, nil, map[string]bool{}
	for _, v := range slices.Concat(d.Ins, d.Outs, d.Locals) {
		in.names[v.Name] = true
		in.locals = append(in.locals, VarDecl{Name: in.prefix + v.Name, Type: v.Type})
	}
	// The globals that may change, for old.
	begin := &Stmt{Kind: Assign}
	for _, g := range in.p.Decls {
		if g.Kind == GlobalDecl && slices.Contains(d.Modify, g.Var.Name) {
			in.locals = append(in.locals, VarDecl{Name: in.prefix + "old_" + g.Var.Name, Type: g.Var.Type})
			begin.Targets = append(begin.Targets, V(in.prefix+"old_"+g.Var.Name))
			begin.Values = append(begin.Values, V(g.Var.Name))
		}
	}
	for i, v := range d.Ins {
		begin.Targets = append(begin.Targets, V(in.prefix+v.Name))
		begin.Values = append(begin.Values, s.Values[i])
	}
	var out []*Stmt
	if len(begin.Targets) > 0 {
		out = append(out, begin)
	}
	if rest := slices.Concat(d.Outs, d.Locals); len(rest) > 0 {
		out = append(out, &Stmt{Kind: Havoc, Targets: in.copies(rest)})
	}
	out = append(out, in.contract(Requires)...)
	out = append(out, in.stmts(d.Body)...)
	out = append(out, &Stmt{Kind: Label, Name: in.prefix + "end"})
	out = append(out, in.contract(Ensures)...)
	if len(s.Targets) > 0 {
		out = append(out, &Stmt{Kind: Assign, Targets: s.Targets, Values: in.copies(d.Outs)})
	}
	return append(out, &Stmt{Kind: Assume, Cond: E(True)}) // so that a label is not last
}

func (in *inliner) copies(vs []VarDecl) []*Expr {
	var out []*Expr
	for _, v := range vs {
		out = append(out, V(in.prefix+v.Name))
	}
	return out
}

// contract asserts the clauses that are checked, then assumes all.
func (in *inliner) contract(kind SpecKind) []*Stmt {
	var out []*Stmt
	for _, c := range in.callee.Specs {
		if c.Kind == kind && !c.Free {
			out = append(out, &Stmt{Kind: Assert, Cond: in.expr(c.Cond)})
		}
	}
	for _, c := range in.callee.Specs {
		if c.Kind == kind {
			out = append(out, &Stmt{Kind: Assume, Cond: in.expr(c.Cond)})
		}
	}
	return out
}

// placed reports whether the body was placed in a list of statements.
func (in *inliner) placed(list []*Stmt) bool {
	return slices.ContainsFunc(list, func(s *Stmt) bool {
		return s.Kind == Label && s.Name == in.prefix+"end" || in.placed(s.Body) || in.placed(s.Else)
	})
}

func (in *inliner) stmts(list []*Stmt) []*Stmt {
	return mapStmts(list, func(s *Stmt) {
		s.Under = in.expr(s.Under)
		s.Cond, s.Targets, s.Values = in.expr(s.Cond), in.exprs(s.Targets), in.exprs(s.Values)
		s.Invs = slices.Clone(s.Invs)
		for i := range s.Invs {
			s.Invs[i].Cond = in.expr(s.Invs[i].Cond)
		}
		s.Labels = slices.Clone(s.Labels)
		for i := range s.Labels {
			s.Labels[i] = in.prefix + s.Labels[i]
		}
		switch {
		case (s.Kind == Label || s.Kind == Break) && s.Name != "":
			s.Name = in.prefix + s.Name
		case s.Kind == Return:
			*s = Stmt{Kind: Goto, Labels: []string{in.prefix + "end"}}
		}
	})
}

func (in *inliner) exprs(es []*Expr) []*Expr {
	var out []*Expr
	for _, e := range es {
		out = append(out, in.expr(e))
	}
	return out
}

// expr renames variables to their copies, and old values to the names that hold them.
func (in *inliner) expr(e *Expr) *Expr {
	switch {
	case e == nil:
		return nil
	case e.Op == Var && slices.Contains(in.bound, e.Name):
		return e
	case e.Op == Var && in.names[e.Name]:
		return V(in.prefix + e.Name)
	case e.Op == Var && in.old && slices.Contains(in.callee.Modify, e.Name):
		return V(in.prefix + "old_" + e.Name)
	case e.Op == Old:
		outer := in.old
		in.old = true
		x := in.expr(e.Args[0])
		in.old = outer
		return x
	}
	x := *e
	for _, v := range e.Bound {
		in.bound = append(in.bound, v.Name)
	}
	x.Args, x.Triggers = in.exprs(e.Args), nil
	for _, t := range e.Triggers {
		x.Triggers = append(x.Triggers, in.exprs(t))
	}
	in.bound = in.bound[:len(in.bound)-len(e.Bound)]
	return &x
}
