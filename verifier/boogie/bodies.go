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

func (c *checker) bodies() error {
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
		if err := c.body(p); err != nil {
			return err
		}
		p.unsup = c.unsup
	}
	c.pure = false
	c.inferModifies()
	return nil
}

func (c *checker) body(p *procedure) error {
	mark := len(c.undo)
	defer c.release(mark)
	defer c.closeTypes(0)
	if err := c.implTypes(p); err != nil {
		return err
	}
	if err := c.formals(p); err != nil {
		return err
	}
	// declare compares the locals with each other only, not with the formals.
	for i := range p.body.Locals {
		v := &p.body.Locals[i]
		if e := c.scope[v.Name]; e != 0 && (c.ents[e].kind == inEntity || c.ents[e].kind == outEntity) {
			return c.errorf(v.Pos, "variable %s is declared twice", c.quote(v.Name))
		}
	}
	var err error
	if p.locals, err = c.declare(localEntity, p.body.Locals, entID(len(c.ents))); err != nil {
		return err
	}
	if err := c.assumptions(p); err != nil {
		return err
	}
	if err := c.wheres(p.locals); err != nil {
		return err
	}
	modifies := make([]bool, len(c.globals))
	for _, g := range p.modifies {
		modifies[c.globalIndex(g)] = true
	}
	c.labels.body++
	if err := c.declareLabels(p.body.Stmts); err != nil {
		return err
	}
	c.calls = nil
	if err := c.stmts(p.body.Stmts, modifies); err != nil {
		return err
	}
	p.calls = c.calls
	c.extendModifies(p, modifies)
	return nil
}

