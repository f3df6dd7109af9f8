package grid

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// latest has the values of a bucket as they were when they were last asked for: then only those are read that have
// changed since.
type latest[T any] struct {
	mu      sync.Mutex
	values  map[string]dated[T] // by key
	next    uint64              // revision to be read
	created time.Time           // the bucket was
}

// dated is a value of which it is known when it was said.
type dated[T any] struct {
	value T
	said  time.Time
}

// What is shown of a bucket at most: bytes of a value, and values, those that were said last. Who has a key could fill
// the memory of the server.
const (
	mostShown  = 64 << 10
	mostValues = 20_000
)

// bound forgets a tenth of the values, those that were said first, if there are too many.
func (l *latest[T]) bound() {
	if len(l.values) <= mostValues {
		return
	}
	keys := slices.SortedFunc(maps.Keys(l.values), func(a, b string) int {
		return l.values[a].said.Compare(l.values[b].said)
	})
	for _, k := range keys[:mostValues/10] {
		delete(l.values, k)
	}
}

// read returns what the values of a bucket are now. Each counts for so long.
func (l *latest[T]) read(ctx context.Context, js jetstream.JetStream, bucket string, life time.Duration) ([]T, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	s, err := js.Stream(ctx, "KV_"+bucket)
	if err != nil {
		return nil, err
	}
	info := s.CachedInfo()
	if l.values == nil || !info.Created.Equal(l.created) || info.State.LastSeq+1 < l.next {
		l.values, l.next, l.created = map[string]dated[T]{}, 1, info.Created
	}
	if info.State.LastSeq >= l.next && info.State.Msgs > 0 {
		if err := l.update(ctx, js, bucket); err != nil {
			return nil, err
		}
	}
	var out []T
	for k, v := range l.values {
		if time.Since(v.said) > life {
			delete(l.values, k)
		} else {
			out = append(out, v.value)
		}
	}
	return out, nil
}

// update reads the values that have changed.
func (l *latest[T]) update(ctx context.Context, js jetstream.JetStream, bucket string) error {
	kv, err := js.KeyValue(ctx, bucket)
	if err != nil {
		return err
	}
	w, err := kv.WatchAll(ctx, jetstream.IgnoreDeletes(), jetstream.ResumeFromRevision(l.next))
	if err != nil {
		return err
	}
	defer func() { _ = w.Stop() }()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case e, ok := <-w.Updates():
			if !ok {
				return errors.New("the bucket is gone")
			}
			if e == nil {
				return nil
			}
			var x T
			if len(e.Value()) <= mostShown && json.Unmarshal(e.Value(), &x) == nil { // else it alone shows nothing
				l.values[e.Key()] = dated[T]{x, e.Created()}
				l.bound()
			}
			l.next = e.Revision() + 1
		}
	}
}
