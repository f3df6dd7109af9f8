package preprocess

import "github.com/muster-smt/muster/theory/term"

// flatten takes conjunctions apart, and drops duplicates and what is true.
func (p *Pipeline) flatten() int {
	changed := 0
	in := p.batch
	out := make([]assertion, 0, len(in))
	p.met.Seen.Clear()
	refuted := false
	for _, a := range in {
		p.met.Visit(p.st, func(t term.Term) bool {
			switch {
			case refuted:
			case p.pushParts(t): // shared conjunctions are taken apart once
				changed++
			case t == p.st.False():
				refuted = true
			case t != p.st.True():
				out = append(out, assertion{t: t})
			}
			return false
		}, a.t)
	}
	if refuted {
		p.refute()
		return 0
	}
	p.batch = out
	return changed
}

// pushParts pushes the conjuncts of t, the first one on top, if it is a
// conjunction.
func (p *Pipeline) pushParts(t term.Term) bool {
	st := p.st
	switch {
	case st.Op(t) == term.OpAnd:
		for i := st.NumArgs(t) - 1; i >= 0; i-- {
			p.met.Push(st.Arg(t, i))
		}
	case st.Op(t) == term.OpNot && st.Op(st.Arg(t, 0)) == term.OpOr:
		or := st.Arg(t, 0)
		for i := st.NumArgs(or) - 1; i >= 0; i-- {
			p.met.Push(st.Not(st.Arg(or, i)))
		}
	default:
		return false
	}
	return true
}

// values replaces, in all other assertions, the atom of an asserted literal by its truth,
// and a term asserted equal to a value by that value. The package comment says why
// the facts stay implied.
func (p *Pipeline) values() int {
	p.forgetFacts()
	for i := range p.batch {
		p.batch[i].fact = p.learn(p.batch[i].t)
	}
	changed := 0
	for i := range p.batch {
		if p.limit.Stopped() {
			break
		}
		if p.applyFacts(&p.batch[i]) {
			changed++
		}
	}
	return changed
}

// applyFacts simplifies an assertion by the facts; it reports whether that changed it.
func (p *Pipeline) applyFacts(a *assertion) bool {
	t := a.t
	if a.fact {
		a.t = p.simplifyFact(t)
	} else {
		a.t = p.sub.apply(t)
	}
	return a.t != t
}

func (p *Pipeline) forgetFacts() {
	for _, t := range p.facts {
		p.sub.unbind(t)
	}
	p.facts = p.facts[:0]
}

// learn binds the atom of an asserted literal, and the term that it gives a value; false
// if there is nothing new.
func (p *Pipeline) learn(t term.Term) bool {
	st := p.st
	atom := st.Atom(t)
	value := st.Bool(atom == t)
	switch st.Op(atom) {
	case term.OpTrue, term.OpFalse, term.OpOr, term.OpAnd:
		return false
	}
	if p.sub.image(atom) != 0 {
		return false
	}
	if u, v, ok := p.valueOf(t); ok {
		if p.sub.image(u) != 0 {
			return false
		}
		p.bindFact(u, v)
	}
	p.bindFact(atom, value)
	return true
}

func (p *Pipeline) bindFact(t, value term.Term) {
	p.sub.bind(t, value)
	p.facts = append(p.facts, t)
}

// valueOf splits t, an equality of a term u with a value v.
func (p *Pipeline) valueOf(t term.Term) (u, v term.Term, ok bool) {
	if p.st.Op(t) != term.OpEq {
		return 0, 0, false
	}
	u, v = p.st.Arg(t, 0), p.st.Arg(t, 1)
	if p.st.IsValue(u) {
		u, v = v, u
	}
	return u, v, p.st.IsValue(v) && !p.st.IsValue(u)
}

// simplifyFact simplifies a fact by other facts.
func (p *Pipeline) simplifyFact(t term.Term) term.Term {
	st := p.st
	if u, v, ok := p.valueOf(t); ok {
		return p.rw.Eq(p.sub.inside(u), v)
	}
	if st.Op(t) == term.OpNot {
		return st.Not(p.sub.inside(st.Arg(t, 0)))
	}
	return p.sub.inside(t)
}
