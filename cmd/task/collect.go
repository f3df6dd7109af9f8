package task

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// What the collector leaves: garbage as much as is in use, up to garbageRoom bytes for each processor, less what is in
// use beyond plainUse, but at least leastPercent of what is in use. Without that a verification that uses 1.2 GB peaks
// at 2.4 GB.
const (
	garbageRoom  = 400 << 20
	plainUse     = 400 << 20
	leastPercent = 8
	// hugeUse is how much is in use when huge pages are worth asking for.
	hugeUse = 8 << 20
)

// Sparing has the garbage collector spare memory, where much is in use, until the function that it returns is called.
func Sparing() (stop func()) {
	before := debug.SetGCPercent(100)
	if before != 100 { // GOGC says so
		debug.SetGCPercent(before)
		return func() {}
	}
	var mu sync.Mutex // the percentage is set by one of the functions at a time
	stopped := false
	var after func(*[64]byte)
	watch := func() { runtime.SetFinalizer(new([64]byte), after) }
	grow := sync.OnceFunc(growHuge)
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	after = func(*[64]byte) { // a collection is over
		mu.Lock()
		defer mu.Unlock()
		if stopped {
			return
		}
		metrics.Read(sample)
		live := sample[0].Value.Uint64()
		if live >= hugeUse {
			grow()
		}
		debug.SetGCPercent(percentFor(live, runtime.GOMAXPROCS(0)))
		watch()
	}
	watch()
	return func() {
		mu.Lock()
		defer mu.Unlock()
		stopped = true
		debug.SetGCPercent(before)
	}
}

// growHuge calls hugePages, and gives back what that allocates: it was never in use.
func growHuge() {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // it begins no collection
	hugePages()
	debug.FreeOSMemory()
}

// percentFor returns the percentage of garbage beside so many bytes in use.
func percentFor(live uint64, processors int) int {
	room := garbageRoom * uint64(processors)
	room -= min(room, max(live, plainUse)-plainUse)
	return int(min(100, max(leastPercent, 100*room/max(1, live))))
}
