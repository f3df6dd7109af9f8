package sat

import "github.com/muster-smt/muster/sat/invariant"

// hinter derives clauses by unit propagation along given clauses. It leaves out those that
// are not needed at their place.
type hinter struct {
	vals   []Value // by literal
	set    []Lit   // that have a value
	ids    []ClauseID
	target []Lit
	skip   bool // the target is always true
	done   bool // a conflict was found
	failed bool // none was found for a target
}

// begin begins the derivation of a clause, with its literals false. It returns false if it
// is always true.
func (h *hinter) begin(c []Lit) bool {
	for _, l := range h.set {
		h.vals[l], h.vals[l^1] = Undef, Undef
	}
	h.set, h.ids, h.target, h.skip, h.done = h.set[:0], h.ids[:0], h.target[:0], false, false
	for _, l := range c {
		switch {
		case l == always || h.value(l) == True:
			h.skip = true
			return false
		case l != never && h.value(l) == Undef:
			h.assign(l ^ 1)
			h.target = append(h.target, l)
		}
	}
	return true
}

func (h *hinter) value(l Lit) Value {
	for len(h.vals) <= int(l|1) {
		h.vals = append(h.vals, Undef)
	}
	return h.vals[l]
}

// assign makes a literal true that has no value.
func (h *hinter) assign(l Lit) {
	h.vals[l], h.vals[l^1] = True, False
	h.set = append(h.set, l)
}

// use propagates a clause.
func (h *hinter) use(id ClauseID, c []Lit) {
	if id == 0 || h.done || h.skip {
		return
	}
	unit := NoLit
	for _, l := range c {
		switch h.value(l) {
		case True:
			return
		case Undef:
			if unit != NoLit && unit != l {
				return
			}
			unit = l
		}
	}
	h.ids = append(h.ids, id)
	if unit == NoLit {
		h.done = true
	} else {
		h.assign(unit)
	}
}

// finish derives the clause. It returns 0 if it is always true.
func (h *hinter) finish(s *Solver) ClauseID {
	if h.skip {
		return 0
	}
	if !h.done {
		invariant.Check(false, "hinter: no conflict")
		h.failed = true
		return 0
	}
	return s.derive(h.target, h.ids)
}
