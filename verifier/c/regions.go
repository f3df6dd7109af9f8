package c

import (
	"fmt"
	"slices"

	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/prog"
)

// division says which objects are in memory, and which parts of memory are accessed as bytes.
type division interface {
	// inMemory reports whether an object has an address.
	inMemory(o *syntax.Object) bool
	// object returns the region of an object.
	object(o *syntax.Object) *region
	// target returns the region that a pointer points to, or nil if it points to nothing that the program has made.
	target(e *syntax.Expr) *region
	// made reports whether a region has objects of the program, or memory that it allocates.
	made(x *region) bool
	// outlived reports whether a pointer to a local may be somewhere that lives longer.
	outlived(o *syntax.Object) bool
	// spare returns the region of objects that the source does not have. It is one of bytes.
	spare() *region
	// compares reports whether addresses of what malloc returns are compared, and whether
	// some of these may be of what is inside.
	compares() (compared, inside bool)
	// written reports whether something in a region may be written by a pointer; guards,
	// whether that may be an object that must not be.
	written(x *region) bool
	guards(x *region) bool
	// recycled reports whether a value may be an address of what malloc returns.
	recycled(e *syntax.Expr) bool
	// callees returns the functions that a call may call.
	callees(e *syntax.Expr) []*syntax.Object
}

// region is a set of objects that pointers do not tell apart: a class of a union-find structure.
// What is stored in it may point to other regions.
type region struct {
	parent *region
	types  []*syntax.Type // what pointers to it point to that are converted
	to     []*syntax.Type // those of them that pointers of another type become
	points map[*class]*region
	keys   []*class // of points, in the order in which they have come
	any    *region  // what bytes may point to
	refs   []ref    // of pointers that are in it
	strays

	bytes   bool // it is accessed as several types
	outside bool // it may be made by what the program does not define
	store   prog.VarID
}

// ref is a type of the pointers that are in a class of a region.
type ref struct {
	cls  *class
	elem *syntax.Type
}

func (x *region) find() *region {
	for x.parent != nil {
		if x.parent.parent != nil {
			x.parent = x.parent.parent
		}
		x = x.parent
	}
	return x
}

// isBytes reports whether a region is accessed as bytes.
func (x *region) isBytes() bool { return x != nil && x.find().bytes }

// flat is a division that takes all of memory as one map of bytes, and has all objects in it.
type flat struct {
	all     *region
	targets []*syntax.Object
}

func (m flat) inMemory(*syntax.Object) bool   { return true }
func (m flat) object(*syntax.Object) *region  { return m.all }
func (m flat) target(*syntax.Expr) *region    { return m.all }
func (m flat) made(*region) bool              { return true }
func (m flat) outlived(o *syntax.Object) bool { return o.In() != nil }
func (m flat) spare() *region                 { return m.all }

func (m flat) callees(e *syntax.Expr) []*syntax.Object {
	if e.Obj != nil {
		return []*syntax.Object{e.Obj}
	}
	return m.targets
}

// regions is the division by what pointers may point to, as Steensgaard has it: values that may flow into each other
// point to the same region. What is in a region is distinguished by its class, as long as all accesses are of one type.
type regions struct {
	*facts
	objects  map[*syntax.Object]*region
	results  map[*syntax.Object]*region // of functions
	sites    map[*syntax.Expr]*region   // of calls that return memory
	wrappers map[*syntax.Object]bool    // functions that only call malloc
	outer    map[string]*region         // what is defined elsewhere, by type
	links    [][2]*region               // contents that are copied as bytes
	compared [][2]*region               // what addresses that are compared point to
	indirect []indirectCall
	closures []*syntax.Expr
	variable *region // what variable arguments point to that are pointers
	number   *region // and what others do
	passed   *region // of structures that are variable arguments
	all      []*region
	free     *region
	heaps    map[*region]bool     // of what malloc returns, once that has been asked
	stores   []*region            // in which pointers write something
	guarded  map[*region]bool     // those of them with objects that must not be written, once that has been asked
	holders  map[*region][]holder // what pointers to a region may be in, once that has been asked
	filled   map[*region]bool     // those with objects, when there were so many of these
	objected int
	fn       *syntax.Object
	word     int64 // the size of a pointer
	changes  int
}

// divide finds the regions of a program.
func divide(a *facts, entry *syntax.Object, word int64) *regions {
	r := &regions{
		facts: a, word: word, objects: map[*syntax.Object]*region{}, results: map[*syntax.Object]*region{},
		sites: map[*syntax.Expr]*region{},
		outer: map[string]*region{}, wrappers: map[*syntax.Object]bool{},
	}
	r.free = r.fresh()
	r.free.bytes = true
	r.variable, r.number, r.passed = r.fresh(), r.fresh(), r.fresh()
	r.program(entry)
	r.settle()
	return r
}

