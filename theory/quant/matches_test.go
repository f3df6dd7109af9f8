package quant

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/term"
)

// storeMaker has the terms and makes none.
type storeMaker struct {
	theory.Maker
	st *term.Store
}

func (m storeMaker) Terms() *term.Store { return m.st }

// world is a Host whose classes are rebuilt from the equalities that hold.
type world struct {
	Host
	st     *term.Store
	nodes  []term.Term
	args   [][]theory.Point
	points map[term.Term]theory.Point
	root   []theory.Node
	off    []int64
	eqs    [][2]theory.Point
	marks  []int
}

func (w *world) Maker() theory.Maker               { return storeMaker{st: w.st} }
func (w *world) Root(n theory.Node) theory.Node    { return w.root[n] }
func (w *world) Offset(n theory.Node) int64        { return w.off[n] }
func (w *world) NumNodes() int                     { return len(w.nodes) }
func (w *world) Term(n theory.Node) term.Term      { return w.nodes[n] }
func (w *world) Args(n theory.Node) []theory.Point { return w.args[n] }
func (w *world) Stopped() bool                     { return false }
func (w *world) Same(a, b theory.Point) bool {
	return w.root[a.Node] == w.root[b.Node] && w.off[a.Node]+a.Off == w.off[b.Node]+b.Off
}

func (w *world) Apart(a, b theory.Point) bool {
	return w.root[a.Node] == w.root[b.Node] && !w.Same(a, b)
}

func (w *world) Lookup(t term.Term) (theory.Point, bool) {
	p, ok := w.points[t]
	return p, ok
}

func (w *world) Const(p theory.Point) (int64, bool) {
	return w.off[p.Node] + p.Off - w.off[theory.Zero], w.root[p.Node] == w.root[theory.Zero]
}

func (w *world) Node(t term.Term) theory.Point {
	if p, ok := w.points[t]; ok {
		return p
	}
	p := theory.Point{Node: theory.Zero}
	if rest, c, ok := shift(w.st, t); ok {
		p = w.Node(rest).Plus(c)
	} else if w.st.IsNum(t) {
		p.Off, _ = w.st.Num(t).Int64()
	} else {
		var args []theory.Point
		for _, a := range w.st.Args(t) {
			args = append(args, w.Node(a))
		}
		p.Node = w.make(t, args)
	}
	w.points[t] = p
	return p
}

func (w *world) make(t term.Term, args []theory.Point) theory.Node {
	n := theory.Node(len(w.nodes))
	w.nodes, w.args = append(w.nodes, t), append(w.args, args)
	w.root, w.off = append(w.root, n), append(w.off, 0)
	return n
}

// merge makes a = b, and what congruence adds, the slow way.
func (w *world) merge(a, b theory.Point) {
	w.eqs = append(w.eqs, [2]theory.Point{a, b})
	w.close()
}

func (w *world) join(a, b theory.Point) bool {
	r, s := w.root[a.Node], w.root[b.Node]
	if r == s || r != w.root[theory.Zero] && s == w.root[theory.Zero] {
		r, s, a, b = s, r, b, a
	}
	if r == s {
		return false
	}
	d := w.off[a.Node] + a.Off - w.off[b.Node] - b.Off // value(s) = value(r) + d
	for n := range w.nodes {
		if w.root[n] == s {
			w.root[n] = r
			w.off[n] += d
		}
	}
	return true
}

func (w *world) close() {
	for n := range w.nodes {
		w.root[n], w.off[n] = theory.Node(n), 0
	}
	for again := true; again; {
		again = false
		for _, e := range w.eqs {
			again = w.join(e[0], e[1]) || again
		}
		for n := range w.nodes {
			for k := range n {
				if w.congruent(n, k) {
					again = w.join(theory.Point{Node: theory.Node(n)}, theory.Point{Node: theory.Node(k)}) || again
				}
			}
		}
	}
}

func (w *world) congruent(n, k int) bool {
	t, u := w.nodes[n], w.nodes[k]
	if t == 0 || u == 0 || len(w.args[n]) == 0 || w.st.Op(t) != w.st.Op(u) || w.st.Op(t) == term.OpApp && w.st.Sym(t) != w.st.Sym(u) {
		return false
	}
	return slices.EqualFunc(w.args[n], w.args[k], w.Same)
}

