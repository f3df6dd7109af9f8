package grid

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-smt/muster/cmd/task"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/report"
)

// Client gives the jobs of a campaign to a grid, and gets their results.
type Client struct {
	*Conn
	id  string // of the campaign
	run int

	lost time.Duration // lostAfter

	mu   sync.Mutex
	open map[string]pending // jobs without a result, by key
}

// pending is a job that was submitted, with its files: the store may lose them.
type pending struct {
	*Job
	files prog.Files
	since time.Time
}

// lostAfter is how long a client waits for a result before it submits its job again: it may have gone from the queue
// without one, by a worker that means harm. If it is there still, nothing is added.
const lostAfter = 5 * time.Minute

// NewID returns the identity of a new campaign.
func NewID() string { return randomID() }

// NewClient returns a client for a campaign, in a run of it.
func NewClient(c *Conn, id string, run int) *Client {
	return &Client{Conn: c, id: c.owned(id), run: run, lost: lostAfter, open: map[string]pending{}}
}

// Submit gives a job to the grid, as soon as its server is there. A job that is there already is not added again.
func (c *Client) Submit(ctx context.Context, j *Job, files prog.Files) error {
	return c.within(ctx, unsubmitted, func() error { return c.submit(ctx, j, files) })
}

func (c *Client) submit(ctx context.Context, j *Job, files prog.Files) error {
	j.Campaign, j.Run, j.Files = c.id, c.run, FilesOf(files)
	for _, f := range files {
		if len(f.Text) > maxBlob {
			return &task.InputError{Err: fmt.Errorf("%s is larger than %d MiB", f.Name, maxBlob>>20)}
		}
	}
	for _, f := range files {
		if err := put(ctx, c.programs, c.owned(Hash(f.Text)), f.Text); err != nil {
			return fmt.Errorf("sending %s: %w", f.Name, err)
		}
	}
	text, err := json.Marshal(j)
	if err != nil {
		return err
	}
	c.mu.Lock()
	c.open[j.Key()] = pending{j, files, time.Now()}
	c.mu.Unlock()
	return c.enqueue(ctx, j, text)
}

// enqueue puts a job into the queue, unless it is there.
func (c *Client) enqueue(ctx context.Context, j *Job, text []byte) error {
	_, err := over(ctx, &c.link, func(ctx context.Context) (*jetstream.PubAck, error) {
		return c.js.Publish(ctx, j.subject(), text, jetstream.WithExpectLastSequencePerSubject(0))
	})
	switch {
	case err == nil:
		return c.nats.Publish(wakeSubject, nil)
	case taken(err):
		return nil
	}
	return fmt.Errorf("submitting %s: %w", j.Name, err)
}

// remind has a worker look for a job, if one is without a result: its worker may have ended.
func (c *Client) remind() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.open) > 0 {
		_ = c.nats.Publish(wakeSubject, nil) // else the next time
	}
}

// resubmit submits jobs again that have no result for long.
func (c *Client) resubmit(ctx context.Context) {
	var late []*Job
	c.mu.Lock()
	for _, p := range c.open {
		if time.Since(p.since) >= c.lost {
			late = append(late, p.Job)
		}
	}
	c.mu.Unlock()
	for _, j := range late {
		text, err := json.Marshal(j)
		if err == nil {
			err = c.enqueue(ctx, j, text)
		}
		if err != nil && ctx.Err() == nil {
			c.log.Warn("submitting a job again", "job", j.Key(), "error", err)
		}
	}
}

// taken reports whether an error of publishing says that the subject has a message.
func taken(err error) bool {
	api := new(jetstream.APIError)
	return errors.As(err, &api) && api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence
}

// Full reports whether an error says that the server has no room left.
func Full(err error) bool {
	api := new(jetstream.APIError)
	if !errors.As(err, &api) {
		return false
	}
	// The server's codes: of the account, of the server, of its disk, and of a stream that could not be written.
	return slices.Contains([]jetstream.ErrorCode{10002, 10023, 10047, 10077}, api.ErrorCode)
}

// Received is a result with its report, if it is one: else Bad says why not.
type Received struct {
	Number, Round int
	Hash          string // of the job
	*Result
	Report *report.Report
	Bad    error
	Kept   bool // it is the result of an earlier job that asked the same
}

