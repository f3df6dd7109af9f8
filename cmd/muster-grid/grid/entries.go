package grid

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

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
