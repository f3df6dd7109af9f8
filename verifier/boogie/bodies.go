package boogie

import (
	"slices"

	"github.com/muster-smt/muster/verifier/boogie/syntax"
)

// labelScope has the labels of the body being checked. They are unique in the body, and a goto may jump to any of them.
type labelScope struct {
	seen   []uint32 // by name: the body in which it was last declared
	around []bool   // by name: it labels an enclosing if or while
	body   uint32   // counts bodies
	whiles int      // number of enclosing whiles
}

func (c *checker) bodies() {
	n := c.file.Names.Len()
	c.labels = labelScope{seen: make([]uint32, n), around: make([]bool, n)}
	for i := range c.procs {
		p := &c.procs[i]
		if p.body == nil {
			continue
		}
		c.unsup = p.unsup
		if c.unsup == nil {
			c.unsup = c.whereUnsup
		}
		c.pure = p.decl.Pure
		c.body(p)
		p.unsup = c.unsup
	}
	c.pure = false
	c.inferModifies()
}

func (c *checker) body(p *procedure) {
	mark := len(c.undo)
	defer c.release(mark)
	defer c.closeTypes(0)
	c.implTypes(p)
	c.formals(p)
	// declare compares the locals with each other only, not with the formals.
	for i := range p.body.Locals {
		v := &p.body.Locals[i]
		if e := c.scope[v.Name]; e != 0 && (c.ents[e].kind == inEntity || c.ents[e].kind == outEntity) {
			c.failf(v.Pos, "variable %s is declared twice", c.quote(v.Name))
		}
	}
	p.locals = c.declare(localEntity, p.body.Locals, entID(len(c.ents)))
	c.assumptions(p)
	c.wheres(p.locals)
	modifies := make([]bool, len(c.globals))
	for _, g := range p.modifies {
		modifies[c.globalIndex(g)] = true
	}
	c.labels.body++
	c.declareLabels(p.body.Stmts)
	c.calls = nil
	c.stmts(p.body.Stmts, modifies)
	p.calls = c.calls
	c.extendModifies(p, modifies)
}

// implTypes brings the type parameters into scope, under the names of the implementation.
func (c *checker) implTypes(p *procedure) {
	names := p.decl.TypeParams
	if p.impl != nil {
		names = p.impl.TypeParams
		if len(names) != len(p.typeParams) {
			c.failf(p.impl.Pos, "implementation of %s has %d type parameters, its procedure %d", c.quote(p.decl.Name),
				len(names), len(p.typeParams))
		}
	}
	bound := c.reordered(p)
	for i, t := range p.typeParams {
		if bound != nil {
			t = bound[names[i].Name]
		}
		c.typeScope = append(c.typeScope, typeName{names[i].Name, t})
	}
}

// reordered returns which type parameters of its procedure those of an implementation are, which may have another
// order: the types of the formals say so. It is nil if they do not.
func (c *checker) reordered(p *procedure) map[syntax.Name]typ {
	if p.impl == nil || len(p.typeParams) < 2 || len(p.impl.Ins) != len(p.ins) || len(p.impl.Outs) != len(p.outs) {
		return nil
	}
	bound := map[syntax.Name]typ{}
	var match func(id syntax.TypeID, t typ)
	match = func(id syntax.TypeID, t typ) {
		x, y := &c.file.Types[id], c.types.info[t]
		own := func(r syntax.NameRef) bool { return r.Name == x.Name }
		same := x.Kind == y.kind && len(x.Args) == len(y.args) && len(x.Params) == 0
		switch {
		case x.Kind == syntax.TypeNamed && slices.ContainsFunc(p.impl.TypeParams, own):
			if bound[x.Name] == noType && slices.Contains(p.typeParams, t) {
				bound[x.Name] = t
			}
		case same && (x.Kind == syntax.TypeMap || x.Kind == syntax.TypeNamed && x.Name == y.name):
			for i, a := range x.Args {
				match(a, y.args[i])
			}
		}
	}
	for i, e := range slices.Concat(p.ins, p.outs) {
		match(slices.Concat(p.impl.Ins, p.impl.Outs)[i].Type, c.ents[e].typ)
	}
	taken := map[typ]bool{}
	for _, t := range bound {
		taken[t] = true
	}
	if len(taken) < len(p.typeParams) {
		return nil
	}
	return bound
}

// globalIndex relies on constants and globals being the first entities, in order.
func (c *checker) globalIndex(e entID) int { return int(e) - 1 - len(c.consts) }

// formals brings the formals into scope, under the names of the implementation, which may differ from the procedure's.
func (c *checker) formals(p *procedure) {
	if p.impl == nil {
		for _, e := range append(append([]entID(nil), p.ins...), p.outs...) {
			c.bind(c.ents[e].name, e)
		}
		return
	}
	c.epoch++
	c.matchFormals(p, p.impl.Ins, p.ins, "in-parameters")
	c.matchFormals(p, p.impl.Outs, p.outs, "out-parameters")
}

