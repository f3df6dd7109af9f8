package known

import (
	"math/big"
	"math/rand"
	"testing"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// operator makes a term over constants.
type operator struct {
	name string
	args func(width int) []int // the widths of the arguments
	make func(st *term.Store, x []term.Term) term.Term
}

func same(n int) func(int) []int {
	return func(width int) []int {
		all := make([]int, n)
		for i := range all {
			all[i] = width
		}
		return all
	}
}

func operators() []operator {
	binary := func(name string, f func(st *term.Store) func(a, b term.Term) term.Term) operator {
		return operator{name, same(2), func(st *term.Store, x []term.Term) term.Term { return f(st)(x[0], x[1]) }}
	}
	many := func(name string, n int, f func(st *term.Store) func(x ...term.Term) term.Term) operator {
		return operator{name, same(n), func(st *term.Store, x []term.Term) term.Term { return f(st)(x...) }}
	}
	truth := func(int) []int { return []int{1, 1, 1} }
	return []operator{
		{"not", same(1), func(st *term.Store, x []term.Term) term.Term { return st.BvNot(x[0]) }},
		{"sign extension", same(1), func(st *term.Store, x []term.Term) term.Term { return st.SignExtend(2, x[0]) }},
		{"low slice", same(1), func(st *term.Store, x []term.Term) term.Term { return st.Extract(0, 0, x[0]) }},
		{"high slice", same(1), func(st *term.Store, x []term.Term) term.Term {
			n := st.WidthOf(x[0])
			return st.Extract(n-1, n/2, x[0])
		}},
		{"middle slice", func(width int) []int { return []int{width + 2} }, func(st *term.Store, x []term.Term) term.Term {
			return st.Extract(st.WidthOf(x[0])-2, 1, x[0])
		}},
		{"choice", func(width int) []int { return []int{1, width, width} }, func(st *term.Store, x []term.Term) term.Term {
			return st.Ite(st.Eq(x[0], st.Uint(1, 1)), x[1], x[2])
		}},
		{"and or", truth, func(st *term.Store, x []term.Term) term.Term {
			var p [3]term.Term
			for i := range p {
				p[i] = st.Eq(x[i], st.Uint(1, 1))
			}
			return st.Or(st.And(p[0], p[1]), st.Not(p[1]), p[2])
		}},
		binary("product", func(st *term.Store) func(a, b term.Term) term.Term { return st.BvMul }),
		binary("quotient", func(st *term.Store) func(a, b term.Term) term.Term { return st.BvUdiv }),
		binary("remainder", func(st *term.Store) func(a, b term.Term) term.Term { return st.BvUrem }),
		binary("shl", func(st *term.Store) func(a, b term.Term) term.Term { return st.BvShl }),
		binary("lshr", func(st *term.Store) func(a, b term.Term) term.Term { return st.BvLshr }),
		binary("ashr", func(st *term.Store) func(a, b term.Term) term.Term { return st.BvAshr }),
		binary("equal", func(st *term.Store) func(a, b term.Term) term.Term { return st.Eq }),
		binary("at most", func(st *term.Store) func(a, b term.Term) term.Term { return st.BvUle }),
		binary("signed at most", func(st *term.Store) func(a, b term.Term) term.Term { return st.BvSle }),
		binary("overflow", func(st *term.Store) func(a, b term.Term) term.Term { return st.BvUmulo }),
		binary("signed overflow", func(st *term.Store) func(a, b term.Term) term.Term { return st.BvSmulo }),
		many("sum", 2, func(st *term.Store) func(x ...term.Term) term.Term { return st.BvAdd }),
		many("sum of three", 3, func(st *term.Store) func(x ...term.Term) term.Term { return st.BvAdd }),
		many("and", 2, func(st *term.Store) func(x ...term.Term) term.Term { return st.BvAnd }),
		many("or of three", 3, func(st *term.Store) func(x ...term.Term) term.Term { return st.BvOr }),
		many("xor", 3, func(st *term.Store) func(x ...term.Term) term.Term { return st.BvXor }),
		many("concatenation", 3, func(st *term.Store) func(x ...term.Term) term.Term { return st.Concat }),
	}
}

// instance is an operator at a width, over constants.
type instance struct {
	name string
	st   *term.Store
	xs   []term.Term
	t    term.Term
	ids  []term.Term // t and what is below, arguments first
}

func (o operator) at(width int) *instance {
	st := term.NewStore()
	n := &instance{name: o.name, st: st}
	for _, w := range o.args(width) {
		n.xs = append(n.xs, st.FreshConst("x", st.BitVecSort(w)))
	}
	n.t = o.make(st, n.xs)
	seen := map[term.Term]bool{}
	var visit func(term.Term)
	visit = func(t term.Term) {
		if !seen[t] {
			seen[t] = true
			for _, a := range st.Args(t) {
				visit(a)
			}
			n.ids = append(n.ids, t)
		}
	}
	visit(n.t)
	return n
}

func (n *instance) eval(t *testing.T, words []num.Word) num.Word {
	t.Helper()
	m := model.New(n.st, model.Options{})
	for i, x := range n.xs {
		m.SetConst(x, model.Bits(n.st, n.st.Sort(x), words[i].Int()))
	}
	if n.st.Sort(n.t) == term.Bool {
		v, err := m.EvalBool(n.t)
		if err != nil {
			t.Fatal(err)
		}
		w, _ := Truth(v).Word()
		return w
	}
	v, err := m.Eval(n.t)
	if err != nil {
		t.Fatal(err)
	}
	return num.WordFromInt(n.st.WidthOf(n.t), v.Int())
}

// bound runs the analysis forward, meets the term's value with want, and runs it backward. It
// returns the value of the term before that, those of the constants, and whether any is left.
func (n *instance) bound(values []Value, want func(Value) Value) (Value, []Value, bool) {
	of := map[term.Term]Value{}
	for i, x := range n.xs {
		of[x] = values[i]
	}
	args := func(t term.Term) []Value {
		var all []Value
		for _, a := range n.st.Args(t) {
			all = append(all, of[a])
		}
		return all
	}
	for _, t := range n.ids {
		if _, ok := of[t]; !ok {
			of[t] = Forward(n.st, t, args(t))
		}
	}
	first := of[n.t]
	v := first
	ok := true
	if _, ok = v.Meet(want(first)); ok {
		of[n.t] = v
		for i := len(n.ids) - 1; i >= 0 && ok; i-- {
			t := n.ids[i]
			all := args(t)
			_, ok = Backward(n.st, t, of[t], all)
			for k, a := range n.st.Args(t) {
				if ok && n.st.Arg(t, k) == a {
					w := of[a]
					_, ok = w.Meet(all[k])
					of[a] = w
				}
			}
		}
	}
	var left []Value
	for _, x := range n.xs {
		left = append(left, of[x])
	}
	return first, left, ok
}

// check evaluates words that are members of values.
func (n *instance) check(t *testing.T, values []Value, words []num.Word, result num.Word, want Value) {
	t.Helper()
	forward, left, ok := n.bound(values, func(Value) Value { return want })
	if !forward.Has(result) {
		t.Fatalf("%s of %v in %v is %v, not in %v", n.name, words, values, result, forward)
	}
	if !want.Has(result) {
		return
	}
	for i, w := range words {
		if !ok || !left[i].Has(w) {
			t.Fatalf("%s of %v in %v is %v in %v: %v is left, %v", n.name, words, values, result, want, left, ok)
		}
	}
}

// TestAllValues: nothing possible is lost, for all sets of words of two bits, or a sample where
// there are too many.
func TestAllValues(t *testing.T) {
	all := map[int][]Value{}
	for width := 1; width <= 4; width++ {
		all[width] = valuesOf(width)
	}
	rnd := rand.New(rand.NewSource(1))
	for _, o := range operators() {
		n := o.at(2)
		table := map[string]num.Word{}
		var words []num.Word
		results := func(f func(num.Word)) {
			key := ""
			for _, w := range words {
				key += w.Int().String() + " "
			}
			w, ok := table[key]
			if !ok {
				w = n.eval(t, words)
				table[key] = w
			}
			f(w)
		}
		result := n.st.WidthOf(n.t)
		if result == 0 {
			result = 1
		}
		var values []Value
		var each func(i int)
		each = func(i int) {
			if i == len(n.xs) {
				want := all[min(result, 4)][rnd.Intn(len(all[min(result, 4)]))]
				if result > 4 {
					want = Top(result)
				}
				forward, left, ok := n.bound(values, func(Value) Value { return want })
				members(values, nil, func(ws []num.Word) {
					words = ws
					results(func(w num.Word) {
						if !forward.Has(w) {
							t.Fatalf("%s of %v in %v is %v, not in %v", n.name, ws, values, w, forward)
						}
						for i, x := range ws {
							if want.Has(w) && (!ok || !left[i].Has(x)) {
								t.Fatalf("%s of %v in %v is %v in %v: %v is left, %v", n.name, ws, values, w, want, left, ok)
							}
						}
					})
				})
				return
			}
			domain := all[n.st.WidthOf(n.xs[i])]
			for k := range domain {
				if len(n.xs) > 2 && rnd.Intn(4) > 0 || len(domain) > 300 && rnd.Intn(8) > 0 {
					continue // a sample
				}
				values = append(values, domain[k])
				each(i + 1)
				values = values[:len(values)-1]
			}
		}
		each(0)
	}
}

// valuesOf returns all values of a width.
func valuesOf(width int) []Value {
	var all []Value
	word := func(k int) num.Word { return num.WordFromUint64(width, uint64(k)) }
	for may := range 1 << width {
		for ones := range 1 << width {
			for lo := range 1 << width {
				for hi := lo; hi < 1<<width; hi++ {
					v := Value{ones: word(ones), may: word(may), lo: word(lo), hi: word(hi)}
					w := v
					if ones&^may == 0 && w.reduce() && w.same(v) {
						all = append(all, v)
					}
				}
			}
		}
	}
	return all
}

func members(values []Value, words []num.Word, f func([]num.Word)) {
	if len(words) == len(values) {
		f(words)
		return
	}
	v := values[len(words)]
	for k := range 1 << v.Width() {
		if w := num.WordFromUint64(v.Width(), uint64(k)); v.Has(w) {
			members(values, append(words[:len(words):len(words)], w), f)
		}
	}
}

// TestRandomValues: nothing possible is lost, at widths up to 70.
func TestRandomValues(t *testing.T) {
	rnd := rand.New(rand.NewSource(2))
	ops := operators()
	for range 40000 {
		o := ops[rnd.Intn(len(ops))]
		n := o.at([]int{2, 3, 5, 8, 31, 32, 63, 64, 65, 70}[rnd.Intn(10)])
		var words []num.Word
		var values []Value
		for _, x := range n.xs {
			w := randomWord(rnd, n.st.WidthOf(x))
			words = append(words, w)
			values = append(values, around(rnd, w))
		}
		result := n.eval(t, words)
		n.check(t, values, words, result, around(rnd, result))
	}
}

func randomWord(rnd *rand.Rand, width int) num.Word {
	x := new(big.Int).Rand(rnd, new(big.Int).Lsh(big.NewInt(1), uint(1+rnd.Intn(width))))
	w := num.WordFromInt(width, num.FromBig(x))
	switch rnd.Intn(4) {
	case 0:
		return w.Neg()
	case 1:
		return num.WordFromUint64(width, uint64(rnd.Intn(4)))
	}
	return w
}

// around returns a random value that has w.
func around(rnd *rand.Rand, w num.Word) Value {
	n := w.Width()
	v := Top(n)
	if rnd.Intn(2) == 0 {
		mask := randomWord(rnd, n)
		v.ones, v.may = w.And(mask), w.Or(mask.Not())
	}
	if rnd.Intn(2) == 0 {
		a, b := randomWord(rnd, n), randomWord(rnd, n)
		v.lo, v.hi = smaller(w, a), larger(w, b)
	}
	if rnd.Intn(8) == 0 {
		return Exact(w)
	}
	v.reduce()
	return v
}

// TestExact: operators of sets of one word have results of one word.
func TestExact(t *testing.T) {
	rnd := rand.New(rand.NewSource(3))
	for _, o := range operators() {
		n := o.at(6)
		for range 100 {
			var words []num.Word
			var values []Value
			for _, x := range n.xs {
				w := randomWord(rnd, n.st.WidthOf(x))
				words = append(words, w)
				values = append(values, Exact(w))
			}
			result := n.eval(t, words)
			forward, _, _ := n.bound(values, func(v Value) Value { return v })
			if w, ok := forward.Word(); (!ok || w.Cmp(result) != 0) && o.name != "signed overflow" {
				t.Errorf("%s of %v: got %v, want %v", o.name, words, forward, result)
			}
		}
	}
}

// TestNarrowing: what must be lost is. Each line gives the bounds of the arguments and of the
// result, and what Backward leaves of the arguments.
func TestNarrowing(t *testing.T) {
	interval := func(lo, hi uint64) Value {
		return Between(num.WordFromUint64(8, lo), num.WordFromUint64(8, hi))
	}
	byName := map[string]operator{}
	for _, o := range operators() {
		byName[o.name] = o
	}
	for _, c := range []struct {
		op   string
		args []Value
		want Value
		left []Value // nil: nothing is left
	}{
		{"at most", []Value{interval(0, 255), interval(0, 9)}, Truth(true), []Value{interval(0, 9), interval(0, 9)}},
		{"at most", []Value{interval(0, 255), interval(9, 255)}, Truth(false), []Value{interval(10, 255), interval(9, 254)}},
		{"signed at most", []Value{interval(0, 127), interval(0, 100)}, Truth(true), []Value{interval(0, 100), interval(0, 100)}},
		{"signed at most", []Value{interval(0, 255), interval(200, 210)}, Truth(true), []Value{interval(128, 210), interval(200, 210)}},
		{"sum", []Value{interval(0, 255), interval(1, 1)}, interval(5, 9), []Value{interval(4, 8), interval(1, 1)}},
		{"sum", []Value{interval(100, 120), interval(0, 100)}, interval(0, 90), nil},
		{"product", []Value{interval(0, 20), interval(3, 3)}, interval(10, 20), []Value{interval(4, 6), interval(3, 3)}},
		{"quotient", []Value{interval(0, 255), interval(10, 10)}, interval(2, 3), []Value{interval(20, 39), interval(10, 10)}},
		{"remainder", []Value{interval(0, 255), interval(0, 255)}, interval(7, 9), []Value{interval(7, 255), interval(0, 255)}},
		{"high slice", []Value{interval(0, 255)}, Exact(num.WordFromUint64(4, 3)), []Value{interval(48, 63)}},
		{"equal", []Value{interval(0, 30), interval(30, 40)}, Truth(true), []Value{interval(30, 30), interval(30, 30)}},
		{"equal", []Value{interval(30, 40), interval(30, 30)}, Truth(false), []Value{interval(31, 40), interval(30, 30)}},
		{"sign extension", []Value{interval(0, 255)}, Between(num.WordFromUint64(10, 512), num.Ones(10)), []Value{interval(128, 255)}},
		{"sign extension", []Value{interval(0, 255)}, Between(num.WordFromUint64(10, 0), num.WordFromUint64(10, 511)), []Value{interval(0, 127)}},
		{"overflow", []Value{interval(0, 255), interval(16, 255)}, Truth(false), []Value{interval(0, 15), interval(16, 255)}},
	} {
		_, left, ok := byName[c.op].at(8).bound(c.args, func(Value) Value { return c.want })
		if ok != (c.left != nil) {
			t.Errorf("%s of %v in %v: %v is left, %v", c.op, c.args, c.want, left, ok)
			continue
		}
		for i := range c.left {
			if !left[i].same(c.left[i]) {
				t.Errorf("%s of %v in %v: %v is left of argument %d, want %v", c.op, c.args, c.want, left[i], i, c.left[i])
			}
		}
	}
}
