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
	y := &yielder{}
	y.outer, _ = parent.Value(counterKey{}).(counter)
	return counted{parent, y}
}

// yielder is a counter that stops nothing by itself.
type yielder struct {
	outer counter // of the context that it was derived from; may be nil
	polls atomic.Uint32
}

// yieldEvery is how many polls there are from one time to the next.
const yieldEvery = 64

func (y *yielder) poll() bool {
	if y.polls.Add(1)%yieldEvery == 0 {
		runtime.Gosched()
	}
	return y.outer != nil && y.outer.poll()
}

func (y *yielder) spend(n int64) {
	if y.outer != nil {
		y.outer.spend(n)
	}
}

func (y *yielder) why() Reason {
	if y.outer != nil {
		return y.outer.why()
	}
	return None
}
