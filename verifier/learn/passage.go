package learn

import (
	"slices"

	"github.com/muster-smt/muster/theory/linear"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/vc"
)

// passage is how a procedure that calls itself, as loops do, goes through ranges of arrays.
type passage struct {
	p        *vc.Proc
	state    []int         // by In: the Out that is its new value, where the procedure does not call itself; -1: none
	next     [][]term.Term // by In: the values that the procedure passes itself
	counters []counter
	fills    []access // what is stored in arrays of In
	reads    []access // what is read of them
	atoms    []term.Term
	formed   []term.Term // the quantified candidates about what is stored: some of them
	post     []term.Term // all candidates for the exit; nil until needed
}

func (y *passage) add(t term.Term) { y.post = append(y.post, t) }

// form adds a quantified candidate about what is stored, which holds of each run of a loop around.
func (y *passage) form(t term.Term) {
	if len(y.formed) < maxFormed && !slices.Contains(y.formed, t) {
		y.formed = append(y.formed, t)
	}
}

// counter is an argument to which the procedure adds a number in each call of its own, or in some of them.
type counter struct {
	in   int     // index in In
	step num.Rat // 0: there are several
	down bool
}

// access is an element of an array of In, by the indices that lead to it, or of an array of arrays.
type access struct {
	array int // index in In
	path  []term.Term
	value term.Term // what is stored; what is read: the element itself
	first term.Term // the first index at which a loop inside begins to store; 0: it is none
}

// maxStep is the largest number by which a counter moves: greater ones are due to the wrap-around of machine integers.
const maxStep = 1 << 16

// maxPaths bounds the values that are told apart where paths meet, the others what is looked at
// of a procedure.
const (
	maxDefs     = 40
	maxPaths    = 8
	maxAccesses = 16
	maxFormed   = 32
)

// reader reads templates.
type reader struct {
	sys  *vc.System
	st   *term.Store
	rw   *rewrite.Rewriter
	cls  *classes
	done map[vc.ProcID]*passage  // nil: it calls itself not, or is being read; never ranged over
	read map[vc.ProcID]*values   // never ranged over
	open map[term.Term]term.Term // terms without overflow (plain.go); never ranged over
}

func newReader(sys *vc.System, cls *classes) *reader {
	return &reader{sys, sys.Store, rewrite.New(sys.Store), cls, map[vc.ProcID]*passage{}, map[vc.ProcID]*values{},
		map[term.Term]term.Term{}}
}

// of returns the passage of a procedure; nil if it does not call itself.
func (r *reader) of(p *vc.Proc) *passage {
	x, ok := r.done[p.ID]
	if ok || len(p.Defs) > maxDefs || !callsItself(p) {
		return x
	}
	r.done[p.ID] = nil
	x = &passage{p: p, state: make([]int, len(p.In)), next: make([][]term.Term, len(p.In))}
	v := r.values(p)
	for i, in := range p.In {
		x.state[i] = slices.IndexFunc(p.Out, func(o term.Term) bool { return v.equal(in, o) })
	}
	for i := range p.Sites {
		if s := &p.Sites[i]; s.Callee == p.ID {
			for j, a := range s.Args {
				x.next[j] = append(x.next[j], v.all(v.sub.Apply(a))...)
			}
		}
	}
	r.count(x)
	x.atoms = v.atoms()
	for j, in := range p.In {
		if r.st.IsArray(r.st.Sort(in)) {
			for _, t := range x.next[j] {
				x.fills = r.stores(x.fills, v, j, t, nil)
			}
		}
	}
	for i := range p.Sites {
		r.inside(x, v, &p.Sites[i])
	}
	r.elements(x)
	r.done[p.ID] = x
	return x
}

func callsItself(p *vc.Proc) bool {
	return slices.ContainsFunc(p.Sites, func(s vc.Site) bool { return s.Callee == p.ID })
}

