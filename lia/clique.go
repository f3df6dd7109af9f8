package lia

import (
	"cmp"
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

const (
	cliquesAtOnce = 16
	largestClique = 64
	largestLocal  = 12      // of a clique by bounds of higher levels, which are premises of the cut
	mostExclusive = 1 << 14 // sums that cliques are looked for in
)

// A search that contradicts its rows early has no final checks; then cliques are looked for
// after some conflicts.
const (
	cliquePeriod = 64
	rarestClique = 1 << 14
)

// cliqueTime says when to look for cliques before the final check: at so many conflicts.
type cliqueTime struct{ at, pause int64 }

// cutEarly looks for cliques that are violated if it is time to.
func (t *tableau) cutEarly() {
	if t.dirty || t.conflicting || t.stats.conflicts < t.early.at {
		return
	}
	t.early.at = t.stats.conflicts + 1 // most propagations cost nothing
	if _, _, fractional := t.fractional(); !fractional {
		return
	}
	if t.cutCliques() {
		t.early = cliqueTime{at: t.stats.conflicts}
		return
	}
	t.early.pause = min(max(cliquePeriod, 2*t.early.pause), rarestClique)
	t.early.at = t.stats.conflicts + t.early.pause
}

// choice is an integer that is 0 or 1, as is, or 1 less it.
type choice struct {
	node    theory.Node
	negated bool
}

func compareChoices(a, b choice) int {
	if c := cmp.Compare(a.node, b.node); c != 0 || a.negated == b.negated {
		return c
	}
	if b.negated {
		return -1
	}
	return 1
}

// exclusion says that at most one of two choices is 1, by the literal why.
type exclusion struct {
	choice
	why   sat.Lit
	at    int  // the place of why in asserted
	local bool // it was asserted above level 1; below are scopes
}

// exclusions has, for each choice, those that exclude it, in order.
type exclusions map[choice][]exclusion // never ranged over

// place returns where the exclusion of b by a is, or is to be.
func (g exclusions) place(a, b choice) (k int, found bool) {
	return slices.BinarySearchFunc(g[a], b, func(e exclusion, b choice) int { return compareChoices(e.choice, b) })
}

func (g exclusions) between(a, b choice) (e exclusion, ok bool) {
	k, found := g.place(a, b)
	if !found {
		return e, false
	}
	return g[a][k], true
}

func (g exclusions) add(a, b choice, e exclusion) {
	for range 2 {
		e.choice = b
		if k, found := g.place(a, b); !found {
			g[a] = slices.Insert(g[a], k, e)
		}
		a, b = b, a
	}
}

// all reports whether b excludes all of a clique, and whether some bound of a higher level
// says so.
func (g exclusions) all(clique []choice, b choice) (local, ok bool) {
	for _, a := range clique {
		e, ok := g.between(a, b)
		if !ok {
			return false, false
		}
		local = local || e.local
	}
	return local, true
}

// cutCliques sends inequalities that the solution of the tableau violates: at most one of
// some choices is 1 if that is so for each two of them.
func (t *tableau) cutCliques() bool {
	g, order := t.exclusive()
	if len(order) < 3 {
		return false
	}
	value := map[choice]num.Rat{} // never ranged over
	one := num.RatFromInt64(1)
	for _, a := range order {
		v := t.fromTableau(a.node, t.tab.Value(t.columns[a.node].v).R)
		if a.negated {
			v = one.Sub(v)
		}
		value[a] = v
	}
	slices.SortStableFunc(order, func(a, b choice) int { return value[b].Cmp(value[a]) })
	rank := make(map[choice]int, len(order)) // never ranged over
	for i, a := range order {
		rank[a] = i
	}
	done := map[choice]bool{} // never ranged over
	sent := 0
	for _, a := range order {
		if done[a] || value[a].IsZero() || sent == cliquesAtOnce || t.host.Stopped() {
			continue
		}
		others := slices.Clone(g[a])
		slices.SortFunc(others, func(a, b exclusion) int { return cmp.Compare(rank[a.choice], rank[b.choice]) })
		clique, total, largest := []choice{a}, value[a], largestClique
		for _, e := range others {
			if local, ok := g.all(clique, e.choice); ok && (len(clique) < largestLocal || !local && len(clique) < largest) {
				clique, total = append(clique, e.choice), total.Add(value[e.choice])
				if local {
					largest = largestLocal
				}
			}
		}
		if len(clique) < 3 || total.Cmp(one) <= 0 {
			continue
		}
		for _, b := range clique {
			done[b] = true
		}
		t.sendClique(g, clique)
		sent++
	}
	return sent > 0
}

// exclusive returns which choices exclude each other, and these choices.
func (t *tableau) exclusive() (g exclusions, order []choice) {
	g = exclusions{}
	low := t.lowest()
	for i, l := range t.asserted {
		if len(order) > mostExclusive {
			break
		}
		if a := t.atomOfLit(l); a.kind == atomLe {
			if x, y, ok := t.excludes(a, l == a.lit); ok {
				g.add(x, y, exclusion{why: l, at: i, local: i >= low})
				order = append(order, x, y)
			}
		}
	}
	slices.SortFunc(order, compareChoices)
	return g, slices.Compact(order)
}

// excludes returns two choices of which at most one is 1 if a, or its negation, holds.
func (t *tableau) excludes(a *atom, holds bool) (x, y choice, ok bool) {
	n := a.x
	if t.nodes[n].kind != sum || t.terms.NumArgs(t.nodes[n].term) != 2 || !t.nodes[n].active {
		return x, y, false
	}
	var cs [2]choice
	most := a.c // of the sum of both
	if !holds {
		most = -a.c - 1
	}
	for i, m := range t.sumOf(n) {
		lo, loID := t.lower(m.node)
		hi, hiID := t.upper(m.node)
		if m.node == theory.Zero || m.off != 0 || !m.coeff.Abs().IsOne() || loID == 0 || hiID == 0 || lo < 0 || hi > 1 {
			return x, y, false
		}
		cs[i] = choice{m.node, m.coeff.Sign() > 0 != holds}
		if cs[i].negated {
			most++
		}
	}
	return cs[0], cs[1], most == 1
}

// sendClique sends that at most one of the choices is 1, for as long as the newest of its
// premises holds.
func (t *tableau) sendClique(g exclusions, clique []choice) {
	c := t.host.NewCertificate()
	clause := make([]sat.Lit, 0, len(clique)*(len(clique)-1)/2+1)
	last := exclusion{at: -1}
	for i, a := range clique {
		for _, b := range clique[:i] {
			e, _ := g.between(a, b)
			clause = append(clause, e.why.Not())
			if e.at > last.at {
				last = e
			}
		}
	}
	all, most := t.choicesSum(clique)
	cut := t.host.Maker().Le(all, t.terms.Int(most))
	if c != nil {
		t.certifyClique(g, clique, cert.Literal{T: cut, Neg: true}, c)
	}
	t.stats.cliques++
	t.host.LemmaWhile(append(clause, t.host.Lit(cut)), sat.NoLit, byCut, c, theory.While{Lit: last.why})
}

// choicesSum returns the sum of choices without its constant, and what it is at most if at
// most one of them is 1.
func (t *tableau) choicesSum(choices []choice) (all term.Term, most int64) {
	m := t.host.Maker()
	most = 1
	terms := make([]term.Term, len(choices))
	for i, a := range choices {
		terms[i] = t.nodeTerm(a.node)
		if a.negated {
			terms[i] = m.Mul(t.terms.Int(-1), terms[i])
			most--
		}
	}
	return m.Add(terms...), most
}

// certifyClique writes how the pairs contradict the negation of a clique: k-1 times the
// inequality for k choices, and the pairs of each with one more, is k times that for all,
// rounded.
func (t *tableau) certifyClique(g exclusions, clique []choice, negation cert.Literal, c *cert.Certificate) {
	one := num.RatFromInt64(1)
	var last cert.Premise
	for k := 1; k < len(clique); k++ {
		all, most := t.choicesSum(clique[:k+1])
		s := cert.Step{Kind: cert.Combination, Name: assumed + uint64(k), A: all, Upper: true, Val: num.RatFromInt64(most)}
		if k > 1 {
			last.Coeff = num.RatFromInt64(int64(k - 1))
			s.From = append(s.From, last)
		}
		for _, b := range clique[:k] {
			e, _ := g.between(b, clique[k])
			pair := cert.Step{Kind: cert.LiteralBound, Name: stated + uint64(e.why), A: t.termOf(t.atomOfLit(e.why).x)}
			t.literalBound(&pair, e.why)
			c.AddBound(pair)
			s.From = append(s.From, cert.Premise{Bound: pair.Name, Of: pair.A, Upper: pair.Upper, Coeff: one})
		}
		c.AddBound(s)
		last = cert.Premise{Bound: s.Name, Of: all, Upper: true, Coeff: one}
		if k == len(clique)-1 {
			c.AddBound(cert.Step{Kind: cert.LiteralBound, Name: negated, A: all, Val: num.RatFromInt64(most + 1), Lit: negation})
			c.Add(cert.Step{Kind: cert.Contradiction, From: []cert.Premise{last, {Bound: negated, Of: all, Coeff: one}}})
		}
	}
}
