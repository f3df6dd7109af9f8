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

// benchFiles are solved in a second or two each by MiniSat.
var benchFiles = []string{
	"bb-QF_ABV__memcpy_6", "bb-QF_AUFBV__bubble_4", "cadical-add64", "cadical-prime2209",
	"hanoi4", "bf1355-075", "ssa7552-038", "bb-QF_BV__shl_64",
}

// BenchmarkSolve solves files of /work/bench/cnf, or of the directory in
// MUSTER_CNF, within 60 seconds each.
func BenchmarkSolve(b *testing.B) {
	dir := os.Getenv("MUSTER_CNF")
	if dir == "" {
		dir = "/work/bench/cnf"
	}
	for _, name := range benchFiles {
		b.Run(name, func(b *testing.B) {
			in, err := os.Open(filepath.Join(dir, name+".cnf"))
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
