package lazyann

import (
	"context"
	"errors"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory/interpolate"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/cutpoint"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/learn"
	"github.com/muster-smt/muster/verifier/vc"
)

// Engine implements verifier.Engine.
type Engine struct {
	Config  inline.Config
	Without Improvements
	// Expand, if not nil, is an engine that inlines calls: it grows a tree beside the search, unless others search
	// beside it (Options.Exchange), or there is no bound.
	Expand learn.Stepwise
}

// Improvements are those of the paper's section 4 that can be turned off, and subtrees that are kept.
type Improvements struct {
	Minterms       bool // decisions on all atoms of a path; else on its blocks only
	BackJumping    bool
	Generalization bool // of interpolants
	Primes         bool // implicants of templates that make long interpolants more general
	Quantified     bool // interpolants
	Sharing        bool // of annotations among call sites
	Learning       bool // else an annotation serves but the goal that it was made for
	Propagation    bool // of annotations to the level of a sub-goal, during the search
	Scores         bool // of procedures, for the choice of sub-goals
	Keeping        bool // of subtrees
	Houdini        bool // over all annotations
}

// Name returns "lazyann".
func (e *Engine) Name() string { return "lazyann" }

// Verify unwinds the system until there is an execution, or the annotation is inductive. When it covers the recursion
// bound, the time of Options.Unbounded begins, after which the answer is for the bound. An execution that is found in
// this time may be past the bound.
func (e *Engine) Verify(ctx context.Context, sys *vc.System, opt verifier.Options) (verifier.Result, error) {
	if e.Expand == nil || opt.Exchange != nil || opt.AllBounds {
		return e.search(ctx, sys, opt, nil)
	}
	ctx, all := limit.NewMeter(ctx, 1)
	opt.Exchange = verifier.NewExchange(sys)
	g, err := newGrowth(ctx, e.Expand, sys, opt, all)
	if err != nil {
		return verifier.Result{}, err
	}
	res, err := e.search(ctx, sys, opt, g)
	return g.end(res, err)
}

// search is Verify with a tree, which may be nil.
func (e *Engine) search(ctx context.Context, sys *vc.System, opt verifier.Options, g *growth) (verifier.Result, error) {
	run, err := inline.NewRun(ctx, sys, opt, e.Config)
	if err != nil {
		return verifier.Result{}, err
	}
	_, derives := e.Config.Replay.(inline.Deriver)
	t := newTurns(ctx, sys, !derives && !opt.KeepLoops)
	res, counters, err := e.explore(run, t, g)
	for t.again(res, err) {
		res, counters, err = e.explore(run, t, g)
	}
	if t.stop != nil {
		t.stop()
	}
	run.Count(counters...)
	return run.Finish(res, err)
}

// explore is a search with loops as they are, or turned.
func (e *Engine) explore(run *inline.Run, t *turns, g *growth) (verifier.Result, []stat.Counter, error) {
	s := newSearch(t.ctx, t.system(), run, e.Without)
	defer s.frames.Close()
	defer func() { inline.Close(s.models.solver) }() // it is made where it is needed
	s.turns, s.cut, s.port, s.growth, s.covered = t, t.cut, run.Options().Exchange.Port(s.sys), g, t.bound != nil
	res, err := s.unwind()
	if s.covered && t.bound == nil {
		t.ctx, t.bound = s.ctx, s.within(g)
	}
	if t.bound != nil && err == nil && res.Verdict() == verifier.Unknown {
		res = verifier.SafeUpToBoundWith(run.Bound, t.bound)
	}
	learned := s.frames.Learned(s.by)
	run.Learned(learned)
	return res, s.counters(verifier.Total(learned)), err
}

func newSearch(ctx context.Context, sys *vc.System, run *inline.Run, without Improvements) *search {
	rw := rewrite.New(sys.Store)
	s := &search{
		ctx: ctx, sys: sys, run: run, without: without, rw: rw, frames: learn.NewFrames(sys, run.Config),
		nesting: vc.Nesting(sys, run.Bound),
		preds:   make([]*pred, len(sys.Procs)), names: newNames(sys.Store), in: map[term.Term]int{},
		used: make([][]bool, len(sys.Procs)), scores: make([]int, len(sys.Procs)), by: make([]verifier.Learning,
			len(sys.Procs)),
	}
	s.weakener = interpolate.NewWeakener(rw, s.names.local, func() bool { return s.ctx.Err() != nil })
	s.models, s.primes = models{s: s}, sampler{s: s}
	return s
}

