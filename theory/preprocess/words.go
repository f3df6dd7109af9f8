package preprocess

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
)

// widestWord bounds the width of bit-vectors that take the place of integers.
const widestWord = 512

// words makes comparisons of integers ones of bit-vectors that are wide enough, if all that is compared are polynomials
// of values of bit-vectors, and not linear: what is linear becomes integers instead (integers), but of products, and
// how they overflow, circuits express all, lemmas little.
func (p *Pipeline) words() int {
	w := worder{Pipeline: p, of: map[term.Term]word{}}
	if !w.collect() {
		return 0
	}
	for _, t := range w.terms {
		if x := w.word(t); x.t != 0 {
			w.of[t] = x
		}
	}
	return p.rewriteTerms(func(t term.Term) {
		if op := p.st.Op(t); op == term.OpLe || op == term.OpEq {
			if f := w.comparison(op, p.st.Arg(t, 0), p.st.Arg(t, 1)); f != 0 && p.sub.image(t) == 0 {
				p.bindFact(t, f)
			}
		}
	})
}

// worder is one run of the pass.
type worder struct {
	*Pipeline
	terms []term.Term // the integers of the batch, arguments first
	of    map[term.Term]word
}

// word is an integer as a signed bit-vector.
type word struct {
	t       term.Term // 0 if there is none
	product bool      // there is a product of two words in it
}

// collect finds the integers of the batch, and reports whether some are products and some values of bit-vectors.
func (w *worder) collect() bool {
	products, values := false, false
	w.pushBatch()
	w.walk(func(t term.Term) {
		if w.st.Sort(t) != term.Int {
			return
		}
		w.terms = append(w.terms, t)
		products = products || w.st.Op(t) == term.OpMul && !w.st.IsNum(w.st.Arg(t, 0))
		values = values || w.st.Op(t) == term.OpBvToInt
	})
	slices.Sort(w.terms) // arguments have smaller ids
	return products && values && !w.limit.Stopped()
}

// word returns the word for an integer whose arguments have theirs.
func (w *worder) word(t term.Term) (out word) {
	st, rw := w.st, w.rw
	if x := w.signed(t); x != 0 {
		return word{t: x}
	}
	args := make([]word, 0, st.NumArgs(t))
	widths, most := 0, 0
	for _, a := range st.Args(t) {
		x := w.of[a]
		if x.t == 0 && st.Sort(a) == term.Int {
			return word{}
		}
		if x.t != 0 {
			out.product = out.product || x.product
			widths, most = widths+st.WidthOf(x.t), max(most, st.WidthOf(x.t))
		}
		args = append(args, x)
	}
	if widths > widestWord {
		return word{}
	}
	switch st.Op(t) {
	case term.OpNum:
		out.t = w.numeral(t)
	case term.OpBvToInt:
		if n := st.WidthOf(st.Arg(t, 0)); n < widestWord {
			out.t = w.extend(term.OpBvUmulo, 1, st.Arg(t, 0))
		}
	case term.OpAdd:
		sum := make([]term.Term, len(args))
		for i, x := range args {
			sum[i] = w.widened(most+len(args)-1, x.t)
		}
		out.t = rw.BvAdd(sum...)
	case term.OpMul:
		out.t = rw.BvMul(w.widened(widths, args[0].t), w.widened(widths, args[1].t))
		out.product = out.product || !st.IsNum(st.Arg(t, 0))
	case term.OpIte:
		out.t = rw.Ite(st.Arg(t, 0), w.widened(most, args[1].t), w.widened(most, args[2].t))
	}
	return out
}

// signed returns the bit-vector whose value as a signed number t is, or 0.
func (w *worder) signed(t term.Term) term.Term {
	if w.st.Op(t) != term.OpIte {
		return 0
	}
	for _, v := range w.st.Args(t)[1:] {
		if w.st.Op(v) == term.OpBvToInt {
			if x := w.st.Arg(v, 0); w.rw.Simplify(w.st.BvToSigned(x)) == t {
				return x
			}
		}
	}
	return 0
}

// numeral returns a numeral as a word.
func (w *worder) numeral(t term.Term) term.Term {
	n := w.st.Num(t)
	if n.BitLen() >= widestWord {
		return 0
	}
	return w.rw.IntToBv(n.BitLen()+1, t)
}

// widened returns a word with n bits.
func (w *worder) widened(n int, x term.Term) term.Term { return w.rw.SignExtend(n-w.st.WidthOf(x), x) }

// comparison returns the formula that a comparison of integers is, or 0.
func (w *worder) comparison(op term.Op, a, b term.Term) term.Term {
	x, y := w.of[a], w.of[b]
	if x.t == 0 || y.t == 0 || !x.product && !y.product {
		return 0
	}
	n := max(w.st.WidthOf(x.t), w.st.WidthOf(y.t))
	if op == term.OpLe {
		return w.rw.BvSle(w.widened(n, x.t), w.widened(n, y.t))
	}
	return w.rw.Eq(w.widened(n, x.t), w.widened(n, y.t))
}
