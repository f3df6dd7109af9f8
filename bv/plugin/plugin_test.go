package plugin

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/muster-smt/muster/bv/blast"
	"github.com/muster-smt/muster/lia"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/combine"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
)

// world is an engine with bit-vectors and numbers.
type world struct {
	t  *testing.T
	st *term.Store
	*combine.Engine
	s     *Solver
	guard term.Term // under which fs are asserted
	fs    []term.Term
}

func newWorld(t *testing.T, st *term.Store, opt combine.Options) *world {
	w := &world{t: t, st: st, guard: st.FreshConst("guard", term.Bool)}
	w.Engine = combine.New(st, rewrite.New(st), opt,
		func(h theory.Host) theory.Plugin { w.s = New(h.(Host)); return w.s },
		func(h theory.Host) theory.Plugin { return lia.New(h.(lia.Host)) })
	return w
}

func (w *world) assert(fs ...term.Term) {
	for _, f := range fs {
		w.AssertUnder(w.guard, f)
		w.fs = append(w.fs, f)
	}
}

// check decides what is asserted under assumptions. A model must satisfy it, and every relevant
// word must have the value of its term in it.
func (w *world) check(assumed ...term.Term) sat.Status {
	w.t.Helper()
	lits := []sat.Lit{w.Lit(w.guard)}
	for _, f := range assumed {
		lits = append(lits, w.Lit(f))
	}
	got := w.Check(nil, lits, sat.Budget{})
	if got == sat.Sat {
		w.verify(assumed)
	}
	return got
}

func (w *world) verify(assumed []term.Term) {
	w.t.Helper()
	m, err := w.Model()
	if err != nil {
		w.t.Fatal(err)
	}
	for _, f := range append(assumed, w.fs...) {
		if ok, err := m.EvalBool(f); !ok || err != nil {
			w.t.Errorf("%s is %v in the model: %v", w.st.String(f), ok, err)
		}
	}
	for _, n := range w.s.relevant {
		if !w.s.isWord(n) {
			continue
		}
		f := w.s.host.Term(n)
		v, err := m.Eval(f)
		if err != nil {
			w.t.Fatal(err)
		}
		if got := w.s.number(n); v.Int().Cmp(got) != 0 {
			w.t.Errorf("the word of %s is %v, its value is %v", w.st.String(f), got, v)
		}
	}
}

// undo takes back everything that was searched. What was made remains, nothing is relevant.
func (w *world) undo() {
	w.t.Helper()
	words, atoms := w.s.stats.words, w.s.stats.atoms
	w.SAT().Reset()
	if err := w.s.Undone(); err != nil {
		w.t.Error(err)
	}
	if w.s.model.stands || words != w.s.stats.words || atoms != w.s.stats.atoms {
		w.t.Error("backtracking leaves a model, or loses circuits")
	}
}

// gen makes random formulas over a few bits and a function of them.
type gen struct {
	*rand.Rand
	st    *term.Store
	words [3][]term.Term // by width: constants
	flags []term.Term
	f     term.Sym // from one bit to two bits
}

func newGen(seed uint64) *gen {
	g := &gen{Rand: rand.New(rand.NewPCG(seed, 20)), st: term.NewStore()}
	for k, width := range [...]int{1, 2, 2} {
		g.words[width] = append(g.words[width], g.st.FreshConst(fmt.Sprint("x", k), g.st.BitVecSort(width)))
	}
	g.flags = []term.Term{g.st.FreshConst("p", term.Bool), g.st.FreshConst("q", term.Bool)}
	two := g.st.BitVecSort(2)
	g.f = g.st.DeclareFun("f", []term.Sort{g.st.BitVecSort(1)}, two)
	return g
}

