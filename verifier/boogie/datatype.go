package boogie

import (
	"slices"
	"strconv"

	"github.com/muster-smt/muster/verifier/boogie/syntax"
)

// datatype is a type whose values are made by constructors, each by one of them and in finitely many steps.
type datatype struct {
	decl  *syntax.TypeDecl
	ctors []*constructor
	bad   *syntax.Error // why it is not supported, nil if it is
}

// constructor is a function that makes values of a datatype. The functions that take these apart have no declaration
// in the source, but names that programs may use: f#C for the field f of what C made, and is#C for whether C made a
// value.
type constructor struct {
	data   *datatype
	index  int // in data.ctors
	fn     int32
	tester int32
	fields []int32
}

// role is what a function is to a constructor; 0 if it has to do with none.
type role uint8

const (
	constructs role = iota + 1
	selects
	tests
)

// declareParts declares the functions that take apart what constructors make.
func (c *checker) declareParts() {
	f := c.file
	c.ctorOf = map[int32]*constructor{}
	for i := range f.Funcs {
		if f.Funcs[i].Constructor {
			c.ctorOf[int32(i)] = &constructor{fn: int32(i)}
		}
	}
	part := func(kind string, of *syntax.FuncDecl, pos syntax.Pos) int32 {
		name := f.Names.Intern(kind + "#" + c.text(of.Name))
		f.Funcs = append(f.Funcs, syntax.FuncDecl{Name: name, Pos: pos, Params: make([]syntax.VarDecl, 1)})
		return int32(len(f.Funcs) - 1)
	}
	for i := range len(f.Funcs) {
		k, ok := c.ctorOf[int32(i)]
		if !ok {
			continue
		}
		decl := f.Funcs[i]
		k.tester = part("is", &decl, decl.Pos)
		for n, v := range decl.Params {
			name := "field " + strconv.Itoa(n) // no function that a program could call
			if v.Name != 0 {
				name = c.text(v.Name)
			}
			k.fields = append(k.fields, part(name, &decl, v.Pos))
		}
	}
}

// datatypes finds the constructors of each datatype, once the functions are declared.
func (c *checker) datatypes() {
	c.datas = map[syntax.Name]*datatype{}
	for i := range c.file.TypeDecls {
		if d := &c.file.TypeDecls[i]; d.Data {
			c.datas[d.Name] = &datatype{decl: d}
		}
	}
	for i := range c.funcs {
		if k := c.ctorOf[int32(i)]; k != nil {
			c.constructor(k)
		}
	}
	for i := range c.file.TypeDecls {
		if d := c.datas[c.file.TypeDecls[i].Name]; d != nil && c.file.TypeDecls[i].Data {
			c.fieldsAgree(d)
			c.judge(d)
		}
	}
}

// fieldsAgree requires that fields of one name have one type.
func (c *checker) fieldsAgree(d *datatype) {
	types := map[syntax.Name]typ{}
	for _, k := range d.ctors {
		fn := &c.funcs[k.fn]
		own := c.fieldTypes(c.funcs[d.ctors[0].fn].result)[k.index]
		for i, v := range fn.decl.Params {
			if t, ok := types[v.Name]; ok && v.Name != 0 && t != own[i] {
				c.failf(v.Pos, "field %s of datatype %s has several types: %s and %s", c.quote(v.Name),
					c.quote(d.decl.Name), c.show(t), c.show(own[i]))
			}
			types[v.Name] = own[i]
		}
	}
}

// constructor checks the declaration of a constructor, and gives the functions that belong to it their types.
func (c *checker) constructor(k *constructor) {
	fn := &c.funcs[k.fn]
	d := fn.decl
	x := c.types.info[fn.result]
	if x.kind == syntax.TypeNamed {
		k.data = c.datas[x.name]
	}
	switch {
	case k.data == nil:
		c.failf(d.Pos, "constructor %s has result type %s, which is not a datatype", c.quote(d.Name),
			c.show(fn.result))
	case d.Body != 0:
		c.failf(d.Pos, "constructor %s has a body", c.quote(d.Name))
	}
	for i, p := range x.args {
		if !slices.Contains(fn.typeParams, p) || slices.Contains(x.args[:i], p) || len(x.args) != len(fn.typeParams) {
			c.failf(d.Pos, "constructor %s has result type %s, whose arguments are not its type parameters",
				c.quote(d.Name), c.show(fn.result))
		}
	}
	if len(x.args) != len(fn.typeParams) {
		c.failf(d.Pos, "constructor %s has type parameters that its result type %s has not", c.quote(d.Name),
			c.show(fn.result))
	}
	fn.typeParams = x.args // in the order of the datatype's
	fn.role, fn.ctor = constructs, k
	k.index = len(k.data.ctors)
	k.data.ctors = append(k.data.ctors, k)
	part := func(i int32, r role, result typ) {
		p := &c.funcs[i]
		p.typeParams, p.params, p.result, p.role, p.ctor = x.args, []typ{fn.result}, result, r, k
	}
	part(k.tester, tests, boolType)
	for i, f := range k.fields {
		part(f, selects, fn.params[i])
	}
}

