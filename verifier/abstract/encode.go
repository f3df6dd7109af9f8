package abstract

import (
	"fmt"
	"maps"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/interp"
	"github.com/muster-smt/muster/verifier/prog"
)

// constraint is what one command of a path demands. It counts if all globals that it reads are tracked.
type constraint struct {
	reads   []prog.VarID // globals, each once
	formula term.Term
	at      Place
}

// Place is a block of the program.
type Place struct {
	Proc  prog.ProcID
	Block int32
}

// encoder makes the constraints of a path: the parameterized abstraction of Fig. 5, where a formula under the condition
// that its globals are tracked takes the place of each branch. What assigns to a global that is not tracked needs no
// condition, since nothing that counts reads it.
type encoder struct {
	p       *prog.Program
	uses    *prog.Uses
	sub     *term.Subst
	globals map[prog.VarID]value
	initial map[prog.VarID]value // of globals
	out     []constraint
	script  []func(m *model.Model) error // fill in the values of the script
}

// value is what a variable holds: a constant of the formula.
type value = term.Term

// scope is the state of a frame.
type scope struct {
	f      *frame
	block  int32 // the present one
	script *interp.Frame
	locals map[prog.VarID]value
	olds   map[prog.VarID]value // globals at the entry
}

func (s *scope) at() Place { return Place{s.f.proc.ID, s.block} }

func newEncoder(p *prog.Program, mk term.Maker) *encoder {
	return &encoder{p: p, uses: prog.NewUses(p), sub: term.NewSubst(p.Store, mk), globals: map[prog.VarID]value{},
		initial: map[prog.VarID]value{}}
}

func (e *encoder) fresh(v prog.VarID) value {
	return e.p.Store.FreshConst(e.p.Var(v).Name, e.p.Sort(v))
}

// assigned has the script give v the value of c at a command, or, without one, at the beginning.
func (e *encoder) assigned(s *scope, id int32, v prog.VarID, c value) {
	e.script = append(e.script, func(m *model.Model) error {
		x, err := m.Eval(c)
		if err != nil {
			return err
		}
		if id == 0 {
			s.script.Init = append(s.script.Init, interp.Binding{Var: v, Value: x})
		} else {
			s.script.Values = append(s.script.Values, interp.Assigned{ID: id, Var: v, Value: x})
		}
		return nil
	})
}

// root encodes a path from the entry on.
func (e *encoder) root(f *frame) (*interp.Frame, error) {
	s := &scope{f: f, script: &interp.Frame{Proc: f.proc.ID}, locals: map[prog.VarID]value{}}
	for _, g := range e.p.Globals {
		c := e.fresh(g)
		e.globals[g], e.initial[g] = c, c
		e.assigned(s, 0, g, c)
	}
	for _, v := range f.proc.Ins {
		s.locals[v] = e.fresh(v)
		e.assigned(s, 0, v, s.locals[v])
	}
	return s.script, e.frame(s)
}

// frame encodes an instance whose formals are bound.
func (e *encoder) frame(s *scope) error {
	s.olds = maps.Clone(e.globals)
	for _, c := range s.f.proc.Requires {
		e.assume(s, c.Cond)
	}
	for i := range s.f.visits {
		v := &s.f.visits[i]
		s.script.Path = append(s.script.Path, v.block)
		s.block = v.block
		calls := v.calls
		for j := range s.f.proc.Blocks[v.block].Cmds {
			c := &s.f.proc.Blocks[v.block].Cmds[j]
			if c.Kind != prog.Call || !e.p.Proc(c.Callee).HasBody() {
				e.command(s, c)
				continue
			}
			if len(calls) == 0 || calls[0].proc.ID != c.Callee {
				return fmt.Errorf("%s: a call of %s is missing on the path", e.p.Place(e.p.Pos(c.Node)), e.p.Proc(c.Callee).Name)
			}
			if err := e.call(s, c, calls[0]); err != nil {
				return err
			}
			calls = calls[1:]
		}
	}
	for _, c := range s.f.proc.Ensures {
		e.assume(s, c.Cond)
	}
	return nil
}

// read returns the value of a variable. A local variable that was never written has any.
func (e *encoder) read(s *scope, r prog.Ref) value {
	v := r.Var()
	if e.p.Var(v).Kind == prog.Global {
		if r.Old() {
			return s.olds[v]
		}
		return e.globals[v]
	}
	c, ok := s.locals[v]
	if !ok {
		c = e.fresh(v)
		s.locals[v] = c
		e.assigned(s, 0, v, c)
	}
	return c
}

