package sat

// model is the last model.
type model struct {
	values []Value // by variable; shorter than that if there are newer variables
	open   bool    // what the records change is not in it yet
	lucky  bool    // the trail has values that were not propagated
}

// saveModel makes the assignment the last model. The records extend it when somebody
// asks for a value that they may change: most owners ask for few values, if any.
func (s *Solver) saveModel() {
	s.keepCandidate()
	s.forgetModel()
	s.model.open = len(s.ext.records) > 0
	if s.repairs.found {
		s.model.values = append(s.model.values, s.repairs.values[:len(s.vars)]...)
		return
	}
	for v := range s.vars {
		s.model.values = append(s.model.values, s.vals[Var(v).Pos()])
	}
}

// forgetModel ends the validity of the last model.
func (s *Solver) forgetModel() { s.model.values, s.model.open = s.model.values[:0], false }

// closeModel extends the model, if that is still to be done. It is called before the
// records change.
func (s *Solver) closeModel() {
	if !s.model.open {
		return
	}
	defer s.endStage(s.beginStage(stageModel))
	s.model.open = false
	s.extend()
}

// ModelValue is the value of l in the model of the last Solve. It is Undef if that was not
// Sat, for a variable that the model leaves open, and for one that was made later.
func (s *Solver) ModelValue(l Lit) Value {
	if s.model.open && s.ext.mayChange(l.Var()) {
		s.closeModel()
	}
	if int(l.Var()) >= len(s.model.values) {
		return Undef
	}
	return s.model.values[l.Var()] * value(l)
}

// shownValue is the value of l on the trail that led to a model, as it is in the model.
func (s *Solver) shownValue(l Lit) Value {
	if s.vals[l] == Undef {
		return Undef
	}
	return s.ModelValue(l)
}
