package main

import (
	"context"
	"fmt"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/theory/script"
	"github.com/muster-smt/muster/verifier/chc"
	"github.com/muster-smt/muster/verifier/horn"
)

// solveClauses solves the Horn clauses of a script; see script.Options. A solution is looked for again where an engine
// has found a proof without one.
func solveClauses(ctx context.Context, in script.Clauses) (script.HornAnswer, error) {
	s := chc.New(in.File, in.Store)
	for _, f := range in.Declared {
		s.Declare(f)
	}
	for _, a := range in.Assertions {
		if err := s.Assert(a.Pos, a.Formula); err != nil {
			return script.HornAnswer{}, err
		}
	}
	rep, err := horn.SolveScript(ctx, s, horn.Options{})
	if err != nil {
		return script.HornAnswer{}, err
	}
	return script.HornAnswer{
		Status: rep.Status, Reason: rep.Reason,
		Definitions: func(ctx context.Context) ([]string, error) {
			again := rep
			if rep.Solution == nil {
				var err error
				if again, err = horn.SolveScript(ctx, s, horn.Options{Model: true}); err != nil {
					return nil, err
				}
			}
			return definitions(again)
		},
	}, nil
}

// definitions returns the define-fun of each predicate.
func definitions(rep *horn.Report) (all []string, err error) {
	switch {
	case rep.Status != sat.Sat:
		return nil, fmt.Errorf("no model: %v", rep.Reason)
	case rep.Solution == nil:
		return nil, fmt.Errorf("no model: %v", rep.NoSolution)
	}
	for _, d := range rep.Solution {
		all = append(all, string(rep.AppendDefinition(nil, d)))
	}
	return all, nil
}
