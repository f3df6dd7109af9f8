package script

import (
	"context"
	"time"

	"github.com/muster-smt/muster/sat/limit"
)

// stepsPerPoll is how many steps of :rlimit a poll of the limit counts for. Z3 counts
// about as many in the same time, so its clients' limits mean what they meant.
const stepsPerPoll = 4

// manySteps is no limit.
const manySteps = 1 << 60

// limited returns the context of a check, with its limits. Its steps are counted: they are
// the polls of the limit in all long loops, so they are the same in every run.
func (x *interpreter) limited() (context.Context, context.CancelFunc) {
	polls := int64(manySteps)
	if x.set.steps > 0 {
		polls = max(1, int64(min(x.set.steps, manySteps)/stepsPerPoll))
	}
	ctx, cancel := x.ctx, context.CancelFunc(func() {})
	if x.opt.Interruptible != nil {
		ctx, cancel = x.opt.Interruptible(ctx)
	}
	sized := context.CancelFunc(func() {})
	if x.set.megabytes > 0 {
		ctx, sized = limit.WithMemory(ctx, int64(x.set.megabytes<<20))
	}
	count := limit.NewCountdown(polls, limit.Steps)
	ctx, stopped := count.Context(ctx)
	end := func() {
		x.steps += (polls - max(0, count.Left())) * stepsPerPoll
		stopped()
		sized()
		cancel()
	}
	most := x.opt.CheckTimeout
	if x.set.timeout > 0 {
		most = time.Duration(x.set.timeout) * time.Millisecond
	}
	if most <= 0 {
		return ctx, end
	}
	ctx, expire := context.WithTimeout(ctx, most)
	return ctx, func() { expire(); end() }
}
