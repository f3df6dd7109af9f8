package witness

import (
	"context"
	"errors"
	"slices"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/reason"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/inline"
	"github.com/muster-smt/muster/verifier/interp"
	"github.com/muster-smt/muster/verifier/passes"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/vc"
	"github.com/muster-smt/muster/verifier/vcgen"
)

// Replayer implements inline.Replayer for one prepared program.
type Replayer struct {
	Prepared *passes.Result
	System   *vc.System
	Back     *vcgen.Back
	// Small has executions with small values preferred to those that the engine has found.
	Small bool
	// Unseen has executions stand for which a quantified assumption is neither confirmed nor refuted and was evaluated
	// nowhere: what matches no pattern is no obstacle to the errors of Boogie either.
	Unseen bool
	// Keep has traces keep what constants and functions mean when the solver goes on, for those who execute them again.
	Keep bool

	failures int // of quantified assumptions
}

var _ inline.Replayer = (*Replayer)(nil)

// Replay implements inline.Replayer.
func (r *Replayer) Replay(ctx context.Context, t *inline.Tree, p *inline.Path, m *model.Model) (*verifier.Trace,
	inline.Repair, reason.Reason) {
	trace, fix, why := r.Execute(ctx, t, p, m)
	if trace == nil {
		return nil, fix, why
	}
	return r.Kept(r.Prepared, trace), fix, why
}

// Kept returns the trace of an execution of a program. It keeps what the constants and functions of that mean, if that
// is wanted: the program that the engine searches may be an abstraction, which has fewer.
func (r *Replayer) Kept(prepared *passes.Result, t *interp.Trace) *verifier.Trace {
	out := Trace(prepared, t)
	if r.Keep && out.Evidence.Model != nil {
		out.Evidence.Model = out.Evidence.Model.Keep(symbols(prepared.Core))
	}
	return out
}

// symbols lists the constants and functions of a program.
func symbols(p *prog.Program) (out []term.Sym) {
	var terms []term.Term
	for _, a := range p.Axioms {
		terms = append(terms, a.Cond)
	}
	for _, q := range p.Procs {
		terms = slices.AppendSeq(terms, q.Terms)
	}
	named := map[term.Sym]bool{}
	p.Store.Visit(func(t term.Term) bool {
		if p.Store.Op(t) == term.OpApp && !named[p.Store.Sym(t)] {
			named[p.Store.Sym(t)] = true
			out = append(out, p.Store.Sym(t))
		}
		return true
	}, terms...)
	return out
}

// Execute is Replay, but returns the execution step by step.
func (r *Replayer) Execute(ctx context.Context, t *inline.Tree, p *inline.Path, m *model.Model) (*interp.Trace,
	inline.Repair, reason.Reason) {
	w := &writer{Replayer: r, tree: t, model: m}
	script, err := w.script(p)
	if err != nil {
		return nil, inline.Repair{}, reason.Unconfirmed(err)
	}
	trace, fail, err := interp.Replay(ctx, script, interp.ReplayOptions{Values: true})
	switch {
	case err != nil:
		return nil, inline.Repair{}, reason.Unconfirmed(err)
	case trace != nil && trace.Quantifiers > 0:
		better, lemma, polls := w.settle(ctx, p)
		if better != nil && !better.Unseen || lemma != 0 {
			fix, why := w.excluded(lemma)
			return better, fix, why
		}
		if stopped := limit.ContextReason(ctx); stopped != limit.None {
			return nil, inline.Repair{}, reason.Of(stopped) // there might have been an answer
		}
		if trace.Unseen && !r.Unseen {
			return nil, inline.Repair{Open: true, Polls: polls}, reason.Reason{Kind: reason.OpenQuantifier}
		}
		return trace, inline.Repair{}, reason.Reason{}
	case trace != nil:
		return trace, inline.Repair{}, reason.Reason{}
	}
	why := reason.Unconfirmed(fail)
	if fail.Kind == interp.InstanceFails || errors.Is(fail.Err, model.ErrQuantifier) {
		why.Kind = reason.UnconfirmedQuantifier
	}
	if fail.Proc != prog.NoProc {
		why.Detail += " in " + r.Prepared.Core.Proc(fail.Proc).Name
	}
	fix := w.repair(p, fail)
	if why.Kind == reason.UnconfirmedQuantifier && r.shouldSettle(len(fix.Lemmas)) {
		trace, lemma, polls := w.settle(ctx, p)
		if trace != nil && (!trace.Unseen || r.Unseen) || lemma != 0 {
			fix, why := w.excluded(lemma)
			return trace, fix, why
		}
		fix.Open, fix.Polls = len(fix.Lemmas) == 0, polls
	}
	return nil, fix, why
}

