package combine_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/fuzz/shrink"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/combine"
	"github.com/muster-smt/muster/theory/proof"
	"github.com/muster-smt/muster/theory/term"
)

// The test runs lists of operations on an engine without plugins, so on clauses,
// relevancy and the e-graph. The oracle is the table of all interpretations, see
// universe_test.go. Models are evaluated, cores and cones must be inconsistent, and
// certificates are checked. A failing list is made smaller by leaving operations out.

type opKind uint8

const (
	opAssert opKind = iota
	opFlow          // a clause that the assertions imply
	opPush          // a guard, which every check assumes
	opUnder         // a formula under the innermost guard
	opPop
	opCheck
	opStop // a check that is stopped at a poll, with an assertion before it
	numOpKinds
)

var opNames = [...]string{"assert", "flow", "push", "under", "pop", "check", "stop"}

// op has numbers from which its formulas are drawn, so that it means the same when
// other operations are left out.
type op struct {
	kind opKind
	a, b uint16
}

func (o op) String() string { return fmt.Sprintf("{%s %d %d}", opNames[o.kind], o.a, o.b) }

func randomOps(r *rand.Rand) []op {
	weights := [numOpKinds]int{opAssert: 20, opFlow: 5, opPush: 8, opUnder: 16, opPop: 6, opCheck: 30, opStop: 10}
	total := 0
	for _, w := range weights {
		total += w
	}
	var ops []op
	for range 5 + r.IntN(25) {
		o := op{a: uint16(r.IntN(1 << 12)), b: uint16(r.IntN(1 << 12))}
		n := r.IntN(total)
		for n >= weights[o.kind] {
			n -= weights[o.kind]
			o.kind++
		}
		ops = append(ops, o)
	}
	return append(ops, op{kind: opCheck})
}

// world is an engine, and what was reported to it.
type world struct {
	*language
	e      *combine.Engine
	facts  []formula // by number less one
	global set       // where what holds without a guard does
	scopes []scope
	asked  []formula // what the last check assumed beside guards
	log    bytes.Buffer
	proof  *proof.Writer // nil: none is written
	broken error         // found by a callback
}

type scope struct {
	guard term.Term
	facts []int // their numbers
	set   set
}

// assumption is a literal that a check assumes, and where its formula holds.
type assumption struct {
	lit sat.Lit
	formula
}

func newWorld(x *interpretations, config int) *world {
	w := &world{language: newLanguage(x), global: x.all}
	opt := combine.Options{NoRelevancy: config&3 == 1, Stress: config&4 != 0, Cone: config&8 != 0, Lemmas: combine.LemmaPolicy(config % 3)}
	if config&16 != 0 {
		k := cert.NewChecker(w.st)
		opt.Certify = func(c *cert.Certificate) {
			if v, err := k.Check(c); v != cert.Accepted && w.broken == nil {
				w.broken = fmt.Errorf("certificate %s: %v, %v", c.Name, v, err)
			}
		}
	}
	if config&32 != 0 {
		w.proof = proof.NewWriter(&w.log, w.st)
		opt.Proof = w.proof
	}
	w.e = combine.New(w.st, w.rw, opt)
	return w
}

// enter numbers a fact, and returns it simplified.
func (w *world) enter(f formula, global bool) term.Term {
	w.facts = append(w.facts, f)
	n := int32(len(w.facts))
	simple := w.rw.Simplify(f.t)
	w.proof.Assert(n, global, f.t, simple)
	w.e.Tag(n)
	return simple
}

func (w *world) do(o op) error {
	r := rand.New(rand.NewPCG(uint64(o.a), uint64(o.b)))
	top := len(w.scopes) - 1
	switch o.kind {
	case opAssert:
		w.assert(w.random(r, 1+r.IntN(3)))
	case opFlow:
		var known []formula
		for _, f := range w.facts {
			if w.global.and(f.set.not()).empty() {
				known = append(known, f)
			}
		}
		if len(known) == 0 {
			return nil
		}
		f := w.or(known[r.IntN(len(known))], w.random(r, 1))
		w.e.AssertFlow(w.enter(f, true))
	case opPush:
		g := w.st.FreshConst("g", term.Bool)
		w.proof.Push(g)
		w.scopes = append(w.scopes, scope{guard: g, set: w.all})
	case opUnder:
		if top < 0 {
			return nil
		}
		f := w.random(r, 1+r.IntN(3))
		s := &w.scopes[top]
		w.e.AssertUnder(s.guard, w.enter(f, false))
		s.facts = append(s.facts, len(w.facts))
		s.set = s.set.and(f.set)
	case opPop:
		if top < 0 {
			return nil
		}
		w.proof.Pop()
		w.e.Tag(0)
		w.e.Assert(w.st.Not(w.scopes[top].guard))
		w.scopes = w.scopes[:top]
	case opCheck:
		return w.check(r, nil)
	case opStop:
		var lim limit.Limit
		lim.Count(limit.NewCountdown(1+int64(o.b)%60, limit.Timeout))
		w.e.Within(&lim)
		w.assert(w.random(r, 3))
		err := w.check(r, &lim)
		w.e.Within(nil)
		return err
	}
	return nil
}

