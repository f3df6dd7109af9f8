package golang

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"math/big"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/machine"
	"github.com/muster-smt/muster/verifier/prog"
)

// noBlock is the current block where control does not get.
const noBlock int32 = -1

// fn makes the body of one procedure.
type fn struct {
	*lowerer
	b        *machine.Builder
	src      *ssa.Function // nil of the entry that is made
	q        *prog.Proc
	cur      int32
	now      *ssa.BasicBlock // of which an instruction is lowered
	pos      token.Pos       // of the present instruction, or of the last one that has a place
	vals     map[ssa.Value]value
	places   map[ssa.Value]place
	headers  map[ssa.Value]value    // what was read as Data of a header
	names    map[ssa.Value]string   // of variables of the source
	accesses map[ast.Node]*accesses // of statements; nil until asked for
	heads    map[*ssa.BasicBlock]int32
	ends     map[*ssa.BasicBlock]int32
	iters    map[ssa.Value]*iterator
	ranges   []*iterator // as they are lowered
	defers   *defers
	only     map[ssa.Instruction]bool // those that matter of an initialisation; nil: all
	temps    int
	counters *counters

	clause   *ssa.Function   // the contract that is checked
	planned  bool            // the plan has a function called, of which nothing is checked that it requires
	instr    ssa.Instruction // the present one
	unwinder int32           // the block in which panics go on
	catching bool            // a deferred call is lowered as a panic makes it, which may recover that
	// mine says that the function may recover what caught has, and recovered that it has done so; 0 if it never does.
	mine, recovered prog.VarID
	caught          [1 + words]prog.VarID

	compared int // interfaces that are being compared, one in another

	returning map[int32]bool // blocks that end in a return
	refused   string         // the last part that is not supported
}

func (l *lowerer) newFn(src *ssa.Function, q *prog.Proc) *fn {
	f := &fn{
		lowerer: l, src: src, q: q, cur: noBlock, vals: map[ssa.Value]value{}, places: map[ssa.Value]place{},
		names: map[ssa.Value]string{}, headers: map[ssa.Value]value{},
		heads: map[*ssa.BasicBlock]int32{}, ends: map[*ssa.BasicBlock]int32{},
		iters: map[ssa.Value]*iterator{}, returning: map[int32]bool{}, unwinder: noBlock,
	}
	f.b = machine.New(l.st, f.assume)
	f.counters = newCounters(l.integer)
	return f
}

// block makes a block.
func (f *fn) block(label string) int32 {
	n := len(f.q.Blocks)
	f.q.Blocks = append(f.q.Blocks, prog.Block{Label: fmt.Sprintf("%s%d", label, n), Node: f.newNode(f.pos)})
	return int32(n)
}

// enter makes a block the current one.
func (f *fn) enter(b int32) {
	f.cur = b
	f.b.Forget()
}

func (f *fn) emit(c prog.Cmd) {
	if f.cur == noBlock {
		f.enter(f.block("dead"))
	}
	if c.Node == 0 {
		c.Node = f.node(f.pos)
	}
	b := &f.q.Blocks[f.cur]
	b.Cmds = append(b.Cmds, c)
}

// jump ends the current block; without a block to go to it returns.
func (f *fn) jump(to ...int32) {
	if f.cur != noBlock {
		f.returning[f.cur] = len(to) == 0
		f.q.Blocks[f.cur].Succs = slices.Compact(to)
		f.cur = noBlock
	}
}

func (f *fn) assume(c term.Term) {
	if c != f.st.True() {
		f.emit(prog.Cmd{Kind: prog.Assume, Cond: c})
	}
}

// stop ends the execution.
func (f *fn) stop() {
	f.emit(prog.Cmd{Kind: prog.Assume, Cond: f.st.False()})
	f.q.Blocks[f.cur].Dead, f.cur = true, noBlock
}

