package cnf

import (
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/term"
)

// Sink receives literals and clauses. Slices are valid during the call only.
type Sink interface {
	// NewVar returns a variable that stands for t.
	NewVar(t term.Term) sat.Var
	// Atom returns the literal of a term of sort Bool that is not a gate.
	Atom(t term.Term) sat.Lit
	// Define says that g implies the clause, which is part of assertion n, or of a
	// definition that n was the first to need.
	Define(g sat.Lit, clause []sat.Lit, n int32)
	// Root says that the clause holds, as part of assertion n.
	Root(clause []sat.Lit, n int32)
	// Simplified says that a definition has the equality from in its simplified form to.
	Simplified(from, to term.Term)
	// Skolem says that the definition of quantifier q uses body, the simplified body of q
	// with these constants for its variables.
	Skolem(q term.Term, constants []term.Term, body term.Term)
	// Tagged says that the new function f numbers the arguments of t, a distinct, if t
	// holds.
	Tagged(t term.Term, f term.Sym)
	// Stopped reports whether to interrupt the making of clauses, see Clausifier.Finish.
	Stopped() bool
}

// maxPairs is the largest number of arguments for which a distinct becomes disequalities
// of all pairs, which propagate more than tags do.
const maxPairs = 32

// polarity of an occurrence, a bit set.
type polarity uint8

const (
	positive polarity = 1
	negative polarity = 2
)

// Clausifier makes clauses and knows the literals of terms. It uses no recursion.
type Clausifier struct {
	st        *term.Store
	sink      Sink
	known     term.Paged[known] // by term
	hold      []held            // to be handed over, before definitions
	work      []gate
	assertion int32 // whose clauses are being made
	buf       []sat.Lit
	tru       sat.Lit
	subst     *term.Subst
	extra     *Symbols
}

// known is what there is for a term.
type known struct {
	lit  sat.Lit
	done polarity // definitions handed over
}

// gate is a formula that needs a definition.
type gate struct {
	t         term.Term
	pol       polarity
	assertion int32 // that first needs it
}

// held is a formula that holds if g does, or always if g is NoLit.
type held struct {
	g         sat.Lit
	t         term.Term
	assertion int32
}

// New returns a clausifier for terms of st. It instantiates quantifiers with mk, and takes
// new symbols from extra.
func New(st *term.Store, mk term.Maker, sink Sink, extra *Symbols) *Clausifier {
	return &Clausifier{st: st, sink: sink, subst: term.NewSubst(st, mk), extra: extra}
}

// True returns the literal that is always true.
func (c *Clausifier) True() sat.Lit {
	if c.tru == 0 {
		c.tru = c.sink.NewVar(c.st.True()).Pos()
		c.sink.Root([]sat.Lit{c.tru}, 0)
	}
	return c.tru
}

// Known returns the literal of t if it has one already, or NoLit.
func (c *Clausifier) Known(t term.Term) sat.Lit {
	if c.st.Op(t) == term.OpNot {
		if l := c.Known(c.st.Arg(t, 0)); l != sat.NoLit {
			return l.Not()
		}
		return sat.NoLit
	}
	return c.known.At(uint32(t)).lit
}

// Constants calls yield for each Boolean constant that has a literal.
func (c *Clausifier) Constants(yield func(t term.Term, l sat.Lit)) {
	for t, k := range c.known.All {
		if k.lit != sat.NoLit && c.st.IsConst(term.Term(t)) {
			yield(term.Term(t), k.lit)
		}
	}
}

// Lit returns a literal that is equivalent to t. Its definition belongs to assertion n.
func (c *Clausifier) Lit(t term.Term, n int32) sat.Lit {
	c.assertion = n
	l := c.lit(t, positive|negative)
	c.Finish()
	return l
}

// Assert hands over the clauses of t, which is assertion n.
func (c *Clausifier) Assert(t term.Term, n int32) {
	c.hold = append(c.hold, held{sat.NoLit, t, n})
	c.Finish()
}

// AssertUnder hands over the clauses of assertion n: that the Boolean constant g implies
// t.
func (c *Clausifier) AssertUnder(g, t term.Term, n int32) {
	c.assertion = n
	c.hold = append(c.hold, held{c.lit(g, negative), t, n})
	c.Finish()
}

// Finish hands over what is left. It returns false if the sink stopped it; then clauses are
// missing until a later call, of Finish or another method, hands them over.
func (c *Clausifier) Finish() bool {
	for !c.Done() {
		if c.sink.Stopped() {
			return false
		}
		if n := len(c.hold) - 1; n >= 0 {
			h := c.hold[n]
			c.hold = c.hold[:n]
			c.assertion = h.assertion
			c.holds(h.g, h.t)
			continue
		}
		n := len(c.work) - 1
		g := c.work[n]
		c.work = c.work[:n]
		c.assertion = g.assertion
		if !c.defineGate(g) {
			c.work = append(c.work, g)
		}
	}
	return true
}

