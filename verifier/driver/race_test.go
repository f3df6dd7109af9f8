package driver

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/boogie"
	"github.com/muster-smt/muster/verifier/c"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/vc"
)

// fake is an engine that polls so many times, or until its context ends, and then does something.
type fake struct {
	polls int
	then  func(ctx context.Context, opt verifier.Options) (verifier.Result, error)
}

func (f fake) Name() string { return "fake" }

func (f fake) Verify(ctx context.Context, _ *vc.System, opt verifier.Options) (verifier.Result, error) {
	for n := 0; ctx.Err() == nil && n != f.polls; n++ {
	}
	if ctx.Err() != nil {
		return verifier.UnknownBecause(reason.Reason{Kind: reason.Interrupt}), nil
	}
	return f.then(ctx, opt)
}

func safe(context.Context, verifier.Options) (verifier.Result, error) {
	return verifier.SafeWith(&verifier.Proof{}), nil
}

func givesUp(context.Context, verifier.Options) (verifier.Result, error) {
	return verifier.UnknownBecause(reason.Reason{Kind: reason.GaveUp}), nil
}

func fails(context.Context, verifier.Options) (verifier.Result, error) {
	return verifier.Result{}, errors.New("broken")
}

func panics(context.Context, verifier.Options) (verifier.Result, error) { panic("broken") }

// panicsLate does so when another engine has proved the bound.
func panicsLate(begun *atomic.Bool) func(context.Context, verifier.Options) (verifier.Result, error) {
	return func(ctx context.Context, _ verifier.Options) (verifier.Result, error) {
		begun.Store(true)
		for ctx.Err() == nil {
		}
		panic("broken")
	}
}

// after waits until another engine has begun.
func after(begun *atomic.Bool, then func(context.Context, verifier.Options) (verifier.Result, error)) func(context.Context, verifier.Options) (verifier.Result, error) {
	return func(ctx context.Context, opt verifier.Options) (verifier.Result, error) {
		for !begun.Load() && ctx.Err() == nil {
		}
		return then(ctx, opt)
	}
}

// bounded proves the bound, and then takes so many polls to fail to prove more.
func bounded(polls int) func(context.Context, verifier.Options) (verifier.Result, error) {
	return func(ctx context.Context, opt verifier.Options) (verifier.Result, error) {
		if opt.Proved != nil {
			opt.Proved()
		}
		for n := 0; ctx.Err() == nil && n != polls; n++ {
		}
		return verifier.SafeUpToBoundWith(opt.Bound, &verifier.Proof{}), nil
	}
}

// unbounded proves the bound, and after so many polls all bounds.
func unbounded(polls int) func(context.Context, verifier.Options) (verifier.Result, error) {
	return func(ctx context.Context, opt verifier.Options) (verifier.Result, error) {
		res, err := bounded(polls)(ctx, opt)
		if ctx.Err() != nil {
			return res, err
		}
		return safe(ctx, opt)
	}
}

// tooLate proves the bound when another engine has.
func tooLate(ctx context.Context, opt verifier.Options) (verifier.Result, error) {
	for ctx.Err() == nil {
	}
	return bounded(0)(ctx, opt)
}

// stopped waits until another engine has proved the bound.
func stopped(ctx context.Context, opt verifier.Options) (verifier.Result, error) {
	for ctx.Err() == nil {
	}
	if context.Cause(ctx) != errLate {
		return verifier.Result{}, fmt.Errorf("it ends because of %v", context.Cause(ctx))
	}
	return bounded(0)(ctx, opt)
}

// upTo proves the bounds up to the last one, and then has the run interrupted.
func upTo(last int, interrupt func()) func(context.Context, verifier.Options) (verifier.Result, error) {
	return func(ctx context.Context, opt verifier.Options) (verifier.Result, error) {
		if opt.Bound > last {
			interrupt()
			return fake{polls: never}.Verify(ctx, nil, opt)
		}
		return bounded(0)(ctx, opt)
	}
}

// below proves a bound that is smaller than the one that is asked about, and no more.
func below(bound int, then func(context.Context, verifier.Options) (verifier.Result, error)) func(context.Context, verifier.Options) (verifier.Result, error) {
	return func(ctx context.Context, opt verifier.Options) (verifier.Result, error) {
		if opt.Within != nil && opt.Bound > bound {
			opt.Within(bound, &verifier.Proof{})
		}
		return then(ctx, opt)
	}
}

const never = -1

// turn is the length of the turns of the engines in tests.
const turn = 10_000