// Results hands over all results of the campaign, those first that are there already, until the context ends or f
// returns an error. Then it calls first.
func (c *Client) Results(ctx context.Context, first func(), f func(*Received) error) error {
	heard := noticeSubject + "." + missingSubject + "." + c.id
	s, err := c.nats.Subscribe(heard, func(m *nats.Msg) { c.restore(ctx, string(m.Data)) })
	if err != nil {
		return err
	}
	defer func() { _ = s.Unsubscribe() }()
	on, cancel := context.WithCancel(ctx)
	defer cancel()
	go Every(on, c.lost, func() { c.resubmit(on) })
	go Every(on, idle, c.remind)
	return c.follow(ctx, first, func(key string, text []byte) error {
		r, err := c.received(ctx, key, text)
		switch bad := new(resultError); {
		case errors.As(err, &bad) && r == nil:
			c.log.Warn("a result of no task is ignored", "error", err)
			return nil
		case errors.As(err, &bad):
			r.Bad = bad.why
		case err != nil:
			return err
		}
		return f(r)
	})
}

// resultError says that what is kept as a result is none.
type resultError struct {
	key string
	why error
}

func (e *resultError) Error() string { return fmt.Sprintf("the result %s: %v", e.key, e.why) }

func (e *resultError) Unwrap() error { return e.why }

// received reads a result. With a resultError it returns what the key says; nil if that is no key of a job.
func (c *Client) received(ctx context.Context, key string, text []byte) (*Received, error) {
	parts := strings.Split(strings.TrimPrefix(key, c.id+"."), ".")
	if len(parts) != 3 {
		return nil, &resultError{key, errors.New("that is no key of a job")}
	}
	number, err := strconv.Atoi(parts[0])
	round, err2 := strconv.Atoi(parts[1])
	if err := errors.Join(err, err2); err != nil {
		return nil, &resultError{key, err}
	}
	c.mu.Lock()
	delete(c.open, key)
	c.mu.Unlock()
	r := &Received{Number: number, Round: round, Hash: parts[2], Result: &Result{}}
	return r, c.read(ctx, r, key, text)
}

// read reads a result that is kept under a key, with its report. What is none is a resultError.
func (c *Client) read(ctx context.Context, r *Received, key string, text []byte) (err error) {
	if err := json.Unmarshal(text, r.Result); err != nil {
		return &resultError{key, err}
	}
	if r.Job != key {
		return &resultError{key, fmt.Errorf("it is one of the job %s", r.Job)}
	}
	body := []byte(r.Result.Report)
	if r.Blob != "" {
		err = c.within(ctx, unsubmitted, func() error {
			body, err = blob(ctx, c.reports, r.Blob)
			return err
		})
		if errors.As(err, new(*BlobError)) {
			return &resultError{key, err}
		}
		if err != nil {
			return err
		}
	}
	if err := json.Unmarshal(body, &r.Report); err != nil {
		return &resultError{key, fmt.Errorf("its report: %w", err)}
	}
	if r.Report == nil {
		return &resultError{key, errors.New("it has no report")}
	}
	return nil
}

// restore puts a file into the store again that is missing there or spoilt.
func (c *Client) restore(ctx context.Context, hash string) {
	text, ok := c.text(hash)
	if !ok {
		return
	}
	if _, err := blob(ctx, c.programs, c.owned(hash)); !errors.As(err, new(*BlobError)) {
		return // it is good, and another worker may be reading it
	}
	if err := replace(ctx, c.programs, c.owned(hash), text); err != nil {
		c.log.Warn("a file could not be sent again", "hash", hash, "error", err)
		return
	}
	c.log.Warn("a file was missing in the store, or spoilt there, and was sent again", "hash", hash)
}

// text returns the text of a file of a job without a result.
func (c *Client) text(hash string) ([]byte, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, p := range c.open {
		for i, f := range p.Files {
			if f.Hash == hash {
				return p.files[i].Text, true
			}
		}
	}
	return nil, false
}

// Announce says how the campaign goes.
func (c *Client) Announce(ctx context.Context, s Campaign) error {
	s.ID, s.Run, s.Changed = c.id, c.run, time.Now()
	if s.State == Canceled {
		s.Canceled = c.run + 1
	} else {
		s.Canceled = c.run
	}
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	_, err = c.campaigns.Put(ctx, c.id, text)
	return err
}

// Cancel has workers stop what they do for the campaign, and not begin what is left of it.
func (c *Client) Cancel(ctx context.Context, s Campaign) error {
	ctx, cancel := context.WithTimeout(ctx, patience) // at most: a flush wants an end
	defer cancel()
	s.State = Canceled
	err := c.Announce(ctx, s)
	err = errors.Join(err, c.nats.Publish(cancelSubject+"."+c.id, []byte(strconv.Itoa(c.run))))
	return errors.Join(err, c.nats.FlushWithContext(ctx))
}
