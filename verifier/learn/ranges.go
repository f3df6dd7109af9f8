package learn

import (
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/vc"
)

// ranges makes candidates about the elements of arrays that a procedure goes through.
type ranges struct {
	*reader
	m          *candidates
	numbers    []term.Term               // integers of the program
	properties map[term.Term][]property  // of elements, by root of an array's class; never ranged over
	callers    map[vc.ProcID][]callerRef // never ranged over
	holes      map[term.Sort]term.Term   // of properties
	made       int                       // candidates, also those that are made twice
}

// maxMade bounds the candidates that are made for all procedures: loops inside others say of each run what these do.
const maxMade = 20_000

// spent counts a candidate, and reports whether there are enough.
func (x *ranges) spent() bool {
	x.made++
	return x.made > maxMade
}

// property is what a comparison says of an element, the constant hole.
type property struct{ hole, atom term.Term }

// callerRef is a call in another procedure.
type callerRef struct {
	p    *vc.Proc
	site *vc.Site
}

// maxNumbers bounds the integers of which multiples bound sums, and the limits of ranges.
const maxNumbers = 6

// newRanges makes candidates about some procedures, of those that they call and that call them.
func newRanges(m *candidates, sys *vc.System, procs []vc.ProcID) *ranges {
	x := &ranges{
		reader: newReader(sys, m.cls), m: m, properties: map[term.Term][]property{}, callers: map[vc.ProcID][]callerRef{},
		holes: map[term.Sort]term.Term{},
	}
	about := make([]bool, len(sys.Procs))
	for _, id := range procs {
		about[id] = true
	}
	var roots []term.Term
	for _, p := range sys.Procs {
		in := about[p.ID]
		for i := range p.Sites {
			if s := &p.Sites[i]; s.Callee != p.ID && about[s.Callee] && len(p.Defs) <= maxDefs {
				x.callers[s.Callee] = append(x.callers[s.Callee], callerRef{p, s})
				in = true
			}
		}
		if !in {
			continue
		}
		for i := range p.Blocks {
			roots = append(roots, p.Blocks[i].Conds...)
		}
		for _, d := range p.Defs {
			roots = append(roots, d.Value)
		}
	}
	x.st.Visit(func(t term.Term) bool {
		if x.st.IsNum(t) && x.st.Sort(t) == term.Int && len(x.numbers) < maxNumbers {
			if v, ok := x.st.NumeralValue(t); ok && v.Abs().Cmp(num.RatFromInt64(maxStep)) < 0 {
				if a := x.st.Numeral(v.Abs().Num()); !slices.Contains(x.numbers, a) {
					x.numbers = append(x.numbers, a)
				}
			}
		}
		return true
	}, roots...)
	for _, id := range procs {
		if y := x.of(sys.Procs[id]); y != nil {
			x.note(y)
		}
	}
	return x
}

// note takes the properties of elements that a procedure stores or compares.
func (x *ranges) note(y *passage) {
	for _, list := range [][]access{y.fills, y.reads} {
		for _, a := range list {
			if x.st.IsValue(a.value) {
				continue
			}
			root := x.cls.root(y.p.In[a.array])
			for _, t := range x.about(y, a.value) {
				if len(x.properties[root]) == maxFormed || x.spent() {
					return
				}
				hole := x.hole(x.st.Sort(a.value))
				sub := term.NewSubst(x.st, x.rw)
				sub.Bind(a.value, hole)
				of := property{hole, sub.Apply(t)}
				if x.only(of.atom, []term.Term{hole}) && !slices.Contains(x.properties[root], of) {
					x.properties[root] = append(x.properties[root], of)
				}
			}
		}
	}
}

// hole returns the constant that properties of elements of a sort are about.
func (x *ranges) hole(s term.Sort) term.Term {
	if x.holes[s] == 0 {
		x.holes[s] = x.st.FreshConst("element", s)
	}
	return x.holes[s]
}

