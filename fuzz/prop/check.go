package prop

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/prop"

	"github.com/muster-smt/muster/theory/smt"
)

// Config holds settings. The zero value has good defaults.
type Config struct {
	Seed    int64         // of the values that ForAll draws; Gen uses gopter's seed
	Tests   int           // number of values that ForAll draws; 0 means 100
	Timeout time.Duration // for a proof, for a draw, and for minimizing a counterexample; 0 means a minute
	Dir     string        // where failures are kept; empty means testdata/prop
}

func (c Config) timeout() time.Duration {
	if c.Timeout == 0 {
		return time.Minute
	}
	return c.Timeout
}

// Check proves that a formula holds for all values of its constants and functions. If it
// does not, the test fails with a smallest counterexample, which is kept and replayed first
// in later runs. If the solver finds neither, the test fails with the reason. Check reports
// whether the formula was proved.
func Check(t testing.TB, formula smt.Bool) bool {
	t.Helper()
	return Config{}.Check(t, formula)
}

// Check is like the function Check, with these settings.
func (c Config) Check(t testing.TB, formula smt.Bool) (proved bool) {
	t.Helper()
	defer report(t)
	p := newProblem(c, formula.Not(), nil)
	k := c.open(t.Name())
	if !p.replay(t, k, func(Values) error { return errors.New("the formula is false") }) {
		return false
	}
	ctx, cancel := context.WithTimeout(t.Context(), c.timeout())
	defer cancel()
	a := p.ask(ctx, smt.Config{})
	switch r := a.check(); r.Status {
	case smt.Unsat:
		return true
	case smt.Unknown:
		t.Errorf("prop: neither proved nor refuted: %s", r.Reason)
		return false
	}
	m, err := a.s.Model()
	if err != nil {
		panic(fault{err})
	}
	v, doubt := p.smallest(t.Context(), m)
	title := "smallest counterexample"
	if doubt != "" {
		title = "counterexample, perhaps not the smallest (" + doubt + ")"
	}
	t.Errorf("prop: not valid; %s:\n%s\n%s", title, indent(v), k.keep(v))
	return false
}

// ForAll calls a function with values that satisfy a constraint: first those for which it
// failed before, then new ones from Gen, which are diverse in vars. An error or a panic is a
// failure. ForAll shrinks the values of the first failure, keeps them, and fails the test.
// It reports whether there was no failure.
func ForAll(t testing.TB, constraint smt.Bool, test func(Values) error, vars ...smt.Expr) bool {
	t.Helper()
	return Config{}.ForAll(t, constraint, test, vars...)
}

// ForAll is like the function ForAll, with these settings.
func (c Config) ForAll(t testing.TB, constraint smt.Bool, test func(Values) error, vars ...smt.Expr) (passed bool) {
	t.Helper()
	defer report(t)
	p := newProblem(c, constraint, vars)
	k := c.open(t.Name())
	if !p.replay(t, k, func(v Values) error { return try(test, v) }) {
		return false
	}
	params := gopter.DefaultTestParametersWithSeed(c.Seed)
	params.Rng = rand.New(rand.NewSource(c.Seed))
	if params.MinSuccessfulTests = c.Tests; c.Tests == 0 {
		params.MinSuccessfulTests = 100
	}
	holds := func(v Values) (bool, error) {
		err := try(test, v)
		return err == nil, err
	}
	r := prop.ForAll(holds, p.gen()).Check(params)
	if r.Passed() {
		return true
	}
	if len(r.Args) == 0 { // nothing was drawn
		t.Errorf("prop: %v", r.Error)
		return false
	}
	v := r.Args[len(r.Args)-1].Arg.(Values)
	t.Errorf("prop: fails for\n%s\n%v\n%s", indent(v), r.Error, k.keep(v))
	return false
}

// replay tests the values of earlier failures. It reports whether none of them fails now.
func (p *problem) replay(t testing.TB, k *kept, test func(Values) error) bool {
	t.Helper()
	if k.bad != nil {
		t.Errorf("prop: %v", k.bad)
		return false
	}
	for _, e := range k.entries {
		v, err := p.again(t.Context(), e)
		if errors.As(err, new(noCase)) {
			t.Logf("prop: %s:%d: ignored: %v", k.file, e.line, err)
			continue
		}
		if err != nil {
			t.Errorf("prop: %s:%d: cannot be replayed: %v", k.file, e.line, err)
			return false
		}
		if err := test(v); err != nil {
			t.Errorf("prop: fails for the values of %s:%d\n%s\n%v", k.file, e.line, indent(v), err)
			return false
		}
	}
	return true
}

// report turns a fault of the solver into an error of the test.
func report(t testing.TB) {
	switch r := recover().(type) {
	case nil:
	case fault:
		t.Errorf("prop: %v", r)
	default:
		panic(r)
	}
}

func try(test func(Values) error, v Values) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, frames(string(debug.Stack())))
		}
	}()
	return test(v)
}

// frames returns the frames of a stack trace from the panic to the test function.
func frames(stack string) string {
	if _, after, ok := strings.Cut(stack, "\npanic("); ok {
		stack = "panic(" + after
	}
	before, _, _ := strings.Cut(stack, "\ngithub.com/muster-smt/muster/fuzz/prop.try(")
	return before
}
