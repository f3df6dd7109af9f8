package coverage

import (
	"context"
	"time"

	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/learn"
)

const (
	// togetherShare is which part of the time for all bounds the question about all targets may take.
	togetherShare = 3
	// lastBudget limits a question without facts, in conflicts.
	lastBudget = 20000
	// partShare is which part of its time a search has at least taken if more might help.
	partShare = 4
	// firstSearch is how long the first search for a proof about a single target may take. In the next round it is twice
	// as long.
	firstSearch = 100 * time.Millisecond
)

// allBounds looks for proofs for all bounds where there is one for the bound: first those that rest on nothing but
// what is opened, since a proof about several targets may need call sites blocked for one of them only; then, for so
// long, with facts.
func (s *search) allBounds(limit time.Duration) error {
	for _, k := range s.bounded() {
		if err := s.last(k); err != nil || s.ctx.Err() != nil {
			return err
		}
	}
	left := s.bounded()
	if limit <= 0 || len(left) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(s.ctx, limit)
	defer cancel()
	if _, err := s.improve(ctx, left, limit/togetherShare); err != nil {
		return err
	}
	for each := firstSearch; len(left) > 0 && ctx.Err() == nil; each *= 2 {
		var again []int
		for _, k := range left {
			if !s.isBounded(k) || ctx.Err() != nil {
				continue
			}
			stopped, err := s.improve(ctx, []int{k}, each)
			if err != nil {
				return err
			}
			if stopped {
				again = append(again, k)
			}
		}
		left = again
	}
	return nil
}

// last asks about a target with no call site blocked.
func (s *search) last(k int) error {
	s.questions++
	s.run.Ask(s.ctx, s.others([]int{k}), 0)
	facts := learn.NewDemand(s.run, nil)
	defer facts.Close()
	safe, err := facts.Refutes(lastBudget)
	if safe {
		s.refuted([]int{k}, verifier.SafeWith(facts.Proof(nil)))
	}
	return err
}

// bounded returns the targets that are unreachable within the bound, and perhaps elsewhere.
func (s *search) bounded() (out []int) {
	for k := range s.answers {
		if s.isBounded(k) {
			out = append(out, k)
		}
	}
	return out
}

func (s *search) isBounded(k int) bool {
	e := s.answers[k].Evidence
	return e != nil && e.Result.Verdict() == verifier.SafeUpToBound
}

// improve looks for a proof for all bounds that no target of a set is reached. It reports whether it had too little
// time.
func (s *search) improve(ctx context.Context, set []int, limit time.Duration) (stopped bool, err error) {
	begin := time.Now()
	within, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	res, err := s.question(within, set, limit)
	switch {
	case err != nil:
		return false, err
	case res.Verdict() == verifier.Unsafe:
		return false, reason.Internalf("an execution reaches one of %s, though a proof says that none does",
			s.named(set))
	case res.Verdict() == verifier.Safe:
		s.refuted(set, res)
		return false, nil
	}
	return time.Since(begin) >= limit/partShare, nil // parts of it have limits of their own
}
