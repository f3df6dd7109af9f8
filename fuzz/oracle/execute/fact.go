package execute

import (
	"fmt"
	"slices"

	"github.com/muster-smt/muster/fuzz/bpl"
)

// fact is a quantified assumption about more values than can be tried, with the values of the variables when it was assumed. It is
// looked at for each cell of a map or a function that an execution needs. That suffices if the other cells can have values for which it
// holds, too: see shape. Otherwise a failure counts as nothing, but where none is found there is none.
type fact struct {
	e       *expr
	shape   shape
	globals []value
	frame   frame // variables and old values
	settled int   // for how many cells it was looked at
}

// shape says what a quantified assumption is about.
type shape struct {
	table *expr // the map, or an application of the function; nil if it is not about the cells of one table
	// sure says that for each cell there is a value for which it holds, whatever the others are. So it is if it defines the cell by what
	// is no cell, or by those before it, or keeps it between two numbers.
	sure bool
}

// maxCells bounds the cells of a table for which a fact is looked at.
const maxCells = 40

// remember notes a quantified assumption.
func (x *explorer) remember(e *expr) {
	s := x.cur
	f := fact{e: e, shape: shapeOf(e), globals: slices.Clone(s.globals)}
	if x.env.f != nil {
		f.frame = frame{vars: slices.Clone(x.env.f.vars), old: slices.Clone(x.env.f.old)}
	}
	key := string(f.appendKey(nil))
	for i := range s.facts {
		g := &s.facts[i]
		if string(g.appendKey(nil)) == key {
			return
		}
		if f.shape.table == nil || g.shape.table == nil || f.table().base == g.table().base {
			s.doubt = true
		}
	}
	s.doubt = s.doubt || !f.shape.sure
	s.facts = append(s.facts, f)
	s.due = true
}

// appendKey writes what distinguishes a fact.
func (f *fact) appendKey(b []byte) []byte {
	b = fmt.Appendf(b, "%p", f.e)
	for _, vs := range [][]value{f.globals, f.frame.vars, f.frame.old} {
		for _, v := range vs {
			b = appendKey(b, v)
		}
	}
	return b
}

func (f *fact) env() env {
	return env{s: &state{globals: f.globals}, f: &f.frame}
}

// table returns the map or the graph of the function that a fact is about.
func (f *fact) table() *table {
	t := f.shape.table
	if t.op == bpl.Apply {
		return f.globals[t.fn.slot].m
	}
	e := f.env()
	return e.variable(t).m
}

// settle looks at the facts for new cells. It returns false if the state is done with.
func (x *explorer) settle() bool {
	for i := range x.cur.facts {
		f := &x.cur.facts[i]
		if f.shape.table == nil {
			continue
		}
		t := f.table()
		if len(t.keys) == f.settled {
			continue
		}
		if len(t.keys) > maxCells {
			panic(lost{})
		}
		for _, key := range t.keys {
			if !x.instance(f, t.sort, key) {
				return false
			}
		}
		f.settled = len(t.keys)
	}
	x.cur.due = false
	return true
}

// instance assumes a fact for a cell.
func (x *explorer) instance(f *fact, s *sort, key []int64) bool {
	x.env = f.env()
	for i, n := range key {
		x.env.bound = append(x.env.bound, value{kind: s.index[i].kind, width: s.index[i].width, n: n})
	}
	body := f.e.args[0]
	for body.op == bpl.Implies {
		if !x.env.holds(body.args[0]) {
			return true
		}
		body = body.args[1]
	}
	return x.assume(conjuncts(nil, body))
}

// shapeOf finds the table that a quantified assumption is about.
func shapeOf(e *expr) shape {
	if e.base > 0 {
		return shape{}
	}
	body := e.args[0]
	sure := true
	for body.op == bpl.Implies {
		sure = sure && body.args[0].free(nil, nil)
		body = body.args[1]
	}
	table, cell := cellOf(body, len(e.bound))
	if table == nil {
		return shape{}
	}
	return shape{table, sure && determined(body, table, cell, len(e.bound) == 1)}
}

