package cert

import (
	"fmt"
	"slices"

	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// Verdict is the result of checking a certificate.
type Verdict uint8

// The verdicts.
const (
	Rejected    Verdict = iota
	Accepted            // the clause is valid
	Unsupported         // the checker cannot decide
)

func (v Verdict) String() string {
	return [...]string{"rejected", "accepted", "unsupported"}[v]
}

// Checker verifies certificates over one store, in the order in which they
// were made: witnesses of extensionality must be fresh.
type Checker struct {
	z         *normalizer
	witnesses map[term.Term][2]term.Term // by constant: what it stands for
}

// NewChecker returns a checker for terms of st.
func NewChecker(st *term.Store) *Checker {
	return &Checker{z: newNormalizer(st), witnesses: map[term.Term][2]term.Term{}}
}

// Check verifies a certificate; the error says what is wrong or missing.
func (k *Checker) Check(c *Certificate) (Verdict, error) {
	for i, a := range c.Clause {
		if a.T == 0 {
			return Unsupported, fmt.Errorf("literal %d has no formula", i)
		}
		if !k.z.st.Ground(a.T) {
			return Unsupported, fmt.Errorf("literal %d has free variables", i)
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
	case None:
		return Unsupported, fmt.Errorf("no derivation")
	}
	if err := k.axiom(c); err != nil {
		return Rejected, err
	}
	return Accepted, nil
}

// Same reports whether two terms have one normal form. If the arguments of two applications of one
// operator have, the applications have, too.
func (k *Checker) Same(a, b term.Term) bool { return k.z.of(a) == k.z.of(b) }

// Equal reports whether the checker finds that two terms are equal in every
// model. It covers what simplification does, but is incomplete: two terms that it
// does not find to be equal may still be.
func (k *Checker) Equal(a, b term.Term) bool {
	z := k.z
	sort := z.st.Sort(a)
	if sort != z.st.Sort(b) {
		return false
	}
	x, y := z.of(a), z.of(b)
	if x == y {
		return true
	}
	z.work = 0
	budget := maxSplits
	if sort != term.Bool {
		f, eq := newFacts(z), z.equal(sort, []node{x, y})
		f.add(eq, false)
		return f.contradict(z.tru, &budget)
	}
	for _, value := range [2]bool{false, true} {
		f := newFacts(z)
		f.add(x, value)
		f.add(y, !value)
		if !f.contradict(z.tru, &budget) {
			return false
		}
	}
	return true
}

// bound is a bound of a term.
type bound struct {
	t      term.Term
	upper  bool
	strict bool
	val    num.Rat
}

// refutation is the state of the check of one refutation.
type refutation struct {
	*classes
	hyps    map[Literal]bool // true, as the clause is false
	unequal [][2]term.Term
	bounds  map[uint64]bound
	forms   map[uint64]relation
	truths  map[node]bool
	absurd  bool
}

// relation says that a form is at most 0 (or less), or 0 if equation.
type relation struct {
	f        linear
	equation bool
}

func newRefutation(z *normalizer) *refutation {
	return &refutation{classes: newClasses(z), hyps: map[Literal]bool{}, bounds: map[uint64]bound{},
		forms: map[uint64]relation{}, truths: map[node]bool{}}
}

func (k *Checker) refute(c *Certificate) (Verdict, error) {
	r := newRefutation(k.z)
	k.z.work = 0
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
	return fmt.Errorf("step %d of %d (kind %d) does not follow: %s, %s", rest[0], len(c.Steps), s.Kind, r.show(s.A),
		r.show(s.B))
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
	return slices.ContainsFunc(r.unequal, func(e [2]term.Term) bool { return r.same(e[0], e[1]) })
}

// assume takes a literal as true.
func (r *refutation) assume(l Literal) {
	if r.st.Op(l.T) == term.OpNot {
		l = Literal{r.st.Arg(l.T, 0), !l.Neg}
	}
	r.hyps[l] = true
	n := r.of(l.T)
	r.truths[n], r.truths[r.not(n)] = !l.Neg, l.Neg
	r.join(r.pointOf(n), r.point(r.st.Bool(!l.Neg)), num.Rat{})
	r.join(r.pointOf(r.not(n)), r.point(r.st.Bool(l.Neg)), num.Rat{})
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

// step applies a step if its premises have been established.
func (r *refutation) step(s *Step) bool {
	switch s.Kind {
	case ByLiteral, Congruence, Sides, ReadStored, ReadPath, Branch, Words, Equation:
		if s.A == 0 || s.B == 0 || r.st.Sort(s.A) != r.st.Sort(s.B) || s.Off != 0 && r.st.Sort(s.A) != term.Int ||
			!r.equality(s) {
			return false
		}
		r.merge(s.A, s.B, num.RatFromInt64(s.Off))
		if r.st.Op(s.A) == term.OpEq && r.st.Op(s.B) == term.OpFalse {
			r.unequal = append(r.unequal, [2]term.Term{r.st.Arg(s.A, 0), r.st.Arg(s.A, 1)})
		}
		n := r.says(s)
		r.absurd = r.absurd || n == r.fls || r.truths[r.not(n)]
		return true
	case Meet:
		return r.meet(s)
	case LiteralBound:
		return r.conclude(s, r.literalBound(s))
	case ModBound:
		return r.conclude(s, r.modBound(s))
	case LeafBound:
		return r.conclude(s, r.leafBound(s))
	case Excluded:
		return r.conclude(s, r.excluded(s))
	case Combination:
		f, ok := r.sum(s.From)
		return r.conclude(s, ok && r.implies(f, s))
	case Contradiction:
		r.absurd = r.absurd || r.contradiction(s.From)
		return r.absurd
	case Product:
		return r.product(s)
	case Cases:
		r.absurd = r.absurd || r.cases(s)
		return r.absurd
	case Indivisible:
		r.absurd = r.absurd || r.indivisible(s.From)
		return r.absurd
	case Pigeonhole:
		r.absurd = r.absurd || r.pigeonhole(s.From)
		return r.absurd
	}
	return false
}

func (r *refutation) conclude(s *Step, ok bool) bool {
	if ok {
		r.bounds[s.Name] = bound{s.A, s.Upper, s.Strict, s.Val}
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
	case Branch:
		return s.Off == 0 && r.branch(s.A, s.B)
	case Words:
		return s.Off == 0 && r.words(s)
	case Equation:
		return r.equation(s)
	}
	return false
}

// byLiteral reports whether a literal that holds, perhaps in a simplified form,
// states A = B + Off.
func (r *refutation) byLiteral(s *Step) bool {
	n := r.says(s)
	return n == r.tru || r.holds(s.Lit) && r.truths[n]
}

// says returns the formula A = B + Off.
func (r *refutation) says(s *Step) node {
	if r.st.Sort(s.A) != term.Int {
		return r.normalizer.equal(r.st.Sort(s.A), []node{r.of(s.A), r.of(s.B)})
	}
	p := r.poly(r.of(s.A)).plus(r.poly(r.of(s.B)), rat(-1))
	p.c = p.c.Sub(rat(s.Off))
	return r.isZero(p)
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
	case term.OpExtract:
		if st.Indices(a) != st.Indices(b) {
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

// branch reports whether the condition of an if-then-else is known, and chooses t.
func (r *refutation) branch(ite, t term.Term) bool {
	if r.st.Op(ite) != term.OpIte {
		return false
	}
	c := r.st.Arg(ite, 0)
	return r.same(c, r.st.True()) && t == r.st.Arg(ite, 1) || r.same(c, r.st.False()) && t == r.st.Arg(ite, 2)
}

// sides reports whether the equality eq has this value.
func (r *refutation) sides(eq, value term.Term) bool {
	if r.st.Op(eq) != term.OpEq || !r.st.IsValue(value) {
		return false
	}
	a, b := r.st.Arg(eq, 0), r.st.Arg(eq, 1)
	if r.differ(r.find(a), r.find(b)) {
		return value == r.st.False()
	}
	d, ok := r.distance(a, b)
	return ok && d.IsZero() == (value == r.st.True())
}

// apart reports whether two terms are known to differ.
func (r *refutation) apart(a, b term.Term) bool {
	if d, ok := r.distance(a, b); ok {
		return !d.IsZero()
	}
	if r.differ(r.find(a), r.find(b)) {
		return true
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
