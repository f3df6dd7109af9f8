package syntax

import "github.com/muster-smt/muster/verifier/c/cpp"

// Functions within functions become functions like others. Each gets the addresses of the variables that it uses of
// the functions around it, as parameters before its own. A pointer to one that uses any is the address of a
// descriptor, from which calls take these (Closure). What has no place in this is a jump out of one.

// capture is a variable of a function around another one, and the parameter that has its address there.
type capture struct {
	of, by *Object
}

// mention is a call of a nested function, or a pointer to one: where it is, and what lives there.
type mention struct {
	e    *Expr
	of   *Object
	in   *function
	live *live
}

// mention notes a call of a nested function, or a pointer to one.
func (p *parser) mention(e *Expr, of *Object, l *live) {
	root := p.fn.root()
	root.mentions = append(root.mentions, mention{e, of, p.fn, l})
}

// root returns the function of the file that a function is in.
func (f *function) root() *function {
	for f.outer != nil {
		f = f.outer
	}
	return f
}

// address returns the parameter that has the address of a variable of a function around.
func (p *parser) address(f *function, o *Object) *Object {
	for _, c := range f.captures {
		if c.of == o {
			return c.by
		}
	}
	by := &Object{Name: o.Name, Kind: Param, Type: p.pointerTo(o.Type), Pos: o.Pos, Internal: true, home: f}
	f.captures = append(f.captures, capture{o, by})
	return by
}

// captured returns a variable of a function around the present one.
func (p *parser) captured(o *Object, at Pos) *Expr {
	if computed(o.Type) {
		h := p.hole(at, "a variable of a computed size in a nested function")
		h.Type = o.Type
		return h
	}
	by := p.address(p.fn, o)
	pointer := loaded(by, at)
	pointer.source = []cpp.Token{{Text: "&" + o.Name}}
	return &Expr{Op: Deref, X: pointer, Type: o.Type, Pos: at}
}

// nestedFunction reads a function within another one.
func (p *parser) nestedFunction(s *specs, d *declarator) *Stmt {
	o := p.declareNested(s, d)
	if o.Body != nil {
		p.fail(d.at, "redefinition of '%s'", o.Name)
	}
	ps := d.params
	if len(ps.names) > 0 || ps.old {
		outer := p.scope
		p.scope, p.fn = ps.scope, ps.fn
		p.oldParameters(ps)
		p.scope, p.fn, d.typ.old = outer, ps.fn.outer, true
	}
	o.Type, o.Pos, o.Params, o.Extern = d.typ, d.pos, ps.list, false
	p.body(o, ps)
	return &Stmt{Kind: Empty, Pos: d.pos}
}

// declareNested returns the nested function that a declarator declares.
func (p *parser) declareNested(s *specs, d *declarator) *Object {
	if old := p.scope.names[d.name]; old != nil {
		if old.obj == nil || !old.obj.nested || !compatible(old.obj.Type, d.typ) {
			p.fail(d.at, "conflicting types for '%s', previous declaration at %s", d.name, p.files.At(old.pos))
		}
		return old.obj
	}
	o := &Object{Name: d.name, Kind: Function, Type: d.typ, Pos: d.pos, Extern: true, Internal: true,
		Owner: p.fn.obj.Name, nested: true}
	p.describe(o, s, d)
	p.unit.Objects = append(p.unit.Objects, o)
	p.scope.names[d.name] = &entry{obj: o, pos: d.at}
	return o
}

// pointing notes a pointer, if it is one to a nested function.
func (p *parser) pointing(e *Expr) *Expr {
	if e.X.Op == Var && e.X.Obj.nested {
		p.mention(e, e.X.Obj, p.fn.live)
	}
	return e
}

// jumpsOut reports whether a label is one of a function around the present one.
func (p *parser) jumpsOut(name string) bool {
	for s := p.scope; s != p.fn.scope; s = s.outer {
		if s.labels[name] != nil {
			return false
		}
	}
	for s := p.fn.scope.outer; s != nil; s = s.outer {
		if s.labels[name] != nil {
			return true
		}
	}
	return false
}

