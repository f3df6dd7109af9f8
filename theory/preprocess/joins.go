package preprocess

import (
	"slices"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/term"
)

const (
	joinDepth = 12  // how deep joins looks into an assertion
	joinWork  = 256 // how many of its formulas it looks at

	guardedArgs  = 4 // of clauses whose cases a guard separates, and assumptions on which these depend
	joinElements = 2 // of maps of numbers, about which equations of maps say something
)

// joins adds what holds in every case of an asserted disjunction, as at the end of a
// diamond: equalities ("x = y and y = z, or x = w and w = z": it is x = z) and bounds of
// differences, of elements of maps, too. Otherwise the search finds them out case by case,
// and in chains of diamonds way by way. Bounds of single numbers are not added, nor what
// disjunctions of comparisons say: one step of the search finds these.
func (p *Pipeline) joins() int {
	if p.joined {
		return 0
	}
	p.joined = true
	facts := p.common()
	for _, f := range facts {
		p.assert(p.whole(f))
	}
	return len(facts)
}

// Fact is a formula that holds in each of some cases, of which one holds, under assumptions.
type Fact struct {
	Formula term.Term
	Cases   []term.Term
	Under   []term.Term

	condition term.Term // or 0: the cases are this and its negation
}

// Facts returns what joins adds to formulas that hold in the innermost scope; see Assert for asked. It is for a caller
// that asserts these formulas as they are, and takes no other result of the pipeline.
func (p *Pipeline) Facts(formulas, asked []term.Term, lim *limit.Limit) []Fact {
	p.begin(formulas, asked, lim)
	p.flatten()
	facts := p.common()
	for i, f := range facts {
		if f.condition != 0 {
			facts[i].Cases = []term.Term{f.condition, p.st.Not(f.condition)}
		}
	}
	p.handOn()
	return facts
}

// common returns what holds in every case of formulas of the batch, each fact once.
func (p *Pipeline) common() []Fact {
	m := meeter{Pipeline: p}
	m.unfold()
	choices := m.choices()
	p.set.Clear()
	for _, a := range p.batch {
		p.set.Add(a.t)
	}
	for _, f := range m.formulas {
		if p.isChoice(f.t) {
			m.of = Fact{Cases: m.cases(f.t), Under: f.under}
			m.meetCases(f.t)
		}
	}
	for _, f := range m.guarded() {
		m.of = Fact{condition: f.atom, Under: f.under}
		m.meetCases(f.t)
	}
	for _, t := range choices {
		m.of = Fact{condition: p.st.Arg(t, 0)}
		m.bound(t)
	}
	return m.facts
}

// isChoice reports whether one of a formula's cases holds.
func (p *Pipeline) isChoice(f term.Term) bool {
	return p.st.Op(f) == term.OpOr || p.st.Op(f) == term.OpIte
}

// formula is a formula of the batch that holds under assumptions.
type formula struct {
	t     term.Term
	under []term.Term
	atom  term.Term // of guarded
}

// unfold lists the formulas of the batch, those that are disjunctions with the negation of an assumption without that.
func (m *meeter) unfold() {
	st := m.st
	var asked term.Set
	for _, t := range m.asked {
		asked.Add(t)
	}
	for _, a := range m.batch {
		f := formula{t: a.t}
		if st.Op(f.t) == term.OpOr && len(m.asked) > 0 {
			for i, t := range st.Args(f.t) {
				if st.Op(t) == term.OpNot && asked.Has(st.Arg(t, 0)) {
					f.under = []term.Term{st.Arg(t, 0)}
					f.t = m.rw.Or(slices.Delete(slices.Clone(st.Args(f.t)), i, i+1)...)
					break
				}
			}
		}
		for todo := []term.Term{f.t}; len(todo) > 0; {
			if f.t, todo = todo[0], todo[1:]; st.Op(f.t) == term.OpAnd {
				todo = append(slices.Clone(st.Args(f.t)), todo...)
			} else {
				m.formulas = append(m.formulas, f)
			}
		}
	}
}

// meetCases adds what holds in every case of f, which is implied.
func (m *meeter) meetCases(f term.Term) {
	if m.limit.Stopped() {
		return
	}
	m.left = joinWork
	for _, q := range m.partition(f) {
		if q.root != q.t {
			m.add(m.rw.Eq(q.root, q.t))
		}
	}
	if m.flat(f) {
		return
	}
	m.left = joinWork
	m.at = m.written(f)
	common := m.gaps(f, 0)
	gs := slices.DeleteFunc(bare(paired(common)), func(g gap) bool { return g.x == 0 || g.y == 0 })
	for _, g := range gs[:min(len(gs), manyGaps)] {
		if e, ok := m.formula(g); ok {
			m.add(e)
		}
	}
	for _, s := range m.sums(f, common) {
		m.add(m.sumFormula(s))
	}
}

// flat reports whether all cases of a disjunction are literals and none is an equation of numbers or maps. One step of
// the search finds out as much of such a case as a fact says.
func (m *meeter) flat(f term.Term) bool {
	return !slices.ContainsFunc(m.cases(f), func(c term.Term) bool {
		switch m.st.Op(c) {
		case term.OpAnd, term.OpOr, term.OpIte:
			return true
		case term.OpEq:
			return m.st.Sort(m.st.Arg(c, 0)).IsNumber() || m.isMap(c)
		}
		return false
	})
}

// cases returns the formulas of which a disjunction, or an if-then-else, says that one holds.
func (m *meeter) cases(f term.Term) []term.Term {
	if m.st.Op(f) == term.OpIte {
		return m.st.Args(f)[1:]
	}
	return m.st.Args(f)
}

