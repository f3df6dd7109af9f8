package preprocess

import (
	"slices"

	"github.com/muster-smt/muster/lia/simplex"
	"github.com/muster-smt/muster/theory/linear"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

const (
	relaxPivots = 2000    // of one run
	relaxWork   = 1 << 22 // pivots times monomials
	mostCliques = 200     // added as rows
)

// relax refutes a batch by its relaxation over the rationals, where rows over integers
// between 0 and 1 say how many of some literals hold. Literals that exclude each other in pairs
// are cliques: at most one of all holds, which is much stronger. So the pigeonhole principle needs no
// search, which clauses and pairs do.
func (p *Pipeline) relax() int {
	if p.relaxed {
		return 0
	}
	p.relaxed = true
	c := counter{
		bounder: bounder{Pipeline: p, of: map[term.Term]interval{}},
		tab:     simplex.New(), column: map[term.Term]simplex.Var{},
	}
	c.collect()
	if c.wrong || !c.read() {
		return c.refuted(0)
	}
	p.mixed = c.conditional()
	c.cliques()
	if c.wrong = c.useful && c.solve(); c.wrong || !p.mixed {
		return c.refuted(0)
	}
	for _, t := range c.found {
		p.stated[t] = true
		p.assert(t)
	}
	return len(c.found)
}

// conditional reports whether there are sums of literals in comparisons that are not asserted
// themselves: then the search has to combine these with what is asserted about
// literals, for which rows are stronger than clauses.
func (c *counter) conditional() bool {
	for i, a := range c.batch {
		if !c.source[i] {
			c.met.Push(a.t)
		}
	}
	found := false
	c.walk(func(t term.Term) {
		if c.st.Op(t) == term.OpAdd && c.st.Sort(t) == term.Int && !found {
			n := 0
			for _, m := range linear.Of(c.st, t).Monomials {
				if v, ok := c.column[m.Term]; ok && c.binary[v] {
					n++
				}
			}
			found = n > 1
		}
	})
	return found
}

// literal is twice a column, plus 1 if it is negated.
type literal int32

// counter is one run of the pass. Its columns are what rows are sums of; where
// an if-then-else is 0 or 1, its condition.
type counter struct {
	bounder
	tab    *simplex.Tableau
	column map[term.Term]simplex.Var // never ranged over
	binary []bool                    // by column: 0 or 1
	terms  []term.Term               // by column
	apart  graph                     // of literals that exclude each other
	found  []term.Term               // the rows of cliques of more than two literals
	size   int                       // monomials in the tableau
	stated []statement
	useful bool // something is stronger than the clauses or the rows
}

// statement is lo <= sum <= hi.
type statement struct {
	ms []simplex.Monomial
	interval
}

// read reads rows and clauses; it reports whether there are rows over integers
// between 0 and 1.
func (c *counter) read() bool {
	for _, r := range slices.Concat(c.rows, c.long) {
		c.readRow(r)
	}
	if !slices.Contains(c.binary, true) {
		return false
	}
	for _, a := range c.batch {
		if c.st.Op(a.t) != term.OpOr {
			continue
		}
		if lits, ok := c.literals(a.t); ok {
			if len(lits) == 2 {
				c.apart.connect(int32(lits[0]^1), int32(lits[1]^1))
			} else {
				c.atLeastOne(lits)
			}
		}
	}
	return true
}

// readRow reads a row. A row that at most one of some literals holds gives pairs.
func (c *counter) readRow(r row) {
	s := statement{interval: r.interval}
	lits := make([]literal, 0, len(r.ms))
	counts := true // all coefficients are 1 or -1, all columns 0 or 1
	most, least := r.hi, r.lo
	one := num.RatFromInt64(1)
	for _, m := range r.ms {
		l := c.columnOf(m.Term)
		k := m.Coeff
		if l&1 != 0 { // k(1-x)
			s.lo, s.hi = s.lo.Sub(k), s.hi.Sub(k)
			k = k.Neg()
		}
		s.ms = append(s.ms, simplex.Monomial{V: simplex.Var(l >> 1), C: k})
		counts = counts && m.Coeff.Abs().IsOne() && c.binary[l>>1]
		if m.Coeff.Sign() < 0 { // -l is (not l) - 1
			l ^= 1
			most, least = most.Add(one), least.Add(one)
		}
		lits = append(lits, l)
	}
	n := num.RatFromInt64(int64(len(lits)))
	pair := counts && len(lits) == 2 && r.hasHi != r.hasLo && (r.hasHi && most.IsOne() || r.hasLo && least.IsOne())
	if !pair { // cliques state it
		c.state(s)
	}
	if !counts {
		return
	}
	if r.hasHi && most.IsOne() {
		c.excludeAll(lits)
	}
	if r.hasLo && n.Sub(least).IsOne() {
		for i := range lits {
			lits[i] ^= 1
		}
		c.excludeAll(lits)
	}
	c.useful = c.useful || len(lits) > 2
}

// state adds a statement.
func (c *counter) state(s statement) {
	c.size += len(s.ms)
	c.stated = append(c.stated, s)
}

// columnOf returns the column of a summand as a literal.
func (c *counter) columnOf(t term.Term) literal {
	negated := literal(0)
	in := c.interval(t)
	binary := c.st.Sort(t) == term.Int && in.hasLo && in.hasHi && in.lo.IsZero() && in.hi.IsOne()
	if cond, ok := c.choice(t); ok {
		binary = true
		if t = c.st.Atom(cond); t != cond {
			negated = 1
		}
	}
	v, ok := c.column[t]
	if !ok {
		v = c.tab.NewVar(binary || c.st.Sort(t) == term.Int)
		c.column[t] = v
		c.terms = append(c.terms, t)
		c.binary = append(c.binary, binary)
		one := num.RatFromInt64(1)
		if c.st.Sort(t) == term.Bool {
			in = interval{num.Rat{}, one, true, true}
		}
		if in.hasLo {
			c.tab.AssertLower(v, in.lo, false, 0)
		}
		if in.hasHi {
			c.wrong = !c.tab.AssertUpper(v, in.hi, false, 0) || c.wrong
		}
	}
	return literal(v)<<1 | negated
}

// choice returns the condition under which an if-then-else of 0 and 1 is 1.
func (c *counter) choice(t term.Term) (cond term.Term, ok bool) {
	if c.st.Op(t) != term.OpIte || c.st.Sort(t) != term.Int {
		return 0, false
	}
	a, ok1 := c.st.NumeralValue(c.st.Arg(t, 1))
	b, ok2 := c.st.NumeralValue(c.st.Arg(t, 2))
	switch {
	case !ok1 || !ok2:
		return 0, false
	case a.IsOne() && b.IsZero():
		return c.st.Arg(t, 0), true
	case a.IsZero() && b.IsOne():
		return c.st.Not(c.st.Arg(t, 0)), true
	}
	return 0, false
}

// literals returns the disjuncts of a clause over columns that are 0 or 1.
func (c *counter) literals(clause term.Term) (lits []literal, ok bool) {
	for _, t := range c.st.Args(clause) {
		l, ok := c.literal(t)
		if !ok {
			return nil, false
		}
		lits = append(lits, l)
	}
	return lits, true
}

// literal returns the literal that a formula is: the condition of a choice, or a
// comparison that one of the values 0 and 1 of an integer satisfies.
func (c *counter) literal(t term.Term) (l literal, ok bool) {
	st := c.st
	if st.Op(t) == term.OpNot {
		l, t = 1, st.Arg(t, 0)
	}
	if v, ok := c.column[t]; ok {
		return literal(v)<<1 | l, c.binary[v]
	}
	if op := st.Op(t); op != term.OpLe && op != term.OpEq {
		return 0, false
	}
	x, k, right, ok := c.bounded(t)
	v, known := c.column[x]
	if !ok || !known || !c.binary[v] {
		return 0, false
	}
	holds := func(at int64) bool {
		d := num.RatFromInt64(at).Cmp(k)
		return d == 0 || st.Op(t) == term.OpLe && right == (d < 0)
	}
	if holds(0) == holds(1) {
		return 0, false
	}
	if holds(0) {
		l ^= 1
	}
	return literal(v)<<1 | l, true
}

// atLeastOne states that one of the literals holds.
func (c *counter) atLeastOne(lits []literal) {
	s := c.sumOf(lits)
	s.lo, s.hasLo = s.lo.Add(num.RatFromInt64(1)), true
	c.state(s)
}

// sumOf returns the sum of literals without their constant, which is minus lo and minus hi.
func (c *counter) sumOf(lits []literal) statement {
	var s statement
	one := num.RatFromInt64(1)
	for _, l := range lits {
		k := one
		if l&1 != 0 {
			k = one.Neg()
			s.lo, s.hi = s.lo.Sub(one), s.hi.Sub(one)
		}
		s.ms = append(s.ms, simplex.Monomial{V: simplex.Var(l >> 1), C: k})
	}
	return s
}

// excludeAll notes that at most one of the literals holds.
func (c *counter) excludeAll(lits []literal) {
	if len(lits) > maxPairs {
		return
	}
	for i, l := range lits {
		for _, m := range lits[:i] {
			c.apart.connect(int32(l), int32(m))
		}
	}
}

// cliques states that at most one literal of each clique holds.
func (c *counter) cliques() {
	c.apart.cliques(func(clique []int32) bool {
		c.useful = c.useful || len(clique) > 2
		lits := make([]literal, len(clique))
		for i, l := range clique {
			lits[i] = literal(l)
		}
		s := c.sumOf(lits)
		s.hi, s.hasHi = s.hi.Add(num.RatFromInt64(1)), true
		c.state(s)
		if c.mixed && len(lits) > 2 && len(c.found) < mostCliques {
			c.found = append(c.found, c.termOf(s))
		}
		return !c.limit.Stopped()
	})
}

// termOf returns a statement with an upper bound as a term.
func (c *counter) termOf(s statement) term.Term {
	terms := make([]term.Term, len(s.ms))
	for i, m := range s.ms {
		t := c.terms[m.V]
		if c.st.Sort(t) == term.Bool {
			t = c.rw.Ite(t, c.rw.Int(1), c.rw.Int(0))
		}
		terms[i] = c.rw.Mul(c.rw.Numeral(m.C.Num()), t)
	}
	return c.rw.Le(c.rw.Add(terms...), c.rw.Numeral(s.hi.Num()))
}

// solve reports whether the statements have no solution over the rationals, as far as the
// budget goes.
func (c *counter) solve() bool {
	left := min(relaxPivots, relaxWork/(c.size+1))
	for _, s := range c.stated {
		v := c.tab.NewRow(s.ms)
		if s.hasLo && !c.tab.AssertLower(v, s.lo, false, 0) || s.hasHi && !c.tab.AssertUpper(v, s.hi, false, 0) {
			return true
		}
	}
	return c.tab.Check(func(n int64) bool {
		left -= int(n)
		return left > 0 && !c.limit.Stopped()
	}) == simplex.Infeasible
}
