package arrays

import (
	"slices"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory"
	"github.com/muster-smt/muster/theory/cert"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// Limits of rules in one check. Beyond them the model may be wrong.
const (
	maxVirtual  = 4096
	maxPasses   = 64   // rules with a shift along which a value is carried, in a row
	maxDepth    = 8    // and those from which an index results
	maxMaterial = 4096 // indices at which a rule's value is made explicit
)

// quantifier is a piecewise quantifier that is an atom.
type quantifier struct {
	*piecewise
	lit    sat.Lit
	active bool
}

// ruleAt identifies a rule.
type ruleAt struct{ quant, rule int32 }

// TakeAtom returns the ground terms in universal quantifier t if this plugin
// understands it; they must be relevant when t is.
func (s *Solver) TakeAtom(t term.Term) ([]term.Term, bool) {
	p, ok := s.pieces[t]
	if !ok {
		p, _ = recognise(s.st, s.host.Maker(), t)
		s.pieces[t] = p
	}
	if p == nil {
		return nil, false
	}
	return p.terms, true
}

// addQuantifier adds a quantifier that TakeAtom accepted.
func (s *Solver) addQuantifier(t term.Term, l sat.Lit) {
	s.quantOf[l.Var()] = int32(len(s.quants))
	s.quants = append(s.quants, quantifier{piecewise: s.pieces[t], lit: l})
}

func (s *Solver) activate(i int32) {
	if q := &s.quants[i]; !q.active {
		q.active = true
		s.active = append(s.active, i)
		s.push(record{kind: recActive})
	}
}

// Copies names the arrays of the quantifiers that hold where one has elements of another one, at the same indices.
func (s *Solver) Copies(yield func(to, from theory.Node)) {
	for _, i := range s.active {
		for _, u := range s.quants[i].rules {
			if u.other == 0 || len(u.shift.terms) > 0 || !u.shift.at.IsZero() {
				continue
			}
			to, ok := s.host.Lookup(u.array)
			from, known := s.host.Lookup(u.other)
			if ok && known {
				yield(to.Node, from.Node)
			}
		}
	}
}

func (s *Solver) rule(at ruleAt) *rule { return &s.quants[at.quant].rules[at.rule] }

// instantiate sends the clause of a rule for index i; true if it was not live.
// It skips an index that results from many rules: M[x] = M[x+1] would continue
// forever.
func (s *Solver) instantiate(at ruleAt, i term.Term) bool {
	key := instanceKey{at, i}
	if k, ok := s.instances[key]; ok {
		return s.liveAlso(k, s.readsOfRule(nil, &s.known[k], at, i))
	}
	if s.depth[i] > maxDepth {
		return false
	}
	k := int32(len(s.known))
	s.instances[key] = k
	s.known = append(s.known, s.instance(at, i))
	o := &s.known[k]
	if o.lits == nil {
		return false
	}
	o.check = s.stats.checks
	s.host.LemmaWhile(o.lits, sat.NoLit, o.id, s.axiom(o), s.readsOfRule(nil, o, at, i)...)
	return true
}

// readsOfRule appends the conditions that another read at i of the arrays of a rule is
// relevant.
func (s *Solver) readsOfRule(when []theory.While, o *known, at ruleAt, i term.Term) []theory.While {
	u := s.rule(at)
	for _, a := range [2]term.Term{u.array, u.other} {
		if a == 0 {
			continue
		}
		p, ok := s.host.Lookup(a)
		if !ok {
			continue
		}
		if r, ok := s.host.Lookup(s.st.Select(a, i)); ok && !slices.Contains(o.reads, r.Node) {
			o.reads = append(o.reads, r.Node)
			when = append(when, whileRead(r.Node, theory.NoNode))
		}
		when = s.newReadsOf(when, o, p.Node, i, theory.NoNode)
	}
	return when
}

type instanceKey struct {
	ruleAt
	index term.Term
}

// instance returns the clause of a rule for index i.
func (s *Solver) instance(at ruleAt, i term.Term) known {
	q := &s.quants[at.quant]
	s.subst.Reset()
	s.subst.Bind(q.x, i)
	o := known{rule: cert.Instance, id: instance, args: []term.Term{q.t, i}}
	o.formulas = append(o.formulas, cert.Literal{T: q.t, Neg: true})
	o.lits = append(o.lits, q.lit.Not())
	for _, t := range q.rules[at.rule].clause {
		t = s.subst.Apply(t)
		switch s.st.Op(t) {
		case term.OpFalse:
			continue
		case term.OpTrue:
			o.lits = nil
			return o
		}
		o.formulas = append(o.formulas, cert.Literal{T: t})
		o.lits = append(o.lits, s.host.Lit(t))
	}
	s.stats.instances++
	return o
}

// plainReads builds terms as its Maker does, but does not simplify reads: a select
// of a store has to stay one.
type plainReads struct {
	theory.Maker
	st *term.Store
}

// Rebuild implements term.Maker.
func (p plainReads) Rebuild(t term.Term, args []term.Term) term.Term {
	if p.st.Op(t) == term.OpSelect {
		return p.st.Select(args[0], args[1])
	}
	return p.Maker.Rebuild(t, args)
}

// link is a rule in one view: for x within span, class a holds at x what class b
// holds at x+shift, or val.
type link struct {
	at    ruleAt
	span  span
	a, b  int32 // b is -1 if it is about a value
	shift num.Int
	val   int32
	elem  theory.Point
}

// span is an interval of integers.
type span struct {
	lo, hi     num.Int
	noLo, noHi bool
	never      bool // empty
	from       int  // which of the rule's bounds lo comes from, -1 if none
}

func (p *span) has(n num.Int) bool {
	return !p.never && (p.noLo || p.lo.Cmp(n) <= 0) && (p.noHi || n.Cmp(p.hi) <= 0)
}

// size returns the number of integers in p, if there are at most limit.
func (p *span) size(limit int64) (int64, bool) {
	if p.never {
		return 0, true
	}
	if p.noLo || p.noHi {
		return 0, false
	}
	n, ok := p.hi.Sub(p.lo).Int64()
	return max(n+1, 0), ok && n < limit
}

// restrict intersects p with slope*x + at <= 0.
func (p *span) restrict(slope, at num.Int, bound int) {
	switch slope.Sign() {
	case 0:
		p.never = p.never || at.Sign() > 0
	case 1:
		if h := at.Neg().FloorDiv(slope); p.noHi || h.Less(p.hi) {
			p.hi, p.noHi = h, false
		}
	default:
		if l := at.Neg().CeilDiv(slope); p.noLo || p.lo.Less(l) {
			p.lo, p.noLo, p.from = l, false, bound
		}
	}
	p.never = p.never || !p.noLo && !p.noHi && p.hi.Less(p.lo)
}

// number returns the value of a linear function without x.
func (s *Solver) number(f *affine, val *valuation) (num.Int, bool) {
	sum := f.at
	for _, m := range f.terms {
		p, ok := s.host.Lookup(m.t)
		if !ok {
			return sum, false
		}
		n, ok := val.number(p)
		if !ok {
			return sum, false
		}
		sum = sum.Add(m.coeff.Mul(n))
	}
	return sum, true
}

// linkRules adds the active rules to the view.
func (s *Solver) linkRules(val *valuation) {
	v := &s.view
	for _, i := range s.active {
		for k := range s.quants[i].rules {
			r := &s.quants[i].rules[k]
			l := link{at: ruleAt{i, int32(k)}, b: -1, span: span{noLo: true, noHi: true, from: -1}}
			for w := range r.within {
				at, ok := s.number(&r.within[w], val)
				v.unfit = v.unfit || !ok
				l.span.restrict(r.within[w].slope, at, w)
			}
			var ok bool
			if l.a, ok = s.classOfTerm(r.array); !ok {
				v.unfit = true
				continue
			}
			if r.other == 0 {
				p, ok := s.host.Lookup(r.value)
				v.unfit = v.unfit || !ok
				if l.span.never || !ok {
					continue
				}
				l.elem, l.val = p, val.key(p)
				v.fills = append(v.fills, l)
				continue
			}
			l.b, ok = s.classOfTerm(r.other)
			shift, ok2 := s.number(&r.shift, val)
			if v.unfit = v.unfit || !ok || !ok2; !ok || !ok2 || l.span.never {
				continue
			}
			s.addLink(l, shift)
		}
	}
}

func (s *Solver) classOfTerm(t term.Term) (int32, bool) {
	p, ok := s.host.Lookup(t)
	if !ok {
		return 0, false
	}
	return s.view.class(s.host.Root(p.Node)), true
}

func (s *Solver) addLink(l link, shift num.Int) {
	v := &s.view
	l.shift = shift
	v.links = append(v.links, l)
	v.union(v.cluster, l.a, l.b)
	if k := int32(len(v.links)); shift.IsZero() {
		v.edges = append(v.edges, edge{base: l.a, to: l.b, link: k})
	} else {
		v.shifted = append(v.shifted, k-1)
	}
}

// virtual is a source that a rule derives from another one.
type virtual struct {
	at   ruleAt
	from source // what it was derived from: a source of the group
	up   bool   // against the rule, from other to array
}

// crossGroup derives virtual sources from the labels that spread has left, where
// rules with a shift lead on.
func (s *Solver) crossGroup(g group, pass int32) {
	v := &s.view
	key := v.sources[g.from].key
	n, ok := v.numberOf(key)
	if !ok {
		return
	}
	for _, k := range v.shifted {
		l := &v.links[k]
		if c := v.label[l.a]; c != 0 && l.span.has(n) {
			s.addVirtual(l, k, v.seeds[c-1], v.sources[g.from], l.b, n.Add(l.shift), false, pass)
		}
		x := n.Sub(l.shift)
		if c := v.label[l.b]; c != 0 && l.span.has(x) {
			s.addVirtual(l, k, v.seeds[c-1], v.sources[g.from], l.a, x, true, pass)
		}
	}
}

type virtualKey struct {
	link int32
	up   bool
	key  int32
}

func (s *Solver) addVirtual(l *link, k int32, seed, from source, class int32, n num.Int, up bool, pass int32) {
	v := &s.view
	key := v.intern(n)
	if id := (virtualKey{k, up, key}); !v.crossed[id] {
		v.crossed[id] = true
		if seed.indexed() {
			from = seed
		}
		v.virtuals = append(v.virtuals, virtual{at: l.at, from: from, up: up})
		v.added = append(v.added, source{key: key, class: class, val: seed.val, elem: seed.elem,
			virtual: int32(len(v.virtuals)), pass: pass})
	}
}

// indexed reports whether a source has an index of its own.
func (p *source) indexed() bool { return p.key >= 0 }

// bindingOf returns the term for x in the rule that derived a virtual source.
func (s *Solver) bindingOf(w *virtual) term.Term {
	i := s.indexOf(&w.from)
	if w.up {
		return s.deeper(i, s.rule(w.at).shift.times(num.FromInt64(-1)))
	}
	return i
}

// deeper returns the index i + off, whose depth is one more than that of i.
func (s *Solver) deeper(i term.Term, off affine) term.Term {
	t := s.host.Maker().Add(i, affineTerm(s.st, s.host.Maker(), off))
	if _, ok := s.depth[t]; !ok {
		s.depth[t] = s.depth[i] + 1
	}
	return t
}

// indexOf returns a term for the index of a source that has one.
func (s *Solver) indexOf(p *source) term.Term {
	switch {
	case p.virtual > 0:
		w := &s.view.virtuals[p.virtual-1]
		i := s.bindingOf(w)
		if w.up {
			return i
		}
		return s.deeper(i, s.rule(w.at).shift)
	case p.node == 0: // the start of the span of a rule
		l := &s.view.fills[p.fill-1]
		r := s.rule(l.at)
		if w := l.span.from; w >= 0 && r.within[w].slope.Neg().IsOne() {
			begin := r.within[w]
			begin.slope = num.Int{}
			return affineTerm(s.st, s.host.Maker(), begin)
		}
		return s.st.Numeral(l.span.lo)
	}
	return s.indexTerm(p.node)
}

// Ranks of sources.
const (
	readThere    = iota // a read has this index
	termThere           // a store has it
	beginOfSpan         // so has a rule
	madeByRule          // of another source
	middleOfSpan        // other models may have it elsewhere
)

// rank orders sources by how suitable their indices are for lemmas.
func (s *Solver) rank(p *source) int {
	switch {
	case p.node != 0 && s.kinds[p.node] == kindSelect:
		return readThere
	case p.node != 0:
		return termThere
	case p.virtual > 0:
		return madeByRule
	}
	l := &s.view.fills[p.fill-1]
	if n, _ := s.view.numberOf(p.key); n.Equal(l.span.lo) {
		return beginOfSpan
	}
	return middleOfSpan
}
