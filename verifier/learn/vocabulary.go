package learn

import (
	"slices"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/vc"
)

// vocabulary are the predicates by which contexts of a procedure are described: what the program compares
// a variable of its interface with, and which results are what came in. Where there are finitely many, there
// are finitely many contexts.
type vocabulary struct {
	slots []term.Term // what predicates are about: constants of the template's interface, and cells
	preds []predicate
}

// predicate is an atom over an interface. A context makes each of a vocabulary's predicates true or false.
type predicate struct {
	kind predicateKind
	i, k int32     // slots
	c    num.Int   // for atMost and atLeast
	t    term.Term // over the slots
}

type predicateKind uint8

const (
	isTrue predicateKind = iota
	atMost
	atLeast
	equal
)

// maxPredicates bounds a vocabulary.
const maxPredicates = 400

// vocabulary returns the predicates of a procedure.
func (l *learner) vocabulary(p *vc.Proc) *vocabulary {
	b := &builder{learner: l, v: &vocabulary{}}
	ins, outs := b.flags(p.In), b.flags(p.Out)
	for _, i := range outs {
		for _, k := range ins {
			if l.root(b.v.slots[i]) == l.root(b.v.slots[k]) {
				b.equal(i, k)
			}
		}
	}
	for _, x := range l.cells[p.ID] {
		b.cell(p, x, ins, outs)
	}
	return b.v
}

// builder makes a vocabulary.
type builder struct {
	*learner
	v *vocabulary
}

func (b *builder) slot(t term.Term) int32 {
	b.v.slots = append(b.v.slots, t)
	return int32(len(b.v.slots) - 1)
}

func (b *builder) add(x predicate) {
	if len(b.v.preds) < maxPredicates && !slices.ContainsFunc(b.v.preds, func(y predicate) bool { return y.t == x.t }) {
		b.v.preds = append(b.v.preds, x)
	}
}

// flags adds slots for the flags among some constants.
func (b *builder) flags(ts []term.Term) (slots []int32) {
	for _, t := range ts {
		if b.wanted(t) {
			i := b.slot(t)
			slots = append(slots, i)
			b.compare(i, b.root(t))
		}
	}
	return slots
}

// compare adds what a class of values is compared with.
func (b *builder) compare(i int32, class term.Term) {
	st, t := b.sys.Store, b.v.slots[i]
	if st.Sort(t) == term.Bool {
		b.add(predicate{kind: isTrue, i: i, k: i, t: t})
		return
	}
	for _, x := range b.values[class] {
		b.add(predicate{atMost, i, i, st.Num(x), st.Le(t, x)})
		b.add(predicate{atLeast, i, i, st.Num(x), st.Le(x, t)})
	}
}

func (b *builder) equal(i, k int32) {
	b.add(predicate{equal, i, k, num.Int{}, b.sys.Store.Eq(b.v.slots[i], b.v.slots[k])})
}

// cell adds what flags a cell may hold.
func (b *builder) cell(p *vc.Proc, x cell, ins, outs []int32) {
	contents := b.contents[x.array]
	at := func(arrays []term.Term) (slots []int32) {
		for _, a := range arrays {
			if st := b.sys.Store; st.IsArray(st.Sort(a)) && b.root(a) == x.array {
				slots = append(slots, b.slot(st.Select(a, x.index)))
			}
		}
		return slots
	}
	holds := func(cells, flags []int32) {
		for _, i := range cells {
			for _, k := range flags {
				if slices.Contains(contents, b.root(b.v.slots[k])) &&
					b.sys.Store.Sort(b.v.slots[i]) == b.sys.Store.Sort(b.v.slots[k]) {
					b.equal(i, k)
				}
			}
		}
	}
	before, after := at(p.In), at(p.Out)
	for _, i := range slices.Concat(before, after) {
		for _, c := range contents {
			b.compare(i, c)
		}
	}
	holds(after, ins)
	holds(before, outs)
	for _, i := range after {
		for _, k := range before {
			b.equal(i, k)
		}
	}
}

// lit is a predicate, by its index in a vocabulary, that holds (even) or does not (odd).
type lit int32

// valuation is a set of literals: bit l is set if lit l holds.
type valuation []uint64

func (x valuation) has(l lit) bool { return x[l/64]>>(l%64)&1 != 0 }

// includes reports whether all of some literals hold.
func (x valuation) includes(ls []lit) bool {
	for _, l := range ls {
		if !x.has(l) {
			return false
		}
	}
	return true
}

// literals lists those that hold.
func (x valuation) literals() (out []lit) {
	for l := range lit(64 * len(x)) {
		if x.has(l) {
			out = append(out, l)
		}
	}
	return out
}

// key returns x as the key of a map.
func (x valuation) key() string {
	b := make([]byte, 0, 8*len(x))
	for _, w := range x {
		for range 8 {
			b = append(b, byte(w))
			w >>= 8
		}
	}
	return string(b)
}

// at returns what a model says of a vocabulary, whose slots have the given images. A predicate about what it does not
// know is in no literal.
func (v *vocabulary) at(m *model.Model, images []term.Term) valuation {
	values := make([]model.Value, len(images))
	for i, t := range images {
		if x, err := m.Eval(t); err == nil {
			values[i] = x
		}
	}
	out := make(valuation, (2*len(v.preds)+63)/64)
	for n := range v.preds {
		p := &v.preds[n]
		if x, y := values[p.i], values[p.k]; x.IsValid() && y.IsValid() {
			l := 2 * n
			if !p.holds(x, y) {
				l++
			}
			out[l/64] |= 1 << (l % 64)
		}
	}
	return out
}

// about reports whether a predicate is about a slot.
func (p *predicate) about(i int32) bool { return p.i == i || p.k == i }

// holds reports whether a predicate is true of the values of its slots.
func (p *predicate) holds(x, y model.Value) bool {
	switch p.kind {
	case isTrue:
		return x.IsTrue()
	case atMost:
		return x.Int().Cmp(p.c) <= 0
	case atLeast:
		return x.Int().Cmp(p.c) >= 0
	}
	return x.Equal(y)
}
