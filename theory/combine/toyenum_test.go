package combine_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/muster-smt/muster/arrays"
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

// palette is the language of a sort of three values, and of what is about it: a function
// between them, and arrays with such indices.
type palette struct {
	st     *term.Store
	mk     *rewrite.Rewriter
	sort   term.Sort
	values []term.Term // red, green, blue
	mix    term.Sym
	total  term.Term // every colour is one of the values
}

func newPalette() *palette {
	st := term.NewStore()
	p := &palette{st: st, mk: rewrite.New(st), sort: st.UninterpretedSort("Colour")}
	for _, name := range []string{"red", "green", "blue"} {
		p.values = append(p.values, st.App(st.DeclareFun(name, nil, p.sort)))
	}
	p.mix = st.DeclareFun("mix", []term.Sort{p.sort}, p.sort)
	x := st.BoundVar("x", p.sort)
	p.total = p.mk.Simplify(st.Quantify(term.OpForall, term.Quant{Vars: []term.Term{x}, Body: p.totalAt(x)}))
	return p
}

func (p *palette) totalAt(x term.Term) term.Term {
	var is []term.Term
	for _, v := range p.values {
		is = append(is, p.mk.Eq(x, v))
	}
	return p.mk.Or(is...)
}

// differ says that terms differ in pairs.
func differ(st *term.Store, ts ...term.Term) term.Term {
	all := []term.Term{}
	for i, a := range ts {
		for _, b := range ts[:i] {
			all = append(all, st.Not(st.Eq(a, b)))
		}
	}
	return st.And(all...)
}

// colours is the plugin: one that owns a sort of few values. It takes the axiom that says
// so, and sends its instance for each relevant colour whose class has no value. Then the
// search has to choose one.
type colours struct {
	*palette
	host     theory.Host
	lit      sat.Lit // of the axiom
	holds    bool
	relevant []theory.Node
	levels   []colourMark
}

type colourMark struct {
	relevant int
	holds    bool
}

func (c *colours) Name() string                     { return "colours" }
func (c *colours) Lemmas() []string                 { return []string{"colour-value"} }
func (c *colours) Attach(theory.Node, term.Term)    {}
func (c *colours) NewLevel()                        { c.levels = append(c.levels, colourMark{len(c.relevant), c.holds}) }
func (c *colours) Relevant(n theory.Node)           { c.relevant = append(c.relevant, n) }
func (c *colours) Assert(l sat.Lit)                 { c.holds = c.holds || l == c.lit }
func (c *colours) Merged(_, _ theory.Node, _ int64) {}
func (c *colours) Propagate()                       {}
func (c *colours) Stats(add func(string, int64))    {}

// Values implements theory.Enumerated.
func (c *colours) Values(s term.Sort) []term.Term { return c.values }

func (c *colours) Claims() theory.Claims {
	return theory.Claims{Sorts: []term.Sort{c.sort}, Atoms: []term.Op{term.OpForall}}
}

func (c *colours) AddAtom(t term.Term, l sat.Lit) {
	if t == c.total { // equalities are the plugin's atoms, too
		c.lit = l
	}
}

// TakeAtom implements theory.AtomTaker.
func (c *colours) TakeAtom(t term.Term) ([]term.Term, bool) { return c.values, t == c.total }

func (c *colours) Backtrack(level int) {
	m := c.levels[level]
	c.levels, c.relevant, c.holds = c.levels[:level], c.relevant[:m.relevant], m.holds
}

func (c *colours) Check(e theory.Effort) theory.Status {
	status := theory.Consistent
	if e != theory.Full || !c.holds {
		return status
	}
	for _, n := range c.relevant {
		if c.valueOf(n) >= 0 {
			continue
		}
		x := c.host.Term(n)
		instance := c.totalAt(x)
		cr := c.host.NewCertificate()
		if cr != nil {
			cr.Axiom(cert.Instance, []cert.Literal{{T: c.total, Neg: true}, {T: instance}}, c.total, x)
		}
		if c.host.Lemma([]sat.Lit{c.lit.Not(), c.host.Lit(instance)}, 0, cr) == theory.LemmaNew {
			status = theory.Progress
		}
	}
	return status
}