// passing is the question whether a program that passes its assertion does so.
func passing(opt Options, by ...engine) request {
	return request{file: "p.bpl", src: []byte("procedure main() { assert true; }"), opt: opt, engines: by}
}

// When memory gets short, the engine with the shortest turns ends, the last one of several, and one of them goes on.
func TestRaceGivesBack(t *testing.T) {
	x := &entrants{}
	why := map[string]error{}
	turns := limit.NewTurns(context.Background(), 1)
	for _, e := range []struct {
		name string
		turn int64
		ending
	}{{"a", 4, untilProved}, {"b", 2, untilLate}, {"c", 2, untilLate}, {"executor", 1, untilAlone}, {"d", 3, untilLate}} {
		log := slog.New(slog.DiscardHandler)
		x.all = append(x.all, &entrant{
			entrants: x, run: &run{row: &row{until: e.ending}, log: log}, member: turns.Join(t.Context(), e.turn),
			giveUp: func(cause error) { why[e.name] = cause },
		})
	}
	for _, want := range []string{"c", "b", "d"} {
		for range 2 { // one ends at a time
			if !x.giveBack() || len(why) != 1 || why[want] != limit.ErrMemory {
				t.Fatalf("%v ended, not %s", why, want)
			}
		}
		for _, r := range x.all {
			if r.spared && !r.over {
				x.ends(r)
			}
		}
		clear(why)
	}
	if x.giveBack() || len(why) > 0 {
		t.Errorf("%v ended, the last one", why)
	}
}

// TestRace asks engines of which it is known when they have an answer.
func TestRace(t *testing.T) {
	var begun atomic.Bool            // the second engine has
	var interrupt context.CancelFunc // ends a run
	for _, c := range []struct {
		name string // with an asterisk: what the order of turns decides
		opt  Options
		a, b fake
		want string // the answer and the engine, or the error
	}{
		{"the first", Options{}, fake{10, safe}, fake{never, nil}, "safe by a"},
		{"the second", Options{}, fake{never, nil}, fake{10, safe}, "safe by b"},
		{"the one that is faster *", Options{}, fake{30 * turn, safe}, fake{10 * turn, bounded(0)}, "safe up to bound 3 by b"},
		{"turns are of equal length *", Options{}, fake{10 * turn, bounded(0)}, fake{11 * turn, safe}, "safe up to bound 3 by a"},
		{"one gives up", Options{}, fake{10, givesUp}, fake{20, safe}, "safe by b"},
		{"both give up", Options{}, fake{10, givesUp}, fake{20, givesUp}, "unknown (solver gave up) by auto"},
		{"one gives up and the other runs out of time", Options{Limits: Limits{Timeout: 50 * time.Millisecond}}, fake{10, givesUp}, fake{never, nil}, "unknown (timeout) by auto"},
		{"a proof for all bounds is sought without entrants *", Options{Limits: Limits{Unbounded: time.Hour}}, fake{2 * turn, bounded(20 * turn)}, fake{5 * turn, safe}, "safe up to bound 3 by a"},
		{"the bound is proved twice", Options{Limits: Limits{Unbounded: time.Hour}}, fake{2 * turn, unbounded(20 * turn)}, fake{0, tooLate}, "safe by a"},
		{"bound after bound", Options{Question: Question{AllBounds: true, Bound: 1}},
			fake{turn, upTo(4, func() { interrupt() })}, fake{never, nil}, "unknown (interrupted) by auto, up to 4"},
		{"bounds that the other has proved *", Options{Question: Question{AllBounds: true, Bound: 1}}, fake{2 * turn, upTo(3, func() {})},
			fake{3 * turn, func(ctx context.Context, opt verifier.Options) (verifier.Result, error) {
				if opt.Bound < 4 {
					return verifier.Result{}, fmt.Errorf("asked about bound %d", opt.Bound)
				}
				return safe(ctx, opt)
			}}, "safe by b"},
		{"an error", Options{}, fake{never, nil}, fake{10, fails}, "internal error"},
		{"a panic", Options{}, fake{never, nil}, fake{10, panics}, "internal error"},
		{"a panic after an answer for the bound", Options{Limits: Limits{Unbounded: time.Hour}}, fake{2 * turn, after(&begun, bounded(20*turn))}, fake{0, panicsLate(&begun)}, "safe up to bound 3 by a"},
	} {
		for _, places := range []int{1, 2} {
			if places > 1 && strings.HasSuffix(c.name, "*") {
				continue
			}
			opt := c.opt
			opt.Front, opt.Processors, opt.NoCheck, opt.Log = boogie.Front{}, places, true, slog.New(slog.DiscardHandler)
			if opt.Unbounded == 0 {
				opt.Unbounded = -1
			}
			var ctx context.Context
			ctx, interrupt = context.WithCancel(t.Context())
			begun.Store(false)
			r, err := decide(ctx, passing(opt,
				engine{name: "a", make: func(inline.Config) verifier.Engine { return c.a }, first: turn, turn: turn},
				engine{name: "b", make: func(inline.Config) verifier.Engine { return c.b }, first: turn, turn: turn},
			))
			interrupt()
			got := ""
			if err != nil {
				got = err.Error()
			} else if got = r.rep.Result.String() + " by " + r.rep.Engine; r.rep.Proved > 0 && r.rep.Result.Verdict() == verifier.Unknown {
				got += fmt.Sprintf(", up to %d", r.rep.Proved)
			}
			if faults := strings.Contains(c.name, "panic after"); err == nil && (len(r.rep.Faults) > 0) != faults {
				t.Errorf("%s: faults %v", c.name, r.rep.Faults)
			}
			if got != c.want && (err == nil || !strings.Contains(got, c.want)) {
				t.Errorf("%s, %d at a time: %s, not %s", c.name, places, got, c.want)
			}
		}
	}
}

