package lazyann

import (
	"slices"

	"github.com/muster-smt/muster/theory/interpolate"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/inline"
)

// An annotation of more than enoughLiterals literals is made more general by at most maxImplicants implicants.
const (
	enoughLiterals = 2
	maxImplicants  = 2
)

// sampler makes interpolants more general by prime implicants of templates, conjunctions against conjunctions
// (section 4 of the paper).
type sampler struct {
	s        *search
	weakener *interpolate.Weakener // to the interface of a procedure; nil until needed
	owned    map[term.Sym]bool     // the constants of templates that are not of an interface
}

// generalize adds what literals, which the template refutes, imply of some of its implicants, if that is not the
// literals themselves. These are the interpolants of the implicants, of which the template must imply the
// disjunction. The implicants are those of models, and a core takes of each what it needs. If one has no interpolant,
// nothing is added.
func (x *sampler) generalize(p *pred, level int32, lits []term.Term) {
	s := x.s
	var cube []term.Term
	for n := 0; ; n++ {
		out := p.Ask(s.ctx, level, p.Hold(nil, cube))
		if out.Status == inline.StatusUnsat && x.gains(cube, lits) {
			p.Exclude(s.ctx, level)
			s.stats.sampled++
		}
		if !out.HasModel() || n == maxImplicants {
			return
		}
		_, implicant, _, err := s.path(p, level)
		if err != nil {
			return
		}
		part := x.interpolate(x.weaken(p, implicant), lits)
		if part == nil {
			return
		}
		for _, t := range part {
			if !slices.Contains(cube, t) {
				cube = append(cube, t)
			}
		}
	}
}

// gains reports whether a cube says something that literals do not say as they are, and in no more of them.
func (x *sampler) gains(cube, lits []term.Term) bool {
	return len(cube) <= len(lits) && slices.ContainsFunc(cube, func(t term.Term) bool { return !slices.Contains(lits, t) })
}

// weaken returns what an implicant says about the interface, in the terms of the system.
func (x *sampler) weaken(p *pred, implicant []term.Term) []term.Term {
	if x.weakener == nil {
		x.owned = map[term.Sym]bool{}
		for _, q := range x.s.sys.Procs {
			for _, c := range q.Owned {
				x.owned[x.s.sys.Store.Sym(c)] = true
			}
		}
		local := func(f term.Sym) bool { return x.owned[f] }
		x.weakener = interpolate.NewWeakener(x.s.rw, local, func() bool { return x.s.ctx.Err() != nil })
	}
	return x.weakener.Weaken(p.original(implicant))
}

// interpolate returns literals that some literals imply and that an implicant contradicts: the negation of its only
// literal that is needed, or those of the literals that are. There are none if the two do not contradict each other.
func (x *sampler) interpolate(implicant, lits []term.Term) []term.Term {
	core, err := x.s.models.core(slices.Concat(implicant, lits))
	if err != nil {
		return nil
	}
	var of, rest []term.Term
	for _, t := range core {
		if slices.Contains(lits, t) {
			rest = append(rest, t)
		} else {
			of = append(of, t)
		}
	}
	if len(of) == 1 {
		return []term.Term{x.s.rw.Not(of[0])}
	}
	return rest
}

// original returns terms of the instance in terms of the template.
func (p *pred) original(ts []term.Term) []term.Term {
	p.sub.Reset()
	p.Store().Visit(func(t term.Term) bool {
		if c, ok := p.origin[t]; ok {
			p.sub.Bind(t, p.Copy(c))
		}
		return true
	}, ts...)
	return p.replaced(ts)
}
