// Package sequence tests a system by random sequences of calls, with the commands of
// gopter. After each call, a simple model of the system says what the result must be. A
// failing sequence is shrunk, by leaving out calls and by making calls smaller.
//
// A model of the system outlives its options: to change options, a call makes a new
// system of the same clauses or assertions.
//
// The package is for tests. In the environment, MUSTER_SEQUENCES=CASES or CASES@SEED asks
// for more, or different, sequences than go test runs by default.
package sequence

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/commands"
)

// Call is a call on a system T, of which S is an immutable model. A call is
// self-contained, so that it can be run again after others are left out.
type Call[S, T any] interface {
	// Possible reports whether the call is legal in a state.
	Possible(S) bool
	// Run makes the call and returns its result.
	Run(T) any
	// Next returns the model after the call.
	Next(S) S
	// Judge says what is wrong with a result; s is the model after the call.
	Judge(s S, result any) error
	String() string
	// Smaller returns calls to try in its place.
	Smaller() []Call[S, T]
}

// System says how sequences of calls are made and run.
type System[S, T any] struct {
	Start func(*rand.Rand) S             // makes the model at the start
	New   func(S) T                      // makes a system for it
	Draw  func(*rand.Rand, S) Call[S, T] // makes a call; an impossible one is drawn again
	Calls int                            // maximum number of calls in a sequence
}

// Test runs random sequences of calls, the same ones each time.
func (y System[S, T]) Test(t *testing.T, cases int) {
	t.Helper()
	seed := int64(1)
	if env := os.Getenv("MUSTER_SEQUENCES"); env != "" {
		if err := parse(env, &cases, &seed); err != nil {
			t.Fatalf("MUSTER_SEQUENCES=%q: %v; want CASES or CASES@SEED", env, err)
		}
	}
	if failure := y.try(cases, seed); failure != "" {
		t.Error(failure)
	}
}

func parse(env string, cases *int, seed *int64) (err error) {
	count, from, both := strings.Cut(env, "@")
	if *cases, err = strconv.Atoi(count); err == nil && both {
		*seed, err = strconv.ParseInt(from, 10, 64)
	}
	return err
}

// try returns a description of the first failure, or "".
func (y System[S, T]) try(cases int, seed int64) string {
	p := gopter.DefaultTestParametersWithSeed(seed)
	p.MinSuccessfulTests, p.MinSize, p.MaxSize = cases, 1, y.Calls
	r := commands.Prop(y.commands()).Check(p)
	if r.Passed() {
		return ""
	}
	var b strings.Builder
	for _, a := range r.Args {
		fmt.Fprintf(&b, "\n%v\n(at first: %v)", a.ArgFormatted, a.OrigArgFormatted)
	}
	return fmt.Sprintf("after %d sequences: %v %v%s\n%s", r.Succeeded, r.Error, r.Labels, b.String(), r.ErrorStack)
}

func (y System[S, T]) commands() commands.Commands {
	return &commands.ProtoCommands{
		InitialStateGen: func(p *gopter.GenParameters) *gopter.GenResult {
			return gopter.NewGenResult(state[S]{y.Start(random(p))}, gopter.NoShrinker)
		},
		NewSystemUnderTestFunc: func(s commands.State) commands.SystemUnderTest { return y.New(s.(state[S]).s) },
		GenCommandFunc: func(s commands.State) gopter.Gen {
			return func(p *gopter.GenParameters) *gopter.GenResult {
				return gopter.NewGenResult(command[S, T]{y.Draw(random(p), s.(state[S]).s)}, shrink[S, T])
			}
		},
	}
}

func random(p *gopter.GenParameters) *rand.Rand { return rand.New(rand.NewPCG(p.NextUint64(), 1)) }

// shrink yields the smaller calls in order.
func shrink[S, T any](v any) gopter.Shrink {
	smaller := v.(command[S, T]).call.Smaller()
	return func() (any, bool) {
		if len(smaller) == 0 {
			return nil, false
		}
		c := smaller[0]
		smaller = smaller[1:]
		return command[S, T]{c}, true
	}
}

// state wraps a model for gopter, which does not accept interfaces.
type state[S any] struct{ s S }

func (s state[S]) String() string { return fmt.Sprint(s.s) }

// command wraps a call for gopter.
type command[S, T any] struct{ call Call[S, T] }

// panicked is the result of a call that panics: a failure that shrinks like any other.
type panicked struct {
	value any
	stack string
}

func (c command[S, T]) Run(y commands.SystemUnderTest) (result commands.Result) {
	defer func() {
		if r := recover(); r != nil {
			result = panicked{r, string(debug.Stack())}
		}
	}()
	return c.call.Run(y.(T))
}

func (c command[S, T]) PreCondition(s commands.State) bool { return c.call.Possible(s.(state[S]).s) }
func (c command[S, T]) String() string                     { return "\n\t" + c.call.String() }

func (c command[S, T]) NextState(s commands.State) commands.State {
	return state[S]{c.call.Next(s.(state[S]).s)}
}

func (c command[S, T]) PostCondition(s commands.State, result commands.Result) *gopter.PropResult {
	if p, ok := result.(panicked); ok {
		return c.fails(fmt.Sprintf("panic: %v\n%s", p.value, p.stack))
	}
	if err := c.call.Judge(s.(state[S]).s, result); err != nil {
		return c.fails(err.Error())
	}
	return &gopter.PropResult{Status: gopter.PropTrue}
}

func (c command[S, T]) fails(why string) *gopter.PropResult {
	return &gopter.PropResult{Status: gopter.PropFalse, Labels: []string{c.call.String() + ": " + why}}
}
