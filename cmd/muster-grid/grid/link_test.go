package grid

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// silent is a store that does not answer.
type silent struct {
	jetstream.KeyValue
	asked chan struct{}
}

func (s silent) Get(ctx context.Context, _ string) (jetstream.KeyValueEntry, error) {
	close(s.asked)
	<-ctx.Done()
	return nil, ctx.Err()
}

// TestLink: who waits for an answer when the connection is lost is asked to ask again. A request that ends otherwise
// says why.
func TestLink(t *testing.T) {
	s, c := served(t)
	asked := make(chan struct{})
	go func() {
		<-asked
		s.Stop()
	}()
	_, err := (&bucket{silent{asked: asked}, &c.link}).Get(t.Context(), "key")
	if !errors.Is(err, nats.ErrDisconnected) || !unreached(err) {
		t.Errorf("a lost connection: %v", err)
	}
	for _, on := range []context.Context{t.Context(), canceled()} {
		want := errors.New("none")
		if on.Err() != nil {
			want = on.Err()
		}
		_, err := over(on, &c.link, func(ctx context.Context) (int, error) { return 0, want })
		if !errors.Is(err, want) {
			t.Errorf("%v, want %v", err, want)
		}
	}
}

// TestLateLoss: that a connection is lost ends nothing that is asked over the next one.
func TestLateLoss(t *testing.T) {
	now := "first"
	l := link{id: func() string { return now }}
	old, end := l.during(t.Context())
	defer end()
	now = "second"
	fresh, end := l.during(t.Context())
	defer end()
	l.lose(now)
	select {
	case <-old.Done():
	case <-time.After(time.Minute):
		t.Error("what was asked before goes on")
	}
	if fresh.Err() != nil {
		t.Error("what was asked since has ended")
	}
}

func canceled() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}