// eval returns a term over the present values, and the globals that it reads.
func (e *encoder) eval(s *scope, t term.Term) (term.Term, []prog.VarID) {
	var reads []prog.VarID
	e.sub.Reset()
	seen := map[prog.VarID]bool{}
	for _, r := range e.uses.Of(t) {
		v := r.Var()
		switch e.p.Var(v).Kind {
		case prog.Constant:
			continue
		case prog.Global:
			if !seen[v] {
				seen[v] = true
				reads = append(reads, v)
			}
		}
		e.sub.Bind(e.p.Term(r), e.read(s, r))
	}
	return e.sub.Apply(t), reads
}

func (e *encoder) assume(s *scope, t term.Term) {
	st := e.p.Store
	if st.Op(t) == term.OpAnd {
		for _, c := range st.Args(t) {
			e.assume(s, c)
		}
		return
	}
	f, reads := e.eval(s, t)
	if f != st.True() {
		e.out = append(e.out, constraint{reads, f, s.at()})
	}
}

func (e *encoder) set(s *scope, v prog.VarID, c value) {
	if e.p.Var(v).Kind == prog.Global {
		e.globals[v] = c
	} else {
		s.locals[v] = c
	}
}

// define makes a constant that has the value of t, if what that reads is tracked.
func (e *encoder) define(s *scope, v prog.VarID, t term.Term) value {
	f, reads := e.eval(s, t)
	if len(reads) == 0 && e.p.Store.NumArgs(f) == 0 {
		return f
	}
	c := e.fresh(v)
	e.out = append(e.out, constraint{reads, e.p.Store.Eq(c, f), s.at()})
	return c
}

func (e *encoder) command(s *scope, c *prog.Cmd) {
	switch c.Kind {
	case prog.Assume, prog.Assert:
		e.assume(s, c.Cond)
	case prog.Assign:
		values := make([]value, len(c.Values))
		for i, t := range c.Values {
			values[i] = e.define(s, c.Targets[i], t)
		}
		for i, v := range c.Targets {
			e.set(s, v, values[i])
		}
	case prog.Havoc:
		for _, v := range c.Targets {
			e.arbitrary(s, c, v)
		}
	case prog.Call:
		e.bodiless(s, c)
	}
}

func (e *encoder) arbitrary(s *scope, c *prog.Cmd, v prog.VarID) value {
	x := e.fresh(v)
	e.set(s, v, x)
	e.assigned(s, c.ID, v, x)
	return x
}

// enter makes the scope of a callee, with the arguments in its formals.
func (e *encoder) enter(s *scope, c *prog.Cmd, f *frame) *scope {
	in := &scope{f: f, script: &interp.Frame{Proc: f.proc.ID}, locals: map[prog.VarID]value{}}
	for i, t := range c.Values {
		in.locals[f.proc.Ins[i]] = e.define(s, f.proc.Ins[i], t)
	}
	return in
}

func (e *encoder) call(s *scope, c *prog.Cmd, f *frame) error {
	in := e.enter(s, c, f)
	s.script.Calls = append(s.script.Calls, interp.Child{ID: c.ID, Frame: in.script})
	if err := e.frame(in); err != nil {
		return err
	}
	for i, v := range c.Targets {
		e.set(s, v, e.read(in, prog.Now(f.proc.Outs[i])))
	}
	return nil
}

// bodiless encodes a call of a procedure without a body: its contracts, and arbitrary values for what it changes.
func (e *encoder) bodiless(s *scope, c *prog.Cmd) {
	q := e.p.Proc(c.Callee)
	in := e.enter(s, c, &frame{proc: q})
	in.olds = maps.Clone(e.globals)
	for _, r := range q.Requires {
		e.assume(in, r.Cond)
	}
	for _, g := range q.Modifies {
		e.arbitrary(s, c, g)
	}
	outs := make([]value, len(c.Targets))
	for i, v := range c.Targets {
		outs[i] = e.fresh(v)
		in.locals[q.Outs[i]] = outs[i]
	}
	for _, r := range q.Ensures {
		e.assume(in, r.Cond)
	}
	for i, v := range c.Targets {
		e.set(s, v, outs[i])
		e.assigned(s, c.ID, v, outs[i])
	}
}