// valueOf returns which value is in the class of a node, or -1.
func (c *colours) valueOf(n theory.Node) int {
	for i, v := range c.values {
		if p, ok := c.host.Lookup(v); ok && c.host.Root(p.Node) == c.host.Root(n) {
			return i
		}
	}
	return -1
}

// Value implements theory.Valuer.
func (c *colours) Value(root theory.Node, _ func(theory.Point) (model.Value, bool)) (model.Value, error) {
	i := c.valueOf(root)
	if i < 0 {
		return model.Value{}, fmt.Errorf("colours: %s has no value", c.st.String(c.host.Term(root)))
	}
	return model.Elem(c.sort, i), nil
}

func (c *colours) ExplainLit(sat.Lit, theory.Reason, *theory.Antecedents) {
	panic("colours: no literal was propagated")
}

func (c *colours) ExplainEq(theory.Point, theory.Point, theory.Reason, *theory.Antecedents) {
	panic("colours: no equality was merged")
}

// solvePalette decides formulas about colours.
func solvePalette(t *testing.T, p *palette, fs ...term.Term) (*combine.Engine, sat.Status) {
	t.Helper()
	return solveToy(t, p.mk, append([]term.Term{p.total, differ(p.st, p.values...)}, fs...),
		func(h theory.Host) theory.Plugin { return &colours{palette: p, host: h} },
		func(h theory.Host) theory.Plugin { return arrays.New(h.(arrays.Host)) })
}

// solveToy decides formulas, with certificates and the proof checked.
func solveToy(t *testing.T, mk *rewrite.Rewriter, fs []term.Term,
	plugins ...func(theory.Host) theory.Plugin) (*combine.Engine, sat.Status) {
	t.Helper()
	var log bytes.Buffer
	w := proof.NewWriter(&log, mk.Terms())
	k := cert.NewChecker(mk.Terms())
	e := combine.New(mk.Terms(), mk, combine.Options{Proof: w, Certify: func(c *cert.Certificate) {
		if v, err := k.Check(c); v != cert.Accepted {
			t.Errorf("certificate %s: %v, %v", c.Name, v, err)
		}
	}}, plugins...)
	for i, f := range fs {
		simple := mk.Simplify(f)
		w.Assert(int32(i+1), false, f, simple)
		e.Tag(int32(i + 1))
		e.Assert(simple)
	}
	w.Query(nil, nil)
	s := e.Check(nil, nil, sat.Budget{})
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if sum, err := proof.Check(bytes.NewReader(log.Bytes())); err != nil {
		t.Errorf("%v: %v", sum, err)
	}
	return e, s
}

