package script

import (
	"math"
	"strconv"

	"github.com/muster-smt/muster/theory/quant"
	"github.com/muster-smt/muster/theory/solver"
)

// matching holds the options of clients about quantifiers.
type matching struct {
	noModels bool // :smt.mbqi false
	limits   quant.Limits
	split    int64 // :smt.case_split
	models   int64 // :smt.mbqi.max_iterations; 0: no limit
}

func defaultMatching() matching { return matching{limits: quant.DefaultLimits(), split: 1} }

// inOrder is the least value of :smt.case_split that makes decisions follow relevancy.
const inOrder = 3

// quantifierMode returns how checks are to end.
func (x *interpreter) quantifierMode() solver.QuantifierMode {
	if x.opt.Quantifiers == solver.AutoQuantifiers && x.set.matching.noModels {
		return solver.MatchQuantifiers
	}
	return x.opt.Quantifiers
}

// matchingLimits returns a copy of the limits in force.
func (x *interpreter) matchingLimits() *quant.Limits {
	l := x.set.matching.limits
	return &l
}

// assignMatching sets an option about quantifiers. known is false if it is none.
func (x *interpreter) assignMatching(name, value string) (known bool, err error) {
	m := &x.set.matching
	switch name {
	case ":smt.mbqi", ":smt.qi.eager_threshold", ":smt.qi.lazy_threshold", ":smt.qi.max_instances",
		":smt.mbqi.max_iterations",
		":smt.case_split":
	default:
		return false, nil
	}
	if known, err := x.assignForeign(name, value); err != nil {
		return known, err
	}
	switch name {
	case ":smt.mbqi":
		m.noModels = value == "false"
	case ":smt.qi.eager_threshold":
		m.limits.Eager = threshold(value)
	case ":smt.qi.lazy_threshold":
		m.limits.Lazy = threshold(value)
	case ":smt.qi.max_instances":
		m.limits.Instances = unlessNone(value)
	case ":smt.case_split":
		m.split, _ = strconv.ParseInt(value, 10, 64)
		x.sol.SetInOrder(m.split >= inOrder)
		return true, nil
	case ":smt.mbqi.max_iterations":
		m.models = unlessNone(value)
		x.sol.SetModelBudget(m.models)
	}
	x.sol.SetQuantifiers(x.quantifierMode(), x.matchingLimits())
	return true, nil
}

// appendValue appends the value of an option.
func (m *matching) appendValue(b []byte, name string) []byte {
	n := m.models
	switch name {
	case ":smt.case_split":
		n = m.split
	case ":smt.mbqi":
		return strconv.AppendBool(b, !m.noModels)
	case ":smt.qi.eager_threshold":
		n = int64(m.limits.Eager)
	case ":smt.qi.lazy_threshold":
		n = int64(m.limits.Lazy)
	case ":smt.qi.max_instances":
		n = m.limits.Instances
	}
	return strconv.AppendInt(b, n, 10)
}

// threshold returns a decimal as a limit of costs, which are whole.
func threshold(value string) uint16 {
	f, _ := strconv.ParseFloat(value, 64) // it was checked
	return uint16(max(0, min(f, math.MaxUint16/2)))
}

// unlessNone returns a number, 0 for the greatest one, which Z3 takes for none.
func unlessNone(value string) int64 {
	n, _ := strconv.ParseUint(value, 10, 32) // it was checked
	if n == math.MaxUint32 {
		return 0
	}
	return int64(n)
}
