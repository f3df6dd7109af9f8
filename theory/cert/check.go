package cert

import (
	"fmt"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// Verdict is what a checker says of a certificate.
type Verdict uint8

// The verdicts.
const (
	Rejected    Verdict = iota
	Accepted            // the clause is valid
	Evaluated           // the clause holds at all points tried
	Unsupported         // the checker can't tell
)

func (v Verdict) String() string {
	return [...]string{"rejected", "accepted", "evaluated", "unsupported"}[v]
}

// Checker verifies certificates over one store, in the order in which they
// were made: witnesses of extensionality must be fresh.
type Checker struct {
	st        *term.Store
	witnesses map[term.Term][2]term.Term
}

// NewChecker returns a checker for terms of st.
func NewChecker(st *term.Store) *Checker {
	return &Checker{st: st, witnesses: map[term.Term][2]term.Term{}}
}

// Check verifies a certificate; the error says what is wrong or missing.
func (k *Checker) Check(c *Certificate) (Verdict, error) {
	for i, a := range c.Clause {
		if a.T == 0 {
			return Unsupported, fmt.Errorf("literal %d has no formula", i)
		}
		for _, b := range c.Clause[:i] {
			if a.T == b.T && a.Neg != b.Neg {
				return Accepted, nil // a split
			}
		}
	}
	switch c.Rule {
	case Refutation:
		return k.refute(c)
	case Nonlinear, Instance:
		return k.evaluate(c)
	case None, Cut:
		return Unsupported, fmt.Errorf("no derivation")
	}
	err := k.axiom(c)
	switch {
	case err == nil:
		return Accepted, nil
	case c.Rule != ReadOver && c.Rule != ReadAgree:
		return Rejected, err
	}
	// Rewriting may have gone deeper into the formulas than the checker does.
	return k.evaluate(c)
}

// bound is a bound of a term.
type bound struct {
	t     term.Term
	upper bool
	val   num.Int
}

// refutation is the state of the check of one refutation.
type refutation struct {
	*classes
	hyps    map[Literal]bool // true, as the clause is false
	unequal [][2]term.Term
	bounds  map[uint64]bound
	absurd  bool
}

func (k *Checker) refute(c *Certificate) (Verdict, error) {
	r := &refutation{classes: newClasses(k.st), hyps: map[Literal]bool{}, bounds: map[uint64]bound{}}
	for _, l := range c.Clause {
		r.assume(Literal{l.T, !l.Neg})
	}
	todo := make([]int, 0, len(c.Steps))
	for i := range c.Steps {
		todo = append(todo, len(c.Steps)-1-i)
	}
	for !r.contradicted() {
		var rest []int
		for _, i := range todo {
			if !r.step(&c.Steps[i]) {
				rest = append(rest, i)
			}
		}
		if len(rest) == len(todo) {
			if r.contradicted() {
				break
			}
			return Rejected, r.stuck(c, rest)
		}
		todo = rest
	}
	return Accepted, nil
}

func (r *refutation) stuck(c *Certificate, rest []int) error {
	if len(rest) == 0 {
		return fmt.Errorf("no contradiction after all %d steps", len(c.Steps))
	}
	s := &c.Steps[rest[0]]
	return fmt.Errorf("step %d of %d (kind %d) does not follow: %s, %s", rest[0], len(c.Steps), s.Kind, r.show(s.A), r.show(s.B))
}

func (r *refutation) show(t term.Term) string {
	if t == 0 {
		return "-"
	}
	return r.st.String(t)
}

func (r *refutation) contradicted() bool {
	if r.absurd || r.clashed {
		return true
	}
	for _, e := range r.unequal {
		if r.same(e[0], e[1]) {
			return true
		}
	}
	return false
}

// assume takes a literal as true.
func (r *refutation) assume(l Literal) {
	if r.st.Op(l.T) == term.OpNot {
		l = Literal{r.st.Arg(l.T, 0), !l.Neg}
	}
	r.hyps[l] = true
	r.merge(l.T, r.st.Bool(!l.Neg), num.Rat{})
	if r.st.Op(l.T) != term.OpEq {
		return
	}
	a, b := r.st.Arg(l.T, 0), r.st.Arg(l.T, 1)
	if l.Neg {
		r.unequal = append(r.unequal, [2]term.Term{a, b})
	} else {
		r.merge(a, b, num.Rat{})
	}
}

func (r *refutation) holds(l Literal) bool {
	if l.T == 0 {
		return false
	}
	if r.st.Op(l.T) == term.OpNot {
		l = Literal{r.st.Arg(l.T, 0), !l.Neg}
	}
	return r.hyps[l]
}

// step takes a step if its premises are there.
func (r *refutation) step(s *Step) bool {
	switch s.Kind {
	case ByLiteral, Congruence, Sides, ReadStored, ReadPath, Equation:
		if !r.equality(s) {
			return false
		}
		r.merge(s.A, s.B, num.RatFromInt64(s.Off))
		return true
	case Meet:
		return r.meet(s)
	case LiteralBound:
		return r.conclude(s, r.literalBound(s))
	case ModBound:
		return r.conclude(s, r.modBound(s))
	case Excluded:
		return r.conclude(s, r.excluded(s))
	case Combination:
		f, ok := r.sum(s.From)
		return r.conclude(s, ok && r.implies(f, s))
	case Contradiction:
		f, ok := r.sum(s.From)
		if ok && len(f.coeff) == 0 && f.c.Sign() > 0 {
			r.absurd = true
			return true
		}
		return false
	case Indivisible:
		r.absurd = r.absurd || r.indivisible(s.From)
		return r.absurd
	}
	return false
}

func (r *refutation) conclude(s *Step, ok bool) bool {
	if ok {
		r.bounds[s.Name] = bound{s.A, s.Upper, s.Val}
	}
	return ok
}

// equality reports whether A = B + Off follows.
func (r *refutation) equality(s *Step) bool {
	switch s.Kind {
	case ByLiteral:
		return r.byLiteral(s)
	case Congruence:
		return s.Off == 0 && r.congruent(s.A, s.B)
	case Sides:
		return r.sides(s.A, s.B) || r.sides(s.B, s.A)
	case ReadStored:
		return r.readStored(s.A, s.B, s.Off) || r.readStored(s.B, s.A, -s.Off)
	case ReadPath:
		return r.readPath(s)
	case Equation:
		return r.equation(s)
	}
	return false
}

func (r *refutation) byLiteral(s *Step) bool {
	if !r.holds(s.Lit) {
		return false
	}
	if r.st.Sort(s.A) == term.Bool {
		a, b := s.A, s.B
		if r.st.IsValue(a) {
			a, b = b, a
		}
		// a is the literal's formula or its negation, b the value that it has.
		if r.st.IsValue(b) && r.holds(Literal{a, b == r.st.False()}) {
			return true
		}
	}
	l := s.Lit
	if r.st.Op(l.T) != term.OpEq || l.Neg {
		return false
	}
	x, y := r.st.Arg(l.T, 0), r.st.Arg(l.T, 1)
	if r.st.Sort(s.A) != term.Int {
		return x == s.A && y == s.B || x == s.B && y == s.A
	}
	if r.st.Sort(x) != term.Int {
		return false
	}
	f, g := difference(r.st, s.A, s.B, num.FromInt64(s.Off)), difference(r.st, x, y, num.Int{})
	k, ok := f.ratio(&g)
	return ok && f.c.Equal(g.c.Mul(k))
}

func (r *refutation) congruent(a, b term.Term) bool {
	st := r.st
	n := st.NumArgs(a)
	if st.Op(a) != st.Op(b) || st.Sort(a) != st.Sort(b) || n != st.NumArgs(b) || n == 0 {
		return false
	}
	switch st.Op(a) {
	case term.OpForall, term.OpExists:
		return false
	case term.OpApp:
		if st.Sym(a) != st.Sym(b) {
			return false
		}
	case term.OpEq:
		if st.Sort(st.Arg(a, 0)) != st.Sort(st.Arg(b, 0)) {
			return false
		}
		return r.alike(st.Arg(a, 0), st.Arg(a, 1), st.Arg(b, 0), st.Arg(b, 1))
	}
	for i := range n {
		if !r.same(st.Arg(a, i), st.Arg(b, i)) {
			return false
		}
	}
	return true
}

// sides reports whether the equality eq has this value.
func (r *refutation) sides(eq, value term.Term) bool {
	if r.st.Op(eq) != term.OpEq || !r.st.IsValue(value) {
		return false
	}
	d, ok := r.distance(r.st.Arg(eq, 0), r.st.Arg(eq, 1))
	return ok && d.IsZero() == (value == r.st.True())
}

// apart reports whether two terms are known to differ.
func (r *refutation) apart(a, b term.Term) bool {
	if d, ok := r.distance(a, b); ok {
		return !d.IsZero()
	}
	t, f := r.st.True(), r.st.False()
	if r.st.Sort(a) == term.Bool && (r.same(a, t) && r.same(b, f) || r.same(a, f) && r.same(b, t)) {
		return true
	}
	for _, e := range r.unequal {
		if r.st.Sort(e[0]) == r.st.Sort(a) && r.alike(e[0], e[1], a, b) {
			return true
		}
	}
	return false
}
