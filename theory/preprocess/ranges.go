package preprocess

import (
	"slices"

	"github.com/muster-smt/muster/theory/known"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

const (
	rangeSweeps = 3  // rounds of propagation of all sources
	rangeSize   = 32 // greatest number of terms of a source
)

// ranger is one run of the pass.
type ranger struct {
	*Pipeline
	order  []term.Term // bit-vectors and formulas of the batch, arguments first
	value  []known.Value
	args   []known.Value
	source []bool // by assertion: bounds may follow from it
	cones  []cone
	wrong  bool // there is no solution
}

// cone is a source: an asserted comparison of few terms, which are given by their places.
type cone struct {
	places []int32 // in increasing order, the atom last
	holds  bool
}

// ranges bounds bit-vectors, by known bits and by intervals. What has one value whatever the
// constants are is replaced by that. Then bounds are inferred from asserted comparisons, the
// sources. The first and the last bits of constants that have to be 0 or 1 are eliminated: that
// loses nothing. What else the bounds decide is replaced in the assertions that are no sources.
func (p *Pipeline) ranges() int {
	p.forgetFacts()
	r := ranger{Pipeline: p}
	r.collect()
	if p.limit.Stopped() {
		return 0
	}
	if n := r.replace(nil); n > 0 {
		return n
	}
	r.sources()
	r.infer()
	if r.wrong {
		return r.refute()
	}
	if n := r.eliminate(); n > 0 {
		return n
	}
	return r.decided()
}

// collect finds the terms of the batch, and bounds them without any assertion.
func (r *ranger) collect() {
	r.pushBatch()
	r.walk(func(t term.Term) {
		r.places = term.Extend(r.places, r.st.Len())
		r.places[t] = 0
		if r.st.WidthOf(t) > 0 || r.st.Sort(t) == term.Bool {
			r.order = append(r.order, t)
		}
	})
	if r.limit.Stopped() {
		return
	}
	slices.Sort(r.order) // arguments are older
	r.value = make([]known.Value, len(r.order))
	for i, t := range r.order {
		r.places[t] = int32(i) + 1
		r.value[i] = known.Forward(r.st, t, r.arguments(t))
	}
}

// place returns 1 + the index of t in order, or 0 if it is not there.
func (r *ranger) place(t term.Term) int32 {
	if r.met.Seen.Has(t) {
		return r.places[t]
	}
	return 0
}

// arguments returns the values of the arguments of t, until the next call.
func (r *ranger) arguments(t term.Term) []known.Value {
	r.args = r.args[:0]
	for _, x := range r.st.Args(t) {
		v := known.Value{}
		if k := r.place(x); k > 0 {
			v = r.value[k-1]
		}
		r.args = append(r.args, v)
	}
	return r.args
}

// replace replaces all terms of one value by that, but in the assertions of except. It returns
// the number of terms.
func (r *ranger) replace(except []bool) int {
	for i, t := range r.order {
		if w, ok := r.value[i].Word(); ok && !r.st.IsValue(t) {
			r.bindFact(t, r.literal(t, w))
		}
	}
	if len(r.facts) == 0 {
		return 0
	}
	n := 0
	for i := range r.batch {
		if t := r.batch[i].t; except == nil || !except[i] {
			if r.batch[i].t = r.sub.apply(t); r.batch[i].t != t {
				n++
			}
		}
	}
	r.forgetFacts()
	return n
}

func (r *ranger) literal(t term.Term, w num.Word) term.Term {
	if r.st.Sort(t) == term.Bool {
		return r.st.Bool(w.IsOne())
	}
	return r.st.Bits(r.st.Sort(t), w.Int())
}

// sources finds the assertions that bounds are inferred from: comparisons without
// choices, or other formulas, below.
func (r *ranger) sources() {
	r.source = make([]bool, len(r.batch))
	for i, a := range r.batch {
		atom := r.st.Atom(a.t)
		if r.st.NumArgs(atom) != 2 || r.st.WidthOf(r.st.Arg(atom, 0)) == 0 {
			continue
		}
		if places := r.cone(atom); places != nil {
			r.source[i] = true
			r.cones = append(r.cones, cone{places, atom == a.t})
		}
	}
}

// cone returns the places of an atom and of what is below, or nil if it is no source.
func (r *ranger) cone(atom term.Term) []int32 {
	places := []int32{r.place(atom)}
	for i := 0; i < len(places); i++ {
		t := r.order[places[i]-1]
		op := r.st.Op(t)
		if op == term.OpIte || t != atom && r.st.WidthOf(t) == 0 {
			return nil
		}
		if op == term.OpSelect || op == term.OpApp || r.st.NumArgs(t) == 0 {
			continue
		}
		for _, x := range r.st.Args(t) {
			if k := r.place(x); k > 0 && !slices.Contains(places, k) {
				places = append(places, k)
			}
		}
		if len(places) > rangeSize {
			return nil
		}
	}
	slices.Sort(places)
	return places
}

// infer narrows what the sources compare, until nothing changes or a few times.
func (r *ranger) infer() {
	for range rangeSweeps {
		changed := false
		for _, c := range r.cones {
			if r.limit.Stopped() {
				return
			}
			changed = r.narrow(c) || changed
			if r.wrong {
				return
			}
		}
		if !changed {
			return
		}
	}
}

// narrow bounds the terms of a source, upward and downward. It reports whether a bound changed.
func (r *ranger) narrow(c cone) bool {
	changed := false
	for _, k := range c.places {
		t := r.order[k-1]
		changed = r.meet(k, known.Forward(r.st, t, r.arguments(t))) || changed
	}
	changed = r.meet(c.places[len(c.places)-1], known.Truth(c.holds)) || changed
	for i := len(c.places) - 1; i >= 0 && !r.wrong; i-- {
		k := c.places[i]
		t := r.order[k-1]
		news, ok := known.Backward(r.st, t, r.value[k-1], r.arguments(t))
		if !ok {
			r.wrong = true
		}
		if !news {
			continue
		}
		for j, x := range r.st.Args(t) {
			if at := r.place(x); at > 0 {
				changed = r.meet(at, r.args[j]) || changed
			}
		}
	}
	return changed
}

func (r *ranger) meet(k int32, v known.Value) bool {
	changed, ok := r.value[k-1].Meet(v)
	r.wrong = r.wrong || !ok
	return changed
}

// eliminate replaces constants whose first or last bits are known.
func (r *ranger) eliminate() int {
	n := 0
	for i, t := range r.order {
		if !r.st.IsConst(t) || r.st.WidthOf(t) == 0 || r.wasSeen(t) || r.sub.image(t) != 0 {
			continue
		}
		v := r.value[i]
		if high, low := v.Fixed(); high+low > 0 {
			u := r.parts(t, v, high, low)
			r.define(definition{x: t, t: u, solved: true, again: r.st.Eq(t, u)})
			n++
		}
	}
	if n > 0 {
		r.substitute()
	}
	return n
}

// parts returns known bits, a new constant, and known bits: those of v, for t.
func (r *ranger) parts(t term.Term, v known.Value, high, low int) term.Term {
	lo, _ := v.Bounds()
	width := r.st.WidthOf(t)
	if high == width {
		return r.literal(t, lo)
	}
	var all []term.Term
	known := func(hi, lo int, w num.Word) {
		if hi >= lo {
			w = w.Slice(hi, lo)
			all = append(all, r.st.Bits(r.st.BitVecSort(w.Width()), w.Int()))
		}
	}
	known(width-1, width-high, lo)
	all = append(all, r.fresh(r.st.BitVecSort(width-high-low)))
	known(low-1, 0, lo)
	return r.rw.Concat(all...)
}

// decided bounds all terms by what the sources say, and replaces what is decided thereby.
func (r *ranger) decided() int {
	changed := false
	for i, t := range r.order {
		changed = r.meet(int32(i)+1, known.Forward(r.st, t, r.arguments(t))) || changed
	}
	switch {
	case r.wrong:
		return r.refute()
	case !changed:
		return 0
	}
	return r.replace(r.source)
}
