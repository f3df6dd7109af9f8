package solver

import "github.com/muster-smt/muster/theory/quant"

// QuantifierMode says what ends a check in which universal quantifiers are active.
type QuantifierMode uint8

// The modes.
const (
	// AutoQuantifiers leaves the choice to the solver: ModelQuantifiers, until many
	// instances were of no use.
	AutoQuantifiers QuantifierMode = iota
	// MatchQuantifiers instantiates by matching alone, within limits of cost, and then
	// answers unknown with a candidate: what clients want that write patterns for all
	// their quantifiers.
	MatchQuantifiers
	// ModelQuantifiers checks the quantifiers in models, too, until one satisfies them.
	ModelQuantifiers
)

// String returns the name of the mode.
func (m QuantifierMode) String() string {
	switch m {
	case AutoQuantifiers:
		return "auto"
	case MatchQuantifiers:
		return "match"
	case ModelQuantifiers:
		return "model"
	}
	return "invalid"
}

// SetQuantifiers changes Options.Quantifiers and Options.Matching for later checks.
func (s *Solver) SetQuantifiers(m QuantifierMode, l *quant.Limits) {
	s.opt.Quantifiers, s.opt.Matching = m, l
	s.guarded(s.backend.limitMatching)
}

// SetInOrder makes later checks decide what has been open longest instead of what was in
// conflicts lately. That is slower where much has to be refuted, but candidates are stable:
// the one of a larger question extends that of the smaller one where it can.
func (s *Solver) SetInOrder(on bool) {
	s.inOrder = on
	s.guarded(func() { s.backend.DecideInOrder(on) })
}
