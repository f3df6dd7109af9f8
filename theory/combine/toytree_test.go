package combine_test

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// forest is the language of binary trees: leaf, pair(l, r), and left and right, which of a
// leaf are anything; higher(t, n) says that t is higher than the number n. It numbers trees,
// so that an element of the sort is a tree.
type forest struct {
	st                  *term.Store
	mk                  *rewrite.Rewriter
	sort                term.Sort
	leaf                term.Term
	pair, higher, below term.Sym
	side                [2]term.Sym
	axioms              [numLaws]term.Term
	trees               []tree // by number, 0 is the leaf
	numbers             map[[2]int]int
}

// tree is the leaf, or has other trees as sides, given by their numbers. In a comb the left side
// of all pairs is the leaf.
type tree struct {
	comb   bool
	height int64
	sides  [2]int // unless it is a comb
}

// law is an axiom: trees are finite (below is there for that only), and what higher means.
type law int

const (
	total     law = iota // a tree is the leaf or the pair of its sides
	leftOf               // left(pair(l, r)) = l
	rightOf              // and so on the right
	noLeaf               // a pair is not the leaf
	leftIn               // l is below pair(l, r)
	rightIn              // so is r
	leftDeep             // so is what is below l
	rightDeep            // so is what is below r
	finite               // no tree is below itself
	negative             // every tree is higher than negative numbers
	flat                 // the leaf is not higher than others
	oneSide              // if a pair is higher than n, then one of its sides is higher than n-1
	leftUp               // if l is higher than n-1, then pair(l, r) is higher than n
	rightUp              // so if r is
	monotone             // what is higher than n is higher than any m <= n
	numLaws
)

// lawVars are the variables of the laws, t for a tree and n for a number.
var lawVars = [numLaws]string{total: "t", leftOf: "tt", rightOf: "tt", noLeaf: "tt", leftIn: "tt", rightIn: "tt",
	leftDeep: "ttt", rightDeep: "ttt", finite: "t", negative: "tn", flat: "n", oneSide: "ttn", leftUp: "ttn",
	rightUp: "ttn", monotone: "tnn"}

func newForest() *forest {
	st := term.NewStore()
	f := &forest{st: st, mk: rewrite.New(st), sort: st.UninterpretedSort("Tree"), trees: []tree{{comb: true}},
		numbers: map[[2]int]int{}}
	f.leaf = st.App(st.DeclareFun("leaf", nil, f.sort))
	f.pair = st.DeclareFun("pair", []term.Sort{f.sort, f.sort}, f.sort)
	f.side = [2]term.Sym{st.DeclareFun("left", []term.Sort{f.sort}, f.sort),
		st.DeclareFun("right", []term.Sort{f.sort}, f.sort)}
	f.higher = st.DeclareFun("higher", []term.Sort{f.sort, term.Int}, term.Bool)
	f.below = st.DeclareFun("below", []term.Sort{f.sort, f.sort}, term.Bool)
	for l, kinds := range lawVars {
		var vars []term.Term
		for i, k := range kinds {
			sort := f.sort
			if k == 'n' {
				sort = term.Int
			}
			vars = append(vars, st.BoundVar(fmt.Sprint("x", i), sort))
		}
		q := st.Quantify(term.OpForall, term.Quant{Vars: vars, Body: f.instance(law(l), vars...)})
		f.axioms[l] = f.mk.Simplify(q)
	}
	return f
}

