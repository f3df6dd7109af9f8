package quant

import (
	"math/bits"
	"slices"

	"github.com/muster-smt/muster/theory/term"
)

// Limits of inferred patterns.
const (
	maxSingle = 4  // patterns of one term
	maxVars   = 64 // bound variables of a quantifier
)

// candidate is a subterm of the body that could be (a part of) a pattern.
type candidate struct {
	t    term.Term
	vars uint64
	size int
}

// inference collects candidates from a quantifier's body.
type inference struct {
	st    *term.Store
	index map[term.Term]int // bound variable to its number
	info  map[term.Term]patternInfo
	list  []candidate
	avoid []term.Term
}

// patternInfo describes a subterm.
type patternInfo struct {
	vars uint64
	size int
	ok   bool // it can be in a pattern
}

// Infer returns patterns for a quantifier without patterns of its own: single terms
// that contain all variables, and no subterm that does, if there are any, else one
// set of terms that together contain all variables; nil if there is none.
// Terms to avoid are none.
func Infer(st *term.Store, vars []term.Term, body term.Term, avoid ...term.Term) [][]term.Term {
	if len(vars) == 0 || len(vars) > maxVars {
		return nil
	}
	f := &inference{st: st, index: map[term.Term]int{}, info: map[term.Term]patternInfo{}, avoid: avoid}
	for i, v := range vars {
		f.index[v] = i
	}
	f.collect(body)
	all := uint64(1)<<(len(vars)-1)<<1 - 1
	if single := f.single(all); len(single) > 0 {
		return single
	}
	if set := f.cover(all); set != nil {
		return [][]term.Term{set}
	}
	return nil
}

// collect visits the body bottom up. Subterms come before what contains them.
func (f *inference) collect(body term.Term) {
	args := func(t term.Term) []term.Term {
		switch {
		case f.st.Ground(t):
			return nil
		case f.st.IsQuantifier(t):
			return f.st.Args(t)[:1] // the body: what contains variables bound outside may be a pattern
		}
		return f.st.Args(t)
	}
	known := func(t term.Term) (i patternInfo, ok bool) { i, ok = f.info[t]; return }
	node := func(t term.Term, args []patternInfo) patternInfo {
		i := f.visit(t, args)
		f.info[t] = i
		return i
	}
	new(term.Fold[patternInfo]).Of(body, args, known, node, nil)
}

// visit returns the info of t, given those of its arguments.
func (f *inference) visit(t term.Term, args []patternInfo) patternInfo {
	switch op := f.st.Op(t); {
	case f.st.Ground(t):
		return patternInfo{size: 1, ok: !f.st.IsQuantifier(t)}
	case op == term.OpBound:
		if i, ours := f.index[t]; ours {
			return patternInfo{vars: 1 << i, size: 1, ok: true}
		}
		return patternInfo{}
	case f.st.IsQuantifier(t):
		return patternInfo{}
	}
	all := patternInfo{size: 1, ok: true}
	for _, i := range args {
		all.vars |= i.vars
		all.size += i.size
		all.ok = all.ok && i.ok
	}
	switch f.st.Op(t) {
	case term.OpApp, term.OpSelect:
		if all.ok && all.vars != 0 && !slices.Contains(f.avoid, t) {
			f.list = append(f.list, candidate{t, all.vars, all.size})
		}
	case term.OpAdd:
		_, _, shifted := shift(f.st, t)
		all.ok = all.ok && shifted
	case term.OpStore, term.OpConstArray:
	default:
		all.ok = false
	}
	return all
}

// shift takes a sum of one term and a numeral apart.
func shift(st *term.Store, t term.Term) (rest term.Term, c int64, ok bool) {
	if st.Op(t) != term.OpAdd || st.NumArgs(t) != 2 {
		return 0, 0, false
	}
	a, b := st.Arg(t, 0), st.Arg(t, 1)
	if st.IsNum(a) {
		a, b = b, a
	}
	if !st.IsNum(b) || st.IsNum(a) {
		return 0, 0, false
	}
	c, fits := st.Num(b).Int64()
	if !fits || c > maxShift || c < -maxShift {
		return 0, 0, false
	}
	return a, c, true
}

// single returns the candidates with all variables none of whose subterms has.
func (f *inference) single(all uint64) [][]term.Term {
	var out [][]term.Term
	for i, c := range f.list {
		if c.vars == all && !f.containsFull(c.t, i, all) && len(out) < maxSingle {
			out = append(out, []term.Term{c.t})
		}
	}
	return out
}

// containsFull reports whether one of the first n candidates with all
// variables is below t.
func (f *inference) containsFull(t term.Term, n int, all uint64) bool {
	full := map[term.Term]bool{}
	for _, c := range f.list[:n] {
		if c.vars == all {
			full[c.t] = true
		}
	}
	return len(full) > 0 && f.st.Any(func(u term.Term) bool { return full[u] }, f.st.Args(t)...)
}

// cover returns a small set of candidates that together have all variables:
// greedily the one with most new variables, the smaller one on a tie.
func (f *inference) cover(all uint64) []term.Term {
	var set []term.Term
	for have := uint64(0); have != all; {
		best, gain, size := term.Term(0), 0, 0
		var vars uint64
		for _, c := range f.list {
			if g := bits.OnesCount64(c.vars &^ have); g > gain || g == gain && g > 0 && c.size < size {
				best, gain, size, vars = c.t, g, c.size, c.vars
			}
		}
		if best == 0 {
			return nil
		}
		set = append(set, best)
		have |= vars
	}
	return set
}
