package interpolate

import "github.com/muster-smt/muster/theory/term"

// vocabulary is a set of constants and functions.
type vocabulary struct {
	st *term.Store
	in []bool // by symbol
	// local, if not nil, says what is not in the set in place of in.
	local func(term.Sym) bool
	// hidden says that more occurs in both sides than is in the set.
	hidden bool
}

func (p *Interpolator) words(formulas []term.Term) *vocabulary {
	v := &vocabulary{st: p.st, in: make([]bool, p.st.NumSyms())}
	p.st.Visit(func(t term.Term) bool {
		if p.st.Op(t) == term.OpApp {
			v.in[p.st.Sym(t)] = true
		}
		return true
	}, formulas...)
	return v
}

// common returns what occurs in both a and b, and satisfies shared unless that is nil.
func (p *Interpolator) common(a, b []term.Term, shared func(term.Sym) bool) *vocabulary {
	v, w := p.words(a), p.words(b)
	for f := range v.in {
		v.in[f] = v.in[f] && w.in[f]
		if v.in[f] && shared != nil && !shared(term.Sym(f)) {
			v.in[f], v.hidden = false, true
		}
	}
	return v
}

// has reports whether f is in the set.
func (v *vocabulary) has(f term.Sym) bool {
	if v.local != nil {
		return !v.local(f)
	}
	return int(f) < len(v.in) && v.in[f]
}

// stranger returns a constant or function of t that is not in the set.
func (v *vocabulary) stranger(t term.Term) (found term.Sym, ok bool) {
	v.st.Visit(func(u term.Term) bool {
		if v.st.Op(u) == term.OpApp && !v.has(v.st.Sym(u)) && !ok {
			found, ok = v.st.Sym(u), true
		}
		return !ok
	}, t)
	return found, ok
}
