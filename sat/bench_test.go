package sat_test

import (
	"context"
	"iter"
	"os"
	"path/filepath"
	"slices"
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
				if f.Incremental {
					stats = askQueries(b, f)
				} else {
					stats = solveFormula(b, f)
				}
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
	if st := s.Solve(&lim, nil, sat.Budget{}); st == sat.Sat && f.Evaluate(dimacs.Query{Clauses: f.Len()}, f.Model(s.ModelValue)) != nil {
		b.Fatal("wrong model")
	} else if st == sat.Unknown {
		b.Log("unknown: ", s.WhyUnknown())
	}
	return s.Stats()
}

// askQueries answers the queries of a formula, as many as it can in a minute. It makes
// variables as the clauses need them, and evaluates one model in a hundred.
func askQueries(b *testing.B, f *dimacs.Formula) sat.Stats {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	var lim limit.Limit
	defer lim.Watch(ctx)()
	s := sat.New(sat.Options{})
	grow := func(lits []sat.Lit) {
		for _, l := range lits {
			for s.NumVars() < int(l.Var()) {
				s.NewVar()
			}
		}
	}
	asked, sats, added := 0, 0, 0
	next, stop := iter.Pull(f.Clauses())
	defer stop()
	var inSolve, worst time.Duration
	for _, q := range f.Queries {
		for ; added < q.Clauses; added++ {
			c, _ := next()
			grow(c)
			s.AddClause(c...)
		}
		grow(q.Assumptions)
		start := time.Now()
		st := s.Solve(&lim, q.Assumptions, sat.Budget{})
		took := time.Since(start)
		inSolve += took
		worst = max(worst, took)
		if st == sat.Unknown {
			b.Log("unknown: ", s.WhyUnknown())
			break
		}
		asked++
		if st == sat.Sat {
			if sats++; sats%100 == 1 && !answers(f, q, s.ModelValue) {
				b.Fatal("wrong model")
			}
		}
	}
	b.ReportMetric(float64(asked), "queries")
	b.ReportMetric(float64(sats), "sat")
	b.ReportMetric(inSolve.Seconds(), "solve-s")
	b.ReportMetric(worst.Seconds(), "worst-s")
	return s.Stats()
}

// answers evaluates the model of a query.
func answers(f *dimacs.Formula, q dimacs.Query, value func(sat.Lit) sat.Value) bool {
	n := 0
	for c := range f.Clauses() {
		if n == q.Clauses {
			break
		}
		n++
		if !slices.ContainsFunc(c, func(l sat.Lit) bool { return value(l) == sat.True }) {
			return false
		}
	}
	return !slices.ContainsFunc(q.Assumptions, func(l sat.Lit) bool { return value(l) != sat.True })
}
