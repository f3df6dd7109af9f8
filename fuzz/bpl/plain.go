package bpl

import (
	"fmt"
	"slices"
	"strings"
)

// Plain returns a program in the core of the language that fails when p does. It has no datatypes, type parameters, lambda
// expressions and functions that call themselves, and no attributes that change what is assumed or checked:
//
//   - A variable of a datatype becomes one for each constructor but the first, which says whether that one made the value, and one for
//     each field. Wherever it is read, what does not matter gets a fixed value, so that equal values are equal part by part.
//   - Functions, axioms and maps with type parameters are made for int and for bool.
//   - A lambda expression becomes a local variable that is havocked before the statement, and assumed to have the elements.
//   - The body of a function that calls itself becomes an axiom.
//
// What cannot be said so is an error: recursive datatypes, type parameters in other places, a lambda expression in a loop's condition.
func Plain(p *Program) (q *Program, err error) {
	w := &plainer{p: p, out: &Program{}, data: map[string][]*Decl{}, decls: map[string]*Decl{}, sub: map[string]*Type{}, made: map[string]bool{}}
	defer func() {
		if x := recover(); x != nil {
			bad, ok := x.(unreadable)
			if !ok {
				panic(x)
			}
			q, err = nil, fmt.Errorf("plain: %s", string(bad))
		}
	}()
	w.survey()
	for _, d := range p.Decls {
		w.decl(d)
	}
	return w.out, nil
}

// plainer makes a program plain.
type plainer struct {
	p     *Program
	out   *Program
	data  map[string][]*Decl // constructors by the name of the datatype
	decls map[string]*Decl   // types, functions and procedures by kind and name
	sub   map[string]*Type   // what type parameters stand for
	made  map[string]bool    // instances of types with arguments that are declared
	scope []VarDecl          // the innermost last
	// Of the procedure: the statements before the present one, and new local variables.
	before []*Stmt
	locals []VarDecl
	depth  int // of quantifiers and lambda expressions around an expression
}

// leaf is a part of a value.
type leaf struct {
	name string // added to that of the variable
	typ  *Type
}

func key(k Kind, name string) string { return fmt.Sprint(k, name) }

func (w *plainer) survey() {
	for _, d := range w.p.Decls {
		w.decls[key(d.Kind, d.Name)] = d
		switch {
		case d.Kind == ConstDecl || d.Kind == GlobalDecl:
			w.scope = append(w.scope, d.Var)
		case d.isConstructor():
			w.data[d.Type.Name] = append(w.data[d.Type.Name], d)
		}
	}
}

func (d *Decl) isConstructor() bool {
	return d.Kind == FunctionDecl && strings.Contains(d.Attrs, "{:constructor}")
}

func (w *plainer) isData(t *Type) bool { return t.Elem == nil && len(w.data[t.Name]) > 0 }

func (w *plainer) add(d *Decl) { w.out.Decls = append(w.out.Decls, d) }

// instances are the types for which type parameters stand.
func instances() []*Type { return []*Type{Int, Bool} }

// each calls f with each choice of types for type parameters, which is also given as a suffix of names.
func (w *plainer) each(params []string, f func(suffix string)) {
	if len(params) == 0 {
		f("")
		return
	}
	if _, ok := w.sub[params[0]]; ok {
		panic(unreadable("a type parameter inside another of its name"))
	}
	for _, t := range instances() {
		w.sub[params[0]] = t
		w.each(params[1:], func(rest string) { f("$" + t.Name + rest) })
	}
	delete(w.sub, params[0])
}

// leaves returns the parts of the values of a type.
func (w *plainer) leaves(t *Type) []leaf { return w.leavesIn(t, nil) }

func (w *plainer) leavesIn(t *Type, around []string) (out []leaf) {
	switch {
	case t.Elem != nil && len(t.Params) > 0:
		w.each(t.Params, func(suffix string) {
			for _, l := range w.leavesIn(&Type{Index: t.Index, Elem: t.Elem}, around) {
				out = append(out, leaf{suffix + l.name, l.typ})
			}
		})
	case t.Elem != nil:
		var index []*Type
		for _, i := range t.Index {
			for _, l := range w.leavesIn(i, around) {
				index = append(index, l.typ)
			}
		}
		for _, l := range w.leavesIn(t.Elem, around) {
			out = append(out, leaf{l.name, Map(l.typ, index...)})
		}
	case w.sub[t.Name] != nil:
		return w.leavesIn(w.sub[t.Name], around)
	case w.isData(t):
		if slices.Contains(around, t.Name) {
			panic(unreadable("a datatype in itself"))
		}
		for k, c := range w.data[t.Name] {
			if k > 0 {
				out = append(out, leaf{"$is" + c.Name, Bool})
			}
			for _, f := range c.Ins {
				for _, l := range w.leavesIn(f.Type, append(slices.Clip(around), t.Name)) {
					out = append(out, leaf{"$" + c.Name + "$" + f.Name + l.name, l.typ})
				}
			}
		}
		if len(out) == 0 {
			panic(unreadable("a datatype with one value"))
		}
	case len(t.Args) > 0:
		return []leaf{{"", w.instance(t)}}
	default:
		return []leaf{{"", t}}
	}
	return out
}

