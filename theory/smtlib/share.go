package smtlib

import (
	"strconv"

	"github.com/muster-smt/muster/theory/term"
)

// Subterms with free bound variables cannot have a definition. They are bound by a let
// in the body of their owner, the innermost quantifier that binds one of their
// variables. The quantifiers that bind variables of one term enclose each other
// wherever the term occurs, and a post-order visits the inner ones first; so the owner
// is the first of them.

// ownerLimit bounds the number of quantifiers inside a quantifier for which owners are
// computed, since each costs a traversal.
const ownerLimit = 1000

// irregular is the owner of terms that get no let: those with a variable that two
// quantifiers bind (rewriting can produce them), and those beyond the ownerLimit.
const irregular = ^uint32(0)

// findOwners computes the terms worth a let that each quantifier inside the closed
// quantifier root owns, and returns these quantifiers.
func (w *Writer) findOwners(root term.Term) []term.Term {
	st, s := w.st, &w.sub
	s.reset(st.Len())
	s.run(st, root, func(t term.Term) bool { return t != root && st.Ground(t) })
	var quants []term.Term
	for _, t := range s.order {
		if op := st.Op(t); op == term.OpForall || op == term.OpExists {
			quants = append(quants, t)
		}
	}
	w.bindOwners(quants)
	k := uint32(0)
	for _, t := range s.order {
		switch op := st.Op(t); op {
		case term.OpBound:
		case term.OpForall, term.OpExists:
			w.owner[t] = w.ownerOfQuantifier(t, k, len(quants))
			k++
		default:
			w.owner[t] = w.ownerOfArgs(t)
		}
		if o := w.owner[t]; s.refs[t] > 1 && t != root && o != irregular && !w.small(t) {
			q := quants[o]
			w.owned[q] = append(w.owned[q], t)
		}
	}
	return quants
}

// bindOwners sets the owners of bound variables. It drops the references from a
// quantifier to its patterns, since its lets are not in scope there.
func (w *Writer) bindOwners(quants []term.Term) {
	st, s := w.st, &w.sub
	w.owner = term.Extend(w.owner, st.Len())
	for _, t := range s.order {
		if st.Op(t) == term.OpBound {
			w.owner[t] = uint32(len(quants)) // none yet
		}
	}
	for k, q := range quants {
		quant := st.Quant(q)
		for _, x := range quant.Vars {
			if w.owner[x] == uint32(len(quants)) {
				w.owner[x] = uint32(k)
			} else {
				w.owner[x] = irregular
			}
		}
		for _, p := range quant.Patterns {
			for _, u := range p {
				s.refs[u]-- // of a ground term this means nothing
			}
		}
		for _, u := range quant.Avoid {
			s.refs[u]--
		}
	}
}

func (w *Writer) ownerOfArgs(t term.Term) uint32 {
	first := irregular
	for _, a := range w.st.Args(t) {
		if w.st.Ground(a) {
			continue
		}
		o := w.owner[a]
		if o == irregular {
			return irregular
		}
		first = min(first, o)
	}
	return first
}

// ownerOfQuantifier returns the owner of quantifier q, the k-th one. All terms inside
// have their owners already; one whose owner comes after q has no variable bound in q.
func (w *Writer) ownerOfQuantifier(q term.Term, k uint32, count int) uint32 {
	if count > ownerLimit || w.st.Ground(q) {
		return irregular
	}
	first, regular := irregular, true
	w.st.Visit(func(t term.Term) bool {
		if !regular || w.st.Ground(t) {
			return false
		}
		o := w.owner[t]
		regular = o != irregular
		if o > k {
			first = min(first, o)
		}
		return o <= k
	}, w.st.Args(q)...)
	if !regular {
		return irregular
	}
	return first
}

// sharedInPattern returns the terms in a pattern that are worth a let. Patterns with
// quantifiers, which no solver accepts, are left as they are.
func (w *Writer) sharedInPattern(root term.Term) []term.Term {
	st, s := w.st, &w.sub
	s.reset(st.Len())
	s.run(st, root, func(t term.Term) bool { return st.Ground(t) || w.lets[t] != "" })
	var found []term.Term
	for _, t := range s.order {
		if op := st.Op(t); op == term.OpForall || op == term.OpExists {
			return nil
		}
		if s.refs[t] > 1 && !w.small(t) {
			found = append(found, t)
		}
	}
	return found
}

// withLets writes root behind lets for the given terms, innermost first.
func (w *Writer) withLets(shared []term.Term, root term.Term) {
	if len(shared) == 0 {
		w.reference(root)
		return
	}
	acts := make([]action, 0, 3*len(shared)+3)
	closing := make([]byte, 0, len(shared))
	for _, t := range shared {
		w.numLets++
		w.lets[t] = w.names.claim("$l"+strconv.Itoa(w.numLets), taken)
		acts = append(acts, action{text: "(let ((" + w.lets[t] + " "}, action{kind: actExpand, t: t}, action{text: ")) "})
		closing = append(closing, ')')
	}
	acts = append(acts, action{kind: actTerm, t: root}, action{text: string(closing)},
		action{kind: actUnlet, lets: shared})
	w.pushAll(acts)
}