func (g *gen) word(width, depth int) term.Term {
	st := g.st
	if depth == 0 || g.IntN(5) == 0 {
		if g.IntN(4) == 0 {
			return st.Bits(st.BitVecSort(width), num.FromInt64(g.Int64N(1<<width)))
		}
		if width == 3 {
			return st.Concat(g.words[2][g.IntN(2)], g.words[1][0])
		}
		return g.words[width][g.IntN(len(g.words[width]))]
	}
	a, b := g.word(width, depth-1), g.word(width, depth-1)
	switch k := g.IntN(12); k {
	case 0, 1:
		if width == 2 {
			return st.App(g.f, g.word(1, depth-1))
		}
		return st.BvAdd(a, b)
	case 2:
		return st.Ite(g.formula(depth-1), a, b)
	case 3:
		if width > 1 {
			return st.Concat(g.word(width-1, depth-1), g.word(1, depth-1))
		}
		return st.Extract(1, 1, g.word(3, depth-1))
	case 4:
		return st.BvNot(a)
	default:
		return [...]func(a, b term.Term) term.Term{st.BvUdiv, st.BvUrem, st.BvShl, st.BvLshr, st.BvAshr, st.BvSdiv, st.BvSrem}[k-5](a, b)
	}
}

func (g *gen) formula(depth int) term.Term {
	st := g.st
	if depth <= 0 {
		return g.flags[g.IntN(len(g.flags))]
	}
	switch k := g.IntN(7); k {
	case 0:
		return st.Not(g.formula(depth - 1))
	case 1:
		return st.And(g.formula(depth-1), g.formula(depth-1))
	case 2:
		return st.Or(g.formula(depth-1), g.formula(depth-1))
	default:
		width := 1 + g.IntN(3)
		a, b := g.word(width, depth-1), g.word(width, depth-1)
		return [...]func(a, b term.Term) term.Term{st.Eq, st.BvUle, st.BvSle, st.BvUlt}[k-3](a, b)
	}
}

// models calls yield for all interpretations, until it returns false.
func (g *gen) models(yield func(*model.Model) bool) {
	one, two := g.st.BitVecSort(1), g.st.BitVecSort(2)
	consts := append(append([]term.Term(nil), g.words[1]...), g.words[2]...)
	for code := range 1 << (5 + len(g.flags) + 4) {
		m, at := model.New(g.st, model.Options{}), code
		next := func(bits int) int64 {
			v := at & (1<<bits - 1)
			at >>= bits
			return int64(v)
		}
		for _, c := range consts {
			m.SetConst(c, model.Bits(g.st, g.st.Sort(c), num.FromInt64(next(g.st.WidthOf(c)))))
		}
		for _, c := range g.flags {
			m.SetConst(c, model.Bool(next(1) == 1))
		}
		for x := range int64(2) {
			m.SetFun(g.f, []model.Value{model.Bits(g.st, one, num.FromInt64(x))}, model.Bits(g.st, two, num.FromInt64(next(2))))
		}
		if !yield(m) {
			return
		}
	}
}

// satisfiable enumerates.
func (g *gen) satisfiable(fs []term.Term) sat.Status {
	all, answer := g.st.And(fs...), sat.Unsat
	g.models(func(m *model.Model) bool {
		if ok, err := m.EvalBool(all); ok && err == nil {
			answer = sat.Sat
		}
		return answer == sat.Unsat
	})
	return answer
}

