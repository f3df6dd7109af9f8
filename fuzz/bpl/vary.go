package bpl

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
)

// Rename gives everything another name: names that a verifier might invent, and names with
// another meaning elsewhere. It marks the entry, whose name may become any other.
func Rename(r *rand.Rand, p *Program) *Program {
	n := &renamer{r: r, spaces: map[string]map[string]string{}, taken: map[[2]string]bool{}}
	q := &Program{}
	marked := slices.ContainsFunc(p.Decls, func(d *Decl) bool { return d.HasBody && strings.Contains(d.Attrs, "{:entrypoint") })
	for _, d := range p.Decls {
		e := *d
		if d.Kind == ProcDecl && d.Name == "main" && d.HasBody && !marked {
			e.Attrs = space(d.Attrs) + "{:entrypoint}"
		}
		n.decl(&e)
		q.Decls = append(q.Decls, &e)
	}
	return q
}

// renamer has a table of names for each name space.
type renamer struct {
	r      *rand.Rand
	spaces map[string]map[string]string
	taken  map[[2]string]bool // space, new name
}

var stems = [...]string{
	"assertion_failed", "anon0", "anon1_LoopHead", "main_loop_anon1_LoopHead", "in_g0", "out_r0", "old_g0", "main", "main_entry",
	"x#1", "$x.y", "select", "store", "ite", "div0", "true_", "~a", "entry", "exit", "_",
}

func (n *renamer) name(space, old string) string {
	if old == "" {
		return ""
	}
	names := n.spaces[space]
	if names == nil {
		names = map[string]string{}
		n.spaces[space] = names
	}
	if names[old] == "" {
		name := stems[n.r.IntN(len(stems))]
		for n.taken[[2]string{space, name}] {
			name = fmt.Sprintf("%s%d", stems[n.r.IntN(len(stems))], len(names))
		}
		names[old], n.taken[[2]string{space, name}] = name, true
	}
	return names[old]
}

func (n *renamer) decl(d *Decl) {
	spaces := map[Kind]string{TypeDecl: "type", FunctionDecl: "function", ProcDecl: "procedure"}
	d.Name = n.name(spaces[d.Kind], d.Name)
	d.Params = n.params(d.Params)
	d.Type, d.Expr = n.typ(d.Type), n.expr(d.Expr)
	if d.Var.Name != "" {
		d.Var = n.vars([]VarDecl{d.Var})[0]
	}
	d.Ins, d.Outs, d.Locals = n.vars(d.Ins), n.vars(d.Outs), n.vars(d.Locals)
	d.Specs, d.Body = n.specs(d.Specs), n.stmts(d.Body)
	d.Modify = slices.Clone(d.Modify)
	for i, m := range d.Modify {
		d.Modify[i] = n.name("variable", m)
	}
}

var bitvector = regexp.MustCompile(`^bv[0-9]+$`)

func (n *renamer) typ(t *Type) *Type {
	switch {
	case t == nil || t.Name == "bool" || t.Name == "int" || bitvector.MatchString(t.Name):
		return t
	case t.Elem == nil:
		named := &Type{Name: n.name("type", t.Name)}
		for _, a := range t.Args {
			named.Args = append(named.Args, n.typ(a))
		}
		return named
	}
	m := &Type{Params: n.params(t.Params), Elem: n.typ(t.Elem)}
	for _, i := range t.Index {
		m.Index = append(m.Index, n.typ(i))
	}
	return m
}

func (n *renamer) vars(vs []VarDecl) []VarDecl {
	out := make([]VarDecl, len(vs))
	for i, v := range vs {
		out[i] = VarDecl{n.name("variable", v.Name), n.typ(v.Type), n.expr(v.Where), v.Attrs}
	}
	return out
}

func (n *renamer) specs(ss []Spec) []Spec {
	out := make([]Spec, len(ss))
	for i, s := range ss {
		out[i] = Spec{s.Kind, s.Free, n.expr(s.Cond), s.Attrs}
	}
	return out
}

