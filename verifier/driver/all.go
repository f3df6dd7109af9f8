package driver

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/prog"
)

// All looks for failing executions of different assertions: Verify's question is asked again with each assertion that
// failed assumed, and those that are about the same fault (front.Grouped). It returns the answers with such an
// execution, in the order of the source, and the last answer, which may be one of them.
func All(ctx context.Context, file string, src []byte, opt Options) (found []*Report, last *Report, err error) {
	defer recovered(&last, &err)
	q, err := newRequest(all, file, src, opt)
	if err != nil {
		return nil, nil, err
	}
	start := time.Now()
	for {
		r, err := answerTo(ctx, q)
		if err != nil {
			return found, nil, err
		}
		t := r.rep.Result.Trace()
		if t == nil {
			return found, r.rep, nil
		}
		found = append(found, r.rep)
		slices.SortStableFunc(found, func(x, y *Report) int {
			a, b := x.Result.Trace(), y.Result.Trace()
			return cmp.Or(a.Failed.Compare(b.Failed), cmp.Compare(a.Assertion.At, b.Assertion.At))
		})
		if opt.Found != nil {
			opt.Found(slices.Clone(found))
		}
		if len(found) >= r.plan.failures || t.Assertion == (prog.Assertion{}) {
			return found, r.rep, nil
		}
		if slices.Contains(q.opt.Passed, t.Assertion) {
			return found, nil, reason.Internalf("the assertion at %v fails though it is assumed", t.Failed)
		}
		q.opt.Passed = append(slices.Clip(q.opt.Passed), t.Assertion)
		if x, ok := r.rep.Loaded.Source.(front.Grouped); ok {
			for _, p := range x.Alike(t.Assertion.At) {
				q.opt.Passed = append(q.opt.Passed, prog.Assertion{At: p, Clause: p})
			}
		}
		q.opt.Timeout = opt.left(start)
		q.opt.Elsewhere = nil // nobody there knows what is assumed
	}
}
