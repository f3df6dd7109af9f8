package lazyann

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/muster-smt/muster/theory/project"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/learn"
	"github.com/muster-smt/muster/verifier/vc"
)

// pred is what a search needs of a procedure beside its solver.
type pred struct {
	*learn.Pred
	id     vc.ProcID
	proj   *project.Projector
	sub    *term.Subst
	origin map[term.Term]term.Term // by constant of the instance: that of the template, in the store of the system
	image  map[term.Term]term.Term // and back
	holds  map[name]term.Term      // by literal and number of the node: see holdOwn
	litOf  map[term.Term]term.Term // by assumption
	terms  int                     // in the store of its solver, after the last question
}

func (s *search) pred(id vc.ProcID) (*pred, error) {
	if s.preds[id] == nil {
		p, err := s.frames.Pred(id)
		if err != nil {
			return nil, err
		}
		st := p.Store()
		x := &pred{
			Pred: p, id: id, proj: project.New(st), sub: term.NewSubst(st, rewrite.New(st)), origin: map[term.Term]term.Term{},
			image: map[term.Term]term.Term{}, holds: map[name]term.Term{}, litOf: map[term.Term]term.Term{},
		}
		x.proj.Stop = func() bool { return s.ctx.Err() != nil }
		q := s.sys.Procs[id]
		for _, list := range [][]term.Term{q.In, q.Out, q.Owned} {
			for _, c := range list {
				u := x.Image(c)
				x.origin[u], x.image[c] = c, u
			}
		}
		s.preds[id] = x
		if s.cut != nil {
			for _, t := range s.cut.Known(id) {
				p.KeepFormula(s.ctx, t)
			}
		}
	}
	return s.preds[id], nil
}

// answer is what came of a sub-goal.
type answer uint8

const (
	undecided answer = iota
	refuted          // the annotation excludes it now, or the goal that it is for
	found            // it is derived
)

// derive is Rstep (Fig. 1) with the loop of Search below it: it resolves a sub-goal with the rule of its procedure.
// If that contradicts the goal, as far as the annotation says, an interpolant is the reason. Else it makes
// decisions, and derives the sub-goals that these leave.
func (s *search) derive(n *node, level int32) (answer, error) {
	p, err := s.pred(n.proc)
	if err != nil {
		return undecided, err
	}
	decided, expanded := len(s.goal), len(s.nodes)
	for {
		if err := s.grow(); err != nil {
			return undecided, err
		}
		s.by[n.proc].Resolutions++
		s.frames.Serve(n.goal)
		context := s.context(n)
		out := p.Ask(s.ctx, level, s.assume(p, n, context))
		if err := s.weigh(p); err != nil {
			return undecided, err
		}
		switch {
		case out.Status == inline.StatusUnsat && s.reject(n, p.core()):
			continue
		case out.Status == inline.StatusUnsat:
			return refuted, s.annotate(p, n, context, level)
		case !out.HasModel():
			return undecided, out.Why()
		}
		sites, err := s.decide(p, n, level)
		if err != nil {
			return undecided, err
		}
		ans, err := s.subgoals(p, n, sites, level)
		if ans != refuted || err != nil {
			s.forget(n)
			return ans, err
		}
		jump := s.needed <= decided && n.proc != s.sys.Entry && (s.noGood || !s.without.BackJumping)
		if s.noGood && !jump {
			if err := s.exclude(p, n, decided); err != nil {
				return undecided, err
			}
		}
		s.undo(decided)
		s.collapse(expanded)
		s.reject(n, s.core)
		if jump {
			s.by[n.proc].Jumps++
			s.scores[n.proc]--
			return refuted, nil
		}
		n.backtracks++
		if !s.without.Propagation && n.backtracks > 1 && bits.OnesCount(n.backtracks) == 1 {
			if again, err := s.propagate(p, n, level); again || err != nil {
				return refuted, err
			}
		}
	}
}

// maxTerms is how many terms the solvers of procedures may have, where other engines search, too: some 450 MB. What
// lazyann is the first to decide, of the benchmarks, it decides with 350,000.
const maxTerms = 500_000

// weigh takes note of the size of a solver that was asked. It returns an error if all together have become too large.
func (s *search) weigh(p *pred) error {
	s.stats.terms += p.Store().Len() - p.terms
	p.terms = p.Store().Len()
	if s.port != nil && s.stats.terms > maxTerms {
		return reason.Reason{Kind: reason.GaveUp, Detail: fmt.Sprintf("the solvers of its procedures have %d terms",
			s.stats.terms)}
	}
	return nil
}

