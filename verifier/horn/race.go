package horn

import (
	"context"
	"runtime"
	"sync"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier/chc"
)

// race has engines look for the same answer, each with a copy of the script and of what the passes have made of it, at
// most as many at a time as there are processors; the others wait for their turns. The first answer ends it.
func race(ctx context.Context, s *chc.Script, opt Options, chosen []engine) (*Report, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	places := opt.Processors
	if places <= 0 {
		places = runtime.GOMAXPROCS(0)
	}
	turns := limit.NewTurns(ctx, places)
	var mu sync.Mutex
	if f := opt.Progress; f != nil {
		opt.Progress = func(p Progress) {
			mu.Lock()
			defer mu.Unlock()
			f(p)
		}
	}
	first := newRun(ctx, s.Copy(), opt, chosen[0])
	first.prepare()
	members := make([]*limit.Member, len(chosen))
	runs := make([]*run, len(chosen))
	for i, e := range chosen {
		members[i] = turns.Join(ctx, e.turn)
		runs[i] = first.with(e)
		log, n := stat.Debug(runs[i].log), 0
		members[i].OnTurn(func() {
			n++
			members[i].SetTurn(e.length(n + 1))
			if log != nil {
				log.Debug("turn")
			}
		})
	}
	winner, errs := -1, make([]error, len(chosen))
	var all sync.WaitGroup
	for i, r := range runs {
		all.Go(func() {
			defer members[i].End()
			r.begin(members[i].Begin(r.engine.first))
			if r.ctx.Err() != nil {
				r.unknown(reason.Reason{Kind: reason.GaveUp})
				return
			}
			if errs[i] = guarded(r.solve); errs[i] == nil && r.rep.Status == sat.Unknown {
				return
			}
			mu.Lock()
			defer mu.Unlock()
			if winner < 0 {
				winner = i
			}
			cancel()
		})
	}
	all.Wait()
	var rep *Report
	var err error
	if winner >= 0 {
		rep, err = runs[winner].rep, errs[winner]
	} else {
		rep = best(runs)
	}
	for _, r := range runs {
		if r.rep.Status == sat.Unknown && r.rep.Reason.Kind != reason.None && !limited(r.rep.Reason) {
			rep.GaveUp = append(rep.GaveUp, GaveUp{r.engine.name, r.rep.Reason})
		}
	}
	return rep, err
}

// best returns the report of several unknown ones to show: one that a limit ended, with the greatest depth of all.
func best(runs []*run) *Report {
	rep, depth := runs[0].rep, 0
	for _, r := range runs {
		depth = max(depth, r.rep.Depth)
		if limited(r.rep.Reason) && !limited(rep.Reason) {
			rep = r.rep
		}
	}
	rep.Depth, rep.Engine = depth, Auto
	return rep
}

func limited(why reason.Reason) bool {
	return why.Kind == reason.Timeout || why.Kind == reason.Interrupt || why.Kind == reason.Memory
}