// Done reports whether no clauses remain.
func (c *Clausifier) Done() bool { return len(c.hold)+len(c.work) == 0 }

// holds hands over l => t, or t if l is NoLit; it splits conjunctions.
func (c *Clausifier) holds(l sat.Lit, t term.Term) {
	args := c.st.Args(t)
	switch op := c.st.Op(t); {
	case op == term.OpTrue:
	case op == term.OpAnd:
		for i := len(args) - 1; i >= 0; i-- {
			c.hold = append(c.hold, held{l, args[i], c.assertion})
		}
	case op == term.OpNot && l == sat.NoLit && c.st.Op(args[0]) == term.OpOr:
		args = c.st.Args(args[0])
		for i := len(args) - 1; i >= 0; i-- {
			c.hold = append(c.hold, held{l, c.st.Not(args[i]), c.assertion})
		}
	case op == term.OpOr && l == sat.NoLit:
		c.clause(args)
	case l == sat.NoLit:
		c.clause([]term.Term{t})
	case op == term.OpOr:
		c.buf = c.literals(args, -1, c.buf[:0])
		c.sink.Define(l, c.buf, c.assertion)
	case op == term.OpFalse:
		c.sink.Define(l, nil, c.assertion)
	default:
		c.buf = append(c.buf[:0], c.lit(t, positive))
		c.sink.Define(l, c.buf, c.assertion)
	}
}

// clause hands over a disjunction, as part of a constant's definition if one of
// its members is a negated constant.
func (c *Clausifier) clause(args []term.Term) {
	g := -1
	for i, a := range args {
		if c.st.Op(a) == term.OpNot {
			if c.st.IsConst(c.st.Arg(a, 0)) {
				g = i
				break
			}
		}
	}
	if g < 0 {
		c.buf = c.literals(args, -1, c.buf[:0])
		c.sink.Root(c.buf, c.assertion)
		return
	}
	l := c.lit(c.st.Arg(args[g], 0), negative)
	if len(args) == 2 {
		c.hold = append(c.hold, held{l, args[1-g], c.assertion})
		return
	}
	c.buf = c.literals(args, g, c.buf[:0])
	c.sink.Define(l, c.buf, c.assertion)
}

func (c *Clausifier) literals(args []term.Term, skip int, dst []sat.Lit) []sat.Lit {
	for i, a := range args {
		if i != skip && c.st.Op(a) != term.OpFalse {
			dst = append(dst, c.lit(a, positive))
		}
	}
	return dst
}

// lit returns t's literal, and queues its definition for pol if it is missing.
func (c *Clausifier) lit(t term.Term, pol polarity) sat.Lit {
	flip := false
	for c.st.Op(t) == term.OpNot {
		t = c.st.Arg(t, 0)
		flip = !flip
		pol = swap(pol)
	}
	k := c.known.Ref(uint32(t))
	if k.lit == sat.NoLit {
		k.lit = c.newLit(t)
	}
	l := k.lit
	if missing := pol &^ k.done; missing != 0 && c.isGate(t) {
		k.done |= missing
		c.work = append(c.work, gate{t, missing, c.assertion})
	}
	if flip {
		return l.Not()
	}
	return l
}

func swap(p polarity) polarity { return p>>1 | p<<1&3 }

func (c *Clausifier) newLit(t term.Term) sat.Lit {
	switch c.st.Op(t) {
	case term.OpTrue:
		return c.True()
	case term.OpFalse:
		return c.True().Not()
	case term.OpExists:
		return c.sink.NewVar(t).Pos()
	}
	if c.st.Op(t) != term.OpForall && c.isGate(t) {
		return c.sink.NewVar(t).Pos()
	}
	return c.sink.Atom(t)
}

// isGate reports whether t has a definition in clauses.
func (c *Clausifier) isGate(t term.Term) bool {
	switch c.st.Op(t) {
	case term.OpAnd, term.OpOr, term.OpIte, term.OpDistinct, term.OpForall, term.OpExists:
		return true
	case term.OpEq:
		return c.st.Sort(c.st.Arg(t, 0)) == term.Bool
	}
	return false
}

// defineGate hands over the definition of a gate. It returns false if the sink stopped it;
// then it must be repeated.
func (c *Clausifier) defineGate(g gate) bool {
	l := c.known.At(uint32(g.t)).lit
	return (g.pol&positive == 0 || c.definePositive(g.t, l)) && (g.pol&negative == 0 || c.defineNegative(g.t, l.Not()))
}

