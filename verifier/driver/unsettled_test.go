package driver

import (
	"context"
	"testing"
	"time"
)

// TestDespiteTimeout: what must be known of an answer gets its time although the timeout has passed, but not after the
// caller has lost interest.
func TestDespiteTimeout(t *testing.T) {
	late, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()
	ctx, done := (&run{ctx: late}).despiteTimeout(time.Minute)
	if ctx.Err() != nil {
		t.Errorf("after the timeout: %v", ctx.Err())
	}
	done()
	soon, interrupt := context.WithTimeout(t.Context(), 10*time.Second)
	ctx, done = (&run{ctx: soon}).despiteTimeout(time.Minute)
	defer done()
	interrupt()
	select {
	case <-ctx.Done():
	case <-time.After(5 * time.Second):
		t.Error("an interrupt does not end it")
	}
}
