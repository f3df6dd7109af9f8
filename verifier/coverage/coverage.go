package coverage

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/learn"
	"github.com/muster-smt/muster/verifier/vc"
)

// Evidence is the answer to a question, with the system that it is about. Targets that were answered together share it.
type Evidence struct {
	Result verifier.Result // not unknown
	System *vc.System
}

// Answer is what is known of a target: evidence, or why there is none.
type Answer struct {
	*Evidence
	Why reason.Reason
}

// DefaultEffort is that of the first questions about all targets, in polls and propagations: 100,000 take some 0.2 s.
// A question about a single one has one part in aloneShare of it. In the next round all is growth times as much.
const (
	DefaultEffort = 800_000
	aloneShare    = 16
	growth        = 4
)

// Search answers for each target, given by the constant that asks about it, whether an execution reaches it. When the
// context ends, the others remain unknown. effort is usually DefaultEffort.
func Search(ctx context.Context, e learn.Stepwise, sys *vc.System, targets []term.Term, effort int64,
	opt verifier.Options) ([]Answer, verifier.Stats, error) {
	run, err := e.NewRun(ctx, sys, opt)
	if err != nil {
		return nil, verifier.Stats{}, err
	}
	s := &search{ctx: ctx, engine: e, run: run, targets: targets, effort: effort, answers: make([]Answer, len(targets))}
	for _, t := range targets {
		s.not = append(s.not, sys.Store.Not(t))
	}
	if err = s.rounds(); err == nil {
		err = s.allBounds(opt.Unbounded)
	}
	res, err := run.Finish(verifier.Result{}, err)
	stats := res.Stats()
	stats.Counters = append(summed(stats.Counters), stat.Counter{Name: "coverage: questions", Value: s.questions})
	return s.answers, stats, err
}

type search struct {
	ctx       context.Context
	engine    learn.Stepwise
	run       *inline.Run
	targets   []term.Term
	not       []term.Term // what assumes that a target is not asked about
	answers   []Answer
	effort    int64
	questions int64
}

// rounds asks until all targets are answered, within the bound at least.
func (s *search) rounds() error {
	for effort := s.effort; s.ctx.Err() == nil; effort *= growth {
		for answered := true; answered && len(s.open()) > 0; {
			var err error
			if answered, err = s.ask(s.ctx, s.open(), effort); err != nil {
				return err
			}
		}
		limited := false
		for _, k := range s.open() {
			if !s.isOpen(k) || s.ctx.Err() != nil {
				continue // another question has answered it
			}
			if _, err := s.ask(s.ctx, []int{k}, effort/aloneShare); err != nil {
				return err
			}
			limited = limited || s.isOpen(k)
		}
		if !limited {
			break
		}
	}
	if why := limit.ContextReason(s.ctx); why != limit.None {
		for _, k := range s.open() {
			s.answers[k].Why = reason.Of(why)
		}
	}
	return nil
}

// open returns the targets that are not answered.
func (s *search) open() (out []int) {
	for k := range s.answers {
		if s.isOpen(k) {
			out = append(out, k)
		}
	}
	return out
}

func (s *search) isOpen(k int) bool {
	return s.answers[k].Evidence == nil && s.answers[k].Why.Kind == reason.None
}

// ask asks whether a target of a set is reached, with limited effort. It reports whether that answers something. That
// a single target cannot be answered for other reasons than a limit is an answer, too.
func (s *search) ask(ctx context.Context, set []int, effort int64) (answered bool, err error) {
	within, cancel := limit.NewBudget(effort, limit.Steps).Context(ctx)
	defer cancel()
	res, err := s.question(within, set, 0)
	if err != nil {
		return false, err
	}
	switch v := res.Verdict(); {
	case v == verifier.Unsafe:
		return true, s.reached(set, res)
	case v != verifier.Unknown:
		s.refuted(set, res)
		return true, nil
	case len(set) == 1 && s.isOpen(set[0]) && within.Err() == nil:
		s.answers[set[0]].Why = res.Reason()
		return true, nil
	}
	return false, nil
}

// question asks whether a target of a set is reached.
func (s *search) question(ctx context.Context, set []int, unbounded time.Duration) (verifier.Result, error) {
	s.questions++
	ctx, effort := limit.NewMeter(ctx, 1)
	s.run.Ask(ctx, s.others(set), unbounded)
	facts := learn.NewDemand(s.run, effort)
	res, err := learn.Decide(s.engine.Begin(s.run, facts), facts)
	if err == nil && res.Reason().Kind == reason.Internal {
		err = res.Reason()
	}
	return res, err
}

// others returns the literals that say that nobody asks about a target outside of a set.
func (s *search) others(set []int) []term.Term {
	in := make([]bool, len(s.targets))
	for _, k := range set {
		in[k] = true
	}
	out := make([]term.Term, 0, len(s.targets)-len(set))
	for k, t := range s.not {
		if !in[k] {
			out = append(out, t)
		}
	}
	return out
}

// reached takes an execution for the answer about all targets that it reaches.
func (s *search) reached(set []int, res verifier.Result) error {
	e := &Evidence{res, s.run.Tree.System()}
	for _, k := range res.Trace().Targets {
		if s.answers[k].Evidence == nil {
			s.answer(k, e)
		}
	}
	if !slices.ContainsFunc(set, func(k int) bool { return s.answers[k].Evidence == e }) {
		return reason.Internalf("an execution reaches none of the targets that were asked about: %s", s.named(set))
	}
	return nil
}

// named returns the names of targets.
func (s *search) named(set []int) string {
	names := make([]string, len(set))
	for i, k := range set {
		names[i] = s.run.Tree.System().Store.String(s.targets[k])
	}
	return strings.Join(names, ", ")
}

// refuted takes a proof for the answer about a set.
func (s *search) refuted(set []int, res verifier.Result) {
	e := &Evidence{res, s.run.Tree.System()}
	for _, k := range set {
		s.answer(k, e)
	}
}

// answer notes an answer. If it is final, nobody asks about the target any more.
func (s *search) answer(k int, e *Evidence) {
	s.answers[k] = Answer{Evidence: e}
	if e.Result.Verdict() != verifier.SafeUpToBound {
		s.run.Solver.Assert(s.not[k])
	}
}

// summed adds up counters of one name, which each question has.
func summed(counters []stat.Counter) (out []stat.Counter) {
	at := map[string]int{}
	for _, c := range counters {
		i, ok := at[c.Name]
		if !ok {
			i = len(out)
			at[c.Name] = i
			out = append(out, stat.Counter{Name: c.Name})
		}
		out[i].Value += c.Value
	}
	return out
}