// inside adds what a loop inside stores, as far as the first index is known.
func (r *reader) inside(x *passage, v *values, s *vc.Site) {
	inner := r.of(r.sys.Procs[s.Callee])
	if inner == nil {
		return
	}
	sub, begin := term.NewSubst(r.st, r.rw), term.NewSubst(r.st, r.rw)
	fixed := inner.fixed()
	for k, in := range inner.p.In {
		begin.Bind(in, v.sub.Apply(s.Args[k]))
		if slices.Contains(fixed, in) {
			sub.Bind(in, v.sub.Apply(s.Args[k]))
		} else {
			sub.Bind(in, r.st.FreshConst("unknown", r.st.Sort(in)))
		}
	}
	for _, a := range inner.fills {
		array := slices.IndexFunc(x.p.In, func(in term.Term) bool {
			return r.st.Sort(in) == r.st.Sort(s.Args[a.array]) && r.cls.root(in) == r.cls.root(inner.p.In[a.array])
		})
		if array >= 0 && len(x.fills) < maxAccesses {
			unknown := r.st.FreshConst("unknown", r.st.Sort(a.value))
			x.fills = append(x.fills, access{array, sub.ApplyAll(a.path), unknown, r.plain(begin.Apply(a.path[0]))})
		}
	}
}

// fixed returns the arguments that stay as they are.
func (x *passage) fixed() (out []term.Term) {
	for j, in := range x.p.In {
		if !slices.ContainsFunc(x.next[j], func(t term.Term) bool { return t != in }) {
			out = append(out, in)
		}
	}
	return out
}

// count finds the counters.
func (r *reader) count(x *passage) {
	for j, in := range x.p.In {
		if r.st.Sort(in) != term.Int {
			continue
		}
		var up, down, other, several bool
		var step *num.Rat
		for _, t := range x.next[j] {
			d := linear.Read(r.st, r.plain(t), nil).Minus(linear.Read(r.st, in, nil))
			switch {
			case len(d.Monomials) > 0:
				other = true
			case d.Constant.Abs().Cmp(num.RatFromInt64(maxStep)) > 0:
			default:
				up, down = up || d.Constant.Sign() > 0, down || d.Constant.Sign() < 0
				several = several || step != nil && !step.Equal(d.Constant)
				step = &d.Constant
			}
		}
		if up != down && !other {
			c := counter{in: j, down: down}
			if !several {
				c.step = *step
			}
			x.counters = append(x.counters, c)
		}
	}
}

// stores adds the stores by which an array was made.
func (r *reader) stores(list []access, v *values, array int, t term.Term, path []term.Term) []access {
	for r.st.Op(t) == term.OpStore && len(list) < maxAccesses {
		at := append(slices.Clone(path), r.plain(r.st.Arg(t, 1)))
		value := r.st.Arg(t, 2)
		if r.st.Op(value) == term.OpIte && r.plain(value) != value && len(list) < maxAccesses {
			list = append(list, access{array: array, path: at, value: value}) // with its overflow; below without
		}
		for _, e := range v.all(value) {
			if r.st.Op(e) == term.OpStore {
				list = r.stores(list, v, array, e, at)
			} else {
				list = append(list, access{array: array, path: at, value: e})
			}
		}
		ts := v.all(r.st.Arg(t, 0))
		for _, other := range ts[1:] {
			list = r.stores(list, v, array, other, path)
		}
		t = ts[0]
	}
	return list
}

// elements finds what is read of arrays of In.
func (r *reader) elements(x *passage) {
	seen := map[term.Term]bool{}
	roots := slices.Clone(x.atoms)
	for _, ts := range x.next {
		roots = append(roots, ts...)
	}
	r.st.Visit(func(t term.Term) bool {
		if r.st.Op(t) != term.OpSelect || seen[t] || r.st.IsArray(r.st.Sort(t)) {
			return true
		}
		seen[t] = true
		var path []term.Term
		a := t
		for r.st.Op(a) == term.OpSelect {
			path = append(path, r.plain(r.st.Arg(a, 1)))
			a = r.st.Arg(a, 0)
		}
		slices.Reverse(path)
		if j := slices.Index(x.p.In, a); j >= 0 && len(x.reads) < maxAccesses {
			x.reads = append(x.reads, access{array: j, path: path, value: t})
		}
		return true
	}, roots...)
}

