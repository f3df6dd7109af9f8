package gen

import (
	"fmt"
	"slices"

	"github.com/muster-smt/muster/fuzz/bpl"
)

func (g *boogie) body() {
	q := g.q
	g.scope = slices.Concat(g.consts, g.globals, q.Ins, q.Outs, q.Locals)
	g.write = slices.Concat(q.Outs, q.Locals)
	for _, v := range g.globals {
		if slices.Contains(q.Modify, v.Name) {
			g.write = append(g.write, v)
		}
	}
	g.write = slices.DeleteFunc(g.write, func(v bpl.VarDecl) bool { return v.Attrs != "" })
	for _, v := range slices.Concat(q.Outs, q.Locals) {
		if v.Where == nil && v.Attrs == "" && !g.one(12) {
			q.Body = append(q.Body, g.initial(v)...)
		}
	}
	if q.Name == "main" {
		if g.assumed != nil {
			q.Body = append(q.Body, g.assumed)
		}
		for _, v := range g.globals {
			if !g.one(12) {
				q.Body = append(q.Body, g.initial(v)...)
			}
		}
	}
	counted := g.one(15) && g.counted()
	switch {
	case counted && q.Name != "main" && g.one(2): // the depth matters
		q.Outer = pick(g.r, []string{"{:SIextraRecBound 1}", "{:SIextraRecBound 2}"})
	case counted:
	case g.one(3):
		q.Body = append(q.Body, g.blocks()...)
	case len(q.Outs) > 0 && q.Name != "main" && g.one(6):
		q.Body = append(q.Body, g.loopProcedure()...)
	default:
		q.Body = append(q.Body, g.stmts(1+g.r.IntN(5), 2)...)
	}
	if q.Name == "main" && !(counted && g.reach) {
		kind := bpl.Assert
		if g.reach {
			kind = bpl.Assume
		}
		q.Body = append(q.Body, &bpl.Stmt{Kind: kind, Cond: g.condition(2)})
	}
}

// initial gives a variable one of a few values.
func (g *boogie) initial(v bpl.VarDecl) []*bpl.Stmt {
	x := bpl.V(v.Name)
	switch {
	case v.Type.Elem != nil:
		return g.cells(v)
	case g.one(2) || !g.isInt(v.Type):
		if g.one(2) {
			return []*bpl.Stmt{assign(x, g.expr(v.Type, 0))}
		}
		return []*bpl.Stmt{{Kind: bpl.Havoc, Targets: []*bpl.Expr{x}}, g.range_(v, x)}
	}
	return []*bpl.Stmt{g.range_(v, x)}
}

// range_ assumes that e has one of a few values.
func (g *boogie) range_(v bpl.VarDecl, e *bpl.Expr) *bpl.Stmt {
	cond := bpl.E(bpl.True)
	switch {
	case g.isInt(v.Type):
		lo := int64(g.r.IntN(3)) - 1
		cond = between(e, lo, lo+int64(g.r.IntN(3)))
	case v.Type == g.data && g.data != nil:
		cond = g.ranges(e)
	}
	return &bpl.Stmt{Kind: bpl.Assume, Cond: cond}
}

// cells gives values to some cells of a map.
func (g *boogie) cells(v bpl.VarDecl) []*bpl.Stmt {
	var out []*bpl.Stmt
	if v.Type == g.m && g.one(4) {
		x := bpl.V("i")
		body := bpl.E(bpl.Implies, between(x, 0, 2), between(bpl.E(bpl.Select, bpl.V(v.Name), x), 0, int64(g.r.IntN(3))))
		all := &bpl.Expr{Op: bpl.Forall, Bound: []bpl.VarDecl{{Name: "i", Type: bpl.Int}}, Args: []*bpl.Expr{body}}
		return []*bpl.Stmt{{Kind: bpl.Assume, Cond: all}}
	}
	if v.Type == g.m && g.rich && g.one(3) {
		return []*bpl.Stmt{{Kind: bpl.Assume, Cond: g.about(func(i *bpl.Expr) *bpl.Expr { return bpl.E(bpl.Select, bpl.V(v.Name), i) })}}
	}
	for range 3 {
		place := g.place(bpl.V(v.Name), v.Type, func(t *bpl.Type) *bpl.Expr { return g.index(t, 0) })
		t := v.Type
		for t.Elem != nil {
			t = t.Elem
		}
		if v.Type == g.heap {
			place, t = g.field(bpl.V(v.Name))
		}
		if g.one(2) && g.isInt(t) {
			out = append(out, g.range_(bpl.VarDecl{Type: t}, place))
		} else {
			out = append(out, assign(place, g.expr(t, 0)))
		}
	}
	return out
}

