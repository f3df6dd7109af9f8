package driver

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"
)

// eventNames are the names of events in the tables below.
var eventNames = map[string]event{
	"search-ends": searchEnds, "prover-ends": proverEnds, "executor-ends": executorEnds,
	"proved": boundProved, "bound": boundAnswered, "answer": answered,
	"replay": replayBegins, "no-replay": replayEnds, "single": singleBegins, "no-single": singleEnds,
}

// TestRaceStates follows races through their events. A race begins with two engines that are asked about bounds, one
// that asks about all and one that executes the program; it has a patience of 5.
func TestRaceStates(t *testing.T) {
	names := [...]string{"seeking", "improving", "confirming", "waiting", "over"}
	for _, c := range []struct {
		proof  time.Duration
		events string // with the stage behind each that changes it; +2 means that time passes
	}{
		{1, "answer=over"},
		{1, "search-ends search-ends prover-ends=over"},
		{1, "search-ends executor-ends search-ends prover-ends=over"},
		// An answer for the bound stands if there is none for all in time.
		{1, "proved bound=improving search-ends search-ends +1=over"},
		{3, "proved bound=improving +2 search-ends search-ends +1=over"},
		{1, "proved bound=improving search-ends answer=over"},
		{1, "proved bound=improving search-ends search-ends prover-ends=over"},
		{1, "proved prover-ends bound=over"},
		{0, "bound=over"},
		{0, "proved bound=over"},
		// The time begins with the first proof for a bound, whoever has it. Without one there is no time.
		{2, "proved +1 bound=improving +1=over"},
		{2, "proved +1 proved +1 bound=over"},
		{1, "+3 proved bound=improving +1=over"},
		{1, "bound=over"},
		// It waits for an execution, with patience.
		{1, "replay proved bound=improving prover-ends +1=waiting +4 +1=over"},
		{1, "single proved bound=improving +1=waiting no-single=over"},
		{1, "single proved bound=improving prover-ends no-single=over"},
		{1, "single proved bound=improving no-single +1=over"},
		{1, "proved bound=improving replay no-replay +1=over"},
		{1, "single replay proved bound=improving +1=waiting no-replay no-single=over"},
		{1, "replay bound=waiting +5=over"},
		{0, "single bound=over"},
		// Only an execution is left: a replay has as much time as it takes, a single execution has some.
		{1, "replay search-ends search-ends prover-ends=confirming +9 no-replay=over"},
		{1, "replay search-ends search-ends prover-ends=confirming answer=over"},
		{0, "replay search-ends search-ends prover-ends=confirming answer=over"},
		{1, "single search-ends search-ends prover-ends=waiting +5=over"},
		{1, "single search-ends search-ends prover-ends=waiting executor-ends=over"},
		{1, "single search-ends search-ends prover-ends=waiting +3 replay=confirming +1 no-replay=waiting +1=over"},
		{1, "single search-ends search-ends prover-ends=waiting replay=confirming +5=over"},
		{0, "single search-ends search-ends prover-ends=over"},
		// An answer for the bound is checked in time; who has it gives it when stopped. Executions go on.
		{9, "+18 proved bound=improving +1 +1=over"},
		{9, "+18 proved +2=over bound"},
		{9, "+20 proved=over"},
		{9, "+20 search-ends prover-ends +1 search-ends=over"},
		{9, "+18 replay proved bound=improving +2 no-replay=over"},
		{9, "+18 single proved +2 no-single=over"},
		{0, "+18 proved +2 bound=over"},
		// What is over stays so.
		{1, "answer=over replay single bound"},
	} {
		s := newState(&plan{
			proof: c.proof, patience: 5,
			rows: []row{{until: untilProved}, {until: untilProved}, {until: untilAlone}, {until: untilLate}},
		}, 20)
		now := time.Duration(0)
		var got []string
		for step := range strings.FieldsSeq(c.events) {
			name, _, _ := strings.Cut(step, "=")
			e, ok := eventNames[name]
			if d, err := strconv.Atoi(name); err == nil {
				e, ok = timePasses, true
				now += time.Duration(d)
			}
			if !ok {
				t.Fatalf("no event %s", name)
			}
			before := s.stage
			if s = s.after(e, now); s.stage != before {
				name = fmt.Sprintf("%s=%s", name, names[s.stage])
			}
			got = append(got, name)
		}
		if g := strings.Join(got, " "); g != c.events {
			t.Errorf("with %d for a proof: %s, not %s", c.proof, g, c.events)
		}
	}
}
