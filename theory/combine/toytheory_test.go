package combine_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/combine"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/proof"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// deck is the language of the toy theory: cards that can be flipped and lie face up or
// down.
//
//	flip(flip(x)) = x
//	up(flip(x)) = not up(x)
type deck struct {
	st       *term.Store
	mk       *rewrite.Rewriter
	sort     term.Sort
	flip, up term.Sym
	twice    term.Term // the first axiom
	face     term.Term // the second
	live     liveness
}

// liveness says how long the lemmas of the theory are live.
type liveness uint8

const (
	untilUndone      liveness = iota
	whileCardMatters          // while the flipped card is relevant
	whileBothMatter           // while that and the card itself are
	whileAxiomHolds
	whileAxiomAndBoth // while the axiom holds and both nodes are relevant
	numLiveness
)

func newDeck() *deck {
	st := term.NewStore()
	d := &deck{st: st, mk: rewrite.New(st), sort: st.UninterpretedSort("Card")}
	d.flip = st.DeclareFun("flip", []term.Sort{d.sort}, d.sort)
	d.up = st.DeclareFun("up", []term.Sort{d.sort}, term.Bool)
	x := st.BoundVar("x", d.sort)
	d.twice = d.forall(x, d.twiceAt(x))
	d.face = d.forall(x, d.faceAt(x))
	return d
}

func (d *deck) forall(x, body term.Term) term.Term {
	return d.mk.Simplify(d.st.Quantify(term.OpForall, term.Quant{Vars: []term.Term{x}, Body: body}))
}

func (d *deck) flipped(x term.Term) term.Term { return d.st.App(d.flip, x) }
func (d *deck) isUp(x term.Term) term.Term    { return d.st.App(d.up, x) }
func (d *deck) twiceAt(x term.Term) term.Term { return d.mk.Eq(d.flipped(d.flipped(x)), x) }
func (d *deck) faceAt(x term.Term) term.Term {
	return d.mk.Eq(d.isUp(d.flipped(x)), d.mk.Not(d.isUp(x)))
}

// cards is the plugin. It owns the sort and both symbols, and takes the two axioms away
// from whoever instantiates quantifiers: when one is asserted, its instances for the
// relevant cards are the lemmas of the theory.
type cards struct {
	*deck
	host   theory.Host
	axioms [2]axiom
	flips  []theory.Node // relevant applications of flip, in order
	ups    []theory.Node // likewise of up
	levels []mark
	sent   map[term.Term]bool // instances that need not be sent again
}

// axiom is an axiom that may be asserted.
type axiom struct {
	t     term.Term
	lit   sat.Lit // NoLit: it does not occur
	holds bool
}

// mark is the state at the start of a level.
type mark struct {
	flips, ups int
	holds      [2]bool
}

func newCards(d *deck) func(theory.Host) theory.Plugin {
	return func(h theory.Host) theory.Plugin {
		return &cards{deck: d, host: h, axioms: [2]axiom{{t: d.twice}, {t: d.face}}, sent: map[term.Term]bool{}}
	}
}

func (c *cards) Name() string { return "cards" }

func (c *cards) Lemmas() []string { return []string{"card-axiom"} }

func (c *cards) Claims() theory.Claims {
	return theory.Claims{
		Sorts: []term.Sort{c.sort},
		Syms:  []term.Sym{c.flip, c.up},
		Atoms: []term.Op{term.OpForall},
	}
}

// TakeAtom implements theory.AtomTaker.
func (c *cards) TakeAtom(t term.Term) ([]term.Term, bool) { return nil, t == c.twice || t == c.face }

func (c *cards) Attach(theory.Node, term.Term) {}

func (c *cards) AddAtom(t term.Term, l sat.Lit) {
	for i := range c.axioms {
		if c.axioms[i].t == t {
			c.axioms[i].lit = l
		}
	}
}

func (c *cards) NewLevel() {
	c.levels = append(c.levels, mark{len(c.flips), len(c.ups), [2]bool{c.axioms[0].holds, c.axioms[1].holds}})
}

