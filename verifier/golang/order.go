package golang

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/muster-smt/muster/theory/term"
)

// Go leaves open whether a statement reads a variable before it calls a function (The Go Programming Language
// Specification, "Order of evaluation"). Package ssa goes from left to right; the compiler calls most functions first.
// So what a statement has read before a call, and uses after it, must be the same then: else there is a hole.

// changes are the predeclared functions that change what is in memory.
var changes = []string{"append", "copy", "clear", "delete"}

// accesses are what a statement reads that a call may change, and its calls.
type accesses struct {
	reads []*ssa.UnOp
	calls []*ssa.Call
}

// accessesOf returns those of the statement at a place.
func (f *fn) accessesOf(at token.Pos) *accesses {
	if f.accesses == nil {
		f.accesses = map[ast.Node]*accesses{}
		of := func(at token.Pos) *accesses {
			u := f.unitAt(at)
			if u == nil {
				return nil
			}
			if f.accesses[u.node] == nil {
				f.accesses[u.node] = new(accesses)
			}
			return f.accesses[u.node]
		}
		for _, b := range f.src.Blocks {
			for _, i := range b.Instrs {
				switch i := i.(type) {
				case *ssa.UnOp:
					if p := of(readAt(i)); p != nil && i.Op == token.MUL && bytesAsText(i.X) == nil && !private(i.X) {
						p.reads = append(p.reads, i)
					}
				case *ssa.Call:
					if b, ok := i.Call.Value.(*ssa.Builtin); ok && !slices.Contains(changes, b.Name()) {
						continue
					}
					if p := of(i.Pos()); p != nil {
						p.calls = append(p.calls, i)
					}
				}
			}
		}
	}
	if u := f.unitAt(at); u != nil {
		return f.accesses[u.node]
	}
	return nil
}

// unordered says that what follows depends on that order, where a call has changed what its statement has read.
func (f *fn) unordered(c *ssa.Call) {
	p := f.accessesOf(c.Pos())
	if f.cur == noBlock || p == nil || !slices.Contains(p.calls, c) {
		return
	}
	for _, r := range p.reads {
		old, ok := f.vals[r]
		if !ok || !comesBefore(r, c) || !usedAfter(r, c) {
			continue
		}
		now := f.load(f.place(r.X))
		var same []term.Term
		for k, x := range f.leaves(r.Type()) {
			if x.array {
				same = append(same, f.st.False())
				continue
			}
			same = append(same, f.st.Eq(f.term(x, old[k]), f.term(x, now[k])))
		}
		is := f.st.And(same...)
		f.unless(is, "a variable that a call in the same statement changes")
		f.assume(is)
	}
}

// ahead reports whether the present instruction comes before a call that the compiler has come first.
func (f *fn) ahead() bool {
	v, ok := f.instr.(ssa.Value)
	if !ok || !lazy(f.instr) {
		return false
	}
	p := f.accessesOf(f.pos)
	return p != nil && slices.ContainsFunc(p.calls, func(c *ssa.Call) bool {
		return comesBefore(f.instr, c) && usedAfter(v, c)
	})
}

// readAt returns where the source reads a value.
func readAt(r *ssa.UnOp) token.Pos {
	for _, i := range *r.Referrers() {
		if d, ok := i.(*ssa.DebugRef); ok {
			return d.Pos()
		}
	}
	return r.Pos()
}

// private reports whether an address is one in a variable that no other function has the address of.
func private(addr ssa.Value) bool {
	switch v := addr.(type) {
	case *ssa.Alloc:
		return !v.Heap
	case *ssa.FieldAddr:
		return private(v.X)
	case *ssa.IndexAddr:
		return private(v.X)
	}
	return false
}

// comesBefore reports whether one instruction is always executed before another one.
func comesBefore(i, k ssa.Instruction) bool {
	if i.Block() != k.Block() {
		return i.Block().Dominates(k.Block())
	}
	all := i.Block().Instrs
	return slices.Index(all, i) < slices.Index(all, k)
}

// lazy reports whether the compiler may have calls come before an instruction that are behind it. What is sliced, and
// what is looked up, is not evaluated later.
func lazy(i ssa.Instruction) bool {
	switch i.(type) {
	case *ssa.BinOp, *ssa.UnOp, *ssa.Convert, *ssa.ChangeType, *ssa.ChangeInterface, *ssa.Field, *ssa.FieldAddr,
		*ssa.Index, *ssa.IndexAddr, *ssa.MakeInterface, *ssa.TypeAssert, *ssa.Extract:
		return true
	}
	return false
}

// usedAfter reports whether a value may be used after a call of the same statement, or what is computed of it.
func usedAfter(v ssa.Value, c *ssa.Call) bool {
	return slices.ContainsFunc(*referrers(v), func(i ssa.Instruction) bool {
		if _, debug := i.(*ssa.DebugRef); debug || i == ssa.Instruction(c) {
			return false
		}
		if !comesBefore(i, c) {
			return true
		}
		switch w := i.(type) {
		case *ssa.Store: // into what a literal makes
			return literalAfter(w.Addr, c)
		case *ssa.MapUpdate:
			return true
		case ssa.Value:
			return lazy(i) && usedAfter(w, c)
		}
		return false
	})
}

// literalAfter reports whether what a literal makes, or a list of arguments, is used after a call of the same
// statement.
func literalAfter(addr ssa.Value, c *ssa.Call) bool {
	for {
		if x, ok := addr.(*ssa.FieldAddr); ok {
			addr = x.X
		} else if x, ok := addr.(*ssa.IndexAddr); ok {
			addr = x.X
		} else {
			break
		}
	}
	if _, ok := addr.(*ssa.Alloc); !ok {
		return true
	}
	return slices.ContainsFunc(*referrers(addr), func(i ssa.Instruction) bool {
		switch i.(type) {
		case *ssa.DebugRef, *ssa.Store, *ssa.FieldAddr, *ssa.IndexAddr:
			return false
		}
		if i == ssa.Instruction(c) {
			return false
		}
		w, ok := i.(ssa.Value)
		return !comesBefore(i, c) || ok && usedAfter(w, c)
	})
}
