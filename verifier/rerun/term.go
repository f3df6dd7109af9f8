package rerun

import (
	"fmt"
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// node is a compiled term whose value is a scalar. The value of fast is a word, if it has one and is sure; full
// always says what is known.
type node struct {
	fast func(m *machine) (int64, bool)
	full func(m *machine) val
	kind operand
	w    int64 // of an operand that is a constant,
	at   int   // or a local variable
}

// operand says what is known of a node when an operator on it is compiled: that is faster than a closure of its own.
type operand uint8

const (
	other operand = iota
	literal
	local
)

// mapNode is a compiled term whose value is a map. What it returns must not be changed, unless it is a new one.
type mapNode func(m *machine) (t *table, fresh bool)

// Limits on what is compiled.
const (
	maxNesting = 5_000
	maxSize    = 1 << 16 // of a term as a tree
)

// terms compiles the terms of a procedure.
type terms struct {
	st      *term.Store
	slots   map[term.Term]slot
	bound   term.Term // the variable of the quantifier that is compiled, or 0
	nesting int
	size    int
}

// slot is where a variable is.
type slot struct {
	global bool
	isMap  bool
	levels int // of maps
	at     int
}

// unsupported is a panic of the compiler.
type unsupported string

func refuse(format string, args ...any) { panic(unsupported(fmt.Sprintf(format, args...))) }

// scalar reports whether values of a sort are scalars here.
func (c *terms) scalar(s term.Sort) bool {
	return s == term.Int || s == term.Bool || c.st.SortKind(s) == term.KindUninterpreted || c.st.Width(s) > 0 &&
		c.st.Width(s) <= 64
}

// isMap reports whether values of a sort are maps here.
func (c *terms) isMap(s term.Sort) bool { return c.levels(s) > 0 }

// levels returns of how many levels maps of a sort are, 0 if values of the sort are no maps here.
func (c *terms) levels(s term.Sort) (n int) {
	for c.st.IsArray(s) {
		i, e := c.st.ArraySorts(s)
		if !c.scalar(i) {
			return 0
		}
		s = e
		n++
	}
	if !c.scalar(s) {
		return 0
	}
	return n
}

func unknownNode() node {
	return node{fast: func(*machine) (int64, bool) { return 0, false }, full: func(*machine) val { return val{} }}
}

func constant(v val) node {
	n := node{fast: func(*machine) (int64, bool) { return v.w, v.kind == word }, full: func(*machine) val { return v }}
	if v.kind == word {
		n.kind, n.w = literal, v.w
	}
	return n
}

// deeper begins with a part of a term.
func (c *terms) deeper() {
	if c.nesting++; c.nesting > maxNesting {
		refuse("a term that is nested too deeply")
	}
	if c.size++; c.size > maxSize {
		refuse("a term of too many parts")
	}
}

// node compiles a scalar term. What has no meaning here is unknown.
func (c *terms) node(t term.Term) node {
	c.deeper()
	defer func() { c.nesting-- }()
	st := c.st
	if !c.scalar(st.Sort(t)) {
		return unknownNode()
	}
	switch op := st.Op(t); op {
	case term.OpTrue, term.OpFalse:
		return constant(boolOf(op == term.OpTrue))
	case term.OpNum:
		return constant(intOf(st.Num(t)))
	case term.OpBits:
		u, _ := st.Num(t).Uint64()
		return constant(wordOf(int64(u)))
	case term.OpForall:
		return c.every(t)
	case term.OpExists:
		return unknownNode()
	case term.OpBound:
		if t == c.bound {
			return node{
				fast: func(m *machine) (int64, bool) { return m.bound, true },
				full: func(m *machine) val { return wordOf(m.bound) },
			}
		}
	case term.OpApp:
		if s, ok := c.slots[t]; ok {
			return variableAt(s)
		}
	case term.OpNot:
		if n, ok := c.reversed(st.Arg(t, 0)); ok {
			return n
		}
		a := c.node(st.Arg(t, 0))
		return node{
			fast: func(m *machine) (int64, bool) { w, ok := a.fast(m); return 1 - w, ok },
			full: func(m *machine) val { return negated(a.full(m)) },
		}
	case term.OpAnd, term.OpOr:
		return c.junction(st.Args(t), op == term.OpOr)
	case term.OpEq:
		return c.equality(st.Arg(t, 0), st.Arg(t, 1))
	case term.OpDistinct:
		return c.distinct(st.Args(t))
	case term.OpIte:
		return c.choice(t)
	case term.OpSelect:
		if c.isMap(st.Sort(st.Arg(t, 0))) {
			return c.element(t)
		}
	default:
		if len(st.Args(t)) > 0 && c.allScalar(st.Args(t)) {
			return c.arithmetic(t)
		}
	}
	return unknownNode()
}

func (c *terms) allScalar(ts []term.Term) bool {
	for _, t := range ts {
		if !c.scalar(c.st.Sort(t)) {
			return false
		}
	}
	return true
}

func variableAt(s slot) node {
	at := s.at
	if s.global {
		return node{
			fast: func(m *machine) (int64, bool) { v := &m.globals[at]; return v.w, v.kind == word },
			full: func(m *machine) val { return m.globals[at] },
		}
	}
	return node{
		fast: func(m *machine) (int64, bool) { v := &m.locals[at]; return v.w, v.kind == word },
		full: func(m *machine) val { return m.locals[at] },
		kind: local, at: at,
	}
}

func negated(v val) val {
	if v.kind == unknown {
		return v
	}
	return wordOf(1 - v.w)
}

// junction compiles a conjunction, or a disjunction. One argument may decide it.
func (c *terms) junction(args []term.Term, or bool) node {
	parts := make([]node, len(args))
	for i, a := range args {
		parts[i] = c.node(a)
	}
	decides := boolOf(or)
	// One of a formula and its negation decides, also where nothing is known of either.
	if slices.ContainsFunc(args, func(a term.Term) bool {
		return c.st.Op(a) == term.OpNot &&
			slices.Contains(args, c.st.Arg(a, 0))
	}) {
		return node{
			fast: func(*machine) (int64, bool) { return decides.w, true },
			full: func(*machine) val { return decides },
		}
	}
	return node{
		fast: func(m *machine) (int64, bool) {
			for i := range parts {
				if w, ok := parts[i].fast(m); !ok || w == decides.w {
					return w, ok
				}
			}
			return 1 - decides.w, true
		},
		full: func(m *machine) val {
			out := wordOf(1 - decides.w)
			for i := range parts {
				switch v := parts[i].full(m); {
				case v.kind == unknown:
					out = v
				case v.w == decides.w:
					return decides
				}
			}
			return out
		},
	}
}

func (c *terms) equality(x, y term.Term) node {
	st := c.st
	if s := st.Sort(x); !c.scalar(s) {
		if c.levels(s) != 1 {
			return unknownNode()
		}
		a, b := c.mapNode(x), c.mapNode(y)
		i, _ := st.ArraySorts(s)
		full := func(m *machine) val {
			t, _ := a(m)
			u, _ := b(m)
			return t.equal(u, i == term.Int)
		}
		return node{fast: func(m *machine) (int64, bool) { v := full(m); return v.w, v.kind == word }, full: full}
	}
	a, b := c.node(x), c.node(y)
	return node{fast: equals(a, b), full: func(m *machine) val { return a.full(m).equal(b.full(m)) }}
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func (c *terms) distinct(args []term.Term) node {
	var parts []node
	for i := range args {
		for j := range i {
			parts = append(parts, c.equality(args[i], args[j]))
		}
	}
	full := func(m *machine) val {
		out := wordOf(1)
		for i := range parts {
			out = meet(out, negated(parts[i].full(m)))
		}
		return out
	}
	return node{fast: func(m *machine) (int64, bool) { v := full(m); return v.w, v.kind == word }, full: full}
}

// choice compiles if-then-else.
func (c *terms) choice(t term.Term) node {
	if n, ok := c.clip(t); ok {
		return n
	}
	cond, a, b := c.node(c.st.Arg(t, 0)), c.node(c.st.Arg(t, 1)), c.node(c.st.Arg(t, 2))
	return node{
		fast: func(m *machine) (int64, bool) {
			switch w, ok := cond.fast(m); {
			case !ok:
				return 0, false
			case w != 0:
				return a.fast(m)
			}
			return b.fast(m)
		},
		full: func(m *machine) val {
			switch v := cond.full(m); {
			case v.kind == unknown:
				x, y := a.full(m), b.full(m)
				if e := x.equal(y); e.kind == word && e.w != 0 {
					return x
				}
				return val{}
			case v.w != 0:
				return a.full(m)
			}
			return b.full(m)
		},
	}
}

// element compiles the element of a map.
func (c *terms) element(t term.Term) node {
	a, i := c.mapNode(c.st.Arg(t, 0)), c.node(c.st.Arg(t, 1))
	return node{
		fast: func(m *machine) (int64, bool) {
			at, ok := i.fast(m)
			if !ok {
				return 0, false
			}
			x, _ := a(m)
			v := x.get(at)
			return v.w, v.kind == word
		},
		full: func(m *machine) val {
			at := i.full(m)
			x, _ := a(m)
			return x.elementAt(at)
		},
	}
}

// mapNode compiles a term whose value is a map.
func (c *terms) mapNode(t term.Term) mapNode {
	c.deeper()
	defer func() { c.nesting-- }()
	st, levels := c.st, c.levels(c.st.Sort(t))
	switch st.Op(t) {
	case term.OpApp:
		if s, ok := c.slots[t]; ok && s.isMap {
			at := s.at
			if s.global {
				return func(m *machine) (*table, bool) { return m.globalMaps[at], false }
			}
			return func(m *machine) (*table, bool) { return m.localMaps[at], false }
		}
	case term.OpConstArray:
		if levels > 1 {
			a := c.mapNode(st.Arg(t, 0))
			return func(m *machine) (*table, bool) { return everywhere(held(a(m))), true }
		}
		v := c.node(st.Arg(t, 0))
		return func(m *machine) (*table, bool) { return newTable(v.full(m)), true }
	case term.OpSelect:
		a, i := c.mapNode(st.Arg(t, 0)), c.node(st.Arg(t, 1))
		return func(m *machine) (*table, bool) {
			at := i.value(m)
			if at.kind == unknown {
				return newMap(levels, val{}), true
			}
			x, _ := a(m)
			return x.rowOf(at), false
		}
	case term.OpStore:
		root := t
		for st.Op(root) == term.OpStore {
			root = st.Arg(root, 0)
		}
		a, edits := c.mapNode(root), c.edits(t, root)
		return func(m *machine) (*table, bool) {
			x, fresh := a(m)
			if !fresh {
				x = x.clone()
			}
			first, rows := len(m.scratch), len(m.scratchMaps)
			m.read(edits)
			m.change(x, edits, first, rows)
			m.scratch, m.scratchMaps = m.scratch[:first], m.scratchMaps[:rows]
			return x, true
		}
	case term.OpIte:
		cond, a, b := c.node(st.Arg(t, 0)), c.mapNode(st.Arg(t, 1)), c.mapNode(st.Arg(t, 2))
		return func(m *machine) (*table, bool) {
			switch v := cond.value(m); {
			case v.kind == unknown:
				return newMap(levels, val{}), true
			case v.w != 0:
				return a(m)
			}
			return b(m)
		}
	}
	return func(*machine) (*table, bool) { return newMap(levels, val{}), true }
}

// numbers computes an operator on integers of any size.
func numbers(op term.Op, x, y num.Int) (num.Int, bool) {
	switch op {
	case term.OpAdd:
		return x.Add(y), true
	case term.OpMul:
		return x.Mul(y), true
	}
	if y.IsZero() {
		return x, false
	}
	q, r := x.EuclidDivMod(y)
	if op == term.OpDiv {
		return q, true
	}
	return r, true
}
