package quant

import (
	"fmt"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/term"
)

// instance is a quantifier's body with terms for its variables. It is kept
// permanently, as it is often needed again after backtracking.
type instance struct {
	quant   int32
	first   uint32 // its bindings in points
	body    term.Term
	gen     uint16
	depth   uint16
	sent    bool
	live    int32          // number of times it is in the list of live instances
	uses    int32          // number of rounds before which it took part in a conflict
	match   [2]uint32      // the nodes of its match in uses.nodes
	made    [2]theory.Node // the first node that its lemmas made, and the first after them
	place   int32          // in uses.sent
	needed  int32          // number of final checks that have sent it
	while   theory.While   // it stands by: its lemmas are live while this holds; NoLit: it does not
	clauses [][]sat.Lit    // without the quantifier's literal
}

// instance returns the index of the instance that a match stands for.
func (m *Matcher) instance(x *match) int32 {
	q := &m.quants[x.quant]
	n := uint32(len(q.vars))
	i, h := m.lookup(x.quant, m.found.bindings[x.first:x.first+n])
	if i >= 0 {
		return i
	}
	m.subst.Reset()
	first := uint32(len(m.points))
	for k, p := range m.found.bindings[x.first : x.first+n] {
		at := m.representative(p)
		m.subst.Bind(q.vars[k], m.termOf(at))
		m.points = append(m.points, at)
	}
	m.insts = append(m.insts, instance{quant: x.quant, first: first, body: m.subst.Apply(q.body), gen: x.gen,
		depth: x.depth})
	i = int32(len(m.insts) - 1)
	m.itable[h] = append(m.itable[h], i)
	return i
}

// lookup returns the instance for some bindings if it exists, else -1 and its hash.
func (m *Matcher) lookup(quant int32, bindings []theory.Point) (int32, uint64) {
	n := uint32(len(bindings))
	first := uint32(len(m.points))
	h := uint64(quant) * 0x9e3779b97f4a7c15
	for _, p := range bindings {
		at := m.representative(p)
		m.points = append(m.points, at)
		h = (h ^ h>>31 ^ uint64(at.Node)) * 0xbf58476d1ce4e5b9
		h = (h ^ uint64(at.Off)) * 0x94d049bb133111eb
	}
	defer func() { m.points = m.points[:first] }()
	for _, i := range m.itable[h] {
		if o := &m.insts[i]; o.quant == quant && m.samePoints(o.first, first, n) {
			return i, h
		}
	}
	return -1, h
}

func (m *Matcher) samePoints(a, b, n uint32) bool {
	for i := range n {
		if m.points[a+i] != m.points[b+i] {
			return false
		}
	}
	return true
}

// representative returns the node (and offset) whose term stands for a point:
// the value if it has one, else the node that was matched, unless its class
// has one of a smaller generation.
func (m *Matcher) representative(p theory.Point) theory.Point {
	if c, ok := m.host.Const(p); ok {
		return theory.Point{Node: theory.Zero, Off: c}
	}
	for _, v := range [2]theory.Node{theory.True, theory.False} {
		if m.host.Root(p.Node) == m.host.Root(v) {
			return theory.Point{Node: v}
		}
	}
	best := p.Node
	if m.gens[best] > 0 {
		for n := m.host.Next(p.Node); n != p.Node; n = m.host.Next(n) {
			if m.host.Term(n) != 0 && m.host.IsRelevant(n) && m.less(n, best) {
				best = n
			}
		}
	}
	return theory.Point{Node: best, Off: m.host.Offset(p.Node) + p.Off - m.host.Offset(best)}
}

// termOf returns the term of a point that representative gave.
func (m *Matcher) termOf(p theory.Point) term.Term {
	switch p.Node {
	case theory.Zero:
		return m.st.Int(p.Off)
	case theory.True, theory.False:
		return m.st.Bool(p.Node == theory.True)
	}
	t := m.host.Term(p.Node)
	if p.Off != 0 {
		t = m.host.Maker().Add(t, m.st.Int(p.Off))
	}
	return t
}