// about returns the comparisons in which a term occurs.
func (x *ranges) about(y *passage, t term.Term) (out []term.Term) {
	for _, a := range y.atoms {
		if len(out) < maxAccesses && x.st.Any(func(u term.Term) bool { return u == t }, a) {
			out = append(out, a)
		}
	}
	return out
}

// only reports whether all constants of a formula are among some.
func (x *ranges) only(t term.Term, some ...[]term.Term) bool {
	return !x.st.Any(func(u term.Term) bool {
		return x.st.IsConst(u) && !slices.ContainsFunc(some, func(list []term.Term) bool { return slices.Contains(list, u) })
	}, t)
}

func (x *ranges) all(body term.Term, vars ...term.Term) term.Term {
	if op := x.st.Op(body); op == term.OpTrue || op == term.OpFalse {
		return body
	}
	return x.st.Quantify(term.OpForall, term.Quant{Vars: vars, Body: body})
}

// clean reports whether a formula is about the interface alone.
func (x *ranges) clean(y *passage, t term.Term) bool { return x.only(t, y.p.In, y.p.Out) }

// post returns the candidates for the exit of a procedure.
func (x *ranges) post(p *vc.Proc) []term.Term {
	y := x.of(p)
	if y == nil {
		return nil
	}
	if y.post == nil {
		y.post = []term.Term{}
		x.exit(y)
	}
	return y.post
}

// exit makes the candidates for the exit.
func (x *ranges) exit(y *passage) {
	for _, a := range y.fills {
		if k := y.state[a.array]; k >= 0 {
			for _, v := range x.views(y, a) {
				x.filled(y, a, v, y.p.Out[k])
			}
		}
	}
	for _, a := range y.reads {
		for _, v := range x.views(y, a) {
			x.met(y, a, v)
		}
	}
	x.twins(y)
	x.kept(y)
	x.lifted(y)
	x.frames(y)
	x.sums(y)
	x.strides(y)
	y.post = append(y.post, x.passed(y, true)...)
}

// form adds a candidate about all indices of a view, up to each end.
func (x *ranges) form(y *passage, v view, t term.Term, keep bool) {
	if !x.clean(y, t) {
		return
	}
	for _, end := range x.ends(y, v.c) {
		if x.spent() {
			return
		}
		f := x.all(x.rw.Or(x.st.Not(x.within(y, v, end)), t), v.q)
		if keep && x.st.IsQuantifier(f) {
			y.form(f)
		}
		y.add(f)
	}
}

// filled adds what is stored at each index, and what is known of it.
func (x *ranges) filled(y *passage, a access, v view, out term.Term) {
	for _, exit := range []bool{false, true} {
		sub := x.bind(y, v, exit)
		e := x.element(out, sub, a, v)
		x.form(y, v, x.rw.Eq(e, sub.Apply(a.value)), true)
		if x.st.IsValue(a.value) {
			continue
		}
		for _, t := range x.about(y, a.value) {
			with := x.bind(y, v, exit)
			with.Bind(a.value, e)
			t = with.Apply(t)
			x.form(y, v, t, true)
			x.form(y, v, x.st.Not(t), true)
		}
	}
}

// twins adds that elements are equal where one value is stored in both.
func (x *ranges) twins(y *passage) {
	for i, a := range y.fills {
		for _, b := range y.fills[i+1:] {
			k, l := y.state[a.array], y.state[b.array]
			if a.value != b.value || x.st.IsValue(a.value) || k < 0 || l < 0 {
				continue
			}
			for _, v := range x.views(y, a) {
				sub := x.bind(y, v, false)
				x.form(y, v, x.rw.Eq(x.element(y.p.Out[k], sub, a, v), x.other(y, y.p.Out[l], sub, b, v)), true)
			}
		}
	}
}

// met adds what comparisons say of the elements that were read.
func (x *ranges) met(y *passage, a access, v view) {
	for _, exit := range []bool{false, true} {
		for _, t := range x.about(y, a.value) {
			t = x.bind(y, v, exit).Apply(t)
			x.form(y, v, t, false)
			x.form(y, v, x.st.Not(t), false)
		}
	}
}

