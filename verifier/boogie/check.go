package boogie

import (
	"slices"

	"github.com/muster-smt/muster/verifier/boogie/syntax"
)

// entity is a constant or a variable: what an identifier in an expression means.
type entity struct {
	kind  entityKind
	typ   typ
	name  syntax.Name
	pos   syntax.Pos
	where syntax.ExprID
	mark  uint32 // scratch: the epoch in which it was last seen
	// An assumption variable is a local that starts as true and may only be strengthened.
	assumption bool
	lessened   bool // by an assignment
	// An existential constant guards candidates; a template variable is a hole in candidates (candidates.go).
	existential, hole bool
	// A chosen constant is an existential one where procedures are checked by their contracts: a constant like another,
	// or Houdini's.
	chosen bool
}

type entityKind uint8

const (
	constEntity entityKind = iota + 1
	globalEntity
	inEntity
	outEntity
	localEntity
	boundEntity // by a quantifier
	paramEntity // of a function
)

// entID is the index of an entity; zero is none.
type entID uint32

// function is a declared function.
type function struct {
	decl       *syntax.FuncDecl
	typeParams []typ
	params     []typ
	ents       []entID // the parameters in the body; zero if unnamed
	result     typ
	builtin    builtin
	text       string // of the operator, in SMT-LIB
	// A recursive function is not expanded but defined by an axiom.
	recursive bool
	role      role // what it is to ctor
	ctor      *constructor
	unsup     *syntax.Error // why an application is not supported; nil if it is
}

type builtin uint8

const (
	notBuiltin builtin = iota
	builtinDiv
	builtinMod
	builtinRem
	builtinText // function.text says which
	builtinMap  // of each element: function.text says which
)

// procedure is a declared procedure with its implementation, if any.
type procedure struct {
	decl       *syntax.ProcDecl
	impl       *syntax.ImplDecl // nil if the declaration has the body or there is none
	body       *syntax.Body
	attrs      syntax.List // of the implementation, or of the declaration that has the body
	typeParams []typ
	ins, outs  []entID
	locals     []entID
	modifies   []entID
	unsup      *syntax.Error
	template   bool           // its contracts are templates of candidates
	shared     bool           // there are several implementations
	recursive  map[int32]bool // of one with a measure: what it calls that may call it
	first      int            // of one that is not the first: the index of that
	calls      []int32        // what the body calls
}

// checker resolves and type-checks a file, and keeps what lowering needs.
type checker struct {
	options Options
	file    *syntax.File
	types   *types

	typeDecl   []int32    // by name: one more than the index of the declaration
	declType   []typ      // by index of the declaration
	declParams [][]typ    // likewise: the parameters of a synonym
	typeOf     []typ      // by TypeID
	typeScope  []typeName // the type parameters in scope

	ents    []entity
	scope   []entID // by name: the constant or variable in scope
	undo    []binding
	consts  []entID
	globals []entID

	funcs    []function
	funcDecl []int32 // by name: one more than the index
	order    []int32 // the functions, callees first
	datas    map[syntax.Name]*datatype
	ctorOf   map[int32]*constructor // by the index of the function
	procs    []procedure
	procDecl []int32 // by name: one more than the index

	// Of nodes that have type parameters: what is given for those of a function or a map, or what those of a quantifier
	// (at its OpQuantBegin) are; and the type of the map.
	given map[syntax.ExprID][]typ
	// givenAt has, by the positions of calls, what is given for the type parameters of procedures.
	givenAt map[syntax.Pos][]typ
	mapAt   map[syntax.ExprID]typ
	insts   instances
	// typeQuants has, by OpQuantBegin, the quantifiers over types.
	typeQuants map[syntax.ExprID]syntax.ExprID
	// unlike has the types of what an equation compares, where type parameters may make them differ.
	unlike map[syntax.ExprID][2]typ

	use []uint32 // by ExprID: the entity of an OpVar, the index of an OpCall's function

	stack []typ // of the expression walk
	binds []bindFrame
	epoch uint32
	unsup *syntax.Error // the first unsupported construct since it was last cleared

	codeLocals map[uint32][]entID     // of code expressions, by their index
	guards     map[syntax.ExprID]bool // where existential constants guard a formula; never ranged over
	pure       bool                   // a pure procedure is being checked
	inTemplate bool                   // the contracts of a template are being checked
	inFunc     bool                   // a function's body is being checked
	whereUnsup *syntax.Error          // in the where clauses of globals
	axiomUnsup []*syntax.Error        // by axiom
	labels     labelScope
	calls      []int32 // of the body being checked
}

// binding records what a name meant in the enclosing scope.
type binding struct {
	name syntax.Name
	old  entID
}

type bindFrame struct {
	undo, types int
	first       entID
}

// context says what an expression may refer to.
type context uint8

