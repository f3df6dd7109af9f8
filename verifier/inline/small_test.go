package inline_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/solver"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/native"
)

// candid answers all checks but those under the assumption that a path is taken, which it says contradict the assertions: as a solver does
// whose model was a candidate.
type candid struct {
	*native.Solver
	asserts []term.Term
	path    func(term.Term) bool
	status  inline.Status
}

func (c *candid) Assert(t term.Term) {
	c.asserts = append(c.asserts, t)
	c.Solver.Assert(t)
}

func (c *candid) Check(ctx context.Context, assumptions []term.Term) inline.Outcome {
	if slices.ContainsFunc(assumptions, c.path) {
		return inline.Outcome{Status: c.status}
	}
	return c.Solver.Check(ctx, assumptions)
}

func (c *candid) Stats() []stat.Counter { return nil }

// picky is a Replayer that wants small values, and accepts nothing.
type picky struct{ choice term.Term }

func (p *picky) Choices(*inline.Tree, *inline.Path) []term.Term { return []term.Term{p.choice} }

func (p *picky) Replay(context.Context, *inline.Tree, *inline.Path, *model.Model) (*verifier.Trace, inline.Repair, reason.Reason) {
	return nil, inline.Repair{}, reason.Reason{Kind: reason.UnconfirmedTrace}
}

// TestCandidatePath: where the path of a candidate turns out to contradict itself while small values are sought, it is excluded and the
// question is asked again; where nothing is known of it, the answer has a reason.
func TestCandidatePath(t *testing.T) {
	for _, c := range []struct {
		status inline.Status
		again  bool
	}{{inline.StatusUnsat, true}, {inline.StatusUnknown, false}} {
		sys := system(t, "procedure main() { var x: int; goto a, b; a: assume x > 5; return; b: assume x < 0; return; }")
		st := sys.Store
		fake := &candid{Solver: native.New(st, solver.Options{}), status: c.status}
		fake.path = func(x term.Term) bool { return strings.HasPrefix(st.String(x), "path") }
		run, err := inline.NewRun(context.Background(), sys, verifier.Options{Bound: 1}, inline.Config{
			NewSolver: func(*term.Store) (inline.Solver, error) { return fake, nil },
			NewMaker:  func(st *term.Store) term.Maker { return rewrite.New(st) },
			Replay:    &picky{st.FreshConst("c", term.Int)},
		})
		if err != nil {
			t.Fatal(err)
		}
		for n := 0; ; n++ {
			out := run.Check(nil)
			if out.Status == inline.StatusUnsat && c.again && n == 2 { // both paths are excluded
				break
			}
			path, _, err := run.Path(out)
			if err != nil || n > 2 {
				t.Fatalf("%v, after %d paths: %v", out, n, err)
			}
			res, again := run.Confirm(path)
			if again != c.again || !again && res.Reason().Kind == reason.None {
				t.Fatalf("again: %v, %v", again, res.Reason())
			}
			if !again {
				break
			}
		}
	}
}
