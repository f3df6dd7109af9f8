package prop_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/prop"
	"github.com/muster-smt/muster/theory/smt"
)

// nibble is a term over two words of 4 bits, and what it means.
type nibble struct {
	t  smt.BitVec
	at func(x, y uint64) uint64
}

func randomNibble(r *rand.Rand, st *smt.Store, depth int) nibble {
	if depth == 0 || r.Intn(6) == 0 {
		switch n := uint64(r.Intn(16)); r.Intn(3) {
		case 0:
			return nibble{st.BitVec("x", 4), func(x, _ uint64) uint64 { return x }}
		case 1:
			return nibble{st.BitVec("y", 4), func(_, y uint64) uint64 { return y }}
		default:
			return nibble{st.BitVecVal(n, 4), func(_, _ uint64) uint64 { return n }}
		}
	}
	a, b := randomNibble(r, st, depth-1), randomNibble(r, st, depth-1)
	switch r.Intn(5) {
	case 0:
		return nibble{a.t.Add(b.t), func(x, y uint64) uint64 { return (a.at(x, y) + b.at(x, y)) & 15 }}
	case 1:
		return nibble{a.t.Mul(b.t), func(x, y uint64) uint64 { return a.at(x, y) * b.at(x, y) & 15 }}
	case 2:
		return nibble{a.t.Xor(b.t), func(x, y uint64) uint64 { return a.at(x, y) ^ b.at(x, y) }}
	case 3:
		return nibble{a.t.And(b.t), func(x, y uint64) uint64 { return a.at(x, y) & b.at(x, y) }}
	}
	return nibble{a.t.Lshr(b.t), func(x, y uint64) uint64 { return a.at(x, y) >> b.at(x, y) }}
}

// Proofs, smallest counterexamples, draws and their shrinking, all against enumeration.
func TestBitsAgainstEnumeration(t *testing.T) {
	refuted := 0
	for seed := range int64(40) {
		r, st := rand.New(rand.NewSource(seed)), smt.NewStore()
		st.BitVec("x", 4)
		st.BitVec("y", 4)
		a, b := randomNibble(r, st, 3), randomNibble(r, st, 3)
		f := a.t.Ule(b.t)
		holds := func(x, y uint64) bool { return a.at(x, y) <= b.at(x, y) }
		if r.Intn(3) == 0 {
			f, holds = a.t.Eq(b.t), func(x, y uint64) bool { return a.at(x, y) == b.at(x, y) }
		}
		c, rec := prop.Config{Dir: t.TempDir()}, &recorder{name: "TestBits"}
		passed := c.Check(rec, f)
		best, found := "", false
		words := symbolsOf(f)
		for norm := uint64(0); norm < 16 && !found; norm++ {
			for k := range (norm + 1) * (norm + 1) {
				x, y := k/(norm+1), k%(norm+1)
				if !words["x"] && x != 0 || !words["y"] && y != 0 {
					continue
				}
				if !holds(x, y) {
					found = true
					for _, w := range []struct {
						name string
						n    uint64
					}{{"x", x}, {"y", y}} {
						if words[w.name] {
							best += fmt.Sprintf("    %s = #x%x\n", w.name, w.n)
						}
					}
					break
				}
			}
		}
		if passed == found {
			t.Errorf("seed %d: %v, a counterexample: %v\n%s", seed, passed, found, f)
		}
		if passed || !found {
			continue
		}
		refuted++
		if got := strings.Join(rec.errors, "\n") + "\n"; !strings.Contains(got, best) {
			t.Errorf("seed %d: %s\nwant\n%s", seed, got, best)
		}
		again := &recorder{name: "TestBits"}
		if c.Check(again, f) || len(again.logs) > 0 || !strings.Contains(again.errors[0]+"\n", best) {
			t.Errorf("seed %d, replayed: %q, %q", seed, again.errors, again.logs)
		}
		gen, ps := prop.Gen(f.Not()), params(seed)
		for range 3 {
			res, v := draw(gen, ps)
			if !v.Bool(f.Not()) || holds(v.Uint64(st.BitVec("x", 4)), v.Uint64(st.BitVec("y", 4))) {
				t.Errorf("seed %d: drawn\n%s", seed, v)
			}
			end := shrink(t, res, v, f.Not(), func(prop.Values) bool { return true })
			if got := "    " + strings.ReplaceAll(end.String(), "\n", "\n    ") + "\n"; got != best {
				t.Errorf("seed %d: shrunk to\n%s, want\n%s", seed, got, best)
			}
		}
	}
	if refuted < 10 {
		t.Errorf("only %d refuted", refuted)
	}
}

func symbolsOf(f smt.Bool) map[string]bool {
	names := map[string]bool{}
	for s := range f.Symbols {
		names[s.Name()] = true
	}
	return names
}

// Tables of words: their points and values are drawn, printed, read and shrunk.
func TestBitsInTables(t *testing.T) {
	st := smt.NewStore()
	word := st.BitVecSort(8)
	a, i := smt.ArrayOf(word, word).Const("a"), word.Const("i")
	ten := st.BitVecVal(10, 8)
	f := a.Select(i).Ugt(ten).And(i.Ugt(ten), a.Select(ten).Ne(a.Select(i)))
	c, first, again := prop.Config{Dir: t.TempDir()}, &recorder{name: "TestBits"}, &recorder{name: "TestBits"}
	c.Check(first, f.Not())
	c.Check(again, f.Not())
	const want = "a = [#x0b: #x0b, else: #x00]\n    i = #x0b"
	if len(first.errors) != 1 || !strings.Contains(first.errors[0], want) {
		t.Errorf("%q", first.errors)
	}
	if len(again.errors) != 1 || !strings.Contains(again.errors[0], want) || len(again.logs) > 0 {
		t.Errorf("again: %q %q", again.errors, again.logs)
	}
	gen, ps := prop.Gen(f), params(1)
	different := map[string]bool{}
	for range 8 {
		_, v := draw(gen, ps)
		if !v.Bool(f) {
			t.Errorf("drawn %s", v)
		}
		different[v.String()] = true
	}
	if len(different) < 6 {
		t.Errorf("%d draws differ", len(different))
	}
}

// The absolute value of an int32 is not negative, but for one number.
func ExampleCheck_int32() {
	var t printer // in a test: a *testing.T
	c, remove := keepAside()
	defer remove()
	st := smt.NewStore()
	x, zero := st.BitVec("x", 32), st.BitVecVal(0, 32)
	abs := smt.Ite(x.Slt(zero), x.Neg(), x)
	fmt.Println(c.Check(t, abs.Sge(zero).Or(x.NegOverflow())))
	fmt.Println(c.Check(t, abs.Sge(zero)))
	// Output:
	// true
	// prop: not valid; smallest counterexample:
	//     x = #x80000000
	// false
}
