package driver

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
)

// counting needs a fact about its loop at every bound.
const counting = `
	var locked: bool;
	procedure step() modifies locked;
	{
		assert !locked;
		locked := true;
		locked := false;
	}
	procedure {:entrypoint} main() modifies locked;
	{
		var n: int;
		locked := false;
		while (n > 0) { call step(); havoc n; }
		assert !locked;
	}`

// TestConfirmation: a safe answer says whether it is confirmed, and one that rests on learned facts
// is given only if it is.
func TestConfirmation(t *testing.T) {
	for name, c := range map[string]struct {
		opt  Options
		want string
	}{
		"by default":        {Options{Limits: Limits{Unbounded: time.Hour}}, "safe"},
		"to the end":        {Options{Limits: Limits{Unbounded: time.Hour}, Output: Output{Check: true}}, "safe"},
		"not at all":        {Options{Limits: Limits{Unbounded: time.Hour}, Output: Output{NoCheck: true}}, "safe (not checked)"},
		"no time":           {Options{Limits: Limits{Unbounded: time.Hour, CheckTimeout: 1}, Output: Output{Check: true}}, "safe up to bound 3 (not confirmed: timeout)"},
		"no facts":          {Options{}, "safe up to bound 3"},
		"no facts, no time": {Options{Limits: Limits{CheckTimeout: 1}, Output: Output{Check: true}}, "safe up to bound 3 (not confirmed: timeout)"},
		"all bounds":        {Options{Question: Question{AllBounds: true, Bound: 1}}, "safe"},
		"all bounds no time": {Options{
			Question: Question{AllBounds: true, Bound: 1},
			Limits:   Limits{CheckTimeout: 1},
			Output:   Output{Check: true},
		}, "unknown (proof not confirmed: timeout)"},
	} {
		for _, c.opt.Engine = range BoundedEngines() {
			rep, err := verify(context.Background(), "p.bpl", []byte(counting), c.opt)
			if err != nil {
				t.Fatal(err)
			}
			if got := rep.String(); got != c.want {
				t.Errorf("%s, %s: %s, not %s", name, c.opt.Engine, got, c.want)
			}
		}
	}
}

// TestAllBounds goes past the default bound for a failing execution, and stops where no facts are found.
func TestAllBounds(t *testing.T) {
	const deep = `
		procedure {:entrypoint} main()
		{
			var i: int;
			i := 0;
			while (i < 6) { i := i + 1; }
			assert i != 6;
		}`
	const hard = `
		procedure {:entrypoint} main()
		{
			var i, s, n: int;
			assume n > 0;
			i, s := 0, 0;
			while (i < n) { s := s + i * i; i := i + 1; }
			assert 6 * s == n * (n - 1) * (2 * n - 1);
		}`
	for _, e := range BoundedEngines() {
		rep, err := verify(context.Background(), "deep.bpl", []byte(deep), Options{
			Question: Question{AllBounds: true, Bound: 1},
			Engines:  Engines{Engine: e},
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := rep.String(); got != "unsafe" || rep.Bound < 4 || rep.Proved != 0 {
			t.Errorf("%s: %s at bound %d, and bound %d is proved", e, got, rep.Bound, rep.Proved)
		}
		ctx, cancel := limit.NewCountdown(50_000, limit.Steps).Context(t.Context())
		rep, err = verify(ctx, "hard.bpl", []byte(hard), Options{
			Question: Question{AllBounds: true, Bound: 1},
			Engines:  Engines{Engine: e},
		})
		cancel()
		if err != nil {
			t.Fatal(err)
		}
		if why := rep.Result.Reason(); why.Kind != reason.Steps || rep.Proved < 1 {
			t.Errorf("%s: %s after bound %d", e, rep, rep.Proved)
		}
	}
}

// TestRejectedInvariant: an invariant that holds but is not shown to be inductive is named in the log, and changes
// no verdict.
func TestRejectedInvariant(t *testing.T) {
	const src = `procedure {:entrypoint} main()
{
	var i, j, k, x, n: int;
	i := 0; j := 0; k := 0; x := 8;
	while (i < n)
		invariant j == 3 * i;
		invariant k != 2;
	{
		i := i + 1; j := j + 3;
		if (x == 8) { k := k + 1; x := 9; } else { k := k - 1; x := 8; }
	}
	assert j == 3 * i;
}`
	for _, e := range BoundedEngines() {
		log := unproved(t, e, src)
		if got := strings.Count(log, "is not shown to be inductive"); got != 1 || !strings.Contains(log, "at=p.bpl(7,3)") {
			t.Errorf("%s: %d invariants are reported: %s", e, got, log)
		}
	}
}

// unproved returns the log of a run that proves a program up to the bound only.
func unproved(t *testing.T, engine, src string) string {
	t.Helper()
	var log bytes.Buffer
	opt := Options{
		Limits:  Limits{Unbounded: time.Hour},
		Engines: Engines{Engine: engine},
		Output:  Output{Log: slog.New(slog.NewTextHandler(&log, nil))},
	}
	rep, err := verify(context.Background(), "p.bpl", []byte(src), opt)
	if err != nil {
		t.Fatal(err)
	}
	if got := rep.String(); got != "safe up to bound 3" {
		t.Errorf("%s: %s", engine, got)
	}
	return log.String()
}

// TestRefutedCandidate: what the source proposes and is not shown to be inductive is named in the log, once for each
// procedure, and changes no verdict.
func TestRefutedCandidate(t *testing.T) {
	const src = `const {:existential true} b, c: bool;
procedure {:entrypoint} main()
{
	var i, k, x: int;
	i := 0; k := 0; x := 8;
	while (i < 900)
		invariant b ==> k != 2;
		invariant c ==> i >= 0;
	{
		i := i + 1;
		if (x == 8) { k := k + 1; x := 9; } else { k := k - 1; x := 8; }
	}
	assert k != 2;
}
procedure {:template} t(x, y: int);
	ensures x + y == 17;
	ensures x <= y;`
	for _, e := range BoundedEngines() {
		log := unproved(t, e, src)
		if got := strings.Count(log, "candidate is not shown to be inductive"); got != 2 ||
			!strings.Contains(log, "at=p.bpl(7,3)") || !strings.Contains(log, "at=p.bpl(16,2)") {
			t.Errorf("%s: %d candidates are reported: %s", e, got, log)
		}
	}
}

// TestUnprovableContract: an existential constant in a postcondition that nobody proves is refused where it is reached.
func TestUnprovableContract(t *testing.T) {
	const src = `const {:existential true} b: bool;
procedure p() returns (x: int);
	ensures b ==> x > 0;
procedure {:entrypoint} main() { var x: int; %s assert true; }`
	for call, want := range map[string]string{
		"":               "",
		"call x := p();": "p.bpl:3:2: existential constant in a postcondition of a procedure without a body, which cannot be proved, is not supported",
	} {
		_, err := verify(context.Background(), "p.bpl", fmt.Appendf(nil, src, call), Options{})
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", call, got, want)
		}
	}
}
