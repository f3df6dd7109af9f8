package cert_test

import (
	"math/rand"
	"testing"

	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// world has a store and some terms.
type world struct {
	*term.Store
	x, y, z term.Term // Int
	p       term.Term // Bool
	a, b    term.Term // arrays of Int by Int
	f       func(term.Term) term.Term
	bound   term.Term // a variable
	i, j    term.Term // words of three bits
	c, d    term.Term // arrays of Int by such words, and the other way round
}

func newWorld() *world {
	st := term.NewStore()
	array := st.ArraySort(term.Int, term.Int)
	constant := func(name string, s term.Sort) term.Term { return st.App(st.DeclareFun(name, nil, s)) }
	f := st.DeclareFun("f", []term.Sort{term.Int}, term.Int)
	return &world{st, constant("x", term.Int), constant("y", term.Int), constant("z", term.Int), constant("p", term.Bool),
		constant("a", array), constant("b", array), func(t term.Term) term.Term { return st.App(f, t) }, st.BoundVar("v", term.Int),
		constant("i", st.BitVecSort(3)), constant("j", st.BitVecSort(3)), constant("c", st.ArraySort(st.BitVecSort(3), term.Int)),
		constant("d", st.ArraySort(term.Int, st.BitVecSort(3)))}
}

// bit returns that bit k of a word is 1.
func (w *world) bit(k int, a term.Term) term.Term { return w.Eq(w.Extract(k, k, a), w.Uint(1, 1)) }

func (w *world) plus(a term.Term, k int64) term.Term  { return w.Add(a, w.Int(k)) }
func (w *world) times(k int64, a term.Term) term.Term { return w.Mul(w.Int(k), a) }

// lits returns a clause of formulas.
func (w *world) lits(fs ...term.Term) []cert.Literal {
	var c []cert.Literal
	for _, f := range fs {
		if w.Op(f) == term.OpNot {
			c = append(c, cert.Literal{T: w.Arg(f, 0), Neg: true})
		} else {
			c = append(c, cert.Literal{T: f})
		}
	}
	return c
}

// refute returns a refutation of a clause.
func (w *world) refute(fs []term.Term, steps ...cert.Step) *cert.Certificate {
	return &cert.Certificate{Rule: cert.Refutation, Clause: w.lits(fs...), Steps: steps}
}

// says returns the bound that a formula or its negation states.
func (w *world) says(name uint64, f, a term.Term, upper bool, v int64) cert.Step {
	return cert.Step{Kind: cert.LiteralBound, Name: name, A: a, Upper: upper, Val: num.RatFromInt64(v), Lit: w.lits(f)[0]}
}

func of(t term.Term, bound uint64, upper bool, k int64) cert.Premise {
	return cert.Premise{Of: t, Bound: bound, Upper: upper, Coeff: num.RatFromInt64(k)}
}

func between(s, t term.Term, upper bool, k int64) cert.Premise {
	return cert.Premise{Of: s, Other: t, Upper: upper, Coeff: num.RatFromInt64(k)}
}

type entry struct {
	name string
	make func(w *world) *cert.Certificate
}

// refutations has a certificate for each kind of step.
var refutations = []entry{
	{"literal and congruence", func(w *world) *cert.Certificate {
		y1 := w.plus(w.y, 1)
		eq := w.Eq(w.x, y1)
		return w.refute([]term.Term{w.Not(eq), w.Eq(w.f(w.x), w.f(y1))},
			cert.Step{Kind: cert.ByLiteral, A: w.x, B: w.y, Off: 1, Lit: cert.Literal{T: eq}},
			cert.Step{Kind: cert.Congruence, A: w.f(w.x), B: w.f(y1)})
	}},
	{"an equality of words that is false", func(w *world) *cert.Certificate {
		i, j := w.BvAdd(w.i, w.Uint(3, 1)), w.BvAdd(w.j, w.Uint(3, 1))
		m := w.Store.Store(w.c, i, w.x)
		return w.refute([]term.Term{w.Eq(w.i, w.j), w.Eq(w.Select(m, j), w.Select(w.c, j))},
			cert.Step{Kind: cert.ByLiteral, A: w.Eq(j, i), B: w.False(), Lit: cert.Literal{T: w.Eq(w.i, w.j), Neg: true}},
			cert.Step{Kind: cert.ReadPath, A: w.Select(m, j), B: w.Select(w.c, j), Path: []cert.Cross{{Store: m}}, Ends: [2]term.Term{w.Select(m, j), w.Select(w.c, j)}})
	}},
	{"words", func(w *world) *cert.Certificate {
		a, b := w.BvAdd(w.i, w.BvMul(w.Uint(3, 2), w.j)), w.BvAdd(w.BvMul(w.Uint(3, 3), w.i), w.BvMul(w.Uint(3, 6), w.j))
		return w.refute([]term.Term{w.Not(w.Eq(a, w.Uint(3, 3))), w.Not(w.Eq(b, w.Uint(3, 2)))},
			cert.Step{Kind: cert.Words, A: w.Uint(3, 1), B: w.Uint(3, 0), From: []cert.Premise{
				between(a, w.Uint(3, 3), false, 3), between(b, w.Uint(3, 2), false, -1)}})
	}},
	{"two literals in a class", func(w *world) *cert.Certificate {
		r, s := w.Select(w.d, w.x), w.Select(w.d, w.y)
		f, g, h := w.Eq(r, w.Uint(3, 1)), w.Eq(w.Uint(3, 2), s), w.Eq(w.x, w.y)
		return w.refute([]term.Term{w.Not(f), w.Not(g), w.Not(h)}, cert.Step{Kind: cert.Congruence, A: r, B: s})
	}},
	{"sides with different literals", func(w *world) *cert.Certificate {
		f, g, eq := w.Eq(w.Select(w.d, w.x), w.i), w.Eq(w.i, w.Uint(3, 1)), w.Eq(w.Select(w.d, w.x), w.Uint(3, 2))
		c := w.ConstArray(w.ArraySort(term.Int, term.Bool), eq)
		d := w.ConstArray(w.ArraySort(term.Int, term.Bool), w.False())
		return w.refute([]term.Term{w.Not(f), w.Not(g), w.Eq(w.Store.Store(c, w.x, w.p), w.Store.Store(d, w.x, w.p))},
			cert.Step{Kind: cert.Sides, A: eq, B: w.False()},
			cert.Step{Kind: cert.Congruence, A: c, B: d},
			cert.Step{Kind: cert.Congruence, A: w.Store.Store(c, w.x, w.p), B: w.Store.Store(d, w.x, w.p)})
	}},
	{"sides", func(w *world) *cert.Certificate {
		eq := w.Eq(w.x, w.y)
		c := w.ConstArray(w.ArraySort(term.Int, term.Bool), eq)
		d := w.ConstArray(w.ArraySort(term.Int, term.Bool), w.True())
		return w.refute([]term.Term{w.Not(w.Eq(w.times(2, w.x), w.times(2, w.y))), w.Eq(w.Store.Store(c, w.x, w.p), w.Store.Store(d, w.x, w.p))},
			cert.Step{Kind: cert.Sides, A: eq, B: w.True()},
			cert.Step{Kind: cert.Congruence, A: c, B: d},
			cert.Step{Kind: cert.Congruence, A: w.Store.Store(c, w.x, w.p), B: w.Store.Store(d, w.x, w.p)})
	}},
	{"stored", func(w *world) *cert.Certificate {
		m := w.Store.Store(w.a, w.x, w.y)
		r := w.Select(m, w.x)
		return w.refute([]term.Term{w.Not(w.Le(r, w.z)), w.Le(w.y, w.z)},
			cert.Step{Kind: cert.ReadStored, A: r, B: w.y})
	}},
	{"path", func(w *world) *cert.Certificate {
		m := w.Store.Store(w.a, w.x, w.z)
		r, s := w.Select(w.b, w.y), w.Select(w.a, w.y)
		return w.refute([]term.Term{w.Not(w.Eq(w.b, m)), w.Eq(w.x, w.y), w.Eq(r, s)},
			cert.Step{Kind: cert.ReadPath, A: r, B: s, Ends: [2]term.Term{r, s}, Path: []cert.Cross{{Store: m}}})
	}},
	{"meet", func(w *world) *cert.Certificate {
		lo, hi := w.Le(w.Int(3), w.x), w.Le(w.x, w.Int(3))
		return w.refute([]term.Term{w.Not(lo), w.Not(hi), w.Eq(w.f(w.x), w.f(w.Int(3)))},
			w.says(1, lo, w.x, false, 3), w.says(2, hi, w.x, true, 3),
			cert.Step{Kind: cert.Meet, A: w.x, Val: num.RatFromInt64(3), From: []cert.Premise{of(w.x, 1, false, 1), of(w.x, 2, true, 1)}},
			cert.Step{Kind: cert.Congruence, A: w.f(w.x), B: w.f(w.Int(3))})
	}},
	{"equation", func(w *world) *cert.Certificate {
		sum, z2 := w.Add(w.x, w.y), w.plus(w.z, -2)
		return w.refute([]term.Term{w.Not(w.Eq(sum, w.z)), w.Not(w.Eq(w.y, w.Int(2))), w.Eq(w.f(w.x), w.f(z2))},
			cert.Step{Kind: cert.Equation, A: w.x, B: w.z, Off: -2, From: []cert.Premise{between(sum, w.z, true, 1), between(w.y, w.Int(2), true, 1)}},
			cert.Step{Kind: cert.Congruence, A: w.f(w.x), B: w.f(z2)})
	}},
	{"Farkas", func(w *world) *cert.Certificate {
		f, g, h := w.Le(w.times(2, w.x), w.plus(w.y, 1)), w.Le(w.y, w.z), w.Le(w.plus(w.z, 3), w.times(2, w.x))
		s, t, u := w.Sub(w.times(2, w.x), w.y), w.Sub(w.y, w.z), w.Sub(w.z, w.times(2, w.x))
		return w.refute([]term.Term{w.Not(f), w.Not(g), w.Not(h)},
			w.says(1, f, s, true, 1), w.says(2, g, t, true, 0), w.says(3, h, u, true, -3),
			cert.Step{Kind: cert.Contradiction, From: []cert.Premise{of(s, 1, true, 1), of(t, 2, true, 1), of(u, 3, true, 1)}})
	}},
	{"combination, rounded", func(w *world) *cert.Certificate {
		s := w.Add(w.times(2, w.x), w.y)
		f, g, h := w.Le(s, w.Int(3)), w.Le(w.Int(0), w.y), w.Le(w.Int(2), w.x)
		return w.refute([]term.Term{w.Not(f), w.Not(g), w.Not(h)},
			w.says(1, f, s, true, 3), w.says(2, g, w.y, false, 0), w.says(3, h, w.x, false, 2),
			cert.Step{Kind: cert.Combination, Name: 4, A: w.x, Upper: true, Val: num.RatFromInt64(1), From: []cert.Premise{of(s, 1, true, 1), of(w.y, 2, false, 1)}},
			cert.Step{Kind: cert.Contradiction, From: []cert.Premise{of(w.x, 3, false, 1), of(w.x, 4, true, 1)}})
	}},
	{"mod", func(w *world) *cert.Certificate {
		r := w.Mod(w.x, w.Int(5))
		s := w.Add(r, w.y)
		f, g := w.Le(w.Int(5), s), w.Le(w.y, w.Int(0))
		return w.refute([]term.Term{w.Not(f), w.Not(g)},
			w.says(1, f, s, false, 5), w.says(2, g, w.y, true, 0),
			cert.Step{Kind: cert.ModBound, Name: 3, A: r, Upper: true, Val: num.RatFromInt64(4)},
			cert.Step{Kind: cert.Contradiction, From: []cert.Premise{of(s, 1, false, 1), of(w.y, 2, true, 1), of(r, 3, true, 1)}})
	}},
	{"leaves", func(w *world) *cert.Certificate {
		r := w.Store.Ite(w.p, w.Int(4), w.Store.Ite(w.Le(w.x, w.y), w.Int(-1), w.Int(3)))
		s := w.Add(r, w.y)
		f, g := w.Le(w.Int(5), s), w.Le(w.y, w.Int(0))
		return w.refute([]term.Term{w.Not(f), w.Not(g)},
			w.says(1, f, s, false, 5), w.says(2, g, w.y, true, 0),
			cert.Step{Kind: cert.LeafBound, Name: 3, A: r, Upper: true, Val: num.RatFromInt64(4)},
			cert.Step{Kind: cert.Contradiction, From: []cert.Premise{of(s, 1, false, 1), of(w.y, 2, true, 1), of(r, 3, true, 1)}})
	}},
	{"excluded", func(w *world) *cert.Certificate {
		hi, lo, eq := w.Le(w.x, w.Int(3)), w.Le(w.Int(3), w.x), w.Eq(w.x, w.Int(3))
		return w.refute([]term.Term{w.Not(hi), w.Not(lo), eq},
			w.says(1, hi, w.x, true, 3), w.says(2, lo, w.x, false, 3),
			cert.Step{Kind: cert.Excluded, Name: 3, A: w.x, Upper: true, Val: num.RatFromInt64(2), Lit: cert.Literal{T: eq, Neg: true}, From: []cert.Premise{of(w.x, 1, true, 1)}},
			cert.Step{Kind: cert.Contradiction, From: []cert.Premise{of(w.x, 2, false, 1), of(w.x, 3, true, 1)}})
	}},
	{"indivisible", func(w *world) *cert.Certificate {
		sum, diff, z1 := w.Add(w.x, w.y), w.Sub(w.x, w.y), w.plus(w.z, 1)
		return w.refute([]term.Term{w.Not(w.Eq(sum, w.z)), w.Not(w.Eq(diff, z1))},
			cert.Step{Kind: cert.Indivisible, From: []cert.Premise{between(sum, w.z, true, 1), between(diff, z1, true, 1)}})
	}},
	{"indivisible, bounds cross", func(w *world) *cert.Certificate {
		d := w.Sub(w.Mod(w.x, w.Int(4)), w.Mod(w.x, w.Int(6))) // a multiple of 2
		f, g := w.Le(w.Add(d, w.y), w.Int(1)), w.Le(w.Int(0), w.y)
		h := w.Le(w.Int(1), d)
		return w.refute([]term.Term{w.Not(f), w.Not(g), w.Not(h)},
			w.says(1, f, w.Add(d, w.y), true, 1), w.says(2, g, w.y, false, 0), w.says(3, h, d, false, 1),
			cert.Step{Kind: cert.Combination, Name: 4, A: d, Upper: true, Val: num.RatFromInt64(1), From: []cert.Premise{of(w.Add(d, w.y), 1, true, 1), of(w.y, 2, false, 1)}},
			cert.Step{Kind: cert.Indivisible, From: []cert.Premise{of(d, 3, false, 1), of(d, 4, true, 1)}})
	}},
	{"pigeonhole", func(w *world) *cert.Certificate {
		// x, y and z+1 differ and are in 0..1; that of x and y follows from sums only.
		u := w.plus(w.z, 1)
		lows := []term.Term{w.Le(w.Int(0), w.x), w.Le(w.Int(0), w.y), w.Le(w.Int(-1), w.z)}
		highs := []term.Term{w.Le(w.x, w.Int(1)), w.Le(w.y, w.Int(1)), w.Le(w.z, w.Int(0))}
		clause := []term.Term{w.Eq(w.times(2, w.x), w.times(2, w.y)), w.Eq(w.y, u), w.Eq(u, w.x)}
		for i := range lows {
			clause = append(clause, w.Not(lows[i]), w.Not(highs[i]))
		}
		return w.refute(clause,
			w.says(1, lows[0], w.x, false, 0), w.says(2, highs[0], w.x, true, 1),
			w.says(3, lows[1], w.y, false, 0), w.says(4, highs[1], w.y, true, 1),
			w.says(5, lows[2], w.z, false, -1), w.says(6, highs[2], w.z, true, 0),
			cert.Step{Kind: cert.Pigeonhole, From: []cert.Premise{
				of(w.x, 1, false, 1), of(w.x, 2, true, 1), of(w.y, 3, false, 1), of(w.y, 4, true, 1), of(u, 5, false, 1), of(u, 6, true, 1),
			}})
	}},
	{"product, signs", func(w *world) *cert.Certificate {
		t := w.Mul(w.x, w.y)
		f, g, h := w.Le(w.Int(1), w.x), w.Le(w.Int(1), w.y), w.Le(w.Int(1), t)
		return w.refute([]term.Term{w.Not(f), w.Not(g), h},
			w.says(1, f, w.x, false, 1), w.says(2, g, w.y, false, 1), w.says(3, w.Not(h), t, true, 0),
			cert.Step{Kind: cert.Product, Name: 4, From: []cert.Premise{of(w.x, 1, false, 1), of(w.y, 2, false, 1)}},
			cert.Step{Kind: cert.Contradiction, From: []cert.Premise{of(0, 4, true, 1), of(w.x, 1, false, 1), of(w.y, 2, false, 1), of(t, 3, true, 1)}})
	}},
	{"product, tangent", func(w *world) *cert.Certificate {
		t := w.Mul(w.x, w.y)
		f, g := w.Le(w.x, w.Int(3)), w.Le(w.y, w.Int(2))
		d := w.Sub(w.Add(w.times(2, w.x), w.times(3, w.y), w.Int(-6)), t)
		h := w.Le(d, w.Int(0))
		return w.refute([]term.Term{w.Not(f), w.Not(g), h},
			w.says(1, f, w.x, true, 3), w.says(2, g, w.y, true, 2), w.says(3, w.Not(h), d, false, 1),
			cert.Step{Kind: cert.Product, Name: 4, From: []cert.Premise{of(w.x, 1, true, 1), of(w.y, 2, true, 1)}},
			cert.Step{Kind: cert.Contradiction, From: []cert.Premise{of(0, 4, true, 1), of(d, 3, false, 1)}})
	}},
	{"product, value", func(w *world) *cert.Certificate {
		t, eq := w.Mul(w.x, w.y), w.Eq(w.x, w.Int(3))
		return w.refute([]term.Term{w.Not(eq), w.Eq(t, w.times(3, w.y))},
			cert.Step{Kind: cert.ByLiteral, A: w.x, B: w.Int(3), Lit: cert.Literal{T: eq}},
			cert.Step{Kind: cert.Product, Name: 1, A: w.y, From: []cert.Premise{between(w.x, w.Int(3), true, 1)}},
			cert.Step{Kind: cert.Equation, A: t, B: w.times(3, w.y), From: []cert.Premise{of(0, 1, true, 1)}})
	}},
	{"cases: a cut", func(w *world) *cert.Certificate {
		s, t := w.Sub(w.y, w.times(2, w.x)), w.Add(w.y, w.times(2, w.x))
		f, g, h := w.Le(s, w.Int(0)), w.Le(t, w.Int(2)), w.Le(w.y, w.Int(0))
		return w.refute([]term.Term{w.Not(f), w.Not(g), h},
			w.says(1, f, s, true, 0), w.says(2, g, t, true, 2), w.says(3, w.Not(h), w.y, false, 1),
			cert.Step{Kind: cert.Cases, Name: 4, Split: []cert.Premise{of(w.x, 0, false, 1)},
				From: []cert.Premise{of(0, 4, true, 2), of(s, 1, true, 1), of(w.y, 3, false, 1)},
				Else: []cert.Premise{of(0, 4, true, 2), of(t, 2, true, 1), of(w.y, 3, false, 1)}})
	}},
}

// axioms has certificates for instances of axioms.
var axioms = []entry{
	{"trichotomy", func(w *world) *cert.Certificate {
		return &cert.Certificate{Rule: cert.Trichotomy, Clause: w.lits(w.Eq(w.x, w.y), w.Lt(w.x, w.y), w.Lt(w.y, w.x))}
	}},
	{"div by a numeral", func(w *world) *cert.Certificate {
		q := w.Div(w.x, w.Int(5))
		return &cert.Certificate{Rule: cert.DivMod, Args: []term.Term{q}, Clause: w.lits(w.Le(w.Sub(w.x, w.times(5, q)), w.Int(4)))}
	}},
	{"div and mod", func(w *world) *cert.Certificate {
		q, r := w.Div(w.x, w.y), w.Mod(w.x, w.y)
		return &cert.Certificate{Rule: cert.DivMod, Args: []term.Term{q}, Clause: w.lits(w.Eq(w.y, w.Int(0)), w.Eq(w.x, w.Add(r, w.Mul(q, w.y))))}
	}},
	{"mod is small", func(w *world) *cert.Certificate {
		return &cert.Certificate{Rule: cert.DivMod, Args: []term.Term{w.Div(w.x, w.y)}, Clause: w.lits(w.Not(w.Le(w.y, w.Int(-1))), w.Lt(w.Mod(w.x, w.y), w.times(-1, w.y)))}
	}},
	{"div by what is known", func(w *world) *cert.Certificate {
		return &cert.Certificate{Rule: cert.DivMod, Args: []term.Term{w.Div(w.x, w.y)}, Clause: w.lits(w.Not(w.Eq(w.y, w.Int(-3))), w.Eq(w.Div(w.x, w.y), w.times(-1, w.Div(w.x, w.Int(3)))))}
	}},
	{"if-then-else", func(w *world) *cert.Certificate {
		t := w.Ite(w.p, w.x, w.y)
		return &cert.Certificate{Rule: cert.IteDef, Args: []term.Term{t}, Clause: w.lits(w.p, w.Eq(t, w.y))}
	}},
	{"read over write", func(w *world) *cert.Certificate {
		m := w.Store.Store(w.Store.Store(w.a, w.z, w.x), w.x, w.y)
		return &cert.Certificate{Rule: cert.ReadOver, Args: []term.Term{m, w.y}, Clause: w.lits(w.Eq(w.x, w.y), w.Eq(w.Select(m, w.y), w.Select(w.Arg(m, 0), w.y)))}
	}},
	{"the number of a word is the sum of its bits", func(w *world) *cert.Certificate {
		n := w.BvToInt(w.i)
		var parts []term.Term
		for k := range 3 {
			parts = append(parts, w.Ite(w.bit(k, w.i), w.Int(1<<k), w.Int(0)))
		}
		return &cert.Certificate{Rule: cert.WordNumber, Args: []term.Term{n}, Clause: w.lits(w.Eq(n, w.Add(parts...)))}
	}},
	{"a number of three bits", func(w *world) *cert.Certificate {
		n := w.BvToInt(w.i)
		return &cert.Certificate{Rule: cert.WordNumber, Args: []term.Term{n}, Clause: w.lits(w.Le(n, w.Int(7)))}
	}},
	{"is not negative", func(w *world) *cert.Certificate {
		n := w.BvToInt(w.i)
		return &cert.Certificate{Rule: cert.WordNumber, Args: []term.Term{n}, Clause: w.lits(w.Not(w.Le(n, w.Int(-1))))}
	}},
	{"a small number has no high bit", func(w *world) *cert.Certificate {
		n := w.BvToInt(w.i)
		return &cert.Certificate{Rule: cert.WordNumber, Args: []term.Term{n, w.Int(1)}, Clause: w.lits(w.Not(w.Le(n, w.Int(1))), w.Not(w.bit(1, w.i)))}
	}},
	{"without a high bit it is small", func(w *world) *cert.Certificate {
		n := w.BvToInt(w.i)
		return &cert.Certificate{Rule: cert.WordNumber, Args: []term.Term{n, w.Int(1)}, Clause: w.lits(w.Not(w.Le(n, w.Int(3))), w.bit(1, w.i), w.Le(n, w.Int(1)))}
	}},
	{"without the highest bit", func(w *world) *cert.Certificate {
		n := w.BvToInt(w.i)
		return &cert.Certificate{Rule: cert.WordNumber, Args: []term.Term{n, w.Int(2)}, Clause: w.lits(w.bit(2, w.i), w.Le(n, w.Int(3)))}
	}},
	{"the word of a number", func(w *world) *cert.Certificate {
		t := w.IntToBv(3, w.x)
		return &cert.Certificate{Rule: cert.WordNumber, Args: []term.Term{t}, Clause: w.lits(w.Eq(w.BvToInt(t), w.Mod(w.x, w.Int(8))))}
	}},
	{"reads agree", func(w *world) *cert.Certificate {
		r := w.Select(w.a, w.x)
		return &cert.Certificate{Rule: cert.ReadAgree, Args: []term.Term{w.a, w.x, r, w.y}, Clause: w.lits(w.Not(w.Eq(w.x, w.y)), w.Eq(w.Select(w.a, w.y), r))}
	}},
	{"instance: one clause, simplified", func(w *world) *cert.Certificate {
		v := w.bound
		body := w.And(w.Le(w.Mod(v, w.Int(2)), w.f(v)), w.Or(w.Not(w.Le(w.plus(v, -1), w.y)), w.Eq(w.Select(w.Store.Store(w.a, w.plus(v, 1), w.z), v), w.x)))
		q := w.Quantify(term.OpForall, term.Quant{Vars: []term.Term{v}, Body: body})
		return &cert.Certificate{Rule: cert.Instance, Args: []term.Term{q, w.plus(w.y, 1)},
			Clause: w.lits(w.Not(q), w.Eq(w.Select(w.a, w.plus(w.y, 1)), w.x))}
	}},
	{"instance of an existential quantifier", func(w *world) *cert.Certificate {
		v := w.bound
		q := w.Quantify(term.OpExists, term.Quant{Vars: []term.Term{v}, Body: w.And(w.Le(w.f(v), w.y), w.Not(w.Eq(v, w.x)))})
		return &cert.Certificate{Rule: cert.Instance, Args: []term.Term{q, w.z}, Clause: w.lits(q, w.Lt(w.y, w.f(w.z)), w.Eq(w.x, w.z))}
	}},
	{"instance with a quantifier", func(w *world) *cert.Certificate {
		v, u := w.bound, w.BoundVar("u", term.Int)
		inner := func(t term.Term) term.Term {
			return w.Quantify(term.OpExists, term.Quant{Vars: []term.Term{u}, Body: w.Le(w.Add(u, t), w.f(u))})
		}
		q := w.Quantify(term.OpForall, term.Quant{Vars: []term.Term{v}, Body: w.Or(w.Eq(v, w.x), inner(w.plus(v, 1)))})
		return &cert.Certificate{Rule: cert.Instance, Args: []term.Term{q, w.Int(3)}, Clause: w.lits(w.Not(q), w.Eq(w.x, w.Int(3)), inner(w.Int(4)))}
	}},
}

// TestCertificates checks that each certificate of the tables is accepted, but not
// without one of its literals, and that no mutant makes the checker accept a
// clause that is not valid. Each step must matter.
func TestCertificates(t *testing.T) {
	tried, rejected := 0, 0
	for i, e := range append(refutations, axioms...) {
		t.Run(e.name, func(t *testing.T) {
			w := newWorld()
			c := e.make(w)
			if v, err := cert.NewChecker(w.Store).Check(c); v != cert.Accepted {
				t.Fatalf("%v: %v", v, err)
			}
			bites := false
			for _, m := range append(mutants(w, c), spoiltClauses(c)...) {
				v, err := cert.NewChecker(w.Store).Check(m.c)
				tried++
				if v != cert.Accepted {
					rejected++
					bites = bites || !m.clause
					continue
				}
				if len(m.c.Clause) < len(c.Clause) {
					t.Errorf("%s: accepted, %v", m.name, err)
				}
				if cx := counterexample(w, m.c.Clause); cx {
					t.Errorf("%s: a clause that is not valid is accepted", m.name)
				}
			}
			if !bites && i < len(refutations) && e.name != "stored" {
				t.Error("no change of a step matters")
			}
		})
	}
	t.Logf("%d mutants, %d rejected", tried, rejected)
	if rejected*10 < tried*9 {
		t.Error("too few mutants are rejected")
	}
}

// TestManyCertificates: what one certificate takes to check, the next ones need not do without.
func TestManyCertificates(t *testing.T) {
	w := newWorld()
	tree := w.Int(0)
	for i := range 999 {
		tree = w.Ite(w.Eq(w.x, w.Int(int64(i))), w.Int(int64(i)), tree)
	}
	c := w.refute([]term.Term{w.Not(w.Le(w.Int(1000), tree))},
		w.says(1, w.Le(w.Int(1000), tree), tree, false, 1000),
		cert.Step{Kind: cert.LeafBound, Name: 2, A: tree, Upper: true, Val: num.RatFromInt64(998)},
		cert.Step{Kind: cert.Contradiction, From: []cert.Premise{of(tree, 1, false, 1), of(tree, 2, true, 1)}})
	k := cert.NewChecker(w.Store)
	for i := range 600 {
		if v, err := k.Check(c); v != cert.Accepted {
			t.Fatalf("certificate %d: %v: %v", i, v, err)
		}
	}
}

// TestWitness: an index is a witness for at most one pair of arrays.
func TestWitness(t *testing.T) {
	w := newWorld()
	i := w.FreshConst("diff", term.Int)
	differ := func(a, b term.Term) *cert.Certificate {
		return &cert.Certificate{Rule: cert.Extensionality, Args: []term.Term{a, b, i},
			Clause: w.lits(w.Eq(a, b), w.Not(w.Eq(w.Select(a, i), w.Select(b, i))))}
	}
	late := w.Store.Store(w.a, i, w.x)
	k := cert.NewChecker(w.Store)
	for _, x := range []struct {
		c    *cert.Certificate
		want cert.Verdict
	}{
		{differ(w.a, w.b), cert.Accepted}, {differ(w.b, w.a), cert.Accepted},
		{differ(w.a, w.Store.Store(w.b, w.x, w.y)), cert.Rejected}, // used, and too old
		{differ(w.a, late), cert.Rejected},
	} {
		if v, _ := k.Check(x.c); v != x.want {
			t.Errorf("%v, want %v", v, x.want)
		}
	}
}

// TestSkolem: a constant stands for at most one variable, and is younger than the quantifier.
func TestSkolem(t *testing.T) {
	w := newWorld()
	v, u := w.bound, w.BoundVar("u", term.Int)
	body := func(x, y term.Term) term.Term { return w.Le(w.Add(x, w.times(2, y)), w.f(x)) }
	all := w.Quantify(term.OpForall, term.Quant{Vars: []term.Term{v, u}, Body: body(v, u)})
	some := w.Quantify(term.OpExists, term.Quant{Vars: []term.Term{v, u}, Body: body(v, u)})
	var c [4]term.Term
	for i := range c {
		c[i] = w.FreshConst("sk", term.Int)
	}
	late := w.Quantify(term.OpForall, term.Quant{Vars: []term.Term{v, u}, Body: w.Eq(w.Add(v, u), c[0])})
	k := cert.NewChecker(w.Store)
	for i, x := range []struct {
		clause []cert.Literal
		args   []term.Term
		want   cert.Verdict
	}{
		{w.lits(all, w.Not(body(c[0], c[1]))), []term.Term{all, c[0], c[1]}, cert.Accepted},
		{w.lits(w.Not(some), body(c[2], c[3])), []term.Term{some, c[2], c[3]}, cert.Accepted},
		{w.lits(all, w.Not(body(c[0], c[1]))), []term.Term{all, c[0], c[1]}, cert.Accepted}, // again
		{w.lits(all, w.Not(body(c[1], c[0]))), []term.Term{all, c[1], c[0]}, cert.Rejected},
		{w.lits(w.Not(some), body(c[0], c[1])), []term.Term{some, c[0], c[1]}, cert.Rejected},
		{w.lits(w.Not(all), body(c[0], c[1])), []term.Term{all, c[0], c[1]}, cert.Rejected},
		{w.lits(all, body(c[0], c[1])), []term.Term{all, c[0], c[1]}, cert.Rejected},
		{w.lits(all, w.Not(body(c[0], w.x))), []term.Term{all, c[0], w.x}, cert.Rejected},
		{w.lits(all, w.Not(body(c[0], c[1]))), []term.Term{all, c[0]}, cert.Rejected},
		{w.lits(late, w.Not(w.Eq(w.Add(c[0], c[1]), c[0]))), []term.Term{late, c[0], c[1]}, cert.Rejected},
	} {
		if got, err := k.Check(&cert.Certificate{Rule: cert.Skolem, Args: x.args, Clause: x.clause}); got != x.want {
			t.Errorf("case %d: %v, want %v: %v", i, got, x.want, err)
		}
	}
}

// mutant is a mutated certificate; clause if the mutation is in its clause.
type mutant struct {
	name   string
	c      *cert.Certificate
	clause bool
}

// spoiltClauses returns mutants without a literal, or with one negated.
func spoiltClauses(c *cert.Certificate) (out []mutant) {
	for i := range c.Clause {
		d := c.Clone()
		d.Clause = append(d.Clause[:i], d.Clause[i+1:]...)
		out = append(out, mutant{"dropped literal", d, true})
		d = c.Clone()
		d.Clause[i].Neg = !d.Clause[i].Neg
		out = append(out, mutant{"negated literal", d, true})
	}
	return out
}

// mutants returns mutants with other steps and arguments.
func mutants(w *world, c *cert.Certificate) (out []mutant) {
	change := func(name string, f func(d *cert.Certificate)) {
		d := c.Clone()
		f(d)
		out = append(out, mutant{name, d, false})
	}
	two := num.RatFromInt64(2)
	for i := range c.Steps {
		s := &c.Steps[i]
		change("dropped step", func(d *cert.Certificate) { d.Steps = append(d.Steps[:i], d.Steps[i+1:]...) })
		change("another term", func(d *cert.Certificate) { d.Steps[i].A = w.z })
		if s.Kind <= cert.Equation && s.Kind != cert.Meet {
			change("another offset", func(d *cert.Certificate) { d.Steps[i].Off++ })
		}
		if s.Name != 0 && s.Kind < cert.Product {
			change("swapped bound", func(d *cert.Certificate) { d.Steps[i].Upper = !s.Upper })
		}
		if s.Name != 0 && s.Kind != cert.Product || s.Kind == cert.Meet {
			change("another value", func(d *cert.Certificate) { d.Steps[i].Val = s.Val.Sub(num.RatFromInt64(1)) })
			change("another value", func(d *cert.Certificate) { d.Steps[i].Val = s.Val.Add(num.RatFromInt64(1)) })
		}
		for k := range s.Path {
			change("another index", func(d *cert.Certificate) { d.Steps[i].Path[k].Store = w.Store.Store(w.a, w.y, w.z) })
			change("another way", func(d *cert.Certificate) { d.Steps[i].Path[k].Up = !s.Path[k].Up })
		}
		for _, list := range []func(s *cert.Step) *[]cert.Premise{
			func(s *cert.Step) *[]cert.Premise { return &s.From },
			func(s *cert.Step) *[]cert.Premise { return &s.Else },
			func(s *cert.Step) *[]cert.Premise { return &s.Split },
		} {
			for k := range *list(&c.Steps[i]) {
				change("missing premise", func(d *cert.Certificate) {
					ps := list(&d.Steps[i])
					*ps = append((*ps)[:k], (*ps)[k+1:]...)
				})
				if p := (*list(s))[k]; (p.Other == 0 || s.Kind == cert.Words) && s.Kind != cert.Meet && s.Kind != cert.Product && s.Kind != cert.Excluded {
					change("another coefficient", func(d *cert.Certificate) { (*list(&d.Steps[i]))[k].Coeff = p.Coeff.Div(two) })
				}
				if p := (*list(s))[k]; p.Other == 0 && p.Bound != 0 {
					change("swapped premise", func(d *cert.Certificate) { (*list(&d.Steps[i]))[k].Upper = !p.Upper })
				}
			}
		}
	}
	for i := range c.Args {
		change("another argument", func(d *cert.Certificate) { d.Args[i] = w.z })
	}
	return out
}

// counterexample searches for small values that make a clause false.
func counterexample(w *world, clause []cert.Literal) bool {
	r := rand.New(rand.NewSource(1))
	small := func() model.Value { return model.Int64(int64(r.Intn(7) - 3)) }
	f, _ := w.LookupSym("f")
	for range 4000 {
		m := model.New(w.Store, model.Options{})
		for _, x := range []term.Term{w.x, w.y, w.z} {
			m.SetConst(x, small())
		}
		for _, x := range []term.Term{w.i, w.j} {
			m.SetConst(x, model.Bits(w.Store, w.Sort(x), num.FromInt64(r.Int63n(8))))
		}
		m.SetConst(w.c, model.ConstArray(w.Store, w.Sort(w.c), small()))
		m.SetConst(w.p, model.Bool(r.Intn(2) == 0))
		for _, a := range []term.Term{w.a, w.b} {
			m.SetConst(a, model.ConstArray(w.Store, w.Sort(a), small()).Store(small(), small()))
		}
		m.SetDefault(f, small())
		m.SetFun(f, []model.Value{small()}, small())
		holds := false
		for _, l := range clause {
			v, err := m.EvalBool(l.T)
			holds = holds || err != nil || v != l.Neg
		}
		if !holds {
			return true
		}
	}
	return false
}
