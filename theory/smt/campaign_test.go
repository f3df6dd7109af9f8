package smt_test

import (
	"os"
	"testing"
	"time"
)

// families are all kinds of random scripts.
func families() []family {
	var out []family
	add := func(ps []profile, every int64, make func(profile, int64) sample) {
		for _, p := range ps {
			out = append(out, family{p, every, make})
		}
	}
	add(profiles(), 1, random)
	add(boxes(), 1, boxed)
	add(vcs(), 1, vcScript)
	add(long(), 100, vcScript)
	add(quantified(), 1, quantifiedScript)
	add(prepared(), 1, preparedScript)
	return out
}

type family struct {
	profile
	every int64 // the seeds that it is run for
	make  func(profile, int64) sample
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
			scripts := 0
			for seed := (from + f.every - 1) / f.every * f.every; seed <= to; seed += f.every {
				scripts++
				p := f.profile
				if seed%100 != 0 || f.every > 1 {
					f.make(p, seed).test(t, seed)
					continue
				}
				p.values = true // other solvers have no more
				f.make(p, seed).compared(list, &n).test(t, seed)
			}
			t.Logf("%d scripts in %.1f s; with peers %+v", scripts, time.Since(start).Seconds(), n)
		})
	}
}
