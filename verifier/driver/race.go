package driver

import (
	"cmp"
	"context"
	"errors"
	"runtime/pprof"
	"slices"
	"sync"
	"time"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier"
)

// race has the engines of the plan look for the same answer, at most as many at a time as it says.
func race(begun *run) (*run, error) {
	ctx, cancel := context.WithCancel(begun.ctx)
	defer cancel()
	p := begun.plan
	x := &entrants{ctx: ctx, cancel: cancel, began: limit.StartClock(ctx), state: newState(p, begun.untilCheck())}
	begun.ctx = ctx
	begun.opt.Progress = x.oneAtATime(begun.opt.Progress)
	if err := begun.makeVC(); err != nil {
		return begun, err
	}
	if begun.sys != nil {
		x.facts = verifier.NewExchange(begun.sys)
	}
	turns := limit.NewTurns(ctx, p.places)
	var lend *lending
	if p.dividing && begun.sys != nil {
		lend = begun.lends(turns)
	}
	for i := range p.rows {
		row := &p.rows[i]
		r := begun
		if row.engine.name != begun.row.engine.name {
			r = begun.fork(ctx, row)
		}
		r.log = begun.opt.Log.With("engine", row.engine.name)
		own, giveUp := context.WithCancelCause(ctx)
		r.entrant = &entrant{entrants: x, run: r, member: turns.Join(own, row.turns.later), giveUp: giveUp}
		if log := stat.Debug(r.log); log != nil {
			r.entrant.member.OnTurn(func() { log.Debug("turn") })
		}
		r.lent = lend.to(r, r.entrant.member)
		x.all = append(x.all, r.entrant)
	}
	enough := limit.Sparing(ctx, x.giveBack)
	var all sync.WaitGroup
	for _, r := range x.all {
		all.Go(func() { x.decide(r) })
	}
	all.Wait()
	enough()
	if x.winner != nil {
		begun.opt.Log.Info("the others have ended", "after", time.Since(x.won))
	}
	r, err := x.outcome(cmp.Or(begun.opt.Engine, Auto))
	for _, o := range x.all {
		if o.err != nil && o.run != r {
			r.rep.Faults = append(r.rep.Faults, Fault{o.run.row.engine.name, o.err})
		}
	}
	return r, err
}

// entrants are the engines of a race.
type entrants struct {
	ctx    context.Context
	cancel context.CancelFunc // ends all
	began  limit.Clock
	all    []*entrant // in the order of its rows
	facts  *verifier.Exchange

	mu     sync.Mutex
	state  state
	winner *entrant // that has the best answer
	won    time.Time
	best   int // the largest bound within which nothing fails
}

// entrant is an engine in a race. A nil *entrant is an engine alone.
type entrant struct {
	*entrants
	run    *run
	member *limit.Member
	giveUp context.CancelCauseFunc // ends the engine alone
	spared bool                    // giveUp was called, for the others' sake
	over   bool
	err    error

	bound int                     // that it is asked about; 0 if it is not
	late  context.CancelCauseFunc // ends this question
	held  bool                    // it does what nobody's proof of a greater bound is to end

	instances int // of the tree that it would divide
}

// decide runs an engine.
func (x *entrants) decide(r *entrant) {
	defer r.member.End()
	r.run.ctx = r.member.Begin(r.run.row.turns.first)
	defer x.ends(r)
	if r.run.ctx.Err() != nil {
		r.run.conclude()
		return
	}
	r.err = guarded(func() (err error) {
		name := pprof.Labels("engine", r.run.row.engine.name)
		pprof.Do(r.run.ctx, name, func(context.Context) { err = r.run.decide() })
		return err
	})
	x.mu.Lock()
	defer x.mu.Unlock()
	unknown := r.err == nil && r.run.rep.Result.Verdict() == verifier.Unknown
	if unknown && x.winner == nil && r.run.abs.refined() {
		unknown = false // all have to begin again
	}
	if r.err != nil && x.best > 0 {
		unknown = true // others go on, for there is an answer for a bound
	}
	var events []event // an answer before the end, which may end all
	if !unknown && x.winner.loses(r) {
		x.winner, x.won = r, time.Now()
		if r.provisional() {
			events = append(events, boundAnswered)
		} else {
			events = append(events, answered)
		}
	}
	x.happened(append(events, r.run.row.until.event())...)
}