func (c *cards) Backtrack(level int) {
	m := c.levels[level]
	c.levels = c.levels[:level]
	c.flips, c.ups = c.flips[:m.flips], c.ups[:m.ups]
	for i := range c.axioms {
		c.axioms[i].holds = m.holds[i]
	}
}

func (c *cards) Relevant(n theory.Node) {
	t := c.host.Term(n)
	if c.st.Op(t) != term.OpApp {
		return
	}
	switch c.st.Sym(t) {
	case c.flip:
		c.flips = append(c.flips, n)
	case c.up:
		c.ups = append(c.ups, n)
	}
}

func (c *cards) Assert(l sat.Lit) {
	for i := range c.axioms {
		if c.axioms[i].lit == l {
			c.axioms[i].holds = true
		}
	}
}

func (c *cards) Merged(theory.Node, theory.Node, int64) {}
func (c *cards) Propagate()                             {}

// Check sends the instances that the present classes do not satisfy.
func (c *cards) Check(e theory.Effort) theory.Status {
	status := theory.Consistent
	if e != theory.Full {
		return status
	}
	for _, n := range c.flips {
		x := c.st.Arg(c.host.Term(n), 0)
		if c.axioms[0].holds && !c.returns(n) && c.lemma(0, n, x, c.twiceAt(x)) ||
			c.axioms[1].holds && c.lemma(1, n, x, c.faceAt(x)) {
			status = theory.Progress
		}
	}
	return status
}

// returns reports whether flipping n, a flipped card, is known to give that card.
func (c *cards) returns(n theory.Node) bool {
	for _, m := range c.flips {
		if c.host.Same(c.host.Args(m)[0], theory.Point{Node: n}) {
			return c.host.Same(theory.Point{Node: m}, c.host.Args(n)[0])
		}
	}
	return false
}

// lemma sends that the axiom implies its instance for x, of which n is the other side;
// true if it is news.
func (c *cards) lemma(axiom int, n theory.Node, x, instance term.Term) bool {
	if c.sent[instance] {
		return false
	}
	a := &c.axioms[axiom]
	cr := c.host.NewCertificate()
	if cr != nil {
		cr.Axiom(cert.Instance, []cert.Literal{{T: a.t, Neg: true}, {T: instance}}, a.t, x)
	}
	lits := []sat.Lit{a.lit.Not(), c.host.Lit(instance)}
	var w theory.While
	switch c.live {
	case whileCardMatters:
		w.Nodes[0] = n
	case whileBothMatter:
		w.Nodes = [4]theory.Node{n, c.host.Args(n)[0].Node}
	case whileAxiomHolds:
		w.Lit = a.lit
	case whileAxiomAndBoth:
		w = theory.While{Lit: a.lit, Nodes: [4]theory.Node{n, c.host.Args(n)[0].Node}}
	default:
		return c.host.Lemma(lits, 0, cr) == theory.LemmaNew
	}
	c.sent[instance] = true
	c.host.LemmaWhile(lits, lits[int(n)%2], 0, cr, w)
	return true
}

func (c *cards) ExplainLit(sat.Lit, theory.Reason, *theory.Antecedents) {
	panic("cards: no literal was propagated")
}

func (c *cards) ExplainEq(theory.Point, theory.Point, theory.Reason, *theory.Antecedents) {
	panic("cards: no equality was merged")
}

func (c *cards) Stats(add func(string, int64)) { add("flips", int64(len(c.flips))) }

// Value implements theory.Valuer: cards that lie face up have odd numbers.
func (c *cards) Value(root theory.Node, _ func(theory.Point) (model.Value, bool)) (model.Value, error) {
	n := 2 * int(root)
	for _, m := range c.ups {
		if c.host.Root(c.host.Args(m)[0].Node) == root && c.host.Same(theory.Point{Node: m}, theory.Point{Node: theory.True}) {
			n++
			break
		}
	}
	return model.Elem(c.sort, n), nil
}

