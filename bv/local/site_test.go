package local

import (
	"fmt"
	"testing"

	"github.com/muster-smt/muster/theory/known"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// operator makes a term over constants of these widths, 0 for Bool.
type operator struct {
	op   term.Op
	name string
	args func(n int) []int
	make func(st *term.Store, x []term.Term) term.Term
}

func operators() []operator {
	words := func(k int) func(int) []int {
		return func(n int) []int { return []int{n, n, n}[:k] }
	}
	unary := func(op term.Op, f func(*term.Store) func(term.Term) term.Term) operator {
		return operator{op, op.String(), words(1), func(st *term.Store, x []term.Term) term.Term { return f(st)(x[0]) }}
	}
	binary := func(op term.Op, f func(*term.Store) func(x, y term.Term) term.Term) operator {
		return operator{op, op.String(), words(2), func(st *term.Store, x []term.Term) term.Term { return f(st)(x[0], x[1]) }}
	}
	many := func(op term.Op, f func(*term.Store) func(x ...term.Term) term.Term) operator {
		return operator{op, op.String(), words(2), func(st *term.Store, x []term.Term) term.Term { return f(st)(x...) }}
	}
	truths := func(n int) func(int) []int { return func(int) []int { return make([]int, n) } }
	all := []operator{
		{term.OpNot, "not", truths(1), func(st *term.Store, x []term.Term) term.Term { return st.Not(x[0]) }},
		{term.OpAnd, "and", truths(2), func(st *term.Store, x []term.Term) term.Term { return st.And(x...) }},
		{term.OpOr, "or", truths(2), func(st *term.Store, x []term.Term) term.Term { return st.Or(x...) }},
		{term.OpEq, "iff", truths(2), func(st *term.Store, x []term.Term) term.Term { return st.Eq(x[0], x[1]) }},
		{term.OpIte, "ite", func(n int) []int { return []int{0, n, n} }, func(st *term.Store, x []term.Term) term.Term { return st.Ite(x[0], x[1], x[2]) }},
		{term.OpIte, "choice", truths(3), func(st *term.Store, x []term.Term) term.Term { return st.Ite(x[0], x[1], x[2]) }},
		{term.OpConcat, "concat", func(n int) []int { return []int{n, (n + 2) / 2} }, func(st *term.Store, x []term.Term) term.Term { return st.Concat(x...) }},
		{term.OpSignExt, "sign", words(1), func(st *term.Store, x []term.Term) term.Term { return st.SignExtend(2, x[0]) }},
		unary(term.OpBvNot, func(st *term.Store) func(term.Term) term.Term { return st.BvNot }),
		unary(term.OpBvNeg, func(st *term.Store) func(term.Term) term.Term { return st.BvNeg }),
		many(term.OpBvAnd, func(st *term.Store) func(x ...term.Term) term.Term { return st.BvAnd }),
		many(term.OpBvOr, func(st *term.Store) func(x ...term.Term) term.Term { return st.BvOr }),
		many(term.OpBvXor, func(st *term.Store) func(x ...term.Term) term.Term { return st.BvXor }),
		many(term.OpBvAdd, func(st *term.Store) func(x ...term.Term) term.Term { return st.BvAdd }),
		binary(term.OpEq, func(st *term.Store) func(x, y term.Term) term.Term { return st.Eq }),
		binary(term.OpBvMul, func(st *term.Store) func(x, y term.Term) term.Term { return st.BvMul }),
		binary(term.OpBvUdiv, func(st *term.Store) func(x, y term.Term) term.Term { return st.BvUdiv }),
		binary(term.OpBvUrem, func(st *term.Store) func(x, y term.Term) term.Term { return st.BvUrem }),
		binary(term.OpBvShl, func(st *term.Store) func(x, y term.Term) term.Term { return st.BvShl }),
		binary(term.OpBvLshr, func(st *term.Store) func(x, y term.Term) term.Term { return st.BvLshr }),
		binary(term.OpBvAshr, func(st *term.Store) func(x, y term.Term) term.Term { return st.BvAshr }),
		binary(term.OpBvUle, func(st *term.Store) func(x, y term.Term) term.Term { return st.BvUle }),
		binary(term.OpBvSle, func(st *term.Store) func(x, y term.Term) term.Term { return st.BvSle }),
		binary(term.OpBvUmulo, func(st *term.Store) func(x, y term.Term) term.Term { return st.BvUmulo }),
		binary(term.OpBvSmulo, func(st *term.Store) func(x, y term.Term) term.Term { return st.BvSmulo }),
	}
	for _, part := range []string{"low", "high", "all"} {
		all = append(all, operator{term.OpExtract, part, words(1), func(st *term.Store, x []term.Term) term.Term {
			n := st.WidthOf(x[0])
			switch part {
			case "low":
				return st.Extract(n/2, 0, x[0])
			case "high":
				return st.Extract(n-1, n/2, x[0])
			}
			return st.Extract(n-1, 0, x[0])
		}})
	}
	return all
}

// instance is an operator over constants, as term and as site.
type instance struct {
	operator
	st *term.Store
	m  *model.Model
	x  []term.Term
	t  term.Term
	o  site
}

func (op operator) at(n int) *instance {
	i := &instance{operator: op, st: term.NewStore()}
	for _, w := range op.args(n) {
		sort := term.Bool
		if w > 0 {
			sort = i.st.BitVecSort(w)
		}
		i.x = append(i.x, i.st.FreshConst("x", sort))
	}
	i.t = op.make(i.st, i.x)
	i.o = site{op: op.op, width: max(1, i.width(i.t))}
	if i.st.Op(i.t) == term.OpExtract {
		_, i.o.lo = i.st.ExtractBounds(i.t)
	}
	return i
}

func (i *instance) width(t term.Term) int {
	if i.st.Sort(t) == term.Bool {
		return 1
	}
	return i.st.WidthOf(t)
}

// oracle returns the result by the evaluator of terms.
func (i *instance) oracle(t *testing.T, args []num.Word) num.Word {
	t.Helper()
	i.m = model.New(i.st, model.Options{})
	for k, x := range i.x {
		if i.st.Sort(x) == term.Bool {
			i.m.SetConst(x, model.Bool(args[k].IsOne()))
		} else {
			i.m.SetConst(x, model.Bits(i.st, i.st.Sort(x), args[k].Int()))
		}
	}
	v, err := i.m.Eval(i.t)
	if err != nil {
		t.Fatal(err)
	}
	if i.st.Sort(i.t) == term.Bool {
		return truth(v.IsTrue())
	}
	return num.WordFromInt(i.st.WidthOf(i.t), v.Int())
}

// each calls f with all values of the arguments.
func (i *instance) each(f func(args []num.Word)) {
	args := make([]num.Word, len(i.x))
	var next func(k int)
	next = func(k int) {
		if k == len(args) {
			f(args)
			return
		}
		n := i.width(i.x[k])
		for v := range uint64(1) << n {
			args[k] = num.WordFromUint64(n, v)
			next(k + 1)
		}
	}
	next(0)
}

// small calls f with all operators at small widths for which the evaluator of this package agrees
// with that of terms.
func small(t *testing.T, f func(t *testing.T, i *instance)) {
	for _, op := range operators() {
		for n := 1; n <= 4; n++ {
			i := op.at(n)
			t.Run(fmt.Sprintf("%s%d", op.name, n), func(t *testing.T) { f(t, i) })
		}
	}
}

func TestEval(t *testing.T) {
	small(t, func(t *testing.T, i *instance) {
		i.each(func(args []num.Word) {
			copy(i.o.args[:], args)
			if got, want := i.o.eval(), i.oracle(t, args); got.Cmp(want) != 0 || got.Width() != want.Width() {
				t.Fatalf("of %v: %v, not %v", args, got, want)
			}
		})
	})
}

// TestInverse: there is an inverse value if and only if the set is not empty, and all members are
// ones, for all operators, arguments, values and targets.
func TestInverse(t *testing.T) {
	rnd := random(1)
	small(t, func(t *testing.T, i *instance) {
		i.each(func(args []num.Word) {
			copy(i.o.args[:], args)
			for k := range args {
				n, o := args[k].Width(), i.o
				exists := make([]bool, 1<<i.o.width) // by target
				for v := range uint64(1) << n {
					o.args[k] = num.WordFromUint64(n, v)
					w, _ := o.eval().Int().Uint64()
					exists[w] = true
				}
				for target := range exists {
					want := num.WordFromUint64(i.o.width, uint64(target))
					s := rnd.inverse(&i.o, k, want)
					if s.n > 0 != exists[target] {
						t.Fatalf("argument %d of %v for %v: %v", k, args, want, s)
					}
					for v := range uint64(1) << n {
						if o.args[k] = num.WordFromUint64(n, v); s.has(o.args[k]) && o.eval().Cmp(want) != 0 {
							t.Fatalf("argument %d of %v for %v: %v has %d", k, args, want, s, v)
						}
					}
				}
			}
		})
	})
}

// TestConsistent: there is a consistent value if and only if the set is not empty, and for all
// members there are other arguments that give the target.
func TestConsistent(t *testing.T) {
	rnd := random(1)
	type key struct {
		k         int
		v, target uint64
	}
	small(t, func(t *testing.T, i *instance) {
		may := map[key]bool{} // the argument has this value for the target
		exists := map[key]bool{}
		i.each(func(args []num.Word) {
			copy(i.o.args[:], args)
			w, _ := i.o.eval().Int().Uint64()
			for k, x := range args {
				v, _ := x.Int().Uint64()
				may[key{k, v, w}] = true
				exists[key{k: k, target: w}] = true
			}
		})
		i.each(func(args []num.Word) {
			copy(i.o.args[:], args)
			for k := range args {
				for target := range uint64(1) << i.o.width {
					s := rnd.consistent(&i.o, k, num.WordFromUint64(i.o.width, target))
					if s.n > 0 != exists[key{k: k, target: target}] {
						t.Fatalf("argument %d of %v for %d: %v", k, args, target, s)
					}
					for v := range uint64(1) << args[k].Width() {
						if s.has(num.WordFromUint64(args[k].Width(), v)) && !may[key{k, v, target}] {
							t.Fatalf("argument %d of %v for %d: %v has %d", k, args, target, s, v)
						}
					}
				}
			}
		})
	})
}

// TestWide: what is picked for random words of many widths is right, and the inverse exists where
// the target comes from words.
func TestWide(t *testing.T) {
	rnd := random(1)
	for _, op := range operators() {
		for _, n := range []int{7, 31, 32, 63, 64, 65, 100, 128, 200} {
			i := op.at(n)
			args := make([]num.Word, len(i.x))
			for range 60 {
				for k, x := range i.x {
					args[k] = rnd.word(i.width(x)).Shr(rnd.below(i.width(x)))
				}
				copy(i.o.args[:], args)
				target := i.o.eval()
				if want := i.oracle(t, args); target.Cmp(want) != 0 {
					t.Fatalf("%s of %v: %v, not %v", op.name, args, target, want)
				}
				for k := range args {
					i.wide(t, &rnd, k, target)
				}
			}
		}
	}
}

// wide changes argument k and looks for values of it with which the result is as before.
func (i *instance) wide(t *testing.T, rnd *random, k int, target num.Word) {
	t.Helper()
	o := i.o
	n := o.args[k].Width()
	dom := known.Top(n)
	o.args[k] = rnd.word(n)
	v, ok := rnd.pick(rnd.inverse(&o, k, target), o.args[k], &dom)
	if o.args[k] = v; !ok || o.eval().Cmp(target) != 0 {
		t.Fatalf("%s of %v for %v: %v, %v", i.name, i.o.args, target, v, ok)
	}
	if _, ok := rnd.pick(rnd.consistent(&o, k, target), rnd.word(n), &dom); !ok {
		t.Fatalf("%s of %v for %v: argument %d has no consistent value", i.name, i.o.args, target, k)
	}
	other := rnd.word(i.o.width) // it may have no inverse
	if v, ok = rnd.pick(rnd.inverse(&o, k, other), o.args[k], &dom); ok {
		if o.args[k] = v; o.eval().Cmp(other) != 0 {
			t.Fatalf("%s of %v for %v: %v", i.name, i.o.args, other, v)
		}
	}
}

// TestPick: what is picked is a member and in the domain, and something is if there is anything.
func TestPick(t *testing.T) {
	rnd := random(1)
	word := func() num.Word { return rnd.word(4) }
	st := term.NewStore()
	x, y := st.FreshConst("x", st.BitVecSort(4)), st.FreshConst("y", st.BitVecSort(4))
	both, either := st.BvAnd(x, y), st.BvOr(x, y)
	for range 20000 {
		dom := known.Forward(st, both, []known.Value{known.Top(4), known.Exact(word())})
		dom = known.Forward(st, either, []known.Value{dom, known.Exact(word())})
		dom.Meet(known.Between(zero(4), word()))
		var s set
		for range rnd.below(3) {
			if lo, hi := word(), word(); lo.Cmp(hi) <= 0 {
				s = s.or(lo, hi)
			}
		}
		s.even = rnd.one(2)
		exists := false
		for v := range uint64(16) {
			w := num.WordFromUint64(4, v)
			exists = exists || s.has(w) && dom.Has(w)
		}
		w, ok := rnd.pick(s, word(), &dom)
		if ok != exists || ok && !(s.has(w) && dom.Has(w)) {
			t.Fatalf("%v in %v: %v, %v", s, dom, w, ok)
		}
	}
}