// maxDataTypes bounds the datatypes that the values of one contain.
const maxDataTypes = 200

// dataGraph has the datatypes that the values of one contain, with their types, and which of them contain which: by
// themselves or through maps.
type dataGraph struct {
	nodes   []typ
	direct  [][]int
	through [][]int
}

// dataAt returns the datatype that a type is; nil if it is none.
func (c *checker) dataAt(t typ) *datatype {
	if x := &c.types.info[t]; x.kind == syntax.TypeNamed {
		return c.datas[x.name]
	}
	return nil
}

// dataGraph returns false if it is too large.
func (c *checker) dataGraph(t typ) (*dataGraph, bool) {
	g := &dataGraph{nodes: []typ{t}}
	note := func(list []int, t typ) []int {
		i := slices.Index(g.nodes, t)
		if i < 0 {
			i = len(g.nodes)
			g.nodes = append(g.nodes, t)
		}
		if slices.Contains(list, i) {
			return list
		}
		return append(list, i)
	}
	for i := 0; i < len(g.nodes); i++ {
		if len(g.nodes) > maxDataTypes || c.types.size(g.nodes[i], maxTypeSize) >= maxTypeSize {
			return nil, false
		}
		var direct, through []int
		for _, f := range slices.Concat(c.fieldTypes(g.nodes[i])...) {
			if c.dataAt(f) != nil {
				direct = note(direct, f)
				continue
			}
			for _, u := range c.underMaps(nil, f, false) {
				through = note(through, u)
			}
		}
		g.direct, g.through = append(g.direct, direct), append(g.through, through)
	}
	return g, true
}

// fieldTypes returns the types of the fields of each constructor of a datatype.
func (c *checker) fieldTypes(t typ) [][]typ {
	var out [][]typ
	args := c.types.info[t].args
	for _, k := range c.dataAt(t).ctors {
		fn := &c.funcs[k.fn]
		fields := make([]typ, len(fn.params))
		for i, p := range fn.params {
			fields[i] = c.types.instance(p, fn.typeParams, args)
		}
		out = append(out, fields)
	}
	return out
}

// underMaps appends the datatypes in a type that are parts of maps.
func (c *checker) underMaps(list []typ, t typ, inside bool) []typ {
	if inside && c.dataAt(t) != nil {
		return append(list, t)
	}
	x := c.types.info[t]
	if x.kind == syntax.TypeMap || inside {
		for _, a := range x.args {
			list = c.underMaps(list, a, true)
		}
	}
	return list
}

// underKeys appends the datatypes in a type that are in indices of maps, in maps with type parameters, or in
// arguments of other types.
func (c *checker) underKeys(list []typ, t typ, inside bool) []typ {
	x := c.types.info[t]
	if c.dataAt(t) != nil && inside {
		list = append(list, t)
	}
	if c.dataAt(t) != nil && !inside {
		return list
	}
	last := len(x.args) - 1
	for i, a := range x.args {
		list = c.underKeys(list, a, inside || x.kind != syntax.TypeMap || x.params > 0 || i < last)
	}
	return list
}

// reaches reports for all nodes whether one can be reached, by more than no step, from a node.
func (g *dataGraph) reaches(from int, maps bool) []bool {
	seen := make([]bool, len(g.nodes))
	for work := []int{from}; len(work) > 0; {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		next := g.direct[i]
		if maps {
			next = slices.Concat(next, g.through[i])
		}
		for _, k := range next {
			if !seen[k] {
				seen[k] = true
				work = append(work, k)
			}
		}
	}
	return seen
}

// judge notes why a datatype is not supported: one that contains itself as an index of a map has more values than it
// has. One without values is an error.
func (c *checker) judge(d *datatype) {
	refuse := func(what string) {
		d.bad = c.file.Errorf(d.decl.Pos, "datatype %s, %s, is not supported", c.quote(d.decl.Name), what)
		for _, k := range d.ctors {
			for _, i := range append([]int32{k.fn, k.tester}, k.fields...) {
				c.funcs[i].unsup = d.bad
			}
		}
	}
	if len(d.ctors) == 0 {
		refuse("which has no constructor")
		return
	}
	g, ok := c.dataGraph(c.funcs[d.ctors[0].fn].result)
	if !ok {
		refuse("whose values contain those of ever greater types")
		return
	}
	for _, t := range g.nodes {
		for _, f := range slices.Concat(c.fieldTypes(t)...) {
			if name := c.types.info[f].foreign; name != "" {
				refuse("which has a field of type '" + name + "'")
				return
			}
		}
	}
	for i, t := range g.nodes {
		for _, f := range slices.Concat(c.fieldTypes(t)...) {
			for _, u := range c.underKeys(nil, f, false) {
				if k := slices.Index(g.nodes, u); k == i || k >= 0 && g.reaches(k, true)[i] {
					refuse("which contains itself as an index of a map")
					return
				}
			}
		}
	}
	if !c.inhabited(g) {
		c.failf(d.decl.Pos, "datatype %s has no value that can be made in finitely many steps", c.quote(d.decl.Name))
	}
}