// frames adds that arrays are unchanged where nothing is stored.
func (x *ranges) frames(y *passage) {
	for j, in := range y.p.In {
		k := y.state[j]
		if k < 0 || !x.st.IsArray(x.st.Sort(in)) {
			continue
		}
		out := y.p.Out[k]
		index, _ := x.st.ArraySorts(x.st.Sort(in))
		q := x.st.BoundVar("q", index)
		clause := []term.Term{x.rw.Eq(x.rw.Select(out, q), x.rw.Select(in, q))}
		known, any := true, false
		for _, a := range y.fills {
			if a.array != j {
				continue
			}
			any = true
			t, ok := x.stored(y, a, q)
			known = known && ok
			clause = append(clause, t)
			x.rows(y, a, in, out)
		}
		if any && known {
			y.add(x.all(x.rw.Or(clause...), q))
		}
	}
}

// stored says that a store may have been at an index, as far as the first of its path tells. It reports whether that is
// known.
func (x *ranges) stored(y *passage, a access, q term.Term) (term.Term, bool) {
	if x.only(a.path[0], y.fixed()) {
		return x.rw.Eq(q, a.path[0]), true
	}
	for _, v := range x.views(y, a) {
		if v.place == 0 {
			if ends := x.ends(y, v.c); len(ends) > 0 {
				sub := term.NewSubst(x.st, x.rw)
				sub.Bind(v.q, q)
				return sub.Apply(x.within(y, v, ends[0])), true
			}
		}
	}
	if a.first == 0 || x.st.Sort(q) != term.Int {
		return x.st.False(), false
	}
	for _, c := range y.counters {
		// A loop inside stores in one row of several in an array.
		at, ok := x.rowOf(y.p.In[c.in], q, a.first)
		if ends := x.ends(y, c); ok && x.only(at, y.fixed()) && len(ends) > 0 {
			return x.within(y, x.whole(c, at), ends[0]), true
		}
	}
	return x.st.False(), false
}

// rows adds that in the row to which a store goes nothing is changed out of its range.
func (x *ranges) rows(y *passage, a access, in, out term.Term) {
	for _, v := range x.views(y, a) {
		if v.place == 0 {
			continue
		}
		sub := x.bind(y, v, false)
		t := x.rw.Eq(x.element(out, sub, a, v), x.element(in, sub, a, v))
		for _, end := range x.ends(y, v.c) {
			if x.clean(y, t) && !x.spent() {
				y.add(x.all(x.rw.Or(x.within(y, v, end), t), v.q))
			}
		}
	}
}

// strides adds that what moves by more than one has moved by a multiple of that.
func (x *ranges) strides(y *passage) {
	for _, c := range y.counters {
		if k, step := y.state[c.in], c.step.Abs(); k >= 0 && step.Cmp(num.RatFromInt64(1)) > 0 {
			moved := x.rw.Sub(y.p.Out[k], y.p.In[c.in])
			y.add(x.rw.Eq(x.rw.Mod(moved, x.st.Numeral(step.Num())), x.st.Int(0)))
		}
	}
}

// sums adds how a number that something is added to may have changed, by how far a counter went.
func (x *ranges) sums(y *passage) {
	for j, in := range y.p.In {
		if k := y.state[j]; k >= 0 && x.st.Sort(in) == term.Int {
			grown := x.rw.Sub(y.p.Out[k], in)
			for _, c := range y.counters {
				e := y.state[c.in]
				if c.in == j || e < 0 || c.step.IsZero() {
					continue
				}
				passed := x.rw.Sub(y.p.Out[e], y.p.In[c.in])
				for _, n := range append([]term.Term{x.st.Int(0), x.st.Int(1)}, x.numbers...) {
					for _, m := range []term.Term{n, x.rw.Neg(n)} {
						y.add(x.rw.Le(grown, x.rw.Mul(m, passed)))
						y.add(x.rw.Le(x.rw.Mul(m, passed), grown))
					}
				}
			}
		}
	}
}