// branch makes two blocks, of which control gets to the first one if a condition holds.
func (f *fn) branch(c term.Term, yes, no string) (then, els int32) {
	then, els = f.block(yes), f.block(no)
	f.jump(then, els)
	at := f.node(f.pos)
	f.q.Blocks[then].Cmds = []prog.Cmd{{Kind: prog.Assume, Cond: c, Node: at}}
	f.q.Blocks[els].Cmds = []prog.Cmd{{Kind: prog.Assume, Cond: f.st.Not(c), Node: at}}
	return then, els
}

// when does something only if a condition holds.
func (f *fn) when(c term.Term, do func()) {
	switch c {
	case f.st.False():
		return
	case f.st.True():
		do()
		return
	}
	then, els := f.branch(c, "when", "else")
	f.enter(then)
	f.guarded(do)
	after := f.block("after")
	f.jump(after)
	f.enter(els)
	f.jump(after)
	f.enter(after)
}

func (f *fn) set(v prog.VarID, t term.Term) {
	f.emit(prog.Cmd{Kind: prog.Assign, Targets: []prog.VarID{v}, Values: []term.Term{t}})
	f.b.Forget()
}

func (f *fn) havoc(v prog.VarID) {
	f.emit(prog.Cmd{Kind: prog.Havoc, Targets: []prog.VarID{v}})
	f.b.Forget()
}

func (f *fn) local(name string, s term.Sort) prog.VarID {
	v := f.prog.NewVar(name, prog.Local, s, f.node(f.pos))
	f.q.Locals = append(f.q.Locals, v)
	f.byTerm[f.prog.Var(v).Term] = v
	return v
}

// temp makes a variable that the source does not have.
func (f *fn) temp(s term.Sort, name string) prog.VarID {
	f.temps++
	return f.local(fmt.Sprintf("$%s%d", name, f.temps), s)
}

// kept returns a term that keeps its present value whatever is assigned later.
func (f *fn) kept(t term.Term, name string) term.Term {
	if f.st.IsNum(t) || t == f.st.True() || t == f.st.False() {
		return t
	}
	v := f.temp(f.st.Sort(t), name)
	f.set(v, t)
	return f.prog.Var(v).Term
}

// any returns an integer about which what follows says more.
func (f *fn) any(name string) term.Term {
	v := f.temp(term.Int, name)
	f.havoc(v)
	return f.prog.Var(v).Term
}

// arbitrary returns any integer of a range.
func (f *fn) arbitrary(name string, lo, hi *big.Int) machine.Value {
	return f.b.Ranged(f.b.Read(f.any(name), lo, hi))
}

// maxLength returns the greatest length: memory suffices for what there is, and is not larger.
func maxLength() *big.Int { return machine.Pow2(40) }

// read returns what is read as a leaf.
func (f *fn) read(x leaf, t term.Term) machine.Value {
	switch {
	case x.array:
	case f.base(x) == term.Bool:
		return machine.Value{Cond: t, Lo: new(big.Int), Hi: big.NewInt(1)}
	case x.role == scalar && isInt(x.typ):
		lo, hi := f.integer(x.typ).Range()
		return f.b.Read(t, lo, hi)
	case x.role == dynamic: // a type that there is, also where a quantified assumption has no instance
		lo := big.NewInt(-int64(len(f.facts.stubs.declared)))
		return f.b.Read(t, lo, big.NewInt(int64(len(f.facts.dynamic))))
	case x.role == length || x.role == capacity:
		return f.b.Read(t, new(big.Int), maxLength())
	}
	return machine.Value{Term: t}
}

// term returns the term of a leaf.
func (f *fn) term(x leaf, v machine.Value) term.Term {
	switch {
	case x.array:
		return v.Term
	case f.base(x) == term.Bool:
		return f.b.Truth(v)
	}
	return f.b.Number(f.narrow(x, v))
}

// variables makes a variable for each leaf of a type.
func (f *fn) variables(name string, t types.Type) (vars []prog.VarID, v value) {
	for _, x := range f.leaves(t) {
		id := f.local(name+x.path, f.sort(x))
		f.stands(id, name, x)
		vars = append(vars, id)
		v = append(v, f.read(x, f.prog.Var(id).Term))
	}
	return vars, v
}

