package lia

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/euf"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
)

// linMaker makes canonical linear terms, as theory/rewrite does.
type store = term.Store

type linMaker struct{ *store }

func (m linMaker) Terms() *term.Store { return m.store }

type linear struct {
	coeff map[term.Term]int64
	c     int64
}

func (m linMaker) parse(t term.Term, k int64, l *linear) {
	switch m.Op(t) {
	case term.OpNum:
		v, _ := m.Num(t).Int64()
		l.c += k * v
	case term.OpAdd:
		for _, a := range m.Args(t) {
			m.parse(a, k, l)
		}
	case term.OpMul:
		if m.IsNum(m.Arg(t, 0)) {
			v, _ := m.Num(m.Arg(t, 0)).Int64()
			m.parse(m.Arg(t, 1), k*v, l)
			return
		}
		l.coeff[t] += k
	default:
		l.coeff[t] += k
	}
}

func (m linMaker) lin(k int64, ts ...term.Term) *linear {
	l := &linear{coeff: map[term.Term]int64{}}
	for _, t := range ts {
		m.parse(t, k, l)
	}
	return l
}

func (l *linear) vars() []term.Term {
	var vs []term.Term
	for v, c := range l.coeff {
		if c != 0 {
			vs = append(vs, v)
		}
	}
	slices.Sort(vs)
	return vs
}

// build returns k times the sum without constant, plus c.
func (m linMaker) build(l *linear, k, c int64) term.Term {
	var args []term.Term
	for _, v := range l.vars() {
		if f := k * l.coeff[v]; f == 1 {
			args = append(args, v)
		} else {
			args = append(args, m.store.Mul(m.Int(f), v))
		}
	}
	if c != 0 || len(args) == 0 {
		args = append(args, m.Int(c))
	}
	return m.store.Add(args...)
}

func (m linMaker) Add(ts ...term.Term) term.Term { l := m.lin(1, ts...); return m.build(l, 1, l.c) }
func (m linMaker) Mul(a, b term.Term) term.Term {
	if m.IsNum(b) {
		a, b = b, a
	}
	if v, ok := m.Num(a).Int64(); m.IsNum(a) && ok {
		l := m.lin(v, b)
		return m.build(l, 1, l.c)
	}
	return m.store.Mul(a, b)
}

func (m linMaker) diff(a, b term.Term) (*linear, int64, bool) {
	l := m.lin(1, a)
	m.parse(b, -1, l)
	var g int64
	for _, v := range l.vars() {
		x, y := l.coeff[v], g
		for y != 0 {
			x, y = y, x%y
		}
		g = max(x, -x)
	}
	if g == 0 {
		return l, 1, false
	}
	lead := l.coeff[l.vars()[0]]
	for _, v := range l.vars() {
		l.coeff[v] /= g
	}
	return l, g, lead < 0
}

func (m linMaker) Le(a, b term.Term) term.Term {
	l, g, flip := m.diff(a, b) // sum <= -c
	if len(l.vars()) == 0 {
		return m.Bool(l.c <= 0)
	}
	c := num.FromInt64(-l.c).FloorDiv(num.FromInt64(g))
	v, _ := c.Int64()
	if flip { // -p <= v: p >= -v: not p <= -v-1
		return m.store.Not(m.store.Le(m.build(l, -1, 0), m.Int(-v-1)))
	}
	return m.store.Le(m.build(l, 1, 0), m.Int(v))
}

func (m linMaker) Eq(a, b term.Term) term.Term {
	l, g, flip := m.diff(a, b)
	vs := l.vars()
	if len(vs) == 0 {
		return m.Bool(l.c == 0)
	}
	if l.c%g != 0 {
		return m.False()
	}
	c := -l.c / g
	k := int64(1)
	if flip {
		k, c = -1, -c
	}
	if len(vs) == 2 && k*l.coeff[vs[0]] == 1 && k*l.coeff[vs[1]] == -1 {
		return m.store.Eq(vs[0], m.Add(vs[1], m.Int(c)))
	}
	return m.store.Eq(m.build(l, k, 0), m.Int(c))
}