func (r *regions) inMemory(o *syntax.Object) bool { return r.taken[o] }
func (r *regions) spare() *region                 { return r.free.find() }

func (r *regions) made(x *region) bool {
	if n := len(r.objects) + len(r.sites); n != r.objected || r.filled == nil {
		r.objected, r.filled = n, map[*region]bool{r.free.find(): true}
		for _, y := range r.objects {
			r.filled[y.find()] = true
		}
		for _, y := range r.sites {
			r.filled[y.find()] = true
		}
	}
	return x != nil && r.filled[x.find()]
}

func (r *regions) fresh() *region {
	x := &region{points: map[*class]*region{}}
	r.all = append(r.all, x)
	return x
}

// object returns the region of an object. What has a union of different types in it is bytes, and always in memory.
func (r *regions) object(o *syntax.Object) *region {
	x := r.objects[o]
	if x == nil {
		x = r.fresh()
		r.objects[o] = x
		r.accessed(x, o.Type)
		if punned(o.Type) {
			r.taken[o] = true
			r.spoil(x)
		}
		if o.Kind == syntax.Static && o.Extern && o.Init == nil {
			x.outside = true
		}
	}
	return x.find()
}

// punned reports whether an object has a union of different types in it.
func punned(t *syntax.Type) bool {
	switch t.Kind {
	case syntax.Array:
		return punned(t.Elem)
	case syntax.Struct:
		for _, m := range t.Fields {
			if m.Big || punned(m.Type) {
				return true
			}
		}
	case syntax.Union:
		return len(t.Fields) > 0 && (uniform(t) == nil || t.Fields[0].Big)
	}
	return false
}

// site returns the region of the memory that an expression makes.
func (r *regions) site(e *syntax.Expr) *region {
	x := r.sites[e]
	if x == nil {
		x = r.fresh()
		r.sites[e] = x
	}
	return x.find()
}

// elsewhere returns the region of what functions without a body return pointers to: one for each type.
func (r *regions) elsewhere(t *syntax.Type) *region {
	name := typeName(t)
	if name == "" {
		return nil
	}
	x := r.outer[name]
	if x == nil {
		x = r.fresh()
		x.outside = true
		r.outer[name] = x
		r.accessed(x, t)
	}
	return x.find()
}

// typeName returns the same for types that are alike, and nothing for those that say nothing.
func typeName(t *syntax.Type) string {
	for t.Kind == syntax.Array {
		t = t.Elem
	}
	switch {
	case t.Kind == syntax.Pointer:
		return "*" + typeName(t.Elem)
	case t.Scalar():
		return scalarName(t)
	case silent(t):
		return ""
	}
	return fmt.Sprintf("%p", t.Canonical())
}

// silent reports whether a pointer to a type says nothing about what it points to.
func silent(t *syntax.Type) bool {
	t = t.Canonical()
	return t.Kind == syntax.Void || t.Kind == syntax.Func || t.Kind == syntax.Struct && len(t.Fields) == 0
}

// join makes two regions one.
func (r *regions) join(x, y *region) *region {
	if x == nil {
		return y
	}
	work := [][2]*region{{x, y}}
	for y != nil && len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		a, b := p[0].find(), p[1].find()
		if a == b {
			continue
		}
		r.changes++
		b.parent = a
		for _, t := range b.types {
			a.types = merged(a.types, t)
		}
		for _, t := range b.to {
			a.to = merged(a.to, t)
		}
		for _, f := range b.refs {
			a.refer(f)
		}
		for _, c := range b.keys {
			if q := a.points[c]; q != nil {
				work = append(work, [2]*region{q, b.points[c]})
			} else {
				a.points[c] = b.points[c]
				a.keys = append(a.keys, c)
			}
		}
		switch {
		case a.any == nil:
			a.any = b.any
		case b.any != nil:
			work = append(work, [2]*region{a.any, b.any})
		}
		a.strays.add(b.strays)
		a.outside = a.outside || b.outside
		if a.bytes = a.bytes || b.bytes; a.bytes {
			work = append(work, a.collapse()...)
		}
	}
	return x.find()
}

// merged adds a type to a list without those that are alike.
func merged(list []*syntax.Type, t *syntax.Type) []*syntax.Type {
	if slices.ContainsFunc(list, func(u *syntax.Type) bool { return alike(t, u) }) {
		return list
	}
	return append(list, t)
}

func (x *region) refer(f ref) bool {
	if slices.ContainsFunc(x.refs, func(g ref) bool { return g.cls.find() == f.cls.find() && alike(g.elem, f.elem) }) {
		return false
	}
	x.refs = append(x.refs, f)
	return true
}