// table is an engine with the toy theory, a proof and checked certificates.
type table struct {
	*combine.Engine
	*deck
	t     *testing.T
	log   bytes.Buffer
	w     *proof.Writer
	tag   int32
	certs int // of lemmas of the theory
	fs    []term.Term
}

func newTable(t *testing.T, d *deck, opt combine.Options) *table {
	b := &table{deck: d, t: t}
	b.w = proof.NewWriter(&b.log, d.st)
	k := cert.NewChecker(d.st)
	opt.Proof = b.w
	opt.Certify = func(c *cert.Certificate) {
		if v, err := k.Check(c); v != cert.Accepted {
			t.Errorf("certificate %s: %v, %v", c.Name, v, err)
		}
		if c.Name == "card-axiom" {
			b.certs++
		}
	}
	b.Engine = combine.New(d.st, d.mk, opt, newCards(d))
	return b
}

func (b *table) assert(ts ...term.Term) {
	for _, t := range ts {
		b.tag++
		simple := b.mk.Simplify(t)
		b.w.Assert(b.tag, false, t, simple)
		b.Tag(b.tag)
		b.Assert(simple)
		b.fs = append(b.fs, t)
	}
}

// check decides what was asserted, and verifies the model or the proof.
func (b *table) check() sat.Status {
	b.t.Helper()
	b.w.Query(nil, nil)
	s := b.Check(nil, nil, sat.Budget{})
	if s == sat.Sat {
		b.verifyModel()
	}
	if err := b.w.Flush(); err != nil {
		b.t.Fatal(err)
	}
	if sum, err := proof.Check(bytes.NewReader(b.log.Bytes())); err != nil {
		b.t.Errorf("%v: %v", sum, err)
	}
	return s
}

func (b *table) verifyModel() {
	b.t.Helper()
	m, err := b.Model()
	if err != nil {
		b.t.Fatal(err)
	}
	for _, f := range b.fs {
		if b.quantified(f) {
			continue // about all cards, not only those in the model
		}
		if ok, err := m.EvalBool(f); !ok {
			b.t.Errorf("%s is %v in the model: %v", b.st.String(f), ok, err)
		}
	}
	for _, e := range m.Fun(b.up).Entries() {
		if (e.Args[0].Number()%2 == 1) != e.Value.IsTrue() {
			b.t.Errorf("card %v lies face up: %v", e.Args[0], e.Value)
		}
	}
}

func (d *deck) quantified(f term.Term) bool {
	found := false
	d.st.Visit(func(t term.Term) bool {
		found = found || t == d.twice || t == d.face
		return true
	}, f)
	return found
}

// TestToyTheory solves problems of a theory that the engine knows only through the
// public interfaces of package theory.
func TestToyTheory(t *testing.T) {
	type problem func(d *deck, c, e term.Term) []term.Term
	for name, x := range map[string]struct {
		p    problem
		want sat.Status
	}{
		"a card is not its other side": {func(d *deck, c, _ term.Term) []term.Term {
			return []term.Term{d.twice, d.face, d.st.Eq(d.flipped(d.flipped(d.flipped(c))), c)}
		}, sat.Unsat},
		"unless it has one face": {func(d *deck, c, _ term.Term) []term.Term {
			return []term.Term{d.twice, d.st.Eq(d.flipped(d.flipped(d.flipped(c))), c)}
		}, sat.Sat},
		"flip is injective": {func(d *deck, c, e term.Term) []term.Term {
			return []term.Term{d.twice, d.st.Eq(d.flipped(c), d.flipped(e)), d.st.Not(d.st.Eq(c, e))}
		}, sat.Unsat},
		"without the axiom it need not be": {func(d *deck, c, e term.Term) []term.Term {
			return []term.Term{d.st.Eq(d.flipped(c), d.flipped(e)), d.st.Not(d.st.Eq(c, e))}
		}, sat.Sat},
		"the other side of a card that lies face up": {func(d *deck, c, e term.Term) []term.Term {
			return []term.Term{d.twice, d.face, d.isUp(c), d.st.Eq(d.flipped(c), e), d.st.Eq(d.flipped(e), c)}
		}, sat.Sat},
		"a denied axiom is no axiom": {func(d *deck, c, e term.Term) []term.Term {
			return []term.Term{d.st.Not(d.twice), d.face, d.st.Eq(d.flipped(c), d.flipped(e)), d.st.Not(d.st.Eq(c, e))}
		}, sat.Sat},
		"nor one that need not hold": {func(d *deck, c, _ term.Term) []term.Term {
			return []term.Term{d.st.Or(d.face, d.isUp(c)), d.st.Eq(d.flipped(c), c), d.st.Not(d.isUp(c))}
		}, sat.Unsat},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDeck()
			b := newTable(t, d, combine.Options{})
			b.assert(x.p(d, d.st.FreshConst("c", d.sort), d.st.FreshConst("e", d.sort))...)
			if s := b.check(); s != x.want {
				t.Errorf("%v, want %v", s, x.want)
			}
			if b.certs == 0 && x.want == sat.Unsat {
				t.Error("no lemma of the theory has a certificate")
			}
		})
	}
}

