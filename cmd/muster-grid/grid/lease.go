package grid

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// note changes the lease of a job that this worker has.
func (w *worker) note(ctx context.Context, j *Job, held lease, revision uint64) error {
	ctx, cancel := lasting(ctx)
	defer cancel()
	text, err := json.Marshal(held)
	if err == nil {
		_, err = w.leases.Update(ctx, j.Key(), text, revision)
	}
	return err
}

// lease takes the lease of a job, by compare-and-swap: of two workers the one has it to which the job was handed last.
func (w *worker) lease(ctx context.Context, j *Job, meta *jetstream.MsgMetadata) (l lease, revision uint64, err error) {
	l = lease{
		Worker: w.opt.Name, Server: w.nats.ConnectedServerId(), Message: meta.Sequence.Stream, Delivery: meta.NumDelivered,
		Since: time.Now(),
	}
	e, err := w.leases.Get(ctx, j.Key())
	if err != nil && !errors.Is(err, jetstream.ErrKeyNotFound) {
		return l, 0, err
	}
	if err == nil {
		var before lease
		if err := json.Unmarshal(e.Value(), &before); err != nil {
			return l, 0, err
		}
		ok := false
		if l, ok = l.after(before); !ok {
			return l, 0, errTaken
		}
		revision = e.Revision()
	}
	text, err := json.Marshal(l)
	if err != nil {
		return l, 0, err
	}
	before := revision
	if revision, err = w.leases.Update(ctx, j.Key(), text, before); err == nil || !unreached(err) {
		return l, revision, err
	}
	// The server may have it, and only its answer be lost: who gives up counts as one whose worker has ended.
	if e, gerr := w.leases.Get(ctx, j.Key()); gerr == nil && e.Revision() > before && bytes.Equal(e.Value(), text) {
		return l, e.Revision(), nil
	}
	return l, 0, err
}

// keep renews the lease of a job until the context ends, and stops the task if another worker has taken it.
func (w *worker) keep(ctx context.Context, m jetstream.Msg, j *Job, revision uint64, stop context.CancelCauseFunc) {
	tick := time.NewTicker(w.settings.Lease / 3)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		_ = m.InProgress() // if that is lost, the next one may not be
		// A copy in a cluster that lags behind may answer with a lease of before.
		if e, err := w.leases.Get(ctx, j.Key()); err == nil && e.Revision() > revision {
			stop(errTaken)
		}
		if j.half != nil && errors.Is(w.orphaned(ctx, j.half), errGone) {
			stop(errGone)
		}
	}
}