// ends notes that an engine has ended: its solver is gone, while its terms stay until the race is over.
func (x *entrants) ends(r *entrant) {
	x.mu.Lock()
	defer x.mu.Unlock()
	r.over = true
	r.giveUp(nil)
}

// giveBack ends an engine when memory gets short. Memory is shared out as processors are: the one with the shortest
// turns leaves what it holds to the others, the last of them in the plan if several have such, until a single one is
// left. It returns false if that is so. An engine that executes holds little.
func (x *entrants) giveBack() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	var least *entrant
	searching := 0
	for _, r := range x.all {
		switch {
		case r.over || r.run.row.until == untilAlone:
			continue
		case r.spared:
			return true // it is about to end
		}
		searching++
		if least == nil || r.member.Turn() <= least.member.Turn() {
			least = r
		}
	}
	if searching < 2 {
		return false
	}
	least.spared = true
	least.run.log.Info("ends, for the others need the memory")
	least.giveUp(limit.ErrMemory)
	return true
}

// happened takes events that come together. The lock is held.
func (x *entrants) happened(events ...event) {
	before, endsBefore, now := x.state.stage, x.state.ends(), x.began.Elapsed()
	for _, e := range events {
		x.state = x.state.after(e, now)
	}
	ends := x.state.ends()
	switch {
	case x.state.stage == over:
		x.cancel()
	case ends > 0 && (x.state.stage != before || ends != endsBefore):
		go func() {
			if x.began.Wait(x.ctx, ends); x.ctx.Err() != nil {
				return
			}
			x.mu.Lock()
			defer x.mu.Unlock()
			x.happened(timePasses)
		}()
	}
}

// confirming says whether an execution is being replayed: the answer for a bound waits for that.
func (me *entrant) confirming(yes bool) { me.execution(yes, replayBegins, replayEnds) }

// executing says whether the only execution of the program is under way. Going on with it is worth more than what
// others try.
func (me *entrant) executing(yes bool) {
	if me == nil {
		return
	}
	if turns := &me.run.row.turns; yes {
		me.member.SetTurn(turns.single)
	} else {
		me.member.SetTurn(turns.later)
		me.member.EndTurn()
	}
	me.execution(yes, singleBegins, singleEnds)
}

// stale gives an engine that executes the program shorter turns the longer it has reached no new block.
func (me *entrant) stale(times int64) {
	if me == nil {
		return
	}
	me.mu.Lock()
	defer me.mu.Unlock()
	if !me.state.single {
		me.member.SetTurn(me.run.row.turns.later / min(times, staleShare))
	}
}

// execution takes the event that something begins or ends.
func (me *entrant) execution(begins bool, begin, end event) {
	if me == nil {
		return
	}
	me.mu.Lock()
	defer me.mu.Unlock()
	if begins {
		me.happened(begin)
	} else {
		me.happened(end)
	}
}

// loses reports whether another engine's answer is better: for all bounds, or for a greater one.
func (me *entrant) loses(to *entrant) bool {
	switch {
	case me == nil:
		return true
	case !me.provisional():
		return false
	}
	return !to.provisional() || to.run.rep.Bound > me.run.rep.Bound
}

// provisional reports whether the engine's answer is for the bound only.
func (me *entrant) provisional() bool {
	return me.err == nil && me.run.rep.Result.Verdict() == verifier.SafeUpToBound
}

// guarded turns a panic into an error.
func guarded(f func() error) (err error) {
	var none *Report
	defer recovered(&none, &err)
	return f()
}

// outcome returns the run with the answer. If there is none, this is one that a limit ended, for others may have
// given up; of these the one that asked most, with the best partial answer of all, in the name of all.
func (x *entrants) outcome(name string) (*run, error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.winner != nil {
		return x.winner.run, x.winner.err
	}
	for _, r := range x.all {
		if r.err != nil {
			return r.run, r.err
		}
	}
	best, proved := x.all[0].run.rep, 0
	at := 0
	for i, r := range x.all {
		rep := r.run.rep
		proved = max(proved, rep.Proved)
		if saysMore(rep, best) && (x.state.replaying || r.run.row.until != untilAlone) {
			at, best = i, rep
		}
	}
	best.Proved, best.Engine = proved, name
	return x.all[at].run, nil
}

// saysMore reports whether an unknown answer says more than another: that a limit ended it, or else why; or it rests on
// more.
func saysMore(r, than *Report) bool {
	if r.Stopped != than.Stopped {
		return r.Stopped
	}
	if a, b := gaveUp(r), gaveUp(than); a != b {
		return b
	}
	return r.Result.Stats().Queries > than.Result.Stats().Queries
}