func (c *checker) matchFormals(p *procedure, vars []syntax.VarDecl, ents []entID, what string) {
	if len(vars) != len(ents) {
		c.failf(p.impl.Pos, "implementation of %s has %d %s, its procedure %d", c.quote(p.decl.Name), len(vars),
			what, len(ents))
	}
	for i := range vars {
		v := &vars[i]
		t := c.resolveType(v.Type)
		e := ents[i]
		if want := c.ents[e].typ; t != want {
			c.failf(v.Pos, "%s has type %s in the implementation and %s in the procedure", c.quote(v.Name), c.show(t),
				c.show(want))
		}
		if v.Where != 0 {
			c.failf(v.Pos, "'where' is not allowed on a formal of an implementation")
		}
		if old := c.scope[v.Name]; old != 0 && c.ents[old].mark == c.epoch {
			c.failf(v.Pos, "variable %s is declared twice", c.quote(v.Name))
		}
		c.ents[e].mark = c.epoch
		c.ents[e].name = v.Name
		c.bind(v.Name, e)
	}
}

// stmts checks a list of statements. Its recursion is as deep as the parser allowed statements to nest.
func (c *checker) stmts(list []syntax.Stmt, modifies []bool) {
	var label syntax.Name // the one right before the statement
	for i := range list {
		s := &list[i]
		switch s.Kind {
		case syntax.StmtLabel:
			label = s.Name
			continue
		case syntax.StmtAssert, syntax.StmtAssume:
			if s.Kind == syntax.StmtAssert {
				c.guard(s.Expr)
			}
			if c.condition(s.Expr, twoState); s.Kind == syntax.StmtAssert {
				c.checkUnder(s.Attrs)
			}
		case syntax.StmtHavoc:
			c.targets(c.refs(s), modifies, false)
		case syntax.StmtAssign:
			c.assign(s, modifies)
		case syntax.StmtUnpack:
			c.unpack(s, modifies)
		case syntax.StmtCall:
			c.call(s, modifies)
		case syntax.StmtReturn:
			if s.Expr != 0 {
				c.condition(s.Expr, twoState)
			}
		case syntax.StmtYield:
			if c.options.Contracts {
				c.refuse(s.Pos, "concurrency ('yield')")
			}
		case syntax.StmtGoto:
			c.gotos(s)
		case syntax.StmtBreak:
			c.breaks(s)
		case syntax.StmtIf, syntax.StmtWhile:
			c.nested(s, label, modifies)
		}
		label = 0
	}
}

func (c *checker) declareLabels(list []syntax.Stmt) {
	l := &c.labels
	c.file.Each(list, func(s *syntax.Stmt) {
		if s.Kind == syntax.StmtLabel {
			if l.seen[s.Name] == l.body {
				c.failf(s.Pos, "label %s is declared twice", c.quote(s.Name))
			}
			l.seen[s.Name] = l.body
		}
	})
}

func (c *checker) gotos(s *syntax.Stmt) {
	for _, to := range c.file.Labels[s.Start : s.Start+s.N] {
		if c.labels.seen[to.Name] != c.labels.body {
			c.failf(to.Pos, "undefined label %s", c.quote(to.Name))
		}
	}
}

func (c *checker) breaks(s *syntax.Stmt) {
	if s.Name == 0 {
		if c.labels.whiles == 0 {
			c.failf(s.Pos, "'break' outside a loop")
		}
		return
	}
	if c.labels.around[s.Name] {
		return
	}
	c.failf(s.Pos, "'break' to %s, which labels no statement around it", c.quote(s.Name))
}

func (c *checker) nested(s *syntax.Stmt, label syntax.Name, modifies []bool) {
	n := &c.file.Nests[s.Start]
	if n.Cond != 0 {
		c.condition(n.Cond, twoState)
	}
	for _, inv := range n.Invs {
		if !inv.Free {
			c.guard(inv.Cond)
		}
		c.condition(inv.Cond, twoState)
		c.checkUnder(inv.Attrs)
	}
	c.measures(n.Measures)
	l := &c.labels
	l.around[label] = true
	if s.Kind == syntax.StmtWhile {
		l.whiles++
	}
	c.stmts(n.Body, modifies)
	c.stmts(n.Else, modifies)
	l.around[label] = false
	if s.Kind == syntax.StmtWhile {
		l.whiles--
	}
}

// refs returns the first N operands of a statement.
func (c *checker) refs(s *syntax.Stmt) []syntax.ExprID { return c.file.Refs[s.Start : s.Start+s.N] }

// base returns the variable node of an assignment's target.
func (c *checker) base(target syntax.ExprID) syntax.ExprID { return c.file.First(target) }

