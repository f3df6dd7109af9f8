package preprocess

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
)

const (
	joinDepth = 12  // how deep joins looks into an assertion
	joinWork  = 256 // how many of its formulas it looks at
)

// joins adds the equalities that hold in every case of an asserted disjunction, as at the end
// of a diamond: in "x = y and y = z, or x = w and w = z" it is x = z. Otherwise the
// search finds them out case by case.
func (p *Pipeline) joins() int {
	if p.joined {
		return 0
	}
	p.joined = true
	m := meeter{Pipeline: p}
	p.set.clear(p.st)
	for _, a := range p.batch {
		p.set.add(a.t)
	}
	added := 0
	for _, a := range p.batch { // not those added
		if p.limit.Stopped() {
			break
		}
		if op := p.st.Op(a.t); op != term.OpOr && op != term.OpIte {
			continue
		}
		m.left = joinWork
		for _, q := range m.partition(a.t, 0) {
			e := p.rw.Eq(q.root, q.t)
			if q.root != q.t && p.set.add(e) {
				p.batch = append(p.batch, assertion{t: e})
				added++
			}
		}
	}
	return added
}

// meeter finds the equalities that follow from formulas.
type meeter struct {
	*Pipeline
	left int // formulas that may still be looked at
}

// member says that t is equal to root, the least term of its class.
type member struct{ t, root term.Term }

// partition returns the terms of which f implies that they are equal to others, in order.
func (m *meeter) partition(f term.Term, depth int) []member {
	st := m.st
	if m.left--; m.left < 0 || depth > joinDepth {
		return nil
	}
	switch st.Op(f) {
	case term.OpEq:
		a, b := st.Arg(f, 0), st.Arg(f, 1)
		if st.Sort(a) == term.Bool || a == b {
			return nil
		}
		return []member{{min(a, b), min(a, b)}, {max(a, b), min(a, b)}}
	case term.OpAnd:
		var all []member
		for _, g := range st.Args(f) {
			all = append(all, m.partition(g, depth+1)...)
		}
		return closed(all)
	case term.OpOr:
		return m.meet(st.Args(f), depth)
	case term.OpIte:
		return m.meet(st.Args(f)[1:], depth)
	}
	return nil
}

// meet returns the equalities that follow from each of the formulas.
func (m *meeter) meet(fs []term.Term, depth int) []member {
	var all []member
	for i, f := range fs {
		part := m.partition(f, depth+1)
		if i > 0 {
			part = common(all, part)
		}
		if all = part; len(all) == 0 {
			return nil
		}
	}
	return all
}

// closed makes a partition of equalities between terms and others.
func closed(all []member) []member {
	if len(all) == 0 {
		return nil
	}
	up := make(map[term.Term]term.Term, len(all)) // never ranged over
	find := func(t term.Term) term.Term {
		for {
			u, ok := up[t]
			if !ok || u == t {
				return t
			}
			t = u
		}
	}
	for _, q := range all {
		a, b := find(q.t), find(q.root)
		up[max(a, b)] = min(a, b)
	}
	out := make([]member, 0, len(all))
	for _, q := range all {
		out = append(out, member{q.t, find(q.t)})
	}
	slices.SortFunc(out, func(a, b member) int { return int(a.t) - int(b.t) })
	return slices.Compact(out)
}

// common returns the partition of the terms that are in one class in both a and b.
func common(a, b []member) []member {
	least := make(map[[2]term.Term]term.Term, len(a)) // by classes: their first term; never ranged over
	size := make(map[term.Term]int, len(a))           // by such a term
	var out []member
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch p, q := a[i], b[j]; {
		case p.t < q.t:
			i++
		case p.t > q.t:
			j++
		default:
			k := [2]term.Term{p.root, q.root}
			root, ok := least[k]
			if !ok {
				root = p.t
				least[k] = root
			}
			size[root]++
			out = append(out, member{p.t, root})
			i, j = i+1, j+1
		}
	}
	return slices.DeleteFunc(out, func(q member) bool { return size[q.root] == 1 })
}
