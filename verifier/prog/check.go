package prog

import (
	"fmt"

	"github.com/muster-smt/muster/theory/term"
)

// Check validates a program: indices, sorts, arities and the scopes of
// variables. It returns the first fault found, which is a bug in what made the
// program. Unsupported procedures are skipped.
func Check(p *Program) error {
	c := checker{p: p, uses: NewUses(p), owner: make([]ProcID, len(p.Vars))}
	return c.program()
}

type checker struct {
	p     *Program
	uses  *Uses
	owner []ProcID // by variable: the procedure it belongs to, or NoProc
	q     *Proc
	ids   map[int32]bool
	// marked[v] == mark if v is in the list being checked.
	marked []int32
	mark   int32
}

func (c *checker) program() error {
	c.marked = make([]int32, len(c.p.Vars))
	for i := range c.owner {
		c.owner[i] = NoProc
	}
	for _, l := range []struct {
		vars []VarID
		kind VarKind
	}{{c.p.Globals, Global}, {c.p.Consts, Constant}} {
		if err := c.list("program", l.vars, l.kind); err != nil {
			return err
		}
	}
	if e := c.p.Entry; e != NoProc && (e < 0 || int(e) >= len(c.p.Procs)) {
		return fmt.Errorf("entry %d out of range", e)
	}
	for i, q := range c.p.Procs {
		if q.ID != ProcID(i) {
			return fmt.Errorf("%s: number %d at index %d", q.Name, q.ID, i)
		}
		if err := c.variables(q); err != nil {
			return err
		}
	}
	for _, a := range c.p.Axioms {
		if err := c.cond(a.Cond, func(r Ref) bool { return c.kind(r) == Constant }); err != nil {
			return fmt.Errorf("axiom at %v: %w", c.p.Pos(a.Node), err)
		}
	}
	for _, q := range c.p.Procs {
		if q.Unsupported != nil {
			continue
		}
		c.q = q
		if err := c.proc(); err != nil {
			return fmt.Errorf("%s: %w", q.Name, err)
		}
	}
	return nil
}

func (c *checker) kind(r Ref) VarKind { return c.p.Vars[r.Var()].Kind }

// list checks a list of variables: in range, of the right kind, each once.
func (c *checker) list(where string, vars []VarID, kind VarKind) error {
	c.mark++
	for _, v := range vars {
		if v <= 0 || int(v) >= len(c.p.Vars) {
			return fmt.Errorf("%s: variable %d out of range", where, v)
		}
		if k := c.p.Vars[v].Kind; k != kind {
			return fmt.Errorf("%s: %s has kind %d, not %d", where, c.p.Vars[v].Name, k, kind)
		}
		if c.marked[v] == c.mark {
			return fmt.Errorf("%s: %s occurs twice", where, c.p.Vars[v].Name)
		}
		c.marked[v] = c.mark
	}
	return nil
}

func (c *checker) variables(q *Proc) error {
	for _, l := range []struct {
		vars []VarID
		kind VarKind
	}{{q.Ins, In}, {q.Outs, Out}, {q.Locals, Local}, {q.Modifies, Global}} {
		if err := c.list(q.Name, l.vars, l.kind); err != nil {
			return err
		}
		if l.kind == Global {
			continue
		}
		for _, v := range l.vars {
			if c.owner[v] != NoProc {
				return fmt.Errorf("%s: %s belongs to another procedure too", q.Name, c.p.Vars[v].Name)
			}
			c.owner[v] = q.ID
		}
	}
	return nil
}

func (c *checker) proc() error {
	c.ids = map[int32]bool{}
	for _, r := range c.q.Requires {
		if err := c.cond(r.Cond, func(r Ref) bool {
			return c.inScope(r) && c.kind(r) != Out && c.kind(r) != Local && !r.Old()
		}); err != nil {
			return fmt.Errorf("requires at %v: %w", c.p.Pos(r.Node), err)
		}
	}
	for _, e := range c.q.Ensures {
		if err := c.cond(e.Cond, func(r Ref) bool { return c.inScope(r) && c.kind(r) != Local }); err != nil {
			return fmt.Errorf("ensures at %v: %w", c.p.Pos(e.Node), err)
		}
	}
	for _, x := range c.q.Candidates {
		if err := c.checkCandidate(x); err != nil {
			return fmt.Errorf("candidate at %v: %w", c.p.Pos(x.Node), err)
		}
	}
	for i := range c.q.Blocks {
		b := &c.q.Blocks[i]
		if err := c.jump(b); err != nil {
			return fmt.Errorf("block %s: %w", b.Label, err)
		}
		for j := range b.Cmds {
			if err := c.cmd(&b.Cmds[j]); err != nil {
				return fmt.Errorf("block %s, command %d at %v: %w", b.Label, j, c.p.Pos(b.Cmds[j].Node), err)
			}
		}
	}
	return nil
}