// settled returns values that keep what they are now, as variables with a name. A constant needs a variable only if
// the source has one.
func (f *fn) settled(name string, t types.Type, v value) value {
	c := f.change()
	v, out := slices.Clone(v), make(value, len(v))
	for i, x := range f.leaves(t) {
		v[i] = f.narrow(x, v[i])
		now := f.term(x, v[i])
		constant := f.st.IsNum(now) || now == f.st.True() || now == f.st.False()
		if out[i] = v[i]; constant && strings.HasPrefix(name, "$") {
			continue
		}
		id := f.local(name+x.path, f.sort(x))
		f.stands(id, name, x)
		if c.write(id, now); constant {
			continue
		}
		out[i] = f.read(x, f.prog.Var(id).Term)
		if w := v[i]; !w.Raw && w.Lo != nil && out[i].Raw {
			out[i] = out[i].Clip(w.Lo, w.Hi)
			out[i].Low = w.Low
		}
	}
	c.make()
	return out
}

// narrow returns a value that is in its range, if it was read as one of a narrower type than that of the leaf: whoever
// reads the leaf does not know of that.
func (f *fn) narrow(x leaf, v machine.Value) machine.Value {
	if !v.Raw || v.Lo == nil || x.array || x.role != scalar || !isInt(x.typ) {
		return v
	}
	if lo, hi := f.integer(x.typ).Range(); v.Lo.Cmp(lo) > 0 || v.Hi.Cmp(hi) < 0 {
		return f.b.Ranged(v)
	}
	return v
}

// body lowers a function.
func (l *lowerer) body(src *ssa.Function, q *prog.Proc) {
	f := l.newFn(src, q)
	f.pos = src.Pos()
	f.enter(f.block("entry"))
	k := 0
	take := func(v ssa.Value, name string) {
		f.vals[v] = value{} // also where there are no leaves
		for _, x := range f.leaves(v.Type()) {
			f.vals[v] = append(f.vals[v], f.read(x, f.prog.Var(q.Ins[k]).Term))
			f.stands(q.Ins[k], name, x)
			k++
		}
	}
	for _, p := range src.Params {
		take(p, p.Name())
	}
	if len(src.FreeVars) > 0 {
		f.captured(f.prog.Var(q.Ins[k]).Term)
	}
	f.named()
	f.prepareDefers()
	f.prepareRecover()
	f.blocks()
}

// blocks lowers the blocks of a function: dominators first, so that what is used is known.
func (f *fn) blocks() {
	for _, b := range f.src.Blocks {
		f.pos = blockPos(b, f.src.Pos())
		f.heads[b] = f.block(label(b.Comment))
		f.q.Blocks[f.heads[b]].Trips = f.trips(b)
		for _, i := range b.Instrs {
			if p, ok := i.(*ssa.Phi); ok {
				_, f.vals[p] = f.variables(f.nameOf(p), p.Type())
				if isInt(p.Type()) {
					i := f.counters.of(p)
					f.vals[p][0] = f.vals[p][0].Clip(i.lo, i.hi)
				}
			}
		}
	}
	f.jump(f.heads[f.src.Blocks[0]])
	for _, b := range f.src.DomPreorder() {
		f.now = b
		if f.enter(f.heads[b]); b == f.src.Recover && len(f.facts.catches.sites) == 0 {
			f.stop()
		}
		for _, i := range b.Instrs {
			if f.cur == noBlock {
				break
			}
			f.step(i)
		}
	}
	f.unwound()
	f.edges()
}

func blockPos(b *ssa.BasicBlock, otherwise token.Pos) token.Pos {
	for _, i := range b.Instrs {
		if i.Pos().IsValid() {
			return i.Pos()
		}
	}
	return otherwise
}

func label(comment string) string {
	out := []rune{}
	for _, r := range comment {
		if r == '.' || 'a' <= r && r <= 'z' || '0' <= r && r <= '9' {
			out = append(out, r)
		}
	}
	return string(out) + "."
}