const (
	noState  context = iota // constants only
	oneState                // also variables
	twoState                // also old
)

// check resolves and checks a whole file. The error is always an *syntax.Error.
func check(f *syntax.File, o Options) (c *checker, err error) {
	defer caught(&err)
	dropExtern(f)
	dropIgnored(f)
	c = &checker{file: f}
	c.declareParts()
	n := f.Names.Len()
	*c = checker{
		options: o, file: f, types: newTypes(), ctorOf: c.ctorOf, ents: make([]entity, 1, n), scope: make([]entID, n),
		funcDecl: make([]int32, n), procDecl: make([]int32, n), use: make([]uint32, len(f.Exprs)),
		given: map[syntax.ExprID][]typ{}, givenAt: map[syntax.Pos][]typ{},
		mapAt: map[syntax.ExprID]typ{}, typeQuants: map[syntax.ExprID]syntax.ExprID{}, unlike: map[syntax.ExprID][2]typ{},
	}
	c.checkAttributes()
	c.typeDecls()
	c.constsAndGlobals()
	c.funcDecls()
	c.datatypes()
	c.procDecls()
	c.funcBodies()
	c.recursion()
	c.globalWheres()
	c.axioms()
	c.contracts()
	c.bodies()
	c.callMeasures()
	c.statementIDs()
	return c, nil
}

func (c *checker) text(n syntax.Name) string  { return c.file.Names.Text(n) }
func (c *checker) quote(n syntax.Name) string { return syntax.Quote(c.text(n)) }

// failf ends the checking, or the lowering.
func (c *checker) failf(p syntax.Pos, format string, args ...any) {
	panic(bail{c.file.Errorf(p, format, args...)})
}

func (c *checker) newEntity(kind entityKind, v *syntax.VarDecl) entID {
	t := c.resolveType(v.Type)
	c.ents = append(c.ents, entity{kind: kind, typ: t, name: v.Name, pos: v.Pos, where: v.Where})
	return entID(len(c.ents) - 1)
}

// bind brings an entity into scope under a name until release.
func (c *checker) bind(name syntax.Name, e entID) {
	c.undo = append(c.undo, binding{name, c.scope[name]})
	c.scope[name] = e
}

func (c *checker) release(mark int) {
	for len(c.undo) > mark {
		b := c.undo[len(c.undo)-1]
		c.undo = c.undo[:len(c.undo)-1]
		c.scope[b.name] = b.old
	}
}

// declare binds variables declared together, which must differ in name from each other and from those above low: the
// entities of the same scope.
func (c *checker) declare(kind entityKind, vars []syntax.VarDecl, low entID) []entID {
	ids := make([]entID, 0, len(vars))
	for i := range vars {
		v := &vars[i]
		if v.Name == 0 {
			ids = append(ids, 0)
			continue
		}
		if c.scope[v.Name] >= low {
			c.failf(v.Pos, "variable %s is declared twice", c.quote(v.Name))
		}
		e := c.newEntity(kind, v)
		c.bind(v.Name, e)
		ids = append(ids, e)
	}
	return ids
}

func (c *checker) constsAndGlobals() {
	for i := range c.file.Consts {
		d := &c.file.Consts[i]
		e := c.declareGlobal(constEntity, &d.VarDecl, "constant")
		c.existential(e, d)
		c.consts = append(c.consts, e)
	}
	for i := range c.file.Globals {
		e := c.declareGlobal(globalEntity, &c.file.Globals[i], "variable")
		c.holeVar(e, &c.file.Globals[i])
		c.globals = append(c.globals, e)
	}
}

func (c *checker) declareGlobal(kind entityKind, v *syntax.VarDecl, what string) entID {
	if c.scope[v.Name] != 0 {
		c.failf(v.Pos, "%s %s is declared twice", what, c.quote(v.Name))
	}
	e := c.newEntity(kind, v)
	c.scope[v.Name] = e
	return e
}

// globalWheres checks the where clauses of globals. All bodies assume them at their entry, so what is unsupported in
// one is unsupported in every body.
func (c *checker) globalWheres() {
	c.unsup = nil
	for i := range c.file.Globals {
		if w := c.file.Globals[i].Where; w != 0 {
			c.condition(w, oneState)
		}
	}
	c.whereUnsup = c.unsup
}

func (c *checker) axioms() {
	c.axiomUnsup = make([]*syntax.Error, len(c.file.Axioms))
	for i := range c.file.Axioms {
		c.unsup = nil
		c.condition(c.file.Axioms[i].Cond, noState)
		c.axiomUnsup[i] = c.unsup
	}
}