func (c *checker) jump(b *Block) error {
	for i, s := range b.Succs {
		if s < 0 || int(s) >= len(c.q.Blocks) {
			return fmt.Errorf("successor %d out of range", s)
		}
		for _, o := range b.Succs[:i] {
			if o == s {
				return fmt.Errorf("successor %d occurs twice", s)
			}
		}
	}
	if !b.Dead {
		return nil
	}
	if len(b.Succs) > 0 {
		return fmt.Errorf("dead, but has successors")
	}
	if n := len(b.Cmds); n == 0 || b.Cmds[n-1].Kind != Assume || b.Cmds[n-1].Cond != c.p.Store.False() {
		return fmt.Errorf("dead, but does not end in assume false")
	}
	return nil
}

// inScope reports whether r may occur in the present procedure.
func (c *checker) inScope(r Ref) bool {
	switch c.kind(r) {
	case Global, Constant:
		return true
	}
	return c.owner[r.Var()] == c.q.ID
}

func (c *checker) cond(t term.Term, ok func(Ref) bool) error {
	if t == 0 || c.p.Store.Sort(t) != term.Bool {
		return fmt.Errorf("condition %d is not Boolean", t)
	}
	return c.term(t, ok)
}

func (c *checker) term(t term.Term, ok func(Ref) bool) error {
	if t == 0 || int(t) >= c.p.Store.Len() {
		return fmt.Errorf("no term")
	}
	if !c.p.Store.Ground(t) {
		return fmt.Errorf("free bound variable in %s", c.p.TermString(t))
	}
	for _, r := range c.uses.Of(t) {
		if !ok(r) {
			return fmt.Errorf("%s is not in scope in %s", c.p.Vars[r.Var()].Name, c.p.TermString(t))
		}
	}
	return nil
}

// targets checks that each of the variables may be assigned to and occurs once.
func (c *checker) targets(vars []VarID) error {
	c.mark++
	for _, v := range vars {
		if v <= 0 || int(v) >= len(c.p.Vars) {
			return fmt.Errorf("variable %d out of range", v)
		}
		d := &c.p.Vars[v]
		if !c.inScope(Now(v)) || d.Kind == In || d.Kind == Constant {
			return fmt.Errorf("%s cannot be assigned to", d.Name)
		}
		if c.marked[v] == c.mark {
			return fmt.Errorf("%s is assigned twice", d.Name)
		}
		c.marked[v] = c.mark
	}
	return nil
}

func (c *checker) value(t term.Term, sort term.Sort) error {
	if err := c.term(t, c.inScope); err != nil {
		return err
	}
	if s := c.p.Store.Sort(t); s != sort {
		return fmt.Errorf("%s has sort %s, not %s", c.p.TermString(t), c.p.Store.SortString(s), c.p.Store.SortString(sort))
	}
	return nil
}

func (c *checker) cmd(x *Cmd) error {
	if x.ID != 0 && c.ids[x.ID] {
		return fmt.Errorf("number %d occurs twice", x.ID)
	}
	c.ids[x.ID] = true
	switch x.Kind {
	case Assume, Assert, Propose:
		return c.cond(x.Cond, c.inScope)
	case Assign:
		if len(x.Targets) != len(x.Values) {
			return fmt.Errorf("%d targets, %d values", len(x.Targets), len(x.Values))
		}
		return c.assigned(x.Targets, x.Targets, x.Values)
	case Havoc:
		return c.targets(x.Targets)
	case Call:
		return c.call(x)
	case Record:
		for _, t := range x.Values {
			if err := c.term(t, c.inScope); err != nil {
				return err
			}
		}
		return nil
	}
	return fmt.Errorf("command of kind %d", x.Kind)
}

// assigned checks targets, and that values have the sorts of like.
func (c *checker) assigned(targets, like []VarID, values []term.Term) error {
	if err := c.targets(targets); err != nil {
		return err
	}
	for i, v := range like {
		if err := c.value(values[i], c.p.Sort(v)); err != nil {
			return err
		}
	}
	return nil
}

func (c *checker) call(x *Cmd) error {
	if x.Callee < 0 || int(x.Callee) >= len(c.p.Procs) {
		return fmt.Errorf("callee %d out of range", x.Callee)
	}
	q := c.p.Procs[x.Callee]
	if len(x.Values) != len(q.Ins) || len(x.Targets) != len(q.Outs) {
		return fmt.Errorf("call of %s with %d arguments and %d results, not %d and %d",
			q.Name, len(x.Values), len(x.Targets), len(q.Ins), len(q.Outs))
	}
	if err := c.assigned(x.Targets, q.Ins, x.Values); err != nil {
		return err
	}
	for i, v := range x.Targets {
		if c.p.Sort(v) != c.p.Sort(q.Outs[i]) {
			return fmt.Errorf("call of %s: result %d has another sort", q.Name, i)
		}
	}
	return nil
}
