package tabulate

import (
	"context"
	"slices"
	"strings"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/rewrite"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/cutpoint"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/learn"
	"github.com/muster-smt/muster/verifier/vc"
)

// maxRows limits the questions of a search.
const maxRows = 256

// Engine implements verifier.Engine.
type Engine struct {
	Config inline.Config
}

// Name returns "tabulate".
func (e *Engine) Name() string { return "tabulate" }

// Verify looks for a proof for all bounds. It finds no executions.
func (e *Engine) Verify(ctx context.Context, sys *vc.System, opt verifier.Options) (verifier.Result, error) {
	run, err := inline.NewRun(ctx, sys, opt, e.Config)
	if err != nil {
		return verifier.Result{}, err
	}
	cut := cutpoint.Turn(sys, rewrite.New(sys.Store))
	if cut != nil {
		sys = cut.System
	}
	s := &search{ctx: ctx, sys: sys, cut: cut, frames: learn.NewFrames(sys, e.Config), state: map[string]state{},
		known: map[vc.ProcID]bool{}}
	defer s.frames.Close()
	why, err := s.prove()
	switch {
	case err != nil:
		return run.Finish(verifier.Result{}, err)
	case s.frames.Never(sys.Entry):
		return run.Finish(verifier.SafeWith(cut.Proof(s.frames.Solution(ctx))), nil)
	}
	return run.Finish(run.GiveUp(inline.Outcome{Reason: why}), nil)
}

// search is one search for a proof.
type search struct {
	ctx    context.Context
	sys    *vc.System
	cut    *cutpoint.Turned // sys is its system; nil if no loop is turned
	frames *learn.Frames
	stack  []*question
	state  map[string]state
	known  map[vc.ProcID]bool // what holds at the exit of a loop is in frames
	rows   int                // results
}

// state says what has come of a question.
type state uint8

const (
	unasked state = iota
	asked         // it is on the stack
	done          // its row is complete
)

// question is what a procedure returns where literals over its In hold.
type question struct {
	proc vc.ProcID
	in   []term.Term
	key  string
	none []term.Term // it returns none of the results that were found
}

// prove asks about the entry, and about all that this depends on. It returns why it gives up.
func (s *search) prove() (why reason.Reason, err error) {
	s.push(&question{proc: s.sys.Entry, key: key(s.sys.Entry, nil)})
	for len(s.stack) > 0 && s.ctx.Err() == nil {
		q := s.stack[len(s.stack)-1]
		over, why, err := s.answer(q)
		if err != nil || why.Kind != reason.None {
			return why, err
		}
		if over {
			s.state[q.key] = done
			s.stack = s.stack[:len(s.stack)-1]
		}
	}
	return why, nil
}

// push asks a question before those on the stack.
func (s *search) push(q *question) {
	s.state[q.key] = asked
	s.stack = append(s.stack, q)
}

// answer completes a row, or puts a result into it, or asks what it depends on first. The procedure's own calls with
// the same arguments may rely on the row.
func (s *search) answer(q *question) (over bool, why reason.Reason, err error) {
	p, err := s.pred(q.proc)
	if err != nil {
		return false, why, err
	}
	if p.Keep(s.ctx, slices.Concat(q.in, q.none)) {
		return true, why, nil
	}
	m, err := p.Model()
	if err != nil {
		return false, reason.Unconfirmed(err), nil
	}
	if next := s.next(q, p, m); next != nil {
		return false, s.ask(next), nil
	}
	if q.proc == s.sys.Entry {
		return false, gaveUp("what the procedures return does not suffice"), nil
	}
	own, err := s.values(m, s.sys.Procs[q.proc].Out, p.Own)
	if err != nil {
		return false, reason.Unconfirmed(err), nil
	}
	if len(own) == 0 {
		return true, why, nil // it returns
	}
	q.none = append(q.none, s.sys.Store.Not(s.sys.Store.And(own...)))
	if s.rows++; s.rows > maxRows {
		why = gaveUp("the procedures return too many different values")
	}
	return false, why, nil
}

func gaveUp(why string) reason.Reason { return reason.Reason{Kind: reason.GaveUp, Detail: why} }

func (s *search) pred(id vc.ProcID) (*learn.Pred, error) {
	p, err := s.frames.Pred(id)
	if err == nil && s.cut != nil && !s.known[id] {
		s.known[id] = true
		for _, t := range s.cut.Known(id) {
			p.KeepFormula(s.ctx, t)
		}
	}
	return p, err
}

// ask puts a question on the stack. It returns why that is not possible.
func (s *search) ask(q *question) (why reason.Reason) {
	switch {
	case s.state[q.key] == asked:
		return gaveUp("a call comes back with the same arguments")
	case len(s.state) > maxRows:
		return gaveUp("the procedures are called with too many different values")
	}
	s.push(q)
	return why
}

// next returns the question about the first call that a model passes, other than of the procedure itself with the same
// arguments, whose row is not complete; nil if there is none.
func (s *search) next(q *question, p *learn.Pred, m *model.Model) *question {
	for i := range p.NumSites() {
		if !p.Reached(i) {
			continue
		}
		callee := p.Callee(i)
		in, err := s.values(m, s.sys.Procs[callee].In, func(t term.Term) term.Term { return p.At(i, t) })
		if err != nil {
			continue // it may be called with anything
		}
		if k := key(callee, in); k != q.key && s.state[k] != done {
			return &question{proc: callee, in: in, key: k}
		}
	}
	return nil
}

// values returns equations of constants of an interface with the values that their images have in a model. Maps are
// left out.
func (s *search) values(m *model.Model, of []term.Term, image func(term.Term) term.Term) (out []term.Term, err error) {
	st := s.sys.Store
	for _, c := range of {
		if st.IsArray(st.Sort(c)) {
			continue
		}
		v, err := m.Eval(image(c))
		if err != nil {
			return nil, err
		}
		t, err := v.Term(st)
		if err != nil {
			return nil, err
		}
		out = append(out, st.Eq(c, t))
	}
	return out, nil
}

// key names a question.
func key(id vc.ProcID, in []term.Term) string {
	var b strings.Builder
	for _, t := range append([]term.Term{term.Term(id)}, in...) {
		for shift := 0; shift < 32; shift += 8 {
			b.WriteByte(byte(t >> shift))
		}
	}
	return b.String()
}