// instance returns the instance of a law.
func (f *forest) instance(l law, x ...term.Term) term.Term {
	mk, st := f.mk, f.st
	switch l {
	case total:
		p := st.App(f.pair, st.App(f.side[0], x[0]), st.App(f.side[1], x[0]))
		return mk.Or(mk.Eq(x[0], f.leaf), mk.Eq(x[0], p))
	case finite:
		return mk.Not(st.App(f.below, x[0], x[0]))
	case negative:
		return mk.Or(mk.Le(st.Int(0), x[1]), st.App(f.higher, x[0], x[1]))
	case flat:
		return mk.Not(mk.And(st.App(f.higher, f.leaf, x[0]), mk.Le(st.Int(0), x[0])))
	case monotone:
		return mk.Or(mk.Not(st.App(f.higher, x[0], x[1])), mk.Not(mk.Le(x[2], x[1])), st.App(f.higher, x[0], x[2]))
	}
	p := st.App(f.pair, x[0], x[1])
	switch l {
	case leftOf, rightOf:
		return mk.Eq(st.App(f.side[l-leftOf], p), x[l-leftOf])
	case noLeaf:
		return mk.Not(mk.Eq(p, f.leaf))
	case leftIn, rightIn:
		return st.App(f.below, x[l-leftIn], p)
	case leftDeep, rightDeep:
		return mk.Or(mk.Not(st.App(f.below, x[2], x[l-leftDeep])), st.App(f.below, x[2], p))
	}
	less := mk.Add(x[2], st.Int(-1))
	if l == oneSide {
		return mk.Or(mk.Not(st.App(f.higher, p, x[2])), st.App(f.higher, x[0], less), st.App(f.higher, x[1], less))
	}
	return mk.Or(mk.Not(st.App(f.higher, x[l-leftUp], less)), st.App(f.higher, p, x[2]))
}

// tree returns the number of the tree with these sides.
func (f *forest) tree(left, right int) int {
	if r := f.trees[right]; left == 0 && r.comb {
		return f.comb(r.height+1, 0)
	}
	return f.number([2]int{left, right}, tree{sides: [2]int{left, right},
		height: 1 + max(f.trees[left].height, f.trees[right].height)})
}

func (f *forest) number(key [2]int, t tree) int {
	n, ok := f.numbers[key]
	if !ok {
		n = len(f.trees)
		f.numbers[key], f.trees = n, append(f.trees, t)
	}
	return n
}

// comb returns a tree whose pairs have on their left the leaf, or where code says so, a pair of
// leaves. It costs nothing to be high: numbers that nobody bounds are in the millions.
func (f *forest) comb(height int64, code uint64) int {
	if height == 0 {
		return 0
	}
	low := height - int64(bits.Len64(code))
	t := f.number([2]int{-1, int(low)}, tree{comb: true, height: low})
	for ; code != 0; code >>= 1 {
		t = f.tree(int(code&1)*f.comb(1, 0), t)
	}
	return t
}

// sides returns the sides of a pair.
func (f *forest) sides(n int) [2]int {
	if t := f.trees[n]; !t.comb {
		return t.sides
	}
	return [2]int{0, f.comb(f.trees[n].height-1, 0)}
}

// treeHost is what the plugin needs of its host: the numbers that higher compares with, and decisions about them.
type treeHost interface {
	theory.Host
	theory.CandidateModel
	theory.Decider
}

// trees is the plugin. Its lemmas are instances of the laws.
type trees struct {
	*forest
	host      treeHost
	lits      [numLaws]sat.Lit
	atoms     map[sat.Lit]term.Term // applications of higher
	projected map[theory.Node]bool  // pairs whose sides were sent, for good
	treeMark
	levels  []treeMark
	classes []*treeClass // of the last check
	byRoot  map[theory.Node]*treeClass
	news    bool
}

// treeMark is what backtracking restores.
type treeMark struct {
	laws     int           // that hold
	nodes    []theory.Node // relevant trees
	asserted []sat.Lit     // of higher
}

// treeClass is a class of relevant trees.
type treeClass struct {
	t, pair   term.Term // members; pair is 0 if none is one
	sides     [2]*treeClass
	leaf      bool
	open      bool // on the path of the search for cycles
	value     int
	low, high int64     // bounds of the height
	lowest    term.Term // the atoms that give these
	highest   term.Term
}

