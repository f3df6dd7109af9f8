package driver

// state is what a race has come to.
type state struct {
	stage stage

	answer    answer // the best
	searching int    // engines that search have not ended
	proving   int    // of these, so many ask about all bounds
	replaying bool   // an execution was found that is being replayed
	single    bool   // the program has one execution, and that goes on
	timed     bool   // there is time for a proof for all bounds
	late      bool   // that time is over, or there was none
}

// stage is where a race is.
type stage uint8

const (
	// seeking: there is no answer, and engines search for one.
	seeking stage = iota
	// improving: an answer for a bound stands, and there is time for one for all bounds.
	improving
	// confirming: no engine searches, and a replay under way may be the answer.
	confirming
	// waiting: only an execution under way can still add something. The race has patience with it.
	waiting
	// over: all are stopped.
	over
)

// answer is what is known of the question.
type answer uint8

const (
	open     answer = iota
	forBound        // nothing fails within a bound; there may be an answer for all
	final
)

// event is what happens to a race.
type event uint8

const (
	searchEnds event = iota // of an engine that is asked about bounds one by one
	proverEnds              // an engine that asks about all bounds ends
	executorEnds
	boundAnswered
	answered
	replayBegins
	replayEnds // without an answer
	singleBegins
	singleEnds
	timeEnds     // for a proof for all bounds
	patienceEnds // with an execution
)

// event returns what it is that an engine ends.
func (u ending) event() event {
	switch u {
	case untilAlone:
		return executorEnds
	case untilLate:
		return proverEnds
	}
	return searchEnds
}

// newState returns that of a race that begins: all engines of the plan are under way.
func newState(p *plan) state {
	s := state{timed: p.proof > 0}
	for i := range p.rows {
		if r := &p.rows[i]; r.until != untilAlone {
			s.searching++
			if r.until == untilLate {
				s.proving++
			}
		}
	}
	return s
}

// after returns the state after an event. All that a race decides is decided here.
func (s state) after(e event) state {
	switch e {
	case searchEnds:
		s.searching--
	case proverEnds:
		s.searching--
		s.proving--
	case executorEnds, singleEnds:
		s.single = false
	case singleBegins:
		s.single = true
	case replayBegins:
		s.replaying = true
	case replayEnds:
		s.replaying = false
	case boundAnswered:
		s.answer = max(s.answer, forBound)
	case answered:
		s.answer = final
	case timeEnds:
		s.late = true
	case patienceEnds:
		s.stage = over
	}
	if s.stage != over {
		s.stage = s.next()
	}
	return s
}

// next returns the stage that follows from what is known.
func (s state) next() stage {
	awaited := s.replaying || s.single
	switch {
	case s.answer == final:
		return over
	case s.answer == open && s.searching > 0:
		return seeking
	case s.answer == open && s.replaying:
		return confirming
	case !s.timed: // an execution is not awaited either
		return over
	case s.answer == forBound && !s.late && (awaited || s.proving > 0):
		return improving
	case awaited:
		return waiting
	}
	return over
}
