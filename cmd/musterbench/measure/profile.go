package measure

import (
	"errors"
	"os"
	"runtime"
	"runtime/metrics"
	"runtime/pprof"
)

// Profile names the files for profiles of this process; an empty name is none.
type Profile struct {
	CPU    string
	Memory string // what was allocated, and what is live at the end
}

// Around runs f and writes the profiles.
func (p *Profile) Around(f func() error) (err error) {
	if p.CPU != "" {
		w, err := os.Create(p.CPU)
		if err != nil {
			return err
		}
		if err := pprof.StartCPUProfile(w); err != nil {
			return errors.Join(err, w.Close())
		}
		defer func() {
			pprof.StopCPUProfile()
			err = errors.Join(err, w.Close())
		}()
	}
	if err := f(); err != nil || p.Memory == "" {
		return err
	}
	w, err := os.Create(p.Memory)
	if err != nil {
		return err
	}
	runtime.GC() // the profile is as of the last collection
	return errors.Join(pprof.Lookup("allocs").WriteTo(w, 0), w.Close())
}

// GCShare returns the share of this process's work that was garbage collection,
// as of the last cycle; 0 before the first one. The runtime estimates both from
// the time for which it had processors, so other load affects both alike; the
// CPU time that the system reports would be a wrong denominator.
func GCShare() float64 {
	s := []metrics.Sample{
		{Name: "/cpu/classes/gc/total:cpu-seconds"},
		{Name: "/cpu/classes/total:cpu-seconds"},
		{Name: "/cpu/classes/idle:cpu-seconds"},
	}
	metrics.Read(s)
	for i := range s {
		if s[i].Value.Kind() != metrics.KindFloat64 {
			return 0
		}
	}
	gc, busy := s[0].Value.Float64(), s[1].Value.Float64()-s[2].Value.Float64()
	if busy <= 0 {
		return 0
	}
	return gc / busy
}

// HeapBytes returns the size of the objects on the heap, dead objects that are
// not swept yet included.
func HeapBytes() int64 {
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64())
}