// settleAfter is how many failed replays are repaired by instances before the path is asked about as a whole: then
// again at twice as many, and so on.
const settleAfter = 16

// shouldSettle reports whether to ask about the path after another failure of a quantified assumption, which gave so
// many lemmas.
func (r *Replayer) shouldSettle(lemmas int) bool {
	r.failures++
	return lemmas == 0 || r.failures >= settleAfter && r.failures&(r.failures-1) == 0
}

// writer writes the script of one path.
type writer struct {
	*Replayer
	tree    *inline.Tree
	model   *model.Model
	order   []inline.InstID // instances, in the order in which they are entered
	blocks  map[inline.InstID][]int32
	frameOf map[inline.InstID]*interp.Frame
}

// script writes the frames of a path, then fills in the values.
func (w *writer) script(p *inline.Path) (*interp.Script, error) {
	w.walk(p)
	for _, i := range w.order {
		if err := w.values(i); err != nil {
			return nil, err
		}
	}
	return &interp.Script{
		Program: w.Prepared.Core, Model: w.model, Defs: w.Prepared.Defs, Unchecked: w.Prepared.Dropped,
		Kept: w.Prepared.Kept, Flat: w.Prepared.Flat, Flag: w.Prepared.Flag, Root: w.frameOf[0],
	}, nil
}

// walk makes the frames of a path.
func (w *writer) walk(p *inline.Path) {
	w.blocks, w.frameOf = map[inline.InstID][]int32{}, map[inline.InstID]*interp.Frame{}
	var stack []inline.InstID
	callID := int32(0)
	for _, e := range p.Events {
		switch e.Kind {
		case inline.Enter:
			callID = w.Back.Call(&w.tree.Proc(e.Inst).Sites[e.At])
		case inline.Leave:
			stack = stack[:len(stack)-1]
		case inline.EnterBlock:
			if w.frameOf[e.Inst] == nil {
				f := w.frame(e.Inst)
				if n := len(stack); n > 0 {
					caller := w.frameOf[stack[n-1]]
					caller.Calls = append(caller.Calls, interp.Child{ID: callID, Frame: f})
				}
				stack = append(stack, e.Inst)
			}
			w.visit(e.Inst, e.At)
		}
	}
}

// frame makes the frame of an instance.
func (w *writer) frame(i inline.InstID) *interp.Frame {
	f := &interp.Frame{Proc: w.Back.Proc(w.tree.Proc(i))}
	w.frameOf[i] = f
	w.order = append(w.order, i)
	return f
}

// visit adds to the path of an instance the blocks of the core program that a
// block of the template stands for.
func (w *writer) visit(i inline.InstID, b int32) {
	f := w.frameOf[i]
	f.Path = append(f.Path, w.Origin(w.tree.Proc(i), b)...)
	w.blocks[i] = append(w.blocks[i], b)
}

// Origin returns the blocks of the core program that a block of a template stands for.
func (r *Replayer) Origin(p *vc.Proc, b int32) []int32 {
	src := r.Back.Block(&p.Blocks[b])
	if origin := r.Prepared.Program.Proc(r.Back.Proc(p)).Blocks[src].Origin; origin != nil {
		return origin
	}
	return []int32{src}
}