// TestKeptMatches makes and undoes terms and equalities, and sometimes matches: the
// kept matches and those from changes must be all matches.
func TestKeptMatches(t *testing.T) {
	kept, found := 0, 0
	for seed := range int64(100) {
		rng := rand.New(rand.NewSource(seed))
		st := term.NewStore()
		w := &world{st: st, points: map[term.Term]theory.Point{}}
		for range 4 { // none, true, false, zero
			w.make(0, nil)
		}
		m := New(w, nil)
		f, g := st.DeclareFun("f", []term.Sort{term.Int}, term.Int), st.DeclareFun("g", []term.Sort{term.Int, term.Int}, term.Int)
		x, y, z := st.BoundVar("x", term.Int), st.BoundVar("y", term.Int), st.BoundVar("z", term.Int)
		terms := []term.Term{st.Int(0), st.Int(1), st.Int(2)}
		for i := range 4 {
			terms = append(terms, st.FreshConst(fmt.Sprint("c", i), term.Int))
		}
		c, one := terms[3], st.Int(1)
		F := func(a term.Term) term.Term { return st.App(f, a) }
		G := func(a, b term.Term) term.Term { return st.App(g, a, b) }
		for _, p := range [][]term.Term{
			{F(x)}, {F(F(x))}, {F(F(F(x)))}, {G(x, x)}, {G(F(x), y)}, {G(c, x)}, {G(x, st.Int(0))}, {F(st.Add(x, one))}, {F(G(x, F(y)))},
			{F(st.Add(F(x), one))}, {G(F(x), st.Add(x, one))}, {F(G(c, x))}, {G(x, y), G(y, z)}, {F(x), G(F(x), y)}, {F(x), F(y)},
			{G(x, y), G(st.Add(y, one), z)}, {G(x, y), F(y), G(y, x)},
		} {
			m.quants = append(m.quants, quantifier{})
			q := &m.quants[len(m.quants)-1]
			for _, v := range []term.Term{x, y, z} {
				if slices.ContainsFunc(p, func(t term.Term) bool { return occurs(st, v, t) }) {
					q.vars = append(q.vars, v)
				}
			}
			u, v := q.vars[0], q.vars[len(q.vars)-1]
			parts := []term.Term{st.Eq(F(u), one), st.Eq(v, c), st.Not(st.Eq(p[0], c)), st.Not(st.Eq(G(u, c), st.Add(v, one))), st.Not(st.Eq(F(v), G(v, u))), st.Le(u, v)}
			rng.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
			q.body = st.Or(parts[:1+rng.Intn(3)]...)
			q.t = st.Quantify(term.OpForall, term.Quant{Vars: q.vars, Patterns: [][]term.Term{p}, Body: q.body})
			q.active = true
			m.active = append(m.active, int32(len(m.quants)-1))
		}
		var trail []string
		for range 60 {
			pick := func() term.Term { return terms[rng.Intn(len(terms))] }
			shifted := func() theory.Point { return w.Node(pick()).Plus(int64(rng.Intn(4) / 3)) }
			switch op := rng.Intn(9); {
			case op < 3:
				var u term.Term
				if op == 0 {
					u = F(pick())
				} else {
					u = G(pick(), pick())
				}
				terms = append(terms, u, st.Add(u, one))
				_, old := w.points[u]
				n := w.Node(u).Node
				if !old {
					m.Attach(n, u)
					m.gens[n] = uint16(rng.Intn(2))
				}
				w.close()
				if key := symKey(st, u); !slices.Contains(m.lists[m.list(key)], n) {
					m.Relevant(n)
				}
				trail = append(trail, "make "+st.String(u))
			case op < 6:
				if a, b := shifted(), shifted(); w.root[a.Node] != w.root[b.Node] {
					w.merge(a, b)
					trail = append(trail, fmt.Sprint("merge ", a, b))
				}
			case op == 6:
				m.NewLevel()
				w.marks = append(w.marks, len(w.eqs))
				trail = append(trail, "level")
			case op == 7 && len(w.marks) > 0:
				level := rng.Intn(len(w.marks))
				m.Backtrack(level)
				w.eqs = w.eqs[:w.marks[level]]
				w.marks = w.marks[:level]
				w.close()
				trail = append(trail, fmt.Sprint("backtrack ", level))
			default:
				m.findMatches()
				kept += int(m.stats.kept)
				found += int(m.stats.matches)
				m.stats = stats{}
				trail = append(trail, "match")
				if err := m.compareMatches(); err != nil {
					t.Fatalf("seed %d: %v\n%v", seed, err, trail)
				}
				if err := w.compareJudgements(m); err != nil {
					t.Fatalf("seed %d: %v\n%v", seed, err, trail)
				}
			}
		}
	}
	t.Logf("%d matches kept, %d found", kept, found)
	if 2*kept < found {
		t.Errorf("%d matches kept, but %d found", kept, found)
	}
}

