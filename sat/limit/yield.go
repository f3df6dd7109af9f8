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
	return counted{parent, &yielder{counter: counterOf(parent)}}
}

// yielder is a counter that stops nothing by itself.
type yielder struct {
	counter // of the context that it was derived from
	polls   atomic.Uint32
}

// yieldEvery is how many polls there are from one time to the next.
const yieldEvery = 64

func (y *yielder) poll() bool {
	if y.polls.Add(1)%yieldEvery == 0 {
		runtime.Gosched()
	}
	return y.counter.poll()
}