func (p *trees) Name() string                     { return "trees" }
func (p *trees) Lemmas() []string                 { return []string{"tree-law"} }
func (p *trees) Attach(theory.Node, term.Term)    {}
func (p *trees) NewLevel()                        { p.levels = append(p.levels, p.treeMark) }
func (p *trees) Merged(_, _ theory.Node, _ int64) {}
func (p *trees) Propagate()                       {}
func (p *trees) Stats(add func(string, int64))    {}

func (p *trees) Claims() theory.Claims {
	return theory.Claims{Sorts: []term.Sort{p.sort}, Syms: []term.Sym{p.higher}, Atoms: []term.Op{term.OpForall}}
}

// TakeAtom implements theory.AtomTaker.
func (p *trees) TakeAtom(t term.Term) ([]term.Term, bool) {
	return []term.Term{p.leaf}, slices.Contains(p.axioms[:], t)
}

func (p *trees) AddAtom(t term.Term, l sat.Lit) {
	if i := slices.Index(p.axioms[:], t); i >= 0 {
		p.lits[i] = l
	} else if p.isApp(t, p.higher) {
		p.atoms[l] = t
	}
}

func (p *trees) isApp(t term.Term, f term.Sym) bool {
	return p.st.Op(t) == term.OpApp && p.st.Sym(t) == f
}

func (p *trees) Relevant(n theory.Node) {
	if p.st.Sort(p.host.Term(n)) == p.sort {
		p.nodes = append(p.nodes, n)
	}
}

func (p *trees) Assert(l sat.Lit) {
	if slices.Contains(p.lits[:], l) {
		p.laws++
	} else if p.atoms[l] != 0 || p.atoms[l.Not()] != 0 {
		p.asserted = append(p.asserted, l)
	}
}

func (p *trees) Backtrack(level int) { p.treeMark, p.levels = p.levels[level], p.levels[:level] }

// Check looks for what is wrong with the classes, and then for their values.
func (p *trees) Check(e theory.Effort) theory.Status {
	if e != theory.Full || p.laws < int(numLaws) {
		return theory.Consistent
	}
	p.news = false
	p.classify()
	for _, step := range [...]func(){p.construct, p.untangle, p.bound, p.evaluate} {
		if step(); p.news {
			return theory.Progress
		}
	}
	return theory.Consistent
}

// send sends an instance of a law.
func (p *trees) send(l law, x ...term.Term) {
	p.news = p.host.Lemma(p.clause(l, x...)) == theory.LemmaNew || p.news
}

func (p *trees) clause(l law, x ...term.Term) ([]sat.Lit, theory.LemmaID, *cert.Certificate) {
	instance := p.instance(l, x...)
	c := p.host.NewCertificate()
	if c != nil {
		c.Axiom(cert.Instance, []cert.Literal{{T: p.axioms[l], Neg: true}, {T: instance}},
			append([]term.Term{p.axioms[l]}, x...)...)
	}
	return []sat.Lit{p.lits[l].Not(), p.host.Lit(instance)}, 0, c
}

func (p *trees) classOf(t term.Term) *treeClass {
	n, _ := p.host.Lookup(t)
	return p.byRoot[p.host.Root(n.Node)]
}

// classify finds the classes of relevant trees.
func (p *trees) classify() {
	p.classes, p.byRoot = nil, map[theory.Node]*treeClass{}
	for _, n := range p.nodes {
		t, r := p.host.Term(n), p.host.Root(n)
		c := p.byRoot[r]
		if c == nil {
			c = &treeClass{t: t, value: -1, high: math.MaxInt64}
			p.byRoot[r], p.classes = c, append(p.classes, c)
		}
		c.leaf = c.leaf || t == p.leaf
		if p.isApp(t, p.pair) {
			c.pair = t
		}
	}
	for _, c := range p.classes {
		if c.pair != 0 {
			for i := range c.sides {
				c.sides[i] = p.classOf(p.st.Arg(c.pair, i))
			}
		}
	}
}