func (n *renamer) stmts(list []*Stmt) []*Stmt {
	return mapStmts(list, func(s *Stmt) {
		s.Under = n.expr(s.Under)
		s.Cond, s.Targets, s.Values, s.Invs = n.expr(s.Cond), n.exprs(s.Targets), n.exprs(s.Values), n.specs(s.Invs)
		s.Labels = slices.Clone(s.Labels)
		for i, l := range s.Labels {
			s.Labels[i] = n.name("label", l)
		}
		switch s.Kind {
		case Label, Break:
			s.Name = n.name("label", s.Name)
		case Call:
			s.Name = n.name("procedure", s.Name)
		}
	})
}

func (n *renamer) exprs(es []*Expr) []*Expr {
	out := make([]*Expr, len(es))
	for i, e := range es {
		out[i] = n.expr(e)
	}
	return out
}

func (n *renamer) expr(e *Expr) *Expr {
	if e == nil {
		return nil
	}
	x := *e
	switch e.Op {
	case Var:
		x.Name = n.name("variable", e.Name)
	case Apply:
		x.Name = n.function(e.Name)
	}
	x.Params = n.params(e.Params)
	x.Args, x.Bound = n.exprs(e.Args), n.vars(e.Bound)
	x.Triggers = nil
	for _, t := range e.Triggers {
		x.Triggers = append(x.Triggers, n.exprs(t))
	}
	return &x
}

// function names a function. Those that ask about a datatype, is#C and field#C, take part in the name of the constructor.
func (n *renamer) function(old string) string {
	if what, constructor, ok := strings.Cut(old, "#"); ok {
		if what != "is" {
			what = n.name("variable", what)
		}
		return what + "#" + n.name("function", constructor)
	}
	return n.name("function", old)
}

func (n *renamer) params(names []string) []string {
	var out []string
	for _, p := range names {
		out = append(out, n.name("type", p))
	}
	return out
}

// Permute puts the declarations in another order.
func Permute(r *rand.Rand, p *Program) *Program {
	q := &Program{slices.Clone(p.Decls)}
	r.Shuffle(len(q.Decls), func(i, j int) { q.Decls[i], q.Decls[j] = q.Decls[j], q.Decls[i] })
	return q
}

// Pad adds code without effect: assumptions of true, labels, equal branches, assignments of
// a variable to itself, jumps over dead code, unused declarations. It also swaps the
// branches of an if, and puts statements into blocks of their own.
func Pad(r *rand.Rand, p *Program) *Program {
	w := &padder{r: r}
	q := &Program{}
	for _, d := range p.Decls {
		e := *d
		if d.HasBody {
			w.q = d
			e.Body = w.stmts(d.Body)
			if r.IntN(3) == 0 {
				e.Locals = append(slices.Clip(d.Locals), VarDecl{Name: "unused_local", Type: Map(Int, Int)})
			}
		}
		q.Decls = append(q.Decls, &e)
	}
	q.Decls = append(q.Decls, &Decl{Kind: GlobalDecl, Var: VarDecl{Name: "unused_global", Type: Int}})
	return q
}

type padder struct {
	r      *rand.Rand
	q      *Decl
	labels int
}

func (w *padder) stmts(list []*Stmt) []*Stmt {
	var out []*Stmt
	for i, s := range list {
		t := *s
		t.Body, t.Else = w.stmts(s.Body), w.stmts(s.Else)
		if s.Kind == If && s.Cond != nil && w.r.IntN(3) == 0 {
			t.Cond, t.Body, t.Else = E(Not, s.Cond), t.Else, t.Body
		}
		labelled := i > 0 && list[i-1].Kind == Label // what a break may name
		if !labelled && s.Kind != Label && w.r.IntN(4) == 0 {
			out = append(out, w.nothing()...)
		}
		if !labelled && s.Kind != Label && s.Kind != Break && w.r.IntN(10) == 0 {
			out = append(out, &Stmt{Kind: If, Cond: E(True), Body: []*Stmt{&t}, Else: []*Stmt{{Kind: Assume, Cond: E(False)}}})
			continue
		}
		out = append(out, &t)
	}
	return out
}

