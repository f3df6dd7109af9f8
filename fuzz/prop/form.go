package prop

import (
	"math/big"
	"slices"

	"github.com/muster-smt/muster/theory/smt"
)

// form reduces arrays and functions to scalars: it states that each is a table with at
// most a given number of entries, whose arguments and values are fresh constants (places).
// It does the same for tables in tables.
type form struct {
	p *problem
	// size chooses the number of entries of a table; with false it remains as it is.
	// says(n) states that it has at most n entries; count returns their number in a model.
	size   func(says func(n int) smt.Bool, count func(*smt.Model) int) (int, bool)
	taken  map[smt.AnySort]int // number of places used, by sort
	says   []smt.Bool
	leaves []smt.Term        // scalars in order: else first, then row by row
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
	// The rows use the first free places, which are taken once the size is known.
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
	said := map[int]smt.Bool{} // built again, a quantifier would be a different one
	says := func(n int) smt.Bool {
		if f, ok := said[n]; ok {
			return f
		}
		rows, otherwise := table(n)
		f := x.p.is(s, rows, otherwise)
		if !s.t.IsZero() && x.p.isBool(params[0]) { // its value at false is Else; see smt.Value.Array
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

// flat has the values of the scalars of a form, in the order of its leaves, and the
// number of entries of each of its tables.
type flat struct {
	sizes  []int
	leaves []smt.Value
	// Entries with numbers from from to to-1 are left out.
	from, to int
	entry    int // the number of the next entry
	out      int // the number of enclosing entries that are left out
}

// flatten returns the values of the vars in a model, without the entries with numbers
// from from to to-1.
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

// byPoint orders entries by their arguments: 0, 1, -1, 2 ...
func byPoint(a, b smt.Entry) int { return slices.CompareFunc(a.Args, b.Args, compare) }

// form returns the form of the vars with tables of these sizes.
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
		if q, ok := ratio(v); ok {
			if k := ceil(q); k.Cmp(most) > 0 {
				most = k
			}
		}
	}
	return most
}

// compare is the order of the package's documentation.
func (x *flat) compare(y *flat) int {
	for i, n := range x.sizes {
		if n != y.sizes[i] { // before i the shapes are equal
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

// compare orders scalars: numbers by denominator, then by distance from 0, then positive
// before negative. All arrays are equal.
func compare(v, w smt.Value) int {
	if _, _, isArray := v.Array(); isArray {
		return 0
	}
	if n, ok := v.Element(); ok {
		k, _ := w.Element()
		return n - k
	}
	p, ok := ratio(v)
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
