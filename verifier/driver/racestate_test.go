package driver

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// eventNames are the names of events in the tables below.
var eventNames = map[string]event{
	"search-ends": searchEnds, "prover-ends": proverEnds, "executor-ends": executorEnds,
	"bound": boundAnswered, "answer": answered,
	"replay": replayBegins, "no-replay": replayEnds, "single": singleBegins, "no-single": singleEnds,
	"time": timeEnds, "patience": patienceEnds,
}

// TestRaceStates follows races through their events. A race begins with two engines that are asked about bounds, one that
// asks about all and one that executes the program.
func TestRaceStates(t *testing.T) {
	names := [...]string{"seeking", "improving", "confirming", "waiting", "over"}
	const second = time.Second
	for _, c := range []struct {
		proof  time.Duration
		events string // with the stage behind each that changes it
	}{
		{second, "answer=over"},
		{second, "search-ends search-ends prover-ends=over"},
		{second, "search-ends executor-ends search-ends prover-ends=over"},
		// An answer for the bound stands if there is none for all in time.
		{second, "bound=improving search-ends search-ends time=over"},
		{second, "bound=improving search-ends answer=over"},
		{second, "bound=improving search-ends search-ends prover-ends=over"},
		{second, "prover-ends bound=over"},
		{0, "bound=over"},
		// It waits for an execution, with patience.
		{second, "replay bound=improving prover-ends time=waiting patience=over"},
		{second, "single bound=improving time=waiting no-single=over"},
		{second, "single bound=improving prover-ends no-single=over"},
		{second, "single bound=improving no-single time=over"},
		{second, "bound=improving replay no-replay time=over"},
		{second, "single replay bound=improving time=waiting no-replay no-single=over"},
		{0, "single bound=over"},
		// Only an execution is left: a replay has as much time as it takes, a single execution has some.
		{second, "replay search-ends search-ends prover-ends=confirming no-replay=over"},
		{second, "replay search-ends search-ends prover-ends=confirming answer=over"},
		{0, "replay search-ends search-ends prover-ends=confirming answer=over"},
		{second, "single search-ends search-ends prover-ends=waiting patience=over"},
		{second, "single search-ends search-ends prover-ends=waiting executor-ends=over"},
		{second, "single search-ends search-ends prover-ends=waiting replay=confirming no-replay=waiting"},
		{second, "single search-ends search-ends prover-ends=waiting replay=confirming patience=over"},
		{0, "single search-ends search-ends prover-ends=over"},
		// What is over stays so.
		{second, "answer=over replay single bound"},
	} {
		p := &plan{proof: c.proof, rows: []row{{until: untilProved}, {until: untilProved}, {until: untilAlone}, {until: untilLate}}}
		s := newState(p)
		var got []string
		for step := range strings.FieldsSeq(c.events) {
			name, _, _ := strings.Cut(step, "=")
			e, ok := eventNames[name]
			if !ok {
				t.Fatalf("no event %s", name)
			}
			before := s.stage
			if s = s.after(e); s.stage != before {
				name = fmt.Sprintf("%s=%s", name, names[s.stage])
			}
			got = append(got, name)
		}
		if g := strings.Join(got, " "); g != c.events {
			t.Errorf("with %v for a proof: %s, not %s", c.proof, g, c.events)
		}
	}
}