// TestToyRandom compares answers with enumeration: one pair of elements for each
// constant is enough, and one of each pair lies face up.
func TestToyRandom(t *testing.T) {
	counts := map[sat.Status]int{}
	recalled := int64(0)
	for seed := range extent.Of(uint64(200), 600) {
		r := rand.New(rand.NewPCG(seed, 16))
		d := newDeck()
		d.live = liveness(seed % uint64(numLiveness))
		opt := combine.Options{Lemmas: combine.LemmaPolicy(seed / uint64(numLiveness) % 3)}
		opt.Stress = opt.Lemmas != combine.KeepLemmas
		b := newTable(t, d, opt)
		var cs []term.Term
		for i := range 3 {
			cs = append(cs, d.st.FreshConst(fmt.Sprint("c", i), d.sort))
		}
		b.assert(d.twice, d.face)
		var ground []term.Term
		for range 4 {
			f := d.random(r, cs, 2)
			ground = append(ground, f)
			b.assert(f)
			want := d.enumerate(cs, d.st.And(ground...))
			if s := b.check(); s != want {
				t.Fatalf("seed %d: %v, want %v", seed, s, want)
			}
			counts[want]++
		}
		recalled += b.Recalled()
	}
	t.Log(counts, recalled)
	if recalled == 0 {
		t.Error("no lemma was forgotten and sent again")
	}
}

func (d *deck) random(r *rand.Rand, cs []term.Term, depth int) term.Term {
	card := func() term.Term {
		c := cs[r.IntN(len(cs))]
		for range r.IntN(4) {
			c = d.flipped(c)
		}
		return c
	}
	if depth > 0 && r.IntN(3) > 0 {
		a, b := d.random(r, cs, depth-1), d.random(r, cs, depth-1)
		return [...]term.Term{d.st.And(a, b), d.st.Or(a, b), d.st.Not(a), d.st.Eq(a, b)}[r.IntN(4)]
	}
	if r.IntN(2) == 0 {
		return d.isUp(card())
	}
	return d.st.Eq(card(), card())
}

func (d *deck) enumerate(cs []term.Term, f term.Term) sat.Status {
	size := 2 * len(cs)
	total := 1
	for range cs {
		total *= size
	}
	for code := range total {
		m := model.New(d.st, model.Options{})
		for _, c := range cs {
			m.SetConst(c, model.Elem(d.sort, code%size))
			code /= size
		}
		for k := range size {
			x := model.Elem(d.sort, k)
			m.SetFun(d.flip, []model.Value{x}, model.Elem(d.sort, k^1))
			m.SetFun(d.up, []model.Value{x}, model.Bool(k%2 == 1))
		}
		if ok, err := m.EvalBool(f); err == nil && ok {
			return sat.Sat
		}
	}
	return sat.Unsat
}