// inhabited reports whether all datatypes of a graph have values.
func (c *checker) inhabited(g *dataGraph) bool {
	has := map[typ]bool{}
	var needs func(f typ) bool
	needs = func(f typ) bool {
		if x := &c.types.info[f]; x.kind == syntax.TypeMap {
			return needs(x.args[len(x.args)-1]) // a map has an element for each index
		}
		return c.dataAt(f) == nil || has[f]
	}
	for before := -1; before < len(has); {
		before = len(has)
		for _, t := range g.nodes {
			for _, fields := range c.fieldTypes(t) {
				if !slices.ContainsFunc(fields, func(f typ) bool { return !needs(f) }) {
					has[t] = true
				}
			}
		}
	}
	return len(has) == len(g.nodes)
}

// badData returns why a type is not supported that is or has in it a datatype that is not.
func (c *checker) badData(t typ) *syntax.Error {
	t = c.types.deref(t)
	if d := c.dataAt(t); d != nil && d.bad != nil {
		return d.bad
	}
	for _, a := range c.types.info[t].args {
		if bad := c.badData(a); bad != nil {
			return bad
		}
	}
	return nil
}

// record returns the datatype that an operand has.
func (c *checker) record(x *syntax.Expr, t typ) *datatype {
	t = c.types.deref(t)
	d := c.dataAt(t)
	if d == nil {
		c.failf(x.Pos, "operand of '%s' has type %s, which is not a datatype", x.Op, c.show(t))
	}
	if d.bad != nil && c.unsup == nil {
		c.unsup = d.bad
	}
	return d
}

// field returns the type of a field of a value, which is node i.
func (c *checker) field(i syntax.ExprID, x *syntax.Expr, t typ) typ {
	d := c.record(x, t)
	name := syntax.Name(x.Val)
	args := c.types.info[c.types.deref(t)].args
	result := noType
	for _, k := range d.ctors {
		fn := &c.funcs[k.fn]
		p := slices.IndexFunc(fn.decl.Params, func(v syntax.VarDecl) bool { return v.Name == name })
		if p < 0 {
			continue
		}
		own := c.types.instance(fn.params[p], fn.typeParams, args)
		switch {
		case result == noType:
			result = own
			c.use[i], c.given[i] = uint32(k.fields[p]), args
		case !c.types.unify(result, own):
			c.failf(x.Pos, "field %s of datatype %s has several types: %s and %s", c.quote(name),
				c.quote(d.decl.Name), c.show(result), c.show(own))
		}
	}
	if result == noType {
		c.failf(x.Pos, "datatype %s has no field %s", c.quote(d.decl.Name), c.quote(name))
	}
	return result
}

// fieldUpdate returns the type of a value with another value of a field.
func (c *checker) fieldUpdate(i syntax.ExprID, x *syntax.Expr, args []typ) typ {
	if want := c.field(i, x, args[0]); !c.types.unify(args[1], want) {
		c.failf(x.Pos, "value of field %s has type %s, not %s", c.quote(syntax.Name(x.Val)), c.show(args[1]),
			c.show(want))
	}
	return args[0]
}

// is checks whether a value may be made by a constructor, which is asked in node i.
func (c *checker) is(i syntax.ExprID, x *syntax.Expr, t typ) {
	d := c.record(x, t)
	k := c.ctorOf[c.funcDecl[x.Val]-1]
	if k == nil || k.data != d {
		c.failf(x.Pos, "datatype %s has no constructor %s", c.quote(d.decl.Name), c.quote(syntax.Name(x.Val)))
	}
	c.use[i], c.given[i] = uint32(k.tester), c.types.info[c.types.deref(t)].args
}

// unpack checks an assignment of the fields of a value.
func (c *checker) unpack(s *syntax.Stmt, modifies []bool) {
	k := c.ctorOf[c.funcDecl[s.Name]-1]
	if k == nil {
		c.failf(s.Pos, "%s is not a constructor", c.quote(s.Name))
	}
	fn, targets := &c.funcs[k.fn], c.refs(s)
	if len(targets) != len(fn.params) {
		c.failf(s.Pos, "constructor %s has %d fields, not %d", c.quote(s.Name), len(fn.params), len(targets))
	}
	c.targets(targets, modifies, true)
	given := c.types.proxies(len(fn.typeParams))
	c.typed(c.file.Refs[s.Start+s.N], c.types.instance(fn.result, fn.typeParams, given), twoState, "unpacked value")
	for i, r := range targets {
		c.typed(r, c.types.instance(fn.params[i], fn.typeParams, given), twoState, "variable for a field")
	}
	c.givenAt[s.Pos] = given
	if c.unsup == nil {
		c.unsup = k.data.bad
	}
}
