package bv_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/proof"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
)

// logged runs random calls on a solver with a proof log, perhaps with bit-vectors as a theory of the
// combination, and on one without. It returns the log, and the number of checks that were
// unsatisfiable.
func logged(t *testing.T, seed uint64, combine bool) (log []byte, unsat int) {
	t.Helper()
	g := newGen(seed)
	if g.plain = seed%2 == 0; g.plain {
		g.consts = g.consts[:5]
	}
	for _, width := range []int{2, 5, 5, 9} {
		g.consts = append(g.consts, g.st.FreshConst("w", g.st.BitVecSort(width)))
	}
	index, element := g.st.BitVecSort(3), g.st.BitVecSort(33)
	large := g.st.ArraySort(index, element)
	if !g.plain {
		for _, s := range []term.Sort{index, element, large, large} {
			g.consts = append(g.consts, g.st.FreshConst("l", s))
		}
	}
	var out bytes.Buffer
	stress := seed%3 == 0
	all := []*solver.Solver{
		solver.New(g.st, solver.Options{Seed: seed, Proof: &out, Stress: stress, Combine: combine}),
		solver.New(g.st, solver.Options{Seed: seed + 1}),
	}
	formula := func(depth int) term.Term {
		if !g.plain && g.IntN(3) > 0 {
			x, y := g.term(large, depth), g.term(large, depth)
			return []term.Term{g.st.Eq(x, y), g.st.Not(g.st.Eq(x, y)), g.st.Distinct(x, y, g.leaf(large)),
				g.st.Eq(g.st.Select(x, g.leaf(index)), g.st.Select(y, g.leaf(index))),
				g.st.Not(g.st.Eq(g.st.Select(x, g.leaf(index)), g.leaf(element)))}[g.IntN(5)]
		}
		if g.IntN(4) > 0 {
			return g.formula(depth)
		}
		s := g.st.BitVecSort([]int{5, 9, 17, 33}[g.IntN(4)])
		x, y := g.term(s, depth), g.term(s, depth)
		return []term.Term{g.st.Eq(x, y), g.st.BvUle(x, y), g.st.Not(g.st.Eq(x, y)), g.st.BvSmulo(x, y)}[g.IntN(4)]
	}
	depth := 0
	for range 12 {
		switch g.IntN(7) {
		case 0:
			depth++
			for _, s := range all {
				s.Push()
			}
		case 1:
			if depth > 0 {
				depth--
				for _, s := range all {
					s.Pop()
				}
			}
		case 2, 3, 4:
			f := formula(3)
			if g.IntN(3) == 0 { // other engines take over
				f = g.st.Or(g.consts[0], g.st.FreshConst("q", term.Bool))
			}
			for _, s := range all {
				s.Assert(f)
			}
		default:
			var assumed []term.Term
			for range g.IntN(3) {
				assumed = append(assumed, formula(2))
			}
			got, want := all[0].Check(context.Background(), assumed...), all[1].Check(context.Background(), assumed...)
			if got.Status != want.Status || got.Status == sat.Unknown {
				t.Fatalf("seed %d: %v with a proof, %v without", seed, got, want)
			}
			if got.Status == sat.Unsat {
				unsat++
			}
		}
	}
	if err := all[0].FlushProof(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), unsat
}

// TestProofs checks the logs of random calls, whole and trimmed.
func TestProofs(t *testing.T) {
	n := extent.Of(uint64(100), 300)
	unsat, deleted := 0, 0
	for seed := range n {
		log, answers := logged(t, seed, seed%4 == 3)
		deleted += bytes.Count(log, []byte("\nd "))
		sum, err := proof.Check(bytes.NewReader(log))
		if err != nil || !sum.Complete() || sum.Unsat != answers {
			t.Fatalf("seed %d: %v, %+v\n%s", seed, err, sum, log)
		}
		unsat += answers
		if answers == 0 {
			continue
		}
		var out bytes.Buffer
		if err := proof.Trim(bytes.NewReader(log), &out); err != nil {
			t.Fatalf("seed %d: trim: %v", seed, err)
		}
		if sum, err := proof.Check(bytes.NewReader(out.Bytes())); err != nil || !sum.Complete() || sum.Unsat != 1 {
			t.Fatalf("seed %d: trimmed: %v, %+v\n%s", seed, err, sum, out.String())
		}
	}
	if t.Logf("%d unsat, %d clauses deleted", unsat, deleted); unsat < int(n)/2 || deleted < int(n) {
		t.Error("the test is void")
	}
}

// line returns a random line that begins with one of kinds, if there is one.
func line(r *rand.Rand, lines [][]string, kinds string) (int, bool) {
	for _, i := range r.Perm(len(lines)) {
		if len(lines[i]) > 1 && strings.Contains(kinds, lines[i][0]) {
			return i, true
		}
	}
	return 0, false
}

// gatesFrom returns where the gates of a clause begin.
func gatesFrom(w []string) int {
	if w[0] == "i" {
		if w[2] == "0" {
			return 3
		}
		return 4
	}
	return 2
}