func (c *checker) procDecls() {
	c.procs = make([]procedure, len(c.file.Procs))
	for i := range c.file.Procs {
		d := &c.file.Procs[i]
		if c.procDecl[d.Name] != 0 {
			c.failf(d.Pos, "procedure %s is declared twice", c.quote(d.Name))
		}
		c.procDecl[d.Name] = int32(i + 1)
		c.procs[i] = procedure{decl: d, body: d.Body, attrs: d.Attrs}
	}
	for i := range c.file.Impls {
		d := &c.file.Impls[i]
		k := c.procDecl[d.Name]
		if k == 0 {
			c.failf(d.Pos, "implementation of undeclared procedure %s", c.quote(d.Name))
		}
		p := &c.procs[k-1]
		if p.body == nil {
			p.impl, p.body, p.attrs = d, d.Body, d.Attrs
			continue
		}
		if !c.options.Contracts || c.options.InferModifies {
			c.failf(d.Pos, "several implementations of procedure %s are not supported", c.quote(d.Name))
		}
		p.shared = true
		c.procs = append(c.procs, procedure{decl: p.decl, impl: d, body: d.Body, attrs: d.Attrs, shared: true,
			first: int(k - 1)})
	}
	for i := range c.procs {
		c.templateProc(&c.procs[i])
	}
}

// contracts declares the formals of all procedures and checks their clauses, before any body may call them. Requires
// clauses do not see the out-parameters.
func (c *checker) contracts() {
	for i := range c.procs {
		p := &c.procs[i]
		if i >= len(c.file.Procs) {
			f := &c.procs[p.first]
			p.typeParams, p.ins, p.outs, p.modifies, p.unsup = f.typeParams, f.ins, f.outs, f.modifies, f.unsup
			continue
		}
		c.unsup, c.inTemplate, c.pure = nil, p.template, p.decl.Pure
		c.modifies(p) // names globals even where a formal hides one
		low, mark := entID(len(c.ents)), len(c.undo)
		p.typeParams = c.openTypes(p.decl.TypeParams)
		if p.template && len(p.typeParams) > 0 {
			c.refuse(p.decl.TypeParams[0].Pos, "template with type parameters")
		}
		p.ins = c.declare(inEntity, p.decl.Ins, low)
		c.wheres(p.ins)
		c.specs(p, syntax.Requires, oneState)
		c.measures(p.decl.Measures)
		if len(p.decl.Measures) > 0 && (len(p.typeParams) > 0 || p.shared) {
			c.refuse(p.decl.Measures[0].Pos, "measure of a procedure with type parameters or several implementations")
		}
		p.outs = c.declare(outEntity, p.decl.Outs, low)
		c.wheres(p.outs)
		c.specs(p, syntax.Ensures, twoState)
		if p.template && c.unsup != nil {
			panic(bail{c.unsup})
		}
		p.unsup = c.unsup
		c.usedTypes(p)
		c.release(mark)
		c.closeTypes(0)
	}
	c.inTemplate, c.pure = false, false
}

// usedTypes requires that the type parameters of a procedure are in the types of its parameters or results.
func (c *checker) usedTypes(p *procedure) {
	for i, t := range p.typeParams {
		used := func(e entID) bool { return c.types.contains(c.ents[e].typ, t) }
		if !slices.ContainsFunc(p.ins, used) && !slices.ContainsFunc(p.outs, used) {
			d := p.decl.TypeParams[i]
			c.failf(d.Pos, "type parameter %s is in the type of no parameter or result", c.quote(d.Name))
		}
	}
}

func (c *checker) wheres(vars []entID) {
	for _, e := range vars {
		if w := c.ents[e].where; w != 0 {
			c.condition(w, oneState)
		}
	}
}

func (c *checker) specs(p *procedure, kind syntax.SpecKind, ctx context) {
	for i := range p.decl.Specs {
		s := &p.decl.Specs[i]
		if s.Kind != kind {
			continue
		}
		guarded := !p.template && !s.Free && c.guard(s.Cond)
		c.condition(s.Cond, ctx)
		if guarded && kind == syntax.Ensures && p.body == nil && c.unsup == nil {
			c.unsup = c.file.Errorf(s.Pos, "existential constant in a postcondition of a procedure without a body, which "+
				"cannot be proved, is not supported")
		}
	}
}

func (c *checker) modifies(p *procedure) {
	c.epoch++
	for _, m := range p.decl.Modifies {
		if c.pure {
			c.failf(p.decl.Pos, "modifies clause of pure procedure %s", c.quote(p.decl.Name))
		}
		e := c.scope[m.Name]
		if e == 0 || c.ents[e].kind != globalEntity || c.ents[e].hole {
			c.failf(m.Pos, "modifies clause names %s, which is not a global variable", c.quote(m.Name))
		}
		if c.ents[e].mark != c.epoch {
			c.ents[e].mark = c.epoch
			p.modifies = append(p.modifies, e)
		}
	}
}
