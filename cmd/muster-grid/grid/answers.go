package grid

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-smt/muster/verifier/report"
)

// unlimited is the hash of what a job asks but for its limits.
func (j *Job) unlimited() string {
	what := *j
	what.Timeout, what.Memory = -1, 0 // as no job has them
	return what.Hash()
}

// decided reports whether a report is an answer that is kept.
func decided(r *report.Report) bool {
	return r.Verdict != "unknown" && r.Verdict != "error"
}

// settled reports whether no other limits would have led to more: an answer for a bound is about limits, too.
func settled(r *report.Report) bool {
	return (r.Verdict == "unsafe" || r.Verdict == "safe" && r.Check == "confirmed") && (r.Rest == nil || settled(r.Rest))
}

// remember keeps an answer by what it answers, for other campaigns.
func (w *worker) remember(ctx context.Context, j *Job, r *report.Report, result Result) error {
	if !decided(r) {
		return nil
	}
	if result.Job = j.Hash(); settled(r) {
		result.Job = j.unlimited()
	}
	text, err := json.Marshal(result)
	if err != nil {
		return err
	}
	_, err = w.answers.Put(ctx, result.Job, text)
	return err
}

// Kept returns the answer that an earlier job has led to which asked the same, perhaps in a later round; nil if there
// is none. It is worth as much as a result: some worker says it.
func (c *Client) Kept(ctx context.Context, rounds []*Job) (*Received, error) {
	r, err := c.keptAs(ctx, rounds[0].unlimited(), rounds[0], settled)
	for i := 0; i < len(rounds) && r == nil && err == nil; i++ {
		r, err = c.keptAs(ctx, rounds[i].Hash(), rounds[i], decided)
	}
	return r, err
}

// keptAs returns the answer to a job that is kept under a key, if it is one that may be there.
func (c *Client) keptAs(ctx context.Context, key string, j *Job, may func(*report.Report) bool) (*Received, error) {
	e, err := c.answers.Get(ctx, key)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	r := &Received{Number: j.Number, Round: j.Round, Hash: j.Hash(), Result: &Result{}, Kept: true}
	err = c.read(ctx, r, key, e.Value())
	if err == nil && !may(r.Report) {
		err = &resultError{key, errors.New("it is no answer that is kept")}
	}
	if errors.As(err, new(*resultError)) {
		c.log.Warn("an answer that was kept is not used", "task", j.Name, "error", err)
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	r.Report.Kept = true
	return r, nil
}