// search is one run of Lazy Annotation.
type search struct {
	ctx     context.Context
	sys     *vc.System
	run     *inline.Run // for the counterexample
	without Improvements
	rw      *rewrite.Rewriter
	frames  *learn.Frames    // the annotation
	cut     *cutpoint.Turned // sys is its system; nil if no loop is turned
	turns   *turns
	turn    bool // loops are to be turned
	port    *verifier.Port
	preds   []*pred // by vc.ProcID; nil until needed

	growth  *growth // nil if there is none
	nesting int32   // the level of executions within the bound
	covered bool    // none of these reaches the exit

	names  *names
	goal   []decision        // in order
	in     map[term.Term]int // how often a literal is in the goal
	goals  int               // nodes in all
	nodes  []*node           // of the goal, in the order in which they were expanded
	used   [][]bool          // by vc.ProcID: the numbers of nodes that exist
	scores []int             // by vc.ProcID: relevance
	whole  bool              // contexts are not cut down

	core   []term.Term // of the last conflict
	needed int         // up to which decision it needs the goal
	noGood bool        // there is no interpolant
	values int         // interpolants with values of a model

	weakener *interpolate.Weakener
	models   models
	primes   sampler
	by       []verifier.Learning // by vc.ProcID: what was done there
	stats    struct{ depth, propagated, again, quantified, context, sampled, terms int }
}

// unwind searches one unwinding after the other.
func (s *search) unwind() (verifier.Result, error) {
	for level := int32(0); ; {
		s.stats.depth = int(level)
		begun := verifier.Total(s.by).Resolutions
		s.run.AtBound(int(level))
		root := s.expand(s.sys.Entry, nil)
		ans, err := s.derive(root, level)
		if err != nil {
			return s.stopped(err)
		}
		if ans == found {
			res, err := s.counterexample(root)
			if s.whole || err != nil || res.Reason().Kind != reason.UnconfirmedTrace {
				return res, err
			}
			s.whole = true
		}
		s.undo(0)
		s.collapse(0)
		switch {
		case ans == found:
			continue // what was left out of contexts made the difference
		case s.noGood:
			return verifier.UnknownBecause(reason.Reason{Kind: reason.GaveUp, Detail: "refuted, but not by annotations"}), nil
		}
		if s.cover() {
			return verifier.Result{}, nil
		}
		if err := s.converge(level, verifier.Total(s.by).Resolutions-begun); err != nil {
			return s.stopped(err)
		}
		if s.frames.Never(s.sys.Entry) {
			return verifier.SafeWith(s.cut.Proof(s.frames.Solution(s.ctx))), nil
		}
		level++
	}
}

// converge looks for annotations that are inductive, and what they prove for all bounds: it pushes them, and takes
// all for granted with so many questions.
func (s *search) converge(level int32, questions int) error {
	if s.frames.Never(s.sys.Entry) {
		return nil
	}
	if _, err := s.frames.Push(s.ctx, level); err != nil {
		return err
	}
	if !s.without.Houdini && !s.frames.Never(s.sys.Entry) {
		if err := s.frames.Inductive(s.ctx, questions); err != nil {
			return err
		}
	}
	s.frames.Share(s.port)
	return nil
}

// cover looks whether the annotation covers the bound now. It reports whether that is enough. Where loops are turned,
// it does not: calls that are open at a time there are other ones than those that the bound counts.
func (s *search) cover() bool {
	if s.cut != nil || s.run.Options().AllBounds || s.covered || s.frames.Never(s.sys.Entry) ||
		!s.frames.Excludes(s.sys.Entry, nil, s.nesting) {
		return false
	}
	return s.bounded()
}

// bounded begins the time for an answer for all bounds, once there is one for the bound. It reports whether there is
// no such time.
func (s *search) bounded() (enough bool) {
	s.covered = true
	if s.growth != nil {
		s.growth.ended = true
	}
	s.run.Proved()
	unbounded := s.run.Options().Unbounded
	if unbounded > 0 {
		s.ctx, s.turns.stop = limit.Within(s.ctx, unbounded)
	}
	return unbounded <= 0
}

