package arrays

import (
	"fmt"
	"slices"
	"strings"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/euf"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
)

// The small domain of the oracle: three constant indices, two elements and two
// arrays. Indices are 0, 1 and 2; arrays have one more, which stands for all
// others. Elements are 0 and 1. An array is a bit mask.
const (
	numInterpretations = 27 * 4 * 256
	cells              = 4
)

// values are what a term is in each interpretation.
type valuesOf [numInterpretations]uint8

// bits are the interpretations in which something holds.
type bits []uint64

func everywhere() bits {
	return slices.Repeat(bits{^uint64(0)}, numInterpretations/64)
}

func (b bits) and(c bits) bits {
	out := make(bits, len(b))
	for i := range b {
		out[i] = b[i] & c[i]
	}
	return out
}

func (b bits) not() bits {
	out := make(bits, len(b))
	for i := range b {
		out[i] = ^b[i]
	}
	return out
}

func (b bits) some() bool { return slices.ContainsFunc(b, func(x uint64) bool { return x != 0 }) }

// plainMaker simplifies no more than it must.
type plainMaker struct{ *store }

type store = term.Store

func (m plainMaker) Terms() *term.Store { return m.store }

func (m plainMaker) Eq(a, b term.Term) term.Term {
	if a == b {
		return m.True()
	}
	return m.store.Eq(min(a, b), max(a, b))
}

func (m plainMaker) Not(a term.Term) term.Term {
	switch m.Op(a) {
	case term.OpTrue:
		return m.False()
	case term.OpFalse:
		return m.True()
	}
	return m.store.Not(a)
}

// world is a small engine without a SAT solver: what is asserted is relevant.
type world struct {
	st     *term.Store
	g      *euf.EGraph
	s      *Solver
	points map[term.Term]theory.Point
	means  map[term.Term]*valuesOf
	lits   map[term.Term]sat.Lit
	atoms  []term.Term // by variable

	terms, arrays, indices, elems []term.Term // those that operations may take

	facts  []sat.Lit
	rel    map[theory.Node]bool
	relUp  []theory.Node
	lemmas [][]sat.Lit // live until undone
	stays  []standing
	marks  []levelMark
	merges []merged
	colour map[theory.Node]int64 // candidates by root
	over   bool                  // inconsistent at level 0
	wrong  error
}

type merged struct {
	a, b theory.Point
	why  theory.Reason
}

// standing is a lemma that is live while one of its conditions holds.
type standing struct {
	lits []sat.Lit
	when []theory.While
}

// levelMark is the state at the start of a level.
type levelMark struct {
	facts, rel, lemmas int
	snapshot           string
}

func newWorld() *world {
	w := &world{st: term.NewStore(), points: map[term.Term]theory.Point{}, means: map[term.Term]*valuesOf{},
		lits: map[term.Term]sat.Lit{}, atoms: make([]term.Term, 1), rel: map[theory.Node]bool{}}
	w.s = New(w)
	w.g = euf.New(w)
	sort := w.st.ArraySort(term.Int, term.Int)
	leaf := func(name string, o term.Sort, value func(n int) int) {
		t := w.st.FreshConst(name, o)
		w.means[t] = &valuesOf{}
		for n := range w.means[t] {
			w.means[t][n] = uint8(value(n))
		}
		w.Node(t)
		w.offer(t)
	}
	leaf("i", term.Int, func(n int) int { return n % 3 })
	leaf("j", term.Int, func(n int) int { return n / 3 % 3 })
	leaf("k", term.Int, func(n int) int { return n / 9 % 3 })
	w.indices, w.elems = w.elems, nil
	leaf("u", term.Int, func(n int) int { return n / 27 % 2 })
	leaf("v", term.Int, func(n int) int { return n / 54 % 2 })
	leaf("a", sort, func(n int) int { return n / 108 % 16 })
	leaf("b", sort, func(n int) int { return n / 1728 })
	return w
}

