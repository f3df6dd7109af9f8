package execute

import (
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// A fill is an assumption that determines a map: (forall i :: m[i] == if lo <= i && i < hi then x else before[i]),
// where x is a value, perhaps with a multiple of i, or an element of another map at a distance from i; or
// (forall i :: m[i] == if i < lo then before[i] else x), where x is a value.

// filled reports whether the next command is a fill of v.
func (c *compiler) filled(next []prog.Cmd, v prog.VarID) bool {
	if len(next) == 0 || next[0].Kind != prog.Assume {
		return false
	}
	to, _, ok := c.fillOf(next[0].Cond)
	return ok && to == c.p.Var(v).Term
}

// parts of a fill
type parts struct {
	i, lo, hi, value, source, shift, before term.Term
	slope                                   int64 // times i, which is added to the value
}

// fillOf returns what a fill consists of, and the map.
func (c *compiler) fillOf(t term.Term) (to term.Term, x parts, ok bool) {
	st := c.st
	if st.Op(t) != term.OpForall {
		return 0, x, false
	}
	q := st.Quant(t)
	if len(q.Vars) != 1 || st.Sort(q.Vars[0]) != term.Int || st.Op(q.Body) != term.OpEq {
		return 0, x, false
	}
	x.i = q.Vars[0]
	a, b := st.Arg(q.Body, 0), st.Arg(q.Body, 1)
	if st.Op(a) == term.OpIte {
		a, b = b, a
	}
	to = c.elementOf(a, x.i)
	if c.regOf[to] == 0 || st.Op(b) != term.OpIte {
		return 0, x, false
	}
	cond, v, other := st.Arg(b, 0), st.Arg(b, 1), st.Arg(b, 2)
	if st.Op(cond) == term.OpNot {
		cond, v, other = st.Arg(cond, 0), other, v
	}
	if st.Op(cond) == term.OpLe {
		return to, x, c.unending(cond, v, other, to, &x)
	}
	x.before = c.elementAt(other, x.i, to)
	if x.before == 0 || !c.within(cond, &x) {
		return 0, x, false
	}
	if c.linear(v, &x) {
		return to, x, true
	}
	return to, x, st.Op(v) == term.OpSelect && c.moved(v, to, &x)
}

// linear reads a value, and a multiple of i that is added to it.
func (c *compiler) linear(t term.Term, x *parts) bool {
	st := c.st
	if st.Sort(t) != term.Int {
		x.value = t
		return st.Ground(t)
	}
	terms := []term.Term{t}
	if st.Op(t) == term.OpAdd {
		terms = st.Args(t)
	}
	x.value = st.Int(0)
	for _, a := range terms {
		switch {
		case st.Ground(a):
			x.value = st.Add(x.value, a)
		case a == x.i && x.slope == 0:
			x.slope = 1
		case st.Op(a) == term.OpMul && st.NumArgs(a) == 2 && st.IsNum(st.Arg(a, 0)) && st.Arg(a, 1) == x.i && x.slope == 0:
			var ok bool
			if x.slope, ok = st.Num(st.Arg(a, 0)).Int64(); !ok || x.slope > 1<<24 || x.slope < -1<<24 {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// elementOf returns the map of which t is the element at i, else 0.
func (c *compiler) elementOf(t, i term.Term) term.Term {
	if c.st.Op(t) == term.OpSelect && c.st.Arg(t, 1) == i && c.st.IsConst(c.st.Arg(t, 0)) {
		return c.st.Arg(t, 0)
	}
	return 0
}

// elementAt returns the map of which t is the element at i, if it is not, and does not depend on, another one, else 0.
func (c *compiler) elementAt(t, i, but term.Term) term.Term {
	if c.st.Op(t) != term.OpSelect || c.st.Arg(t, 1) != i || !c.given(c.st.Arg(t, 0), but) {
		return 0
	}
	return c.st.Arg(t, 0)
}

// given reports whether a term depends neither on what is bound nor on a variable.
func (c *compiler) given(t, but term.Term) bool {
	is := func(r prog.Ref) bool { return c.p.Var(r.Var()).Term == but }
	return c.st.Ground(t) && !slices.ContainsFunc(c.uses.Of(t), is)
}

// unending reads that elements from one on are a value, and others what they were.
func (c *compiler) unending(cond, v, other, to term.Term, x *parts) bool {
	st := c.st
	a, b := st.Arg(cond, 0), st.Arg(cond, 1)
	switch {
	case b == x.i && st.Ground(a): // lo <= i
		x.lo = a
	case a == x.i && st.Ground(b): // i <= lo-1
		x.lo, v, other = st.Add(b, st.Int(1)), other, v
	default:
		return false
	}
	x.value, x.before = v, c.elementAt(other, x.i, to)
	return x.before != 0 && st.Ground(v)
}

// within reads lo <= i && i < hi.
func (c *compiler) within(t term.Term, x *parts) bool {
	return c.st.Op(t) == term.OpAnd && c.st.NumArgs(t) == 2 && c.bounds(c.st.Args(t), x)
}

// bounds reads lo <= i and i < hi.
func (c *compiler) bounds(both []term.Term, x *parts) bool {
	st := c.st
	for _, a := range both {
		switch {
		case st.Op(a) == term.OpLe && st.Arg(a, 1) == x.i && st.Ground(st.Arg(a, 0)):
			x.lo = st.Arg(a, 0)
		case st.Op(a) == term.OpNot && st.Op(st.Arg(a, 0)) == term.OpLe && st.Arg(st.Arg(a, 0), 1) == x.i &&
			st.Ground(st.Arg(st.Arg(a, 0), 0)):
			x.hi = st.Arg(st.Arg(a, 0), 0)
		case st.Op(a) == term.OpLe && st.Ground(st.Arg(a, 1)) && st.Lt(x.i, st.Arg(a, 1)) == a:
			x.hi = st.Arg(a, 1)
		case st.Op(a) == term.OpLe && st.Arg(a, 0) == x.i && st.Ground(st.Arg(a, 1)):
			x.hi = st.Add(st.Arg(a, 1), st.Int(1))
		}
	}
	return x.lo != 0 && x.hi != 0
}

// moved reads an element of another map at a distance from i.
func (c *compiler) moved(t, to term.Term, x *parts) bool {
	st := c.st
	x.source = st.Arg(t, 0)
	if !c.given(x.source, to) {
		return false
	}
	at := st.Arg(t, 1)
	if at == x.i {
		x.shift = st.Int(0)
		return true
	}
	if st.Op(at) != term.OpAdd {
		return false
	}
	var rest []term.Term
	found := false
	for _, a := range st.Args(at) {
		switch {
		case a == x.i && !found:
			found = true
		case !st.Ground(a):
			return false
		default:
			rest = append(rest, a)
		}
	}
	if found {
		x.shift = rest[0]
		for _, r := range rest[1:] {
			x.shift = st.Add(x.shift, r)
		}
	}
	return found
}

// fill compiles an assumption that determines a map, if it is one.
func (c *compiler) fill(t term.Term) bool {
	to, x, ok := c.fillOf(t)
	if !ok {
		return false
	}
	f := fill{to: c.regOf[to], v: c.uses.Ref(to).Var(), from: c.value(x.before, -1), source: -1, lo: c.value(x.lo, -1),
		hi: -1}
	if x.hi != 0 {
		f.hi = c.value(x.hi, -1)
	}
	if x.source != 0 {
		f.source, f.shift = c.value(x.source, -1), c.value(x.shift, -1)
	} else {
		f.value, f.slope = c.value(x.value, -1), x.slope
	}
	c.fills = append(c.fills, f)
	c.emit(opFill, 0, int32(len(c.fills)-1), 0)
	return true
}

// maxFill limits the elements of a fill.
const maxFill = 1 << 24

// ends returns where a fill begins, and where it ends.
func (m *machine) ends(f *fill) (lo, hi int64) {
	if lo = m.regs[f.lo]; f.hi < 0 {
		return lo, lo
	}
	return lo, m.regs[f.hi]
}

// extent returns how many elements a fill sets; 0 if it is none that the machine can do.
func (m *machine) extent(f *fill) int64 {
	lo, hi := m.ends(f)
	if lo <= tagTop || hi <= tagTop || hi-lo > maxFill {
		return 0
	}
	return max(0, hi-lo)
}

// fill gives a map the elements that an assumption says.
func (m *machine) fill(f *fill) {
	from := m.table(f.from)
	to := from.clone()
	m.copied += 1 + from.size()/64
	lo, hi := m.ends(f)
	if lo == unknown || hi == unknown {
		m.maps[f.to] = m.newTable(unknown)
		return
	}
	if lo <= tagTop || hi <= tagTop || hi-lo > maxFill {
		m.why = "a map that is filled far"
		return
	}
	m.filled += m.extent(f)
	switch {
	case f.hi < 0:
		m.rest(to, f, lo)
	case f.source < 0:
		m.series(to, f, lo, hi)
	default:
		m.move(to, f, lo, hi)
	}
	to.shared = true
	m.maps[f.to] = to
	if m.passed = true; m.lazy == nil {
		m.drawn = append(m.drawn, drawn{v: f.v, table: to})
	}
	if m.copied > maxCopied {
		m.why = "too many copies of maps"
	}
}

// series fills elements with a value, and a multiple of the index.
func (m *machine) series(to *table, f *fill, lo, hi int64) {
	v := m.regs[f.value]
	if f.slope == 0 || v == unknown || lo >= hi {
		to.series(lo, hi, v, 0)
		return
	}
	at := func(i int64) int64 { return m.word(m.number(v).Add(num.FromInt64(f.slope).Mul(num.FromInt64(i)))) }
	first, last := at(lo), at(hi-1)
	if small(first) && small(last) {
		to.series(lo, hi, first, f.slope)
		return
	}
	for i := lo; i < hi; i++ {
		to.set(i, at(i))
	}
}

// rest fills all elements from one on.
func (m *machine) rest(to *table, f *fill, lo int64) {
	v := m.regs[f.value]
	if to.def != v || to.birth != nil {
		if m.lazy == nil {
			m.why = "a map that is filled without an end"
		}
		*to = *m.newTable(unknown)
		return
	}
	var behind []int64
	to.each(func(i, _ int64) {
		if m.atMost(lo, i) == 1 {
			behind = append(behind, i)
		}
	})
	for _, i := range behind {
		to.set(i, v)
	}
}

// move fills elements with those of another map.
func (m *machine) move(to *table, f *fill, lo, hi int64) {
	shift := m.regs[f.shift]
	if shift == unknown {
		to.series(lo, hi, unknown, 0)
		return
	}
	for i := lo; i < hi; i++ {
		to.set(i, m.element(f.source, i+shift))
	}
}