// compareJudgements compares judge, for all matches, with the truth of the parts of the
// instance, the slow way.
func (w *world) compareJudgements(m *Matcher) error {
	keys := map[uint64]string{}
	for k := range m.found.list {
		x := &m.found.list[k]
		q := &m.quants[x.quant]
		b := m.found.bindings[x.first : x.first+uint32(len(q.vars))]
		var open []string
		anyTrue := false
		for _, part := range w.st.Parts(nil, term.OpOr, q.body) {
			v, what := w.truth(m, part, q.vars, b)
			if anyTrue = anyTrue || v == yes; v == unknown {
				open = append(open, what)
			}
		}
		holds, key := m.judge(x)
		unit := !holds && len(open) == 1 && q.tested
		if holds != anyTrue || (key != 0) != unit {
			return fmt.Errorf("quantifier %s at %v: holds is %v, want %v; open are %q, implied is %d", w.st.String(q.t), b, holds, anyTrue, open, key)
		}
		if old, known := keys[key]; unit && known && old != open[0] {
			return fmt.Errorf("%s and %s are implied as one", old, open[0])
		} else if unit {
			keys[key] = open[0]
		}
	}
	return nil
}

// truth returns the truth of an equality between terms over variables, or of its negation,
// and what it is modulo the present classes.
func (w *world) truth(m *Matcher, t term.Term, vars []term.Term, b []theory.Point) (truth, string) {
	if w.st.Op(t) == term.OpNot {
		v, what := w.truth(m, w.st.Arg(t, 0), vars, b)
		return -v, "not " + what
	}
	if w.st.Op(t) != term.OpEq {
		return unknown, ""
	}
	p, ok, left := w.value(m, w.st.Arg(t, 0), vars, b)
	r, ok2, right := w.value(m, w.st.Arg(t, 1), vars, b)
	what := left + " = " + right
	switch {
	case ok && ok2 && w.Same(p, r):
		return yes, what
	case ok && ok2 && w.Apart(p, r):
		return no, what
	}
	return unknown, what
}

// value returns the point of a term: of an application, if a relevant node equals it.
func (w *world) value(m *Matcher, t term.Term, vars []term.Term, b []theory.Point) (p theory.Point, ok bool, what string) {
	show := func(p theory.Point) string { return fmt.Sprint(w.root[p.Node], "+", w.off[p.Node]+p.Off) }
	if i := slices.Index(vars, t); i >= 0 {
		return b[i], true, show(b[i])
	}
	if rest, k, ok := shift(w.st, t); ok {
		p, ok, _ := w.value(m, rest, vars, b)
		return p.Plus(k), ok && (slices.Contains(vars, rest) || w.st.Ground(rest)), show(p.Plus(k))
	}
	if w.st.Ground(t) {
		p := w.Node(t)
		return p, true, show(p)
	}
	var args []theory.Point
	what = w.st.SymName(w.st.Sym(t))
	for _, a := range w.st.Args(t) {
		p, ok, s := w.value(m, a, vars, b)
		if !ok || matchable(w.st, a) && !w.st.Ground(a) {
			return p, false, what // too complex for judge
		}
		args, what = append(args, p), what+" "+s
	}
	for _, n := range m.lists[m.list(symKey(w.st, t))] {
		if m.index.wanted[m.list(symKey(w.st, t))] && slices.EqualFunc(w.args[n], args, w.Same) {
			return theory.Point{Node: n}, true, what
		}
	}
	return p, false, what
}

func occurs(st *term.Store, v, t term.Term) bool {
	return v == t || slices.ContainsFunc(st.Args(t), func(a term.Term) bool { return occurs(st, v, a) })
}

// TestOrder: instances of much use come first, then those that were sent before, then those of
// smaller generations.
func TestOrder(t *testing.T) {
	m := &Matcher{host: &world{}, quants: make([]quantifier, 1), insts: []instance{{sent: true}, {}, {sent: true, uses: 1}, {sent: true, uses: 9}}}
	m.quants[0].programs = make([]program, 1)
	m.found.list = []match{{gen: 2}, {gen: 0}, {gen: 1, inst: 2}, {gen: 3, inst: 1}, {gen: 4, inst: 3}, {gen: 5, inst: 4}, {gen: 300}}
	m.order()
	var got []int32
	for k := m.found.next(); k >= 0; k = m.found.next() {
		got = append(got, k)
	}
	if want := []int32{5, 4, 3, 1, 2, 0, 6}; !slices.Equal(got, want) {
		t.Errorf("order %v, want %v", got, want)
	}
}