// construct sends what the sides of pairs are, which makes pairs injective, that pairs are not
// the leaf, and that trees which have sides are one of both.
func (p *trees) construct() {
	for _, n := range p.nodes {
		t := p.host.Term(n)
		switch c := p.byRoot[p.host.Root(n)]; {
		case p.isApp(t, p.pair):
			if !p.projected[n] {
				p.projected[n], p.news = true, true
				for i := range p.side {
					lits, id, cr := p.clause(leftOf+law(i), p.st.Args(t)...)
					p.host.LemmaWhile(lits, sat.NoLit, id, cr,
						theory.While{Lit: p.lits[leftOf+law(i)], Nodes: [4]theory.Node{n}})
				}
			}
			if c.leaf {
				p.send(noLeaf, p.st.Args(t)...)
			}
		case p.isApp(t, p.side[0]) || p.isApp(t, p.side[1]):
			p.split(p.classOf(p.st.Arg(t, 0)))
		}
	}
}

// split sends that a tree is the leaf or a pair, unless that is known.
func (p *trees) split(c *treeClass) {
	if !c.leaf && c.pair == 0 {
		p.send(total, c.t)
	}
}

// untangle sends why a class that is below itself must not be.
func (p *trees) untangle() {
	done := map[*treeClass]bool{}
	var path []law // the side by which each class on it goes on: 0 or 1
	var pairs []*treeClass
	var visit func(c *treeClass)
	visit = func(c *treeClass) {
		if c.open {
			p.refute(pairs[slices.Index(pairs, c):], path[slices.Index(pairs, c):])
		}
		if done[c] || c.pair == 0 {
			return
		}
		c.open, done[c] = true, true
		for i, s := range c.sides {
			pairs, path = append(pairs, c), append(path, law(i))
			if visit(s); p.news {
				return
			}
			pairs, path = pairs[:len(pairs)-1], path[:len(path)-1]
		}
		c.open = false
	}
	for _, c := range p.classes {
		if visit(c); p.news {
			return
		}
	}
}

// refute sends that what closes a cycle of pairs is below all of them, and so below itself.
func (p *trees) refute(pairs []*treeClass, sides []law) {
	k := len(pairs) - 1
	last := p.st.Arg(pairs[k].pair, int(sides[k]))
	p.send(leftIn+sides[k], p.st.Args(pairs[k].pair)...)
	for ; k > 0; k-- {
		a := p.st.Args(pairs[k-1].pair)
		p.send(leftDeep+sides[k-1], a[0], a[1], last)
	}
	p.send(finite, pairs[0].pair)
}

// each calls yield with the asserted atoms of higher, the classes of their trees, and the
// values of their numbers.
func (p *trees) each(yield func(t term.Term, c *treeClass, n int64, holds bool)) {
	for _, l := range p.asserted {
		t, holds := p.atoms[l]
		if !holds {
			t = p.atoms[l.Not()]
		}
		at, _ := p.host.Lookup(t)
		v, ok := p.host.Candidate(p.host.Args(at.Node)[1])
		n, small := v.Num().Int64()
		if !ok || !small || !v.IsInt() {
			panic("trees: a number has no value")
		}
		yield(t, p.classOf(p.st.Arg(t, 0)), n, holds)
	}
}

// bound finds the bounds of heights, and sends what they contradict, and what those of pairs say about the
// sides: in a class that is split again and again the bounds decrease.
func (p *trees) bound() {
	p.each(func(t term.Term, c *treeClass, n int64, holds bool) {
		if holds && n >= c.low {
			c.low, c.lowest = n+1, t
		} else if !holds && n < c.high {
			c.high, c.highest = n, t
		}
	})
	for _, c := range p.classes {
		switch {
		case c.high < 0:
			p.send(negative, p.st.Args(c.highest)...)
		case c.low > c.high:
			p.send(monotone, append(p.st.Args(c.lowest), p.st.Arg(c.highest, 1))...)
		case c.leaf && c.low > 0:
			p.send(flat, p.st.Arg(c.lowest, 1))
		case c.pair != 0:
			p.narrow(c)
		}
	}
}

