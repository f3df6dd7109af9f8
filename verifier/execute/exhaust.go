package execute

import (
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/prog"
)

// Limits on the executions in which what is arbitrary is unknown.
const (
	sliceSteps   = 1 << 19 // least steps of a slice
	maxSplitRuns = 1 << 13 // executions, if there are several,
	maxSplit     = 1 << 25 // and their steps
)

// exhaustion runs all executions of the program, if these are few: those that differ only in what nothing depends on
// are one.
type exhaustion struct {
	m     *machine
	runs  int64
	steps int64 // of the executions that have ended
	over  bool  // no answer comes of it
	noted memory
}

// prepare begins the first execution.
func (e *exhaustion) prepare(x *search) {
	e.m = newMachine(x.m.code)
	e.m.lazy = &forks{}
	known := x.knownConstants()
	for i, w := range x.m.constant {
		if known[i] {
			e.m.constant = append(e.m.constant, w)
		} else {
			e.m.constant = append(e.m.constant, unknown)
		}
	}
	e.begin()
}

// begin begins an execution.
func (e *exhaustion) begin() {
	e.m.begin()
	e.noted.next = firstLook
}

// alone reports whether so far there is only one execution, so that others have nothing to choose.
func (e *exhaustion) alone() bool { return !e.over && len(e.m.lazy.taken) == 0 }

// knownConstants says which of the constants of the program have a value that depends on no other constant.
func (x *search) knownConstants() []bool {
	uses := prog.NewUses(x.Prepared.Flat)
	closed := map[prog.VarID]bool{}
	for _, d := range x.Prepared.Defs {
		closed[d.Const] = len(uses.Of(d.Value)) == 0
	}
	out := make([]bool, len(x.m.code.constant))
	for i, c := range x.m.code.constant {
		out[i] = closed[c.v]
	}
	return out
}

// exhaust executes so many steps of all executions. If all have ended and none fails, the program is safe. If the
// only one fails, so does the program.
func (x *search) exhaust(left int64) (res verifier.Result, done bool) {
	e := &x.sure
	m := e.m
	for left > 0 && !e.over && !e.many() {
		from := m.steps
		out := e.resume(left)
		left -= m.steps - from + 1
		x.steps += m.steps - from
		if out == cut || out == stopped {
			break
		}
		x.runs++
		x.ended[out]++
		e.steps += m.steps
		switch {
		case out == blocked && !m.lazy.over && m.why == "":
			e.runs++
			if !m.lazy.another() {
				return verifier.SafeWith(&verifier.Proof{Runs: &verifier.Runs{Executions: e.runs, Steps: e.steps}}), true
			}
			e.begin()
		case out == returned && len(m.lazy.taken) == 0:
			res, done = x.alone()
			e.over = true
		default:
			e.over = true
			if len(m.lazy.taken) == 0 {
				x.refused = m.why
			}
		}
	}
	e.over = e.over || m.lazy.over || e.many()
	return res, done
}

// many reports whether there are more executions than are run, or longer ones.
func (e *exhaustion) many() bool {
	return len(e.m.lazy.taken) > 0 && (e.runs > maxSplitRuns || e.steps+e.m.steps > maxSplit)
}

// alone confirms the only execution there is. Where it depends on nothing arbitrary, zeros will do; where an
// assumption says what something is, it is executed once more with values.
func (x *search) alone() (verifier.Result, bool) {
	if !x.sure.m.passed {
		return x.confirm(x.sure.m)
	}
	if x.try(nil, moodZero, x.sure.m.steps); x.found != nil {
		return *x.found, true
	}
	return verifier.Result{}, false
}
