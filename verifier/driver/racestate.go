package driver

import "time"

// state is what a race has come to. Its times count from the beginning of the race.
type state struct {
	stage stage
	now   time.Duration // of the last event

	answer    answer        // the best
	searching int           // engines that search have not ended
	proving   int           // of these, so many ask about all bounds
	replaying bool          // an execution was found that is being replayed
	single    bool          // the program has one execution, and that goes on
	proof     time.Duration // plan.proof
	patience  time.Duration // plan.patience
	last      time.Duration // when an answer for a bound has to be checked; 0 if there is no limit

	proved moment // that nothing fails within the first bound
	waits  moment // for an execution
}

// moment is when something happened first, if it has.
type moment struct {
	past bool
	at   time.Duration
}

// comes notes that it happens now.
func (m *moment) comes(now time.Duration) {
	if !m.past {
		*m = moment{true, now}
	}
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
	boundProved // an engine has shown that nothing fails within a bound; it looks for a proof for all
	boundAnswered
	answered
	replayBegins
	replayEnds // without an answer
	singleBegins
	singleEnds
	timePasses
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

// newState returns that of a race that begins: all engines of the plan are under way. An answer for a bound has to be
// checked at a time from now, which is 0 if there is no limit.
func newState(p *plan, last time.Duration) state {
	s := state{proof: p.proof, patience: p.patience, last: last}
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

// after returns the state after an event at a time. All that a race decides is decided here.
func (s state) after(e event, now time.Duration) state {
	s.now = now
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
	case boundProved:
		s.proved.comes(now)
	case boundAnswered:
		s.answer = max(s.answer, forBound)
	case answered:
		s.answer = final
	}
	if s.stage != over {
		s.stage = s.next()
	}
	if s.stage == waiting {
		s.waits.comes(now)
	}
	return s
}

// late reports whether the time for a proof for all bounds is over, or there was none.
func (s state) late() bool { return !s.proved.past || s.now >= s.proved.at+s.proof }

// pressed reports whether it is time to check an answer for a bound.
func (s state) pressed() bool { return s.proved.past && s.last > 0 && s.now >= s.last }

// ends returns when the stage ends of itself; 0 if it does not.
func (s state) ends() time.Duration {
	switch s.stage {
	case seeking:
		if s.proved.past && s.proof > 0 {
			return s.last
		}
	case improving:
		if end := s.proved.at + s.proof; s.last == 0 || end < s.last {
			return end
		}
		return s.last
	case waiting:
		return s.waits.at + s.patience
	}
	return 0
}

// next returns the stage that follows from what is known.
func (s state) next() stage {
	awaited := s.replaying || s.single
	switch {
	case s.answer == final, s.waits.past && s.now >= s.waits.at+s.patience:
		return over
	case s.pressed() && s.proof > 0 && !awaited: // who has the answer gives it when stopped
		return over
	case s.answer == open && s.searching > 0:
		return seeking
	case s.answer == open && s.replaying:
		return confirming
	case s.proof <= 0: // an execution is not awaited either
		return over
	case s.answer == forBound && !s.late() && (awaited || s.proving > 0):
		return improving
	case awaited:
		return waiting
	}
	return over
}
