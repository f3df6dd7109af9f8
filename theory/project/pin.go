package project

import (
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
)

// pins collects arguments that have to become terms over what is kept, and what they become.
type pins struct {
	*run
	kept    *representatives
	from    []term.Term
	to      []term.Term
	touched map[term.Term]bool // constants in arguments that were pinned; never ranged over
	dropped bool               // an argument has neither a representative nor a value
}

// pin replaces arguments of functions, of reads of arrays that are kept and of other operators
// that have no elimination of their own by what has the same value in the model: a term that is
// kept, or the value. An equation says so.
func (r *run) pin() bool {
	p := &pins{run: r, touched: map[term.Term]bool{}}
	var drop map[int]bool
	for i, t := range r.lits {
		if !r.isDirty(t) {
			continue
		}
		p.dropped = false
		r.mapping(func(u term.Term) term.Term {
			if !p.dropped {
				p.shield(u)
			}
			return u
		}).apply(t)
		if p.dropped {
			if drop == nil {
				drop = map[int]bool{}
			}
			drop[i] = true
		}
	}
	if drop != nil {
		r.inexact = true
		r.exchange(drop, nil)
		return true
	}
	if len(p.from) == 0 {
		return false
	}
	r.sub.Reset()
	equations := make([]term.Term, len(p.from))
	for i, t := range p.from {
		r.sub.Bind(t, p.to[i])
		equations[i] = r.rw.Eq(t, p.to[i])
	}
	r.substituted()
	r.add(equations...)
	return true
}

// shield pins the arguments of t that must be.
func (p *pins) shield(t term.Term) {
	st := p.st
	switch op := st.Op(t); op {
	case term.OpApp:
		for i, a := range st.Args(t) {
			p.argument(a, place{st.Sym(t), i})
		}
	case term.OpSelect:
		if a := st.Arg(t, 0); !p.isDirty(a) {
			p.argument(st.Arg(t, 1), place{read, 1})
		}
	case term.OpEq:
		if p.isArrayEq(t) {
			p.arrays(t)
		}
	case term.OpMul:
		p.factors(t)
	case term.OpDiv, term.OpMod, term.OpQuo:
		p.divisor(t)
	case term.OpBvToInt, term.OpIntToBv:
		p.byValue(st.Arg(t, 0))
	}
}

// arrays pins the indices of writes, and the elements of constant arrays, in an equality.
func (p *pins) arrays(t term.Term) {
	for _, a := range p.st.Args(t) {
		base, writes := p.chain(a)
		if p.st.Op(base) == term.OpConstArray {
			p.argument(p.st.Arg(base, 0), place{})
		}
		for _, w := range writes {
			p.argument(w.index, place{read, 1})
		}
	}
}

// factors pins one factor of a product.
func (p *pins) factors(t term.Term) {
	a, b := p.st.Arg(t, 0), p.st.Arg(t, 1)
	switch {
	case p.st.IsValue(a) || p.st.IsValue(b):
	case p.isDirty(a):
		p.byValue(a)
	default:
		p.byValue(b)
	}
}

// divisor pins the divisor, or the dividend if the divisor is kept and no numeral other than 0.
func (p *pins) divisor(t term.Term) {
	a, b := p.st.Arg(t, 0), p.st.Arg(t, 1)
	v, isNumeral := p.st.NumeralValue(b)
	switch {
	case p.isDirty(b):
		p.byValue(b)
	case !isNumeral || v.IsZero():
		p.argument(a, place{})
	}
}

// argument pins t, if something to eliminate occurs in it, to a representative if there is one.
func (p *pins) argument(t term.Term, at place) {
	v, ok := p.toPin(t)
	if !ok {
		return
	}
	if p.kept == nil {
		p.kept = p.representatives()
	}
	if u := p.kept.find(at, v); u != 0 {
		p.bind(t, u)
		return
	}
	p.become(t, v)
}

// byValue pins t to its value.
func (p *pins) byValue(t term.Term) {
	if v, ok := p.toPin(t); ok {
		p.become(t, v)
	}
}

// toPin returns the value of t, if it is to be pinned now.
func (p *pins) toPin(t term.Term) (model.Value, bool) {
	if !p.isDirty(t) || p.isTouched(t) {
		return model.Value{}, false
	}
	return p.value(t), true
}

func (p *pins) become(t term.Term, v model.Value) {
	u, err := v.Term(p.st)
	if err != nil {
		p.dropped = true
		return
	}
	p.run.byValue++
	p.bind(t, u)
}

// isTouched reports whether a constant in t occurs in what was pinned in this round: then t waits
// for the next one, in which less may be left of it.
func (p *pins) isTouched(t term.Term) bool {
	found := false
	p.vars(t, func(x term.Term) { found = found || p.touched[x] })
	return found
}

func (p *pins) bind(t, u term.Term) {
	p.vars(t, func(x term.Term) { p.touched[x] = true })
	p.from, p.to = append(p.from, t), append(p.to, u)
}

// place is where a term stands: which argument of which function. The zero place is any.
type place struct {
	f term.Sym
	i int
}

// read is the function of places in arrays.
const read = ^term.Sym(0)

type placedValue struct {
	at   place
	hash uint64
}

// representatives finds terms over what is kept by place and value.
type representatives struct {
	r   *run
	all map[placedValue][]term.Term // never ranged over
}

// representatives returns those among the subterms of the literals.
func (r *run) representatives() *representatives {
	k := &representatives{r: r, all: map[placedValue][]term.Term{}}
	enter := func(t term.Term, at place) {
		if r.isDirty(t) || r.st.Sort(t) == term.Bool {
			return
		}
		key := placedValue{at, r.value(t).Hash()}
		k.all[key] = append(k.all[key], t)
	}
	for _, lit := range r.lits {
		r.st.Visit(func(t term.Term) bool {
			enter(t, place{})
			for i, a := range r.st.Args(t) {
				switch op := r.st.Op(t); {
				case op == term.OpApp:
					enter(a, place{r.st.Sym(t), i})
				case (op == term.OpSelect || op == term.OpStore) && i == 1:
					enter(a, place{read, 1})
				}
			}
			return true
		}, lit)
	}
	for _, t := range r.elms { // also those of literals that are gone
		enter(t, place{})
	}
	return k
}

// find returns a term with this value, one at the place if possible, and a numeral, perhaps some
// coefficient, only if there is nothing else; 0 if there is none.
func (k *representatives) find(at place, v model.Value) term.Term {
	for _, p := range []place{at, {}} {
		var found term.Term
		for _, t := range k.all[placedValue{p, v.Hash()}] {
			if !k.r.value(t).Equal(v) {
				continue
			}
			if !k.r.st.IsValue(t) {
				return t
			}
			found = t
		}
		if found != 0 {
			return found
		}
	}
	return 0
}