// world is a small engine without a SAT solver. Everything assigned is relevant.
type world struct {
	t      *testing.T
	st     *term.Store
	mk     linMaker
	g      *euf.EGraph
	s      *Solver
	points map[term.Term]theory.Point
	lits   map[term.Term]sat.Lit
	atoms  []term.Term // by variable
	nodes  []theory.Node
	vals   []sat.Value // by literal
	trail  []sat.Lit
	levels []int
	rel    map[theory.Node]bool
	relUp  []theory.Node
	relLv  []int
	found  []found
	lemmas [][]sat.Lit
	sent   [][]sat.Lit // lemmas before these
	failed bool
	confl  theory.Antecedents
	missed reason.Reason
	vars   []term.Term
	snaps  []string
	merges []merged
}

type found struct {
	l   sat.Lit
	why theory.Reason
}

type merged struct {
	a, b theory.Point
	why  theory.Reason
}

func newWorld(t *testing.T) *world {
	st := term.NewStore()
	w := &world{t: t, st: st, mk: linMaker{st}, points: map[term.Term]theory.Point{}, lits: map[term.Term]sat.Lit{},
		rel: map[theory.Node]bool{}, atoms: make([]term.Term, 1), nodes: make([]theory.Node, 1), vals: make([]sat.Value, 2)}
	w.s = New(w)
	w.g = euf.New(w)
	return w
}

// Usable is false: explanations go by merges.
func (w *world) Usable(sat.Lit) (level int, ok bool) { return 0, false }

func (w *world) Root(n theory.Node) theory.Node          { return w.g.Root(n) }
func (w *world) Offset(n theory.Node) int64              { return w.g.Offset(n) }
func (w *world) Same(a, b theory.Point) bool             { return w.g.Same(a, b) }
func (w *world) Apart(a, b theory.Point) bool            { return w.g.Apart(a, b) }
func (w *world) Const(p theory.Point) (int64, bool)      { return w.g.Const(p) }
func (w *world) Shared(theory.Node) bool                 { return true }
func (w *world) Next(n theory.Node) theory.Node          { return w.g.Next(n) }
func (w *world) Parents(r theory.Node) []theory.Node     { return w.g.Parents(r) }
func (w *world) Term(n theory.Node) term.Term            { return w.g.Term(n) }
func (w *world) Args(n theory.Node) []theory.Point       { return w.g.Args(n) }
func (w *world) Lookup(t term.Term) (theory.Point, bool) { p, ok := w.points[t]; return p, ok }
func (w *world) IsRelevant(n theory.Node) bool           { return w.rel[n] }
func (w *world) NumNodes() int                           { return w.g.NumNodes() }
func (w *world) Maker() theory.Maker                     { return w.mk }
func (w *world) Value(l sat.Lit) sat.Value               { return w.vals[l] }
func (w *world) Stopped() bool                           { return false }
func (w *world) NewCertificate() *cert.Certificate       { return nil }
func (w *world) CertifyMerge(theory.Point, theory.Point, sat.Lit, bool, *theory.Antecedents) {
}
func (w *world) Split(sat.Lit)                             {}
func (w *world) Prefer(sat.Lit)                            {}
func (w *world) Incomplete(r reason.Reason)                { w.missed = r }
func (w *world) Candidate(p theory.Point) (num.Rat, bool)  { return w.s.Candidate(p.Node) }
func (w *world) Merged(root, other theory.Node, off int64) { w.s.Merged(root, other, off) }
func (w *world) Propagate(l sat.Lit, why theory.Reason)    { w.found = append(w.found, found{l, why}) }
func (w *world) ExplainMerge(_ int, a, b theory.Point, why theory.Reason, dst *theory.Antecedents) {
	w.s.ExplainEq(a, b, why, dst)
}

func (w *world) Decided(n theory.Node, value bool) {
	l := w.g.Lit(n)
	if !value {
		l = l.Not()
	}
	if w.vals[l] != sat.True {
		w.found = append(w.found, found{l, theory.Reason(1<<31 - 1)})
	}
}

func (w *world) Merge(a, b theory.Point, why theory.Reason) {
	w.merges = append(w.merges, merged{a, b, why})
	w.g.MergeTheory(a, b, 0, why)
}

func (w *world) Conflict(why *theory.Antecedents, _ theory.LemmaID) {
	if !w.failed {
		w.failed = true
		w.g.Explain(why, w)
		w.confl.Lits = append(w.confl.Lits[:0], why.Lits...)
	}
}

