package interp

import (
	"context"
	"errors"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// Course is what somebody claims to be an execution of a program with loops: only what the program leaves open, in
// the order in which it is needed. So it is short where the program determines nearly all, however long the execution
// is.
type Course struct {
	Program   *prog.Program
	Model     *model.Model // as in Script; also Defs and Unchecked
	Defs      []prog.Def
	Unchecked []int
	// Begin lists, by procedure, the results and locals that get a value where the procedure begins. The others begin
	// with zero, which is as good as any value.
	Begin [][]prog.VarID
	// Values are those of the globals, then of the formals of the entry, then of what is in Begin, what is havocked, and
	// what procedures without a body change and return, in the order of the execution.
	Values []model.Value
	// Zeros says that nothing depends on values that are not given: they are zero.
	Zeros bool
	// Ways say where control goes, as an index of successors, where several of these begin with assumptions that hold.
	Ways []int32
	// Brief leaves out of the trace what is between the first and the last iterations of loops.
	Brief bool
	// Loops, if not nil, executes iterations that are left out of the trace.
	Loops Loops
	// Flag becomes true where the execution fails, if it is not 0.
	Flag prog.VarID

	labels []string    // of the blocks of the execution, in its order: they say where control goes, in place of Ways
	inits  [][]Binding // of the calls, in place of Begin
}

// course is the state of an execution along a Course.
type course struct {
	*Course
	*replayer
	values, ways, calls int      // that were used
	ahead               []string // of labels
	heads               []*heads
	nested              map[prog.ProcID]int
	sight               sight
	until               uint32 // blocks of another execution that fails
}

// Follow executes a course, command by command, with the exact meaning of every operator. It returns the trace if the
// entry returns and every assumption, contract and axiom holds, else the first failure. Where the execution chooses
// what it watches (prog.Cmd.Watch), the trace is that of the one which fails first.
func Follow(ctx context.Context, c *Course) (*Trace, *Failure, error) {
	opt := ReplayOptions{Values: true}
	r := c.replayer(ctx, opt)
	t, fail, err := r.outcome(r.course.run())
	if t != nil {
		t = c.earliest(ctx, t, opt)
		t.Claim = Claim{Course: c, Options: opt}
	}
	return t, fail, err
}

// replayer returns what executes a course.
func (c *Course) replayer(ctx context.Context, opt ReplayOptions) *replayer {
	s := &Script{Program: c.Program, Model: c.Model, Defs: c.Defs, Unchecked: c.Unchecked, Flag: c.Flag,
		Root: &Frame{Proc: c.Program.Entry}}
	r := newReplayer(ctx, s, opt)
	r.course = &course{Course: c, replayer: r, ahead: c.labels, heads: make([]*heads, len(c.Program.Procs)),
		nested: map[prog.ProcID]int{}}
	return r
}

func (c *course) run() error {
	r := c.replayer
	if err := r.constants(); err != nil {
		return err
	}
	if err := r.unique(); err != nil {
		return err
	}
	q := r.p.Procs[r.p.Entry]
	if err := c.givenAll(r.p.Globals); err != nil {
		return err
	}
	args := make([]model.Value, len(q.Ins))
	for i, v := range q.Ins {
		x, err := c.next(v)
		if err != nil {
			return err
		}
		args[i] = x
	}
	if err := r.begin(q, args); err != nil {
		return err
	}
	if err := c.body(q, 0); err != nil {
		return err
	}
	return r.settle()
}

// constants gives the constants of the program their values, and checks what is assumed of them.
func (r *replayer) constants() error {
	for _, d := range r.s.Defs {
		x, err := r.env.Eval(d.Value)
		if err != nil {
			return r.fail(NotEvaluated, d.Value, err)
		}
		r.s.Model.SetConst(r.p.Vars[d.Const].Term, x)
	}
	return r.axioms()
}

// unique checks that unique constants of one sort differ.
func (r *replayer) unique() error {
	seen := map[string]bool{}
	for _, v := range r.p.Consts {
		if !r.p.Vars[v].Unique {
			continue
		}
		t := r.p.Vars[v].Term
		x, err := r.env.Eval(t)
		if err != nil {
			return r.fail(NotEvaluated, t, err)
		}
		key := r.st.SortString(r.p.Sort(v)) + " " + x.Key()
		if seen[key] {
			return r.fail(AxiomFails, t, errors.New("unique constants are equal"))
		}
		seen[key] = true
	}
	return nil
}

// next returns the next value of the course, which v gets.
func (c *course) next(v prog.VarID) (model.Value, error) {
	if c.values == len(c.Values) {
		if c.Zeros {
			return c.zero(v)
		}
		return model.Value{}, c.fail(NotEvaluated, c.p.Vars[v].Term, errors.New("the course has no value"))
	}
	x := c.Values[c.values]
	c.values++
	if x.Sort() != c.p.Sort(v) {
		return x, errors.New("course: a value of another sort")
	}
	return x, nil
}

func (c *course) given(v prog.VarID) error {
	x, err := c.next(v)
	if err != nil {
		return err
	}
	c.set(v, x)
	return nil
}

// chosen gives v the value that a command chooses.
func (c *course) chosen(cmd *prog.Cmd, v prog.VarID) error {
	x, err := c.next(v)
	if err == nil && cmd.Watch {
		x, err = c.watch(cmd, v, x)
	}
	if err != nil {
		return err
	}
	c.set(v, x)
	return nil
}

func (c *course) givenAll(vs []prog.VarID) error {
	for _, v := range vs {
		if err := c.given(v); err != nil {
			return err
		}
	}
	return nil
}

// maxDepth is how many calls may be open that a course leads to. A course may come from others, and lead into a
// recursion without an end: with some more the stack is full, which ends the process.
const maxDepth = 150_000

// body executes the body of a procedure whose formals are bound.
func (c *course) body(q *prog.Proc, depth int) error {
	if depth > maxDepth {
		return c.fail(PathBroken, 0, errors.New("calls are nested too deeply"))
	}
	if c.nested[q.ID]++; c.nested[q.ID] > 1 || depth > 0 {
		c.needs(c.nested[q.ID] - q.ExtraBound)
	}
	defer func() { c.nested[q.ID]-- }()
	if err := c.first(q, depth); err != nil {
		return err
	}
	loops := c.loopsOf(q, depth)
	for b := int32(0); ; {
		if err := c.block(nil, q, b, depth); err != nil {
			return err
		}
		if len(q.Blocks[b].Succs) == 0 {
			if q.Blocks[b].Dead {
				return c.fail(PathBroken, 0, errors.New("control gets past a dead block"))
			}
			return nil
		}
		to, err := c.way(q, b)
		if err != nil {
			return err
		}
		loops.follow(b, to)
		b = to
	}
}

// first gives the variables of a procedure their first values.
func (c *course) first(q *prog.Proc, depth int) error {
	if c.inits != nil {
		return c.firstAs(q, depth)
	}
	var vars []prog.VarID
	if int(q.ID) < len(c.Begin) {
		vars = c.Begin[q.ID]
	}
	if err := c.givenAll(vars); err != nil {
		return err
	}
	if depth == 0 && !c.Zeros {
		vars = append(q.Ins[:len(q.Ins):len(q.Ins)], vars...)
	}
	if len(vars) == 0 {
		return nil
	}
	s := TraceStep{Kind: prog.StepAssign, Depth: depth, Proc: q.ID, Node: q.Node, Begins: true}
	s.Writes = c.valuesOf(vars)
	c.trace.Steps = append(c.trace.Steps, s)
	return nil
}

// firstAs gives the variables of a procedure the values that they had in the execution that the course is of.
func (c *course) firstAs(q *prog.Proc, depth int) error {
	if c.calls == len(c.inits) {
		return c.fail(PathBroken, 0, errors.New("the course has no such call"))
	}
	f := &Frame{Init: c.inits[c.calls]}
	c.calls++
	for _, b := range f.Init {
		if kind := c.p.Vars[b.Var].Kind; kind == prog.Local || kind == prog.Out {
			c.set(b.Var, b.Value)
		}
	}
	c.initial(f, q, depth)
	return nil
}

// way returns where control goes from b: to the only successor that begins with assumptions that hold, else where the
// course says. A quantifier decides only between a condition and its negation.
func (c *course) way(q *prog.Proc, at int32) (int32, error) {
	b := &q.Blocks[at]
	c.at = place{q: q, block: at, cmd: len(b.Cmds), depth: c.at.depth}
	if len(b.Succs) == 1 {
		return b.Succs[0], nil
	}
	open, last := 0, int32(0)
	for _, t := range b.Succs {
		if c.mayEnter(&q.Blocks[t]) {
			open, last = open+1, t
		}
	}
	if open == 2 && len(b.Succs) == 2 {
		x, y := guard(&q.Blocks[b.Succs[0]]), guard(&q.Blocks[b.Succs[1]])
		switch {
		case x == 0 || y == 0 || c.st.Not(x) != y && c.st.Not(y) != x:
		case c.known(x, true) || c.known(y, false):
			return b.Succs[0], nil
		case c.known(x, false) || c.known(y, true):
			return b.Succs[1], nil
		}
	}
	switch {
	case open == 0:
		return 0, c.fail(PathBroken, 0, errors.New("no way goes on from "+b.Label))
	case open == 1:
		return last, nil
	case c.labels != nil:
		if to, ok := c.guided(q, b); ok {
			return to, nil
		}
		return 0, c.fail(PathBroken, 0, errors.New("the course has no way"))
	case c.ways == len(c.Ways) || int(c.Ways[c.ways]) >= len(b.Succs):
		return 0, c.fail(PathBroken, 0, errors.New("the course has no way"))
	}
	c.ways++
	return b.Succs[c.Ways[c.ways-1]], nil
}

// guard returns the assumption that a block begins with, else 0.
func guard(b *prog.Block) term.Term {
	if len(b.Cmds) > 0 && b.Cmds[0].Kind == prog.Assume {
		return b.Cmds[0].Cond
	}
	return 0
}

// known reports whether t has the truth value want for certain.
func (r *replayer) known(t term.Term, want bool) bool {
	x, err := r.env.Eval(t)
	if err == nil {
		return x.IsTrue() == want
	}
	switch op := r.st.Op(t); op {
	case term.OpNot:
		return r.known(r.st.Arg(t, 0), !want)
	case term.OpAnd, term.OpOr:
		all := (op == term.OpAnd) == want
		for _, a := range r.st.Args(t) {
			if r.known(a, want) != all {
				return !all
			}
		}
		return all
	}
	return r.decided(t, want)
}

// mayEnter reports whether the assumptions at the beginning of a block are not known to be false.
func (c *course) mayEnter(b *prog.Block) bool {
	for i := range b.Cmds {
		if b.Cmds[i].Kind != prog.Assume {
			return true
		}
		if x, err := c.env.Eval(b.Cmds[i].Cond); err == nil && x.IsFalse() {
			return false
		}
	}
	return true
}

// needs notes that the execution needs a recursion bound.
func (c *course) needs(n int) { c.trace.Bound = max(c.trace.Bound, n) }
