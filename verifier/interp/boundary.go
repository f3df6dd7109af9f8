package interp

import (
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// maxBoundary bounds the combinations of boundary values tried for one quantifier.
const maxBoundary = 4096

const maxNeighbours = 3

// boundary finds values for the variables of a quantifier where its truth can
// change: for integers the solutions of its equations and inequalities and
// their neighbours, for bit-vectors all values or the terms of their sort and
// the ends of the range, for uninterpreted sorts all elements met. Otherwise a
// quantifier without patterns, such as (exists x :: x == y+4), would be
// checked nowhere.
type boundary struct {
	*matcher
	parts []term.Term // the body's subterms outside inner quantifiers
	inner *model.Env
	tried int
}

// boundaries adds the instances that boundary finds.
func (m *matcher) boundaries(body term.Term) {
	b := &boundary{matcher: m, inner: m.env.Clone()}
	m.st.Visit(func(t term.Term) bool {
		b.parts = append(b.parts, t)
		op := m.st.Op(t)
		return op != term.OpForall && op != term.OpExists
	}, body)
	for _, v := range m.vars { // zero until chosen
		x, err := model.Zero(m.st, m.st.Sort(v))
		if err != nil {
			return
		}
		b.inner.Set(v, x)
	}
	b.choose(0)
}

// choose tries the candidates for variable k and those after it.
func (b *boundary) choose(k int) {
	if k == len(b.vars) {
		b.instance()
		return
	}
	zero, _ := b.inner.Get(b.vars[k])
	for _, x := range b.candidates(b.vars[k], zero) {
		if b.tried++; b.tried > maxBoundary || b.cut {
			b.cut = true
			break
		}
		b.bound[k] = x
		b.inner.Set(b.vars[k], x)
		b.choose(k + 1)
	}
	b.bound[k] = model.Value{}
	b.inner.Set(b.vars[k], zero)
}

// candidates returns values for v, each once.
func (b *boundary) candidates(v term.Term, zero model.Value) []model.Value {
	c := &points{keys: map[string]bool{}}
	add := func(x model.Value) { c.add([]model.Value{x}, x) }
	sort := b.st.Sort(v)
	switch sort {
	case term.Bool:
		add(model.Bool(false))
		add(model.Bool(true))
	case term.Int:
		add(zero)
	default:
		b.vectors(sort, add)
	}
	for _, x := range b.elems[sort] {
		add(x)
	}
	for _, t := range b.parts {
		switch op := b.st.Op(t); {
		case b.st.Ground(t) && b.st.Sort(t) == sort && sort != term.Bool:
			if x, err := b.inner.Eval(t); err == nil {
				b.near(x, add)
			}
		case sort == term.Int && (op == term.OpEq || op == term.OpLe) && b.st.Sort(b.st.Arg(t, 0)) == term.Int:
			b.root(t, v, add)
		case op == term.OpSelect && b.st.Arg(t, 1) == v:
			if a, err := b.inner.Eval(b.st.Arg(t, 0)); err == nil {
				a.Entries(func(i, _ model.Value) bool {
					add(i)
					return len(c.list) < maxBoundary
				})
			}
		}
	}
	if len(c.list) == 0 {
		add(zero)
	}
	out := make([]model.Value, len(c.list))
	for i, p := range c.list {
		out[i] = p.value
	}
	return out
}

// maxWidth is the greatest width of bit-vectors of which all are tried.
const maxWidth = 6

// vectors adds all narrow bit-vectors; of a wide sort the ends of the unsigned and the signed
// numbers.
func (b *boundary) vectors(sort term.Sort, add func(model.Value)) {
	w := b.st.Width(sort)
	switch {
	case w == 0:
	case w <= maxWidth:
		for n := range int64(1) << w {
			add(model.Bits(b.st, sort, num.FromInt64(n)))
		}
	default:
		sign := num.FromInt64(1).Lsh(uint(w - 1))
		for _, n := range []num.Int{{}, num.FromInt64(-1), sign, sign.Sub(num.FromInt64(1))} {
			add(model.Bits(b.st, sort, n))
		}
	}
}

// elements collects the values of uninterpreted sorts that constants have or
// the script chooses: no other elements need exist.
func (r *replayer) elements() {
	r.seen.elems = map[term.Sort][]model.Value{}
	known := map[string]bool{}
	add := func(x model.Value) {
		if x.Kind() == model.KindElem && !known[x.Key()] {
			known[x.Key()] = true
			r.seen.elems[x.Sort()] = append(r.seen.elems[x.Sort()], x)
		}
	}
	for _, c := range r.p.Consts {
		if x, err := r.value(c); err == nil {
			add(x)
		}
	}
	frames := []*Frame{r.s.Root}
	for len(frames) > 0 {
		f := frames[len(frames)-1]
		frames = frames[:len(frames)-1]
		for _, b := range f.Init {
			add(b.Value)
		}
		for _, a := range f.Values {
			add(a.Value)
		}
		for _, c := range f.Calls {
			frames = append(frames, c.Frame)
		}
	}
}

// near adds x and, if it is an integer or a bit-vector, its neighbours: as many on each side
// as there are variables, which may have to be consecutive.
func (b *boundary) near(x model.Value, add func(model.Value)) {
	add(x)
	at := model.Int
	switch x.Kind() {
	case model.KindInt:
	case model.KindBits:
		at = func(n num.Int) model.Value { return model.Bits(b.st, x.Sort(), n) }
	default:
		return
	}
	for i := range min(len(b.vars), maxNeighbours) {
		d := num.FromInt64(int64(i + 1))
		add(at(x.Int().Sub(d)))
		add(at(x.Int().Add(d)))
	}
}

// root adds the values around the one at which the two sides of atom t are
// equal, if their difference is linear in v.
func (b *boundary) root(t, v term.Term, add func(model.Value)) {
	at := func(n int64) (num.Int, bool) {
		old, _ := b.inner.Get(v)
		b.inner.Set(v, model.Int64(n))
		x, err := b.inner.Eval(b.st.Arg(t, 0))
		y, err2 := b.inner.Eval(b.st.Arg(t, 1))
		b.inner.Set(v, old)
		if err != nil || err2 != nil {
			return num.Int{}, false
		}
		return x.Int().Sub(y.Int()), true
	}
	f0, ok := at(0)
	f1, ok1 := at(1)
	if slope := f1.Sub(f0); ok && ok1 && !slope.IsZero() {
		q, r := f0.Neg().EuclidDivMod(slope)
		b.near(model.Int(q), add)
		if !r.IsZero() { // between q and a neighbour
			b.near(model.Int(q.Add(num.FromInt64(1))), add)
		}
	}
}
