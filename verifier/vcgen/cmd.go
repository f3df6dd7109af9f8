package vcgen

import (
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/stamp"
	"github.com/muster-smt/muster/verifier/vc"
)

// maxSubstituted is the size up to which a value is substituted for its
// variable. A larger one gets a constant of its own, so that the rows of linear
// arithmetic stay sparse.
const maxSubstituted = 5

// command generates command j of source block i and reports whether control
// can get past it.
func (b *body) command(i, at, j int32) bool {
	c := &b.src.Blocks[i].Cmds[j]
	switch c.Kind {
	case prog.Assume:
		t := b.eval(b.slots.first[i][j], c.Cond)
		if c.Given {
			b.out.Given = append(b.out.Given, vc.Given{Formula: t, Origin: int32(c.Node)})
		}
		return b.assume(at, t)
	case prog.Assign:
		b.assign(i, j, c)
	case prog.Havoc:
		for _, v := range c.Targets {
			b.havoc(at, j, c, v)
		}
	case prog.Call:
		return b.call(i, at, j, c)
	case prog.Record:
		b.record(j, c)
	default:
		b.fail(c.Node, "a command that is not in the core language")
	}
	return true
}

// eval returns t with the values of the variables that the slot reads.
func (b *body) eval(slot int32, t term.Term) term.Term {
	reads := b.slots.reads(slot)
	if len(reads) == 0 {
		return t
	}
	b.sub.Reset()
	for _, k := range reads {
		b.sub.Bind(b.varTerm(k), b.read(k))
	}
	return b.sub.Apply(t)
}

func (b *body) varTerm(k int32) term.Term {
	v := b.g.p.Var(b.vars[k].id())
	if b.vars[k].isOld() {
		return v.Old
	}
	return v.Term
}

// assign performs a parallel assignment: all values first.
func (b *body) assign(i, j int32, c *prog.Cmd) {
	first := b.slots.first[i][j]
	values := make([]term.Term, len(c.Values))
	for n, t := range c.Values {
		if s := first + int32(n); !b.slots.dead[s] {
			values[n] = b.eval(s, t)
		}
	}
	for n, v := range c.Targets {
		k := b.number(now(v))
		b.origin[k] = arbitrary{block: -1}
		if values[n] != 0 {
			b.env.set(k, b.name(v, values[n]))
		} else {
			b.env.set(k, 0) // dead: never read
		}
	}
}

// name returns t if it may be substituted, else a constant defined as t.
func (b *body) name(v prog.VarID, t term.Term) term.Term {
	if b.substitutable(t) {
		return t
	}
	c := b.fresh(b.g.p.Var(v).Name, b.g.st.Sort(t))
	b.out.Defs = append(b.out.Defs, vc.Def{Name: c, Value: t})
	return c
}

// substitutable reports whether a value may replace its variable everywhere: an
// array, an if-then-else of values, or a small term without selects and
// applications.
func (b *body) substitutable(t term.Term) bool {
	st := b.g.st
	if st.IsArray(st.Sort(t)) {
		return true
	}
	if st.Op(t) == term.OpIte {
		return st.IsValue(st.Arg(t, 1)) && st.IsValue(st.Arg(t, 2))
	}
	var stack [2 * maxSubstituted]term.Term
	stack[0] = t
	for n, size := 1, 1; n > 0; {
		n--
		t := stack[n]
		switch {
		case st.NumArgs(t) == 0:
			continue
		case st.Op(t) == term.OpMul && !st.IsNum(st.Arg(t, 0)):
			return false
		case !substitutable(st.Op(t)):
			return false
		}
		args := st.Args(t)
		if size += len(args); size > maxSubstituted {
			return false
		}
		n += copy(stack[n:], args)
	}
	return true
}

// substitutable reports whether small terms of an operator may be substituted: sums, and the slices of
// bit-vectors, which rewriting compares as indices of memory.
func substitutable(op term.Op) bool {
	switch op {
	case term.OpAdd, term.OpMul, term.OpNot, term.OpBvAdd, term.OpConcat, term.OpExtract, term.OpSignExt:
		return true
	}
	return false
}

// havoc makes a variable arbitrary.
func (b *body) havoc(at, j int32, c *prog.Cmd, v prog.VarID) {
	if b.g.p.Var(v).Where != 0 {
		b.fail(c.Node, "%s has a where clause", b.g.p.Var(v).Name)
	}
	k := b.number(now(v))
	b.env.set(k, 0)
	b.origin[k] = arbitrary{block: at, cmd: j, num: c.ID}
}

// record keeps what a trace will show, if the values are known.
func (b *body) record(j int32, c *prog.Cmd) {
	if len(c.Values) == 0 {
		return
	}
	b.sub.Reset()
	for _, r := range b.g.uses.of(b.g, c.Values[0]) {
		k := b.dense[r]
		if k == 0 || b.env.get(k-1) == 0 {
			return
		}
		b.sub.Bind(b.varTerm(k-1), b.env.get(k-1))
	}
	b.values = append(b.values, Value{Cmd: j, ID: c.ID, Term: b.sub.Apply(c.Values[0])})
}