// propagate reports whether a fact of a lower level excludes the sub-goal, now that the annotation of its calls says
// more.
func (s *search) propagate(p *pred, n *node, level int32) (bool, error) {
	ok, err := p.Propagate(s.ctx, level, p.Hold(nil, s.context(n)))
	if ok {
		s.stats.propagated++
		s.core, s.needed, s.noGood = nil, len(s.goal), false
	}
	return ok, err
}

// subgoals is Search: it derives the sub-goals of a node, the calls on the path that was decided.
func (s *search) subgoals(p *pred, n *node, sites []int, level int32) (answer, error) {
	n.sites, n.calls = n.sites[:0], make([]*node, len(sites))
	for i, site := range sites {
		n.sites = append(n.sites, p.Index(site))
		if k := n.kept[site]; k != nil {
			s.again(k)
			n.calls[i] = k.nodes[0]
		}
	}
	for i := s.choose(p, n, sites); i >= 0; i = s.choose(p, n, sites) {
		site, expanded := sites[i], len(s.nodes)
		callee := p.Callee(site)
		n.calls[i] = s.expand(callee, s.translate(p, n, p.Iface(site)))
		n.calls[i].at = learn.CallSite{Caller: n.proc, Number: site + 1}
		if s.without.Learning {
			n.calls[i].at.Goal = n.goal
		}
		ans, err := s.derive(n.calls[i], p.Below(callee, level))
		if ans == refuted {
			p.AssertLast(site) // the model need not violate it: the reason may be in what was derived before
		}
		if ans != found || err != nil {
			return ans, err
		}
		s.keep(n, site, s.nodes[expanded:])
	}
	return found, nil
}

// choose returns the sub-goal to derive next: of those with the highest score, the last one on the path; -1 if all
// are derived.
func (s *search) choose(p *pred, n *node, sites []int) int {
	best := -1
	for i := range sites {
		if n.calls[i] == nil && (best < 0 || s.without.Scores ||
			s.scores[p.Callee(sites[i])] >= s.scores[p.Callee(sites[best])]) {
			best = i
		}
	}
	return best
}

// decide adds decisions to the goal: what holds on the path of the model, by the values of atoms. It returns the
// calls on the path. Quantified formulas are added as they are (A.1).
func (s *search) decide(p *pred, n *node, level int32) ([]int, error) {
	x, lits, open, err := s.path(p, level)
	if err != nil {
		return nil, err
	}
	if s.cut != nil && s.cut.IsLoop(n.proc) && len(x.Sites) > 0 {
		n.again = s.cut.Again(n.proc, x.Blocks)
	}
	s.stats.quantified += len(open)
	n.own = append(lits, open...)
	n.lits = s.translate(p, n, n.own)
	s.hold(n.lits)
	return x.Sites, nil
}

// path returns the calls on the path of the last check's model, and what holds there: an implicant of the template
// and the callees' facts, and the quantified formulas of these.
func (s *search) path(p *pred, level int32) (x learn.Execution, lits, open []term.Term, err error) {
	if x, err = p.Execution(); err != nil {
		return x, nil, nil, err
	}
	m, err := p.LastModel()
	if err != nil {
		return x, nil, nil, reason.Unconfirmed(err)
	}
	roots := x.Conds
	for _, site := range x.Sites {
		roots = append(roots, p.Asserted(site, level)...)
	}
	formulas := len(roots)
	for _, site := range x.Sites {
		roots = append(roots, p.Iface(site)...) // for their definitions
	}
	for _, v := range s.sys.Procs[p.id].Out {
		roots = append(roots, p.Image(v))
	}
	terms := len(roots)
	roots = slices.Delete(p.WithDefinitions(roots), formulas, terms)
	roots = slices.DeleteFunc(roots, func(t term.Term) bool {
		q := p.Store().HasQuantifier(t)
		if q {
			open = append(open, t)
		}
		return q
	})
	if !s.without.Minterms {
		if roots, err = p.proj.Implicant(m, roots); err != nil {
			return x, nil, nil, reason.Reason{Kind: reason.GaveUp, Detail: err.Error()}
		}
	}
	return x, roots, open, nil
}
