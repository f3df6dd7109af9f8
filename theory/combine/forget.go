package combine

import (
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/cert"
)

// LemmaPolicy says how long the SAT solver keeps the clauses of lemmas that are redundant,
// that is, not live.
type LemmaPolicy uint8

// The policies.
const (
	KeepLemmas LemmaPolicy = iota // as long as the engine lives
	// as learned clauses: until a reduction before which none had taken part in a conflict
	ForgetLemmas
	ForgetEagerly // likewise, with a reduction at every restart
)

// forgetting is the state of forget.go.
type forgetting struct {
	lemmas []sentLemma // by number
	free   []uint32    // numbers that are not in use
	back   []uint32    // required clauses that the SAT solver has dropped
	gone   []uint32    // redundant ones that it has dropped, and occ may still list

	recalled int64 // forgotten lemmas that were added again
}

// sentLemma is a lemma that the SAT solver may forget.
type sentLemma struct {
	clause uint32
	cert   *cert.Certificate // nil if no proof is written
}

// addLemma gives the SAT solver the clause id, a lemma. Its use is counted if it has a
// number and is kept.
func (e *Engine) addLemma(id, number uint32, d *cert.Certificate) {
	c := &e.rel.clauses[id]
	if e.opt.Lemmas == KeepLemmas {
		if number != 0 {
			e.sat.AddCounted(e.rel.lits(c), number, e.certs.origin(d))
			return
		}
		e.add(e.rel.lits(c), e.certs.origin(d))
		return
	}
	l := sentLemma{clause: id}
	if e.certs.traced && d != nil {
		l.cert = d.Clone()
	}
	number = uint32(len(e.forget.lemmas))
	if n := len(e.forget.free) - 1; n >= 0 {
		number, e.forget.free = e.forget.free[n], e.forget.free[:n]
		e.forget.lemmas[number] = l
	} else {
		e.forget.lemmas = append(e.forget.lemmas, l)
	}
	e.sat.AddLemma(e.rel.lits(c), number, e.certs.origin(d))
}

// MayForget implements sat.Forgetter: a lemma that is live is required.
func (e *Engine) MayForget(lemma uint32) bool {
	return !e.rel.clauses[e.forget.lemmas[lemma].clause].active
}

// Forgotten implements sat.Forgetter. The SAT solver also drops clauses that others imply,
// though these may be dropped later. So a lemma that is live is added again.
func (e *Engine) Forgotten(lemma uint32) {
	id := e.forget.lemmas[lemma].clause
	c := &e.rel.clauses[id]
	c.away = lemma + 1
	if c.active {
		e.forget.back = append(e.forget.back, id)
	} else {
		e.forget.gone = append(e.forget.gone, id)
	}
}

// recall notes that a forgotten lemma has become active.
func (e *Engine) recall(id uint32) {
	c := &e.rel.clauses[id]
	if c.unlisted {
		e.list(id)
		c.unlisted = false
	}
	e.forget.back = append(e.forget.back, id)
}

// addBack adds the forgotten lemmas that are active.
func (e *Engine) addBack() {
	for _, id := range e.forget.back {
		c := &e.rel.clauses[id]
		switch {
		case c.away == 0:
		case c.active:
			l := c.away - 1
			c.away = 0
			e.forget.recalled++
			e.rel.notices++
			var d *cert.Certificate
			if kept := e.forget.lemmas[l].cert; kept != nil {
				d = kept.Clone()
			}
			e.sat.AddLemma(e.rel.lits(c), l, e.certs.origin(d))
		default:
			e.forget.gone = append(e.forget.gone, id)
		}
	}
	e.forget.back = e.forget.back[:0]
}

// unlist takes forgotten lemmas out of the lists of occurrences, until they are active.
func (e *Engine) unlist() {
	r := &e.rel
	found := e.asked[:0]
	for _, id := range e.forget.gone {
		if c := &r.clauses[id]; c.away != 0 && !c.active && !c.unlisted {
			c.unlisted = true
			found = append(found, r.lits(c)...)
		}
	}
	e.forget.gone = e.forget.gone[:0]
	slices.Sort(found)
	for _, l := range slices.Compact(found) {
		listed := slices.DeleteFunc(r.occ.Of(uint32(l)), func(id uint32) bool { return r.clauses[id].unlisted })
		r.occ.Cut(uint32(l), len(listed))
	}
	e.asked = found
}

// forgetAfter requests a reduction after backtracking.
func (e *Engine) forgetAfter(level int) {
	if e.opt.Lemmas == ForgetEagerly && (level <= 1 || e.opt.Stress) {
		e.sat.ForgetLemmas()
	}
}

// discarded lists the forgotten lemmas that nothing makes live but the plugins, which send
// them again then.
func (e *Engine) discarded() []bool {
	r := &e.rel
	out := make([]bool, len(r.clauses))
	for i := range r.clauses {
		out[i] = r.clauses[i].away != 0 && !r.clauses[i].active
	}
	for n := range uint32(r.uses.Len()) {
		for _, u := range r.uses.Of(n) {
			out[u.id] = false
		}
	}
	for l := range uint32(r.defs.Len()) {
		for _, id := range r.defs.Of(l) {
			out[id] = false
		}
	}
	return out
}

// renumberLemmas follows the clauses to their new numbers, plus one; 0 stands for a clause that
// was dropped.
func (e *Engine) renumberLemmas(moved []uint32) {
	f := &e.forget
	free := make([]bool, len(f.lemmas))
	for _, n := range f.free {
		free[n] = true
	}
	for n := range f.lemmas {
		l := &f.lemmas[n]
		if free[n] {
			continue
		}
		if m := moved[l.clause]; m != 0 {
			l.clause = m - 1
			continue
		}
		*l = sentLemma{}
		f.free = append(f.free, uint32(n))
	}
	f.back, f.gone = renumbered(f.back, moved), renumbered(f.gone, moved)
}

var _ sat.Forgetter = (*Engine)(nil)
