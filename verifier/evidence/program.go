package evidence

import (
	"slices"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// Program is a program that executions are about.
type Program struct {
	Hash   Hash
	p      *prog.Program
	known  names
	vars   numbered[prog.VarID]
	procs  numbered[prog.ProcID]
	owners map[prog.VarID]prog.ProcID // of parameters, results and locals
	calls  []map[int32]prog.ProcID    // by procedure: what a call enters, by the number of the command
}

// numbered numbers things from 1 on.
type numbered[T comparable] struct {
	of   map[T]uint32
	list []T
}

// get returns the number of x, and whether it is new.
func (n *numbered[T]) get(x T) (number uint32, fresh bool) {
	if k, ok := n.of[x]; ok {
		return k, false
	}
	if n.of == nil {
		n.of = map[T]uint32{}
	}
	n.list = append(n.list, x)
	n.of[x] = uint32(len(n.list))
	return n.of[x], true
}

// OfProgram numbers what an execution of a program may meet: what its entry reaches. The hash covers all fields of
// these parts, and with places also where they are in the source. Procedures that are not reached, and files, do not
// count.
func OfProgram(p *prog.Program, places bool) *Program {
	x := &Program{p: p, known: names{st: p.Store}, owners: map[prog.VarID]prog.ProcID{}}
	w := &programWriter{writer: newHasher(&x.known), Program: x, places: places}
	w.nameless = !places
	w.program()
	x.Hash = w.hash()
	return x
}

// programWriter writes a program of which the hash is made.
type programWriter struct {
	*writer
	*Program
	places bool
	nodes  numbered[prog.NodeID]
}

func (w *programWriter) program() {
	p := w.p
	w.bools(w.places)
	w.proc(p.Entry)
	w.vars32(p.Globals)
	w.vars32(p.Consts)
	w.int(len(p.Axioms))
	for _, a := range p.Axioms {
		w.term(a.Cond)
		w.text(a.Function)
		w.sort(a.Defines)
		w.node(a.Node)
	}
	for i := 0; i < len(w.procs.list); i++ {
		w.body(p.Procs[w.procs.list[i]])
	}
	w.int(len(p.Watched))
	for _, list := range p.Watched {
		w.termList(list)
	}
	w.int(len(p.Templates))
	for _, t := range p.Templates {
		w.template(&t)
	}
	w.vars32(p.Chosen)
	w.marks()
}

// marks writes what is known of variables, symbols and parts of the source that were met.
func (w *programWriter) marks() {
	for v, f, n := 0, 0, 0; ; {
		switch { // each may meet new ones of the others
		case v < len(w.vars.list):
			w.term(w.p.Wheres[w.vars.list[v]])
			v++
		case f < len(w.syms):
			w.meaning(w.syms[f])
			f++
		case n < len(w.nodes.list):
			w.texts(w.p.Names[w.nodes.list[n]])
			w.variable(w.p.Guards[w.nodes.list[n]])
			n++
		default:
			return
		}
	}
}

// meaning writes what the program knows of a symbol.
func (w *programWriter) meaning(f term.Sym) {
	w.text(w.p.Functions[f])
	w.bools(w.p.Open[f])
	l, ok := w.p.Lambdas[f]
	if w.bools(ok); ok {
		w.termList(l.Params)
		w.termList(l.Index)
		w.texts(l.Names)
		w.term(l.Elem)
	}
}

func (w *programWriter) texts(list []string) {
	w.int(len(list))
	for _, s := range list {
		w.text(s)
	}
}

func (w *programWriter) template(t *prog.Template) {
	w.term(t.Cond)
	w.bools(t.Entry, t.Loops)
	w.int(len(t.Holes))
	for _, h := range t.Holes {
		w.variable(h.Var)
		w.bools(h.Ins, h.Outs, h.Globals, h.Changed)
		if w.bools(h.Match != nil); h.Match != nil {
			w.text(h.Match.String())
		}
	}
	w.node(t.Node)
}

// proc writes the number of a procedure.
func (w *programWriter) proc(id prog.ProcID) {
	if id == prog.NoProc {
		w.uint(0)
		return
	}
	n, _ := w.procs.get(id)
	w.uint(uint64(n))
}

// variable writes the number of a variable and, if it is new, what it is.
func (w *programWriter) variable(v prog.VarID) {
	if v == 0 {
		w.uint(0)
		return
	}
	n, fresh := w.vars.get(v)
	w.uint(uint64(n))
	if !fresh {
		return
	}
	x := &w.p.Vars[v]
	w.text(x.Name)
	w.int(int(x.Kind))
	w.term(x.Term)
	w.term(x.Old)
	w.bools(x.Unique, x.Origin.Old())
	w.term(x.Where)
	w.node(x.Node)
	w.variable(x.Origin.Var())
}

func (w *programWriter) vars32(list []prog.VarID) {
	w.int(len(list))
	for _, v := range list {
		w.variable(v)
	}
}

// node writes the number of a part of the source and, if it is new, perhaps where that is.
func (w *programWriter) node(n prog.NodeID) {
	if n == 0 {
		w.uint(0)
		return
	}
	k, fresh := w.nodes.get(n)
	w.uint(uint64(k))
	if at := w.p.Pos(n); fresh && w.places {
		w.int32s([]int32{at.File, at.Line, at.Col})
	}
}

func (w *programWriter) contracts(cs []prog.Contract) {
	w.int(len(cs))
	for _, c := range cs {
		w.term(c.Cond)
		w.bools(c.Free, c.Always)
		w.node(c.Node)
	}
}

// body writes a procedure.
func (w *programWriter) body(q *prog.Proc) {
	w.text(q.Name)
	w.text(q.CountName)
	w.text(q.LoopOf)
	for _, list := range [][]prog.VarID{q.Ins, q.Outs, q.Locals, q.Modifies} {
		w.vars32(list)
	}
	for _, v := range slices.Concat(q.Ins, q.Outs, q.Locals) {
		w.owners[v] = q.ID
	}
	w.contracts(q.Requires)
	w.contracts(q.Ensures)
	w.int(len(q.Candidates))
	for _, c := range q.Candidates {
		w.term(c.Cond)
		w.bools(c.Entry)
		w.node(c.Node)
	}
	w.int(q.ExtraBound)
	w.bools(q.Eager, q.Loop, q.NoTemplates, q.Selective, q.Modular.Skip, q.Modular.Inlined)
	w.int(q.Modular.Inline)
	w.int(q.Modular.TimeLimit)
	w.node(q.Node)
	w.int(len(q.Blocks))
	calls := map[int32]prog.ProcID{}
	for i := range q.Blocks {
		w.block(&q.Blocks[i], calls)
	}
	w.calls = append(w.calls, calls)
}

func (w *programWriter) block(b *prog.Block, calls map[int32]prog.ProcID) {
	w.text(b.Label)
	w.node(b.Node)
	w.int32s(b.Succs)
	w.bools(b.Dead, b.Cut, b.Inner)
	w.node(b.End)
	w.int(b.Trips)
	w.int32s(b.Origin)
	w.int(len(b.Cmds))
	for i := range b.Cmds {
		c := &b.Cmds[i]
		w.command(c)
		if c.Kind == prog.Call && c.ID != 0 {
			calls[c.ID] = c.Callee
		}
	}
}

func (w *programWriter) command(c *prog.Cmd) {
	w.int(int(c.Kind))
	w.term(c.Cond)
	w.vars32(c.Targets)
	w.termList(c.Values)
	if c.Kind == prog.Call {
		w.proc(c.Callee)
	}
	w.text(c.Label)
	w.bools(c.Given, c.Start, c.Loose, c.Ends, c.Yield, c.Free, c.Async, c.Watch)
	w.int(int(c.ID))
	w.node(c.Node)
}