func assign(target, value *bpl.Expr) *bpl.Stmt {
	return &bpl.Stmt{Kind: bpl.Assign, Targets: []*bpl.Expr{target}, Values: []*bpl.Expr{value}}
}

func (g *boogie) stmts(n, depth int) []*bpl.Stmt {
	var out []*bpl.Stmt
	for range n {
		out = append(out, g.stmt(depth)...)
	}
	return out
}

func (g *boogie) stmt(depth int) []*bpl.Stmt {
	one := func(s *bpl.Stmt) []*bpl.Stmt { return []*bpl.Stmt{s} }
	if g.rich && g.one(6) {
		if s := g.richStmt(); s != nil {
			return one(s)
		}
	}
	switch k := g.r.IntN(24); {
	case k < 7:
		return one(g.assignment())
	case k < 9:
		return g.havoc()
	case k < 11:
		return one(&bpl.Stmt{Kind: bpl.Assume, Cond: g.mostly(2)})
	case k < 13:
		if g.reach {
			return one(g.assignment())
		}
		return one(&bpl.Stmt{Kind: bpl.Assert, Cond: g.mostly(2)})
	case k < 16:
		return g.call()
	case k < 19 && depth > 0:
		s := &bpl.Stmt{Kind: bpl.If, Body: g.stmts(1+g.r.IntN(2), depth-1)}
		if !g.one(4) {
			s.Cond = g.condition(2)
		}
		if g.one(2) {
			s.Else = g.stmts(1+g.r.IntN(2), depth-1)
		}
		return one(s)
	case k < 22 && depth > 0:
		return g.while(depth - 1)
	case k == 22 && g.whiles > 0:
		return one(&bpl.Stmt{Kind: bpl.If, Cond: g.condition(1), Body: one(&bpl.Stmt{Kind: bpl.Break})})
	case k == 23 && g.ahead != "":
		return one(&bpl.Stmt{Kind: bpl.If, Cond: g.condition(1), Body: one(&bpl.Stmt{Kind: bpl.Goto, Labels: []string{g.ahead}})})
	case k == 23 && g.one(2):
		return one(&bpl.Stmt{Kind: bpl.If, Cond: g.condition(1), Body: one(&bpl.Stmt{Kind: bpl.Return})})
	}
	return one(g.assignment())
}

func (g *boogie) assignment() *bpl.Stmt {
	s := &bpl.Stmt{Kind: bpl.Assign}
	for len(g.write) > 0 && (len(s.Targets) == 0 || g.one(5) && len(s.Targets) < len(g.write)) {
		v := pick(g.r, g.write)
		if slices.ContainsFunc(s.Targets, func(t *bpl.Expr) bool { return base(t) == v.Name }) {
			continue
		}
		target, t := bpl.V(v.Name), v.Type
		if t == g.heap && g.heap != nil {
			target, t = g.field(target)
		}
		for t.Elem != nil && !g.one(8) {
			args := []*bpl.Expr{target}
			for _, i := range t.Index {
				args = append(args, g.index(i, 1))
			}
			target, t = bpl.E(bpl.Select, args...), t.Elem
		}
		s.Targets, s.Values = append(s.Targets, target), append(s.Values, g.expr(t, 2))
	}
	if len(s.Targets) == 0 {
		return &bpl.Stmt{Kind: bpl.Assume, Cond: bpl.E(bpl.True)}
	}
	return s
}

