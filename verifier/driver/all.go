package driver

import (
	"cmp"
	"slices"
	"time"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/prog"
)

// Search looks for at most so many failing executions, of different assertions: each assertion that failed is assumed
// in the questions after it, and so are those that are about the same fault (front.Grouped), which ask answers as
// Verify does. It returns the answers with such an execution, in the order of the source, and the last answer, which
// may be one of them.
func Search(opt Options, most int, ask func(Options) (*Report, error)) (found []*Report, last *Report, err error) {
	start, given := time.Now(), opt
	defer func() {
		slices.SortStableFunc(found, func(x, y *Report) int {
			a, b := x.Result.Trace(), y.Result.Trace()
			return cmp.Or(a.Failed.Compare(b.Failed), cmp.Compare(a.Assertion.At, b.Assertion.At))
		})
	}()
	for {
		if last, err = ask(opt); err != nil {
			return found, nil, err
		}
		t := last.Result.Trace()
		if t == nil {
			return found, last, nil
		}
		found = append(found, last)
		if len(found) == most || t.Assertion == (prog.Assertion{}) {
			return found, last, nil
		}
		if slices.Contains(opt.Passed, t.Assertion) {
			return found, nil, reason.Internalf("the assertion at %v fails though it is assumed", t.Failed)
		}
		opt.Passed = append(opt.Passed, t.Assertion)
		if x, ok := last.Loaded.Source.(front.Grouped); ok {
			for _, p := range x.Alike(t.Assertion.At) {
				opt.Passed = append(opt.Passed, prog.Assertion{At: p, Clause: p})
			}
		}
		opt.Timeout = given.left(start)
	}
}
