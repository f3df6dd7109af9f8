package syntax

// Functions within functions become functions like others. Each gets the addresses of the variables that it uses of the functions around
// it, as parameters before its own. What has no place in this is a pointer to such a function, and a jump out of one.

// capture is a variable of a function around another one, and the parameter that has its address there.
type capture struct {
	of, by *Object
}

// nestedCall is a call of a nested function, and where it is.
type nestedCall struct {
	call *Expr
	in   *function
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
	pointer := &Expr{Op: Load, X: &Expr{Op: Var, Obj: by, Type: by.Type, Pos: at}, Type: by.Type, Pos: at}
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
	o := &Object{Name: d.name, Kind: Function, Type: d.typ, Pos: d.pos, Extern: true, Internal: true, Owner: p.fn.obj.Name, nested: true}
	p.describe(o, s, d)
	p.unit.Objects = append(p.unit.Objects, o)
	p.scope.names[d.name] = &entry{obj: o, pos: d.at}
	return o
}

// pointing notes a pointer, if it is one to a nested function.
func (p *parser) pointing(e *Expr) *Expr {
	if e.X.Op == Var && e.X.Obj.nested {
		root := p.fn.root()
		root.taken = append(root.taken, e)
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

// lift gives the functions within a function the addresses that they need, once all calls are known.
func (p *parser) lift(root *function) {
	of := map[*Object]*function{}
	for _, f := range root.nested {
		of[f.obj] = f
	}
	for changed := true; changed; {
		changed = false
		for _, c := range root.calls {
			g := of[c.call.Obj]
			if g == nil {
				p.fail(c.call.Pos, "nested function '%s' declared but never defined", c.call.Obj.Name)
			}
			for _, x := range g.captures {
				if n := len(c.in.captures); x.of.home != c.in {
					p.address(c.in, x.of)
					changed = changed || len(c.in.captures) > n
				}
			}
		}
	}
	for _, f := range root.nested {
		f.extend()
	}
	for _, c := range root.calls {
		var args []*Expr
		for _, x := range of[c.call.Obj].captures {
			args = append(args, p.addressIn(c.in, x.of, c.call.Pos))
		}
		c.call.Args = append(args, c.call.Args...)
	}
	for _, e := range root.taken {
		if f := of[e.X.Obj]; f == nil || len(f.captures) > 0 {
			*e = Expr{Op: Hole, Str: "a pointer to a nested function that uses variables of the one around it", Type: e.Type, Pos: e.Pos, source: e.X.source}
		}
	}
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
	f.obj.Type = &t
}

// addressIn returns the address that a variable has in a function.
func (p *parser) addressIn(f *function, o *Object, at Pos) *Expr {
	if o.home == f {
		return &Expr{Op: AddrOf, X: &Expr{Op: Var, Obj: o, Type: o.Type, Pos: at}, Type: p.pointerTo(o.Type), Pos: at}
	}
	by := p.address(f, o)
	return &Expr{Op: Load, X: &Expr{Op: Var, Obj: by, Type: by.Type, Pos: at}, Type: by.Type, Pos: at}
}