// narrow sends what the bounds of a pair say about its sides.
func (p *trees) narrow(c *treeClass) {
	if s := c.sides; max(s[0].low, s[1].low) < c.low-1 {
		p.send(oneSide, append(p.st.Args(c.pair), p.st.Arg(c.lowest, 1))...)
	}
	for i, s := range c.sides {
		if c.highest != 0 && s.high >= c.high {
			p.send(leftUp+law(i), append(p.st.Args(c.pair), p.st.Arg(c.highest, 1))...)
		}
	}
}

// evaluate gives the classes different trees, children before parents. A class without a
// constructor gets a tree so high that what is made of it is no other's, if its bound allows it.
func (p *trees) evaluate() {
	users := map[int]*treeClass{}
	var clash *treeClass
	set := func(c *treeClass, t int) {
		if clash == nil {
			clash = users[t] // has no constructor, since c is the first pair of its sides
		}
		users[t], c.value = c, t
	}
	free := slices.DeleteFunc(slices.Clone(p.classes), func(c *treeClass) bool { return c.leaf || c.pair != 0 })
	slices.SortStableFunc(free, func(a, b *treeClass) int { return cmp.Compare(a.high, b.high) })
	depth := int64(len(p.classes))
	top := depth + 1
	p.build(set)
	for _, c := range free {
		t := p.unused(c, top, users)
		if t < 0 {
			p.widen(c, top)
			return
		}
		set(c, t)
		top = max(top, p.trees[t].height+depth+1)
		p.build(set)
	}
	if clash != nil {
		p.widen(clash, top)
	}
}

// widen has the number that bounds the height of a class be at least top. If it can't be, the class
// is split: without a bound of the number that would not end, as it may grow with the height.
func (p *trees) widen(c *treeClass, top int64) {
	if low := p.host.Lit(p.mk.Le(p.st.Arg(c.highest, 1), p.st.Int(top-1))); p.host.Value(low) != sat.True {
		p.host.Split(low.Not())
		p.news = true
		return
	}
	p.split(c)
}

// build gives values to the leaf, and to the pairs whose sides have values.
func (p *trees) build(set func(*treeClass, int)) {
	for more := true; more; {
		more = false
		for _, c := range p.classes {
			switch s := c.sides; {
			case c.value >= 0:
				continue
			case c.leaf:
				set(c, 0)
			case c.pair != 0 && s[0].value >= 0 && s[1].value >= 0:
				set(c, p.tree(s[0].value, s[1].value))
			default:
				continue
			}
			more = true
		}
	}
}

// unused returns a tree for a class within its bounds: of a height from top on, or one that
// nobody uses; -1 if it finds none.
func (p *trees) unused(c *treeClass, top int64, users map[int]*treeClass) int {
	if h := max(top, c.low); h <= c.high {
		return p.comb(h, 0)
	}
	if c.low == 0 && users[0] == nil {
		return 0
	}
	for h := max(c.low, 1); h <= c.high; h++ {
		for code := range uint64(1) << min(h-1, 8) {
			if t := p.comb(h, code); p.trees[t].height == h && users[t] == nil {
				return t
			}
		}
	}
	return -1
}

// Value implements theory.Valuer.
func (p *trees) Value(root theory.Node, _ func(theory.Point) (model.Value, bool)) (model.Value, error) {
	c := p.byRoot[root]
	if c == nil {
		return model.Value{}, fmt.Errorf("trees: %s has no value", p.st.String(p.host.Term(root)))
	}
	return model.Elem(p.sort, c.value), nil
}

func (p *trees) ExplainLit(sat.Lit, theory.Reason, *theory.Antecedents) {
	panic("trees: no literal was propagated")
}

func (p *trees) ExplainEq(theory.Point, theory.Point, theory.Reason, *theory.Antecedents) {
	panic("trees: no equality was merged")
}
