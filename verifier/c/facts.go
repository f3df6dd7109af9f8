package c

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/muster-smt/muster/verifier/c/syntax"
)

// facts are what is known of a program before it is lowered.
type facts struct {
	funcs     []*syntax.Object // those with a body that the entry may reach
	statics   []*syntax.Object // those that are used
	taken     map[*syntax.Object]bool
	targets   []*syntax.Object // functions whose address is taken
	recursive map[*syntax.Object]bool
	assigned  map[*syntax.Object]bool // parameters
	classes   map[string]*class
	texts     map[string]*syntax.Object // string literals
	literals  map[*syntax.Object]bool   // the same
	calls     map[*syntax.Object]map[*syntax.Object]bool
	indirect  map[*syntax.Object]bool
	resized   bool           // realloc is called
	limited   bool           // setrlimit may leave too little memory
	changed   bool           // a function without a body may change what it is given
	errno     *syntax.Object // if the program itself asks for it
	command   bool           // the entry is main, and is given what an operating system gives
	lists     []*list        // of that
	unit      *syntax.Unit
	// reads of what has no value are asked about: then arrays are in memory, so that it is known of each element
	blanks   bool
	startup  []*syntax.Object // constructors, in the order in which they run, before the entry
	shutdown []*syntax.Object // destructors, after it, and when the program exits

	back int64 // how many bytes arithmetic on pointers goes back at a time, at most, as far as that is constant

	seen map[*syntax.Object]bool
	work []*syntax.Object
	fn   *syntax.Object
}

// analyze goes through all that the entry may reach.
func analyze(u *syntax.Unit, entry *syntax.Object, blanks bool) *facts {
	a := &facts{
		unit: u, blanks: blanks,
		taken: map[*syntax.Object]bool{}, recursive: map[*syntax.Object]bool{}, assigned: map[*syntax.Object]bool{},
		classes: map[string]*class{}, calls: map[*syntax.Object]map[*syntax.Object]bool{},
		indirect: map[*syntax.Object]bool{},
		texts:    map[string]*syntax.Object{}, literals: map[*syntax.Object]bool{}, seen: map[*syntax.Object]bool{},
	}
	a.startup, a.shutdown = startAndEnd(u)
	for _, o := range append(slices.Clone(a.startup), a.shutdown...) {
		a.use(o)
	}
	a.use(entry)
	for len(a.work) > 0 {
		o := a.work[0]
		a.work = a.work[1:]
		a.fn = o
		for _, p := range o.Params {
			a.taken[p] = a.taken[p] || a.blanks && handedByMemory(p.Type)
		}
		a.stmt(o.Body)
	}
	for _, o := range a.funcs {
		a.recursive[o] = a.reaches(o, o)
	}
	return a
}

// use notes that an object is used.
func (a *facts) use(o *syntax.Object) {
	if a.seen[o] {
		return
	}
	a.seen[o] = true
	switch o.Kind {
	case syntax.Function:
		if o.Body != nil && !failure(o.Name) {
			a.funcs = append(a.funcs, o)
			a.work = append(a.work, o)
			a.calls[o] = map[*syntax.Object]bool{}
		}
	case syntax.Static:
		a.statics = append(a.statics, o)
		a.init(o)
	}
}

func (a *facts) init(o *syntax.Object) {
	if o.Init != nil {
		for _, it := range o.Init.Items {
			if it.Type.Kind == syntax.Array && it.Value.Op == syntax.Text {
				continue
			}
			a.expr(it.Value)
		}
	}
}

// reaches reports whether from may call to.
func (a *facts) reaches(from, to *syntax.Object) bool {
	seen := map[*syntax.Object]bool{}
	work := []*syntax.Object{from}
	visit := func(o *syntax.Object) bool {
		if !seen[o] {
			seen[o] = true
			work = append(work, o)
		}
		return o == to
	}
	for len(work) > 0 {
		o := work[len(work)-1]
		work = work[:len(work)-1]
		for c := range a.calls[o] {
			if visit(c) {
				return true
			}
		}
		if a.indirect[o] {
			for _, c := range a.targets {
				if visit(c) {
					return true
				}
			}
		}
	}
	return false
}

func (a *facts) stmt(s *syntax.Stmt) {
	if s == nil {
		return
	}
	if s.Kind == syntax.Decl {
		a.object(s.Obj)
	}
	a.expr(s.X)
	a.expr(s.Step)
	for _, t := range s.List {
		a.stmt(t)
	}
	a.stmt(s.Init)
	a.stmt(s.Then)
	a.stmt(s.Else)
}

// object looks at the declaration of a variable inside of a function.
func (a *facts) object(o *syntax.Object) {
	for t := o.Type; t.Kind == syntax.Array; t = t.Elem {
		a.expr(t.Count)
	}
	a.taken[o] = a.taken[o] || a.blanks && o.Kind == syntax.Auto && holdsArray(o.Type)
	a.init(o)
}