func (w *world) Lemma(lits []sat.Lit, _ theory.LemmaID, _ *cert.Certificate) theory.LemmaStatus {
	w.lemmas = append(w.lemmas, slices.Clone(lits))
	return theory.LemmaNew
}

func (w *world) LemmaWhile(lits []sat.Lit, _ sat.Lit, id theory.LemmaID, c *cert.Certificate, _ ...theory.While) {
	w.Lemma(lits, id, c)
}

func (w *world) Node(t term.Term) theory.Point {
	if p, ok := w.points[t]; ok {
		return p
	}
	p := w.makeNode(t)
	w.points[t] = p
	return p
}

func (w *world) makeNode(t term.Term) theory.Point {
	switch w.st.Op(t) {
	case term.OpNum:
		v, ok := w.st.Num(t).Int64()
		if ok && -theory.MaxOffset < v && v < theory.MaxOffset {
			return theory.Point{Node: theory.Zero, Off: v}
		}
		n := w.g.NewLeaf(t)
		w.g.SetValue(n)
		w.s.Attach(n, t)
		return theory.Point{Node: n}
	case term.OpAdd:
		args := w.st.Args(t)
		if last := args[len(args)-1]; w.st.IsNum(last) {
			v, _ := w.st.Num(last).Int64()
			return w.Node(w.st.Add(args[:len(args)-1]...)).Plus(v)
		}
	}
	n := theory.Node(0)
	if args := w.st.Args(t); len(args) == 0 {
		n = w.g.NewLeaf(t)
	} else {
		var ps []theory.Point
		for _, a := range args {
			ps = append(ps, w.Node(a))
		}
		n = w.g.NewApp(t, 2+uint32(w.st.Op(t)), ps)
	}
	w.s.Attach(n, t)
	return theory.Point{Node: n}
}

func (w *world) Lit(t term.Term) sat.Lit {
	if l, ok := w.lits[t]; ok {
		return l
	}
	if w.st.Op(t) == term.OpNot {
		return w.Lit(w.st.Arg(t, 0)).Not()
	}
	l := sat.Var(len(w.atoms)).Pos()
	w.lits[t] = l
	w.atoms = append(w.atoms, t)
	w.nodes = append(w.nodes, 0)
	w.vals = append(w.vals, 0, 0)
	if w.st.NumArgs(t) == 2 {
		a, b := w.Node(w.st.Arg(t, 0)), w.Node(w.st.Arg(t, 1))
		if w.st.Op(t) == term.OpEq {
			n := w.g.NewEq(t, a, b)
			w.g.SetLit(n, l)
			w.nodes[l.Var()] = n
			if v := w.g.ValueNode(n); v == theory.True || v == theory.False {
				w.Decided(n, v == theory.True)
			}
		}
		w.s.AddAtom(t, l)
	}
	return l
}

// eval evaluates a term; env is by position in w.vars.
func (w *world) eval(t term.Term, env []int64) int64 {
	args := w.st.Args(t)
	truth := func(b bool) int64 {
		if b {
			return 1
		}
		return 0
	}
	switch w.st.Op(t) {
	case term.OpTrue:
		return 1
	case term.OpNum:
		v, _ := w.st.Num(t).Int64()
		return v
	case term.OpAdd:
		var s int64
		for _, a := range args {
			s += w.eval(a, env)
		}
		return s
	case term.OpMul:
		return w.eval(args[0], env) * w.eval(args[1], env)
	case term.OpLe:
		return truth(w.eval(args[0], env) <= w.eval(args[1], env))
	case term.OpEq:
		return truth(w.eval(args[0], env) == w.eval(args[1], env))
	}
	return env[slices.Index(w.vars, t)]
}

func (w *world) holds(l sat.Lit, env []int64) bool {
	return (w.eval(w.atoms[l.Var()], env) != 0) != l.Sign()
}

// find looks for an assignment in a box that satisfies the literals and ok.
func (w *world) find(lits []sat.Lit, box int64, ok func([]int64) bool) []int64 {
	env := make([]int64, len(w.vars))
	for i := range env {
		env[i] = -box
	}
	for {
		good := true
		for _, l := range lits {
			if !w.holds(l, env) {
				good = false
				break
			}
		}
		if good && ok(env) {
			return env
		}
		i := 0
		for ; i < len(env); i++ {
			if env[i]++; env[i] <= box {
				break
			}
			env[i] = -box
		}
		if i == len(env) {
			return nil
		}
	}
}

