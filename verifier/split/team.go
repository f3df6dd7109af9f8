package split

import (
	"context"
	"errors"
	"sync"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/evidence"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/learn"
	"github.com/muster-smt/muster/verifier/vc"
)

// team are the searches for one answer.
type team struct {
	*Engine
	opt  verifier.Options
	ctx  context.Context // of all searches but the first one
	stop context.CancelFunc
	root *part
	done chan struct{} // closed when there is nothing to wait for
	left sync.WaitGroup

	forking sync.Mutex

	// Of the first search's goroutine.
	divided bool // something is decided
	whole   bool // and is so no more
	bound   int  // the present bound when it was divided

	mu      sync.Mutex
	all     []*part // the first search, then the others as they began
	running int
	wrong   int              // answers of other processes
	over    bool             // done is closed
	final   *verifier.Result // an execution
	err     error            // of a search; others may have the answer
	why     reason.Reason    // of the first search that gave up
}

// part is a search.
type part struct {
	*team
	engine  learn.Stepwise
	run     *inline.Run
	sys     *vc.System
	ev      *evidence.System // of sys; nil until needed
	cancel  context.CancelFunc
	divided int64 // its effort when it was divided last
	stats   verifier.Stats

	// Under the lock of the team.
	cuts   []cut // in order
	ended  bool
	spared bool // its answer is not needed
	known  *answer
}

// cut is what a search has decided, and the one that has the other half.
type cut struct {
	kept  verifier.Decision
	other *part
}

func newTeam(ctx context.Context, e *Engine, sys *vc.System, opt verifier.Options) *team {
	own := *e
	if own.Effort == 0 {
		own.Effort = DefaultEffort
	}
	if own.Conflicts == 0 {
		own.Conflicts = DefaultConflicts
	}
	if own.Share == 0 {
		own.Share = DefaultShare
	}
	t := &team{Engine: &own, opt: opt, done: make(chan struct{}), running: 1}
	t.ctx, t.stop = context.WithCancel(ctx)
	t.root = &part{team: t, engine: e.Base, sys: sys}
	t.all = []*part{t.root}
	return t
}

// evidence returns what writes about the search's system, and reads.
func (p *part) evidence() *evidence.System {
	if p.ev == nil {
		p.ev = evidence.OfSystem(p.sys)
	}
	return p.ev
}

// end ends all searches.
func (t *team) end() {
	t.mu.Lock()
	t.over = true
	t.mu.Unlock()
	t.stop()
	t.left.Wait()
}

// begin has another search begin from a state, near if it is at a place of this process. It returns false if there is
// no need for one.
func (p *part) begin(s *State, near bool) bool {
	t := p.team
	other := &part{team: t}
	ctx, cancel := context.WithCancel(t.ctx)
	other.cancel = cancel
	t.mu.Lock()
	if t.over || p.spared {
		t.mu.Unlock()
		cancel()
		return false
	}
	last := len(s.Decided) - 1
	p.cuts = append(p.cuts, cut{opposite(s.Decided[last]), other})
	t.all = append(t.all, other)
	t.running++
	t.left.Add(1)
	t.mu.Unlock()
	if p == t.root && !t.divided {
		t.divided, t.bound = true, p.run.PresentBound()
	}
	data := s.Append(nil)
	here := func(ctx context.Context) {
		defer t.left.Done()
		t.ends(other, other.search(ctx, data))
	}
	if near {
		t.Places.Go(ctx, here)
		return true
	}
	go func() {
		a, err := t.Remote.Search(ctx, data)
		if err != nil {
			t.note(err)
			t.Places.Go(ctx, here)
			return
		}
		defer t.left.Done()
		t.ends(other, a.verdict())
	}()
	return true
}

// note counts an answer of another process that is wrong.
func (t *team) note(err error) {
	if errors.As(err, new(*WrongError)) {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.wrong++
	}
}

// search makes a tree from a state of this process, and searches it to the end.
func (p *part) search(ctx context.Context, data []byte) (v verdict) {
	defer func() {
		if x := recover(); x != nil {
			v = verdict{err: reason.Recovered(x)}
		}
		p.run, p.sys, p.ev = nil, nil, nil // others may go on, and need the memory
	}()
	if ctx.Err() != nil {
		return verdict{why: reason.Of(limit.ContextReason(ctx))}
	}
	s, err := Read(data)
	if err != nil {
		return verdict{err: err}
	}
	p.forking.Lock()
	var engine learn.Stepwise
	engine, p.sys = p.Fork(s)
	p.forking.Unlock()
	s.Facts = nil // the exchange has them
	return p.resume(ctx, engine, s)
}

// resume makes a tree from a state, and searches it to the end.
func (p *part) resume(ctx context.Context, engine learn.Stepwise, s *State) (v verdict) {
	ctx, effort := limit.NewMeter(ctx, 1)
	var err error
	if p.run, err = engine.NewRun(ctx, p.sys, p.others()); err != nil {
		return verdict{err: err}
	}
	p.engine = engine
	facts := learn.NewDemand(p.run, effort)
	defer facts.Close()
	if err = s.Resume(p.evidence(), p.run); err == nil {
		err = s.learn(p.evidence(), p.run)
	}
	if err == nil {
		var step learn.Step
		step, err = p.steps(engine.Begin(p.run, facts), facts)
		v = p.verdict(step, err, facts)
	} else {
		v = verdict{why: reason.Reason{Kind: reason.GaveUp, Detail: err.Error()}, refused: err}
	}
	res, err := p.run.Finish(verifier.Result{}, v.err)
	p.stats = res.Stats()
	if err != nil && v.err == nil {
		v = verdict{err: err}
	}
	return v
}

// ends takes what a search has come to.
func (t *team) ends(p *part, v verdict) {
	t.mu.Lock()
	defer t.mu.Unlock()
	p.ended = true
	t.running--
	switch {
	case t.over || p.spared:
	case v.final != nil:
		t.final = v.final
	case v.err != nil:
		t.err = v.err
	case v.answer != nil:
		p.known = v.answer
	case t.why.Kind == reason.None:
		t.why = v.why
	}
	if t.over {
		return
	}
	if whole := t.resolve(t.root); whole != nil || t.final != nil || t.running == 0 {
		t.over = true
		t.stop()
		t.root.cancel()
		close(t.done)
	}
}

// wait returns when all searches have ended. It is for the first search.
func (t *team) wait() {
	select {
	case <-t.done:
	case <-t.ctx.Done():
	}
	t.end()
}

// resolve returns what is known of what a search began with, its halves included; nil if that is not yet all. It ends
// searches that are not needed. The lock is held, or all have ended.
func (t *team) resolve(p *part) *outcome {
	var o *outcome
	if p.known != nil {
		o = &outcome{answer: p.known}
	}
	n := len(p.cuts)
	others := make([]*outcome, n)
	for i, c := range p.cuts {
		others[i] = t.resolve(c.other)
		if q := others[i]; q != nil && q.without(opposite(c.kept)) {
			o, n = q, i // it answers for both halves
			p.drop(i + 1)
			break
		}
	}
	for i := n - 1; i >= 0 && o != nil; i-- {
		c := p.cuts[i]
		if o.without(c.kept) {
			c.other.drop(0)
			continue
		}
		if others[i] == nil {
			return nil
		}
		o = join(c.kept, o, others[i])
	}
	return o
}

// drop ends a search that has not ended, and those of its halves from a split on.
func (p *part) drop(from int) {
	if !p.ended {
		p.spared = true
		p.cancel()
	}
	for _, c := range p.cuts[from:] {
		c.other.drop(0)
	}
}