// TestEqualRuns: on one processor the same engine has the answer in each run, by the same steps.
func TestEqualRuns(t *testing.T) {
	const src = `
procedure f(n: int) returns (r: int) {
  var a, b: int;
  if (n > 0) { call a := f(n - 1); call b := f(n - 2); r := a + b + 1; } else { r := 1; }
}
procedure main(n: int) { var r: int; call r := f(n); assert n != 4 || r != 16; assert r > 0; }`
	var want string
	for range 4 {
		chosen := engines()
		for i := range chosen {
			chosen[i].first, chosen[i].turn = 100, 100
		}
		opt := Options{
			Question: Question{Front: boogie.Front{}, Bound: 4},
			Limits:   Limits{Processors: 1},
			Output:   Output{Log: slog.New(slog.DiscardHandler)},
		}
		r, err := decide(context.Background(), request{file: "p.bpl", src: []byte(src), opt: opt, engines: chosen})
		if err != nil {
			t.Fatal(err)
		}
		s := r.rep.Result.Stats()
		got := fmt.Sprint(r.rep.Result, r.rep.Engine, s.Instances, s.Queries, s.Counters)
		if want == "" {
			want = got
			t.Log(got)
		}
		if got != want {
			t.Errorf("%s, not %s", got, want)
		}
	}
}

// TestUnboundedEngine: an engine that asks about all bounds goes on when another one has proved the bound, as long as the time for
// that lasts.
func TestUnboundedEngine(t *testing.T) {
	for _, c := range []struct {
		name      string
		unbounded time.Duration
		a, b      fake
		want      string
	}{
		{"in time", time.Hour, fake{turn, bounded(0)}, fake{20 * turn, safe}, "safe by b"},
		{"too late", 50 * time.Millisecond, fake{turn, bounded(0)}, fake{never, nil}, "safe up to bound 3 by a"},
		{"no time", -1, fake{turn, bounded(0)}, fake{never, nil}, "safe up to bound 3 by a"},
		{"it gives up later", time.Hour, fake{turn, bounded(0)}, fake{20 * turn, givesUp}, "safe up to bound 3 by a"},
		{"it gives up before", time.Hour, fake{20 * turn, bounded(0)}, fake{turn, givesUp}, "safe up to bound 3 by a"},
		{"it is first", time.Hour, fake{never, nil}, fake{turn, safe}, "safe by b"},
		{"it proves the bound", time.Hour, fake{0, stopped}, fake{turn, bounded(20 * turn)}, "safe up to bound 3 by b"},
		{"it proves the bound, and then all", time.Hour, fake{0, stopped}, fake{turn, unbounded(20 * turn)}, "safe by b"},
		{"it proves the bound, too", time.Hour, fake{turn, bounded(0)}, fake{20 * turn, unbounded(20 * turn)}, "safe by b"},
	} {
		for _, places := range []int{1, 2} {
			opt := Options{
				Question: Question{Front: boogie.Front{}, Bound: verifier.DefaultBound},
				Limits:   Limits{Unbounded: c.unbounded, Processors: places},
				Output:   Output{NoCheck: true, Log: slog.New(slog.DiscardHandler)},
			}
			r, err := decide(context.Background(), passing(opt,
				engine{name: "a", make: func(inline.Config) verifier.Engine { return c.a }, first: turn, turn: turn},
				engine{name: "b", make: func(inline.Config) verifier.Engine { return c.b }, unbounded: true, first: turn, turn: turn},
			))
			if err != nil {
				t.Fatal(err)
			}
			if got := r.rep.Result.String() + " by " + r.rep.Engine; got != c.want {
				t.Errorf("%s, %d at a time: %s, not %s", c.name, places, got, c.want)
			}
		}
	}
}

