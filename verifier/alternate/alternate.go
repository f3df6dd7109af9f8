package alternate

import (
	"context"

	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/corral"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/learn"
	"github.com/muster-smt/muster/verifier/legion"
	"github.com/muster-smt/muster/verifier/vc"
)

// DefaultSteps is how many steps one makes before it is the other's turn.
const DefaultSteps = 5

// Engine implements verifier.Engine.
type Engine struct {
	Config inline.Config
	Steps  int // 0 means DefaultSteps
}

// Name returns "alt".
func (e *Engine) Name() string { return "alt" }

// Verify has both engines search in turns; legion begins.
func (e *Engine) Verify(ctx context.Context, sys *vc.System, opt verifier.Options) (verifier.Result, error) {
	return learn.Verify(ctx, e, sys, opt)
}

// NewRun implements learn.Stepwise.
func (e *Engine) NewRun(ctx context.Context, sys *vc.System, opt verifier.Options) (*inline.Run, error) {
	return (&legion.Engine{Config: e.Config}).NewRun(ctx, sys, opt)
}

// Begin implements learn.Stepwise.
func (e *Engine) Begin(run *inline.Run, facts *learn.Demand) learn.Search {
	steps := e.Steps
	if steps <= 0 {
		steps = DefaultSteps
	}
	return &search{turns: [2]learn.Search{legion.NewSearch(run, facts), corral.NewSearch(run, facts)}, steps: steps,
		left: steps}
}

// search is a search of both.
type search struct {
	turns [2]learn.Search
	at    int // whose turn it is
	steps int // in a turn
	left  int // in this one
}

// Step implements learn.Search.
func (s *search) Step() (learn.Step, error) {
	if s.left == 0 {
		s.at, s.left = 1-s.at, s.steps
	}
	s.left--
	return s.turns[s.at].Step()
}

// Conclude implements learn.Search.
func (s *search) Conclude(core []inline.SiteID) (verifier.Result, error) {
	return s.turns[s.at].Conclude(core)
}
