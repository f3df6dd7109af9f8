package interp

import (
	"context"
	"errors"
	"slices"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// ReplayOptions says what to record and how far to go.
type ReplayOptions struct {
	// Values records in the trace what every command reads and writes.
	Values bool
	// Instances limits the instances of quantifiers checked; 0 means a million.
	Instances int
	// Confirmed says that quantified assumptions are known to hold in the model for all values: what cannot be evaluated
	// because of a quantifier is not checked.
	Confirmed bool
}

const (
	defaultInstances = 1_000_000
	// searchSteps limits the blocks visited in one search for a way.
	searchSteps = 100_000
	// searchDepth limits the nesting of calls in it, firstDepth that of the first attempt.
	searchDepth = 20_000
	firstDepth  = 64
)

// Replay executes a script, command by command. It returns the trace if every
// assumption, contract and axiom holds; the first failure if one does not, or
// if the path cannot be taken; and an error if the script is malformed or ctx
// is done.
//
// Quantified assumptions are checked last: completely where model.Decide can,
// else at the instances for which the terms of their patterns (given or
// inferred) were evaluated on the way.
//
// Where the execution chooses what it watches (prog.Cmd.Watch), the trace is that of the one which fails first.
func Replay(ctx context.Context, s *Script, opt ReplayOptions) (*Trace, *Failure, error) {
	r := newReplayer(ctx, s, opt)
	t, fail, err := r.outcome(r.run())
	if t != nil && t.Quantifiers == 0 && s.Flat != nil && len(s.Program.Watched) > 0 {
		t = s.earliest(ctx, r, opt)
	}
	if t != nil {
		t.Claim = Claim{Script: s, Options: opt}
	}
	return t, fail, err
}

func newReplayer(ctx context.Context, s *Script, opt ReplayOptions) *replayer {
	if opt.Instances == 0 {
		opt.Instances = defaultInstances
	}
	r := &replayer{machine: newMachine(s.Program, s.Model), ctx: ctx, s: s, opt: opt, trace: &Trace{Model: s.Model},
		readings: map[*prog.Cmd]*reading{}}
	r.seen = newSeen(r.st)
	r.seen.watchAll(s.Program)
	return r
}

// outcome returns the trace, or the failure that err is.
func (r *replayer) outcome(err error) (*Trace, *Failure, error) {
	var f *Failure
	switch {
	case errors.As(err, &f):
		return nil, f, nil
	case err != nil:
		return nil, nil, err
	}
	if r.open() {
		r.trace.Quantifiers++
		r.trace.Unseen = true
	}
	return r.trace, nil, nil
}

// replayer executes a script. Failures travel as errors.
type replayer struct {
	*machine
	ctx   context.Context
	s     *Script
	opt   ReplayOptions
	trace *Trace
	seen  *seen
	dues  []due
	// What axioms define (settle), and whether one of these is assumed at present.
	defined  *definitions
	defining bool
	// The last formula that was assumed, and at how many instances what was assumed and is not confirmed was checked.
	said      said
	instances map[said]int
	// Of the search for a way: blocks visited, how deep calls may nest, and
	// whether either limit cut it short.
	steps   int
	deepest int
	cut     bool
	at      place
	count   uint32
	course  *course // nil if what is replayed is a script
	taken   taken
	// What commands read, for the trace.
	readings map[*prog.Cmd]*reading
}

// place is a point of the execution.
type place struct {
	frame *Frame // nil in a search
	q     *prog.Proc
	block int32
	cmd   int
	depth int
	axiom prog.NodeID // if q is nil
}

func (r *replayer) run() error {
	if err := r.constants(); err != nil {
		return err
	}
	root := r.s.Root
	if root.Proc < 0 || int(root.Proc) >= len(r.p.Procs) {
		return errors.New("script: no such procedure")
	}
	q := r.p.Procs[root.Proc]
	for _, g := range r.p.Globals {
		if err := r.arbitrary(g); err != nil {
			return err
		}
	}
	args := make([]model.Value, len(q.Ins))
	for i, v := range q.Ins {
		x, err := r.zero(v)
		if err != nil {
			return r.fail(NotEvaluated, r.p.Vars[v].Term, err)
		}
		args[i] = x
	}
	for _, b := range root.Init {
		for i, v := range q.Ins {
			if v == b.Var {
				args[i] = b.Value
			}
		}
		if r.p.Vars[b.Var].Kind == prog.Global {
			r.set(b.Var, b.Value)
		}
	}
	if err := r.begin(q, args); err != nil {
		return err
	}
	r.take(r.p.Globals...)
	r.take(q.Ins...)
	if err := r.frame(root, 0); err != nil {
		return err
	}
	return r.settle()
}

// begin enters the entry, and checks what it requires.
func (r *replayer) begin(q *prog.Proc, args []model.Value) error {
	if _, err := r.enter(q, args); err != nil {
		return r.fail(NotEvaluated, 0, err)
	}
	r.trace.Globals = r.valuesOf(r.p.Globals)
	r.at = place{frame: r.s.Root, q: q}
	return r.contracts(RequiresFails, q.Requires)
}

// arbitrary gives v the value of a variable that nothing determines.
func (r *replayer) arbitrary(v prog.VarID) error {
	x, err := r.zero(v)
	if err != nil {
		return r.fail(NotEvaluated, r.p.Vars[v].Term, err)
	}
	r.set(v, x)
	return nil
}

// here returns the present position and the number of the command there.
func (r *replayer) here() (pos prog.Pos, id int32) {
	q := r.at.q
	if q == nil {
		return r.p.Pos(r.at.axiom), 0
	}
	if int(r.at.block) >= len(q.Blocks) {
		return r.p.Pos(q.Node), 0
	}
	b := &q.Blocks[r.at.block]
	if r.at.cmd >= len(b.Cmds) {
		return r.p.Pos(b.Node), 0
	}
	return r.p.Pos(b.Cmds[r.at.cmd].Node), b.Cmds[r.at.cmd].ID
}

// fail makes a failure at the present place.
func (r *replayer) fail(kind FailKind, t term.Term, err error) error {
	f := &Failure{Kind: kind, Frame: r.at.frame, Proc: prog.NoProc, Block: r.at.block, Cmd: r.at.cmd, Term: t, Err: err}
	f.Pos, f.ID = r.here()
	if r.at.q != nil {
		f.Proc = r.at.q.ID
	}
	if r.logging == 0 { // a search drops its failures
		f.Env = r.env.Clone()
		r.describe(f)
	}
	return f
}

// describe fills in the values of the variables in the failing term.
func (r *replayer) describe(f *Failure) {
	if f.Term == 0 {
		return
	}
	for _, ref := range r.uses.Of(f.Term) {
		t := r.p.Term(ref)
		x, ok := f.Env.Get(t)
		if !ok {
			continue
		}
		if ref.Old() {
			f.Olds = append(f.Olds, Binding{Var: ref.Var(), Value: x})
		} else {
			f.Values = append(f.Values, Binding{Var: ref.Var(), Value: x})
		}
	}
}

func (r *replayer) axioms() error {
	skip := make([]bool, len(r.p.Axioms))
	for _, i := range r.s.Unchecked {
		if i >= 0 && i < len(skip) {
			skip[i] = true
		}
	}
	for i, a := range r.p.Axioms {
		if skip[i] {
			continue
		}
		r.at, r.defining = place{axiom: a.Node}, a.Defines != term.NoSort
		if err := r.hold(AxiomFails, a.Cond, true); err != nil {
			return err
		}
	}
	r.defining = false
	return nil
}

func (r *replayer) contracts(kind FailKind, cs []prog.Contract) error {
	for _, c := range cs {
		r.collect(true, c.Cond)
		if err := r.hold(kind, c.Cond, true); err != nil {
			return err
		}
	}
	return nil
}

// frame executes the body of an instance whose variables are bound.
func (r *replayer) frame(f *Frame, depth int) error {
	q := r.p.Procs[f.Proc]
	for _, b := range f.Init {
		switch r.p.Vars[b.Var].Kind {
		case prog.Local, prog.Out:
			r.set(b.Var, b.Value)
		}
	}
	r.begins(q, f.Init)
	r.initial(f, q, depth)
	if len(f.Path) == 0 || f.Path[0] != 0 {
		r.at = place{frame: f, q: q, depth: depth}
		if !r.search(q, -1, f.first(), depth, f) {
			return r.fail(PathBroken, 0, errors.New("the path does not begin at the entry"))
		}
	}
	for i, b := range f.Path {
		if b < 0 || int(b) >= len(q.Blocks) {
			return errors.New("script: no such block")
		}
		if i > 0 && !slices.Contains(q.Succs(f.Path[i-1]), b) && !r.search(q, f.Path[i-1], b, depth, f) {
			r.at = place{frame: f, q: q, block: b, depth: depth}
			return r.fail(PathBroken, 0, errors.New("no way from "+q.Blocks[f.Path[i-1]].Label+" to "+q.Blocks[b].Label))
		}
		if err := r.block(f, q, b, depth); err != nil {
			return err
		}
	}
	if n := len(f.Path); n > 0 {
		last := f.Path[n-1]
		b := &q.Blocks[last]
		if (len(b.Succs) > 0 || b.Dead) && !r.search(q, last, -1, depth, f) {
			return r.fail(PathBroken, 0, errors.New("the path does not return"))
		}
	}
	return nil
}

// initial adds a step with the values that a frame begins with, of the
// variables in the script: the others do not matter.
func (r *replayer) initial(f *Frame, q *prog.Proc, depth int) {
	if !r.opt.Values {
		return
	}
	s := TraceStep{Kind: prog.StepAssign, Depth: depth, Proc: q.ID, Node: q.Node, Begins: true}
	for _, b := range f.Init {
		v := &r.p.Vars[b.Var]
		if v.Kind == prog.Global && depth > 0 {
			continue
		}
		if x, ok := r.env.Get(v.Term); ok {
			s.Writes = append(s.Writes, Binding{Var: b.Var, Value: x})
		}
	}
	if len(s.Writes) > 0 {
		r.trace.Steps = append(r.trace.Steps, s)
	}
}

// first returns the first block of the path, or -1, a return, if there is none.
func (f *Frame) first() int32 {
	if len(f.Path) > 0 {
		return f.Path[0]
	}
	return -1
}

// block executes the commands of a block. The frame is nil in a search inside
// a call that has none.
func (r *replayer) block(f *Frame, q *prog.Proc, i int32, depth int) error {
	if r.count++; r.count&255 == 0 {
		if err := r.ctx.Err(); err != nil {
			return err
		}
	}
	b := &q.Blocks[i]
	if c := r.course; c != nil {
		if c.until > 0 && r.count >= c.until && r.trace.failed == 0 {
			return errLate
		}
		c.passes(b.Label)
	}
	r.trace.Steps = append(r.trace.Steps, TraceStep{Kind: prog.StepBlock, Depth: depth, Proc: q.ID, Block: i,
		Label: b.Label, Node: b.Node})
	for j := range b.Cmds {
		r.at = place{frame: f, q: q, block: i, cmd: j, depth: depth}
		if err := r.command(f, &b.Cmds[j]); err != nil {
			return err
		}
	}
	return nil
}

// command executes one command.
func (r *replayer) command(f *Frame, c *prog.Cmd) error {
	kept := r.kept(c)
	r.collect(kept, c.Cond)
	for _, t := range c.Values {
		r.collect(kept, t)
	}
	switch c.Kind {
	case prog.Assume, prog.Assert:
		if c.Label != "" {
			s := r.step(prog.StepSource, c)
			s.Label = c.Label
			r.trace.Steps = append(r.trace.Steps, s)
		}
		if err := r.hold(AssumeFails, c.Cond, kept); err != nil {
			return err
		}
		r.assumed(c)
	case prog.Assign:
		values, err := r.values(c.Values)
		if err != nil {
			return r.fail(NotEvaluated, 0, err)
		}
		reads, stored, lambdas := r.reads(c, c.Values, c.Targets), r.stored(c.Values, c.Targets), r.lambdas(c.Values)
		for i, v := range c.Targets {
			r.set(v, values[i])
			r.fails(v, values[i])
		}
		r.wrote(c, reads, c.Targets, stored)
		if r.opt.Values {
			asLambdas(r.trace.Steps[len(r.trace.Steps)-1].Writes, c.Targets, lambdas)
		}
	case prog.Havoc:
		for _, v := range c.Targets {
			if err := r.choose(f, c, v, false); err != nil {
				return err
			}
		}
		r.wrote(c, nil, c.Targets, nil)
	case prog.Call:
		return r.call(f, c)
	case prog.Record:
		if len(c.Values) == 0 {
			if r.opt.Values && c.Label == "" {
				s := r.step(prog.StepCommand, c)
				s.Label = "statement"
				r.trace.Steps = append(r.trace.Steps, s)
			}
			return nil
		}
		x, err := r.env.Eval(c.Values[0])
		if err != nil {
			return r.fail(NotEvaluated, c.Values[0], err)
		}
		s := r.step(prog.StepRecord, c)
		s.Label, s.Value = c.Label, x
		r.trace.Steps = append(r.trace.Steps, s)
		if r.course != nil && r.course.Brief {
			r.trace.Recorded = append(r.trace.Recorded, s)
		}
	}
	return nil
}

func (r *replayer) kept(c *prog.Cmd) bool {
	if r.s.Kept == nil {
		return true
	}
	k := r.s.Kept[r.at.q.ID]
	return int(c.ID) < len(k) && k[c.ID]
}

func (r *replayer) step(kind prog.StepKind, c *prog.Cmd) TraceStep {
	return TraceStep{Kind: kind, Depth: r.at.depth, Proc: r.at.q.ID, Block: r.at.block, Cmd: r.at.cmd, Node: c.Node}
}

// assumed adds a step for a condition that holds, unless it says nothing.
func (r *replayer) assumed(c *prog.Cmd) {
	if !r.opt.Values || c.Cond == r.st.True() {
		return
	}
	s := r.step(prog.StepCommand, c)
	s.Reads = r.reads(c, []term.Term{c.Cond}, nil)
	r.trace.Steps = append(r.trace.Steps, s)
}

// wrote adds a step with the new values. Of maps stored says at which indices they are new.
func (r *replayer) wrote(c *prog.Cmd, reads []Binding, targets []prog.VarID, stored map[prog.VarID][]model.Value) {
	if !r.opt.Values {
		return
	}
	s := r.step(prog.StepAssign, c)
	s.Reads, s.Writes = reads, r.valuesOf(targets)
	for i := range s.Writes {
		s.Writes[i].Stored = stored[s.Writes[i].Var]
	}
	r.trace.Steps = append(r.trace.Steps, s)
}

// choose gives v the value that the script has for it at command c. If there is
// none, nothing depends on v: it keeps its value if keep is set.
func (r *replayer) choose(f *Frame, c *prog.Cmd, v prog.VarID, keep bool) error {
	if r.course != nil {
		return r.course.chosen(c, v)
	}
	if x := f.assigned(c.ID, v).first; x.IsValid() {
		r.set(v, x)
	} else if !keep {
		if err := r.arbitrary(v); err != nil {
			return err
		}
	}
	r.take(v)
	return nil
}

// call executes a call.
func (r *replayer) call(f *Frame, c *prog.Cmd) error {
	q := r.p.Procs[c.Callee]
	args, err := r.values(c.Values)
	if err != nil {
		return r.fail(NotEvaluated, 0, err)
	}
	here := r.at
	reads, lambdas := r.reads(c, c.Values, nil), r.lambdas(c.Values)
	save, err := r.enter(q, args)
	if err != nil {
		return r.fail(NotEvaluated, 0, err)
	}
	if err := r.contracts(RequiresFails, q.Requires); err != nil {
		return err
	}
	if !q.HasBody() {
		err = r.bodiless(f, c, q)
	} else {
		err = r.inner(f, c, q, reads, lambdas)
	}
	if err != nil {
		return err
	}
	r.at = here
	if err := r.contracts(EnsuresFails, q.Ensures); err != nil {
		return err
	}
	results, err := r.results(q)
	if err != nil {
		return r.fail(NotEvaluated, 0, err)
	}
	r.leave(save)
	for i, v := range c.Targets {
		r.set(v, results[i])
	}
	r.wrote(c, reads, c.Targets, nil)
	if n := len(r.trace.Steps); !q.HasBody() && r.opt.Values {
		r.trace.Steps[n-1].Open = r.valuesOf(q.Modifies)
	}
	return nil
}

// bodiless changes what a procedure without a body may change.
func (r *replayer) bodiless(f *Frame, c *prog.Cmd, q *prog.Proc) error {
	for _, g := range q.Modifies {
		if err := r.choose(f, c, g, true); err != nil {
			return err
		}
	}
	if r.course != nil {
		return r.course.givenAll(q.Outs)
	}
	r.outsFrom(f, c, q)
	r.take(q.Outs...)
	return nil
}

// outsFrom gives q's results the values that the script has for the variables
// to which the call assigns them.
func (r *replayer) outsFrom(f *Frame, c *prog.Cmd, q *prog.Proc) {
	for i, out := range q.Outs {
		if x := f.assigned(c.ID, c.Targets[i]).last; x.IsValid() {
			r.set(out, x)
		}
	}
}

// inner executes the body of a callee.
func (r *replayer) inner(f *Frame, c *prog.Cmd, q *prog.Proc, reads []Binding, lambdas []*Application) error {
	depth := r.at.depth
	begin := TraceStep{Kind: prog.StepCall, Depth: depth, Proc: q.ID, Label: q.Name, Node: c.Node}
	if r.opt.Values && !q.Loop {
		begin.Reads, begin.Writes = reads, r.valuesOf(q.Ins)
		asLambdas(begin.Writes, q.Ins, lambdas)
	}
	r.trace.Steps = append(r.trace.Steps, begin)
	var child *Frame
	if f != nil {
		for i := range f.Calls {
			if f.Calls[i].ID == c.ID {
				child = f.Calls[i].Frame
			}
		}
	}
	switch {
	case r.course != nil:
		if err := r.course.body(q, depth+1); err != nil {
			return err
		}
	case child == nil:
		// Results that the body does not assign are as arbitrary as the havoc
		// that the call was replaced by.
		r.outsFrom(f, c, q)
		outs := r.valuesOf(q.Outs)
		r.begins(q, outs)
		if !q.Loop {
			r.initial(&Frame{Init: outs}, q, depth+1)
		}
		if !r.search(q, -1, -1, depth+1, nil) {
			return r.fail(PathBroken, 0, errors.New("no way through "+q.Name))
		}
	case child.Proc != q.ID:
		return errors.New("script: a call of " + q.Name + " has an instance of another procedure")
	default:
		if err := r.frame(child, depth+1); err != nil {
			return err
		}
	}
	end := TraceStep{Kind: prog.StepReturn, Depth: depth, Proc: q.ID, Label: q.Name, Node: c.Node}
	if r.opt.Values && !q.Loop {
		end.Reads = r.valuesOf(q.Outs)
	}
	r.trace.Steps = append(r.trace.Steps, end)
	return nil
}