// TestBelow: if the time ends before the first bound is proved, a smaller one that is proved is the answer about a C program of which no bound
// is given.
func TestBelow(t *testing.T) {
	waits := fake{polls: never}.Verify
	for _, x := range []struct {
		name  string
		bound int
		a, b  fake
		want  string
	}{
		{"the time ends", 0, fake{turn, below(1, func(ctx context.Context, opt verifier.Options) (verifier.Result, error) { return waits(ctx, nil, opt) })},
			fake{never, nil}, "safe up to bound 1 by a"},
		{"a bound is given", 3, fake{turn, below(1, func(ctx context.Context, opt verifier.Options) (verifier.Result, error) { return waits(ctx, nil, opt) })},
			fake{never, nil}, "unknown (timeout) by auto"},
		{"another engine proves the first", 0, fake{turn, below(2, stopped)}, fake{2 * turn, func(ctx context.Context, opt verifier.Options) (verifier.Result, error) {
			if opt.Bound > verifier.DefaultBound {
				return waits(ctx, nil, opt)
			}
			return bounded(0)(ctx, opt)
		}}, "safe up to bound 3 by b"},
		{"it gives up", 0, fake{turn, below(1, givesUp)}, fake{20 * turn, safe}, "safe by b"},
	} {
		opt := Options{
			Question: Question{Front: c.Front{}, Bound: x.bound},
			Limits:   Limits{Unbounded: time.Hour, Timeout: time.Second, Processors: 1},
			Output:   Output{NoCheck: true},
		}
		if err := opt.complete(); err != nil {
			t.Fatal(err)
		}
		r, err := decide(context.Background(), request{file: "p.c", src: []byte("int main(void) { return 0; }"), opt: opt, engines: []engine{
			{name: "a", make: func(inline.Config) verifier.Engine { return x.a }, first: turn, turn: turn},
			{name: "b", make: func(inline.Config) verifier.Engine { return x.b }, first: turn, turn: turn},
		}})
		if err != nil {
			t.Fatal(err)
		}
		if got := r.rep.Result.String() + " by " + r.rep.Engine; got != x.want {
			t.Errorf("%s: %s, not %s", x.name, got, x.want)
		}
	}
}

// TestGreaterBound: an engine that has proved a bound before the others, and holds on, goes on for all bounds when another
// one proves a greater bound, else not.
func TestGreaterBound(t *testing.T) {
	for hold, want := range map[bool]string{true: "safe by a", false: "safe up to bound 5 by b"} {
		if got := greaterBound(t, hold); got != want {
			t.Errorf("holding on %v: %s, not %s", hold, got, want)
		}
	}
}

// greaterBound returns the answer of a race in which b proves a greater bound before a has its answer.
func greaterBound(t *testing.T, hold bool) string {
	var proved atomic.Bool
	a := fake{turn, func(ctx context.Context, opt verifier.Options) (verifier.Result, error) {
		if opt.Bound > verifier.DefaultBound {
			return fake{polls: never}.Verify(ctx, nil, opt)
		}
		opt.Proved()
		opt.Hold(hold)
		for !proved.Load() && ctx.Err() == nil {
		}
		return fake{20 * turn, safe}.Verify(ctx, nil, opt)
	}}
	b := fake{0, func(ctx context.Context, opt verifier.Options) (verifier.Result, error) {
		if opt.Bound == verifier.DefaultBound {
			return stopped(ctx, opt)
		}
		if proved.Load() {
			return fake{polls: never}.Verify(ctx, nil, opt)
		}
		res, err := bounded(0)(ctx, opt)
		proved.Store(true)
		return res, err
	}}
	opt := Options{
		Question: Question{Front: c.Front{}}, Limits: Limits{Unbounded: 2 * time.Second, Processors: 2}, Output: Output{NoCheck: true},
	}
	if err := opt.complete(); err != nil {
		t.Fatal(err)
	}
	r, err := decide(context.Background(), request{file: "p.c", src: []byte("int main(void) { return 0; }"), opt: opt, engines: []engine{
		{name: "a", make: func(inline.Config) verifier.Engine { return a }, first: turn, turn: turn},
		{name: "b", make: func(inline.Config) verifier.Engine { return b }, first: turn, turn: turn},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return r.rep.Result.String() + " by " + r.rep.Engine
}