func (m *Matcher) less(a, b theory.Node) bool {
	if m.gens[a] != m.gens[b] {
		return m.gens[a] < m.gens[b]
	}
	return a < b
}

// sendInstance sends the lemmas of an instance that a final check has found, in a match
// with these nodes.
func (m *Matcher) sendInstance(i int32, nodes []theory.Node) {
	in := &m.insts[i]
	q := &m.quants[in.quant]
	if !in.sent {
		in.sent = true
		q.instances++
		m.stats.sent++
		m.making, m.makingDepth = m.made(q, in.gen), in.depth+1
		first := theory.Node(m.host.NumNodes())
		clauses := m.clauses(in.body)
		m.making, m.makingDepth = 0, 0
		m.insts[i].clauses = clauses
		m.noteSent(i, nodes, first)
	} else {
		m.stats.resent++
	}
	m.live = append(m.live, i)
	in = &m.insts[i]
	in.live++
	if in.needed++; in.needed >= useful && len(m.waiting) < maxLive {
		if in.while.Lit == sat.NoLit {
			m.waiting = append(m.waiting, i)
		}
		in.while = m.condition(q.lit, nodes)
	}
	m.host.Count(uint32(i) + 1)
	for k, c := range in.clauses {
		lits, cert := append([]sat.Lit{q.lit.Not()}, c...), m.certificate(i, k)
		if in.while.Lit != sat.NoLit {
			m.host.LemmaWhile(lits, sat.NoLit, instanceLemma, cert, in.while)
		} else {
			m.host.Lemma(lits, instanceLemma, cert)
		}
	}
	m.host.Count(0)
}

// certificate returns the certificate of the k-th clause of instance i; nil if none
// are requested.
func (m *Matcher) certificate(i int32, k int) *cert.Certificate {
	c := m.host.NewCertificate()
	if c == nil {
		return nil
	}
	in := &m.insts[i]
	q := &m.quants[in.quant]
	args := []term.Term{q.t}
	for k, p := range m.points[in.first : in.first+uint32(len(q.vars))] {
		t := m.termOf(p)
		if q.moved != nil {
			t = m.value(q.moved[k], t)
		}
		args = append(args, t)
	}
	clause := []cert.Literal{{T: q.t, Neg: true}}
	for _, d := range m.st.Parts(nil, term.OpOr, m.st.Parts(nil, term.OpAnd, in.body)[k]) {
		if m.st.Op(d) != term.OpFalse {
			clause = append(clause, cert.Literal{T: d})
		}
	}
	c.Axiom(cert.Instance, clause, args...)
	return c
}

// clauses takes the conjunctions and disjunctions at the top of a formula
// apart, so that the lemmas need no gates for them.
func (m *Matcher) clauses(body term.Term) [][]sat.Lit {
	var out [][]sat.Lit
	for _, t := range m.st.Parts(nil, term.OpAnd, body) {
		var c []sat.Lit
		for _, d := range m.st.Parts(nil, term.OpOr, t) {
			if m.st.Op(d) != term.OpFalse {
				c = append(c, m.host.Lit(d))
			}
		}
		out = append(out, c)
	}
	return out
}

// Instance returns the instance of universal quantifier q for the given terms, one
// for each variable, as a valid formula: (or (not q) body).
func Instance(st *term.Store, mk theory.Maker, q term.Term, args []term.Term) (term.Term, error) {
	if st.Op(q) != term.OpForall {
		return 0, fmt.Errorf("instance of %v, which is not a universal quantifier", st.Op(q))
	}
	quant := st.Quant(q)
	if len(args) != len(quant.Vars) {
		return 0, fmt.Errorf("instance of a quantifier over %d variables with %d terms", len(quant.Vars), len(args))
	}
	u := term.NewSubst(st, mk)
	for i, v := range quant.Vars {
		if st.Sort(v) != st.Sort(args[i]) {
			return 0, fmt.Errorf("instance of a quantifier: term %d has sort %s, want %s", i, st.SortString(st.Sort(args[i])),
				st.SortString(st.Sort(v)))
		}
		u.Bind(v, args[i])
	}
	return mk.Or(st.Not(q), u.Apply(quant.Body)), nil
}
