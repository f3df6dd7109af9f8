package driver

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/verifier"
)

// world interprets p, q: T -> bool, f: T -> T and a, b in a universe of n elements.
type world struct {
	n, a, b int
	p, q    [2]bool
	f       [2]int
}

// formula is a random formula: its text, and its value in a world, by the values of bound variables.
type formula struct {
	text  string
	holds func(w *world, bound []int) bool
}

// quantified makes random formulas over T.
type quantified struct{ *rand.Rand }

// elem returns a term of sort T.
func (r quantified) elem(vars []string) (string, func(*world, []int) int) {
	switch k := r.IntN(5); {
	case k < 2 && len(vars) > 0:
		i := r.IntN(len(vars))
		return vars[i], func(_ *world, bound []int) int { return bound[i] }
	case k < 3:
		text, of := r.elem(vars)
		return "f(" + text + ")", func(w *world, bound []int) int { return w.f[of(w, bound)] }
	case k < 4:
		return "a", func(w *world, _ []int) int { return w.a }
	}
	return "b", func(w *world, _ []int) int { return w.b }
}

func (r quantified) formula(vars []string, depth int) formula {
	if depth == 0 {
		x, of := r.elem(vars)
		switch r.IntN(3) {
		case 0:
			return formula{"p(" + x + ")", func(w *world, b []int) bool { return w.p[of(w, b)] }}
		case 1:
			return formula{"q(" + x + ")", func(w *world, b []int) bool { return w.q[of(w, b)] }}
		}
		y, of2 := r.elem(vars)
		return formula{x + " == " + y, func(w *world, b []int) bool { return of(w, b) == of2(w, b) }}
	}
	switch r.IntN(5) {
	case 0:
		x := r.formula(vars, depth-1)
		return formula{"!(" + x.text + ")", func(w *world, b []int) bool { return !x.holds(w, b) }}
	case 1, 2:
		x, y := r.formula(vars, depth-1), r.formula(vars, r.IntN(depth))
		return formula{"((" + x.text + ") ==> (" + y.text + "))", func(w *world, b []int) bool { return !x.holds(w, b) || y.holds(w, b) }}
	}
	v := fmt.Sprintf("x%d", len(vars))
	x := r.formula(append(vars[:len(vars):len(vars)], v), depth-1)
	all, trigger := r.IntN(3) > 0, ""
	if r.IntN(2) == 0 { // one that may match nothing
		trigger = "{" + []string{"p(f(" + v + "))", "f(f(" + v + "))", "q(" + v + ")"}[r.IntN(3)] + "} "
	}
	word := map[bool]string{true: "forall", false: "exists"}[all]
	return formula{"(" + word + " " + v + ": T :: " + trigger + x.text + ")", func(w *world, b []int) bool {
		for e := range w.n {
			if x.holds(w, append(b[:len(b):len(b)], e)) != all {
				return !all
			}
		}
		return all
	}}
}

// worlds calls f for all worlds of up to two elements, all of which have a name, until it returns true.
func worlds(f func(*world) bool) bool {
	for code := range 1 << 9 {
		w := world{n: 1 + code&1, a: code >> 1 & 1, b: code >> 2 & 1}
		w.p, w.q = [2]bool{code>>3&1 == 1, code>>4&1 == 1}, [2]bool{code>>5&1 == 1, code>>6&1 == 1}
		w.f = [2]int{code >> 7 & 1, code >> 8 & 1}
		named := w.a != w.b || w.n == 1
		if !named || w.n == 1 && (w.a+w.b+w.f[0] > 0) {
			continue
		}
		if f(&w) {
			return true
		}
	}
	return false
}

// Random quantified assumptions and assertions, whose patterns need not match, against all worlds of at most two elements. An unsafe
// answer with a remark counts as one.
func TestRandomQuantifiers(t *testing.T) {
	decided := 0
	for seed := range extent.Of(uint64(50), 150) {
		r := quantified{rand.New(rand.NewPCG(seed, 1))}
		assumed := []formula{r.formula(nil, 3), r.formula(nil, 3)}
		asserted := r.formula(nil, 2)
		var src strings.Builder
		src.WriteString("type T; function p(T): bool; function q(T): bool; function f(T): T;\nprocedure main(a: T, b: T) {\n")
		src.WriteString("  assume (forall x: T :: x == a || x == b);\n")
		for _, x := range assumed {
			fmt.Fprintf(&src, "  assume %s;\n", x.text)
		}
		fmt.Fprintf(&src, "  assert %s;\n}\n", asserted.text)
		fails := worlds(func(w *world) bool {
			return assumed[0].holds(w, nil) && assumed[1].holds(w, nil) && !asserted.holds(w, nil)
		})
		rep, err := verify(context.Background(), "q.bpl", []byte(src.String()), Options{
			Engines: Engines{Engine: []string{"corral", "legion"}[seed%2]},
			Output:  Output{Check: true},
		})
		if err != nil {
			t.Fatalf("%s%v", &src, err)
		}
		switch v := rep.Result.Verdict(); {
		case v == verifier.Unknown:
		case (v == verifier.Unsafe) != fails:
			t.Errorf("seed %d: %v, though it fails: %v\n%s", seed, rep, fails, &src)
		case rep.Result.Remark() == "":
			decided++
		}
	}
	if decided < extent.Of(46, 140) {
		t.Errorf("only %d answers without a remark", decided)
	}
}
