package stamp

import "github.com/muster-smt/muster/theory/term"

// Passable reports whether an argument may replace the callee's interface
// variable in an instance: a value, a constant, or a constant plus a value.
// A larger one gets a defining constant, so that instances stay as sparse as
// their template.
func Passable(st *term.Store, t term.Term) bool {
	if st.IsValue(t) || st.IsConst(t) {
		return true
	}
	if op := st.Op(t); op != term.OpAdd && op != term.OpBvAdd || st.NumArgs(t) != 2 {
		return false
	}
	a, b := st.Arg(t, 0), st.Arg(t, 1)
	return st.IsValue(a) && st.IsConst(b) || st.IsConst(a) && st.IsValue(b)
}
