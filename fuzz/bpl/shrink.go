package bpl

import (
	"slices"
	"strings"

	"github.com/muster-smt/muster/fuzz/shrink"
)

// Shrink returns a smaller program that fails: with fewer declarations, clauses, variables
// and statements, with a branch instead of an if or while, and with smaller expressions. It
// ignores types; fails must reject illegal programs.
func Shrink(p *Program, b *shrink.Budget, fails func(*Program) bool) *Program {
	for before := ""; before != p.String() && !b.Spent(); {
		before = p.String()
		p = &Program{shrink.List(p.Decls, b, func(ds []*Decl) bool { return fails(&Program{ds}) })}
		p = &Program{shrink.Elements(p.Decls, b, smallerDecls, func(ds []*Decl) bool { return fails(&Program{ds}) })}
		p = shrink.Elements([]*Program{p}, b, withoutFormals, func(ps []*Program) bool { return fails(ps[0]) })[0]
	}
	return p
}

// edit appends a changed copy to the variants of x.
func edit[T any](out []*T, x *T, change func(*T)) []*T {
	y := *x
	change(&y)
	return append(out, &y)
}

// edits appends a copy of x for each smaller value of one of its fields.
func edits[T, V any](out []*T, x *T, smaller []V, set func(*T, V)) []*T {
	for _, v := range smaller {
		out = edit(out, x, func(y *T) { set(y, v) })
	}
	return out
}

// without returns the list with stretches left out, the long ones first.
func without[T any](list []T) [][]T {
	var out [][]T
	for size := len(list); size > 0; size /= 2 {
		for end := len(list); end > 0; end -= size {
			out = append(out, slices.Delete(slices.Clone(list), max(end-size, 0), end))
		}
	}
	return out
}

// replaced returns the list with one element replaced by something smaller.
func replaced[T any](list []T, smaller func(T) []T) [][]T {
	var out [][]T
	for i, x := range list {
		for _, y := range smaller(x) {
			l := slices.Clone(list)
			l[i] = y
			out = append(out, l)
		}
	}
	return out
}

func smallerDecls(d *Decl) []*Decl {
	var out []*Decl
	out = edits(out, d, smallerStmts(d.Body), func(d *Decl, l []*Stmt) { d.Body = l })
	out = edits(out, d, without(d.Locals), func(d *Decl, l []VarDecl) { d.Locals = l })
	out = edits(out, d, append(without(d.Specs), replaced(d.Specs, smallerSpecs)...), func(d *Decl, l []Spec) { d.Specs = l })
	out = edits(out, d, without(d.Modify), func(d *Decl, l []string) { d.Modify = l })
	out = edits(out, d, replaced(d.Ins, smallerVars), func(d *Decl, l []VarDecl) { d.Ins = l })
	out = edits(out, d, replaced(d.Outs, smallerVars), func(d *Decl, l []VarDecl) { d.Outs = l })
	out = edits(out, d, replaced(d.Locals, smallerVars), func(d *Decl, l []VarDecl) { d.Locals = l })
	out = edits(out, d, smallerVars(d.Var), func(d *Decl, l VarDecl) { d.Var = l })
	if d.Attrs != "" {
		out = edit(out, d, func(d *Decl) { d.Attrs = "" })
	}
	if d.Outer != "" {
		out = edit(out, d, func(d *Decl) { d.Outer = "" })
	}
	if d.Apart {
		out = edit(out, d, func(d *Decl) { d.Apart = false })
	}
	if d.Unique {
		out = edit(out, d, func(d *Decl) { d.Unique = false })
	}
	if d.HasBody {
		out = edit(out, d, func(d *Decl) { d.HasBody, d.Apart, d.Locals, d.Body = false, false, nil, nil })
	}
	out = edits(out, d, smallerExprs(d.Expr), func(d *Decl, l *Expr) { d.Expr = l })
	return out
}

func smallerVars(v VarDecl) []VarDecl {
	if v.Where == nil && v.Attrs == "" {
		return nil
	}
	return []VarDecl{{Name: v.Name, Type: v.Type}}
}

func smallerSpecs(s Spec) []Spec {
	var out []Spec
	if !s.Free {
		out = append(out, Spec{s.Kind, true, s.Cond, s.Attrs})
	}
	for _, e := range smallerExprs(s.Cond) {
		out = append(out, Spec{s.Kind, s.Free, e, s.Attrs})
	}
	return out
}

// smallerStmts leaves out statements, replaces an if or while by its body, and makes
// statements smaller.
func smallerStmts(list []*Stmt) [][]*Stmt {
	out := without(list)
	for i, s := range list {
		if len(s.Body) > 0 {
			out = append(out, slices.Concat(list[:i], s.Body, list[i+1:]))
		}
		if len(s.Else) > 0 {
			out = append(out, slices.Concat(list[:i], s.Else, list[i+1:]))
		}
	}
	return append(out, replaced(list, smallerStmt)...)
}

