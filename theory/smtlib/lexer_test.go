package smtlib_test

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/term"
)

// shapes are scripts of about n bytes, as generators of verification
// conditions write them. Nearly every line makes new terms.
var shapes = []struct {
	name  string
	write func(b *strings.Builder, n int)
}{
	{"asserts", func(b *strings.Builder, n int) {
		for i := 0; b.Len() < n; i++ {
			fmt.Fprintf(b, "(declare-fun x%d () Int)\n", i)
			fmt.Fprintf(b, "(assert (=> (and p%d (not p%d)) (<= (+ x%d (* 3 x%d)) %d)))\n", i%50, (i+1)%50, i, i/2, i*7)
			fmt.Fprintf(b, "(assert (= (select heap x%d) (f x%d (+ x%d 1))))\n", i, i/3, i)
		}
	}},
	{"lets", func(b *strings.Builder, n int) {
		b.WriteString("(declare-fun x0 () Int)\n(assert\n")
		i := 0
		for ; b.Len() < n; i++ {
			if i == 0 {
				b.WriteString("(let ((?v_0 (+ x0 1)))\n")
				continue
			}
			fmt.Fprintf(b, "(let ((?v_%d (ite (< ?v_%d %d) (f ?v_%d x0) (+ ?v_%d ?v_%d))))\n", i, i-1, i%100, i-1, i/2, i-1)
		}
		fmt.Fprintf(b, "(= ?v_%d 0)%s)\n", i-1, strings.Repeat(")", i))
	}},
	{"deep", func(b *strings.Builder, n int) {
		b.WriteString("(assert ")
		i := 0
		for ; b.Len() < n; i++ {
			fmt.Fprintf(b, "(and p%d (not ", i%50)
		}
		fmt.Fprintf(b, "p0%s)\n", strings.Repeat("))", i))
	}},
	{"numerals", func(b *strings.Builder, n int) {
		for i := 0; b.Len() < n; i++ {
			fmt.Fprintf(b, "(assert (and (= (f %d %d) %d) (< (f 18446744073709551616 %d) %d)))\n", i, 2*i, 31*i, i, 77*i)
		}
	}},
	{"names", func(b *strings.Builder, n int) {
		const long = "|procedure_with_a_long_name::block_%d::local variable that the compiler made#%d|"
		for i := 0; b.Len() < n; i++ {
			x, y := fmt.Sprintf(long, i/100, i), fmt.Sprintf(long, i/200, i/2)
			fmt.Fprintf(b, "(declare-const %s Bool)\n(assert (or %s (not %s) (and %s p%d)))\n", x, x, y, y, i%50)
		}
	}},
}

func shape(write func(b *strings.Builder, n int), n int) string {
	var b strings.Builder
	b.WriteString("(set-logic QF_AUFLIA)\n(declare-fun f (Int Int) Int)\n(declare-fun heap () (Array Int Int))\n")
	for i := range 50 {
		fmt.Fprintf(&b, "(declare-fun p%d () Bool)\n", i)
	}
	write(&b, n)
	return b.String()
}

// BenchmarkRead reads scripts and builds their terms. heap/byte is what is live
// in the end, a store's tables and the reader's included.
func BenchmarkRead(b *testing.B) {
	for _, s := range shapes {
		b.Run(s.name, func(b *testing.B) {
			src := shape(s.write, 4<<20)
			b.SetBytes(int64(len(src)))
			var before, after runtime.MemStats
			for b.Loop() {
				runtime.GC()
				runtime.ReadMemStats(&before)
				r := smtlib.NewReader(s.name, strings.NewReader(src), term.NewStore())
				for {
					if _, err := r.Next(); err == io.EOF {
						break
					} else if err != nil {
						b.Fatal(err)
					}
				}
				runtime.GC()
				runtime.ReadMemStats(&after)
				runtime.KeepAlive(r)
			}
			b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/float64(len(src)), "heap/byte")
		})
	}
}

// TestCutAnywhere reads scripts byte by byte: the same terms, errors and
// positions as at once.
func TestCutAnywhere(t *testing.T) {
	src := "; a comment\n(declare-fun |a b| () Int)(echo \"say \"\"yes\"\"\")\n" +
		"(assert (! (> |a b| 12) ; why\n :named n))\n\n (assert (= |a b|\n  zz))\n" +
		"(declare-const |let| Bool)(assert |let|)\n(set-info :status sat)(assert (< 1.5 #b01)) (assert |x\\y|)"
	read := func(in io.Reader) (got []string) {
		st := term.NewStore()
		r := smtlib.NewReader("f", in, st)
		for {
			c, err := r.Next()
			if err == io.EOF || r.Fatal() {
				return append(got, fmt.Sprint(err))
			}
			line := fmt.Sprint(c.Kind, c.Pos, c.Name, c.Value, err)
			for _, f := range c.Terms {
				line += " " + st.String(f)
			}
			got = append(got, line)
		}
	}
	want := read(strings.NewReader(src))
	if d := cmp.Diff(want, read(iotest.OneByteReader(strings.NewReader(src)))); d != "" {
		t.Error(d)
	}
	if n := len(want); n != 10 || !strings.Contains(want[3], "f:7:3: unknown symbol zz") || !strings.HasSuffix(want[n-2], "f:9:55: a quoted symbol can't contain a backslash") {
		t.Errorf("%q", want)
	}
}
