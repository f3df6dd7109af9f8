package fuzz

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/muster-smt/muster/sat/limit"
)

// waits is a case that waits until it is stopped.
type waits struct{ number }

func (waits) Run(lim *limit.Limit) error {
	for !lim.Stopped() {
		time.Sleep(50 * time.Millisecond)
	}
	return nil
}

// The clocks are for the cases alone: the process itself may use CPU time meanwhile, or get none.
func TestGuarded(t *testing.T) {
	still := func() time.Duration { return 0 }
	reads := time.Duration(0)
	busy := func() time.Duration { reads++; return reads * time.Millisecond }
	for _, c := range []struct {
		run   Case
		clock func() time.Duration
		want  string
	}{
		{number(1), still, ""},
		{number(3), still, "ends with 3"},
		{number(7), still, "panic: ends with 7"},
		{number(15), busy, "hangs: not done after 20ms of CPU time"},
		{waits{}, still, "hangs: not done after 600ms of waiting, with 0s of CPU time"},
	} {
		err := guarded(t.Context(), c.run.Run, 20*time.Millisecond, c.clock)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want)) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	go cancel()
	if err := new(Target).Replay(ctx, number(15)); !errors.Is(err, errEnded) {
		t.Errorf("a context that ends: %v", err)
	}
}

// A process that is suspended for an hour has waited for one nap.
func TestAllowance(t *testing.T) {
	p := allowance{hang: 10 * time.Second}
	for naps := 0; p.left(); naps++ {
		if naps >= 3000 {
			t.Fatalf("%d naps are not too many", naps)
		}
		p.pass(time.Millisecond)
	}
	if got, want := p.String(), "5m0s of waiting, with 3s of CPU time"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	p = allowance{hang: 10 * time.Second}
	p.pass(4 * time.Second)
	if p.left() {
		p.pass(6 * time.Second)
	}
	if p.left() || p.String() != "10s of CPU time" {
		t.Errorf("%v is left: %v", &p, p.left())
	}
}
