package inline

import (
	"context"
	"slices"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
)

// Chooser is a Replayer that prefers executions in which what is chosen is small.
type Chooser interface {
	Replayer
	// Choices returns integers that an execution along the path chooses, or reads from maps; none if it does not matter
	// how large they are.
	Choices(t *Tree, p *Path) []term.Term
}

// Limits on the search for small values: polls, some of them and a share of those that the run has spent, and no more
// than smallPolls; questions at each size.
const (
	leastPolls  = 20_000
	smallPolls  = 100_000
	smallShare  = 8
	smallRounds = 500
)

// smallSizes are the sizes that values are tried to be within, the first one first: at most few values cannot be
// within the greater ones, and what is known to be within these stays so where the budget ends.
var smallSizes = [...]int64{1000, 9, 1, 0}

// execute replays the path of the model that the solver has just found, first with values that are as small as a
// budget allows.
func (r *Run) execute(p *Path, m *model.Model) (trace *verifier.Trace, fix Repair, why reason.Reason) {
	c, ok := r.replay.(Chooser)
	if !ok {
		return r.replay.Replay(r.ctx, r.Tree, p, m)
	}
	choices := c.Choices(r.Tree, p)
	if len(choices) == 0 {
		return r.replay.Replay(r.ctx, r.Tree, p, m)
	}
	s := &shrinking{run: r, choices: choices, value: map[term.Term]num.Int{}}
	s.read(m)
	path := r.Tree.st.FreshConst("path", term.Bool)
	for _, g := range r.Tree.guards(p) {
		AssertUnder(r.Solver, r.Tree.st, path, g)
	}
	s.within = append(slices.Clone(r.asked), path)
	taken := slices.Clone(s.within)
	s.search()
	var small *verifier.Trace
	if s.better {
		if out := r.Solver.Check(r.ctx, s.within); out.HasModel() {
			small, _, _ = r.replayed(p)
		}
	}
	if small != nil && small.Quantifiers == 0 {
		return small, fix, why
	}
	// Some other model of the path may do, or leave less open.
	out := r.Solver.Check(r.ctx, taken)
	switch {
	case out.HasModel():
		trace, fix, why = r.replayed(p)
	case out.Status == StatusUnsat: // the model was a candidate
		why = reason.Reason{Kind: reason.UnconfirmedQuantifier, Detail: "the assumptions on its path contradict each other"}
		fix.Lemmas = []term.Term{r.excluding(taken[:len(taken)-1], p)}
	default:
		why = r.GiveUp(out).Reason()
	}
	if small != nil && (trace == nil || small.Quantifiers <= trace.Quantifiers) {
		return small, Repair{}, reason.Reason{}
	}
	return trace, fix, why
}

// excluding returns that a path is not taken where literals hold.
func (r *Run) excluding(literals []term.Term, p *Path) term.Term {
	var clause []term.Term
	for _, t := range append(slices.Clip(literals), r.Tree.guards(p)...) {
		clause = append(clause, r.Tree.st.Not(t))
	}
	return r.Tree.st.Or(clause...)
}

// replayed replays a path with the model of the last check.
func (r *Run) replayed(p *Path) (*verifier.Trace, Repair, reason.Reason) {
	m, err := LastModel(r.Solver)
	if err != nil {
		return nil, Repair{}, reason.Unconfirmed(err)
	}
	return r.replay.Replay(r.ctx, r.Tree, p, m)
}

// shrinking is a search for small values.
type shrinking struct {
	run     *Run
	choices []term.Term
	within  []term.Term           // assumptions that hold together
	value   map[term.Term]num.Int // in the last model, of what is chosen
	better  bool                  // there is a model after the first one
}

// wish is an assumption that a term is in a range.
type wish struct {
	term, assume term.Term
}

// search makes values smaller, size by size, and last not negative.
func (s *shrinking) search() {
	r := s.run
	if p := r.repairs.products; p != nil {
		defer p.SetProductBudget(p.ProductBudget()) // it is for failed replays
	}
	most := min(smallPolls, leastPolls+r.effort.Spent()/smallShare)
	budget := limit.NewCountdown(max(1, most-r.shrunk), limit.Steps)
	ctx, cancel := budget.Context(r.ctx)
	defer cancel()
	defer func() { r.shrunk = most - budget.Left() }()
	left := s.choices
	for _, size := range smallSizes {
		n := num.FromInt64(size)
		if left = s.narrow(ctx, left, n.Neg(), n); left == nil {
			return
		}
	}
	s.narrow(ctx, s.choices, num.FromInt64(0), num.FromInt64(smallSizes[0]))
}