// definePositive hands over l => t.
func (c *Clausifier) definePositive(t term.Term, l sat.Lit) bool {
	args := c.st.Args(t)
	switch c.st.Op(t) {
	case term.OpAnd:
		for _, a := range args {
			c.define(l, c.lit(a, positive))
		}
	case term.OpOr:
		c.buf = c.literals(args, -1, c.buf[:0])
		c.sink.Define(l, c.buf, c.assertion)
	case term.OpEq:
		a, b := c.lit(args[0], 3), c.lit(args[1], 3)
		c.define(l, a.Not(), b)
		c.define(l, a, b.Not())
	case term.OpIte:
		i, a, b := c.lit(args[0], 3), c.lit(args[1], positive), c.lit(args[2], positive)
		c.define(l, i.Not(), a)
		c.define(l, i, b)
	case term.OpDistinct:
		if len(args) > maxPairs && c.taggable(args[0]) {
			for _, eq := range c.tags(t) {
				c.define(l, c.lit(eq, positive))
			}
			return true
		}
		eqs, ok := c.pairs(args)
		for _, eq := range eqs {
			c.define(l, c.lit(eq, negative).Not())
		}
		return ok
	case term.OpExists:
		c.define(l, c.lit(c.skolem(t), positive))
	case term.OpForall: // an atom of a plugin
	}
	return true
}

// defineNegative hands over l => not t.
func (c *Clausifier) defineNegative(t term.Term, l sat.Lit) bool {
	args := c.st.Args(t)
	switch c.st.Op(t) {
	case term.OpAnd:
		c.buf = c.buf[:0]
		for _, a := range args {
			c.buf = append(c.buf, c.lit(a, negative).Not())
		}
		c.sink.Define(l, c.buf, c.assertion)
	case term.OpOr:
		for _, a := range args {
			c.define(l, c.lit(a, negative).Not())
		}
	case term.OpEq:
		a, b := c.lit(args[0], 3), c.lit(args[1], 3)
		c.define(l, a, b)
		c.define(l, a.Not(), b.Not())
	case term.OpIte:
		i, a, b := c.lit(args[0], 3), c.lit(args[1], negative), c.lit(args[2], negative)
		c.define(l, i.Not(), a.Not())
		c.define(l, i, b.Not())
	case term.OpDistinct:
		eqs, ok := c.pairs(args)
		if !ok {
			return false
		}
		var lits []sat.Lit
		for _, eq := range eqs {
			lits = append(lits, c.lit(eq, positive))
		}
		c.sink.Define(l, lits, c.assertion)
	case term.OpForall:
		c.define(l, c.lit(c.skolem(t), negative).Not())
	case term.OpExists:
		q := c.st.Quant(t)
		q.Body = c.st.Not(q.Body)
		c.define(l, c.lit(c.st.Quantify(term.OpForall, q), positive))
	}
	return true
}

func (c *Clausifier) define(l sat.Lit, clause ...sat.Lit) {
	c.buf = append(c.buf[:0], clause...)
	c.sink.Define(l, c.buf, c.assertion)
}

// taggable reports whether final checks decide, for arguments of a's sort, which
// applications of a function are equal.
func (c *Clausifier) taggable(a term.Term) bool {
	sort := c.st.Sort(a)
	return sort != term.Real && !c.st.IsArray(sort)
}

// tags returns formulas that make the arguments of t, a distinct, different without
// mentioning pairs: a new function has a different value for each. Congruence does the
// rest, and only arguments with equal candidate values are split on.
func (c *Clausifier) tags(t term.Term) []term.Term {
	args := c.st.Args(t)
	f := c.extra.Tag(c.st, t)
	c.sink.Tagged(t, f)
	out := make([]term.Term, 0, len(args))
	for i, a := range args {
		out = append(out, c.simpleEq(c.st.App(f, a), c.st.Int(int64(i))))
	}
	return out
}

// pairs returns the simplified equalities of all pairs; false if the sink stopped it.
func (c *Clausifier) pairs(args []term.Term) (eqs []term.Term, ok bool) {
	for i, a := range args {
		if c.sink.Stopped() {
			return nil, false
		}
		for _, b := range args[i+1:] {
			eqs = append(eqs, c.simpleEq(a, b))
		}
	}
	return eqs, true
}

func (c *Clausifier) simpleEq(a, b term.Term) term.Term {
	eq := c.st.Eq(a, b)
	simple := c.subst.Maker().Rebuild(eq, []term.Term{a, b})
	c.sink.Simplified(eq, simple)
	return simple
}

// skolem returns the body of a closed quantifier with fresh constants for its
// variables. The formula is ground, so constants suffice.
func (c *Clausifier) skolem(t term.Term) term.Term {
	q := c.st.Quant(t)
	c.subst.Reset()
	constants := c.extra.Skolem(c.st, t)
	for i, v := range q.Vars {
		c.subst.Bind(v, constants[i])
	}
	body := c.subst.Apply(q.Body)
	c.sink.Skolem(t, constants, body)
	return body
}