// call generates a call: a site, or, if the callee has no body, its contract.
func (b *body) call(i, at, j int32, c *prog.Cmd) bool {
	callee := b.g.p.Proc(c.Callee)
	face := &b.g.ifaces[c.Callee]
	args := b.arguments(i, j, c, callee, face)
	if callee.HasBody() {
		b.site(at, j, c, callee, face, args)
		return true
	}
	return b.contract(at, j, c, callee, face, args)
}

// arguments returns the values of the callee's In variables at the call.
func (b *body) arguments(i, j int32, c *prog.Cmd, callee *prog.Proc, face *prog.Interface) []term.Term {
	first := b.slots.first[i][j]
	args := make([]term.Term, len(face.In))
	for n, v := range face.In {
		if b.g.p.Var(v).Kind == prog.Global {
			args[n] = b.read(b.number(now(v)))
			continue
		}
		for m, formal := range callee.Ins {
			if formal == v {
				args[n] = b.eval(first+int32(m), c.Values[m])
			}
		}
		if args[n] == 0 {
			b.fail(c.Node, "no argument for %s of %s", b.g.p.Var(v).Name, callee.Name)
			args[n] = b.g.st.True()
		}
	}
	return args
}

// site generates the call of a procedure with a body.
func (b *body) site(at, j int32, c *prog.Cmd, callee *prog.Proc, face *prog.Interface, args []term.Term) {
	s := vc.Site{
		Guard: b.fresh("call "+callee.Name, term.Bool), Block: at, Callee: b.g.ids[c.Callee],
		Args: args, Origin: c.ID,
	}
	for n, v := range face.In {
		if !stamp.Passable(b.g.st, args[n]) {
			t := b.fresh(b.g.p.Var(v).Name, b.g.st.Sort(args[n]))
			b.out.Defs = append(b.out.Defs, vc.Def{Name: t, Value: args[n]})
			s.Args[n] = t
		}
	}
	for _, v := range callee.Modifies {
		b.havoc(at, j, c, v)
	}
	for _, v := range c.Targets {
		b.havoc(at, j, c, v)
	}
	for _, v := range face.Out {
		t := b.fresh(b.g.p.Var(v).Name, b.g.p.Sort(v))
		s.Outs = append(s.Outs, t)
		if b.g.p.Var(v).Kind == prog.Global {
			b.result(at, j, c, v, t)
		}
	}
	for n, v := range face.Out { // results after globals: a result may be stored in one
		for m, formal := range callee.Outs {
			if formal == v && m < len(c.Targets) {
				b.result(at, j, c, c.Targets[m], s.Outs[n])
			}
		}
	}
	b.out.Blocks[at].Sites = append(b.out.Blocks[at].Sites, int32(len(b.out.Sites)))
	b.out.Sites = append(b.out.Sites, s)
	b.learnSummary(at, &s)
}

// result gives a variable the value t that a call returns.
func (b *body) result(at, j int32, c *prog.Cmd, v prog.VarID, t term.Term) {
	b.havoc(at, j, c, v)
	b.env.set(b.number(now(v)), t)
	b.values = append(b.values, Value{Cmd: j, ID: c.ID, Var: v, Term: t})
}

// contract generates the call of a procedure without a body: havoc what it
// may change and assume its contract.
func (b *body) contract(at, j int32, c *prog.Cmd, callee *prog.Proc, face *prog.Interface, args []term.Term) bool {
	for _, r := range callee.Requires {
		b.sub.Reset()
		b.bind(face.In, args)
		if !b.assume(at, b.sub.Apply(r.Cond)) {
			return false
		}
	}
	for _, v := range callee.Modifies {
		b.havoc(at, j, c, v)
	}
	for _, v := range c.Targets {
		b.havoc(at, j, c, v)
	}
	outs := make([]term.Term, len(face.Out))
	for n, v := range face.Out {
		if b.g.p.Var(v).Kind == prog.Global {
			outs[n] = b.fresh(b.g.p.Var(v).Name, b.g.p.Sort(v))
			b.result(at, j, c, v, outs[n])
		}
	}
	for n, v := range face.Out {
		for m, formal := range callee.Outs {
			if formal != v {
				continue
			}
			outs[n] = b.fresh(b.g.p.Var(v).Name, b.g.p.Sort(v))
			if m < len(c.Targets) {
				b.result(at, j, c, c.Targets[m], outs[n])
			}
		}
	}
	for _, e := range callee.Ensures {
		b.sub.Reset()
		b.bind(face.In, args)
		for n, v := range face.In {
			if o := b.g.p.Var(v).Old; o != 0 {
				b.sub.Bind(o, args[n])
			}
		}
		b.bind(face.Out, outs)
		if !b.assume(at, b.sub.Apply(e.Cond)) {
			return false
		}
	}
	return true
}

func (b *body) bind(vars []prog.VarID, to []term.Term) {
	for n, v := range vars {
		b.sub.Bind(b.g.p.Var(v).Term, to[n])
	}
}