// offer lets operations take a term.
func (w *world) offer(t term.Term) {
	w.terms = append(w.terms, t)
	if w.st.Sort(t) == term.Int {
		w.elems = append(w.elems, t)
	} else {
		w.arrays = append(w.arrays, t)
	}
}

// mean evaluates a term whose arguments are evaluated.
func (w *world) mean(t term.Term) *valuesOf {
	if v, ok := w.means[t]; ok {
		return v
	}
	v := &valuesOf{}
	var a []*valuesOf
	for _, x := range w.st.Args(t) {
		a = append(a, w.mean(x))
	}
	for n := range v {
		switch w.st.Op(t) {
		case term.OpStore:
			v[n] = a[0][n]&^(1<<a[1][n]) | a[2][n]<<a[1][n]
		case term.OpConstArray:
			v[n] = a[0][n] * (1<<cells - 1)
		case term.OpSelect:
			v[n] = a[0][n] >> a[1][n] & 1
		default:
			panic("no array term")
		}
	}
	w.means[t] = v
	return v
}

func (w *world) equal(a, b theory.Node) bits {
	x, y := w.mean(w.g.Term(a)), w.mean(w.g.Term(b))
	out := make(bits, numInterpretations/64)
	for n := range x {
		if x[n] == y[n] {
			out[n/64] |= 1 << (n % 64)
		}
	}
	return out
}

// bitsOf returns where a literal holds.
func (w *world) bitsOf(l sat.Lit) bits {
	t := w.atoms[l.Var()]
	b := w.equal(w.points[w.st.Arg(t, 0)].Node, w.points[w.st.Arg(t, 1)].Node)
	if l.Sign() {
		b = b.not()
	}
	return b
}

func (w *world) name(n theory.Node) string { return w.st.String(w.g.Term(n)) }

func (w *world) Root(n theory.Node) theory.Node          { return w.g.Root(n) }
func (w *world) Offset(n theory.Node) int64              { return w.g.Offset(n) }
func (w *world) Same(a, b theory.Point) bool             { return w.g.Same(a, b) }
func (w *world) Apart(a, b theory.Point) bool            { return w.g.Apart(a, b) }
func (w *world) Const(p theory.Point) (int64, bool)      { return w.g.Const(p) }
func (w *world) Next(n theory.Node) theory.Node          { return w.g.Next(n) }
func (w *world) Parents(r theory.Node) []theory.Node     { return w.g.Parents(r) }
func (w *world) Term(n theory.Node) term.Term            { return w.g.Term(n) }
func (w *world) Args(n theory.Node) []theory.Point       { return w.g.Args(n) }
func (w *world) Lookup(t term.Term) (theory.Point, bool) { p, ok := w.points[t]; return p, ok }
func (w *world) IsRelevant(n theory.Node) bool           { return w.rel[n] }
func (w *world) NumNodes() int                           { return w.g.NumNodes() }
func (w *world) Maker() theory.Maker                     { return plainMaker{w.st} }
func (w *world) Values(s term.Sort) []term.Term          { return nil }
func (w *world) Stopped() bool                           { return false }
func (w *world) NewCertificate() *cert.Certificate       { return nil }
func (w *world) Split(sat.Lit)                           {}
func (w *world) Prefer(sat.Lit)                          {}
func (w *world) Incomplete(reason.Reason)                {}
func (w *world) Usable(sat.Lit) (level int, ok bool)     { return 0, false }
func (w *world) Decided(theory.Node, bool)               {}

func (w *world) Merged(root, other theory.Node, off int64) {
	if root > theory.Zero {
		w.s.Merged(root, other, off)
	}
}

func (w *world) CertifyMerge(theory.Point, theory.Point, sat.Lit, bool, *theory.Antecedents) {
	panic("CertifyMerge")
}

func (w *world) ExplainMerge(_ int, a, b theory.Point, why theory.Reason, dst *theory.Antecedents) {
	w.s.ExplainEq(a, b, why, dst)
}

func (w *world) Merge(a, b theory.Point, why theory.Reason) {
	w.merges = append(w.merges, merged{a, b, why})
	w.g.MergeTheory(a, b, 0, why)
}