// instance declares an instance of a type with arguments.
func (w *plainer) instance(t *Type) *Type {
	name := t.Name
	for _, a := range t.Args {
		for _, l := range w.leaves(a) {
			name += "$" + l.typ.Name
		}
	}
	if !w.made[name] {
		w.made[name] = true
		w.add(&Decl{Kind: TypeDecl, Name: name})
	}
	return &Type{Name: name}
}

// split declares the parts of a variable. Its where clause becomes one of the last part, since it may speak of all.
func (w *plainer) split(vs []VarDecl) (out []VarDecl) {
	for _, v := range vs {
		for _, l := range w.leaves(v.Type) {
			out = append(out, VarDecl{Name: v.Name + l.name, Type: l.typ})
		}
		if v.Where != nil {
			out[len(out)-1].Where = w.one(v.Where)
		}
	}
	return out
}

func (w *plainer) decl(d *Decl) {
	switch d.Kind {
	case TypeDecl:
		if len(w.data[d.Name]) == 0 && len(d.Params) == 0 {
			w.add(d)
		}
	case ConstDecl, GlobalDecl:
		for _, v := range w.split([]VarDecl{d.Var}) {
			w.add(&Decl{Kind: d.Kind, Var: v, Unique: d.Unique})
		}
	case FunctionDecl:
		if !d.isConstructor() {
			w.each(d.Params, func(suffix string) { w.function(d, suffix) })
		}
	case AxiomDecl:
		if !strings.Contains(d.Attrs, "{:ignore}") {
			w.add(&Decl{Kind: AxiomDecl, Expr: w.one(d.Expr)})
		}
	case ProcDecl:
		w.procedure(d)
	}
}

// function makes a function for each part of its result.
func (w *plainer) function(d *Decl, suffix string) {
	mark := len(w.scope)
	w.scope = append(w.scope, d.Ins...)
	var body []*Expr
	if d.Expr != nil {
		w.depth++
		body, _ = w.expr(d.Expr)
		w.depth--
	}
	w.scope = w.scope[:mark]
	ins := w.split(d.Ins)
	attrs := strings.TrimSpace(strings.ReplaceAll(d.Attrs, "{:define}", ""))
	for k, l := range w.leaves(d.Type) {
		f := &Decl{Kind: FunctionDecl, Attrs: attrs, Name: d.Name + suffix + l.name, Ins: ins, Type: l.typ}
		w.add(f)
		if body == nil {
			continue
		}
		if !calls(d.Expr, d.Name) {
			f.Expr = body[k]
			continue
		}
		app := &Expr{Op: Apply, Name: f.Name}
		for _, v := range ins {
			app.Args = append(app.Args, V(v.Name))
		}
		w.add(&Decl{Kind: AxiomDecl, Expr: &Expr{Op: Forall, Bound: ins, Args: []*Expr{E(Eq, app, body[k])}}})
	}
}

// Recursive reports whether a function calls itself in its body.
func (p *Program) Recursive() bool {
	return slices.ContainsFunc(p.Decls, func(d *Decl) bool { return d.Kind == FunctionDecl && d.Expr != nil && calls(d.Expr, d.Name) })
}

// calls reports whether a function is applied in an expression.
func calls(e *Expr, name string) bool {
	return e.Op == Apply && e.Name == name || slices.ContainsFunc(e.Args, func(a *Expr) bool { return calls(a, name) })
}

