package smt_test

import (
	"os"
	"testing"
	"time"
)

// families are all kinds of random scripts.
func families() []family {
	var out []family
	add := func(ps []profile, make func(profile, int64) sample) {
		for _, p := range ps {
			out = append(out, family{p, make})
		}
	}
	add(profiles(), random)
	add(boxes(), boxed)
	add(vcs(), vcScript)
	add(quantified(), quantifiedScript)
	return out
}

type family struct {
	profile
	make func(profile, int64) sample
}

// TestCampaign runs all families over the seeds that MUSTER_SEEDS names, every
// hundredth script through the peers too, and counts.
func TestCampaign(t *testing.T) {
	if os.Getenv("MUSTER_SEEDS") == "" {
		t.Skip("MUSTER_SEEDS is not set")
	}
	from, to := seeds(0)
	list := peers(t)
	for _, f := range families() {
		if name := os.Getenv("MUSTER_PROFILE"); name != "" && name != f.name {
			continue
		}
		t.Run(f.name, func(t *testing.T) {
			var n tally
			start := time.Now()
			for seed := from; seed <= to; seed++ {
				p := f.profile
				if seed%100 != 0 {
					f.make(p, seed).test(t, seed)
					continue
				}
				p.values = true // other solvers have no more
				f.make(p, seed).compared(list, &n).test(t, seed)
			}
			t.Logf("%d scripts in %.1f s; with peers %+v", to-from+1, time.Since(start).Seconds(), n)
		})
	}
}
