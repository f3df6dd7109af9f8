package driver

import (
	"cmp"
	"context"
	"errors"
	"runtime"
	"runtime/pprof"
	"sync"
	"time"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier"
)

// race has engines look for the same answer, at most as many at a time as there are processors. The
// first answer ends it.
func race(begun *run, chosen []engine) (*run, error) {
	ctx, cancel := context.WithCancel(begun.ctx)
	defer cancel()
	x := &entrants{cancel: cancel, alone: singleTurn}
	begun.ctx = ctx
	begun.opt.Progress = x.oneAtATime(begun.opt.Progress)
	opt := begun.opt
	if err := begun.makeVC(); err != nil {
		return begun, err
	}
	places := opt.Processors
	if places <= 0 {
		places = runtime.GOMAXPROCS(0)
	}
	if begun.sys != nil {
		x.facts = verifier.NewExchange(begun.sys)
	}
	if places > 1 {
		x.alone = wholeTurn
	}
	turns := limit.NewTurns(places)
	var runs []*run
	for _, e := range chosen {
		if e.name == begun.engine.name {
			runs = append(runs, begun)
		} else {
			runs = append(runs, begun.fork(ctx, e))
		}
	}
	for i, e := range chosen {
		r := runs[i]
		r.log = opt.Log.With("engine", e.name)
		r.entrant = &entrant{entrants: x, run: r, member: turns.Join(ctx, e.turn)}
		if log := stat.Debug(r.log); log != nil {
			r.entrant.member.OnTurn(func() { log.Debug("turn") })
		}
		x.all = append(x.all, r.entrant)
	}
	var all sync.WaitGroup
	for _, r := range x.all {
		all.Go(func() { x.decide(r) })
	}
	all.Wait()
	x.mu.Lock()
	for _, a := range x.alarms {
		a.Stop() // it holds all that the engines made
	}
	x.mu.Unlock()
	if x.winner != nil {
		opt.Log.Info("the others have ended", "after", time.Since(x.won))
	}
	r, err := x.outcome(cmp.Or(opt.Engine, Auto))
	for _, o := range x.all {
		if o.err != nil && o.run != r {
			r.rep.Faults = append(r.rep.Faults, Fault{o.run.engine.name, o.err})
		}
	}
	return r, err
}

// entrants are the engines of a race.
type entrants struct {
	cancel context.CancelFunc // ends all
	all    []*entrant         // in the order of the table
	facts  *verifier.Exchange
	alone  int64 // the length of turns of the only execution

	mu     sync.Mutex
	winner *entrant
	won    time.Time
	alarms []*time.Timer
	sure   bool      // an execution was found that is being replayed
	single bool      // the program has one execution, and that goes on
	left   bool      // the others gave up, so an engine that executes the program was stopped
	best   int       // the largest bound within which nothing fails
	since  time.Time // when nothing failed within the first bound
}

// entrant is an engine in a race. A nil *entrant is an engine alone.
type entrant struct {
	*entrants
	run    *run
	member *limit.Member
	err    error
	ended  bool

	bound int                     // that it is asked about; 0 if it is not
	late  context.CancelCauseFunc // ends this question
}

// decide runs an engine.
func (x *entrants) decide(r *entrant) {
	defer r.member.End()
	r.run.ctx = r.member.Begin(r.run.engine.first)
	if r.run.ctx.Err() != nil {
		r.run.conclude()
		return
	}
	r.err = guarded(func() (err error) {
		pprof.Do(r.run.ctx, pprof.Labels("engine", r.run.engine.name), func(context.Context) { err = r.run.decide() })
		return err
	})
	x.mu.Lock()
	defer x.mu.Unlock()
	r.ended = true
	unknown := r.err == nil && r.run.rep.Result.Verdict() == verifier.Unknown
	if unknown && x.winner == nil && r.run.abs.refined() {
		unknown = false // all have to begin again
	}
	if r.err != nil && x.best > 0 {
		unknown = true // others go on, for there is an answer for a bound
	}
	if !unknown && x.winner.loses(r) {
		x.winner, x.won = r, time.Now()
	}
	switch {
	case x.winner == nil:
		x.leave()
	case !x.winner.provisional() || !x.open():
		x.cancel()
	default: // an answer for the bound stands if there is none for all in time
		x.after(r.run.opt.Unbounded-time.Since(x.since), func() { x.end(r.run.opt.Unbounded) })
	}
}

// leave ends the race if only an engine is left that executes the program, which may never end, unless it is replaying an execution. The only
// execution of a program has some more time.
func (x *entrants) leave() {
	for _, o := range x.all {
		if !o.ended && !o.run.engine.executes {
			return
		}
	}
	more := time.Duration(0)
	switch {
	case x.sure:
		return
	case x.single:
		more = patience * x.all[0].run.opt.Unbounded
	}
	if x.left = true; more > 0 {
		x.after(more, x.cancel)
	} else {
		x.cancel()
	}
}

// patience is how many times as long as for a proof the race waits for a replay that has begun, or for the end of a program's only
// execution. If it ends, there is an answer for all bounds.
const patience = 5