func (w *plainer) procedure(d *Decl) {
	mark := len(w.scope)
	w.scope = append(append(append(w.scope, d.Ins...), d.Outs...), d.Locals...)
	w.locals = nil
	e := *d
	e.Ins, e.Outs, e.Locals = w.split(d.Ins), w.split(d.Outs), w.split(d.Locals)
	e.Specs, e.Modify = w.specs(d.Specs), nil
	for _, m := range d.Modify {
		for _, l := range w.leaves(w.variable(m).Type) {
			e.Modify = append(e.Modify, m+l.name)
		}
	}
	if body := d.Body; d.HasBody {
		if strings.Contains(d.AllAttrs(), "{:selective_checking}") {
			body, _ = w.trusting(body, false)
			for i, s := range e.Specs {
				if s.Kind == Ensures && !s.Free {
					panic(unreadable("a postcondition under {:selective_checking}"))
				}
				e.Specs[i] = s
			}
		}
		e.Body = nil
		for _, v := range d.Locals {
			if strings.Contains(v.Attrs, "{:assumption}") {
				e.Body = append(e.Body, &Stmt{Kind: Assume, Cond: V(v.Name)})
			}
		}
		e.Body = append(e.Body, w.stmts(body)...)
		e.Locals = append(e.Locals, w.locals...)
	}
	attrs := func(text string) string {
		return strings.TrimSpace(strings.ReplaceAll(text, "{:selective_checking}", ""))
	}
	e.Attrs, e.Outer = attrs(d.Attrs), attrs(d.Outer)
	w.add(&e)
	w.scope = w.scope[:mark]
}

func (w *plainer) specs(ss []Spec) (out []Spec) {
	for _, s := range ss {
		out = append(out, Spec{Kind: s.Kind, Free: s.Free, Cond: w.one(s.Cond), Attrs: s.Attrs})
	}
	return out
}

// trusting returns the statements of a procedure with {:selective_checking}, which assumes what it asserts where no
// {:start_checking_here} leads; behind says whether one leads to the statements, and is returned for their end.
func (w *plainer) trusting(list []*Stmt, behind bool) ([]*Stmt, bool) {
	var out []*Stmt
	for _, s := range list {
		t := *s
		switch s.Kind {
		case If:
			var yes, no bool
			t.Body, yes = w.trusting(s.Body, behind)
			t.Else, no = w.trusting(s.Else, behind)
			behind = yes || no
		case Label, Goto, Return, Break, While:
			panic(unreadable("a jump under {:selective_checking}"))
		case Call:
			callee := w.decls[key(ProcDecl, s.Name)]
			if !behind && (callee == nil || slices.ContainsFunc(callee.Specs, func(c Spec) bool { return c.Kind == Requires && !c.Free })) {
				panic(unreadable("a precondition under {:selective_checking}"))
			}
		}
		behind = behind || strings.Contains(s.Attrs, "{:start_checking_here}")
		if s.Kind == Assert && !behind {
			t.Kind = Assume
			t.Under = nil
		}
		out = append(out, &t)
	}
	return out, behind
}

func (w *plainer) stmts(list []*Stmt) []*Stmt {
	var out []*Stmt
	for _, s := range list {
		outer := w.before
		w.before = nil
		made := w.stmt(s)
		out = append(append(out, w.before...), made...)
		w.before = outer
	}
	return out
}

func (w *plainer) stmt(s *Stmt) []*Stmt {
	t := *s
	t.Attrs, t.Under = "", nil
	if s.Kind == Call {
		t.Attrs = s.Attrs
	}
	if s.Cond != nil {
		t.Cond = w.one(s.Cond)
	}
	t.Values = w.concat(s.Values)
	t.Targets = nil
	for _, x := range s.Targets {
		t.Targets = append(t.Targets, w.target(x)...)
	}
	if s.Kind == While && len(w.before) > 0 {
		panic(unreadable("a lambda expression in the condition of a loop"))
	}
	t.Invs = w.specs(s.Invs)
	t.Body, t.Else = w.stmts(s.Body), w.stmts(s.Else)
	if s.Kind == Assert && s.Under != nil {
		behind := &Stmt{Kind: Assume, Cond: t.Cond}
		t.Cond = E(Or, w.one(s.Under), t.Cond)
		return []*Stmt{&t, behind}
	}
	return []*Stmt{&t}
}

// concat returns the parts of all expressions.
func (w *plainer) concat(es []*Expr) (out []*Expr) {
	for _, e := range es {
		parts, _ := w.expr(e)
		out = append(out, parts...)
	}
	return out
}

// target returns what is assigned or havocked.
func (w *plainer) target(e *Expr) []*Expr {
	if e.Op == Var {
		var out []*Expr
		for _, l := range w.leaves(w.variable(e.Name).Type) {
			out = append(out, V(e.Name+l.name))
		}
		return out
	}
	parts, _ := w.cells(e)
	return parts
}