// targets checks the variables that a statement changes. If distinct, no variable may occur twice.
func (c *checker) targets(refs []syntax.ExprID, modifies []bool, distinct bool) {
	for _, r := range refs {
		c.expr(r, twoState)
	}
	c.epoch++
	for _, r := range refs {
		root := c.base(r)
		x := &c.file.Exprs[root]
		e := entID(c.use[root])
		v := &c.ents[e]
		switch v.kind {
		case constEntity:
			c.failf(x.Pos, "assignment to constant %s", c.quote(v.name))
		case inEntity:
			c.failf(x.Pos, "assignment to in-parameter %s", c.quote(v.name))
		case globalEntity:
			if !c.mayModify(modifies, e) {
				c.failf(x.Pos, "assignment to global variable %s, which is not in the modifies clause", c.quote(v.name))
			}
		}
		if distinct && v.mark == c.epoch {
			c.failf(x.Pos, "variable %s is assigned twice", c.quote(v.name))
		}
		v.mark = c.epoch
	}
}

// assumptions marks the assumption variables among the locals.
func (c *checker) assumptions(p *procedure) {
	for i, e := range p.locals {
		v := &p.body.Locals[i]
		if _, ok := c.file.Attr(v.Attrs, "assumption"); !ok {
			continue
		}
		switch {
		case v.Where != 0:
			c.failf(v.Pos, "assumption variable %s may have no where clause", c.quote(v.Name))
		case c.ents[e].typ != boolType:
			c.failf(v.Pos, "assumption variable %s has type %s, not bool", c.quote(v.Name), c.show(c.ents[e].typ))
		}
		c.ents[e].assumption = true
	}
}

// lessens checks that an assignment to an assumption variable a is a := a && ..., and that it is the only one.
func (c *checker) lessens(target, value syntax.ExprID) {
	e := c.use[c.base(target)]
	v, x := &c.ents[e], &c.file.Exprs[value]
	if !v.assumption {
		return
	}
	if v.lessened {
		c.failf(c.file.Exprs[target].Pos, "assumption variable %s is assigned more than once", c.quote(v.name))
	}
	v.lessened = true
	if x.Op == syntax.OpAnd {
		if first := c.file.Children(nil, value)[0]; c.file.Exprs[first].Op == syntax.OpVar && c.use[first] == e {
			return
		}
	}
	c.failf(x.Pos, "assumption variable %[1]s may only be assigned %[1]s && a formula", c.quote(v.name))
}

func (c *checker) assign(s *syntax.Stmt, modifies []bool) {
	lhs := c.refs(s)
	c.targets(lhs, modifies, true)
	rhs := c.file.Refs[s.Start+s.N : s.Start+2*s.N]
	for i, l := range lhs {
		want := c.expr(l, twoState)
		c.typed(rhs[i], want, twoState, "assigned value")
		c.lessens(l, rhs[i])
	}
}

func (c *checker) call(s *syntax.Stmt, modifies []bool) {
	k := c.procDecl[s.Name]
	if k == 0 {
		c.failf(s.Pos, "call of undeclared procedure %s", c.quote(s.Name))
	}
	q := &c.procs[k-1]
	if q.template {
		c.failf(s.Pos, "call of the template %s", c.quote(s.Name))
	}
	if q.decl.Action || q.decl.Pure && q.body == nil && len(q.decl.Specs) == 0 {
		c.refuse(s.Pos, "call of "+c.quote(s.Name)+", which Civl gives a meaning,")
	}
	if s.Async && len(q.outs) > 0 {
		c.failf(s.Pos, "procedure %s has results, so it cannot be called asynchronously", c.quote(s.Name))
	}
	if !s.Async {
		c.calls = append(c.calls, k-1)
	}
	args := c.file.Refs[s.Start+s.N : s.Start+s.N+s.M]
	if len(args) != len(q.ins) {
		c.failf(s.Pos, "procedure %s takes %d arguments, not %d", c.quote(s.Name), len(q.ins), len(args))
	}
	outs := c.refs(s)
	if len(outs) != len(q.outs) {
		c.failf(s.Pos, "procedure %s has %d results, not %d", c.quote(s.Name), len(q.outs), len(outs))
	}
	given := c.types.proxies(len(q.typeParams))
	if len(given) > 0 {
		c.givenAt[s.Pos] = given
	}
	for i, a := range args {
		c.typed(a, c.types.instance(c.ents[q.ins[i]].typ, q.typeParams, given), twoState, "argument")
	}
	c.checkUnder(s.Attrs)
	c.targets(outs, modifies, true)
	for i, o := range outs {
		c.typed(o, c.types.instance(c.ents[q.outs[i]].typ, q.typeParams, given), twoState, "variable for a result")
	}
	if s.Async {
		return // the thread changes globals, not the call
	}
	for _, g := range q.modifies {
		if !c.mayModify(modifies, g) {
			c.failf(s.Pos, "call of %s modifies global variable %s, which is not in the modifies clause",
				c.quote(s.Name), c.quote(c.ents[g].name))
		}
	}
}
