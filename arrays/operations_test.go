package arrays

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/fuzz/shrink"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
)

// The test runs lists of operations on the plugin, an e-graph and a host without
// a SAT solver. The oracle is all interpretations of a small domain, by which
// merges must follow from their explanations, lemmas must hold, and conflicts
// must be conflicts; a check without a complaint must give a model. A failing
// list is made smaller by leaving operations out.

type opKind uint8

const (
	opStore opKind = iota // terms, also in the middle of the search
	opConst
	opSelect
	opRelevant
	opEqual // a literal between two terms of one sort
	opDiffer
	opLevel
	opBack
	opCheck // until there is a model or a conflict
	numOpKinds
)

var opNames = [...]string{"store", "const", "select", "relevant", "equal", "differ", "level", "back", "check"}

// op has numbers that are taken modulo what exists, so that it still makes sense
// when other operations are left out.
type op struct {
	kind    opKind
	a, b, c uint16
}

func (o op) String() string { return fmt.Sprintf("{%s %d %d %d}", opNames[o.kind], o.a, o.b, o.c) }

func randomOps(r *rand.Rand) []op {
	weights := [numOpKinds]int{14, 8, 10, 8, 24, 12, 12, 8, 14}
	total := 0
	for _, w := range weights {
		total += w
	}
	var ops []op
	if r.Intn(4) > 0 {
		ops = append(ops, op{kind: opLevel}) // so that nothing is left in the end
	}
	for range 15 + r.Intn(40) {
		o := op{a: uint16(r.Intn(1 << 12)), b: uint16(r.Intn(1 << 12)), c: uint16(r.Intn(1 << 12))}
		for k := r.Intn(total); k >= weights[o.kind]; o.kind++ {
			k -= weights[o.kind]
		}
		ops = append(ops, o)
	}
	return ops
}

// run returns what goes wrong in a list of operations.
func run(ops []op) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	w := newWorld()
	for i, o := range ops {
		if err := w.step(o); err != nil {
			return fmt.Errorf("operation %d %v: %w", i, o, err)
		}
		if w.over || w.g.NumNodes() > 60 {
			return nil
		}
	}
	return w.back(0)
}

func (w *world) step(o op) error {
	array, index, elem := pick(w.arrays, o.a), pick(w.indices, o.b), pick(w.elems, o.c)
	switch o.kind {
	case opStore:
		w.Node(w.st.Store(array, index, elem))
	case opConst:
		w.Node(w.st.ConstArray(w.st.Sort(array), elem))
	case opSelect:
		w.Node(w.st.Select(array, index))
	case opRelevant:
		w.relevant(w.Node(pick(w.terms, o.a)).Node)
	case opEqual, opDiffer:
		kind := [...][]term.Term{w.arrays, w.indices, w.elems}[o.c%3]
		l := w.Lit(w.Maker().Eq(pick(kind, o.a), pick(kind, o.b)))
		if o.kind == opDiffer {
			l = l.Not()
		}
		if w.Value(l) == sat.Undef {
			w.assert(l)
		}
	case opLevel:
		// Levels are opened on propagated ground only.
		if err := w.settle(); err != nil || w.over {
			return err
		}
		w.newLevel()
	case opBack:
		if n := len(w.marks); n > 0 {
			return w.back(int(o.a) % n)
		}
	case opCheck:
		return w.check(o)
	}
	return nil
}

func pick(ts []term.Term, k uint16) term.Term { return ts[int(k)%len(ts)] }

// settle propagates to a fixpoint; it backtracks out of a conflict.
func (w *world) settle() error {
	for {
		if !w.g.Propagate() {
			var why theory.Antecedents
			w.g.Conflict(&why, w)
			if bits, err := w.meaning(why.Lits); err != nil || bits.some() {
				return fmt.Errorf("a conflict explained by %v, which may hold (%v)", why.Lits, err)
			}
			return w.retreat()
		}
		if w.s.head == len(w.s.events) {
			break
		}
		w.s.Propagate()
	}
	for _, m := range w.merges {
		if err := w.justified(m); err != nil {
			return err
		}
	}
	w.merges = w.merges[:0]
	return w.wrong
}

// justified says whether the explanation of a merge implies it.
func (w *world) justified(m merged) error {
	var why theory.Antecedents
	w.s.ExplainEq(m.a, m.b, m.why, &why)
	w.g.Explain(&why, w)
	bits, err := w.meaning(why.Lits)
	if err == nil && bits.and(w.equal(m.a.Node, m.b.Node).not()).some() {
		err = fmt.Errorf("%s = %s does not follow from %v", w.name(m.a.Node), w.name(m.b.Node), why.Lits)
	}
	return err
}

