package grid

import (
	"errors"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
)

// TestAgain: a server that is there may leave many requests without an answer, as a cluster does that is without a
// leader, but not for long.
func TestAgain(t *testing.T) {
	c := local(t)
	for _, x := range []struct {
		fails int
		most  time.Duration
		ok    bool
	}{{7, time.Hour, true}, {7, 1, false}} {
		n := 0
		err := c.within(t.Context(), x.most, func() error {
			if n++; n <= x.fails {
				return nats.ErrNoResponders
			}
			return nil
		})
		if x.ok != (err == nil) || !x.ok && (!errors.Is(err, nats.ErrNoResponders) || n > x.fails) {
			t.Errorf("within %v: %v after %d requests", x.most, err, n)
		}
	}
}