// anyGate returns the place of a random gate in a line, -1 if it has none.
func anyGate(r *rand.Rand, w []string) int {
	from := gatesFrom(w)
	n := slices.Index(w[from:], "0")
	if n <= 0 {
		return -1
	}
	return from + r.IntN(n)
}

// anyOfCertificate returns the place of a random word of a lemma's certificate, -1 if it is empty.
func anyOfCertificate(r *rand.Rand, w []string) int {
	from := gatesFrom(w)
	from += slices.Index(w[from:], "0") + 1
	from += slices.Index(w[from:], "0") + 3
	if from == len(w) {
		return -1
	}
	return from + r.IntN(len(w)-from)
}

// negate changes the sign of a word.
func negate(w []string, k int) []string {
	if old, ok := strings.CutPrefix(w[k], "-"); ok {
		w[k] = old
	} else {
		w[k] = "-" + w[k]
	}
	return w
}

// mutations change a line of a log; nil if there is nothing to change.
var mutations = []struct {
	name  string
	kinds string
	apply func(r *rand.Rand, w []string) []string
}{
	{"drop a gate", "ietl", func(r *rand.Rand, w []string) []string {
		k := anyGate(r, w)
		if k < 0 {
			return nil
		}
		return slices.Delete(w, k, k+1)
	}},
	{"negate a gate", "ietl", func(r *rand.Rand, w []string) []string {
		k := anyGate(r, w)
		if k < 0 {
			return nil
		}
		return negate(w, k)
	}},
	{"change a gate", "ietl", func(r *rand.Rand, w []string) []string {
		k := anyGate(r, w)
		if k < 0 {
			return nil
		}
		v, _ := strconv.Atoi(w[k])
		w[k] = strconv.Itoa(v + 1 - 2*r.IntN(2))
		if w[k] == "0" {
			return nil
		}
		return w
	}},
	{"negate a formula", "t", func(r *rand.Rand, w []string) []string {
		from := gatesFrom(w)
		from += slices.Index(w[from:], "0") + 1
		k := from + r.IntN(slices.Index(w[from:], "0"))
		return negate(w, k)
	}},
	{"drop a word of a certificate", "t", func(r *rand.Rand, w []string) []string {
		k := anyOfCertificate(r, w)
		if k < 0 {
			return nil
		}
		return slices.Delete(w, k, k+1)
	}},
	{"change a term of a certificate", "t", func(r *rand.Rand, w []string) []string {
		k := anyOfCertificate(r, w)
		if k < 0 {
			return nil
		}
		n := strings.IndexAny(w[k], "0123456789")
		if n < 0 {
			return nil
		}
		v, _ := strconv.Atoi(w[k][n:])
		w[k] = w[k][:n] + strconv.Itoa(v+1-2*r.IntN(2))
		return w
	}},
	{"change a simplification", "R", func(r *rand.Rand, w []string) []string {
		k := 1 + r.IntN(2)
		v, _ := strconv.Atoi(w[k])
		w[k] = strconv.Itoa(v - 1 - r.IntN(3))
		return w
	}},
	{"change a witness", "W", func(r *rand.Rand, w []string) []string {
		k := 1 + r.IntN(2)
		v, _ := strconv.Atoi(w[k])
		w[k] = strconv.Itoa(v - 1)
		return w
	}},
	{"change a root", "i", func(r *rand.Rand, w []string) []string {
		if w[2] == "0" {
			return nil
		}
		v, _ := strconv.Atoi(w[3])
		if w[3] = strconv.Itoa(v + 1); v == -1 {
			return nil
		}
		return w
	}},
	{"drop a circuit", "c", func(*rand.Rand, []string) []string { return []string{} }},
	{"change a circuit", "c", func(r *rand.Rand, w []string) []string {
		v, _ := strconv.Atoi(w[1])
		w[1] = strconv.Itoa(v + 1 - 2*r.IntN(2))
		return w
	}},
	{"change an argument", "T", func(r *rand.Rand, w []string) []string {
		if !strings.HasPrefix(w[2], "bv") {
			return nil
		}
		k := 3 + r.IntN(len(w)-3)
		v, _ := strconv.Atoi(w[k])
		w[k] = strconv.Itoa(v - 1)
		return w
	}},
	{"change an operator", "T", func(r *rand.Rand, w []string) []string {
		swap := map[string]string{"bvule": "bvsle", "bvsle": "bvule", "bvshl": "bvlshr", "bvand": "bvor", "bvudiv": "bvurem", "bvnot": "bvneg"}
		if w[2] = swap[w[2]]; w[2] == "" {
			return nil
		}
		return w
	}},
	{"change a width", "S", func(r *rand.Rand, w []string) []string {
		if w[2] != "bits" {
			return nil
		}
		v, _ := strconv.Atoi(w[3])
		w[3] = strconv.Itoa(v + 1)
		return w
	}},
	{"drop an engine", "E", func(*rand.Rand, []string) []string { return []string{} }},
	{"weaken an assertion", "a", func(_ *rand.Rand, w []string) []string {
		w[2] = "1"
		return w
	}},
}