// values reads off the model what the havocs and calls of an instance chose.
func (w *writer) values(i inline.InstID) error {
	w.tree.Bind(i)
	f := w.frameOf[i]
	back := &w.Back.Procs[w.tree.Proc(i).ID]
	for _, v := range back.Entry {
		x, err := w.model.Eval(w.tree.Image(v.Term))
		if err != nil {
			return err
		}
		f.Init = append(f.Init, interp.Binding{Var: v.Var, Value: x})
	}
	for _, b := range w.blocks[i] {
		for _, v := range back.Blocks[b] {
			if v.ID == 0 || v.Var == 0 {
				continue
			}
			x, err := w.model.Eval(w.tree.Image(v.Term))
			if err != nil {
				return err
			}
			f.Values = append(f.Values, interp.Assigned{ID: v.ID, Var: v.Var, Value: x})
		}
	}
	return nil
}

// Trace converts an execution of the core program to the form of the contract.
func Trace(prepared *passes.Result, t *interp.Trace) *verifier.Trace {
	if t.Flat {
		prepared = prepared.Unextracted()
	}
	p := prepared.Core
	out := &verifier.Trace{Instances: t.Instances, Quantifiers: t.Quantifiers, Unwatched: t.Unwatched,
		Evidence: verifier.Evidence{Model: t.Model, Claim: t.Claim}}
	for _, b := range t.Globals {
		out.Evidence.Globals = append(out.Evidence.Globals, verifier.Exact{Of: prog.Now(b.Var), Value: b.Value})
	}
	for _, s := range t.Recorded {
		out.Recorded = append(out.Recorded, verifier.Step{Kind: s.Kind, Proc: p.Proc(s.Proc).Name, Label: s.Label,
			Value: text(s.Value), Exact: []verifier.Exact{{Value: s.Value}}, Node: s.Node, Pos: p.Pos(s.Node)})
	}
	schedule := newSchedule(prepared)
	targets := newTargets(prepared)
	names := naming{prepared, p, map[prog.ProcID][]bool{}}
	for _, s := range t.Steps {
		if s.Kind == prog.StepBlock {
			targets.reached(&p.Proc(s.Proc).Blocks[s.Block], out)
		}
		if schedule.inner(&s, out) {
			continue
		}
		step := verifier.Step{
			Kind: s.Kind, Depth: s.Depth, Label: s.Label, Node: s.Node, Pos: p.Pos(s.Node), Source: names.command(&s),
		}
		if s.Proc != prog.NoProc {
			step.Proc = p.Proc(s.Proc).Name
		}
		step.Exact = names.exact(&s)
		switch s.Kind {
		case prog.StepBlock:
			step.Cut = p.Proc(s.Proc).Blocks[s.Block].Cut
		case prog.StepCall, prog.StepReturn:
			step.Cut = s.Cut || p.Proc(s.Proc).LoopOf != ""
		case prog.StepSkip:
			step.From, step.To = s.From, s.To
		case prog.StepRecord:
			step.Value, step.Exact = text(s.Value), []verifier.Exact{{Value: s.Value}}
		case prog.StepAssign:
			for _, b := range s.Writes {
				if schedule.selector(b) {
					continue
				}
				if b.Var == prepared.Flag {
					if b.Value.IsTrue() {
						step.Source = nil
						clause := p.Proc(s.Proc).Blocks[s.Block].Cmds[s.Cmd-1].Node // passes.encodeAsserts
						out.Assertion = prog.Assertion{At: s.Node, Clause: clause}
						out.Failed, out.Clause = p.Pos(s.Node), p.Pos(clause)
						step.Kind = prog.StepFail
						out.Steps = append(out.Steps, step)
					}
					continue
				}
				v := step
				v.Label, v.Value = p.Var(b.Var).Name, text(b.Value)
				out.Steps = append(out.Steps, v)
				step.Source, step.Exact = nil, nil
			}
			if len(s.Writes) > 0 || step.Source.Made {
				continue
			}
			step.Kind, step.Label = prog.StepCommand, "call"
		}
		out.Steps = append(out.Steps, step)
	}
	schedule.order(out)
	return out
}
