package rerun

import (
	"math"
	"slices"

	"github.com/muster-smt/muster/theory/term"
)

// assume compiles an assumption.
func (c *compiler) assume(t term.Term) command {
	c.deeper()
	defer func() { c.nesting-- }()
	st := c.st
	switch st.Op(t) {
	case term.OpAnd:
		if f := c.within(st.Args(t)); f != nil {
			return f
		}
		return c.assumeEach(st.Args(t))
	case term.OpNot:
		if or := st.Arg(t, 0); st.Op(or) == term.OpOr {
			parts := make([]term.Term, st.NumArgs(or))
			for i, a := range st.Args(or) {
				parts[i] = st.Not(a)
			}
			return c.assumeEach(parts)
		}
	case term.OpOr:
		isFalse := func(a term.Term) bool { return a == st.False() }
		if open := slices.DeleteFunc(slices.Clone(st.Args(t)), isFalse); len(open) == 1 {
			return c.assume(open[0])
		}
	case term.OpForall:
		if f := c.fill(t); f != nil {
			return f
		}
	}
	n, learn := c.node(t), c.learn(t)
	cases := c.cases(t, n)
	return func(m *machine) status {
		if w, ok := n.fast(m); ok {
			return status(1 - w) // ends is 1
		}
		switch v := n.full(m); {
		case v.kind == unknown:
			m.doubt = true
			if learn(m) == ends {
				return ends
			}
			return cases(m)
		case v.w == 0:
			return ends
		}
		return goesOn
	}
}

// assumeEach compiles assumptions that are made together: what one says of a variable may decide those before it.
func (c *compiler) assumeEach(ts []term.Term) command {
	var parts []command
	for _, t := range ts {
		parts = append(parts, c.assume(t))
	}
	return func(m *machine) status {
		for {
			before := m.learned
			if s := m.all(parts); s == ends || m.learned == before {
				return s
			}
		}
	}
}

// within compiles the assumption that a local variable is in a range of words; nil if the assumptions are others.
func (c *compiler) within(ts []term.Term) command {
	st := c.st
	lo, hi := int64(math.MinInt64), int64(math.MaxInt64)
	var x term.Term
	for _, t := range ts {
		if st.Op(t) != term.OpLe {
			return nil
		}
		limit, v := st.Arg(t, 0), st.Arg(t, 1)
		least := st.IsNum(limit)
		if !least {
			limit, v = v, limit
		}
		if s, ok := c.slots[v]; !ok || s.global || !st.IsNum(limit) || x != 0 && v != x {
			return nil
		}
		switch w, ok := st.Num(limit).Int64(); {
		case !ok:
			return nil
		case least:
			lo = max(lo, w)
		default:
			hi = min(hi, w)
		}
		x = v
	}
	at, each := c.slots[x].at, c.assumeEach(ts)
	return func(m *machine) status {
		if v := &m.locals[at]; v.kind == word && lo <= v.w && v.w <= hi {
			return goesOn
		}
		return each(m)
	}
}

// learn compiles what follows from an assumption that is unknown: the value of a variable, or one of several
// alternatives.
func (c *compiler) learn(t term.Term) command {
	st := c.st
	switch {
	case st.Op(t) == term.OpEq && c.scalar(st.Sort(st.Arg(t, 0))):
		x, y := st.Arg(t, 0), st.Arg(t, 1)
		f, g := c.becomes(x, c.node(y)), c.becomes(y, c.node(x))
		return func(m *machine) status {
			f(m)
			g(m)
			return goesOn
		}
	case st.Op(t) == term.OpNot && st.Op(st.Arg(t, 0)) == term.OpAnd:
		var parts []term.Term
		for _, a := range st.Args(st.Arg(t, 0)) {
			parts = append(parts, st.Not(a))
		}
		return c.last(parts)
	case st.Op(t) == term.OpNot:
		return c.becomes(st.Arg(t, 0), constant(wordOf(0)))
	case st.Op(t) == term.OpOr && c.alternatives(t):
		return c.oneOf(st.Args(t))
	case st.Op(t) == term.OpOr:
		return c.last(st.Args(t))
	}
	return c.becomes(t, constant(wordOf(1)))
}

// becomes compiles that a variable gets a value, if it has none and the value is known. Other terms are passed.
func (c *compiler) becomes(t term.Term, n node) command {
	s, ok := c.slots[t]
	if !ok || s.isMap {
		return func(*machine) status { return goesOn }
	}
	return func(m *machine) status {
		if m.valueOf(s).kind != unknown {
			return goesOn
		}
		if v := n.full(m); v.kind != unknown {
			m.set(s, v)
			m.learned++
		}
		return goesOn
	}
}