// holdsArray reports whether an array is in an object, or is all of it.
func holdsArray(t *syntax.Type) bool {
	return slices.ContainsFunc(leaves(t), func(x leaf) bool { return x.array() })
}

// handedByMemory reports whether it is known of each part of an object that is passed or
// returned whether it has a value: so it is in memory.
func handedByMemory(t *syntax.Type) bool { return !t.Scalar() && holdsArray(t) && count(t) <= most }

func (a *facts) expr(e *syntax.Expr) {
	if e == nil {
		return
	}
	switch e.Op {
	case syntax.Var:
		a.use(e.Obj)
		if e.Obj.Name == "errno" && e.Obj.Kind == syntax.Static && e.Obj.Owner == "" && a.fn != nil &&
			!strings.HasPrefix(a.unit.Files[a.fn.Pos.File].Name, "<") {
			a.errno = e.Obj
		}
	case syntax.AddrOf, syntax.Decay:
		a.address(e.X)
	case syntax.Assign, syntax.AssignOp:
		if b := base(e.X); b.Op == syntax.Var {
			a.assigned[b.Obj] = true
		}
		if e.Op == syntax.AssignOp && (e.Bin == syntax.PtrAdd || e.Bin == syntax.PtrSub) {
			a.goesBack(e.Bin, e.Mid, e.Y)
		}
	case syntax.PtrAdd, syntax.PtrSub:
		a.goesBack(e.Op, e.Type, e.Y)
	case syntax.Deref: // what leads there is in the object
		x := e.X
		for ; x.Op == syntax.PtrAdd || x.Op == syntax.PtrSub; x = x.X {
			a.expr(x.Y)
		}
		a.expr(x)
		return
	case syntax.Compound:
		a.object(e.Obj)
	case syntax.Elem:
		if x := e.X; x.Op == syntax.Member && x.Type.Len < 1 && !trailing(x) {
			a.address(x) // it stands for what is behind it
		}
	case syntax.VaStart, syntax.VaArg, syntax.VaEnd, syntax.VaCopy:
		e.X, e.Y = direct(e.X), direct(e.Y)
	case syntax.Call:
		a.call(e)
		return
	case syntax.Closure:
		a.target(e.Obj)
	case syntax.Block:
		a.stmt(e.Body)
	}
	a.expr(e.X)
	a.expr(e.Y)
	a.expr(e.Z)
	for _, x := range e.Args {
		a.expr(x)
	}
}

// mostBack is how far a pointer may be in front of its object, as where it is computed
// from one to a member that is not there.
const mostBack = 1 << 12

// goesBack notes arithmetic on a pointer, if that goes back by a constant.
func (a *facts) goesBack(op syntax.Op, t *syntax.Type, by *syntax.Expr) {
	n := syntax.Constant(by)
	if n == nil || t.Kind != syntax.Pointer || n.Sign() == 0 || n.Sign() < 0 != (op == syntax.PtrAdd) {
		return
	}
	size := new(big.Int).Mul(new(big.Int).Abs(n), big.NewInt(max(t.Elem.Size, 1)))
	if size.Cmp(big.NewInt(mostBack)) <= 0 {
		a.back = max(a.back, size.Int64())
	}
}

// limits reports whether a call may have later allocations fail: it limits data (2) or the address space (9).
func (a *facts) limits(e *syntax.Expr) bool {
	if !a.setsLimits(e.Obj) || len(e.Args) == 0 {
		return false
	}
	which := bare(e.Args[0])
	return which.Op != syntax.Const || which.Val.Cmp(big.NewInt(2)) == 0 || which.Val.Cmp(big.NewInt(9)) == 0
}

// setsLimits reports whether a function is the library's setrlimit.
func (a *facts) setsLimits(o *syntax.Object) bool {
	return o.Name == "setrlimit" && a.unit.Files[o.Pos.File].Name == "<resource.c>"
}

func (a *facts) call(e *syntax.Expr) {
	if e.Obj != nil {
		a.use(e.Obj)
		a.resized = a.resized || resizes(e.Obj)
		a.limited = a.limited || a.limits(e)
		a.changed = a.changed || changes(e) || doubtful(e.Obj)
		if a.fn != nil {
			a.calls[a.fn][e.Obj] = true
			for _, o := range a.shutdown {
				if exits(e.Obj) {
					a.calls[a.fn][o] = true
				}
			}
		}
	} else {
		a.indirect[a.fn] = true
		a.expr(e.X)
	}
	for _, x := range e.Args {
		if e.Obj != nil && e.Obj.Body == nil {
			x = bare(x)
			if x.Op == syntax.Decay && x.X.Op == syntax.Text && ignored(e.Obj.Name) {
				continue
			}
		}
		a.expr(x)
	}
}

