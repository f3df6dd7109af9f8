package learn

import (
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/vc"
)

// maxModuli bounds the moduli of a procedure, and maxModulus each.
const (
	maxModuli  = 6
	maxModulus = 1 << 16
)

// moduli returns, for a procedure that calls itself, the numbers that its template adds, multiplies with or divides by,
// and common divisors of two of these.
func moduli(st *term.Store, p *vc.Proc) (out []int64) {
	if !callsItself(p) {
		return nil
	}
	st.Visit(func(t term.Term) bool {
		if op := st.Op(t); op == term.OpAdd || op == term.OpMul || op == term.OpMod {
			for _, x := range st.Args(t) {
				if st.IsNum(x) {
					out = withModulus(out, st.Num(x))
				}
			}
		}
		return true
	}, p.Formulas()...)
	for i, k := range out {
		for _, l := range out[:i] {
			out = withModulus(out, num.FromInt64(k).GCD(num.FromInt64(l)))
		}
	}
	return out
}

// withModulus adds a modulus unless there are many.
func withModulus(list []int64, n num.Int) []int64 {
	k, fits := n.Abs().Int64()
	if !fits || k < 2 || k > maxModulus || len(list) == maxModuli || slices.Contains(list, k) {
		return list
	}
	return append(list, k)
}

// multiples adds that arguments are multiples of moduli.
func (m *candidates) multiples(p *vc.Proc) {
	for _, k := range moduli(m.st, p) {
		for _, v := range p.In {
			if m.st.Sort(v) == term.Int {
				m.add(m.st.Eq(m.st.Mod(v, m.st.Int(k)), m.st.Int(0)))
			}
		}
	}
}

// residues adds that results have the residues of arguments.
func (m *candidates) residues(p *vc.Proc) {
	for _, k := range moduli(m.st, p) {
		for _, w := range p.Out {
			for _, v := range p.In {
				if m.st.Sort(w) == term.Int && m.st.Sort(v) == term.Int && m.cls.root(v) == m.cls.root(w) {
					m.add(m.st.Eq(m.st.Mod(w, m.st.Int(k)), m.st.Mod(v, m.st.Int(k))))
				}
			}
		}
	}
}
