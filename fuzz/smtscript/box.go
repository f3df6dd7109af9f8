package smtscript

import (
	"slices"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// Range is the values of a constant: Lo + k for an Int, Lo + k/2 for a Real, for all k below
// Width.
type Range struct {
	Const term.Term
	Lo    num.Int
	Width int64
}

// Value returns value k.
func (r Range) Value(st *term.Store, k int64) model.Value {
	if st.Sort(r.Const) == term.Int {
		return model.Int(r.Lo.Add(num.FromInt64(k)))
	}
	return model.Rat(num.RatFromInt(r.Lo).Add(num.FromInts(num.FromInt64(k), num.FromInt64(2))))
}

// inBox reports whether values in the box satisfy fs, apart from what is fixed. Without a box
// there are none.
func (s *Script) inBox(fs []term.Term) (bool, error) {
	if len(s.Box) == 0 {
		return false, nil
	}
	var fixed []term.Term
	for _, o := range s.Ops[:s.Fixed] {
		fixed = append(fixed, o.Terms...)
	}
	fs = slices.DeleteFunc(slices.Clone(fs), func(f term.Term) bool { return slices.Contains(fixed, f) })
	bools := s.bools(fs)
	total := int64(1) << len(bools)
	for _, r := range s.Box {
		total *= r.Width
	}
	m := model.New(s.Store, model.Options{})
	for k := range total {
		rest := k
		for _, r := range s.Box {
			m.SetConst(r.Const, r.Value(s.Store, rest%r.Width))
			rest /= r.Width
		}
		for _, c := range bools {
			m.SetConst(c, model.Bool(rest&1 != 0))
			rest >>= 1
		}
		all := true
		for _, f := range fs {
			ok, err := m.EvalBool(f)
			if err != nil {
				return false, err
			}
			if all = ok; !ok {
				break
			}
		}
		if all {
			return true, nil
		}
	}
	return false, nil
}

// bools returns the first few Boolean constants of the formulas; others are false.
func (s *Script) bools(fs []term.Term) []term.Term {
	var bools []term.Term
	for _, t := range Subterms(s.Store, fs...) {
		if s.Store.Sort(t) == term.Bool && s.Store.IsConst(t) && len(bools) < 8 {
			bools = append(bools, t)
		}
	}
	return bools
}