// base returns the variable of a target.
func base(e *bpl.Expr) string {
	for e.Op == bpl.Select {
		e = e.Args[0]
	}
	return e.Name
}

func (g *boogie) havoc() []*bpl.Stmt {
	if len(g.write) == 0 {
		return nil
	}
	s := &bpl.Stmt{Kind: bpl.Havoc}
	out := []*bpl.Stmt{s}
	for range pick(g.r, []int{1, 1, 1, 2, 3}) {
		v := pick(g.r, g.write)
		s.Targets = append(s.Targets, bpl.V(v.Name))
		switch {
		case v.Type.Elem != nil:
			out = append(out, g.cells(v)...)
		case v.Where == nil || g.one(2):
			out = append(out, g.range_(v, bpl.V(v.Name)))
		}
	}
	return out
}

// call calls an earlier procedure, rarely this one or a later one.
func (g *boogie) call() []*bpl.Stmt {
	callees := g.procs[:g.level]
	if g.one(3) {
		callees = g.procs
	}
	if len(callees) == 0 || g.calls == 0 {
		return []*bpl.Stmt{g.assignment()}
	}
	g.calls--
	if g.one(8) {
		callees = g.procs[g.level : g.level+1]
	}
	if s := g.callTo(pick(g.r, callees)); s != nil {
		return []*bpl.Stmt{s}
	}
	return []*bpl.Stmt{g.assignment()}
}

// callTo calls a procedure, if there are variables for its results and it modifies only
// what this procedure may modify.
func (g *boogie) callTo(q *bpl.Decl) *bpl.Stmt {
	s := &bpl.Stmt{Kind: bpl.Call, Name: q.Name}
	for _, m := range q.Modify {
		if !slices.Contains(g.q.Modify, m) {
			return nil
		}
	}
	for _, v := range q.Ins {
		s.Values = append(s.Values, g.expr(v.Type, 1))
	}
	for _, v := range q.Outs {
		var fit []string
		for _, w := range g.write {
			if g.same(v.Type, w.Type) && !slices.ContainsFunc(s.Targets, func(t *bpl.Expr) bool { return t.Name == w.Name }) {
				fit = append(fit, w.Name)
			}
		}
		if len(fit) == 0 {
			return nil
		}
		s.Targets = append(s.Targets, bpl.V(pick(g.r, fit)))
	}
	return s
}

func (g *boogie) while(depth int) []*bpl.Stmt {
	s := &bpl.Stmt{Kind: bpl.While}
	if !g.one(3) {
		s.Cond = g.condition(1)
	}
	if g.one(6) {
		s.Invs = []bpl.Spec{{Kind: bpl.Invariant, Free: g.reach || g.one(3), Cond: g.mostly(1)}}
	}
	g.whiles++
	s.Body = g.stmts(1+g.r.IntN(2), depth)
	nested := depth > 0 && g.one(4)
	if nested {
		s.Body = append(s.Body, g.while(0)...)
	}
	if nested && g.one(2) || g.one(5) {
		s.Body = append(s.Body, &bpl.Stmt{Kind: bpl.If, Cond: g.condition(1), Body: []*bpl.Stmt{{Kind: bpl.Break}}})
	}
	g.whiles--
	if g.one(6) {
		g.labels++
		label := fmt.Sprintf("W%d", g.labels)
		s.Body = append(s.Body, &bpl.Stmt{Kind: bpl.If, Body: []*bpl.Stmt{{Kind: bpl.Break, Name: label}}})
		return []*bpl.Stmt{{Kind: bpl.Label, Name: label}, s}
	}
	var counter []string
	for _, v := range g.write {
		if g.isInt(v.Type) {
			counter = append(counter, v.Name)
		}
	}
	if len(counter) > 0 && !g.one(3) { // for i from 0 to n
		x := bpl.V(pick(g.r, counter))
		s.Cond = bpl.E(bpl.Lt, x, bpl.N(int64(1+g.r.IntN(3))))
		s.Body = append(s.Body, assign(x, bpl.E(bpl.Add, x, bpl.N(1))))
		return []*bpl.Stmt{assign(x, bpl.N(int64(g.r.IntN(2)))), s}
	}
	return []*bpl.Stmt{s}
}

