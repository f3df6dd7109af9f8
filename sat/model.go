package sat

// model is the last model.
type model struct {
	values  []Value // by variable; shorter than that if there are newer variables
	onTrail bool    // the trail has values of the model that the search did not choose
}

// saveModel makes the assignment the last model, and extends it to removed variables.
func (s *Solver) saveModel() {
	s.keepCandidate()
	s.model.values = s.model.values[:0]
	if s.repairs.found {
		s.model.values = append(s.model.values, s.repairs.values[:len(s.vars)]...)
	} else {
		for v := range s.vars {
			s.model.values = append(s.model.values, s.vals[Var(v).Pos()])
		}
	}
	s.extend()
	s.showModel()
}

// showModel puts the values of the model on the trail, for Value, where extending it has
// changed those of the search. The trail is inconsistent then: it is undone before it is
// used again.
func (s *Solver) showModel() {
	for i, l := range s.trail {
		if s.ModelValue(l) == False {
			s.trail[i] = l ^ 1
			s.vals[l], s.vals[l^1] = False, True
			s.model.onTrail = true
		}
	}
}

// ModelValue is the value of l in the last model. It is Undef before the first Sat, for
// a variable that the model leaves open, and for one that was made later.
func (s *Solver) ModelValue(l Lit) Value {
	if int(l.Var()) >= len(s.model.values) {
		return Undef
	}
	if v := s.model.values[l.Var()]; l.Sign() {
		return -v
	} else {
		return v
	}
}
