package c

import (
	"slices"

	"github.com/muster-smt/muster/verifier/c/syntax"
)

// order follows whether memory may be allocated after some has been freed, by the order of statements.
type order struct {
	*facts
	frees, allocates map[*syntax.Object]bool // functions that may, by themselves or by those that they call
	freed, again     bool
}

// recycles reports whether memory may be allocated after some has been freed.
func (a *facts) recycles() bool {
	x := &order{facts: a, frees: map[*syntax.Object]bool{}, allocates: map[*syntax.Object]bool{}}
	for _, o := range a.funcs {
		x.reach(o)
	}
	for _, o := range a.funcs {
		x.freed = len(a.startup)+len(a.shutdown) > 0 // these are called from nowhere
		x.again = x.again || a.recursive[o] && x.frees[o] && x.allocates[o]
		x.stmt(o.Body)
		if labels(o.Body) {
			x.stmt(o.Body)
		}
	}
	return x.again
}

// reach finds what a function may do.
func (x *order) reach(from *syntax.Object) {
	seen, work := map[*syntax.Object]bool{}, []*syntax.Object{from}
	for len(work) > 0 {
		o := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[o] {
			continue
		}
		seen[o] = true
		x.frees[from] = x.frees[from] || plain(o.Name) == "free" || resizes(o)
		x.allocates[from] = x.allocates[from] || allocator(o) || resizes(o)
		for c := range x.calls[o] {
			work = append(work, c)
		}
		if x.indirect[o] {
			work = append(work, x.targets...)
		}
	}
}

// labels reports whether there is a label in a statement.
func labels(s *syntax.Stmt) bool {
	return s != nil && (s.Kind == syntax.Label || labels(s.Then) || labels(s.Else) || slices.ContainsFunc(s.List, labels))
}

func (x *order) stmt(s *syntax.Stmt) {
	if s == nil {
		return
	}
	switch s.Kind {
	case syntax.If:
		x.expr(s.X)
		before := x.freed
		x.stmt(s.Then)
		after := x.freed
		x.freed = before
		x.stmt(s.Else)
		x.freed = x.freed || after
		return
	case syntax.While, syntax.For, syntax.Do:
		x.stmt(s.Init)
		for range 2 {
			x.expr(s.X)
			x.stmt(s.Then)
			x.expr(s.Step)
		}
		return
	case syntax.Decl:
		for t := s.Obj.Type; t.Kind == syntax.Array; t = t.Elem {
			x.expr(t.Count)
		}
		x.init(s.Obj)
	}
	x.expr(s.X)
	for _, t := range s.List {
		x.stmt(t)
	}
	x.stmt(s.Then)
}

func (x *order) init(o *syntax.Object) {
	if o.Init != nil {
		for _, it := range o.Init.Items {
			x.expr(it.Value)
		}
	}
}

// expr follows an expression, once more if something is freed in it: its parts have
// another order than that of the text.
func (x *order) expr(e *syntax.Expr) {
	before := x.freed
	x.parts(e)
	if x.freed && !before {
		x.parts(e)
	}
}

func (x *order) parts(e *syntax.Expr) {
	if e == nil {
		return
	}
	x.parts(e.X)
	x.parts(e.Y)
	x.parts(e.Z)
	for _, a := range e.Args {
		x.parts(a)
	}
	switch e.Op {
	case syntax.Compound:
		x.init(e.Obj)
	case syntax.Block:
		x.stmt(e.Body)
	case syntax.Call:
		callees := x.targets
		if e.Obj != nil {
			callees = []*syntax.Object{e.Obj}
		}
		for _, o := range callees {
			if o.Body == nil {
				x.reach(o)
			}
			x.again = x.again || (x.freed || resizes(o)) && x.allocates[o]
			x.freed = x.freed || x.frees[o]
		}
	}
}