// pre adds the candidates for the entry of a procedure: what is read on the way has a property, in a range that begins
// there; and what callers say.
func (x *ranges) pre(p *vc.Proc) {
	y := x.of(p)
	if y == nil {
		return
	}
	for _, a := range y.reads {
		for _, v := range x.views(y, a) {
			sub := x.bind(y, v, false)
			for _, t := range x.about(y, a.value) {
				x.ahead(y, v, sub.Apply(t))
				x.ahead(y, v, x.st.Not(sub.Apply(t)))
			}
			e := x.element(p.In[a.array], sub, a, v)
			for _, t := range x.properties[x.cls.root(p.In[a.array])] {
				hole := term.NewSubst(x.st, x.rw)
				hole.Bind(t.hole, e)
				x.ahead(y, v, hole.Apply(t.atom))
				x.ahead(y, v, x.st.Not(hole.Apply(t.atom)))
			}
		}
	}
	x.apart(y)
	for _, t := range x.passed(y, false) {
		x.m.add(t)
	}
}

// apart adds that ranges of one array that begin at different places do not overlap, up to a limit.
func (x *ranges) apart(y *passage) {
	list := slices.Concat(y.fills, y.reads)
	for _, a := range list {
		for _, v := range x.views(y, a) {
			for _, b := range list {
				for _, w := range x.views(y, b) {
					if a.array != b.array || v.place+w.place > 0 || v.rest == w.rest || v.c.in != w.c.in || v.flip || w.flip {
						continue
					}
					for _, end := range x.limits(y, v.c) {
						t := x.rw.Le(x.rw.Add(v.rest, x.rw.Mul(v.m, end)), w.rest)
						if x.spent() {
							return
						}
						if x.only(t, y.p.In) {
							x.m.add(t)
						}
					}
				}
			}
		}
	}
}

// ahead adds that something holds of all indices that are to come, up to a limit.
func (x *ranges) ahead(y *passage, v view, t term.Term) {
	if !x.only(t, y.p.In) {
		return
	}
	for _, end := range x.limits(y, v.c) {
		if x.spent() {
			return
		}
		x.m.add(x.all(x.rw.Or(x.st.Not(x.within(y, v, end)), t), v.q))
	}
}

// passed returns what callers say of what they pass, or of what they get, also with the value of a counter in the place
// of an argument that it may be compared with.
func (x *ranges) passed(y *passage, exit bool) (out []term.Term) {
	for _, c := range x.callers[y.p.ID] {
		sub := term.NewSubst(x.st, x.rw)
		for k, a := range c.site.Args {
			if !x.st.IsValue(a) {
				sub.Bind(a, y.p.In[k])
			}
		}
		for k, o := range c.site.Outs {
			sub.Bind(o, y.p.Out[k])
		}
		v := x.values(c.p)
		for _, t := range append(v.atoms(), v.roots...) {
			if x.st.Sort(t) != term.Bool || x.st.HasQuantifier(t) != x.st.IsQuantifier(t) || x.spent() {
				continue
			}
			if t = sub.Apply(t); x.clean(y, t) {
				out = append(out, x.variants(y, t, exit)...)
			}
		}
	}
	return out
}

// variants returns a formula and its negation, at the entry or the exit.
func (x *ranges) variants(y *passage, t term.Term, exit bool) (out []term.Term) {
	begin := term.NewSubst(x.st, x.rw)
	for j, in := range y.p.In {
		if k := y.state[j]; k >= 0 {
			begin.Bind(y.p.Out[k], in)
		}
	}
	all := []term.Term{t}
	for _, c := range y.counters {
		k := y.state[c.in]
		for _, in := range y.fixed() {
			if k >= 0 && x.st.Sort(in) == term.Int && x.cls.root(in) == x.cls.root(y.p.In[c.in]) {
				sub := term.NewSubst(x.st, x.rw)
				sub.Bind(in, y.p.Out[k])
				all = append(all, sub.Apply(t))
			}
		}
	}
	for _, t := range all {
		if !exit {
			t = begin.Apply(t)
		}
		out = append(out, t, x.st.Not(t))
	}
	return slices.DeleteFunc(out, func(t term.Term) bool { return !exit && !x.only(t, y.p.In) })
}
