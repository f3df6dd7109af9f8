package script

import (
	"context"
	"fmt"
	"io"

	"github.com/muster-smt/muster/theory/smtlib"
	"github.com/muster-smt/muster/theory/solver"
)

// Query is a check of a session with its answer.
type Query struct {
	*smtlib.Command
	solver.Result
	Want string // the :status before the check; empty if there is none
}

// Replay runs the assertions, scopes and checks of a session on a solver and calls
// asked after each check. Commands that ask about answers are skipped. It returns at
// the end of the script, when ctx is done, or with the first error: of the reader, of
// asked, or at a reset, for which the caller would have to make another solver.
func Replay(ctx context.Context, r *smtlib.Reader, s *solver.Solver, asked func(Query) error) error {
	want := ""
	for {
		c, err := r.Next()
		if err == io.EOF || err == nil && c.Kind == smtlib.Exit {
			return nil
		}
		if err != nil {
			return err
		}
		switch c.Kind {
		case smtlib.SetInfo:
			if c.Name == ":status" {
				want = c.Value
			}
		case smtlib.Assert, smtlib.DefineFunsRec:
			for _, t := range c.Terms {
				s.Assert(t)
			}
		case smtlib.Push:
			for range c.N {
				s.Push()
			}
		case smtlib.Pop:
			for range c.N {
				s.Pop()
			}
			for _, a := range c.Axioms {
				s.Assert(a.Formula)
			}
		case smtlib.Reset, smtlib.ResetAssertions:
			return fmt.Errorf("%v: %v is not replayed", c.Pos, c.Kind)
		case smtlib.CheckSat, smtlib.CheckSatAssuming, smtlib.CheckSatUsing:
			q := Query{Command: &c, Result: s.Check(ctx, c.Terms...), Want: want}
			want = ""
			if err := asked(q); err != nil {
				return err
			}
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}