// TestEnumeration solves problems of a sort of three values, which are its plugin's alone:
// neither the engine nor package arrays knows of it.
func TestEnumeration(t *testing.T) {
	type problem func(p *palette, c []term.Term) term.Term
	// touched says that arrays which hold one thing everywhere, but for n colours where
	// they hold another one, hold that everywhere.
	touched := func(n int) problem {
		return func(p *palette, c []term.Term) term.Term {
			item := p.st.UninterpretedSort("Item")
			a, b := p.st.FreshConst("a", item), p.st.FreshConst("b", item)
			array := p.st.ArraySort(p.sort, item)
			x := p.st.ConstArray(array, a)
			for _, v := range p.values[:n] {
				x = p.st.Store(x, v, b)
			}
			return p.st.And(differ(p.st, a, b), p.st.Eq(x, p.st.ConstArray(array, b)))
		}
	}
	for name, x := range map[string]struct {
		p    problem
		want sat.Status
	}{
		"three differ": {func(p *palette, c []term.Term) term.Term { return differ(p.st, c[:3]...) }, sat.Sat},
		"four do not":  {func(p *palette, c []term.Term) term.Term { return differ(p.st, c...) }, sat.Unsat},
		"a function with one value": {func(p *palette, c []term.Term) term.Term {
			var fs []term.Term
			for _, v := range p.values {
				fs = append(fs, p.st.Eq(p.st.App(p.mix, v), c[0]))
			}
			return p.st.And(append(fs, differ(p.st, p.st.App(p.mix, c[1]), c[0]))...)
		}, sat.Unsat},
		"one without a fixed point": {func(p *palette, c []term.Term) term.Term {
			return differ(p.st, p.st.App(p.mix, c[0]), c[0])
		}, sat.Sat},
		"an array changed at two of three": {touched(2), sat.Unsat},
		"at all three":                     {touched(3), sat.Sat},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPalette()
			var cs []term.Term
			for i := range 4 {
				cs = append(cs, p.st.FreshConst(fmt.Sprint("c", i), p.sort))
			}
			if _, s := solvePalette(t, p, x.p(p, cs)); s != x.want {
				t.Errorf("%v, want %v", s, x.want)
			}
		})
	}
}

// TestEnumerationRandom compares answers with all that constants and a function may be, and
// evaluates models.
func TestEnumerationRandom(t *testing.T) {
	counts := map[sat.Status]int{}
	for seed := range extent.Of(uint64(100), 600) {
		r := rand.New(rand.NewPCG(seed, 52))
		p := newPalette()
		var cs []term.Term
		for i := range 3 {
			cs = append(cs, p.st.FreshConst(fmt.Sprint("c", i), p.sort))
		}
		var fs []term.Term
		for range 6 {
			fs = append(fs, p.random(r, cs, 2))
		}
		want := p.enumerate(cs, p.st.And(fs...))
		e, s := solvePalette(t, p, fs...)
		if s != want {
			t.Fatalf("seed %d: %v, want %v", seed, s, want)
		}
		counts[want]++
		if s != sat.Sat {
			continue
		}
		m, err := e.Model()
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range append(fs, differ(p.st, p.values...)) {
			if ok, err := m.EvalBool(f); !ok {
				t.Errorf("seed %d: %s is %v in the model: %v", seed, p.st.String(f), ok, err)
			}
		}
	}
	t.Log(counts)
	if counts[sat.Sat] == 0 || counts[sat.Unsat] == 0 {
		t.Error("one of the answers never came")
	}
}

func (p *palette) random(r *rand.Rand, cs []term.Term, depth int) term.Term {
	colour := func() term.Term {
		all := append(cs[:len(cs):len(cs)], p.values...)
		x := all[r.IntN(len(all))]
		for range r.IntN(3) {
			x = p.st.App(p.mix, x)
		}
		return x
	}
	if depth > 0 && r.IntN(3) > 0 {
		a, b := p.random(r, cs, depth-1), p.random(r, cs, depth-1)
		return [...]term.Term{p.st.And(a, b), p.st.Or(a, b), p.st.Not(a)}[r.IntN(3)]
	}
	return p.st.Eq(colour(), colour())
}

func (p *palette) enumerate(cs []term.Term, f term.Term) sat.Status {
	n := len(p.values)
	digits := len(cs) + n
	total := 1
	for range digits {
		total *= n
	}
	for code := range total {
		m := model.New(p.st, model.Options{})
		next := func() model.Value {
			k := code % n
			code /= n
			return model.Elem(p.sort, k)
		}
		for i, v := range p.values {
			m.SetConst(v, model.Elem(p.sort, i))
			m.SetFun(p.mix, []model.Value{model.Elem(p.sort, i)}, next())
		}
		for _, c := range cs {
			m.SetConst(c, next())
		}
		if ok, err := m.EvalBool(f); err == nil && ok {
			return sat.Sat
		}
	}
	return sat.Unsat
}
