package bv

import (
	"github.com/muster-smt/muster/bv/aig"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
)

// Model returns the model of the last check, which was satisfiable.
func (s *Solver) Model() (*model.Model, error) {
	if s.walker.found {
		return s.walkedModel(), nil
	}
	s.evaluate()
	m := model.New(s.st, model.Options{})
	for _, t := range s.words {
		m.SetConst(t, s.valueOf(s.st.Sort(t), s.word(t)))
	}
	arrays, err := s.arrayValues(m)
	if err != nil {
		return nil, err
	}
	for k, v := range arrays {
		if t := s.arrays[k].t; s.st.IsConst(t) {
			m.SetConst(t, v)
		}
	}
	for _, t := range s.apps {
		if !s.relevant(t) {
			continue
		}
		var args []model.Value
		for _, x := range s.st.Args(t) {
			args = append(args, s.termValue(x, arrays))
		}
		m.SetFun(s.st.Sym(t), args, s.termValue(t, arrays))
	}
	return m, nil
}

// termValue returns the value of a term in the assignment, given those of the arrays.
func (s *Solver) termValue(t term.Term, arrays []model.Value) model.Value {
	if s.isArray(t) {
		return arrays[s.array(t)]
	}
	return s.valueOf(s.st.Sort(t), s.word(t))
}

// valueOf returns the value of a word in the assignment.
func (s *Solver) valueOf(sort term.Sort, w []aig.Lit) model.Value {
	if s.st.IsArray(sort) {
		return s.arrayOf(sort, w)
	}
	n := s.refiner.big(w)
	switch s.st.SortKind(sort) {
	case term.KindBitVec:
		return model.Bits(s.st, sort, num.FromBig(n))
	case term.KindUninterpreted:
		return model.Elem(sort, int(n.Int64()))
	}
	return model.Bool(n.Sign() != 0)
}

// arrayOf returns the value of a small array in the assignment.
func (s *Solver) arrayOf(sort term.Sort, w []aig.Lit) model.Value {
	index, elm := s.st.ArraySorts(sort)
	n := s.width(elm)
	v := model.ConstArray(s.st, sort, s.valueOf(elm, w[:n]))
	for k := n; k < len(w); k += n {
		at := model.Bool(true) // of the indices of one bit, a Bool comes here, too
		if s.st.IsBitVec(index) {
			at = model.Bits(s.st, index, num.FromInt64(int64(k/n)))
		}
		v = v.Store(at, s.valueOf(elm, w[k:k+n]))
	}
	return v
}

// arrayValues returns the values of all arrays that are not words. That of a free one is made of the reads that have
// come to it; all other elements are those of a constant array that is equal but for stores, if there is one.
func (s *Solver) arrayValues(m *model.Model) ([]model.Value, error) {
	values := make([]model.Value, len(s.arrays))
	defaults, _, _ := s.fromConstants()
	deepest := 0
	for k := range s.arrays {
		deepest = max(deepest, s.depth(s.st.Sort(s.arrays[k].t)))
	}
	for depth := 1; depth <= deepest; depth++ { // elements before arrays of them
		if err := s.valuesOfDepth(depth, m, defaults, values); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// depth returns how deep arrays are nested in a sort.
func (s *Solver) depth(sort term.Sort) int {
	n := 0
	for s.large(sort) {
		_, sort = s.st.ArraySorts(sort)
		n++
	}
	return n
}

func (s *Solver) valuesOfDepth(depth int, m *model.Model, defaults []int32, values []model.Value) error {
	for k := range s.arrays {
		a := &s.arrays[k]
		sort := s.st.Sort(a.t)
		if a.kind != arrayFree || s.depth(sort) != depth {
			continue
		}
		_, elm := s.st.ArraySorts(sort)
		def, err := m.Zero(elm)
		if err != nil {
			return err
		}
		if c := defaults[k]; c != 0 {
			def = s.termValue(s.st.Arg(s.arrays[c-1].t, 0), values)
		}
		values[k] = model.ConstArray(s.st, sort, def)
	}
	for k := range s.refiner.accesses {
		a := &s.refiner.accesses[k]
		if arr := &s.arrays[a.array]; arr.kind != arrayFree || s.depth(s.st.Sort(arr.t)) != depth {
			continue
		}
		x := &s.reads[a.read]
		values[a.array] = values[a.array].Store(s.termValue(x.index, values), s.termValue(x.value, values))
	}
	for k := range s.arrays {
		a := &s.arrays[k]
		if a.kind == arrayFree || s.depth(s.st.Sort(a.t)) != depth {
			continue
		}
		switch args := s.st.Args(a.t); a.kind {
		case arrayStore:
			values[k] = values[a.base].Store(s.termValue(args[1], values), s.termValue(args[2], values))
		case arrayIte:
			values[k] = values[a.other]
			if s.refiner.holds(s.word(args[0])[0]) {
				values[k] = values[a.base]
			}
		case arrayConst:
			values[k] = model.ConstArray(s.st, s.st.Sort(a.t), s.termValue(args[0], values))
		}
	}
	return nil
}