// implTypes brings the type parameters into scope, under the names of the implementation.
func (c *checker) implTypes(p *procedure) error {
	names := p.decl.TypeParams
	if p.impl != nil {
		names = p.impl.TypeParams
		if len(names) != len(p.typeParams) {
			return c.errorf(p.impl.Pos, "implementation of %s has %d type parameters, its procedure %d", c.quote(p.decl.Name),
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
	return nil
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
func (c *checker) formals(p *procedure) error {
	if p.impl == nil {
		for _, e := range append(append([]entID(nil), p.ins...), p.outs...) {
			c.bind(c.ents[e].name, e)
		}
		return nil
	}
	c.epoch++
	if err := c.matchFormals(p, p.impl.Ins, p.ins, "in-parameters"); err != nil {
		return err
	}
	return c.matchFormals(p, p.impl.Outs, p.outs, "out-parameters")
}

func (c *checker) matchFormals(p *procedure, vars []syntax.VarDecl, ents []entID, what string) error {
	if len(vars) != len(ents) {
		return c.errorf(p.impl.Pos, "implementation of %s has %d %s, its procedure %d", c.quote(p.decl.Name), len(vars),
			what, len(ents))
	}
	for i := range vars {
		v := &vars[i]
		t, err := c.resolveType(v.Type)
		if err != nil {
			return err
		}
		e := ents[i]
		if want := c.ents[e].typ; t != want {
			return c.errorf(v.Pos, "%s has type %s in the implementation and %s in the procedure", c.quote(v.Name), c.show(t),
				c.show(want))
		}
		if v.Where != 0 {
			return c.errorf(v.Pos, "'where' is not allowed on a formal of an implementation")
		}
		if old := c.scope[v.Name]; old != 0 && c.ents[old].mark == c.epoch {
			return c.errorf(v.Pos, "variable %s is declared twice", c.quote(v.Name))
		}
		c.ents[e].mark = c.epoch
		c.ents[e].name = v.Name
		c.bind(v.Name, e)
	}
	return nil
}

// stmts checks a list of statements. Its recursion is as deep as the parser allowed statements to nest.
func (c *checker) stmts(list []syntax.Stmt, modifies []bool) error {
	var label syntax.Name // the one right before the statement
	for i := range list {
		s := &list[i]
		var err error
		switch s.Kind {
		case syntax.StmtLabel:
			label = s.Name
			continue
		case syntax.StmtAssert, syntax.StmtAssume:
			if s.Kind == syntax.StmtAssert {
				c.guard(s.Expr)
			}
			if err = c.condition(s.Expr, twoState); err == nil && s.Kind == syntax.StmtAssert {
				err = c.checkUnder(s.Attrs)
			}
		case syntax.StmtHavoc:
			err = c.targets(c.refs(s), modifies, false)
		case syntax.StmtAssign:
			err = c.assign(s, modifies)
		case syntax.StmtUnpack:
			err = c.unpack(s, modifies)
		case syntax.StmtCall:
			err = c.call(s, modifies)
		case syntax.StmtReturn:
			if s.Expr != 0 {
				err = c.condition(s.Expr, twoState)
			}
		case syntax.StmtYield:
			if c.options.Contracts {
				c.refuse(s.Pos, "concurrency ('yield')")
			}
		case syntax.StmtGoto:
			err = c.gotos(s)
		case syntax.StmtBreak:
			err = c.breaks(s)
		case syntax.StmtIf, syntax.StmtWhile:
			err = c.nested(s, label, modifies)
		}
		if err != nil {
			return err
		}
		label = 0
	}
	return nil
}

func (c *checker) declareLabels(list []syntax.Stmt) error {
	l := &c.labels
	for i := range list {
		switch s := &list[i]; s.Kind {
		case syntax.StmtLabel:
			if l.seen[s.Name] == l.body {
				return c.errorf(s.Pos, "label %s is declared twice", c.quote(s.Name))
			}
			l.seen[s.Name] = l.body
		case syntax.StmtIf, syntax.StmtWhile:
			n := &c.file.Nests[s.Start]
			for _, inner := range [][]syntax.Stmt{n.Body, n.Else} {
				if err := c.declareLabels(inner); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (c *checker) gotos(s *syntax.Stmt) error {
	for _, to := range c.file.Labels[s.Start : s.Start+s.N] {
		if c.labels.seen[to.Name] != c.labels.body {
			return c.errorf(to.Pos, "undefined label %s", c.quote(to.Name))
		}
	}
	return nil
}

func (c *checker) breaks(s *syntax.Stmt) error {
	if s.Name == 0 {
		if c.labels.whiles == 0 {
			return c.errorf(s.Pos, "'break' outside a loop")
		}
		return nil
	}
	if c.labels.around[s.Name] {
		return nil
	}
	return c.errorf(s.Pos, "'break' to %s, which labels no statement around it", c.quote(s.Name))
}

func (c *checker) nested(s *syntax.Stmt, label syntax.Name, modifies []bool) error {
	n := &c.file.Nests[s.Start]
	if n.Cond != 0 {
		if err := c.condition(n.Cond, twoState); err != nil {
			return err
		}
	}
	for _, inv := range n.Invs {
		if !inv.Free {
			c.guard(inv.Cond)
		}
		if err := c.condition(inv.Cond, twoState); err != nil {
			return err
		}
		if err := c.checkUnder(inv.Attrs); err != nil {
			return err
		}
	}
	if err := c.measures(n.Measures); err != nil {
		return err
	}
	l := &c.labels
	l.around[label] = true
	if s.Kind == syntax.StmtWhile {
		l.whiles++
	}
	if err := c.stmts(n.Body, modifies); err != nil {
		return err
	}
	if err := c.stmts(n.Else, modifies); err != nil {
		return err
	}
	l.around[label] = false
	if s.Kind == syntax.StmtWhile {
		l.whiles--
	}
	return nil
}

// refs returns the first N operands of a statement.
func (c *checker) refs(s *syntax.Stmt) []syntax.ExprID { return c.file.Refs[s.Start : s.Start+s.N] }

// base returns the variable node of an assignment's target.
func (c *checker) base(target syntax.ExprID) syntax.ExprID { return c.file.First(target) }

// targets checks the variables that a statement changes. If distinct, no variable may occur twice.
func (c *checker) targets(refs []syntax.ExprID, modifies []bool, distinct bool) error {
	for _, r := range refs {
		if _, err := c.expr(r, twoState); err != nil {
			return err
		}
	}
	c.epoch++
	for _, r := range refs {
		root := c.base(r)
		x := &c.file.Exprs[root]
		e := entID(c.use[root])
		v := &c.ents[e]
		switch v.kind {
		case constEntity:
			return c.errorf(x.Pos, "assignment to constant %s", c.quote(v.name))
		case inEntity:
			return c.errorf(x.Pos, "assignment to in-parameter %s", c.quote(v.name))
		case globalEntity:
			if !c.mayModify(modifies, e) {
				return c.errorf(x.Pos, "assignment to global variable %s, which is not in the modifies clause", c.quote(v.name))
			}
		}
		if distinct && v.mark == c.epoch {
			return c.errorf(x.Pos, "variable %s is assigned twice", c.quote(v.name))
		}
		v.mark = c.epoch
	}
	return nil
}

// assumptions marks the assumption variables among the locals.
func (c *checker) assumptions(p *procedure) error {
	for i, e := range p.locals {
		v := &p.body.Locals[i]
		if _, ok := c.file.Attr(v.Attrs, "assumption"); !ok {
			continue
		}
		switch {
		case v.Where != 0:
			return c.errorf(v.Pos, "assumption variable %s may have no where clause", c.quote(v.Name))
		case c.ents[e].typ != boolType:
			return c.errorf(v.Pos, "assumption variable %s has type %s, not bool", c.quote(v.Name), c.show(c.ents[e].typ))
		}
		c.ents[e].assumption = true
	}
	return nil
}

// lessens checks that an assignment to an assumption variable a is a := a && ..., and that it is the only one.
func (c *checker) lessens(target, value syntax.ExprID) error {
	e := c.use[c.base(target)]
	v, x := &c.ents[e], &c.file.Exprs[value]
	if !v.assumption {
		return nil
	}
	if v.lessened {
		return c.errorf(c.file.Exprs[target].Pos, "assumption variable %s is assigned more than once", c.quote(v.name))
	}
	v.lessened = true
	if x.Op == syntax.OpAnd {
		if first := c.file.Children(nil, value)[0]; c.file.Exprs[first].Op == syntax.OpVar && c.use[first] == e {
			return nil
		}
	}
	return c.errorf(x.Pos, "assumption variable %[1]s may only be assigned %[1]s && a formula", c.quote(v.name))
}

func (c *checker) assign(s *syntax.Stmt, modifies []bool) error {
	lhs := c.refs(s)
	if err := c.targets(lhs, modifies, true); err != nil {
		return err
	}
	rhs := c.file.Refs[s.Start+s.N : s.Start+2*s.N]
	for i, l := range lhs {
		want, err := c.expr(l, twoState)
		if err != nil {
			return err
		}
		if err := c.typed(rhs[i], want, twoState, "assigned value"); err != nil {
			return err
		}
		if err := c.lessens(l, rhs[i]); err != nil {
			return err
		}
	}
	return nil
}

func (c *checker) call(s *syntax.Stmt, modifies []bool) error {
	k := c.procDecl[s.Name]
	if k == 0 {
		return c.errorf(s.Pos, "call of undeclared procedure %s", c.quote(s.Name))
	}
	q := &c.procs[k-1]
	if q.template {
		return c.errorf(s.Pos, "call of the template %s", c.quote(s.Name))
	}
	if q.decl.Action || q.decl.Pure && q.body == nil && len(q.decl.Specs) == 0 {
		c.refuse(s.Pos, "call of "+c.quote(s.Name)+", which Civl gives a meaning,")
	}
	if s.Async && len(q.outs) > 0 {
		return c.errorf(s.Pos, "procedure %s has results, so it cannot be called asynchronously", c.quote(s.Name))
	}
	if !s.Async {
		c.calls = append(c.calls, k-1)
	}
	args := c.file.Refs[s.Start+s.N : s.Start+s.N+s.M]
	if len(args) != len(q.ins) {
		return c.errorf(s.Pos, "procedure %s takes %d arguments, not %d", c.quote(s.Name), len(q.ins), len(args))
	}
	outs := c.refs(s)
	if len(outs) != len(q.outs) {
		return c.errorf(s.Pos, "procedure %s has %d results, not %d", c.quote(s.Name), len(q.outs), len(outs))
	}
	given := c.types.proxies(len(q.typeParams))
	if len(given) > 0 {
		c.givenAt[s.Pos] = given
	}
	for i, a := range args {
		if err := c.typed(a, c.types.instance(c.ents[q.ins[i]].typ, q.typeParams, given), twoState, "argument"); err != nil {
			return err
		}
	}
	if err := c.checkUnder(s.Attrs); err != nil {
		return err
	}
	if err := c.targets(outs, modifies, true); err != nil {
		return err
	}
	for i, o := range outs {
		if err := c.typed(o, c.types.instance(c.ents[q.outs[i]].typ, q.typeParams, given), twoState,
			"variable for a result"); err != nil {
			return err
		}
	}
	if s.Async {
		return nil // the thread changes globals, not the call
	}
	for _, g := range q.modifies {
		if !c.mayModify(modifies, g) {
			return c.errorf(s.Pos, "call of %s modifies global variable %s, which is not in the modifies clause",
				c.quote(s.Name), c.quote(c.ents[g].name))
		}
	}
	return nil
}
