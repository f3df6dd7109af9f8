package golang

import (
	"go/token"
	"go/types"
	"math/big"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
)

// numbering gives strings numbers when they become keys of maps. Constants have theirs before the program begins, so a
// map of constant keys needs no search; others are looked for among these at once, and then one by one.
type numbering struct {
	constants map[string]int64
	order     []string
	bytes     int // that the constants have together

	proc   *prog.Proc    // that numbers what is no constant; nil if there is none
	at     token.Pos     // where it is called first
	count  prog.VarID    // of strings that have numbers
	tables [3]prog.VarID // object, offset and length of strings by their numbers
}

// mostNumbered is how many bytes constants have that are numbered before the program begins: another string is compared
// with all of them where it becomes a key.
const mostNumbered = 1 << 12

// numberOf returns the number of a constant, if it has one before the program begins.
func (n *numbering) numberOf(s string) (id int64, ok bool) {
	if id, ok = n.constants[s]; ok || len(s) > spelledOut || n.bytes+len(s) > mostNumbered {
		return id, ok
	}
	id = int64(len(n.order))
	n.constants[s], n.order, n.bytes = id, append(n.order, s), n.bytes+len(s)
	return id, true
}

// interned returns the number of a string: equal strings have equal ones.
func (f *fn) interned(v value) term.Term {
	if s, ok := f.known(v); ok {
		if id, ok := f.numbered.numberOf(s); ok {
			n := f.st.Int(id)
			if f.facts.stubs.textKeys {
				f.recordText(n, f.b.Number(v[1]), f.b.Number(v[2]), f.content(v))
			}
			return n
		}
	}
	id := f.temp(term.Int, "text")
	f.intern()
	f.emit(prog.Cmd{
		Kind: prog.Call, Callee: f.numbered.proc.ID, Targets: []prog.VarID{id},
		Values: []term.Term{v[0].Term, f.b.Number(v[1]), f.b.Number(f.b.Ranged(v[2]))},
	})
	f.b.Forget()
	return f.prog.Var(id).Term
}

// keyValue returns a value that is a key. What is read of a structure that is made for that is what has been stored,
// so that constants are known to be such.
func (f *fn) keyValue(v ssa.Value) value {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return f.value(v)
	}
	made, ok := load.X.(*ssa.Alloc)
	if !ok || made.Comment != "complit" || !onlyDirect(made) {
		return f.value(v)
	}
	u, ok := pointee(made.Type()).Underlying().(*types.Struct)
	if !ok {
		return f.value(v)
	}
	before := load.Block().Instrs[:slices.Index(load.Block().Instrs, ssa.Instruction(load))]
	stored := make([]ssa.Value, u.NumFields())
	for _, i := range *made.Referrers() {
		switch x := i.(type) {
		case *ssa.DebugRef:
			continue
		case *ssa.FieldAddr:
			if s := onlyStored(x); s != nil && slices.Contains(before, ssa.Instruction(s)) && stored[x.Field] == nil {
				stored[x.Field] = s.Val
				continue
			}
		case *ssa.UnOp:
			if x == load {
				continue
			}
		}
		return f.value(v)
	}
	if slices.Contains(stored, nil) {
		return f.value(v)
	}
	var out value
	for _, x := range stored {
		out = append(out, f.value(x)...)
	}
	return out
}

// onlyStored returns what is stored at an address, if that is all that it is for; else nil.
func onlyStored(addr ssa.Value) (only *ssa.Store) {
	for _, i := range *addr.Referrers() {
		s, ok := i.(*ssa.Store)
		if !ok || only != nil || s.Addr != addr {
			return nil
		}
		only = s
	}
	return only
}

// intern declares the procedure that numbers strings, and what it uses.
func (f *fn) intern() {
	n := &f.numbered
	if n.proc != nil {
		return
	}
	q := f.procedure("$intern", nil)
	n.proc, n.at = q, f.pos
	for _, name := range []string{"obj", "off", "len"} {
		q.Ins = append(q.Ins, f.prog.NewVar(name, prog.In, term.Int, q.Node))
	}
	q.Outs = []prog.VarID{f.prog.NewVar("result", prog.Out, term.Int, q.Node)}
	n.count = f.global("$texts", term.Int, 0)
	for k := range n.tables {
		n.tables[k] = f.global("$texts."+strconv.Itoa(k), f.st.ArraySort(term.Int, term.Int), 0)
	}
}

// interning lowers that procedure, once all constants are known that have numbers: it looks for the string among those,
// and then among others that have one.
func (l *lowerer) interning() {
	n := &l.numbered
	q := n.proc
	f := l.newFn(nil, q)
	st := f.st
	in := func(k int) term.Term { return f.prog.Var(q.Ins[k]).Term }
	x := value{{Term: in(0)}, {Term: in(1)}, f.b.Read(in(2), new(big.Int), maxLength())}
	bytes := func() term.Term { return st.Select(f.prog.Var(f.bytes).Term, in(0)) }
	f.enter(f.block("entry"))
	if len(n.order) > 0 {
		id := st.Int(-1)
		for k, s := range n.order {
			id = st.Ite(f.sameText(x, f.text(s)), st.Int(int64(k)), id)
		}
		id = f.kept(id, "constant")
		then, els := f.branch(st.Le(st.Int(0), id), "constant", "other")
		f.enter(then)
		f.recordText(id, in(1), in(2), bytes())
		f.set(q.Outs[0], id)
		f.jump()
		f.enter(els)
	}
	i := f.temp(term.Int, "i")
	at := f.prog.Var(i).Term
	f.set(i, st.Int(int64(len(n.order))))
	f.pos = n.at // answers up to a bound say so
	head := f.block("head")
	f.pos = token.NoPos
	f.jump(head)
	f.enter(head)
	then, els := f.branch(st.Lt(at, f.prog.Var(n.count).Term), "more", "none")
	f.enter(then)
	old := func(k int) term.Term { return st.Select(f.prog.Var(n.tables[k]).Term, at) }
	y := value{{Term: old(0)}, {Term: old(1)}, f.b.Read(old(2), new(big.Int), maxLength())}
	found, other := f.branch(f.sameText(x, y), "found", "other")
	f.enter(found)
	f.set(q.Outs[0], at)
	f.jump()
	f.enter(other)
	f.set(i, st.Add(at, st.Int(1)))
	f.jump(head)
	f.enter(els)
	f.recordText(at, in(1), in(2), bytes())
	c := f.change()
	for k := range n.tables {
		c.write(n.tables[k], st.Store(f.prog.Var(n.tables[k]).Term, at, in(k)))
	}
	c.write(n.count, st.Add(at, st.Int(1)))
	c.write(q.Outs[0], at)
	c.make()
	f.jump()
}

// begins gives constants their numbers.
func (n *numbering) begins(c *change) {
	if n.proc == nil {
		return
	}
	c.write(n.count, c.st.Int(int64(len(n.order))))
	for k, s := range n.order {
		of := c.text(s)
		for i, table := range n.tables {
			t := c.b.Number(of[i])
			c.write(table, c.st.Store(c.written(table), c.st.Int(int64(k)), t))
		}
	}
}