func (w *world) assert(f formula) {
	w.global = w.global.and(f.set)
	w.e.Assert(w.enter(f, true))
}

// check decides under the open guards and a few formulas.
func (w *world) check(r *rand.Rand, lim *limit.Limit) error {
	var as []assumption
	var lits []sat.Lit
	assume := func(f formula) {
		l := w.e.Lit(w.rw.Simplify(f.t))
		as, lits = append(as, assumption{l, f}), append(lits, l)
	}
	for _, s := range w.scopes {
		assume(formula{s.guard, s.set})
	}
	if r.IntN(3) > 0 {
		w.asked = nil
	}
	for range r.IntN(3) {
		w.asked = append(w.asked, w.random(r, r.IntN(2)))
	}
	for _, f := range w.asked {
		assume(f)
	}
	want := w.global
	for _, a := range as {
		want = want.and(a.set)
	}
	var from, to []term.Term
	for _, a := range as[len(w.scopes):] {
		from, to = append(from, a.t), append(to, w.rw.Simplify(a.t))
	}
	w.proof.Query(from, to)
	w.e.Tag(0)
	s := w.e.Check(lim, lits, sat.Budget{})
	switch {
	case w.broken != nil:
		return w.broken
	case s == sat.Unknown && lim.Stopped():
		return nil
	case s == sat.Sat && !want.empty():
		return w.model(as)
	case s == sat.Unsat && want.empty():
		return w.core(as)
	}
	return fmt.Errorf("%v under %v; there is an interpretation: %v", s, lits, !want.empty())
}

// model verifies that all that must hold does in the model.
func (w *world) model(as []assumption) error {
	m, err := w.e.Model()
	if err != nil {
		return err
	}
	holds := func(f formula, what string) error {
		if ok, err := m.EvalBool(f.t); !ok {
			return fmt.Errorf("%s is %v in the model: %s %v", what, ok, w.st.String(f.t), err)
		}
		return nil
	}
	for i, f := range w.facts {
		open := w.global.and(f.set.not()).empty()
		for _, s := range w.scopes {
			open = open || slices.Contains(s.facts, i+1)
		}
		if !open {
			continue
		}
		if err := holds(f, fmt.Sprintf("fact %d", i+1)); err != nil {
			return err
		}
	}
	for _, a := range as {
		if err := holds(a.formula, "an assumption"); err != nil {
			return err
		}
	}
	return nil
}

// core verifies that the assumptions of the core contradict what was asserted, or with
// a cone, what is in that.
func (w *world) core(as []assumption) error {
	core := w.e.SAT().Core()
	from := w.global
	if cone := w.e.Cone(); len(cone) > 0 {
		from = w.all
		for _, n := range cone {
			for _, s := range w.scopes {
				if slices.Contains(s.facts, int(n)) {
					n = 0 // its guard is assumed
				}
			}
			if n != 0 && w.global.and(w.facts[n-1].set.not()).empty() {
				from = from.and(w.facts[n-1].set)
			}
		}
	}
	for _, l := range core {
		i := slices.IndexFunc(as, func(a assumption) bool { return a.lit == l })
		if i < 0 {
			return fmt.Errorf("%v is in the core, but was not assumed", l)
		}
		from = from.and(as[i].set)
	}
	if !from.empty() {
		return fmt.Errorf("the core %v with the cone %v is consistent", core, w.e.Cone())
	}
	return nil
}

func run(x *interpretations, config int, ops []op) (err error) {
	w := newWorld(x, config)
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	for i, o := range ops {
		if err := w.do(o); err != nil {
			return fmt.Errorf("operation %d: %w", i, err)
		}
	}
	if w.proof == nil {
		return nil
	}
	if err := w.proof.Flush(); err != nil {
		return err
	}
	_, err = proof.Check(&w.log)
	return err
}

func TestOperationLists(t *testing.T) {
	lists := extent.Of(300, 1500)
	var x interpretations
	x.init()
	for seed := range lists {
		ops := randomOps(rand.New(rand.NewPCG(uint64(seed), 7)))
		if run(&x, seed, ops) == nil {
			continue
		}
		ops = shrink.List(ops, nil, func(less []op) bool { return run(&x, seed, less) != nil })
		var b strings.Builder
		for _, o := range ops {
			fmt.Fprintf(&b, "\n\t%v", o)
		}
		t.Fatalf("seed %d: %v%s", seed, run(&x, seed, ops), b.String())
	}
}
