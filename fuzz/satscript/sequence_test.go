package satscript_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/muster-smt/muster/fuzz/gen"
	"github.com/muster-smt/muster/fuzz/satscript"
	"github.com/muster-smt/muster/fuzz/sequence"
	"github.com/muster-smt/muster/sat"
)

// Sequences of calls on the SAT solver, which are those of scripts: the runner of a script
// knows all satisfying assignments and judges the answers. In addition to scripts, options
// change between calls.

// scripted is the model: the calls so far, and a script from which to take more.
type scripted struct{ options, calls, pool satscript.Script }

func (s *scripted) String() string { return fmt.Sprintf("%q", s.options.String()) }

// solver is the system under test.
type solver struct {
	*satscript.Runner
	calls satscript.Script
}

// begin runs calls on a new solver.
func begin(options, calls satscript.Script) (*solver, error) {
	x := &solver{Runner: satscript.NewRunner(satscript.Config{}), calls: calls}
	for _, o := range slices.Concat(options, calls) {
		if err := x.Step(o); err != nil {
			return x, fmt.Errorf("again, %v: %w", o, err)
		}
	}
	return x, nil
}

// scriptCall is a call, or a change of options: then a new solver gets all calls again.
type scriptCall struct {
	op      satscript.Op
	options satscript.Script
	renew   bool
}

func (c *scriptCall) String() string {
	if c.renew {
		return fmt.Sprintf("all again under %q", c.options.String())
	}
	return c.op.String()
}

func (c *scriptCall) Possible(s *scripted) bool { return true }

func (c *scriptCall) Next(s *scripted) *scripted {
	if c.renew {
		return &scripted{c.options, s.calls, s.pool}
	}
	return &scripted{s.options, append(slices.Clip(s.calls), c.op), s.pool}
}

func (c *scriptCall) Run(x *solver) any {
	if c.renew {
		y, err := begin(c.options, x.calls)
		*x = *y
		return outcome{err}
	}
	x.calls = append(x.calls, c.op)
	return outcome{x.Step(c.op)}
}

type outcome struct{ err error }

func (c *scriptCall) Judge(_ *scripted, result any) error { return result.(outcome).err }

func (c *scriptCall) Smaller() (out []sequence.Call[*scripted, *solver]) {
	for i := range c.options {
		out = append(out, &scriptCall{options: slices.Delete(slices.Clone(c.options), i, i+1), renew: true})
	}
	for i := range c.op.Lits {
		if c.op.Kind == satscript.Clause || c.op.Kind == satscript.Solve {
			o := c.op
			o.Lits = slices.Delete(slices.Clone(o.Lits), i, i+1)
			out = append(out, &scriptCall{op: o})
		}
	}
	return out
}

// few is a generated script with few variables, in two parts.
func few(r *rand.Rand) (options, calls satscript.Script) {
	for {
		s := gen.SAT(r)
		wide := slices.ContainsFunc(s, func(o satscript.Op) bool {
			return slices.ContainsFunc(o.Lits, func(l sat.Lit) bool { return l.Var() > 10 })
		})
		if n := slices.IndexFunc(s, func(o satscript.Op) bool { return !o.Opening() }); !wide && n >= 0 {
			return s[:n], s[n:]
		}
	}
}

func TestSequences(t *testing.T) {
	sequence.System[*scripted, *solver]{
		Start: func(r *rand.Rand) *scripted {
			options, calls := few(r)
			return &scripted{options: options, pool: calls}
		},
		New: func(s *scripted) *solver {
			x, err := begin(s.options, nil)
			if err != nil {
				panic(err)
			}
			return x
		},
		Draw: func(r *rand.Rand, s *scripted) sequence.Call[*scripted, *solver] {
			if len(s.calls) > 0 && r.IntN(12) == 0 {
				options, _ := few(r)
				return &scriptCall{options: options, renew: true}
			}
			calls := s.pool
			// Prefer clauses, so that there is something to ask about.
			o := calls[r.IntN(len(calls))]
			if o.Kind != satscript.Clause && r.IntN(3) == 0 {
				o = calls[r.IntN(len(calls))]
			}
			return &scriptCall{op: o}
		},
		Calls: 60,
	}.Test(t, 150)
}
