package c

import (
	"fmt"
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/machine"
	"github.com/muster-smt/muster/verifier/prog"
)

// noBlock is the current block where control does not get.
const noBlock int32 = -1

// fn makes the body of one procedure.
type fn struct {
	*lowerer
	obj    *syntax.Object // nil of the entry
	q      *prog.Proc
	cur    int32
	pos    syntax.Pos
	ints   *machine.Builder // of what is assumed in the current block
	local  map[*syntax.Object]*storage
	labels map[string]int32
	cases  map[*syntax.Stmt]int32
	exits  []exit // of the loops and switches around
	temps  int
	offset *syntax.Expr // what is named only for its address
	result *storage
	living []*storage // locals in memory
	since  prog.VarID // the next address when the function began, if it calls alloca
	doing  *unit      // the statement
	once   map[*syntax.Expr]evaluated
	scope  []*syntax.Object // variables of the function that live, by their declarations
	behind []*syntax.Stmt   // what follows the present statement in its block
	aims   []target         // by the harness

	unsetVars []prog.VarID // that say of variables that they have no value
}

// exit says where break and continue go.
type exit struct{ brk, cont int32 }

func (l *lowerer) newFn(o *syntax.Object, q *prog.Proc) *fn {
	f := &fn{lowerer: l, obj: o, q: q, cur: noBlock, local: map[*syntax.Object]*storage{}, labels: map[string]int32{},
		cases: map[*syntax.Stmt]int32{}, once: map[*syntax.Expr]evaluated{}}
	f.ints = machine.New(l.st, f.assume)
	return f
}

func (f *fn) begin(at syntax.Pos) {
	f.pos = at
	f.enter(f.block("entry", at))
}

// block makes a block.
func (f *fn) block(label string, at syntax.Pos) int32 {
	f.q.Blocks = append(f.q.Blocks, prog.Block{Label: fmt.Sprintf("%s%d", label, len(f.q.Blocks)), Node: f.newNode(at)})
	return int32(len(f.q.Blocks) - 1)
}

// enter makes a block the current one.
func (f *fn) enter(b int32) {
	f.cur = b
	f.ints.Forget()
}

// reach makes sure that there is a current block.
func (f *fn) reach() {
	if f.cur == noBlock {
		f.enter(f.block("dead", f.pos))
	}
}

func (f *fn) emit(c prog.Cmd) {
	f.reach()
	c.Node = f.node(f.pos)
	b := &f.q.Blocks[f.cur]
	b.Cmds = append(b.Cmds, c)
}

// jump ends the current block.
func (f *fn) jump(to ...int32) {
	f.reach()
	b := &f.q.Blocks[f.cur]
	for i, t := range to {
		if i == 0 || t != to[0] {
			b.Succs = append(b.Succs, t)
		}
	}
	f.cur = noBlock
}

// stop ends the execution.
func (f *fn) stop() {
	f.emit(prog.Cmd{Kind: prog.Assume, Cond: f.st.False()})
	f.q.Blocks[f.cur].Dead = true
	f.cur = noBlock
}

func (f *fn) assume(c term.Term) {
	if c != f.st.True() {
		f.emit(prog.Cmd{Kind: prog.Assume, Cond: c})
	}
}

// split goes to yes if c holds, else to no, which are new blocks without other predecessors.
func (f *fn) split(c term.Term, yes, no int32) {
	f.jump(yes, no)
	f.q.Blocks[yes].Cmds = []prog.Cmd{{Kind: prog.Assume, Cond: c, Node: f.nodeAt(f.prog.Pos(f.q.Blocks[yes].Node))}}
	f.q.Blocks[no].Cmds = []prog.Cmd{{Kind: prog.Assume, Cond: f.st.Not(c),
		Node: f.nodeAt(f.prog.Pos(f.q.Blocks[no].Node))}}
}

func (f *fn) set(v prog.VarID, t term.Term) {
	f.emit(prog.Cmd{Kind: prog.Assign, Targets: []prog.VarID{v}, Values: []term.Term{t}})
	f.ints.Forget()
}

func (f *fn) havoc(v prog.VarID) {
	f.emit(prog.Cmd{Kind: prog.Havoc, Targets: []prog.VarID{v}})
	f.ints.Forget()
}

