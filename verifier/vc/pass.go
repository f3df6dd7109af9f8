package vc

import "github.com/muster-smt/muster/theory/term"

// Passable says of an argument whether an instance may use it in place of the
// callee's interface variable: a value, a constant, or a constant plus a
// numeral. Anything greater gets a defining constant, so that instances stay
// as sparse as their template.
func Passable(st *term.Store, t term.Term) bool {
	if st.IsValue(t) || st.IsConst(t) {
		return true
	}
	if st.Op(t) != term.OpAdd || st.NumArgs(t) != 2 {
		return false
	}
	a, b := st.Arg(t, 0), st.Arg(t, 1)
	return st.IsNum(a) && st.IsConst(b) || st.IsConst(a) && st.IsNum(b)
}