func (w *padder) nothing() []*Stmt {
	skip := &Stmt{Kind: Assume, Cond: E(True)}
	w.labels++
	label := fmt.Sprintf("pad%d", w.labels)
	switch w.r.IntN(6) {
	case 0:
		return []*Stmt{{Kind: Label, Name: label}, skip}
	case 1:
		return []*Stmt{{Kind: If, Body: []*Stmt{skip}, Else: []*Stmt{skip, skip}}}
	case 2:
		return []*Stmt{{Kind: If, Cond: E(False), Body: []*Stmt{skip, {Kind: Return}}}}
	case 3:
		return []*Stmt{{Kind: Goto, Labels: []string{label, label}}, {Kind: Label, Name: label + "_dead"}, {Kind: Goto, Labels: []string{label + "_dead", label}}, {Kind: Label, Name: label}}
	case 4:
		if len(w.q.Outs) > 0 {
			x := V(w.q.Outs[0].Name)
			return []*Stmt{{Kind: Assign, Targets: []*Expr{x}, Values: []*Expr{x}}}
		}
	}
	return []*Stmt{skip}
}

// Unroll peels the first iteration of a loop, unless labels prevent it, or that an assumption variable may be assigned once.
func Unroll(r *rand.Rand, p *Program) *Program {
	return change(r, p, func(d *Decl, s *Stmt) []*Stmt {
		if s.Kind != While || hasLabels(s.Body) || breaks(s.Body) || d.lessens(s.Body) {
			return nil
		}
		var first []*Stmt
		for _, i := range s.Invs {
			kind := Assert
			if i.Free {
				kind = Assume
			}
			first = append(first, &Stmt{Kind: kind, Cond: i.Cond})
		}
		body := slices.Concat(s.Body, []*Stmt{s})
		return append(first, &Stmt{Kind: If, Cond: s.Cond, Body: body})
	})
}

// lessens reports whether statements assign an assumption variable.
func (d *Decl) lessens(list []*Stmt) bool {
	return slices.ContainsFunc(list, func(s *Stmt) bool {
		assigned := slices.ContainsFunc(d.Locals, func(v VarDecl) bool {
			return strings.Contains(v.Attrs, "{:assumption}") && s.Kind == Assign && slices.ContainsFunc(s.Targets, func(e *Expr) bool { return e.Name == v.Name })
		})
		return assigned || d.lessens(s.Body) || d.lessens(s.Else)
	})
}

// change replaces one statement for which f has a replacement.
func change(r *rand.Rand, p *Program, f func(*Decl, *Stmt) []*Stmt) *Program {
	type place struct {
		d *Decl
		s *Stmt
	}
	var places []place
	var visit func(d *Decl, list []*Stmt)
	visit = func(d *Decl, list []*Stmt) {
		for _, s := range list {
			if f(d, s) != nil {
				places = append(places, place{d, s})
			}
			visit(d, s.Body)
			visit(d, s.Else)
		}
	}
	for _, d := range p.Decls {
		visit(d, d.Body)
	}
	if len(places) == 0 {
		return p
	}
	at := places[r.IntN(len(places))]
	var replace func(list []*Stmt) []*Stmt
	replace = func(list []*Stmt) []*Stmt {
		var out []*Stmt
		for _, s := range list {
			if s == at.s {
				out = append(out, f(at.d, s)...)
				continue
			}
			t := *s
			t.Body, t.Else = replace(s.Body), replace(s.Else)
			out = append(out, &t)
		}
		return out
	}
	q := &Program{}
	for _, d := range p.Decls {
		e := *d
		if d == at.d {
			e.Body = replace(d.Body)
		}
		q.Decls = append(q.Decls, &e)
	}
	return q
}

func hasLabels(list []*Stmt) bool {
	return slices.ContainsFunc(list, func(s *Stmt) bool { return s.Kind == Label || hasLabels(s.Body) || hasLabels(s.Else) })
}

func breaks(list []*Stmt) bool {
	return slices.ContainsFunc(list, func(s *Stmt) bool { return s.Kind == Break || breaks(s.Body) || breaks(s.Else) })
}
