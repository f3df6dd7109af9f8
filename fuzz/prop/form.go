package prop

import (
	"math/big"
	"slices"

	"github.com/muster-smt/muster/theory/smt"
)

// form makes scalars of arrays and functions: it says of each that it is a table of so
// many entries, whose places are constants of ours. Tables in tables are taken apart as well.
type form struct {
	p *problem
	// size returns how many entries a table is to have, of which says speaks; false
	// leaves it as it is. Count returns how many it has in a model.
	size   func(says func(n int) smt.Bool, count func(*smt.Model) int) (int, bool)
	taken  map[smt.AnySort]int // places
	says   []smt.Bool
	leaves []smt.Term        // in order: else first, then row by row
	points map[smt.Term]bool // the leaves that are arguments
}

func (p *problem) newForm(size func(func(int) smt.Bool, func(*smt.Model) int) (int, bool)) *form {
	return &form{p: p, size: size, taken: map[smt.AnySort]int{}, points: map[smt.Term]bool{}}
}

func (x *form) add(s subject) {
	params, result, ok := s.sorts()
	if !ok {
		x.leaves = append(x.leaves, s.t)
		return
	}
	// Places are those from the first that is free: taken when the size is known.
	begin := x.taken
	table := func(n int) (rows []row, otherwise smt.Term) {
		x.taken = map[smt.AnySort]int{}
		for sort, k := range begin {
			x.taken[sort] = k
		}
		otherwise = x.next(result)
		for range n {
			var r row
			for _, sort := range params {
				r.args = append(r.args, x.next(sort))
			}
			r.value = x.next(result)
			rows = append(rows, r)
		}
		return rows, otherwise
	}
	said := map[int]smt.Bool{} // a quantifier made anew is another one
	says := func(n int) smt.Bool {
		if f, ok := said[n]; ok {
			return f
		}
		rows, otherwise := table(n)
		f := x.p.is(s, rows, otherwise)
		if !s.t.IsZero() && x.p.isBool(params[0]) { // what it is at false is Else, see smt.Value.Array
			for _, r := range rows {
				f = f.And(x.p.equal(r.args[0], x.p.st.BoolVal(true).Term))
			}
		}
		said[n] = f
		return f
	}
	count := func(m *smt.Model) int {
		t, _ := s.table(m)
		return len(t.Entries)
	}
	n, ok := x.size(says, count)
	if !ok {
		x.taken = begin
		return
	}
	x.says = append(x.says, says(n))
	rows, otherwise := table(n)
	x.add(subject{t: otherwise})
	for _, r := range rows {
		for _, a := range r.args {
			x.points[a] = true
			x.add(subject{t: a})
		}
		x.add(subject{t: r.value})
	}
}

func (x *form) next(sort smt.AnySort) smt.Term {
	t := x.p.place(inTable, sort, x.taken[sort])
	x.taken[sort]++
	return t
}

// flat is what the scalars of a form are, in the order of its leaves, and how many entries
// there are in each of its tables.
type flat struct {
	sizes  []int
	leaves []smt.Value
	// An entry is left out if its number is in the span.
	from, to int
	entry    int // the number of the next one
	out      int // of how many entries left out we are inside
}

// flatten looks at the vars in a model, but for some entries.
func (p *problem) flatten(m *smt.Model, from, to int) *flat {
	x := &flat{from: from, to: to}
	for _, s := range p.vars {
		if t, ok := s.table(m); ok {
			x.table(t)
		} else {
			x.value(value(m, s.t))
		}
	}
	return x
}

func (x *flat) value(v smt.Value) {
	if entries, otherwise, ok := v.Array(); ok {
		x.table(Table{entries, otherwise})
	} else if x.out == 0 {
		x.leaves = append(x.leaves, v)
	}
}

func (x *flat) table(t Table) {
	size := len(x.sizes)
	if x.out == 0 {
		x.sizes = append(x.sizes, 0)
	}
	x.value(t.Else)
	for _, e := range slices.SortedStableFunc(slices.Values(t.Entries), byPoint) {
		out := x.from <= x.entry && x.entry < x.to
		if x.entry++; out {
			x.out++
		} else if x.out == 0 {
			x.sizes[size]++
		}
		for _, a := range e.Args {
			x.value(a)
		}
		x.value(e.Value)
		if out {
			x.out--
		}
	}
}

// byPoint sorts entries as one would count: 0, 1, -1, 2.
func byPoint(a, b smt.Entry) int { return slices.CompareFunc(a.Args, b.Args, compare) }

// form returns the form of the vars that has such values.
func (x *flat) form(p *problem) *form {
	sizes := x.sizes
	f := p.newForm(func(func(int) smt.Bool, func(*smt.Model) int) (int, bool) {
		n := sizes[0]
		sizes = sizes[1:]
		return n, true
	})
	for _, s := range p.vars {
		f.add(s)
	}
	return f
}

// norm is the greatest absolute value, rounded up.
func (x *flat) norm() *big.Int {
	most := new(big.Int)
	for _, v := range x.leaves {
		if q, ok := v.Rat(); ok {
			if k := ceil(q); k.Cmp(most) > 0 {
				most = k
			}
		}
	}
	return most
}

// compare is the order that the package's documentation has.
func (x *flat) compare(y *flat) int {
	for i, n := range x.sizes {
		if n != y.sizes[i] { // until then both have the same shape
			return n - y.sizes[i]
		}
	}
	if c := x.norm().Cmp(y.norm()); c != 0 {
		return c
	}
	for i, v := range x.leaves {
		if c := compare(v, y.leaves[i]); c != 0 {
			return c
		}
	}
	return 0
}

// compare says which scalar is smaller: it has the smaller denominator, or is nearer to 0,
// or positive. It tells no arrays apart.
func compare(v, w smt.Value) int {
	if _, _, isArray := v.Array(); isArray {
		return 0
	}
	if n, ok := v.Element(); ok {
		k, _ := w.Element()
		return n - k
	}
	p, ok := v.Rat()
	if !ok {
		return truth(v) - truth(w)
	}
	q := rat(w)
	if c := p.Denom().Cmp(q.Denom()); c != 0 {
		return c
	}
	if c := p.Num().CmpAbs(q.Num()); c != 0 {
		return c
	}
	return q.Sign() - p.Sign()
}

func truth(v smt.Value) int {
	if v.IsTrue() {
		return 1
	}
	return 0
}