// narrow brings as many terms as it can into a range, and returns them; nil if the budget is spent.
func (s *shrinking) narrow(ctx context.Context, terms []term.Term, lo, hi num.Int) []term.Term {
	st := s.run.Tree.st
	rest := []term.Term{}
	var open []wish
	for _, x := range terms {
		v, ok := s.value[x]
		if !ok {
			continue
		}
		w := wish{x, st.FreshConst("small", term.Bool)}
		AssertUnder(s.run.Solver, st, w.assume, st.And(st.Le(st.Numeral(lo), x), st.Le(x, st.Numeral(hi))))
		if isWithin(v, lo, hi) {
			s.within = append(s.within, w.assume)
			rest = append(rest, x)
		} else {
			open = append(open, w)
		}
	}
	kept, off, ok := s.drop(ctx, open)
	if ok {
		kept, ok = s.add(ctx, kept, off, lo, hi)
	}
	for _, w := range kept {
		s.within = append(s.within, w.assume)
		rest = append(rest, w.term)
	}
	if !ok {
		return nil
	}
	return rest
}

func isWithin(v, lo, hi num.Int) bool { return v.Cmp(lo) >= 0 && v.Cmp(hi) <= 0 }

// drop puts off wishes until the others come true together: those that a core names.
func (s *shrinking) drop(ctx context.Context, open []wish) (kept, off []wish, ok bool) {
	kept = open
	for range smallRounds {
		if len(kept) == 0 {
			return nil, off, true
		}
		out := s.check(ctx, kept)
		if out.HasModel() {
			return kept, off, s.last()
		}
		if out.Status != StatusUnsat {
			return nil, nil, false
		}
		core := s.run.Solver.Core()
		n := len(off)
		kept = slices.DeleteFunc(kept, func(w wish) bool {
			named := slices.Contains(core, w.assume)
			if named {
				off = append(off, w)
			}
			return named
		})
		if len(off) == n {
			return nil, nil, false
		}
	}
	return nil, nil, false
}

// add adds to wishes that come true together those of others that can come true with them, until none can.
func (s *shrinking) add(ctx context.Context, kept, off []wish, lo, hi num.Int) ([]wish, bool) {
	c, ok := s.run.Solver.(Constrainer)
	for range smallRounds {
		if len(off) == 0 || !ok {
			break
		}
		c.Constrain(assumptions(nil, off))
		out := s.check(ctx, kept)
		if !out.HasModel() {
			return kept, out.Status == StatusUnsat
		}
		if !s.last() {
			return kept, false
		}
		n := len(off)
		off = slices.DeleteFunc(off, func(w wish) bool {
			added := isWithin(s.value[w.term], lo, hi)
			if added {
				kept = append(kept, w)
			}
			return added
		})
		if len(off) == n {
			break
		}
	}
	return kept, true
}

// assumptions appends those of wishes.
func assumptions(dst []term.Term, ws []wish) []term.Term {
	for _, w := range ws {
		dst = append(dst, w.assume)
	}
	return dst
}

// check asks for an execution in which wishes come true.
func (s *shrinking) check(ctx context.Context, ws []wish) Outcome {
	return s.run.Solver.Check(ctx, assumptions(slices.Clip(s.within), ws))
}

// last reads off the values of what is chosen in the last model.
func (s *shrinking) last() bool {
	m, err := LastModel(s.run.Solver)
	if err != nil {
		return false
	}
	s.read(m)
	s.better = true
	return true
}

// read reads off the values of what is chosen.
func (s *shrinking) read(m *model.Model) {
	clear(s.value)
	for _, x := range s.choices {
		if v, err := m.Eval(x); err == nil && v.Kind() == model.KindInt {
			s.value[x] = v.Int()
		}
	}
}

// guards returns the guards of the blocks and edges of a path.
func (t *Tree) guards(p *Path) (out []term.Term) {
	at := map[InstID]int32{}
	for _, e := range p.Events {
		if e.Kind != EnterBlock {
			continue
		}
		x := &t.instances[e.Inst].Instance
		if from, ok := at[e.Inst]; ok {
			for k, to := range t.sys.Procs[x.Proc].Blocks[from].Succs {
				if guard, own := t.stamper.Edge(x, from, k); own && to.To == e.At {
					out = append(out, guard)
				}
			}
		}
		at[e.Inst] = e.At
		out = append(out, t.stamper.Block(x, e.At))
	}
	return out
}