// collapse has all that is in a region point to the same, and returns what has to be joined for that.
func (x *region) collapse() (work [][2]*region) {
	for _, c := range x.keys {
		if p := x.points[c]; x.any == nil {
			x.any = p
		} else {
			work = append(work, [2]*region{x.any, p})
		}
	}
	clear(x.points)
	x.keys = nil
	return work
}

// spoil makes a region bytes.
func (r *regions) spoil(x *region) {
	if x == nil || x.find().bytes {
		return
	}
	x = x.find()
	r.changes++
	x.bytes = true
	for _, p := range x.collapse() {
		r.join(p[0], p[1])
	}
}

// spot is an lvalue, as far as regions go.
type spot struct {
	reg *region
	typ *syntax.Type
	cls *class // of a member
}

// contents returns the region that the scalar at a spot points to: integers may hold addresses, too.
func (r *regions) contents(s spot) *region {
	if s.reg == nil || !s.typ.Scalar() {
		return nil
	}
	c := s.cls
	if c == nil {
		c = r.scalar(s.typ)
	}
	c = c.find()
	x := s.reg.find()
	if s.typ.Kind == syntax.Pointer && x.refer(ref{c, s.typ.Elem}) {
		r.changes++
	}
	return r.pointee(x, c)
}

func (r *regions) pointee(x *region, c *class) *region {
	if x.bytes {
		if x.any == nil {
			x.any = r.fresh()
		}
		return x.any.find()
	}
	p := x.points[c]
	if p == nil {
		p = r.fresh()
		x.points[c] = p
		x.keys = append(x.keys, c)
	}
	return p.find()
}

// launder notes that a pointer to a region is converted from or to one to a type. What it becomes may be another type
// than that as which the region is accessed by others.
func (r *regions) launder(x *region, t *syntax.Type, becomes bool) {
	for t.Kind == syntax.Array {
		t = t.Elem
	}
	if x == nil || silent(t) {
		return
	}
	x = x.find()
	n := len(x.types) + len(x.to)
	x.types = merged(x.types, t)
	if becomes {
		x.to = merged(x.to, t)
	}
	if len(x.types)+len(x.to) != n {
		r.changes++
	}
}

// mixed reports whether a region is accessed as several types.
func (x *region) mixed() bool {
	for _, t := range x.to {
		for _, u := range x.types {
			if !alike(t, u) {
				return true
			}
		}
	}
	return false
}

// pointers reports whether all types of a region are pointers, which are in one class whatever they point to.
func (x *region) pointers() bool {
	return !slices.ContainsFunc(x.types, func(t *syntax.Type) bool { return t.Kind != syntax.Pointer })
}

// settle makes what is accessed as several types bytes, until nothing changes.
func (r *regions) settle() {
	for before := -1; before != r.changes; {
		before = r.changes
		for i := 0; i < len(r.all); i++ {
			if x := r.all[i]; x.parent == nil {
				r.rekey(x)
			}
			if x := r.all[i]; x.parent == nil {
				r.settled(x)
			}
		}
		for _, l := range r.links {
			r.linked(l[0].find(), l[1].find())
		}
		for _, c := range r.compared {
			if c[0].find().revived || c[1].find().revived { // what an integer says is not where it comes from
				r.join(c[0], c[1])
			}
		}
		for _, c := range r.indirect {
			r.resolve(c)
		}
	}
}

func (r *regions) settled(x *region) {
	mixed := x.mixed()
	if mixed && !x.pointers() {
		r.spoil(x)
	}
	r.contain(x)
	for i := 0; x.parent == nil && i < len(x.refs); i++ {
		f := x.refs[i]
		if mixed || x.bytes { // a pointer may be stored as one type, and read as another one
			r.launder(r.pointee(x, f.cls.find()), f.elem, true)
		}
		if x.outside {
			if e := r.elsewhere(f.elem); e != nil {
				r.join(r.pointee(x, f.cls.find()), e)
			} else if p := r.pointee(x, f.cls.find()); f.elem.Kind == syntax.Func && !p.outside {
				p.outside = true
				r.changes++
			}
		}
	}
	for i := 0; x.outside && x.parent == nil && i < len(x.types); i++ {
		r.join(x, r.elsewhere(x.types[i]))
	}
}

// linked has two regions hold the same.
func (r *regions) linked(x, y *region) {
	if x.bytes || y.bytes {
		r.spoil(x)
		r.spoil(y)
		x, y = x.find(), y.find()
		r.join(r.pointee(x, nil), r.pointee(y, nil))
	}
	for _, p := range [][2]*region{{x, y}, {y, x}} {
		for i := 0; p[0].find() != p[1].find() && i < len(p[0].find().keys); i++ {
			from := p[0].find()
			c := from.keys[i]
			r.join(from.points[c], r.pointee(p[1].find(), c))
		}
		for _, f := range p[0].find().refs {
			if p[1].find().refer(f) {
				r.changes++
			}
		}
	}
}
