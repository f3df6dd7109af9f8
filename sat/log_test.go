package sat_test

import (
	"context"
	"log/slog"
	"testing"

	"github.com/muster-smt/muster/sat"
)

// steps counts the records of a log by their messages.
type steps map[string]int64

func (s steps) Enabled(context.Context, slog.Level) bool { return true }
func (s steps) WithAttrs([]slog.Attr) slog.Handler       { return s }
func (s steps) WithGroup(string) slog.Handler            { return s }

func (s steps) Handle(_ context.Context, r slog.Record) error {
	s[r.Message]++
	return nil
}

// TestLog compares the search log of pigeons in holes with the counters.
func TestLog(t *testing.T) {
	const holes = 6
	log := steps{}
	s := sat.New(sat.Options{Log: slog.New(log)})
	in := func(pigeon, hole int) sat.Lit { return sat.Var(1 + pigeon*holes + hole).Pos() }
	for range (holes + 1) * holes {
		s.NewVar()
	}
	for p := range holes + 1 {
		var somewhere []sat.Lit
		for h := range holes {
			somewhere = append(somewhere, in(p, h))
			for q := range p {
				s.AddClause(in(p, h).Not(), in(q, h).Not())
			}
		}
		s.AddClause(somewhere...)
	}
	if st := s.Solve(nil, nil, sat.Budget{}); st != sat.Unsat {
		t.Fatal(st)
	}
	n := s.Stats()
	wanted := steps{"decide": n.Decisions, "conflict": n.Learned, "restart": n.Restarts, "solved": n.Solves}
	for msg, want := range wanted {
		if got := log[msg]; got != want || want == 0 {
			t.Errorf("%d records of %s, want %d", got, msg, want)
		}
	}
}
