package learn

import (
	"context"
	"time"

	"github.com/muster-smt/muster/sat/limit"
)

// stepsPerSecond is how many steps a search makes in a second, roughly: a step is a poll of the solvers, or what they
// spend between polls.
const stepsPerSecond = 1_000_000

// slack is how many times as long as its steps should take a search may take in a race, where engines wait for their
// turns. A search alone ends after its time, too: not all work polls.
const slack = 4

// paced is the context of a search that ends after a number of steps. That is seen between checks, which have budgets
// of their own: so equal runs are equal, and an engine that waits for its turn loses nothing.
type paced struct {
	context.Context
	*limit.Meter
	whole, most int64
}

// pace returns the context of a search that may take as many steps as a time has. In a race it waits for others.
func pace(parent context.Context, d time.Duration, race bool) (_ paced, cancel func()) {
	d = min(d, 1<<61/slack)
	most := int64(d.Seconds() * stepsPerSecond)
	within := limit.Within
	if race {
		within, d = context.WithTimeout, slack*d
	}
	ctx, cancel := within(parent, d)
	ctx, m := limit.NewMeter(ctx, 1)
	return paced{ctx, m, most, most}, cancel
}

// part returns the context for so much of the whole search.
func (p paced) part(n int64) paced {
	p.most = min(p.most, p.Spent()+p.whole/n)
	return p
}

// Err returns an error if the search has ended. When the context is done, other goroutines ask, too: they must not look
// at steps.
func (p paced) Err() error {
	select {
	case <-p.Done():
	default:
		if p.Spent() >= p.most {
			return context.DeadlineExceeded
		}
	}
	return p.Context.Err()
}