// within returns the proof for the bound: of the tree, or by annotations.
func (s *search) within(g *growth) *verifier.Proof {
	if g != nil && g.bounded != nil {
		return g.bounded
	}
	return s.frames.Within(s.ctx, s.nesting)
}

// grow lets the tree grow. The error is errGrown if the search need not go on.
func (s *search) grow() error {
	any, err := s.growth.grow()
	if !any || err != nil {
		return err
	}
	if s.growth.decided || s.bounded() {
		return errGrown
	}
	return nil
}

// stopped returns the result of a search that an error ends; the end of the context is none.
func (s *search) stopped(err error) (verifier.Result, error) {
	if errors.Is(err, errGrown) {
		return verifier.Result{}, nil // see growth.end
	}
	if errors.Is(err, errTurn) {
		return verifier.Result{}, err
	}
	if s.ctx.Err() != nil {
		return s.run.GiveUp(inline.Outcome{}), nil
	}
	var why reason.Reason
	if errors.As(err, &why) && why.Kind != reason.Internal {
		return verifier.UnknownBecause(why), nil
	}
	return verifier.Result{}, err
}

// counterexample unfolds the tree that was found, and replays the execution.
func (s *search) counterexample(root *node) (verifier.Result, error) {
	type at struct {
		inst inline.InstID
		n    *node
	}
	stack := []at{{0, root}}
	for len(stack) > 0 {
		x := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, step := range s.iterations(x.n) {
			for _, c := range step {
				if s.run.Stopped() {
					return s.run.GiveUp(inline.Outcome{}), nil
				}
				child, ok := s.run.Tree.Enter(x.inst, c.site)
				if !ok {
					return inline.Spurious("a call on the way is dead"), nil
				}
				if c.n == nil {
					x.inst = child
				} else {
					stack = append(stack, at{child, c.n})
				}
			}
		}
	}
	return s.run.Execute()
}

func (s *search) counters(sum verifier.Learning) (out []stat.Counter) {
	if s.growth != nil {
		out = append(out, stat.Counter{Name: "lazyann: steps of the tree", Value: int64(s.growth.steps)})
	}
	if s.nesting < vc.Unlimited {
		out = append(out, stat.Counter{Name: "lazyann: depth of the bound", Value: int64(s.nesting)})
	}
	return append(out, []stat.Counter{
		{Name: "lazyann: depth", Value: int64(s.stats.depth)},
		{Name: "lazyann: resolutions", Value: int64(sum.Resolutions)},
		{Name: "lazyann: terms", Value: int64(s.stats.terms)},
		{Name: "lazyann: literals of contexts", Value: int64(s.stats.context)},
		{Name: "lazyann: conflicts", Value: int64(sum.Conflicts)},
		{Name: "lazyann: interpolated", Value: int64(sum.Interpolated())},
		{Name: "lazyann: interpolated in percent", Value: int64(100 * sum.Interpolated() / max(1, sum.Conflicts))},
		{Name: "lazyann: weakened", Value: int64(sum.Weakened)},
		{Name: "lazyann: for all indices", Value: int64(sum.AllIndices)},
		{Name: "lazyann: cases", Value: int64(sum.Cases)},
		{Name: "lazyann: projected", Value: int64(sum.Projected)},
		{Name: "lazyann: prime implicants", Value: int64(s.stats.sampled)},
		{Name: "lazyann: no-goods", Value: int64(sum.NoGoods)},
		{Name: "lazyann: jumps", Value: int64(sum.Jumps)},
		{Name: "lazyann: propagated", Value: int64(s.stats.propagated)},
		{Name: "lazyann: derived again", Value: int64(s.stats.again)},
		{Name: "lazyann: annotations", Value: int64(sum.Found)},
		{Name: "lazyann: literals of annotations", Value: int64(sum.Literals)},
		{Name: "lazyann: annotations asserted", Value: int64(sum.Asserted)},
		{Name: "lazyann: most often asserted", Value: int64(sum.MostAsserted)},
		{Name: "lazyann: annotations used", Value: int64(sum.Used)},
		{Name: "lazyann: most often used", Value: int64(sum.MostUsed)},
		{Name: "lazyann: quantified", Value: int64(s.stats.quantified)},
	}...)
}
