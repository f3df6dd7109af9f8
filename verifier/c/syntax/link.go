package syntax

import (
	"fmt"
	"slices"

	"github.com/muster-smt/muster/verifier/c/cpp"
)

// linker makes one program of translation units.
type linker struct {
	files  *cpp.Files
	unit   *Unit
	names  map[string]*Object  // what other units can mean
	left   map[*Object]*Object // what others stand for
	united []*Type             // in the present comparison
	differ string              // why its types are not compatible
	models map[string]*Object  // functions of the library
	other  map[*Object]bool    // which are declared by another type, or none
}

// link makes one program of translation units.
func link(files *cpp.Files, parts []*parser) *Unit {
	first := parts[0].unit
	l := &linker{files: files, unit: &Unit{Files: files.List(), Sizes: first.Sizes}, names: map[string]*Object{},
		left: map[*Object]*Object{}, models: map[string]*Object{}, other: map[*Object]bool{}}
	for _, c := range parts {
		if c.library {
			l.addModels(c.unit)
			continue
		}
		l.unit.Warnings = append(l.unit.Warnings, c.unit.Warnings...)
		l.unit.Assembly = append(l.unit.Assembly, c.unit.Assembly...)
		own := map[string]*Object{} // what no other unit can mean
		for _, named := range []bool{false, true} {
			for _, o := range c.unit.Objects {
				if (o.Asm != "") == named {
					l.add(o, own)
				}
			}
		}
		l.aliases(c.unit, own)
	}
	l.complete()
	l.structures(parts)
	l.unit.Objects = slices.DeleteFunc(l.unit.Objects, func(o *Object) bool { return l.left[o] != nil })
	for _, o := range l.unit.Objects {
		if l.init(o); o.Asm != "" && !o.defined() {
			o.Name = o.Asm // what it means is known by that
		}
		l.stmt(o.Body)
	}
	return l.unit
}

// add adds an object of a unit, which may be one that is known already.
func (l *linker) add(o *Object, own map[string]*Object) {
	names := l.names
	if o.Internal {
		names = own
	}
	p := names[o.symbol()]
	if p == nil && o.Asm != "" {
		if p = own[o.Asm]; p == nil {
			p = l.names[o.Asm]
		}
	}
	switch {
	case p != nil && (!o.Internal || o.Asm != ""):
		l.merge(p, o)
		l.left[o] = p
		return
	case p == nil && (o.Owner == "" || o.Asm != ""):
		names[o.symbol()] = o
	}
	l.unit.Objects = append(l.unit.Objects, o)
}

// symbol returns the name of an object for the linker.
func (o *Object) symbol() string {
	if o.Asm != "" {
		return o.Asm
	}
	return o.Name
}

// aliases finds what the aliases of a unit are. A definition elsewhere takes the place of a weak one.
func (l *linker) aliases(u *Unit, own map[string]*Object) {
	for _, o := range u.Objects {
		if o.Alias == "" || l.left[o] != nil {
			continue
		}
		p := own[o.Alias]
		if p == nil {
			p = l.names[o.Alias]
		}
		switch {
		case p == nil || p == o || !p.defined() && p.Extern:
			panic(l.files.Fault(o.Pos, fmt.Sprintf("'%s' aliased to undefined symbol '%s'", o.Name, o.Alias)))
		case p.Kind != o.Kind || !l.compatible(o.Type, p.Type):
			panic(l.files.Fault(o.Pos, fmt.Sprintf("'%s' and '%s', which it is an alias of, have types that are not compatible",
				o.Name, o.Alias)))
		}
		l.left[o] = p
	}
}

// merge adds what a unit says of an object to what those before it say.
func (l *linker) merge(p, o *Object) {
	if p.Kind != o.Kind || !l.compatible(o.Type, p.Type) {
		what := fmt.Sprintf("conflicting types for '%s', previous declaration at %s", o.Name, l.files.At(p.Pos))
		if l.differ != "" {
			what += ": " + l.differ
		}
		panic(l.files.Fault(o.Pos, what))
	}
	pd, od := p.defined(), o.defined()
	if pd && od && !p.Weak && !o.Weak && (!p.Spare && !o.Spare || text(p.source) != text(o.source)) {
		panic(l.files.Fault(o.Pos, fmt.Sprintf("there is another definition of %s, at %s", o.Name, l.files.At(p.Pos))))
	}
	switch {
	case od && (!pd || p.Spare && !o.Spare || p.Weak && !o.Weak):
		*p = *o // a definition is not extern
	case !pd && p.Type.vague():
		p.Type, p.Pos = o.Type, o.Pos
	case !pd && p.Extern && !o.Extern:
		p.Pos = o.Pos
	}
	p.Extern = p.Extern && o.Extern
}

// defined reports whether a unit defines an object for sure: others may also declare one that is not extern.
func (o *Object) defined() bool { return o.Body != nil || o.Init != nil || o.Alias != "" }

// vague reports whether another declaration may say more about a type.
func (t *Type) vague() bool {
	return t.Kind == Array && t.Len < 0 || t.Kind == Func && t.Loose
}

// structures finds structures that are the same though no name says that they have to be: values of them may get from
// one unit to another one by pointers to void. It is no mistake to find less.
func (l *linker) structures(parts []*parser) {
	known := map[string][]*Type{}
	for _, c := range parts {
		for _, x := range c.tags {
			for _, u := range known[x.name] {
				if l.compatible(x.typ, u) {
					break
				}
			}
		}
		for _, x := range c.tags {
			if t := x.typ; t.Canonical() == t && t.record() {
				known[x.name] = append(known[x.name], t)
			}
		}
	}
}