// end ends the race, but for what the race waits for, which may take some time more.
func (x *entrants) end(more time.Duration) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if !x.sure && !x.single {
		x.cancel()
		return
	}
	x.after(patience*more, x.cancel)
}

// after has f called later, if the race still runs. The lock is held.
func (x *entrants) after(d time.Duration, f func()) {
	x.alarms = append(x.alarms, time.AfterFunc(d, f))
}

// confirming says whether an execution is being replayed: the answer for a bound waits for that.
func (me *entrant) confirming(yes bool) {
	if me == nil {
		return
	}
	me.mu.Lock()
	defer me.mu.Unlock()
	me.sure = yes
	me.awaited(yes)
}

// executing says whether the only execution of the program is under way. Going on with it is worth more than what others try.
func (me *entrant) executing(yes bool) {
	if me == nil {
		return
	}
	if yes {
		me.member.SetTurn(me.alone)
	} else {
		me.member.SetTurn(me.run.engine.turn)
		me.member.EndTurn()
	}
	me.mu.Lock()
	defer me.mu.Unlock()
	me.single = yes
	me.awaited(yes)
}

// stale gives an engine that executes the program shorter turns the longer it has reached no new block.
func (me *entrant) stale(times int64) {
	if me != nil && !me.single {
		me.member.SetTurn(me.run.engine.turn / min(times, staleShare))
	}
}

// staleShare is by how much they are shorter at most.
const staleShare = 8

// awaited ends the race, if it has waited for nothing else than what has come to nothing.
func (x *entrants) awaited(yes bool) {
	switch {
	case yes:
	case x.winner == nil:
		x.leave()
	case !x.open():
		x.cancel()
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

// open reports whether an engine still looks for an answer for all bounds, or the race waits for an execution, and has time for it.
func (x *entrants) open() bool {
	if x.sure || x.single {
		return x.all[0].run.opt.Unbounded > 0 // without time a timer would end the race some time later
	}
	for _, o := range x.all {
		if o.run.engine.unbounded && !o.ended {
			return time.Since(x.since) < o.run.opt.Unbounded
		}
	}
	return false
}

// guarded turns a panic into an error.
func guarded(f func() error) (err error) {
	defer func() {
		if x := recover(); x != nil {
			err = reason.Recovered(x)
		}
	}()
	return f()
}

// outcome returns the run with the answer. If there is none, this is one that a limit ended, for others may have
// given up; of these the one that asked most, with the best partial answer of all, in the name of all.
func (x *entrants) outcome(name string) (*run, error) {
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
		if saysMore(rep, best) && !(x.left && r.run.engine.executes) {
			at, best = i, rep
		}
	}
	best.Proved, best.Engine = proved, name
	return x.all[at].run, nil
}

// saysMore reports whether an unknown answer says more than another: that a limit ended it, or else why; or it rests on more.
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

// begin returns the context of an engine's question about a bound, and what tells the others the answer, so that
// they stop. When the question is over, end reports whether it was stopped for this reason.
func (me *entrant) begin(r *run, bound int) (ctx context.Context, proved func(), end func() (late bool)) {
	if me == nil {
		return r.ctx, nil, func() bool { return false }
	}
	ctx, cancel := context.WithCancelCause(r.ctx)
	me.mu.Lock()
	defer me.mu.Unlock()
	me.bound, me.late = bound, cancel
	if me.best >= bound && me.run.engine.bounded() {
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

// proved stops the others' questions about the bound, and leaves it to this engine to look for a proof for all bounds. If
// another one was first, it stops this one, unless it asks about all bounds.
func (me *entrant) proved() {
	me.mu.Lock()
	defer me.mu.Unlock()
	if me.best >= me.bound {
		if me.run.engine.bounded() {
			me.late(errLate)
		}
		return
	}
	me.best = me.bound
	if me.since.IsZero() {
		me.since = time.Now()
	}
	for _, o := range me.all {
		if o != me && o.bound > 0 && o.bound <= me.bound && o.run.engine.bounded() {
			o.late(errLate)
		}
	}
}

// yield has the engine, which has shown that nothing fails within a bound, take shorter turns, and those that ask about all bounds
// take turns that are no shorter than others'.
func (me *entrant) yield() {
	if me == nil {
		return
	}
	me.member.SetTurn(me.run.engine.turn / widerShare)
	for _, o := range me.all {
		if o.run.engine.unbounded {
			o.member.SetTurn(max(o.run.engine.turn, me.all[0].run.engine.turn/widerShare))
		}
	}
}

// proofSince returns since when there has been an answer for a bound.
func (me *entrant) proofSince() time.Time {
	if me == nil {
		return time.Now()
	}
	me.mu.Lock()
	defer me.mu.Unlock()
	if me.since.IsZero() {
		me.since = time.Now()
	}
	return me.since
}

// exchange returns what passes facts between the engines.
func (me *entrant) exchange() *verifier.Exchange {
	if me == nil {
		return nil
	}
	return me.facts
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