// gaveUp reports whether an engine does not say what it failed at.
func gaveUp(r *Report) bool {
	k := r.Result.Reason().Kind
	return k == reason.GaveUp || k == reason.Executed
}

// errLate is why an engine stops looking for executions within a bound: another one has shown that there are none.
var errLate = errors.New("proved by another engine")

// begin returns the context of an engine's question about a bound, and what gives the others the answer, so that
// they stop. When the question is over, end reports whether it was stopped for this reason.
func (me *entrant) begin(r *run, bound int) (ctx context.Context, proved func(), end func() (late bool)) {
	if me == nil {
		return r.inTime()
	}
	ctx, cancel := context.WithCancelCause(r.ctx)
	me.mu.Lock()
	defer me.mu.Unlock()
	me.bound, me.late, me.held = bound, cancel, false
	if me.best >= bound && me.run.row.until == untilProved {
		cancel(errLate)
	}
	end = func() bool {
		me.mu.Lock()
		defer me.mu.Unlock()
		me.bound = 0
		late := context.Cause(ctx) == errLate
		cancel(nil)
		return late
	}
	return limit.Counted(ctx), me.proved, end
}

// inTime is begin for an engine without others: once the bound is proved, it ends in time for the check of that.
func (r *run) inTime() (ctx context.Context, proved func(), end func() (late bool)) {
	ctx, cancel := context.WithCancel(r.ctx)
	var alarm *time.Timer
	proved = func() {
		if d := r.untilCheck(); d > 0 && r.row.proof > 0 {
			alarm = time.AfterFunc(d, cancel)
		}
	}
	end = func() bool {
		if cancel(); alarm != nil {
			alarm.Stop()
		}
		return false
	}
	return ctx, proved, end
}

// proved stops the others' questions about the bound, and leaves it to this engine to look for a proof for all bounds.
// If another one was first, it stops this one, unless it asks about all bounds. One that was first at a smaller bound
// ends as soon as nothing holds it.
func (me *entrant) proved() {
	me.mu.Lock()
	defer me.mu.Unlock()
	if me.best >= me.bound {
		if me.run.row.until == untilProved {
			me.late(errLate)
		}
		return
	}
	me.best = me.bound
	me.happened(boundProved)
	for _, o := range me.all {
		if o != me && !o.held && o.bound > 0 && o.bound <= me.bound && o.run.row.until == untilProved {
			o.late(errLate)
		}
	}
}

// yield has the engine, which has shown that nothing fails within a bound, take shorter turns, and those that ask about
// all bounds take turns that are no shorter than others'.
func (me *entrant) yield() {
	if me == nil {
		return
	}
	me.member.SetTurn(me.run.row.turns.wider)
	for _, o := range me.all {
		if o.run.row.until == untilLate {
			o.member.SetTurn(o.run.row.turns.wider)
		}
	}
}

// hold says whether the engine does what nobody's proof of a greater bound is to end.
func (me *entrant) hold(yes bool) {
	if me == nil {
		return
	}
	me.mu.Lock()
	defer me.mu.Unlock()
	me.held = yes
	if !yes && me.best > me.bound && me.run.row.until == untilProved {
		me.late(errLate)
	}
}

// proving returns the context of a search for a proof for all bounds, which may go on for some time since there has
// been an answer for a bound.
func (me *entrant) proving(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	if me == nil {
		return limit.Within(ctx, d)
	}
	me.mu.Lock()
	defer me.mu.Unlock()
	me.happened(boundProved)
	return me.began.Until(ctx, me.state.proved.at+d)
}

// largest reports whether no other engine that searches has a tree with more instances than so many.
func (me *entrant) largest(instances int) bool {
	if me == nil {
		return true
	}
	me.mu.Lock()
	defer me.mu.Unlock()
	me.instances = max(me.instances, instances)
	return !slices.ContainsFunc(me.all, func(o *entrant) bool { return !o.over && o.instances > me.instances })
}

// oneAtATime makes calls of a progress function follow each other.
func (x *entrants) oneAtATime(f func(Progress)) func(Progress) {
	if f == nil {
		return nil
	}
	return func(p Progress) {
		x.mu.Lock()
		defer x.mu.Unlock()
		f(p)
	}
}