func smallerStmt(s *Stmt) []*Stmt {
	var out []*Stmt
	out = edits(out, s, smallerStmts(s.Body), func(s *Stmt, l []*Stmt) { s.Body = l })
	out = edits(out, s, smallerStmts(s.Else), func(s *Stmt, l []*Stmt) { s.Else = l })
	out = edits(out, s, append(without(s.Invs), replaced(s.Invs, smallerSpecs)...), func(s *Stmt, l []Spec) { s.Invs = l })
	if s.Kind == Goto {
		for i := range s.Labels {
			if len(s.Labels) > 1 {
				out = edit(out, s, func(s *Stmt) { s.Labels = slices.Delete(slices.Clone(s.Labels), i, i+1) })
			}
		}
	}
	if s.Kind == Assign || s.Kind == Havoc {
		for i := range s.Targets {
			if len(s.Targets) < 2 {
				continue
			}
			out = edit(out, s, func(s *Stmt) {
				s.Targets = slices.Delete(slices.Clone(s.Targets), i, i+1)
				if s.Kind == Assign {
					s.Values = slices.Delete(slices.Clone(s.Values), i, i+1)
				}
			})
		}
	}
	if s.Kind == If || s.Kind == While {
		if s.Cond != nil {
			out = edit(out, s, func(s *Stmt) { s.Cond = nil })
		}
	}
	if s.Attrs != "" {
		out = edit(out, s, func(s *Stmt) { s.Attrs = "" })
	}
	if s.Under != nil {
		out = edit(out, s, func(s *Stmt) { s.Under = nil })
	}
	out = edits(out, s, smallerExprs(s.Cond), func(s *Stmt, l *Expr) { s.Cond = l })
	out = edits(out, s, replaced(s.Values, smallerExprs), func(s *Stmt, l []*Expr) { s.Values = l })
	if s.Kind == Assign {
		out = edits(out, s, replaced(s.Targets, smallerExprs), func(s *Stmt, l []*Expr) { s.Targets = l })
	}
	return out
}

// smallerExprs returns constants, the arguments, and e with smaller arguments.
func smallerExprs(e *Expr) []*Expr {
	if e == nil {
		return nil
	}
	var out []*Expr
	switch e.Op {
	case True, False:
		if e.Op == False {
			return []*Expr{E(True)}
		}
		return nil
	case Num:
		if e.Name != "" {
			if _, width, ok := strings.Cut(e.Name, "bv"); ok && e.Name[0] > '0' {
				return []*Expr{{Op: Num, Name: "0bv" + width}}
			}
			return []*Expr{N(0)}
		}
		for _, n := range shrink.Number(max(e.Value, -e.Value)) {
			out = append(out, N(n))
			if e.Value < 0 && n > 0 {
				out = append(out, N(-n))
			}
		}
		return out
	}
	out = append(out, E(True), E(False), N(0), N(1))
	if e.Op == Var {
		return out
	}
	out = append(out, e.Args...)
	out = edits(out, e, replaced(e.Args, smallerExprs), func(e *Expr, l []*Expr) { e.Args = l })
	if len(e.Triggers) > 0 {
		out = edit(out, e, func(e *Expr) { e.Triggers = nil })
	}
	return out
}

// withoutFormals leaves out a formal of a procedure everywhere.
func withoutFormals(p *Program) []*Program {
	var out []*Program
	for _, d := range p.Decls {
		if d.Kind != ProcDecl {
			continue
		}
		for i := range d.Ins {
			out = append(out, p.withoutFormal(d.Name, i, -1))
		}
		for i := range d.Outs {
			out = append(out, p.withoutFormal(d.Name, -1, i))
		}
	}
	return out
}

func (p *Program) withoutFormal(name string, in, result int) *Program {
	q := &Program{}
	for _, d := range p.Decls {
		e := *d
		if d.Kind == ProcDecl && d.Name == name {
			e.Ins, e.Outs = cut(d.Ins, in), cut(d.Outs, result)
		}
		e.Body = mapStmts(d.Body, func(s *Stmt) {
			if s.Kind == Call && s.Name == name {
				s.Values, s.Targets = cut(s.Values, in), cut(s.Targets, result)
			}
		})
		q.Decls = append(q.Decls, &e)
	}
	return q
}

func cut[T any](list []T, i int) []T {
	if i < 0 || i >= len(list) {
		return list
	}
	return slices.Delete(slices.Clone(list), i, i+1)
}

// mapStmts copies statements and changes the copies.
func mapStmts(list []*Stmt, change func(*Stmt)) []*Stmt {
	out := make([]*Stmt, len(list))
	for i, s := range list {
		t := *s
		t.Body, t.Else = mapStmts(s.Body, change), mapStmts(s.Else, change)
		change(&t)
		out[i] = &t
	}
	return out
}