// blocks returns a body of jumps, most of them forward.
func (g *boogie) blocks() []*bpl.Stmt {
	n := 2 + g.r.IntN(4)
	name := func(i int) string { return fmt.Sprintf("L%d", i) }
	var out []*bpl.Stmt
	for i := range n {
		out = append(out, &bpl.Stmt{Kind: bpl.Label, Name: name(i)})
		if g.one(3) {
			out = append(out, &bpl.Stmt{Kind: bpl.Assume, Cond: g.condition(1)})
		}
		if i+1 < n {
			g.ahead = name(i + 1 + g.r.IntN(n-i-1))
		}
		depth := 0
		if g.one(4) {
			depth = 1
		}
		out = append(out, g.stmts(g.r.IntN(3), depth)...)
		g.ahead = ""
		jump := &bpl.Stmt{Kind: bpl.Goto}
		for range pick(g.r, []int{1, 1, 2, 2, 3, 4}) {
			if g.one(4) {
				jump.Labels = append(jump.Labels, name(g.r.IntN(i+1)))
			} else if i+1 < n {
				jump.Labels = append(jump.Labels, name(i+1+g.r.IntN(n-i-1)))
			}
		}
		switch {
		case len(jump.Labels) > 0 && !g.one(8):
			out = append(out, jump)
		case g.one(3) && i+1 < n:
			out = append(out, &bpl.Stmt{Kind: bpl.Return})
		}
	}
	return append(out, &bpl.Stmt{Kind: bpl.Label, Name: name(n)}) // where the last block ends
}

// loopProcedure returns a loop in Corral's form: return, or do an iteration and call this
// procedure again.
func (g *boogie) loopProcedure() []*bpl.Stmt {
	again := g.callTo(g.q)
	if again == nil {
		return g.stmts(2, 1)
	}
	out := []*bpl.Stmt{{Kind: bpl.Goto, Labels: []string{"iterate", "done"}}, {Kind: bpl.Label, Name: "done"}, {Kind: bpl.Return}, {Kind: bpl.Label, Name: "iterate"}}
	out = append(out, &bpl.Stmt{Kind: bpl.Assume, Cond: g.mostly(1)})
	out = append(out, g.stmts(1+g.r.IntN(2), 1)...)
	return append(out, again)
}

// counted makes the body of a procedure that calls itself any number of times and counts
// the calls: it fails only at a certain depth.
func (g *boogie) counted() bool {
	k := slices.IndexFunc(g.q.Outs, func(v bpl.VarDecl) bool { return g.isInt(v.Type) && v.Where == nil })
	if k < 0 {
		return false
	}
	again := &bpl.Stmt{Kind: bpl.Call, Name: g.q.Name}
	for _, v := range g.q.Ins {
		again.Values = append(again.Values, g.expr(v.Type, 0))
	}
	for _, v := range g.q.Outs {
		again.Targets = append(again.Targets, bpl.V(v.Name))
	}
	r := bpl.V(g.q.Outs[k].Name)
	assign := func(e *bpl.Expr) *bpl.Stmt {
		return &bpl.Stmt{Kind: bpl.Assign, Targets: []*bpl.Expr{r}, Values: []*bpl.Expr{e}}
	}
	more := []*bpl.Stmt{again, assign(bpl.E(bpl.Add, r, bpl.N(1)))}
	g.q.Body = append(g.q.Body, assign(bpl.N(0)), &bpl.Stmt{Kind: bpl.If, Body: more})
	if !g.reach {
		g.q.Body = append(g.q.Body, &bpl.Stmt{Kind: bpl.Assert, Cond: bpl.E(bpl.Ne, r, bpl.N(int64(1+g.r.IntN(4))))})
	}
	return true
}
