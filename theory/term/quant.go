package term

import "slices"

// quantShape says how the arguments of a quantifier divide: body, vars bound
// variables, then the patterns, each a group of terms, and avoid terms that are none.
type quantShape struct {
	vars     int
	patterns []int // the length of each pattern
	avoid    int
	weight   Weight
	name     string
}

// Weight is what an instance of a quantifier costs. The zero value says that none was
// given.
type Weight uint16

// DefaultWeight is the cost of an instance if no weight is given.
const DefaultWeight = 1

// maxWeight is the greatest weight that is distinguished from greater ones.
const maxWeight = 1<<16 - 2

// NewWeight returns the weight n.
func NewWeight(n uint64) Weight { return Weight(min(n, maxWeight) + 1) }

// Cost returns what an instance costs.
func (w Weight) Cost() uint16 {
	if w == 0 {
		return DefaultWeight
	}
	return uint16(w - 1)
}

// Quant is a quantifier taken apart.
type Quant struct {
	Vars     []Term   // OpBound terms
	Body     Term     // Bool
	Patterns [][]Term // each a multi-pattern; none means that patterns are to be inferred
	Avoid    []Term   // that inference does not take as patterns
	Weight   Weight
	Name     string // for statistics and traces
}

// BoundVar returns a new bound variable. It is a unique object, so substitution
// never captures it, and quantifiers need not share any.
func (s *Store) BoundVar(name string, sort Sort) Term {
	return s.mk(OpBound, sort, s.syms.add(symbol{name: name, res: sort, bound: true}))
}

// BoundSym returns the symbol that names a bound variable.
func (s *Store) BoundSym(v Term) Sym { return Sym(s.nodes.at(uint32(v)).payload) }

// Quantify returns the quantifier of operator op, OpForall or OpExists. No
// quantifier inside may bind one of its variables.
func (s *Store) Quantify(op Op, q Quant) Term {
	s.want(op, q.Body, Bool)
	shape := quantShape{vars: len(q.Vars), avoid: len(q.Avoid), weight: q.Weight, name: q.Name}
	args := append([]Term{q.Body}, q.Vars...)
	for _, p := range q.Patterns {
		shape.patterns = append(shape.patterns, len(p))
		args = append(args, p...)
	}
	args = append(args, q.Avoid...)
	t := s.mk(op, Bool, s.internShape(shape), args...)
	// mk took the variables that are bound here for free ones.
	s.setGround(t, s.closed(q))
	return t
}

// setGround corrects what mk said of a term. Of one that was there before it is right, and the node may be shared
// (Clone).
func (s *Store) setGround(t Term, ground bool) {
	if n := s.nodes.at(uint32(t)); n.ground != ground {
		n.ground = ground
	}
}

// IsQuantifier reports whether t is a quantifier.
func (s *Store) IsQuantifier(t Term) bool {
	op := s.nodes.at(uint32(t)).op
	return op == OpForall || op == OpExists
}

// Quant takes a quantifier apart. The slices belong to the store.
func (s *Store) Quant(t Term) Quant {
	shape := &s.shapes[s.nodes.at(uint32(t)).payload]
	args := s.Args(t)
	q := Quant{Body: args[0], Vars: args[1 : 1+shape.vars], Weight: shape.weight, Name: shape.name}
	rest := args[1+shape.vars:]
	for _, n := range shape.patterns {
		q.Patterns = append(q.Patterns, rest[:n])
		rest = rest[n:]
	}
	q.Avoid = rest
	return q
}

func (s *Store) internShape(q quantShape) uint32 {
	for i := range s.shapes {
		if o := &s.shapes[i]; o.vars == q.vars && o.avoid == q.avoid && o.weight == q.weight && o.name == q.name &&
			slices.Equal(o.patterns, q.patterns) {
			return uint32(i)
		}
	}
	s.shapes = append(s.shapes, q)
	return uint32(len(s.shapes) - 1)
}

// closed reports whether every bound variable in q's body and patterns is one of
// q.Vars or bound further inside.
func (s *Store) closed(q Quant) bool {
	bound := map[Term]bool{}
	for _, v := range q.Vars {
		bound[v] = true
	}
	open := false
	s.Visit(func(t Term) bool {
		if s.Ground(t) {
			return false
		}
		if s.IsQuantifier(t) {
			// Bound variables are unique objects, so those of an inner
			// quantifier may be taken as bound everywhere.
			for _, v := range s.Quant(t).Vars {
				bound[v] = true
			}
		}
		open = open || s.Op(t) == OpBound && !bound[t]
		return !open
	}, slices.Concat([]Term{q.Body}, slices.Concat(q.Patterns...), q.Avoid)...)
	return !open
}
