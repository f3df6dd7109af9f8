package summary

import (
	"maps"
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/vc"
)

// Limits on the elements of maps that Contexts follows.
const (
	maxIndexes  = 8  // indexes of maps of a sort, in a procedure
	maxElements = 24 // of the maps among In of a procedure, and among Out
	maxStores   = 16 // stores at indexes that may be another, when an element is evaluated
	maxNested   = 64 // elements that are evaluated for another
)

// shape is what Contexts knows the interface of a procedure by: In and Out, and elements of the maps among them, at
// indexes that In or numerals give.
type shape struct {
	ins, outs []term.Term
	indexes   map[term.Sort][]term.Term // by the sort of maps: where the template reads or writes them
}

// shapes finds the indexes at which the templates read and write maps: numerals are of interest to all procedures,
// arguments to those that pass them, too.
func shapes(sys *vc.System) []*shape {
	out := make([]*shape, len(sys.Procs))
	values := map[term.Sort][]term.Term{}
	for i, p := range sys.Procs {
		out[i] = &shape{indexes: map[term.Sort][]term.Term{}}
		sys.Store.Visit(func(t term.Term) bool {
			if op := sys.Store.Op(t); op == term.OpSelect || op == term.OpStore {
				m, x := sys.Store.Sort(sys.Store.Arg(t, 0)), sys.Store.Arg(t, 1)
				if sys.Store.IsValue(x) {
					addIndex(values, m, x)
				} else {
					out[i].use(sys.Store, m, x)
				}
			}
			return true
		}, p.Formulas()...)
	}
	sub := term.NewSubst(sys.Store, sys.Store)
	for _, cycle := range vc.Cycles(sys) {
		for range min(len(cycle), 2) {
			for _, id := range cycle {
				out[id].pass(sys, sys.Procs[id], out, sub)
			}
		}
	}
	for i, p := range sys.Procs {
		x := out[i]
		x.ins, x.outs = x.elements(sys.Store, p, p.In, values), x.elements(sys.Store, p, p.Out, values)
		for m, list := range values {
			for _, v := range list {
				addIndex(x.indexes, m, v)
			}
		}
	}
	return out
}

func addIndex(to map[term.Sort][]term.Term, m term.Sort, x term.Term) {
	if len(to[m]) < maxIndexes && !slices.Contains(to[m], x) {
		to[m] = append(to[m], x)
	}
}

// use notes an index of a map: a value, a constant, or one plus a numeral.
func (s *shape) use(st *term.Store, m term.Sort, x term.Term) {
	if _, e := st.ArraySorts(m); e != term.Int && e != term.Bool {
		return
	}
	if _, ok := constantOf(st, x); ok || st.IsValue(x) {
		addIndex(s.indexes, m, x)
	}
}

// constantOf returns the constant in a term that is one, or one plus a numeral.
func constantOf(st *term.Store, x term.Term) (term.Term, bool) {
	if st.Op(x) == term.OpAdd && st.NumArgs(x) == 2 && st.IsNum(st.Arg(x, 0)) {
		x = st.Arg(x, 1)
	}
	return x, st.Op(x) == term.OpApp && st.NumArgs(x) == 0
}

// pass notes indexes that callees have as arguments.
func (s *shape) pass(sys *vc.System, p *vc.Proc, all []*shape, sub *term.Subst) {
	for k := range p.Sites {
		x := &p.Sites[k]
		callee := sys.Procs[x.Callee]
		sub.Reset()
		sub.BindAll(callee.In, x.Args)
		for _, m := range slices.Sorted(maps.Keys(all[x.Callee].indexes)) {
			for _, t := range all[x.Callee].indexes[m] {
				if c, ok := constantOf(sys.Store, t); ok && slices.Contains(callee.In, c) {
					s.use(sys.Store, m, sub.Apply(t))
				}
			}
		}
	}
}

// elements returns the given constants, and elements of those that are maps.
func (s *shape) elements(st *term.Store, p *vc.Proc, of []term.Term, values map[term.Sort][]term.Term) []term.Term {
	out := slices.Clone(of)
	for _, m := range of {
		sort := st.Sort(m)
		if !st.IsArray(sort) {
			continue
		}
		if _, e := st.ArraySorts(sort); e != term.Int && e != term.Bool {
			continue
		}
		for _, list := range [][]term.Term{values[sort], s.indexes[sort]} {
			for _, x := range list {
				if c, ok := constantOf(st, x); ok && !slices.Contains(p.In, c) || len(out) == len(of)+maxElements {
					continue
				}
				if t := st.Select(m, x); !slices.Contains(out, t) {
					out = append(out, t)
				}
			}
		}
	}
	return out
}

// interfaceOf returns what is known a procedure by.
func (a *analysis) interfaceOf(p *vc.Proc) (ins, outs []term.Term) {
	if a.shapes == nil {
		return p.In, p.Out
	}
	return a.shapes[p.ID].ins, a.shapes[p.ID].outs
}

// passed returns what a call has in place of that.
func (a *analysis) passed(x *vc.Site) (ins, outs []term.Term) {
	if a.shapes == nil {
		return x.Args, x.Outs
	}
	callee, s := a.sys.Procs[x.Callee], a.shapes[x.Callee]
	a.elements.Reset()
	a.elements.BindAll(callee.In, x.Args)
	a.elements.BindAll(callee.Out, x.Outs)
	return a.elements.ApplyAll(s.ins), a.elements.ApplyAll(s.outs)
}