func (w *world) Propagate(sat.Lit, theory.Reason)             { panic("Propagate") }
func (w *world) Conflict(*theory.Antecedents, theory.LemmaID) { panic("Conflict") }

// Value asks the e-graph, which knows what is asserted.
func (w *world) Value(l sat.Lit) sat.Value {
	v := w.g.ValueNode(w.points[w.atoms[l.Var()]].Node)
	switch {
	case v == theory.NoNode:
		return sat.Undef
	case (v == theory.True) != l.Sign():
		return sat.True
	}
	return sat.False
}

func (w *world) Lemma(lits []sat.Lit, id theory.LemmaID, _ *cert.Certificate) theory.LemmaStatus {
	for _, l := range w.live() {
		if slices.Equal(l, lits) {
			return theory.LemmaLive
		}
	}
	w.lemmas = append(w.lemmas, slices.Clone(lits))
	w.mustHold(lits, id)
	return theory.LemmaNew
}

func (w *world) LemmaWhile(lits []sat.Lit, _ sat.Lit, id theory.LemmaID, _ *cert.Certificate, when ...theory.While) {
	w.stays = append(w.stays, standing{slices.Clone(lits), when})
	w.mustHold(lits, id)
}

// mustHold notes a lemma that is not valid.
func (w *world) mustHold(lits []sat.Lit, id theory.LemmaID) {
	none := everywhere()
	for _, l := range lits {
		none = none.and(w.bitsOf(l).not())
	}
	if none.some() {
		w.wrong = fmt.Errorf("a lemma (%v) that may be false", id)
	}
}

// live returns the lemmas that are live.
func (w *world) live() [][]sat.Lit {
	out := slices.Clone(w.lemmas)
	for _, l := range w.stays {
		if slices.ContainsFunc(l.when, w.holds) {
			out = append(out, l.lits)
		}
	}
	return out
}

func (w *world) holds(c theory.While) bool {
	if c.Lit != sat.NoLit {
		return slices.Contains(w.facts, c.Lit)
	}
	return w.rel[c.Nodes[0]] && (c.Nodes[1] == theory.NoNode || w.rel[c.Nodes[1]])
}

func (w *world) Node(t term.Term) theory.Point {
	if p, ok := w.points[t]; ok {
		return p
	}
	var args []theory.Point
	for _, a := range w.st.Args(t) {
		args = append(args, w.Node(a))
	}
	n := theory.Node(0)
	if len(args) == 0 {
		n = w.g.NewLeaf(t)
	} else {
		n = w.g.NewApp(t, 2+uint32(w.st.Op(t)), args)
		w.offer(t)
	}
	w.mean(t)
	if w.st.IsArray(w.st.Sort(t)) || w.st.Op(t) == term.OpSelect {
		w.s.Attach(n, t)
	}
	w.points[t] = theory.Point{Node: n}
	return w.points[t]
}

func (w *world) Lit(t term.Term) sat.Lit {
	if w.st.Op(t) == term.OpNot {
		return w.Lit(w.st.Arg(t, 0)).Not()
	}
	if l, ok := w.lits[t]; ok {
		return l
	}
	l := sat.Var(len(w.atoms)).Pos()
	w.lits[t] = l
	w.atoms = append(w.atoms, t)
	n := theory.True
	if w.st.Op(t) == term.OpEq {
		a, b := w.st.Arg(t, 0), w.st.Arg(t, 1)
		n = w.g.NewEq(t, w.Node(a), w.Node(b))
		w.g.SetLit(n, l)
		if w.st.Sort(a) != term.Int {
			w.s.AddAtom(t, l)
		}
	}
	w.points[t] = theory.Point{Node: n}
	return l
}

// Witness returns the first index at which two arrays differ.
func (w *world) Witness(a, b term.Term) term.Term {
	t := w.st.FreshConst("w", term.Int)
	v, x, y := &valuesOf{}, w.mean(a), w.mean(b)
	for n := range v {
		for v[n] < cells-1 && (x[n]^y[n])>>v[n]&1 == 0 {
			v[n]++
		}
	}
	w.means[t] = v
	w.Node(t)
	return t
}

