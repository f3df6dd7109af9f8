package spacer

import (
	"container/heap"
	"errors"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/learn"
	"github.com/muster-smt/muster/verifier/vc"
)

// query is a bounded reachability query: may an execution of the procedure with a call stack of at most bound below
// it satisfy all literals?
type query struct {
	proc  vc.ProcID
	lits  []term.Term // over the template's interface
	bound int32
	from  *query
	seq   int

	about *form // of a conjecture; nil for others
	left  int   // answers that may be given for its sake
}

// queue holds open queries: those with the least bound first, of these the last one. A query is later than those that
// it was made for.
type queue struct {
	heap queryHeap
	seq  int
}

func (q *queue) reset()      { q.heap = q.heap[:0] }
func (q *queue) empty() bool { return len(q.heap) == 0 }
func (q *queue) top() *query { return q.heap[0] }
func (q *queue) pop()        { heap.Pop(&q.heap) }
func (q *queue) push(x *query) {
	q.seq++
	x.seq = q.seq
	heap.Push(&q.heap, x)
}

type queryHeap []*query

func (h queryHeap) Len() int { return len(h) }
func (h queryHeap) Less(i, j int) bool {
	return h[i].bound < h[j].bound || h[i].bound == h[j].bound && h[i].seq > h[j].seq
}
func (h queryHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *queryHeap) Push(x any)   { *h = append(*h, x.(*query)) }
func (h *queryHeap) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}

// answer is what came of a query.
type answer uint8

const (
	open        answer = iota // it has to wait for another one
	unreachable               // a summary fact excludes it
	reachable                 // a reachability fact satisfies it
)

// answer looks for an execution that a query asks for, with callees that satisfy their summary facts: if there is
// none, that is a summary fact (rule Sum).
func (s *search) answer(q *query) (answer, error) {
	if s.frames.Excludes(q.proc, q.lits, q.bound) {
		return unreachable, nil
	}
	p, err := s.pred(q.proc)
	if err != nil {
		return open, err
	}
	for {
		out := s.ask(p, q, nil)
		if out.Status == inline.StatusUnsat {
			p.Count()
			lits, level := p.Exclude(s.ctx, q.bound)
			s.stats.sums++
			s.by[q.proc].Conflicts++
			s.by[q.proc].Core++
			s.applied("Sum", q.proc, lits, level)
			q.bound = max(q.bound, level)
			return unreachable, nil
		}
		if ans, err := s.follow(p, q, out); !errors.Is(err, errContradiction) {
			return ans, err
		}
	}
}

// follow makes use of the execution that was found. If its calls all are known to be executions, it is a reachability
// fact (rule Reach). Otherwise a call on it is asked about (Query).
func (s *search) follow(p *pred, q *query, out inline.Outcome) (answer, error) {
	for out.HasModel() {
		found := out
		x, err := p.Execution()
		if err != nil {
			return open, err
		}
		m, err := p.Model()
		if err != nil {
			return open, err
		}
		calls, at := s.covered(p, m, x, q.bound)
		if at < 0 {
			return reachable, because(found, s.reachable(p, q, m, x, calls))
		}
		if len(s.known(p, x.Sites[at], q.bound)) > 0 {
			out = s.ask(p, q, s.must(p, x.Sites[at], q.bound))
			if out.HasModel() {
				continue
			}
			if out.Status != inline.StatusUnsat {
				break
			}
		}
		// The model satisfies all summary facts, so also those that were asserted at its calls when this was refuted.
		return open, because(found, s.query(p, q, m, s.goal(p, q, x, calls, at)))
	}
	return open, out.Why()
}

func (s *search) ask(p *pred, q *query, musts []term.Term) inline.Outcome {
	s.stats.checks++
	s.by[q.proc].Resolutions++
	return p.Ask(s.ctx, q.bound, append(p.Hold(nil, q.lits), musts...))
}

// covered returns the reachability fact that each call of an execution satisfies, from the last call back to the
// first one that satisfies none, at; if there is none, at is -1.
func (s *search) covered(p *pred, m *model.Model, x learn.Execution, bound int32) (calls []call, at int) {
	calls = make([]call, len(x.Sites))
	for i := len(x.Sites) - 1; i >= 0; i-- {
		site := x.Sites[i]
		calls[i] = call{site: p.Index(site), must: -1}
		musts := s.known(p, site, bound)
		if len(musts) == 0 {
			return calls, i
		}
		env := p.Env(m, site)
		for _, k := range musts {
			if v, err := env.Eval(p.Copy(s.musts[k].formula)); err == nil && v.IsTrue() {
				calls[i].must = k
				break
			}
		}
		if calls[i].must < 0 {
			return calls, i
		}
	}
	return calls, -1
}

// because returns an error of a step, or why the model that it was based on may be none.
func because(found inline.Outcome, err error) error {
	var gaveUp reason.Reason
	if found.Status != inline.StatusSat && errors.As(err, &gaveUp) && gaveUp.Kind == reason.GaveUp {
		return found.Why()
	}
	return err
}