// alternatives reports whether each argument of a disjunction says what a variable is.
func (c *compiler) alternatives(t term.Term) bool {
	st := c.st
	says := func(p term.Term) bool {
		return st.Op(p) == term.OpEq && (c.isVar(st.Arg(p, 0)) || c.isVar(st.Arg(p, 1)))
	}
	for _, a := range st.Args(t) {
		if !says(a) && !(st.Op(a) == term.OpAnd && slices.ContainsFunc(st.Args(a), says)) {
			return false
		}
	}
	return true
}

func (c *compiler) isVar(t term.Term) bool {
	s, ok := c.slots[t]
	return ok && !s.isMap
}

// oneOf compiles that one of several formulas holds: the run splits.
func (c *compiler) oneOf(ts []term.Term) command {
	open := c.notFalse(ts)
	return func(m *machine) status {
		left := open(m)
		if len(left) == 0 {
			return ends
		}
		return left[m.split(len(left))](m)
	}
}

// last compiles that one of several formulas holds: it says something where all others are false.
func (c *compiler) last(ts []term.Term) command {
	open := c.notFalse(ts)
	return func(m *machine) status {
		switch left := open(m); len(left) {
		case 0:
			return ends
		case 1:
			return left[0](m)
		}
		return goesOn
	}
}

// notFalse compiles the assumption of each formula, and returns those that are not known to be false.
func (c *compiler) notFalse(ts []term.Term) func(m *machine) []command {
	var nodes []node
	var parts []command
	for _, t := range ts {
		nodes, parts = append(nodes, c.node(t)), append(parts, c.assume(t))
	}
	return func(m *machine) (open []command) {
		for i := range nodes {
			if v := nodes[i].full(m); v.kind == unknown || v.w != 0 {
				open = append(open, parts[i])
			}
		}
		return open
	}
}

// maxCases is how many variables without a value cases tries both of.
const maxCases = 4

// cases compiles what follows from an assumption by trying the values of its Boolean variables that have none: it holds
// for none of them, or a variable has one value in all for which it may hold.
func (c *compiler) cases(t term.Term, n node) command {
	var vars []slot
	c.st.Visit(func(t term.Term) bool {
		if s, ok := c.slots[t]; ok && !s.isMap && c.st.Sort(t) == term.Bool {
			vars = append(vars, s)
		}
		return true
	}, t)
	return func(m *machine) status {
		var open [maxCases]slot
		k := 0
		for _, s := range vars {
			if m.valueOf(s).kind != unknown {
				continue
			}
			if k == maxCases {
				return goesOn
			}
			open[k] = s
			k++
		}
		if k == 0 {
			return goesOn
		}
		return m.tryAll(open[:k], n)
	}
}

// tryAll gives variables without a value those that they have wherever a formula is not false.
func (m *machine) tryAll(open []slot, n node) status {
	var may [2]uint // the variables that may be false, or true
	for w := range uint(1) << len(open) {
		for i, s := range open {
			m.set(s, wordOf(int64(w>>i&1)))
		}
		if v := n.full(m); v.kind == unknown || v.w != 0 {
			may[0] |= ^w
			may[1] |= w
		}
	}
	for i, s := range open {
		switch may[0]>>i&1 + 2*(may[1]>>i&1) {
		case 0:
			return ends
		case 1:
			m.set(s, wordOf(0))
		case 2:
			m.set(s, wordOf(1))
		default:
			m.set(s, val{})
			continue
		}
		m.learned++
	}
	return goesOn
}

// maxFill limits the elements that an assumption sets.
const maxFill = 1 << 24

// fill compiles an assumption that determines a map, (forall i :: m[i] == if lo <= i && i < hi then x else
// before[i]), or (forall i :: m[i] == if i < lo then before[i] else x); nil if it is another one.
func (c *compiler) fill(t term.Term) command {
	st := c.st
	q := st.Quant(t)
	if len(q.Vars) != 1 || st.Sort(q.Vars[0]) != term.Int || st.Op(q.Body) != term.OpEq || c.bound != 0 {
		return nil
	}
	i, x, y := q.Vars[0], st.Arg(q.Body, 0), st.Arg(q.Body, 1)
	if st.Op(x) == term.OpIte {
		x, y = y, x
	}
	if st.Op(y) != term.OpIte || st.Op(x) != term.OpSelect || st.Arg(x, 1) != i {
		return nil
	}
	to, ok := c.slots[st.Arg(x, 0)]
	if !ok || to.levels != 1 {
		return nil
	}
	if f := c.fillRest(st.Arg(x, 0), i, y); f != nil {
		return f
	}
	from, lo := c.before(st.Arg(x, 0), st.Arg(y, 2), i), c.lowest(st.Arg(y, 0), i)
	if from == nil || lo == 0 {
		return nil
	}
	c.bound = i
	within, value := c.node(st.Arg(y, 0)), c.node(st.Arg(y, 1))
	c.bound = 0
	first := c.node(lo)
	return func(m *machine) status {
		m.doubt = true
		old, _ := from(m)
		t, at := old.clone(), first.full(m)
		if at.kind != word {
			m.setMap(to, newTable(val{}))
			return goesOn
		}
		for n := 0; ; n++ {
			m.bound = at.w + int64(n)
			v := within.full(m)
			if v.kind == unknown || n > maxFill {
				t = newTable(val{})
				break
			}
			if v.w == 0 {
				break
			}
			t.set(m.bound, value.full(m))
		}
		m.setMap(to, t)
		return goesOn
	}
}

