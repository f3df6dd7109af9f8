package limit

import (
	"context"
	"runtime"
	"sync/atomic"
)

// Yielding returns a context like parent, for programs whose goroutines are never preempted (js/wasm). There a search
// would keep the timers of its own limits from running. Polls of limits that watch the context or one derived from it
// let other goroutines run from time to time.
func Yielding(parent context.Context) context.Context {
	return Pausing(parent, yieldEvery, runtime.Gosched)
}

// yieldEvery is how many polls there are from one time to the next.
const yieldEvery = 64

// Pausing returns a context like parent. One of so many polls of limits that watch it, or a context derived from it,
// calls f, where the computation then waits.
func Pausing(parent context.Context, polls uint32, f func()) context.Context {
	return counted{parent, &pauser{counter: counterOf(parent), every: polls, pause: f}}
}

// pauser is a counter that stops nothing by itself.
type pauser struct {
	counter // of the context that it was derived from
	every   uint32
	pause   func()
	polls   atomic.Uint32
}

func (p *pauser) poll() bool {
	if p.polls.Add(1)%p.every == 0 {
		p.pause()
	}
	return p.counter.poll()
}