// choose makes candidates: all classes different, or no more than must be.
func (w *world) choose(apart bool) {
	w.colour = map[theory.Node]int64{}
	var roots []theory.Node
	for _, t := range slices.Concat(w.indices, w.elems) {
		w.addColour(&roots, w.points[t].Node, apart)
	}
	for i := range w.s.witnesses {
		w.addColour(&roots, w.points[w.s.witnesses[i].index].Node, apart)
	}
}

func (w *world) addColour(roots *[]theory.Node, n theory.Node, apart bool) {
	r := w.g.Root(n)
	if _, ok := w.colour[r]; ok {
		return
	}
	c := int64(0)
	free := func() bool {
		return !slices.ContainsFunc(*roots, func(q theory.Node) bool {
			return w.colour[q] == c && (apart || w.g.Apart(theory.Point{Node: q}, theory.Point{Node: r}))
		})
	}
	for !free() {
		c++
	}
	w.colour[r] = c
	*roots = append(*roots, r)
}

func (w *world) Candidate(p theory.Point) (num.Rat, bool) {
	c, ok := w.colour[w.g.Root(p.Node)]
	return num.RatFromInt64(c), ok
}

func (w *world) relevant(n theory.Node) {
	if w.rel[n] {
		return
	}
	w.rel[n] = true
	w.relUp = append(w.relUp, n)
	for _, a := range w.g.Args(n) {
		w.relevant(a.Node)
	}
	w.s.Relevant(n)
}

// assert makes a literal without a value true.
func (w *world) assert(l sat.Lit) {
	w.facts = append(w.facts, l)
	t := w.atoms[l.Var()]
	a, b := w.points[w.st.Arg(t, 0)], w.points[w.st.Arg(t, 1)]
	w.relevant(a.Node)
	w.relevant(b.Node)
	if l.Sign() {
		w.g.MergeLit(w.points[t], theory.Point{Node: theory.False}, l)
	} else {
		w.g.MergeLit(a, b, l)
	}
	if w.st.Sort(w.st.Arg(t, 0)) != term.Int {
		w.s.Assert(l)
	}
}

func (w *world) newLevel() {
	w.marks = append(w.marks, levelMark{len(w.facts), len(w.relUp), len(w.lemmas), w.snapshot()})
	w.g.NewLevel()
	w.s.NewLevel()
}

func (w *world) back(level int) error {
	if level >= len(w.marks) {
		return nil
	}
	m := w.marks[level]
	w.marks = w.marks[:level]
	w.facts, w.lemmas = w.facts[:m.facts], w.lemmas[:m.lemmas]
	for _, n := range w.relUp[m.rel:] {
		delete(w.rel, n)
	}
	w.relUp, w.merges = w.relUp[:m.rel], w.merges[:0]
	w.g.Backtrack(level)
	w.s.Backtrack(level)
	if now := w.snapshot(); now != m.snapshot {
		return fmt.Errorf("after backtracking to %d:\n%s\nbefore:\n%s", level, now, m.snapshot)
	}
	if len(w.relUp)+len(w.facts) > 0 {
		return nil
	}
	return w.s.Undone()
}

// snapshot describes all state of the plugin that is undone.
func (w *world) snapshot() string {
	s := w.s
	var b strings.Builder
	for k := range s.rings {
		for n, h := range s.rings[k].head {
			if h == 0 || w.g.Root(theory.Node(n)) != theory.Node(n) {
				continue
			}
			fmt.Fprintf(&b, "list %d of %d:", k, n)
			for m := h; ; {
				fmt.Fprintf(&b, " %d", m)
				if m = s.rings[k].next[m]; m == h {
					break
				}
			}
			b.WriteByte('\n')
		}
	}
	fmt.Fprintf(&b, "relevant %v events %v head %d records %d reasons %d steps %d", s.relevant, s.events, s.head, len(s.trail), len(s.reasons), len(s.steps))
	return b.String()
}