// meaning returns where literals hold, which must be true.
func (w *world) meaning(lits []sat.Lit) (bits, error) {
	all := everywhere()
	for _, l := range lits {
		if w.Value(l) != sat.True && !slices.Contains(w.facts, l) {
			return nil, fmt.Errorf("%v is in an explanation, but not true", l)
		}
		all = all.and(w.bitsOf(l))
	}
	return all, nil
}

// retreat leaves the level of a conflict, or ends the run if there is none.
func (w *world) retreat() error {
	if n := len(w.marks); n > 0 {
		if err := w.back(n - 1); err != nil {
			return err
		}
		return w.settle()
	}
	w.over = true
	return nil
}

const maxRounds = 40

// check decides what the plugin asks for until it is content or in conflict.
func (w *world) check(o op) error {
	for k := range maxRounds {
		level := len(w.marks)
		if err := w.settle(); err != nil || w.over || len(w.marks) < level {
			return err
		}
		switch decided, ok := w.decide(int(o.b) + k); {
		case !ok:
			if all, _ := w.meaning(w.facts); all.some() {
				return fmt.Errorf("a lemma is false, but the facts are consistent")
			}
			return w.retreat()
		case decided:
			continue
		}
		w.choose(o.c%2 == 0)
		switch w.s.Check(theory.Full) {
		case theory.GaveUp:
			return fmt.Errorf("the check gives up")
		case theory.Consistent:
			return w.verify()
		}
	}
	return nil
}

// decide makes a literal of a lemma true that has none; false, false if all
// literals of one are false.
func (w *world) decide(k int) (decided, ok bool) {
	for _, lits := range w.live() {
		var open []sat.Lit
		done := false
		for _, l := range lits {
			done = done || w.Value(l) == sat.True
			if w.Value(l) == sat.Undef {
				open = append(open, l)
			}
		}
		switch {
		case done:
		case len(open) == 0:
			return false, false
		default:
			w.assert(open[k%len(open)])
			return true, true
		}
	}
	return false, true
}

// verify evaluates all that is relevant in the model that the plugin gives.
func (w *world) verify() error {
	for _, t := range w.terms {
		n := w.points[t].Node
		if !w.rel[n] {
			continue
		}
		v, err := w.valueOf(t)
		if err != nil {
			return err
		}
		var args []model.Value
		for _, a := range w.st.Args(t) {
			x, err := w.valueOf(a)
			if err != nil {
				return err
			}
			args = append(args, x)
		}
		want := v
		switch w.st.Op(t) {
		case term.OpStore:
			want = args[0].Store(args[1], args[2])
		case term.OpConstArray:
			want = model.ConstArray(w.st, w.st.Sort(t), args[0])
		case term.OpSelect:
			want = args[0].Select(args[1])
		}
		if v.Key() != want.Key() {
			return fmt.Errorf("%s is %v in the model, want %v", w.name(n), v, want)
		}
	}
	for _, l := range w.facts {
		t := w.atoms[l.Var()]
		x, err1 := w.valueOf(w.st.Arg(t, 0))
		y, err2 := w.valueOf(w.st.Arg(t, 1))
		if err1 != nil || err2 != nil || (x.Key() == y.Key()) == l.Sign() {
			return fmt.Errorf("%v is wrong in the model: %v, %v (%v, %v)", l, x, y, err1, err2)
		}
	}
	return nil
}

func (w *world) valueOf(t term.Term) (model.Value, error) {
	n := w.points[t].Node
	number := func(p theory.Point) (model.Value, bool) {
		x, ok := w.Candidate(p)
		return model.Int(x.Num()), ok
	}
	if w.st.Sort(t) == term.Int {
		v, _ := number(theory.Point{Node: n})
		return v, nil
	}
	return w.s.Value(w.g.Root(n), number)
}

func TestOperationLists(t *testing.T) {
	lists := extent.Of(int64(150), 600)
	for seed := range lists {
		ops := randomOps(rand.New(rand.NewSource(seed)))
		if run(ops) == nil {
			continue
		}
		ops = shrink.List(ops, nil, func(less []op) bool { return run(less) != nil })
		var b strings.Builder
		for _, o := range ops {
			fmt.Fprintf(&b, "\n\t%v", o)
		}
		t.Fatalf("seed %d: %v%s", seed, run(ops), b.String())
	}
}