// TestMutatedProofs changes logs. What is accepted nevertheless must not prove anything wrong:
// the answers of the changed log's own assertions are computed again.
func TestMutatedProofs(t *testing.T) {
	n := extent.Of(uint64(10), 60)
	type count struct{ tried, rejected int }
	counts := make([]count, len(mutations))
	for seed := range n {
		log, answers := logged(t, seed, false)
		if answers == 0 {
			continue
		}
		r := rand.New(rand.NewPCG(seed, 2))
		for m := range mutations {
			mutation := &mutations[m]
			for range 3 {
				var lines [][]string
				for l := range strings.Lines(string(log)) {
					lines = append(lines, strings.Fields(l))
				}
				i, ok := line(r, lines, mutation.kinds)
				if !ok {
					continue
				}
				before := strings.Join(lines[i], " ")
				w := mutation.apply(r, slices.Clone(lines[i]))
				if after := strings.Join(w, " "); w == nil || after == before {
					continue
				}
				lines[i] = w
				var text strings.Builder
				for _, l := range lines {
					if len(l) > 0 {
						fmt.Fprintln(&text, strings.Join(l, " "))
					}
				}
				counts[m].tried++
				if sum, err := proof.Check(strings.NewReader(text.String())); err != nil || !sum.Complete() {
					counts[m].rejected++
				} else {
					replay(t, seed, mutation.name, text.String())
				}
			}
		}
	}
	for m, c := range counts {
		t.Logf("%-30s %4d of %4d rejected", mutations[m].name, c.rejected, c.tried)
		if c.tried == 0 || c.tried > 10 && c.rejected*4 < c.tried && mutations[m].kinds != "E" && mutations[m].kinds != "a" {
			t.Errorf("%s: only %d of %d mutants rejected", mutations[m].name, c.rejected, c.tried)
		}
	}
}

// replay solves what an accepted log asserts. Its answers must be right.
func replay(t *testing.T, seed uint64, name, text string) {
	t.Helper()
	k := proof.NewChecker(strings.NewReader(text))
	s := solver.New(k.Store(), solver.Options{})
	var assumed []term.Term
	for e, err := range k.Events() {
		if err != nil {
			t.Fatal(err)
		}
		switch e.Kind {
		case proof.Assertion:
			s.Assert(e.From)
		case proof.Push:
			s.Push()
		case proof.Pop:
			s.Pop()
		case proof.Query:
			assumed = e.Assumptions
		case proof.Answer:
			if got := s.Check(context.Background(), assumed...); e.Status == sat.Unsat && got.Status != sat.Unsat {
				t.Fatalf("seed %d: %s: the log proves unsat, but the answer is %v\n%s", seed, name, got, text)
			}
		}
	}
}

// TestStoppedProofs stops checks at their n-th poll, in circuits, too: the log goes on with what
// comes after.
func TestStoppedProofs(t *testing.T) {
	testStoppedProofs(t, false, extent.Of(1, 5))
	testStoppedProofs(t, true, extent.Of(1, 2)) // what is refuted at once needs no other circuits
}

func testStoppedProofs(t *testing.T, combine bool, least int) {
	stopped := 0
	for n := int64(1); n < 4000; n += 1 + extent.Of(2*n, n/2) {
		st := term.NewStore()
		var out bytes.Buffer
		s := solver.New(st, solver.Options{Proof: &out, Combine: combine})
		wide, narrow := st.BitVecSort(64), st.BitVecSort(5)
		x, y := st.FreshConst("x", wide), st.FreshConst("y", wide)
		v, w := st.FreshConst("v", narrow), st.FreshConst("w", narrow)
		s.Assert(st.Eq(st.BvUdiv(x, y), st.BvMul(x, st.BvUrem(y, x))))
		s.Push()
		s.Assert(st.Not(st.Eq(v, st.BvAdd(st.BvMul(st.BvUdiv(v, w), w), st.BvUrem(v, w)))))
		ctx, cancel := limit.NewCountdown(n, limit.Steps).Context(context.Background())
		if s.Check(ctx, st.BvUle(st.BvUdiv(y, x), y)).Status == sat.Unknown {
			stopped++
		}
		cancel()
		s.Assert(st.Eq(x, st.BvMul(y, y)))
		if got := s.Check(context.Background()); got.Status != sat.Unsat {
			t.Fatalf("stopped at %d: %v", n, got)
		}
		if err := s.FlushProof(); err != nil {
			t.Fatal(err)
		}
		if sum, err := proof.Check(&out); err != nil || !sum.Complete() || sum.Unsat == 0 {
			t.Fatalf("stopped at %d: %v, %+v", n, err, sum)
		}
	}
	if stopped < least {
		t.Errorf("only %d checks were stopped", stopped)
	}
}
