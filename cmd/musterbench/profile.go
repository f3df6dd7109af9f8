package main

import (
	"errors"
	"os"
	"runtime"
	"runtime/metrics"
	"runtime/pprof"

	"github.com/spf13/cobra"
)

// profileFlags name files for profiles of a command.
type profileFlags struct{ cpu, mem string }

func (p *profileFlags) add(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&p.cpu, "cpuprofile", "", "file for a CPU profile (pprof)")
	f.StringVar(&p.mem, "memprofile", "", "file for a profile of what was allocated, and of what is alive at the end (pprof)")
}

// around runs f under the profiles asked for.
func (p *profileFlags) around(f func() error) (err error) {
	if p.cpu != "" {
		w, err := os.Create(p.cpu)
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
	if err := f(); err != nil || p.mem == "" {
		return err
	}
	w, err := os.Create(p.mem)
	if err != nil {
		return err
	}
	runtime.GC() // the profile is as of the last collection
	return errors.Join(pprof.Lookup("allocs").WriteTo(w, 0), w.Close())
}

// gcShare returns the part of its work that this process spent in garbage
// collection, as of the last cycle. The runtime estimates both from the time
// that it had processors for, so other load falls on both alike; the processor
// time that the system tells would not do for the whole.
func gcShare() float64 {
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
		return 0 // no cycle yet
	}
	return gc / busy
}