// temp makes a variable that the source does not have.
func (f *fn) temp(s term.Sort, name string) prog.VarID {
	f.temps++
	return f.newLocal(fmt.Sprintf("$%s%d", name, f.temps), s, f.pos)
}

func (f *fn) newLocal(name string, s term.Sort, at syntax.Pos) prog.VarID {
	v := f.prog.NewVar(name, prog.Local, s, f.node(at))
	f.q.Locals = append(f.q.Locals, v)
	return v
}

// kept returns a term that keeps its present value whatever is assigned later.
func (f *fn) kept(t term.Term) term.Term {
	if f.st.IsNum(t) {
		return t
	}
	v := f.temp(f.st.Sort(t), "t")
	f.set(v, t)
	return f.prog.Var(v).Term
}

func (f *fn) keptVal(v val) val {
	if v.none != 0 {
		v.none = f.kept(v.none)
	}
	if v.IsConst() {
		return v
	}
	v = f.ranged(v)
	if v.Term == 0 {
		t := f.temp(term.Bool, "b")
		f.set(t, v.Cond)
		v.Cond = f.prog.Var(t).Term
		return v
	}
	v.Term = f.kept(v.Term)
	return v
}

// arbitrary returns any value of a scalar type.
func (f *fn) arbitrary(t *syntax.Type, name string) val {
	v := f.temp(term.Int, name)
	f.havoc(v)
	if t.Kind != syntax.Int && t.Kind != syntax.Pointer {
		return between(f.prog.Var(v).Term, machine.Pow2(0), machine.Pow2(1))
	}
	x := f.read(f.prog.Var(v).Term, t, nil)
	return f.ranged(x)
}

// fail makes an assertion that does not hold.
func (f *fn) fail(at syntax.Pos, what string) {
	f.assert(f.st.False(), at, &Fault{say: said(what)})
	f.stop()
}

// hole is where an execution gets that does what is not supported.
func (f *fn) hole(at syntax.Pos, what string) {
	if f.opt.Question == front.Fails {
		f.res.holes[f.raw(f.st.False(), at, &Fault{say: said(what)})] = what
	}
	f.stop()
}

// unless says that what follows is not all there may be, but where a condition holds. What
// fails there does all the same.
func (f *fn) unless(c term.Term, at syntax.Pos, what string) {
	if f.opt.Question == front.Fails && c != f.st.True() {
		f.res.holes[f.raw(c, at, &Fault{say: said(what)})] = what
	}
}

// finish ends the body.
func (f *fn) finish() {
	if f.cur != noBlock {
		f.jump()
	}
}

// body lowers the body of a function.
func (l *lowerer) body(o *syntax.Object) {
	q := l.procs[o]
	f := l.newFn(o, q)
	f.begin(o.Pos)
	if o.Name == l.opt.Called {
		f.called(o.Pos)
	}
	if r := o.Type.Result; r.Kind != syntax.Void {
		f.result = inVariables(&syntax.Object{Name: "result", Type: r})
		for i, x := range f.passed(r) {
			f.result.has(x, q.Outs[i])
		}
		if f.byMemory(r) {
			f.result = l.slot(o, r)
		}
	}
	k := 0
	f.scope = slices.Clone(o.Params)
	for i, p := range o.Params {
		given := inVariables(p)
		for _, x := range f.passed(p.Type) {
			given.has(x, q.Ins[k])
			k++
		}
		if f.byMemory(p.Type) {
			given = l.slot(p, p.Type)
		}
		if l.mem.inMemory(p) || l.facts.assigned[p] {
			f.allocate(p)
			f.copy(f.whole(f.storage(p)), f.whole(given), p.Pos)
		} else {
			f.local[p] = given
			for _, x := range leaves(p.Type) {
				f.standsFor(given.vars[x.path], p, parameter(p, i), x)
			}
		}
	}
	for _, g := range o.Nested {
		f.begins(g.Descriptor, true)
	}
	f.stmt(o.Body)
	f.pos = o.Body.End
	if f.cur != noBlock {
		f.ended(f.pos, "}", true)
		f.leave(true)
	}
	f.unborn()
	f.discharge()
	f.finish()
}