// named finds the names of values in the source.
func (f *fn) named() {
	for _, b := range f.src.Blocks {
		for _, i := range b.Instrs {
			if d, ok := i.(*ssa.DebugRef); ok && !d.IsAddr {
				if v, ok := d.Object().(*types.Var); ok && f.names[d.X] == "" {
					f.names[d.X] = v.Name()
				}
			}
		}
	}
	for _, b := range f.src.Blocks {
		for _, i := range b.Instrs {
			if p, ok := i.(*ssa.Phi); ok && p.Comment != "" && f.names[p] == "" {
				f.names[p] = p.Comment
			}
		}
	}
}

// nameOf returns the name of a value; one that begins with $ if the source has none.
func (f *fn) nameOf(v ssa.Value) string {
	if name := f.names[v]; name != "" && name != "&&" && name != "||" {
		return name
	}
	return "$" + v.Name()
}

// step lowers an instruction. What is not supported is a hole.
func (f *fn) step(i ssa.Instruction) {
	if f.only != nil && !f.only[i] && !isControl(i) {
		return
	}
	if i.Pos().IsValid() {
		f.pos = i.Pos()
	}
	f.instr = i
	f.guarded(func() {
		if v, ok := i.(ssa.Value); ok {
			f.define(v)
		} else {
			f.execute(i)
		}
		if c, ok := i.(*ssa.Call); ok {
			f.unordered(c)
		}
	})
}

// guarded does something of which a part may be not supported: that is a hole then.
func (f *fn) guarded(do func()) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case unsupported:
			f.refused = r.what
			f.hole(r.what)
		default:
			panic(r)
		}
	}()
	do()
}

func isControl(i ssa.Instruction) bool {
	switch i.(type) {
	case *ssa.Jump, *ssa.If, *ssa.Return:
		return true
	}
	return false
}

// edges lowers what phis do where control gets from one block to another.
func (f *fn) edges() {
	for _, b := range f.src.Blocks {
		from, ok := f.ends[b]
		if !ok {
			continue
		}
		ways := []int32{from}
		if len(b.Succs) > 1 {
			ways = slices.Clone(f.q.Blocks[from].Succs)
		}
		for k, to := range b.Succs {
			f.enter(ways[k])
			f.guarded(func() {
				f.phis(b, to, k > 0 && b.Succs[0] == to)
				f.jump(f.heads[to])
			})
		}
	}
	f.finish()
}

// finish makes holes of blocks that lead nowhere: what comes behind them in an instruction is not supported.
func (f *fn) finish() {
	for i := range f.q.Blocks {
		if b := &f.q.Blocks[i]; len(b.Succs) == 0 && !b.Dead && !f.returning[int32(i)] {
			f.enter(int32(i))
			f.hole(f.refused)
		}
	}
}

// phis gives those of a block their values, all at once; again says that this is the second way there.
func (f *fn) phis(from, to *ssa.BasicBlock, again bool) {
	k := slices.Index(to.Preds, from)
	if again {
		k += 1 + slices.Index(to.Preds[k+1:], from)
	}
	c := f.change()
	for _, i := range to.Instrs {
		p, ok := i.(*ssa.Phi)
		if !ok {
			break
		}
		if f.only != nil && !f.only[p] {
			continue
		}
		if f.pos = from.Instrs[len(from.Instrs)-1].Pos(); !f.pos.IsValid() {
			f.pos = blockPos(from, f.src.Pos())
		}
		v := f.value(p.Edges[k])
		for n, x := range f.leaves(p.Type()) {
			id := f.varOf(f.vals[p][n])
			if t := f.term(x, v[n]); t != f.prog.Var(id).Term {
				c.write(id, t)
			}
		}
	}
	c.make()
}

// varOf returns the variable that a value is.
func (f *fn) varOf(v machine.Value) prog.VarID {
	t := v.Term
	if t == 0 {
		t = v.Cond
	}
	return f.byTerm[t]
}
