package gini

import (
	"time"

	"github.com/go-air/gini/inter"

	"github.com/muster-smt/muster/sat/limit"
)

// running is a Solve that runs in its own goroutine.
type running struct {
	g      *Solver
	lim    *limit.Limit
	done   chan int
	result int
	over   bool
}

// GoSolve implements inter.GoSolvable.
func (g *Solver) GoSolve() inter.Solve {
	r := &running{g: g}
	r.start()
	return r
}

func (r *running) start() {
	r.lim = new(limit.Limit)
	r.done = make(chan int, 1)
	go func(lim *limit.Limit, done chan int) { done <- r.g.solve(lim) }(r.lim, r.done)
}

func (r *running) finish(res int) int {
	r.result, r.over = res, true
	r.g.assumed = r.g.assumed[:0]
	return res
}

// Wait implements inter.Solve.
func (r *running) Wait() int {
	if r.over {
		return r.result
	}
	return r.finish(<-r.done)
}

// Stop implements inter.Solve.
func (r *running) Stop() int {
	r.lim.Stop(limit.Interrupt)
	return r.Wait()
}

// Try implements inter.Solve.
func (r *running) Try(d time.Duration) int {
	if r.over {
		return r.result
	}
	alarm := time.NewTimer(d)
	defer alarm.Stop()
	select {
	case res := <-r.done:
		return r.finish(res)
	case <-alarm.C:
		r.lim.Stop(limit.Timeout)
		return r.Wait()
	}
}

// Test implements inter.Solve.
func (r *running) Test() (int, bool) {
	if r.over {
		return r.result, true
	}
	select {
	case res := <-r.done:
		return r.finish(res), true
	default:
		return 0, false
	}
}

// Pause implements inter.Solve. It stops the Solve, which keeps its assumptions; what it
// has learned speeds up Unpause.
func (r *running) Pause() (res int, ok bool) {
	if r.over {
		return r.result, false
	}
	r.lim.Stop(limit.Interrupt)
	if res = <-r.done; res != 0 {
		return r.finish(res), false
	}
	return 0, true
}

// Unpause implements inter.Solve: it solves again.
func (r *running) Unpause() { r.start() }
