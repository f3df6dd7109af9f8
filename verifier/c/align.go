package c

import (
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/prog"
)

// promised returns a number of which the address of an object is a multiple in every execution, as the ABI has it:
// arrays of 16 bytes or more are aligned to that.
func (l *lowerer) promised(o *syntax.Object) int64 {
	n := max(o.Align, o.Type.Align, 1)
	if o.Type.Kind == syntax.Array && (o.Type.Size >= alignment || computed(o.Type)) && l.unit.Sizes.Pointer == 8 {
		n = max(n, alignment)
	}
	return n
}

// drifts reports whether an object may be at an address that is no multiple of 16, and the
// program computes with bits of that.
func (l *lowerer) drifts(o *syntax.Object) bool {
	x := l.mem.object(o).find()
	return x.computed && l.promised(o) < alignment
}

// drifting is an object with static storage whose address is not known.
type drifting struct {
	addr prog.VarID
	base int64 // its least address
	by   int64 // what that differs by from others is a multiple of this
	size int64
}

// drift sets the addresses that are not known, before all else.
func (l *lowerer) drift() {
	var cmds []prog.Cmd
	st := l.st
	for _, d := range l.drifting {
		v := l.start.temp(term.Int, "by")
		by := st.Mul(st.Int(d.by), l.prog.Var(v).Term)
		cmds = append(cmds,
			prog.Cmd{Kind: prog.Havoc, Targets: []prog.VarID{v}},
			prog.Cmd{Kind: prog.Assume, Cond: st.And(st.Le(st.Int(0), by), st.Lt(by, st.Int(alignment)))},
			prog.Cmd{Kind: prog.Assign, Targets: []prog.VarID{d.addr}, Values: []term.Term{st.Add(st.Int(d.base), by)}},
		)
	}
	first := &l.start.q.Blocks[0]
	first.Cmds = append(cmds, first.Cmds...)
}

// space returns the address of memory for an object that gets a new one each time.
func (f *fn) space(o *syntax.Object, size term.Term) term.Term {
	if !f.drifts(o) {
		return f.fresh(size, alignmentOf(o))
	}
	st := f.st
	at := f.fresh(st.Add(size, st.Int(alignment)), alignment)
	v := f.temp(term.Int, "by")
	f.havoc(v)
	by := st.Mul(st.Int(f.promised(o)), f.prog.Var(v).Term)
	f.assume(st.And(st.Le(st.Int(0), by), st.Lt(by, st.Int(alignment))))
	return st.Add(at, by)
}
