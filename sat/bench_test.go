package sat_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/dimacs"
	"github.com/muster-smt/muster/sat/limit"
)

// BenchmarkSolve solves the files that the pattern in MUSTER_CNF names.
func BenchmarkSolve(b *testing.B) {
	pattern := os.Getenv("MUSTER_CNF")
	if pattern == "" {
		b.Skip("MUSTER_CNF is not set: no instances")
	}
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		b.Fatalf("%s: no files (%v)", pattern, err)
	}
	for _, name := range files {
		b.Run(filepath.Base(name), func(b *testing.B) {
			in, err := os.Open(name)
			if err != nil {
				b.Skip(err)
			}
			defer in.Close()
			f, err := dimacs.Read(in, name)
			if err != nil {
				b.Fatal(err)
			}
			var stats sat.Stats
			for b.Loop() {
				stats = solveFormula(b, f)
			}
			b.ReportMetric(float64(stats.Conflicts), "conflicts")
			b.ReportMetric(float64(stats.Propagations), "props")
		})
	}
}

func solveFormula(b *testing.B, f *dimacs.Formula) sat.Stats {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	var lim limit.Limit
	defer lim.Watch(ctx)()
	s := sat.New(sat.Options{})
	f.Load(s)
	if st := s.Solve(&lim, nil, sat.Budget{}); st == sat.Sat && !f.Satisfied(s.ModelValue) {
		b.Fatal("wrong model")
	} else if st == sat.Unknown {
		b.Log("unknown: ", s.WhyUnknown())
	}
	return s.Stats()
}