func (w *world) show(lits []sat.Lit) string {
	var b strings.Builder
	for _, l := range lits {
		if l.Sign() {
			b.WriteString("not ")
		}
		fmt.Fprintf(&b, "%s; ", w.termString(w.atoms[l.Var()]))
	}
	return b.String()
}

func (w *world) termString(t term.Term) string {
	if w.st.IsNum(t) {
		return w.st.Num(t).String()
	}
	if w.st.NumArgs(t) == 0 {
		return w.st.SymName(w.st.Sym(t))
	}
	out := "(" + w.st.Op(t).String()
	for _, a := range w.st.Args(t) {
		out += " " + w.termString(a)
	}
	return out + ")"
}

func (w *world) newLevel() {
	w.snaps = append(w.snaps, w.snapshot())
	w.levels = append(w.levels, len(w.trail))
	w.relLv = append(w.relLv, len(w.relUp))
	w.g.NewLevel()
	w.s.NewLevel()
}

func (w *world) backtrack(level int) {
	w.failed = false
	w.found, w.lemmas, w.merges = w.found[:0], w.lemmas[:0], w.merges[:0]
	if level >= len(w.levels) {
		return
	}
	for _, l := range w.trail[w.levels[level]:] {
		w.vals[l], w.vals[l.Not()] = 0, 0
	}
	w.trail = w.trail[:w.levels[level]]
	w.levels = w.levels[:level]
	for _, n := range w.relUp[w.relLv[level]:] {
		delete(w.rel, n)
	}
	w.relUp = w.relUp[:w.relLv[level]]
	w.relLv = w.relLv[:level]
	w.g.Backtrack(level)
	w.s.Backtrack(level)
	if err := w.s.Invariants(); err != nil {
		w.t.Fatal(err)
	}
	snap := w.snaps[level]
	w.snaps = w.snaps[:level]
	if now := w.snapshot(); now != snap {
		w.t.Fatalf("after backtracking to %d:\n%s\nbefore:\n%s", level, now, snap)
	}
}

// snapshot describes all state of the plugin that is undone.
func (w *world) snapshot() string {
	s := w.s
	var b strings.Builder
	for n := range s.nodes {
		x, c := &s.nodes[n], &s.class[n]
		if x.kind == foreign || x.ring == theory.Node(n) && !x.active && (c.lo|c.hi)&^permanent == 0 && c.rep == 0 {
			continue // as when it is new
		}
		fmt.Fprintf(&b, "%d ring %d active %v", n, x.ring, x.active)
		fmt.Fprintf(&b, " lo %d %d hi %d %d rep %d\n", c.lo, c.loVal, c.hi, c.hiVal, c.rep)
	}
	fmt.Fprintf(&b, "recs %d trail %d rel %v asserted %v diseqs %v nonlin %v", len(s.recs), len(s.trail), s.rel, s.asserted, s.diseqs, s.nonlin)
	fmt.Fprintf(&b, " queues %v %v %v %v", s.syncs, s.linkage, s.work, s.wide)
	fmt.Fprintf(&b, " pending %v", s.pend)
	return b.String()
}

// assume makes l, which must be unassigned, true and announces it.
func (w *world) assume(l sat.Lit) {
	w.vals[l], w.vals[l.Not()] = sat.True, sat.False
	w.trail = append(w.trail, l)
	t := w.atoms[l.Var()]
	for _, a := range w.st.Args(t) {
		w.relevant(w.points[a].Node)
	}
	if n := w.nodes[l.Var()]; n != 0 {
		if l.Sign() {
			w.g.MergeLit(theory.Point{Node: n}, theory.Point{Node: theory.False}, l)
		} else {
			args := w.g.Args(n)
			w.g.MergeLit(args[0], args[1], l)
		}
	}
	w.s.Assert(l)
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
	if n > theory.Zero {
		w.s.Relevant(n)
	}
}

func sortedLits(ls []sat.Lit) []sat.Lit {
	ls = slices.Clone(ls)
	sort.Slice(ls, func(i, j int) bool { return ls[i] < ls[j] })
	return slices.Compact(ls)
}
