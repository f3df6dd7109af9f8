package preprocess

import "github.com/muster-smt/muster/theory/term"

// manyReads bounds the reads that one run of the pass takes apart: there may be one for
// each if-then-else and each index.
const manyReads = 1 << 14

// reads replaces reads of if-then-else terms at values by if-then-else terms of reads.
// Stores at other values are skipped and reads of what was stored go, so where arrays are
// only read and written at values, as variables, none is left. An if-then-else of elements
// has equalities with its branches as atoms, from which more can be learned than from an
// equality of arrays. E-matching needs the reads as they are.
func (p *Pipeline) reads() int {
	var todo []term.Term
	return p.rewriteTerms(func(t term.Term) {
		for todo = append(todo[:0], t); len(todo) > 0 && len(p.facts) < manyReads; {
			t := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			if !p.readsIte(t) || p.sub.image(t) != 0 {
				continue
			}
			a, i := p.st.Arg(t, 0), p.st.Arg(t, 1)
			x, y := p.rw.Select(p.st.Arg(a, 1), i), p.rw.Select(p.st.Arg(a, 2), i)
			p.bindFact(t, p.rw.Ite(p.st.Arg(a, 0), x, y))
			todo = append(todo, x, y)
		}
	})
}

// readsIte reports whether t reads an if-then-else at a value.
func (p *Pipeline) readsIte(t term.Term) bool {
	return p.st.Op(t) == term.OpSelect && p.st.Op(p.st.Arg(t, 0)) == term.OpIte && p.st.IsValue(p.st.Arg(t, 1))
}