// TestRandom compares answers with enumeration, values of words with those of terms, and looks
// at what backtracking leaves.
func TestRandom(t *testing.T) {
	counts := map[sat.Status]int{}
	var sum stats
	for seed := range uint64(60) {
		g := newGen(seed)
		w := newWorld(t, g.st, combine.Options{Seed: seed % 3, Stress: seed%4 == 0, NoRelevancy: seed%5 == 0})
		var assumed []term.Term
		for range 4 {
			if f := g.formula(3); g.IntN(2) == 0 {
				w.assert(f)
			} else {
				assumed = append(assumed, f)
			}
			want := g.satisfiable(append(append([]term.Term(nil), w.fs...), assumed...))
			if got := w.check(assumed...); got != want {
				t.Fatalf("seed %d: %v, want %v", seed, got, want)
			}
			if counts[want]++; want == sat.Unsat {
				break
			}
		}
		if seed%5 != 0 && seed%4 != 0 { // else all that is true is relevant, or what cases have in common
			w.undo()
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
		sum.links += w.s.stats.links
		sum.wanted += w.s.stats.wanted
	}
	if t.Log(counts, sum); counts[sat.Sat] == 0 || counts[sat.Unsat] == 0 || sum.links == 0 || sum.wanted == 0 {
		t.Error("something was not reached")
	}
}

// TestTooLarge: an atom whose circuit would fill the memory is given up, not guessed.
func TestTooLarge(t *testing.T) {
	st := term.NewStore()
	word := st.BitVecSort(term.MaxWidth)
	x, y := st.FreshConst("x", word), st.FreshConst("y", word)
	w := newWorld(t, st, combine.Options{})
	w.assert(st.Not(st.Eq(st.BvMul(x, y), x)))
	if got := w.check(); got != sat.Unknown || w.Incomplete().Detail != blast.WhyTooLarge {
		t.Errorf("%v, %v", got, w.Incomplete())
	}
	w.undo()
}

// TestNumbers: bits know the bounds of their numbers, and numbers those of their bits.
func TestNumbers(t *testing.T) {
	st := term.NewStore()
	word := st.BitVecSort(8)
	x, y := st.FreshConst("x", word), st.FreshConst("y", word)
	i := st.FreshConst("i", term.Int)
	nx, ny := st.BvToInt(x), st.BvToInt(y)
	bit := func(k int, x term.Term) term.Term { return st.Eq(st.Extract(k, k, x), st.Uint(1, 1)) }
	is := func(a term.Term, n int64) term.Term { return st.Eq(a, st.Int(n)) }
	least := func(a term.Term, n int64) term.Term { return st.Not(st.Le(a, st.Int(n-1))) }
	most := func(a term.Term, n int64) term.Term { return st.Le(a, st.Int(n)) }
	ofI := st.IntToBv(8, i)
	for _, c := range []struct {
		name string
		want sat.Status
		fs   []term.Term
	}{
		{"a number", sat.Sat, []term.Term{is(nx, 200)}},
		{"is the sum of its bits", sat.Unsat, []term.Term{is(nx, 200), st.Not(st.And(bit(7, x), bit(6, x), bit(3, x)))}},
		{"not negative", sat.Unsat, []term.Term{most(nx, -1)}},
		{"below the power", sat.Unsat, []term.Term{least(nx, 256)}},
		{"the greatest", sat.Sat, []term.Term{least(nx, 255)}},
		{"a small number has no high bit", sat.Unsat, []term.Term{most(nx, 15), bit(5, x)}},
		{"without high bits it is small", sat.Unsat, []term.Term{least(nx, 8), st.BvUle(x, st.Uint(8, 7))}},
		{"of a sum that overflows", sat.Unsat, []term.Term{is(nx, 255), is(ny, 1), least(st.BvToInt(st.BvAdd(x, y)), 1)}},
		{"equal numbers", sat.Unsat, []term.Term{st.Eq(nx, ny), st.Not(st.Eq(x, y))}},
		{"numbers in order", sat.Unsat, []term.Term{rewrite.New(st).Simplify(st.Le(nx, ny)), st.Not(st.BvUle(x, y))}},
		{"the word of a number", sat.Sat, []term.Term{is(i, 300), st.Eq(ofI, st.Uint(8, 44))}},
		{"is its remainder", sat.Unsat, []term.Term{is(i, 300), st.Not(st.Eq(ofI, st.Uint(8, 44)))}},
		{"of a negative number", sat.Unsat, []term.Term{is(i, -1), st.Not(st.Eq(ofI, st.Uint(8, 255)))}},
		{"and back", sat.Unsat, []term.Term{least(i, 0), most(i, 255), st.Not(st.Eq(st.BvToInt(ofI), i))}},
		{"and back from a large one", sat.Sat, []term.Term{least(i, 256), st.Eq(ofI, x), is(nx, 3)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t, st, combine.Options{})
			w.assert(c.fs...)
			if got := w.check(); got != c.want {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}

// TestWideNumber: a word of too many bits has no number, and the answer is unknown.
func TestWideNumber(t *testing.T) {
	st := term.NewStore()
	x := st.FreshConst("x", st.BitVecSort(maxSum+1))
	w := newWorld(t, st, combine.Options{})
	w.assert(st.Eq(st.BvToInt(x), st.Int(7)))
	if got := w.check(); got != sat.Unknown || w.Incomplete() != (reason.Reason{Kind: reason.Unsupported}) {
		t.Errorf("%v, %v", got, w.Incomplete())
	}
}