// bare leaves out conversions to void* and the like.
func bare(e *syntax.Expr) *syntax.Expr {
	for e.Op == syntax.Cast && e.Type.Kind == syntax.Pointer && e.X.Type.Kind == syntax.Pointer {
		e = e.X
	}
	return e
}

// base returns the object that an lvalue is part of: a variable, or what a pointer points to.
func base(e *syntax.Expr) *syntax.Expr {
	for e.Op == syntax.Elem || e.Op == syntax.Member {
		e = e.X
	}
	return e
}

// address notes that there is a pointer to an lvalue.
func (a *facts) address(e *syntax.Expr) {
	b := base(e)
	switch b.Op {
	case syntax.Var:
		if b.Obj.Kind == syntax.Function {
			a.target(b.Obj)
			return
		}
		a.taken[b.Obj] = true
	case syntax.Compound:
		a.taken[b.Obj] = true
	}
	t := scalarOf(e.Type)
	if t == nil {
		return
	}
	for e.Op == syntax.Elem {
		e = e.X
	}
	if e.Op == syntax.Member {
		a.unite(a.field(e.X.Type, e.Field), a.scalar(t))
	}
}

// target notes that there is a pointer to a function.
func (a *facts) target(o *syntax.Object) {
	if !a.taken[o] {
		a.taken[o] = true
		a.limited = a.limited || a.setsLimits(o)
		a.changed = a.changed || o.Body == nil
		a.targets = append(a.targets, o)
		a.use(o)
	}
}

// text returns the object of a string literal.
func (a *facts) text(e *syntax.Expr) *syntax.Object {
	key := fmt.Sprintf("%d %s", e.Type.Elem.Size, e.Str)
	o := a.texts[key]
	if o == nil {
		o = &syntax.Object{Name: "string", Kind: syntax.Static, Type: e.Type, Pos: e.Pos}
		o.Init = &syntax.Init{Items: []syntax.InitItem{{Type: e.Type, Len: 1, Value: e}}}
		a.texts[key] = o
		a.taken[o], a.literals[o] = true, true
	}
	return o
}

// scalarOf returns the scalar type that an array is made of, or nil.
func scalarOf(t *syntax.Type) *syntax.Type {
	for t.Kind == syntax.Array {
		t = t.Elem
	}
	if t.Scalar() {
		return t
	}
	return nil
}

// class is a part of the memory that is accessed apart from the rest: a map of addresses.
type class struct {
	parent *class
	name   string
	typ    *syntax.Type
	in     *syntax.Type // whose member it is; nil of what is accessed through pointers to a scalar type
	bits   *syntax.Field
	store  *storage
}

func (c *class) find() *class {
	for c.parent != nil {
		c = c.parent
	}
	return c
}

func (a *facts) unite(x, y *class) {
	if x, y = x.find(), y.find(); x != y {
		x.parent = y
	}
}

// scalar returns the class of what is accessed through pointers to a scalar type.
func (a *facts) scalar(t *syntax.Type) *class {
	name := scalarName(t)
	c := a.classes[name]
	if c == nil {
		c = &class{name: "memory." + name, typ: t}
		a.classes[name] = c
	}
	return c
}

func scalarName(t *syntax.Type) string {
	switch {
	case t.Kind == syntax.Pointer:
		return "pointer"
	case t.Kind == syntax.Float:
		return fmt.Sprintf("float%d", t.Size*8)
	case t.Bool:
		return "bool"
	}
	return fmt.Sprintf("int%d", t.Size*8)
}

// field returns the class of a member with a scalar type, or arrays of that.
func (a *facts) field(t *syntax.Type, f *syntax.Field) *class {
	if t.Kind == syntax.Union && uniform(t) != nil {
		f = t.Fields[0] // all members are one scalar; those of other unions are bytes
	}
	name := fmt.Sprintf("%p.%d", t.Canonical(), f.Index)
	c := a.classes[name]
	if c == nil {
		c = &class{name: t.Name + "." + f.Name, typ: scalarOf(f.Type), in: t}
		if f.Bits > 0 {
			c.bits = f
		}
		a.classes[name] = c
	}
	return c
}

// alike reports whether what is accessed by the one type may be accessed by the other, too.
func alike(t, u *syntax.Type) bool {
	for t.Kind == syntax.Array {
		t = t.Elem
	}
	for u.Kind == syntax.Array {
		u = u.Elem
	}
	switch {
	case t.Kind == syntax.Pointer && u.Kind == syntax.Pointer:
		return alike(t.Elem, u.Elem)
	case t.Scalar() && u.Scalar():
		return scalarName(t) == scalarName(u)
	case t.Kind == syntax.Void || t.Kind == syntax.Func:
		return t.Kind == u.Kind
	}
	return t.Canonical() == u.Canonical()
}