// before compiles the map of which t is the element at i, if it is determined without a variable; else it returns nil.
func (c *compiler) before(variable, t, i term.Term) mapNode {
	st := c.st
	if st.Op(t) != term.OpSelect || st.Arg(t, 1) != i || !st.Ground(st.Arg(t, 0)) {
		return nil
	}
	depends := false
	st.Visit(func(u term.Term) bool {
		depends = depends || u == variable
		return !depends
	}, st.Arg(t, 0))
	if depends {
		return nil
	}
	return c.mapNode(st.Arg(t, 0))
}

// fillRest compiles that a map is y at i: what another one is up to an index, and from there on a value; nil if it is
// something else.
func (c *compiler) fillRest(variable, i, y term.Term) command {
	st := c.st
	cond, a, b := st.Arg(y, 0), st.Arg(y, 1), st.Arg(y, 2)
	if st.Op(cond) == term.OpNot {
		cond, a, b = st.Arg(cond, 0), b, a
	}
	if st.Op(cond) != term.OpLe || st.Arg(cond, 1) != i || !st.Ground(st.Arg(cond, 0)) || !st.Ground(a) {
		return nil
	}
	from := c.before(variable, b, i)
	if from == nil {
		return nil
	}
	to, lo, value := c.slots[variable], c.node(st.Arg(cond, 0)), c.node(a)
	return func(m *machine) status {
		m.doubt = true
		old, _ := from(m)
		at, v := lo.full(m), value.full(m)
		if e := v.equal(old.def); at.kind != word || len(old.far) > 0 || e.kind != word || e.w == 0 {
			m.setMap(to, newTable(val{}))
			return goesOn
		}
		t := newTable(v)
		old.each(func(i int64, e val) bool {
			if i < at.w {
				t.set(i, e)
			}
			return true
		})
		m.setMap(to, t)
		return goesOn
	}
}

// lowest returns the lower bound of a range of i that is a conjunction of a lower and an upper one, else 0.
func (c *compiler) lowest(t, i term.Term) (lo term.Term) {
	st := c.st
	if st.Op(t) != term.OpAnd || st.NumArgs(t) != 2 {
		return 0
	}
	upper := false
	for _, a := range st.Args(t) {
		not := st.Op(a) == term.OpNot
		if not {
			a = st.Arg(a, 0)
		}
		if st.Op(a) != term.OpLe {
			return 0
		}
		x, y := st.Arg(a, 0), st.Arg(a, 1)
		switch {
		case y == i && st.Ground(x) && !not:
			lo = x
		case y == i && st.Ground(x), !not && c.grows(x, i) && st.Ground(y):
			upper = true
		}
	}
	if !upper {
		return 0
	}
	return lo
}

// grows reports whether t is i, or i and something that does not depend on it.
func (c *compiler) grows(t, i term.Term) bool {
	st := c.st
	if t == i {
		return true
	}
	if st.Op(t) != term.OpAdd {
		return false
	}
	n := 0
	for _, a := range st.Args(t) {
		switch {
		case a == i:
			n++
		case !st.Ground(a):
			return false
		}
	}
	return n == 1
}

// open returns the successors of a block that do not begin with an assumption that is false.
func (b *block) open(m *machine) []int32 {
	m.ways = m.ways[:0]
	for k, s := range b.succs {
		closed := false
		for i := range b.guards[k] {
			w, ok := b.guards[k][i].fast(m)
			if !ok {
				v := b.guards[k][i].full(m)
				w, ok = v.w, v.kind == word
			}
			if closed = ok && w == 0; closed {
				break
			}
		}
		if !closed {
			m.ways = append(m.ways, s)
		}
	}
	return m.ways
}
