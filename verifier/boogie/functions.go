package boogie

import (
	"github.com/muster-smt/muster/verifier/boogie/syntax"
)

func (c *checker) funcDecls() {
	c.funcs = make([]function, len(c.file.Funcs))
	for i := range c.file.Funcs {
		d := &c.file.Funcs[i]
		if c.funcDecl[d.Name] != 0 {
			c.failf(d.Pos, "function %s is declared twice", c.quote(d.Name))
		}
		c.funcDecl[d.Name] = int32(i + 1)
		if c.flag(d.Attrs, "existential") {
			c.failf(d.Pos, "existential function %s is not supported", c.quote(d.Name))
		}
		c.expansion(d)
		fn := &c.funcs[i]
		fn.decl = d
		if d.Result == 0 {
			continue // a part of a datatype
		}
		fn.typeParams = c.openTypes(d.TypeParams)
		fn.params = make([]typ, len(d.Params))
		for k := range d.Params {
			t := c.resolveType(d.Params[k].Type)
			fn.params[k] = t
		}
		t := c.resolveType(d.Result)
		fn.result = t
		c.closeTypes(0)
		c.builtinOf(fn)
	}
}

// expansion checks what a function says about where its body is used.
func (c *checker) expansion(d *syntax.FuncDecl) {
	inline, define := c.flag(d.Attrs, "inline"), c.flag(d.Attrs, "define")
	for _, a := range []struct {
		on   bool
		name string
	}{{inline, "inline"}, {define, "define"}} {
		if a.on && d.Body == 0 {
			c.failf(d.Pos, "function %s has {:%s}, but no body", c.quote(d.Name), a.name)
		}
	}
	switch {
	case define && inline:
		c.failf(d.Pos, "function %s has both {:inline} and {:define}", c.quote(d.Name))
	case define && len(d.TypeParams) > 0:
		c.failf(d.Pos, "function %s has {:define} and type parameters", c.quote(d.Name))
	}
}

func (fn *function) expanded() bool {
	return fn.decl.Body != 0 && !fn.recursive && fn.builtin == notBuiltin
}

// funcBodies checks the bodies, and finds which functions apply which.
func (c *checker) funcBodies() {
	c.inFunc = true
	defer func() { c.inFunc = false }()
	for i := range c.funcs {
		fn := &c.funcs[i]
		if fn.role != 0 {
			continue
		}
		low, mark := entID(len(c.ents)), len(c.undo)
		for k, t := range fn.typeParams {
			c.typeScope = append(c.typeScope, typeName{fn.decl.TypeParams[k].Name, t})
		}
		fn.ents = c.declare(paramEntity, fn.decl.Params, low)
		if fn.decl.Body != 0 {
			c.unsup = nil
			t := c.expr(fn.decl.Body, noState)
			if !c.types.unify(t, fn.result) {
				c.failf(c.file.Exprs[fn.decl.Body].Pos, "body of function %s has type %s, not %s",
					c.quote(fn.decl.Name), c.show(t), c.show(fn.result))
			}
			if fn.unsup == nil {
				fn.unsup = c.unsup
			}
		}
		c.release(mark)
		c.closeTypes(0)
	}
}

// recursion marks the functions on cycles of applications and passes "unsupported" from callees to callers. It is
// Tarjan's algorithm on an explicit stack, since chains of functions can be as long as the file.
func (c *checker) recursion() {
	n := len(c.funcs)
	w := sccWalk{c: c, index: make([]int32, n), low: make([]int32, n), on: make([]bool, n)}
	for i := range c.funcs {
		if w.index[i] == 0 {
			w.visit(int32(i))
		}
	}
}

type sccWalk struct {
	c          *checker
	count      int32
	index, low []int32
	on         []bool
	open       []int32 // Tarjan's stack
	frames     []sccFrame
}

type sccFrame struct {
	fn   int32
	next syntax.ExprID // where to look for applications next
}

func (w *sccWalk) enter(i int32) {
	w.count++
	w.index[i], w.low[i], w.on[i] = w.count, w.count, true
	w.open = append(w.open, i)
	first := syntax.ExprID(0)
	if b := w.c.funcs[i].decl.Body; b != 0 {
		first = w.c.file.First(b)
	}
	w.frames = append(w.frames, sccFrame{i, first})
}

func (w *sccWalk) visit(root int32) {
	w.enter(root)
	for len(w.frames) > 0 {
		f := &w.frames[len(w.frames)-1]
		fn := &w.c.funcs[f.fn]
		if f.next <= fn.decl.Body && fn.decl.Body != 0 {
			e := f.next
			f.next++
			if w.c.file.Exprs[e].Op == syntax.OpCall {
				w.apply(f.fn, int32(w.c.use[e]))
			}
			continue
		}
		i := f.fn
		w.frames = w.frames[:len(w.frames)-1]
		if w.low[i] == w.index[i] {
			w.component(i)
		}
		if len(w.frames) > 0 {
			from := w.frames[len(w.frames)-1].fn
			w.low[from] = min(w.low[from], w.low[i])
			w.blame(from, i)
		}
	}
}

func (w *sccWalk) apply(from, to int32) {
	switch {
	case to == from:
		w.c.funcs[from].recursive = true
	case w.index[to] == 0:
		w.enter(to)
	case w.on[to]:
		w.low[from] = min(w.low[from], w.index[to])
	default:
		w.blame(from, to)
	}
}

func (w *sccWalk) blame(from, to int32) {
	if w.c.funcs[from].unsup == nil {
		w.c.funcs[from].unsup = w.c.funcs[to].unsup
	}
}

// component closes the component whose first function is root.
func (w *sccWalk) component(root int32) {
	k := len(w.open) - 1
	for w.open[k] != root {
		k--
	}
	var unsup *syntax.Error
	for _, i := range w.open[k:] {
		w.on[i] = false
		fn := &w.c.funcs[i]
		if len(w.open)-k > 1 {
			fn.recursive = true
		}
		if unsup == nil {
			unsup = fn.unsup
		}
		for _, name := range []string{"inline", "define"} {
			if w.c.flag(fn.decl.Attrs, name) && fn.recursive {
				w.c.failf(fn.decl.Pos, "%s function %s is recursive", name, w.c.quote(fn.decl.Name))
			}
		}
	}
	for _, i := range w.open[k:] {
		if w.c.funcs[i].unsup == nil {
			w.c.funcs[i].unsup = unsup
		}
	}
	w.c.order = append(w.c.order, w.open[k:]...)
	w.open = w.open[:k]
}
