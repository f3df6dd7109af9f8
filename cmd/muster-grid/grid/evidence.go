package grid

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/muster-smt/muster/verifier/cache"
	"github.com/muster-smt/muster/verifier/driver"
)

// bundle is a store of what backs the answers to a request: one, or one for each failure. It has the entries that were
// given with the request, and those that the driver makes.
type bundle struct {
	bad error // what was given is none

	given map[string][]byte                // by key
	find  func(key string) ([]byte, error) // what was not given; may be nil

	mu   sync.Mutex
	made map[string][]byte // or found
}

// Get implements cache.Store.
func (b *bundle) Get(key cache.Key) ([]byte, error) {
	if b.find == nil {
		return b.given[key.String()], nil
	}
	entry, err := b.find(key.String())
	if entry == nil || err != nil {
		return nil, err
	}
	return entry, b.Put(key, entry)
}

// Put implements cache.Store.
func (b *bundle) Put(key cache.Key, entry []byte) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.made[key.String()] = entry
	return nil
}

// backing returns where the request has what backs its answer, and has the driver use it.
func (r *Request) backing(opt *driver.Options, from *line) *bundle {
	b := &bundle{made: map[string][]byte{}}
	if r.Find {
		b.find = from.entry
	}
	if r.Evidence == nil && !r.Back {
		return b
	}
	opt.Answers = &driver.Answers{Store: b, Build: r.Version, Memory: r.Memory}
	if r.Evidence != nil {
		b.bad = json.Unmarshal(r.Evidence, &b.given)
		opt.Check, opt.Answers.AnyLimits = true, true
	}
	return b
}

// pack returns what the driver has made or found as bytes; nil if that is nothing.
func (b *bundle) pack() ([]byte, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.made) == 0 {
		return nil, nil
	}
	return json.Marshal(b.made)
}

// errOther says that evidence is none for an answer, without being wrong.
var errOther = errors.New("it is about another question, or has quantified assumptions, which need a search")

// refused says why reports are not what was given; nil if they are.
func (b *bundle) refused(all []*driver.Report) error {
	for _, rep := range all {
		if !rep.Kept {
			return cmp.Or(b.bad, rep.Refused, errOther)
		}
	}
	return nil
}

// back keeps what backs an answer, and returns its name, which ends with its hash: without an error it is empty if
// there is nothing.
func (w *worker) back(ctx context.Context, evidence []byte) (name string, err error) {
	if len(evidence) == 0 {
		return "", nil
	}
	if len(evidence) > maxProof {
		return "", fmt.Errorf("its %d bytes are more than %d MiB", len(evidence), maxProof>>20)
	}
	name = w.owned(Hash(evidence))
	return name, put(ctx, w.evidence, name, evidence)
}

// Evidence returns what backs the answer of a result, which has to have the hash that the result says.
func (c *Client) Evidence(ctx context.Context, r *Result) (text []byte, err error) {
	if r.Evidence == "" {
		return nil, errors.New("it has none")
	}
	err = c.within(ctx, unsubmitted, func() error {
		text, err = c.backing(ctx, r.Evidence)
		return err
	})
	return text, err
}

// backing returns evidence by its name, which has to end with its hash.
func (c *Conn) backing(ctx context.Context, name string) ([]byte, error) {
	return bounded(ctx, c.evidence, name, maxProof)
}