// compatible reports whether types of two units are compatible. If so, the structures in them are the same from now on.
func (l *linker) compatible(t, u *Type) bool {
	l.united, l.differ = l.united[:0], ""
	if l.match(t, u) {
		return true
	}
	for _, x := range l.united {
		x.same = nil
	}
	return false
}

func (l *linker) match(t, u *Type) bool {
	t, u = t.Canonical(), u.Canonical()
	if t == u {
		return true
	}
	if t.Kind != u.Kind {
		return false
	}
	switch t.Kind {
	case Void, Int:
		return t.Same(u)
	case Float:
		return t.Size == u.Size
	case Pointer:
		return l.match(t.Elem, u.Elem)
	case Array:
		return (t.Len == u.Len || t.Len < 0 || u.Len < 0) && l.match(t.Elem, u.Elem)
	case Func:
		return l.matchFunc(t, u)
	case Struct, Union:
		return l.matchRecord(t, u)
	}
	return t.Name == u.Name && t.Size == u.Size
}

func (l *linker) matchFunc(t, u *Type) bool {
	return l.match(t.Result, u.Result) && (t.Loose || u.Loose ||
		t.Vararg == u.Vararg && slices.EqualFunc(t.Params, u.Params, l.match))
}

// matchRecord compares two structures. That they are the same is taken for granted in the comparison of their
// members. One whose members are not known is the same as any other one of its name, but not as two that differ.
func (l *linker) matchRecord(t, u *Type) bool {
	if t.Name != u.Name {
		return false
	}
	if u.open {
		t, u = u, t
	}
	t.same = u
	l.united = append(l.united, t)
	if t.open {
		return true
	}
	same := t.Size == u.Size && len(t.Fields) == len(u.Fields)
	for i := 0; same && i < len(t.Fields); i++ {
		f, g := t.Fields[i], u.Fields[i]
		same = f.Name == g.Name && f.Index == g.Index && f.Offset == g.Offset && f.Bits == g.Bits && f.BitOff == g.BitOff &&
			l.match(f.Type, g.Type)
	}
	if !same && l.differ == "" {
		l.differ = t.Name + " is another one there"
	}
	return same
}

// object returns what an object is now.
func (l *linker) object(o *Object) *Object {
	for l.left[o] != nil {
		o = l.left[o]
	}
	return o
}

// init has an initialiser mean the objects that are left.
func (l *linker) init(o *Object) {
	for t := o.Type; t.Kind == Array; t = t.Elem {
		l.expr(t.Count)
	}
	if o.Cleanup != nil {
		o.Cleanup = l.object(o.Cleanup)
	}
	if o.Init != nil {
		for i := range o.Init.Items {
			l.expr(o.Init.Items[i].Value)
		}
	}
}

func (l *linker) stmt(s *Stmt) {
	if s == nil {
		return
	}
	if s.Kind == Decl {
		l.init(s.Obj)
	}
	if s.Kind == Eval {
		l.effect(s.X)
	} else {
		l.expr(s.X)
	}
	l.effect(s.Step)
	for _, t := range s.List {
		l.stmt(t)
	}
	l.stmt(s.Init)
	l.stmt(s.Then)
	l.stmt(s.Else)
}

// effect has an expression whose value nobody uses mean the objects that are left.
func (l *linker) effect(e *Expr) {
	switch {
	case e == nil:
	case e.Op == Cast && e.Type.Kind == Void:
		l.effect(e.X)
	case e.Op == Comma:
		l.effect(e.X)
		l.effect(e.Y)
	case e.Op == Call && e.Obj != nil && e.Z != nil:
		l.meaning(e, e.Y, l.effect)
	default:
		l.expr(e)
	}
}

// meaning has a call mean what the parser says that it means, unless the program defines the function, and then goes
// on with that.
func (l *linker) meaning(e, z *Expr, with func(*Expr)) {
	m := l.object(e.Obj)
	e.Y, e.Z = nil, nil
	if z != nil && (m.Body == nil || l.models[m.Name] == m) {
		source, pos := e.source, e.Pos
		*e = *z
		e.source, e.Pos = source, pos
	}
	with(e)
}

func (l *linker) expr(e *Expr) {
	if e == nil {
		return
	}
	switch e.Op {
	case Comma:
		l.effect(e.X)
		l.expr(e.Y)
		return
	case Compound:
		l.init(e.Obj)
	case Block:
		l.stmt(e.Body)
	case AddrOf, Decay:
		l.address(e)
	case Var, Call:
		if e.Obj != nil {
			m := l.object(e.Obj)
			if e.Op == Call && e.Z != nil {
				l.meaning(e, e.Z, l.expr)
				return
			}
			if e.Op == Call && l.otherwise(e.Obj) {
				l.adapted(e, m)
				l.expr(e)
				return
			}
			e.Obj = m
			if missing(m) {
				l.absent(e)
			}
		}
		if e.Op == Var && e.Obj != nil && e.Type.Kind == Array && e.Type.Len < 0 {
			e.Type = e.Obj.Type
		}
	}
	l.expr(e.X)
	l.expr(e.Y)
	l.expr(e.Z)
	for _, x := range e.Args {
		l.expr(x)
	}
	if e.Op == AddrOf && e.X.Op == Hole {
		*e = Expr{Op: Hole, Str: e.X.Str, Type: e.Type, Pos: e.Pos, source: e.X.source}
	}
}
