package circuit_test

import (
	"runtime"
	"testing"

	"github.com/muster-smt/muster/bv/aig"
	"github.com/muster-smt/muster/bv/circuit"
	"github.com/muster-smt/muster/sat"
)

// sink counts clauses.
type sink struct{ vars, clauses, literals int }

func (s *sink) NewVar() sat.Var { s.vars++; return sat.Var(s.vars) }

func (s *sink) Clause(lits []sat.Lit) {
	s.clauses++
	s.literals += len(lits)
}

// BenchmarkMillions makes the ten million gates of a product of 2,600 bits, and its clauses.
func BenchmarkMillions(b *testing.B) {
	var gates int
	b.Run("gates", func(b *testing.B) {
		for b.Loop() {
			g := aig.New()
			w := circuit.New(g)
			w.Mul(w.Inputs(2600), w.Inputs(2600))
			gates = g.Len()
			b.ReportMetric(float64(g.Bytes())/float64(gates), "bytes/gate")
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(gates), "ns/gate")
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		b.ReportMetric(float64(m.HeapSys)/1e6, "MB-heap")
	})
	g := aig.New()
	w := circuit.New(g)
	z := w.Mul(w.Inputs(2600), w.Inputs(2600))
	b.Run("clauses", func(b *testing.B) {
		var s *sink
		for b.Loop() {
			s = &sink{}
			c := aig.NewCNF(g, s)
			for _, l := range z {
				c.Lit(l)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(g.Len()), "ns/gate")
		b.ReportMetric(float64(s.clauses)/float64(g.Len()), "clauses/gate")
	})
}
