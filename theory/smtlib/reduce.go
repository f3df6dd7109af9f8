package smtlib

import "github.com/muster-smt/muster/theory/term"

// maxReductions bounds the passes of reduce: each reads what the one before it uncovered.
const maxReductions = 8

// reduce reads the lambdas that a definition's parameters have brought below a select.
func (r *Reader) reduce(t term.Term) (term.Term, error) {
	for range maxReductions {
		next, err := r.reduceOnce(t)
		if err != nil || next == t {
			return next, err
		}
		t = next
	}
	return t, nil
}

func (r *Reader) reduceOnce(t term.Term) (term.Term, error) {
	st := r.st
	memo := map[term.Term]term.Term{}
	done := func(u term.Term) bool { return memo[u] != 0 }
	var args []term.Term
	for u := range term.BottomUp(t, st.Args, done) {
		if r.poll() {
			return 0, r.fatal
		}
		args = args[:0]
		for _, a := range st.Args(u) {
			args = append(args, memo[a])
		}
		image := u
		var err error
		switch {
		case st.Op(u) == term.OpSelect:
			image, err = r.element(args[0], args[1])
		case len(args) > 0:
			image = st.Rebuild(u, args)
		}
		if err != nil {
			return 0, err
		}
		memo[u] = image
	}
	return memo[t], nil
}