// values are what the constants of a template stand for.
type values struct {
	st        *term.Store
	sub       *term.Subst
	roots     []term.Term // formulas, with definitions expanded
	equations []term.Term
	merged    map[term.Term][]term.Term // by constant: what edges have it be; never ranged over
}

// values returns what the constants of a template stand for.
func (r *reader) values(p *vc.Proc) *values {
	if v := r.read[p.ID]; v != nil {
		return v
	}
	v := &values{st: r.st, sub: term.NewSubst(r.st, r.rw), merged: map[term.Term][]term.Term{}}
	for _, d := range p.Defs {
		// Each definition is expanded by those before.
		value := v.sub.Apply(d.Value)
		v.roots = append(v.roots, value)
		next := term.NewSubst(r.st, r.rw)
		for _, e := range p.Defs {
			if to, ok := v.sub.Lookup(e.Name); ok && e.Name != d.Name {
				next.Bind(e.Name, to)
			}
		}
		next.Bind(d.Name, value)
		v.sub = next
	}
	for i := range p.Blocks {
		b := &p.Blocks[i]
		for _, c := range b.Conds {
			v.roots = append(v.roots, v.sub.Apply(c))
			if r.st.Op(c) == term.OpEq {
				v.equations = append(v.equations, c)
				v.merge(p, r.rw, c)
			}
		}
		for _, e := range b.Succs {
			for _, c := range e.Eqs {
				v.merge(p, r.rw, c)
			}
		}
	}
	for i := range p.Sites {
		v.roots = append(v.roots, v.sub.ApplyAll(p.Sites[i].Args)...)
	}
	r.read[p.ID] = v
	return v
}

// merge notes what an equation has constants of the template be.
func (v *values) merge(p *vc.Proc, rw *rewrite.Rewriter, c term.Term) {
	if v.st.Op(c) != term.OpEq {
		return
	}
	l, r := v.st.Arg(c, 0), v.st.Arg(c, 1)
	note := func(x, value term.Term) {
		result := func(u term.Term) bool { return slices.Contains(p.Out, u) }
		if v.st.IsConst(x) && slices.Contains(p.Owned, x) && !v.st.Any(result, value) {
			v.merged[x] = append(v.merged[x], v.sub.Apply(value))
		}
	}
	note(l, r)
	note(r, l)
	if v.st.Sort(l) == term.Int && !(v.st.IsConst(l) && v.st.IsConst(r)) {
		d := rw.Sub(l, r)
		for _, m := range linear.Of(v.st, d).Monomials {
			switch {
			case m.Term == l || m.Term == r:
			case m.Coeff.IsOne():
				note(m.Term, rw.Sub(m.Term, d))
			case m.Coeff.Neg().IsOne():
				note(m.Term, rw.Add(m.Term, d))
			}
		}
	}
}

// all returns what a term may be.
func (v *values) all(t term.Term) (out []term.Term) {
	seen := map[term.Term]bool{}
	for work := []term.Term{t}; len(work) > 0 && len(out) < maxPaths; {
		t, work = work[0], work[1:]
		if seen[t] {
			continue
		}
		seen[t] = true
		switch {
		case v.st.Op(t) == term.OpIte:
			work = append(work, v.st.Arg(t, 1), v.st.Arg(t, 2))
		case len(v.merged[t]) > 0:
			work = append(work, v.merged[t]...)
		default:
			out = append(out, t)
		}
	}
	if len(out) == 0 {
		return []term.Term{t}
	}
	return out
}

// equal reports whether a condition says that two constants are equal.
func (v *values) equal(a, b term.Term) bool {
	return v.st.Sort(a) == v.st.Sort(b) && slices.ContainsFunc(v.equations, func(e term.Term) bool {
		x, y := v.st.Arg(e, 0), v.st.Arg(e, 1)
		return x == a && y == b || x == b && y == a
	})
}

// atoms returns the comparisons in the template.
func (v *values) atoms() (out []term.Term) {
	v.st.Visit(func(t term.Term) bool {
		if op := v.st.Op(t); op == term.OpLe || op == term.OpEq && v.st.Sort(v.st.Arg(t, 0)) != term.Bool {
			out = append(out, t)
		}
		return !v.st.IsQuantifier(t)
	}, v.roots...)
	return out
}
