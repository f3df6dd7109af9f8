package driver

import (
	"cmp"
	"context"
	"sync"
	"time"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/learn"
	"github.com/muster-smt/muster/verifier/split"
	"github.com/muster-smt/muster/verifier/vc"
)

// lending has the places of a race, or of an engine alone, that nobody needs take parts of a search.
type lending struct {
	turns       *limit.Turns
	outer       context.Context // of all
	absentAfter time.Duration

	mu    sync.Mutex
	base  *run // whose store nobody changes
	facts *verifier.Exchange
}

// lends prepares for that, before a search begins.
func (r *run) lends(turns *limit.Turns) *lending {
	return &lending{turns: turns, outer: r.ctx, absentAfter: absentAfter, base: r.fork(r.ctx, r.row)}
}

// to returns the places for the search of an engine; nil if it is not divided.
func (l *lending) to(r *run, m *limit.Member) *places {
	if l == nil {
		return nil
	}
	return &places{lending: l, run: r, member: m}
}

// fork returns the engine of a part of a search, which goes on from a state.
func (l *lending) fork(r *run, s *split.State) (learn.Stepwise, *vc.System) {
	f := l.forked(r, cmp.Or(r.opt.Halves, s.Engine), s.Seed)
	return f.row.engine.make(f.config()).(learn.Stepwise), f.sys
}

// forked returns a run with a store of its own, of an engine that inlines calls.
func (l *lending) forked(r *run, name string, seed uint64) *run {
	l.mu.Lock()
	defer l.mu.Unlock()
	row := *r.row
	if name != row.engine.name {
		var err error
		if row.engine, err = findEngine(name); err != nil {
			panic(err) // options are checked, and others are those of the race
		}
	}
	f := l.base.fork(context.Background(), &row)
	f.log, f.seed = r.log.With("part", true), seed
	return f
}

// places are those that are lent to an engine. It implements split.Places.
type places struct {
	*lending
	run    *run
	member *limit.Member
}

// Idle implements split.Places: the engine with most instances divides its search first, and none does when memory gets
// short.
func (p *places) Idle(instances int) bool {
	return p.run.entrant.largest(instances) && p.turns.Idle() && limit.Room(p.outer)
}

// Go implements split.Places.
func (p *places) Go(ctx context.Context, f func(context.Context)) {
	turns := p.run.row.turns
	m := p.turns.Join(limit.CountedAs(ctx, p.outer), turns.later)
	go func() {
		defer m.End()
		f(m.Begin(turns.first))
	}()
}

// Away implements split.Places.
func (p *places) Away(f func()) {
	if e := p.run.opt.Elsewhere; e != nil {
		wait := f
		f = func() { p.absent(e, wait) }
	}
	p.member.Away(f)
}

// absentAfter is how long an engine waits for other processes until this one does something for them in the meantime,
// though others here are at work. What it waits for may be in a queue where nobody else is, and they may never end.
const absentAfter = 30 * time.Second

// absent says that this process waits, as long as an engine does, and no other one is at work.
func (l *lending) absent(e Elsewhere, wait func()) {
	over := make(chan struct{})
	var said sync.WaitGroup
	said.Go(func() { l.sayAbsent(e, over) })
	wait()
	close(over)
	said.Wait()
}

func (l *lending) sayAbsent(e Elsewhere, over <-chan struct{}) {
	late := time.NewTimer(l.absentAfter)
	defer late.Stop()
	for {
		quiet, changes := l.turns.Quiet()
		if quiet {
			e.Away(func() {
				select {
				case <-changes:
				case <-over:
				}
			})
		}
		select {
		case <-over:
			return
		case <-changes:
		case <-late.C:
			e.Away(func() { <-over })
			return
		}
	}
}

// divide has an engine search alone, at several places.
func (r *run) divide() error {
	defer r.alone()()
	return r.decide()
}

// alone gives an engine that has no others places for parts of its search, until what it returns is called.
func (r *run) alone() (end func()) {
	outer := r.ctx
	l := r.lends(limit.NewTurns(outer, r.plan.places))
	l.facts = verifier.NewExchange(r.sys)
	m := l.turns.Join(outer, r.row.turns.later)
	r.lent, r.ctx = l.to(r, m), m.Begin(r.row.turns.first)
	return func() {
		m.End()
		r.lent, r.ctx = nil, outer
	}
}

// divided returns an engine whose search is divided, if it can be.
func (r *run) divided(e verifier.Engine) verifier.Engine {
	s, ok := e.(learn.Stepwise)
	if !ok || r.lent == nil || r.sys == nil {
		return e
	}
	out := &split.Engine{Base: s, Places: r.lent, Effort: r.opt.DivideAfter, Seed: r.seed,
		Fork: func(s *split.State) (learn.Stepwise, *vc.System) { return r.lent.fork(r, s) }}
	if r.opt.Elsewhere != nil {
		out.Remote = remote{r.lent}
	}
	return out
}

// exchange returns what passes facts between engines, or parts of a search.
func (r *run) exchange() *verifier.Exchange {
	switch {
	case r.entrant != nil:
		return r.entrant.facts
	case r.lent != nil:
		return r.lent.facts
	}
	return nil
}
