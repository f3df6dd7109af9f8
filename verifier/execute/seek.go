package execute

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// A seek looks for the values that an integer or a Boolean may have which was just havocked, where the assumptions
// behind the havoc leave few to be tried: those of a range up to which, say, two texts agree, or the indices at which a
// map is true.

// seek says where to look for values.
type seek struct {
	v        reg
	of       prog.VarID
	los, his []reg // bounds; the largest and the least one count
	in       reg   // instead of them, a map that is true, or has rows that are true somewhere, at the value; or -1
}

// maxSeek limits the values that are tried.
const maxSeek = 1 << 12

// seeking is what a seek has found so far.
type seeking struct {
	left  []int64
	found []int64
}

// seeks compiles seeks for what is havocked right before some assumptions.
func (c *compiler) seeks(cmds []prog.Cmd, at int) {
	from := at
	for from > 0 && cmds[from-1].Kind == prog.Havoc {
		from--
	}
	var drawn []prog.VarID
	for _, x := range cmds[from:at] {
		drawn = append(drawn, x.Targets...)
	}
	var parts []term.Term
	for _, x := range cmds[at:] {
		if x.Kind == prog.Havoc {
			break
		}
		parts = c.flat(x.Cond, parts)
	}
	for i, v := range drawn {
		switch c.p.Sort(v) {
		case term.Int:
			c.seek(v, drawn[i:], parts)
		case term.Bool:
			x := c.p.Var(v).Term
			is := func(at term.Term) bool { return c.st.Op(at) == term.OpIte && c.st.Arg(at, 0) == x }
			if slices.ContainsFunc(parts, func(p term.Term) bool { return c.holding(p, is) != 0 }) {
				no, yes := []reg{c.constant(0)}, []reg{c.constant(1)}
				c.seekInstr(seek{v: c.regOf[x], of: v, los: no, his: yes, in: -1}, parts)
			}
		}
	}
}

// flat returns the conjuncts of a formula.
func (c *compiler) flat(t term.Term, out []term.Term) []term.Term {
	if c.st.Op(t) != term.OpAnd {
		return append(out, t)
	}
	for _, a := range c.st.Args(t) {
		out = c.flat(a, out)
	}
	return out
}

// seek compiles a seek for a variable, if the assumptions say where to look. What is sought later is open yet.
func (c *compiler) seek(v prog.VarID, open []prog.VarID, parts []term.Term) {
	x, s := c.p.Var(v).Term, seek{v: c.regOf[c.p.Var(v).Term], of: v, in: -1}
	isOpen := func(r prog.Ref) bool { return slices.Contains(open, r.Var()) }
	known := func(t term.Term) bool { return c.st.Ground(t) && !slices.ContainsFunc(c.uses.Of(t), isOpen) }
	quantified := false
	for _, p := range parts {
		quantified = quantified || c.st.Op(p) == term.OpForall
		if m := c.holding(p, func(at term.Term) bool { return at == x }); m != 0 && s.in < 0 && known(m) {
			s.in = c.value(m, -1)
		}
	}
	if s.in < 0 {
		if !quantified {
			return
		}
		for _, p := range parts {
			c.bound(&s, p, x, known)
		}
		if len(s.los) == 0 || len(s.his) == 0 {
			return
		}
	}
	c.seekInstr(s, parts)
}

// holding returns the map that is true at an index, or of which the row there is, if a formula says so; else 0.
func (c *compiler) holding(t term.Term, is func(at term.Term) bool) term.Term {
	for c.st.Op(t) == term.OpSelect {
		if is(c.st.Arg(t, 1)) {
			return c.st.Arg(t, 0)
		}
		t = c.st.Arg(t, 0)
	}
	return 0
}

// bound adds a bound of x that a formula says.
func (c *compiler) bound(s *seek, t, x term.Term, known func(term.Term) bool) {
	st := c.st
	strict := st.Op(t) == term.OpNot
	if strict {
		t = st.Arg(t, 0)
	}
	if st.Op(t) != term.OpLe {
		return
	}
	a, b := st.Arg(t, 0), st.Arg(t, 1)
	if strict { // b < a
		a, b = b, a
	}
	one := st.Int(1)
	switch {
	case b == x && known(a) && strict:
		s.los = append(s.los, c.value(st.Add(a, one), -1))
	case b == x && known(a):
		s.los = append(s.los, c.value(a, -1))
	case a == x && known(b) && strict:
		s.his = append(s.his, c.value(st.Sub(b, one), -1))
	case a == x && known(b):
		s.his = append(s.his, c.value(b, -1))
	}
}

// seekInstr compiles that values are tried one after the other.
func (c *compiler) seekInstr(s seek, parts []term.Term) {
	c.code.seeks = append(c.code.seeks, s)
	id := int32(len(c.code.seeks) - 1)
	next, over := c.newLabel(), c.newLabel()
	c.emit(opSeek, over, id, 0)
	c.emit(opJump, next, 0, 0)
	try := int32(len(c.code.code))
	for _, p := range parts {
		pass := c.newLabel()
		n := len(c.trail)
		c.whereUnsure(pass, func() { c.jumpUnless(p, next) })
		c.place(pass)
		c.forget(n)
	}
	c.emit(opFound, s.v, 0, 0)
	c.place(next)
	c.emit(opSeekNext, try, id, 0)
	c.place(over)
	c.forget(0)
}

// seek finds the values to be tried. It reports whether there are few.
func (m *machine) seek(s *seek) bool {
	k := &m.seeking
	k.left, k.found = k.left[:0], k.found[:0]
	if s.in >= 0 {
		return m.table(s.in).holds(&k.left)
	}
	lo, hi := int64(tagTop), int64(top)
	for _, r := range s.los {
		if w := m.regs[r]; w != unknown && small(w) {
			lo = max(lo, w)
		}
	}
	for _, r := range s.his {
		if w := m.regs[r]; w != unknown && small(w) {
			hi = min(hi, w)
		}
	}
	if lo == tagTop || hi == top || hi-lo > maxSeek {
		return false
	}
	for i := hi; i >= lo; i-- {
		k.left = append(k.left, i)
	}
	return true
}

// holds adds the indices at which a map of truth values may be true. It reports whether these are few.
func (t *table) holds(out *[]int64) bool {
	if t.birth != nil || t.rows == nil && t.def != 0 || t.rows != nil && !t.rows.def.never() {
		return false
	}
	if t.rows != nil {
		for i, r := range t.rows.of {
			if !r.never() {
				*out = append(*out, i)
			}
		}
	} else {
		t.each(func(i, v int64) {
			if v != 0 {
				*out = append(*out, i)
			}
		})
	}
	slices.Sort(*out)
	return len(*out) <= maxSeek
}

// never reports whether a map of truth values is true nowhere.
func (t *table) never() bool {
	var some []int64
	return t.holds(&some) && len(some) == 0
}

// nextSought returns where control goes once a value has been tried: another one is tried, or there is none, or one
// of those found is chosen.
func (m *machine) nextSought(i *instr) (pc int32, out outcome) {
	k := &m.seeking
	s := &m.seeks[i.a]
	if n := len(k.left); n > 0 {
		m.regs[s.v] = k.left[n-1]
		k.left = k.left[:n-1]
		return i.dst, running
	}
	at := 0
	switch n := len(k.found); {
	case n == 0:
		return 0, blocked
	case n == 1:
	case m.lazy != nil:
		at = m.lazy.next(n)
	default:
		at = m.choose.way(n)
	}
	if m.regs[s.v] = k.found[at]; m.lazy == nil {
		m.given(s.of, k.found[at])
	}
	m.passed = true
	return i.other, running
}
