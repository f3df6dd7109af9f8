package smt_test

import (
	"context"
	"math/rand"
	"strings"
	"testing"
	"time"

	"github.com/muster-smt/muster/fuzz/smtscript"
	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/smt"
)

// TestInterrupted ends checks at some moment, mostly while assertions are
// preprocessed or handed over; what is asked again is answered as if nothing had
// happened.
func TestInterrupted(t *testing.T) {
	from, to := seeds(60)
	for _, f := range families() {
		if !strings.HasPrefix(f.Name, "prep") {
			continue
		}
		for seed := from; seed <= to; seed++ {
			s := f.Script(source(seed))
			var want []sat.Status
			if err := s.Visit(smt.New(s.Store, smt.Options{}), func(_ smtscript.Op, a smtscript.Answer) error {
				want = append(want, a.Status)
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			r := rand.New(rand.NewSource(seed))
			sol := smt.New(s.Store, smt.Options{CheckModels: true})
			before := s.Before(func(sol *smt.Solver) {
				ctx, cancel := context.WithTimeout(context.Background(), time.Duration(r.Intn(400))*time.Microsecond)
				defer cancel()
				if got := sol.Check(ctx); strings.HasPrefix(got.Reason, "internal error") {
					t.Errorf("%s %d: %s", f.Name, seed, got.Reason)
				}
			})
			n := 0
			if err := before.Visit(sol, func(_ smtscript.Op, a smtscript.Answer) error {
				if w := want[n]; a.Status != w && a.Status != sat.Unknown && w != sat.Unknown {
					t.Errorf("%s %d: check %d is %v, want %v", f.Name, seed, n, a.Status, w)
				}
				if strings.HasPrefix(a.Reason, "internal error") {
					t.Errorf("%s %d: check %d: %s", f.Name, seed, n, a.Reason)
				}
				n++
				return nil
			}); err != nil {
				t.Error(err)
			}
		}
	}
}
