package solver_test

import (
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/fuzz/gen"
	"github.com/muster-smt/muster/fuzz/oracle"
	"github.com/muster-smt/muster/fuzz/shrink"
	"github.com/muster-smt/muster/fuzz/smtscript"
)

// source returns the random numbers for the script with this seed.
func source(seed int64) *rand.Rand { return rand.New(rand.NewPCG(uint64(seed), 0)) }

// seeds returns the range of seeds of a test: 1 to quick or, in a long run, to long; or the
// environment variable MUSTER_SEEDS (FROM-TO).
func seeds(quick, long int64) (from, to int64) {
	a, b, ok := strings.Cut(os.Getenv("MUSTER_SEEDS"), "-")
	if !ok {
		return 1, extent.Of(quick, long)
	}
	from, _ = strconv.ParseInt(a, 10, 64)
	to, _ = strconv.ParseInt(b, 10, 64)
	return from, to
}

// families returns all families of random scripts, or the one that MUSTER_PROFILE names.
func families() []gen.SMTFamily {
	all := gen.SMTFamilies()
	name := os.Getenv("MUSTER_PROFILE")
	for i, f := range all {
		if f.Name == name {
			return all[i : i+1]
		}
	}
	return all
}

// TestCampaign runs the first scripts of each family, or those that MUSTER_SEEDS names.
// The target smt of package fuzz runs the same ones.
func TestCampaign(t *testing.T) {
	from, to := seeds(8, 60)
	if len(oracle.Peers()) == 0 {
		t.Log("there is no other solver on PATH")
	}
	for _, f := range families() {
		every := 100 / int64(f.Weight)
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			var n smtscript.Tally
			list := oracle.Peers() // they start when they are asked
			for _, p := range list {
				t.Cleanup(p.Stop)
			}
			for seed := (from + every - 1) / every * every; seed <= max(to, every); seed += every {
				s := f.Script(source(seed))
				if err := s.Run(smtscript.Config{Tally: &n, Peers: list}); err != nil {
					report(t, f, seed, s, err)
				}
			}
			t.Logf("%d sat, %d unsat, %d unknown; %d refutations compared", n.Sat, n.Unsat, n.Unknown, n.Compared)
		})
	}
}

// report shrinks a failing script. It ends the test unless MUSTER_SEEDS is set.
func report(t *testing.T, f gen.SMTFamily, seed int64, s *smtscript.Script, err error) {
	t.Helper()
	small := s.Shrink(&shrink.Budget{Tries: 4000}, func(s *smtscript.Script) bool { return s.Run(smtscript.Config{}) != nil })
	t.Errorf("%s, seed %d: %v\n%s", f.Name, seed, err, small.Text())
	if os.Getenv("MUSTER_SEEDS") == "" {
		t.FailNow()
	}
}