// isMap reports whether a formula is an equation of maps to numbers.
func (m *meeter) isMap(f term.Term) bool {
	sort := m.st.Sort(m.st.Arg(f, 0))
	if !m.st.IsArray(sort) {
		return false
	}
	_, element := m.st.ArraySorts(sort)
	return element.IsNumber()
}

// add adds a fact, which holds in the cases at hand.
func (m *meeter) add(e term.Term) {
	f := m.of
	f.Formula = e
	if m.set.Add(m.whole(f)) {
		m.facts = append(m.facts, f)
	}
}

// whole returns what a fact says with its assumptions.
func (p *Pipeline) whole(f Fact) term.Term {
	t := f.Formula
	for _, a := range f.Under {
		t = p.rw.Or(p.st.Not(a), t)
	}
	return t
}

// guarded returns the disjunctions of two cases that follow from clauses with an atom
// and clauses with its negation: of "not p or A" and "p or B" it is "A or B".
func (m *meeter) guarded() []formula {
	st := m.st
	type sides struct {
		of    [2][]term.Term
		under []term.Term
	}
	var atoms []term.Term
	cases := map[term.Term]*sides{} // never ranged over
	for _, f := range m.formulas {
		if st.Op(f.t) != term.OpOr || st.NumArgs(f.t) > guardedArgs {
			continue
		}
		for i, g := range st.Args(f.t) {
			sign, p := 0, st.Atom(g)
			if p != g {
				sign = 1
			}
			if !isLiteral(st, p) {
				continue
			}
			others := slices.Delete(slices.Clone(st.Args(f.t)), i, i+1)
			if slices.ContainsFunc(others, func(t term.Term) bool { return isLiteral(st, t) }) {
				continue // nothing follows from such a case
			}
			rest := m.rw.Or(others...)
			c := cases[p]
			if c == nil {
				c = new(sides)
				cases[p] = c
				atoms = append(atoms, p)
			}
			c.of[sign], c.under = append(c.of[sign], rest), append(c.under, f.under...)
		}
	}
	var out []formula
	for _, p := range atoms {
		if c := cases[p]; len(c.of[0]) > 0 && len(c.of[1]) > 0 && len(c.under) <= guardedArgs {
			out = append(out, formula{st.Or(m.rw.And(c.of[0]...), m.rw.And(c.of[1]...)), c.under, p})
		}
	}
	return out
}

// isLiteral reports whether t is an atom that is no equality and no comparison, or the
// negation of one: no gap and no equality follows from it.
func isLiteral(st *term.Store, t term.Term) bool {
	t = st.Atom(t)
	return st.NumArgs(t) == 0 || st.Op(t) == term.OpApp
}

// meeter finds the equalities that follow from formulas.
type meeter struct {
	*Pipeline
	formulas []formula   // of the batch
	left     int         // formulas that may still be looked at
	at       []term.Term // indices at which maps of the formula are written
	of       Fact        // the cases at hand, without a formula
	facts    []Fact      // found so far
}

// written returns the first indices at which the maps in equations of f are written, case by case.
func (m *meeter) written(f term.Term) (at []term.Term) {
	st := m.st
	for _, c := range m.cases(f) {
		if st.Op(c) != term.OpEq || !m.isMap(c) {
			continue
		}
		for _, t := range st.Args(c) {
			for ; st.Op(t) == term.OpStore && len(at) < joinElements; t = st.Arg(t, 0) {
				if i := st.Arg(t, 1); !slices.Contains(at, i) {
					at = append(at, i)
				}
			}
		}
	}
	return at
}

// member says that t is equal to root, the least term of its class.
type member struct{ t, root term.Term }

// domain is a kind of facts: what a literal says, what follows from some together, and what from each of two lists.
// Lists are in order.
type domain[E any] struct {
	literal func(f term.Term) []E
	closed  func([]E) []E
	common  func(a, b []E) []E
}

// follow returns the facts that follow from f.
func follow[E any](m *meeter, d *domain[E], f term.Term, depth int) []E {
	if m.left--; m.left < 0 || depth > joinDepth {
		return nil
	}
	switch args := m.st.Args(f); m.st.Op(f) {
	case term.OpAnd:
		var all []E
		for _, g := range args {
			all = append(all, follow(m, d, g, depth+1)...)
		}
		return d.closed(all)
	case term.OpOr, term.OpIte:
		return meet(m, d, m.cases(f), depth)
	}
	return d.literal(f)
}

// meet returns the facts that follow from each of the formulas.
func meet[E any](m *meeter, d *domain[E], fs []term.Term, depth int) []E {
	var all []E
	for i, f := range fs {
		part := follow(m, d, f, depth+1)
		if i > 0 {
			part = d.common(all, part)
		}
		if all = part; len(all) == 0 {
			return nil
		}
	}
	return all
}

// partition returns the terms of which f implies that they are equal to others.
func (m *meeter) partition(f term.Term) []member {
	return follow(m, &domain[member]{m.literalMembers, closed, common}, f, 0)
}

// literalMembers returns what an equation says.
func (m *meeter) literalMembers(f term.Term) []member {
	if m.st.Op(f) != term.OpEq {
		return nil
	}
	a, b := m.st.Arg(f, 0), m.st.Arg(f, 1)
	if m.st.Sort(a) == term.Bool || a == b {
		return nil
	}
	return []member{{min(a, b), min(a, b)}, {max(a, b), min(a, b)}}
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