// lift gives the functions within a function the addresses that they need, once all that mentions them is known.
func (p *parser) lift(root *function) {
	of := map[*Object]*function{}
	for _, f := range root.nested {
		of[f.obj] = f
	}
	for changed := true; changed; {
		changed = false
		for _, m := range root.mentions {
			g := of[m.of]
			if g == nil {
				p.fail(m.of.Pos, "nested function '%s' declared but never defined", m.of.Name)
			}
			for _, o := range p.needs(m, g) {
				if n := len(m.in.captures); o.home != m.in {
					p.address(m.in, o)
					changed = changed || len(m.in.captures) > n
				}
			}
		}
	}
	for _, f := range root.nested {
		f.extend()
	}
	for _, m := range root.mentions {
		p.gives(m, of[m.of])
	}
}

// needs lists the variables whose addresses a mention of a function needs: those that the function gets, and the
// descriptor of one that is pointed to.
func (p *parser) needs(m mention, g *function) (out []*Object) {
	for _, c := range g.captures {
		out = append(out, c.of)
	}
	if m.e.Op != Call && len(out) > 0 {
		out = append(out, p.descriptor(g))
	}
	return out
}

// descriptor returns the descriptor of a function. As gcc has it, there is one for each call of the function around,
// and it lives as long as the parameters of that do.
func (p *parser) descriptor(g *function) *Object {
	if g.obj.Descriptor == nil {
		word := p.unit.Sizes.Pointer
		t := &Type{Kind: Struct, Name: "descriptor", Size: 2 * word, Align: word}
		g.obj.Descriptor = &Object{Name: g.obj.Name, Kind: Param, Type: t, Pos: g.obj.Pos, Internal: true, home: g.outer}
		g.outer.obj.Nested = append(g.outer.obj.Nested, g.obj)
	}
	return g.obj.Descriptor
}

// gives has a mention of a function give it the addresses that it gets.
func (p *parser) gives(m mention, g *function) {
	var args []*Expr
	for _, c := range g.captures {
		if c.of.home == m.in && c.of.Kind == Auto && !m.live.has(c.of) {
			*m.e = Expr{Op: Hole, Str: "a nested function where a variable that it uses is not declared yet", Type: m.e.Type,
				Pos: m.e.Pos, source: m.e.written()}
			return
		}
		args = append(args, p.addressIn(m.in, c.of, m.e.Pos))
	}
	switch {
	case m.e.Op == Call:
		m.e.Args = append(args, m.e.Args...)
	case len(args) > 0:
		x := p.addressIn(m.in, g.obj.Descriptor, m.e.Pos)
		*m.e = Expr{Op: Closure, X: x, Obj: g.obj, Args: args, Type: m.e.Type, Pos: m.e.Pos, source: m.e.written()}
	}
}

// has reports whether an object is one of those that live.
func (l *live) has(o *Object) bool {
	for ; l != nil; l = l.outer {
		if l.obj == o {
			return true
		}
	}
	return false
}

// extend puts the addresses that a function needs before its parameters.
func (f *function) extend() {
	t := *f.obj.Type
	t.pointer, t.Params = nil, nil
	var list []*Object
	for _, c := range f.captures {
		list, t.Params = append(list, c.by), append(t.Params, c.by.Type)
	}
	f.obj.Params, t.Params = append(list, f.obj.Params...), append(t.Params, f.obj.Type.Params...)
	f.obj.Type, f.obj.Captured = &t, len(f.captures)
}

// addressIn returns the address that a variable has in a function.
func (p *parser) addressIn(f *function, o *Object, at Pos) *Expr {
	if o.home == f {
		return &Expr{Op: AddrOf, X: &Expr{Op: Var, Obj: o, Type: o.Type, Pos: at}, Type: p.pointerTo(o.Type), Pos: at}
	}
	return loaded(p.address(f, o), at)
}
