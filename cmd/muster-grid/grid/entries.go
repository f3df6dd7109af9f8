package grid

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// toChild is a line that a worker writes to its child: a request or, while that works on one, an entry that it wants.
type toChild struct {
	*Request
	Entry *[]byte `json:"entry,omitempty"` // empty: there is none
}

// fromChild is a line that a child writes: a reply, or the key of an entry that it wants.
type fromChild struct {
	*Reply
	Want string `json:"want,omitempty"`
}

// line has a child ask its worker for entries that the grid has kept, in the midst of a request.
type line struct {
	mu      sync.Mutex // of one question at a time
	out     *json.Encoder
	entries chan []byte
}

func newLine(out io.Writer) *line {
	return &line{out: json.NewEncoder(out), entries: make(chan []byte)}
}

// entry returns the entry with a key; nil if there is none.
func (l *line) entry(key string) ([]byte, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.out.Encode(fromChild{Want: key}); err != nil {
		return nil, err
	}
	if entry := <-l.entries; len(entry) > 0 {
		return entry, nil
	}
	return nil, nil
}

// reply ends a request.
func (l *line) reply(r *Reply) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.out.Encode(fromChild{Reply: r})
}

// entryKey is where the hash of the evidence is that has the entry with a key.
func entryKey(key string) string { return "entry." + key }

// lookUp is how long a task waits for what the grid has kept.
const lookUp = 2 * time.Second

// entry returns what a driver has kept under a key on any worker; nil if there is none.
func (w *worker) entry(ctx context.Context, key string) []byte {
	ctx, cancel := context.WithTimeout(ctx, lookUp)
	defer cancel()
	e, err := w.answers.Get(ctx, entryKey(key))
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return nil
	}
	var text []byte
	var all map[string][]byte
	if err == nil {
		text, err = w.backing(ctx, string(e.Value()))
	}
	if err == nil {
		err = json.Unmarshal(text, &all)
	}
	if err != nil && ctx.Err() == nil {
		w.log.Warn("an answer that was kept is not used", "key", key, "error", err)
	}
	return all[key]
}

// index has the entries of evidence found by their keys.
func (w *worker) index(ctx context.Context, evidence []byte, hash string) error {
	var all map[string][]byte
	if err := json.Unmarshal(evidence, &all); err != nil {
		return err
	}
	for key := range all {
		if _, err := w.answers.Put(ctx, entryKey(key), []byte(hash)); err != nil {
			return err
		}
	}
	return nil
}
