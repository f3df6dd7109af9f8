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

// Config has settings. The zero value is the good default.
type Config struct {
	Seed    int64         // of the values that ForAll draws; gopter has its own for Gen
	Tests   int           // how many values ForAll draws; 0: 100
	Timeout time.Duration // of a proof, of a search for values, and of making a counterexample small; 0: a minute
	Dir     string        // where failures are kept; empty: testdata/prop
}

func (c Config) timeout() time.Duration {
	if c.Timeout == 0 {
		return time.Minute
	}
	return c.Timeout
}

// Check proves that a formula holds for all values of its constants and functions. If it
// does not, the test fails with a smallest counterexample, which is kept and replayed first
// from then on. If there is no proof in time, the test fails with the reason. Check reports
// whether the formula is proved.
func Check(t testing.TB, formula smt.Bool) bool {
	t.Helper()
	return Config{}.Check(t, formula)
}

// Check is the function Check with other settings.
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

// ForAll tests a function on values that satisfy a constraint: first those it failed for
// before, then others that Gen draws. It shrinks the first failure, keeps it, and fails the test.
// A panic of the function is a failure, too. ForAll reports whether there was none.
func ForAll(t testing.TB, constraint smt.Bool, test func(Values) error, vars ...smt.Expr) bool {
	t.Helper()
	return Config{}.ForAll(t, constraint, test, vars...)
}

// ForAll is the function ForAll with other settings.
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
	if len(r.Args) == 0 { // it never came to the test
		t.Errorf("prop: %v", r.Error)
		return false
	}
	v := r.Args[len(r.Args)-1].Arg.(Values)
	t.Errorf("prop: fails for\n%s\n%v\n%s", indent(v), r.Error, k.keep(v))
	return false
}

// replay tests the values that failed before. It reports whether none of them fails now.
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

// report makes an error of the test of what is wrong with the solver.
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

// frames are those of a stack trace from the panic to the test.
func frames(stack string) string {
	if _, after, ok := strings.Cut(stack, "\npanic("); ok {
		stack = "panic(" + after
	}
	before, _, _ := strings.Cut(stack, "\ngithub.com/muster-smt/muster/fuzz/prop.try(")
	return before
}