// cellOf finds a cell whose indices are the bound variables.
func cellOf(e *expr, n int) (table, cell *expr) {
	args := e.args
	switch {
	case e.op == bpl.Select && e.args[0].op == bpl.Var && e.args[0].where != inBound:
		table, args = e.args[0], e.args[1:]
	case e.op == bpl.Apply && e.fn != nil && e.fn.body == nil:
		table = e
	}
	if table != nil && len(args) == n {
		all := true
		for i, a := range args {
			all = all && a.op == bpl.Var && a.where == inBound && a.n == int64(i)
		}
		if all {
			return table, e
		}
	}
	for _, a := range e.args {
		if t, c := cellOf(a, n); t != nil {
			return t, c
		}
	}
	return nil, nil
}

// determined reports whether a formula leaves the cell a value, whatever other cells are.
func determined(body, table, cell *expr, counts bool) bool {
	switch body.op {
	case bpl.Eq, bpl.Iff:
		l, r := body.args[0], body.args[1]
		if !l.is(cell) {
			l, r = r, l
		}
		if !l.is(cell) {
			return false
		}
		if r.free(nil, nil) {
			return true
		}
		return counts && r.op == bpl.Ite && r.args[0].op == bpl.Le && r.args[0].args[0].bound0() && r.args[0].args[1].op == bpl.Num &&
			r.args[1].free(nil, nil) && r.args[2].free(table, earlier)
	case bpl.Not:
		return body.args[0].is(cell)
	case bpl.Select, bpl.Apply:
		return body.is(cell)
	}
	var b bounds
	for _, c := range conjuncts(nil, body) {
		if len(c.args) != 2 || !comparison(c.op) || c.op == bpl.Eq {
			return false
		}
		switch l, r := c.args[0], c.args[1]; {
		case l.is(cell) && r.op == bpl.Num && r.sort == nil && r.digits == "":
			b.add(c.op, r.n)
		case r.is(cell) && l.op == bpl.Num && l.sort == nil && l.digits == "":
			b.add(mirrored[c.op], l.n)
		default:
			return false
		}
	}
	return !b.hasLo || !b.hasHi || b.lo <= b.hi
}

// is reports whether two expressions are the same.
func (e *expr) is(f *expr) bool {
	return e == f || e.op == f.op && e.n == f.n && e.where == f.where && e.fn == f.fn && e.digits == f.digits && e.operator == f.operator &&
		slices.EqualFunc(e.args, f.args, func(a, b *expr) bool { return a.is(b) }) && len(e.bound) == 0
}

// bound0 reports whether an expression is the first bound variable.
func (e *expr) bound0() bool { return e.op == bpl.Var && e.where == inBound && e.n == 0 }

// earlier reports whether an index is less than the first bound variable.
func earlier(e *expr) bool {
	return e.op == bpl.Sub && e.args[0].bound0() && e.args[1].op == bpl.Num && e.args[1].n > 0
}

// free reports whether an expression has no cells, but for those of a table at indices that are allowed.
func (e *expr) free(table *expr, allowed func(*expr) bool) bool {
	switch {
	case e.op == bpl.Select && table != nil && e.args[0].is(table) && len(e.args) == 2:
		return allowed(e.args[1])
	case e.op == bpl.Apply && table != nil && table.op == bpl.Apply && e.fn == table.fn && len(e.args) == 1:
		return allowed(e.args[0])
	case e.op == bpl.Select || e.op == bpl.Store || e.op == bpl.Forall || e.op == bpl.Exists:
		return false
	case e.op == bpl.Apply && e.fn != nil && (e.fn.body == nil || !e.fn.body.free(nil, nil)):
		return false
	case (e.op == bpl.Div || e.op == bpl.Mod) && (e.args[1].op != bpl.Num || e.args[1].n == 0):
		return false
	}
	return !slices.ContainsFunc(e.args, func(a *expr) bool { return !a.free(table, allowed) })
}
