package spacer

import (
	"slices"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/learn"
	"github.com/muster-smt/muster/verifier/vc"
)

// must is a reachability fact: whatever satisfies it, an execution of the procedure does.
type must struct {
	proc    vc.ProcID
	formula term.Term // over the template's interface
	bound   int32     // of its call stack
	calls   []call    // on the execution
	again   int32     // of an iteration of a loop that is turned: the site by which it calls itself, before that
}

// call is a call of an execution.
type call struct {
	site int32 // index in the template
	must int32 // the reachability fact of the callee
}

// mustAt is what a call site knows of the reachability facts of its callee up to a bound.
type mustAt struct {
	assumption term.Term // implies one of them where the site is passed
	facts      int       // how many there were
}

// known returns the reachability facts about the callee of a site in executions up to a bound.
func (s *search) known(p *pred, site int, bound int32) (facts []int32) {
	callee := p.Callee(site)
	for _, k := range s.reach[callee] {
		if s.musts[k].bound <= p.Below(callee, bound) {
			facts = append(facts, k)
		}
	}
	return facts
}

// reachable adds the reachability fact of an execution (rule Reach): its path, with its locals projected away.
func (s *search) reachable(p *pred, q *query, m *model.Model, x learn.Execution, calls []call) error {
	roots := x.Conds
	bound := int32(0)
	for i, site := range x.Sites {
		roots = append(roots, p.At(site, s.musts[calls[i].must].formula))
		bound = max(bound, p.Above(p.Callee(site), s.musts[calls[i].must].bound))
	}
	eqs, err := p.Results(m)
	if err != nil {
		return err
	}
	lits, err := s.project(p, m, append(roots, eqs...))
	if err != nil {
		return err
	}
	if lits, err = s.rigid.drop(p, lits, q.lits); err != nil {
		return err
	}
	s.applied("Reach", q.proc, lits, bound)
	s.reach[q.proc] = append(s.reach[q.proc], int32(len(s.musts)))
	found := must{proc: q.proc, formula: s.rw.And(lits...), bound: bound, calls: calls}
	if s.cut != nil && s.cut.IsLoop(q.proc) && len(calls) > 0 {
		found.again = s.cut.Again(q.proc, x.Blocks)
	}
	s.musts = append(s.musts, found)
	if q.from != nil {
		s.reached[s.key(q)] = true
	}
	return nil
}

// must returns the assumptions that the calls from a site on are known to be executions up to a bound.
func (s *search) must(p *pred, from int, bound int32) (as []term.Term) {
	st := p.Store()
	for site := from; site < p.NumSites(); site++ {
		facts := s.known(p, site, bound)
		if len(facts) == 0 {
			as = append(as, st.Not(p.Guard(site)))
			continue
		}
		for int(bound) >= len(p.musts[site]) {
			p.musts[site] = append(p.musts[site], mustAt{})
		}
		at := &p.musts[site][bound]
		if at.facts < len(facts) {
			clause := []term.Term{st.Not(p.Guard(site))}
			for _, k := range facts {
				clause = append(clause, p.At(site, s.musts[k].formula))
			}
			*at = mustAt{p.Assume("must", st.Or(clause...)), len(facts)}
		}
		as = append(as, at.assumption)
	}
	return as
}

// counterexample replays the execution of a reachability fact of the entry: call by call if that is possible, else
// unfolded.
func (s *search) counterexample(root int32) (verifier.Result, error) {
	if d, ok := s.run.Config.Replay.(inline.Deriver); ok {
		return s.derive(d.NewDerivation(), root)
	}
	return s.unfold(root)
}

// unfold unfolds the calls of a reachability fact of the entry, and replays the execution.
func (s *search) unfold(root int32) (verifier.Result, error) {
	run := s.run
	type node struct {
		inst inline.InstID
		must int32
	}
	stack := []node{{0, root}}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, step := range s.iterations(n.must) {
			for _, c := range step {
				if run.Stopped() {
					return run.GiveUp(inline.Outcome{}), nil
				}
				child, ok := run.Tree.Enter(n.inst, c.site)
				if !ok {
					return inline.Spurious("a call on the way is dead"), nil
				}
				if c.must < 0 {
					n.inst = child
				} else {
					stack = append(stack, node{child, c.must})
				}
			}
		}
	}
	return run.Execute()
}

// iterations returns the calls of an execution by the instances of the program: of a loop that is turned those of
// each iteration, in order, which ends with a call of the next one, without a fact of its own.
func (s *search) iterations(k int32) (steps [][]call) {
	if s.cut == nil || !s.cut.IsLoop(s.musts[k].proc) {
		return [][]call{s.musts[k].calls}
	}
	for m := &s.musts[k]; len(m.calls) > 0; {
		var step []call
		before := int32(-1)
		for _, c := range m.calls {
			if site := s.cut.Site(m.proc, c.site); site >= 0 {
				step = append(step, call{site, c.must})
			} else {
				before = c.must
			}
		}
		steps = append(steps, append(step, call{m.again, -1}))
		m = &s.musts[before]
	}
	slices.Reverse(steps)
	return steps
}