// aliases defines elements whose index is known better where the procedure is entered.
func (b *body) aliases() {
	b.nodes = []node{{idom: -1}} // the entry, to evaluate there
	for k, t := range b.ins[len(b.p.In):] {
		m, x := b.st.Arg(t, 0), b.st.Arg(t, 1)
		as := b.st.Select(m, b.index(0, x))
		if len(b.defs[as]) > 0 {
			continue
		}
		if ds := b.defs[t]; len(ds) > 0 {
			b.defs[as] = ds
		} else if as != t {
			b.defs[as] = []definition{{f: single(sym(1 + len(b.p.In) + k))}}
		}
	}
	b.nodes = nil
}

// valueAt is a term at a node.
type valueAt struct {
	node int32
	t    term.Term
}

// index returns the index of a map as it is known at a node, so that equal ones are one term.
func (b *body) index(i int32, x term.Term) term.Term {
	if !b.numeric(x) {
		return b.atom(i, x)
	}
	f := b.eval(i, x)
	if b.st.Sort(x) == term.Bool {
		if v := b.truth(f); v != 0 {
			return v
		}
		return x
	}
	n := 0
	for _, m := range f {
		if m.s != one {
			if n++; n > 1 || !m.c.IsOne() || b.symbols[m.s].term == 0 {
				return x
			}
		}
	}
	return b.sum(f)
}

// Whether two indexes are one at a node.
const (
	perhaps = iota
	equal
	apart
)

func (b *body) compare(i int32, x, y term.Term) int {
	if !b.numeric(x) {
		switch x, y = b.atom(i, x), b.atom(i, y); {
		case x == y:
			return equal
		case b.st.IsValue(x) && b.st.IsValue(y):
			return apart
		}
		return perhaps
	}
	switch in := b.rangeAt(i, b.eval(i, x).minus(b.eval(i, y))); {
	case in.equal(exactly(num.Int{})):
		return equal
	case in.lo.ok && in.lo.v.Sign() > 0 || in.hi.ok && in.hi.v.Sign() < 0:
		return apart
	}
	return perhaps
}

// element returns the form of an element of a map, t, at a node: what was stored there, or before.
func (b *body) element(i int32, t term.Term) form {
	key := valueAt{i, t}
	if f, ok := b.elements[key]; ok {
		return f
	}
	if b.nested++; b.nested > maxNested {
		b.nested--
		return single(b.symbol(t))
	}
	f := b.evalElement(i, t)
	b.nested--
	b.elements[key] = f
	return f
}

func (b *body) evalElement(i int32, t term.Term) form {
	m, x := b.st.Arg(t, 0), b.st.Arg(t, 1)
	var cases []form // of which it is one
	for {
		b.a.steps++
		m = b.atom(i, m)
		if b.st.Op(m) == term.OpConstArray {
			return b.either(i, t, append(cases, b.eval(i, b.st.Arg(m, 0))))
		}
		if b.st.Op(m) != term.OpStore {
			break
		}
		if how := b.compare(i, b.st.Arg(m, 1), x); how != apart {
			cases = append(cases, b.eval(i, b.st.Arg(m, 2)))
			if how == equal {
				return b.either(i, t, cases)
			}
		}
		if m = b.st.Arg(m, 0); len(cases) == maxStores || b.a.spent() {
			return single(b.symbol(t))
		}
	}
	for _, t := range []term.Term{b.st.Select(m, b.index(i, x)), b.st.Select(m, x)} {
		if d, ok := b.definition(i, t); ok {
			return b.either(i, t, append(cases, d.f))
		}
	}
	return b.either(i, t, append(cases, single(b.symbol(b.st.Select(m, b.index(i, x))))))
}

// either returns the form of t at a node, which has one of the given ones.
func (b *body) either(i int32, t term.Term, cases []form) form {
	if len(cases) == 1 {
		return cases[0]
	}
	js := join([][]form{cases}, func(sym) bool { return true }, func(_ int, f form) interval { return b.rangeAt(i, f) })
	return b.deviating(t, js[0].base, js[0], make([]form, 1), 0)
}

// mergeElements adds the elements of a map t at block i, into which edges bring the maps in cases, to what is joined.
func (b *body) mergeElements(
	i int32, from []int32, t term.Term, cases, consts []term.Term, values [][]form,
) ([]term.Term, [][]form) {
	if b.a.shapes == nil || !b.st.IsArray(b.st.Sort(t)) {
		return consts, values
	}
	first := len(consts)
	for _, x := range b.a.shapes[b.p.ID].indexes[b.st.Sort(t)] {
		x = b.index(i, x)
		at := b.st.Select(t, x)
		if len(values) == maxJoin || slices.Contains(consts[first:], at) {
			continue
		}
		fs := make([]form, len(from))
		for e, k := range from {
			fs[e] = b.eval(k, b.st.Select(cases[e], x))
		}
		b.align(fs, from)
		consts, values = append(consts, at), append(values, fs)
	}
	return consts, values
}
